// SPDX-License-Identifier: MIT
// Flights: legs that start at an anchor and end at the first surface they meet. The search for that
// end is done once per leg and remembered; a step then only tests which times have come.
#ifndef CAROM_WORLD_FLIGHT_LEG_H
#define CAROM_WORLD_FLIGHT_LEG_H

#include "../../shapes/spin_path.h"
#include "../data/hit_policy.h"
#include "../data/flight_extra.h"
#include "../geometry/shape_storage.h"
#include "../index/filter.h"

/// Forgets what is known of the leg's end, not what lies behind.
void crFlightForget(CaromWorld *world, uint32_t i);

/// Whether the past is done with: nothing is left to be done to it that steps have passed over.
bool crFlightIsUpToDate(const CaromWorld *world, uint32_t i);
/// Looks for the first thing the leg meets in the resting layer and sets next, nextKind and
/// nextKey.
void crFlightSearch(CaromWorld *world, uint32_t i);
/// The same; what it cost is added to these counters. Writes nothing else but to flight i.
void crFlightSearchCounted(CaromWorld *world, uint32_t i, CaromCounters *counters);

/// The acceleration of its leg.
static inline CaromVec2 crFlightPull(const CrFlights *flights, uint32_t i)
{
    const CrFlight *hot = &flights->hot[i];
    switch (hot->leg & CR_LEG_PULLS) {
    case 0:
        return crVec(0.0, 0.0);
    case CR_LEG_PULL_OWN:
        return flights->extras[hot->extra].acceleration;
    default:
        return flights->pulls[hot->flightDef].of[(hot->leg & CR_LEG_PULL_B) != 0];
    }
}

static inline CrPath crFlightPath(const CrFlights *flights, uint32_t i)
{
    return crPathMake(flights->hot[i].place, flights->hot[i].velocity, crFlightPull(flights, i));
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

static inline uint32_t crFlightWindowEvents(const CrFlights *flights, uint32_t i)
{
    return crFlightHasExtra(flights, i) ? crFlightExtra(flights, i)->windowEvents
                                        : flights->tail[i].windowEvents;
}

static inline uint32_t crFlightBounces(const CrFlights *flights, uint32_t i)
{
    return crFlightHasExtra(flights, i) ? crFlightExtra(flights, i)->bounces
                                        : flights->hot[i].bounces;
}

/// Of a leg that ends at a time: nothing that is met in time is later, by a few roundings.
static inline double crLegLimit(double start, double end)
{
    return (end - start) * (1.0 + 1e-12) + end * 0x1p-50;
}

/// Time since the leg's start, never before it.
static inline double crFlightTau(const CrFlights *flights, uint32_t i, double time)
{
    return crMax(time - flights->hot[i].start, 0.0);
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

CrPassed crPassedMake(const CaromWorld *world, uint32_t shape, int edge);
/// Whether there still is an edge of that number.
bool crPassedIsThere(const CaromWorld *world, const CrPassed *passed);
/// The flight as its target sees it, from the later of the two anchors on.
CrSpinPath crFlightRelativePath(const CaromWorld *world, uint32_t i, const CrBody *body);
/// A place on its leg, so seen; that from which it is seen so, if tau is before it.
CaromVec2 crFlightRelativePlace(const CaromWorld *world, uint32_t i, const CrBody *body,
                                double tau);
/// Of times of the world.
typedef struct CrSpan {
    double from, until;
} CrSpan;

/// The box that a flight sweeps in a span, as its target sees it.
CaromBox crFlightRelativeBox(const CaromWorld *world, uint32_t i, const CrBody *body, CrSpan span,
                             double radius);
/// The first encounter with one edge after the events that the leg has handled already; false:
/// none. One with a body that spins need not be returned if it is outside the span.
bool crFlightMeetsEdge(const CaromWorld *world, uint32_t i, uint32_t shape, int edge, CrSpan span,
                       CrEncounter *encounter);
bool crEncounterIsEarlier(const CrEncounter *a, const CrEncounter *b);
/// The same at or before any time, past the step at hand too: asks every kinematic shape.
bool crFlightWillMeetMoving(const CaromWorld *world, uint32_t i, double until,
                            CrEncounter *encounter);
/// The box that it sweeps within a span, but for what it has done of its leg; with so much around
/// it.
CaromBox crFlightSweptBox(const CaromWorld *world, uint32_t i, CrSpan span, double margin);

/// When the current leg ends, as the world is now; an end after `until` may be returned as any time
/// after it.
double crFlightLegEnd(const CaromWorld *world, uint32_t i, double until);
/// The first encounter with a kinematic body at or before a time, within the step.
bool crFlightMeetsMoving(const CaromWorld *world, uint32_t i, double until, CrEncounter *encounter);

/// Whether a flight's filter, or what a beam looks at, lets it meet a shape.
static inline bool crFlightSees(const CaromWorld *world, const CaromFilter *filter, uint32_t shape)
{
    if (CR_UNLIKELY(world->hitPolicy != NULL)) {
        return crOptionsSee(world->hitPolicy->original, world->hitPolicy->options, shape);
    }
    return crFiltersMeet(filter, &crShapeTraitsOf(world, &world->shapes[shape])->filter);
}

/// When a flight that overlaps a body has left it: the time from which on it may meet it.
/// shape_exit.c
double crFlightLeavesBody(const CaromWorld *world, uint32_t i, uint32_t body);

/// What comes next of one pierced shape.
typedef struct CrPierceExit {
    double time;
    int index;  ///< in the flight's list, or -1
    bool stops; ///< inside
} CrPierceExit;

/// Whether flight i is inside a shape at a time; *leaves: when it has left it, as things stand.
/// Both count from when it goes on as it does now.
bool crFlightLeavesShape(const CaromWorld *world, uint32_t i, uint32_t shape, double since,
                         double *leaves);
/// Whether the pierced shape still meets the flight. Otherwise the flight leaves it at the current
/// time, when the next step applies edits to flights.
bool crPiercedIsThere(const CaromWorld *world, const CrPierced *pierced);

/// At equal times the one that was entered first.
CrPierceExit crPierceNextExit(const CaromWorld *world, uint32_t i);

/// When, as things stand, flight i leaves one of them or has lost its speed in there.
static inline double crPierceNext(const CaromWorld *world, uint32_t i)
{
    return crFlightPierces(&world->flights, i)->count > 0 ? crPierceNextExit(world, i).time
                                                          : CR_NEVER;
}

#endif
