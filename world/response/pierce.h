// SPDX-License-Identifier: MIT
// Shapes that a flight has pierced and not yet left. While it is inside of one it does not meet it;
// its exit is an event at the exact time, and there the projectile pays for the way: pierceLoss for
// the shape, pierceDrag for each metre of the straight line from entry to exit, both as the shape
// sees them. Without loss the leg goes on past the exit, from its old anchor. At a steady speed v
// the drag takes v·pierceDrag each second, so that all speed is gone 1/pierceDrag after the entry,
// whatever v is: one that is still inside then stays there.
//
// At most CR_PIERCE_DEPTH shapes at a time are kept account of; one more is passed as if it were
// thin.
#ifndef CAROM_WORLD_RESPONSE_PIERCE_H
#define CAROM_WORLD_RESPONSE_PIERCE_H

#include "impact.h"

/// The hit pierces. found: as the search found it; at a corner of several shapes the contact may be
/// with another of them, and what was found comes next.
void crPierceEnter(CaromWorld *world, uint32_t i, const CrEncounter *found,
                   const CrImpact *contact);

/// That is now.
void crPierceFinish(CaromWorld *world, uint32_t i, double time);
/// After an edit: shapes that are no more, or sensors now, are left at the clock; of others, if
/// `isNear` one that it touches, the exit is looked for from the clock on.
void crPierceApplyEdits(CaromWorld *world, uint32_t i, bool isNear);

#endif
