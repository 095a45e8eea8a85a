// SPDX-License-Identifier: MIT
// Places of flights that come from nowhere: sides are those of where they are to start, not of
// where they came from.
#include "side_constraint.h"

#include "../../shapes/exact.h"
#include "../flight/leg.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"
#include "place_tolerance.h"

/// The side of a thin edge that a fresh flight belongs to.
static int freshSide(const CrEdge *edge, CaromVec2 local, CaromVec2 velocity)
{
    int side = crOrient(edge->a, edge->b, local);
    if (edge->oneSided) {
        return -1;
    }
    if (side == 0) {
        side = crSignOf(crCross(crSub(edge->b, edge->a), velocity));
    }
    return side != 0 ? side : 1;
}

static double freshTolerance(const CrPlacing *placing, const CrShape *shape)
{
    double radius = placing->flightDef->def.radius;
    return 16.0 *
           (crPlaceTolerance(placing->wish, radius + shape->radius) + crShapeRounding(shape));
}

bool crPlaceMeets(const CaromWorld *world, uint32_t i, double time, uint32_t shape)
{
    const CrFlightExtra *cold = crFlightExtra(&world->flights, i);
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    bool ignored =
        crExtraIgnores(world, cold, world->shapes[shape].body) && cold->ignoreUntil > time;
    return !ignored && !crPierceHolds(world, i, shape) &&
           crFlightSees(world, &flightDef->def.filter, shape);
}

static bool meetsFresh(const CrPlacing *placing, uint32_t slot)
{
    return crPlaceMeets(placing->world, placing->i, placing->time, slot);
}

/// Whether an edge is no concern of a fresh flight that starts behind it: at the corner of a solid,
/// outside of which it is by another edge, this one would lead it past the corner.
static bool isBehindFresh(const CrShape *shape, const CrEdge *edge, CaromVec2 local)
{
    return edge->oneSided && crOrient(edge->a, edge->b, local) > 0 &&
           (crShapeIsWall(shape) || (edge->reach == 0.0 && !crShapeHolds(shape, local)));
}

/// What the place must respect of an edge of a shape that it meets; false where that is not near.
static bool makeFreshGuard(const CrPlacing *placing, uint32_t slot, int e, CrSideConstraint *guard)
{
    const CaromWorld *world = placing->world;
    const CrShape *shape = &world->shapes[slot];
    CrPose pose = crFlightPose(world, &world->bodies[shape->body], placing->time);
    const CrSeat *seat = placing->seat;
    bool isSeated = seat != NULL && seat->body == shape->body;
    CaromVec2 local = isSeated ? seat->local : crPoseToLocal(&pose, placing->wish),
              heading = crPoseTurnBack(&pose, placing->path.v);
    CrEdge edge = crShapeEdge(shape, e, placing->flightDef->def.radius);
    if (crAbs(crSideConstraintDistance(&edge, local) - edge.reach) >
            2.0 * freshTolerance(placing, shape) ||
        isBehindFresh(shape, &edge, local)) {
        return false;
    }
    bool isKnown = isSeated && seat->shape == slot && seat->edge == e && seat->side != 0;
    int side = edge.reach > 0.0 ? 0 : isKnown ? seat->side : freshSide(&edge, local, heading);
    CrSideConstraint made = {
        edge,  pose, &world->bodies[shape->body], crShapeKeys(shape)[e], false, side, false,
        local, shape};
    *guard = made;
    return true;
}

/// False: deep inside. Otherwise its edges nearby become guards.
static bool guardFresh(CrPlacing *placing, uint32_t slot)
{
    const CaromWorld *world = placing->world;
    const CrShape *shape = &world->shapes[slot];
    if (!meetsFresh(placing, slot)) {
        return true;
    }
    double radius = placing->flightDef->def.radius, tolerance = freshTolerance(placing, shape);
    CrPose pose = crFlightPose(world, &world->bodies[shape->body], placing->time);
    CaromVec2 local = crPoseToLocal(&pose, placing->wish);
    double gap = crShapeGapWithin(shape, local, radius, tolerance);
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape,
                 crBoxInflate(crBox(local, local), shape->radius + radius + 2.0 * tolerance));
    while (crAbs(gap) <= tolerance && crEdgesNext(&walk, &e)) {
        CrSideConstraint guard;
        if (makeFreshGuard(placing, slot, e, &guard)) {
            crSideConstraintAdd(placing, &guard);
            placing->unit = crMax(placing->unit, crShapeRounding(shape));
        }
    }
    return !(gap < -tolerance);
}

static bool respectsFresh(void *context, uint32_t shape, int edge)
{
    const CrPlacing *placing = context;
    CrSideConstraint guard;
    return !meetsFresh(placing, shape) || !makeFreshGuard(placing, shape, edge, &guard) ||
           crSideConstraintKeeps(&guard, placing->tried);
}

static bool guardAllFresh(CrPlacing *placing)
{
    const CaromWorld *world = placing->world;
    double reach = placing->flightDef->def.radius + 2.0 * placing->nearness;
    CrShapeWalk walk;
    uint32_t shape;
    crShapeWalkStart(&walk, world, crBoxInflate(crBox(placing->wish, placing->wish), reach),
                     CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &shape)) {
        if (!guardFresh(placing, shape)) {
            return false;
        }
    }
    return true;
}

bool crPlaceIsFree(const CaromWorld *world, double radius, CaromVec2 wish)
{
    double size = crAbs(wish.x) + crAbs(wish.y);
    if (world->plain || crMovingIndexAny(world)) {
        return false;
    }
    bool hasSolids = world->grid.insideReach > 0.0 || world->grid.thick > 0;
    if (!hasSolids && crEdgePacketsAreAll(&world->grid)) {
        double rounding = 1.5 * crGridExtent(&world->grid) * 0x1p-51;
        double tolerance = 16.0 * (crPlaceTolerance(wish, radius) + rounding);
        double reach = radius + 4.0 * tolerance;
        CaromBox bounds = crBoxInflate(crGridBounds(&world->grid), reach);
        return !crBoxOverlaps(bounds, crBox(wish, wish)) ||
               crEdgePacketsAlone(&world->grid, wish, reach, CR_NONE);
    }
    CrBoxesWalk walk;
    double reach = radius + 2.0 * crPlaceNearness(2.0 * size, radius);
    crBoxesStart(&walk, &world->boxes, crBoxInflate(crBox(wish, wish), reach));
    return !crBoxesNext(&walk, NULL, NULL);
}

bool crPlaceFresh(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                  CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place)
{
    CrPlacing placing;
    *place = wish;
    if (crPlaceIsFree(world, world->flightDefs[world->flights.hot[i].flightDef].def.radius, wish)) {
        return true;
    }
    crPlacingBegin(&placing, world, i, crPathMake(wish, velocity, crVec(0.0, 0.0)), wish);
    placing.tau = 0.0;
    placing.exactLeg = false;
    placing.time = time;
    placing.minds = respectsFresh;
    placing.seat = seat;
    if (!guardAllFresh(&placing)) {
        return false;
    }
    return crPlacingIsFree(&placing, wish) ||
           crPlacingTryAlong(&placing, crPlacingNormal(&placing), place) ||
           crPlacingTryAround(&placing, place);
}
