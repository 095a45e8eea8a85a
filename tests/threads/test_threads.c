// SPDX-License-Identifier: MIT
// The pool of threads: each task once, by any number of threads, whoever calls and from wherever;
// the same bits of storms as without; misuse refused or harmless; what it can't have, given back.
#include "../support/flight_field.h"
#include "../support/meter.h"
#include "../support/storms.h"

#include <fenv.h>
#include <limits.h>

#include "../../shapes/rounding.h"
#include "../../threads/pool_make.h"

#define BULLETS 3000
#define STEPS 8
#define DT (1.0 / 60.0)

static CaromThreadPool *makePool(int count)
{
    CaromError error = CAROM_ERROR_FULL;
    CaromThreadPool *pool = caromThreadPoolCreate(count, NULL, &error);
    ck_assert_ok(error);
    ck_assert_ptr_nonnull(pool);
#ifdef CR_THREADS_NONE
    ck_assert_int_eq(caromThreadPoolCount(pool), 1);
#else
    ck_assert_int_eq(caromThreadPoolCount(pool), count);
#endif
    return pool;
}

static void endPool(CaromThreadPool *pool)
{
    ck_assert_ok(caromThreadPoolDestroy(pool));
}

// ---- each task once

#define MOST_TASKS 20000

/// What tasks did: each its own part.
typedef struct Done {
    CaromThreadPool *pool;
    int refused; ///< by a task that must not end its pool
    int times[MOST_TASKS];
    double work[MOST_TASKS];
    bool rounds[MOST_TASKS];
} Done;

static void doTask(void *context, int index)
{
    Done *done = context;
    done->times[index]++;
    done->rounds[index] = crRoundsAsExpected();
    for (int i = 0; i < index % 200; i++) {
        done->work[index] += (double)i;
    }
}

static Done *newDone(CaromThreadPool *pool)
{
    Done *done = calloc(1, sizeof *done);
    done->pool = pool;
    return done;
}

static void checkDone(const Done *done, int count, int times)
{
    int wrong = -1; // each assert writes to Check's parent
    for (int i = 0; i < MOST_TASKS && wrong < 0; i++) {
        wrong = done->times[i] == (i < count ? times : 0) ? -1 : i;
    }
    ck_assert_msg(wrong < 0, "task %d of %d: not %d times", wrong, count, times);
}

TEST_RANGE(each_task_is_done_once, 1, 9)
{
    static const int counts[] = {0, 1, 2, 3, 7, 8, 63, 64, 65, 1000, MOST_TASKS, -1, INT_MIN};
    CaromThreadPool *pool = makePool(_i);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        Done *done = newDone(pool);
        caromThreadPoolRun(pool, doTask, done, counts[k]);
        checkDone(done, counts[k], 1);
        free(done);
    }
    endPool(pool);
}

/// Runs close after each other, and so far apart that the threads sleep in between.
TEST_RANGE(threads_wake_again, 1, 5)
{
    CaromThreadPool *pool = makePool(_i);
    Done *done = newDone(pool);
    volatile double idle = 0.0;
    int runs = flightTestShare(2000);
    for (int run = 0; run < runs; run++) {
        caromThreadPoolRun(pool, doTask, done, 16);
        for (int k = 0; k < (run % 20 ? 0 : 100000); k++) {
            idle += k;
        }
    }
    ck_assert(idle > 0.0);
    checkDone(done, 16, runs);
    free(done);
    endPool(pool);
}

TEST(a_pool_that_did_nothing_ends)
{
    for (int count = 1; count <= CAROM_THREAD_POOL_MOST; count++) {
        endPool(makePool(count));
    }
}

/// A task that hands out tasks of its own, eight to each of sixteen.
static void doTasksWithin(void *context, int index)
{
    Done *done = context;
    Done *within = newDone(done->pool);
    caromThreadPoolRun(done->pool, doTask, within, 8);
    for (int i = 0; i < 8; i++) {
        done->times[index] += within->times[i];
    }
    free(within);
    if (index == 0) { // asserts are for one thread
        done->refused += caromThreadPoolDestroy(done->pool) == CAROM_ERROR_BUSY;
    }
}

