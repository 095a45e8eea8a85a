// SPDX-License-Identifier: MIT
// Points on the border of what is lit.
#ifndef CAROM_WORLD_LIGHT_LIGHT_ENVELOPE_H
#define CAROM_WORLD_LIGHT_LIGHT_ENVELOPE_H

#include "../../shapes/vec.h"
#include "light_types.h"

/// Where the direction of a mark meets an edge.
CaromVec2 crLightPointOn(const CaromLight *light, int edge, const CrLightMark *mark);

#endif
