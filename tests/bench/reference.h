// SPDX-License-Identifier: MIT
// The machine on which the goals were set (2 cores, Zen 4, clang 14 -O3 -march=native, Box2D 3.2
// with its tree rebuilt, Chipmunk 7 in floats with the better of tree and hash): what peers took
// there, and what is to be reached. By the peers that run here, too, figures of here and of there
// compare.
#ifndef CAROM_BENCH_REFERENCE_H
#define CAROM_BENCH_REFERENCE_H

#include <stdint.h>

typedef struct Reference {
    const char *scene;
    int64_t low, high;      // sizes that it is of
    const char *engine;     // of ours
    const char *work;       // in words
    double box2d, chipmunk; // in the unit of the figure; 0: not told
    double goal;            // in the unit of the figure; 0: none
    double goalRatio;       // to the figure of `against` in the same scene; 0: none
    const char *against;
} Reference;

extern const Reference references[];
extern const int referenceCount;

#endif
