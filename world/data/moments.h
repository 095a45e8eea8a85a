// SPDX-License-Identifier: MIT
// Moments of a world, to which saved states belong.
#ifndef CAROM_WORLD_DATA_MOMENTS_H
#define CAROM_WORLD_DATA_MOMENTS_H

#include "world.h"

/// Moves on to the next moment, after a step.
void crMomentNext(CaromWorld *world);
/// Returns whether a moment is the present one or lies in its past.
bool crMomentHappened(const CaromWorld *world, uint64_t moment);

#endif
