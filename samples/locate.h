// SPDX-License-Identifier: MIT
// Three ways to tell the sector of a Doom map that a point lies in. Two ask the sectors' borders,
// joined to loops: by crossings, by quadrants. One asks the nearest line on which of its sides the
// point lies.
#ifndef CAROM_SAMPLES_LOCATE_H
#define CAROM_SAMPLES_LOCATE_H

#include "wad.h"

/// A closed run of a sector's lines, the sector to its right: outer borders run clockwise, holes
/// the other way.
typedef struct SectorLoop {
    int sector;
    int first, count; ///< of `points` of the whole
    double area;      ///< [m²] < 0 for outer borders, > 0 for holes
    CaromBox box;
} SectorLoop;

typedef struct SectorLoops {
    CaromVec2 *points;
    SectorLoop *loops;
    int pointCount, loopCount;
    int open; ///< runs that don't close: faults of the map, left out
} SectorLoops;

/// False where memory was short.
bool sectorLoopsBuild(SectorLoops *loops, const WadMap *map);
void sectorLoopsFree(SectorLoops *loops);

/// The sector whose loops hold the point an odd number of times, WAD_NO_SECTOR where none does.
int sectorByCrossings(const SectorLoops *loops, CaromVec2 point);
int sectorByQuadrants(const SectorLoops *loops, CaromVec2 point);
/// The sector on that side of the nearest line.
int sectorByNearestLine(const WadMap *map, CaromVec2 point);

#endif
