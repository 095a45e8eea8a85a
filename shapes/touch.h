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
/// to the first, those of a region ring by ring; a segment has its two directions as edges; a point
/// has one edge, without length; an open chain has an edge less than points.
typedef struct CrOutline {
    const CaromVec2 *points;
    int count, edgeCount;
    bool hollow;         ///< a chain: it has no inside
    const int *ringEnds; ///< of regions, else null
    int ringCount;
    const int *next; ///< where it is known; see CaromGeometry
} CrOutline;

/// A shape without its radius. A capsule or segment with equal ends is a point. Count 0 if a
/// geometry has too few points for its type.
CrOutline crOutlineOf(const CaromGeometry *geometry);

/// Whether it may lie in parts, with holes.
static inline bool crIsManyPieces(const CaromGeometry *geometry)
{
    return geometry->type == CAROM_SHAPE_REGION || geometry->type == CAROM_SHAPE_TILES;
}

static inline int crRingStart(const int *ringEnds, int k)
{
    CR_ASSERT(k >= 0);
    return k > 0 ? ringEnds[k - 1] : 0;
}

/// The ring that point i belongs to. O(log rings)
static inline int crRingOf(const int *ringEnds, int ringCount, int i)
{
    CR_ASSERT(i >= 0 && i < ringEnds[ringCount - 1]);
    int lo = 0, hi = ringCount - 1;
    while (lo < hi) {
        int middle = lo + (hi - lo) / 2;
        if (ringEnds[middle] > i) {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    return lo;
}

/// The index of the point after point i on its ring.
static inline int crRingNext(const int *ringEnds, int ringCount, int i)
{
    int k = crRingOf(ringEnds, ringCount, i);
    return i + 1 < ringEnds[k] ? i + 1 : crRingStart(ringEnds, k);
}

static inline int crOutlineNextIndex(const CrOutline *outline, int i)
{
    CR_ASSERT(i >= 0 && i < outline->count);
    if (outline->next != NULL) {
        return outline->next[i];
    }
    if (outline->ringCount > 1) {
        return crRingNext(outline->ringEnds, outline->ringCount, i);
    }
    return i + 1 < outline->count ? i + 1 : 0;
}

/// The other end of edge i.
static inline CaromVec2 crOutlineNext(const CrOutline *outline, int i)
{
    return outline->points[crOutlineNextIndex(outline, i)];
}

/// The edge that ends where edge i starts; −1: none, at the start of an open chain.
int crOutlinePrevious(const CrOutline *outline, int i);

/// Whether a point is inside or on the border. inside.c
bool crOutlineHolds(const CrOutline *outline, CaromVec2 p);
/// Of what has an inside. nearest.c
CaromNearest crOutlineNearest(const CrOutline *outline, CaromVec2 p);

/// What caromRegionValidate refuses of each ring by itself, but for crossings. validate.c
CaromError crCheckRings(const CaromVec2 *points, const int *ringEnds, int ringCount);

/// The worst fault of pairs of edges: rings that cross each other, or a ring that crosses itself;
/// of rings that crCheckRings found sound. O(n²). validate.c
CaromError crCheckPairs(const CaromVec2 *points, const int *ringEnds, int ringCount);
/// caromPolygonValidate without memory, for few points: O(n²). validate.c
CaromError crPolygonCheck(const CaromVec2 *points, int count);
/// caromRegionValidate; writes for each ring whether it bounds a hole, unless `holes` is null.
/// validate.c
CaromError crRegionCheck(const CaromVec2 *points, const int *ringEnds, int ringCount,
                         const CaromAllocator *allocator, uint8_t *holes);

/// Whether a ring bounds a hole of its region: whether what is just outside of it is solid. O(n)
/// validate.c
bool crRingIsHole(const CrOutline *outline, int ring);

#endif
