// SPDX-License-Identifier: MIT
// Extra records: what a flight has that does more than fly straight or as its flight def pulls it,
// bounce, be parked and end. Most never do, and shall be small; but nothing may fail in the middle
// of a step for want of memory. So who may ever need a record, as its flight def and the world are,
// has one from the moment it is fired; a call that lets others need one gives it to them, or
// refuses.
#ifndef CAROM_WORLD_DATA_FLIGHT_EXTRA_H
#define CAROM_WORLD_DATA_FLIGHT_EXTRA_H

#include "../core/limits.h"
#include "flight.h"
#include "ids.h"
#include "world.h"

/// What those have that own no record: nothing of it all.
extern const CrFlightExtra crNoExtra;
extern const CrPierces crNoPierces;

static inline bool crFlightHasExtra(const CrFlights *flights, uint32_t i)
{
    return (flights->hot[i].leg & CR_LEG_EXTRA) != 0;
}

/// To be read, whether there is one or not.
static inline const CrFlightExtra *crFlightExtra(const CrFlights *flights, uint32_t i)
{
    return crFlightHasExtra(flights, i) ? &flights->extras[flights->hot[i].extra] : &crNoExtra;
}

/// Whether it is this body that is ignored, for as long as that is.
static inline bool crExtraIgnores(const CaromWorld *world, const CrFlightExtra *extra,
                                  uint32_t body)
{
    return crBodyIdNames(world, &extra->ignoreBody, body);
}

/// To be written, where there is one.
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

/// Whether flight i is inside of a shape that it has pierced.
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

/// Room for so many more records, and for what so many of their flights pierce.
CaromError crExtrasReserve(CaromWorld *world, int extras, int pierces);
void crExtrasFree(CaromWorld *world);
/// Gives flight i a blank record; room for it was reserved. It knows of nothing but its counts.
void crFlightTakeExtra(CaromWorld *world, uint32_t i, bool pierces);
void crFlightDropExtra(CaromWorld *world, uint32_t i);
/// One that a call is about to make need it; out of memory it has none, nor is anything changed.
CaromError crFlightGiveExtra(CaromWorld *world, uint32_t i);

/// Whether a projectile of a def may bring it about that flights have their turns.
bool crIsQueued(const CaromProjectileDef *def);

uint32_t crPiercesTake(CrFlights *f);

#endif
