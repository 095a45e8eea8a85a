// SPDX-License-Identifier: MIT
// What presses on a dynamic body from outside of the solver: a mover that walks into it, or stands
// on it.
#ifndef CAROM_WORLD_BODIES_PRESS_H
#define CAROM_WORLD_BODIES_PRESS_H

#include "../data/world.h"

/// Returns the impulse [N·s] along a unit direction that gives the material of a dynamic body at a
/// point that speed [m/s], counted with what pends; at most `most`, 0 if it is as fast already.
double crBodyPressNeeded(const CaromWorld *world, uint32_t slot, CaromVec2 point,
                         CaromVec2 direction, double speed, double most);
/// Gives a dynamic body an impulse and wakes it. One that touches others takes it at the next tick,
/// together with its contacts; one that is free changes its path at the clock.
CaromError crBodyPress(CaromWorld *world, CaromBodyId id, CaromVec2 impulse, CaromVec2 point);

#endif
