// SPDX-License-Identifier: MIT
// Energy of bodies that bounce off each other. Newton's restitution at several contacts at once,
// and impulses between fast bodies that a tick's few passes do not balance, may give bodies more
// energy than they had. So where bodies that are linked by contacts, one of which bounces, end a
// tick with more than they would have without any contact, their impulses are too large: all of
// them are scaled by the greatest factor below 1 that gains nothing.
//
// With u as the velocities without contacts and v those with them, the energy of u + s·(v − u) is a
// parabola over s, E(u) + β·s + α·s²: the factor is −β/α. As all impulses are scaled alike,
// momentum is kept. What a moving surface or a restitution above 1 drives is left as it is. Where
// overlap is pushed apart, a little is allowed. Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_ENERGY_H
#define CAROM_DYNAMICS_RIGID_ENERGY_H

#include "rigid_data.h"

/// After the substeps, before rows become poses. interval: [s] of the tick.
void crEnergyKeep(CrDynamics *dynamics, double interval);

#endif
