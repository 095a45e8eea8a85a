// SPDX-License-Identifier: MIT
// Sleep in a world: what wakes bodies, what does not, and that frames and restores change nothing.
#include "../../support/builder.h"

#include <stdlib.h>

static CaromBodyId newCrate(CaromWorld *world, CaromVec2 position)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = position;
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    return body;
}

/// Two towers of three crates, each on a slab of its own.
typedef struct Yard {
    CaromWorld *world;
    CaromShapeId slab[2];
    CaromBodyId crate[6];
} Yard;

static Yard newYard(void)
{
    Yard yard = {.world = newWorldUnder(10.0)};
    ck_assert_ok(caromWorldSetSleepEnabled(yard.world, true));
    CaromBodyId rest = newRest(yard.world);
    for (int i = 0; i < 2; i++) {
        yard.slab[i] = newBox(yard.world, rest, caromVec2(6.0 * i, -1.0), caromVec2(2.0, 1.0));
    }
    for (int i = 0; i < 6; i++) {
        yard.crate[i] = newCrate(yard.world, caromVec2(6.0 * (i / 3), 0.5 + i % 3));
    }
    return yard;
}

static int awakeOf(const Yard *yard)
{
    int bits = 0;
    for (int i = 0; i < 6; i++) {
        bits |= caromBodyIsAwake(yard->world, yard->crate[i]) << i;
    }
    return bits;
}

static void settle(const Yard *yard)
{
    for (int i = 0; i < 600 && awakeOf(yard) != 0; i++) {
        caromWorldStep(yard->world, 1.0 / 60.0);
    }
    ck_assert_int_eq(awakeOf(yard), 0);
    ck_assert(caromWorldValidate(yard->world));
}

static int awakeAfter(const Yard *yard, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        caromWorldStep(yard->world, 1.0 / 60.0);
    }
    ck_assert(caromWorldValidate(yard->world));
    return awakeOf(yard);
}

TEST(calls_wake_an_island)
{
    Yard yard = newYard();
    CaromWorld *world = yard.world;
    settle(&yard);
    ck_assert_ok(caromBodyApplyLinearImpulseToCenter(world, yard.crate[1], caromVec2(0.1, 0.0)));
    ck_assert_int_eq(awakeOf(&yard), 2);
    ck_assert_int_eq(awakeAfter(&yard, 2), 7);
    settle(&yard);
    ck_assert_ok(caromBodySetForce(world, yard.crate[3], caromVec2(0.0, 0.1)));
    ck_assert_int_eq(awakeAfter(&yard, 2), 56);
    settle(&yard);
    ck_assert_ok(caromBodySetMassData(world, yard.crate[0], (CaromMassData){2.0, {0.0, 0.0}, 1.0}));
    ck_assert_int_eq(awakeAfter(&yard, 2), 7);
    settle(&yard);
    ck_assert_ok(caromWorldSetGravity(world, caromVec2(0.0, -9.0)));
    ck_assert_int_eq(awakeAfter(&yard, 2), 63);
    settle(&yard);
    ck_assert_ok(caromBodySetSleepEnabled(world, yard.crate[2], false));
    ck_assert_int_eq(awakeAfter(&yard, 200), 7);
    ck_assert_ok(caromWorldSetSleepEnabled(world, false));
    ck_assert_int_eq(awakeAfter(&yard, 2), 63);
    endWorld(world);
}

TEST(edits_of_what_they_lean_on_wake)
{
    Yard yard = newYard();
    CaromFilter none = {2, 0, 0};
    settle(&yard);
    ck_assert_ok(caromShapeSetFilter(yard.world, yard.slab[0], none));
    ck_assert_int_eq(awakeAfter(&yard, 2), 7);
    ck_assert_ok(caromShapeDestroy(yard.world, yard.slab[1]));
    ck_assert_int_eq(awakeAfter(&yard, 2), 63);
    ck_assert_double_lt(caromBodyTransform(yard.world, yard.crate[0]).position.y, 0.5);
    endWorld(yard.world);
}

/// A crate that falls past a tower, 1 cm beside it, wakes nobody; one that falls on it does.
TEST(only_touches_wake)
{
    Yard yard = newYard();
    settle(&yard);
    newCrate(yard.world, caromVec2(1.01, 3.3));
    ck_assert_int_eq(awakeAfter(&yard, 30), 0);
    newCrate(yard.world, caromVec2(6.0, 5.0));
    ck_assert_int_eq(awakeAfter(&yard, 60), 56);
    endWorld(yard.world);
}

