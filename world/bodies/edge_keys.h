// SPDX-License-Identifier: MIT
// Keys of edges: numbers by which a flight remembers an edge, given out and taken back.
#ifndef CAROM_WORLD_BODIES_EDGE_KEYS_H
#define CAROM_WORLD_BODIES_EDGE_KEYS_H

#include "../../shapes/api.h"
#include "../data/world.h"

/// Keys of edges; room for those that are taken is reserved before.
CaromError crKeysReserve(CaromWorld *world, int count);
uint32_t crKeyTake(CaromWorld *world, uint32_t slot, int edge);
void crKeyRelease(CaromWorld *world, uint32_t key);
/// Those after the first so many, all released again, were never there: when they were taken no
/// others were free, so that they come last.
void crKeysCut(CaromWorld *world, int count);

#endif
