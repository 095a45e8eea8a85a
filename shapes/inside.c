// SPDX-License-Identifier: MIT
// Point in circle, convex polygon, any polygon. The border is inside, and every sign is exact, so
// that all the tests here give the same result if more than one applies. In a polygon with a border
// that crosses itself, a place is inside if the border winds around it an odd number of times.
#include "shapes.h"

#include "exact.h"
#include "inline.h"
#include "touch.h"

bool caromPointInCircle(CaromVec2 p, CaromVec2 center, double radius)
{
    return crCircleSide(p, center, radius) <= 0;
}

/// Of a point on the line of a segment: whether it is on the segment.
static bool isBetween(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    return crMin(a.x, b.x) <= p.x && p.x <= crMax(a.x, b.x) && crMin(a.y, b.y) <= p.y &&
           p.y <= crMax(a.y, b.y);
}

// Strictly left of one edge and strictly right of another is outside. A point on the line of every
// edge is left when the polygon has no area: a segment or a point.
bool caromPointInConvex(CaromVec2 p, const CaromVec2 *points, int count)
{
    bool isLeft = false, isRight = false, isInBox = false;
    CaromVec2 a = count > 0 ? points[count - 1] : p;
    for (int i = 0; i < count; ++i) {
        int side = crOrient(a, points[i], p);
        isLeft |= side > 0;
        isRight |= side < 0;
        isInBox |= side == 0 && isBetween(p, a, points[i]);
        if (isLeft && isRight) {
            return false;
        }
        a = points[i];
    }
    return isLeft || isRight || isInBox;
}

typedef enum EdgeSide {
    PASSES,  ///< does not meet the ray from p to the right
    CROSSES, ///< meets it; an edge owns its lower end, not its upper
    TOUCHES  ///< p is on it
} EdgeSide;

static EdgeSide sideOfEdge(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    if ((a.y > p.y) == (b.y > p.y)) { // p can be on it only at height p.y, its upper end
        bool flat = a.y == p.y && b.y == p.y && isBetween(p, a, b);
        return flat || crEqual(p, a) || crEqual(p, b) ? TOUCHES : PASSES;
    }
    if (a.x > p.x && b.x > p.x) {
        return CROSSES;
    }
    if (a.x < p.x && b.x < p.x) {
        return PASSES;
    }
    int side = crOrient(a, b, p);
    if (side == 0) {
        return TOUCHES;
    }
    return (side > 0) == (b.y > a.y) ? CROSSES : PASSES;
}

/// CROSSES where the ray to the right crosses the ring an odd number of times.
static EdgeSide sideOfRing(CaromVec2 p, const CaromVec2 *points, int count)
{
    bool inside = false;
    CaromVec2 a = count > 0 ? points[count - 1] : p;
    for (int i = 0; i < count; ++i) {
        EdgeSide side = sideOfEdge(p, a, points[i]);
        if (side == TOUCHES) {
            return TOUCHES;
        }
        inside ^= side == CROSSES;
        a = points[i];
    }
    return inside ? CROSSES : PASSES;
}

bool caromPointInPolygon(CaromVec2 p, const CaromVec2 *points, int count)
{
    return sideOfRing(p, points, count) != PASSES;
}

bool caromPointInRegion(CaromVec2 p, const CaromVec2 *points, const int *ringEnds, int ringCount)
{
    bool inside = false;
    for (int k = 0; k < ringCount; ++k) {
        int start = crRingStart(ringEnds, k);
        EdgeSide side = sideOfRing(p, points + start, ringEnds[k] - start);
        if (side == TOUCHES) {
            return true;
        }
        inside ^= side == CROSSES;
    }
    return inside;
}

/// Of edges in any order.
static bool isAmongEdges(CaromVec2 p, const CaromVec2 *points, const int *next, int count)
{
    bool inside = false;
    for (int i = 0; i < count; ++i) {
        EdgeSide side = sideOfEdge(p, points[i], points[next[i]]);
        if (side == TOUCHES) {
            return true;
        }
        inside ^= side == CROSSES;
    }
    return inside;
}

bool crOutlineHolds(const CrOutline *outline, CaromVec2 p)
{
    if (outline->next != NULL) {
        return isAmongEdges(p, outline->points, outline->next, outline->count);
    }
    return outline->ringCount > 0
               ? caromPointInRegion(p, outline->points, outline->ringEnds, outline->ringCount)
               : caromPointInPolygon(p, outline->points, outline->count);
}

/// 0 to 3 counter-clockwise from the open first quadrant; a border between two belongs to the lower
/// left.
static int quadrantOf(CaromVec2 p, CaromVec2 v)
{
    if (v.y > p.y) {
        return v.x > p.x ? 0 : 1;
    }
    return v.x > p.x ? 3 : 2;
}

// Quarter turns seen from p add up to four times the winding number. An edge between opposite
// quadrants turns by two, one way or the other: the side of p decides which.
bool caromPointInPolygonQuadrants(CaromVec2 p, const CaromVec2 *points, int count)
{
    int turns = 0;
    CaromVec2 a = count > 0 ? points[count - 1] : p;
    int from = quadrantOf(p, a);
    for (int i = 0; i < count; ++i) {
        CaromVec2 b = points[i];
        int to = quadrantOf(p, b), quarters = (to - from) & 3;
        bool mayTouch = isBetween(p, a, b);
        int side = quarters == 2 || mayTouch ? crOrient(a, b, p) : 1;
        if (side == 0) { // between them, as from one quadrant to the opposite one, too
            return true;
        }
        turns += quarters == 3 || (quarters == 2 && side < 0) ? quarters - 4 : quarters;
        a = b;
        from = to;
    }
    return (turns / 4) % 2 != 0;
}
