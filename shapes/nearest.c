// SPDX-License-Identifier: MIT
// Nearest points on borders. Whether a point is on a segment, and on which side of it, is exact: a
// point on the segment gets distance 0 and nothing else does for want of digits in the sign.
#include "shapes.h"

#include "exact.h"
#include "inline.h"
#include "touch.h"

// Below, the square of a length loses its digits: such a segment counts as its first point.
#define TINY_SQUARED 1e-280

/// p is not that end.
static CaromNearest nearestToEnd(CaromVec2 p, CaromVec2 end)
{
    CaromNearest nearest = {end, caromVec2Normalize(crSub(p, end)), caromVec2Distance(p, end), 0};
    return nearest;
}

static CaromVec2 leftNormal(CaromVec2 a, CaromVec2 b)
{
    return crEqual(a, b) ? crVec(1.0, 0.0) : caromVec2Normalize(crLeft(crSub(b, a)));
}

/// Of a point on the line of a segment: on the segment, or nearest to one end.
static CaromNearest nearestOnLine(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    CaromBox box = crBox(a, b);
    if (caromBoxContains(box, p)) {
        CaromNearest nearest = {p, leftNormal(a, b), 0.0, 0};
        return nearest;
    }
    bool nearA = crLengthSquared(crSub(p, a)) < crLengthSquared(crSub(p, b));
    return nearestToEnd(p, nearA ? a : b);
}

// Everything is measured from the nearer end. Close to an end only the difference to that end has
// digits: judged from the other one, a point beside the segment may count as beyond it, and the
// normal, away from the end, lead back along the segment.
CaromNearest caromNearestOnSegment(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    int side = crOrient(a, b, p);
    if (side == 0) {
        return nearestOnLine(p, a, b);
    }
    CaromVec2 along = crSub(b, a), fromA = crSub(p, a), fromB = crSub(p, b);
    double squared = crLengthSquared(along), afterA = crDot(fromA, along),
           beforeB = -crDot(fromB, along);
    if (afterA <= 0.0 || squared < TINY_SQUARED) {
        return nearestToEnd(p, a);
    }
    if (beforeB <= 0.0) {
        return nearestToEnd(p, b);
    }
    bool nearA = afterA < beforeB;
    double sign = (double)side / sqrt(squared);
    double height = crCross(along, nearA ? fromA : fromB) * sign;
    CaromNearest nearest = {a, crScale(crLeft(along), sign), crMax(height, 0.0), 0};
    nearest.point =
        nearA ? crAddScaled(a, along, afterA / squared) : crAddScaled(b, along, -beforeB / squared);
    return nearest;
}

CaromNearest caromNearestOnCircle(CaromVec2 p, CaromVec2 center, double radius)
{
    return caromNearestOnCapsule(p, center, center, radius);
}

CaromNearest caromNearestOnCapsule(CaromVec2 p, CaromVec2 a, CaromVec2 b, double radius)
{
    CaromNearest nearest = caromNearestOnSegment(p, a, b);
    nearest.point = crAddScaled(nearest.point, nearest.normal, radius);
    nearest.distance -= radius;
    return nearest;
}

/// Whether the outside is to the right of an edge.
static bool isOutToTheRight(const CrOutline *outline, int edge)
{
    if (outline->next != NULL) {
        return true;
    }
    int ring = outline->ringCount > 0 ? crRingOf(outline->ringEnds, outline->ringCount, edge) : 0;
    int start = outline->ringCount > 0 ? crRingStart(outline->ringEnds, ring) : 0;
    int end = outline->ringCount > 0 ? outline->ringEnds[ring] : outline->count;
    bool isHole = outline->ringCount > 0 && crRingIsHole(outline, ring);
    return (caromPolygonWinding(outline->points + start, end - start) > 0) != isHole;
}

// From outside, the front of the nearest edge faces the point, from within its back; on the border
// itself the winding decides which side of the edge is outside.
CaromNearest crOutlineNearest(const CrOutline *outline, CaromVec2 p)
{
    CaromNearest best = {p, {1.0, 0.0}, 0.0, 0};
    for (int i = 0; i < outline->count; ++i) {
        CaromNearest nearest =
            caromNearestOnSegment(p, outline->points[i], crOutlineNext(outline, i));
        if (i == 0 || nearest.distance < best.distance) {
            best = nearest;
            best.feature = i;
        }
    }
    if (best.distance > 0.0) {
        if (crOutlineHolds(outline, p)) {
            best.distance = -best.distance;
            best.normal = crNegate(best.normal);
        }
    } else if (outline->count > 0) {
        int i = best.feature;
        best.normal = leftNormal(outline->points[i], crOutlineNext(outline, i));
        if (isOutToTheRight(outline, i)) {
            best.normal = crNegate(best.normal);
        }
    }
    return best;
}

CaromNearest caromNearestOnPolygon(CaromVec2 p, const CaromVec2 *points, int count)
{
    CrOutline outline = {points, count, count, false, NULL, 0, NULL};
    return crOutlineNearest(&outline, p);
}

CaromNearest caromNearestOnRegion(CaromVec2 p, const CaromVec2 *points, const int *ringEnds,
                                  int ringCount)
{
    int count = ringCount > 0 ? ringEnds[ringCount - 1] : 0;
    CrOutline outline = {points, count, count, false, ringEnds, ringCount, NULL};
    return crOutlineNearest(&outline, p);
}
