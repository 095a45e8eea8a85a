// SPDX-License-Identifier: MIT
// Events in global order of time. Most flights do not depend on each other, so each lives through
// all of a step's events at once. Where one may see or touch another (a callback that looks around,
// a meeting, a blast) all events of the step happen in turn: by time, then by the lower index.
#ifndef CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H
#define CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H

#include "../data/world.h"

/// Whether what is due until then must happen in turn.
bool crEventQueueNeeded(const CaromWorld *world, double until);
/// Lives through all that is due to any flight, in turn.
void crEventQueueFly(CaromWorld *world, double until);

#endif
