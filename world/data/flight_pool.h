// SPDX-License-Identifier: MIT
// The slots of flights: as those of slots.h, but that free ones are a list through the slots
// themselves, so that they cost no memory. The list belongs to the state (law 8).
#ifndef CAROM_WORLD_DATA_FLIGHT_POOL_H
#define CAROM_WORLD_DATA_FLIGHT_POOL_H

#include "../core/limits.h"
#include "flight.h"
#include "flight_extra.h"
#include "world.h"

/// Room for `extra` more projectiles, so that taking a slot can't fail; exactly so many where none
/// were before, else growing by half.
CaromError crFlightsReserve(CaromWorld *world, int extra);
/// Room for all flights to have their turns, from now on.
CaromError crEventQueueReserve(CaromWorld *world);
/// For all flights to come by sensors, from now on.
CaromError crSensorCrossingsReserve(CaromWorld *world);
/// No longer; they are within none.
void crSensorCrossingsFree(CaromWorld *world);
void crFlightsFree(CaromWorld *world);

/// After crFlightsReserve. The 0-based slot; its age counts up.
uint32_t crFlightsTake(CrFlights *flights);
void crFlightsFreeSlot(CrFlights *flights, uint32_t i);
/// At the end of a step, whose events are published: sorts those that it freed, so many, by the
/// time of their ends (hot.start) and slot: the last of them comes first, `former` after all.
void crFlightsSortFreed(CaromWorld *world, uint32_t former, int count);
/// Whether every slot is alive, or in the list of free ones, or spent; for tests.
bool crFlightsHold(const CrFlights *flights);

/// Flight i flies another way.
static inline void crClearUntilForget(CrFlights *flights, uint32_t i)
{
    if (flights->clearUntil != NULL) {
        flights->clearUntil[i] = -CR_NEVER;
    }
}

static inline uint64_t crWindowOf(const CaromWorld *world, double time)
{
    double windows = time / world->eventWindow;
    return windows < 9e18 ? (uint64_t)(int64_t)windows : UINT64_MAX;
}

/// Whether what happens then should have been done by the steps before, by more than roundings: so
/// only a forged snapshot has it. Events that late all count in the window of the step, lest there
/// be any number of them.
static inline bool crIsLate(const CaromWorld *world, double time)
{
    return time < world->time * (1.0 - 0x1p-40);
}

/// The window of world time that its last event which counts fell into; 0 where there was none.
static inline uint64_t crFlightWindow(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    if (crFlightHasExtra(f, i)) {
        return crFlightExtra(f, i)->window;
    }
    return f->tail[i].windowEvents > 0 ? crWindowOf(world, f->hot[i].start) : 0;
}

/// Of a leg the time before edits: what stands in its way since was not there then. A few roundings
/// earlier than the edits, lest what is due next be lost.
static inline double crPastOf(double editedAt, double start)
{
    double tau = editedAt - start;
    return tau > 0.0 ? crMax(tau - (tau + editedAt) * 0x1p-49, 0.0) : 0.0;
}

/// On its leg events up to here are done.
static inline double crFlightAfter(const CaromWorld *world, uint32_t i)
{
    const CrFlights *f = &world->flights;
    if (crFlightHasExtra(f, i)) {
        return crFlightExtra(f, i)->after;
    }
    return crPastOf(world->editedAt, f->hot[i].start);
}

/// What is too small to be squared counts as none.
static inline CaromVec2 crSquarable(CaromVec2 a)
{
    return crVec(crAbs(a.x) < 1e-100 ? 0.0 : a.x, crAbs(a.y) < 1e-100 ? 0.0 : a.y);
}

/// The acceleration of a free flight, but for forces and drag.
static inline CaromVec2 crDefAcceleration(const CaromWorld *world, const CaromProjectileDef *def)
{
    return crSquarable(crAddScaled(def->acceleration, world->gravity, def->gravityScale));
}

static inline bool crIsDragged(const CaromProjectileDef *def)
{
    return def->linearDrag > 0.0 || def->quadraticDrag > 0.0;
}

/// Whether friction with the ground slows it down.
static inline bool crIsGrounded(const CaromProjectileDef *def)
{
    return def->groundDeceleration > 0.0;
}

#endif
