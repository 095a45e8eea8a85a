// SPDX-License-Identifier: MIT
// What two projectiles do to each other when they meet.
//
//   a \ b    bounces             passes, or is held     dies, explodes
//   bounces  both, by masses     a, off a wall that     a, by masses; b takes
//                                moves as b does        its share with it
//   passes   as mirrored         neither                b ends, a flies on
//   dies     as mirrored         a ends                 both end
//
// Parked projectiles are held: nothing moves them, but they may die. Projectiles on a surface take
// off when they bounce.
#ifndef CAROM_WORLD_RESPONSE_MEETING_H
#define CAROM_WORLD_RESPONSE_MEETING_H

#include "../data/world.h"

/// Lets two flights meet at a time: they bounce, pass or end, by their flight defs or the game's
/// answer.
void crFlightsMeet(CaromWorld *world, uint32_t i, uint32_t k, double time);

#endif
