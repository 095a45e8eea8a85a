// SPDX-License-Identifier: MIT
// PUBLIC. Bodies: static and kinematic ones, their places, velocities and parents.
#ifndef CAROM_WORLD_API_BODIES_H
#define CAROM_WORLD_API_BODIES_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "ids.h"

/// How a body moves.
typedef enum CaromBodyType {
    CAROM_BODY_STATIC,    ///< at rest; moves only by caromBodySetTransform
    CAROM_BODY_KINEMATIC, ///< moves with the velocity it is given; nothing stops it
    CAROM_BODY_DYNAMIC,   ///< has a mass; gravity, forces, impulses and hits of projectiles move it
                          ///< (rigid_bodies.h)
    CAROM_BODY_TYPE_COUNT
} CaromBodyType;

/// Motions that a dynamic body does not make, or-ed.
typedef enum CaromLocks {
    CAROM_LOCK_X = 1,       ///< along the world's x axis
    CAROM_LOCK_Y = 2,       ///< along the world's y axis
    CAROM_LOCK_ROTATION = 4 ///< turning: a fixed rotation
} CaromLocks;

/// If the body has a parent, everything but the type is relative to the parent: position, angle and
/// scale transform its local space to the parent's; velocity and angularVelocity are measured in
/// the parent's space.
typedef struct CaromBodyDef {
    CaromBodyType type; ///< default CAROM_BODY_STATIC
    CaromBodyId parent; ///< default null; see caromBodySetParent
    CaromVec2 position; ///< [m] finite, default (0, 0)
    double angle;       ///< [rad] finite, default 0
    CaromVec2 scale;    ///< [1] finite, 1e-9 .. 1e9 in size, default (1, 1); negative mirrors
    CaromVec2 velocity; ///< [m/s] finite, default (0, 0); static bodies have none
    /// [rad/s] -1e4 .. 1e4, default 0; about its position; static bodies have none. A hit on a body
    /// that spins is off by at most 2^-48 of (distance from its position + |position| + 1 mm), and
    /// by rounding. Nothing deeper is missed, and steps change no bit. Such a hit costs some 10
    /// times one on a body that does not spin; a flight near it costs in proportion to the angle
    /// turned
    double angularVelocity;
    // of dynamic bodies (rigid_bodies.h)
    double linearDamping;  ///< [1/s] 0 .. 1e6, default 0; velocity fades as e^(-damping·time)
    double angularDamping; ///< [1/s] 0 .. 1e6, default 0; the same for its spin
    double gravityScale;   ///< [1] finite, default 1; the part of the world's gravity that pulls it
    double maxSpeed;       ///< [m/s] >= 0, default CAROM_ENDLESS; at each tick it gets no faster
    uint32_t locks;        ///< CaromLocks, or-ed, default 0: it moves along both axes, and turns
    bool awake;            ///< default true; see caromBodySetAwake
    bool enableSleep;      ///< default true; false: it never falls asleep by itself
    double sleepThreshold; ///< [m/s] >= 0, default 0.05; if it is slower, turning included, for
                           ///< CaromWorldDef.sleepTime, and so are all that it leans on, they sleep

    void *userData;  ///< yours; stored, never read
    bool enabled;    ///< default true; see caromBodySetEnabled
    uint32_t cookie; ///< set by caromBodyDef
} CaromBodyDef;

/// A def of defaults, and the body that a def makes.
CAROM_API CaromBodyDef caromBodyDef(void);
CAROM_API CaromBodyId caromBodyCreate(CaromWorld *world, const CaromBodyDef *def);
/// Destroys a body, its shapes, and all bodies attached to it. Reparent the bodies you want to
/// keep.
CAROM_API CaromError caromBodyDestroy(CaromWorld *world, CaromBodyId body);
/// Lists all bodies in order of their indices: writes up to `capacity` ids, returns the full
/// number. A query. O(most slots ever in use).
CAROM_API int caromWorldBodies(const CaromWorld *world, CaromBodyId *out, int capacity);
/// Returns the type; CAROM_BODY_STATIC if the call is refused.
CAROM_API CaromBodyType caromBodyType(const CaromWorld *world, CaromBodyId body);
CAROM_API bool caromBodyIsValid(const CaromWorld *world, CaromBodyId body);
/// Sets position, rotation and scale, relative to the parent if there is one, and re-bakes the
/// shapes. Projectiles that are then inside a solid end as crushed at the next step. A thin wall
/// that jumps past a point does not hit it. No effect if the transform is unchanged. On an error
/// nothing changes.
/// Cost: O(edges), including all bodies attached to it.
CAROM_API CaromError caromBodySetTransform(CaromWorld *world, CaromBodyId body,
                                           CaromTransform transform);
