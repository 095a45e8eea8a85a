// SPDX-License-Identifier: MIT
// Engines side by side. Rounds go around them, so that a slow spell of the machine hits all of
// them, and the median of the rounds counts.
#ifndef CAROM_BENCH_RACE_H
#define CAROM_BENCH_RACE_H

#include "bench.h"

#include <stdio.h>

#define RACE_MAX_ROUNDS 101

#if defined(CAROM_BENCH_BOX2D) && defined(CAROM_BENCH_CHIPMUNK)
#define RACE_ENGINES 4
#elif defined(CAROM_BENCH_BOX2D) || defined(CAROM_BENCH_CHIPMUNK)
#define RACE_ENGINES 3
#else
#define RACE_ENGINES 2
#endif

typedef struct RaceOptions {
    int rounds; // 1 .. RACE_MAX_ROUNDS, after one round to warm up
    int steps;  // of each engine in a round
} RaceOptions;

typedef struct Contestant {
    const BenchEngine *engine;
    void *state;
    double nanoseconds[RACE_MAX_ROUNDS]; // per unit of work, of each round
} Contestant;

/// Ours is the first. False, with the reason on stderr, where an engine could not start.
bool raceEnter(Contestant contestants[RACE_ENGINES], const BenchScene *scene);
void raceLeave(Contestant contestants[RACE_ENGINES]);
/// Opens the table: `output` gets its rows.
void raceOpen(FILE *output);
/// One row: the median of the rounds per unit, and the hash of what was computed.
void racePrint(const char *scene, int size, Contestant *contestant, int rounds, const char *unit,
               uint64_t hash);

/// False where memory was short.
bool raceStorm(const BenchScene *scene, const RaceOptions *options);
bool raceCasts(const BenchScene *scene, const RaceOptions *options);
bool raceMeetings(const RaceOptions *options); ///< needs no map

#endif
