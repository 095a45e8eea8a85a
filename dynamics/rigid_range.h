// SPDX-License-Identifier: MIT
// Bodies out of range: before a tick, by poses, velocities and forces that are not finite or too
// large; after the substeps, by results that are.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_RANGE_H
#define CAROM_DYNAMICS_RIGID_RANGE_H

#include "rigid_data.h"

/// Lists in `broken` the moving bodies with values out of range. Returns whether there are any.
bool crRangeListUnsound(CrDynamics *dynamics);
/// After the substeps: lists in `broken` the one body that is to blame for results out of range.
/// Returns whether there are any.
bool crRangeListBroken(CrDynamics *dynamics, double interval);
/// The largest impulse of a solve.
float crRangeStrongest(const CrDynamics *dynamics);

#endif
