// SPDX-License-Identifier: MIT
// Our points as geometries of GEOS; each is to be destroyed by GEOSGeom_destroy_r.
#ifndef CAROM_TESTS_GEOS_SHAPES_H
#define CAROM_TESTS_GEOS_SHAPES_H

#include "../../shapes/vec.h"

#include <geos_c.h>

GEOSGeometry *geosPoint(GEOSContextHandle_t geos, CaromVec2 p);
GEOSGeometry *geosPoints(GEOSContextHandle_t geos, const CaromVec2 *points, int count);
GEOSGeometry *geosLine(GEOSContextHandle_t geos, const CaromVec2 *points, int count);
/// Ring k is points[ends[k − 1] .. ends[k]); the first is the outer border, all others holes.
GEOSGeometry *geosPolygon(GEOSContextHandle_t geos, const CaromVec2 *points, const int *ends,
                          int rings);

#endif
