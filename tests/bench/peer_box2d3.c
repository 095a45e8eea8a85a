// SPDX-License-Identifier: MIT
// Box2D 3.2 on the bench: the shapes on one static body, its tree rebuilt, or each on a kinematic
// one. Numbers are floats; its box query answers by bounding boxes alone.
#include "bench.h"

#include <box2d/box2d.h>
#include <stdlib.h>

typedef struct Peer {
    b2WorldId world;
    b2QueryFilter filter;
    b2BodyId *movers;
} Peer;

// Shapes meet no shapes, only queries.
#define SHAPES 1u
#define QUERIES 2u

static b2Vec2 narrow(CaromVec2 v)
{
    return (b2Vec2){(float)v.x, (float)v.y};
}

static CaromVec2 widen(b2Vec2 v)
{
    return caromVec2((double)v.x, (double)v.y);
}

static b2Polygon polygonOf(const CaromVec2 *points, int count)
{
    b2Vec2 corners[BENCH_CORNERS];
    for (int i = 0; i < count; i++) {
        corners[i] = narrow(points[i]);
    }
    b2Hull hull = b2ComputeHull(corners, count);
    return b2MakePolygon(&hull, 0.0f);
}

static void addShape(b2BodyId body, const BenchScene *scene, int index)
{
    const BenchShape *shape = &scene->shapes[index];
    const CaromVec2 *points = scene->points + shape->first;
    b2ShapeDef def = b2DefaultShapeDef();
    def.userData = (void *)(intptr_t)index;
    def.filter = (b2Filter){SHAPES, QUERIES, 0};
    if (shape->count == 1) {
        b2Circle circle = {narrow(points[0]), (float)shape->radius};
        b2CreateCircleShape(body, &def, &circle);
    } else if (shape->count == 2) {
        b2Segment segment = {narrow(points[0]), narrow(points[1])};
        b2CreateSegmentShape(body, &def, &segment);
    } else {
        b2Polygon polygon = polygonOf(points, shape->count);
        b2CreatePolygonShape(body, &def, &polygon);
    }
}

static void *create(const BenchScene *scene)
{
    Peer *peer = malloc(sizeof *peer);
    if (!peer) {
        return NULL;
    }
    peer->movers = malloc(((size_t)scene->movers + 1) * sizeof *peer->movers);
    if (!peer->movers) {
        free(peer);
        return NULL;
    }
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = b2Vec2_zero;
    peer->world = b2CreateWorld(&def);
    peer->filter = (b2QueryFilter){QUERIES, SHAPES};
    b2BodyDef bodyDef = b2DefaultBodyDef();
    b2BodyId body = b2CreateBody(peer->world, &bodyDef);
    int resting = scene->shapeCount - scene->movers;
    bodyDef.type = b2_kinematicBody;
    for (int i = 0; i < scene->shapeCount; i++) {
        if (scene->moving || i >= resting) {
            bodyDef.linearVelocity = scene->moving ? narrow(benchShapeVelocity(i)) : b2Vec2_zero;
            body = b2CreateBody(peer->world, &bodyDef);
        }
        if (i >= resting) {
            peer->movers[i - resting] = body;
        }
        addShape(body, scene, i);
    }
    return peer;
}

static void prepare(void *state)
{
    b2World_RebuildStaticTree(((Peer *)state)->world);
}

static void destroy(void *state)
{
    Peer *peer = state;
    b2DestroyWorld(peer->world);
    free(peer->movers);
    free(peer);
}

static bool closest(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const Peer *peer = state;
    b2RayResult found =
        b2World_CastRayClosest(peer->world, narrow(origin), narrow(translation), peer->filter);
    if (!found.hit) {
        return false;
    }
    *hit = (BenchHit){(double)found.fraction, widen(found.normal),
                      (int)(intptr_t)b2Shape_GetUserData(found.shapeId)};
    return true;
}

static void each(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                 int count, BenchHit *hits)
{
    benchEach(closest, state, origins, translations, count, hits);
}

static bool countShape(b2ShapeId shape, void *context)
{
    (void)shape;
    ++*(int *)context;
    return true;
}

static int overlapBox(const void *state, CaromBox box)
{
    const Peer *peer = state;
    int count = 0;
    b2AABB bounds = {narrow(box.min), narrow(box.max)};
    b2World_OverlapAABB(peer->world, b2Vec2_zero, bounds, peer->filter, countShape, &count);
    return count;
}

static int overlapCircle(const void *state, CaromVec2 center, double radius)
{
    const Peer *peer = state;
    int count = 0;
    b2Vec2 zero = b2Vec2_zero;
    b2ShapeProxy proxy = b2MakeProxy(&zero, 1, (float)radius);
    b2World_OverlapShape(peer->world, narrow(center), &proxy, peer->filter, countShape, &count);
    return count;
}

static void advance(void *state)
{
    b2World_Step(((Peer *)state)->world, (float)BENCH_DT, 1);
}

static void aim(void *state, int mover, CaromVec2 velocity)
{
    b2Body_SetLinearVelocity(((const Peer *)state)->movers[mover], narrow(velocity));
}

