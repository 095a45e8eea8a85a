// SPDX-License-Identifier: MIT
#include "place.h"

#include "../shapes/exact.h"
#include "beam.h"
#include "shape_walk.h"
#include "pierce.h"
#include "recipe.h"
#include "shape.h"
#include "tile_shape.h"
#include "visit.h"

#define GUARD_LIMIT 96

/// An edge that the place must respect; a thick one by its gap.
typedef struct Guard {
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
} Guard;

typedef struct Placing {
    CaromWorld *world;
    uint32_t i;
    const CrRecipe *recipe;
    CrPath path;
    double tau;    ///< of the wish on the path
    bool exactLeg; ///< a point on a leg that is a straight line: checked against resting edges as a
                   ///< whole
    bool checksTips; ///< also against edges whose tips it passed by a hair
    CaromVec2 wish;
    double unit;     ///< the first distance tried, about two roundings of a coordinate
    double nearness; ///< edges this near are guarded against
    Guard guards[GUARD_LIMIT];
    int guardCount;
    bool overflow;      ///< there are more: each place is tried against all of them anew
    double least, back; ///< [s] before tau: of which no rounding can make nothing; and when it was
                        ///< clear of all guards, from where its way is watched
    double tolerance;
    CrVisit *minds; ///< tries a place against one of them
    double time;
    const CrTouch *hit;
    CaromVec2 tried;
} Placing;

static int signOf(double x)
{
    return (x > 0.0) - (x < 0.0);
}

/// Whether p lies beside the edge rather than beyond one of its ends.
static bool isBeside(const CrEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a);
    double u = crDot(along, crSub(p, edge->a));
    return u >= 0.0 && u <= crLengthSquared(along);
}

// ---- guards

/// Large discs come by the same edge in many cells. Guards are kept in the order of their keys: in
/// which order a search came by them must not show.
static bool isGuarded(const Placing *placing, uint32_t key)
{
    for (int k = placing->guardCount - 1; k >= 0; k--) {
        if (placing->guards[k].key == key) {
            return true;
        }
    }
    return false;
}

static void addGuard(Placing *placing, const Guard *guard)
{
    if (isGuarded(placing, guard->key)) {
        return;
    }
    if (placing->guardCount == GUARD_LIMIT) {
        placing->overflow = true;
        if (placing->guards[GUARD_LIMIT - 1].key < guard->key) {
            return;
        }
        placing->guardCount--; // those of the least keys are kept, in whatever order they come
    }
    int k = placing->guardCount++;
    for (; k > 0 && placing->guards[k - 1].key > guard->key; k--) {
        placing->guards[k] = placing->guards[k - 1];
    }
    placing->guards[k] = *guard;
}

static double nearestDistance(const CrEdge *edge, CaromVec2 p)
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
static bool isExact(const Placing *placing, const CrBody *body)
{
    return placing->exactLeg && body->type == CAROM_BODY_STATIC;
}

/// What the place must respect of an edge; false where it is not near, or not met at all.
static bool makeGuard(const Placing *placing, uint32_t shapeSlot, int edgeIndex, Guard *guard)
{
    const CaromWorld *world = placing->world;
    const CrTouch *hit = placing->hit;
    double time = placing->time;
    const CrShape *shape = &world->shapes[shapeSlot];
    const CrFlightExtra *cold = crFlightExtra(&world->flights, placing->i);
    const CrBody *body = &world->bodies[shape->body];
    CrEdge edge = crShapeEdge(shape, edgeIndex, placing->recipe->def.radius);
    CrPose pose = crFlightPose(world, body, time);
    CaromVec2 local = crPoseToLocal(&pose, placing->wish);
    bool ignored = crExtraIgnores(world, cold, shape->body) && cold->ignoreUntil > time;
    double nearness = placing->nearness + longSlack(edge.a, edge.b);
    if (ignored || crPierceHolds(world, placing->i, shapeSlot) ||
        crAbs(nearestDistance(&edge, local) - edge.reach) > nearness ||
        !crFlightSees(world, &placing->recipe->def.filter, shapeSlot)) {
        return false;
    }
    bool isHit = hit != NULL && hit->key == crShapeKeys(shape)[edgeIndex] && edge.reach == 0.0;
    bool watched = edge.reach == 0.0 && (!isHit || isExact(placing, body));
    Guard made = {edge,    pose,
                  body,    crShapeKeys(shape)[edgeIndex],
                  isHit,   isHit ? (int)hit->part : 0,
                  watched, placing->path.p,
                  NULL};
    *guard = made;
    return true;
}

