// SPDX-License-Identifier: MIT
// Flights: legs that start at an anchor and end at the first surface they meet. The search for that
// end is done once per leg and remembered; a step then only asks whose time has come.
#ifndef CAROM_WORLD_FLIGHT_H
#define CAROM_WORLD_FLIGHT_H

#include "../shapes/spin_path.h"
#include "world.h"

/// Room for `extra` more projectiles, so that taking a slot can't fail.
CaromError crFlightsReserve(CaromWorld *world, int extra);
void crFlightsFree(CaromWorld *world);

/// Starts a new leg; what the last one knew is forgotten.
void crFlightSetLeg(CaromWorld *world, uint32_t i, double start, CaromVec2 place,
                    CaromVec2 velocity, CaromVec2 acceleration);
/// Forgets what is known of the leg's end, not what lies behind.
void crFlightForget(CaromWorld *world, uint32_t i);
/// Ends it: an event, and the slot is free.
void crFlightEnd(CaromWorld *world, uint32_t i, double time, CaromEndReason reason);
void crFlightRelease(CaromWorld *world, uint32_t i);

/// Looks for the first thing the leg meets in the resting layer and sets next, nextKind and
/// nextKey.
void crFlightSearch(CaromWorld *world, uint32_t i);

static inline CrPath crFlightPath(const CrFlights *flights, uint32_t i)
{
    return crPathMake(flights->place[i], flights->velocity[i], flights->acceleration[i]);
}

/// Whether one in this mode meets surfaces.
static inline bool crModeMeets(int mode)
{
    return mode != CAROM_PROJECTILE_PENDING && mode != CAROM_PROJECTILE_STUCK;
}

static inline bool crModeSlides(int mode)
{
    return mode == CAROM_PROJECTILE_SLIDING || mode == CAROM_PROJECTILE_ROLLING;
}

/// Time since the leg's start, never before it.
static inline double crFlightTau(const CrFlights *flights, uint32_t i, double time)
{
    return crMax(time - flights->start[i], 0.0);
}

static inline CaromVec2 crFlightVelocityAt(const CrFlights *flights, uint32_t i, double time)
{
    CrPath path = crFlightPath(flights, i);
    return crPathVelocity(&path, crFlightTau(flights, i, time));
}

static inline CaromVec2 crFlightPlaceAt(const CrFlights *flights, uint32_t i, double time)
{
    CrPath path = crFlightPath(flights, i);
    return crPathPoint(&path, crFlightTau(flights, i, time));
}

/// A cross product of a straight path's velocity and the way to a tip, this small, may change its
/// sign when the leg is rounded to a pair of places: such tips must be passed by exact signs.
double crFlightDoubt(const CaromWorld *world, const CrPath *path);

/// Which edge a flight meets, and when. Encounters of one leg are ordered by tau, then by shape and
/// edge, whether the shape moves or rests; `time` never contradicts that order.
typedef struct CrEncounter {
    double time; ///< of the world
    double tau;  ///< since the leg's start
    CrPart part;
    uint32_t shape;
    int edge;
} CrEncounter;

/// Among encounters at one time: by shape, then by edge.
static inline uint64_t crEdgeOrder(uint32_t shape, int edge)
{
    return (uint64_t)shape << 32 | (uint32_t)edge;
}

/// The flight as its target sees it, from the later of the two anchors on.
CrSpinPath crFlightRelativePath(const CaromWorld *world, uint32_t i, const CrBody *body);
/// Of times of the world.
typedef struct CrSpan {
    double from, until;
} CrSpan;

/// The box that a disc sweeps between two times of its path.
CaromBox crPathSweptBox(const CrPath *path, double from, double to, double radius);
/// The box that a flight sweeps in a span, as its target sees it.
CaromBox crFlightRelativeBox(const CaromWorld *world, uint32_t i, const CrBody *body, CrSpan span,
                             double radius);
/// The first encounter with one edge after what the leg has done already; false: none. One with a
/// body that spins need not be told if it is outside of the span.
bool crFlightMeetsEdge(const CaromWorld *world, uint32_t i, uint32_t shape, int edge, CrSpan span,
                       CrEncounter *encounter);
bool crEncounterIsEarlier(const CrEncounter *a, const CrEncounter *b);
/// The same at or before any time, past the step at hand too: asks every kinematic shape.
bool crFlightWillMeetMoving(const CaromWorld *world, uint32_t i, double until,
                            CrEncounter *encounter);
/// The box that it sweeps within a span, but for what it has done of its leg; with so much around
/// it.
CaromBox crFlightSweptBox(const CaromWorld *world, uint32_t i, CrSpan span, double margin);
/// The box that a flight of a radius sweeps between two times since its start.
CaromBox crPathSweptBox(const CrPath *path, double from, double to, double radius);
/// When the current leg ends, as things stand; anything later than `until` may be told as any time
/// after it.
double crFlightLegEnd(const CaromWorld *world, uint32_t i, double until);
/// The first encounter with a kinematic body at or before a time, within the step.
bool crFlightMeetsMoving(const CaromWorld *world, uint32_t i, double until, CrEncounter *encounter);

#endif
