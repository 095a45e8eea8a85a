// SPDX-License-Identifier: MIT
// Islands and sleep: who falls asleep, who wakes, and that nothing else changes.
#include "rigid_scene.h"

#include "../../dynamics/rigid_island.h"
#include "../../dynamics/rigid_wake.h"
#include "../../shapes/array.h"
#include "../support/random.h"

#include <string.h>

#define FLOOR_Y (-1.0)

static void letSleep(RigidScene *scene)
{
    CrDynamics *d = &scene->dynamics;
    for (int i = 1; i < crArrayCount(d->bodies.traits); i++) {
        d->bodies.traits[i].sleepSpeed = 0.05f;
    }
}

static bool sleeps(const RigidScene *scene, int body)
{
    return (scene->dynamics.bodies.traits[body].flags & CR_RIGID_ASLEEP) != 0;
}

static int sleepers(const RigidScene *scene)
{
    int count = 0;
    for (int i = 1; i < crArrayCount(scene->dynamics.bodies.traits); i++) {
        count += sleeps(scene, i);
    }
    return count;
}

static void auditedTicks(RigidScene *scene, int count)
{
    for (int i = 0; i < count; i++) {
        rigidTicks(scene, 1);
        rigidAudit(scene);
    }
}

/// A floor, and towers of boxes on it, 3 m apart. Box j of tower i is boxes[i·high + j].
static void towers(RigidScene *scene, int count, int high, int *boxes)
{
    rigidSceneInit(scene, NULL);
    rigidBox(scene, CR_RIGID_STATIC, 0.0, FLOOR_Y, 1000.0, 1.0, 0.0);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < high; j++) {
            boxes[i * high + j] =
                rigidBox(scene, CR_RIGID_DYNAMIC, 3.0 * i, 0.5 + j, 0.5, 0.5, 0.0);
        }
    }
    letSleep(scene);
}

static void fallAsleep(RigidScene *scene, int bodies)
{
    for (int i = 0; i < 600 && sleepers(scene) < bodies; i++) {
        rigidTicks(scene, 1);
    }
    ck_assert_int_eq(sleepers(scene), bodies);
    rigidAudit(scene);
}

/// No tick looks at what sleeps: no body, no contact, no lane, no box.
TEST(sleepers_cost_nothing)
{
    RigidScene scene;
    int boxes[40];
    towers(&scene, 10, 4, boxes);
    fallAsleep(&scene, 40);
    const CrDynamics *d = &scene.dynamics;
    uint64_t hash = rigidHash(&scene);
    rigidTicks(&scene, 100);
    ck_assert_int_eq(crArrayCount(d->bodies.moving), 0);
    ck_assert_int_eq(crArrayCount(d->contacts.loose), 0);
    ck_assert_int_eq(d->counts.solved, 0);
    ck_assert_int_eq(d->counts.collided, 0);
    ck_assert_int_eq(d->counts.moved, 0);
    ck_assert_int_eq(d->counts.awake, 0);
    ck_assert_uint_eq(rigidHash(&scene), hash);
    rigidSceneFree(&scene);
}

/// Lanes of a heap that fell asleep are not walked by later ticks, though one tower is awake.
TEST(lanes_are_packed)
{
    RigidScene scene;
    int *boxes = malloc(800 * sizeof *boxes);
    towers(&scene, 200, 4, boxes);
    for (int j = 0; j < 4; j++) {
        scene.dynamics.bodies.traits[boxes[400 + j]].sleepSpeed = -1.0f;
    }
    fallAsleep(&scene, 796);
    ck_assert_int_lt(scene.dynamics.contacts.lanes.used, 70);
    ck_assert_int_eq(scene.dynamics.counts.solved, 4);
    auditedTicks(&scene, 10);
    crDynamicsWake(&scene.dynamics, boxes[7]);
    auditedTicks(&scene, 10);
    ck_assert_int_eq(scene.dynamics.counts.solved, 8);
    free(boxes);
    rigidSceneFree(&scene);
}

/// A push wakes its tower in the next tick, and no other.
TEST(an_island_wakes_as_a_whole)
{
    RigidScene scene;
    int boxes[12];
    towers(&scene, 3, 4, boxes);
    fallAsleep(&scene, 12);
    crDynamicsWake(&scene.dynamics, boxes[5]);
    auditedTicks(&scene, 1);
    for (int i = 0; i < 12; i++) {
        ck_assert_int_eq(sleeps(&scene, boxes[i]), i < 4 || i >= 8);
    }
    ck_assert_int_eq(scene.dynamics.counts.woken, 4);
    fallAsleep(&scene, 12);
    rigidSceneFree(&scene);
}

