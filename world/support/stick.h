// SPDX-License-Identifier: MIT
// Sticking: a projectile becomes part of a body, through its motion, spin and every new transform,
// until the shape it sticks in is destroyed or it is set free. Meanwhile it meets nothing.
#ifndef CAROM_WORLD_SUPPORT_STICK_H
#define CAROM_WORLD_SUPPORT_STICK_H

#include "../flight/where.h"

/// Sticks flight i, at a place at a time, to a shape's body.
void crFlightStick(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                   const CrSupport *support);

/// After edits: moves it to where its body has put it, or lets it fall off.
void crFlightFollowBody(CaromWorld *world, uint32_t i);
/// At the end of a step: stores the places of stuck projectiles, in case their body is destroyed.
void crStuckRemember(CaromWorld *world, double time);

#endif
