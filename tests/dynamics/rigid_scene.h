// SPDX-License-Identifier: MIT
// Scenes of rigid bodies, made in the floor dynamics itself.
#ifndef CAROM_TESTS_RIGID_SCENE_H
#define CAROM_TESTS_RIGID_SCENE_H

#include "../../dynamics/dynamics.h"
#include "../support/assertions.h"

#include <math.h>

#define TICK (1.0 / 60.0)

typedef struct RigidScene {
    CrDynamics dynamics;
    float friction, restitution, rollingResistance, tangentSpeed;
    double density; ///< [kg/m²] of what is added
    bool reportsHits;
} RigidScene;

/// Friction 0.6, density 1, the given allocator.
void rigidSceneInit(RigidScene *scene, const CaromAllocator *allocator);
void rigidSceneFree(RigidScene *scene);
/// Bodies of one shape. 0: no memory.
int rigidBox(RigidScene *scene, CrRigidType type, double x, double y, double hx, double hy,
             double angle);
int rigidDisc(RigidScene *scene, CrRigidType type, double x, double y, double radius);
/// A pyramid of boxes of half a metre each way, as in Box2D's benchmark large_pyramid, and its
/// ground.
void rigidPyramid(RigidScene *scene, int base);
void rigidTicks(RigidScene *scene, int count);
/// A mark of all poses and velocities.
uint64_t rigidHash(const RigidScene *scene);
/// The sum of squared speeds of all dynamic bodies.
double rigidSquares(const RigidScene *scene);
/// Asserts what the arrays of contacts and lanes must hold.
void rigidAudit(const RigidScene *scene);

static inline CrRigidPose rigidPose(const RigidScene *scene, int body)
{
    return scene->dynamics.bodies.pose[body];
}

#endif
