// SPDX-License-Identifier: MIT
// Checks of a surface between two materials.
#ifndef CAROM_WORLD_BODIES_SURFACE_TABLE_H
#define CAROM_WORLD_BODIES_SURFACE_TABLE_H

#include "../../shapes/api.h"
#include "../api/projectiles.h"
#include "../data/world.h"

/// What a game may give.
CaromError crSurfaceCheck(const CaromWorld *world, const CaromSurface *surface);

#endif
