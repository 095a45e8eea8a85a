// SPDX-License-Identifier: MIT
#include "corner.h"

#include "../../shapes/exact.h"
#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_walk.h"

#define STRAIGHT 1e-9 ///< [rad] surfaces that turn by less go straight on

typedef struct Gather {
    const CaromWorld *world;
    uint32_t i;
    double time, tolerance, radius;
    CaromVec2 point, free;
    double leftAngle, rightAngle; ///< of the best so far, from the free direction, 0 .. 4
    CrCorner corner;
} Gather;

/// Grows with the angle from `free` to `along`, counter-clockwise: 0 .. 4.
static double turnFrom(CaromVec2 free, CaromVec2 along)
{
    double c = crDot(free, along), s = crCross(free, along), size = crAbs(c) + crAbs(s);
    double quarter = size > 0.0 ? s / size : 0.0;
    return c < 0.0 ? 2.0 - quarter : quarter < 0.0 ? 4.0 + quarter : quarter;
}

/// Nearer to the free direction; at one angle the lower shape, then edge, in whatever order they
/// come.
static bool isBetter(double angle, double best, const CrCornerSide *side, const CrCornerSide *held)
{
    return angle < best || (angle == best && crEdgeOrder(side->shape, side->edge) <
                                                 crEdgeOrder(held->shape, held->edge));
}

/// An edge as a ray out of the corner. forward: from its a to its b. A side of it is a surface
/// unless it is a solid's inside.
static void offerRay(Gather *gather, uint32_t shape, int edge, bool forward, CaromVec2 along,
                     bool oneSided)
{
    CrCornerSide side = {true, along, crLeft(along), shape, edge, CR_PART_LEFT};
    double turn = turnFrom(gather->free, along);
    bool leftIsFree = !oneSided || !forward, rightIsFree = !oneSided || forward;
    if (rightIsFree && isBetter(turn, gather->leftAngle, &side, &gather->corner.left)) {
        side.normal = crNegate(crLeft(along));
        side.part = forward ? CR_PART_RIGHT : CR_PART_LEFT;
        gather->leftAngle = turn;
        gather->corner.left = side;
    }
    if (leftIsFree && isBetter(4.0 - turn, gather->rightAngle, &side, &gather->corner.right)) {
        side.normal = crLeft(along);
        side.part = forward ? CR_PART_LEFT : CR_PART_RIGHT;
        gather->rightAngle = 4.0 - turn;
        gather->corner.right = side;
    }
}

static void offerEdge(Gather *gather, uint32_t slot, int e)
{
    const CaromWorld *world = gather->world;
    const CrShape *shape = &world->shapes[slot];
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[gather->i].flightDef];
    if (crPierceHolds(world, gather->i, slot) || shape->radius != gather->radius ||
        !crFlightSees(world, &flightDef->def.filter, slot)) {
        return;
    }
    CrEdge edge = crShapeEdge(shape, e, 0.0);
    CrPose pose = crFlightPose(world, &world->bodies[shape->body], gather->time);
    CaromVec2 toA = crSub(crPoseToWorld(&pose, edge.a), gather->point),
              toB = crSub(crPoseToWorld(&pose, edge.b), gather->point),
              along = crPoseTurn(&pose, crSub(edge.b, edge.a));
    double length = crLength(along);
    bool nearA = crLength(toA) <= gather->tolerance, nearB = crLength(toB) <= gather->tolerance;
    if (!(length > 4.0 * gather->tolerance)) {
        return;
    }
    CaromVec2 unit = crUnit(along, length);
    bool beside = crDot(toA, along) < 0.0 && crDot(toB, along) > 0.0 &&
                  crAbs(crCross(along, toA)) <= gather->tolerance * length;
    if (nearA || (beside && !nearB)) {
        offerRay(gather, slot, e, true, unit, edge.oneSided);
    }
    if (nearB || (beside && !nearA)) {
        offerRay(gather, slot, e, false, crNegate(unit), edge.oneSided);
    }
}

static bool gatherEdge(void *gather, uint32_t slot, int e)
{
    offerEdge(gather, slot, e);
    return true;
}

CrCorner crCornerAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 point,
                    CaromVec2 freeDirection, double radius)
{
    static const CrCorner nothing;
    Gather gather = {
        world,  i,      time,          CR_CORNER_SIZE * crPlaceTolerance(point, radius),
        radius, point,  freeDirection, 8.0,
        8.0,    nothing};
    CaromBox box = crBoxInflate(crBox(point, point), radius + 4.0 * gather.tolerance);
    crVisitEdges(world, box, gatherEdge, &gather);
    return gather.corner;
}

bool crCornerLooksAt(const CaromWorld *world, const CrCornerSide *side, CaromVec2 local)
{
    CrEdge edge = crShapeEdge(&world->shapes[side->shape], side->edge, 0.0);
    return crOrient(edge.a, edge.b, local) * (int)side->part >= 0;
}

bool crCornerIsSeam(const CrCorner *corner)
{
    const CrCornerSide *l = &corner->left, *r = &corner->right;
    return l->exists && r->exists && crDot(l->along, r->along) < 0.0 &&
           crAbs(crCross(l->along, r->along)) <= STRAIGHT;
}
