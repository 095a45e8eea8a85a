// SPDX-License-Identifier: MIT
// Random numbers for tests and benchmarks: a seed names a case for ever, on every machine.
// SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
#ifndef CAROM_TESTS_RANDOM_H
#define CAROM_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct TestRandom {
    uint64_t state;
} TestRandom;

static inline uint64_t testRandomU64(TestRandom *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Seeds that follow each other (a test's _i) give unrelated sequences.
static inline TestRandom testRandomSeed(uint64_t seed)
{
    TestRandom random = {seed};
    random.state = testRandomU64(&random);
    return random;
}

static inline uint32_t testRandomU32(TestRandom *random)
{
    return (uint32_t)(testRandomU64(random) >> 32);
}

/// In [0, 1): a multiple of 2^-53.
static inline double testRandomUnit(TestRandom *random)
{
    return (double)(testRandomU64(random) >> 11) * 0x1p-53;
}

/// In [lo, hi].
static inline double testRandomRange(TestRandom *random, double lo, double hi)
{
    return lo + (hi - lo) * testRandomUnit(random);
}

/// In [lo, hi], both > 0, up to rounding: as many between 1 and 10 as between 10 and 100.
static inline double testRandomSize(TestRandom *random, double lo, double hi)
{
    return exp(testRandomRange(random, log(lo), log(hi)));
}

/// In lo .. hi, both included.
static inline int testRandomInt(TestRandom *random, int lo, int hi)
{
    uint64_t range = (uint64_t)((int64_t)hi - lo) + 1;
    return (int)(lo + (int64_t)((testRandomU32(random) * range) >> 32));
}

/// A test of support/assertions.h that is run for each _i of 0 .. count - 1, with a `random` of
/// that seed.
#define TEST_SEEDS(name, count)                                                                    \
    static void name##Of(int _i, TestRandom random);                                               \
    TEST_LOOP(name, count)                                                                         \
    {                                                                                              \
        name##Of(_i, testRandomSeed((uint64_t)_i));                                                \
    }                                                                                              \
    static void name##Of(int _i CK_ATTRIBUTE_UNUSED, TestRandom random)

#endif
