// SPDX-License-Identifier: MIT
#include "pierce.h"

#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/flight.h"
#include "../flight/leg.h"
#include "../flight/ties.h"
#include "../geometry/shape_view.h"
#include "../narrowphase/shape_distance.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "../support/stick.h"
#include "push.h"

#define LEAST 0x1p-1000 ///< [s] of a leg: after its start

static void removeAt(CaromWorld *world, CrPierces *pierces, int index)
{
    crTiesForget(world); // what is left may be met again
    for (int k = index; k + 1 < pierces->count; k++) {
        pierces->of[k] = pierces->of[k + 1];
    }
    pierces->count--;
}

static void tellExit(CaromWorld *world, uint32_t i, double time, const CrPierced *pierced,
                     CaromVec2 velocity)
{
    CaromCrossEvent event = {0};
    CaromShapeId id = {pierced->shape + 1, pierced->age, world->tag};
    event.time = time;
    event.projectile = crProjectileIdOf(world, i);
    event.shape = id;
    event.point = crFlightPlaceAt(&world->flights, i, time);
    event.velocity = velocity;
    event.projectileData = world->flights.tail[i].userData;
    if (crSlotsHolds(&world->shapeSlots, id.index, id.age)) {
        event.body = crBodyIdOf(world, world->shapes[pierced->shape].body);
        event.shapeData = world->shapes[pierced->shape].userData;
    }
    crEventsAddCross(world, i, &event);
}

// ---- in

/// Marks the encounter that was found, and all before it, as done. A new one at the time of the
/// last one done may come before it in the order of edges. It then becomes the last one at that
/// time; otherwise the others would be met again.
static void passFound(CaromWorld *world, uint32_t i, const CrEncounter *found)
{
    CrFlightExtra *cold = crFlightOwn(&world->flights, i);
    bool isLate =
        cold->after == found->tau && crPassedIsThere(world, &cold->passed) &&
        crEdgeOrder(found->shape, found->edge) < crEdgeOrder(cold->passed.shape, cold->passed.edge);
    cold->after = isLate ? crMax(found->tau * (1.0 + 0x1p-52), LEAST) : found->tau;
    cold->passed = crPassedMake(world, found->shape, found->edge);
}

void crPierceEnter(CaromWorld *world, uint32_t i, const CrEncounter *found, const CrImpact *contact)
{
    CrFlights *f = &world->flights;
    CrPierces *pierces = crFlightOwnPierces(f, i);
    uint32_t slot = contact->encounter.shape;
    double time = contact->encounter.time, drag = contact->surface.pierceDrag;
    CrPierced pierced = {slot, world->shapeSlots.ages[slot], time,
                         drag > 0.0 ? crMin(time + 1.0 / drag, CR_NEVER) : CR_NEVER,
                         crPoseToLocal(&contact->touch.pose, contact->exact)};
    f->hot[i].leg |= CR_LEG_PIERCED;
    if (found->shape == slot || pierces->count == CR_PIERCE_DEPTH) {
        passFound(world, i, found);
    }
    if (pierces->count < CR_PIERCE_DEPTH) {
        pierces->of[pierces->count++] = pierced;
    } else {
        tellExit(world, i, time, &pierced, contact->after);
    }
    crFlightForget(world, i);
}

// ---- and out

/// Makes it stick inside: its speed is used up.
static void stop(CaromWorld *world, uint32_t i, double time, uint32_t shape)
{
    CrFlights *f = &world->flights;
    CrSupport support = {shape, 0, CR_PART_RIGHT};
    crFlightOwnPierces(f, i)->count = 0;
    crFlightStick(world, i, time, crFlightPlaceAt(f, i, time), &support);
}

/// The leg goes on; what lies behind does so on the way out, too.
static void goOn(CaromWorld *world, uint32_t i, double time, CrPassed passed)
{
    CrFlightExtra *cold = crFlightOwn(&world->flights, i);
    double tau = crFlightTau(&world->flights, i, time);
    if (tau > cold->after) {
        cold->after = tau;
        cold->passed = passed;
    }
    crFlightForget(world, i);
}

static void goSlower(CaromWorld *world, uint32_t i, double time, CrPassed passed,
                     CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    CaromVec2 place = crPlaceOrCrush(world, i, time, crFlightPlaceAt(f, i, time), NULL);
    CrTransition flight = {.mode = CAROM_PROJECTILE_FLYING,
                           .time = time,
                           .place = place,
                           .velocity = velocity,
                           .acceleration = crFlightAcceleration(world, i, time, velocity)};
    crFlightApply(world, i, &flight);
    f->hot[i].leg |= CR_LEG_PIERCED; // within rounding of what it comes out of
    crFlightOwn(f, i)->passed = passed;
    crFlightUpdateIgnore(world, i);
}

