// SPDX-License-Identifier: MIT
// Flights of which none depends on another and past which nothing moves: only those are looked at
// whose time has come. Where the game has tasks, each bounces those of a range of slots as far as
// that is simple (bounce.h); what is left then, the rare and the intricate, is lived through as it
// is without.
#ifndef CAROM_WORLD_DUE_H
#define CAROM_WORLD_DUE_H

#include "world.h"

/// Everything that falls due to flights up to a time.
void crDueLive(CaromWorld *world, double until);

#endif
