// SPDX-License-Identifier: MIT
// Overlap of convex shapes and the least translation that parts them. A shape is an outline (a
// convex polygon, a segment, a point) and a radius around it; exact signs first decide how two
// outlines lie relative to each other; then the result is measured (axis.c):
//
// - outlines apart: the axis between their nearest points; depth = radii − distance;
// - outlines in touch: of the normals of all edges the one with the least overlap; depth = radii +
// that.
//
// Gottschalk, "Separating axis theorem" (1996). A segment counts as a polygon of two edges, there
// and back. Edges and vertices face outward if the outline runs counter-clockwise; `winding` says
// whether it does.
#include "axis.h"

CrSide crSideOf(const CaromGeometry *geometry)
{
    CrSide side = {crOutlineOf(geometry), 1, false};
    if (geometry->type == CAROM_SHAPE_POLYGON && side.outline.count > 2 &&
        caromPolygonWinding(side.outline.points, side.outline.count) < 0) {
        side.winding = -1;
    }
    return side;
}

static int compareNumbers(double a, double b)
{
    return (a > b) - (a < b);
}

bool crGeometryComesBefore(const CaromGeometry *a, const CaromGeometry *b)
{
    CrOutline outlineA = crOutlineOf(a), outlineB = crOutlineOf(b);
    int order = (int)a->type - (int)b->type;
    order = order != 0 ? order : outlineA.count - outlineB.count;
    order = order != 0 ? order : compareNumbers(a->radius, b->radius);
    for (int i = 0; i < outlineA.count && order == 0; ++i) {
        CaromVec2 p = outlineA.points[i], q = outlineB.points[i];
        order = compareNumbers(p.x, q.x);
        order = order != 0 ? order : compareNumbers(p.y, q.y);
    }
    return order < 0;
}

CrSide crConvexSideOf(const CaromGeometry *geometry)
{
    CrSide side = crSideOf(geometry);
    side.isMany = geometry->type == CAROM_SHAPE_POLYGON && side.outline.count > CR_FEW_CORNERS &&
                  caromPolygonIsConvex(geometry->points, geometry->count);
    return side;
}

CaromOverlap caromOverlapConvex(const CaromGeometry *a, const CaromGeometry *b)
{
    CaromOverlap result = {false, {1.0, 0.0}, 0.0};
    CrSide sideA = crConvexSideOf(a), sideB = crConvexSideOf(b);
    if (sideA.outline.count == 0 || sideB.outline.count == 0 || sideA.outline.hollow ||
        sideB.outline.hollow || crIsManyPieces(a) || crIsManyPieces(b)) {
        return result;
    }
    bool swapped = crGeometryComesBefore(b, a);
    CrAxis axis = swapped ? crAxisBetween(&sideB, &sideA) : crAxisBetween(&sideA, &sideB);
    double radii = a->radius + b->radius;
    result.depth = radii - axis.gap;
    result.overlap = !axis.apart || (radii > 0.0 && result.depth >= 0.0);
    result.normal = swapped ? crNegate(axis.normal) : axis.normal;
    return result;
}
