// SPDX-License-Identifier: MIT
// What the parts of same_bits share: a hash over the bits of numbers, random places.
#ifndef CAROM_TESTS_SAME_BITS_H
#define CAROM_TESTS_SAME_BITS_H

#include "../shapes/base.h" // its guards: no arithmetic here is fused either

#include <string.h>

#include "../world/carom.h"
#include "random.h"

typedef struct Hash {
    uint64_t value;
} Hash;

/// Fowler, Noll and Vo's FNV-1a over the bits of a number.
static inline void hashNumber(Hash *hash, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 64; i += 8) {
        hash->value = (hash->value ^ (bits >> i & 0xff)) * 1099511628211u;
    }
}

static inline void hashPoint(Hash *hash, CaromVec2 point)
{
    hashNumber(hash, point.x);
    hashNumber(hash, point.y);
}

static inline CaromVec2 randomPoint(TestRandom *random, double extent)
{
    double x = testRandomRange(random, -extent, extent);
    return caromVec2(x, testRandomRange(random, -extent, extent));
}

/// same_bits_queries.c: prints a hash of what queries answer. @returns the exit status.
int printQueries(void);

#endif
