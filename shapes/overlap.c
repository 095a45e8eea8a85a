// SPDX-License-Identifier: MIT
// Overlap of convex shapes and the least translation that parts them. A shape is an outline (a
// convex polygon, a segment, a point) and a radius around it; where two outlines lie to each other
// is decided first, by exact signs, and the answer measured after:
//
// - outlines apart: the axis between their nearest points; depth = radii − distance;
// - outlines in touch: of the normals of all edges the one with the least overlap; depth = radii +
// that.
//
// Gottschalk, "Separating axis theorem" (1996). A segment counts as a polygon of two edges, there
// and back. Edges and vertices face outward where the outline runs counter-clockwise; `winding`
// tells.
#include "shapes.h"

#include "exact.h"
#include "inline.h"
#include "touch.h"

typedef struct Side {
    CrOutline outline;
    int winding; ///< 1, also of segments and points, or −1
} Side;

/// What is known of the best axis so far; from a to b.
typedef struct Axis {
    CaromVec2 normal;
    double gap; ///< [m] between the outlines along it, < 0 where they overlap
} Axis;

static Side sideOf(const CaromGeometry *geometry)
{
    Side side = {crOutlineOf(geometry), 1};
    if (side.outline.count > 2 &&
        caromPolygonWinding(side.outline.points, side.outline.count) < 0) {
        side.winding = -1;
    }
    return side;
}

/// Edge i in counter-clockwise direction: outside is to its right.
static void edgeOf(const Side *side, int i, CaromVec2 *from, CaromVec2 *to)
{
    CaromVec2 a = side->outline.points[i], b = crOutlineNext(&side->outline, i);
    *from = side->winding > 0 ? a : b;
    *to = side->winding > 0 ? b : a;
}

// ---- exact: apart or in touch

/// Whether an edge of `a` has all of `b` strictly outside.
static bool edgeParts(const Side *a, const Side *b)
{
    for (int i = 0; i < a->outline.count; ++i) {
        CaromVec2 from, to;
        edgeOf(a, i, &from, &to);
        int j = 0;
        while (j < b->outline.count && crOrient(from, to, b->outline.points[j]) < 0) {
            ++j;
        }
        if (j == b->outline.count) {
            return true;
        }
    }
    return false;
}

static CaromBox boxOf(const Side *side)
{
    return caromBoxOfPoints(side->outline.points, side->outline.count);
}

// Edge normals are all the axes there are, save for two outlines on one line: there boxes tell.
static bool areApart(const Side *a, const Side *b)
{
    return !crBoxOverlaps(boxOf(a), boxOf(b)) || edgeParts(a, b) || edgeParts(b, a);
}

// ---- outlines in touch

/// How far the points of `b` stay from an edge's line, outward; `normal` is the edge's.
static double gapAlong(const Side *b, CaromVec2 from, CaromVec2 normal)
{
    double gap = crDot(crSub(b->outline.points[0], from), normal);
    for (int j = 1; j < b->outline.count; ++j) {
        gap = crMin(gap, crDot(crSub(b->outline.points[j], from), normal));
    }
    return gap;
}

/// The edge normal of `a` with the largest gap, if that is larger than the axis has.
static void tryEdges(const Side *a, const Side *b, double sign, Axis *axis)
{
    for (int i = 0; i < a->outline.count; ++i) {
        CaromVec2 from, to;
        edgeOf(a, i, &from, &to);
        if (crEqual(from, to)) {
            continue;
        }
        CaromVec2 normal = caromVec2Normalize(crRight(crSub(to, from)));
        double gap = gapAlong(b, from, normal);
        if (gap > axis->gap) {
            axis->gap = gap;
            axis->normal = crScale(normal, sign);
        }
    }
}

/// Two points in one place have no edge: any axis will do.
static Axis leastOverlap(const Side *a, const Side *b)
{
    Axis axis = {{1.0, 0.0}, -DBL_MAX};
    tryEdges(a, b, 1.0, &axis);
    tryEdges(b, a, -1.0, &axis);
    axis.gap = axis.gap == -DBL_MAX ? 0.0 : crMin(axis.gap, 0.0);
    return axis;
}

// ---- outlines apart

/// The points of `b` against the edges of `a`. Edges that face away from a point can't hold what is
/// nearest to it; in a sliver rounding could choose one all the same, and its normal leads inward.
static void tryNearest(const Side *a, const Side *b, double sign, Axis *axis)
{
    for (int i = 0; i < a->outline.count; ++i) {
        CaromVec2 from, to;
        edgeOf(a, i, &from, &to);
        for (int j = 0; j < b->outline.count; ++j) {
            CaromVec2 p = b->outline.points[j];
            if (crOrient(from, to, p) > 0) {
                continue;
            }
            CaromNearest nearest = caromNearestOnSegment(p, from, to);
            if (nearest.distance < axis->gap) {
                axis->gap = nearest.distance;
                axis->normal = crScale(nearest.normal, sign);
            }
        }
    }
}

static Axis leastDistance(const Side *a, const Side *b)
{
    Axis axis = {{1.0, 0.0}, DBL_MAX};
    tryNearest(a, b, 1.0, &axis);
    tryNearest(b, a, -1.0, &axis);
    return axis;
}

CaromOverlap caromOverlapConvex(const CaromGeometry *a, const CaromGeometry *b)
{
    CaromOverlap result = {false, {1.0, 0.0}, 0.0};
    Side sideA = sideOf(a), sideB = sideOf(b);
    if (sideA.outline.count == 0 || sideB.outline.count == 0 || sideA.outline.hollow ||
        sideB.outline.hollow || a->type == CAROM_SHAPE_REGION || b->type == CAROM_SHAPE_REGION) {
        return result;
    }
    bool apart = areApart(&sideA, &sideB);
    double radii = a->radius + b->radius;
    Axis axis = apart ? leastDistance(&sideA, &sideB) : leastOverlap(&sideA, &sideB);
    result.depth = radii - axis.gap;
    result.overlap = !apart || (radii > 0.0 && result.depth >= 0.0);
    result.normal = axis.normal;
    return result;
}
