// SPDX-License-Identifier: MIT
// PUBLIC. Shapes of bodies: circles, capsules, segments, polygons, chains, regions and tile maps,
// their filters and materials.
#ifndef CAROM_WORLD_API_BODY_SHAPES_H
#define CAROM_WORLD_API_BODY_SHAPES_H

#include "../../shapes/api.h"
#include "../../shapes/shapes.h"
#include "ids.h"

/// Which things meet each other. Two things that share a group > 0 meet; two that share a group < 0
/// never meet. Otherwise they meet if the category of each is in the mask of the other.
typedef struct CaromFilter {
    uint64_t category; ///< default 1
    uint64_t mask;     ///< default all bits
    int32_t group;     ///< default 0: none
} CaromFilter;

/// What a shape is made of. Start from caromShapeDef().
typedef struct CaromShapeDef {
    CaromFilter filter; ///< default: category 1, meets all
    // for projectiles that hit it
    double restitution;       ///< [1] 0 .. 10, default 1; mixed with the projectile's
    double friction;          ///< [1] 0 .. 1e6, default 1; mixed with the projectile's
    double rollingResistance; ///< [1] 0 .. 1e6, default 1; mixed with the projectile's
    // for dynamic bodies that touch it, and for its own body: between two shapes
    double bodyRestitution;       ///< [1] 0 .. 10, default 0, no bounce; the larger of both counts
    double bodyFriction;          ///< [1] 0 .. 1e6, default 0.6; √(a·b) of both counts
    double bodyRollingResistance; ///< [1] 0 .. 1e6, default 0; times the radius of a circle,
                                  ///< capsule or rounding; the larger product of both counts
    // for both
    uint32_t material;         ///< [index] 0 .. 65535, default 0; see caromWorldSetSurface
    const uint32_t *materials; ///< [index] default null; one for each edge, in the order given
                               ///< (which is the feature of hits). Replaces material; copied
    double surfaceSpeed; ///< [m/s] finite, default 0: a conveyor. The surface runs at this speed to
                         ///< the right as you look along its normal
    double density;      ///< [kg/m²] 0 .. 1e9, default 1; mass of dynamic bodies (rigid_bodies.h)
    bool sensor;         ///< default false; true: nothing collides with it; entry and exit are
                         ///< reported (CaromCrossEvent)
    bool contacts;       ///< default false; true: contacts with all other shapes are reported
                         ///< (CaromContactEvent)
    bool hits;           ///< default false; true: fast impacts with other solid shapes are
                         ///< reported, where a dynamic body takes part (CaromImpactEvent)
    bool askContacts;    ///< default false; true: the world's contact callback decides whether
                         ///< dynamic bodies collide with it (CaromContactFunction)
    void *userData;      ///< yours; stored, never read
    uint32_t cookie;     ///< set by caromShapeDef
} CaromShapeDef;

/// What a shape's surface does, as in CaromShapeDef. Start from caromShapeMaterial().
typedef struct CaromShapeMaterial {
    double restitution;           ///< [1] 0 .. 10
    double friction;              ///< [1] 0 .. 1e6
    double rollingResistance;     ///< [1] 0 .. 1e6
    double surfaceSpeed;          ///< [m/s] finite
    uint32_t material;            ///< [index] 0 .. 65535
    double bodyRestitution;       ///< [1] 0 .. 10
    double bodyFriction;          ///< [1] 0 .. 1e6
    double bodyRollingResistance; ///< [1] 0 .. 1e6
    uint32_t cookie;              ///< set by caromShapeMaterial
} CaromShapeMaterial;

/// Flags of caromShapeCreateChain, or-ed; 0: open, met from both sides.
typedef enum CaromChainFlags {
    CAROM_CHAIN_CLOSED = 1,   ///< one more edge, from the last point to the first
    CAROM_CHAIN_ONE_SIDED = 2 ///< solid on the left of its edges, as caromShapeCreateOneSided
} CaromChainFlags;

/// Returns the defaults.
CAROM_API CaromShapeDef caromShapeDef(void);
/// Creates a shape of any type but a tile map from a geometry in the body's local space; copies the
/// points. The functions below are short forms for sharp shapes. Start from caromGeometry,
/// caromGeometryBox or caromGeometryRegion (shapes.h). The geometry's radius, 0 .. 1e6 m, rounds
/// shapes with corners: everything within it belongs to the shape. So polygons grow and holes
/// shrink; a one-sided wall grows on its free side only. The body's scale applies as for circles
/// (caromTransformRadius). oneSided is for segments and chains only (ENUM).
/// @returns null if refused: COUNT if count does not suit the type, ENUM for a tile map, and the
/// errors of the functions below.
CAROM_API CaromShapeId caromShapeCreate(CaromWorld *world, CaromBodyId body,
                                        const CaromShapeDef *def, const CaromGeometry *geometry);
