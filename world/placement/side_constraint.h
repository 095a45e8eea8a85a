// SPDX-License-Identifier: MIT
// A candidate for the place of a flight, and its constraints: edges near it. It must lie on their
// free side, and the way to it must not cross them. place.c and spawn_place.c look for one.
#ifndef CAROM_WORLD_PLACEMENT_SIDE_CONSTRAINT_H
#define CAROM_WORLD_PLACEMENT_SIDE_CONSTRAINT_H

#include "../flight/def_table.h"
#include "../narrowphase/shape_walk.h"
#include "../flight/leg.h"
#include "../flight/where.h"
#include "place.h"

#define CR_SIDE_CONSTRAINT_LIMIT 96

/// An edge that the place must respect; a thick one by its gap.
typedef struct CrSideConstraint {
    CrEdge edge;
    CrPose pose;
    const CrBody *body;
    uint32_t key;
    bool isHit;
    int side;     ///< where the place must lie (1 left, -1 right): beside it, and of the edge that
                  ///< is hit even beyond its tip, where a rounded place may have gone round it
    bool watched; ///< it must not be crossed on the straight way from
    CaromVec2 from;       ///< here, as the edge sees it: the leg's start, or where it was clear
    const CrShape *solid; ///< inside of which it must not lie, behind an inner corner of it, say,
                          ///< where it is beside no edge; null: no matter
} CrSideConstraint;

typedef struct CrPlacing {
    const CaromWorld *world;
    uint32_t i;
    const CrFlightDef *flightDef;
    CrPath path;
    double tau;    ///< of the wish on the path
    bool exactLeg; ///< a point on a leg that is a straight line: checked against resting edges as a
                   ///< whole
    bool checksTips; ///< also against edges whose tips it passed by a hair
    CaromVec2 wish;
    double unit;     ///< the first distance tried, about two roundings of a coordinate
    double nearness; ///< edges this near are guarded against
    CrSideConstraint guards[CR_SIDE_CONSTRAINT_LIMIT];
    int guardCount;
    bool overflow;      ///< there are more: each place is tested against all of them again
    double least, back; ///< [s] before tau: of which no rounding can make nothing; and when it was
                        ///< clear of all guards, from where its way is watched
    double tolerance;
    CrVisit *minds; ///< tries a place against one of them
    double time;
    const CrTouch *hit;
    const CrSeat *seat; ///< of a fresh flight
    CaromVec2 tried;
} CrPlacing;

static inline int crSignOf(double x)
{
    return (x > 0.0) - (x < 0.0);
}

/// Everything but the guards. Rounding errors grow with the larger of both ends' coordinates.
void crPlacingBegin(CrPlacing *placing, const CaromWorld *world, uint32_t i, CrPath path,
                    CaromVec2 wish);
/// By how much places are tried, and how far edges are looked for, among coordinates of a size.
void crPlacingMeasure(CrPlacing *placing, double size);
/// Every edge near the wish; false where a visit ended the round.
bool crPlacingVisit(CrPlacing *placing, CrVisit *visit);
/// A visit: what is near becomes a guard.
bool crPlacingGuard(void *placing, uint32_t shape, int edge);
/// From where on the way to the place is watched: from one place for all guards, lest it pass
/// between two that meet in a tip, by each on a side on which it may have been.
void crPlacingWatch(CrPlacing *placing);
/// Whether a place respects all.
bool crPlacingIsFree(CrPlacing *placing, CaromVec2 place);

/// Guards are kept in the order of their keys: in which order a search came by them must not show.
void crSideConstraintAdd(CrPlacing *placing, const CrSideConstraint *guard);
bool crSideConstraintKeeps(const CrSideConstraint *guard, CaromVec2 place);
/// Whether a guard is watched along a leg that bends, or turns with a body: not as a whole.
bool crSideConstraintIsWatchedLate(const CrPlacing *placing, const CrSideConstraint *guard);
/// How far a place is from an edge.
double crSideConstraintDistance(const CrEdge *edge, CaromVec2 p);

/// Where the flight was a time ago, as a body sees it; at its leg's start, where sides are exact,
/// if that was later.
CaromVec2 crPlacingBefore(const CrPlacing *placing, const CrBody *body, double back);
/// How fast it goes, as a body sees it.
double crPlacingSpeed(const CrPlacing *placing, const CrBody *body);

// Tries (place.c).
/// A normal of all that is near: out of a wedge along its middle.
CaromVec2 crPlacingNormal(const CrPlacing *placing);
bool crPlacingTryAlong(CrPlacing *placing, CaromVec2 direction, CaromVec2 *place);
bool crPlacingTryAround(CrPlacing *placing, CaromVec2 *place);

#endif