/// Whether a resting edge's line is out of reach: most are, and need no second look.
static bool isFarLine(const Placing *placing, const CrGridItem *item)
{
    CaromVec2 along = crSub(item->b, item->a);
    double across = crAbs(crCross(along, crSub(placing->wish, item->a)));
    double reach = item->radius + placing->recipe->def.radius;
    double nearness = reach * (1.0 + 1e-9) + placing->nearness + longSlack(item->a, item->b);
    return across > nearness * (crAbs(along.x) + crAbs(along.y));
}

static bool guardAgainst(void *context, uint32_t shape, int edge)
{
    Placing *placing = context;
    Guard guard;
    if (makeGuard(placing, shape, edge, &guard)) {
        addGuard(placing, &guard);
    }
    return true;
}

static bool visitItem(Placing *placing, const CrGridItem *item, CrVisit *visit)
{
    const CrKeyOwner *owner = &placing->world->keyOwners[item->key];
    return isFarLine(placing, item) || visit(placing, owner->shape, (int)owner->feature);
}

static bool visitCell(Placing *placing, const CrCell *cell, CrVisit *visit)
{
    for (int k = 0; k < cell->count; k++) {
        if (!visitItem(placing, crCellItem(cell, k), visit)) {
            return false;
        }
    }
    return true;
}

static bool visitCells(Placing *placing, CaromBox box, CrVisit *visit)
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

static bool visitLanes(Placing *placing, CrLaneSpot *spot, CrVisit *visit)
{
    uint32_t key;
    while (crLaneSpotNext(spot, &key)) {
        if (!visitItem(placing, &placing->world->grid.items[key], visit)) {
            return false;
        }
    }
    return true;
}

/// Every edge near the wish; false where a visit ended the round.
static bool visitNearby(Placing *placing, CrVisit *visit)
{
    const CaromWorld *world = placing->world;
    double reach = placing->recipe->def.radius + 2.0 * placing->nearness;
    CaromBox box = crBoxInflate(crBox(placing->wish, placing->wish), reach);
    CrLaneSpot spot;
    bool lanes = !world->plain && crLanesAreAll(&world->grid) &&
                 crLaneSpotStart(&spot, &world->grid, placing->wish, reach);
    return (lanes ? visitLanes(placing, &spot, visit) : visitCells(placing, box, visit)) &&
           crVisitMoving(world, box, visit, placing);
}

// ---- the way to a place

/// Where the flight was a time ago, as a body sees it; at its leg's start, where sides are exact,
/// if that was later.
static CaromVec2 placeBefore(const Placing *placing, const CrBody *body, double back)
{
    return crFlightRelativePlace(placing->world, placing->i, body, placing->tau - back);
}

static double speedUnder(const Placing *placing, const CrBody *body)
{
    CaromVec2 own = crPathVelocity(&placing->path, placing->tau);
    CaromVec2 carried = crBodyVelocityAt(body, placing->time, placing->wish);
    return crLength(crSub(own, carried));
}

/// Whether a guard is watched along a leg that bends, or turns with a body: not as a whole.
static bool isWatchedLate(const Placing *placing, const Guard *guard)
{
    return guard->watched && !isExact(placing, guard->body);
}

/// Whether no rounding can hide on which side of any guard the flight was then.
static bool wasClear(const Placing *placing, const Guard *guards, int count, double back)
{
    for (int k = 0; k < count; k++) {
        CaromVec2 place = placeBefore(placing, guards[k].body, back);
        if (guards[k].edge.reach == 0.0 &&
            nearestDistance(&guards[k].edge, place) <= placing->tolerance) {
            return false;
        }
    }
    return true;
}

