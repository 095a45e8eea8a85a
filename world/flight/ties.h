// SPDX-License-Identifier: MIT
// Edges that a piercing flight meets at one and the same time, as those of shapes that lie in each
// other: what one search has found of them serves the hits that follow, each of which would search
// through all of them again. A cache for one flight, within a step; dropping it changes no bit.
#ifndef CAROM_WORLD_FLIGHT_TIES_H
#define CAROM_WORLD_FLIGHT_TIES_H

#include "leg.h"

/// Empty, for the flight that is searched for next.
CrTies *crTiesEmpty(CaromWorld *world);
/// An edge is met at tau: the first so far, or at the same time as the others.
void crTiesAdd(CrTies *ties, double tau, CrTie tie, const CaromAllocator *allocator);
/// All have been added; they are in order from now on.
void crTiesFinish(CrTies *ties, const CaromWorld *world, uint32_t i);
/// The next of the edges kept that flight i still meets at that time. False: search.
bool crTiesTake(CaromWorld *world, uint32_t i, CrEncounter *encounter, uint32_t *key);

/// Null where flight i has no use for them: it does not pierce, or the game is recorded.
static inline CrTies *crTiesFor(CaromWorld *world, uint32_t i)
{
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    bool pierces = flightDef->def.onHit == CAROM_HIT_PIERCE;
    return pierces && world->recorder == NULL ? crTiesEmpty(world) : NULL;
}

static inline bool crTiesNext(CaromWorld *world, uint32_t i, CrEncounter *encounter, uint32_t *key)
{
    return world->ties.flight == i && crTiesTake(world, i, encounter, key);
}

static inline void crTiesForget(CaromWorld *world)
{
    world->ties.flight = CR_NONE;
}

#endif
