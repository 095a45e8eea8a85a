// SPDX-License-Identifier: MIT
// A flight's path p(τ) = p + vτ + ½aτ² against a fat edge: all points within `reach` of segment a
// b. The heart of the laws of flight: an entry time is a function of path and edge alone, so no
// step, cell or search order can alter it (law 2).
//
//            cap B
//            .--.
//     left   |  |   right
//     face   |  |   face
//            '--'
//            cap A
//
// A point meets the segment itself (reach 0): whether it passes an end is decided by exact signs
// (straight paths) or by one expression per end that is the same for all edges with that end
// (curved ones), so that no path slips between two edges. A disc meets its offset: two faces and
// two caps, which join smoothly, so that an entry lies on one of them, decided once.
//
// One-sided: the left of a -> b, where cross(b − a, p − a) > 0, is solid; only entries from the
// right count.
#ifndef CAROM_SHAPES_PATH_H
#define CAROM_SHAPES_PATH_H

#include "inline.h"

#include <math.h>

typedef struct CrPath {
    CaromVec2 p, v, a;
    bool curved; ///< a is not (0, 0)
} CrPath;

/// What a path meets: the parts of a fat edge.
typedef struct CrEdge {
    CaromVec2 a, b;
    double reach; ///< the edge's radius and the projectile's together; 0: a line without thickness
    bool oneSided;
} CrEdge;

#define CR_NOT_EVER 1e300 ///< a time of a path that never comes

typedef enum CrPart {
    CR_PART_LEFT = 1,   ///< the face that looks to the left of a -> b
    CR_PART_RIGHT = -1, ///< the face that looks to the right
    CR_PART_A = 2,      ///< the cap around a
    CR_PART_B = 3
} CrPart;

static inline bool crPartIsCap(CrPart part)
{
    return part == CR_PART_A || part == CR_PART_B;
}

typedef struct CrMeet {
    double tau;
    CrPart part;
} CrMeet;

static inline CrPath crPathMake(CaromVec2 p, CaromVec2 v, CaromVec2 a)
{
    CrPath path = {p, v, a, a.x != 0.0 || a.y != 0.0};
    return path;
}

static inline CaromVec2 crPathPoint(const CrPath *path, double tau)
{
    if (!path->curved) {
        return crAddScaled(path->p, path->v, tau);
    }
    return crVec(path->p.x + (path->v.x + 0.5 * path->a.x * tau) * tau,
                 path->p.y + (path->v.y + 0.5 * path->a.y * tau) * tau);
}

static inline CaromVec2 crPathVelocity(const CrPath *path, double tau)
{
    return path->curved ? crAddScaled(path->v, path->a, tau) : path->v;
}

/// Below this distance computed and exact places count as equal: some 128 roundings of a
/// coordinate.
static inline double crPlaceTolerance(CaromVec2 p, double reach)
{
    CR_ASSERT(!(reach < 0.0));
    return (crAbs(p.x) + crAbs(p.y) + reach + 1.0) * 0x1p-46;
}

/// The sum of all coordinates of two places, or of two velocities, by which that of their roundings
/// is known; the same bits under a quarter turn, so that what is put aside by it is, too.
static inline double crCoordinateSum(CaromVec2 a, CaromVec2 b)
{
    return (crAbs(a.x) + crAbs(a.y)) + (crAbs(b.x) + crAbs(b.y));
}

/// The first entry at tau >= after, or > after where `beyond` is set. False: none, ever.
/// A start within the place tolerance inside the surface that moves further in is an entry at 0.
bool crPathMeets(const CrPath *path, const CrEdge *edge, double after, bool beyond, CrMeet *meet);

/// The same from 0 on, but what comes clearly after `until` may be left out.
bool crPathMeetsBefore(const CrPath *path, const CrEdge *edge, double until, CrMeet *meet);

/// Whether a curved path reaches a thin edge and, at the same time within rounding, goes back to
/// the side that it came from: crPathMeets returns the first of the two times.
bool crPathOnlyTouches(const CrPath *path, const CrEdge *edge);

/// For paths nearly parallel to the edge the time is kept between the ends.
double crPathFlatTime(const CrPath *path, const CrEdge *edge, double tau);

/// The time at which a straight path meets a thin edge that it is known to cross ahead: what
/// crPathMeets says where exact signs have nothing to add.
/// Inline, for the short bounces.
static inline double crPathCrossingTime(const CrPath *path, const CrEdge *edge)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double distance = crCross(along, crSub(path->p, edge->a)), speed = crCross(along, path->v);
    double tau = speed == 0.0 ? CR_NOT_EVER : -distance / speed;
    if (crAbs(speed) <
        1e-6 * (crAbs(along.x) + crAbs(along.y)) * (crAbs(path->v.x) + crAbs(path->v.y))) {
        tau = crPathFlatTime(path, edge, tau);
    }
    return crMax(tau, 0.0);
}

