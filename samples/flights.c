// SPDX-License-Identifier: MIT
#include "flights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEG_CAPACITY 200000
#define TORN 1e-6 // [m] between a leg's published end and where its launch leads

bool flightsInit(Flights *flights, const WadMap *map, int capacity)
{
    memset(flights, 0, sizeof *flights);
    flights->capacity = capacity;
    flights->legCapacity = LEG_CAPACITY;
    flights->flights = malloc(((size_t)capacity + 1) * sizeof *flights->flights);
    flights->legs = malloc(LEG_CAPACITY * sizeof *flights->legs);
    flights->check = escapeCreate(map);
    flights->digest = 0xcbf29ce484222325u;
    return flights->flights && flights->legs && flights->check;
}

void flightsFree(Flights *flights)
{
    free(flights->flights);
    free(flights->legs);
    escapeDestroy(flights->check);
    memset(flights, 0, sizeof *flights);
}

bool flightsFire(Flights *flights, CaromWorld *world, CaromProjectileDef def, FlightKind kind)
{
    if (flights->count == flights->capacity)
        return false;
    Flight *flight = &flights->flights[flights->count];
    memset(flight, 0, sizeof *flight);
    def.userData = flight;
    flight->id = caromProjectileFire(world, &def);
    if (flight->id.index == 0)
        return false;
    flight->kind = kind;
    flight->position = def.position;
    flight->velocity = def.velocity;
    flight->acceleration = flight->pull =
        caromVec2Add(caromVec2Scale(caromWorldGravity(world), def.gravityScale), def.acceleration);
    flight->time = def.time < caromWorldTime(world) ? caromWorldTime(world) : def.time;
    flights->count++;
    return true;
}

// ---- legs

static bool isStraight(const Flight *flight)
{
    return flight->acceleration.x == 0.0 && flight->acceleration.y == 0.0;
}

/// Where the leg's launch leads after that long.
static CaromVec2 placeAfter(const Flight *flight, double seconds)
{
    CaromVec2 half = caromVec2Scale(flight->acceleration, 0.5 * seconds);
    CaromVec2 mean = caromVec2Add(flight->velocity, half);
    return caromVec2Add(flight->position, caromVec2Scale(mean, seconds));
}

/// Writes the report of the first thing that went wrong, to the last digit.
static void report(Flights *flights, const Flight *flight, CaromVec2 to, const char *what, int line)
{
    if (!flights->report[0])
        snprintf(flights->report, sizeof flights->report,
                 "projectile %u %s %d on its leg from (%.17g, %.17g) at %.9g s to (%.17g, %.17g)",
                 (unsigned)flight->id.index, what, line, flight->position.x, flight->position.y,
                 flight->time, to.x, to.y);
}

/// Where a body moves onto a wall, what is between both ends on the body's outline, as that is
/// rounded: like a curved leg it may end ESCAPE_TOUCH behind the wall.
static void judge(Flights *flights, Flight *flight, CaromVec2 to, double seconds)
{
    if (flight->slides)
        return;
    const WadLine *crossed = isStraight(flight) && !flights->bodies
                                 ? escapeStraight(flights->check, flight->position, to)
                                 : escapeCurved(flights->check, flight->position, flight->velocity,
                                                flight->acceleration, seconds);
    if (caromVec2Distance(to, placeAfter(flight, seconds)) > TORN) {
        flights->torn++;
        report(flights, flight, to, "left its flight, kind", (int)flight->kind);
    }
    if (!crossed)
        return;
    flights->escaped += !flight->escaped;
    flight->escaped = true;
    report(flights, flight, to, "escaped through linedef", crossed->number);
}

/// Ends the present leg; the next one begins there. A projectile that waits has no leg yet.
static void closeLeg(Flights *flights, Flight *flight, CaromVec2 to, double time, bool bounced)
{
    if (time > flight->time || to.x != flight->position.x || to.y != flight->position.y) {
        judge(flights, flight, to, time - flight->time);
        FlightLeg *leg = &flights->legs[flights->legCount++ % flights->legCapacity];
        leg->from = flight->position;
        leg->to = to;
        leg->velocity = flight->velocity;
        leg->acceleration = flight->acceleration;
        leg->begin = flight->time;
        leg->end = time;
        leg->kind = flight->kind;
        leg->bounced = bounced;
    }
    flight->position = to;
    flight->time = time;
}

