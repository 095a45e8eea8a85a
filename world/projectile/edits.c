// SPDX-License-Identifier: MIT
#include "edits.h"

#include "../data/flight_pool.h"
#include "../events/event.h"
#include "../flight/clear_until.h"
#include "../flight/flight.h"
#include "../flight/leg.h"
#include "../geometry/shape_view.h"
#include "../geometry/tile_shape.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../narrowphase/shape_distance.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "../response/pierce.h"
#include "../support/bounce_series.h"
#include "../support/carried.h"
#include "../support/equilibrium.h"
#include "../support/stick.h"

/// So few are looked through one by one.
#define FEW 8

/// The thin shapes of a body and of its descendants, as they are now; or those of all bodies with
/// another path from this tick on.
typedef struct Thin {
    uint32_t body; ///< CR_NONE: all those in world->rigids.plans
    CaromBox box;  ///< an empty one where there are none
    double slack;  ///< more than rounding adds to one
    bool told;     ///< it is known which flights are in the box at most; clear_until.h
} Thin;

#define RIDES 0x1p-10 ///< [1] of its speed: so far the leg of a ride may be off the surface's

static bool touchesAnEdit(const CaromWorld *world, CaromBox box)
{
    const CaromBox *boxes = world->edits.boxes;
    if (world->edits.layered) {
        CrMovingWalk walk;
        uint32_t key;
        crMovingStart(&walk, &world->edits.layer, box);
        return crMovingNext(&walk, &key);
    }
    for (int k = 0; k < crArrayCount(boxes); k++) {
        if (crBoxOverlaps(boxes[k], box)) {
            return true;
        }
    }
    return false;
}

/// A box around where a flight is and where it is known to get, and what it watches; everything,
/// where that isn't known.
static CaromBox restOfLeg(const CaromWorld *world, uint32_t i, CaromVec2 now)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
    double radius = def->radius + def->proximity, end = f->next[i];
    CrPath path = crFlightPath(f, i);
    bool rests = !path.curved && path.v.x == 0.0 && path.v.y == 0.0;
    if (rests) {
        return crBoxInflate(crBox(now, now), radius);
    }
    if (end >= CR_NEVER) {
        CaromBox everything = {{-CR_NEVER, -CR_NEVER}, {CR_NEVER, CR_NEVER}};
        return everything;
    }
    // at the current time a hit may be a rounding later than computed: that is far for fast flights
    CaromVec2 last = crFlightPlaceAt(f, i, end + end * 0x1p-52);
    double h = crMax(end - world->time, 0.0), sagitta = crLength(path.a) * h * h * 0.125;
    return crBoxInflate(crBox(now, last), radius + sagitta * (1.0 + 1e-9) +
                                              64.0 * (crPlaceTolerance(now, radius) +
                                                      crPlaceTolerance(last, radius)));
}

/// It is still on its support, which has not changed. If two supports held or guided it, and the
/// other one is gone or moves, it slides off, or slides on as it is pulled.
static void letGoOfWedge(CaromWorld *world, uint32_t i, CaromVec2 now)
{
    CrFlights *f = &world->flights;
    CrSupport support;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    if (crModeSlides(f->hot[i].mode) && extra->slideCause == CR_SLIDE_WEDGED) {
        crFlightResumeSlide(world, i, world->time);
        return;
    }
    bool rests = f->hot[i].mode == CAROM_PROJECTILE_RESTING && !extra->glued;
    if (rests && crFlightSupport(world, i, &support) &&
        !crFlightIsHeld(world, i, world->time, &support, now, true)) {
        crFlightSettleAnew(world, i, &support);
    }
}

/// A resting flight after an edit near it: it follows its support, or lets go of it.
static void checkSupport(CaromWorld *world, uint32_t i, CaromVec2 now)
{
    CrSupport support;
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    if (crFlightSupport(world, i, &support)) {
        const CrShape *shape = &world->shapes[support.shape];
        const CrBody *body = &world->bodies[shape->body];
        CrPose pose = crFlightPose(world, body, world->time);
        CaromVec2 local = crPoseToLocal(&pose, now);
        double gap = crShapeGap(shape, local, radius);
        double slack = crRideSlack(world, i, &support);
        if (crAbs(gap) <= CR_TOUCHES(now, radius) + slack &&
            crSupportHolds(world, i, &support, local)) {
            crFlightFollowSupport(world, i, &support, now);
            letGoOfWedge(world, i, now);
            return;
        }
    }
    CaromVec2 velocity = crFlightHowFast(world, i, world->time);
    crEventsTellMode(world, i, world->time, now, velocity, CAROM_PROJECTILE_FLYING);
    crFlightRelaunch(world, i, world->time, velocity);
}

