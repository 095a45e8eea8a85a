// SPDX-License-Identifier: MIT
// Scenes `cast-*`: one closest cast per bullet along its flight. Ours are checked by a loop over
// all walls, the peers' by ours.
#include "machine.h"
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED_BY_LOOP 1000
#define MAX_CASTS 100000 // of the bullets: the cost of a cast does not depend on their number

typedef struct Casts {
    CaromVec2 *ways;          // translation of each bullet's ray
    BenchHit *ours, *answers; // answers: of the engine cast last
    double length;            // [m]
    int count;
} Casts;

static void aim(Casts *casts, const BenchScene *scene, double length)
{
    casts->length = length;
    for (int i = 0; i < casts->count; i++) {
        casts->ways[i] = caromVec2Scale(caromVec2Normalize(scene->velocities[i]), length);
    }
}

static double castAll(const Contestant *contestant, const BenchScene *scene, Casts *casts)
{
    const BenchEngine *engine = contestant->engine;
    double start = machineSeconds();
    for (int i = 0; i < casts->count; i++) {
        BenchHit *answer = &casts->answers[i];
        if (!engine->closest(contestant->state, scene->positions[i], casts->ways[i], answer)) {
            answer->fraction = 1;
            answer->wall = -1;
        }
    }
    return (machineSeconds() - start) * 1e9 / casts->count;
}

static uint64_t hashAnswers(const Casts *casts)
{
    uint64_t hash = BENCH_HASH_START;
    for (int i = 0; i < casts->count; i++) {
        uint64_t bits;
        memcpy(&bits, &casts->answers[i].fraction, sizeof bits);
        hash = benchHash(benchHash(hash, (uint64_t)casts->answers[i].wall), bits);
    }
    return hash;
}

static bool farApart(const Casts *casts, double fraction, double other, double tolerance)
{
    double apart = (fraction - other) * casts->length;
    return apart > tolerance || apart < -tolerance;
}

static void checkOurs(const Casts *casts, const BenchScene *scene)
{
    int checked = casts->count < CHECKED_BY_LOOP ? casts->count : CHECKED_BY_LOOP;
    int wrong = 0;
    for (int i = 0; i < checked; i++) {
        BenchHit truth = {1, {0, 0}, -1};
        benchSceneCast(scene, scene->positions[i], casts->ways[i], &truth);
        wrong += farApart(casts, truth.fraction, casts->ours[i].fraction, 1e-9);
    }
    fprintf(stderr, "# cast %g m: %d of %d answers differ from a loop over all walls\n",
            casts->length, wrong, checked);
}

/// Floats and doubles part by some 1e-5 m; by more only where a ray grazes the end of a wall.
static void checkPeer(const Casts *casts, const char *name)
{
    int different = 0;
    for (int i = 0; i < casts->count; i++) {
        different += farApart(casts, casts->ours[i].fraction, casts->answers[i].fraction, 1e-3);
    }
    fprintf(stderr, "# cast %g m: %d of %d answers of %s are off ours by more than 1 mm\n",
            casts->length, different, casts->count, name);
}

static void report(Contestant *contestant, const BenchScene *scene, int rounds, Casts *casts)
{
    char name[32];
    snprintf(name, sizeof name, "cast-%gm", casts->length);
    castAll(contestant, scene, casts);
    racePrint(name, casts->count, contestant, rounds, "cast", hashAnswers(casts));
    if (contestant->engine == &benchCarom) {
        memcpy(casts->ours, casts->answers, (size_t)casts->count * sizeof *casts->ours);
        checkOurs(casts, scene);
    } else {
        checkPeer(casts, contestant->engine->name);
    }
}

static void raceLength(Contestant contestants[RACE_ENGINES], const BenchScene *scene, int rounds,
                       Casts *casts)
{
    for (int round = -1; round < rounds; round++) { // -1 warms up; round 0 overwrites it
        for (int i = 0; i < RACE_ENGINES; i++) {
            if (contestants[i].engine->closest) {
                contestants[i].nanoseconds[round < 0 ? 0 : round] =
                    castAll(&contestants[i], scene, casts);
            }
        }
    }
    for (int i = 0; i < RACE_ENGINES; i++) {
        if (contestants[i].engine->closest) {
            report(&contestants[i], scene, rounds, casts);
        }
    }
}

bool raceCasts(const BenchScene *scene, const RaceOptions *options)
{
    static const double LENGTHS[] = {1, 16, 128}; // [m]
    static Contestant contestants[RACE_ENGINES];
    int count = scene->bulletCount < MAX_CASTS ? scene->bulletCount : MAX_CASTS;
    Casts casts = {calloc((size_t)count, sizeof(CaromVec2)),
                   calloc((size_t)count, sizeof(BenchHit)), calloc((size_t)count, sizeof(BenchHit)),
                   0, count};
    bool ready = casts.ways && casts.ours && casts.answers && raceEnter(contestants, scene);
    if (ready) {
        for (int i = 0; i < 3; i++) {
            aim(&casts, scene, LENGTHS[i]);
            raceLength(contestants, scene, options->rounds, &casts);
        }
        raceLeave(contestants);
    }
    free(casts.ways);
    free(casts.ours);
    free(casts.answers);
    return ready;
}
