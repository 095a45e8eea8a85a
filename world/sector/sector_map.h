// SPDX-License-Identifier: MIT
// The map of sectors in memory.
#ifndef CAROM_WORLD_SECTOR_SECTOR_MAP_H
#define CAROM_WORLD_SECTOR_SECTOR_MAP_H

#include "../../shapes/vec.h"
#include "map.h"

/// Location of a checked point.
int crSectorAt(const CaromSectorMap *map, CaromVec2 point);

#endif
