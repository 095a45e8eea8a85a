// SPDX-License-Identifier: MIT
// Shapes that a flight has pierced and not yet left. Inside such a shape the flight does not meet
// it. Its exit is an event at the exact time. There the projectile loses speed: pierceLoss for the
// shape, and pierceDrag for each metre of the straight line from entry to exit, both relative to
// the shape. Without loss the leg continues past the exit from its old anchor. At a steady speed v
// the drag takes v·pierceDrag each second, so all speed is gone 1/pierceDrag after the entry,
// whatever v is. A projectile that is still inside then stays there.
//
// A flight records at most CR_PIERCE_DEPTH shapes at a time. One more is passed as if it were thin.
#ifndef CAROM_WORLD_RESPONSE_PIERCE_H
#define CAROM_WORLD_RESPONSE_PIERCE_H

#include "impact.h"

/// Enters the shape that is hit. found: the encounter that the search found. At a corner of several
/// shapes the impact may be with another of them; then what was found comes next.
void crPierceEnter(CaromWorld *world, uint32_t i, const CrEncounter *found,
                   const CrImpact *contact);

/// Leaves the shape, or stops in it, at the time that was due.
void crPierceFinish(CaromWorld *world, uint32_t i, double time);
/// Applies edits. Shapes that were destroyed or became sensors are left at the clock. With
/// `isNear`, the exit of a shape that the edit touches is searched again from the clock on.
void crPierceApplyEdits(CaromWorld *world, uint32_t i, bool isNear);

#endif
