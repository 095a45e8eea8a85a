// SPDX-License-Identifier: MIT
// Tasks give the same bits: storms with steps done in parts, by one thread in any order or by
// several, against the same storm without tasks. For so few bullets tasks would not pay; the tests
// use them all the same.
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/movers.h"
#include "../../support/storms.h"

#ifdef CAROM_TEST_THREADS
#include <pthread.h>
#endif

#include "../../../shapes/array.h"
#include "../../../world/data/world.h"

#define BULLETS 3000
#define STEPS 8
#define DT (1.0 / 60.0)

// ---- runners

/// What a runner was asked for.
typedef struct Job {
    CaromTaskFunction *task;
    void *context;
    int index;
} Job;

static void runBackwards(void *calls, CaromTaskFunction *task, void *context, int count)
{
    ++*(int *)calls;
    while (count > 0) {
        task(context, --count);
    }
}

/// Some twice, some of which there are none, most not at all: what a game must not do.
static void runBadly(void *calls, CaromTaskFunction *task, void *context, int count)
{
    ++*(int *)calls;
    task(context, count / 2);
    task(context, count / 2);
    task(context, count);
    task(context, -1);
}

#ifdef CAROM_TEST_THREADS
static void *runJob(void *job)
{
    const Job *j = job;
    j->task(j->context, j->index);
    return NULL;
}

static void runOnThreads(void *calls, CaromTaskFunction *task, void *context, int count)
{
    pthread_t threads[64];
    Job jobs[64];
    ++*(int *)calls;
    for (int i = 0; i < count; i++) {
        Job job = {task, context, i};
        jobs[i] = job;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, runJob, &jobs[i]), 0);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
}
#endif

static CaromRunFunction *const runners[] = {runBackwards, runBadly,
#ifdef CAROM_TEST_THREADS
                                            runOnThreads
#endif
};
#define RUNNERS (int)(sizeof runners / sizeof *runners)

// ---- the same bits

TEST_LOOP(storms_go_alike, 16)
{
    static const int counts[] = {2, 3, 7, 1, 64};
    int calls = 0, count = counts[_i % 5];
    CaromWorld *plain = stormMake(_i, BULLETS, NULL), *other = stormMake(_i, BULLETS, NULL);
    stormUseTasks(other, runners[_i % RUNNERS], &calls, count);
    for (int step = 1; step <= STEPS; step++) {
        stormFire(plain, _i, step);
        stormFire(other, _i, step);
        ck_assert_int_eq(caromWorldStepTo(plain, step * DT), caromWorldStepTo(other, step * DT));
        stormCompare(plain, other, _i, step);
        stormCompareCounters(plain, other, _i, step);
        if (step == STEPS / 2) { // more flights, and other tasks
            stormFill(plain, _i + 1000, BULLETS / 2);
            stormFill(other, _i + 1000, BULLETS / 2);
            stormUseTasks(other, runners[(_i + 1) % RUNNERS], &calls, count);
        }
    }
    // Tasks learn the number of hits in the first step.
    ck_assert_int_ge(calls, count > 1 ? 2 * STEPS : 0);
    ck_assert_int_eq(calls > 0, count > 1);
    ck_assert(caromWorldValidate(other));
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

/// Discs, points, some of them pulled, some of which may settle.
static void fireDiscs(CaromWorld *world, int seed)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    double half = stormHalf(seed);
    for (int k = 0; k < BULLETS / 4; k++) {
        CaromProjectileDef def = newShot(stormPlace(&random, 0.98 * half, k % 3 == 0),
                                         stormPlace(&random, 4.0 * half, k % 7 == 0));
        def.radius = k % 2 ? 0.004 * half : 0.0;
        def.acceleration.y = k % 3 ? -half : 0.0;
        def.gravityScale = 0.0;
        def.restitution = k % 5 ? 1.0 : 0.7;
        def.restTime = k % 8 ? 0.0 : 1.0;
        def.bounces = k % 9 ? CAROM_UNLIMITED : 3;
        def.linearDrag = k % 10 ? 0.0 : 0.5;
        caromProjectileFire(world, &def);
    }
}

