// SPDX-License-Identifier: MIT
// FNV-1a by Fowler, Noll and Vo (1991), over values: a figure of the same name with another hash
// did other work.
#include "bench.h"

#include <string.h>

uint64_t benchHash(uint64_t hash, uint64_t value)
{
    for (int shift = 0; shift < 64; shift += 8) {
        hash = (hash ^ (value >> shift & 255u)) * 1099511628211u;
    }
    return hash;
}

uint64_t benchHashDouble(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return benchHash(hash, bits);
}

uint64_t benchHashPoints(const CaromVec2 *points, int count)
{
    uint64_t hash = BENCH_HASH_START;
    for (int i = 0; i < count; i++) {
        hash = benchHashDouble(benchHashDouble(hash, points[i].x), points[i].y);
    }
    return hash;
}

uint64_t benchHashHits(const BenchHit *hits, int count)
{
    uint64_t hash = BENCH_HASH_START;
    for (int i = 0; i < count; i++) {
        hash = benchHashDouble(benchHash(hash, (uint64_t)hits[i].shape), hits[i].fraction);
    }
    return hash;
}
