// SPDX-License-Identifier: MIT
// Steering: homing, forces, and when the next one is due.
#ifndef CAROM_WORLD_RESPONSE_STEERING_H
#define CAROM_WORLD_RESPONSE_STEERING_H

#include "../../shapes/vec.h"
#include "../data/world.h"

/// Returns v turned towards `way` by at most `angle` >= 0 [rad]; counter-clockwise if it points
/// straight back.
CaromVec2 crSteerTowards(CaromVec2 velocity, CaromVec2 way, double angle);

/// Steers it, at a time kP.
void crFlightSteer(CaromWorld *world, uint32_t i, double time);
/// Applies the waiting force from now on.
void crFlightTakeForce(CaromWorld *world, uint32_t i);
/// The same for a flight that is launched.
void crFlightTakeDueForce(CaromWorld *world, uint32_t i, double time);

/// Continues the leg unchanged: what was found beyond `time` must be searched for again.
void crSteerLookOn(CaromWorld *world, uint32_t i, double time);

/// Finds its target's place at a time. Returns false if it has no target, or the target was
/// destroyed.
bool crSteerTargetAt(const CaromWorld *world, uint32_t i, double time, CaromVec2 *place);

#endif
