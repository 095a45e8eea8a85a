// SPDX-License-Identifier: MIT
// Events in global order of time. Most flights do not depend on each other, so all events of one
// flight in a step are handled at once. If one may depend on another (a callback that queries, a
// meeting, a blast), all events of the step are handled in turn: by time, then by the lower index.
//
// The invariants that make it exact to queue only some flights:
// - Projectiles that meet depend on each other alone, unless a meeting calls the game or sets off a
//   blast. Then only they are queued, and all others are handled as if there were none of them.
// - Otherwise the queue takes flights that have something due in the step by their next[], flights
//   that are not clear of moving shapes (clear_until.h), projectiles that meet, and proximity
//   fuses. Any other flight has no event in the step before an event of those changes its leg, and
//   that queues it.
#ifndef CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H
#define CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H

#include "../data/world.h"

/// Whose events of a step must happen in turn.
typedef enum CrInTurn {
    CR_IN_TURN_NONE,
    CR_IN_TURN_PARTNERS, ///< of those that meet
    CR_IN_TURN_ALL
} CrInTurn;

CrInTurn crEventQueueNeeds(const CaromWorld *world, double until);
/// Handles all due events of those, in turn.
void crEventQueueFly(CaromWorld *world, double until, CrInTurn whose);

#endif
