// SPDX-License-Identifier: MIT
// Carom on the bench: the shapes on one static body, or each on a kinematic one.
#include "bench.h"

#include <stdlib.h>

typedef struct Carom {
    CaromWorld *world;
    CaromQueryOptions options;
    CaromBodyId *movers;
} Carom;

static void destroy(void *state)
{
    Carom *carom = state;
    caromWorldDestroy(carom->world);
    free(carom->movers);
    free(carom);
}

/// The user data of a shape is its number.
static bool addShape(CaromWorld *world, const BenchScene *scene, int index, CaromBodyId body,
                     CaromShapeDef *def)
{
    const BenchShape *shape = &scene->shapes[index];
    const CaromVec2 *points = scene->points + shape->first;
    def->userData = (void *)(intptr_t)index;
    if (shape->count == 1) {
        return caromShapeCreateCircle(world, body, def, points[0], shape->radius).index != 0;
    }
    if (shape->count == 2) {
        return caromShapeCreateSegment(world, body, def, points[0], points[1]).index != 0;
    }
    return caromShapeCreatePolygon(world, body, def, points, shape->count).index != 0;
}

static bool addShapes(const Carom *carom, const BenchScene *scene)
{
    CaromWorld *world = carom->world;
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    int resting = scene->shapeCount - scene->movers;
    bodyDef.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < scene->shapeCount; i++) {
        if (scene->moving || i >= resting) {
            bodyDef.velocity = scene->moving ? benchShapeVelocity(i) : caromVec2(0, 0);
            body = caromBodyCreate(world, &bodyDef);
        }
        if (i >= resting) {
            carom->movers[i - resting] = body;
        }
        if (!addShape(world, scene, i, body, &def)) {
            return false;
        }
    }
    return true;
}

static void *create(const BenchScene *scene)
{
    Carom *carom = calloc(1, sizeof *carom);
    if (!carom) {
        return NULL;
    }
    CaromWorldDef def = caromWorldDef();
    def.tag = 1; // by default taken from an address, which differs from run to run
    carom->world = caromWorldCreate(&def, NULL);
    carom->options = caromQueryOptions();
    carom->movers = malloc(((size_t)scene->movers + 1) * sizeof *carom->movers);
    if (!carom->world || !carom->movers || !addShapes(carom, scene)) {
        destroy(carom);
        return NULL;
    }
    return carom;
}

CaromWorld *benchCaromWorld(void *state)
{
    return ((Carom *)state)->world;
}

static void tell(const CaromHit *found, BenchHit *hit)
{
    *hit = (BenchHit){found->fraction, found->normal, (int)(intptr_t)found->userData};
}

static bool closest(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const Carom *carom = state;
    CaromHit found;
    if (caromWorldCastRay(carom->world, origin, translation, carom->options, &found, 1) == 0) {
        return false;
    }
    tell(&found, hit);
    return true;
}

static void each(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                 int count, BenchHit *hits)
{
    benchEach(closest, state, origins, translations, count, hits);
}

#define BATCH 4096

static void batch(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                  int count, BenchHit *hits)
{
    static CaromHit found[BATCH]; // one core, one program: no other thread uses it
    const Carom *carom = state;
    for (int done = 0; done < count; done += BATCH) {
        int some = count - done < BATCH ? count - done : BATCH;
        caromWorldCastRays(carom->world, origins + done, translations + done, some, carom->options,
                           found);
        for (int i = 0; i < some; i++) {
            tell(&found[i], &hits[done + i]);
            if (found[i].shape.index == 0) {
                hits[done + i].shape = -1;
            }
        }
    }
}

#define FOUND 64 // more than any box of the bench holds

static int overlapBox(const void *state, CaromBox box)
{
    const Carom *carom = state;
    CaromShapeId found[FOUND];
    return caromWorldOverlapBox(carom->world, box, carom->options, found, FOUND);
}

static int overlapCircle(const void *state, CaromVec2 center, double radius)
{
    const Carom *carom = state;
    CaromShapeId found[FOUND];
    return caromWorldOverlapCircle(carom->world, center, radius, carom->options, found, FOUND);
}

static void advance(void *state)
{
    caromWorldStep(((Carom *)state)->world, BENCH_DT);
}

static void aim(void *state, int mover, CaromVec2 velocity)
{
    const Carom *carom = state;
    caromBodySetVelocity(carom->world, carom->movers[mover], velocity);
}

// ---- shapes by themselves

static void *narrowCreate(const BenchScene *scene)
{
    const BenchScene **state = malloc(sizeof(void *));
    if (state) {
        *state = scene;
    }
    return state;
}

static bool narrowCast(const BenchScene *scene, const BenchShape *shape, CaromVec2 origin,
                       CaromVec2 translation, CaromRayHit *hit)
{
    const CaromVec2 *points = scene->points + shape->first;
    switch (shape->count) {
    case 1:
        return caromRayCastCircle(origin, translation, points[0], shape->radius, CAROM_INSIDE_HIT,
                                  hit);
    case 2:
        return caromRayCastSegment(origin, translation, points[0], points[1], hit);
    default:
        return caromRayCastPolygon(origin, translation, points, shape->count, CAROM_INSIDE_HIT,
                                   hit);
    }
}

static void narrowEach(const void *state, const CaromVec2 *origins, const CaromVec2 *translations,
                       int count, BenchHit *hits)
{
    const BenchScene *scene = *(const BenchScene *const *)state;
    for (int i = 0; i < count; i++) {
        CaromRayHit hit;
        bool met = narrowCast(scene, &scene->shapes[i], origins[i], translations[i], &hit);
        hits[i] = met ? (BenchHit){hit.fraction, hit.normal, i} : (BenchHit){1, {0, 0}, -1};
    }
}

static const BenchNarrow NARROW = {narrowCreate, free, narrowEach};

const BenchEngine benchCarom = {"carom",    create,        NULL,    destroy, closest, each, batch,
                                overlapBox, overlapCircle, advance, &NARROW, NULL,    aim};
