// SPDX-License-Identifier: MIT
// Contacts that find no colour, points of contacts as they are asked, shapes that are taken away.
#include "rigid_scene.h"

#include "../../shapes/array.h"

/// A plate has more contacts than there are colours: some are solved one after the other.
TEST(a_plate_with_more_boxes_than_colours)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 50.0, 1.0, 0.0);
    int plate = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.25, 15.0, 0.25, 0.0), boxes[48];
    for (int i = 0; i < 48; i++) {
        boxes[i] = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.6 * i - 14.1, 0.7, 0.2, 0.2, 0.0);
    }
    rigidTicks(&scene, 60);
    rigidAudit(&scene);
    ck_assert_int_gt(scene.dynamics.counts.overflow, 10);
    for (int i = 0; i < 48; i += 3) {
        ck_assert_ok(crDynamicsRemoveBody(&scene.dynamics, boxes[i]));
        rigidAudit(&scene);
    }
    rigidTicks(&scene, 60);
    rigidAudit(&scene);
    ck_assert_double_eq_tol(rigidPose(&scene, plate).y, 0.25, 0.01);
    ck_assert_double_eq_tol(rigidPose(&scene, boxes[1]).y, 0.7, 0.01);
    rigidSceneFree(&scene);
}

/// A box at rest: two points at its corners, which carry its weight through a substep.
TEST(points_of_a_contact)
{
    RigidScene scene;
    CrRigidContactView points[2];
    rigidSceneInit(&scene, NULL);
    rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 3.0, 0.5, 0.5, 0.5, 0.0);
    rigidTicks(&scene, 240);
    ck_assert_int_eq(crDynamicsContactPoints(&scene.dynamics, 0, points), 2);
    double carried = points[0].normalImpulse + points[1].normalImpulse;
    ck_assert_double_eq_tol(carried, 10.0 / 240.0, 1e-3);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq_tol(fabs(points[i].point.x - 3.0), 0.5, 1e-3);
        ck_assert_double_eq_tol(points[i].point.y, 0.0, 1e-3);
        ck_assert_double_eq_tol(fabs(points[i].normal.y), 1.0, 1e-6);
        ck_assert_double_eq_tol(points[i].separation, 0.0, 1e-3);
    }
    scene.dynamics.bodies.velocity[box].y = 0.9;
    for (int i = 0; i < 20 && scene.dynamics.counts.solved > 0; i++) {
        rigidTicks(&scene, 1);
    }
    ck_assert_int_eq(scene.dynamics.counts.contacts, 1); // boxes overlap, but it is too far
    ck_assert_int_eq(crDynamicsContactPoints(&scene.dynamics, 0, points), 0);
    rigidSceneFree(&scene);
}

static int addFoot(RigidScene *scene, int body, float x)
{
    const float xs[4] = {x - 0.1f, x + 0.1f, x + 0.1f, x - 0.1f}, ys[4] = {-1.0f, -1.0f, 0.f, 0.f};
    float room[64];
    CrRigidShapeDef def = {.friction = 0.6f};
    int shape = 0;
    crContactShapeSet(&def.shape, xs, ys, 4, 0.0f, room);
    ck_assert_ok(crDynamicsAddShape(&scene->dynamics, body, &def, &shape));
    return shape;
}

/// A table tips over when one of its feet is taken away: the first, the last, or one that was
/// added before any tick.
TEST(shapes_are_taken_away)
{
    for (int which = 0; which < 3; which++) {
        RigidScene scene;
        rigidSceneInit(&scene, NULL);
        rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
        int table = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 1.0, 1.0, 0.1, 0.0);
        int feet[2] = {addFoot(&scene, table, -0.8f), addFoot(&scene, table, 0.8f)};
        rigidTicks(&scene, which == 2 ? 0 : 60);
        ck_assert(which == 2 || fabs(rigidPose(&scene, table).y - 1.0) < 0.01);
        ck_assert_ok(crDynamicsRemoveShape(&scene.dynamics, feet[which % 2]));
        rigidTicks(&scene, 120);
        rigidAudit(&scene);
        ck_assert_msg(fabs(rigidPose(&scene, table).angle) > 0.2, "%d", which);
        rigidSceneFree(&scene);
    }
}
