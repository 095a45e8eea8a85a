// SPDX-License-Identifier: MIT
// What holds a projectile at rest. Of a wedge only one face is noted, its support; what else holds
// it is found where it is asked for: after an edit near it.
#ifndef CAROM_WORLD_HOLD_H
#define CAROM_WORLD_HOLD_H

#include "support.h"

/// Whether an acceleration presses into the corner between two faces.
bool crHoldsBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2);
/// Whether flight i, at rest on its support at the clock, is held: by friction on that alone, or
/// between it and something else that it touches and that does not go away from it.
bool crFlightIsHeld(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now);

#endif
