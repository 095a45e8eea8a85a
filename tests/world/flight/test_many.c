// SPDX-License-Identifier: MIT
// Many at once, where flights are found by place and not one by one: the result is that of a look
// at each of them. How work grows is counted by tests/growth.
#include "../../support/builder.h"
#include "../../support/random.h"

#include <math.h>

#define MANY 60

static CaromVec2 anywhere(TestRandom *random, double size)
{
    return caromVec2(testRandomRange(random, -size, size), testRandomRange(random, -size, size));
}

// ---- blasts

/// Blasts without an impulse change nothing, so each must push all flights with their rim within
/// its radius, in order of their slots.
TEST_WORLD_LOOP(many_blasts_reach_those_that_a_look_at_all_finds, 40, newWorld())
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 discs[MANY], centers[MANY];
    def.radius = testRandomRange(&random, 0.01, 0.5);
    for (int k = 0; k < MANY; k++) {
        def.position = discs[k] = anywhere(&random, 10.0);
        fireShot(world, &def);
    }
    CaromBlast blast = caromBlast();
    blast.radius = testRandomRange(&random, 0.5, 4.0);
    for (int b = 0; b < MANY; b++) {
        centers[b] = anywhere(&random, 10.0);
        ck_assert_ok(caromWorldExplode(world, centers[b], &blast));
    }
    caromWorldStep(world, 0.01);
    CaromEvents events = caromWorldEvents(world);
    int next = 0;
    for (int b = 0; b < MANY; b++) {
        for (int k = 0; k < MANY; k++) {
            double far = hypot(discs[k].x - centers[b].x, discs[k].y - centers[b].y);
            if (far - def.radius <= blast.radius) {
                ck_assert_int_lt(next, events.pushCount);
                ck_assert_uint_eq(events.pushes[next++].projectile.index, (uint32_t)k + 1);
            }
        }
    }
    ck_assert_int_eq(next, events.pushCount);
}

// ---- fuses

/// When two straight flights are first as near as that; never: CAROM_FOREVER.
static double nearTime(CaromVec2 place, CaromVec2 velocity, double reach)
{
    double a = velocity.x * velocity.x + velocity.y * velocity.y,
           b = place.x * velocity.x + place.y * velocity.y,
           c = place.x * place.x + place.y * place.y - reach * reach;
    if (c <= 0.0) {
        return 0.0;
    }
    double d = b * b - a * c;
    return b < 0.0 && d >= 0.0 ? (-b - sqrt(d)) / a : CAROM_FOREVER;
}

static void fireAll(CaromWorld *world, TestRandom *random, CaromProjectileDef *def,
                    CaromVec2 *places, CaromVec2 *velocities)
{
    for (int k = 0; k < MANY; k++) {
        def->position = places[k] = anywhere(random, 20.0);
        def->velocity = velocities[k] = anywhere(random, 10.0);
        fireShot(world, def);
    }
}

/// Fuses that watch for targets go off at the least of the closed forms; no other event happens.
TEST_WORLD_LOOP(many_fuses_go_off_as_each_alone_would, 40, newWorld())
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 targets[MANY], targetSpeeds[MANY], mines[MANY], mineSpeeds[MANY];
    double due[MANY];
    def.radius = 0.1;
    fireAll(world, &random, &def, targets, targetSpeeds);
    def.filter.category = 2;
    def.proximity = 0.4;
    def.proximityFilter.mask = 1;
    fireAll(world, &random, &def, mines, mineSpeeds);
    for (int m = 0; m < MANY; m++) {
        due[m] = CAROM_FOREVER;
        for (int k = 0; k < MANY; k++) {
            due[m] = fmin(due[m], nearTime(caromVec2Sub(mines[m], targets[k]),
                                           caromVec2Sub(mineSpeeds[m], targetSpeeds[k]), 0.6));
        }
    }
    int wentOff = 0, expected = 0;
    while (caromWorldTime(world) < 2.0) {
        caromWorldStep(world, testRandomRange(&random, 0.01, 0.3));
        CaromEvents events = caromWorldEvents(world);
        for (int k = 0; k < events.blastCount; k++, wentOff++) {
            int mine = (int)events.blasts[k].projectile.index - 1 - MANY;
            ck_assert_double_eq_tol(events.blasts[k].time, due[mine], 1e-9);
        }
    }
    for (int m = 0; m < MANY; m++) {
        expected += due[m] <= caromWorldTime(world);
    }
    ck_assert_int_eq(wentOff, expected);
    ck_assert_int_gt(expected, MANY / 4);
}

// ---- piercing

