// SPDX-License-Identifier: MIT
#include "launch.h"

#include "../data/flight_extra.h"
#include "../flight/acceleration.h"
#include "../flight/flight.h"
#include "../flight/leg.h"
#include "../flight/where.h"
#include "../geometry/shape_view.h"
#include "../narrowphase/shape_distance.h"
#include "place.h"

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

/// What the leg of a flight that pierces leaves to the next one, which begins at a time.
typedef struct Pierced {
    bool pierces;
    bool passes;     ///< a surface at exactly this time,
    CrPassed passed; ///< this one
} Pierced;

static Pierced piercedUntil(const CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    double tau = crFlightTau(f, i, time), rounding = (tau + time) * 0x1p-49;
    bool pierces = f->hot[i].leg & CR_LEG_PIERCED;
    Pierced pierced = {pierces, pierces && tau <= extra->after + rounding, extra->passed};
    return pierced;
}

static void takePierced(CaromWorld *world, uint32_t i, const Pierced *pierced)
{
    crFlightStayInside(world, i, pierced->pierces);
    if (pierced->passes && crPassedIsThere(world, &pierced->passed)) {
        world->flights.hot[i].leg |= CR_LEG_PIERCED;
        crFlightOwn(&world->flights, i)->passed = pierced->passed;
    }
}

void crFlightGoOn(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                  CaromVec2 acceleration)
{
    Pierced pierced = piercedUntil(world, i, time);
    crFlightSetLeg(world, i, time, place, velocity, acceleration);
    takePierced(world, i, &pierced);
}

void crFlightApplyAndGoOn(CaromWorld *world, uint32_t i, const CrTransition *transition)
{
    Pierced pierced = piercedUntil(world, i, transition->time);
    crFlightApply(world, i, transition);
    takePierced(world, i, &pierced);
    crFlightUpdateIgnore(world, i);
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
    if (crFlightIsStuck(world, i)) {
        crFlightUnstick(world, i, time, velocity);
        return;
    }
    crFlightTakeOff(world, i);
    crFlightMarkSteered(&world->flights, i, time);
    CrTransition flight = {.mode = CAROM_PROJECTILE_FLYING,
                           .time = time,
                           .place = placeOff(world, i, time, wish),
                           .velocity = velocity,
                           .acceleration = crFlightAcceleration(world, i, time, velocity)};
    crFlightApplyAndGoOn(world, i, &flight);
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
