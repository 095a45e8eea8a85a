// SPDX-License-Identifier: MIT
// PUBLIC. Two shapes: how far apart, where they touch, when one that moves meets the other. Part of
// shapes.h, whose rules hold here, too: pure functions, arguments trusted, no allocation.
//
// Any type goes with any other: circle, capsule, segment, convex or concave polygon, chain, loop,
// region, each rounded by its radius. "Outlines" are the shapes without their radii. Which features
// are told: the edge of a polygon, chain, loop or region by its index (a corner's is the edge that
// starts there, or ends), 0 of circles, capsules and segments.
#ifndef CAROM_SHAPES_PAIRS_H
#define CAROM_SHAPES_PAIRS_H

#include "shapes.h"

// ---- distance

typedef struct CaromDistance {
    double distance;          ///< [m] between the surfaces; <= 0: they touch or overlap
    CaromVec2 pointA, pointB; ///< [m] on each surface: pointB = pointA + distance·normal
    CaromVec2 normal;         ///< [1] unit, from a to b
    int featureA, featureB;
} CaromDistance;

/// Distance and nearest points. Overlapping by d: −d, and moving b by d·normal frees them
/// - where both are convex: the least translation, caromOverlapConvex's numbers;
/// - where one isn't: of their edges (the whole of what is convex) and of the corners within the
///   other's solid, the pair that is deepest. No shorter translation frees them, this one may not;
///   walls without thickness have no inside.
/// Swapped shapes get the same bits, with the normal turned around, unless the two are equal.
/// Geometry with too few points is DBL_MAX away. O(n + m) where both are convex, but O(n·m) of runs
/// of corners in line that face each other in parallel; O(n·m) where one isn't.
CAROM_API CaromDistance caromShapesDistance(const CaromGeometry *a, const CaromGeometry *b);

// ---- manifolds

typedef struct CaromManifoldPoint {
    CaromVec2 point;   ///< [m] halfway between both surfaces
    double separation; ///< [m] of the surfaces there, along the normal; < 0 where they overlap
    uint32_t id;       ///< of the corner and the edge that meet: the same as long as they do
} CaromManifoldPoint;

/// One or two points at which two surfaces bear upon each other, with one normal.
typedef struct CaromManifold {
    CaromVec2 normal; ///< [1] unit, from a to b
    int count;        ///< 1 or 2
    CaromManifoldPoint points[2];
    int featureA, featureB;
} CaromManifold;

/// Where two shapes touch, or come within `margin` (>= 0) of each other. Convex shapes have one
/// manifold at most; others one for each pair of their edges (the whole of what is convex) that
/// bear upon each other, in order of a's edges, then b's. Where edges adjoin, normals are such as
/// the surface has there: what slides over a seam meets no inner corner. Solids that aren't convex
/// push outward only; one that lies within, touching no edge, gets the one manifold of
/// caromShapesDistance. Writes up to `capacity`, returns the full number.
///
/// The edge that faces the other shape best is the reference; the edge opposite is clipped by its
/// side planes. Ids are unique within (featureA, featureB); which edge is the reference doesn't
/// alter them. Swapped shapes get the same points, the normal turned around, the halves of ids
/// exchanged. Catto, "Contact Manifolds" (GDC 2007). Cost: as caromShapesDistance.
CAROM_API int caromShapesCollide(const CaromGeometry *a, const CaromGeometry *b, double margin,
                                 CaromManifold *out, int capacity);

// ---- casts: when a convex shape that moves meets another one

/// The most corners of a shape that moves.
#define CAROM_MOVING_POINTS 256

typedef struct CaromConvexHit {
    double fraction;  ///< of the motion, in [0, 1]
    CaromVec2 point;  ///< [m] on the target's surface
    CaromVec2 normal; ///< [1] unit, from the target to what moves; of exits against it
    double depth;     ///< [m] of starts inside, as caromShapesDistance tells it, else 0
    int feature;      ///< of the target
    int vertex;       ///< the index of the target's corner, where one is met, else −1
    bool startsInside;
} CaromConvexHit;

/// The first time at which a convex shape (circle, capsule, segment, convex polygon, each with its
/// radius) that is translated comes to touch the target, which may be anything. `inside` is for
/// starts that overlap by more than rounding: a hit at 0 with the normal and depth of
/// caromShapesDistance, where it leaves, or whatever it meets after it has left. A start that
/// touches is met where it moves further in, and not where it moves along or away.
///
/// Exact but for rounding: each corner of one against each edge of the other, thickened by both
/// radii, in closed form; without radii whether they meet is decided by exact signs. A circle is
/// met as projectiles and caromWorldCastCircle are, to the bit. Solids are entered from outside
/// only; a line met along itself, by a point or a segment, is passed, as by rays. Where edges
/// adjoin, what slides along them meets no seam. False, and *hit is left alone: nothing is met, or
/// what moves is not convex or has more corners than CAROM_MOVING_POINTS. O(n·m).
CAROM_API bool caromCastConvex(const CaromGeometry *moving, CaromVec2 translation,
                               const CaromGeometry *target, CaromInside inside,
                               CaromConvexHit *hit);

/// The same of a shape that also turns by an angle about a pivot, which is carried along: its
/// points p are at pivot + f·translation + R(f·angle)·(p − pivot). Every corner's path is followed
/// as a chain of chords that leave it by no more than 2^-48 of the coordinates, each met as above,
/// and none can slip between two: nothing is missed, and there is no step or iteration limit. Angle
/// 0 gives the bits of caromCastConvex. Some 50 places of each corner that comes near are computed,
/// and some for each radian.
/// @param angle [rad] −1e3 .. 1e3. False where it is not, or where the angle is not 0 and something
/// is beyond 1e12 or not finite
CAROM_API bool caromCastTurning(const CaromGeometry *moving, CaromVec2 pivot, CaromVec2 translation,
                                double angle, const CaromGeometry *target, CaromInside inside,
                                CaromConvexHit *hit);

#endif
