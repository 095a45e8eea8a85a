// SPDX-License-Identifier: MIT
#include "../data/observer.h"
#include "../data/refuse.h"
#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/ground.h"
#include "../index/hierarchy.h"
#include "../response/steering.h"
#include "../support/slide.h"
#include "../support/stick.h"
#include "dispatch.h"
#include "projectile.h"

// ---- targets

static CaromError setTarget(CaromWorld *world, CaromProjectileId id, CrTargetKind kind,
                            CaromBodyId body, CaromVec2 point)
{
    CaromError error = crCheckProjectileEdit(world, id);
    error = error == CAROM_OK && kind == CR_TARGET_BODY
                ? crCheckId(world, &world->bodySlots, body.index, body.age, body.world)
                : error;
    error = error != CAROM_OK ? error : crCheckVec(point);
    bool blank = error == CAROM_OK && kind == CR_TARGET_NONE &&
                 !crFlightHasExtra(&world->flights, id.index - 1);
    error = error != CAROM_OK || blank ? error : crFlightGiveExtra(world, id.index - 1);
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
    crRecordCall(world, error, caromProjectileSetTarget, .projectile = id, .body = body,
                 .vector = localPoint);
    return crRefuse(world, error, "caromProjectileSetTarget");
}

CaromError caromProjectileSetTargetPoint(CaromWorld *world, CaromProjectileId id, CaromVec2 point)
{
    CaromError error = setTarget(world, id, CR_TARGET_POINT, nobody, point);
    crRecordCall(world, error, caromProjectileSetTargetPoint, .projectile = id, .vector = point);
    return crRefuse(world, error, "caromProjectileSetTargetPoint");
}

CaromError caromProjectileClearTarget(CaromWorld *world, CaromProjectileId id)
{
    CaromError error = setTarget(world, id, CR_TARGET_NONE, nobody, crVec(0.0, 0.0));
    crRecordCall(world, error, caromProjectileClearTarget, .projectile = id);
    return crRefuse(world, error, "caromProjectileClearTarget");
}

int caromProjectileTarget(const CaromWorld *world, CaromProjectileId id, CaromVec2 *place)
{
    CaromVec2 ignored;
    CaromError error = crCheckProjectile(world, id);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromProjectileTarget");
    }
    return crSteerTargetAt(world, id.index - 1, world->queryTime, place != NULL ? place : &ignored);
}

// ---- forces

static CaromError checkForce(const CaromWorld *world, CaromProjectileId id, CaromVec2 force)
{
    CaromError error = crCheckProjectileEdit(world, id);
    error = error != CAROM_OK ? error : crCheckVec(force);
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
    error = error != CAROM_OK ? error : crGroundCheck(crFlightDef(world, id.index - 1), force);
    error = error != CAROM_OK ? error : checkTime(world, time);
    error = error != CAROM_OK ? error : crFlightGiveExtra(world, id.index - 1);
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

CaromVec2 caromProjectileForce(const CaromWorld *world, CaromProjectileId id)
{
    CaromError error = crCheckProjectile(world, id);
    crComplain(world, error, "caromProjectileForce");
    return error == CAROM_OK ? crFlightExtra(&world->flights, id.index - 1)->steering.force
                             : crVec(0.0, 0.0);
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
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromProjectileApplyImpulse");
    }
    crFlightSetVelocity(world, id.index - 1, velocity);
    crRecordCall(world, error, caromProjectileApplyImpulse, .projectile = id, .vector = impulse);
    return CAROM_OK;
}
