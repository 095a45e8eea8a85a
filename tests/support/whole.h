// SPDX-License-Identifier: MIT
// Points of a map in whole numbers, for oracles that round nothing.
#ifndef CAROM_TESTS_WHOLE_H
#define CAROM_TESTS_WHOLE_H

#include <stdint.h>

#include "../../shapes/vec.h"

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 Wide;
#define HAS_WIDE 1
#else
typedef int64_t Wide;
#define HAS_WIDE 0
#endif

typedef struct Whole {
    int64_t x, y;
} Whole;

/// unit: [m] of whole numbers
static inline Whole wholeOf(CaromVec2 p, double unit)
{
    Whole w = {(int64_t)(p.x / unit), (int64_t)(p.y / unit)};
    return w;
}

static inline CaromVec2 metresOf(Whole w, double unit)
{
    return caromVec2((double)w.x * unit, (double)w.y * unit);
}

static inline Whole minus(Whole a, Whole b)
{
    Whole w = {a.x - b.x, a.y - b.y};
    return w;
}

static inline int64_t cross(Whole a, Whole b)
{
    return a.x * b.y - a.y * b.x;
}

static inline int signOf(Wide x)
{
    return (x > 0) - (x < 0);
}

#endif
