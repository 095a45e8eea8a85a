// SPDX-License-Identifier: MIT
// Engines side by side. Rounds go around them, so that a slow spell of the machine hits all of
// them, and the median of the rounds counts.
#ifndef CAROM_BENCH_RACE_H
#define CAROM_BENCH_RACE_H

#include "bench.h"
#include "figure.h"

#define RACE_MAX_ROUNDS 101
#define RACE_MAX_RACERS 12

/// What the command line sets for every scene.
typedef struct BenchRun {
    int rounds;  // 1 .. RACE_MAX_ROUNDS, after one round to warm up
    int steps;   // of ours in a round
    int bullets; // of a storm
    uint64_t seed;
    bool quick; // small sizes: a look, no measurement
    bool huge;  // the largest sizes as well
    bool peers;
    int weather; // of variants: this one alone; -1: all
} BenchRun;

typedef struct Racer {
    const char *name;
    const BenchEngine *engine; // or null
    void *state;               // of the engine, or anything of the scene's own
    uint64_t hash;             // set by the scene, before the race is published
    double values[RACE_MAX_ROUNDS];
} Racer;

typedef struct Race {
    const char *scene;
    int64_t size;
    const char *unit;
    Racer racers[RACE_MAX_RACERS];
    int count;
} Race;

/// Runs one round of one racer, and returns what it took per unit.
typedef double RaceLap(void *context, Racer *racer);

void raceBegin(Race *race, const char *scene, int64_t size, const char *unit);
/// Null where an engine could not start, with the reason on stderr, or where there are too many.
Racer *raceEnter(Race *race, const char *name, const BenchEngine *engine, void *state);
/// Makes worlds of the scene: ours, and each peer's that `fit` (or null) takes. All or none.
bool raceEnterEngines(Race *race, const BenchScene *scene, const BenchRun *run,
                      bool (*fit)(const BenchEngine *engine));
/// Destroys the engines' states.
void raceLeave(Race *race);
void raceRun(Race *race, const BenchRun *run, RaceLap *lap, void *context);
/// Its figures.
void racePublish(const Race *race, const BenchRun *run);
/// A figure by itself, measured once: bytes, say.
void racePublishOne(const char *scene, int64_t size, const char *unit, double value, uint64_t hash);

/// The check before a time is printed: a note on stderr, and whether no more than a permille
/// of the answers is wrong (or `tolerated`, if that is more).
bool raceAgree(const char *scene, const char *engine, int64_t wrong, int64_t of, int64_t tolerated);

#endif