/// A box that flies by close to a tower wakes nobody; one that lands on it does, in the tick of the
/// touch: what it hits gives way as if it had never slept.
TEST(near_boxes_wake_nobody)
{
    RigidScene scene;
    int boxes[4];
    towers(&scene, 1, 4, boxes);
    fallAsleep(&scene, 4);
    scene.dynamics.settings.gravity = caromVec2(0.0, 0.0);
    int by = rigidBox(&scene, CR_RIGID_DYNAMIC, -3.0, 4.51, 0.5, 0.5, 0.0); // 1 cm above it
    scene.dynamics.bodies.velocity[by].x = 5.0;
    for (int i = 0; i < 120; i++) {
        auditedTicks(&scene, 1);
        ck_assert_int_eq(sleepers(&scene), 4);
    }
    int on = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 6.0, 0.5, 0.5, 0.0);
    scene.dynamics.bodies.velocity[on].y = -5.0;
    for (int i = 0; i < 60 && sleepers(&scene) == 4; i++) {
        auditedTicks(&scene, 1);
    }
    ck_assert_int_eq(sleepers(&scene), 0);
    ck_assert_double_gt(rigidPose(&scene, on).y, 4.45); // it did not sink in
    rigidSceneFree(&scene);
}

/// What is taken from under a tower wakes it. Others, on the same floor, sleep on.
TEST(what_they_lean_on_is_taken_away)
{
    RigidScene scene;
    int boxes[8];
    rigidSceneInit(&scene, NULL);
    int slabs[2] = {rigidBox(&scene, CR_RIGID_STATIC, 0.0, -1.0, 1.4, 1.0, 0.0),
                    rigidBox(&scene, CR_RIGID_STATIC, 3.0, -1.0, 1.4, 1.0, 0.0)};
    for (int i = 0; i < 8; i++) {
        boxes[i] = rigidBox(&scene, CR_RIGID_DYNAMIC, 3.0 * (i / 4), 0.5 + i % 4, 0.5, 0.5, 0.0);
    }
    letSleep(&scene);
    fallAsleep(&scene, 8);
    ck_assert_ok(crDynamicsRemoveBody(&scene.dynamics, slabs[1]));
    auditedTicks(&scene, 30);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(sleeps(&scene, boxes[i]), i < 4);
    }
    ck_assert_double_lt(rigidPose(&scene, boxes[4]).y, -0.5);
    ck_assert_ok(crDynamicsRemoveBody(&scene.dynamics, boxes[1])); // a sleeper, from a tower
    auditedTicks(&scene, 1);
    ck_assert(!sleeps(&scene, boxes[0]) && !sleeps(&scene, boxes[2]) && !sleeps(&scene, boxes[3]));
    ck_assert_int_ne(slabs[0], 0);
    rigidSceneFree(&scene);
}

/// A kinematic body wakes what stands on it when it starts to move, and what it runs into; what
/// stands on it does not sleep while it moves.
TEST(kinematic_bodies_wake)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    int lift = rigidBox(&scene, CR_RIGID_KINEMATIC, 0.0, -0.5, 2.0, 0.5, 0.0);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.5, 0.5, 0.5, 0.0);
    letSleep(&scene);
    fallAsleep(&scene, 1);
    scene.dynamics.bodies.velocity[lift].y = 0.01; // slower than what may sleep
    auditedTicks(&scene, 120);
    ck_assert(!sleeps(&scene, box));
    ck_assert_double_gt(rigidPose(&scene, box).y, 0.51);
    scene.dynamics.bodies.velocity[lift].y = 0.0;
    fallAsleep(&scene, 1);
    ck_assert_int_eq(crArrayCount(scene.dynamics.contacts.loose), 0);
    int ram = rigidBox(&scene, CR_RIGID_KINEMATIC, -6.0, 0.6, 0.5, 0.5, 0.0);
    scene.dynamics.bodies.velocity[ram].x = 2.0;
    auditedTicks(&scene, 300);
    ck_assert_double_gt(rigidPose(&scene, box).x, 2.0);
    rigidSceneFree(&scene);
}

/// At the top of a throw a body is slow for long, where gravity is weak; yet nothing holds it.
TEST(nobody_sleeps_in_the_air)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.dynamics.settings.gravity = caromVec2(0.0, -0.02);
    int box = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.0, 0.5, 0.5, 0.0);
    int still = rigidBox(&scene, CR_RIGID_DYNAMIC, 3.0, 0.0, 0.5, 0.5, 0.0);
    scene.dynamics.bodies.velocity[box].y = 0.04;
    scene.dynamics.bodies.traits[still].gravityScale = 0.0;
    letSleep(&scene);
    auditedTicks(&scene, 400);
    ck_assert(!sleeps(&scene, box));
    ck_assert(sleeps(&scene, still));
    ck_assert_double_lt(rigidPose(&scene, box).y, 0.0);
    rigidSceneFree(&scene);
}