/// Returns the transform at the current time, relative to the parent if there is one. For places in
/// the world see caromBodyPoint and caromBodyMatrix.
CAROM_API CaromTransform caromBodyTransform(const CaromWorld *world, CaromBodyId body);
/// Sets the velocity [m/s] of a kinematic body, or that of a dynamic body's centre of mass, from
/// the current time on. The body gets a new anchor. Wakes a dynamic body.
CAROM_API CaromError caromBodySetVelocity(CaromWorld *world, CaromBodyId body, CaromVec2 velocity);
/// Returns the velocity [m/s] at the current time: of the body's position; of a dynamic body's
/// centre of mass. A dynamic body that touches others has the one of its next tick, and
/// in the past of a history the one of its path.
CAROM_API CaromVec2 caromBodyVelocity(const CaromWorld *world, CaromBodyId body);
/// Sets the spin [rad/s] of a kinematic body about its position, or of a dynamic one about its
/// centre of mass, from the current time on, -1e4 .. 1e4. The body gets a new anchor. For cost and
/// exactness see CaromBodyDef.angularVelocity.
CAROM_API CaromError caromBodySetAngularVelocity(CaromWorld *world, CaromBodyId body,
                                                 double angularVelocity);
/// Returns the spin [rad/s]; of a dynamic body that of its next tick.
CAROM_API double caromBodyAngularVelocity(const CaromWorld *world, CaromBodyId body);
/// Attaches a body to a parent, as a turret to a tank; a null parent detaches it. The base
/// transform keeps its numbers but becomes relative to the parent. So the body jumps, unless the
/// parent's transform is the identity. No effect if the parent is unchanged.
/// Cost: re-bakes the shapes of the body and of all attached to it, O(edges · depth).
/// @returns CYCLE, DEPTH (more than 32 levels), STATIC (a static body on a kinematic one),
/// OUT_OF_RANGE (combined scale beyond 1e-12 .. 1e12), MOTION: a child may have a velocity only
/// while no ancestor spins, and a spin only if each ancestor scales both axes equally. On an error
/// nothing changes. docs/shapes.md, "Bodies on bodies".
CAROM_API CaromError caromBodySetParent(CaromWorld *world, CaromBodyId body, CaromBodyId parent);
/// Returns the parent; null if there is none.
CAROM_API CaromBodyId caromBodyParent(const CaromWorld *world, CaromBodyId body);
/// Lists the bodies attached directly to this one, by index: writes up to `capacity` ids, returns
/// the full number.
CAROM_API int caromBodyChildren(const CaromWorld *world, CaromBodyId body, CaromBodyId *out,
                                int capacity);
/// Returns the place in the world, at the current time, of a point in the body's local space.
/// @param local [m] finite
CAROM_API CaromVec2 caromBodyPoint(const CaromWorld *world, CaromBodyId body, CaromVec2 local);
/// Returns the point in the body's local space for a place in the world, at the current time.
CAROM_API CaromVec2 caromBodyPointInverse(const CaromWorld *world, CaromBodyId body,
                                          CaromVec2 point);
/// Returns caromBodyPoint as a matrix, for drawing; equal within a few roundings.
CAROM_API CaromMatrix caromBodyMatrix(const CaromWorld *world, CaromBodyId body);
/// Returns the velocity [m/s], at the current time, of the body's material at a place in the world.
/// It includes the motion of all parents.
CAROM_API CaromVec2 caromBodyVelocityAt(const CaromWorld *world, CaromBodyId body, CaromVec2 point);
/// Disables or enables a body, as for a pool. The shapes of a disabled body are in no layer:
/// nothing collides with them, and no query, light, sensor or contact finds them. Contacts end,
/// projectiles inside its sensors leave, what lies on it falls, what steers to it flies straight
/// on. It keeps id, shapes, user data, velocity and attached bodies, but does not move until it is
/// enabled again; bodies attached to it stay enabled. No effect if nothing changes. Cost: that of
/// destroying or creating its shapes; bodies attached to it get new anchors if it moves.
/// @returns MEMORY. On an error nothing changes.
CAROM_API CaromError caromBodySetEnabled(CaromWorld *world, CaromBodyId body, bool enabled);
/// Returns whether a body is enabled; false if the call is refused.
CAROM_API bool caromBodyIsEnabled(const CaromWorld *world, CaromBodyId body);
CAROM_API CaromError caromBodySetUserData(CaromWorld *world, CaromBodyId body, void *userData);
CAROM_API void *caromBodyUserData(const CaromWorld *world, CaromBodyId body);
/// Lists the shapes of a body in order of creation: writes up to `capacity` ids, returns the full
/// number.
CAROM_API int caromBodyShapes(const CaromWorld *world, CaromBodyId body, CaromShapeId *out,
                              int capacity);

#endif
