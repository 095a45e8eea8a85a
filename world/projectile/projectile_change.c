// SPDX-License-Identifier: MIT
// Calls that change, steer or destroy projectiles, and the gravity that pulls them.
#include "../data/flight_pool.h"
#include "../data/observer.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/ground.h"
#include "../flight/sensor_crossings.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "../response/steering.h"
#include "../rigid/awake_list.h"
#include "dispatch.h"
#include "projectile.h"

CaromError crCheckProjectileEdit(const CaromWorld *world, CaromProjectileId id)
{
    CaromError error = crCheckEditable(world);
    return error != CAROM_OK ? error : crCheckProjectile(world, id);
}

CaromError caromProjectileDestroy(CaromWorld *world, CaromProjectileId id)
{
    CaromError error = crCheckProjectileEdit(world, id);
    if (error == CAROM_OK) {
        crFlightRelease(world, id.index - 1);
    }
    return crEndCall(world, error, caromProjectileDestroy, .projectile = id);
}

CaromError caromProjectileSetUserData(CaromWorld *world, CaromProjectileId id, void *userData)
{
    CaromError error = crCheckProjectileEdit(world, id);
    if (error == CAROM_OK) {
        world->flights.tail[id.index - 1].userData = userData;
    }
    return crEndCall(world, error, caromProjectileSetUserData, .projectile = id,
                     .userData = userData);
}

void crFlightSetVelocity(CaromWorld *world, uint32_t i, CaromVec2 velocity)
{
    if (world->flights.hot[i].mode == CAROM_PROJECTILE_PENDING) {
        world->flights.hot[i].velocity = velocity;
    } else {
        crFlightRelaunch(world, i, world->time, velocity);
    }
}

CaromError caromProjectileSetVelocity(CaromWorld *world, CaromProjectileId id, CaromVec2 velocity)
{
    CaromError error = crCheckProjectileEdit(world, id);
    error = crThen(error, crCheckVec(velocity));
    if (error == CAROM_OK) {
        crFlightSetVelocity(world, id.index - 1, velocity);
    }
    return crEndCall(world, error, caromProjectileSetVelocity, .projectile = id,
                     .vector = velocity);
}

/// A place that is, but for rounding, where the projectile is already: on the same side of all that
/// is there, which the rounded place need not be.
static CaromVec2 onItsSide(const CaromWorld *world, uint32_t i, CaromVec2 position)
{
    CaromVec2 here = crFlightWhere(world, i, world->time);
    double radius = world->flightDefs[world->flights.hot[i].flightDef].def.radius;
    bool same = crLength(crSub(position, here)) <= crPlaceTolerance(position, radius);
    return same && crModeMeets(world->flights.hot[i].mode)
               ? crPlace(world, i, world->time, position, NULL).place
               : position;
}

/// Launched there at the clock, or when it is due; what it knew of its surroundings is forgotten.
static void putAnew(CaromWorld *world, uint32_t i, CaromVec2 place, CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    double start = crMax(f->hot[i].start, world->time);
    if (crFlightPierces(f, i)->count > 0) {
        crFlightOwnPierces(f, i)->count = 0;
    }
    f->hot[i].leg &= (uint8_t)~CR_LEG_CRUSHED; // what had no place there may have one here
    crFlightAwaitLaunch(world, i, start, place, velocity);
}

CaromError caromProjectileSetPosition(CaromWorld *world, CaromProjectileId id, CaromVec2 position)
{
    CaromError error = crCheckProjectileEdit(world, id);
    error = crThen(error, crCheckVec(position));
    if (error == CAROM_OK) {
        uint32_t i = id.index - 1;
        putAnew(world, i, onItsSide(world, i, position), crFlightHowFast(world, i, world->time));
    }
    return crEndCall(world, error, caromProjectileSetPosition, .projectile = id,
                     .vector = position);
}

static bool equalFilters(const CaromFilter *a, const CaromFilter *b)
{
    return a->category == b->category && a->mask == b->mask && a->group == b->group;
}

