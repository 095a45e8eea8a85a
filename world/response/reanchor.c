// SPDX-License-Identifier: MIT
#include "reanchor.h"

#include "../core/limits.h"
#include "../contacts/contact.h"
#include "../data/flight_pool.h"
#include "../data/observer.h"
#include "../flight/clear_until.h"
#include "../flight/flight.h"
#include "../flight/flight_boxes.h"
#include "../flight/leg.h"
#include "../flight/sensor_crossings.h"
#include "../index/hierarchy.h"
#include "../index/moving_index.h"
#include "../index/sensors.h"
#include "../rigid/rigid_sweep.h"
#include "../support/carried.h"

/// What may be concerned: all that comes near the body from a time to the end of the step.
typedef struct Wake {
    uint32_t body, hitter;
    double time, until;
    CaromBox box;
    bool senses; ///< a sensor is on it
} Wake;

/// All places of the body and of what hangs from it until the step's end, as it moves now.
static void coverPath(const CaromWorld *world, Wake *wake)
{
    CrHierarchyWalk walk = crHierarchyShapes(world, wake->body);
    uint32_t s;
    while (crHierarchyNextShape(&walk, &s)) {
        if (!world->bodies[world->shapes[s].body].disabled) {
            CaromBox box = crMovingIndexSweptBox(world, s, wake->time, wake->until);
            wake->box = crBoxUnion(wake->box, box);
            wake->senses |= world->shapes[s].sensor;
        }
    }
}

static void touchShapes(CaromWorld *world, const Wake *wake)
{
    CrHierarchyWalk walk = crHierarchyShapes(world, wake->body);
    uint32_t s;
    while (crHierarchyNextShape(&walk, &s)) {
        if (world->bodies[world->shapes[s].body].disabled) {
            continue;
        }
        world->shapes[s].edited = wake->time;
        crMovingIndexTouch(world, s, false);
        crClearUntilFollow(world, s);
        if (world->shapes[s].sensor) {
            crSensorsTouch(world, s, false);
        }
    }
}

typedef void Visit(CaromWorld *world, const Wake *wake, uint32_t i);

static bool mayComeNear(const CaromWorld *world, const Wake *wake, uint32_t i)
{
    const CrFlights *f = &world->flights;
    CrSpan span = {wake->time, wake->until};
    double proximity = world->flightDefs[f->hot[i].flightDef].def.proximity;
    return crFlightIsStuck(world, i) ||
           crBoxOverlaps(wake->box, crFlightSweptBox(world, i, span, proximity));
}

/// Flights whose boxes are listed, or all.
static void visitNear(CaromWorld *world, const Wake *wake, Visit *visit)
{
    const uint32_t *listed = NULL;
    int count = 0;
    bool found =
        world->turnUntil > -CR_NEVER && crFlightBoxesFind(world, wake->box, &listed, &count);
    count = found ? count : (int)crFlightsCount(&world->flights);
    for (int k = 0; k < count; k++) {
        uint32_t i = found ? listed[k] : (uint32_t)k;
        if (i != wake->hitter && crFlightLives(&world->flights, i) &&
            world->flights.hot[i].mode != CAROM_PROJECTILE_PENDING &&
            (found || mayComeNear(world, wake, i))) {
            visit(world, wake, i);
        }
    }
    for (int k = 0; found && k < crArrayCount(world->watchers); k++) { // their boxes are larger
        uint32_t i = world->watchers[k];
        if (i != wake->hitter && crFlightLives(&world->flights, i) && mayComeNear(world, wake, i)) {
            visit(world, wake, i);
        }
    }
}

/// Before the body goes on otherwise: what has happened up to now is told, as it went so far.
static void tellCrossings(CaromWorld *world, const Wake *wake, uint32_t i)
{
    crSensorCrossingsTell(world, i, wake->time, wake->time);
}

/// Whether a flight is inside of something that goes along with a body.
static bool isInside(const CaromWorld *world, uint32_t i, uint32_t body)
{
    const CrPierces *pierces = crFlightPierces(&world->flights, i);
    bool inside = false;
    for (int k = 0; k < pierces->count && !inside; k++) {
        inside = crPiercedIsThere(world, &pierces->of[k]) &&
                 crHierarchyHolds(world, body, world->shapes[pierces->of[k].shape].body);
    }
    return inside;
}

static void concern(CaromWorld *world, const Wake *wake, uint32_t i)
{
    CrFlights *f = &world->flights;
    crFlightCarryOn(world, i, wake->body, wake->time);
    if (crFlightLives(f, i)) {
        if (isInside(world, i, wake->body)) {
            crFlightForget(world, i); // it leaves at another time
        }
        if (f->clearUntil != NULL) {
            f->clearUntil[i] = -CR_NEVER;
        }
        crFlightChanged(world, i);
    }
}

void crBodyTakePath(CaromWorld *world, const CrRigidPlan *path, double time, uint32_t flight)
{
    CrMotion *own = &world->bodies[path->body].own;
    Wake wake = {path->body,
                 flight,
                 time,
                 crMax(time, world->turnUntil),
                 {{CR_NEVER, CR_NEVER}, {-CR_NEVER, -CR_NEVER}},
                 false};
    coverPath(world, &wake);
    if (wake.senses) {
        visitNear(world, &wake, tellCrossings);
    }
    crContactsBeforeTurn(world, path->body, time);
    crHierarchyAnchor(world, path->body, time);
    own->velocity = path->velocity;
    own->acceleration = path->acceleration;
    own->spin = path->spin;
    crHierarchyCompose(world, path->body, time, true);
    touchShapes(world, &wake);
    crContactsAfterTurn(world, path->body, time);
    coverPath(world, &wake);
    visitNear(world, &wake, concern);
    if (wake.senses) { // at this time, not at the next step's, whenever that may begin
        visitNear(world, &wake, tellCrossings);
        crSensorsForgetEdits(world);
    }
    crObserversTurned(world, time);
}

void crBodyTurnTo(CaromWorld *world, const CrPush *push, CaromVec2 change, double spin)
{
    CrBody *body = &world->bodies[push->body];
    CrRigid *rigid = &world->rigids.all[body->rigid];
    CaromVec2 velocity = crAdd(crMotionVelocity(&body->own, push->time), change);
    if ((change.x == 0.0 && change.y == 0.0 && spin == 0.0) || crIsTooFast(velocity)) {
        return;
    }
    CrRigidPlan path = {push->body, velocity, body->own.acceleration,
                        crClamp(body->own.spin + spin, -CR_SPIN_MAX, CR_SPIN_MAX)};
    rigid->velocity = crAdd(rigid->velocity, change);
    rigid->spin = crClamp(rigid->spin + spin, -CR_SPIN_MAX, CR_SPIN_MAX);
    crBodyTakePath(world, &path, push->time, push->flight);
    crRigidSweepOne(world, push->body, push->time);
}
