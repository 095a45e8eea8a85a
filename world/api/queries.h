// SPDX-License-Identifier: MIT
// PUBLIC. Queries of the world at its current time: rays, shape casts, overlaps, the nearest shape,
// beams, contacts. They change nothing.
#ifndef CAROM_WORLD_API_QUERIES_H
#define CAROM_WORLD_API_QUERIES_H

#include "../../shapes/api.h"
#include "../../shapes/shapes.h"
#include "body_shapes.h"
#include "events.h"

/// Whether a query finds sensors.
typedef enum CaromSensorPolicy {
    CAROM_SENSORS_EXCLUDED, ///< shapes that are no sensors
    CAROM_SENSORS_INCLUDED, ///< like other shapes
    CAROM_SENSORS_ONLY,     ///< and nothing else
    CAROM_SENSORS_COUNT
} CaromSensorPolicy;

/// Decides about a shape that passed all other options: return false to leave it out. Called on the
/// thread of the query, any number of times, in any order; it must return the same for the same
/// shape. It may query the world, but not change it (CAROM_ERROR_BUSY). Queries on several threads
/// call it on all of them: data that it reads must not be written at the same time.
typedef bool CaromQueryPredicate(void *context, const CaromWorld *world, CaromShapeId shape);

/// Which shapes a query finds; the same rules for every query. Start from caromQueryOptions().
typedef struct CaromQueryOptions {
    CaromFilter filter;              ///< default: category 1, meets all
    CaromInside inside;              ///< default CAROM_INSIDE_HIT; read by casts
    CaromBodyId ignoreBody;          ///< default null; stale ids are ignored
    const CaromBodyId *ignoreBodies; ///< default null; an array of more bodies, none of them null
    int ignoreCount; ///< [1] 0 .. 1,000,000, default 0; each shape is compared with all of them
    CaromSensorPolicy sensors; ///< default CAROM_SENSORS_EXCLUDED
    bool exits;     ///< default false; true: hits of casts also say where the cast leaves the shape
    bool reentries; ///< default false; true: a shape that a cast leaves and enters again is
                    ///< reported at each entry, a wall without thickness at each crossing (for
                    ///< casts with a capacity above 1)
    CaromQueryPredicate *predicate; ///< default null
    void *predicateContext;         ///< handed to it
    uint32_t cookie;                ///< set by caromQueryOptions
} CaromQueryOptions;

/// A shape that a query found.
typedef struct CaromHit {
    CaromShapeId shape;
    CaromBodyId body;
    double fraction; ///< of the translation, or of an arc's duration; in [0, 1]
    double time;     ///< [s] of arcs: since the start, as of a flight; otherwise 0
    double distance; ///< [m] from the origin, in a straight line; −depth if the cast starts inside
    CaromVec2 point; ///< [m] on the surface
    /// [1] unit, against the cast; if the cast starts inside: the shortest way out
    CaromVec2 normal;
    int feature;       ///< edge index of a polygon or chain, else 0
    uint32_t material; ///< [index] of the edge, or of the shape
    CaromCell tile;    ///< of a tile map, else (−1, −1)
    int vertex;        ///< if an end of an edge was hit: the index of its point; otherwise −1
    bool startsInside;
    /// true if options.exits is set and the cast leaves the shape again before its end. The next
    /// three say where it leaves, also if that is beyond its end
    bool leaves;
    double exitFraction; ///< >= fraction; equal to it for walls without thickness and for shapes
                         ///< that are only touched; CAROM_FOREVER if it never leaves. One-sided
                         ///< walls are left where a flight that pierces them leaves them. 0 without
                         ///< options.exits
    CaromVec2 exitPoint, exitNormal; ///< [m] on the surface; [1] unit, outward
    void *userData;                  ///< the shape's
} CaromHit;

/// A shape that another one overlaps.
typedef struct CaromShapeOverlap {
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 normal; ///< [1] unit, from this shape to the shape of the query: moving that by
                      ///< depth·normal separates them, as in caromShapesDistance
    double depth;     ///< [m] >= 0; 0: they touch
    int feature;      ///< edge index of a polygon or chain, else 0
    void *userData;   ///< the shape's
} CaromShapeOverlap;

