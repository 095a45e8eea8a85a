// SPDX-License-Identifier: MIT
#include "launch.h"

#include "../data/flight_extra.h"
#include "../flight/acceleration.h"
#include "../flight/flight.h"
#include "../flight/leg.h"
#include "../flight/where.h"
#include "../geometry/shape_view.h"
#include "../narrowphase/shape_distance.h"
#include "depenetrate.h"

#include <stdlib.h>

void crFlightUpdateIgnore(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    double start = f->hot[i].start;
    CaromBodyId id = crFlightExtra(f, i)->ignoreBody;
    if (id.index == 0 || crFlightExtra(f, i)->ignoreUntil <= start) {
        return;
    }
    CrFlightExtra *extra = crFlightOwn(f, i);
    if (!crSlotsHolds(&world->bodySlots, id.index, id.age)) {
        extra->ignoreBody.index = 0;
        return;
    }
    extra->ignoreUntil = crFlightLeavesBody(world, i, id.index - 1);
}

void crFlightStayInside(CaromWorld *world, uint32_t i, bool pierced)
{
    CrFlights *f = &world->flights;
    CaromVec2 place;
    bool inside = crFlightPierces(f, i)->count > 0;
    if (inside || (pierced && !crPlaceFresh(world, i, f->hot[i].start, f->hot[i].place,
                                            f->hot[i].velocity, NULL, &place))) {
        f->hot[i].leg |= CR_LEG_PIERCED;
    }
}

void crFlightGoOn(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                  CaromVec2 acceleration)
{
    CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    bool pierced = f->hot[i].leg & CR_LEG_PIERCED;
    double tau = crFlightTau(f, i, time), rounding = (tau + time) * 0x1p-49;
    bool isAfter = pierced && tau <= extra->after + rounding;
    CrPassed passed = extra->passed;
    crFlightSetLeg(world, i, time, place, velocity, acceleration);
    crFlightStayInside(world, i, pierced);
    if (isAfter && crPassedIsThere(world, &passed)) {
        f->hot[i].leg |= CR_LEG_PIERCED;
        crFlightOwn(f, i)->passed = passed;
    }
}

void crFlightMarkSteered(CrFlights *f, uint32_t i, double time)
{
    if (crFlightHasExtra(f, i)) {
        crFlightOwn(f, i)->steering.done = time;
    }
}

/// The place for one that flies off, on the free side of what it leans on.
static CaromVec2 placeOff(CaromWorld *world, uint32_t i, double time, CaromVec2 wish)
{
    CrSupport support;
    if (!crFlightSupport(world, i, &support)) {
        return crPlaceOrCrush(world, i, time, wish, NULL);
    }
    CrTouch touch = crSupportTouch(world, i, time, &support, wish);
    return crPlaceOrCrush(world, i, time, wish, &touch);
}

void crFlightRelaunchFrom(CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                          CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    if (crFlightIsStuck(world, i)) {
        crFlightUnstick(world, i, time, velocity);
        return;
    }
    f->hot[i].mode = CAROM_PROJECTILE_FLYING;
    crFlightMarkSteered(f, i, time);
    CaromVec2 place = placeOff(world, i, time, wish);
    crFlightLetGo(world, i);
    crFlightGoOn(world, i, time, place, velocity, crFlightAcceleration(world, i, time, velocity));
    crFlightUpdateIgnore(world, i);
}

void crFlightRelaunch(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity)
{
    crFlightRelaunchFrom(world, i, time, crFlightPlaceAt(&world->flights, i, time), velocity);
}

static CrSeat seatOn(const CaromWorld *world, uint32_t i, const CrSupport *support)
{
    const CrShape *shape = &world->shapes[support->shape];
    CrSeat seat = {shape->body, crStuckBakedPlace(world, i), support->shape, 0, 0};
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
    int otherwise = f->hot[i].leg & CR_LEG_PIERCED ? CR_LEG_PIERCED : CR_LEG_CRUSHED;
    bool isFree = placeFreed(world, i, time, place, velocity, &free);
    CrTransition flight = {.mode = CAROM_PROJECTILE_FLYING,
                           .time = time,
                           .place = isFree ? free : place,
                           .velocity = velocity,
                           .acceleration = crFlightAcceleration(world, i, time, velocity)};
    crFlightApply(world, i, &flight);
    if (!isFree) {
        f->hot[i].leg |= (uint8_t)otherwise;
    }
    crFlightUpdateIgnore(world, i);
}
