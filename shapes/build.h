// SPDX-License-Identifier: MIT
// PUBLIC. Shapes made from raw input: convex hulls, triangles and convex pieces of polygons with
// holes, mass, ellipses. The rules of shapes.h for arguments hold here, too. Only triangulation
// allocates, and frees before it returns.
#ifndef CAROM_SHAPES_BUILD_H
#define CAROM_SHAPES_BUILD_H

#include "shapes.h"

// ---- convex hull

/// Computes the corners of the convex hull of points, in place: counter-clockwise from the one with
/// the least x (then the least y), without repeated points and without points on an edge. The other
/// points follow them in the array, in some order. Any count; exact.
/// @returns the number of corners: at least 3, or 2 if all points are on one line (its ends), 1 if
/// all are equal, 0 without points. Andrew, "Another efficient algorithm for convex hulls in two
/// dimensions" (1979). O(n log n): some 0.3 µs a point.
CAROM_API int caromHull(CaromVec2 *points, int count);

// ---- triangles and convex pieces, for code that needs convex parts: drawing, solvers, other
// libraries

/// Cuts a polygon or a region (its radius is ignored) into triangles between its own points, which
/// cover it without overlaps: three indices of points each, counter-clockwise, of an area above 0.
/// Any number of rings, of either winding, inside by parity; they may touch only at common points.
/// @param allocator some 200 bytes a point while it runs; null: the C library
/// @param triangles room for `capacity` triangles; count + 2·rings − 4 are always enough
/// @param error may be null. As caromRegionValidate, but a ring may touch itself, and any other
/// touch or crossing is POLYGON_CROSSING; ENUM for other shapes, COUNT above 2^24 points, MEMORY.
/// @returns the full number of triangles, 0 if refused. O(n log n), some 0.4 to 1.5 µs a point.
/// Hertel and Mehlhorn, "Fast triangulation of the plane with respect to simple polygons" (1985).
CAROM_API int caromTriangulate(const CaromGeometry *geometry, const CaromAllocator *allocator,
                               int *triangles, int capacity, CaromError *error);

/// Convex pieces: piece k has the corners indices[ends[k − 1] .. ends[k]), the first from 0.
typedef struct CaromPieces {
    int *indices;                     ///< of points, counter-clockwise; room for indexCapacity
    int *ends;                        ///< room for pieceCapacity
    int indexCapacity, pieceCapacity; ///< of both arrays
    int indexCount, pieceCount;       ///< output: the full numbers
} CaromPieces;

/// Cuts a polygon or a region into convex pieces between its own points, each counter-clockwise
/// with at most `corners` >= 3 points (0: any number). Points in the middle of a straight side stay
/// corners, so that pieces meet along whole sides. With corners 0 it makes at most four times as
/// many pieces as the best cut. Accepts and refuses as caromTriangulate, and OUT_OF_RANGE for bad
/// `corners`; then both counts are 0. Room for 3 indices and one piece per triangle is always
/// enough; with less, as many whole pieces as fit are written. Method: triangles, then each
/// diagonal that no reflex corner needs is removed; Hertel and Mehlhorn, "Fast triangulation of
/// simple polygons" (1983). O(n log n).
CAROM_API CaromError caromConvexPieces(const CaromGeometry *geometry, int corners,
                                       const CaromAllocator *allocator, CaromPieces *pieces);

// ---- mass

/// Mass properties for density 1. Multiply by a density to get mass and moment of inertia.
typedef struct CaromMass {
    double area;        ///< [m²] >= 0
    CaromVec2 centroid; ///< [m]
    double inertia;     ///< [m⁴] >= 0; second moment about the centroid
} CaromMass;

/// Returns the mass properties of a shape. Circles, capsules and convex polygons count with their
/// radius. Concave polygons and regions count without it, since the border of a rounded reflex
/// corner may meet itself. Polygons may have either winding; rings of a region may touch. Shapes
/// without area, such as chains and segments without radius, give zeros and the middle of their
/// box. O(points), for regions O(rings·points).
CAROM_API CaromMass caromGeometryMass(const CaromGeometry *geometry);

// ---- ellipses

/// All points center + x·u + y·v with x² + y² <= 1. The half axes u and v need not be at right
/// angles: so it can be the exact image of a circle under any affine map. Their cross product must
/// not be 0.
typedef struct CaromEllipse {
    CaromVec2 center; ///< [m]
    CaromVec2 u, v;   ///< half axes [m]
} CaromEllipse;

/// Returns the image of a circle under a base transform; with unequal scale an ellipse.
CAROM_API CaromEllipse caromEllipse(CaromTransform t, CaromVec2 center, double radius);
/// Returns the same ellipse with half axes at right angles, |u| >= |v|, cross(u, v) > 0.
CAROM_API CaromEllipse caromEllipsePrincipal(CaromEllipse ellipse);
CAROM_API CaromBox caromEllipseBox(CaromEllipse ellipse);
/// The border is inside. Exact but for a rounding of some 1e-15 of |p − center|·|u|·|v|.
CAROM_API bool caromPointInEllipse(CaromVec2 p, CaromEllipse ellipse);
/// Casts a ray by the rules of shapes.h for solids. It uses caromRayCastCircle in the ellipse's own
/// coordinates, so it is exact except for the rounding of these. feature is 0.
CAROM_API bool caromRayCastEllipse(CaromVec2 origin, CaromVec2 translation, CaromEllipse ellipse,
                                   CaromInside inside, CaromRayHit *hit);
/// Finds the nearest point of the border, by bisection to the last bit: some 1 µs. For the centre
/// it is an end of the short axis. Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a
/// Hyperellipsoid" (2013).
CAROM_API CaromNearest caromNearestOnEllipse(CaromVec2 p, CaromEllipse ellipse);
/// Writes an inscribed counter-clockwise polygon: except for rounding, no point of the ellipse is
/// farther from it than `tolerance` [m] > 0. It has n = ⌈π·√(a / 2·tolerance)⌉ points (a: the long
/// half axis), at least 3. Its sides are images of chords of the unit circle; these are within 1 −
/// cos(π/n) <= (π/n)²/2 of their arcs, and no length grows by more than the factor a. For a
/// circumscribed polygon within the same tolerance scale u and v by 1 / cos(π/n).
/// Writes up to `capacity`, returns n; 0 for a bad tolerance, or if n would be above 2^24.
CAROM_API int caromEllipsePolygon(CaromEllipse ellipse, double tolerance, CaromVec2 *out,
                                  int capacity);

#endif
