// SPDX-License-Identifier: MIT
// When two convex outlines that move, accelerate and turn come to a given depth in each other.
//
// Conservative advancement: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems"
// (1996), ch. 2.3. Along any direction n the outlines are apart by at most their signed distance,
// which is below 0 where they overlap. Let n be the direction at a time t. A corner of one, which
// is h above a corner of the other along n, and gets nearer by k, stays above it at least while
//
//     k·τ + ½·s·τ²  <  h,     s = -n·a + spin²·reach of both
//
// (a: acceleration of one to the other). The least of the first roots τ is the next step. So no
// step passes a touch, however thin the outlines are; what falls on a line takes three to eight of
// them.
#ifndef CAROM_SHAPES_TIME_OF_IMPACT_H
#define CAROM_SHAPES_TIME_OF_IMPACT_H

#include "pose.h"

/// At `time` it was moved by `drift` and turned by `turn` about the pivot, and had that velocity.
typedef struct CrTrack {
    CaromVec2 pivot, drift, velocity, acceleration;
    double turn, spin; ///< [rad], [rad/s]
    double time;
} CrTrack;

/// Points counter-clockwise, where they are before the track moves them; one: a disc, two: a
/// capsule, or a line.
typedef struct CrConvex {
    const CaromVec2 *points;
    int count;
    double radius; ///< [m] >= 0
    double reach;  ///< [m] from the track's pivot to the farthest place, or more
} CrConvex;

#define CR_IMPACT_POINTS 64 ///< the second outline has at most so many

typedef struct CrConvexGap {
    double gap;       ///< [m] below 0: the depth
    CaromVec2 normal; ///< from b to a, in the world
} CrConvexGap;

/// Where its pivot is at a time, from where the track has it.
CaromVec2 crTrackOffset(const CrTrack *track, double time);
CrPose crTrackPose(const CrTrack *track, double time);
/// Returns the velocity of its material at a place.
CaromVec2 crTrackVelocity(const CrTrack *track, double time, CaromVec2 place);

CrConvexGap crConvexGap(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                        double time);
/// [m] what roundings may make of a gap at a time.
double crConvexTolerance(const CrTrack *ta, const CrConvex *a, double time);

/// The first time in from .. until at which they come together and are `depth` deep in each other.
/// At `from` they are less deep. *converged false: not known beyond that time, ask again from
/// there.
bool crTimeOfImpact(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                    double depth, double from, double until, double *time, bool *converged);

/// Where they touch along a normal. Where faces do, the place of them that is nearest to `toward`:
/// if that is a centre of mass, an impulse there turns the body least, as impulses at both ends of
/// the faces would together.
CaromVec2 crConvexTouch(const CrTrack *ta, const CrConvex *a, const CrTrack *tb, const CrConvex *b,
                        double time, CaromVec2 normal, CaromVec2 toward);

#endif
