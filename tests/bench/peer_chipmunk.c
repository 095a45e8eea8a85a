// SPDX-License-Identifier: MIT
// Chipmunk 7 on the bench: the shapes on its static body, or each on a kinematic one. Two engines
// of one: with its tree, optimized, and with its hash of 2 m. Its box query answers by bounding
// boxes alone.
#include "bench.h"

#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_structs.h>
#include <stdlib.h>

typedef struct Peer {
    cpSpace *space;
    cpShapeFilter filter;
    cpShape **shapes;
    cpBody **bodies; // null where nothing moves
    int count;
} Peer;

#define HASH_CELL 2.0 // [m]
// Shapes meet no shapes, only queries.
#define SHAPES 1u
#define QUERIES 2u

static cpVect vect(CaromVec2 v)
{
    return cpv((cpFloat)v.x, (cpFloat)v.y);
}

static void destroy(void *state)
{
    Peer *peer = state;
    for (int i = 0; i < peer->count; i++) {
        cpSpaceRemoveShape(peer->space, peer->shapes[i]);
        cpShapeFree(peer->shapes[i]);
        if (peer->bodies) {
            cpSpaceRemoveBody(peer->space, peer->bodies[i]);
            cpBodyFree(peer->bodies[i]);
        }
    }
    cpSpaceFree(peer->space);
    free(peer->bodies);
    free(peer->shapes);
    free(peer);
}

static cpShape *makeShape(cpBody *body, const BenchScene *scene, int index)
{
    const BenchShape *shape = &scene->shapes[index];
    const CaromVec2 *points = scene->points + shape->first;
    if (shape->count == 1) {
        return cpCircleShapeNew(body, (cpFloat)shape->radius, vect(points[0]));
    }
    if (shape->count == 2) {
        return cpSegmentShapeNew(body, vect(points[0]), vect(points[1]), 0);
    }
    cpVect corners[BENCH_CORNERS];
    for (int i = 0; i < shape->count; i++) {
        corners[i] = vect(points[i]);
    }
    return cpPolyShapeNew(body, shape->count, corners, cpTransformIdentity, 0);
}

static void addShape(Peer *peer, const BenchScene *scene, int index)
{
    cpBody *body = cpSpaceGetStaticBody(peer->space);
    if (peer->bodies) {
        body = peer->bodies[index] = cpSpaceAddBody(peer->space, cpBodyNewKinematic());
        cpBodySetVelocity(body, vect(benchShapeVelocity(index)));
    }
    cpShape *shape = peer->shapes[index] = makeShape(body, scene, index);
    cpShapeSetUserData(shape, (void *)(intptr_t)index);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, SHAPES, QUERIES));
    cpShapeSetElasticity(shape, 1);
    cpSpaceAddShape(peer->space, shape);
    peer->count++;
}

static void *create(const BenchScene *scene)
{
    size_t count = (size_t)scene->shapeCount;
    Peer *peer = calloc(1, sizeof *peer);
    cpShape **shapes = malloc(count * sizeof *shapes);
    cpBody **bodies = scene->moving ? malloc(count * sizeof *bodies) : NULL;
    if (!peer || !shapes || (scene->moving && !bodies)) {
        free(peer);
        free(shapes);
        free(bodies);
        return NULL;
    }
    *peer = (Peer){cpSpaceNew(), cpShapeFilterNew(CP_NO_GROUP, QUERIES, SHAPES), shapes, bodies, 0};
    for (int i = 0; i < scene->shapeCount; i++) {
        addShape(peer, scene, i);
    }
    return peer;
}

static void optimizeTree(void *state)
{
    cpBBTreeOptimize(((Peer *)state)->space->staticShapes);
}

static void useHash(void *state)
{
    Peer *peer = state;
    cpSpaceUseSpatialHash(peer->space, (cpFloat)HASH_CELL, peer->count);
}

static bool closest(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const Peer *peer = state;
    cpSegmentQueryInfo info;
    cpVect from = vect(origin), to = cpvadd(from, vect(translation));
    cpShape *shape = cpSpaceSegmentQueryFirst(peer->space, from, to, 0, peer->filter, &info);
    if (!shape) {
        return false;
    }
    *hit = (BenchHit){info.alpha, caromVec2(info.normal.x, info.normal.y),
                      (int)(intptr_t)cpShapeGetUserData(shape)};
    return true;
}

static void each(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                 int count, BenchHit *hits)
{
    benchEach(closest, state, origins, translations, count, hits);
}

static void countShape(cpShape *shape, void *context)
{
    (void)shape;
    ++*(int *)context;
}

