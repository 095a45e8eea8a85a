// SPDX-License-Identifier: MIT
#include "steer.h"

#include "drag.h"
#include "event.h"
#include "frame.h"
#include "ground.h"
#include "life.h"
#include "projectile.h"
#include "recipe.h"
#include "recorder.h"
#include "slide.h"
#include "stick.h"

#define PI 3.141592653589793
#define STRAIGHT 0x1p-50 ///< [rad] so near to its target's direction it needs no turn

// ---- the lattice of times

/// k, with kP <= time < (k + 1)P as doubles; the quotient may be rounded past a whole number.
static double indexOf(double interval, double time)
{
    double k = floor(time / interval);
    if (k * interval > time) {
        return k - 1.0;
    }
    return (k + 1.0) * interval <= time ? k + 1.0 : k;
}

double crSteerBefore(double interval, double time)
{
    return indexOf(interval, time) * interval;
}

double crSteerAfter(double interval, double time)
{
    double next = (indexOf(interval, time) + 1.0) * interval;
    return next > time ? next : time + time * 0x1p-52;
}

// ---- homing

CaromVec2 crSteerTowards(CaromVec2 velocity, CaromVec2 way, double angle)
{
    double speed = crLength(velocity), size = speed * crLength(way);
    double ahead = crDot(velocity, way), across = crAbs(crCross(velocity, way));
    if (!(size > 0.0) || (ahead > 0.0 && across <= STRAIGHT * size)) {
        return velocity;
    }
    CaromRotation most = caromRotation(crMin(angle, PI));
    bool near = most.c > 0.0 ? ahead > 0.0 && across <= most.s * size
                             : ahead >= 0.0 || across >= most.s * size;
    if (near || angle >= PI) {
        return crScale(way, speed * speed / size);
    }
    return crCross(velocity, way) >= 0.0 ? crRotate(most, velocity) : crRotateBack(most, velocity);
}

/// Where its target is at a time; false where it has none, or none any more.
static bool targetAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 *place)
{
    const CrSteering *steering = &crFlightExtra(&world->flights, i)->steering;
    *place = steering->target;
    if (steering->targetKind == CR_TARGET_BODY) {
        CaromBodyId id = steering->targetBody;
        if (!crSlotsHolds(&world->bodySlots, id.index, id.age)) {
            return false;
        }
        const CrBody *body = &world->bodies[id.index - 1];
        CrPose pose = crBodyPose(body, time);
        *place = crPoseToWorld(&pose, crFramePoint(world, id.index - 1, steering->target));
    }
    return steering->targetKind != CR_TARGET_NONE;
}

// ---- what is due

static const CaromProjectileDef *defOf(const CaromWorld *world, uint32_t i)
{
    return &world->recipes[world->flights.hot[i].recipe].def;
}

/// Homing acts on what flies, drag also on what slides or rolls; the ground's friction changes only
/// where what slides along a moving wall turns.
static bool isSteered(const CaromWorld *world, uint32_t i)
{
    const CaromProjectileDef *def = defOf(world, i);
    int mode = world->flights.hot[i].mode;
    bool flies = mode == CAROM_PROJECTILE_FLYING;
    bool homes = crFlightExtra(&world->flights, i)->steering.targetKind != CR_TARGET_NONE &&
                 def->turnRate > 0.0;
    return (homes && flies) || (crIsDragged(def) && flies) ||
           ((crIsDragged(def) || crIsGrounded(def)) && crModeSlides(mode));
}

double crFlightSteerDue(const CaromWorld *world, uint32_t i)
{
    if (!isSteered(world, i)) {
        return CR_NEVER;
    }
    double start = world->flights.hot[i].start,
           done = crFlightExtra(&world->flights, i)->steering.done;
    if (done >= start) {
        return crSteerAfter(world->steerInterval, done);
    }
    // a leg that an event began at kP is steered then, after it
    bool atOnce = crSteerBefore(world->steerInterval, start) == start;
    return atOnce ? start : crSteerAfter(world->steerInterval, start);
}

