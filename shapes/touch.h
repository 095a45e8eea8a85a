// SPDX-License-Identifier: MIT
// Whether segments and outlines have a point in common: exact.
#ifndef CAROM_SHAPES_TOUCH_H
#define CAROM_SHAPES_TOUCH_H

#include "shapes.h"

#include "inline.h"

/// Whether segments a b and c d have a point in common, ends included. Segments without length are
/// points.
bool crSegmentsTouch(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d);

/// The points of a shape as an outline: a polygon's edges run from each point to the next and back
/// to the first; a segment has its two directions as edges; a point has one edge, without length;
/// an open chain has an edge less than points.
typedef struct CrOutline {
    const CaromVec2 *points;
    int count, edgeCount;
    bool hollow; ///< a chain: it has no inside
} CrOutline;

/// What a shape is without its radius. A capsule or segment whose ends are equal is a point. Count
/// 0 where a geometry has too few points for its type.
CrOutline crOutlineOf(const CaromGeometry *geometry);

static inline CaromVec2 crOutlineNext(const CrOutline *outline, int i)
{
    return outline->points[i + 1 < outline->count ? i + 1 : 0];
}

#endif
