// SPDX-License-Identifier: MIT
// Rounds of bounces in wide registers: several points on straight legs bounce off thin edges at
// rest, and look for what they meet next, at once. The doubles are those of bounce.h, by the same
// operations; what wide registers can't decide for certain is left to it. Test: as bounce.h.
#ifndef CAROM_WORLD_BATCH_ROUND_H
#define CAROM_WORLD_BATCH_ROUND_H

#include "bounce.h"

/// Handles the due bounces of flights of which nothing else is due. Returns how many flights are
/// left as they were, which it moves to the front; those that go on are added to `going`.
int crRoundFly(const CrBouncer *bouncer, uint32_t *flights, int count, double until,
               uint32_t *going, int *some);

/// The searches of points on straight legs that have just been fired: crBounceSetOut.
void crRoundSetOut(const CrBouncer *bouncer, const uint32_t *flights, int count);

#endif
