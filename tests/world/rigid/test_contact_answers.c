// SPDX-License-Identifier: MIT
// Answers of the contact callback are kept by pair: who is asked again, who is not, and in which
// order. Of sleepers, of shapes in a former one's slot, of bodies pushed between two ticks.
#include <math.h>

#include "../../support/builder.h"
#include "../../support/meter.h"

enum { MOST = 200 };

#define TICK (1.0 / 60.0)

typedef struct Log {
    CaromContactAction action;
    int count;
    CaromContactQuestion asked[MOST];
} Log;

static CaromContactAction answer(void *context, const CaromWorld *world,
                                 const CaromContactQuestion *question)
{
    Log *log = context;
    (void)world;
    ck_assert_int_lt(log->count, MOST);
    log->asked[log->count++] = *question;
    return log->action;
}

static CaromWorld *newAsking(Log *log, CaromContactAction action)
{
    CaromWorld *world = newWorldUnder(10.0);
    *log = (Log){.action = action};
    ck_assert_ok(caromWorldSetContactCallback(world, answer, log));
    return world;
}

/// A box of 2·half on a body, that asks.
static CaromShapeId newAsker(CaromWorld *world, CaromBodyId body, CaromVec2 half)
{
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    return madeShape(caromShapeCreateBox(world, body, &asks, caromVec2(0.0, 0.0), half));
}

/// A platform with its top at y.
static CaromShapeId newPlatform(CaromWorld *world, double x, double y)
{
    return newAsker(world, newRestAt(world, caromVec2(x, y - 0.1)), caromVec2(1.0, 0.1));
}

/// A crate of 1 m with its feet at y.
static CaromBodyId newCrate(CaromWorld *world, double x, double y)
{
    CaromBodyId body =
        newBody(world, CAROM_BODY_DYNAMIC, caromVec2(x, y + 0.5), caromVec2(0.0, 0.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    return body;
}

static void ticks(CaromWorld *world, int count)
{
    double from = round(caromWorldTime(world) / TICK);
    for (int k = 1; k <= count; k++) {
        caromWorldStepTo(world, (from + k) / 60.0);
    }
}

static double feetOf(const CaromWorld *world, CaromBodyId body)
{
    return caromBodyTransform(world, body).position.y - 0.5;
}

/// An answer for once ends with its tick, but nobody is asked about what sleeps, and it does not
/// fall through. As it wakes, the question comes again.
TEST(nobody_is_asked_about_sleepers)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_COLLIDE_ONCE);
    ck_assert_ok(caromWorldSetSleepEnabled(world, true));
    newPlatform(world, 0.0, 0.0);
    CaromBodyId crate = newCrate(world, 0.0, 0.0);
    ticks(world, 100);
    ck_assert(!caromBodyIsAwake(world, crate));
    int count = log.count;
    ck_assert_int_gt(count, 10);
    ticks(world, 60);
    ck_assert_int_eq(log.count, count);
    ck_assert_double_eq_tol(feetOf(world, crate), 0.0, 0.01);
    log.action = CAROM_CONTACT_IGNORE;
    ck_assert_ok(caromBodySetAwake(world, crate, true));
    ticks(world, 60);
    ck_assert_int_eq(log.count, count + 1);
    ck_assert_double_lt(feetOf(world, crate), -2.0);
    endWorld(world);
}

/// At one tick pairs are asked about in the order of their shapes, in which order they come near
/// does not matter.
TEST(questions_are_in_the_order_of_shapes)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_COLLIDE);
    CaromBodyId before = newCrate(world, -0.6, 0.0);
    newPlatform(world, 0.0, 0.0);
    CaromBodyId after = newCrate(world, 0.6, 0.0);
    newPlatform(world, 5.0, 0.0);
    newCrate(world, 5.0, 0.0);
    ticks(world, 2);
    ck_assert_int_eq(log.count, 3);
    for (int k = 1; k < log.count; k++) {
        const CaromContactQuestion *a = &log.asked[k - 1], *b = &log.asked[k];
        ck_assert(a->time == b->time);
        ck_assert(a->shapeA.index < b->shapeA.index ||
                  (a->shapeA.index == b->shapeA.index && a->shapeB.index < b->shapeB.index));
    }
    ck_assert_uint_eq(log.asked[0].bodyA.index, before.index);
    ck_assert_uint_eq(log.asked[1].bodyB.index, after.index);
    endWorld(world);
}