/// One that moves keeps the whole heap awake; one that may not sleep, too.
TEST(restless_bodies_keep_their_island_awake)
{
    RigidScene scene;
    int boxes[8];
    towers(&scene, 2, 4, boxes);
    scene.dynamics.bodies.traits[boxes[3]].sleepSpeed = -1.0f;
    auditedTicks(&scene, 300);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(sleeps(&scene, boxes[i]), i >= 4);
    }
    rigidSceneFree(&scene);
}

/// Bodies that are made asleep stay so, though they touch each other and the floor.
TEST(made_asleep)
{
    RigidScene scene;
    int boxes[8];
    towers(&scene, 2, 4, boxes);
    ck_assert_ok(crDynamicsSleep(&scene.dynamics, boxes, 8));
    auditedTicks(&scene, 60);
    ck_assert_int_eq(sleepers(&scene), 8);
    ck_assert_int_eq(scene.dynamics.counts.collided, 0);
    crDynamicsWake(&scene.dynamics, boxes[0]);
    auditedTicks(&scene, 1);
    ck_assert_int_eq(sleepers(&scene), 4); // they lean on each other all the same
    rigidSceneFree(&scene);
}

/// A tower that slept and was woken, and one that never slept, are the same to 1 cm.
TEST(slept_and_woken_is_as_never_slept)
{
    RigidScene one, two;
    int boxes[12];
    towers(&one, 1, 12, boxes);
    towers(&two, 1, 12, boxes);
    for (int i = 0; i < 12; i++) {
        two.dynamics.bodies.traits[boxes[i]].sleepSpeed = -1.0f;
    }
    double most = 0.0;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 300; i++) {
            auditedTicks(&one, 1);
            rigidTicks(&two, 1);
            for (int k = 0; k < 12; k++) {
                CrRigidPose a = rigidPose(&one, boxes[k]), b = rigidPose(&two, boxes[k]);
                most = fmax(most, hypot(a.x - b.x, a.y - b.y));
            }
        }
        ck_assert_int_eq(sleepers(&one), 12);
        ck_assert_int_eq(sleepers(&two), 0);
        crDynamicsWake(&one.dynamics, boxes[round]);
        auditedTicks(&one, 1);
        rigidTicks(&two, 1);
        ck_assert_int_eq(sleepers(&one), 0);
    }
    ck_assert_double_lt(most, 0.01);
    rigidSceneFree(&one);
    rigidSceneFree(&two);
}

static void heap(RigidScene *scene, uint64_t seed)
{
    TestRandom random = testRandomSeed(seed);
    rigidSceneInit(scene, NULL);
    scene->rollingResistance = 0.05f;
    rigidBox(scene, CR_RIGID_STATIC, 0.0, FLOOR_Y, 20.0, 1.0, 0.0);
    for (int i = 0; i < 30; i++) {
        double x = 8.0 * testRandomUnit(&random) - 4.0, y = 0.5 + 4.0 * testRandomUnit(&random);
        if (i % 3) {
            rigidBox(scene, CR_RIGID_DYNAMIC, x, y, 0.3, 0.2, 0.0);
        } else {
            rigidDisc(scene, CR_RIGID_DYNAMIC, x, y, 0.2);
        }
    }
    letSleep(scene);
}

/// Ticks from one on, with a reason to wake now and then.
static void heapTicks(RigidScene *scene, int from, int count)
{
    CrDynamics *d = &scene->dynamics;
    for (int tick = from; tick < from + count; tick++) {
        int body = 2 + tick % 30;
        if (tick % 150 == 140 && (d->bodies.traits[body].flags & CR_RIGID_USED)) {
            crDynamicsWake(d, body);
            d->bodies.velocity[body].y += 2.0;
        }
        if (tick == 500) {
            ck_assert_ok(crDynamicsRemoveBody(d, 12));
        }
        auditedTicks(scene, 1);
    }
}

/// Whatever is saved at a tick and restored later goes on with the same bits.
TEST_LOOP(restored_heaps_sleep_on, 8)
{
    RigidScene scene;
    heap(&scene, (uint64_t)_i);
    for (int tick = 0; tick < 900; tick += 10) {
        size_t size = crDynamicsStateSize(&scene.dynamics);
        void *state = malloc(size);
        crDynamicsSave(&scene.dynamics, state);
        heapTicks(&scene, tick, 10);
        uint64_t hash = rigidHash(&scene);
        ck_assert_ok(crDynamicsReserveFor(&scene.dynamics, state, size));
        crDynamicsLoad(&scene.dynamics, state);
        free(state);
        heapTicks(&scene, tick, 10);
        ck_assert_uint_eq(rigidHash(&scene), hash);
    }
    auditedTicks(&scene, 600);
    ck_assert_int_eq(sleepers(&scene), 29);
    rigidSceneFree(&scene);
}
