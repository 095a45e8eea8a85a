// SPDX-License-Identifier: MIT
// The support under a projectile: its motion, as a projectile on it feels it, and the path of the
// projectile's centre along it.
#ifndef CAROM_WORLD_SUPPORT_TRACK_H
#define CAROM_WORLD_SUPPORT_TRACK_H

#include "../flight/where.h"
#include "../placement/corner.h"

/// [rad/s] Returns how fast the support turns under the projectile. A circle about the pivot of its
/// body looks the same however it turns. For this purpose it stands still, and its surface runs
/// along itself.
double crSupportSpin(const CaromWorld *world, const CrSupport *support);
/// [m/s] Returns how fast its surface runs along itself: that of a belt, or of such a circle.
double crSupportRuns(const CaromWorld *world, const CrSupport *support);
/// Returns the velocity of its material at a place and time; for such a circle that of its centre.
CaromVec2 crSupportVelocity(const CaromWorld *world, const CrSupport *support, double time,
                            CaromVec2 place);
/// Returns its pose; for such a circle without the turn.
CrPose crSupportPose(const CaromWorld *world, const CrSupport *support, double time);
/// [m/s²] Returns a pull as it appears in the frame of a body that accelerates.
CaromVec2 crSupportPull(const CaromWorld *world, const CrSupport *support, CaromVec2 pull);
/// [m/s²] Returns the apparent acceleration at a place in its turning frame, apart from the pull of
/// the world.
CaromVec2 crSupportWhirl(const CaromWorld *world, const CrSupport *support, double time,
                         CaromVec2 place);

/// Flight i on a support, which it touches in this way at a time.
typedef struct CrLean {
    CaromWorld *world;
    uint32_t i;
    double time;
    const CrSupport *support;
    CrTouch touch;
} CrLean;

static inline CrLean crLeanAt(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                              CaromVec2 place)
{
    CrLean lean = {world, i, time, support, crSupportTouch(world, i, time, support, place)};
    return lean;
}

#define CR_FACET 0x1p-6 ///< [rad] the angle between two facets of an arc

/// The path of the centre along one face or facet, in the world at a time: origin + s·along.
typedef struct CrFaceTrack {
    CaromVec2 origin, along, normal;
    double lo, hi; ///< it goes from s = lo to hi
    bool isRound;
    double radius;              ///< of the curve
    CrCornerSide before, after; ///< faces on which a round track ends at lo and at hi
    bool endsBefore, endsAfter; ///< whether it gets to them
} CrFaceTrack;

CrFaceTrack crFaceTrackOf(const CrLean *lean);
/// [m] Returns the gap between the surface and the path along it: more than rounding can hide of
/// the place, and of the edge between ends that may be far away.
double crFaceTrackHair(CaromVec2 place, const CrTouch *touch);
/// [s] Returns the time after which what moves along it from s, with a speed and an acceleration,
/// leaves it at its end towards `side` (1 hi, −1 lo).
double crFaceTrackTimeToEnd(const CrFaceTrack *track, int side, double s, double speed,
                            double acceleration);
/// Returns s of a place beside the track.
static inline double crFaceTrackAt(const CrFaceTrack *track, CaromVec2 place)
{
    return crDot(crSub(place, track->origin), track->along);
}

/// Returns the unit direction along a surface in which speeds are counted.
static inline CaromVec2 crAlongSurface(CaromVec2 normal)
{
    return crVec(normal.y, -normal.x);
}

#endif
