// SPDX-License-Identifier: MIT
// Sticking: a projectile that rides along with a body as if it were a part of it, through its
// motion, spin and every new transform, until the shape it sticks in is destroyed or it is set
// free. It meets nothing meanwhile.
#ifndef CAROM_WORLD_SUPPORT_STICK_H
#define CAROM_WORLD_SUPPORT_STICK_H

#include "../flight/where.h"

/// Sticks flight i, at a place at a time, to a shape's body.
void crFlightStick(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                   const CrSupport *support);

/// After edits: it is where its body has put it, or falls off.
void crFlightFollowBody(CaromWorld *world, uint32_t i);
/// At the end of a step: where those that stick are, in case that their body goes.
void crStuckRemember(CaromWorld *world, double time);

#endif
