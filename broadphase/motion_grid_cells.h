// SPDX-License-Identifier: MIT
// What filling a motion grid and walking it share: cells, where they are listed, and the floats of
// what is listed.
#ifndef CAROM_BROADPHASE_MOTION_GRID_CELLS_H
#define CAROM_BROADPHASE_MOTION_GRID_CELLS_H

#include "motion_grid.h"

#define CR_MOTION_ACROSS 0x1p28 // cells
#define CR_MOTION_ROUGH 0x1p-20 // of coordinates and ways: more than all that floats lose

static inline int crMotionCellOf(const CrMotionGrid *motionGrid, double x, double low)
{
    return (int)crClamp((x - low) * motionGrid->inverse, 0.0, CR_MOTION_ACROSS);
}

static inline uint32_t crMotionPlaceOf(const CrMotionGrid *motionGrid, int x, int y)
{
    uint64_t mixed =
        (uint64_t)(uint32_t)x * 0x9e3779b97f4a7c15u + (uint64_t)(uint32_t)y * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)(mixed >> (64 - motionGrid->bits));
}

static inline CaromVec2 crMotionMiddle(const CrMotionGrid *motionGrid)
{
    return crScale(crAdd(motionGrid->bounds.min, motionGrid->bounds.max), 0.5);
}

/// [m] A disc's radius, and the error of its place in floats, at this distance from the middle, for
/// the span.
static inline float crMotionRoughReach(const CrMotionGrid *motionGrid, CaromVec2 place,
                                       CaromVec2 velocity, double radius)
{
    double span = motionGrid->until - motionGrid->from;
    double way = (crAbs(velocity.x) + crAbs(velocity.y)) * span;
    return (float)((radius + CR_MOTION_ROUGH * (crAbs(place.x) + crAbs(place.y) + way)) *
                   (1.0 + CR_MOTION_ROUGH));
}

#endif
