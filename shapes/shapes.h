// SPDX-License-Identifier: MIT
// PUBLIC. Exact geometry on plain structs, usable without a world: rays against shapes, clipping,
// point tests, nearest points, overlap, aiming, rasters, polygons.
//
// Every function here is pure: it reads its arguments, writes only its outputs, and allocates
// nothing (except that validation of many points allocates while it runs). Arguments must be finite
// and within 1e12; others give an unspecified result but no crash. Signs are exact if coordinates
// are 0 or at least 1e-260 in size; products of smaller ones underflow. A "ray" is origin +
// fraction·translation, fraction in [0, 1]. Normals are unit vectors that face the ray's origin
// unless stated otherwise. A polygon is an array of points, without the first repeated at the end,
// of either winding unless stated otherwise.
#ifndef CAROM_SHAPES_SHAPES_H
#define CAROM_SHAPES_SHAPES_H

#include "vec.h"

// ---- exact signs

/// Returns the exact sign of cross(b − a, c − a): 1 if c is to the left of a -> b, -1 right, 0 on
/// the line. Adaptive: some 3 ns, in near-ties up to 1 µs. Shewchuk, "Adaptive Precision
/// Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997).
CAROM_API int caromOrientation(CaromVec2 a, CaromVec2 b, CaromVec2 c);

// ---- rays

/// Where a ray meets a surface.
typedef struct CaromRayHit {
    double fraction;  ///< of the translation, in [0, 1]
    CaromVec2 point;  ///< origin + fraction·translation
    CaromVec2 normal; ///< [1] unit, facing the ray
    int feature;      ///< edge index of a polygon or box side, else 0
} CaromRayHit;

/// How two segments lie relative to each other.
typedef enum CaromMeet {
    CAROM_MEET_NONE,      ///< apart, not parallel
    CAROM_MEET_CROSS,     ///< one common point, ends included
    CAROM_MEET_PARALLEL,  ///< parallel (or one has no length), on different lines
    CAROM_MEET_COLLINEAR, ///< on one line, with at least one point in common
    CAROM_MEET_APART      ///< on one line, nothing in common
} CaromMeet;

/// Computes where a ray meets the segment a -> b. Exact signs decide whether they meet, ends
/// included. CROSS: *along is the ray's fraction, *across the segment's, both clamped to [0, 1].
/// COLLINEAR: *along is the first common fraction, *across the segment's parameter there. Otherwise
/// both outputs are unchanged. A ray without translation is a point: COLLINEAR if it lies on the
/// segment, otherwise PARALLEL. Either output may be null. Franklin Antonio, "Faster Line Segment
/// Intersection" (1992).
CAROM_API CaromMeet caromRayMeetsSegment(CaromVec2 origin, CaromVec2 translation, CaromVec2 a,
                                         CaromVec2 b, double *along, double *across);

/// Casts a ray against a two-sided segment. A parallel ray misses. A collinear ray hits the nearer
/// point; the normal is against the ray. A start on the segment is a hit at 0.
CAROM_API bool caromRayCastSegment(CaromVec2 origin, CaromVec2 translation, CaromVec2 a,
                                   CaromVec2 b, CaromRayHit *hit);

/// Computes both fractions at which the line of the ray meets a circle: near <= far, not limited to
/// [0, 1]; equal for a tangent. Returns false if it misses or the ray has no translation.
CAROM_API bool caromLineMeetsCircle(CaromVec2 origin, CaromVec2 translation, CaromVec2 center,
                                    double radius, double *nearFraction, double *farFraction);

/// The result of a ray that starts inside a solid; the same for every solid shape.
typedef enum CaromInside {
    CAROM_INSIDE_IGNORE, ///< no hit: the ray leaves freely
    CAROM_INSIDE_HIT,    ///< a hit at fraction 0; the normal points the shortest way out
    CAROM_INSIDE_EXIT    ///< the point where the ray leaves, if it does; the normal faces the ray
} CaromInside;

/// Casts a ray against a disc. The rules for all solids below: a ray that starts on the surface and
/// moves inward, or along it, counts as outside and hits at 0; one that moves outward misses. A ray
/// without translation hits the surface that it starts on. Exact signs decide whether the ray's
/// line meets a solid, so tangents and corners are hits. For circle, capsule and box: a ray from
/// outside hits if its rounded end is inside; a ray from inside leaves if its end is outside. A
/// miss does not change *hit.
CAROM_API bool caromRayCastCircle(CaromVec2 origin, CaromVec2 translation, CaromVec2 center,
                                  double radius, CaromInside inside, CaromRayHit *hit);
