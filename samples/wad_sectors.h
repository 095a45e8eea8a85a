// SPDX-License-Identifier: MIT
// From a Doom map to a map of sectors of the library.
#ifndef CAROM_SAMPLES_WAD_SECTORS_H
#define CAROM_SAMPLES_WAD_SECTORS_H

#include "wad.h"

/// Makes the map; line i of it is lines[i] of the WAD's, its `blocks` are the file's flags. `def`
/// brings allocator, log, and where problems go; its arrays are set here. Null, and *error says
/// why, where the library refuses it or memory is short.
CaromSectorMap *wadSectorMap(const WadMap *map, CaromSectorMapDef def, CaromError *error);

#endif
