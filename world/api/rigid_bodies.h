// SPDX-License-Identifier: MIT
// PUBLIC. Dynamic bodies: mass, forces, impulses, sleep, and the places of all of them at once.
//
// A dynamic body has a mass, and gravity, forces and impulses move it. It is solved at the ticks,
// the world times kT (CaromWorldDef.bodyInterval), and moves between them as a kinematic body does:
// so all that meets bodies meets it at the true time, and the game's frames change nothing.
// docs/bodies.md has more, and what is called how in Box2D.
#ifndef CAROM_WORLD_API_RIGID_BODIES_H
#define CAROM_WORLD_API_RIGID_BODIES_H

#include "../../shapes/api.h"
#include "../../shapes/vec.h"
#include "bodies.h"
#include "ids.h"

/// The mass of a body. A body of mass 0, or without shapes, falls as others do, but no force or
/// impulse moves it.
typedef struct CaromMassData {
    double mass;      ///< [kg] 0 .. 1e30
    CaromVec2 center; ///< [m] finite; the centre of mass in the body's local space
    double inertia;   ///< [kg·m²] 0 .. 1e30; about the centre of mass; 0: no torque turns it
} CaromMassData;

/// The place of a dynamic body at the current time.
typedef struct CaromBodyPose {
    CaromBodyId body;
    CaromVec2 position;     ///< [m] as caromBodyTransform gives it
    CaromRotation rotation; ///< [1]
    void *userData;
} CaromBodyPose;

/// The same in floats, for drawing.
typedef struct CaromBodyPoseFloat {
    CaromBodyId body;
    float x, y; ///< [m]
    float c, s; ///< [1] cosine and sine of the angle
} CaromBodyPoseFloat;

/// Changes what moves a body, at any time. What it becomes keeps place, velocity (that of its
/// position or of its centre of mass), shapes and id. A static one stops, and is baked where it
/// stands. A body that becomes dynamic for the first time has the defaults of caromBodyDef; one
/// that was dynamic before has its settings again, without force and torque.
/// @returns STATIC (under a body that can move), MOTION (a child has a velocity of its own),
/// DYNAMIC (a parent, or a mover's body). On an error nothing changes. Cost: that of destroying and
/// creating its shapes.
CAROM_API CaromError caromBodySetType(CaromWorld *world, CaromBodyId body, CaromBodyType type);

// All calls from here on are for dynamic bodies, and give DYNAMIC for others, or zero. Those that
// push a body wake it.

/// Adds an impulse [N·s] at a place in the world: velocity and spin change at once. OUT_OF_RANGE if
/// the body would be faster than 1e12 m/s.
CAROM_API CaromError caromBodyApplyLinearImpulse(CaromWorld *world, CaromBodyId body,
                                                 CaromVec2 impulse, CaromVec2 point);
/// Adds an impulse [N·s] at the centre of mass, so that the spin stays.
CAROM_API CaromError caromBodyApplyLinearImpulseToCenter(CaromWorld *world, CaromBodyId body,
                                                         CaromVec2 impulse);
/// Adds an angular impulse [N·m·s]: the spin changes at once, up to 1e4 rad/s.
CAROM_API CaromError caromBodyApplyAngularImpulse(CaromWorld *world, CaromBodyId body,
                                                  double impulse);
/// Sets the force [N] that acts at the centre of mass from now on, until another is set; (0, 0):
/// none. It is not added to, and does not end with a step: otherwise the frame rate would matter.
CAROM_API CaromError caromBodySetForce(CaromWorld *world, CaromBodyId body, CaromVec2 force);
CAROM_API CaromVec2 caromBodyForce(const CaromWorld *world, CaromBodyId body);
/// Sets the torque [N·m] that acts from now on, until another is set.
CAROM_API CaromError caromBodySetTorque(CaromWorld *world, CaromBodyId body, double torque);
CAROM_API double caromBodyTorque(const CaromWorld *world, CaromBodyId body);

