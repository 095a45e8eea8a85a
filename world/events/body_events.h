// SPDX-License-Identifier: MIT
// Events of dynamic bodies: what hits what, who falls asleep.
#ifndef CAROM_WORLD_EVENTS_BODY_EVENTS_H
#define CAROM_WORLD_EVENTS_BODY_EVENTS_H

#include "../data/rigid.h"
#include "../data/world.h"

/// The same impact, from the shape in the lower slot to the other.
CrBodyImpact crBodyImpactOrdered(const CrBodyImpact *impact);
/// Adds the event of an impact, if one of the shapes reports hits and it is fast enough.
void crTellImpact(CaromWorld *world, const CrBodyImpact *impact);
/// Adds the event of a body. Only within steps.
void crTellBody(CaromWorld *world, uint32_t slot, double time, CaromBodyEventKind kind);

#endif
