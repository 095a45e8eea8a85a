// SPDX-License-Identifier: MIT
// What holds a projectile at rest. For a wedge only one face is stored, the support. Other faces
// that hold it are searched for when needed: after an edit near it, and if it finds no place ahead.
#ifndef CAROM_WORLD_SUPPORT_EQUILIBRIUM_H
#define CAROM_WORLD_SUPPORT_EQUILIBRIUM_H

#include "support_motion.h"

/// Returns whether an acceleration presses into the corner between two faces.
bool crEquilibriumBetween(CaromVec2 acceleration, CaromVec2 n1, CaromVec2 n2);
/// Returns a pull plus the friction of a support with this normal, if the support's surface runs
/// along under flight i, which moves along it with a speed.
CaromVec2 crPullOn(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   CaromVec2 pull, double speed);
/// Returns whether flight i, at rest at a time and place on its support, is held: by friction on
/// the support alone, or between it and something else that it touches and that does not move away.
/// still: only things that do not move relative to the support count.
bool crFlightIsHeld(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    CaromVec2 place, bool still);
/// Returns whether flight i touches another face of its support's body, and that face's normal.
bool crFlightTouchesBeside(const CaromWorld *world, uint32_t i, double time,
                           const CrSupport *support, CaromVec2 place, CaromVec2 *normal);
/// Returns whether flight i, moving with a velocity, approaches something that it touches.
bool crFlightIsBlocked(const CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                       CaromVec2 velocity);

#endif
