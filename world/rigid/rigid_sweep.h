// SPDX-License-Identifier: MIT
// Nothing tunnels: the path of a body that moves by more than a quarter of its least half-width
// until the next tick, or is that deep in something, is swept against what rests and what is
// kinematic. The first touch is an impact at its own time (response/body_impact.h); from there the
// next one is looked for.
//
// How deep it may get: a body that touches nothing, not at all. One in contact, or that has just
// hit something and not bounced, a quarter or a sixteenth of its least half-width: so it slides
// over seams, and the solver has something to push at. What begins deeper gets no deeper but by a
// 64th of that width in a tick, so that its search ends; but not deeper than half of it.
//
// Searches begin at ticks, at impacts and pushes, and at edits: at times of the world, which do not
// depend on frames; and what they find is part of the state. So the same calls give the same bits.
#ifndef CAROM_WORLD_RIGID_RIGID_SWEEP_H
#define CAROM_WORLD_RIGID_RIGID_SWEEP_H

#include "../../shapes/time_of_impact.h"
#include "rigid_mirror.h"

/// A body and what it runs into, for time_of_impact.h.
typedef struct CrRigidPair {
    CrTrack track[2];
    CrConvex outline[2];
    CaromVec2 edge[2][2]; ///< points of outlines that are edges
    CaromVec2 heart;      ///< the middle of the body's outline
    double width;         ///< [m] its least half-width
    uint32_t body[2];
} CrRigidPair;

/// Within a tick, as plans are made: lists a body, if its new path has to be swept.
void crRigidSweepConsider(CaromWorld *world, CrRigid *rigid, const CrRigidPlan *path, double span);
/// The same for bodies that the solver left deep in others.
void crRigidSweepConsiderDeep(CaromWorld *world);
/// The same for bodies whose impact with something that stands has its own time.
void crRigidSweepConsiderBouncing(CaromWorld *world);
/// Sweeps the listed ones, after bodies took their paths, up to the next tick.
void crRigidSweepListed(CaromWorld *world, double next);
/// Sweeps one that has another path from a time on.
void crRigidSweepOne(CaromWorld *world, uint32_t body, double time);
/// Sweeps all again, if calls have moved or changed something.
void crRigidSweepEdits(CaromWorld *world);

/// How many outlines a search sweeps: convex shapes, and edges of others. O(shapes).
int64_t crRigidSweepParts(const CaromWorld *world, uint32_t body);

/// The pair of a body's impact. False: it is of no shapes that there are.
bool crRigidSweepPair(const CaromWorld *world, uint32_t body, CrRigidPair *pair);
/// The gap of a pair at a time. One that is buried has its normal on the side of its middle.
CrConvexGap crRigidPairGap(const CrRigidPair *pair, double time);

#endif
