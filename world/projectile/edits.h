// SPDX-License-Identifier: MIT
// What calls changed since the last step, applied to the flights that it concerns.
#ifndef CAROM_WORLD_PROJECTILE_EDITS_H
#define CAROM_WORLD_PROJECTILE_EDITS_H

#include "../../shapes/vec.h"
#include "../data/world.h"
#include "../flight/where.h"

/// Before the velocity of a kinematic body, and of what hangs from it, changes: points that touch
/// its shapes start a new leg, placed by the old motion on the side they are on, which rounding
/// could hide from the new one.
void crEditsHoldSides(CaromWorld *world, uint32_t body);
/// The same before all dynamic bodies in world->rigids.plans take other paths.
void crEditsHoldSidesAtTick(CaromWorld *world);
/// At the start of a step.
void crEditsApply(CaromWorld *world);
/// What that does to one flight.
void crEditsApplyTo(CaromWorld *world, uint32_t i);

/// Its support, which it still touches, has got another motion, place or size at the clock: what is
/// glued goes along, else friction decides.
void crFlightFollowSupport(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now);

#endif
