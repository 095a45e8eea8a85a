// SPDX-License-Identifier: MIT
// The same bits from every instruction set, and after going back to a copy of the state; and no
// trace of a tick that was refused for want of memory.
#include "rigid_scene.h"

#include "../../dynamics/solver.h"
#include "../support/meter.h"
#include "../support/random.h"

/// Boxes and discs that fall onto each other between walls.
static void pour(RigidScene *scene, TestRandom *random, int count)
{
    rigidBox(scene, CR_RIGID_STATIC, 0.0, -1.0, 10.0, 1.0, 0.0);
    rigidBox(scene, CR_RIGID_STATIC, -7.0, 10.0, 1.0, 10.0, 0.0);
    rigidBox(scene, CR_RIGID_STATIC, 7.0, 10.0, 1.0, 10.0, 0.0);
    for (int i = 0; i < count; i++) {
        double x = -5.0 + (i % 9) * 1.2, y = 1.0 + (i / 9) * 1.3,
               size = 0.2 + 0.3 * testRandomUnit(random);
        scene->restitution = i % 7 == 0 ? 0.5f : 0.0f;
        scene->rollingResistance = i % 5 == 0 ? 0.05f : 0.0f;
        if (i % 3 == 0) {
            rigidDisc(scene, CR_RIGID_DYNAMIC, x, y, size);
        } else {
            rigidBox(scene, CR_RIGID_DYNAMIC, x, y, size, 0.3, 3.0 * testRandomUnit(random));
        }
    }
}

TEST_LOOP(all_widths_give_the_same_bits, 8)
{
    const CrSolver *all[CR_SOLVERS_MOST];
    int count = crSolverAll(all);
    uint64_t hashes[CR_SOLVERS_MOST];
    for (int i = 0; i < count; i++) {
        RigidScene scene;
        TestRandom random = testRandomSeed((uint64_t)_i);
        rigidSceneInit(&scene, NULL);
        scene.dynamics.solver = all[i];
        pour(&scene, &random, 90);
        rigidTicks(&scene, 200);
        rigidAudit(&scene);
        hashes[i] = rigidHash(&scene);
        ck_assert_msg(hashes[i] == hashes[0], "%s", all[i]->name);
        rigidSceneFree(&scene);
    }
}

TEST_LOOP(a_copy_of_the_state_has_the_same_future, 8)
{
    RigidScene scene;
    TestRandom random = testRandomSeed((uint64_t)_i);
    rigidSceneInit(&scene, NULL);
    pour(&scene, &random, 60);
    rigidTicks(&scene, 40 + 10 * _i);
    size_t size = crDynamicsStateSize(&scene.dynamics);
    void *state = malloc(size);
    ck_assert_ptr_nonnull(state);
    crDynamicsSave(&scene.dynamics, state);
    rigidTicks(&scene, 60);
    uint64_t hash = rigidHash(&scene);
    ck_assert_ok(crDynamicsReserveFor(&scene.dynamics, state, size));
    crDynamicsLoad(&scene.dynamics, state);
    rigidAudit(&scene);
    rigidTicks(&scene, 60);
    ck_assert(rigidHash(&scene) == hash);
    free(state);
    rigidSceneFree(&scene);
}

/// Memory fails at each request of a tick in turn; the tick is tried again and gives the same bits.
TEST(a_tick_without_memory_changes_nothing)
{
    Meter meter = {0, 0, METER_NEVER, false};
    CaromAllocator allocator = {meterResize, &meter};
    uint64_t expected = 0;
    for (int fails = 0; fails < 2; fails++) {
        RigidScene scene;
        TestRandom random = testRandomSeed(7);
        rigidSceneInit(&scene, &allocator);
        pour(&scene, &random, 60);
        for (int tick = 0; tick < 80; tick++) {
            for (int skip = 0; fails; skip++) {
                meter.calls = 0;
                meter.failFrom = skip;
                CaromError error = crDynamicsTick(&scene.dynamics, TICK);
                meter.failFrom = METER_NEVER;
                if (!error) {
                    break;
                }
                ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
                rigidAudit(&scene);
            }
            if (!fails) {
                rigidTicks(&scene, 1);
            }
        }
        ck_assert(fails == 0 || rigidHash(&scene) == expected);
        expected = rigidHash(&scene);
        rigidSceneFree(&scene);
    }
    ck_assert_int_eq((int)meter.held, 0);
}

TEST(bodies_without_memory_are_refused)
{
    for (int skip = 0;; skip++) {
        Meter meter = {0, 0, skip, false};
        CaromAllocator allocator = {meterResize, &meter};
        RigidScene scene;
        rigidSceneInit(&scene, &allocator);
        int body = rigidBox(&scene, CR_RIGID_DYNAMIC, 0.0, 0.0, 0.5, 0.5, 0.0);
        rigidSceneFree(&scene);
        ck_assert_int_eq((int)meter.held, 0);
        if (body) {
            break;
        }
    }
}
