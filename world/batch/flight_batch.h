// SPDX-License-Identifier: MIT
// Flights that do not depend on each other: only those are examined that have a due event, or that
// may be near a moving shape (clear_until.h). If the game has tasks, each task handles the simple
// bounces of a range of slots (bounce.h); the rest is then handled as without tasks.
#ifndef CAROM_WORLD_BATCH_FLIGHT_BATCH_H
#define CAROM_WORLD_BATCH_FLIGHT_BATCH_H

#include "../data/world.h"

/// Everything that falls due to flights up to a time.
void crBatchLive(CaromWorld *world, double until);

#endif
