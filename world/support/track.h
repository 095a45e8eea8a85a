// SPDX-License-Identifier: MIT
// The path of a projectile's centre along its support.
#ifndef CAROM_WORLD_SUPPORT_TRACK_H
#define CAROM_WORLD_SUPPORT_TRACK_H

#include "../placement/corner.h"
#include "support_motion.h"

#define CR_FACET 0x1p-6 ///< [rad] the angle between two facets of an arc

/// The path of the centre along one face or facet, in the world at a time: origin + s·along.
typedef struct CrTrack {
    CaromVec2 origin, along, normal;
    double lo, hi; ///< it goes from s = lo to hi
    bool isRound;
    double radius;              ///< of the curve
    CrCornerSide before, after; ///< faces on which a round track ends at lo and at hi
    bool endsBefore, endsAfter; ///< whether it gets to them
} CrTrack;

/// Returns the track of flight i on a support that it touches in this way.
CrTrack crTrackOf(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                  const CrTouch *touch);
/// [m] Returns the gap between the surface and the path along it: more than rounding can hide of
/// the place, and of the edge between ends that may be far away.
double crTrackHair(CaromVec2 place, const CrTouch *touch);

/// Returns the unit direction along a surface in which speeds are counted.
static inline CaromVec2 crAlongSurface(CaromVec2 normal)
{
    return crVec(normal.y, -normal.x);
}

#endif
