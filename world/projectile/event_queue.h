// SPDX-License-Identifier: MIT
// Events in global order of time. Most flights do not depend on each other, so all events of one
// flight in a step are handled at once. If one may depend on another (a callback that queries, a
// meeting, a blast), all events of the step are handled in turn: by time, then by the lower index.
#ifndef CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H
#define CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H

#include "../data/world.h"

/// Whether what is due until then must happen in turn.
bool crEventQueueNeeded(const CaromWorld *world, double until);
/// Handles all due events of all flights, in turn.
void crEventQueueFly(CaromWorld *world, double until);

#endif
