// SPDX-License-Identifier: MIT
// Flights that do not depend on each other: only those are examined that have a due event, or that
// may be near a moving shape (clear_until.h). If the game has tasks, each task handles the simple
// bounces of a range of slots (bounce.h); the rest is then handled as without tasks.
#ifndef CAROM_WORLD_BATCH_FLIGHT_BATCH_H
#define CAROM_WORLD_BATCH_FLIGHT_BATCH_H

#include "bounce.h"

/// The simple events of some flights until a time: what is still due to one of them then is not
/// simple, or comes near something that moves.
void crBatchAhead(const CrBouncer *bouncer, const uint32_t *flights, int count, double until);
/// Everything that falls due to flights up to a time.
void crBatchLive(CaromWorld *world, double until);

#endif
