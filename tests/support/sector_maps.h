// SPDX-License-Identifier: MIT
// Maps of sectors for tests: those of Freedoom, and tilings of triangles with random sectors, in
// which every point of a lattice is a vertex.
#ifndef CAROM_TESTS_SECTOR_MAPS_H
#define CAROM_TESTS_SECTOR_MAPS_H

#include "../../samples/wad_sectors.h"
#include "random.h"

enum { TILING_MOST = 12 };

/// Map i of both Freedoom files together, with all that was found wrong in it; false where there is
/// none, or no file. `odd`: faults above a note.
bool sectorOpenWad(int i, WadMap *wad, CaromSectorMap **map, int *odd);

/// Three rooms in a row, 4, 1 and 4 m wide and 3 m high: the middle one may be a door.
CaromSectorMapDef doorDef(const CaromSector sectors[3]);

/// n × n unit squares, each cut by its rising or its falling diagonal; the corner (0, 0) is at the
/// origin.
typedef struct Tiling {
    int n;
    bool rising[TILING_MOST][TILING_MOST];
    int lower[TILING_MOST][TILING_MOST], upper[TILING_MOST][TILING_MOST]; ///< sectors below, above
    CaromVec2 vertices[(TILING_MOST + 1) * (TILING_MOST + 1)];
    CaromSectorLine lines[3 * TILING_MOST * TILING_MOST + 2 * TILING_MOST];
    CaromSector sectors[4];
    int vertexCount, lineCount, sectorCount;
} Tiling;

/// Lines are turned at random, and there are none between equal sectors but now and then, where
/// `selves` allows them.
void tilingMake(Tiling *tiling, TestRandom *random, bool selves);
CaromSectorMapDef tilingDef(const Tiling *tiling);
/// The sector of a point that has multiples of 1/8 as its coordinates: of the place at
/// (2^-20, 2^-40) from it.
int tilingSectorAt(const Tiling *tiling, CaromVec2 p);

#endif
