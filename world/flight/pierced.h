// SPDX-License-Identifier: MIT
// The shapes that a piercing flight is inside of, and which it leaves next.
#ifndef CAROM_WORLD_FLIGHT_PIERCED_H
#define CAROM_WORLD_FLIGHT_PIERCED_H

#include "../data/flight.h"
#include "../data/flight_extra.h"

/// What comes next of one pierced shape.
typedef struct CrPierceExit {
    double time;
    int index;  ///< in the flight's list, or -1
    bool stops; ///< inside
} CrPierceExit;

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