/// A shape near a place.
typedef struct CaromNear {
    CaromShapeId shape;
    CaromBodyId body;
    /// [m] from the place to the border; < 0 if the place is inside: minus its depth. If rounded
    /// edges of the shape overlap, it is the largest depth in one edge. Every way out is at least
    /// as long; this one may end inside another edge (docs/near.md)
    double distance;
    /// [m] the nearest point of the border. If distance is the depth in one edge: the nearest point
    /// of that edge's rounded border, which may lie inside the shape
    CaromVec2 point;
    CaromVec2 normal; ///< [1] unit, outward at that point; for two-sided walls: towards the place
    int feature;      ///< edge index of a polygon or chain, else 0
    void *userData;   ///< the shape's
} CaromNear;

/// Which shapes are searched for around a place. Start from caromNearestQuery().
typedef struct CaromNearestQuery {
    CaromVec2 point;           ///< [m] finite, default (0, 0)
    double within;             ///< [m] >= 0, default CAROM_ENDLESS; the greatest distance
    CaromQueryOptions options; ///< which shapes are found; default caromQueryOptions()
    bool sight; ///< default false; true: finds only shapes whose nearest point is in sight: no
                ///< other blocker lies on the straight line to it. If the place is inside a
                ///< blocker, blockers.inside applies
    CaromQueryOptions blockers; ///< which shapes block sight; default caromQueryOptions()
    uint32_t cookie;            ///< set by caromNearestQuery
} CaromNearestQuery;

/// A beam: a laser, or the line of a ricochet. Start from caromBeamDef().
typedef struct CaromBeamDef {
    CaromVec2 origin;    ///< [m] finite, default (0, 0)
    CaromVec2 direction; ///< [1] length 1e-100 .. 1e12, default (1, 0); the length has no effect
    double radius;       ///< [m] 0 .. 1e6, default 0
    double length;       ///< [m] > 0, default CAROM_ENDLESS; of all legs together. A beam that hits
                         ///< nothing more ends after 1e12 m
    int bounces;         ///< [1] 0 .. 1,000,000, default 16; it ends on the surface after the last
    double energy;       ///< [1] > 0, finite, default 1
    double minEnergy;    ///< [1] > 0, finite, default 1e-3; below it a beam ends where it hit
    double reflectivity; ///< [1] 0 .. 10, default 1. At each surface the energy is multiplied by
                         ///< the restitution that a projectile with this restitution and material
                         ///< would have there: mixed with the shape's
                         ///< (CaromWorldDef.restitutionMix), or that of the pair in the surface
                         ///< table. The angle is always that of a mirror
    uint32_t material;   ///< [index] 0 .. 65535, default 0; a pair may define a reflectivity and a
                         ///< ricochet angle: if the beam comes in steeper, it ends
    CaromQueryOptions options; ///< the beam passes shapes that these exclude. Sensors must be
                               ///< excluded (ENUM); inside, exits and reentries are not read
    uint32_t cookie;           ///< set by caromBeamDef
} CaromBeamDef;

/// A straight piece of a beam.
typedef struct CaromBeamLeg {
    CaromVec2 from, to; ///< [m] of its centre
    double way;         ///< [m] along the beam, from its origin to `from`
    double energy;      ///< [1] on this leg
    bool hit; ///< true: the leg ends at the surface described below; false: at the end of the beam
    CaromShapeId shape;
    CaromBodyId body;
    CaromVec2 normal; ///< [1] unit, out of the surface
    int feature;      ///< edge index of a polygon or chain, else 0
    bool corner;      ///< an end of an edge was hit, not its inside
    void *userData;   ///< the shape's
} CaromBeamLeg;

/// Lists the pairs of shapes that touch, if one of them reports contacts (CaromShapeDef.contacts),
/// in order of their indices. Writes up to `capacity`, returns the full number.
CAROM_API int caromWorldContacts(const CaromWorld *world, CaromContact *out, int capacity);
/// Lists the contacts of one body: all that the last tick of dynamic bodies solved, with their
/// impulses, whether they are reported or not; an edge each of chains, concave polygons and tile
/// maps. Also all other pairs that are reported. In order of shapes, then features; if there are
/// more than `capacity`, the first ones. Shapes that were changed since the tick have none before
/// the next one. O(contacts of the body + reported contacts of the world).
CAROM_API int caromBodyContacts(const CaromWorld *world, CaromBodyId body, CaromContact *out,
                                int capacity);
