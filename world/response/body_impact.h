// SPDX-License-Identifier: MIT
// A body runs into what rests or is kinematic, between two ticks: an impulse at the true time, with
// the restitution and friction of the two surfaces, and the body goes on from there. rigid_sweep.h
// says when.
#ifndef CAROM_WORLD_RESPONSE_BODY_IMPACT_H
#define CAROM_WORLD_RESPONSE_BODY_IMPACT_H

#include "../data/world.h"

/// A body has at most so many impacts between two ticks; at the last one it stops until the tick,
/// and keeps the velocity that it has there. One of many parts has fewer, as each search looks at
/// each part; and where an impact comes at once after the last one, the body is wedged in.
#define CR_IMPACTS_MOST 32
#define CR_IMPACT_PARTS 8         ///< so many count as one impact
#define CR_IMPACT_AT_ONCE 0x1p-12 ///< [1] of a tick; such an impact counts as 4

/// The next impact of a body happens, and the one after it is looked for.
void crBodyImpact(CaromWorld *world, uint32_t body);

/// All impacts of bodies up to a time, in its order.
void crBodyImpactsLive(CaromWorld *world, double until);

#endif
