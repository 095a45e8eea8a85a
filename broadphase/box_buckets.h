// SPDX-License-Identifier: MIT
// What box_cells.c and its search have in common. Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_BOX_BUCKETS_H
#define CAROM_BROADPHASE_BOX_BUCKETS_H

#include "box_cells.h"

#define CR_BOX_CELL_BITS 2 ///< a cell has 2^2 steps a side

static inline float crFloatBelow(double x)
{
    float f = (float)x;
    return (double)f > x ? f - (f < 0.0f ? -f : f) * 0x1p-23f - 0x1p-120f : f;
}

static inline CrFloatBox crFloatBoxOf(CaromBox box)
{
    CrFloatBox floats = {crFloatBelow(box.min.x), crFloatBelow(box.min.y),
                         -crFloatBelow(-box.max.x), -crFloatBelow(-box.max.y)};
    return floats;
}

static inline CaromBox crFloatBoxWide(CrFloatBox floats)
{
    return crBox(crVec(floats.minX, floats.minY), crVec(floats.maxX, floats.maxY));
}

static inline int32_t *crBucketChain(const CrBoxCells *cells, int level, int64_t x, int64_t y)
{
    return &cells->heads[crLevelsPlace(level, x, y, cells->bits)];
}

static inline bool crBucketIsOf(const CrBoxBucket *bucket, int level, int64_t x, int64_t y)
{
    return bucket->x == x && bucket->y == y && bucket->level == level;
}

#endif