TEST_RANGE(tasks_may_have_tasks, 2, 6)
{
    CaromThreadPool *pool = makePool(_i);
    Done *done = newDone(pool);
#ifndef CR_THREADS_NONE
    caromThreadPoolRun(pool, doTasksWithin, done, 16);
    ck_assert_int_eq(done->refused, 1);
    checkDone(done, 16, 8);
    caromThreadPoolRun(pool, doTask, done, 16); // it goes on
    checkDone(done, 16, 9);
#endif
    free(done);
    endPool(pool);
}

/// A run that its caller does alone is one, too.
static void endWithin(void *context, int index)
{
    Done *done = context;
    done->times[index]++;
    done->refused += caromThreadPoolDestroy(done->pool) == CAROM_ERROR_BUSY;
}

TEST_RANGE(no_pool_ends_within_a_task, 2, 6)
{
    CaromThreadPool *pool = makePool(_i);
    Done *done = newDone(pool);
    caromThreadPoolRun(pool, endWithin, done, 1);
    ck_assert_int_eq(done->refused, 1);
    free(done);
    endPool(pool);
}

/// Threads of one pool run tasks on another, all at once.
static void runOnOther(void *context, int index)
{
    Done *const *done = context;
    for (int k = 0; k < 50; k++) {
        caromThreadPoolRun(done[index]->pool, doTask, done[index], 40);
    }
}

TEST_RANGE(many_may_run_at_once, 1, 5)
{
    CaromThreadPool *callers = makePool(4), *pool = makePool(_i);
    Done *done[4];
    for (int i = 0; i < 4; i++) {
        done[i] = newDone(pool);
    }
    caromThreadPoolRun(callers, runOnOther, done, 4);
    for (int i = 0; i < 4; i++) {
        checkDone(done[i], 40, 50);
        free(done[i]);
    }
    endPool(callers);
    endPool(pool);
}

#ifdef FE_UPWARD
/// Threads take over how the one that starts them rounds; the pool's don't keep it.
TEST(its_threads_round_as_expected)
{
    bool can = fesetround(FE_UPWARD) == 0;
    CaromThreadPool *pool = caromThreadPoolCreate(4, NULL, NULL);
    ck_assert(!can || fesetround(FE_TONEAREST) == 0);
    Done *done = newDone(pool);
    caromThreadPoolRun(pool, doTask, done, MOST_TASKS);
#if defined(__SSE2__) || defined(__aarch64__) // where caromThreadPrepare puts threads right
    for (int i = 0; i < MOST_TASKS; i++) {
        ck_assert(done->rounds[i]);
    }
#endif
    checkDone(done, MOST_TASKS, 1);
    free(done);
    endPool(pool);
}
#endif

// ---- the same bits

TEST_LOOP(storms_go_alike, flightTestShare(16))
{
    int threads = 8 - _i % 8, counts[] = {threads, 64, threads + 1};
    CaromThreadPool *pool = makePool(threads);
    CaromWorld *plain = stormMake(_i, BULLETS, NULL), *other = stormMake(_i, BULLETS, NULL);
    stormUseTasks(other, caromThreadPoolRun, pool, counts[_i % 3]);
    for (int step = 1; step <= STEPS; step++) {
        stormFire(plain, _i, step);
        stormFire(other, _i, step);
        ck_assert_int_eq(caromWorldStepTo(plain, step * DT), caromWorldStepTo(other, step * DT));
        stormCompare(plain, other, _i, step);
        stormCompareCounters(plain, other, _i, step);
    }
    ck_assert_int_gt(caromWorldEvents(plain).hitCount, 0);
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
    endPool(pool);
}

typedef struct Herd {
    CaromWorld *worlds[8];
    double time;
} Herd;

static void stepOne(void *context, int index)
{
    Herd *herd = context;
    caromWorldStepTo(herd->worlds[index], herd->time);
}

