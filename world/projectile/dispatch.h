// SPDX-License-Identifier: MIT
// A flight's life: what is due to it next, and going through it.
#ifndef CAROM_WORLD_PROJECTILE_DISPATCH_H
#define CAROM_WORLD_PROJECTILE_DISPATCH_H

#include "../flight/leg.h"

/// Handles all events of flight i until a time: all of dt is used, for any number of bounces (law
/// 3).
void crFlightLive(CaromWorld *world, uint32_t i, double until);
/// One event only; false where none is due.
bool crFlightLiveOnce(CaromWorld *world, uint32_t i, double until);
/// Its next event, at most at `until`; due CR_NEVER if none is.
CrQueuedEvent crFlightNextQueued(CaromWorld *world, uint32_t i, double until);

/// Starts the leg again at the current time, with the present motion, since the data of the leg
/// changed. A flight that leans on something starts to move along it again.
void crFlightRenew(CaromWorld *world, uint32_t i);
/// Puts it at a place, to be launched at a time with a velocity; at once if that is the clock.
void crFlightAwaitLaunch(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                         CaromVec2 velocity);

#endif
