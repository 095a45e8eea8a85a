// SPDX-License-Identifier: MIT
// Motion by closed forms.
#include "rigid_scene.h"

#include "../../shapes/array.h"

/// p(nT) = ½g(nT)²: each tick adds its parabola exactly, up to rounding.
TEST(free_fall_is_a_parabola)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 3.0, 0.0, 0.5, 0.5, 0.0);
    scene.dynamics.bodies.velocity[box].x = 2.0;
    scene.dynamics.bodies.velocity[box].spin = 3.0;
    rigidTicks(&scene, 120);
    CrRigidPose pose = rigidPose(&scene, box);
    ck_assert_double_eq_tol(pose.x, 3.0 + 4.0, 1e-12);
    ck_assert_double_eq_tol(pose.y, -0.5 * 10.0 * 4.0, 1e-11);
    ck_assert_double_eq_tol(pose.angle, 6.0, 1e-12);
    ck_assert_double_eq_tol(pose.c, cos(6.0), 1e-12);
    ck_assert_double_eq_tol(scene.dynamics.bodies.velocity[box].y, -20.0, 1e-12);
    rigidSceneFree(&scene);
}

TEST(damping_and_greatest_speed)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.0, 0.5, 0.5, 0.0);
    scene.dynamics.settings.gravity = caromVec2(0.0, 0.0);
    scene.dynamics.bodies.traits[box].linearDamping = 0.5;
    scene.dynamics.bodies.traits[box].angularDamping = 0.25;
    scene.dynamics.bodies.traits[box].maxSpeed = 5.0;
    scene.dynamics.bodies.velocity[box].x = 10.0;
    scene.dynamics.bodies.velocity[box].spin = 1.0;
    rigidTicks(&scene, 1);
    ck_assert_double_eq_tol(scene.dynamics.bodies.velocity[box].x, 5.0, 1e-12);
    rigidTicks(&scene, 60);
    ck_assert_double_eq_tol(scene.dynamics.bodies.velocity[box].x, 5.0 * exp(-0.5), 1e-12);
    ck_assert_double_eq_tol(scene.dynamics.bodies.velocity[box].spin, exp(-0.25 * 61.0 / 60.0),
                            1e-12);
    rigidSceneFree(&scene);
}

/// Below the angle of friction a box stays; above it slides at g(sin α − μ cos α).
TEST(a_slope_holds_what_friction_says)
{
    for (int slides = 0; slides < 2; slides++) {
        RigidScene scene;
        rigidSceneInit(&scene, NULL);
        scene.friction = 0.5f;
        double angle = slides ? atan(0.55) : atan(0.48), c = cos(angle), s = sin(angle);
        rigidBox(&scene, CR_RIGID_STATIC, 0.0, 0.0, 100.0, 1.0, angle);
        int box = rigidBox(&scene, CR_RIGID_DYNAMIC, -s * 1.25, c * 1.25, 0.5, 0.25, angle);
        rigidTicks(&scene, 120);
        CrRigidPose pose = rigidPose(&scene, box);
        double along = -(pose.x * c + pose.y * s);
        double expected = slides ? 0.5 * 10.0 * (s - 0.5 * c) * 4.0 : 0.0;
        ck_assert_msg(fabs(along - expected) < 0.01 + 0.02 * expected, "%g %g", along, expected);
        rigidSceneFree(&scene);
    }
}

/// A disc rolls down at ⅔ g sin α.
TEST(a_disc_rolls)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    double angle = 0.2, c = cos(angle), s = sin(angle);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, 0.0, 100.0, 1.0, angle);
    int disc = rigidDisc(&scene, CR_RIGID_DYNAMIC, -s * 1.5, c * 1.5, 0.5);
    rigidTicks(&scene, 120);
    CrRigidPose pose = rigidPose(&scene, disc);
    double along = -(pose.x * c + pose.y * s), expected = 0.5 * (2.0 / 3.0) * 10.0 * s * 4.0;
    ck_assert_msg(fabs(along - expected) < 0.01 * expected, "%g %g", along, expected);
    ck_assert_double_eq_tol(pose.angle, along / 0.5, 0.02);
    rigidSceneFree(&scene);
}

