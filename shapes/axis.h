// SPDX-License-Identifier: MIT
// How two convex outlines lie to each other: the axis that parts them best, and which edge and
// point it comes from. What overlaps, distances and manifolds rest upon. axis.c, overlap.c
#ifndef CAROM_SHAPES_AXIS_H
#define CAROM_SHAPES_AXIS_H

#include "touch.h"

#define CR_FLAT 1e-9 ///< [1] sine of the angle below which two directions count as one

/// Of outlines of so many corners all pairs of an edge and a corner are tried: that is faster.
#define CR_FEW_CORNERS 16

/// A convex outline and which way it runs.
typedef struct CrSide {
    CrOutline outline;
    int winding; ///< 1, also of all that is no polygon, or −1
    bool isMany; ///< a polygon of more than CR_FEW_CORNERS, and convex for certain: costs O(n) then
                 ///< instead of O(n²), and changes no bit
} CrSide;

typedef struct CrAxis {
    CaromVec2 normal; ///< [1] unit, from a to b
    double gap;       ///< [m] between the outlines along it; <= 0 where they touch
    bool apart;       ///< exact
    bool edgeIsOfB;   ///< the edge is b's and the point a's, else the other way around
    int edge, point;  ///< of the edge, by index, that point is nearest, or deepest behind it
} CrAxis;

CrSide crSideOf(const CaromGeometry *geometry);
/// The same of what is given as convex; where it has many corners that is checked. O(n)
CrSide crConvexSideOf(const CaromGeometry *geometry);
/// More than twice the rounding error of a distance between both; infinite if coordinates are too
/// large or too small for a bound.
double crAxisSlack(const CrSide *a, const CrSide *b);

/// Edge i in counter-clockwise direction: outside is to its right.
static inline void crSideEdge(const CrSide *side, int i, CaromVec2 *from, CaromVec2 *to)
{
    CR_ASSERT(i >= 0 && i < side->outline.count);
    CaromVec2 a = side->outline.points[i], b = crOutlineNext(&side->outline, i);
    *from = side->winding > 0 ? a : b;
    *to = side->winding > 0 ? b : a;
}

/// Whether two directions, or one and the opposite of the other, are equal within rounding.
static inline bool crAreParallel(CaromVec2 u, CaromVec2 v)
{
    return crAbs(crCross(u, v)) <= CR_FLAT * crLength(u) * crLength(v);
}

/// Whether a direction at an end of an edge leads away from the neighbour that adjoins there.
static inline bool crLeadsAway(CaromVec2 end, CaromVec2 neighbour, CaromVec2 outward)
{
    CaromVec2 along = crSub(neighbour, end);
    return crDot(outward, along) <= CR_FLAT * crLength(along);
}

/// Whether two outlines have no point in common: exact.
bool crSidesAreApart(const CrSide *a, const CrSide *b);
/// Of outlines that are apart: the axis between their nearest points.
CrAxis crAxisOfDistance(const CrSide *a, const CrSide *b);
/// Which normals may be asked for the least overlap.
typedef bool CrAxisFilter(const void *context, CaromVec2 normal);
/// Of outlines that touch: of the normals of all edges (that the filter, if there is one, lets
/// through) that of the least overlap. Where there are none, (1, 0) and -DBL_MAX with a filter, or
/// 0 without: two points in one place.
CrAxis crAxisOfOverlap(const CrSide *a, const CrSide *b, CrAxisFilter *filter, const void *context);

/// The one of the two that applies.
CrAxis crAxisBetween(const CrSide *a, const CrSide *b);

/// Whether geometry counts before another one, in an order of all of them, by their values: pairs
/// are looked at in this order, so that their answers are the same whichever is named first.
bool crGeometryComesBefore(const CaromGeometry *a, const CaromGeometry *b);

#endif
