// SPDX-License-Identifier: MIT
// Friction with the ground, for games seen from above. A flight under it is a straight leg with a
// constant acceleration −k·v₀/|v₀|, so it is evaluated from its anchor like any other (law 1). It
// ends where its speed is used up, |v₀|/k after its start and |v₀|²/2k from there. That time is an
// event of its anchor alone (law 2); then the projectile rests where it is, without a support.
// Every other event starts a leg in another direction, with the speed that is left.
//
// Another acceleration beside it would bend the way while it slows down, which has no closed form:
// gravity, an acceleration of its own and forces are refused with it. Drag keeps the way straight:
// with it the deceleration is constant between two kP (acceleration.h). So is the friction's
// direction for what slides along a wall that pushes it.
#ifndef CAROM_WORLD_FLIGHT_GROUND_H
#define CAROM_WORLD_FLIGHT_GROUND_H

#include "../data/flight_pool.h"

/// CAROM_ERROR_GROUND where the def has ground friction and something else acts on it.
CaromError crGroundCheck(const CaromProjectileDef *def, CaromVec2 pull);
/// Whether it comes to rest within that time of its leg's start.
bool crGroundHolds(const CaromWorld *world, uint32_t i, double duration);

/// [s] From the leg's start until its speed is used up.
double crGroundTimeToStop(const CaromWorld *world, uint32_t i);

/// When the speed of flight i is used up; CR_NEVER without ground friction, or where it does not
/// fly.
static inline double crFlightStopDue(const CaromWorld *world, uint32_t i)
{
    const CrFlight *hot = &world->flights.hot[i];
    bool stops = hot->mode == CAROM_PROJECTILE_FLYING &&
                 crIsGrounded(&world->flightDefs[hot->flightDef].def);
    return stops ? crMin(hot->start + crGroundTimeToStop(world, i), CR_NEVER) : CR_NEVER;
}

#endif
