// SPDX-License-Identifier: MIT
// A thread that rounds otherwise than to nearest, or takes subnormal numbers for zero, gets no
// other bits, and one that traps no signal: its edits and steps are refused and change nothing, its
// tasks are left to the step's thread.
#include "../support/storms.h"

#include <fenv.h>
#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

#include "../../shapes/rounding.h"
#include "../../world/data/world.h"
#include "../support/assertions.h"

// ---- ways to calculate otherwise

typedef enum Way { WAY_USUAL, WAY_UP, WAY_DOWN, WAY_TO_ZERO, WAY_FLUSH, WAY_TAKE, WAYS } Way;

static bool setRounding(int direction)
{
    return fesetround(direction) == 0;
}

#if defined(__SSE2__) || defined(_M_X64)
static bool setFlushing(unsigned bits)
{
    _mm_setcsr((_mm_getcsr() & ~0x8040u) | bits);
    return true;
}
#else
static bool setFlushing(unsigned bits)
{
    return bits == 0;
}
#endif

/// @returns false where this machine, or its C library, can't.
static bool calculate(Way way)
{
    bool usual = setFlushing(0) && setRounding(FE_TONEAREST);
    switch (way) {
#ifdef FE_UPWARD
    case WAY_UP:
        return setRounding(FE_UPWARD);
    case WAY_DOWN:
        return setRounding(FE_DOWNWARD);
    case WAY_TO_ZERO:
        return setRounding(FE_TOWARDZERO);
#endif
    case WAY_FLUSH:
        return setFlushing(0x8000u);
    case WAY_TAKE:
        return setFlushing(0x0040u);
    default:
        return way == WAY_USUAL && usual;
    }
}

// ---- tests

TEST_LOOP(every_other_way_is_noticed, WAYS)
{
    Way way = (Way)_i;
    bool can = calculate(way), asked = crRoundsAsExpected(), told = crRoundsByResults();
    ck_assert(calculate(WAY_USUAL));
    ck_assert_int_eq(asked, way == WAY_USUAL || !can);
    ck_assert_int_eq(told, asked);
}

/// A thread that calculates otherwise is prepared, where the processor lets us, or says that it is
/// not.
TEST_LOOP(a_thread_is_prepared_or_says_that_it_is_not, WAYS)
{
    (void)calculate((Way)_i);
    bool prepared = caromThreadPrepare(), usual = crRoundsByResults();
    ck_assert(calculate(WAY_USUAL));
    ck_assert_int_eq(prepared, usual);
#if defined(__SSE2__) || defined(_M_X64) || defined(__aarch64__)
    ck_assert(prepared);
#endif
}

TEST_RANGE(edits_and_steps_are_refused_and_change_nothing, 1, WAYS)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    CaromBodyDef body = caromBodyDef();
    CaromProjectileDef shot = caromProjectileDef();
    CaromError error = CAROM_OK;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    caromProjectileFire(world, &shot);
    caromWorldStep(world, 0.25);
    uint64_t hash = caromWorldHash(world);
    if (calculate((Way)_i)) {
        CaromWorld *other = caromWorldCreate(&def, &error);
        bool made = caromBodyCreate(world, &body).index != 0;
        bool fired = caromProjectileFire(world, &shot).index != 0;
        CaromStepFlags flags = caromWorldStep(world, 0.25);
        CaromError last = caromWorldLastError(world);
        calculate(WAY_USUAL);
        ck_assert_ptr_null(other);
        ck_assert_int_eq(error, CAROM_ERROR_ROUNDING);
        ck_assert(!made && !fired);
        ck_assert_int_eq(flags, CAROM_STEP_REFUSED);
        ck_assert_int_eq(last, CAROM_ERROR_ROUNDING);
        ck_assert(caromWorldHash(world) == hash);
        ck_assert(caromWorldTime(world) == 0.25);
    }
    calculate(WAY_USUAL);
    ck_assert_int_eq(caromWorldStep(world, 0.25), CAROM_STEP_OK);
    caromWorldDestroy(world);
}

#if defined(__SSE2__) || defined(_M_X64)
/// The host's debugging aids, as feenableexcept, or a runtime that traps by default: infinities of
/// the library's kernels, which are no faults, ended the program with a signal.
TEST_LOOP(a_thread_that_traps_is_refused_and_prepared, 6)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    CaromError error = CAROM_OK;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    unsigned usual = _mm_getcsr();
    _mm_setcsr(usual & ~(0x80u << _i)); // invalid, subnormal, by zero, overflow, underflow, inexact
    bool asked = crRoundsAsExpected();
    CaromWorld *other = caromWorldCreate(&def, &error);
    CaromStepFlags flags = caromWorldStep(world, 0.25);
    bool prepared = caromThreadPrepare();
    unsigned left = _mm_getcsr();
    _mm_setcsr(usual);
    ck_assert(!asked);
    ck_assert_ptr_null(other);
    ck_assert_int_eq(error, CAROM_ERROR_ROUNDING);
    ck_assert_int_eq(flags, CAROM_STEP_REFUSED);
    ck_assert(prepared);
    ck_assert_uint_eq(left & 0x1f80u, 0x1f80u);
    caromWorldDestroy(world);
}
#endif

/// Each second task on a thread, as it seems, that calculates otherwise.
static void runOtherwise(void *way, CaromTaskFunction *task, void *context, int count)
{
    for (int i = 0; i < count; i++) {
        calculate(i % 2 ? *(const Way *)way : WAY_USUAL);
        task(context, i);
    }
    calculate(WAY_USUAL);
}

static CaromWorld *storm(Way *way)
{
    CaromWorldDef def = stormDef(4);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    stormFill(world, 4, 3000);
    if (way != NULL) {
        ck_assert_ok(caromWorldSetTasks(world, runOtherwise, way, 4));
        world->tasks.leastFlights = world->tasks.leastEvents = 1;
    }
    return world;
}

TEST_RANGE(tasks_of_such_threads_are_left_to_the_step, 1, WAYS)
{
    Way way = (Way)_i;
    CaromWorld *plain = storm(NULL), *tasks = storm(&way);
    for (int step = 0; step < 4; step++) {
        caromWorldStep(plain, 1.0 / 60.0);
        caromWorldStep(tasks, 1.0 / 60.0);
        stormCompare(plain, tasks, 4, step);
    }
    caromWorldDestroy(plain);
    caromWorldDestroy(tasks);
}
