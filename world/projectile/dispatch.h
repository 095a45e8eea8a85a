// SPDX-License-Identifier: MIT
// A flight's life: what is due to it next, and going through it.
#ifndef CAROM_WORLD_PROJECTILE_DISPATCH_H
#define CAROM_WORLD_PROJECTILE_DISPATCH_H

#include "../flight/leg.h"

/// Lives through everything that falls due to flight i until a time: all of dt is used, however
/// many bounces it takes (law 3).
void crFlightLive(CaromWorld *world, uint32_t i, double until);
/// One event only; false where none is due.
bool crFlightLiveOnce(CaromWorld *world, uint32_t i, double until);
/// Its next event, at most at `until`; due CR_NEVER if none is.
CrQueuedEvent crFlightNextQueued(CaromWorld *world, uint32_t i, double until);

/// The same at the clock, going on as it does, since what its leg follows from has changed. What
/// leans on something goes along that anew.
void crFlightRenew(CaromWorld *world, uint32_t i);
/// Of a leg just set without acceleration: launches it at its start, at once where that is the
/// clock.
void crFlightAwaitLaunch(CaromWorld *world, uint32_t i);

#endif
