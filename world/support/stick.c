// SPDX-License-Identifier: MIT
// A projectile that sticks stores its place twice: in the local space of the body, which a new
// transform maps again, and as baked, which the body's pose moves to where it is now. So a body at
// rest keeps it exactly where it struck, to the bit.
#include "stick.h"

#include "../events/event.h"
#include "../flight/flight.h"
#include "../index/hierarchy.h"
#include "../placement/launch.h"
#include "../placement/place.h"

void crFlightStick(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                   const CrSupport *support)
{
    CrFlights *f = &world->flights;
    CrFlightExtra *extra = crFlightOwn(f, i);
    CrSupport any = {support->shape, 0, support->part}; // the shape matters, whatever its edges
    extra->stuckBody = world->shapes[support->shape].body;
    const CrBody *body = crStuckBody(world, i);
    CrPose pose = crBodyPose(body, time);
    extra->stuckBaked = crPoseToLocal(&pose, place);
    extra->stuckLocal = crFrameLocal(world, extra->stuckBody, extra->stuckBaked);
    extra->stuckPlace = place;
    if (!extra->listed) {
        extra->listed = true;
        crArrayPush(f->stuck, f->hot[i].extra);
    }
    bool pierced = f->hot[i].leg & CR_LEG_PIERCED;
    CaromVec2 still = crVec(0.0, 0.0), free;
    CrTransition stuck = {
        .mode = CAROM_PROJECTILE_STUCK, .time = time, .place = place, .support = &any};
    crFlightApply(world, i, &stuck);
    if (pierced && !crPlaceFresh(world, i, time, place, still, NULL, &free)) {
        f->hot[i].leg |= CR_LEG_PIERCED; // it sticks within; from there it may go any way
    }
    crEventsTellMode(world, i, time, place, crFlightHowFast(world, i, time),
                     CAROM_PROJECTILE_STUCK);
}

void crStuckRemember(CaromWorld *world, double time)
{
    CrFlights *f = &world->flights;
    for (int k = crArrayCount(f->stuck) - 1; k >= 0; k--) {
        CrFlightExtra *extra = &f->extras[f->stuck[k]];
        if (extra->flight != CR_NONE && crFlightIsStuck(world, extra->flight)) {
            extra->stuckPlace = crFlightWhere(world, extra->flight, time);
        } else {
            extra->listed = false;
            crArrayRemoveSwap(f->stuck, k);
        }
    }
}

void crFlightFollowBody(CaromWorld *world, uint32_t i)
{
    CrSupport support;
    if (!crFlightSupport(world, i, &support)) {
        CaromVec2 place = crFlightWhere(world, i, world->time);
        CaromVec2 still = crVec(0.0, 0.0);
        crEventsTellMode(world, i, world->time, place, still, CAROM_PROJECTILE_FLYING);
        crFlightUnstick(world, i, world->time, still);
    }
}
