// SPDX-License-Identifier: MIT
// Area, winding, convexity, centroid and reversal. Winding and convexity rest on exact signs.
#include "shapes.h"

#include "exact.h"
#include "inline.h"

double caromPolygonArea(const CaromVec2 *points, int count)
{
    double twice = 0.0;
    for (int i = 1; i + 1 < count; ++i) {
        twice += crCross(crSub(points[i], points[0]), crSub(points[i + 1], points[0]));
    }
    return 0.5 * twice;
}

// A simple polygon turns its own way at its first point in the order of crIsBefore: both edges
// there lead into the same half-plane, and can't lie on one line unless the polygon has no area.
int caromPolygonWinding(const CaromVec2 *points, int count)
{
    if (count < 3) {
        return 0;
    }
    int extreme = 0;
    for (int i = 1; i < count; ++i) {
        if (crIsBefore(points[i], points[extreme])) {
            extreme = i;
        }
    }
    int before = extreme, after = extreme;
    for (int i = 1; i < count && crEqual(points[before], points[extreme]); ++i) {
        before = before == 0 ? count - 1 : before - 1;
    }
    for (int i = 1; i < count && crEqual(points[after], points[extreme]); ++i) {
        after = after == count - 1 ? 0 : after + 1;
    }
    return crOrient(points[before], points[extreme], points[after]);
}

// Every turn goes the same way, and the edges change between leading forward and leading back (in
// the order of crIsBefore) twice: a border that winds around more than once, as a star does,
// changes more often. After Schorn and Fisher, "Testing the convexity of a polygon", Graphics Gems
// IV (1994).
bool caromPolygonIsConvex(const CaromVec2 *points, int count)
{
    if (count < 3) {
        return false;
    }
    int last = count - 1;
    while (last > 0 && crEqual(points[last], points[0])) {
        --last;
    }
    int beforeLast = last;
    while (beforeLast > 0 && crEqual(points[beforeLast], points[last])) {
        --beforeLast;
    }
    CaromVec2 a = points[beforeLast], b = points[last]; // the edge that leads to the next point
    int changes = 0, winding = 0;
    for (int i = 0; i <= last; ++i) {
        CaromVec2 c = points[i];
        if (crEqual(b, c)) {
            continue;
        }
        changes += crIsBefore(a, b) != crIsBefore(b, c);
        int turn = crOrient(a, b, c);
        if (changes > 2 || turn * winding < 0) {
            return false;
        }
        winding = turn != 0 ? turn : winding;
        a = b;
        b = c;
    }
    return winding != 0;
}

static CaromVec2 meanPoint(const CaromVec2 *points, int count)
{
    CaromVec2 sum = {0.0, 0.0};
    for (int i = 1; i < count; ++i) {
        sum = crAdd(sum, crSub(points[i], points[0]));
    }
    return crAddScaled(points[0], sum, 1.0 / count);
}

// Triangles from the first point, so that a small polygon far from the origin keeps its digits. For
// a sliver with an area below rounding the quotient could be anything: clamping to the box keeps it
// near.
CaromVec2 caromPolygonCentroid(const CaromVec2 *points, int count)
{
    CaromVec2 zero = {0.0, 0.0};
    if (count < 1) {
        return zero;
    }
    CaromVec2 sum = zero, origin = points[0];
    CaromBox box = {origin, origin};
    double twice = 0.0;
    for (int i = 1; i < count; ++i) {
        box = crBoxUnion(box, crBox(points[i], points[i]));
        CaromVec2 u = crSub(points[i], origin),
                  v = crSub(points[i + 1 < count ? i + 1 : 0], origin);
        double cross = crCross(u, v);
        twice += cross;
        sum = crAddScaled(sum, crAdd(u, v), cross);
    }
    CaromVec2 centroid = meanPoint(points, count);
    if (twice != 0.0) {
        CaromVec2 offset = {sum.x / (3.0 * twice), sum.y / (3.0 * twice)};
        centroid = crAdd(origin, offset);
    }
    return crVec(crClamp(centroid.x, box.min.x, box.max.x),
                 crClamp(centroid.y, box.min.y, box.max.y));
}

void caromPolygonReverse(CaromVec2 *points, int count)
{
    for (int low = 1, high = count - 1; low < high; ++low, --high) {
        CaromVec2 kept = points[low];
        points[low] = points[high];
        points[high] = kept;
    }
}
