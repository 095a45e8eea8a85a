// SPDX-License-Identifier: MIT
// The effects of a hit.
#ifndef CAROM_WORLD_RESPONSE_HIT_H
#define CAROM_WORLD_RESPONSE_HIT_H

#include "impact.h"

/// Flight i meets an edge: bounces, ends, pierces, …, as its flight def or the game says.
void crFlightHit(CaromWorld *world, uint32_t i, const CrEncounter *encounter);

/// The same for a bounce that changes nothing but the flight: several threads may do it to several
/// flights at once. Its event goes into `hit`. False, and nothing changed: it is more than that.
bool crFlightBounceAlone(CaromWorld *world, uint32_t i, const CrEncounter *encounter, CrHit *hit);

/// Counts events in the flight's window of world time. Returns false if the window is full.
bool crFlightCountEvents(CaromWorld *world, uint32_t i, double time, uint32_t events);

#endif
