// SPDX-License-Identifier: MIT
// PUBLIC. Shapes made of raw input: convex hulls, triangles and convex pieces of polygons with
// holes, mass, ellipses. What shapes.h says of its arguments holds here, too. Only triangulation
// takes memory, and gives it back before it returns.
#ifndef CAROM_SHAPES_BUILD_H
#define CAROM_SHAPES_BUILD_H

#include "shapes.h"

// ---- convex hull

/// Turns points, in place, into the corners of their convex hull: counter-clockwise from the one
/// with the least x (of those the least y), without repeated points and without points on an edge.
/// What follows them in the array are the points that are left, in some order. Any count; exact.
/// @returns how many corners: at least 3, or 2 where all points are on one line (its ends), 1 where
/// all are equal, 0 without points. Andrew, "Another efficient algorithm for convex hulls in two
/// dimensions" (1979). O(n log n): some 0.3 µs a point.
CAROM_API int caromHull(CaromVec2 *points, int count);

// ---- triangles and convex pieces, for what wants convex parts: drawing, solvers, other libraries

/// Cuts a polygon or a region (its radius is left out) into triangles between its own points: three
/// indices of points each, counter-clockwise, of an area above 0. Together they are the whole, and
/// none overlaps another. Rings of either winding, any number, inside by parity: holes and islands;
/// rings may touch at common points, not otherwise. All signs exact. O(n log n), some 0.4 to 1.5
/// µs a point, and some 200 bytes a point from the allocator (null: the C library) while it runs.
/// @param triangles room for `capacity` triangles, 3 ints each. Enough is count + 2·rings − 4: of
/// one ring count − 2, and 2 for each hole more; fewer where rings touch or lie apart.
/// @param error may be null; why it was refused: as caromRegionValidate, but that a ring may touch
/// itself, too, and that all that meets elsewhere is CAROM_ERROR_POLYGON_CROSSING; CAROM_ERROR_ENUM
/// for other shapes, CAROM_ERROR_COUNT for more than 2^24 points, CAROM_ERROR_MEMORY.
/// @returns the full number of triangles, of which it wrote up to `capacity`; 0 where refused.
/// Hertel and Mehlhorn, "Fast triangulation of the plane with respect to simple polygons" (1985).
CAROM_API int caromTriangulate(const CaromGeometry *geometry, const CaromAllocator *allocator,
                               int *triangles, int capacity, CaromError *error);

/// Convex pieces: piece k has the corners indices[ends[k − 1] .. ends[k]), the first from 0.
typedef struct CaromPieces {
    int *indices; ///< of points, counter-clockwise; room for indexCapacity
    int *ends;    ///< room for pieceCapacity
    int indexCapacity, pieceCapacity;
    int indexCount, pieceCount; ///< set: the full numbers
} CaromPieces;

/// Cuts a polygon or a region into convex pieces between its own points, each counter-clockwise and
/// of at most `corners` >= 3 of them (0: any number). Points in the middle of a straight side stay
/// corners, so that pieces meet along whole sides. At most four times as many pieces as the best
/// cut into pieces of any number of corners has. Takes and refuses what caromTriangulate does, and
/// CAROM_ERROR_OUT_OF_RANGE for a bad `corners`; then both numbers are 0. Room for 3 indices and
/// one piece for each triangle is always enough; where there is less, what fits is written, whole
/// pieces only. Hertel and Mehlhorn, "Fast triangulation of simple polygons" (1983): triangles,
/// then each diagonal is left out that no reflex corner needs. O(n log n).
CAROM_API CaromError caromConvexPieces(const CaromGeometry *geometry, int corners,
                                       const CaromAllocator *allocator, CaromPieces *pieces);

// ---- mass

/// Of a shape of density 1: times a density they are mass and moment of inertia.
typedef struct CaromMass {
    double area;        ///< [m²] >= 0
    CaromVec2 centroid; ///< [m]
    double inertia;     ///< [m⁴] >= 0; second moment about the centroid
} CaromMass;

/// Circles, capsules, convex polygons with their rounding; polygons of either winding and regions,
/// whose rings may touch, without it (the border of a rounded reflex corner may meet itself). What
/// has no area, as chains and segments without radius, gives zeros and the middle of its box.
/// O(points), of regions O(rings·points).
CAROM_API CaromMass caromGeometryMass(const CaromGeometry *geometry);

// ---- ellipses

/// All center + x·u + y·v with x² + y² <= 1. The half axes u and v need not be at right angles:
/// these are the exact images of circles under all affine maps. Their cross product must not be 0.
typedef struct CaromEllipse {
    CaromVec2 center, u, v;
} CaromEllipse;

/// What a circle becomes under a base transform; with unequal scale an ellipse.
CAROM_API CaromEllipse caromEllipse(CaromTransform t, CaromVec2 center, double radius);
/// The same set with half axes at right angles, |u| >= |v|, cross(u, v) > 0.
CAROM_API CaromEllipse caromEllipsePrincipal(CaromEllipse ellipse);
CAROM_API CaromBox caromEllipseBox(CaromEllipse ellipse);
/// The border is inside. Exact but for a rounding of some 1e-15 of |p − center|·|u|·|v|.
CAROM_API bool caromPointInEllipse(CaromVec2 p, CaromEllipse ellipse);
/// As every solid of shapes.h, by caromRayCastCircle in the ellipse's own coordinates, and so exact
/// but for the rounding of these. feature is 0.
CAROM_API bool caromRayCastEllipse(CaromVec2 origin, CaromVec2 translation, CaromEllipse ellipse,
                                   CaromInside inside, CaromRayHit *hit);
/// Nearest point of the border, by bisection to the last bit: some 1 µs. The centre gets an end of
/// the short axis. Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a
/// Hyperellipsoid" (2013).
CAROM_API CaromNearest caromNearestOnEllipse(CaromVec2 p, CaromEllipse ellipse);
/// An inscribed counter-clockwise polygon from which no point of the ellipse is farther than
/// `tolerance` [m] > 0, but for rounding. It has n = ⌈π·√(a / 2·tolerance)⌉ points, a the long half
/// axis, and at least 3: its sides are images of chords of the unit circle, which are within 1 −
/// cos(π/n) <= (π/n)²/2 of their arcs, and no length grows by more than a. So a circumscribed one
/// would be within tolerance, too: scale u and v by 1 / cos(π/n).
/// Writes up to `capacity`, returns n; 0 for a bad tolerance, or one that would take n past 2^24.
CAROM_API int caromEllipsePolygon(CaromEllipse ellipse, double tolerance, CaromVec2 *out,
                                  int capacity);

#endif