/// A flight that stands in an edited box: crushed, pushed aside by rounding, or merely near.
static void checkPlace(CaromWorld *world, uint32_t i, CaromVec2 now)
{
    CrFlights *f = &world->flights;
    CrPath path = crFlightPath(f, i);
    CaromVec2 place, velocity = crPathVelocity(&path, crFlightTau(f, i, world->time));
    if (f->hot[i].leg & CR_LEG_PIERCED) {
        return; // it may well be inside of something
    }
    if (!crPlaceFresh(world, i, world->time, now, velocity, NULL, &place)) {
        crFlightEnd(world, i, world->time, CAROM_END_CRUSHED);
        return;
    }
    f->hot[i].leg &= (uint8_t)~CR_LEG_CRUSHED; // what left it no room when it was freed is gone
    if (!crEqual(place, now)) {
        crFlightSetLeg(world, i, world->time, place, velocity, crFlightPull(f, i));
    }
}

/// Whether a place is as near to a wall as rounding, on whatever side.
static bool isTouching(const CaromWorld *world, CaromVec2 place, const CrShape *wall)
{
    CrPose pose = crFlightPose(world, &world->bodies[wall->body], world->time);
    CaromVec2 local = crPoseToLocal(&pose, place);
    double near = 64.0 * (crPlaceTolerance(place, 0.0) + crPlaceTolerance(pose.offset, 0.0));
    CaromBox box = crBoxInflate(crBox(local, local), near);
    CrEdgeWalk walk;
    int e;
    crEdgesStart(&walk, wall, box);
    while (crBoxOverlaps(crShapeBox(wall), box) && crEdgesNext(&walk, &e)) {
        CrEdge edge = crShapeEdge(wall, e, 0.0);
        if (caromNearestOnSegment(local, edge.a, edge.b).distance <= near) {
            return true;
        }
    }
    return false;
}

/// Whether a point has an exact side of a shape to keep to.
static bool isThin(const CrShape *shape)
{
    return shape->radius == 0.0 && !shape->sensor;
}

static void addThin(const CaromWorld *world, uint32_t s, Thin *thin)
{
    const CrShape *shape = &world->shapes[s];
    CrPose pose = crFlightPose(world, &world->bodies[shape->body], world->time);
    CaromBox box = crMovingIndexSweptBox(world, s, world->time, world->time);
    double slack = 128.0 * (crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0) +
                            crPlaceTolerance(pose.offset, 0.0));
    thin->box = crBoxUnion(thin->box, crBoxInflate(box, slack));
    thin->slack = crMax(thin->slack, slack);
    thin->told = thin->told && crClearUntilTells(world, shape, slack);
}

static void addThinOf(const CaromWorld *world, uint32_t bodySlot, Thin *thin)
{
    CrHierarchyWalk walk = crHierarchyShapes(world, bodySlot);
    uint32_t s;
    while (crHierarchyNextShape(&walk, &s)) {
        if (isThin(&world->shapes[s]) && !world->bodies[world->shapes[s].body].disabled) {
            addThin(world, s, thin);
        }
    }
}

/// Whether a tick gives a body another path. Plans are in the order of their entries in the pool.
static bool isPlanned(const CaromWorld *world, uint32_t bodySlot)
{
    const CrRigids *rigids = &world->rigids;
    uint32_t entry = world->bodies[crHierarchyRoot(world, bodySlot)].rigid;
    int low = 0, high = crArrayCount(rigids->plans);
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool isBefore = world->bodies[rigids->plans[middle].body].rigid < entry;
        low = isBefore ? middle + 1 : low;
        high = isBefore ? high : middle;
    }
    return low < crArrayCount(rigids->plans) &&
           world->bodies[rigids->plans[low].body].rigid == entry;
}

static bool isOf(const CaromWorld *world, const Thin *thin, const CrShape *shape)
{
    return thin->body == CR_NONE ? isPlanned(world, shape->body)
                                 : crHierarchyHolds(world, thin->body, shape->body);
}

