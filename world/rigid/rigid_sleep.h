// SPDX-License-Identifier: MIT
// Sleep, between the world and the solver. Calls wake bodies and put them to sleep in the world;
// the next tick tells the solver, and what the solver wakes or puts to sleep is written back after
// the solve.
#ifndef CAROM_WORLD_RIGID_RIGID_SLEEP_H
#define CAROM_WORLD_RIGID_RIGID_SLEEP_H

#include "rigid_mirror.h"

/// Lets the solver wake bodies, and put them to sleep, as calls did since the last tick. On
/// CAROM_ERROR_MEMORY it may be called again.
CaromError crRigidAwakeTell(CaromWorld *world);
/// After the solve: which bodies fell asleep, or woke, in it.
void crRigidAwakeTake(CaromWorld *world);

/// Finds the island of a body: the dynamic bodies that press on it, and on these. Returns how many,
/// until the next call; 0 if the solver does not have it yet.
int crRigidIsland(CaromWorld *world, uint32_t body);
uint32_t crRigidOfIsland(const CaromWorld *world, int k);

#endif