/// A crate over a seam of a chain that was made after it has two contacts with one shape.
TEST(a_chain_made_later_asks_once)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_COLLIDE);
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    CaromBodyId crate = newCrate(world, 0.0, 0.3);
    ticks(world, 2);
    CaromVec2 points[] = {{2.0, 0.0}, {0.3, 0.0}, {0.1, 0.0}, {-0.1, 0.0}, {-2.0, 0.0}};
    madeShape(caromShapeCreateChain(world, newRest(world), &asks, points, 5, 0));
    ticks(world, 60);
    ck_assert_int_eq(log.count, 1);
    ck_assert_double_eq_tol(feetOf(world, crate), 0.0, 0.01);
    endWorld(world);
}

/// caromShapeSetAskContacts forgets the answers about a shape, and no others: whether the shape is
/// older or younger than what it met.
TEST_LOOP(only_answers_about_the_shape_are_forgotten, 2)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_COLLIDE);
    CaromBodyId crates[3] = {{0}};
    CaromShapeId platforms[3];
    for (int k = 0; k < 3; k++) {
        crates[k] = _i == 0 ? newCrate(world, 5.0 * k, 0.0) : crates[0];
        platforms[k] = newPlatform(world, 5.0 * k, 0.0);
        crates[k] = _i == 1 ? newCrate(world, 5.0 * k, 0.0) : crates[k];
    }
    ticks(world, 30);
    ck_assert_int_eq(log.count, 3);
    log.action = CAROM_CONTACT_IGNORE;
    ck_assert_ok(caromShapeSetAskContacts(world, platforms[1], true));
    ticks(world, 60);
    ck_assert_int_eq(log.count, 4);
    const CaromContactQuestion *last = &log.asked[3];
    ck_assert_uint_eq(_i == 0 ? last->shapeB.index : last->shapeA.index, platforms[1].index);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(feetOf(world, crates[k]) < -1.0, k == 1);
    }
    endWorld(world);
}

/// A world that never asked before: what stands on a platform falls as soon as it is let through.
TEST(a_platform_begins_to_ask_under_a_crate)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_IGNORE);
    CaromShapeId floor = newBox(world, newRest(world), caromVec2(0.0, -0.1), caromVec2(2.0, 0.1));
    CaromBodyId crate = newCrate(world, 0.0, 0.0);
    ticks(world, 60);
    ck_assert_int_eq(log.count, 0);
    ck_assert_double_eq_tol(feetOf(world, crate), 0.0, 0.01);
    ck_assert_ok(caromShapeSetAskContacts(world, floor, true));
    ticks(world, 60);
    ck_assert_int_eq(log.count, 1);
    ck_assert_double_lt(feetOf(world, crate), -2.0);
    endWorld(world);
}

