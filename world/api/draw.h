// SPDX-License-Identifier: MIT
// PUBLIC. Calls back for everything that is to be drawn to see a world.
#ifndef CAROM_WORLD_API_DRAW_H
#define CAROM_WORLD_API_DRAW_H

#include "ids.h"
#include "projectiles.h"

/// What caromWorldDraw draws, for a colour of each. A projectile's is CAROM_DRAW_PROJECTILE + its
/// CaromProjectileMode. Cells are drawn first, then shapes and projectiles, each in order of their
/// indices, then velocities and contacts.
typedef enum CaromDrawKind {
    CAROM_DRAW_CELL,
    CAROM_DRAW_SENSOR,
    CAROM_DRAW_STATIC,
    CAROM_DRAW_KINEMATIC,
    CAROM_DRAW_PROJECTILE,
    CAROM_DRAW_VELOCITY = CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_PARKED + 1,
    CAROM_DRAW_CONTACT,
    CAROM_DRAW_KIND_COUNT
} CaromDrawKind;

/// What caromWorldDraw calls; null members are skipped, and what they would draw costs nothing.
/// They may query the world; what changes it is refused meanwhile (CAROM_ERROR_BUSY).
///
///     shape                                  arrives by
///     circle                                 circle
///     capsule                                capsule
///     segment, chain, loop                   segment, for each edge
///     polygon, box, ellipse                  polygon
///     region                                 segment, for each edge of each ring
///     tile map                               segment, for each border between solid and free tiles
///     any of these rounded by a radius       capsule, for each edge; polygons as polygon before
typedef struct CaromDebugDraw {
    void *context;
    void (*circle)(void *context, CaromVec2 center, double radius, CaromShapeId shape);
    void (*segment)(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape);
    /// each point goes through caromTransformPoint(placement, point): how far a kinematic body has
    /// moved and turned since its shapes were baked
    void (*polygon)(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                    CaromShapeId shape);
    void (*projectile)(void *context, CaromVec2 position, double radius,
                       CaromProjectileId projectile, CaromProjectileMode mode);
    void (*capsule)(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape);
    /// before each of the calls here: which kind it is of. Set a colour, or remember the kind
    void (*kind)(void *context, CaromDrawKind kind);
    /// each kinematic body and each projectile that moves, the former from its position, [m/s]
    void (*velocity)(void *context, CaromVec2 from, CaromVec2 velocity);
    /// each point of the manifold of two shapes that touch (CaromShapeDef.contacts), normal from a
    /// to b, of length 1; and each hit of the last step, b null, normal out of the surface
    void (*contact)(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                    CaromShapeId b);
    /// each cell of the grid that lists a resting edge or disc, in no order
    void (*cell)(void *context, CaromBox cell);
} CaromDebugDraw;

#endif