/// Creates a solid disc. radius [m] > 0. For the body's scale see caromTransformRadius.
CAROM_API CaromShapeId caromShapeCreateCircle(CaromWorld *world, CaromBodyId body,
                                              const CaromShapeDef *def, CaromVec2 center,
                                              double radius);
/// Creates a capsule: all points within radius [m] > 0 of the line from a to b. a == b gives a
/// circle. For the body's scale see caromTransformRadius.
CAROM_API CaromShapeId caromShapeCreateCapsule(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 a, CaromVec2 b,
                                               double radius);
/// Creates a wall that is met from both sides. With a radius (caromShapeCreate) it is a solid like
/// a capsule.
CAROM_API CaromShapeId caromShapeCreateSegment(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 a, CaromVec2 b);
/// Creates a wall that is met from its free side only. Its solid side is the left of a -> b, where
/// cross(b − a, p − a) > 0, in local space; what was solid stays solid under a mirroring transform.
/// From the solid side everything passes.
CAROM_API CaromShapeId caromShapeCreateOneSided(CaromWorld *world, CaromBodyId body,
                                                const CaromShapeDef *def, CaromVec2 a, CaromVec2 b);
/// Creates a chain of segments, or one-sided walls, as one shape. Edge i, the feature of hits, runs
/// from points[i] to points[i + 1]. Joints let nothing through; edges may cross and touch. A closed
/// chain has no inside: for a solid use a polygon. Takes 2 to 1,000,000 points, closed at least 3
/// (COUNT); neighbours must differ (SEGMENT_LENGTH). flags: CaromChainFlags, or-ed. Each one-sided
/// edge stands alone: discs and rounded chains may be met at a joint from behind the neighbouring
/// edge.
CAROM_API CaromShapeId caromShapeCreateChain(CaromWorld *world, CaromBodyId body,
                                             const CaromShapeDef *def, const CaromVec2 *points,
                                             int count, uint32_t flags);
/// Creates a solid simple polygon, convex or concave, of either winding, 3 to 1,000,000 points.
/// Refused with the errors of caromPolygonValidate.
CAROM_API CaromShapeId caromShapeCreatePolygon(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, const CaromVec2 *points,
                                               int count);
/// Creates a solid of several rings: borders, holes, islands in holes, in any order and winding. A
/// place is inside if an odd number of rings surrounds it. Ring k is points[ringEnds[k − 1] ..
/// ringEnds[k]), the first from 0. Edge i, the feature of hits, runs from points[i] to the next
/// point of its ring. Rings may touch at common points; nothing passes there. At most 1,000,000
/// points in all (COUNT). Refused with the errors of caromRegionValidate.
CAROM_API CaromShapeId caromShapeCreateRegion(CaromWorld *world, CaromBodyId body,
                                              const CaromShapeDef *def, const CaromVec2 *points,
                                              const int *ringEnds, int ringCount);
/// Creates a solid from the solid tiles of a map; copies the map. Projectiles meet the borders
/// between solid and free tiles. Each straight border of equal tiles is one edge, without seams.
/// Everything outside the map is free. Nothing passes where two tiles touch at a corner. A tile's
/// material is its value less one; CaromShapeDef.material is not read, materials must be null. Hits
/// name the tile. Refused: sides outside 1 .. 4,096 tiles, more than 1,000,000 edges (COUNT); tiles
/// smaller than 2^-32 of their coordinates (OUT_OF_RANGE).
/// Cost: O(tiles). The order of the edges depends on the map only.
CAROM_API CaromShapeId caromShapeCreateTiles(CaromWorld *world, CaromBodyId body,
                                             const CaromShapeDef *def, const CaromTileMap *map);
/// Replaces the tiles [x, x + width) × [y, y + height) by an array, row by row. Only flights, rests
/// and crushes near the change are examined again. Edges are renumbered for later hits.
/// OUT_OF_RANGE: not within the map. ENUM: not a tile map. COUNT: too many edges.
/// Cost: O(edges of the map + width·its height + height·its width).
CAROM_API CaromError caromShapeSetTiles(CaromWorld *world, CaromShapeId shape, int x, int y,
                                        int width, int height, const uint16_t *tiles);
CAROM_API CaromError caromShapeSetTile(CaromWorld *world, CaromShapeId shape, int x, int y,
                                       uint16_t tile);
/// Returns the value of a tile; 0 outside the map.
CAROM_API uint16_t caromShapeTile(const CaromWorld *world, CaromShapeId shape, int x, int y);
/// Creates a solid box of half extents h [m] > 0 around center, along the local axes.
CAROM_API CaromShapeId caromShapeCreateBox(CaromWorld *world, CaromBodyId body,
                                           const CaromShapeDef *def, CaromVec2 center, CaromVec2 h);
