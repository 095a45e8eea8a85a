// SPDX-License-Identifier: MIT
// Carom on the bench: the walls as segments on one static body, the bullets as elastic points.
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Carom {
    CaromWorld *world;
    const BenchWall *walls; // the user data of a shape points to its wall
    CaromQueryOptions options;
    int bulletCount;
} Carom;

static void destroy(void *state)
{
    Carom *carom = state;
    caromWorldDestroy(carom->world);
    free(carom);
}

static bool addWalls(Carom *carom, const BenchScene *scene)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId body = caromBodyCreate(carom->world, &bodyDef);
    CaromShapeDef def = caromShapeDef();
    for (int i = 0; i < scene->wallCount; i++) {
        def.userData = &scene->walls[i];
        CaromVec2 a = scene->walls[i].a, b = scene->walls[i].b;
        if (caromShapeCreateSegment(carom->world, body, &def, a, b).index == 0) {
            return false;
        }
    }
    return true;
}

static bool addBullets(Carom *carom, const BenchScene *scene)
{
    CaromProjectileDef def = caromProjectileDef();
    return caromProjectileFireMany(carom->world, &def, scene->positions, scene->velocities,
                                   scene->bulletCount, NULL) == CAROM_OK;
}

static void *create(const BenchScene *scene)
{
    Carom *carom = calloc(1, sizeof *carom);
    if (!carom) {
        return NULL;
    }
    CaromWorldDef def = caromWorldDef();
    def.tag = 1; // by default taken from an address, which differs from run to run
    def.projectileCapacity = scene->bulletCount;
    def.eventCapacity = scene->bulletCount / 4;
    carom->world = caromWorldCreate(&def, NULL);
    carom->walls = scene->walls;
    carom->options = caromQueryOptions();
    carom->bulletCount = scene->bulletCount;
    if (!carom->world || !addWalls(carom, scene) || !addBullets(carom, scene)) {
        destroy(carom);
        return NULL;
    }
    return carom;
}

static void step(void *state)
{
    Carom *carom = state;
    caromWorldStep(carom->world, BENCH_DT);
}

static int positions(const void *state, CaromVec2 *out)
{
    const Carom *carom = state;
    return caromWorldPositions(carom->world, out, NULL, carom->bulletCount);
}

static bool closest(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const Carom *carom = state;
    CaromHit found;
    if (caromWorldCastRay(carom->world, origin, translation, carom->options, &found, 1) == 0) {
        return false;
    }
    hit->fraction = found.fraction;
    hit->normal = found.normal;
    hit->wall = (int)((const BenchWall *)found.userData - carom->walls);
    return true;
}

static uint64_t hash(const void *state)
{
    const Carom *carom = state;
    return caromWorldHash(carom->world);
}

static void note(const void *state)
{
    const Carom *carom = state;
    CaromCounters counters = caromWorldCounters(carom->world);
    double per = 1.0 / carom->bulletCount;
    fprintf(
        stderr,
        "# storm carom: per bullet in the last step %.3f hits, %.3f searches, %.2f cells visited, "
        "%.2f edges tested; %.0f bytes a bullet in all\n",
        counters.hits * per, counters.searches * per, (double)counters.cellsVisited * per,
        (double)counters.edgesTested * per, (double)counters.bytes * per);
}

const BenchEngine benchCarom = {"carom", create, destroy, step, positions, closest, hash, note};
