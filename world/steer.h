// SPDX-License-Identifier: MIT
// Steering: drag, homing and forces. Drag and homing change at the times kP alone, P =
// CaromWorldDef.steerInterval; kP is computed, never accumulated, and a target's place is taken
// from its body's anchor, so frames have no part in it (law 2). In between a flight is a leg, or
// several, of constant acceleration. A force begins at a time of its own, as a command does. At
// equal times: events, then steering, then commands.
#ifndef CAROM_WORLD_STEER_H
#define CAROM_WORLD_STEER_H

#include "world.h"

/// The largest kP at or before a time >= 0, and the next after it. Where P is less than the spacing
/// of doubles, which is P·2^52 seconds away from 0, the next is as near as doubles get.
double crSteerBefore(double interval, double time);
double crSteerAfter(double interval, double time);
/// v turned towards `way` by at most `angle` >= 0 [rad]; counter-clockwise where that is straight
/// behind.
CaromVec2 crSteerTowards(CaromVec2 velocity, CaromVec2 way, double angle);

/// The acceleration of a leg of flight i that starts at a time with a velocity: gravity, its own,
/// forces, and drag until the next kP.
CaromVec2 crFlightAcceleration(const CaromWorld *world, uint32_t i, double time,
                               CaromVec2 velocity);
/// When it is steered next; CR_NEVER where nothing steers it.
double crFlightSteerDue(const CaromWorld *world, uint32_t i);
/// Steers it, at a time kP.
void crFlightSteer(CaromWorld *world, uint32_t i, double time);
/// The force that waited acts from now on.
void crFlightTakeForce(CaromWorld *world, uint32_t i);
/// The same for one that is launched.
void crFlightTakeDueForce(CaromWorld *world, uint32_t i, double time);

#endif
