// SPDX-License-Identifier: MIT
// How long flights are left alone by all that moves. While no kinematic body changes its motion, a
// flight's leg tells once until when it comes near none of them: until then, and until what is due
// to it at rest, a step need not look at it. Near means within some roundings of a moving disc or
// box; what comes of that is found out exactly, by the general path, with the same bits. A cache:
// calm[i] of flight i may be dropped at any time.
#ifndef CAROM_WORLD_FLIGHT_CLEAR_UNTIL_H
#define CAROM_WORLD_FLIGHT_CLEAR_UNTIL_H

#include "../data/world.h"

/// For the step that ends then: whether calm[] may be used. It is not where few fly, or where the
/// moving layer had no memory.
bool crClearUntilPrepare(CaromWorld *world, double until);
/// Finds out about flight i from a time on, which is within the step; whom it comes near to is a
/// kinematic shape's drifter, whose key is the slot.
CrClearance crClearUntilLook(CaromWorld *world, uint32_t i, double since);
/// Whether calm[] still tells who is as near to a shape as that, at the clock: those of
/// crClearUntilNear.
bool crClearUntilTells(const CaromWorld *world, const CrShape *shape, double distance);
/// Of flights from `first` on, CR_FLIGHT_CHUNK at most, those that may be near to what moves:
/// writes them, returns how many. told: calm[] tells, else all may be.
int crClearUntilNear(const CaromWorld *world, uint32_t first, bool told, uint32_t *near);

#endif
