// SPDX-License-Identifier: MIT
// The slots of flights. They work as in slots.h, but the free ones form a list through the slots
// themselves, so they cost no memory. The list belongs to the state (law 8).
#ifndef CAROM_WORLD_DATA_FLIGHT_POOL_H
#define CAROM_WORLD_DATA_FLIGHT_POOL_H

#include "../core/limits.h"
#include "flight.h"
#include "flight_extra.h"
#include "world.h"

/// Reserves memory for `extra` more projectiles, so that taking a slot can't fail. Allocates
/// exactly that many if there were none before, otherwise grows by half.
CaromError crFlightsReserve(CaromWorld *world, int extra);
/// Reserves memory for the event queue of all flights, from now on.
CaromError crEventQueueReserve(CaromWorld *world);
/// Reserves memory for the sensor crossings of all flights, from now on.
CaromError crSensorCrossingsReserve(CaromWorld *world);
/// Frees that memory; flights are then inside no sensor.
void crSensorCrossingsFree(CaromWorld *world);
void crFlightsFree(CaromWorld *world);

/// Takes a slot after crFlightsReserve. Returns the 0-based slot; its age counts up.
uint32_t crFlightsTake(CrFlights *flights);
void crFlightsFreeSlot(CrFlights *flights, uint32_t i);
/// Sorts the `count` slots that were freed last, as crFlightsSortFreed does.
void crFlightsSortLastFreed(CrFlights *flights, int count);
/// Sorts the `count` slots that a step has freed, at its end, after its events are published. The
/// order is by the time of their ends (hot.start), then slot; the last of them comes first in the
/// list. `former`, the first free slot before the step, comes after all of them.
void crFlightsSortFreed(CaromWorld *world, uint32_t former, int count);
/// Returns whether every slot is alive, in the list of free ones, or spent; for tests.
bool crFlightsHold(const CrFlights *flights);

/// Forgets how long flight i is clear of moving shapes: its path has changed.
static inline void crClearUntilForget(CrFlights *flights, uint32_t i)
{
    if (flights->clearUntil != NULL) {
        flights->clearUntil[i] = -CR_NEVER;
        crGlanceForget(flights, i);
    }
}

static inline uint64_t crWindowOf(const CaromWorld *world, double time)
{
    double windows = time / world->eventWindow;
    return windows < 9e18 ? (uint64_t)(int64_t)windows : UINT64_MAX;
}

/// Returns whether an event at this time should have been handled by earlier steps, by more than
/// roundings; only a forged snapshot has one. All such late events count in the window of the step,
/// so that their number is limited.
static inline bool crIsLate(const CaromWorld *world, double time)
{
    return time < world->time * (1.0 - 0x1p-40);
}

/// Returns the window of world time of its last event that counts; 0 if there was none.
static inline uint64_t crFlightWindow(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    if (crFlightHasExtra(f, i)) {
        return crFlightExtra(f, i)->window;
    }
    return f->tail[i].windowEvents > 0 ? crWindowOf(world, f->hot[i].start) : 0;
}

/// Returns the time of a leg that lies before edits: what stands in its way since was not there
/// then. It is a few roundings earlier than the edits, so that the next event is not lost.
static inline double crPastOf(double editedAt, double start)
{
    double tau = editedAt - start;
    return tau > 0.0 ? crMax(tau - (tau + editedAt) * 0x1p-49, 0.0) : 0.0;
}

/// Returns the time on its leg up to which events are done.
static inline double crFlightAfter(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    if (crFlightHasExtra(f, i)) {
        return crFlightExtra(f, i)->after;
    }
    return crPastOf(world->editedAt, f->hot[i].start);
}

/// Replaces components that are too small to be squared by 0.
static inline CaromVec2 crSquarable(CaromVec2 a)
{
    return crVec(crAbs(a.x) < 1e-100 ? 0.0 : a.x, crAbs(a.y) < 1e-100 ? 0.0 : a.y);
}

/// Returns the acceleration of a free flight, without forces and drag.
static inline CaromVec2 crDefAcceleration(const CaromWorld *world, const CaromProjectileDef *def)
{
    return crSquarable(crAddScaled(def->acceleration, world->gravity, def->gravityScale));
}

static inline bool crIsDragged(const CaromProjectileDef *def)
{
    return def->linearDrag > 0.0 || def->quadraticDrag > 0.0;
}

/// Returns whether friction with the ground slows it down.
static inline bool crIsGrounded(const CaromProjectileDef *def)
{
    return def->groundDeceleration > 0.0;
}

#endif