/// Casts a ray against a capsule: all points within radius (>= 0) of segment a b. a == b is a
/// circle. With radius 0 it is caromRayCastSegment, and a start on it is always a hit. feature: 0
/// the left side of a -> b, 1 the right side, 2 the cap at a, 3 the cap at b.
CAROM_API bool caromRayCastCapsule(CaromVec2 origin, CaromVec2 translation, CaromVec2 a,
                                   CaromVec2 b, double radius, CaromInside inside,
                                   CaromRayHit *hit);
/// Casts a ray against a box. feature: 0 bottom (min.y), 1 right, 2 top, 3 left. Slab method; Kay
/// and Kajiya, "Ray Tracing Complex Scenes" (1986), without infinities or NaN for zero components.
CAROM_API bool caromRayCastBox(CaromVec2 origin, CaromVec2 translation, CaromBox box,
                               CaromInside inside, CaromRayHit *hit);

/// The part of a segment inside a convex polygon.
typedef struct CaromClip {
    double nearFraction, farFraction; ///< in [0, 1], near <= far: the part inside the polygon
    CaromVec2 nearNormal, farNormal;  ///< [1] unit, outward; (0, 0) if that end is inside
    int nearEdge, farEdge;            ///< edges that clip it, −1 if that end is inside
    bool startsInside, endsInside;    ///< that end is inside or on the border, not clipped
} CaromClip;

/// Clips a segment by a convex polygon of either winding. Returns false, and does not change clip,
/// if they have no common point, by exact signs. If they only touch at a vertex, that point is the
/// result. Ties go to the lower edge. Cyrus and Beck, "Generalized two- and three-dimensional
/// clipping" (1978). O(count).
CAROM_API bool caromClipSegment(CaromVec2 origin, CaromVec2 translation, const CaromVec2 *points,
                                int count, CaromClip *clip);

/// What a ray finds in a simple polygon.
typedef struct CaromPolygonRay {
    bool hit;          ///< whether the ray meets an edge within [0, 1]
    CaromRayHit first; ///< the first edge met, feature = edge index i of points[i] -> points[i + 1]
    int crossings;     ///< how often the ray crosses the border within [0, 1]; a vertex counts once
    bool startsInside; ///< whether the origin is inside or on the border
} CaromPolygonRay;

/// Casts a ray against every edge of a simple polygon. Ties go to the lower edge. `crossings`
/// follows the half-open rule: an edge owns its end to the left of the ray or on it. So an odd
/// number means that start and end are on different sides, by exact signs. A start or end on the
/// border is on neither side; its edge counts by the same rule. O(count).
CAROM_API CaromPolygonRay caromRayCrossesPolygon(CaromVec2 origin, CaromVec2 translation,
                                                 const CaromVec2 *points, int count);
/// Finds only the first hit, for an origin outside (or INSIDE_EXIT from inside). One exact sign
/// skips each edge that faces away. The winding must be counter-clockwise. A ray from inside that
/// grazes a reflex corner does not leave there. A ray outward from the border may still hit a later
/// edge.
CAROM_API bool caromRayCastPolygon(CaromVec2 origin, CaromVec2 translation, const CaromVec2 *points,
                                   int count, CaromInside inside, CaromRayHit *hit);

// ---- points inside shapes. One rule everywhere: the border is inside. Exact signs.

/// Tests a circle.
CAROM_API bool caromPointInCircle(CaromVec2 p, CaromVec2 center, double radius);
/// Tests a convex polygon of either winding, by half-planes.
CAROM_API bool caromPointInConvex(CaromVec2 p, const CaromVec2 *points, int count);
/// Tests any simple polygon by counting edge crossings; Franklin, "PNPOLY" (1970), made exact.
CAROM_API bool caromPointInPolygon(CaromVec2 p, const CaromVec2 *points, int count);
/// Gives the same result by summing quadrants; Weiler, "An Incremental Angle Point in Polygon Test"
/// (1994).
CAROM_API bool caromPointInPolygonQuadrants(CaromVec2 p, const CaromVec2 *points, int count);

/// Returns whether a point is inside an odd number of rings; ring k is points[ringEnds[k − 1] ..
/// ringEnds[k]), the first from 0. Any winding, any order.
CAROM_API bool caromPointInRegion(CaromVec2 p, const CaromVec2 *points, const int *ringEnds,
                                  int ringCount);

// ---- nearest points