static int overlapBox(const void *state, CaromBox box)
{
    const Peer *peer = state;
    int count = 0;
    cpBB bounds =
        cpBBNew((cpFloat)box.min.x, (cpFloat)box.min.y, (cpFloat)box.max.x, (cpFloat)box.max.y);
    cpSpaceBBQuery(peer->space, bounds, peer->filter, countShape, &count);
    return count;
}

static void countNear(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient,
                      void *context)
{
    (void)point, (void)distance, (void)gradient;
    countShape(shape, context);
}

static int overlapCircle(const void *state, CaromVec2 center, double radius)
{
    const Peer *peer = state;
    int count = 0;
    cpSpacePointQuery(peer->space, vect(center), (cpFloat)radius, peer->filter, countNear, &count);
    return count;
}

static void advance(void *state)
{
    cpSpaceStep(((Peer *)state)->space, (cpFloat)BENCH_DT);
}

// ---- shapes by themselves

static void narrowEach(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                       int count, BenchHit *hits)
{
    const Peer *peer = state;
    for (int i = 0; i < count; i++) {
        cpSegmentQueryInfo info;
        cpVect from = vect(origins[i]), to = cpvadd(from, vect(translations[i]));
        bool met = cpShapeSegmentQuery(peer->shapes[i], from, to, 0, &info);
        hits[i] = met ? (BenchHit){info.alpha, caromVec2(info.normal.x, info.normal.y), i}
                      : (BenchHit){1, {0, 0}, -1};
    }
}

static const BenchNarrow NARROW = {create, destroy, narrowEach};

// ---- bullets as bodies, which nothing keeps from passing through walls

typedef struct Bodies {
    Peer *peer;
    cpBody **bullets;
    cpShape **discs;
    int count; // so far
} Bodies;

static void bodiesDestroy(void *state)
{
    Bodies *bodies = state;
    for (int i = 0; i < bodies->count; i++) {
        cpSpaceRemoveShape(bodies->peer->space, bodies->discs[i]);
        cpSpaceRemoveBody(bodies->peer->space, bodies->bullets[i]);
        cpShapeFree(bodies->discs[i]);
        cpBodyFree(bodies->bullets[i]);
    }
    if (bodies->peer) {
        destroy(bodies->peer);
    }
    free(bodies->bullets);
    free(bodies->discs);
    free(bodies);
}

static void addBullet(Bodies *bodies, CaromVec2 position, CaromVec2 velocity)
{
    int i = bodies->count++;
    cpSpace *space = bodies->peer->space;
    cpBody *body = bodies->bullets[i] = cpSpaceAddBody(space, cpBodyNew(1, (cpFloat)INFINITY));
    cpBodySetPosition(body, vect(position));
    cpBodySetVelocity(body, vect(velocity));
    cpShape *disc = bodies->discs[i] =
        cpSpaceAddShape(space, cpCircleShapeNew(body, (cpFloat)BENCH_DISC, cpvzero));
    cpShapeSetFilter(disc, bodies->peer->filter);
    cpShapeSetElasticity(disc, 1);
}

static void *bodiesCreate(const BenchScene *scene)
{
    size_t count = (size_t)scene->bulletCount;
    Bodies *bodies = calloc(1, sizeof *bodies);
    if (!bodies) {
        return NULL;
    }
    bodies->bullets = malloc(count * sizeof *bodies->bullets);
    bodies->discs = malloc(count * sizeof *bodies->discs);
    bodies->peer = create(scene);
    if (!bodies->bullets || !bodies->discs || !bodies->peer) {
        bodiesDestroy(bodies);
        return NULL;
    }
    optimizeTree(bodies->peer);
    for (int i = 0; i < scene->bulletCount; i++) {
        addBullet(bodies, scene->positions[i], scene->velocities[i]);
    }
    return bodies;
}

static void bodiesStep(void *state)
{
    advance(((Bodies *)state)->peer);
}

static void bodiesPositions(const void *state, CaromVec2 *out)
{
    const Bodies *bodies = state;
    for (int i = 0; i < bodies->count; i++) {
        cpVect p = cpBodyGetPosition(bodies->bullets[i]);
        out[i] = caromVec2(p.x, p.y);
    }
}

static const BenchBodies BODIES = {bodiesCreate, bodiesDestroy, bodiesStep, bodiesPositions};

const BenchEngine benchChipmunkTree = {
    "chipmunk-tree", create,        optimizeTree, destroy, closest, each, NULL,
    overlapBox,      overlapCircle, advance,      &NARROW, &BODIES, NULL};
const BenchEngine benchChipmunkHash = {
    "chipmunk-hash", create,        useHash, destroy, closest, each, NULL,
    overlapBox,      overlapCircle, advance, NULL,    NULL,    NULL};