/// Whether a flight is a point that touches one of them.
static bool touchesThin(const CaromWorld *world, uint32_t i, const Thin *thin)
{
    const CrFlights *f = &world->flights;
    if (!crFlightLives(f, i) || !crModeMeets(f->hot[i].mode) ||
        world->flightDefs[f->hot[i].flightDef].def.radius != 0.0) {
        return false;
    }
    CaromVec2 now = crFlightPlaceAt(f, i, world->time);
    CrMovingIndexWalk walk;
    uint32_t s;
    if (!crBoxOverlaps(thin->box, crBox(now, now))) {
        return false;
    }
    crMovingIndexStart(&walk, world, crBoxInflate(crBox(now, now), thin->slack));
    while (crMovingIndexNext(&walk, &s)) {
        const CrShape *shape = &world->shapes[s];
        if (isThin(shape) && isOf(world, thin, shape) && isTouching(world, now, shape)) {
            return true;
        }
    }
    return false;
}

/// A leg that begins at the clock, on the side on which the one before was.
static void holdSide(CaromWorld *world, uint32_t i)
{
    CrPath path = crFlightPath(&world->flights, i);
    CaromVec2 velocity = crPathVelocity(&path, crFlightTau(&world->flights, i, world->time)),
              now = crFlightPlaceAt(&world->flights, i, world->time),
              place = crPlaceOrCrush(world, i, world->time, now, NULL);
    crFlightGoOn(world, i, world->time, place, velocity, crFlightPull(&world->flights, i));
}

static void holdSides(CaromWorld *world, Thin thin)
{
    uint32_t near[CR_FLIGHT_CHUNK], flights = crFlightsCount(&world->flights);
    for (uint32_t first = 0; thin.box.min.x <= thin.box.max.x && first < flights;
         first += CR_FLIGHT_CHUNK) {
        int count = crClearUntilNear(world, first, thin.told, world->time, near);
        for (int k = 0; k < count; k++) {
            if (touchesThin(world, near[k], &thin)) {
                holdSide(world, near[k]);
            }
        }
    }
}

void crEditsHoldSides(CaromWorld *world, uint32_t bodySlot)
{
    Thin thin = {bodySlot, {{CR_NEVER, CR_NEVER}, {-CR_NEVER, -CR_NEVER}}, 0.0, true};
    if (world->flights.liveCount > 0) {
        addThinOf(world, bodySlot, &thin);
        holdSides(world, thin);
    }
}

void crEditsHoldSidesAtTick(CaromWorld *world)
{
    Thin thin = {CR_NONE, {{CR_NEVER, CR_NEVER}, {-CR_NEVER, -CR_NEVER}}, 0.0, true};
    int count = world->flights.liveCount > 0 ? crArrayCount(world->rigids.plans) : 0;
    for (int k = 0; k < count; k++) {
        addThinOf(world, world->rigids.plans[k].body, &thin);
    }
    holdSides(world, thin);
}

/// What stands in its way from now on was not there before: the past of the leg stays as it was.
static void closePast(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    if (f->hot[i].nextKind != CR_NEXT_HIT) {
        f->hot[i].nextKey = CR_NONE; // the edge that it left may be elsewhere now
    }
    if (crFlightHasExtra(f, i)) {
        CrFlightExtra *extra = crFlightOwn(f, i);
        double past = crPastOf(world->editedAt, f->hot[i].start);
        if (past > extra->after) {
            extra->after = past;
            extra->passed.shape = CR_NONE;
        }
    }
}

void crEditsApplyTo(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    if (crArrayCount(world->edits.boxes) == 0 || f->hot[i].mode == CAROM_PROJECTILE_PENDING) {
        return; // the latter look when they are launched
    }
    if (crFlightIsStuck(world, i)) {
        crPierceApplyEdits(world, i, false); // what it sticks in may be gone
        crFlightFollowBody(world, i);
        if (crFlightIsStuck(world, i)) {
            crFlightForget(world, i); // what its proximity fuse is for may be near now
        }
        return;
    }
    closePast(world, i);
    CaromVec2 now = crFlightPlaceAt(f, i, world->time);
    double radius = world->flightDefs[f->hot[i].flightDef].def.radius;
    bool rested = !world->edits.motions || crFlightHasExtra(f, i);
    bool concerned = !rested || touchesAnEdit(world, restOfLeg(world, i, now));
    if (rested && concerned) {
        crFlightForget(world, i);
        world->counters.flightsWoken++;
    }
    if (crFlightExtra(f, i)->ignoreBody.index != 0) {
        crFlightUpdateIgnore(world, i);
    }
    bool isNear = concerned && touchesAnEdit(world, crBoxInflate(crBox(now, now), radius));
    crPierceApplyEdits(world, i, isNear);
    if (!isNear) {
        return;
    }
    bool leans = crFlightExtra(f, i)->supportKey != CR_NONE;
    if (leans) {
        checkSupport(world, i, now);
    }
    checkPlace(world, i, crFlightPlaceAt(f, i, world->time));
}