/// The tasks of a pool step worlds; their steps request tasks from the same pool.
TEST_LOOP(one_pool_serves_many_worlds, flightTestShare(4))
{
    CaromThreadPool *pool = makePool(2 + _i % 3);
    Herd plain, tasks;
    for (int i = 0; i < 8; i++) {
        plain.worlds[i] = stormMake(8 * _i + i, BULLETS / 4, NULL);
        tasks.worlds[i] = stormMake(8 * _i + i, BULLETS / 4, NULL);
        stormUseTasks(tasks.worlds[i], caromThreadPoolRun, pool, 2 + i);
    }
    for (int step = 1; step <= STEPS; step++) {
        plain.time = tasks.time = step * DT;
        for (int i = 0; i < 8; i++) {
            stepOne(&plain, i);
        }
        caromThreadPoolRun(pool, stepOne, &tasks, step % 2 ? 8 : 4);
        for (int i = 4; i < 8 && step % 2 == 0; i++) {
            stepOne(&tasks, i); // one after the other
        }
        for (int i = 0; i < 8; i++) {
            stormCompare(plain.worlds[i], tasks.worlds[i], 8 * _i + i, step);
        }
    }
    for (int i = 0; i < 8; i++) {
        caromWorldDestroy(plain.worlds[i]);
        caromWorldDestroy(tasks.worlds[i]);
    }
    endPool(pool);
}

// ---- misuse, and what fails

TEST(wrong_counts_are_refused)
{
    static const int wrong[] = {0, -1, INT_MIN, CAROM_THREAD_POOL_MOST + 1, INT_MAX};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        CaromError error = CAROM_OK;
        ck_assert_ptr_null(caromThreadPoolCreate(wrong[k], NULL, &error));
        ck_assert_int_eq(error, CAROM_ERROR_COUNT);
        ck_assert_ptr_null(caromThreadPoolCreate(wrong[k], NULL, NULL));
    }
}

TEST(nothing_is_harmless)
{
    CaromThreadPool *pool = makePool(2);
    Done *done = newDone(pool);
    caromThreadPoolRun(NULL, doTask, done, 10); // in turn
    checkDone(done, 10, 1);
    caromThreadPoolRun(pool, NULL, done, 10);
    caromThreadPoolRun(NULL, NULL, NULL, 10);
    checkDone(done, 10, 1);
    ck_assert_ok(caromThreadPoolDestroy(NULL));
    ck_assert_int_eq(caromThreadPoolCount(NULL), 0);
    free(done);
    endPool(pool);
}

TEST_RANGE(memory_is_asked_for_once, 1, 4)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CaromError error;
    CaromThreadPool *pool = caromThreadPoolCreate(_i, &allocator, &error);
    Done *done = newDone(pool);
    for (int run = 0; run < 10; run++) {
        caromThreadPoolRun(pool, doTask, done, 100);
    }
    ck_assert_int_eq(meter.calls, 1);
    endPool(pool);
    ck_assert_uint_eq(meter.held, 0);
    free(done);
    meter.failFrom = meter.calls;
    ck_assert_ptr_null(caromThreadPoolCreate(_i, &allocator, &error));
    ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
    ck_assert_uint_eq(meter.held, 0);
}

#ifndef CR_THREADS_NONE
/// Threads that start before one does not.
static int startsLeft;

static bool startSome(CrThread *thread, CrThreadBody *body, void *context)
{
    return startsLeft-- > 0 && crThreadStart(thread, body, context);
}

TEST(a_thread_that_does_not_start_leaves_nothing)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    for (int starts = 0; starts < 8; starts++) {
        CaromError error = CAROM_OK;
        startsLeft = starts;
        CaromThreadPool *pool = crThreadPoolMake(8, &allocator, startSome, &error);
        ck_assert_int_eq(pool == NULL, starts < 7);
        ck_assert_int_eq(error, starts < 7 ? CAROM_ERROR_THREAD : CAROM_OK);
        ck_assert_ok(caromThreadPoolDestroy(pool));
        ck_assert_uint_eq(meter.held, 0);
    }
}
#endif
