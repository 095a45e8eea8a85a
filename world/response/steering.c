// SPDX-License-Identifier: MIT
#include "steering.h"

#include "../core/limits.h"
#include "../data/flight_extra.h"
#include "../data/flight_pool.h"
#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/leg.h"
#include "../flight/where.h"
#include "../index/hierarchy.h"
#include "../placement/launch.h"
#include "../support/slide.h"

#define PI 3.141592653589793
#define STRAIGHT 0x1p-50 ///< [rad] so near to its target's direction it needs no turn

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

bool crSteerTargetAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 *place)
{
    const CrSteering *steering = &crFlightExtra(&world->flights, i)->steering;
    *place = steering->target;
    if (steering->targetKind == CR_TARGET_BODY) {
        CaromBodyId id = steering->targetBody;
        if (!crSlotsHolds(&world->bodySlots, id.index, id.age) ||
            world->bodies[id.index - 1].disabled) {
            return false;
        }
        const CrBody *body = &world->bodies[id.index - 1];
        CrPose pose = crBodyPose(body, time);
        *place = crPoseToWorld(&pose, crFramePoint(world, id.index - 1, steering->target));
    }
    return steering->targetKind != CR_TARGET_NONE;
}

void crSteerLookOn(CaromWorld *world, uint32_t i, double time)
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
    if (crSteerTargetAt(world, i, time, &target)) {
        CaromVec2 way = crSub(target, crFlightPlaceAt(f, i, time));
        double angle = crFlightDef(world, i)->turnRate * world->steerInterval;
        velocity = crSteerTowards(before, way, angle);
    } else {
        steering->targetKind = CR_TARGET_NONE;
    }
    CaromVec2 acceleration = crFlightAcceleration(world, i, time, velocity);
    if (crEqual(velocity, before) && crEqual(acceleration, crFlightPull(f, i))) {
        crSteerLookOn(world, i, time);
    } else {
        crFlightRelaunch(world, i, time, velocity);
    }
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
        crSteerLookOn(world, i, time);
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
