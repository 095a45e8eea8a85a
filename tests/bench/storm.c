// SPDX-License-Identifier: MIT
// Scenes `storm-*`: every engine flies the same bullets for the same time. With it `integrate`, the
// limit, and `read`: what a game pays to have all positions in an array of its own.
#include "storm.h"

#include "machine.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECKED_BY_LOOP 300 // bullets, a step of which is flown by a loop over all shapes
#define LOOP_WORK 20000000  // bullets times shapes that this may cost
#define PEER_BULLETS 200000 // the cost of a cast does not depend on how many others there are
#define SAME_PLACE 0.02     // [m] after a step: a peer's skin, reflected, and floats

typedef struct Storm {
    const BenchScene *scene;
    const BenchRun *run;
    int64_t size; // shown in the table
    bool read;    // its places, too
    bool peers;
    CaromVec2 *points, *others; // room for all bullets' places
    float *floats;
} Storm;

static int differences(const CaromVec2 *a, const CaromVec2 *b, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += caromVec2Distance(a[i], b[i]) > SAME_PLACE;
    }
    return wrong;
}

/// The first step. A bullet that meets a corner within roundings goes another way in another
/// engine: one in a hundred may.
static bool firstStep(Storm *storm, Race *race)
{
    BenchFlight loop;
    int some =
        storm->scene->bulletCount < CHECKED_BY_LOOP ? storm->scene->bulletCount : CHECKED_BY_LOOP;
    if (!benchFlightStart(&loop, storm->scene, some)) {
        return false;
    }
    benchFlightStep(&loop, benchSceneCast, storm->scene);
    bool good = true;
    for (int i = 0; i < race->count; i++) {
        Flyer *flyer = race->racers[i].state;
        stormStep(flyer);
        if (!flyer->engine) {
            continue;
        }
        CaromVec2 *points = flyer->world ? storm->points : storm->others;
        int count = stormPositions(flyer, points, storm->scene->bulletCount);
        const CaromVec2 *right = flyer->world ? loop.positions : storm->points;
        int of = flyer->world ? some : count;
        good &= count == (flyer->world ? storm->scene->bulletCount : flyer->flight.count) &&
                raceAgree(race->scene, race->racers[i].name, differences(points, right, of), of,
                          of / 100);
    }
    benchFlightFree(&loop);
    return good;
}

static double lap(void *context, Racer *racer)
{
    const Storm *storm = context;
    Flyer *flyer = racer->state;
    // A peer needs a hundred times ours: one step a round measures it as well.
    double value = stormTime(flyer, flyer->world || !flyer->engine ? storm->run->steps : 1);
    return value;
}

/// Nothing may ever be behind a wall: a peer's cast that starts on one may let it through.
static bool noteEnd(const Storm *storm, const Race *race)
{
    bool good = true;
    for (int i = 0; i < race->count; i++) {
        const Flyer *flyer = race->racers[i].state;
        if (!flyer->engine) {
            continue;
        }
        int alive = stormPositions(flyer, storm->points, storm->scene->bulletCount);
        int outside = benchSceneOutside(storm->scene, storm->points, alive);
        fprintf(stderr, "# %s: %s: %d bullets fly, %d of them outside\n", race->scene,
                race->racers[i].name, alive, outside);
        good &= !flyer->world || (outside == 0 && alive == storm->scene->bulletCount);
    }
    CaromCounters counters = caromWorldCounters(((Flyer *)race->racers[0].state)->world);
    double per = 1.0 / storm->scene->bulletCount;
    fprintf(stderr,
            "# %s: ours per bullet in the last step: %.3f hits (%.3f simple), %.3f searches, %.2f "
            "cells visited, %.2f edges tested; %.0f bytes a bullet in all\n",
            race->scene, counters.hits * per, counters.simpleHits * per, counters.searches * per,
            (double)counters.cellsVisited * per, (double)counters.edgesTested * per,
            (double)counters.bytes * per);
    return good;
}

// ---- reading

typedef enum Reading { READ_DOUBLES, READ_FLOATS, READ_STEP } Reading;

static double lapRead(void *context, Racer *racer)
{
    const Storm *storm = context;
    Flyer *flyer = racer->state;
    int count = storm->scene->bulletCount;
    Reading reading = (Reading)racer->hash;
    if (reading != READ_STEP) {
        stormStep(flyer);
    }
    double start = machineSeconds();
    if (reading == READ_STEP) {
        stormStep(flyer);
    }
    if (reading == READ_FLOATS) {
        caromWorldPositionsFloat(flyer->world, caromVec2(0, 0), 0, storm->floats, NULL, count);
    } else {
        caromWorldPositions(flyer->world, storm->points, NULL, count);
    }
    return (machineSeconds() - start) * 1e9 / count;
}

static bool floatsAgree(const Storm *storm, const char *scene)
{
    int wrong = 0;
    for (int i = 0; i < storm->scene->bulletCount; i++) {
        wrong += !(fabs((double)storm->floats[2 * i] - storm->points[i].x) < 1e-3) ||
                 !(fabs((double)storm->floats[2 * i + 1] - storm->points[i].y) < 1e-3);
    }
    return raceAgree(scene, "floats", wrong, storm->scene->bulletCount, 0);
}

