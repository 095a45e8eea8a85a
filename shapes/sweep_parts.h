// SPDX-License-Identifier: MIT
// What a sweep is made of: places, corners' paths, edges. For sweep.c, which finds what is met, and
// sweep_cast.c, which knows of insides.
#ifndef CAROM_SHAPES_SWEEP_PARTS_H
#define CAROM_SHAPES_SWEEP_PARTS_H

#include "sweep.h"

// ---- what moves

/// A direction, at a time.
static inline CaromVec2 crSweepTurn(const CrSweep *sweep, CaromVec2 v, double tau)
{
    return sweep->angle == 0.0 ? v : crRotate(caromRotation(sweep->angle * tau), v);
}

static inline CaromVec2 crSweepPlace(const CrSweep *sweep, CaromVec2 p, double tau)
{
    if (sweep->angle == 0.0) {
        return crAddScaled(p, sweep->translation, tau);
    }
    CaromVec2 carried = crAddScaled(sweep->pivot, sweep->translation, tau);
    return crAdd(carried, crSweepTurn(sweep, crSub(p, sweep->pivot), tau));
}

/// A corner of what moves, as the target sees it.
static inline CrSpinPath crSweepMoverPath(const CrSweep *sweep, CaromVec2 corner)
{
    CaromVec2 none = {0.0, 0.0}, arm = crSub(corner, sweep->pivot);
    bool orbits = sweep->angle != 0.0 && !crEqual(arm, none);
    CrPath path = crPathMake(orbits ? sweep->pivot : corner, sweep->translation, none);
    return orbits ? crSpinPathOrbit(path, arm, sweep->angle) : crSpinPathStill(path, 0.0);
}

/// A corner of the target, as what moves sees it.
static inline CrSpinPath crSweepTargetPath(const CrSweep *sweep, CaromVec2 corner)
{
    CrPath path = crPathMake(corner, crNegate(sweep->translation), crVec(0.0, 0.0));
    return sweep->angle != 0.0 ? crSpinPathMake(path, sweep->pivot, 0.0, 0.0, sweep->angle, 0.0)
                               : crSpinPathStill(path, 0.0);
}

// ---- edges

static inline bool crSweepMeetsWall(const CrSweep *sweep)
{
    return sweep->fixed.outline.hollow || sweep->target.type == CAROM_SHAPE_SEGMENT;
}

/// The edges of an outline without those that only run back.
static inline int crEdgesOf(const CrOutline *outline)
{
    return outline->count <= 2 && !outline->hollow ? 1 : outline->edgeCount;
}

static inline CrEdge crSweepTargetEdge(const CrSweep *sweep, int e)
{
    CR_ASSERT(e >= 0);
    CrEdge edge = {{0.0, 0.0}, {0.0, 0.0}, sweep->reach, sweep->oneSided};
    crSideEdge(&sweep->fixed, e, &edge.a, &edge.b);
    return edge;
}

static inline CrEdge crSweepMoverEdge(const CrSweep *sweep, int e)
{
    CR_ASSERT(e >= 0);
    CrEdge edge = {{0.0, 0.0}, {0.0, 0.0}, sweep->reach, sweep->mover.outline.count > 2};
    crSideEdge(&sweep->mover, e, &edge.a, &edge.b);
    return edge;
}

/// Of one-sided walls: whether the heart is in front of an edge at a time, or on its line; within
/// rounding, where the heart is a mean of corners. A disc's is its centre, and asked exactly.
static inline bool crSweepHeartIsInFront(const CrSweep *sweep, int e, double tau)
{
    CrEdge edge = crSweepTargetEdge(sweep, e);
    CaromVec2 heart = crSweepPlace(sweep, sweep->heart, tau), along = crSub(edge.b, edge.a);
    if (sweep->mover.outline.count == 1) {
        return caromOrientation(edge.a, edge.b, heart) <= 0;
    }
    double behind = crCross(along, crSub(heart, edge.a));
    return behind <= sweep->tolerance * crLength(along);
}

static inline bool crSweepComesNear(const CrSweep *sweep, CaromVec2 a, CaromVec2 b)
{
    return crBoxOverlaps(crBoxInflate(crBox(a, b), sweep->target.radius), sweep->box);
}

/// A corner that meets an edge.
typedef struct CrSweepCorner {
    CrSpinPath path;
    CrEdge edge;
    int corner, edgeIndex;
    bool isTargets; ///< the corner is the target's and the edge the mover's, else the other way
} CrSweepCorner;

#endif
