// SPDX-License-Identifier: MIT
// What lies on a dynamic body that goes on otherwise.
#ifndef CAROM_WORLD_SUPPORT_CARRIED_H
#define CAROM_WORLD_SUPPORT_CARRIED_H

#include "../data/world.h"

/// Flight i, if it leans on a body or on what hangs from it: goes on with it from a time on, or
/// takes off where the body moves away faster than a fall within a tick would make up for.
void crFlightCarryOn(CaromWorld *world, uint32_t i, uint32_t body, double time);

#endif
