// SPDX-License-Identifier: MIT
// The beginning of a leg: after a hit, after an edit, off a body that it stuck to.
#ifndef CAROM_WORLD_PLACEMENT_LAUNCH_H
#define CAROM_WORLD_PLACEMENT_LAUNCH_H

#include "../../shapes/vec.h"
#include "../data/flight.h"
#include "../data/world.h"
#include "../flight/flight.h"

/// Puts it into flight from its place at a time, with a velocity, nothing known.
void crFlightRelaunch(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity);
/// The same from near another place.
void crFlightRelaunchFrom(CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                          CaromVec2 velocity);

/// The time until which it can't meet the body it ignores: that of leaving it.
void crFlightUpdateIgnore(CaromWorld *world, uint32_t i);
/// A flight that pierced a shape and turns inside of it is still inside.
void crFlightStayInside(CaromWorld *world, uint32_t i, bool pierced);
/// Starts a leg for a flight that goes on from its place: inside the shapes that it is piercing,
/// and past the surface that it pierces at exactly this time, even if its place is in front of it.
void crFlightGoOn(CaromWorld *world, uint32_t i, double time, CaromVec2 place, CaromVec2 velocity,
                  CaromVec2 acceleration);
/// The same for one that changes its mode there.
void crFlightApplyAndGoOn(CaromWorld *world, uint32_t i, const CrTransition *transition);

/// Sets it free with a velocity, from where it is.
void crFlightUnstick(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity);

/// Nothing that steers is due to a leg before it starts.
void crFlightMarkSteered(CrFlights *f, uint32_t i, double time);

#endif
