// SPDX-License-Identifier: MIT
// Scenes `variants-*`: what gravity, a radius, and bodies that move among the bullets add to a
// storm of straight points.
#include "scenes.h"
#include "storm.h"

#include <stdlib.h>

#define VARIANTS 5

static const Weather WEATHERS[VARIANTS] = {{{0, 0}, 0, 0},
                                           {{0, -9.81}, 0, 0},
                                           {{0, 0}, 0.05, 0},
                                           {{0, 0}, 0, 1000},
                                           {{0, -9.81}, 0.05, 0}};
static const char *const NAMES[VARIANTS] = {"carom", "carom-gravity", "carom-radius",
                                            "carom-bodies", "carom-grenades"};

static bool isAsked(const BenchRun *run, int i)
{
    return run->weather < 0 || run->weather == i;
}

static double lap(void *context, Racer *racer)
{
    return stormTime(racer->state, ((const BenchRun *)context)->steps);
}

static const Weather *weatherOf(const Racer *racer)
{
    int i = 0;
    while (i < VARIANTS - 1 && racer->name != NAMES[i]) {
        i++;
    }
    return &WEATHERS[i];
}

/// Checks that no bullet is behind a wall, and that none is gone, but for bullets that began within
/// a body or were crushed by one.
static bool check(Race *race, const BenchScene *scene)
{
    CaromVec2 *points = malloc((size_t)scene->bulletCount * sizeof *points);
    bool good = points != NULL;
    for (int i = 0; good && i < race->count; i++) {
        Racer *racer = &race->racers[i];
        int alive = stormPositions(racer->state, points, scene->bulletCount);
        int wrong = benchSceneOutside(scene, points, alive);
        wrong += weatherOf(racer)->bodies > 0 ? 0 : scene->bulletCount - alive;
        good = raceAgree(race->scene, racer->name, wrong, scene->bulletCount, 0) && wrong == 0;
        racer->hash = stormHash(racer->state);
    }
    free(points);
    return good;
}

bool sceneStormVariants(const BenchRun *run, const char *name)
{
    static Race race;
    BenchScene scene;
    BenchRun shared = *run;
    if (!benchSceneMap(&scene, sceneMapOf(name), run->bullets, run->seed)) {
        return false;
    }
    raceBegin(&race, name, scene.bulletCount, "ns per bullet-step");
    bool good = true;
    for (int i = 0; good && i < VARIANTS; i++) {
        if (isAsked(run, i)) {
            Flyer *flyer = stormEnter(&scene, &benchCarom, scene.bulletCount, &WEATHERS[i]);
            good = raceEnter(&race, NAMES[i], NULL, flyer) != NULL;
        }
    }
    if (good) {
        raceRun(&race, run, lap, &shared);
        good = check(&race, &scene);
    }
    if (good) {
        racePublish(&race, run);
    }
    for (int i = 0; i < race.count; i++) {
        stormLeave(race.racers[i].state);
    }
    benchSceneFree(&scene);
    return good;
}
