// SPDX-License-Identifier: MIT
// Pressure and friction along a face.
#ifndef CAROM_WORLD_SUPPORT_GRIP_H
#define CAROM_WORLD_SUPPORT_GRIP_H

#include "../../shapes/vec.h"
#include "../data/world.h"
#include "../flight/where.h"

/// [m/s²] The pull along a surface, and the most that friction or rolling resistance can hold.
typedef struct CrGrip {
    double drive, hold;
} CrGrip;

/// Returns the grip of flight i on its support under a pull that presses it on by `press` [m/s²].
CrGrip crGripOf(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 pull,
                CaromVec2 along, double press);

#endif
