// SPDX-License-Identifier: MIT
// Loads that have settled. A soft contact gives way by its load / (effective mass * omega^2), where
// its omega knows nothing of what rests on it: a tower of 30 boxes sinks by 0.3 m. But only changes
// of an impulse have to be soft. So the part of an impulse that has been there for some time does
// not give way: the settled part follows 0.9 of the impulse, slowly, and the softer the more
// heavily the contact is loaded, or tall piles begin to rock. It never exceeds the impulse of
// either point, so that it holds no tilt. This is the integral part of a controller; as in
// augmented Lagrangians: M. Hestenes, "Multiplier and Gradient Methods" (1969).
//
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_SETTLE_H
#define CAROM_DYNAMICS_RIGID_SETTLE_H

#include "rigid_data.h"

/// Before the substeps of a tick, of h seconds each: what has settled of each contact's impulses.
void crRigidSettle(CrDynamics *dynamics, double h);

#endif
