// SPDX-License-Identifier: MIT
// Contact manifolds for a solver, in floats: of two convex shapes, each with its corners relative
// to the centre of its body, as both stand at one moment. caromShapesCollide is the exact oracle.
//
// A concave shape, a chain, a tile map or a region is many convex ones that adjoin: its convex
// pieces, or its edges. Seams say where they adjoin, and which normals the whole has at each
// corner. A normal that the whole does not have is never returned, so what slides over a seam is
// pushed as by one smooth surface: no ghost collisions.
//
// Only + - * / sqrt and comparisons: the same bits everywhere.
#ifndef CAROM_SHAPES_CONTACT_KERNELS_H
#define CAROM_SHAPES_CONTACT_KERNELS_H

#include "base.h"

#include <stdint.h>

/// What the whole is at a corner of one of its parts, and along the edge that starts there.
typedef struct CrContactSeam {
    /// The outward unit normals that the whole has at this corner, counter-clockwise from the first
    /// to the last, half a turn at most. Not used where the corner is reflex.
    float fromX, fromY, toX, toY;
    bool isReflex; ///< the whole has no normals here but those of its edges: reflex, or flat
    bool isInner;  ///< the edge is no border of the whole: another part, or its own back
} CrContactSeam;

/// A convex shape. Its arrays hold crContactLanes(count) numbers: past count, the last again.
typedef struct CrContactShape {
    const float *x, *y;   ///< [m] corners, counter-clockwise; relative to the centre, body axes
    const float *nx, *ny; ///< outward unit normals of the edges, i from corner i to i + 1
    int count;            ///< 1 circle; 2 capsule or segment, edge 0 has its right, edge 1 its left
                          ///< side; >= 3 convex polygon
    float radius;         ///< [m] >= 0
    const CrContactSeam *seams; ///< one a corner; null: it stands alone
} CrContactShape;

/// A place where two shapes touch, halfway between their surfaces.
typedef struct CrContactPoint {
    float ax, ay, bx, by; ///< [m] from a's and from b's centre, world axes
    float separation;     ///< [m] of the surfaces along the normal; < 0: depth
    uint32_t feature;     ///< corners of a and b, 16 bits each: the same while the same edges touch
} CrContactPoint;

/// No two points of one manifold have the same feature.
typedef struct CrContactManifold {
    float normalX, normalY; ///< [1] unit, from a to b, world axes
    int count;              ///< 0 .. 2
    CrContactPoint points[2];
    /// [m] Where there is no point: the surfaces are at least so far from each other, as exactly as
    /// floats tell; below 0: not known.
    float apart;
} CrContactManifold;

/// Where two shapes touch, or are at most margin (>= 0) apart. a and b are turned by (cosine, sine)
/// about their centres; b's centre is at (dx, dy) from a's. Only the first count points are set,
/// and the normal only where there is one. O(corners of both).
void crCollideShapes(const CrContactShape *a, float ac, float as, const CrContactShape *b, float bc,
                     float bs, float dx, float dy, float margin, CrContactManifold *out);

/// How many numbers each array of a shape holds.
static inline int crContactLanes(int count)
{
    return (count + 3) & ~3;
}

/// How many floats crContactShapeSet needs.
static inline int crContactRoom(int count)
{
    return 4 * crContactLanes(count);
}

/// Makes a shape from the corners of a point, a segment or a convex counter-clockwise polygon.
/// Leaves out corners that equal the one before, or lie on a straight side. `room` holds the
/// arrays, x first; x and y may already be in their places there.
void crContactShapeSet(CrContactShape *shape, const float *x, const float *y, int count,
                       float radius, float *room);

#endif
