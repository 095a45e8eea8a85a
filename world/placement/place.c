// SPDX-License-Identifier: MIT
#include "side_constraint.h"

#include "place.h"

#include "../../shapes/exact.h"
#include "../index/moving_index.h"
#include "place_tolerance.h"

// ---- nearby

/// The side of a thin edge that the place belongs to; 0 if it is not known.
static int sideOf(const CrPlacing *placing, const CrSideConstraint *guard)
{
    if (guard->edge.reach > 0.0 || guard->side != 0 ||
        !crSideConstraintIsWatchedLate(placing, guard)) {
        return guard->side;
    }
    int side = crOrient(guard->edge.a, guard->edge.b, guard->from);
    return guard->edge.oneSided && side > 0 ? 0 : side;
}

/// Away from a guard's line.
static CaromVec2 outward(const CrPlacing *placing, const CrSideConstraint *guard)
{
    CaromVec2 local = crPoseToLocal(&guard->pose, placing->wish);
    CaromVec2 left = crLeft(crSub(guard->edge.b, guard->edge.a));
    double length = crLength(left), side = sideOf(placing, guard);
    if (side == 0.0) {
        side = guard->edge.oneSided ? -1.0 : crSignOf(crDot(left, crSub(local, guard->edge.a)));
    }
    CaromVec2 out = length > 0.0 ? crScale(left, side / length) : crSub(local, guard->edge.a);
    return crPoseTurn(&guard->pose, out);
}

/// To a multiple of 2^-46: sums of CR_SIDE_CONSTRAINT_LIMIT unit normals are exact, in whatever
/// order.
static double coarse(double x)
{
    return (x + 0x1.8p6) - 0x1.8p6;
}

CaromVec2 crPlacingNormal(const CrPlacing *placing)
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
static CaromVec2 awayFrom(const CrPlacing *placing, const CrSideConstraint *guard)
{
    CaromVec2 local = crPoseToLocal(&guard->pose, placing->wish);
    CaromVec2 near = caromNearestOnSegment(local, guard->edge.a, guard->edge.b).point,
              away = crSub(local, near);
    double length = crLength(away);
    bool isThick = guard->edge.reach > 0.0 && length > 0.0;
    return isThick ? crPoseTurn(&guard->pose, crUnit(away, length)) : outward(placing, guard);
}

bool crPlacingTryAlong(CrPlacing *placing, CaromVec2 direction, CaromVec2 *place)
{
    for (double step = placing->unit; step <= 64.0 * placing->unit; step *= 2.0) {
        *place = crAddScaled(placing->wish, direction, step);
        if (crPlacingIsFree(placing, *place)) {
            return true;
        }
    }
    return false;
}

/// Whether to try one way before another: first the way that leads more out of everything near; if
/// two are equal in this, the one that leads more back. Axes decide only if both are equal.
static bool leadsOutMore(CaromVec2 a, CaromVec2 b, CaromVec2 out, CaromVec2 way)
{
    double outA = crDot(a, out), outB = crDot(b, out);
    return outA > outB || (outA == outB && crDot(a, way) < crDot(b, way));
}

