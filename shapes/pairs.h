// SPDX-License-Identifier: MIT
// PUBLIC. Two shapes: their distance, where they touch, and when a moving one meets the other. The
// rules of shapes.h hold here, too: pure functions, arguments trusted, no allocation.
//
// Any type can be paired with any other: circle, capsule, segment, convex or concave polygon,
// chain, loop, region, each rounded by its radius. "Outlines" are the shapes without their radii.
// Features: the index of an edge of a polygon, chain, loop or region (for a corner, of an edge that
// starts or ends there); 0 for circles, capsules and segments.
#ifndef CAROM_SHAPES_PAIRS_H
#define CAROM_SHAPES_PAIRS_H

#include "shapes.h"

// ---- distance

/// The places where two shapes are nearest to each other.
typedef struct CaromDistance {
    double distance;          ///< [m] between the surfaces; <= 0: they touch or overlap
    CaromVec2 pointA, pointB; ///< [m] on each surface: pointB = pointA + distance·normal
    CaromVec2 normal;         ///< [1] unit, from a to b
    int featureA, featureB;   ///< of each, where it is nearest
} CaromDistance;

/// Computes distance and nearest points. If the shapes overlap, distance is −d; moving b by
/// d·normal frees them:
/// - if both are convex: d is the least translation, with the numbers of caromOverlapConvex;
/// - otherwise: d belongs to the deepest pair of edges (a convex shape counts as a whole), or of a
///   corner and the other's solid around it. No shorter translation frees the shapes; this one may
///   not free them. Walls without thickness have no inside.
/// Swapped shapes give the same bits with the normal reversed, unless the two are equal. Geometry
/// with too few points is DBL_MAX away. O(n + m) if both are convex, except O(n·m) for straight
/// sides with many corners that face each other in parallel; O(n·m) otherwise.
CAROM_API CaromDistance caromShapesDistance(const CaromGeometry *a, const CaromGeometry *b);

// ---- manifolds

/// A point where two shapes touch.
typedef struct CaromManifoldPoint {
    CaromVec2 point;   ///< [m] halfway between both surfaces
    double separation; ///< [m] of the surfaces there, along the normal; < 0 where they overlap
    uint32_t id; ///< of the corner and the edge that touch: stays the same as long as they touch
} CaromManifoldPoint;

/// One or two points at which two surfaces touch, with one normal.
typedef struct CaromManifold {
    CaromVec2 normal;             ///< [1] unit, from a to b
    int count;                    ///< 1 or 2
    CaromManifoldPoint points[2]; ///< the first `count` are set
    int featureA, featureB;       ///< edges or corners that touch
} CaromManifold;

/// Finds where two shapes touch, or come within `margin` (>= 0) of each other: one manifold for two
/// convex shapes, otherwise one for each pair of edges that touch (a convex shape counts as a
/// whole), in order of a's edges, then b's. At a seam of two edges the normals are those of the
/// surface, and concave solids push outward only. A shape within another that touches no edge has
/// the manifold of caromShapesDistance. Writes up to `capacity`, returns the full number. Ids are
/// unique within (featureA, featureB). Swapped shapes give the same points, with the normal
/// reversed and the halves of ids exchanged. Cost: as caromShapesDistance.
/// Reference edge and clipping: Catto, "Contact Manifolds" (GDC 2007).
CAROM_API int caromShapesCollide(const CaromGeometry *a, const CaromGeometry *b, double margin,
                                 CaromManifold *out, int capacity);

// ---- casts: when a moving convex shape meets another shape

/// The largest number of corners of a moving shape.
#define CAROM_MOVING_POINTS 256

/// Where a moving convex shape meets a target.
typedef struct CaromConvexHit {
    double fraction;  ///< of the motion, in [0, 1]
    CaromVec2 point;  ///< [m] on the target's surface
    CaromVec2 normal; ///< [1] unit, from the target to the moving shape; for exits the opposite
    double depth;     ///< [m] for starts inside: that of caromShapesDistance; otherwise 0
    int feature;      ///< of the target
    int vertex;       ///< if a corner of the target is hit: its index; otherwise −1
    bool startsInside;
} CaromConvexHit;

/// Finds the first time at which a translated convex shape (circle, capsule, segment, polygon, each
/// with its radius) touches a target of any type. `inside` is for starts that overlap by more than
/// rounding. HIT: a hit at 0 with the normal and depth of caromShapesDistance; EXIT: where it
/// leaves; IGNORE: the first hit after that. A start that touches is a hit only if the shape moves
/// further in. Exact except for rounding; for a circle equal to caromWorldCastCircle to the bit.
/// @returns false, and does not change *hit, if nothing is hit, or the moving shape is not convex
/// or has more than CAROM_MOVING_POINTS corners. O(n·m). docs/pairs.md has seams and lines.
CAROM_API bool caromCastConvex(const CaromGeometry *moving, CaromVec2 translation,
                               const CaromGeometry *target, CaromInside inside,
                               CaromConvexHit *hit);

/// Does the same for a shape that also turns by an angle about a pivot that moves with it: its
/// points p are at pivot + f·translation + R(f·angle)·(p − pivot). The path of every corner is a
/// chain of chords, each within 2^-48 of the coordinates of the true path, and each is cast as
/// above. Nothing passes between two chords, so nothing is missed; there is no step or iteration
/// limit. Angle 0 gives the bits of caromCastConvex.
/// Cost: some 50 places of each corner that comes near, and some more for each radian.
/// @param angle [rad] −1e3 .. 1e3; otherwise returns false. Also false if the angle is not 0 and a
/// number is beyond 1e12 or not finite
CAROM_API bool caromCastTurning(const CaromGeometry *moving, CaromVec2 pivot, CaromVec2 translation,
                                double angle, const CaromGeometry *target, CaromInside inside,
                                CaromConvexHit *hit);

#endif