/// Another flight def in place of its own, with which it is put where it is. False: no memory, and
/// nothing is changed.
static bool takeFilter(CaromWorld *world, uint32_t i, const CaromFilter *filter)
{
    CrFlight *hot = &world->flights.hot[i];
    CaromProjectileDef def = world->flightDefs[hot->flightDef].def;
    def.filter = *filter;
    uint32_t flightDef = crFlightDefFind(world, &def, 1);
    if (flightDef == CR_NONE) {
        return false;
    }
    CaromVec2 place = onItsSide(world, i, crFlightWhere(world, i, world->time));
    CaromVec2 velocity = crFlightHowFast(world, i, world->time);
    crFlightDefDrop(world, hot->flightDef);
    hot->flightDef = flightDef;
    crSensorCrossingsTakeFilter(world, i);
    putAnew(world, i, place, velocity);
    return true;
}

CaromError caromProjectileSetFilter(CaromWorld *world, CaromProjectileId id, CaromFilter filter)
{
    CaromError error = crCheckProjectileEdit(world, id);
    if (error == CAROM_OK) {
        uint32_t i = id.index - 1;
        const CaromFilter *had = &world->flightDefs[world->flights.hot[i].flightDef].def.filter;
        bool ok = equalFilters(had, &filter) || takeFilter(world, i, &filter);
        error = ok ? CAROM_OK : CAROM_ERROR_MEMORY;
    }
    return crEndCall(world, error, caromProjectileSetFilter, .projectile = id, .filter = filter);
}

/// Flights that gravity acts on start a new leg at the clock.
CaromError caromWorldSetGravity(CaromWorld *world, CaromVec2 gravity)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, crCheckVec(gravity));
    for (int r = 0; error == CAROM_OK && r < crArrayCount(world->flightDefs); r++) {
        const CaromProjectileDef *def = &world->flightDefs[r].def;
        CaromVec2 pull = crAddScaled(def->acceleration, gravity, def->gravityScale);
        error = crFlightDefIsUsed(world, r) ? crCheckVec(pull) : CAROM_OK;
        error = crThen(error, crFlightDefIsUsed(world, r) ? crGroundCheck(def, crSquarable(pull))
                                                          : CAROM_OK);
    }
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromWorldSetGravity");
    }
    CrFlights *f = &world->flights;
    if (crEqual(gravity, world->gravity)) {
        return CAROM_OK;
    }
    CaromVec2 before = world->gravity;
    world->gravity = gravity;
    error = crFlightsGiveExtras(world); // what is pulled may come to rest
    if (error != CAROM_OK) {
        world->gravity = before;
        return crRefuse(world, error, "caromWorldSetGravity");
    }
    crRigidsWakeAll(world);
    crFlightDefsTakeGravity(world);
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        bool flies = crFlightLives(f, i) && crModeMeets(f->hot[i].mode) &&
                     f->hot[i].mode != CAROM_PROJECTILE_PARKED && !crFlightExtra(f, i)->glued;
        if (flies && world->flightDefs[f->hot[i].flightDef].def.gravityScale != 0.0) {
            crFlightRenew(world, i);
        }
    }
    crRecordCall(world, error, caromWorldSetGravity, .vector = gravity);
    return CAROM_OK;
}

// ---- targets

static CaromError setTarget(CaromWorld *world, CaromProjectileId id, CrTargetKind kind,
                            CaromBodyId body, CaromVec2 point)
{
    CaromError error = crCheckProjectileEdit(world, id);
    if (kind == CR_TARGET_BODY) {
        error =
            crThen(error, crCheckId(world, &world->bodySlots, body.index, body.age, body.world));
    }
    error = crThen(error, crCheckVec(point));
    bool blank = error == CAROM_OK && kind == CR_TARGET_NONE &&
                 !crFlightHasExtra(&world->flights, id.index - 1);
    error = blank ? error : crThen(error, crFlightGiveExtra(world, id.index - 1));
    if (error != CAROM_OK || blank) {
        return error;
    }
    uint32_t i = id.index - 1;
    CrSteering *steering = &crFlightOwn(&world->flights, i)->steering;
    steering->targetKind = (uint8_t)kind;
    steering->targetBody = body;
    steering->target = point;
    steering->done = world->time;
    if (world->flights.hot[i].mode != CAROM_PROJECTILE_PENDING) {
        crSteerLookOn(world, i, world->time);
    }
    return CAROM_OK;
}

