// SPDX-License-Identifier: MIT
// How far from a surface a place must be so that rounding can't put it behind.
#ifndef CAROM_WORLD_PLACEMENT_PLACE_TOLERANCE_H
#define CAROM_WORLD_PLACEMENT_PLACE_TOLERANCE_H

#include "../../shapes/inline.h"
#include "../../shapes/path.h"
#include "../../shapes/pose.h"
#include "../api/bodies.h"
#include "../data/body.h"

/// Whether a place keeps to the free side.
typedef bool CrPlaceKeeps(const void *context, CaromVec2 place);

/// [m] Of the coordinates that a place has for a body. What that has moved since its shapes were
/// made adds roundings: there may be nothing left of a hair when it comes to their coordinates.
static inline double crPlaceSizeUnder(const CrBody *body, const CrPose *pose, CaromVec2 place)
{
    return body->type == CAROM_BODY_STATIC
               ? 0.0
               : crCoordinateSum(crPoseToLocal(pose, place), pose->offset);
}

/// [m] Of a size in the world and one under a body the one by which places are tried; steps go up
/// to 64 times the first, so that a few times as coarse digits are no matter.
static inline double crPlaceSizeOf(double world, double body)
{
    return body > 8.0 * world ? body : world;
}

/// [m] Of coordinates of which the largest come to a sum: by how much places near one are tried,
static inline double crPlaceUnit(double size, double radius)
{
    return (size + radius + 1e-3) * 0x1p-52;
}

/// and how near an edge comes that may bar one.
static inline double crPlaceNearness(double size, double radius)
{
    return (size + radius + 1.0) * 0x1p-41;
}

/// The first place that does so, of `wish` and those from there along a direction; false if none.
static inline bool crPlaceAlong(CaromVec2 wish, CaromVec2 direction, double unit,
                                CrPlaceKeeps *keeps, const void *context, CaromVec2 *place)
{
    *place = wish;
    bool found = keeps(context, wish);
    for (double step = unit; !found && step <= 64.0 * unit; step *= 2.0) {
        *place = crAddScaled(wish, direction, step);
        found = keeps(context, *place);
    }
    return found;
}

#endif
