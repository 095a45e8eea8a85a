// SPDX-License-Identifier: MIT
// The state hash covers values in a fixed order, never raw memory. So it does not depend on byte
// order, padding or caches. Cached values (next, reached, tips) are left out; everything that
// decides the future is in.
//
// Each body, shape, projectile and other part of the world has its own sum. The hash is computed
// from these sums, in the order of CaromPart, then of slots. So a processor works on several
// entities at once: 40 ns an entity. One chain over all values would wait for each multiplication:
// 120 ns. Comparing the sums of two worlds also finds the entity that differs (recorder.h).
#ifndef CAROM_WORLD_SAVE_HASH_H
#define CAROM_WORLD_SAVE_HASH_H

#include "../data/world.h"

#define CR_HASH_PARTS (CAROM_PART_EVENTS + 1) ///< with CAROM_PART_NONE, which has no entities

/// Returns the number of entities of a part: its slots, empty ones included, or one.
uint32_t crHashCount(const CaromWorld *world, CaromPart part);
/// Returns the sum of one entity. A slot's sum includes how often the slot was used.
uint64_t crHashOf(const CaromWorld *world, CaromPart part, uint32_t slot);
/// Returns the sum of what the solver of dynamic bodies has; 0 without any. hash_rigid.c
uint64_t crHashRigid(const CaromWorld *world);

#endif