/// Creates a solid ellipse of half axes h [m] > 0 along the local axes, as an inscribed convex
/// polygon. It has the fewest points n for which max(h)·(1 − cos(π/n)) <= tolerance [m] > 0: no
/// point of the ellipse is farther from the polygon. OUT_OF_RANGE if that takes more than 65,536
/// points. Under the body's scale the points stay on the true ellipse, and the tolerance grows with
/// the scale. Use it for a circle under an unequal scale.
CAROM_API CaromShapeId caromShapeCreateEllipse(CaromWorld *world, CaromBodyId body,
                                               const CaromShapeDef *def, CaromVec2 center,
                                               CaromVec2 h, double tolerance);
/// Lists all shapes of all bodies in order of their indices: writes up to `capacity` ids, returns
/// the full number. A query. For one body: caromBodyShapes.
CAROM_API int caromWorldShapes(const CaromWorld *world, CaromShapeId *out, int capacity);
CAROM_API CaromError caromShapeDestroy(CaromWorld *world, CaromShapeId shape);
// Edits of a shape keep its id, body and user data. On an error nothing changes. They take effect
// at the current time, as a new transform of the body does. Projectiles in flight search for their
// next event again; those that are then inside a solid end as crushed. A projectile that rests or
// slides on an edge goes on if an edge of the same index is still where it touches. Every other
// projectile on the shape takes off.

/// Replaces the geometry of a shape by one of any type, in the body's local space; copies the
/// points. Refused with the errors of caromShapeCreate. A projectile that sticks to the shape keeps
/// its place on the body. One that is piercing it leaves it when it is outside the new geometry. A
/// sensor reports the change as if it had been moved. Edges keep the materials of their index; new
/// edges have the shape's. A tile map may become any other type, but no shape can become a tile map
/// (ENUM; caromShapeSetTiles).
/// Cost: O(edges of both).
CAROM_API CaromError caromShapeSetGeometry(CaromWorld *world, CaromShapeId shape,
                                           const CaromGeometry *geometry);
/// Writes the geometry as it was given, not as it was baked. Its points are valid until the shape,
/// its body or a parent of it is edited.
CAROM_API CaromError caromShapeLocalGeometry(const CaromWorld *world, CaromShapeId shape,
                                             CaromGeometry *geometry);
/// Sets which things the shape meets. Projectiles that lie on it, or are inside a sensor, and no
/// longer meet it, fly on. Projectiles inside it that meet it from now on are crushed. Projectiles
/// that stick in it or are piercing it stay so. O(1). May allocate (MEMORY).
CAROM_API CaromError caromShapeSetFilter(CaromWorld *world, CaromShapeId shape, CaromFilter filter);
CAROM_API CaromFilter caromShapeFilter(const CaromWorld *world, CaromShapeId shape);
/// Sets the material of a shape for every hit from the current time on, and for dynamic bodies from
/// the next tick on, also where they touch it already. Tiles, and edges with
/// materials of their own, keep their indices and take the other numbers. Projectiles that settle,
/// slide, roll or rest on it start again from where they are, as after caromWorldSetSurface.
/// O(projectiles). May allocate (MEMORY).
CAROM_API CaromError caromShapeSetMaterial(CaromWorld *world, CaromShapeId shape,
                                           const CaromShapeMaterial *material);
CAROM_API CaromShapeMaterial caromShapeMaterial(const CaromWorld *world, CaromShapeId shape);
/// Makes a shape a sensor, or solid. For projectiles this is as if it were destroyed as one and
/// created as the other: those that stick in it, lie on it or are piercing it are released.
/// O(edges).
CAROM_API CaromError caromShapeSetSensor(CaromWorld *world, CaromShapeId shape, bool sensor);
CAROM_API bool caromShapeIsSensor(const CaromWorld *world, CaromShapeId shape);
CAROM_API bool caromShapeIsValid(const CaromWorld *world, CaromShapeId shape);
CAROM_API CaromBodyId caromShapeBody(const CaromWorld *world, CaromShapeId shape);
/// Writes the baked geometry; its points are valid until the shape is edited. Points of a kinematic
/// body are where they were baked: caromTransformPoint(*placement, point) gives their place at the
/// current time. placement may be null.
CAROM_API CaromError caromShapeGeometry(const CaromWorld *world, CaromShapeId shape,
                                        CaromGeometry *geometry, CaromTransform *placement);
CAROM_API CaromError caromShapeSetUserData(CaromWorld *world, CaromShapeId shape, void *userData);
CAROM_API void *caromShapeUserData(const CaromWorld *world, CaromShapeId shape);

#endif
