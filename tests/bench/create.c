// SPDX-License-Identifier: MIT
// Scene `create`: a world of static shapes from nothing to the answer to its first ray, per shape;
// and the bytes that it then holds.
#include "machine.h"
#include "scenes.h"

#include <string.h>

typedef struct Making {
    const BenchScene *scene;
    BenchHit hit; // of the first ray, by the last lap
    double bytes; // a shape, of ours
} Making;

static double lap(void *context, Racer *racer)
{
    Making *making = context;
    const BenchEngine *engine = racer->engine;
    CaromVec2 way = caromVec2Scale(caromVec2Normalize(making->scene->velocities[0]), 100);
    double start = machineSeconds();
    void *state = engine->create(making->scene);
    if (!state) {
        return 0;
    }
    engine->each(state, making->scene->positions, &way, 1, &making->hit);
    double value = (machineSeconds() - start) * 1e9 / making->scene->shapeCount;
    if (engine == &benchCarom) {
        CaromCounters counters = caromWorldCounters(benchCaromWorld(state));
        making->bytes = (double)counters.bytes / making->scene->shapeCount;
    }
    engine->destroy(state);
    return value;
}

/// The first ray has the answer of a loop over all shapes.
static bool check(Making *making, Race *race)
{
    CaromVec2 way = caromVec2Scale(caromVec2Normalize(making->scene->velocities[0]), 100);
    BenchHit right;
    bool good = true;
    benchEach(benchSceneCast, making->scene, making->scene->positions, &way, 1, &right);
    for (int i = 0; i < race->count; i++) {
        lap(making, &race->racers[i]);
        race->racers[i].hash = benchHashHits(&making->hit, 1);
        good &=
            raceAgree(race->scene, race->racers[i].name, making->hit.shape != right.shape, 1, 0);
    }
    return good;
}

static bool raceCount(const BenchRun *run, const char *name, int shapes)
{
    static Race race;
    BenchScene scene;
    if (!benchSceneRandom(&scene, shapes, 1, run->seed)) {
        return false;
    }
    Making making = {.scene = &scene};
    raceBegin(&race, name, shapes, "ns per shape");
    bool good = raceEnterEngines(&race, &scene, run, NULL) && check(&making, &race);
    if (good) {
        raceRun(&race, run, lap, &making);
        lap(&making, &race.racers[0]);
        racePublish(&race, run);
        racePublishOne("create-bytes", shapes, "bytes per shape", making.bytes,
                       race.racers[0].hash);
    }
    raceLeave(&race);
    benchSceneFree(&scene);
    return good;
}

bool sceneCreate(const BenchRun *run, const char *name)
{
    return raceCount(run, name, 10000) && (run->quick || raceCount(run, name, 100000));
}
