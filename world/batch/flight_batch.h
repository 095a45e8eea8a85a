// SPDX-License-Identifier: MIT
// Flights of which none depends on another: only those are looked at whose time has come, or which
// something that moves may be near to (clear_until.h). Where the game has tasks, each bounces those
// of a range of slots as far as that is simple (bounce.h); what is left then, the rare and the
// intricate, is lived through as it is without.
#ifndef CAROM_WORLD_BATCH_FLIGHT_BATCH_H
#define CAROM_WORLD_BATCH_FLIGHT_BATCH_H

#include "../data/world.h"

/// Everything that falls due to flights up to a time.
void crBatchLive(CaromWorld *world, double until);

#endif
