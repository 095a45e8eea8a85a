// SPDX-License-Identifier: MIT
// Pressure and friction along a face.
#ifndef CAROM_WORLD_SUPPORT_GRIP_H
#define CAROM_WORLD_SUPPORT_GRIP_H

#include "../../shapes/vec.h"
#include "../data/world.h"
#include "../flight/where.h"

/// [m/s²] What pulls it along a surface, and what friction or rolling resistance hold against.
typedef struct CrGrip {
    double drive, hold;
} CrGrip;

/// Of flight i on its support under a pull, which presses it on by `press` [m/s²].
CrGrip crGripOf(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 pull,
                CaromVec2 along, double press);

#endif
