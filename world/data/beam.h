// SPDX-License-Identifier: MIT
// What a beam asks of the preview that flies it.
#ifndef CAROM_WORLD_DATA_BEAM_H
#define CAROM_WORLD_DATA_BEAM_H

#include "../../shapes/vec.h"
#include "../api/queries.h"
#include "world.h"

typedef struct CrBeam {
    const CaromWorld *original;
    const CaromBeamDef *def;
    CaromVec2 from; ///< where the leg at hand starts
    double energy;  ///< on it
    double way;     ///< of all legs before it
    bool ended;
    CaromBeamLeg *legs;
    int count, capacity;
} CrBeam;

#endif