/// How long ago it was clear of guards last; tau or more: never.
static double clearBack(const Placing *placing, const Guard *guards, int count)
{
    double back = placing->least;
    while (back < placing->tau && !wasClear(placing, guards, count, back)) {
        back *= 2.0;
    }
    return back;
}

/// Of a leg that is never clear, as one along an edge, the start is what is certain; but not to
/// what is in motion, around which it may have come since.
static void watch(const Placing *placing, Guard *guard)
{
    if (isWatchedLate(placing, guard)) {
        bool alone = placing->back >= placing->tau && guard->body->type != CAROM_BODY_STATIC;
        double back = alone ? clearBack(placing, guard, 1) : placing->back;
        guard->from = placeBefore(placing, guard->body, back);
    }
}

/// From where on the way to the place is watched: from one place for all guards, lest it pass
/// between two that meet in a tip, by each on a side on which it may have been.
static void watchAll(Placing *placing)
{
    double speed = 0.0, far = crAbs(placing->wish.x) + crAbs(placing->wish.y);
    for (int k = 0; k < placing->guardCount; k++) {
        const Guard *guard = &placing->guards[k];
        far = crMax(far, crPlaceSizeUnder(guard->body, &guard->pose, placing->wish));
        if (isWatchedLate(placing, guard)) {
            speed = crMax(speed, speedUnder(placing, guard->body));
        }
    }
    placing->tolerance = 8.0 * crPlaceTolerance(placing->path.p, far);
    placing->least = speed > 0.0 ? placing->tolerance / speed : placing->tau;
    placing->back = clearBack(placing, placing->guards, placing->guardCount);
    for (int k = 0; k < placing->guardCount; k++) {
        watch(placing, &placing->guards[k]);
    }
}

// ---- trying places

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
static bool isPassed(const Placing *placing, const CrEdge *edge, double time)
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

/// Whether the leg to a place crosses an edge that has a tip close to the way to the wish: on
/// rounding it must pass all of these, however many, as the path did. Also any edge, where there
/// were too many to guard.
static bool crossesTips(const Placing *placing, CaromVec2 place)
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
        for (int k = 0; k < cell.count; k++) {
            const CrGridItem *item = crCellItem(&cell, k);
            const CrShape *shape = &world->shapes[world->keyOwners[item->key].shape];
            CrEdge edge = {item->a, item->b, 0.0, shape->oneSided};
            bool close = crAbs(crCross(v, crSub(item->a, p))) <= doubt ||
                         crAbs(crCross(v, crSub(item->b, p))) <= doubt;
            bool ignored = crExtraIgnores(world, cold, shape->body) && cold->ignoreUntil > start;
            if (close && !ignored && item->radius == 0.0 && legCrosses(&edge, p, place) &&
                !isPassed(placing, &edge, past) &&
                crFlightSees(world, &placing->recipe->def.filter,
                             world->keyOwners[item->key].shape)) {
                return true;
            }
        }
    }
    return false;
}

static bool respects(const Guard *guard, CaromVec2 place)
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
    const Placing *placing = context;
    Guard guard;
    if (!makeGuard(placing, shape, edge, &guard)) {
        return true;
    }
    watch(placing, &guard);
    return respects(&guard, placing->tried);
}

static bool isFree(Placing *placing, CaromVec2 place)
{
    for (int k = 0; k < placing->guardCount; k++) {
        if (!respects(&placing->guards[k], place)) {
            return false;
        }
    }
    placing->tried = place;
    bool all = !placing->overflow || visitNearby(placing, placing->minds);
    return all && (!placing->checksTips || !crossesTips(placing, place));
}

/// The side of a thin edge that the place belongs to; 0 if it is not known.
static int sideOf(const Placing *placing, const Guard *guard)
{
    if (guard->edge.reach > 0.0 || guard->side != 0 || !isWatchedLate(placing, guard)) {
        return guard->side;
    }
    int side = crOrient(guard->edge.a, guard->edge.b, guard->from);
    return guard->edge.oneSided && side > 0 ? 0 : side;
}

