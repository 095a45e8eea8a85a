// SPDX-License-Identifier: MIT
// Random numbers that are the same everywhere: splitmix64. Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators" (2014).
#ifndef CAROM_SAMPLES_RANDOM_H
#define CAROM_SAMPLES_RANDOM_H

#include <stdint.h>

typedef struct SampleRandom {
    uint64_t state; ///< any value; the seed
} SampleRandom;

static inline uint64_t sampleRandomBits(SampleRandom *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// In [low, high).
static inline double sampleRandomRange(SampleRandom *random, double low, double high)
{
    return low + (high - low) * ((double)(sampleRandomBits(random) >> 11) * 0x1p-53);
}

/// In 0 .. count - 1; count > 0.
static inline int sampleRandomIndex(SampleRandom *random, int count)
{
    return (int)((sampleRandomBits(random) >> 32) * (uint64_t)count >> 32);
}

#endif
