// SPDX-License-Identifier: MIT
// What a mover must keep away from, edge by edge, and how far it is from each.
//
// A mover is a convex core of a few points, thickened by its radius and its clearance. Seen from
// it, an edge a b is the set of places at which the core would touch a b: the Minkowski sum of a b
// and the mirrored core, which is convex. So `gap`, the distance from that set less what the core
// is thickened by, is a convex function of the place, its gradient is the unit normal, and the
// half-plane through the nearest point supports the set. All of mover_*.c rests on these three.
// (Lozano-Pérez, "Spatial Planning: A Configuration Space Approach", 1983.)
#ifndef CAROM_WORLD_MOVER_OBSTACLE_H
#define CAROM_WORLD_MOVER_OBSTACLE_H

#include "../api/movers.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_walk.h"
#include "../query/options.h"

#define CR_NEAR_LIMIT 192

typedef struct CrObstacle {
    CaromVec2 a, b; ///< in the world
    CaromVec2 unit; ///< from a to b; (0, 0) where these are equal
    double length;
    double reach; ///< the gap is the distance less this
    uint32_t shape;
    int edge;
    bool oneSided; ///< a wall that is met from its right only; borders of solids are met from both
    bool moves;    ///< of a kinematic body
    bool character;
} CrObstacle;

typedef struct CrGap {
    double gap;
    CaromVec2 normal; ///< [1] unit, from the obstacle to the mover
    CaromVec2 point;  ///< the nearest one of the edge
    bool atEnd;       ///< that is an end of the edge
    bool overlaps; ///< the core itself touches the edge: gap is the depth, as separating axes give
                   ///< it
} CrGap;

/// A mover's look at its surroundings at one time.
typedef struct CrNear {
    const CaromWorld *world;
    const CaromMover *mover;
    double time;
    CaromBox box;         ///< what is looked at: the edges that touch it
    uint32_t withoutBody; ///< not looked at, besides the mover's own; CR_NONE: none
    double reach;         ///< of edges without a radius: what keeps the clearance
    bool unyielding;      ///< characters are not looked at: in their own moves they give way
    bool complete;        ///< `list` holds all; else there are more, and each walk asks the world
    int count;
    CrObstacle list[CR_NEAR_LIMIT];
} CrNear;

/// Tolerances of a mover, all of them fractions of its clearance.
typedef struct CrSkin {
    double reach;  ///< radius + clearance − half of the stated rounding
    double touch;  ///< gaps up to this are touching
    double depth;  ///< a straight way may graze this deep
    double breach; ///< deeper than this is not allowed to stay
} CrSkin;
CrSkin crMoverSkin(const CaromMover *mover);

/// Looks at all that is near the core, moved anywhere within `range` of a place.
void crNearLook(CrNear *near, const CaromWorld *world, const CaromMover *mover, CaromVec2 place,
                double range, double time, uint32_t withoutBody);

/// Whether the moving index has the places of all moving shapes at that time; otherwise each shape
/// must be tested.
static inline bool crNearIsCovered(const CrNear *near)
{
    return near->time >= near->world->movingIndex.from;
}

/// Whether a shape is one that the mover meets, and looks at now.
bool crNearSees(const CrNear *near, uint32_t slot);
/// An edge as it stands at the time of the look.
void crNearObstacle(const CrNear *near, uint32_t slot, int edge, CrObstacle *obstacle);

typedef struct CrNearWalk {
    const CrNear *near;
    int listed;
    bool inGrid;
    CrWalk grid;
    CrCell cell;
    CrCellItems items;
    CrMovingIndexWalk moving;
    int all; ///< next of all kinematic shapes, where the time is one that the layer doesn't cover
    uint32_t shape;
    int edge;
} CrNearWalk;
void crNearStart(CrNearWalk *walk, const CrNear *near);
/// Each obstacle at least once; in no order that may decide anything.
bool crNearNext(CrNearWalk *walk, CrObstacle *obstacle);

CrGap crObstacleGap(const CaromMover *mover, const CrObstacle *obstacle, CaromVec2 place);
/// Whether an obstacle is not met from that side.
static inline bool crObstacleIsBehind(const CrObstacle *obstacle, CaromVec2 normal)
{
    return obstacle->oneSided && crCross(obstacle->unit, normal) > 0.0;
}

/// Where movers find a body at a time: as far as that is known, so never before its anchor; and
/// characters where their own last move put them.
static inline CrPose crMoverPose(const CaromWorld *world, const CrBody *body, double time)
{
    bool stands = time < body->anchorTime || crBodyIsCharacter(world, body);
    return crBodyPose(body, stands ? body->anchorTime : time);
}

/// The order of obstacles that are otherwise equal: by shape, then by edge.
static inline bool crObstacleComesFirst(const CrObstacle *a, const CrObstacle *b)
{
    return a->shape != b->shape ? a->shape < b->shape : a->edge < b->edge;
}

/// The largest distance of a point of the core from its place.
double crMoverExtent(const CaromMover *mover);

#endif