/// The nearest point of a shape's border.
typedef struct CaromNearest {
    CaromVec2 point;  ///< on the border
    CaromVec2 normal; ///< [1] unit, outward at that point (for a segment: towards the given point)
    double distance;  ///< [m] < 0 inside
    int feature;      ///< edge index of a polygon, else 0
} CaromNearest;

/// Finds the nearest point of a segment. If p is on it: distance 0 and the segment's left normal.
CAROM_API CaromNearest caromNearestOnSegment(CaromVec2 p, CaromVec2 a, CaromVec2 b);
/// Finds the nearest point of a circle. For its centre the normal is (1, 0).
CAROM_API CaromNearest caromNearestOnCircle(CaromVec2 p, CaromVec2 center, double radius);
CAROM_API CaromNearest caromNearestOnCapsule(CaromVec2 p, CaromVec2 a, CaromVec2 b, double radius);
/// Finds the nearest point of any simple polygon, of either winding. Ties go to the lower edge.
CAROM_API CaromNearest caromNearestOnPolygon(CaromVec2 p, const CaromVec2 *points, int count);
/// Does the same for rings as in caromPointInRegion; feature: the index of the edge's first point.
CAROM_API CaromNearest caromNearestOnRegion(CaromVec2 p, const CaromVec2 *points,
                                            const int *ringEnds, int ringCount);

// ---- shapes of any type, and their overlap

/// What the points of a geometry mean.
typedef enum CaromShapeType {
    CAROM_SHAPE_CIRCLE,  ///< points[0] and radius
    CAROM_SHAPE_CAPSULE, ///< points[0], points[1] and radius
    CAROM_SHAPE_SEGMENT, ///< points[0], points[1]
    CAROM_SHAPE_POLYGON, ///< points[0 .. count)
    CAROM_SHAPE_CHAIN,   ///< points[0 .. count): count − 1 edges, no inside
    CAROM_SHAPE_LOOP,    ///< a closed chain: count edges, the last one ends at points[0]; no inside
    CAROM_SHAPE_REGION,  ///< closed rings, count edges in all; inside by parity: holes, islands
    CAROM_SHAPE_TILES,   ///< a tile map: count edges, from points[i] to points[next[i]]
    CAROM_SHAPE_TYPE_COUNT
} CaromShapeType;

/// A shape in world space. The points belong to the caller.
typedef struct CaromGeometry {
    CaromShapeType type;     ///< what the points mean
    const CaromVec2 *points; ///< its outline: of a circle the center, of a capsule both ends
    int count;
    double radius;       ///< [m] >= 0; of circles and capsules; other shapes are rounded by it
    const int *ringEnds; ///< of regions: ring k is points[ringEnds[k − 1] .. ringEnds[k]), the
                         ///< first from 0; else null
    int ringCount;       ///< of regions >= 1, else 0
    const int *next; ///< of regions and tile maps that a world baked: edge i runs from points[i] to
                     ///< points[next[i]], solid on its left; else null
    bool oneSided; ///< for segments, chains and loops in a world: met only from the right of their
                   ///< edges, see caromShapeCreateOneSided; otherwise false. Pure functions ignore
                   ///< it
} CaromGeometry;

/// Returns a geometry of any type but a region. Nothing is checked. For types with a fixed count,
/// that count is used.
CAROM_API CaromGeometry caromGeometry(CaromShapeType type, const CaromVec2 *points, int count,
                                      double radius);
/// Returns a region: ring k is points[ringEnds[k − 1] .. ringEnds[k]), the first from 0. Nothing is
/// checked. Both arrays belong to the caller.
CAROM_API CaromGeometry caromGeometryRegion(const CaromVec2 *points, const int *ringEnds,
                                            int ringCount, double radius);
/// Returns a box of half extents h around a center, as a polygon; writes its corners to `points`.
CAROM_API CaromGeometry caromGeometryBox(CaromVec2 center, CaromVec2 h, double radius,
                                         CaromVec2 points[4]);

/// How two shapes overlap, or how far they are apart.
typedef struct CaromOverlap {
    bool overlap;     ///< touching counts
    CaromVec2 normal; ///< [1] unit, from a to b: moving b by depth·normal parts them
    double depth;     ///< [m] >= 0, the least; if apart: −distance, with the normal along it
} CaromOverlap;

