// SPDX-License-Identifier: MIT
// Scene `bodies-E1M1`: the storm with 10,000 discs, which in a peer are its rigid bodies. In a peer
// a body that hits stays there for the rest of the step, or passes the wall, so the answers can't
// agree. Notes count how many of each engine are outside in the end; none of ours may be.
#include "machine.h"
#include "scenes.h"
#include "storm.h"

#include <stdio.h>
#include <stdlib.h>

#define BULLETS 10000

static void step(Racer *racer)
{
    if (racer->engine) {
        racer->engine->bodies->step(racer->state);
    } else {
        stormStep(racer->state);
    }
}

static double lap(void *context, Racer *racer)
{
    const BenchRun *run = context;
    double start = machineSeconds();
    for (int i = 0; i < run->steps; i++) {
        step(racer);
    }
    return (machineSeconds() - start) * 1e9 / (run->steps * (double)BULLETS);
}

static bool enterAll(Race *race, const BenchScene *scene, const BenchRun *run)
{
    const Weather discs = {.radius = BENCH_DISC};
    Flyer *flyer = stormEnter(scene, &benchCarom, scene->bulletCount, &discs);
    bool entered = raceEnter(race, benchCarom.name, NULL, flyer) != NULL;
    for (int i = 0; entered && run->peers && i < benchPeerCount; i++) {
        const BenchEngine *peer = benchPeers[i];
        entered =
            !peer->bodies || raceEnter(race, peer->name, peer, peer->bodies->create(scene)) != NULL;
    }
    return entered;
}

static bool noteEnd(Race *race, const BenchScene *scene)
{
    static CaromVec2 points[BULLETS];
    bool good = true;
    for (int i = 0; i < race->count; i++) {
        Racer *racer = &race->racers[i];
        int alive = BULLETS;
        if (racer->engine) {
            racer->engine->bodies->positions(racer->state, points);
        } else {
            alive = stormPositions(racer->state, points, BULLETS);
        }
        int outside = benchSceneOutside(scene, points, alive);
        fprintf(stderr, "# %s: %s: %d of %d bullets are outside\n", race->scene, racer->name,
                outside, alive);
        racer->hash = benchHashPoints(points, alive);
        good &= racer->engine || (outside == 0 && alive == BULLETS);
    }
    return good;
}

bool sceneBodies(const BenchRun *run, const char *name)
{
    static Race race;
    BenchScene scene;
    BenchRun shared = *run;
    if (!benchSceneMap(&scene, sceneMapOf(name), BULLETS, run->seed)) {
        return false;
    }
    raceBegin(&race, name, BULLETS, "ns per bullet-step");
    bool good = enterAll(&race, &scene, run);
    if (good) {
        raceRun(&race, run, lap, &shared);
        good = noteEnd(&race, &scene);
    }
    if (good) {
        racePublish(&race, run);
    }
    for (int i = 0; i < race.count; i++) {
        Racer *racer = &race.racers[i];
        if (racer->engine) {
            racer->engine->bodies->destroy(racer->state);
        } else {
            stormLeave(racer->state);
        }
    }
    benchSceneFree(&scene);
    return good;
}
