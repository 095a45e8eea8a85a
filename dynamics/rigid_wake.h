// SPDX-License-Identifier: MIT
// Waking: rigid_island.h.
#ifndef CAROM_DYNAMICS_RIGID_WAKE_H
#define CAROM_DYNAMICS_RIGID_WAKE_H

#include "rigid_data.h"

/// The next tick wakes a sleeper, and all that leans on it.
void crDynamicsWake(CrDynamics *dynamics, int body);
/// Wakes those now. On CAROM_ERROR_MEMORY it may be called again.
CaromError crDynamicsWakeRoused(CrDynamics *dynamics);
// ---- inside of dynamics

/// Wakes the islands of bodies that were roused. CAROM_ERROR_MEMORY: the rest stays roused.
CaromError crIslandsWake(CrDynamics *dynamics);
/// Wakes sleepers that something touches in this tick. It may be called again.
CaromError crIslandsWakeTouched(CrDynamics *dynamics, double interval);

#endif