static bool raceRead(Storm *storm, Flyer *flyer, const char *map)
{
    static const char *const NAMES[] = {"carom", "carom-float", "carom-step"};
    static Race race;
    char name[40];
    snprintf(name, sizeof name, "read-%s", map);
    raceBegin(&race, name, storm->scene->bulletCount, "ns per position");
    for (int i = 0; i < 3; i++) {
        raceEnter(&race, NAMES[i], NULL, flyer)->hash = (uint64_t)i;
    }
    raceRun(&race, storm->run, lapRead, storm);
    int count = storm->scene->bulletCount;
    caromWorldPositions(flyer->world, storm->points, NULL, count);
    caromWorldPositionsFloat(flyer->world, caromVec2(0, 0), 0, storm->floats, NULL, count);
    for (int i = 0; i < 3; i++) {
        race.racers[i].hash = benchHashPoints(storm->points, count);
    }
    if (floatsAgree(storm, name)) {
        racePublish(&race, storm->run);
        return true;
    }
    return false;
}

// ---- the storm

static bool enterAll(Storm *storm, Race *race)
{
    const BenchScene *scene = storm->scene;
    Flyer *flyer = stormEnter(scene, &benchCarom, scene->bulletCount, NULL);
    bool entered =
        raceEnter(race, benchCarom.name, NULL, flyer) &&
        raceEnter(race, "integrate", NULL, stormEnter(scene, NULL, scene->bulletCount, NULL));
    for (int i = 0; entered && storm->peers && i < benchPeerCount; i++) {
        int some = scene->bulletCount < PEER_BULLETS ? scene->bulletCount : PEER_BULLETS;
        flyer = stormEnter(scene, benchPeers[i], some, NULL);
        entered = raceEnter(race, benchPeers[i]->name, NULL, flyer) != NULL;
    }
    return entered;
}

static bool raceStorm(Storm *storm, const char *name)
{
    static Race race;
    raceBegin(&race, name, storm->size, "ns per bullet-step");
    bool good = enterAll(storm, &race) && firstStep(storm, &race);
    if (good) {
        raceRun(&race, storm->run, lap, storm);
        good = noteEnd(storm, &race);
    }
    if (good) {
        for (int i = 0; i < race.count; i++) {
            race.racers[i].hash = stormHash(race.racers[i].state);
        }
        racePublish(&race, storm->run);
        good = !storm->read || raceRead(storm, race.racers[0].state, sceneMapOf(name));
    }
    for (int i = 0; i < race.count; i++) {
        stormLeave(race.racers[i].state);
    }
    return good;
}

static bool playStorm(BenchScene *scene, Storm storm, const char *name)
{
    size_t count = (size_t)scene->bulletCount;
    storm.scene = scene;
    storm.points = malloc(count * sizeof(CaromVec2));
    storm.others = malloc(count * sizeof(CaromVec2));
    storm.floats = malloc(count * 2 * sizeof(float));
    bool good = storm.points && storm.others && storm.floats && raceStorm(&storm, name);
    free(storm.points);
    free(storm.others);
    free(storm.floats);
    benchSceneFree(scene);
    return good;
}

bool sceneStormMap(const BenchRun *run, const char *name)
{
    BenchScene scene;
    Storm storm = {.run = run, .size = run->bullets, .read = true, .peers = run->peers};
    return benchSceneMap(&scene, sceneMapOf(name), run->bullets, run->seed) &&
           playStorm(&scene, storm, name);
}

bool sceneStormRandom(const BenchRun *run, const char *name)
{
    BenchScene scene;
    Storm storm = {.run = run, .size = run->bullets, .read = true, .peers = run->peers};
    return benchSceneRandom(&scene, 10000, run->bullets, run->seed) &&
           playStorm(&scene, storm, name);
}

// ---- what size costs

bool sceneScaleMaps(const BenchRun *run, const char *name)
{
    BenchScene scene;
    Storm storm = {.run = run, .size = run->bullets, .peers = run->peers};
    return benchSceneMap(&scene, NULL, run->bullets, run->seed) && playStorm(&scene, storm, name);
}

bool sceneScaleBullets(const BenchRun *run, const char *name)
{
    bool good = true;
    int most = run->huge ? 10000000 : (run->quick ? 100000 : 1000000);
    for (int bullets = 1000; good && bullets <= most; bullets *= 10) {
        BenchScene scene;
        Storm storm = {.run = run, .size = bullets};
        good = benchSceneMap(&scene, "MAP12", bullets, run->seed) && playStorm(&scene, storm, name);
    }
    return good;
}

bool sceneScaleShapes(const BenchRun *run, const char *name)
{
    bool good = true;
    for (int shapes = 1000; good && shapes <= (run->quick ? 10000 : 1000000); shapes *= 10) {
        BenchScene scene;
        Storm storm = {.run = run, .size = shapes, .peers = run->peers};
        good = benchSceneRandom(&scene, shapes, run->quick ? 10000 : 100000, run->seed) &&
               playStorm(&scene, storm, name);
    }
    return good;
}