/// Computes the overlap of two convex shapes and the minimum translation that parts them. Any pair
/// of circle, capsule, segment, convex polygon; chains and regions never overlap here. Whether
/// segments and polygons overlap is exact; depth is exact within rounding. Swapping the shapes
/// keeps the bits of depth and reverses the normal, unless the two are equal. Polygons of either
/// winding; collinear points are allowed. Separating axes; Gottschalk, "Separating axis theorem"
/// (1996).
/// Cost: as caromShapesDistance (pairs.h).
CAROM_API CaromOverlap caromOverlapConvex(const CaromGeometry *a, const CaromGeometry *b);

/// Returns whether two shapes of any type have a common point; touching counts. Exact for shapes
/// without a radius. O(n·m); O(n + m) for two convex polygons of more than 16 corners each.
CAROM_API bool caromShapesTouch(const CaromGeometry *a, const CaromGeometry *b);

// ---- aiming: the inverse of a throw p + v·t + a·t²/2

/// One way to hit.
typedef struct CaromShot {
    CaromVec2 velocity; ///< [m/s] at the launch, relative to the world
    double time;        ///< [s] > 0 from the launch to the hit, at most 1e12
} CaromShot;

/// A target: its place and motion at the launch.
typedef struct CaromTarget {
    CaromVec2 position;     ///< [m]
    CaromVec2 velocity;     ///< [m/s]
    CaromVec2 acceleration; ///< [m/s²]
} CaromTarget;

/// Finds every launch from `from` with a speed (>= 0) under a constant acceleration (gravity, or 0)
/// that hits the target, sorted by time. Writes up to `capacity`, returns the full number, at most
/// 4. Each velocity has the length `speed`, or is 0 if rounding loses it. Shots hit within 1e-14 of
/// the lengths involved: distance, the target's path, speed·time, |acceleration|·time²/2. A target
/// out of reach by rounding only (some 1e-15 of those lengths) counts as in reach. For a target
/// just in reach, shots that are equal within rounding are one. A target at the start counts only
/// when it is met again. For a gun that moves, pass the target's velocity relative to the gun, and
/// add the gun's velocity to the result.
/// Cost: some 0.1 µs for a target at rest, 3 µs for a moving one.
CAROM_API int caromAimLead(CaromVec2 from, CaromTarget target, double speed, CaromVec2 acceleration,
                           CaromShot *shots, int capacity);

/// Does caromAimLead for a point at rest. Finds none, the direct shot, or first the direct shot and
/// then the lob. Straight against the acceleration both have the same velocity: the shot passes the
/// point on its way up and down. Just in reach, on the parabola of safety, they are one. Without
/// acceleration there is no lob. With speed 0, only points straight along the acceleration are hit.
/// A point at the start is hit by the shot straight against the acceleration, when it comes back.
CAROM_API int caromAimAt(CaromVec2 from, CaromVec2 to, double speed, CaromVec2 acceleration,
                         CaromShot shots[2]);

/// Finds the slowest launch that hits a point; caromAimAt with its speed finds the same launch. For
/// a point at the start, speed and time are 0. Returns false, and does not change *shot, if there
/// is no acceleration: then any speed above 0 hits.
CAROM_API bool caromAimLeastSpeed(CaromVec2 from, CaromVec2 to, CaromVec2 acceleration,
                                  CaromShot *shot);

/// Finds the launch along the ground, in a game seen from above, that reaches a point with a given
/// speed. The ground slows the projectile by a constant deceleration
/// (CaromProjectileDef.groundDeceleration).
/// @param arrival [m/s] >= 0 at the point; with 0 it stops there
/// @param deceleration [m/s²] >= 0
/// The launch speed is sqrt(arrival² + 2·deceleration·distance). The place is exact within a few
/// roundings of the distance.
/// @returns false, and *shot is unchanged, if there is no launch: both numbers are 0, the point is
/// the start and arrival is not 0, a number is negative or not finite, or the time is above 1e12.
CAROM_API bool caromAimStop(CaromVec2 from, CaromVec2 to, double arrival, double deceleration,
                            CaromShot *shot);

/// Returns the distance [m] after which a constant deceleration stops a speed:
/// speed²/(2·deceleration). CAROM_FOREVER without deceleration; 0 without speed or for NaN.
CAROM_API double caromStopDistance(double speed, double deceleration);

// ---- rasters

/// A cell of a raster.
typedef struct CaromCell {
    int32_t x, y; ///< column and row
} CaromCell;

/// Lists the cells of Bresenham's line from a to b, both included: max(|dx|, |dy|) + 1 of them.
/// From b to a they are the same (the coordinates, not the direction, decide ties). Writes up to
/// `capacity`, returns the full number. Bresenham, "Algorithm for computer control of a digital
/// plotter" (1965).
CAROM_API int64_t caromRasterLine(CaromCell a, CaromCell b, CaromCell *out, int64_t capacity);

