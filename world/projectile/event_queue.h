// SPDX-License-Identifier: MIT
// Events in global order of time. Most flights do not depend on each other, so all events of one
// flight in a step are handled at once. Events of linked flights concern others: those that ask the
// game, which may look at all, explode, meet others, or watch for them. They happen in turn: by
// time, then by the lower index, when others have come as far and no farther (in_turn.h). The queue
// holds them, and what else it is given: of any other flight only what its next[] or something that
// moves may make due in the step. Where there are dynamic bodies, which hits push, each event may
// concern others.
//
// Projectiles that meet depend on each other alone, unless a meeting calls the game or sets off a
// blast. Then only they are queued, and all others are handled as if there were none of them.
//
// Which flights are linked is known from world->linked. It is complete when as many different live
// flights of linked defs are in it as use these defs; otherwise it is made anew.
#ifndef CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H
#define CAROM_WORLD_PROJECTILE_EVENT_QUEUE_H

#include "../core/limits.h"
#include "../data/world.h"

/// Whose events of a step must happen in turn.
typedef enum CrInTurn {
    CR_IN_TURN_NONE,
    CR_IN_TURN_PARTNERS, ///< of those that meet
    CR_IN_TURN_ALL
} CrInTurn;

CrInTurn crEventQueueNeeds(CaromWorld *world, double until);

/// Begins a step in turn, with all that meet in the queue.
void crEventQueueBegin(CaromWorld *world, double until);
void crEventQueueEnd(CaromWorld *world, double until);

/// Queues what is due to flight i, unless the queue holds it.
void crEventQueueTake(CaromWorld *world, uint32_t i, double until);
static inline bool crEventQueueHolds(const CaromWorld *world, uint32_t i)
{
    return world->flights.queued[i] < CR_NEVER;
}
/// Returns whether events of flight i may concern others, or depend on them.
bool crEventQueueConcerns(const CaromWorld *world, uint32_t i);

/// Returns the next one; null if there is none.
const CrQueuedEvent *crEventQueueFirst(CaromWorld *world);
/// Takes that one, handles it, and queues what comes next to all that it has changed.
void crEventQueueLiveFirst(CaromWorld *world, double until);

/// Queues again all that another flight's event, or a body's impact, has changed.
void crEventQueueTakeChanged(CaromWorld *world, double until);

#endif
