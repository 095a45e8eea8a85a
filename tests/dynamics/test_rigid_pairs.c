// SPDX-License-Identifier: MIT
// Pairs against a loop over all of them: at each tick exactly those with overlapping boxes are
// contacts.
#include "rigid_scene.h"

#include "../../dynamics/rigid_pairs.h"
#include "../../shapes/array.h"
#include "../support/random.h"

static bool arePaired(const CrDynamics *d, int a, int b)
{
    int at = d->bodies.traits[d->shapes.shape[a].body].firstContact;
    while (at >= 0) {
        const CrRigidContact *contact = &d->contacts.contact[at >> 1];
        if ((contact->shapeA == a && contact->shapeB == b) ||
            (contact->shapeA == b && contact->shapeB == a)) {
            return true;
        }
        at = contact->next[at & 1];
    }
    return false;
}

static int countPairs(const CrDynamics *d)
{
    int count = 0;
    for (int a = 1; a < crArrayCount(d->shapes.shape); a++) {
        for (int b = a + 1; b < crArrayCount(d->shapes.shape); b++) {
            int bodyA = d->shapes.shape[a].body, bodyB = d->shapes.shape[b].body;
            bool overlap = bodyA && bodyB && bodyA != bodyB &&
                           (d->bodies.traits[bodyA].type == CR_RIGID_DYNAMIC ||
                            d->bodies.traits[bodyB].type == CR_RIGID_DYNAMIC) &&
                           crFatBoxesOverlap(&d->shapes.fat[a], &d->shapes.fat[b]);
            ck_assert_int_eq(overlap, bodyA && arePaired(d, a, b));
            count += overlap;
        }
    }
    return count;
}

static CrRigidType randomType(TestRandom *random)
{
    double draw = testRandomUnit(random);
    return draw < 0.15 ? CR_RIGID_STATIC : draw < 0.3 ? CR_RIGID_KINEMATIC : CR_RIGID_DYNAMIC;
}

static void edit(RigidScene *scene, TestRandom *random, int body)
{
    CrDynamics *d = &scene->dynamics;
    double draw = testRandomUnit(random);
    if (!(d->bodies.traits[body].flags & CR_RIGID_USED)) {
        return;
    }
    if (draw < 0.2) {
        ck_assert_ok(crDynamicsRemoveBody(d, body));
        rigidDisc(scene, randomType(random), 8.0 * testRandomUnit(random),
                  8.0 * testRandomUnit(random), 0.4);
    } else if (draw < 0.4) {
        ck_assert_ok(crDynamicsSetEnabled(d, body, draw < 0.3));
    } else if (draw < 0.6) {
        ck_assert_ok(crDynamicsSetType(d, body, randomType(random)));
    } else if (draw < 0.8) {
        ck_assert_ok(crDynamicsRefreshShape(d, d->bodies.traits[body].firstShape));
    } else if (d->bodies.traits[body].type != CR_RIGID_STATIC) {
        d->bodies.pose[body].x = 8.0 * testRandomUnit(random);
        crDynamicsTeleport(d, body);
    }
}

TEST_LOOP(pairs_are_those_of_brute_force, 16)
{
    RigidScene scene;
    TestRandom random = testRandomSeed((uint64_t)_i);
    rigidSceneInit(&scene, NULL);
    scene.dynamics.settings.gravity = caromVec2(0.0, 0.0);
    for (int i = 0; i < 40; i++) {
        double x = 8.0 * testRandomUnit(&random), y = 8.0 * testRandomUnit(&random);
        CrRigidType type = randomType(&random);
        int body = i % 2 ? rigidDisc(&scene, type, x, y, 0.1 + 0.4 * testRandomUnit(&random))
                         : rigidBox(&scene, type, x, y, 0.3, 0.2, 3.0 * testRandomUnit(&random));
        if (type != CR_RIGID_STATIC) {
            scene.dynamics.bodies.velocity[body].x = 8.0 * testRandomUnit(&random) - 4.0;
            scene.dynamics.bodies.velocity[body].y = 8.0 * testRandomUnit(&random) - 4.0;
        }
    }
    int most = 0;
    for (int tick = 0; tick < 60; tick++) {
        ck_assert_ok(crDynamicsFindPairs(&scene.dynamics, TICK));
        int pairs = countPairs(&scene.dynamics);
        most = pairs > most ? pairs : most;
        ck_assert_ok(crDynamicsReserveSolve(&scene.dynamics, TICK));
        ck_assert_ok(crDynamicsSolve(&scene.dynamics, TICK));
        rigidAudit(&scene);
        ck_assert(crBoxCellsValidate(&scene.dynamics.pairs.still));
        edit(&scene, &random, 1 + (int)(39.0 * testRandomUnit(&random)));
    }
    ck_assert_int_gt(most, 10);
    rigidSceneFree(&scene);
}

TEST(shapes_apart_are_looked_at_when_they_may_touch)
{
    RigidScene scene;
    rigidSceneInit(&scene, NULL);
    scene.dynamics.settings.gravity = caromVec2(0.0, 0.0);
    int left = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.0, 0.5, 0.5, 0.0);
    rigidBox(&scene, CR_RIGID_DYNAMIC, 1.06, 0.0, 0.5, 0.5, 0.0); // 0.06 m apart
    rigidTicks(&scene, 1);
    ck_assert_int_eq(scene.dynamics.counts.contacts, 1);
    ck_assert_int_eq(scene.dynamics.counts.collided, 1);
    rigidTicks(&scene, 1);
    ck_assert_int_eq(scene.dynamics.counts.collided, 0);
    scene.dynamics.bodies.velocity[left].x = 0.5; // 8 mm a tick: from a gap of 0.02 m on, solved
    int ticks = 0;
    while (scene.dynamics.counts.solved == 0 && ticks < 10) {
        rigidTicks(&scene, 1);
        ticks++;
    }
    ck_assert_int_eq(ticks, 6); // after five ticks the gap is 0.0183 m
    rigidSceneFree(&scene);
}

/// A heap that is stirred; bodies turn, too.
static void makeHeap(RigidScene *scene)
{
    rigidSceneInit(scene, NULL);
    rigidBox(scene, CR_RIGID_STATIC, 0.0, -1.0, 20.0, 1.0, 0.0);
    for (int i = 0; i < 120; i++) {
        double x = 0.7 * (i % 8) + 0.1 * (i % 3), y = 0.5 + 0.7 * (i / 8);
        int body = i % 3
                       ? rigidBox(scene, CR_RIGID_DYNAMIC, x, y, 0.3, 0.1 + 0.05 * (i % 5), 0.3 * i)
                       : rigidDisc(scene, CR_RIGID_DYNAMIC, x, y, 0.25);
        scene->dynamics.bodies.velocity[body].x = i % 7 - 3.0;
        scene->dynamics.bodies.velocity[body].spin = i % 5 - 2.0;
    }
}

TEST(what_is_left_out_changes_no_bit)
{
    RigidScene scene, all;
    int looked = 0, lookedAll = 0;
    makeHeap(&scene);
    makeHeap(&all);
    for (int tick = 0; tick < 200; tick++) {
        crArraySetCount(all.dynamics.contacts.far, 0);
        rigidTicks(&scene, 1);
        rigidTicks(&all, 1);
        ck_assert_uint_eq(rigidHash(&scene), rigidHash(&all));
        looked += scene.dynamics.counts.collided;
        lookedAll += all.dynamics.counts.collided;
    }
    ck_assert_int_lt(4 * looked, 3 * lookedAll);
    rigidSceneFree(&scene);
    rigidSceneFree(&all);
}