/// Whether an edit can concern a flight that is not near it: crEditsAddMotion.
static bool isConcerned(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    return !world->edits.motions || f->clearUntil[i] <= world->time || crFlightHasExtra(f, i);
}

static void applyNear(CaromWorld *world)
{
    uint32_t near[CR_FLIGHT_CHUNK], flights = crFlightsCount(&world->flights);
    for (uint32_t first = 0; first < flights; first += CR_FLIGHT_CHUNK) {
        int count = crClearUntilNear(world, first, true, world->time, near);
        for (int k = 0; k < count; k++) {
            if (crFlightLives(&world->flights, near[k])) {
                crEditsApplyTo(world, near[k]);
            }
        }
    }
}

static void applyToAll(CaromWorld *world)
{
    const CrFlights *f = &world->flights;
    if (world->edits.motions && crArrayCount(f->extras) == f->extrasLeft) {
        applyNear(world);
        return;
    }
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (isConcerned(world, i) && crFlightLives(f, i)) {
            crEditsApplyTo(world, i);
        }
    }
}

void crEditsApply(CaromWorld *world)
{
    if (crArrayCount(world->edits.boxes) == 0) {
        return;
    }
    CrEdits *edits = &world->edits;
    int count = crArrayCount(edits->boxes);
    world->editedAt = world->time;
    edits->layered =
        count > FEW && crMovingFill(&edits->layer, edits->boxes, NULL, count) == CAROM_OK;
    applyToAll(world);
    edits->layered = edits->motions = false;
    crArraySetCount(edits->boxes, 0);
}

/// It goes along with what it is glued to; with what begins to turn as a part of it.
static void ride(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now)
{
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    CrTouch touch = crSupportTouch(world, i, world->time, support, now);
    CaromVec2 place = crPlaceOrCrush(world, i, world->time, now, &touch);
    if (body->spin != 0.0) {
        crFlightStick(world, i, world->time, place, support);
        return;
    }
    CaromVec2 carried = crBodyVelocityAt(body, world->time, place);
    crFlightSetLeg(world, i, world->time, place, carried, crVec(0.0, 0.0));
}

/// What rests on something that spins goes on resting where that goes on as it did: its leg is as
/// fast as the surface only within the bounds of a piece.
static CaromVec2 steady(const CaromWorld *world, uint32_t i, CaromVec2 velocity, CaromVec2 surface)
{
    bool rests = world->flights.hot[i].mode == CAROM_PROJECTILE_RESTING && crFlightRides(world, i);
    bool isSame = crLength(crSub(velocity, surface)) <= RIDES * crLength(surface);
    return rests && isSame ? surface : velocity;
}

void crFlightFollowSupport(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now)
{
    const CrFlights *f = &world->flights;
    const CrBody *body = &world->bodies[world->shapes[support->shape].body];
    if (body->anchorTime != world->time &&
        !crShapeIsRenewed(world, &world->shapes[support->shape])) {
        return; // it goes on as it did
    }
    uint32_t root = crHierarchyRoot(world, world->shapes[support->shape].body);
    if (CR_UNLIKELY(world->bodies[root].type == CAROM_BODY_DYNAMIC)) {
        crFlightCarryOn(world, i, root, world->time);
        return;
    }
    if (crFlightExtra(f, i)->glued) {
        ride(world, i, support, now);
        return;
    }
    CrPath path = crFlightPath(f, i);
    CaromVec2 velocity = crPathVelocity(&path, crFlightTau(f, i, world->time));
    CrTouch touch = crSupportTouch(world, i, world->time, support, now);
    CaromVec2 surface = crSupportVelocity(world, support, world->time, now);
    double away = crDot(crSub(velocity, surface), touch.normal);
    if (away > (crFlightRides(world, i) ? RIDES : 1e-12) * crLength(velocity)) {
        crEventsTellMode(world, i, world->time, now, velocity, CAROM_PROJECTILE_FLYING);
        crFlightRelaunch(world, i, world->time, velocity); // it falls away under it
    } else {
        crFlightSlide(world, i, world->time, support, now, steady(world, i, velocity, surface));
    }
}
