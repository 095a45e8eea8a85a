// SPDX-License-Identifier: MIT
// Sticking: a projectile that rides along with a body as if it were a part of it, through its
// motion, spin and every new transform, until the shape it sticks in is destroyed or it is set
// free. It meets nothing meanwhile.
#ifndef CAROM_WORLD_STICK_H
#define CAROM_WORLD_STICK_H

#include "support.h"

/// Sticks flight i, at a place at a time, to a shape's body.
void crFlightStick(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                   const CrSupport *support);
/// How one that sticks rides along, and where that leads.
CaromRide crFlightRide(const CaromWorld *world, uint32_t i);
CaromVec2 crRidePlace(const CaromRide *ride, double time);
/// Where it is; also for those that don't stick.
CaromVec2 crFlightWhere(const CaromWorld *world, uint32_t i, double time);
CaromVec2 crFlightHowFast(const CaromWorld *world, uint32_t i, double time);
/// After edits: it is where its body has put it, or falls off.
void crFlightFollowBody(CaromWorld *world, uint32_t i);
/// At the end of a step: where those that stick are, in case that their body goes.
void crStuckRemember(CaromWorld *world, double time);
/// Sets it free with a velocity, from where it is.
void crFlightUnstick(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity);

static inline bool crFlightIsStuck(const CaromWorld *world, uint32_t i)
{
    return world->flights.hot[i].mode == CAROM_PROJECTILE_STUCK;
}

#endif
