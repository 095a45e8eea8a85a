// SPDX-License-Identifier: MIT
// What holds a projectile at rest. Of a wedge only one face is noted, its support; what else holds
// it is found where it is asked for: after an edit near it, and where it finds no place ahead.
#ifndef CAROM_WORLD_SUPPORT_EQUILIBRIUM_H
#define CAROM_WORLD_SUPPORT_EQUILIBRIUM_H

#include "support_motion.h"

/// Whether an acceleration presses into the corner between two faces.
bool crEquilibriumBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2);
/// A pull, and what the friction of a support with this normal adds to it where its surface runs
/// along under flight i, which moves along it with a speed.
CaromVec2 crPullOn(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   CaromVec2 pull, double speed);
/// Whether flight i, at rest at a time and place on its support, is held: by friction on that
/// alone, or between it and something else that it touches and that does not go away from it;
/// still: that does not move at all, as seen from the support.
bool crFlightIsHeld(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    CaromVec2 place, bool still);
/// Whether flight i touches another face of its support's body, and the normal of that.
bool crFlightTouchesBeside(const CaromWorld *world, uint32_t i, double time,
                           const CrSupport *support, CaromVec2 place, CaromVec2 *normal);
/// Whether flight i, which moves with a velocity, comes nearer to something that it touches.
bool crFlightIsBlocked(const CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                       CaromVec2 velocity);

#endif
