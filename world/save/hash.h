// SPDX-License-Identifier: MIT
// The state hash: over values in a fixed order, never over memory, so that byte order, padding and
// caches have no part in it. What is cached (next, reached, tips) is left out; what decides the
// future is in.
//
// Each body, shape, projectile and other part of the world has a sum of its own, and the hash is
// one of these sums, in the order of CaromPart, then of slots. So a processor works at several
// entities at once, where one chain of all values had it wait for each multiplication: 40 ns an
// entity in place of 120. And of two worlds that differ the entity can be told (recorder.h).
#ifndef CAROM_WORLD_SAVE_HASH_H
#define CAROM_WORLD_SAVE_HASH_H

#include "../data/world.h"

#define CR_HASH_PARTS (CAROM_PART_EVENTS + 1) ///< with CAROM_PART_NONE, which has none

/// How many entities a part has: slots, those with nothing in them too, or one.
uint32_t crHashCount(const CaromWorld *world, CaromPart part);
/// Of one of them. A slot's holds how often it was used.
uint64_t crHashOf(const CaromWorld *world, CaromPart part, uint32_t slot);

#endif
