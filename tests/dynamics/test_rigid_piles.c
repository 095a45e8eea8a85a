// SPDX-License-Identifier: MIT
// Piles that stand, and how calmly: Box2D 3.2's sums of squared speeds for the same pyramid of 100
// are 70, 1.6 and 0.26 at ticks 120, 250 and 500.
#include "rigid_scene.h"

#include "../support/flight_field.h"

TEST(a_box_rests_on_the_ground)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.6, 0.5, 0.5, 0.0);
    rigidTicks(&scene, 120);
    rigidAudit(&scene);
    ck_assert_double_eq_tol(rigidPose(&scene, box).y, 0.5, 0.002);
    ck_assert_double_eq_tol(rigidPose(&scene, box).x, 0.0, 1e-5);
    ck_assert(rigidSquares(&scene) < 1e-8);
    rigidSceneFree(&scene);
}

/// For an hour; built with sanitizers for an eighth of it.
TEST(a_tower_of_30_stands_for_an_hour)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    int top = 0;
    for (int i = 0; i < 30; i++) {
        top = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5 + i, 0.5, 0.5, 0.0);
    }
    rigidTicks(&scene, flightTestShare(60 * 3600));
    rigidAudit(&scene);
    // Soft contacts give way by g·(boxes above)/ω² each, in sum 0.31 m; what settles by a tenth.
    ck_assert_double_eq_tol(rigidPose(&scene, top).y, 29.5, 0.04);
    ck_assert_double_eq_tol(rigidPose(&scene, top).x, 0.0, 0.05);
    ck_assert(rigidSquares(&scene) < 1e-4);
    rigidSceneFree(&scene);
}

TEST(a_large_pyramid_is_calmer_than_box2ds)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidPyramid(&scene, 100);
    rigidTicks(&scene, 120);
    double at120 = rigidSquares(&scene);
    rigidTicks(&scene, 130);
    double at250 = rigidSquares(&scene);
    rigidTicks(&scene, 250);
    double at500 = rigidSquares(&scene);
    rigidAudit(&scene);
    ck_assert_msg(at120 < 70.0 && at250 < 1.6 && at500 < 0.26, "%g %g %g", at120, at250, at500);
    rigidSceneFree(&scene);
}

/// Where a box is that has stood on a lighter one for so many ticks.
static CrRigidPose heavyOnLight(double ratio, int ticks)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5, 0.5, 0.0);
    scene.density = ratio;
    int heavy = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 1.5, 0.5, 0.5, 0.0);
    rigidTicks(&scene, ticks);
    CrRigidPose pose = rigidPose(&scene, heavy);
    rigidSceneFree(&scene);
    return pose;
}

TEST(a_light_box_carries_a_thousandfold_weight)
{
    CrRigidPose heavy = heavyOnLight(1000.0, 1800);
    ck_assert_double_eq_tol(heavy.x, 0.0, 0.3);
    ck_assert_msg(heavy.y > 1.2, "%g", heavy.y);
}

TEST(a_light_box_carries_a_hundredfold_weight)
{
    CrRigidPose heavy = heavyOnLight(100.0, 1200);
    ck_assert_double_eq_tol(heavy.x, 0.0, 0.01);
    ck_assert_double_eq_tol(heavy.y, 1.5, 0.008); // Box2D 3.2: 0.044
}
