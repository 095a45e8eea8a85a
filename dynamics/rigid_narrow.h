// SPDX-License-Identifier: MIT
// Manifolds of all contacts, and so which of them are in lanes.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_NARROW_H
#define CAROM_DYNAMICS_RIGID_NARROW_H

#include "rigid_data.h"

/// Needs room for all contacts in lanes.
void crRigidNarrow(CrDynamics *dynamics, double interval);

#endif
