// SPDX-License-Identifier: MIT
// Extra records of flights that do more than fly straight or by their flight def, bounce, be parked
// and end. Most flights never do, so they stay small. But no step may fail for want of memory. So a
// flight that may ever need a record, by its flight def and its world, has one from the moment it
// is fired. A call that makes other flights need one allocates it for them, or fails.
#ifndef CAROM_WORLD_DATA_FLIGHT_EXTRA_H
#define CAROM_WORLD_DATA_FLIGHT_EXTRA_H

#include "../core/limits.h"
#include "flight.h"
#include "ids.h"
#include "world.h"

/// The values of a flight without a record: all blank.
extern const CrFlightExtra crNoExtra;
extern const CrPierces crNoPierces;

static inline bool crFlightHasExtra(const CrFlights *flights, uint32_t i)
{
    return (flights->hot[i].leg & CR_LEG_EXTRA) != 0;
}

/// Returns its record for reading; a blank one if it has none.
static inline const CrFlightExtra *crFlightExtra(const CrFlights *flights, uint32_t i)
{
    return crFlightHasExtra(flights, i) ? &flights->extras[flights->hot[i].extra] : &crNoExtra;
}

/// Returns whether this is the body that it ignores for a while.
static inline bool crExtraIgnores(const CaromWorld *world, const CrFlightExtra *extra,
                                  uint32_t body)
{
    return crBodyIdNames(world, &extra->ignoreBody, body);
}

/// Returns its record for writing; there must be one.
static inline CrFlightExtra *crFlightOwn(CrFlights *flights, uint32_t i)
{
    CR_ASSERT(crFlightHasExtra(flights, i));
    return &flights->extras[flights->hot[i].extra];
}

static inline const CrPierces *crFlightPierces(const CrFlights *flights, uint32_t i)
{
    uint32_t pierces = crFlightExtra(flights, i)->pierces;
    return pierces != CR_NONE ? &flights->pierces[pierces] : &crNoPierces;
}

/// Returns whether flight i is inside a shape that it has pierced.
static inline bool crPierceHolds(const CaromWorld *world, uint32_t i, uint32_t shape)
{
    const CrPierces *pierces = crFlightPierces(&world->flights, i);
    for (int k = 0; k < pierces->count; k++) {
        if (pierces->of[k].shape == shape && pierces->of[k].age == world->shapeSlots.ages[shape]) {
            return true;
        }
    }
    return false;
}

static inline CrPierces *crFlightOwnPierces(CrFlights *flights, uint32_t i)
{
    CR_ASSERT(crFlightExtra(flights, i)->pierces != CR_NONE);
    return &flights->pierces[crFlightOwn(flights, i)->pierces];
}

/// Reserves memory for so many more records, and for the shapes that so many of their flights
/// pierce.
CaromError crExtrasReserve(CaromWorld *world, int extras, int pierces);
void crExtrasFree(CaromWorld *world);
/// Gives flight i a blank record, for which memory was reserved. Only the flight's counts are
/// copied to it.
void crFlightTakeExtra(CaromWorld *world, uint32_t i, bool pierces);
void crFlightDropExtra(CaromWorld *world, uint32_t i);
/// Gives a record to a flight that will need one after a call. If memory is missing, nothing
/// changes.
CaromError crFlightGiveExtra(CaromWorld *world, uint32_t i);

/// Returns whether a projectile of this def may make a world need the event queue.
bool crIsQueued(const CaromProjectileDef *def);

uint32_t crPiercesTake(CrFlights *f);

#endif