/// Away from a guard's line.
static CaromVec2 outward(const Placing *placing, const Guard *guard)
{
    CaromVec2 local = crPoseToLocal(&guard->pose, placing->wish);
    CaromVec2 left = crLeft(crSub(guard->edge.b, guard->edge.a));
    double length = crLength(left), side = sideOf(placing, guard);
    if (side == 0.0) {
        side = guard->edge.oneSided ? -1.0 : signOf(crDot(left, crSub(local, guard->edge.a)));
    }
    CaromVec2 out = length > 0.0 ? crScale(left, side / length) : crSub(local, guard->edge.a);
    return crPoseTurn(&guard->pose, out);
}

/// To a multiple of 2^-46: sums of GUARD_LIMIT unit normals are exact, in whatever order.
static double coarse(double x)
{
    return (x + 0x1.8p6) - 0x1.8p6;
}

/// A normal of all that is near: out of a wedge along its middle.
static CaromVec2 commonNormal(const Placing *placing)
{
    CaromVec2 sum = crVec(0.0, 0.0);
    for (int k = 0; k < placing->guardCount; k++) {
        CaromVec2 out = outward(placing, &placing->guards[k]);
        sum = crAdd(sum, crVec(coarse(out.x), coarse(out.y)));
    }
    double length = crLength(sum);
    return length > 0.0 ? crUnit(sum, length) : sum;
}

/// Away from a guard, from its end too, where that is thick.
static CaromVec2 awayFrom(const Placing *placing, const Guard *guard)
{
    CaromVec2 local = crPoseToLocal(&guard->pose, placing->wish);
    CaromVec2 near = caromNearestOnSegment(local, guard->edge.a, guard->edge.b).point,
              away = crSub(local, near);
    double length = crLength(away);
    bool isThick = guard->edge.reach > 0.0 && length > 0.0;
    return isThick ? crPoseTurn(&guard->pose, crUnit(away, length)) : outward(placing, guard);
}

static bool tryAlong(Placing *placing, CaromVec2 direction, CaromVec2 *place)
{
    for (double step = placing->unit; step <= 64.0 * placing->unit; step *= 2.0) {
        *place = crAddScaled(placing->wish, direction, step);
        if (isFree(placing, *place)) {
            return true;
        }
    }
    return false;
}

/// Whether to try one way before another: that which leads more out of all that is near, or, of two
/// alike, more back. Axes have no say, as long as these tell two ways apart.
static bool leadsOutMore(CaromVec2 a, CaromVec2 b, CaromVec2 out, CaromVec2 way)
{
    double outA = crDot(a, out), outB = crDot(b, out);
    return outA > outB || (outA == outB && crDot(a, way) < crDot(b, way));
}