TEST_LOOP(discs_and_what_is_pulled_go_alike, 12)
{
    int calls = 0;
    CaromWorld *worlds[3]; // plain, alone, in tasks
    for (int w = 0; w < 3; w++) {
        CaromWorldDef def = stormDef(_i);
        worlds[w] = caromWorldCreate(&def, NULL);
        worlds[w]->plain = w == 0;
        stormFill(worlds[w], _i, BULLETS / 4);
        fireDiscs(worlds[w], _i);
    }
    stormUseTasks(worlds[2], runners[_i % RUNNERS], &calls, 2 + _i % 4);
    for (int step = 1; step <= STEPS; step++) {
        for (int w = 0; w < 3; w++) {
            caromWorldStepTo(worlds[w], step * DT);
        }
        stormCompare(worlds[0], worlds[2], _i, step);
        stormCompare(worlds[1], worlds[2], _i, step);
    }
    ck_assert_int_ge(calls, STEPS);
    for (int w = 0; w < 3; w++) {
        ck_assert(caromWorldValidate(worlds[w]));
        caromWorldDestroy(worlds[w]);
    }
}

/// Far apart in time, so that most of a step's hits are bounces of few.
TEST_LOOP(long_steps_go_alike, 4)
{
    int calls = 0;
    CaromWorld *plain = stormMake(_i, BULLETS, NULL), *other = stormMake(_i, BULLETS, NULL);
    stormUseTasks(other, runners[_i % RUNNERS], &calls, 3);
    for (int step = 1; step <= 3; step++) {
        caromWorldStepTo(plain, step * 0.15);
        caromWorldStepTo(other, step * 0.15);
        stormCompare(plain, other, _i, step);
        stormCompareCounters(plain, other, _i, step);
    }
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

/// Among bodies that move, which no task lets a flight meet.
TEST_LOOP(storms_among_moving_go_alike, 12)
{
    int calls = 0;
    Movers plain = moversAdd(stormMake(_i, BULLETS, NULL), _i),
           other = moversAdd(stormMake(_i, BULLETS, NULL), _i);
    stormUseTasks(other.world, runners[_i % RUNNERS], &calls, 2 + _i % 5);
    for (int step = 1; step <= STEPS; step++) {
        if (step % 3 == 0) {
            moversDisturb(&plain);
            moversDisturb(&other);
        }
        caromWorldStepTo(plain.world, step * DT);
        caromWorldStepTo(other.world, step * DT);
        stormCompare(plain.world, other.world, _i, step);
        stormCompareCounters(plain.world, other.world, _i, step);
    }
    ck_assert_int_ge(calls, 2 * STEPS);
    caromWorldDestroy(plain.world);
    caromWorldDestroy(other.world);
}

/// Among sensors, at rest and, in every second storm, moving.
TEST_LOOP(storms_among_sensors_go_alike, 12)
{
    int calls = 0;
    CaromWorld *worlds[2];
    CaromBodyId zones[2];
    int64_t crossings = 0;
    for (int k = 0; k < 2; k++) {
        worlds[k] = stormMake(_i, BULLETS, NULL);
        zones[k] = stormAddSensors(worlds[k], _i);
        if (_i % 2) {
            caromBodyDestroy(worlds[k], zones[k]);
        }
    }
    stormUseTasks(worlds[1], runners[_i % RUNNERS], &calls, 2 + _i % 5);
    for (int step = 1; step <= STEPS; step++) {
        for (int k = 0; k < 2; k++) {
            if (_i % 2 == 0 && step % 3 == 0) {
                caromBodySetVelocity(worlds[k], zones[k], caromVec2(4.0 - step, step));
            }
            caromWorldStepTo(worlds[k], step * DT);
        }
        stormCompare(worlds[0], worlds[1], _i, step);
        stormCompareCounters(worlds[0], worlds[1], _i, step);
        crossings += caromWorldEvents(worlds[1]).crossCount;
    }
    ck_assert_int_ge(calls, 2 * STEPS);
    ck_assert_int_ge(crossings, 20);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

/// Small steps are done without.
TEST(small_steps_use_none)
{
    int calls = 0;
    CaromWorld *world = stormMake(_i, BULLETS, NULL);
    ck_assert_ok(caromWorldSetTasks(world, runBackwards, &calls, 4));
    caromWorldStepTo(world, 1e-3);
    ck_assert_int_lt(caromWorldEvents(world).hitCount, 1000);
    ck_assert_int_eq(calls, 0);
    caromWorldDestroy(world);
}

// ---- memory

TEST_RANGE(a_steady_storm_asks_for_no_memory, 1, 3)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    int calls = 0;
    CaromWorld *world = stormMake(_i, BULLETS, &allocator);
    stormUseTasks(world, runBackwards, &calls, 3);
    for (int step = 1; step <= 4; step++) { // with more hits than shall come
        caromWorldStepTo(world, step * 3.0 * DT);
    }
    int before = meter.calls;
    for (int step = 13; step <= 12 + STEPS; step++) {
        caromWorldStepTo(world, step * DT);
    }
    ck_assert_int_eq(meter.calls, before);
    caromWorldDestroy(world);
    ck_assert_uint_eq(meter.held, 0);
}

/// Without memory for more, tasks do with what there is, and hits are reported as far as there is
/// room.
TEST_RANGE(without_memory_the_state_is_the_same, 1, 3)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    int calls = 0;
    CaromWorld *plain = stormMake(_i, BULLETS, NULL), *other = stormMake(_i, BULLETS, &allocator);
    meter.failFrom = meter.calls;
    ck_assert_int_eq(caromWorldSetTasks(other, runBackwards, &calls, 3), CAROM_ERROR_MEMORY);
    ck_assert_int_eq(other->tasks.count, 1);
    meter.failFrom = METER_NEVER;
    stormUseTasks(other, runBackwards, &calls, 3);
    for (int step = 1; step <= 6; step++) {
        double time = (step < 3 ? step : 3 * step) * DT; // the third is longer
        meter.failFrom = step == 3 ? meter.calls : METER_NEVER;
        bool lacks = caromWorldStepTo(other, time) & CAROM_STEP_EVENTS_DROPPED;
        caromWorldStepTo(plain, time);
        CaromEvents all = caromWorldEvents(plain), told = caromWorldEvents(other);
        ck_assert(lacks == (told.dropped > 0) && lacks == (step == 3));
        ck_assert_uint_eq(caromWorldHash(plain), caromWorldHash(other));
        ck_assert_uint_eq((uint64_t)(all.hitCount + all.endCount + all.modeCount),
                          (uint64_t)(told.hitCount + told.endCount + told.modeCount) +
                              told.dropped);
    }
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
    ck_assert_uint_eq(meter.held, 0);
}

