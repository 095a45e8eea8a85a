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
#include "axis.h"

#include "exact.h"

CrSide crSideOf(const CaromGeometry *geometry)
{
    CrSide side = {crOutlineOf(geometry), 1};
    if (geometry->type == CAROM_SHAPE_POLYGON && side.outline.count > 2 &&
        caromPolygonWinding(side.outline.points, side.outline.count) < 0) {
        side.winding = -1;
    }
    return side;
}

// ---- exact: apart or in touch

/// Whether an edge of `a` has all of `b` strictly outside.
static bool edgeParts(const CrSide *a, const CrSide *b)
{
    for (int i = 0; i < a->outline.count; ++i) {
        CaromVec2 from, to;
        crSideEdge(a, i, &from, &to);
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

static CaromBox boxOf(const CrSide *side)
{
    return caromBoxOfPoints(side->outline.points, side->outline.count);
}

// Edge normals are all the axes there are, save for two outlines on one line: there boxes tell.
bool crSidesAreApart(const CrSide *a, const CrSide *b)
{
    return !crBoxOverlaps(boxOf(a), boxOf(b)) || edgeParts(a, b) || edgeParts(b, a);
}

// ---- outlines in touch

/// The edges of one side against the points of the other.
typedef struct Trial {
    const CrSide *edges, *points;
    bool edgesAreB;
    CrAxisFilter *filter;
    const void *context;
} Trial;

static CaromVec2 fromAToB(const Trial *trial, CaromVec2 outward)
{
    return trial->edgesAreB ? crNegate(outward) : outward;
}

/// The point that stays least outside of an edge's line; *gap tells by how much. `normal` is the
/// edge's.
static int deepestPoint(const CrSide *side, CaromVec2 from, CaromVec2 normal, double *gap)
{
    int deepest = 0;
    *gap = DBL_MAX;
    for (int j = 0; j < side->outline.count; ++j) {
        double outside = crDot(crSub(side->outline.points[j], from), normal);
        if (outside < *gap) {
            *gap = outside;
            deepest = j;
        }
    }
    return deepest;
}

/// The edge normal with the largest gap, if that is larger than the axis has.
static void tryEdges(const Trial *trial, CrAxis *axis)
{
    for (int i = 0; i < trial->edges->outline.count; ++i) {
        CaromVec2 from, to;
        crSideEdge(trial->edges, i, &from, &to);
        if (crEqual(from, to)) {
            continue;
        }
        CaromVec2 outward = caromVec2Normalize(crRight(crSub(to, from)));
        CaromVec2 normal = fromAToB(trial, outward);
        double gap;
        int point = deepestPoint(trial->points, from, outward, &gap);
        if (gap > axis->gap && (!trial->filter || trial->filter(trial->context, normal))) {
            CrAxis better = {normal, gap, false, trial->edgesAreB, i, point};
            *axis = better;
        }
    }
}

/// Of edges in one line the one that a point is opposite to, as far as there is any.
static int edgeOpposite(const CrSide *side, int edge, CaromVec2 p)
{
    CaromVec2 from, to, nextFrom, nextTo;
    crSideEdge(side, edge, &from, &to);
    CaromVec2 along = crSub(to, from);
    for (int k = 1; k < side->outline.count; ++k) {
        bool isBefore = crDot(crSub(p, from), along) < 0.0;
        if (!isBefore && crDot(crSub(p, to), along) <= 0.0) {
            break;
        }
        int step = isBefore == (side->winding < 0) ? 1 : side->outline.count - 1;
        int next = (edge + step) % side->outline.count;
        crSideEdge(side, next, &nextFrom, &nextTo);
        CaromVec2 nextAlong = crSub(nextTo, nextFrom);
        if (crDot(along, nextAlong) <= 0.0 || !crAreParallel(along, nextAlong)) {
            break;
        }
        edge = next;
        from = nextFrom;
        to = nextTo;
    }
    return edge;
}

/// Two points in one place have no edge: any axis will do.
CrAxis crAxisOfOverlap(const CrSide *a, const CrSide *b, CrAxisFilter *filter, const void *context)
{
    CrAxis axis = {{1.0, 0.0}, -DBL_MAX, false, false, 0, 0};
    Trial there = {a, b, false, filter, context}, back = {b, a, true, filter, context};
    tryEdges(&there, &axis);
    tryEdges(&back, &axis);
    const CrSide *edges = axis.edgeIsOfB ? b : a, *points = axis.edgeIsOfB ? a : b;
    axis.edge = edgeOpposite(edges, axis.edge, points->outline.points[axis.point]);
    if (filter == NULL || axis.gap > -DBL_MAX) {
        axis.gap = axis.gap == -DBL_MAX ? 0.0 : crMin(axis.gap, 0.0);
    }
    return axis;
}

// ---- outlines apart

/// Edges that face away from a point can't hold what is nearest to it; in a sliver rounding could
/// choose one all the same, and its normal leads inward.
static void tryNearest(const Trial *trial, CrAxis *axis)
{
    for (int i = 0; i < trial->edges->outline.count; ++i) {
        CaromVec2 from, to;
        crSideEdge(trial->edges, i, &from, &to);
        for (int j = 0; j < trial->points->outline.count; ++j) {
            CaromVec2 p = trial->points->outline.points[j];
            if (crOrient(from, to, p) > 0) {
                continue;
            }
            CaromNearest nearest = caromNearestOnSegment(p, from, to);
            if (nearest.distance < axis->gap) {
                CrAxis better = {fromAToB(trial, nearest.normal),
                                 nearest.distance,
                                 true,
                                 trial->edgesAreB,
                                 i,
                                 j};
                *axis = better;
            }
        }
    }
}

CrAxis crAxisOfDistance(const CrSide *a, const CrSide *b)
{
    CrAxis axis = {{1.0, 0.0}, DBL_MAX, true, false, 0, 0};
    Trial there = {a, b, false, NULL, NULL}, back = {b, a, true, NULL, NULL};
    tryNearest(&there, &axis);
    tryNearest(&back, &axis);
    return axis;
}

CrAxis crAxisBetween(const CrSide *a, const CrSide *b)
{
    return crSidesAreApart(a, b) ? crAxisOfDistance(a, b) : crAxisOfOverlap(a, b, NULL, NULL);
}

// ---- the order of a pair

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

CaromOverlap caromOverlapConvex(const CaromGeometry *a, const CaromGeometry *b)
{
    CaromOverlap result = {false, {1.0, 0.0}, 0.0};
    CrSide sideA = crSideOf(a), sideB = crSideOf(b);
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