/// A platform that replaces a destroyed one, or a crate that does, may have its slot, but none of
/// its answers.
TEST_LOOP(answers_are_not_those_of_a_slots_former_shape, 4)
{
    Log log;
    bool older = (_i & 1) != 0, crateGoes = (_i & 2) != 0;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_IGNORE);
    CaromBodyId rest = newRestAt(world, caromVec2(0.0, -0.1)), crate = {0};
    CaromShapeId platform = {0};
    for (int k = 0; k < 2; k++) {
        if ((k == 0) == older) {
            platform = newAsker(world, rest, caromVec2(1.0, 0.1));
        } else {
            crate = newCrate(world, 0.0, 0.0);
        }
    }
    ticks(world, 6);
    ck_assert_int_eq(log.count, 1);
    log.action = CAROM_CONTACT_COLLIDE;
    if (crateGoes) {
        ck_assert_ok(caromBodyDestroy(world, crate));
        crate = newCrate(world, 0.0, 0.0);
    } else {
        ck_assert_ok(caromShapeDestroy(world, platform));
        platform = newAsker(world, rest, caromVec2(1.0, 0.1));
        CaromTransform place = caromBodyTransform(world, crate);
        place.position = caromVec2(0.0, 0.5);
        ck_assert_ok(caromBodySetTransform(world, crate, place));
        ck_assert_ok(caromBodySetVelocity(world, crate, caromVec2(0.0, 0.0)));
    }
    ticks(world, 60);
    ck_assert_int_eq(log.count, 2);
    ck_assert_double_eq_tol(feetOf(world, crate), 0.0, 0.02);
    endWorld(world);
}

/// Of a body with two feet only one asks: the other one stands on the platform.
TEST(shapes_ask_for_themselves)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_IGNORE);
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    CaromBodyId table =
        newBody(world, CAROM_BODY_DYNAMIC, caromVec2(0.0, 0.5), caromVec2(0.0, 0.0));
    CaromShapeId foot = newBox(world, table, caromVec2(0.0, 0.0), caromVec2(1.0, 0.5));
    CaromShapeId ghost = madeShape(
        caromShapeCreateBox(world, table, &asks, caromVec2(0.0, -1.0), caromVec2(0.2, 0.5)));
    ticks(world, 60);
    ck_assert_int_eq(log.count, 1);
    ck_assert_uint_eq(log.asked[0].shapeB.index, ghost.index);
    ck_assert_uint_ne(log.asked[0].shapeA.index, foot.index);
    ck_assert_double_eq_tol(feetOf(world, table), 0.0, 0.01);
    endWorld(world);
}

/// A shape that asked is destroyed, another one begins to ask twice over: each pair is asked about
/// as if it had always been so.
TEST(askers_come_and_go)
{
    Log log;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_COLLIDE);
    CaromShapeId first = newPlatform(world, 0.0, 0.0), second = newPlatform(world, 5.0, 0.0);
    CaromBodyId crates[2] = {newCrate(world, 0.0, 0.0), newCrate(world, 5.0, 0.0)};
    ticks(world, 30);
    ck_assert_int_eq(log.count, 2);
    ck_assert_ok(caromShapeDestroy(world, first));
    newPlatform(world, 0.0, -2.0);
    ticks(world, 2);
    ck_assert_ok(caromShapeSetFilter(world, second, caromShapeDef().filter));
    ticks(world, 120);
    ck_assert_int_eq(log.count, 3); // about the new one; the answer about the second holds
    ck_assert_double_eq_tol(feetOf(world, crates[0]), -2.0, 0.01);
    ck_assert_double_eq_tol(feetOf(world, crates[1]), 0.0, 0.01);
    endWorld(world);
}

// ---- between two ticks

/// Half a tick on, a crate that floats 10 cm below a platform is pushed up: to 30 cm in that half.
static void push(CaromWorld *world, CaromBodyId crate)
{
    double rest = floor(caromWorldTime(world) / TICK + 0.25);
    caromWorldStepTo(world, (rest + 0.5) / 60.0);
    ck_assert_ok(caromBodySetVelocity(world, crate, caromVec2(0.0, 36.0)));
    caromWorldStepTo(world, (rest + 0.9) / 60.0);
}