CaromVec2 crFlightAcceleration(const CaromWorld *world, uint32_t i, double time, CaromVec2 velocity)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = defOf(world, i);
    if (crIsGrounded(def)) {
        return crGroundAcceleration(world, def, time, velocity);
    }
    CaromVec2 a = crDefAcceleration(world, def);
    CaromVec2 force = crFlightExtra(f, i)->steering.force;
    if (force.x != 0.0 || force.y != 0.0) {
        a = crSquarable(crAddScaled(a, force, 1.0 / def->mass));
    }
    if (crIsDragged(def)) {
        CrDrag drag = {def->linearDrag, def->quadraticDrag};
        double duration = crSteerAfter(world->steerInterval, time) - time;
        a = crSquarable(crDragAcceleration(&drag, velocity, a, duration));
    }
    return a;
}

// ---- and is done

/// The leg goes on as it was: what was found beyond `time` must be looked for again.
static void lookOn(CaromWorld *world, uint32_t i, double time)
{
    CrFlights *f = &world->flights;
    double tau = crFlightTau(f, i, time), reached = tau - (tau + time) * 0x1p-49;
    double known = crMax(crMin(f->hot[i].tau, reached), crFlightAfter(world, i));
    crFlightForget(world, i);
    f->hot[i].tau = known;
}

void crFlightSteer(CaromWorld *world, uint32_t i, double time)
{
    CrFlights *f = &world->flights;
    CrSteering *steering = &crFlightOwn(f, i)->steering;
    world->counters.steered++;
    steering->done = time;
    if (crModeSlides(f->hot[i].mode)) {
        crFlightResumeSlide(world, i, time);
        return;
    }
    CaromVec2 before = crFlightVelocityAt(f, i, time), velocity = before, target;
    if (targetAt(world, i, time, &target)) {
        CaromVec2 way = crSub(target, crFlightPlaceAt(f, i, time));
        double angle = defOf(world, i)->turnRate * world->steerInterval;
        velocity = crSteerTowards(before, way, angle);
    } else {
        steering->targetKind = CR_TARGET_NONE;
    }
    CaromVec2 acceleration = crFlightAcceleration(world, i, time, velocity);
    if (crEqual(velocity, before) && crEqual(acceleration, crFlightPull(f, i))) {
        lookOn(world, i, time);
    } else {
        crFlightRelaunch(world, i, time, velocity);
    }
}

/// Whether forces move it; others keep theirs until they fly again.
static bool isMovable(const CaromWorld *world, uint32_t i)
{
    int mode = world->flights.hot[i].mode;
    return mode != CAROM_PROJECTILE_PENDING && mode != CAROM_PROJECTILE_STUCK &&
           mode != CAROM_PROJECTILE_PARKED;
}

void crFlightTakeDueForce(CaromWorld *world, uint32_t i, double time)
{
    CrFlights *f = &world->flights;
    if (crFlightExtra(f, i)->steering.forceTime <= time) {
        CrSteering *steering = &crFlightOwn(f, i)->steering;
        steering->force = steering->nextForce;
        steering->forceTime = CR_NEVER;
    }
}

void crFlightTakeForce(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    double time = crFlightExtra(f, i)->steering.forceTime;
    crFlightTakeDueForce(world, i, time);
    if (!isMovable(world, i)) {
        lookOn(world, i, time);
        return;
    }
    CaromVec2 velocity = crFlightVelocityAt(f, i, time);
    if (f->hot[i].mode != CAROM_PROJECTILE_FLYING) {
        crEventsTellMode(world, i, time, crFlightPlaceAt(f, i, time), velocity,
                         CAROM_PROJECTILE_FLYING);
    }
    crFlightRelaunch(world, i, time, velocity);
    world->counters.steered++;
}

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
        lookOn(world, i, world->time);
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
    return targetAt(world, id.index - 1, world->queryTime, place != NULL ? place : &ignored);
}

// ---- forces

static CaromError checkForce(const CaromWorld *world, CaromProjectileId id, CaromVec2 force)
{
    CaromError error = crCheckProjectileEdit(world, id);
    error = error != CAROM_OK ? error : crCheckVec(force);
    return error != CAROM_OK ? error
                             : crCheckVec(crScale(force, 1.0 / defOf(world, id.index - 1)->mass));
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
    error = error != CAROM_OK ? error : crGroundCheck(defOf(world, id.index - 1), force);
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
            lookOn(world, i, world->time);
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
                               1.0 / defOf(world, i)->mass);
        error = crCheckVec(velocity);
    }
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromProjectileApplyImpulse");
    }
    crFlightSetVelocity(world, id.index - 1, velocity);
    crRecordCall(world, error, caromProjectileApplyImpulse, .projectile = id, .vector = impulse);
    return CAROM_OK;
}