/// Lists the contacts of one shape, as caromBodyContacts. O(contacts of the shape's body + reported
/// contacts of the world).
CAROM_API int caromShapeContacts(const CaromWorld *world, CaromShapeId shape, CaromContact *out,
                                 int capacity);
/// Sets whether a shape reports contacts. A contact ends when neither of its shapes reports
/// contacts any more. Those with dynamic bodies that touch already begin at the next tick.
/// O(contacts of all dynamic bodies) there.
CAROM_API CaromError caromShapeSetContacts(CaromWorld *world, CaromShapeId shape, bool contacts);
/// Sets whether a shape reports impacts (CaromShapeDef.hits), from the next tick on. O(contacts of
/// all dynamic bodies) there.
CAROM_API CaromError caromShapeSetHits(CaromWorld *world, CaromShapeId shape, bool hits);
/// Sets whether the contact callback decides about a shape (CaromShapeDef.askContacts), from the
/// next tick on. Answers about the shape are forgotten, so that the callback is asked again: a
/// platform lets down who stands on it. O(contacts of all dynamic bodies) there.
CAROM_API CaromError caromShapeSetAskContacts(CaromWorld *world, CaromShapeId shape, bool asks);

/// Returns the defaults.
CAROM_API CaromQueryOptions caromQueryOptions(void);
/// Finds all shapes that a ray meets, each once, nearest first (ties: lower shape index, then
/// edge). Writes up to `capacity` hits, returns the full number. Costs one search per 48 hits.
/// capacity 1 gives the closest only, costs less, and returns 0 or 1. For walls and polygons at
/// rest, exact signs decide what a ray hits and in which order, both ends included. A ray along an
/// edge does not hit it. A start on a surface, within rounding, is a hit at 0 if the ray moves
/// inward, or if the wall has two sides; otherwise it is no hit.
/// @param radius [m] >= 0, for caromWorldCastCircle: casts a disc; fractions are those of its
/// centre.
CAROM_API int caromWorldCastRay(const CaromWorld *world, CaromVec2 origin, CaromVec2 translation,
                                CaromQueryOptions options, CaromHit *hits, int capacity);
CAROM_API int caromWorldCastCircle(const CaromWorld *world, CaromVec2 origin, double radius,
                                   CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                                   int capacity);
/// Casts a point (radius 0) or disc along the arc origin + velocity·t + ½·acceleration·t², 0 <= t
/// <= duration. The hits equal those of a projectile fired there, to the bit. Two things differ: a
/// projectile adds gravity by itself, and meets kinematic bodies where they will be; a cast meets
/// all bodies where they are now. CaromHit.time has the times.
/// Cost: that of rays along pieces, each some cells long.
/// @param duration [s] > 0, finite
CAROM_API int caromWorldCastArc(const CaromWorld *world, CaromVec2 origin, double radius,
                                CaromVec2 velocity, CaromVec2 acceleration, double duration,
                                CaromQueryOptions options, CaromHit *hits, int capacity);
CAROM_API CaromBeamDef caromBeamDef(void);
/// Casts a beam that surfaces reflect. Writes up to `capacity` legs from its origin on, returns the
/// full number; 0 if it starts inside a solid that it meets. Its legs equal, to the bit, the path
/// of a bullet without gravity that is fired at time 0 and reflected as by a mirror: so it passes
/// through no surface or corner. (Later bullets have coarser times and may differ in corners.)
/// Moving bodies reflect it where they are now.
/// Cost: that of a flight for each leg, more with more kinematic shapes; some 40 KB of stack.
CAROM_API int caromWorldCastBeam(const CaromWorld *world, const CaromBeamDef *def,
                                 CaromBeamLeg *legs, int capacity);
