// SPDX-License-Identifier: MIT
// Cases of the growth test: how the work of a call grows with the number of things it is given.
// Work is the number of basic blocks that the library executes (count.c), not seconds, so a case
// gives the same figures on a busy machine as on a quiet one.
//
// A case runs at n, 2n and 4n. From each size to the next the work may grow by the factor `most`:
// 2 is linear, 4 is quadratic; n log n is a little above 2 (2.2 from 1,000 to 2,000).
#ifndef CAROM_TESTS_GROWTH_H
#define CAROM_TESTS_GROWTH_H

#include "../../world/api/carom.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct GrowthCase {
    const char *name; ///< what is given, and how it is laid out; null ends a list
    int n;            ///< the least of the three sizes
    double most;      ///< greatest allowed ratio of the work at 2n to that at n, and of 4n to 2n
    void (*run)(int n);
} GrowthCase;

/// Work between the two counts. A case may call the pair more than once; the counts add up.
void growthBegin(void);
void growthEnd(void);
/// All work so far, of the library in whatever world. What is counted between two calls is not part
/// of the case.
uint64_t growthWork(void);

/// Adds to a second count of the case, as of CaromCounters or events; held to the same ratios. Up
/// to four names.
void growthAlso(const char *what, int64_t count);

/// Fails the case where a scene is not what it should be.
void growthExpect(bool condition, const char *what);

/// The C library's memory. Bytes that a growing block may copy are counted as work, which realloc
/// itself does not show.
CaromAllocator growthAllocator(void);

/// A world of this allocator without gravity.
CaromWorld *growthWorld(void);

#endif
