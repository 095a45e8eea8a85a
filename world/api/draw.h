// SPDX-License-Identifier: MIT
// PUBLIC. Debug drawing: callbacks for everything in a world.
#ifndef CAROM_WORLD_API_DRAW_H
#define CAROM_WORLD_API_DRAW_H

#include "ids.h"
#include "projectiles.h"

/// The kinds of things that caromWorldDraw draws, so that each can have a colour. The kind of a
/// projectile is CAROM_DRAW_PROJECTILE + its CaromProjectileMode. Cells are drawn first, then
/// shapes and projectiles, each in order of their indices, then velocities and contacts.
typedef enum CaromDrawKind {
    CAROM_DRAW_CELL,       ///< of the grid
    CAROM_DRAW_SENSOR,     ///< a shape that is a sensor
    CAROM_DRAW_STATIC,     ///< a shape of a static body
    CAROM_DRAW_KINEMATIC,  ///< a shape of a kinematic body
    CAROM_DRAW_DYNAMIC,    ///< a shape of a dynamic body that is awake
    CAROM_DRAW_ASLEEP,     ///< a shape of a dynamic body that sleeps
    CAROM_DRAW_PROJECTILE, ///< the first of its modes
    /// the velocity of a body or projectile
    CAROM_DRAW_VELOCITY = CAROM_DRAW_PROJECTILE + CAROM_PROJECTILE_PARKED + 1,
    CAROM_DRAW_CONTACT, ///< where two shapes touch
    CAROM_DRAW_IMPACT,  ///< where two shapes hit each other in the last step
    CAROM_DRAW_KIND_COUNT
} CaromDrawKind;

/// The functions that caromWorldDraw calls. Null members are skipped and cost nothing. The
/// functions may query the world; calls that change it are refused (CAROM_ERROR_BUSY). Circles
/// arrive as circle, capsules as capsule, polygons, boxes and ellipses as polygon, all else as one
/// segment for each edge; what is rounded as one capsule for each edge (docs/draw.md).
typedef struct CaromDebugDraw {
    void *context;
    /// A circle. Like all these functions it may be null.
    void (*circle)(void *context, CaromVec2 center, double radius, CaromShapeId shape);
    /// A segment, or an edge of a chain.
    void (*segment)(void *context, CaromVec2 a, CaromVec2 b, CaromShapeId shape);
    /// draw each point at caromTransformPoint(placement, point): placement is how far a kinematic
    /// body has moved and turned since its shapes were baked
    void (*polygon)(void *context, const CaromVec2 *points, int count, CaromTransform placement,
                    CaromShapeId shape);
    /// A projectile; a point has radius 0.
    void (*projectile)(void *context, CaromVec2 position, double radius,
                       CaromProjectileId projectile, CaromProjectileMode mode);
    /// A capsule, or a rounded edge.
    void (*capsule)(void *context, CaromVec2 a, CaromVec2 b, double radius, CaromShapeId shape);
    /// called before each of the other functions, with the kind of what comes next: to set a colour
    void (*kind)(void *context, CaromDrawKind kind);
    /// for each body and each projectile that moves; [m/s]; a body's starts at its
    /// position
    void (*velocity)(void *context, CaromVec2 from, CaromVec2 velocity);
    /// for each point of the manifold of two shapes that touch (CaromShapeDef.contacts): the unit
    /// normal points from a to b. Also for each hit of the last step: b is null, the normal points
    /// out of the surface; and, as CAROM_DRAW_IMPACT, for each CaromImpactEvent of the last step
    void (*contact)(void *context, CaromVec2 point, CaromVec2 normal, CaromShapeId a,
                    CaromShapeId b);
    /// for each cell of the grid that lists a resting edge or disc, in no order
    void (*cell)(void *context, CaromBox cell);
} CaromDebugDraw;

#endif
