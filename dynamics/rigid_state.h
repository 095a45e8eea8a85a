// SPDX-License-Identifier: MIT
// The arrays that are the state of a scene.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_RIGID_STATE_H
#define CAROM_DYNAMICS_RIGID_STATE_H

#include "rigid_data.h"

void crStateFree(CrDynamics *dynamics);

#endif
