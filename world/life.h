// SPDX-License-Identifier: MIT
// A flight's life: what is due to it next, and going through it.
#ifndef CAROM_WORLD_LIFE_H
#define CAROM_WORLD_LIFE_H

#include "flight.h"

/// Lives through everything that falls due to flight i until a time: all of dt is used, however
/// many bounces it takes (law 3).
void crFlightLive(CaromWorld *world, uint32_t i, double until);
/// One event only; false where none is due.
bool crFlightLiveOnce(CaromWorld *world, uint32_t i, double until);
/// Its next event, at most at `until`; due CR_NEVER if none is.
CrTurn crFlightNextTurn(CaromWorld *world, uint32_t i, double until);
/// Speeds that grow without end have theirs where numbers do.
static inline bool crIsTooFast(CaromVec2 velocity)
{
    return !(crAbs(velocity.x) <= CR_HUGE && crAbs(velocity.y) <= CR_HUGE);
}
/// Puts it into flight from its place at a time, with a velocity, nothing known.
void crFlightRelaunch(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity);
/// The same from near another place.
void crFlightRelaunchFrom(CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                          CaromVec2 velocity);
/// The same at the clock, going on as it does, since what its leg follows from has changed. What
/// leans on something goes along that anew.
void crFlightRenew(CaromWorld *world, uint32_t i);
/// Of a leg just set without acceleration: launches it at its start, at once where that is the
/// clock.
void crFlightAwaitLaunch(CaromWorld *world, uint32_t i);
/// The time until which it can't meet the body it ignores: that of leaving it.
void crFlightUpdateIgnore(CaromWorld *world, uint32_t i);
/// A flight that pierced a shape and turns inside of it is still inside.
void crFlightStayInside(CaromWorld *world, uint32_t i, bool pierced);
/// Starts a leg for a flight that goes on from where it is: inside of what it has pierced, and past
/// the surface that it pierces at that very time, which its place may be in front of.
void crFlightGoOn(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                  CaromVec2 acceleration);

#endif
