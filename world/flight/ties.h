// SPDX-License-Identifier: MIT
// Edges that a piercing flight meets at one and the same time, as those of shapes that lie in each
// other: what one search has found of them serves the hits that follow, each of which would search
// through all of them again. A cache for one flight, within a step; dropping it changes no bit.
#ifndef CAROM_WORLD_FLIGHT_TIES_H
#define CAROM_WORLD_FLIGHT_TIES_H

#include "leg.h"

/// Null where flight i has no use for them.
CrTies *crTiesFor(CaromWorld *world, uint32_t i);
/// An edge is met at tau: the first so far, or at the same time as the others.
void crTiesAdd(CrTies *ties, double tau, CrTie tie, const CaromAllocator *allocator);
/// All have been added; they are in order from now on.
void crTiesFinish(CrTies *ties, const CaromWorld *world, uint32_t i);
/// The next one that flight i still meets at that time. False: search.
bool crTiesNext(CaromWorld *world, uint32_t i, CrEncounter *encounter, uint32_t *key);

static inline void crTiesForget(CaromWorld *world)
{
    world->ties.flight = CR_NONE;
}

#endif
