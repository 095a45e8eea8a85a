// SPDX-License-Identifier: MIT
// Steering: homing, forces, and when the next one is due.
#ifndef CAROM_WORLD_RESPONSE_STEERING_H
#define CAROM_WORLD_RESPONSE_STEERING_H

#include "../../shapes/vec.h"
#include "../data/world.h"

/// v turned towards `way` by at most `angle` >= 0 [rad]; counter-clockwise where that is straight
/// behind.
CaromVec2 crSteerTowards(CaromVec2 velocity, CaromVec2 way, double angle);

/// Steers it, at a time kP.
void crFlightSteer(CaromWorld *world, uint32_t i, double time);
/// The force that waited acts from now on.
void crFlightTakeForce(CaromWorld *world, uint32_t i);
/// The same for one that is launched.
void crFlightTakeDueForce(CaromWorld *world, uint32_t i, double time);

/// The leg goes on as it was: what was found beyond `time` must be looked for again.
void crSteerLookOn(CaromWorld *world, uint32_t i, double time);

/// Where its target is at a time; false where it has none, or none any more.
bool crSteerTargetAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 *place);

#endif
