// SPDX-License-Identifier: MIT
// Scenes `narrow-*`: ray i against shape i by itself, no world: circles, polygons of eight corners,
// segments. Two rays in three hit, in no order that a processor could learn.
#include "../support/random.h"
#include "machine.h"
#include "rays.h"
#include "scenes.h"

#include <stdlib.h>

#define SHAPES 1024
#define LAPS 100

static void addKind(BenchScene *scene, int corners, TestRandom *random)
{
    CaromVec2 points[BENCH_CORNERS];
    double radius = testRandomRange(random, 0.5, 1.5);
    double first = testRandomRange(random, 0, 6.283185307179586);
    for (int i = 0; i < corners; i++) {
        CaromRotation turn = caromRotation(first + 6.283185307179586 * i / corners);
        points[i] = caromVec2(radius * turn.c, radius * turn.s);
    }
    if (corners == 1) {
        points[0] = caromVec2(0, 0);
    }
    benchSceneAdd(scene, points, corners, corners == 1 ? radius : 0);
}

/// From 4 m away past the origin by up to 1.3 m, on to the other side.
static void aim(BenchScene *scene, CaromVec2 *way, int index, TestRandom *random)
{
    CaromRotation turn = caromRotation(testRandomRange(random, 0, 6.283185307179586));
    double aside = testRandomRange(random, -1.3, 1.3);
    scene->positions[index] = caromVec2(4 * turn.c - aside * turn.s, 4 * turn.s + aside * turn.c);
    *way = caromVec2(-8 * turn.c, -8 * turn.s);
}

static double lap(void *context, Racer *racer)
{
    Rays *rays = context;
    const BenchNarrow *narrow = racer->engine->narrow;
    double start = machineSeconds();
    for (int i = 0; i < LAPS; i++) {
        narrow->each(racer->state, rays->origins, rays->ways, rays->count, rays->others);
    }
    return (machineSeconds() - start) * 1e9 / ((double)LAPS * rays->count);
}

static bool check(Rays *rays, Race *race, const BenchScene *scene)
{
    bool good = true;
    // One shape a ray: a scene of that shape alone.
    for (int i = 0; i < rays->count; i++) {
        BenchScene one = *scene;
        one.shapes = &scene->shapes[i];
        one.shapeCount = 1;
        benchEach(benchSceneCast, &one, &rays->origins[i], &rays->ways[i], 1, &rays->hits[i]);
    }
    for (int i = 0; i < race->count; i++) {
        lap(rays, &race->racers[i]);
        race->racers[i].hash = benchHashHits(rays->others, rays->count);
        int wrong = raysDiffer(rays, rays->hits, rays->others, rays->count, i == 0 ? 0 : 1e-2);
        good &= raceAgree(race->scene, race->racers[i].name, wrong, rays->count,
                          i == 0 ? 0 : rays->count / 50);
    }
    return good;
}

static bool enter(Race *race, const BenchScene *scene, const BenchEngine *engine)
{
    return !engine->narrow || raceEnter(race, engine->name, engine, engine->narrow->create(scene));
}

static bool raceShapes(const BenchScene *scene, const BenchRun *run, Rays *rays, const char *name)
{
    static Race race;
    raceBegin(&race, name, SHAPES, "ns per ray");
    bool good = enter(&race, scene, &benchCarom);
    for (int i = 0; good && run->peers && i < benchPeerCount; i++) {
        good = enter(&race, scene, benchPeers[i]);
    }
    if (good && check(rays, &race, scene)) {
        raceRun(&race, run, lap, rays);
        racePublish(&race, run);
    } else {
        good = false;
    }
    for (int i = 0; i < race.count; i++) {
        race.racers[i].engine->narrow->destroy(race.racers[i].state);
    }
    return good;
}

static bool raceKind(const BenchRun *run, const char *name, int corners)
{
    BenchScene scene;
    Rays rays;
    TestRandom random = testRandomSeed(run->seed);
    if (!benchSceneReserve(&scene, SHAPES, SHAPES * BENCH_CORNERS, SHAPES)) {
        return false;
    }
    bool good = raysMake(&rays, &scene, SHAPES);
    rays.length = 8;
    for (int i = 0; good && i < SHAPES; i++) {
        addKind(&scene, corners, &random);
        aim(&scene, &rays.ways[i], i, &random);
    }
    good = good && raceShapes(&scene, run, &rays, name);
    raysFree(&rays);
    benchSceneFree(&scene);
    return good;
}

bool sceneNarrow(const BenchRun *run, const char *name)
{
    (void)name;
    return raceKind(run, "narrow-circle", 1) && raceKind(run, "narrow-polygon", 8) &&
           raceKind(run, "narrow-segment", 2);
}