/// Of a centre, seen from a disc's: |p|² − reach², without cancellation of squares.
static inline double crRimExcess(CaromVec2 fromCenter, double reach)
{
    CR_ASSERT(!(reach < 0.0));
    double distance = crLength(fromCenter);
    return (distance - reach) * (distance + reach);
}

/// Whether a start of that excess is at most the place tolerance inside.
static inline bool crStartsShallow(const CrPath *path, double excess, double reach)
{
    return excess >= -2.0 * reach * crPlaceTolerance(path->p, reach);
}

/// When a straight path enters a disc: what crPathMeets says of an edge that is a point.
/// Inline, for the short bounces.
static inline bool crPathMeetsDisc(const CrPath *path, CaromVec2 center, double reach, double *tau)
{
    CR_ASSERT(!(reach < 0.0));
    CaromVec2 m = crSub(path->p, center);
    double c = crRimExcess(m, reach), b = crDot(m, path->v);
    if (b >= 0.0 || (c <= 0.0 && !crStartsShallow(path, c, reach))) {
        return false;
    }
    double speedSquared = crLengthSquared(path->v), aside = crCross(m, path->v);
    double d = reach * reach * speedSquared - aside * aside;
    if (c > 0.0 && d < 0.0) {
        return false;
    }
    *tau = c <= 0.0 ? 0.0 : c / (sqrt(d) - b);
    return true;
}

/// Whether a start on a side of a thin edge (its exact sign) is within the place tolerance inside a
/// solid and moves further in: rounding put it there, and it is an entry.
bool crPathStartsBarelyInside(const CrPath *path, const CrEdge *edge, int start);

/// The first time > after at which the path leaves the fat edge; false if it isn't inside then, or
/// stays.
bool crPathLeaves(const CrPath *path, const CrEdge *edge, double after, double *tau);

/// An upper bound of the time after which the path stays farther than `distance` from its start; a
/// huge number where it rests.
static inline double crPathTimeWithin(const CrPath *path, double distance)
{
    CR_ASSERT(!(distance < 0.0));
    double speed = crLength(path->v), acceleration = crLength(path->a);
    if (acceleration == 0.0) {
        return speed == 0.0 ? CR_NOT_EVER : distance / speed;
    }
    return (speed + sqrt(speed * speed + 2.0 * acceleration * distance)) / acceleration;
}

/// The box that a disc sweeps between two times of its path.
CaromBox crPathSweptBox(const CrPath *path, double from, double to, double radius);

/// The edge's own frame, computed once per test and alike everywhere.
typedef struct CrEdgeFrame {
    CaromVec2 along, normal; // along: not unit; normal: unit, to the left
    double lengthSquared;
} CrEdgeFrame;

static inline CrEdgeFrame crEdgeFrame(const CrEdge *edge)
{
    CrEdgeFrame frame;
    frame.along = crSub(edge->b, edge->a);
    frame.lengthSquared = crLengthSquared(frame.along);
    double length = sqrt(frame.lengthSquared);
    frame.normal = length > 0.0 ? crUnit(crLeft(frame.along), length) : crVec(0.0, 0.0);
    return frame;
}

/// Where along the edge a place is: 0 at a, 1 at b; −1 of an edge without length.
static inline double crEdgeFoot(const CrEdgeFrame *frame, const CrEdge *edge, CaromVec2 p)
{
    return frame->lengthSquared > 0.0
               ? crDot(frame->along, crSub(p, edge->a)) / frame->lengthSquared
               : -1.0;
}

// ---- edge.c

/// The unit normal of the part that was met, at the projectile's centre.
CaromVec2 crEdgeNormal(const CrEdge *edge, CrPart part, CaromVec2 center);

/// Distance of the centre from the surface, computed as crPathMeets computes a start: > 0 is free.
/// For one-sided edges centres on the solid side count as free. Reach must be > 0.
double crEdgeGap(const CrEdge *edge, CaromVec2 center);

/// Whether a velocity relative to the edge leads off the surface, or along it, by the arithmetic
/// with which crPathMeets judges an approach.
bool crEdgeIsLeaving(const CrEdge *edge, CrPart part, CaromVec2 center, CaromVec2 velocity);

/// Whether all between two places stays farther from the edge's surface than a slack; both of its
/// sides count.
bool crEdgeIsClearOf(const CrEdge *edge, CaromVec2 p, CaromVec2 q, double slack);

/// The part that is nearest to a place.
CrPart crEdgePartAt(const CrEdge *edge, CaromVec2 p);

#endif
