// SPDX-License-Identifier: MIT
// Real outlines: the countries of npm's package world-atlas, by way of TopoJSON. Its arcs are
// shared by neighbours and rounded to a raster: Bostock and Metcalf, "The TopoJSON Format
// Specification" (2013). tests/run --all fetches them; without them their suite is left out.
#ifndef CAROM_TESTS_ATLAS_H
#define CAROM_TESTS_ATLAS_H

#include "../../shapes/shapes.h"

/// An outer border and its holes, as one region. Points that repeat are left out.
typedef struct AtlasPolygon {
    char country[48];
    CaromVec2 *points; ///< degrees: x east, y north
    int *ends;         ///< of rings
    int count, rings;
} AtlasPolygon;

typedef struct Atlas {
    AtlasPolygon *polygons;
    int count;
} Atlas;

/// Reads the object "countries" of a file; null where that is not what it should be.
Atlas *atlasRead(const char *path);
void atlasFree(Atlas *atlas);
CaromGeometry atlasRegion(const AtlasPolygon *polygon);

#endif
