// SPDX-License-Identifier: MIT
#include "geos_shapes.h"

#include <stdlib.h>

/// Closed: with the first point once more at the end.
static GEOSCoordSequence *sequenceOf(GEOSContextHandle_t geos, const CaromVec2 *points, int count,
                                     bool isClosed)
{
    unsigned size = (unsigned)(count + isClosed);
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, size, 2);
    for (unsigned i = 0; i < size; i++) {
        CaromVec2 p = points[i < (unsigned)count ? i : 0];
        GEOSCoordSeq_setXY_r(geos, sequence, i, p.x, p.y);
    }
    return sequence;
}

GEOSGeometry *geosPoint(GEOSContextHandle_t geos, CaromVec2 p)
{
    return GEOSGeom_createPoint_r(geos, sequenceOf(geos, &p, 1, false));
}

GEOSGeometry *geosPoints(GEOSContextHandle_t geos, const CaromVec2 *points, int count)
{
    GEOSGeometry **all = malloc((size_t)count * sizeof *all);
    for (int i = 0; i < count; i++) {
        all[i] = geosPoint(geos, points[i]);
    }
    GEOSGeometry *together =
        GEOSGeom_createCollection_r(geos, GEOS_MULTIPOINT, all, (unsigned)count);
    free(all);
    return together;
}

GEOSGeometry *geosLine(GEOSContextHandle_t geos, const CaromVec2 *points, int count)
{
    return GEOSGeom_createLineString_r(geos, sequenceOf(geos, points, count, false));
}

static GEOSGeometry *ringOf(GEOSContextHandle_t geos, const CaromVec2 *points, int start, int end)
{
    return GEOSGeom_createLinearRing_r(geos, sequenceOf(geos, points + start, end - start, true));
}

GEOSGeometry *geosPolygon(GEOSContextHandle_t geos, const CaromVec2 *points, const int *ends,
                          int rings)
{
    GEOSGeometry **holes = malloc((size_t)rings * sizeof *holes);
    for (int k = 1; k < rings; k++) {
        holes[k - 1] = ringOf(geos, points, ends[k - 1], ends[k]);
    }
    GEOSGeometry *polygon = GEOSGeom_createPolygon_r(geos, ringOf(geos, points, 0, ends[0]), holes,
                                                     (unsigned)(rings - 1));
    free(holes);
    return polygon;
}
