// SPDX-License-Identifier: MIT
// A body runs into what rests or is kinematic, between two ticks: an impulse at the true time, with
// the restitution and friction of the two surfaces, and the body goes on from there. rigid_sweep.h
// says when.
#ifndef CAROM_WORLD_RESPONSE_BODY_IMPACT_H
#define CAROM_WORLD_RESPONSE_BODY_IMPACT_H

#include "../data/world.h"

/// A body has at most so many impacts between two ticks; at the last one it stops until the tick,
/// and keeps the velocity that it has there.
#define CR_IMPACTS_MOST 32

/// The next impact of a body happens, and the one after it is looked for.
void crBodyImpact(CaromWorld *world, uint32_t body);

/// All impacts of bodies up to a time, in its order.
void crBodyImpactsLive(CaromWorld *world, double until);

#endif
