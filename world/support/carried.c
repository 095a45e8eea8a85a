// SPDX-License-Identifier: MIT
#include "carried.h"

#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../index/hierarchy.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "slide.h"
#include "stick.h"

/// What a surface that was met lets go of: stopped there, it stays.
static void takeAlong(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      CaromVec2 place)
{
    const CrBody *body = crSupportBody(world, support);
    CrTouch touch = crSupportTouch(world, i, time, support, place);
    CaromVec2 free = crPlaceOrCrush(world, i, time, place, &touch);
    if (body->spin != 0.0) {
        crFlightStick(world, i, time, free, support);
        return;
    }
    crFlightSetLeg(world, i, time, free, crBodyVelocityAt(body, time, free),
                   crBodyAccelerates(body, crVec(0.0, 0.0)));
}

void crFlightCarryOn(CaromWorld *world, uint32_t i, uint32_t body, double time)
{
    const CrFlights *f = &world->flights;
    CrSupport support;
    if (crFlightIsStuck(world, i) || !crFlightSupport(world, i, &support) ||
        !crHierarchyHolds(world, body, world->shapes[support.shape].body)) {
        return; // what sticks has its place from the body
    }
    CaromVec2 place = crFlightPlaceAt(f, i, time), velocity = crFlightVelocityAt(f, i, time);
    if (crFlightExtra(f, i)->glued) {
        takeAlong(world, i, time, &support, place);
        return;
    }
    CrTouch touch = crSupportTouch(world, i, time, &support, place);
    CaromVec2 pull = crSupportPull(world, &support, crFlightAcceleration(world, i, time, velocity)),
              surface = crSupportVelocity(world, &support, time, place);
    double away = crDot(crSub(velocity, surface), touch.normal), press = -crDot(pull, touch.normal);
    if (away > crMax(press, 0.0) * world->bodyInterval) {
        crEventsTellMode(world, i, time, place, velocity, CAROM_PROJECTILE_FLYING);
        crFlightRelaunch(world, i, time, velocity);
        return;
    }
    crFlightSlide(world, i, time, &support, place, velocity);
}
