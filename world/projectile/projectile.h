// SPDX-License-Identifier: MIT
// How a projectile comes to be; firing and predicting do the same. And what calls that change one
// have in common.
#ifndef CAROM_WORLD_PROJECTILE_PROJECTILE_H
#define CAROM_WORLD_PROJECTILE_PROJECTILE_H

#include "../data/world.h"

/// Begins the flight in a taken slot; its flight def is set. It waits for its time; if it is fired
/// now, it is launched at once, unless it would end.
void crProjectileBegin(CaromWorld *world, uint32_t i, const CaromProjectileDef *def,
                       CaromVec2 position, CaromVec2 velocity);

CaromError crCheckProjectile(const CaromWorld *world, CaromProjectileId id);
/// The same for a call that changes it.
CaromError crCheckProjectileEdit(const CaromWorld *world, CaromProjectileId id);
/// From the clock on, by command.
void crFlightSetVelocity(CaromWorld *world, uint32_t i, CaromVec2 velocity);

#endif
