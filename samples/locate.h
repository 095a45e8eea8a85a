// SPDX-License-Identifier: MIT
// Three ways to find the sector of a Doom map that a point lies in. Two use the sectors' borders,
// joined to loops: by crossings and by quadrants. One finds the nearest line and the side of it
// that the point lies on.
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
    int open; ///< runs that don't close: errors of the map, left out
} SectorLoops;

/// Returns false if memory is missing.
bool sectorLoopsBuild(SectorLoops *loops, const WadMap *map);
void sectorLoopsFree(SectorLoops *loops);

/// Returns the sector with an odd number of loops around the point, WAD_NO_SECTOR if there is none.
int sectorByCrossings(const SectorLoops *loops, CaromVec2 point);
int sectorByQuadrants(const SectorLoops *loops, CaromVec2 point);
/// Returns the sector on the point's side of the nearest line.
int sectorByNearestLine(const WadMap *map, CaromVec2 point);

#endif
