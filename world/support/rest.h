// SPDX-License-Identifier: MIT
// Resting on a support, or on the ground.
#ifndef CAROM_WORLD_SUPPORT_REST_H
#define CAROM_WORLD_SUPPORT_REST_H

#include "../flight/where.h"

/// Makes flight i rest from a time on, moving along with its support. glued: it was stopped there,
/// and only the end of the support sets it free.
void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support, bool glued);

/// Brings flight i to rest at a time, where it is.
void crFlightStop(CaromWorld *world, uint32_t i, double time);

#endif