TEST(rolling_resistance_stops_a_disc)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.rollingResistance = 0.1f;
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 100.0, 1.0, 0.0);
    int disc = rigidDisc(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5);
    scene.dynamics.bodies.velocity[disc].x = 2.0;
    scene.dynamics.bodies.velocity[disc].spin = -4.0;
    rigidTicks(&scene, 240);
    ck_assert_double_eq_tol(scene.dynamics.bodies.velocity[disc].x, 0.0, 1e-3);
    rigidSceneFree(&scene);
}

TEST(a_belt_carries_a_box_along)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.tangentSpeed = 2.0f;
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 100.0, 1.0, 0.0);
    scene.tangentSpeed = 0.0f;
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5, 0.5, 0.0);
    rigidTicks(&scene, 120);
    ck_assert_double_eq_tol(fabs(scene.dynamics.bodies.velocity[box].x), 2.0, 0.01);
    rigidSceneFree(&scene);
}

/// A block of height h and width b on a slope topples where tan α > b / h.
TEST(a_block_topples_past_its_base)
{
    for (int topples = 0; topples < 2; topples++) {
        RigidScene scene;
        rigidSceneInit(&scene, NULL);
        scene.friction = 1.0f;
        double angle = atan(topples ? 0.53 : 0.47), c = cos(angle), s = sin(angle);
        rigidBox(&scene, CR_RIGID_STATIC, 0.0, 0.0, 100.0, 1.0, angle);
        int box = rigidBox(&scene, CR_RIGID_DYNAMIC, -s * 2.0, c * 2.0, 0.5, 1.0, angle);
        rigidTicks(&scene, 300);
        ck_assert_int_eq(fabs(rigidPose(&scene, box).angle - angle) > 0.5, topples);
        rigidSceneFree(&scene);
    }
}

TEST(a_ball_bounces_by_its_restitution)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.restitution = 0.8f;
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    int disc = rigidDisc(&scene, CR_RIGID_DYNAMIC, 0.0, 5.5, 0.5);
    double top = 0.0;
    bool bounced = false;
    for (int i = 0; i < 150; i++) {
        rigidTicks(&scene, 1);
        bounced = bounced || scene.dynamics.bodies.velocity[disc].y > 1.0;
        top = bounced ? fmax(top, rigidPose(&scene, disc).y - 0.5) : 0.0;
    }
    ck_assert_msg(fabs(top - 5.0 * 0.64) < 0.3, "%g", top); // within one tick of the impact
    rigidSceneFree(&scene);
}

/// Without ground nothing changes the sum of momenta, nor the angular momentum.
TEST(momentum_is_kept)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.dynamics.settings.gravity = caromVec2(0.0, 0.0);
    for (int i = 0; i < 36; i++) {
        scene.density = 1.0 + i % 5;
        int box =
            rigidBox(&scene, CR_RIGID_DYNAMIC, (i % 6) * 1.4, (i / 6) * 1.4, 0.5, 0.5, 0.1 * i);
        scene.dynamics.bodies.velocity[box].x = 3.5 - (i % 6) * 1.4;
        scene.dynamics.bodies.velocity[box].y = 3.0 - (i / 6) * 1.4;
    }
    double sums[2][3];
    const CrRigidBodies *b = &scene.dynamics.bodies;
    for (int when = 0; when < 2; when++) {
        sums[when][0] = sums[when][1] = sums[when][2] = 0.0;
        for (int i = 1; i < crArrayCount(b->pose); i++) {
            double m = 1.0 / b->traits[i].inverseMass;
            sums[when][0] += m * b->velocity[i].x;
            sums[when][1] += m * b->velocity[i].y;
            sums[when][2] +=
                m * (b->pose[i].x * b->velocity[i].y - b->pose[i].y * b->velocity[i].x) +
                b->velocity[i].spin / b->traits[i].inverseInertia;
        }
        rigidTicks(&scene, when ? 0 : 120);
    }
    rigidAudit(&scene);
    ck_assert_double_eq_tol(sums[0][0], sums[1][0], 1e-3);
    ck_assert_double_eq_tol(sums[0][1], sums[1][1], 1e-3);
    // Arms follow what slides, but warm starts repeat those of the substep before.
    ck_assert_double_eq_tol(sums[0][2], sums[1][2], 0.001 * fabs(sums[0][2]));
    rigidSceneFree(&scene);
}