static void orderAround(const Placing *placing, CaromVec2 directions[8])
{
    static const CaromVec2 around[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                        {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    CaromVec2 out = commonNormal(placing), way = crPathVelocity(&placing->path, placing->tau);
    for (int i = 0; i < 8; i++) {
        int k = i;
        for (; k > 0 && leadsOutMore(around[i], directions[k - 1], out, way); k--) {
            directions[k] = directions[k - 1];
        }
        directions[k] = around[i];
    }
}

static bool tryAround(Placing *placing, CaromVec2 *place)
{
    CaromVec2 directions[8];
    orderAround(placing, directions);
    for (double step = placing->unit; step <= 64.0 * placing->unit; step *= 2.0) {
        for (int k = 0; k < 8; k++) {
            *place = crAddScaled(placing->wish, directions[k], step);
            if (isFree(placing, *place)) {
                return true;
            }
        }
    }
    return false;
}

/// Out of the wedge between what is hit and a guard: not unit.
static CaromVec2 outBetween(const Placing *placing, const Guard *guard)
{
    return crAdd(placing->hit->normal, awayFrom(placing, guard));
}

/// By a step, out of the narrowest wedge from which that leads to a free place; of two alike out of
/// the one that is more on the way back. Which guard has the least key shows only after that.
static bool stepBetween(Placing *placing, double step, CaromVec2 *place)
{
    CaromVec2 way = crPathVelocity(&placing->path, placing->tau);
    double narrowest = CR_NEVER, ahead = 0.0;
    for (int k = 0; k < placing->guardCount; k++) {
        CaromVec2 out = outBetween(placing, &placing->guards[k]);
        double length = crLength(out), on = crDot(out, way);
        if (length > 0.0 && (length < narrowest || (length == narrowest && on < ahead))) {
            CaromVec2 tried = crAddScaled(placing->wish, out, step / length);
            if (isFree(placing, tried)) {
                *place = tried;
                narrowest = length;
                ahead = on;
            }
        }
    }
    return narrowest < CR_NEVER;
}

/// Out of the wedge between what is hit and one of the others, as far as guards are known: it may
/// be a narrow one, or others may spoil its middle.
static bool tryBetween(Placing *placing, CaromVec2 *place)
{
    double most = placing->hit != NULL ? 0.5 * placing->nearness : 0.0;
    for (double step = placing->unit; step <= most; step *= 2.0) {
        if (stepBetween(placing, step, place)) {
            return true;
        }
    }
    return false;
}

// ---- the way back

static bool moveAlike(const CrBody *a, const CrBody *b)
{
    return a == b || (a->spin == 0.0 && b->spin == 0.0 && crEqual(a->velocity, b->velocity));
}

/// Whether all that is near moves as one.
static bool isRigid(const Placing *placing)
{
    for (int k = 1; k < placing->guardCount; k++) {
        if (!moveAlike(placing->guards[0].body, placing->guards[k].body)) {
            return false;
        }
    }
    return true;
}

/// From where the way back is seen: from what is hit, whatever else is near, so that the order of
/// ids does not show; where nothing is, from the first that is near. Null: neither.
static const CrBody *backBody(const Placing *placing, CrPose *pose)
{
    const CaromWorld *world = placing->world;
    if (placing->guardCount == 0) {
        return NULL;
    }
    *pose = placing->hit != NULL ? placing->hit->pose : placing->guards[0].pose;
    return placing->hit != NULL
               ? &world->bodies[world->shapes[world->keyOwners[placing->hit->key].shape].body]
               : placing->guards[0].body;
}

/// Where it was a time ago, seen from there.
static CaromVec2 placeBack(const Placing *placing, double back)
{
    CrPose pose;
    const CrBody *body = backBody(placing, &pose);
    if (body == NULL || body->type == CAROM_BODY_STATIC) {
        return crPathPoint(&placing->path, placing->tau - back);
    }
    return crPoseToWorld(&pose, placeBefore(placing, body, back));
}

/// Back along the leg, first by little. What moves towards something else has come since to where
/// the leg was: it goes back no further than that is looked for.
static bool tryBack(Placing *placing, CaromVec2 *place)
{
    CrPose pose;
    const CrBody *body = backBody(placing, &pose);
    double speed = body == NULL ? crLength(crPathVelocity(&placing->path, placing->tau))
                                : speedUnder(placing, body);
    if (!(speed > 0.0)) {
        return false;
    }
    double most = isRigid(placing) ? placing->tau : crMin(placing->tau, placing->nearness / speed);
    for (double back = placing->unit / speed; back < most; back *= 2.0) {
        *place = placeBack(placing, back);
        if (isFree(placing, *place)) {
            return true;
        }
    }
    return false;
}

/// Where there is no place near the wish: the leg's start, unless what moves has been there since,
/// or is there, and has left it none.
static CaromVec2 lastPlace(Placing *placing)
{
    CaromVec2 start = isRigid(placing) ? placeBack(placing, placing->tau) : placing->wish;
    if (crKinematicsAny(placing->world) && !isFree(placing, start)) {
        placing->world->flights.hot[placing->i].leg |= CR_LEG_PINCHED;
    }
    return start;
}

/// By how much places are tried, and how far edges are looked for, among coordinates of a size.
static void measure(Placing *placing, double size)
{
    placing->unit = crPlaceUnit(size, placing->recipe->def.radius);
    placing->nearness = crPlaceNearness(size, placing->recipe->def.radius);
}

/// Everything but the guards. Rounding errors grow with the larger of both ends' coordinates.
static void begin(Placing *placing, CaromWorld *world, uint32_t i, CrPath path, CaromVec2 wish)
{
    placing->world = world;
    placing->i = i;
    placing->recipe = &world->recipes[world->flights.hot[i].recipe];
    placing->path = path;
    placing->wish = wish;
    measure(placing, crCoordinateSum(wish, path.p));
    placing->guardCount = 0;
    placing->overflow = false;
    placing->minds = respectsEdge;
    placing->hit = NULL;
    placing->checksTips = false;
}

CaromVec2 crPlace(CaromWorld *world, uint32_t i, double time, CaromVec2 wish, const CrTouch *hit)
{
    const CrFlights *f = &world->flights;
    Placing placing;
    begin(&placing, world, i, crFlightPath(f, i), wish);
    if (hit != NULL) {
        const CrShape *shape = &world->shapes[world->keyOwners[hit->key].shape];
        double far = crPlaceSizeUnder(&world->bodies[shape->body], &hit->pose, wish);
        measure(&placing, crPlaceSizeOf(crCoordinateSum(wish, placing.path.p), far));
    }
    placing.tau = crFlightTau(f, i, time);
    CaromVec2 aside = crSub(wish, crPathPoint(&placing.path, placing.tau));
    placing.nearness += 2.0 * crLength(aside); // a slide is set a hair off its surface
    bool isLine = !placing.path.curved || placing.tau == 0.0 || crModeSlides(f->hot[i].mode);
    placing.exactLeg =
        isLine && placing.recipe->def.radius == 0.0 && !(f->hot[i].leg & CR_LEG_PIERCED);
    placing.time = time;
    placing.hit = hit;
    visitNearby(&placing, guardAgainst);
    watchAll(&placing);
    placing.checksTips = placing.exactLeg && !placing.path.curved &&
                         (placing.overflow || (f->hot[i].leg & CR_LEG_SHAVES));
    CaromVec2 place = wish;
    bool found =
        isFree(&placing, wish) || (hit != NULL && tryAlong(&placing, hit->normal, &place)) ||
        tryAlong(&placing, commonNormal(&placing), &place) || tryAround(&placing, &place) ||
        tryBack(&placing, &place) || tryBetween(&placing, &place);
    return found ? place : lastPlace(&placing);
}

// ---- starting from nowhere

/// The side of a thin edge that a fresh flight belongs to.
static int freshSide(const CrEdge *edge, CaromVec2 local, CaromVec2 velocity)
{
    int side = crOrient(edge->a, edge->b, local);
    if (edge->oneSided) {
        return -1;
    }
    if (side == 0) {
        side = signOf(crCross(crSub(edge->b, edge->a), velocity));
    }
    return side != 0 ? side : 1;
}

static double freshTolerance(const Placing *placing, const CrShape *shape)
{
    double radius = placing->recipe->def.radius;
    return 16.0 *
           (crPlaceTolerance(placing->wish, radius + shape->radius) + crShapeRounding(shape));
}

bool crPlaceMeets(const CaromWorld *world, uint32_t i, double time, uint32_t shape)
{
    const CrFlightExtra *cold = crFlightExtra(&world->flights, i);
    const CrRecipe *recipe = &world->recipes[world->flights.hot[i].recipe];
    bool ignored =
        crExtraIgnores(world, cold, world->shapes[shape].body) && cold->ignoreUntil > time;
    return !ignored && !crPierceHolds(world, i, shape) &&
           crFlightSees(world, &recipe->def.filter, shape);
}

static bool meetsFresh(const Placing *placing, uint32_t slot)
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

/// As makeGuard, of an edge of a shape that it meets.
static bool makeFreshGuard(const Placing *placing, uint32_t slot, int e, Guard *guard)
{
    const CaromWorld *world = placing->world;
    const CrShape *shape = &world->shapes[slot];
    CrPose pose = crFlightPose(world, &world->bodies[shape->body], placing->time);
    CaromVec2 local = crPoseToLocal(&pose, placing->wish),
              heading = crPoseTurnBack(&pose, placing->path.v);
    CrEdge edge = crShapeEdge(shape, e, placing->recipe->def.radius);
    if (crAbs(nearestDistance(&edge, local) - edge.reach) > 2.0 * freshTolerance(placing, shape) ||
        isBehindFresh(shape, &edge, local)) {
        return false;
    }
    int side = edge.reach > 0.0 ? 0 : freshSide(&edge, local, heading);
    Guard made = {
        edge,  pose, &world->bodies[shape->body], crShapeKeys(shape)[e], false, side, false,
        local, shape};
    *guard = made;
    return true;
}

/// False: deep inside. Otherwise its edges nearby become guards.
static bool guardFresh(Placing *placing, uint32_t slot)
{
    const CaromWorld *world = placing->world;
    const CrShape *shape = &world->shapes[slot];
    if (!meetsFresh(placing, slot)) {
        return true;
    }
    double radius = placing->recipe->def.radius, tolerance = freshTolerance(placing, shape);
    CrPose pose = crFlightPose(world, &world->bodies[shape->body], placing->time);
    CaromVec2 local = crPoseToLocal(&pose, placing->wish);
    double gap = crShapeGapWithin(shape, local, radius, tolerance);
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, shape,
                 crBoxInflate(crBox(local, local), shape->radius + radius + 2.0 * tolerance));
    while (crAbs(gap) <= tolerance && crEdgesNext(&walk, &e)) {
        Guard guard;
        if (makeFreshGuard(placing, slot, e, &guard)) {
            addGuard(placing, &guard);
            placing->unit = crMax(placing->unit, crShapeRounding(shape));
        }
    }
    return !(gap < -tolerance);
}

static bool respectsFresh(void *context, uint32_t shape, int edge)
{
    const Placing *placing = context;
    Guard guard;
    return !meetsFresh(placing, shape) || !makeFreshGuard(placing, shape, edge, &guard) ||
           respects(&guard, placing->tried);
}

static bool guardAllFresh(Placing *placing)
{
    const CaromWorld *world = placing->world;
    double reach = placing->recipe->def.radius + 2.0 * placing->nearness;
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
    if (world->plain || crKinematicsAny(world)) {
        return false;
    }
    bool hasSolids = world->grid.insideReach > 0.0 || world->grid.thick > 0;
    if (!hasSolids && crLanesAreAll(&world->grid)) {
        double rounding = 1.5 * crGridExtent(&world->grid) * 0x1p-51;
        double tolerance = 16.0 * (crPlaceTolerance(wish, radius) + rounding);
        double reach = radius + 4.0 * tolerance;
        CaromBox bounds = crBoxInflate(crGridBounds(&world->grid), reach);
        return !crBoxOverlaps(bounds, crBox(wish, wish)) ||
               crLanesAlone(&world->grid, wish, reach, CR_NONE);
    }
    CrBoxesWalk walk;
    double reach = radius + 2.0 * crPlaceNearness(2.0 * size, radius);
    crBoxesStart(&walk, &world->boxes, crBoxInflate(crBox(wish, wish), reach));
    return !crBoxesNext(&walk, NULL, NULL);
}

bool crPlaceFresh(CaromWorld *world, uint32_t i, double time, CaromVec2 wish, CaromVec2 velocity,
                  CaromVec2 *place)
{
    Placing placing;
    *place = wish;
    if (crPlaceIsFree(world, world->recipes[world->flights.hot[i].recipe].def.radius, wish)) {
        return true;
    }
    begin(&placing, world, i, crPathMake(wish, velocity, crVec(0.0, 0.0)), wish);
    placing.tau = 0.0;
    placing.exactLeg = false;
    placing.time = time;
    placing.minds = respectsFresh;
    if (!guardAllFresh(&placing)) {
        return false;
    }
    return isFree(&placing, wish) || tryAlong(&placing, commonNormal(&placing), place) ||
           tryAround(&placing, place);
}