/// Asleep by a call: with its island, whatever that does.
TEST(a_call_puts_an_island_to_sleep)
{
    Yard yard = newYard();
    ck_assert_int_eq(awakeAfter(&yard, 10), 63);
    ck_assert_ok(caromBodySetAwake(yard.world, yard.crate[1], false));
    ck_assert_int_eq(awakeOf(&yard), 56);
    ck_assert_int_eq(awakeAfter(&yard, 15), 56);
    endWorld(yard.world);
}

/// Also a world's own setting of sleep, in both directions, and with it who sleeps.
TEST(a_restore_brings_back_whether_bodies_sleep)
{
    Yard yard = newYard();
    CaromWorld *world = yard.world;
    for (int sleeps = 0; sleeps < 2; sleeps++) {
        size_t size = 0;
        settle(&yard);
        ck_assert_ok(caromWorldSetSleepEnabled(world, sleeps != 0));
        int awake = awakeAfter(&yard, 2);
        ck_assert_int_eq(awake, sleeps ? 0 : 63);
        uint64_t hash = caromWorldHash(world);
        size_t capacity = caromWorldStateSize(world);
        void *state = malloc(capacity);
        ck_assert_ok(caromWorldSaveState(world, state, capacity, &size));
        ck_assert_ok(caromWorldSetSleepEnabled(world, sleeps == 0));
        ck_assert_int_eq(awakeAfter(&yard, 120), sleeps ? 63 : 0);
        ck_assert_ok(caromWorldRestoreState(world, state, size));
        ck_assert_int_eq(caromWorldIsSleepEnabled(world), sleeps != 0);
        ck_assert_uint_eq(caromWorldHash(world), hash);
        ck_assert_int_eq(awakeAfter(&yard, 120), awake);
        ck_assert_ok(caromWorldSetSleepEnabled(world, true));
        free(state);
    }
    endWorld(world);
}

static void disturb(const Yard *yard, int tick)
{
    if (tick == 200) {
        caromBodyApplyLinearImpulseToCenter(yard->world, yard->crate[1], caromVec2(1.5, 0.0));
    } else if (tick == 300) {
        newCrate(yard->world, caromVec2(6.2, 4.5));
    } else if (tick == 500) {
        caromShapeDestroy(yard->world, yard->slab[1]);
    }
}

static uint64_t playAt(int rate)
{
    Yard yard = newYard();
    for (int frame = 0; frame < 10 * rate; frame++) {
        if (frame % (rate / 60) == 0) {
            disturb(&yard, frame / (rate / 60));
        }
        caromWorldStepTo(yard.world, (frame + 1) / (double)rate);
    }
    uint64_t hash = caromWorldHash(yard.world);
    endWorld(yard.world);
    return hash;
}

TEST(frames_change_no_bit)
{
    ck_assert_uint_eq(playAt(60), playAt(120));
    ck_assert_uint_eq(playAt(60), playAt(240));
}

/// Saved and restored at each tick, as a state and as a snapshot.
TEST(restores_change_no_bit)
{
    Yard one = newYard(), two = newYard();
    for (int tick = 0; tick < 600; tick++) {
        disturb(&one, tick);
        disturb(&two, tick);
        caromWorldStepTo(one.world, (tick + 1) / 60.0);
        size_t size = caromWorldStateSize(two.world);
        void *state = malloc(size);
        ck_assert_ok(caromWorldSaveState(two.world, state, size, NULL));
        caromWorldStepTo(two.world, (tick + 3) / 60.0);
        ck_assert_ok(caromWorldRestoreState(two.world, state, size));
        free(state);
        if (tick % 3 == 0) {
            size = caromWorldSnapshotSize(two.world);
            void *bytes = malloc(size);
            ck_assert_ok(caromWorldSave(two.world, bytes, size, NULL));
            ck_assert_ok(caromWorldRestore(two.world, bytes, size));
            free(bytes);
        }
        caromWorldStepTo(two.world, (tick + 1) / 60.0);
        ck_assert_uint_eq(caromWorldHash(one.world), caromWorldHash(two.world));
    }
    endWorld(one.world);
    endWorld(two.world);
}
