// SPDX-License-Identifier: MIT
// Touching of any two shapes. Two sets have a common point if their borders have one, or if a
// connected part of one lies within the other. For the second case one point of each part is
// tested; each part of a region has a ring.
#include "axis.h"
#include "exact.h"

// Each segment has a point on both closed sides of the other's line, or they are apart. If all four
// ends lie on one line, the segments' boxes overlap just where the segments do.
bool crSegmentsTouch(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d)
{
    if (!crBoxOverlaps(crBox(a, b), crBox(c, d))) {
        return false;
    }
    return crOrient(a, b, c) * crOrient(a, b, d) <= 0 && crOrient(c, d, a) * crOrient(c, d, b) <= 0;
}

CaromGeometry caromGeometry(CaromShapeType type, const CaromVec2 *points, int count, double radius)
{
    CaromGeometry geometry = {type, points, count, radius, NULL, 0, NULL, false};
    return geometry;
}

CaromGeometry caromGeometryRegion(const CaromVec2 *points, const int *ringEnds, int ringCount,
                                  double radius)
{
    int count = ringEnds != NULL && ringCount > 0 ? ringEnds[ringCount - 1] : 0;
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_REGION, points, count, radius);
    geometry.ringEnds = ringEnds;
    geometry.ringCount = ringCount;
    return geometry;
}

CaromGeometry caromGeometryBox(CaromVec2 center, CaromVec2 h, double radius, CaromVec2 points[4])
{
    points[0] = crVec(center.x - h.x, center.y - h.y);
    points[1] = crVec(center.x + h.x, center.y - h.y);
    points[2] = crVec(center.x + h.x, center.y + h.y);
    points[3] = crVec(center.x - h.x, center.y + h.y);
    return caromGeometry(CAROM_SHAPE_POLYGON, points, 4, radius);
}

CrOutline crOutlineOf(const CaromGeometry *geometry)
{
    bool isChain = geometry->type == CAROM_SHAPE_CHAIN || geometry->type == CAROM_SHAPE_LOOP;
    CrOutline outline = {geometry->points, geometry->count, 0, isChain, NULL, 0, NULL};
    int limit = outline.count; // of polygons and chains
    if (geometry->type == CAROM_SHAPE_CIRCLE) {
        limit = 1;
    } else if (geometry->type == CAROM_SHAPE_CAPSULE || geometry->type == CAROM_SHAPE_SEGMENT) {
        limit = 2;
    }
    if (!outline.points || outline.count < limit || outline.count < 1) {
        outline.count = 0;
        return outline;
    }
    if (crIsManyPieces(geometry)) {
        outline.ringEnds = geometry->ringEnds;
        outline.ringCount = geometry->ringCount;
        outline.next = geometry->next;
    }
    bool isPoint = limit == 2 && crEqual(outline.points[0], outline.points[1]);
    outline.count = isPoint ? 1 : limit;
    bool isOpen = geometry->type == CAROM_SHAPE_CHAIN && outline.count > 1;
    outline.edgeCount = isOpen ? outline.count - 1 : outline.count;
    return outline;
}

int crOutlinePrevious(const CrOutline *outline, int i)
{
    CR_ASSERT(i >= 0 && i < outline->count);
    if (i > 0 && crOutlineNextIndex(outline, i - 1) == i) {
        return i - 1;
    }
    if (i + 1 < outline->edgeCount && crOutlineNextIndex(outline, i + 1) == i) {
        return i + 1; // a ring that is run backwards
    }
    for (int j = outline->edgeCount - 1; j > i; --j) { // the end of its ring, or of all
        if (crOutlineNextIndex(outline, j) == i) {
            return j;
        }
    }
    for (int j = 0; j < i; ++j) {
        if (crOutlineNextIndex(outline, j) == i) {
            return j;
        }
    }
    return -1;
}

static bool bordersTouch(const CrOutline *a, const CrOutline *b)
{
    CaromBox boxB = caromBoxOfPoints(b->points, b->count);
    for (int i = 0; i < a->edgeCount; ++i) {
        CaromVec2 p = a->points[i], q = crOutlineNext(a, i);
        if (!crBoxOverlaps(crBox(p, q), boxB)) {
            continue;
        }
        for (int j = 0; j < b->edgeCount; ++j) {
            if (crSegmentsTouch(p, q, b->points[j], crOutlineNext(b, j))) {
                return true;
            }
        }
    }
    return false;
}

/// Whether a point of a comes within `reach` of the border of b. The nearest points of two borders
/// that are apart are an end of an edge of one and a point of an edge of the other.
static bool endComesNear(const CrOutline *a, const CrOutline *b, double reach)
{
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < b->edgeCount; ++j) {
            CaromNearest nearest =
                caromNearestOnSegment(a->points[i], b->points[j], crOutlineNext(b, j));
            if (nearest.distance <= reach) {
                return true;
            }
        }
    }
    return false;
}

/// Whether a part of a lies within b, if their borders don't touch.
static bool isWithin(const CrOutline *a, const CrOutline *b)
{
    if (b->hollow) {
        return false;
    }
    bool within = crOutlineHolds(b, a->points[0]);
    for (int k = 1; k < a->ringCount && !within; ++k) {
        within = crOutlineHolds(b, a->points[a->ringEnds[k - 1]]);
    }
    for (int i = 1; i < a->count && a->next != NULL && a->ringCount == 0 && !within; ++i) {
        within = crOutlineHolds(b, a->points[i]); // parts in no order
    }
    return within;
}

static bool areNear(const CrOutline *a, const CrOutline *b, double reach)
{
    return bordersTouch(a, b) || isWithin(a, b) || isWithin(b, a) ||
           (reach > 0.0 && (endComesNear(a, b, reach) || endComesNear(b, a, reach)));
}

/// The same of two convex polygons of many corners, in linear time. If the distance between them
/// equals the reach within rounding, all pairs are tested.
static bool areManyNear(const CrSide *a, const CrSide *b, double reach)
{
    bool apart = crSidesAreApart(a, b);
    if (!apart || reach == 0.0) {
        return !apart;
    }
    double beyond = crAxisOfDistance(a, b).gap - reach;
    return crAbs(beyond) > crAxisSlack(a, b) ? beyond < 0.0
                                             : areNear(&a->outline, &b->outline, reach);
}

bool caromShapesTouch(const CaromGeometry *a, const CaromGeometry *b)
{
    CrOutline outlineA = crOutlineOf(a), outlineB = crOutlineOf(b);
    if (outlineA.count == 0 || outlineB.count == 0) {
        return false;
    }
    double reach = a->radius + b->radius;
    if (reach == 0.0 && !crBoxOverlaps(caromBoxOfPoints(outlineA.points, outlineA.count),
                                       caromBoxOfPoints(outlineB.points, outlineB.count))) {
        return false;
    }
    if (outlineA.count == 1 && outlineB.count == 1) {
        return caromPointInCircle(outlineA.points[0], outlineB.points[0], reach);
    }
    if (outlineA.count > CR_FEW_CORNERS && outlineB.count > CR_FEW_CORNERS) {
        CrSide sideA = crConvexSideOf(a), sideB = crConvexSideOf(b);
        if (sideA.isMany && sideB.isMany) {
            return areManyNear(&sideA, &sideB, reach);
        }
    }
    return areNear(&outlineA, &outlineB, reach);
}