/// The end of a series of ever smaller bounces, summed up by the world: from the last bounce that
/// it reports straight to where the projectile rests or begins to slide.
static void closeGlide(Flights *flights, Flight *flight, CaromVec2 to, double time)
{
    double seconds = time - flight->time;
    CaromVec2 way = caromVec2Sub(to, flight->position);
    flight->velocity = seconds > 0.0 ? caromVec2Scale(way, 1.0 / seconds) : caromVec2(0.0, 0.0);
    flight->acceleration = caromVec2(0.0, 0.0);
    closeLeg(flights, flight, to, time, false);
    flight->velocity = caromVec2(0.0, 0.0);
}

// ---- events

static void digestBits(Flights *flights, uint64_t bits)
{
    flights->digest = (flights->digest ^ bits) * 0x100000001b3u;
    flights->digest ^= flights->digest >> 29;
}

static void digestNumber(Flights *flights, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    digestBits(flights, bits);
}

static void digestEvent(Flights *flights, uint64_t kind, double time, CaromProjectileId projectile,
                        CaromVec2 place)
{
    digestBits(flights, kind << 32 | projectile.index);
    digestNumber(flights, time);
    digestNumber(flights, place.x);
    digestNumber(flights, place.y);
}

static void readHit(Flights *flights, const CaromHitEvent *hit)
{
    Flight *flight = hit->projectileData;
    if (flight->settles)
        closeGlide(flights, flight, hit->center, hit->time);
    closeLeg(flights, flight, hit->center, hit->time, true);
    flight->slides = flight->settles = false;
    flight->velocity = hit->velocityAfter;
    flight->acceleration = flight->pull;
    flights->bounces++;
    digestEvent(flights, 1, hit->time, hit->projectile, hit->center);
}

static void readEnd(Flights *flights, const CaromEndEvent *end)
{
    Flight *flight = end->projectileData;
    if (flight->settles)
        closeGlide(flights, flight, end->position, end->time);
    closeLeg(flights, flight, end->position, end->time, false);
    flight->ended = true;
    digestEvent(flights, 2, end->time, end->projectile, end->position);
}

static void readMode(Flights *flights, const CaromModeEvent *mode)
{
    Flight *flight = mode->projectileData;
    if (mode->mode == CAROM_PROJECTILE_RESTING || mode->mode == CAROM_PROJECTILE_SLIDING ||
        flight->settles) {
        closeGlide(flights, flight, mode->position, mode->time);
    } else {
        closeLeg(flights, flight, mode->position, mode->time, false);
        if (mode->mode == CAROM_PROJECTILE_PARKED)
            flight->velocity = flight->acceleration = caromVec2(0.0, 0.0);
    }
    flight->settles = mode->mode == CAROM_PROJECTILE_SETTLING;
    bool rests = mode->mode == CAROM_PROJECTILE_RESTING;
    flight->slides = flight->slides ? !rests : mode->mode == CAROM_PROJECTILE_SLIDING;
    bool rides = rests || mode->mode == CAROM_PROJECTILE_PARKED;
    flight->slides = flight->slides || (rides && flights->bodies);
    digestEvent(flights, 3, mode->time, mode->projectile, mode->position);
}

void flightsRead(Flights *flights, const CaromWorld *world)
{
    CaromEvents events = caromWorldEvents(world);
    CaromEventIterator iterator = caromEventsBegin(&events);
    for (CaromEvent event; caromEventsNext(&iterator, &event);) {
        if (event.kind == CAROM_EVENT_HIT)
            readHit(flights, event.hit);
        else if (event.kind == CAROM_EVENT_END)
            readEnd(flights, event.end);
        else if (event.kind == CAROM_EVENT_MODE)
            readMode(flights, event.mode);
    }
}

void flightsClose(Flights *flights, const CaromWorld *world)
{
    double now = caromWorldTime(world);
    for (int i = 0; i < flights->count; i++) {
        Flight *flight = &flights->flights[i];
        if (flight->ended || flight->time >= now)
            continue;
        CaromVec2 place = caromProjectilePosition(world, flight->id);
        if (caromProjectileMode(world, flight->id) == CAROM_PROJECTILE_SETTLING)
            closeGlide(flights, flight, place, now);
        else
            closeLeg(flights, flight, place, now, false);
    }
}
