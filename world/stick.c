// SPDX-License-Identifier: MIT
// What sticks keeps its place in the local space of the body, which a new transform maps anew, and
// the same place as baked, from which the body's pose leads to where it is: so a body at rest keeps
// it where it struck, to the bit.
#include "stick.h"

#include "event.h"
#include "frame.h"
#include "life.h"
#include "shape.h"
#include "steer.h"
#include "way_out.h"

static const CrBody *bodyOf(const CaromWorld *world, uint32_t i)
{
    return &world->bodies[crFlightExtra(&world->flights, i)->stuckBody];
}

void crFlightStick(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                   const CrSupport *support)
{
    CrFlights *f = &world->flights;
    CrFlightExtra *extra = crFlightOwn(f, i);
    CrSupport any = {support->shape, 0, support->part}; // the shape matters, whatever its edges
    crFlightLeanOn(world, i, &any);
    extra->stuckBody = world->shapes[support->shape].body;
    const CrBody *body = bodyOf(world, i);
    CrPose pose = crBodyPose(body, time);
    extra->stuckBaked = crPoseToLocal(&pose, place);
    extra->stuckLocal = crFrameLocal(world, extra->stuckBody, extra->stuckBaked);
    extra->stuckPlace = place;
    if (!extra->listed) {
        extra->listed = true;
        crArrayPush(f->stuck, f->hot[i].extra);
    }
    f->hot[i].mode = CAROM_PROJECTILE_STUCK;
    bool pierced = f->hot[i].leg & CR_LEG_PIERCED;
    CaromVec2 still = crVec(0.0, 0.0), free;
    crFlightSetLeg(world, i, time, place, still, still);
    if (pierced && !crPlaceFresh(world, i, time, place, still, NULL, &free)) {
        f->hot[i].leg |= CR_LEG_PIERCED; // it sticks within; from there it may go any way
    }
    crEventsTellMode(world, i, time, place, crFlightHowFast(world, i, time),
                     CAROM_PROJECTILE_STUCK);
}

/// As its body's shapes are baked now.
static CaromVec2 bakedPlace(const CaromWorld *world, uint32_t i)
{
    const CrFlightExtra *extra = crFlightExtra(&world->flights, i);
    uint32_t body = extra->stuckBody;
    bool same = crEqual(extra->stuckLocal, crFrameLocal(world, body, extra->stuckBaked));
    return same ? extra->stuckBaked : crFramePoint(world, body, extra->stuckLocal);
}

CaromRide crFlightRide(const CaromWorld *world, uint32_t i)
{
    const CrBody *body = bodyOf(world, i);
    CaromRide ride = {bakedPlace(world, i), body->pivot, body->drift,     body->velocity,
                      body->turn,           body->spin,  body->anchorTime};
    return ride;
}

CaromVec2 crRidePlace(const CaromRide *ride, double time)
{
    CrBody body = {0};
    body.type = CAROM_BODY_KINEMATIC;
    body.pivot = ride->pivot;
    body.drift = ride->drift;
    body.velocity = ride->velocity;
    body.turn = ride->turn;
    body.spin = ride->spin;
    body.anchorTime = ride->time;
    CrPose pose = crBodyPose(&body, time);
    return crPoseToWorld(&pose, ride->place);
}

CaromVec2 crFlightWhere(const CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    CrSupport support;
    if (!crFlightIsStuck(world, i)) {
        return crFlightPlaceAt(f, i, time);
    }
    if (!crFlightSupport(world, i, &support)) {
        return crFlightExtra(f, i)->stuckPlace; // its body is gone; it falls off at the next step
    }
    CaromRide ride = crFlightRide(world, i);
    return crRidePlace(&ride, time);
}

CaromVec2 crFlightHowFast(const CaromWorld *world, uint32_t i, double time)
{
    CrSupport support;
    if (!crFlightIsStuck(world, i)) {
        CrPath path = crFlightPath(&world->flights, i);
        return crPathVelocity(&path, crFlightTau(&world->flights, i, time));
    }
    if (!crFlightSupport(world, i, &support)) {
        return crVec(0.0, 0.0);
    }
    return crBodyVelocityAt(bodyOf(world, i), time, crFlightWhere(world, i, time));
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

static CrSeat seatOn(const CaromWorld *world, uint32_t i, const CrSupport *support)
{
    const CrShape *shape = &world->shapes[support->shape];
    CrSeat seat = {shape->body, bakedPlace(world, i), support->shape, 0, 0};
    if (crShapeIsWall(shape) && !shape->oneSided) {
        seat.edge = crShapeNearest(shape, seat.local).feature;
        seat.side = (int)support->part;
    }
    return seat;
}

/// One that sticks within a solid goes on through that; what has grown or moved to where another
/// sticks is left by the nearest way.
static bool placeFreed(CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                       CaromVec2 velocity, CaromVec2 *place)
{
    CrSupport support;
    CrSeat seat, *seated = NULL;
    if (crFlightSupport(world, i, &support)) {
        seat = seatOn(world, i, &support);
        seated = &seat;
    }
    return world->flights.hot[i].leg & CR_LEG_PIERCED
               ? crPlaceFresh(world, i, time, wish, velocity, seated, place)
               : crPlaceOut(world, i, time, wish, velocity, seated, place);
}

void crFlightUnstick(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    CaromVec2 place = crFlightWhere(world, i, time), free;
    int otherwise = f->hot[i].leg & CR_LEG_PIERCED ? CR_LEG_PIERCED : CR_LEG_PINCHED;
    bool isFree = placeFreed(world, i, time, place, velocity, &free);
    f->hot[i].mode = CAROM_PROJECTILE_FLYING;
    crFlightLetGo(world, i);
    crFlightSetLeg(world, i, time, isFree ? free : place, velocity,
                   crFlightAcceleration(world, i, time, velocity));
    if (!isFree) {
        f->hot[i].leg |= (uint8_t)otherwise;
    }
    crFlightUpdateIgnore(world, i);
}