/// Casts `count` rays and writes the closest hit of each, equal to that of caromWorldCastRay with
/// capacity 1. If ray i meets nothing, hits[i] has a null shape and fraction 1. All rays are
/// checked before any is cast. Returns how many hit. Faster if rays that lie near each other are
/// neighbours.
/// @param count [1] >= 0
CAROM_API int caromWorldCastRays(const CaromWorld *world, const CaromVec2 *origins,
                                 const CaromVec2 *translations, int count,
                                 CaromQueryOptions options, CaromHit *hits);
/// Returns 1 if anything is in the way, otherwise 0; stops at the first shape found. A refused call
/// returns a value below 0, so `if (caromWorldCastAny(...))` treats it as a wall.
CAROM_API int caromWorldCastAny(const CaromWorld *world, CaromVec2 origin, double radius,
                                CaromVec2 translation, CaromQueryOptions options);
/// Lists the shapes that touch a point, box or circle, in order of their indices; borders count,
/// `inside` is not read. Writes up to `capacity`, returns the full number.
CAROM_API int caromWorldOverlapPoint(const CaromWorld *world, CaromVec2 point,
                                     CaromQueryOptions options, CaromShapeId *out, int capacity);
CAROM_API int caromWorldOverlapBox(const CaromWorld *world, CaromBox box, CaromQueryOptions options,
                                   CaromShapeId *out, int capacity);
CAROM_API int caromWorldOverlapCircle(const CaromWorld *world, CaromVec2 center, double radius,
                                      CaromQueryOptions options, CaromShapeId *out, int capacity);

// Queries by convex shapes: a circle, capsule, segment, or convex polygon of up to
// CAROM_MOVING_POINTS points (COUNT), in world coordinates, each with a radius up to 1e6 m. Others
// are refused: NOT_CONVEX, and the errors of caromPolygonValidate.

/// Finds all shapes that a moving convex shape meets, each once, nearest first (ties: lower index).
/// Writes up to `capacity` hits, returns the full number; capacity 1 gives the closest only, and
/// costs less. Fractions and starts inside are as in caromCastConvex. distance is the way moved, or
/// −depth for a start inside. An exit past the end is CAROM_FOREVER, without a place.
/// Cost: O(edges near the way).
CAROM_API int caromWorldCastShape(const CaromWorld *world, const CaromGeometry *shape,
                                  CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                                  int capacity);
/// Does the same for a shape that also turns by an angle, about a pivot that moves with it, as
/// caromCastTurning.
/// @param angle [rad] −1e3 .. 1e3
CAROM_API int caromWorldCastTurning(const CaromWorld *world, const CaromGeometry *shape,
                                    CaromVec2 pivot, CaromVec2 translation, double angle,
                                    CaromQueryOptions options, CaromHit *hits, int capacity);
/// Lists the shapes that a convex shape overlaps or touches, in order of their indices. Each has
/// the least translation that separates them (for concave ones as in caromShapesDistance). Writes
/// up to `capacity`, returns the full number.
CAROM_API int caromWorldOverlapShape(const CaromWorld *world, const CaromGeometry *shape,
                                     CaromQueryOptions options, CaromShapeOverlap *out,
                                     int capacity);

/// Returns the defaults.
CAROM_API CaromNearestQuery caromNearestQuery(void);
/// Finds the `capacity` nearest shapes, nearest first (ties: lower index). Shapes that contain the
/// place come first, the deepest before the others. Returns how many were written. One-sided walls
/// are found only from places in front of their edges.
/// Cost: O(edges within some twice the distance of the last shape found); O(edges within `within`)
/// if fewer than `capacity` are found.
CAROM_API int caromWorldNearest(const CaromWorld *world, const CaromNearestQuery *query,
                                CaromNear *out, int capacity);
/// Writes the signed distance [m] from a place to the nearest shape: < 0 inside solids. If solids
/// overlap, it is the distance for the one in which the place is deepest; the way out of all is at
/// least as long. *gradient (may be null) is the unit vector along which the distance grows.
/// Cost: some half a microsecond near walls.
/// @param within [m] >= 0, or CAROM_ENDLESS
/// @returns 1; or 0 if nothing is within `within`, with that distance and the gradient (0, 0)
CAROM_API int caromWorldDistance(const CaromWorld *world, CaromVec2 point, double within,
                                 CaromQueryOptions options, double *distance, CaromVec2 *gradient);

#endif
