// SPDX-License-Identifier: MIT
// A storm: elastic bullets that fly for ever. What storms and their variants share.
#ifndef CAROM_BENCH_STORM_H
#define CAROM_BENCH_STORM_H

#include "race.h"

/// What flies: ours in its world, a peer's by its casts, or nothing but integration.
typedef struct Flyer {
    const BenchEngine *engine; // null: integration
    void *state;
    CaromWorld *world; // ours, or null
    BenchFlight flight;
} Flyer;

/// How ours differ from straight points.
typedef struct Weather {
    CaromVec2 gravity; // [m/s²]
    double radius;     // [m]
    int bodies;        // that move among the bullets
} Weather;

/// Null where memory is short.
Flyer *stormEnter(const BenchScene *scene, const BenchEngine *engine, int bullets,
                  const Weather *weather);
void stormLeave(Flyer *flyer);
void stormStep(Flyer *flyer);
/// The positions, and a hash, of all that are still in flight.
int stormPositions(const Flyer *flyer, CaromVec2 *out, int capacity);
uint64_t stormHash(const Flyer *flyer);
/// [ns] per bullet and step, of some steps.
double stormTime(Flyer *flyer, int steps);

#endif
