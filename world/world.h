// SPDX-License-Identifier: MIT
// Birth and death of a world, shared by those that make one: creation, snapshots, replays.
#ifndef CAROM_WORLD_WORLD_H
#define CAROM_WORLD_WORLD_H

#include "../shapes/api.h"
#include "../shapes/kernels.h"
#include "api/worlds.h"
#include "data/world.h"

CaromError crWorldDefCheck(const CaromWorldDef *def);
/// In memory of the def's allocator; whatever it returns, the world can be freed. kernels: as
/// another world has them, or crKernelsBest().
CaromError crWorldFill(CaromWorld *world, const CaromWorldDef *def, const CrKernels *kernels);
void crWorldFree(CaromWorld *world);
/// Each becomes what the other was; pointers to worlds stay good. Both of one game's allocator.
void crWorldExchange(CaromWorld *a, CaromWorld *b);

#endif