/// [cells] The longest segment of caromRasterSupercover, along either axis.
#define CAROM_RASTER_LONGEST 1048576.0

/// Lists every unit cell [x, x+1] × [y, y+1] that a segment touches, borders and corners included,
/// in order along it, each once: the supercover. Decided by exact signs. Writes up to `capacity`,
/// returns the full number: at most 4 for each cell of its length along both axes. Returns 0 if a
/// coordinate is not within ±2^31, or b is farther from a than CAROM_RASTER_LONGEST on an axis.
/// O(cells), also beyond the capacity: up to some 30 ms, and a hundred times as much if coordinates
/// below 1e-150 are mixed with ordinary ones. After Amanatides and Woo, "A Fast Voxel Traversal
/// Algorithm for Ray Tracing" (1987).
CAROM_API int64_t caromRasterSupercover(CaromVec2 a, CaromVec2 b, CaromCell *out, int64_t capacity);

/// A map of tiles. Tile (x, y) covers origin + [x, x + 1] × [y, y + 1]·size. Stored row by row, the
/// row with the least y first.
typedef struct CaromTileMap {
    int width, height;     ///< [tiles] 1 .. 4096
    double size;           ///< [m] > 0, the side of a tile
    CaromVec2 origin;      ///< [m] the corner of tile (0, 0) with the least x and y
    const uint16_t *tiles; ///< tile (x, y) at [y·width + x]: 0 is free, others are solid
    double radius; ///< [m] 0 .. 1e6; rounds a shape made from the map, see caromShapeCreate. Lines
                   ///< of sight ignore it
} CaromTileMap;

/// Returns whether a line touches no solid tile, not even at a corner. The same in both directions.
/// The line is exact (see caromRasterSupercover) after its ends are converted to units of tiles;
/// that rounds them by some 1e-16 of coordinate/size. Outside the map is free. Returns false if an
/// end is not finite, also after division by the size. O(columns + rows of the map that the line
/// may touch), wherever the ends are.
CAROM_API bool caromTilesLineOfSight(const CaromTileMap *map, CaromVec2 a, CaromVec2 b);

/// Returns whether all cells of caromRasterLine between two tiles are free; the two end tiles do
/// not count. More permissive than caromTilesLineOfSight: sight passes between tiles that touch at
/// a corner. The same in both directions. O(tiles of the map on the line).
CAROM_API bool caromTilesSee(const CaromTileMap *map, CaromCell a, CaromCell b);

// ---- polygons

/// Returns CAROM_OK, or the first fault in this order: null, COUNT (below 3: POLYGON_FEW), not
/// finite, out of range (1e12), repeated, area, crossing. Edges may touch each other only at their
/// common ends. Exact. Up to 64 points need no memory; more need some 70 bytes a point while it
/// runs, from the allocator (null: the C library), or give MEMORY. O(n log n): 0.1 to 0.5 µs a
/// point.
CAROM_API CaromError caromPolygonValidate(const CaromVec2 *points, int count,
                                          const CaromAllocator *allocator);
/// Does the same for rings of any winding, order and nesting: outer borders, holes, islands in
/// holes. Each must be a valid polygon. REGION_RINGS: no rings, or ends that do not ascend.
/// REGION_CROSSING: two rings cross, or touch at a place that is not a point of both. Rings may
/// touch at any number of common points if they do not cross there. If a ring also crosses itself,
/// the error is POLYGON_CROSSING.
CAROM_API CaromError caromRegionValidate(const CaromVec2 *points, const int *ringEnds,
                                         int ringCount, const CaromAllocator *allocator);
/// Returns the area [m²]: > 0 counter-clockwise, < 0 clockwise. Shoelace formula around the first
/// point.
CAROM_API double caromPolygonArea(const CaromVec2 *points, int count);
/// Returns 1 for counter-clockwise, −1 for clockwise, 0 without area. Exact: from the turn at an
/// extreme vertex.
CAROM_API int caromPolygonWinding(const CaromVec2 *points, int count);
CAROM_API bool caromPolygonIsConvex(const CaromVec2 *points,
                                    int count); ///< exact; collinear runs allowed
CAROM_API CaromVec2 caromPolygonCentroid(const CaromVec2 *points, int count);
CAROM_API void caromPolygonReverse(CaromVec2 *points, int count); ///< point 0 stays first

#include "build.h"
#include "pairs.h"

#endif