/// Two bullets through circles that lie in each other: at one time they are entered in order of
/// their slots. Among turns, since a grenade is about, both bullets take their hits in turn.
TEST_WORLD_LOOP(circles_at_one_place_are_pierced_in_order, 4, newWorld())
{
    CaromBodyId body = newRest(world);
    for (int k = 0; k < MANY; k++) {
        newCircle(world, body, caromVec2(0, 0), k % 2 ? 1.0 : 2.0);
    }
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_PIERCE;
    def.velocity = caromVec2(100, 0);
    for (int b = 0; b < 2; b++) {
        def.position = caromVec2(-5, b * (_i % 2) * 0.1);
        fireShot(world, &def);
    }
    def.position = caromVec2(0, 100);
    def.fuse = 0.01;
    def.blast.radius = 1.0;
    if (_i / 2) {
        fireShot(world, &def);
    }
    caromWorldStep(world, 1.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.hitCount, 2 * MANY);
    ck_assert_int_eq(events.crossCount, 2 * MANY);
    uint32_t last[2] = {0, 0}, hits[2] = {0, 0};
    for (int k = 0; k < events.hitCount; k++) {
        uint32_t b = events.hits[k].projectile.index - 1, slot = events.hits[k].shape.index;
        bool isInner = hits[b]++ >= MANY / 2; // all outer ones come first
        ck_assert_uint_eq(slot % 2, isInner ? 0 : 1);
        ck_assert(hits[b] == MANY / 2 + 1 || slot > last[b]);
        last[b] = slot;
    }
}

// ---- heaps

typedef struct Heap {
    int64_t slowest, meetings; ///< in one step, and in all
    int parked;
} Heap;

static void takeSteps(CaromWorld *world, int steps, Heap *heap)
{
    for (int s = 0; s < steps; s++) {
        caromWorldStep(world, 1.0 / 60.0);
        CaromCounters counters = caromWorldCounters(world);
        heap->slowest = counters.meetings > heap->slowest ? counters.meetings : heap->slowest;
        heap->meetings += counters.meetings;
        heap->parked += (int)counters.parked;
    }
}

/// Each slow meeting counts for sixteen of 1,000 events in a window, so a disc takes part in 62 of
/// them. It was 15,600 meetings in the slowest step, and 254,000 in all.
TEST_WORLD(discs_that_fall_into_a_v_are_parked_at_a_bounded_cost, newWorldUnder(10.0))
{
    newSegment(world, newRest(world), caromVec2(-99, 99), caromVec2(0, 0));
    newSegment(world, newRest(world), caromVec2(0, 0), caromVec2(99, 99));
    TestRandom random = testRandomSeed(1);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.1;
    def.meetMask = 1;
    def.restitution = 0.5;
    for (int k = 0; k < 256; k++) {
        double x = 0.25 * (k % 8) - 0.875 + testRandomRange(&random, -0.01, 0.01);
        def.position = caromVec2(x, 4.0 + 0.25 * (k / 8));
        fireShot(world, &def);
    }
    Heap heap = {0, 0, 0};
    takeSteps(world, 240, &heap);
    ck_assert_int_le(heap.slowest, 4000);
    ck_assert_int_le(heap.meetings, 40000);
    ck_assert_int_gt(heap.parked, 128);
}

/// A disc that is thrown up and down between two others at rest in the air, without a pull, meets
/// as often as eventLimit lets it, however slowly.
TEST_LOOP(without_a_pull_no_meeting_is_slow, 2)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.eventWindow = 1000.0;
    worldDef.eventLimit = 20;
    worldDef.gravity = caromVec2(0, _i ? -1e-3 : 0.0); // a window's fall is a metre a second
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.5;
    def.meetMask = 1;
    def.mass = 1e9;
    def.position = caromVec2(0, 0);
    fireShot(world, &def);
    def.position = caromVec2(3, 0);
    fireShot(world, &def);
    def.mass = 1.0;
    def.position = caromVec2(1.5, 0);
    def.velocity = caromVec2(0.5, 0);
    CaromProjectileId id = fireShot(world, &def);
    CaromStepFlags flags = CAROM_STEP_OK;
    int meetings = 0;
    while (flags == CAROM_STEP_OK && caromWorldTime(world) < 200.0) {
        flags = caromWorldStep(world, 1.0);
        meetings += caromWorldEvents(world).meetCount;
    }
    ck_assert_int_eq(flags, CAROM_STEP_PARKED);
    ck_assert_int_eq(meetings, _i ? 1 : 20);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PARKED);
    caromWorldDestroy(world);
}