static void orderAround(const CrPlacing *placing, CaromVec2 directions[8])
{
    static const CaromVec2 around[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                        {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    CaromVec2 out = crPlacingNormal(placing), way = crPathVelocity(&placing->path, placing->tau);
    for (int i = 0; i < 8; i++) {
        int k = i;
        for (; k > 0 && leadsOutMore(around[i], directions[k - 1], out, way); k--) {
            directions[k] = directions[k - 1];
        }
        directions[k] = around[i];
    }
}

bool crPlacingTryAround(CrPlacing *placing, CaromVec2 *place)
{
    CaromVec2 directions[8];
    orderAround(placing, directions);
    for (double step = placing->unit; step <= 64.0 * placing->unit; step *= 2.0) {
        for (int k = 0; k < 8; k++) {
            *place = crAddScaled(placing->wish, directions[k], step);
            if (crPlacingIsFree(placing, *place)) {
                return true;
            }
        }
    }
    return false;
}

/// Out of the wedge between what is hit and a guard: not unit.
static CaromVec2 outBetween(const CrPlacing *placing, const CrSideConstraint *guard)
{
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): asked only where something is hit
    return crAdd(placing->hit->normal, awayFrom(placing, guard));
}

/// By a step, out of the narrowest wedge from which that leads to a free place; of two alike out of
/// the one that is more on the way back. Which guard has the least key shows only after that.
static bool stepBetween(CrPlacing *placing, double step, CaromVec2 *place)
{
    CaromVec2 way = crPathVelocity(&placing->path, placing->tau);
    double narrowest = CR_NEVER, ahead = 0.0;
    for (int k = 0; k < placing->guardCount; k++) {
        CaromVec2 out = outBetween(placing, &placing->guards[k]);
        double length = crLength(out), on = crDot(out, way);
        if (length > 0.0 && (length < narrowest || (length == narrowest && on < ahead))) {
            CaromVec2 tried = crAddScaled(placing->wish, out, step / length);
            if (crPlacingIsFree(placing, tried)) {
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
static bool tryBetween(CrPlacing *placing, CaromVec2 *place)
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
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a guard has a body
    return a == b || (a->spin == 0.0 && b->spin == 0.0 && crEqual(a->velocity, b->velocity) &&
                      !a->accelerates && !b->accelerates);
}

/// Whether all that is near moves as one.
static bool isRigid(const CrPlacing *placing)
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
static const CrBody *backBody(const CrPlacing *placing, CrPose *pose)
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
static CaromVec2 placeBack(const CrPlacing *placing, double back)
{
    CrPose pose;
    const CrBody *body = backBody(placing, &pose);
    if (body == NULL || body->type == CAROM_BODY_STATIC) {
        return crPathPoint(&placing->path, placing->tau - back);
    }
    return crPoseToWorld(&pose, crPlacingBefore(placing, body, back));
}

/// Back along the leg, first by little. What moves towards something else has come since to where
/// the leg was: it goes back no further than that is looked for.
static bool tryBack(CrPlacing *placing, CaromVec2 *place)
{
    CrPose pose;
    const CrBody *body = backBody(placing, &pose);
    double speed = body == NULL ? crLength(crPathVelocity(&placing->path, placing->tau))
                                : crPlacingSpeed(placing, body);
    if (!(speed > 0.0)) {
        return false;
    }
    double most = isRigid(placing) ? placing->tau : crMin(placing->tau, placing->nearness / speed);
    for (double back = placing->unit / speed; back < most; back *= 2.0) {
        *place = placeBack(placing, back);
        if (crPlacingIsFree(placing, *place)) {
            return true;
        }
    }
    return false;
}

/// Where there is no place near the wish: the leg's start, unless what moves has been there since,
/// or is there, and has left it none.
static CrPlaced lastPlace(CrPlacing *placing)
{
    CaromVec2 start = isRigid(placing) ? placeBack(placing, placing->tau) : placing->wish;
    CrPlaced last = {start, false};
    last.crushed = crMovingIndexAny(placing->world) && !crPlacingIsFree(placing, start);
    return last;
}

// ---- all of that

CrPlaced crPlace(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                 const CrTouch *hit)
{
    const CrFlights *f = &world->flights;
    CrPlacing placing;
    crPlacingBegin(&placing, world, i, crFlightPath(f, i), wish);
    if (hit != NULL) {
        const CrShape *shape = &world->shapes[world->keyOwners[hit->key].shape];
        double far = crPlaceSizeUnder(&world->bodies[shape->body], &hit->pose, wish);
        crPlacingMeasure(&placing, crPlaceSizeOf(crCoordinateSum(wish, placing.path.p), far));
    }
    placing.tau = crFlightTau(f, i, time);
    CaromVec2 aside = crSub(wish, crPathPoint(&placing.path, placing.tau));
    placing.nearness += 2.0 * crLength(aside); // a slide is set a hair off its surface
    bool isLine = !placing.path.curved || placing.tau == 0.0 ||
                  (crModeSlides(f->hot[i].mode) && !crFlightRides(world, i));
    placing.exactLeg =
        isLine && placing.flightDef->def.radius == 0.0 && !(f->hot[i].leg & CR_LEG_PIERCED);
    placing.time = time;
    placing.hit = hit;
    crPlacingVisit(&placing, crPlacingGuard);
    crPlacingWatch(&placing);
    placing.checksTips = placing.exactLeg && !placing.path.curved &&
                         (placing.overflow || (f->hot[i].leg & CR_LEG_SHAVES));
    CrPlaced placed = {wish, false};
    CaromVec2 *place = &placed.place;
    bool found = crPlacingIsFree(&placing, wish) ||
                 (hit != NULL && crPlacingTryAlong(&placing, hit->normal, place)) ||
                 crPlacingTryAlong(&placing, crPlacingNormal(&placing), place) ||
                 crPlacingTryAround(&placing, place) || tryBack(&placing, place) ||
                 tryBetween(&placing, place);
    return found ? placed : lastPlace(&placing);
}

CaromVec2 crPlaceOrCrush(CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                         const CrTouch *hit)
{
    CrPlaced placed = crPlace(world, i, time, wish, hit);
    if (placed.crushed) {
        world->flights.hot[i].leg |= CR_LEG_CRUSHED;
        crClearUntilForget(&world->flights, i);
    }
    return placed.place;
}