TEST(a_kinematic_platform_carries_what_stands_on_it)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    int platform = rigidBox(&scene, CR_RIGID_KINEMATIC, 0.0, -0.5, 5.0, 0.5, 0.0);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5, 0.5, 0.0);
    rigidTicks(&scene, 30);
    scene.dynamics.bodies.velocity[platform].x = 1.0;
    scene.dynamics.bodies.velocity[platform].y = 0.5;
    rigidTicks(&scene, 120);
    ck_assert_double_eq_tol(rigidPose(&scene, platform).x, 2.0, 1e-9);
    ck_assert_double_eq_tol(rigidPose(&scene, box).x, 2.0, 0.2);
    ck_assert_double_eq_tol(rigidPose(&scene, box).y, 1.5, 0.01);
    rigidSceneFree(&scene);
}

TEST(locked_axes_stay)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.3);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 2.0, 0.5, 0.5, 0.0);
    scene.dynamics.bodies.traits[box].flags |= CR_RIGID_LOCK_X | CR_RIGID_LOCK_SPIN;
    scene.dynamics.bodies.traits[box].inverseInertia = 0.0;
    rigidTicks(&scene, 240);
    ck_assert(rigidPose(&scene, box).x == 0.0);
    ck_assert(rigidPose(&scene, box).angle == 0.0);
    ck_assert(rigidPose(&scene, box).y > 0.2);
    rigidSceneFree(&scene);
}

TEST(begin_end_and_hit_are_reported)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.reportsHits = true;
    scene.restitution = 0.9f;
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    int disc = rigidDisc(&scene, CR_RIGID_DYNAMIC, 0.0, 1.75, 0.5), begun = 0, ended = 0, hits = 0;
    for (int i = 0; i < 60; i++) {
        rigidTicks(&scene, 1);
        begun += crArrayCount(scene.dynamics.begun);
        ended += crArrayCount(scene.dynamics.ended);
        hits += crArrayCount(scene.dynamics.hits);
        for (int k = 0; k < crArrayCount(scene.dynamics.hits); k++) {
            ck_assert_double_eq_tol((double)scene.dynamics.hits[k].speed, 5.0, 0.3);
        }
    }
    ck_assert_int_eq(begun, 1);
    ck_assert_int_eq(hits, 1);
    ck_assert_int_eq(ended, 1);
    ck_assert(rigidPose(&scene, disc).y > 0.6);
    rigidSceneFree(&scene);
}

TEST(a_disabled_contact_lets_pass)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -0.1, 10.0, 0.1, 0.0);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5, 0.5, 0.0);
    rigidTicks(&scene, 30);
    ck_assert_int_eq(scene.dynamics.counts.solved, 1);
    crDynamicsSetContactEnabled(&scene.dynamics, 0, false);
    rigidAudit(&scene);
    ck_assert_int_eq(crArrayCount(scene.dynamics.ended), 1);
    rigidTicks(&scene, 30);
    ck_assert_msg(rigidPose(&scene, box).y < -0.5, "%g", rigidPose(&scene, box).y);
    rigidSceneFree(&scene);
}

TEST(what_is_not_finite_is_named_and_changes_nothing)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    int one = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5, 0.5, 0.0);
    int other = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 1.5, 0.5, 0.5, 0.0);
    rigidTicks(&scene, 10);
    CrRigidPose before = rigidPose(&scene, other);
    scene.dynamics.bodies.velocity[one].x = NAN;
    ck_assert_int_eq(crDynamicsTick(&scene.dynamics, TICK), CAROM_ERROR_NOT_FINITE);
    ck_assert_int_eq(crArrayCount(scene.dynamics.broken), 1);
    ck_assert_int_eq(scene.dynamics.broken[0], one);
    ck_assert(before.y == rigidPose(&scene, other).y);
    ck_assert_ok(crDynamicsSetEnabled(&scene.dynamics, one, false));
    rigidTicks(&scene, 60);
    rigidAudit(&scene);
    ck_assert_double_eq_tol(rigidPose(&scene, other).y, 0.5, 0.01); // it fell to the ground
    rigidSceneFree(&scene);
}
