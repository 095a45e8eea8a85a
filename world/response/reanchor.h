// SPDX-License-Identifier: MIT
// A dynamic body that goes on otherwise from a time within a step: its new anchor, and all that was
// foreseen near it. Flights whose way may come near it until the step ends are queued again; those
// that lie on it follow it. Events happen in order of time where there is a dynamic body
// (event_queue.h), so nothing later has happened yet.
#ifndef CAROM_WORLD_RESPONSE_REANCHOR_H
#define CAROM_WORLD_RESPONSE_REANCHOR_H

#include "push.h"

/// From a time on a dynamic body moves so. flight: that it hit, or CR_NONE.
void crBodyTakePath(CaromWorld *world, const CrRigidPlan *path, double time, uint32_t flight);
/// Adds to the velocity and the spin of the body that is pushed, at the push's time.
void crBodyTurnTo(CaromWorld *world, const CrPush *push, CaromVec2 change, double spin);

#endif