/// Returns the mass [kg]: the sum of CaromShapeDef.density times area, where shapes are baked (so
/// that the body's scale counts), or what the game has set.
CAROM_API double caromBodyMass(const CaromWorld *world, CaromBodyId body);
/// Returns the moment of inertia [kg·m²] about the centre of mass.
CAROM_API double caromBodyInertia(const CaromWorld *world, CaromBodyId body);
/// Returns the centre of mass in the body's local space; see caromBodyPoint.
CAROM_API CaromVec2 caromBodyCenterOfMass(const CaromWorld *world, CaromBodyId body);
/// Sets mass, centre and inertia, which no longer depend on the shapes.
CAROM_API CaromError caromBodySetMassData(CaromWorld *world, CaromBodyId body, CaromMassData data);
/// Takes them from the shapes again, and from now on after each change of these. Sensors, and
/// shapes without area, have no mass.
CAROM_API CaromError caromBodyResetMassData(CaromWorld *world, CaromBodyId body);
/// Sets the density [kg/m²] of a shape on any body, 0 .. 1e9; see CaromShapeDef.density.
CAROM_API CaromError caromShapeSetDensity(CaromWorld *world, CaromShapeId shape, double density);
CAROM_API double caromShapeDensity(const CaromWorld *world, CaromShapeId shape);

/// Wakes a body, or puts it to sleep together with its island: the dynamic bodies that press on it,
/// and on these. Sleepers stand where they are, and cost nothing at ticks. A body that touches one,
/// a push, a call that changes a sleeper or what it leans on, and a change of gravity wake it at
/// once, and its whole island at the next tick. Bodies that only come near do not.
CAROM_API CaromError caromBodySetAwake(CaromWorld *world, CaromBodyId body, bool awake);
CAROM_API bool caromBodyIsAwake(const CaromWorld *world, CaromBodyId body);
/// Sets whether a body may fall asleep by itself; false wakes it. See CaromBodyDef.enableSleep.
CAROM_API CaromError caromBodySetSleepEnabled(CaromWorld *world, CaromBodyId body, bool enabled);
CAROM_API bool caromBodyIsSleepEnabled(const CaromWorld *world, CaromBodyId body);
/// Sets the speed [m/s] below which a body may fall asleep. See CaromBodyDef.sleepThreshold.
CAROM_API CaromError caromBodySetSleepThreshold(CaromWorld *world, CaromBodyId body, double speed);
CAROM_API double caromBodySleepThreshold(const CaromWorld *world, CaromBodyId body);
/// Sets whether bodies of the world fall asleep; false wakes all of them. O(dynamic bodies).
CAROM_API CaromError caromWorldSetSleepEnabled(CaromWorld *world, bool enabled);
CAROM_API bool caromWorldIsSleepEnabled(const CaromWorld *world);

/// Set the settings of CaromBodyDef with these names. Damping and maxSpeed act from the next tick
/// on, the others from the current time on.
CAROM_API CaromError caromBodySetLinearDamping(CaromWorld *world, CaromBodyId body, double damping);
CAROM_API double caromBodyLinearDamping(const CaromWorld *world, CaromBodyId body);
CAROM_API CaromError caromBodySetAngularDamping(CaromWorld *world, CaromBodyId body,
                                                double damping);
CAROM_API double caromBodyAngularDamping(const CaromWorld *world, CaromBodyId body);
CAROM_API CaromError caromBodySetGravityScale(CaromWorld *world, CaromBodyId body, double scale);
CAROM_API double caromBodyGravityScale(const CaromWorld *world, CaromBodyId body);
CAROM_API CaromError caromBodySetMaxSpeed(CaromWorld *world, CaromBodyId body, double speed);
CAROM_API double caromBodyMaxSpeed(const CaromWorld *world, CaromBodyId body);
/// Sets the motions that a body does not make: CaromLocks, or-ed. It stops along locked axes.
CAROM_API CaromError caromBodySetLocks(CaromWorld *world, CaromBodyId body, uint32_t locks);
CAROM_API uint32_t caromBodyLocks(const CaromWorld *world, CaromBodyId body);

/// Writes the places of up to `capacity` dynamic bodies that are enabled, returns the full number.
/// The order stays the same as long as no body is created, destroyed, or changes its type. A query.
/// O(bodies that are dynamic or were).
CAROM_API int caromWorldPoses(const CaromWorld *world, CaromBodyPose *out, int capacity);
/// The same in floats.
CAROM_API int caromWorldPosesFloat(const CaromWorld *world, CaromBodyPoseFloat *out, int capacity);

#endif
