// SPDX-License-Identifier: MIT
// Steps in which events of some flights concern others. Those happen in turn (event_queue.h), and
// all other flights go on in batches, each time as far as the next event that concerns them: so who
// looks then, at whatever flight, sees it as it is at that time.
//
// A flight that concerns no other and has something due waits in the slice of the step that this
// falls into, and costs the same however many such events there are. What is due to it and not
// simple (bounce.h) is queued with the others. That keeps all order that can be seen: of such
// flights none depends on another.
#ifndef CAROM_WORLD_BATCH_IN_TURN_H
#define CAROM_WORLD_BATCH_IN_TURN_H

#include "../projectile/event_queue.h"

/// Handles all events that are due up to a time to those flights: to all, or to those that meet.
void crInTurnLive(CaromWorld *world, double until, CrInTurn whose);

#endif