/// The pushed crate and the platform, in either order, beside others that have been asked about
/// before: pairs that come first, last, or have a shape in common with the new one.
TEST_LOOP(a_push_is_asked_about_beside_other_pairs, 8)
{
    Log log;
    bool ignores = (_i & 1) != 0, older = (_i & 2) != 0, shared = (_i & 4) != 0;
    CaromWorld *world = newAsking(&log, CAROM_CONTACT_COLLIDE);
    CaromBodyId crate = {0};
    CaromShapeId lid = {0};
    newPlatform(world, -5.0, 0.0);
    newCrate(world, -5.0, 0.0);
    for (int k = 0; k < 2; k++) {
        if ((k == 0) == older) {
            lid = newPlatform(world, 0.0, 2.0);
        } else {
            crate = newCrate(world, 0.0, 0.7);
            ck_assert_ok(caromBodySetGravityScale(world, crate, 0.0));
        }
    }
    newPlatform(world, 5.0, 0.0);
    newCrate(world, 5.0, 0.0);
    if (shared) {
        newCrate(world, 0.0, 2.0);
    }
    ticks(world, 30);
    ck_assert_int_eq(log.count, shared ? 3 : 2);
    log.count = 0;
    log.action = ignores ? CAROM_CONTACT_IGNORE : CAROM_CONTACT_COLLIDE;
    push(world, crate);
    ck_assert_int_eq(log.count, 1);
    const CaromContactQuestion *asked = &log.asked[0];
    ck_assert_uint_eq(older ? asked->shapeA.index : asked->shapeB.index, lid.index);
    ck_assert_double_eq_tol(older ? asked->velocityB.y : asked->velocityA.y, 36.0, 1e-9);
    ck_assert_double_eq_tol(older ? asked->normal.y : -asked->normal.y, -1.0, 1e-9);
    ck_assert_int_eq(feetOf(world, crate) > 0.83, ignores);
    if (!ignores) { // pushed again within the tick, it is stopped by the same answer
        ck_assert_ok(caromBodySetVelocity(world, crate, caromVec2(0.0, 900.0)));
        ticks(world, 1);
        ck_assert_int_eq(log.count, 1);
        ck_assert_double_lt(feetOf(world, crate), 0.8 + 0.25 * 0.5 + 1e-3); // as deep as it may get
    }
    endWorld(world);
}

/// A crate with a speed of its own reaches the platform before the first tick of its world.
TEST(the_first_moments_of_a_world_are_asked_about)
{
    for (int ignores = 0; ignores < 2; ignores++) {
        Log log;
        CaromWorld *world = newAsking(&log, ignores ? CAROM_CONTACT_IGNORE : CAROM_CONTACT_COLLIDE);
        newPlatform(world, 0.0, 2.0);
        CaromBodyId crate = newCrate(world, 0.0, 0.7);
        ck_assert_ok(caromBodySetVelocity(world, crate, caromVec2(0.0, 60.0)));
        caromWorldStepTo(world, 0.9 * TICK);
        ck_assert_int_eq(log.count, 1);
        ck_assert_int_eq(feetOf(world, crate) > 0.83, ignores);
        endWorld(world);
    }
}

/// A tick that stops for want of memory and is stepped again asks nothing a second time, though
/// answers hold for one tick only.
TEST(a_tick_that_is_tried_again_asks_nothing_twice)
{
    int counts[2];
    for (int refuses = 0; refuses < 2; refuses++) {
        Log log = {.action = CAROM_CONTACT_COLLIDE_ONCE};
        Meter meter;
        CaromWorldDef def = newWorldDef();
        def.allocator = meterAllocator(&meter);
        def.gravity = caromVec2(0.0, -10.0);
        CaromWorld *world = newWorldOf(&def);
        ck_assert_ok(caromWorldSetContactCallback(world, answer, &log));
        newPlatform(world, 0.0, 0.0);
        for (int k = 0; k < 30; k++) {
            newCrate(world, 0.0, k * 1.02);
            for (int skip = 0; caromWorldTime(world) < (k + 1) / 60.0; skip++) {
                meter.calls = 0;
                meter.failFrom = refuses ? skip : METER_NEVER;
                caromWorldStepTo(world, (k + 1) / 60.0);
                meter.failFrom = METER_NEVER;
            }
        }
        counts[refuses] = log.count;
        endWorld(world);
    }
    ck_assert_int_eq(counts[0], counts[1]);
}
