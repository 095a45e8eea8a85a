// SPDX-License-Identifier: MIT
// The solver's side of a world in a rollback state: the mirror's arrays, then the scene's. Each as
// it lies in memory, so saving and restoring cost what copying costs.
#ifndef CAROM_WORLD_RIGID_RIGID_MIRROR_STATE_H
#define CAROM_WORLD_RIGID_RIGID_MIRROR_STATE_H

#include "../data/world.h"

/// [B] Returns the size; 0 if there is nothing to save.
size_t crRigidStateSize(const CaromWorld *world);
/// Returns what follows.
char *crRigidStateSave(const CaromWorld *world, char *to);
/// Room for a state of that size. CAROM_ERROR_SNAPSHOT: it is none.
CaromError crRigidStateReserve(CaromWorld *world, const char *from, size_t size);
/// Restores it, or an empty scene of size 0. Room was reserved.
void crRigidStatePut(CaromWorld *world, const char *from, size_t size);

#endif