// ---- what a runner may do

typedef struct Nosy {
    CaromWorld *world;
    int refused;
} Nosy;

static void runNosily(void *nosy, CaromTaskFunction *task, void *context, int count)
{
    Nosy *n = nosy;
    CaromProjectileDef def = caromProjectileDef();
    n->refused += caromProjectileFire(n->world, &def).index == 0 &&
                  caromWorldLastError(n->world) == CAROM_ERROR_BUSY;
    n->refused += caromWorldSetTasks(n->world, NULL, NULL, 1) == CAROM_ERROR_BUSY;
    for (int i = 0; i < count; i++) {
        task(context, i);
    }
}

TEST(a_runner_edits_nothing)
{
    CaromWorld *plain = stormMake(_i, BULLETS, NULL), *world = stormMake(_i, BULLETS, NULL);
    Nosy nosy = {world, 0};
    ck_assert_ok(caromWorldSetTasks(world, runNosily, &nosy, 2));
    world->tasks.leastFlights = 1;
    caromWorldStepTo(plain, DT);
    caromWorldStepTo(world, DT);
    stormCompare(plain, world, _i, 1);
    ck_assert_int_ge(nosy.refused, 2);
    ck_assert_ok(caromWorldSetTasks(world, NULL, NULL, 64)); // none
    caromWorldStepTo(plain, 2.0 * DT);
    caromWorldStepTo(world, 2.0 * DT);
    stormCompare(plain, world, _i, 2);
    ck_assert_int_eq(nosy.refused % 2, 0);
    caromWorldDestroy(plain);
    caromWorldDestroy(world);
}

/// A volley that hits a wall at one time: its events are in order as they come, and nothing is
/// left to sort side by side.
TEST(events_that_come_in_order_go_alike)
{
    enum { VOLLEY = 600 };
    int calls = 0;
    CaromVec2 positions[VOLLEY], velocities[VOLLEY];
    CaromWorld *worlds[2];
    for (int w = 0; w < 2; w++) {
        CaromProjectileDef shot = caromProjectileDef();
        worlds[w] = newWorld();
        newSegment(worlds[w], newRest(worlds[w]), caromVec2(8, -9), caromVec2(8, 999));
        for (int i = 0; i < VOLLEY; i++) {
            positions[i] = caromVec2(0.0, i + 0.5);
            velocities[i] = caromVec2(16.0, 0.0);
        }
        ck_assert_ok(
            caromProjectileFireMany(worlds[w], &shot, positions, velocities, VOLLEY, NULL));
    }
    stormUseTasks(worlds[1], runBackwards, &calls, 3);
    for (int step = 1; step <= 4; step++) {
        caromWorldStepTo(worlds[0], step * 0.25);
        caromWorldStepTo(worlds[1], step * 0.25);
        stormCompare(worlds[0], worlds[1], 0, step);
        ck_assert_int_eq(caromWorldEvents(worlds[1]).hitCount, step == 2 ? VOLLEY : 0);
    }
    ck_assert_int_gt(calls, 0);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}
