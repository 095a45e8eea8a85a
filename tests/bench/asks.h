// SPDX-License-Identifier: MIT
// Queries as numbers: what one answers, and what a loop over all walls says to it.
#ifndef CAROM_BENCH_ASKS_H
#define CAROM_BENCH_ASKS_H

#include "bench.h"

#define ASK_LENGTH 16.0                          // [m] of casts, lights, looks around
#define ASK_RADIUS 0.1                           // [m]
#define ASK_SECONDS 2.0                          // of arcs and throws
#define ASK_BOUNCES 2                            // of beams
#define ASK_CHECKED 200                          // answers
static const CaromVec2 ASK_GRAVITY = {0, -9.81}; // [m/s²]

typedef struct Asker {
    const BenchScene *scene;
    CaromWorld *world;
    CaromLight *light;
    CaromQueryOptions options;
} Asker;

/// From the place of bullet i.
typedef double AskFunction(Asker *asker, int i);

typedef struct Ask {
    const char *name, *unit;
    int count; // of a round
    AskFunction *one, *truth;
    double tolerance;
} Ask;

/// 0.2 m around a place.
CaromGeometry asksBox(CaromVec2 middle, CaromVec2 corners[4]);

AskFunction truthCircle, truthShape, truthAny, truthArc, truthBeam, truthPredict, truthNearest,
    truthTouching, truthLight;

#endif
