// SPDX-License-Identifier: MIT
// Which dynamic bodies are awake: a list, so that ticks look at no others.
#ifndef CAROM_WORLD_RIGID_RIGID_AWAKE_H
#define CAROM_WORLD_RIGID_RIGID_AWAKE_H

#include "../data/world.h"

/// The entry may have to be in the list of those that are awake, or no longer.
void crRigidTurned(CaromWorld *world, uint32_t entry);
void crRigidSetAwake(CaromWorld *world, CrRigid *rigid, bool awake);
void crRigidsWakeAll(CaromWorld *world);

/// Adds to the list what woke since the last tick.
void crRigidAwakeRenew(CaromWorld *world);
/// Drops from it what no longer is awake.
void crRigidAwakeDrop(CaromWorld *world);
/// How many bodies are awake now. O(those, and those that turned since the last tick).
int crRigidsAwake(const CaromWorld *world);

#endif