static const CaromBodyId nobody;

CaromError caromProjectileSetTarget(CaromWorld *world, CaromProjectileId id, CaromBodyId body,
                                    CaromVec2 localPoint)
{
    CaromError error = setTarget(world, id, CR_TARGET_BODY, body, localPoint);
    return crEndCall(world, error, caromProjectileSetTarget, .projectile = id, .body = body,
                     .vector = localPoint);
}

CaromError caromProjectileSetTargetPoint(CaromWorld *world, CaromProjectileId id, CaromVec2 point)
{
    CaromError error = setTarget(world, id, CR_TARGET_POINT, nobody, point);
    return crEndCall(world, error, caromProjectileSetTargetPoint, .projectile = id,
                     .vector = point);
}

CaromError caromProjectileClearTarget(CaromWorld *world, CaromProjectileId id)
{
    CaromError error = setTarget(world, id, CR_TARGET_NONE, nobody, crVec(0.0, 0.0));
    return crEndCall(world, error, caromProjectileClearTarget, .projectile = id);
}

// ---- forces

static CaromError checkForce(const CaromWorld *world, CaromProjectileId id, CaromVec2 force)
{
    CaromError error = crCheckProjectileEdit(world, id);
    error = crThen(error, crCheckVec(force));
    return error != CAROM_OK
               ? error
               : crCheckVec(crScale(force, 1.0 / crFlightDef(world, id.index - 1)->mass));
}

static CaromError checkTime(const CaromWorld *world, double time)
{
    if (time == CAROM_NOW) {
        return CAROM_OK;
    }
    CaromError error = crCheckNumber(time);
    return error != CAROM_OK || time >= world->time ? error : CAROM_ERROR_TIME;
}

CaromError caromProjectileSetForce(CaromWorld *world, CaromProjectileId id, CaromVec2 force,
                                   double time)
{
    CaromError error = checkForce(world, id, force);
    error = crThen(error, crGroundCheck(crFlightDef(world, id.index - 1), force));
    error = crThen(error, checkTime(world, time));
    error = crThen(error, crFlightGiveExtra(world, id.index - 1));
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromProjectileSetForce");
    }
    crRecordCall(world, error, caromProjectileSetForce, .projectile = id, .vector = force,
                 .number = time);
    uint32_t i = id.index - 1;
    CrFlights *f = &world->flights;
    CrSteering *steering = &crFlightOwn(f, i)->steering;
    if (time > world->time) {
        steering->nextForce = force;
        steering->forceTime = time;
        if (f->hot[i].mode != CAROM_PROJECTILE_PENDING) {
            crSteerLookOn(world, i, world->time);
        }
        return CAROM_OK;
    }
    steering->force = force;
    if (isMovable(world, i)) {
        crFlightSetVelocity(world, i, crFlightHowFast(world, i, world->time));
    }
    return CAROM_OK;
}

CaromError caromProjectileApplyImpulse(CaromWorld *world, CaromProjectileId id, CaromVec2 impulse)
{
    CaromError error = checkForce(world, id, impulse);
    CaromVec2 velocity = crVec(0.0, 0.0);
    if (error == CAROM_OK) {
        uint32_t i = id.index - 1;
        velocity = crAddScaled(crFlightHowFast(world, i, world->time), impulse,
                               1.0 / crFlightDef(world, i)->mass);
        error = crCheckVec(velocity);
    }
    if (error == CAROM_OK) {
        crFlightSetVelocity(world, id.index - 1, velocity);
    }
    return crEndCall(world, error, caromProjectileApplyImpulse, .projectile = id,
                     .vector = impulse);
}