// ---- shapes by themselves

typedef struct Shapes {
    int corners;
    b2Circle *circles;
    b2Segment *segments;
    b2Polygon *polygons;
} Shapes;

static void narrowDestroy(void *state)
{
    Shapes *shapes = state;
    free(shapes->circles);
    free(shapes->segments);
    free(shapes->polygons);
    free(shapes);
}

static void *narrowCreate(const BenchScene *scene)
{
    size_t count = (size_t)scene->shapeCount;
    Shapes *shapes = calloc(1, sizeof *shapes);
    if (!shapes) {
        return NULL;
    }
    shapes->corners = scene->shapes[0].count;
    shapes->circles = calloc(count, sizeof(b2Circle));
    shapes->segments = calloc(count, sizeof(b2Segment));
    shapes->polygons = calloc(count, sizeof(b2Polygon));
    if (!shapes->circles || !shapes->segments || !shapes->polygons) {
        narrowDestroy(shapes);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const CaromVec2 *points = scene->points + scene->shapes[i].first;
        shapes->circles[i] = (b2Circle){narrow(points[0]), (float)scene->shapes[i].radius};
        if (shapes->corners == 2) {
            shapes->segments[i] = (b2Segment){narrow(points[0]), narrow(points[1])};
        } else if (shapes->corners > 2) {
            shapes->polygons[i] = polygonOf(points, shapes->corners);
        }
    }
    return shapes;
}

static b2CastOutput narrowCast(const Shapes *shapes, int i, const b2RayCastInput *input)
{
    switch (shapes->corners) {
    case 1:
        return b2RayCastCircle(&shapes->circles[i], input);
    case 2:
        return b2RayCastSegment(&shapes->segments[i], input, false);
    default:
        return b2RayCastPolygon(&shapes->polygons[i], input);
    }
}

static void narrowEach(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                       int count, BenchHit *hits)
{
    for (int i = 0; i < count; i++) {
        b2RayCastInput input = {narrow(origins[i]), narrow(translations[i]), 1.0f};
        b2CastOutput at = narrowCast(state, i, &input);
        hits[i] = at.hit ? (BenchHit){(double)at.fraction, widen(at.normal), i}
                         : (BenchHit){1, {0, 0}, -1};
    }
}

static const BenchNarrow NARROW = {narrowCreate, narrowDestroy, narrowEach};

// ---- bullets as bodies

typedef struct Bodies {
    Peer *peer;
    b2BodyId *bullets;
    int count;
} Bodies;

static void bodiesDestroy(void *state)
{
    Bodies *bodies = state;
    if (bodies->peer) {
        destroy(bodies->peer);
    }
    free(bodies->bullets);
    free(bodies);
}

static b2BodyId addBullet(b2WorldId world, CaromVec2 position, CaromVec2 velocity)
{
    b2BodyDef bodyDef = b2DefaultBodyDef();
    bodyDef.type = b2_dynamicBody;
    bodyDef.position = narrow(position);
    bodyDef.linearVelocity = narrow(velocity);
    b2BodyId body = b2CreateBody(world, &bodyDef);
    b2ShapeDef def = b2DefaultShapeDef();
    def.filter = (b2Filter){QUERIES, SHAPES, 0};
    def.material.restitution = 1.0f;
    def.material.friction = 0.0f;
    b2Circle circle = {b2Vec2_zero, (float)BENCH_DISC};
    b2CreateCircleShape(body, &def, &circle);
    return body;
}

static void *bodiesCreate(const BenchScene *scene)
{
    Bodies *bodies = calloc(1, sizeof *bodies);
    if (!bodies) {
        return NULL;
    }
    bodies->count = scene->bulletCount;
    bodies->bullets = malloc((size_t)bodies->count * sizeof *bodies->bullets);
    bodies->peer = create(scene);
    if (!bodies->bullets || !bodies->peer) {
        bodiesDestroy(bodies);
        return NULL;
    }
    prepare(bodies->peer);
    b2World_SetRestitutionThreshold(bodies->peer->world, 0.0f);
    for (int i = 0; i < bodies->count; i++) {
        bodies->bullets[i] =
            addBullet(bodies->peer->world, scene->positions[i], scene->velocities[i]);
    }
    return bodies;
}

static void bodiesStep(void *state)
{
    b2World_Step(((Bodies *)state)->peer->world, (float)BENCH_DT, 4);
}

static void bodiesPositions(const void *state, CaromVec2 *out)
{
    const Bodies *bodies = state;
    for (int i = 0; i < bodies->count; i++) {
        out[i] = widen(b2Body_GetPosition(bodies->bullets[i]));
    }
}

static const BenchBodies BODIES = {bodiesCreate, bodiesDestroy, bodiesStep, bodiesPositions};

const BenchEngine benchBox2d3 = {"box2d-3",  create,        prepare, destroy, closest, each, NULL,
                                 overlapBox, overlapCircle, advance, &NARROW, &BODIES, aim};
