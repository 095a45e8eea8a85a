// SPDX-License-Identifier: MIT
// Which moment of a world a saved state belongs to.
#ifndef CAROM_WORLD_DATA_MOMENTS_H
#define CAROM_WORLD_DATA_MOMENTS_H

#include "world.h"

/// A step leads to the next moment.
void crMomentNext(CaromWorld *world);
/// Whether a moment is the present one or lies in its past.
bool crMomentHappened(const CaromWorld *world, uint64_t moment);

#endif
