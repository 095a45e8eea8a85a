// SPDX-License-Identifier: MIT
// Places of flights that come from nowhere, or that something has grown around: sides are those of
// where they are to start, not of where they came from.
#include "side_constraint.h"

#include "../../shapes/exact.h"
#include "../../shapes/touch.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_distance.h"
#include "place_tolerance.h"

#define ROUND_LIMIT 32
#define FLATTEST 0.0625 ///< sine of the angle between two faces that hold it: no way out else
#define FARTHEST 16.0   ///< times as deep as it reaches in: no farther off it comes out
#define ALIKE 0.5       ///< cosine between normals: one after the other gets it out of both

// ---- from nowhere

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
    CrBoxCellsWalk walk;
    double reach = radius + 2.0 * crPlaceNearness(2.0 * size, radius);
    crBoxCellsStart(&walk, &world->boxes, crBoxInflate(crBox(wish, wish), reach));
    return !crBoxCellsNext(&walk, NULL);
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

// ---- out of shapes

// The way out of shapes that a place reaches into, since they were scaled or made again around it:
// out of the deepest, by the nearest way, then out of the next, until it is free. Between two faces
// it goes along the first to the place where it touches both. A shape that contains the centre is
// left only if it belongs to the one body that caused this; and the way passes through nothing
// else.
typedef struct WayOut {
    const CaromWorld *world;
    uint32_t i;
    double time, radius;
    uint32_t host;
} WayOut;

/// What it reaches into, by how far, and which way is out.
typedef struct Reach {
    double depth;
    uint32_t shape; ///< CR_NONE: nothing
    CaromVec2 normal;
} Reach;

static CaromVec2 localOf(const WayOut *way, const CrShape *shape, CaromVec2 place, CrPose *pose)
{
    *pose = crFlightPose(way->world, &way->world->bodies[shape->body], way->time);
    return crPoseToLocal(pose, place);
}

/// At equal depths the lower shape: walks know no order.
static Reach deepest(const WayOut *way, CaromVec2 place)
{
    Reach reach = {0.0, CR_NONE, {0.0, 0.0}};
    CrShapeWalk walk;
    uint32_t s;
    CrPose pose;
    crShapeWalkStart(&walk, way->world, crBoxInflate(crBox(place, place), way->radius),
                     CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &s)) {
        const CrShape *shape = &way->world->shapes[s];
        if (!crPlaceMeets(way->world, way->i, way->time, s)) {
            continue;
        }
        double depth =
            -crShapeGapWithin(shape, localOf(way, shape, place, &pose), way->radius, 0.0);
        if (depth > reach.depth || (depth == reach.depth && depth > 0.0 && s < reach.shape)) {
            reach.depth = depth;
            reach.shape = s;
        }
    }
    if (reach.shape != CR_NONE) {
        const CrShape *shape = &way->world->shapes[reach.shape];
        CaromVec2 local = localOf(way, shape, place, &pose);
        reach.normal = crPoseTurn(&pose, crShapeNearest(shape, local).normal);
    }
    return reach;
}

/// Whether the centre is in it, and that by nothing that its host did.
static bool isLost(const WayOut *way, const Reach *reach)
{
    return reach->depth > way->radius && way->world->shapes[reach->shape].body != way->host;
}

/// Out along the normal; where it touches another face that it has come out of just before, along
/// that one.
static CaromVec2 stepOut(const Reach *reach, const Reach *last)
{
    CaromVec2 along = crLeft(last->normal);
    double sine = crDot(reach->normal, along);
    bool between = last->shape != CR_NONE && crDot(reach->normal, last->normal) < ALIKE &&
                   crAbs(sine) > FLATTEST;
    return between ? crScale(along, reach->depth / sine) : crScale(reach->normal, reach->depth);
}

// ---- what is passed on the way

static double distanceOf(const CrEdge *edge, CaromVec2 a, CaromVec2 b)
{
    if (crSegmentsTouch(edge->a, edge->b, a, b)) {
        return 0.0;
    }
    double ends = crMin(caromNearestOnSegment(a, edge->a, edge->b).distance,
                        caromNearestOnSegment(b, edge->a, edge->b).distance);
    return crMin(ends, crMin(caromNearestOnSegment(edge->a, a, b).distance,
                             caromNearestOnSegment(edge->b, a, b).distance));
}

/// What the centre was in, or on, of its host is left; all else must be beside the way.
static bool passes(const WayOut *way, uint32_t s, CaromVec2 from, CaromVec2 to)
{
    const CrShape *shape = &way->world->shapes[s];
    CrPose pose;
    CaromVec2 a = localOf(way, shape, from, &pose), b = crPoseToLocal(&pose, to);
    CrEdgeWalk walk;
    int e;
    bool isWall = crShapeIsWall(shape) && shape->radius == 0.0;
    double on = 64.0 * crPlaceTolerance(from, shape->radius) + crShapeRounding(shape);
    bool bars = isWall || shape->body != way->host || crShapeGapWithin(shape, a, 0.0, on) > on;
    crEdgesStart(&walk, shape, crBoxInflate(crBox(a, b), shape->radius));
    while (bars && crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(shape, e, 0.0);
        bool free = isWall && edge.oneSided && crOrient(edge.a, edge.b, a) > 0;
        if (!free && distanceOf(&edge, a, b) <= edge.reach) {
            return true;
        }
    }
    return false;
}

static bool passesAny(const WayOut *way, CaromVec2 from, CaromVec2 to)
{
    CrShapeWalk walk;
    uint32_t s;
    crShapeWalkStart(&walk, way->world, crBox(from, to), CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &s)) {
        if (crPlaceMeets(way->world, way->i, way->time, s) && passes(way, s, from, to)) {
            return true;
        }
    }
    return false;
}

bool crPlaceOut(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place)
{
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    WayOut way = {world, i, time, radius, seat != NULL ? seat->body : CR_NONE};
    Reach last = {0.0, CR_NONE, {0.0, 0.0}};
    CaromVec2 at = wish;
    double farthest = 0.0;
    for (int round = 0; round < ROUND_LIMIT; round++) {
        if (crPlaceFresh(world, i, time, at, velocity, round == 0 ? seat : NULL, place)) {
            return round == 0 || !passesAny(&way, wish, *place);
        }
        Reach reach = deepest(&way, at);
        if (reach.shape == CR_NONE || isLost(&way, &reach)) {
            return false;
        }
        at = crAdd(at, stepOut(&reach, &last));
        farthest = round == 0 ? FARTHEST * reach.depth : farthest;
        if (crLength(crSub(at, wish)) > farthest) {
            return false;
        }
        last = reach;
    }
    return false;
}
