// SPDX-License-Identifier: MIT
// Scenes `storm`, `integrate` and `read`: every engine flies the same bullets for the same steps.
#include "machine.h"
#include "race.h"

#include <stdio.h>
#include <stdlib.h>

static void timeSteps(const Contestant *contestant, int steps, int bullets, double *nanoseconds)
{
    double start = machineSeconds();
    for (int i = 0; i < steps; i++) {
        contestant->engine->step(contestant->state);
    }
    *nanoseconds = (machineSeconds() - start) * 1e9 / ((double)steps * bullets);
}

/// A peer needs a hundred times ours: one step a round measures it as well.
static int stepsOf(const BenchEngine *engine, const RaceOptions *options)
{
    return engine == &benchCarom || engine == &benchIntegrate ? options->steps : 1;
}

static void timeRounds(Contestant contestants[RACE_ENGINES], const RaceOptions *options,
                       int bullets)
{
    for (int round = -1; round < options->rounds; round++) { // -1 warms up; round 0 overwrites it
        for (int i = 0; i < RACE_ENGINES; i++) {
            double *slot = &contestants[i].nanoseconds[round < 0 ? 0 : round];
            timeSteps(&contestants[i], stepsOf(contestants[i].engine, options), bullets, slot);
        }
    }
}

/// Nothing may ever be behind a wall: a peer's cast that starts on one may let it through.
static void reportPlaces(const Contestant *contestant, const BenchScene *scene, CaromVec2 *points)
{
    int alive = contestant->engine->positions(contestant->state, points);
    fprintf(stderr, "# storm %s: %d of %d bullets fly, %d of them outside the map\n",
            contestant->engine->name, alive, scene->bulletCount,
            benchSceneOutside(scene, points, alive));
}

static void reportStorm(Contestant *contestant, const BenchScene *scene, int rounds,
                        CaromVec2 *points)
{
    bool plain = contestant->engine == &benchIntegrate;
    racePrint(plain ? "integrate" : "storm", scene->bulletCount, contestant, rounds,
              "projectile-step", contestant->engine->hash(contestant->state));
    if (!plain) {
        reportPlaces(contestant, scene, points);
    }
    if (contestant->engine->note) {
        contestant->engine->note(contestant->state);
    }
}

/// What a game pays to have all positions in an array of its own.
static void timeRead(Contestant *carom, const BenchScene *scene, int rounds, CaromVec2 *points)
{
    for (int round = 0; round < rounds; round++) {
        carom->engine->step(carom->state);
        double start = machineSeconds();
        carom->engine->positions(carom->state, points);
        carom->nanoseconds[round] = (machineSeconds() - start) * 1e9 / scene->bulletCount;
    }
    racePrint("read", scene->bulletCount, carom, rounds, "position",
              benchHashPoints(points, scene->bulletCount));
}

bool raceStorm(const BenchScene *scene, const RaceOptions *options)
{
    static Contestant contestants[RACE_ENGINES];
    CaromVec2 *points = calloc((size_t)scene->bulletCount, sizeof *points);
    bool ready = points && raceEnter(contestants, scene);
    if (ready) {
        timeRounds(contestants, options, scene->bulletCount);
        for (int i = 0; i < RACE_ENGINES; i++) {
            reportStorm(&contestants[i], scene, options->rounds, points);
        }
        timeRead(&contestants[0], scene, options->rounds, points);
        raceLeave(contestants);
    }
    free(points);
    return ready;
}
