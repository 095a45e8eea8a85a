// SPDX-License-Identifier: MIT
// The list of bodies that ticks move, and that of sleepers to be woken.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_AWAKE_H
#define CAROM_DYNAMICS_RIGID_AWAKE_H

#include "rigid_data.h"

/// The body may have to be in the list of those that move, or no longer.
void crMovingChanged(CrDynamics *dynamics, int body);
/// Brings the list up to date. Costs the bodies that move, and those that changed.
void crMovingRenew(CrDynamics *dynamics);
/// If the body sleeps, the next tick wakes it, and its island.
void crIslandRouse(CrDynamics *dynamics, int body);
/// The body is no longer to be woken.
void crIslandForget(CrDynamics *dynamics, int body);
/// How a dynamic body is accelerated by gravity and its force.
CaromVec2 crRigidPull(const CrDynamics *dynamics, int body);

#endif