/// [m] Returns the straight distance from entry to exit, relative to the shape.
static double wayInside(const CaromWorld *world, uint32_t i, const CrPierced *pierced, double time)
{
    const CrBody *body = &world->bodies[world->shapes[pierced->shape].body];
    CrPose pose = crBodyPose(body, time);
    CaromVec2 now = crFlightPlaceAt(&world->flights, i, time);
    return crLength(crSub(crPoseToLocal(&pose, now), pierced->place));
}

/// Returns the surface of the exit from a shape: that of the nearest edge.
static CrSurface exitSurface(const CaromWorld *world, uint32_t i, const CrShape *shape, double time)
{
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    if (crShapeExtras(shape)->materials == NULL && crShapeExtras(shape)->tiles == NULL) {
        return crSurfaceOf(world, flightDef, shape, 0);
    }
    CrPose pose = crBodyPose(&world->bodies[shape->body], time);
    CaromVec2 at = crPoseToLocal(&pose, crFlightPlaceAt(&world->flights, i, time));
    return crSurfaceOf(world, flightDef, shape, crShapeNearest(shape, at).feature);
}

/// Gives the body that it leaves, or stays in, what it has lost on its way inside.
static void pushOut(CaromWorld *world, uint32_t i, double time, uint32_t slot, CaromVec2 lost)
{
    uint32_t body = crPushedBody(world, slot);
    double mass = world->flightDefs[world->flights.hot[i].flightDef].def.mass;
    if (body != CR_NONE && world->recorder == NULL && (lost.x != 0.0 || lost.y != 0.0)) {
        CrPush push = {
            body, i, time, crFlightPlaceAt(&world->flights, i, time), crScale(lost, mass), mass};
        crBodyPush(world, &push);
    }
}

void crPierceFinish(CaromWorld *world, uint32_t i, double time)
{
    CrFlights *f = &world->flights;
    CrPierceExit exit = crPierceNextExit(world, i);
    if (exit.index < 0) { // the body was given another path at this very time
        crFlightForget(world, i);
        return;
    }
    CrPierced pierced = crFlightPierces(f, i)->of[exit.index];
    const CrShape *shape = &world->shapes[pierced.shape];
    CrSurface surface = exitSurface(world, i, shape, time);
    CrPath path = crFlightPath(f, i);
    CaromVec2 velocity = crPathVelocity(&path, crFlightTau(f, i, time));
    CaromVec2 carried =
        crBodyVelocityAt(&world->bodies[shape->body], time, crFlightPlaceAt(f, i, time));
    double speed = crLength(crSub(velocity, carried));
    double loss = surface.pierceLoss + surface.pierceDrag * wayInside(world, i, &pierced, time);
    CrPassed all = crPassedMake(world, pierced.shape, shape->edgeCount - 1); // of its edges
    removeAt(world, crFlightOwnPierces(f, i), exit.index);
    CaromVec2 before = velocity;
    if (exit.stops) {
        pushOut(world, i, time, shape->body, crSub(before, carried));
        stop(world, i, time, pierced.shape);
        return;
    }
    if (loss > 0.0) {
        double kept = speed > loss ? (speed - loss) / speed : 0.0;
        velocity = crAddScaled(carried, crSub(velocity, carried), kept);
    }
    pushOut(world, i, time, shape->body, crSub(before, velocity));
    tellExit(world, i, time, &pierced, velocity);
    if (loss > 0.0 && speed <= loss) {
        stop(world, i, time, pierced.shape);
    } else if (loss > 0.0) {
        goSlower(world, i, time, all, velocity);
    } else {
        goOn(world, i, time, all);
    }
}

// ---- edits

void crPierceApplyEdits(CaromWorld *world, uint32_t i, bool isNear)
{
    CrFlights *f = &world->flights;
    int count = crFlightPierces(f, i)->count;
    CrPierces *pierces = count > 0 ? crFlightOwnPierces(f, i) : NULL;
    for (int k = count - 1; k >= 0; k--) {
        CrPierced *pierced = &pierces->of[k];
        if (!crPiercedIsThere(world, pierced)) {
            CrPath path = crFlightPath(f, i);
            tellExit(world, i, world->time, pierced,
                     crPathVelocity(&path, crFlightTau(f, i, world->time)));
            removeAt(world, pierces, k);
        } else if (isNear) {
            pierced->since = crMax(pierced->since, world->time);
        }
    }
}
