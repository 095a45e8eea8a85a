// SPDX-License-Identifier: MIT
// The slots of flights: as those of ids.h, but that free ones are a list through the slots
// themselves, so that they cost no memory. The list belongs to the state (law 8).
#ifndef CAROM_WORLD_FLIGHT_SLOTS_H
#define CAROM_WORLD_FLIGHT_SLOTS_H

#include "world.h"

/// Room for `extra` more projectiles, so that taking a slot can't fail; exactly so many where none
/// were before, else growing by half.
CaromError crFlightsReserve(CaromWorld *world, int extra);
/// Room for all flights to have their turns, from now on.
CaromError crTurnsReserve(CaromWorld *world);
/// For all flights to come by sensors, from now on.
CaromError crCrossingsReserve(CaromWorld *world);
/// No longer; they are within none.
void crCrossingsFree(CaromWorld *world);
void crFlightsFree(CaromWorld *world);

/// After crFlightsReserve. The 0-based slot; its age counts up.
uint32_t crFlightsTake(CrFlights *flights);
void crFlightsFreeSlot(CrFlights *flights, uint32_t i);
/// At the end of a step, whose events are published: sorts those that it freed, so many, by the
/// time of their ends (hot.start) and slot: the last of them comes first, `former` after all.
void crFlightsSortFreed(CaromWorld *world, uint32_t former, int count);
/// Whether every slot is alive, or in the list of free ones, or spent; for tests.
bool crFlightsHold(const CrFlights *flights);

#endif
