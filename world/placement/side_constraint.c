// SPDX-License-Identifier: MIT
#include "side_constraint.h"

#include "../../shapes/exact.h"
#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "../narrowphase/shape_distance.h"
#include "place_tolerance.h"

// ---- guards

/// Whether p lies beside the edge rather than beyond one of its ends.
static bool isBeside(const CrEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double u = crDot(along, crSub(p, edge->a));
    return u >= 0.0 && u <= crLengthSquared(along);
}

/// Where a key is among the guards, or belongs: they are kept in the order of their keys, so that
/// the order in which a search came by them does not show.
static int guardIndex(const CrPlacing *placing, uint32_t key)
{
    int low = 0, high = placing->guardCount;
    while (low < high) {
        int middle = (low + high) / 2;
        if (placing->guards[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Large discs come by the same edge in many cells. Where there are too many, those of the least
/// keys are kept.
void crSideConstraintAdd(CrPlacing *placing, const CrSideConstraint *guard)
{
    int at = guardIndex(placing, guard->key);
    if (at < placing->guardCount && placing->guards[at].key == guard->key) {
        return;
    }
    if (placing->guardCount == CR_SIDE_CONSTRAINT_LIMIT) {
        placing->overflow = true;
        if (at == CR_SIDE_CONSTRAINT_LIMIT) {
            return;
        }
        placing->guardCount--;
    }
    for (int k = placing->guardCount++; k > at; k--) {
        placing->guards[k] = placing->guards[k - 1];
    }
    placing->guards[at] = *guard;
}

double crSideConstraintDistance(const CrEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a), q = crSub(p, edge->a);
    double length = crLengthSquared(along);
    double u = length > 0.0 ? crClamp(crDot(along, q) / length, 0.0, 1.0) : 0.0;
    return crLength(crSub(q, crScale(along, u)));
}

/// How far rounding may misjudge the distance of a long edge from a place near its middle.
static double longSlack(CaromVec2 a, CaromVec2 b)
{
    return crCoordinateSum(a, b) * 0x1p-50;
}

/// Whether a body's edges are met by the leg as a whole, which is a straight line to them.
static bool isExact(const CrPlacing *placing, const CrBody *body)
{
    return placing->exactLeg && body->type == CAROM_BODY_STATIC;
}

/// What the place must respect of an edge; false where it is not near, or not met at all.
static bool makeGuard(const CrPlacing *placing, uint32_t shapeSlot, int edgeIndex,
                      CrSideConstraint *guard)
{
    const CaromWorld *world = placing->world;
    const CrTouch *hit = placing->hit;
    double time = placing->time;
    const CrShape *shape = &world->shapes[shapeSlot];
    const CrFlightExtra *cold = crFlightExtra(&world->flights, placing->i);
    const CrBody *body = &world->bodies[shape->body];
    CrEdge edge = crShapeEdge(shape, edgeIndex, placing->flightDef->def.radius);
    CrPose pose = crFlightPose(world, body, time);
    CaromVec2 local = crPoseToLocal(&pose, placing->wish);
    bool ignored = crExtraIgnores(world, cold, shape->body) && cold->ignoreUntil > time;
    double nearness = placing->nearness + longSlack(edge.a, edge.b);
    if (ignored || crPierceHolds(world, placing->i, shapeSlot) ||
        crAbs(crSideConstraintDistance(&edge, local) - edge.reach) > nearness ||
        !crFlightSees(world, &placing->flightDef->def.filter, shapeSlot)) {
        return false;
    }
    bool isHit = hit != NULL && hit->key == crShapeKeys(shape)[edgeIndex] && edge.reach == 0.0;
    bool watched = edge.reach == 0.0 && (!isHit || isExact(placing, body));
    CrSideConstraint made = {edge,    pose,
                             body,    crShapeKeys(shape)[edgeIndex],
                             isHit,   isHit ? (int)hit->part : 0,
                             watched, placing->path.p,
                             NULL};
    *guard = made;
    return true;
}

/// Whether a resting edge's line is out of reach: most are, and need no second look.
static bool isFarLine(const CrPlacing *placing, const CrGridItem *item)
{
    CaromVec2 along = crSub(item->b, item->a);
    double across = crAbs(crCross(along, crSub(placing->wish, item->a)));
    double reach = item->radius + placing->flightDef->def.radius;
    double nearness = reach * (1.0 + 1e-9) + placing->nearness + longSlack(item->a, item->b);
    return across > nearness * (crAbs(along.x) + crAbs(along.y));
}

bool crPlacingGuard(void *context, uint32_t shape, int edge)
{
    CrPlacing *placing = context;
    uint32_t key = crShapeKeys(&placing->world->shapes[shape])[edge];
    bool isLeftOut = placing->overflow && placing->guards[CR_SIDE_CONSTRAINT_LIMIT - 1].key < key;
    CrSideConstraint guard;
    if (!isLeftOut && makeGuard(placing, shape, edge, &guard)) {
        crSideConstraintAdd(placing, &guard);
    }
    return true;
}

static bool visitItem(CrPlacing *placing, const CrGridItem *item, CrVisit *visit)
{
    const CrKeyOwner *owner = &placing->world->keyOwners[item->key];
    return isFarLine(placing, item) || visit(placing, owner->shape, (int)owner->feature);
}

static bool visitCell(CrPlacing *placing, const CrCell *cell, CrVisit *visit)
{
    CrCellItems items = {NULL, 0};
    for (const CrGridItem *item; (item = crCellNext(cell, &items)) != NULL;) {
        if (!visitItem(placing, item, visit)) {
            return false;
        }
    }
    return true;
}

static bool visitCells(CrPlacing *placing, CaromBox box, CrVisit *visit)
{
    const CrGrid *grid = &placing->world->grid;
    CrWalk walk;
    CrCell cell;
    if (crGridOneCell(grid, box, &cell)) {
        return visitCell(placing, &cell, visit);
    }
    crWalkStartBox(&walk, grid, box);
    while (crWalkNext(&walk, &cell)) {
        if (!visitCell(placing, &cell, visit)) {
            return false;
        }
    }
    return true;
}

static bool visitLanes(CrPlacing *placing, CrLaneSpot *spot, CrVisit *visit)
{
    const CrGridItem *item;
    while ((item = crLaneSpotNext(spot)) != NULL) {
        if (!visitItem(placing, item, visit)) {
            return false;
        }
    }
    return true;
}

bool crPlacingVisit(CrPlacing *placing, CrVisit *visit)
{
    const CaromWorld *world = placing->world;
    double reach = placing->flightDef->def.radius + 2.0 * placing->nearness;
    CaromBox box = crBoxInflate(crBox(placing->wish, placing->wish), reach);
    CrLaneSpot spot;
    bool lanes = !world->plain && crEdgePacketsAreAll(&world->grid) &&
                 crLaneSpotStart(&spot, &world->grid, placing->wish, reach);
    return (lanes ? visitLanes(placing, &spot, visit) : visitCells(placing, box, visit)) &&
           crVisitMoving(world, box, visit, placing);
}

// ---- the way to a place

CaromVec2 crPlacingBefore(const CrPlacing *placing, const CrBody *body, double back)
{
    return crFlightRelativePlace(placing->world, placing->i, body, placing->tau - back);
}

double crPlacingSpeed(const CrPlacing *placing, const CrBody *body)
{
    CaromVec2 own = crPathVelocity(&placing->path, placing->tau);
    CaromVec2 carried = crBodyVelocityAt(body, placing->time, placing->wish);
    return crLength(crSub(own, carried));
}

bool crSideConstraintIsWatchedLate(const CrPlacing *placing, const CrSideConstraint *guard)
{
    return guard->watched && !isExact(placing, guard->body);
}

/// Whether no rounding can hide on which side of any guard the flight was then.
static bool wasClear(const CrPlacing *placing, const CrSideConstraint *guards, int count,
                     double back)
{
    for (int k = 0; k < count; k++) {
        CaromVec2 place = crPlacingBefore(placing, guards[k].body, back);
        if (guards[k].edge.reach == 0.0 &&
            crSideConstraintDistance(&guards[k].edge, place) <= placing->tolerance) {
            return false;
        }
    }
    return true;
}

/// How long ago it was clear of guards last; tau or more: never.
static double clearBack(const CrPlacing *placing, const CrSideConstraint *guards, int count)
{
    double back = placing->least;
    while (back < placing->tau && !wasClear(placing, guards, count, back)) {
        back *= 2.0;
    }
    return back;
}

/// Of a leg that is never clear, as one along an edge, the start is what is certain; but not to
/// what is in motion, around which it may have come since.
static void watch(const CrPlacing *placing, CrSideConstraint *guard)
{
    if (crSideConstraintIsWatchedLate(placing, guard)) {
        bool alone = placing->back >= placing->tau && guard->body->type != CAROM_BODY_STATIC;
        double back = alone ? clearBack(placing, guard, 1) : placing->back;
        guard->from = crPlacingBefore(placing, guard->body, back);
    }
}

void crPlacingWatch(CrPlacing *placing)
{
    double speed = 0.0, far = crAbs(placing->wish.x) + crAbs(placing->wish.y);
    for (int k = 0; k < placing->guardCount; k++) {
        const CrSideConstraint *guard = &placing->guards[k];
        far = crMax(far, crPlaceSizeUnder(guard->body, &guard->pose, placing->wish));
        if (crSideConstraintIsWatchedLate(placing, guard)) {
            speed = crMax(speed, crPlacingSpeed(placing, guard->body));
        }
    }
    placing->tolerance = 8.0 * crPlaceTolerance(placing->path.p, far);
    placing->least = speed > 0.0 ? placing->tolerance / speed : placing->tau;
    placing->back = clearBack(placing, placing->guards, placing->guardCount);
    for (int k = 0; k < placing->guardCount; k++) {
        watch(placing, &placing->guards[k]);
    }
}

// ---- places

/// Whether the straight leg from p to q passes from a free side of the edge to its other side, or
/// ends on it.
static bool legCrosses(const CrEdge *edge, CaromVec2 p, CaromVec2 q)
{
    int from = crOrient(edge->a, edge->b, p), to = crOrient(edge->a, edge->b, q);
    if (from == 0 || from == to || (edge->oneSided && from > 0)) {
        return false;
    }
    int atA = crOrient(p, q, edge->a), atB = crOrient(p, q, edge->b);
    return atA != atB; // both 0 would put p on the edge's line
}

/// Whether a straight path has clearly passed all of an edge, or where it meets the line of that,
/// by a time since its start: what was put behind a flight has no say in where it goes on.
static bool isPassed(const CrPlacing *placing, const CrEdge *edge, double time)
{
    CaromVec2 p = placing->path.p, v = placing->path.v, along = crSub(edge->b, edge->a);
    double rounding = 64.0 * (crPlaceTolerance(p, 0.0) + crPlaceTolerance(placing->wish, 0.0));
    double speed = crLength(v), until = time * speed * speed - rounding * speed;
    double across = crCross(v, along), start = crCross(crSub(edge->a, p), along);
    double before = across < 0.0 ? -start : start;
    bool all = crDot(v, crSub(edge->a, p)) < until && crDot(v, crSub(edge->b, p)) < until;
    bool met = before + rounding * (crAbs(along.x) + crAbs(along.y)) <
               (time - rounding / speed) * crAbs(across);
    return time > 0.0 && (all || met);
}

/// Whether the leg to a place crosses an edge that has a tip close to the way to the wish: the
/// rounded leg must pass all of these tips, however many, as the path did. Also any edge, if there
/// were too many for constraints.
static bool crossesTips(const CrPlacing *placing, CaromVec2 place)
{
    const CaromWorld *world = placing->world;
    const CrFlightExtra *cold = crFlightExtra(&world->flights, placing->i);
    CaromVec2 p = placing->path.p, v = placing->path.v;
    double start = world->flights.hot[placing->i].start;
    double doubt = placing->overflow ? CR_NEVER : crFlightDoubt(world, &placing->path);
    double past = crFlightAfter(world, placing->i);
    CrWalk walk;
    CrCell cell;
    crWalkStart(&walk, &world->grid, p, place, 0.0);
    while (crWalkNext(&walk, &cell)) {
        CrCellItems items = {NULL, 0};
        for (const CrGridItem *item; (item = crCellNext(&cell, &items)) != NULL;) {
            const CrShape *shape = &world->shapes[world->keyOwners[item->key].shape];
            CrEdge edge = {item->a, item->b, 0.0, shape->oneSided};
            bool close = crAbs(crCross(v, crSub(item->a, p))) <= doubt ||
                         crAbs(crCross(v, crSub(item->b, p))) <= doubt;
            bool ignored = crExtraIgnores(world, cold, shape->body) && cold->ignoreUntil > start;
            if (close && !ignored && item->radius == 0.0 && legCrosses(&edge, p, place) &&
                !isPassed(placing, &edge, past) &&
                crFlightSees(world, &placing->flightDef->def.filter,
                             world->keyOwners[item->key].shape)) {
                return true;
            }
        }
    }
    return false;
}

bool crSideConstraintKeeps(const CrSideConstraint *guard, CaromVec2 place)
{
    CaromVec2 local = crPoseToLocal(&guard->pose, place);
    if (guard->edge.reach > 0.0) {
        return crEdgeGap(&guard->edge, local) > 0.0;
    }
    if (guard->side != 0 && crOrient(guard->edge.a, guard->edge.b, local) != guard->side &&
        (guard->isHit || isBeside(&guard->edge, local))) {
        return false;
    }
    return (guard->solid == NULL || !crShapeHolds(guard->solid, local)) &&
           (!guard->watched || !legCrosses(&guard->edge, guard->from, local));
}

static bool respectsEdge(void *context, uint32_t shape, int edge)
{
    const CrPlacing *placing = context;
    CrSideConstraint guard;
    if (!makeGuard(placing, shape, edge, &guard)) {
        return true;
    }
    watch(placing, &guard);
    return crSideConstraintKeeps(&guard, placing->tried);
}

bool crPlacingIsFree(CrPlacing *placing, CaromVec2 place)
{
    for (int k = 0; k < placing->guardCount; k++) {
        if (!crSideConstraintKeeps(&placing->guards[k], place)) {
            return false;
        }
    }
    placing->tried = place;
    bool all = !placing->overflow || crPlacingVisit(placing, placing->minds);
    return all && (!placing->checksTips || !crossesTips(placing, place));
}

// ---- the beginning

void crPlacingMeasure(CrPlacing *placing, double size)
{
    placing->unit = crPlaceUnit(size, placing->flightDef->def.radius);
    placing->nearness = crPlaceNearness(size, placing->flightDef->def.radius);
}

void crPlacingBegin(CrPlacing *placing, const CaromWorld *world, uint32_t i, CrPath path,
                    CaromVec2 wish)
{
    placing->world = world;
    placing->i = i;
    placing->flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    placing->path = path;
    placing->wish = wish;
    crPlacingMeasure(placing, crCoordinateSum(wish, path.p));
    placing->guardCount = 0;
    placing->overflow = false;
    placing->minds = respectsEdge;
    placing->hit = NULL;
    placing->seat = NULL;
    placing->checksTips = false;
}
