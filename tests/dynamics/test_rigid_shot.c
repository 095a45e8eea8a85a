// SPDX-License-Identifier: MIT
// Piles shot at from both sides: 600 light bullets a second with a tenth of the pile's weight in
// momentum a second. Their impulses join velocities at ticks, as those of projectiles do.
#include "rigid_scene.h"

#include "../../shapes/array.h"
#include "../support/random.h"

typedef struct Shot {
    RigidScene scene;
    TestRandom random;
    double top, impulse;
    int first; ///< the first body that is no ground
} Shot;

/// The body that a bullet at a height meets first. 0: none.
static int firstAt(const Shot *shot, double y, double side)
{
    int hit = 0;
    double farthest = -1e9;
    for (int i = shot->first; i < crArrayCount(shot->scene.dynamics.bodies.pose); i++) {
        CrRigidPose pose = rigidPose(&shot->scene, i);
        if (fabs(pose.y - y) < 0.5 && -side * pose.x > farthest) {
            farthest = -side * pose.x;
            hit = i;
        }
    }
    return hit;
}

static void shootOnce(Shot *shot)
{
    CrRigidBodies *b = &shot->scene.dynamics.bodies;
    double y = testRandomUnit(&shot->random) * shot->top;
    double side = testRandomUnit(&shot->random) < 0.5 ? -1.0 : 1.0;
    int i = firstAt(shot, y, side);
    if (i) {
        double impulse = side * shot->impulse;
        b->velocity[i].x += impulse * b->traits[i].inverseMass;
        b->velocity[i].spin -= (y - b->pose[i].y) * impulse * b->traits[i].inverseInertia;
    }
}

typedef struct Change {
    double drift, sink; ///< [m] on average, and at most
} Change;

/// Lets the pile settle for 4 s, shoots at it for a time, and lets it come to rest.
static Change shootAt(Shot *shot, int seconds)
{
    RigidScene *scene = &shot->scene;
    CrRigidPose before[300];
    int count = crArrayCount(scene->dynamics.bodies.pose);
    double weight = 0.0;
    Change change = {0.0, 0.0};
    rigidTicks(scene, 240);
    for (int i = shot->first; i < count; i++) {
        before[i] = rigidPose(scene, i);
        weight += 10.0 / scene->dynamics.bodies.traits[i].inverseMass;
        shot->top = fmax(shot->top, before[i].y + 0.5);
    }
    shot->impulse = 0.1 * weight / 600.0;
    for (int k = 0; k < 60 * seconds; k++) {
        for (int n = 0; n < 10; n++) {
            shootOnce(shot);
        }
        rigidTicks(scene, 1);
    }
    rigidTicks(scene, 300);
    for (int i = shot->first; i < count; i++) {
        CrRigidPose pose = rigidPose(scene, i);
        change.drift += fabs(pose.x - before[i].x) / (count - shot->first);
        change.sink = fmax(change.sink, before[i].y - pose.y);
    }
    return change;
}

TEST(a_tower_that_is_shot_at_stands)
{
    Shot shot = {.random = testRandomSeed(1), .first = 2};
    rigidSceneInit(&shot.scene, NULL);
    rigidBox(&shot.scene, CR_RIGID_STATIC, 0.0, -1.0, 100.0, 1.0, 0.0);
    for (int i = 0; i < 30; i++) {
        rigidBox(&shot.scene, CR_RIGID_DYNAMIC, 0.0, 0.5 + i, 0.5, 0.5, 0.0);
    }
    Change change = shootAt(&shot, 60);
    ck_assert_msg(change.sink < 0.02 && change.drift < 0.4, "%g %g", change.sink, change.drift);
    rigidSceneFree(&shot.scene);
}

TEST(a_pyramid_that_is_shot_at_stays_a_pyramid)
{
    Shot shot = {.random = testRandomSeed(1), .first = 2};
    rigidSceneInit(&shot.scene, NULL);
    rigidPyramid(&shot.scene, 10);
    Change change = shootAt(&shot, 60);
    ck_assert_msg(change.sink < 0.004 && change.drift < 0.02, "%g %g", change.sink, change.drift);
    rigidSceneFree(&shot.scene);
}
