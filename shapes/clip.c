// SPDX-License-Identifier: MIT
// What a convex polygon leaves of a segment: each edge's line cuts away what lies beyond it. After
// Cyrus and Beck, "Generalized two- and three-dimensional clipping" (1978). Which ends an edge cuts
// off, which cut is the last on the way in, and whether anything is left, is decided by exact
// signs; a division only says where. Symbols: o origin, d translation.
#include "ray.h"

#include "exact.h"

typedef struct Cut {
    CaromVec2 a, b; ///< the edge, counter-clockwise: what is left of it stays
    double fraction;
    int edge; ///< −1 while nothing was cut off
} Cut;

/// Whether the ray's line meets the edge itself, not only its line.
static bool isMet(const Cut *cut, CaromVec2 o, CaromVec2 d)
{
    return crSideOfRay(o, d, cut->a) * crSideOfRay(o, d, cut->b) <= 0;
}

/// Takes the cut where it is further along the ray than the one so far (sign 1), or less far (-1).
/// At the same place the lower edge stays, but not one of a straight run that is met in another
/// one.
static void takeCut(Cut *best, const Cut *cut, CaromVec2 o, CaromVec2 d, int sign)
{
    int order = 1;
    if (best->edge >= 0) {
        order = sign * crCompareFractions(o, d, cut->a, cut->b, best->a, best->b);
    }
    if (order > 0 || (order == 0 && isMet(cut, o, d) && !isMet(best, o, d))) {
        *best = *cut;
    }
}

/// Cuts by every edge. False where an edge leaves nothing.
static bool cutByEdges(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count, Cut *near,
                       Cut *far)
{
    int winding = caromPolygonWinding(points, count);
    if (winding == 0) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        CaromVec2 from = points[i], to = points[i + 1 < count ? i + 1 : 0];
        Cut cut = {winding < 0 ? to : from, winding < 0 ? from : to, 0.0, i};
        int start = crOrient(cut.a, cut.b, o), end = crSideOfEnd(cut.a, cut.b, o, d);
        if (start < 0 && end < 0) {
            return false;
        }
        if (start >= 0 && end >= 0) {
            continue;
        }
        CaromVec2 u = crSub(cut.b, cut.a);
        cut.fraction = start == 0 ? 0.0
                       : end == 0 ? 1.0
                                  : crShare(crCross(u, crSub(cut.a, o)), crCross(u, d));
        takeCut(start < 0 ? near : far, &cut, o, d, start < 0 ? 1 : -1);
    }
    if (near->edge < 0 || far->edge < 0) {
        return true;
    }
    return crCompareFractions(o, d, near->a, near->b, far->a, far->b) <= 0;
}

static CaromVec2 outwardOf(const Cut *cut)
{
    return cut->edge < 0 ? crVec(0.0, 0.0) : caromVec2Normalize(crRight(crSub(cut->b, cut->a)));
}

bool caromClipSegment(CaromVec2 origin, CaromVec2 translation, const CaromVec2 *points, int count,
                      CaromClip *clip)
{
    const CaromVec2 none = {0.0, 0.0};
    Cut near = {none, none, 0.0, -1}, far = {none, none, 1.0, -1};
    if (count < 3 || !cutByEdges(origin, translation, points, count, &near, &far)) {
        return false;
    }
    clip->nearFraction = crMin(near.fraction, far.fraction); // equal ones may differ by rounding
    clip->farFraction = far.fraction;
    clip->nearNormal = outwardOf(&near);
    clip->farNormal = outwardOf(&far);
    clip->nearEdge = near.edge;
    clip->farEdge = far.edge;
    clip->startsInside = near.edge < 0;
    clip->endsInside = far.edge < 0;
    return true;
}
