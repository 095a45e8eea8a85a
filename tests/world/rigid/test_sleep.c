// SPDX-License-Identifier: MIT
// Sleep in a world: what wakes bodies, what does not, and that frames and restores change nothing.
#include "../../support/builder.h"

#include <math.h>
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

/// Where the time to fall asleep is below a tick, a body that is woken falls asleep in the same one.
TEST(who_wakes_and_sleeps_in_one_tick_is_asleep)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -10.0);
    def.sleepTime = 1e-6;
    CaromWorld *world = newWorldOf(&def);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(9.0, 1.0));
    CaromBodyDef body = caromBodyDef();
    body.type = CAROM_BODY_DYNAMIC;
    body.position = caromVec2(0.0, 0.5);
    CaromBodyId crate = caromBodyCreate(world, &body);
    newBox(world, crate, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    for (int k = 0; k < 60; k++) {
        caromWorldStep(world, 1.0 / 60.0);
    }
    ck_assert(!caromBodyIsAwake(world, crate));
    for (int k = 0; k < 3; k++) {
        ck_assert_ok(caromBodySetAwake(world, crate, true));
        ck_assert(caromBodyIsAwake(world, crate));
        caromWorldStep(world, 1.0 / 60.0);
        ck_assert(!caromBodyIsAwake(world, crate));
        ck_assert(caromWorldValidate(world));
    }
    endWorld(world);
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

/// A kinematic wall that stands 2 cm beside a tower, and begins to move or to turn, wakes it as it
/// comes to it, not before.
TEST_LOOP(a_wall_that_begins_to_move_wakes_at_the_touch, 2)
{
    Yard yard = newYard();
    CaromBodyId wall = newMoving(yard.world, caromVec2(-1.0, 1.5), caromVec2(0.0, 0.0));
    newBox(yard.world, wall, caromVec2(0.0, 0.0), caromVec2(0.48, 1.4));
    settle(&yard);
    awakeAfter(&yard, 2);
    if (_i == 0) { // 1/60 s a millimetre
        ck_assert_ok(caromBodySetVelocity(yard.world, wall, caromVec2(0.06, 0.0)));
    } else { // its upper corner comes nearer by 1.4 mm a tick
        ck_assert_ok(caromBodySetAngularVelocity(yard.world, wall, -0.06));
    }
    ck_assert_int_eq(awakeAfter(&yard, 10), 0);
    ck_assert_int_eq(awakeAfter(&yard, 30), 7);
    ck_assert_double_gt(caromBodyTransform(yard.world, yard.crate[2]).position.x, 0.002);
    endWorld(yard.world);
}

static CaromContactAction ignore(void *context, const CaromWorld *world,
                                 const CaromContactQuestion *question)
{
    (void)context, (void)world, (void)question;
    return CAROM_CONTACT_IGNORE;
}

/// A lift that the callback lets pass goes through a tower that sleeps, stops within it and goes
/// on, and wakes nobody. A tower that is woken with it inside stands as it did.
TEST(what_is_let_through_wakes_nobody)
{
    Yard yard = newYard();
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    ck_assert_ok(caromWorldSetContactCallback(yard.world, ignore, NULL));
    settle(&yard);
    CaromBodyId lift = newMoving(yard.world, caromVec2(0.0, 5.0), caromVec2(0.0, -3.0));
    madeShape(
        caromShapeCreateBox(yard.world, lift, &asks, caromVec2(0.0, 0.0), caromVec2(0.4, 0.4)));
    ck_assert_int_eq(awakeAfter(&yard, 60), 0);
    ck_assert_ok(caromBodySetVelocity(yard.world, lift, caromVec2(0.0, 0.0)));
    ck_assert_int_eq(awakeAfter(&yard, 30), 0);
    ck_assert_ok(caromBodySetAwake(yard.world, yard.crate[0], true));
    ck_assert_int_eq(awakeAfter(&yard, 2), 7);
    settle(&yard);
    ck_assert_double_eq_tol(caromBodyTransform(yard.world, yard.crate[2]).position.y, 2.5, 0.01);
    ck_assert_ok(caromBodySetVelocity(yard.world, lift, caromVec2(0.0, 3.0)));
    ck_assert_int_eq(awakeAfter(&yard, 60), 0);
    endWorld(yard.world);
}

/// A crate that is put to sleep before any tick has seen it stays where it was made: alone in its
/// world, and beside others.
TEST(a_crate_sleeps_from_the_beginning)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyId crates[2] = {newCrate(world, caromVec2(0.0, 7.0))};
    ck_assert_ok(caromBodySetAwake(world, crates[0], false));
    caromWorldStepTo(world, 0.5);
    crates[1] = newCrate(world, caromVec2(5.0, 7.0));
    ck_assert_ok(caromBodySetAwake(world, crates[1], false));
    caromWorldStepTo(world, 1.0);
    for (int k = 0; k < 2; k++) {
        ck_assert(!caromBodyIsAwake(world, crates[k]));
        ck_assert(caromBodyTransform(world, crates[k]).position.y == 7.0);
    }
    ck_assert_ok(caromBodySetAwake(world, crates[1], true));
    caromWorldStepTo(world, 2.0);
    ck_assert_double_lt(caromBodyTransform(world, crates[1]).position.y, 3.0);
    endWorld(world);
}

/// What was put to sleep and stops being dynamic at once follows its new type.
TEST(a_sleeper_becomes_kinematic_before_the_tick)
{
    Yard yard = newYard();
    awakeAfter(&yard, 10);
    ck_assert_ok(caromBodySetAwake(yard.world, yard.crate[2], false));
    ck_assert_ok(caromBodySetType(yard.world, yard.crate[2], CAROM_BODY_KINEMATIC));
    ck_assert_ok(caromBodySetVelocity(yard.world, yard.crate[2], caromVec2(0.0, 1.0)));
    for (int i = 0; i < 60; i++) {
        caromWorldStep(yard.world, 1.0 / 60.0);
    }
    ck_assert_double_eq_tol(caromBodyTransform(yard.world, yard.crate[2]).position.y, 3.5, 0.02);
    endWorld(yard.world);
}

TEST(who_may_sleep_is_told)
{
    Yard yard = newYard();
    ck_assert(caromBodyIsSleepEnabled(yard.world, yard.crate[0]));
    ck_assert_ok(caromBodySetSleepEnabled(yard.world, yard.crate[0], false));
    ck_assert(!caromBodyIsSleepEnabled(yard.world, yard.crate[0]));
    ck_assert_int_eq(awakeAfter(&yard, 300), 7); // its tower stays awake with it
    ck_assert_ok(caromBodySetSleepEnabled(yard.world, yard.crate[0], true));
    ck_assert(caromBodyIsSleepEnabled(yard.world, yard.crate[0]));
    settle(&yard);
    ck_assert_ok(caromBodySetSleepEnabled(yard.world, yard.crate[0], true));
    ck_assert_int_eq(awakeOf(&yard), 0); // that wakes nobody
    endWorld(yard.world);
}

static int contactsOf(const Yard *yard, int crate, CaromContact contacts[4], double *carried)
{
    int count = caromBodyContacts(yard->world, yard->crate[crate], contacts, 4);
    ck_assert_int_le(count, 4);
    *carried = 0.0;
    for (int k = 0; k < count; k++) {
        *carried += contacts[k].normalImpulse[0] + contacts[k].normalImpulse[1];
    }
    return count;
}

/// Contacts of sleepers are as they fell asleep: the lowest of three crates of 1 kg bears two on
/// its top, and the floor bears three: 50 N through a tick. What is only near has no contact.
TEST(sleepers_have_contacts)
{
    Yard yard = newYard();
    CaromContact contacts[4];
    double carried;
    CaromBodyId near = newCrate(yard.world, caromVec2(1.01, 0.5));
    settle(&yard);
    for (int i = 0; i < 300 && caromBodyIsAwake(yard.world, near); i++) {
        awakeAfter(&yard, 1);
    }
    ck_assert(!caromBodyIsAwake(yard.world, near));
    ck_assert_int_eq(contactsOf(&yard, 0, contacts, &carried), 2);
    ck_assert_double_eq_tol(carried, 50.0 / 60.0, 0.02);
    for (int k = 0; k < 2; k++) {
        ck_assert(contacts[k].solved);
        ck_assert_int_eq(contacts[k].manifold.count, 2);
        ck_assert_double_eq_tol(fabs(contacts[k].manifold.normal.y), 1.0, 1e-6);
        for (int p = 0; p < 2; p++) {
            CaromVec2 at = contacts[k].manifold.points[p].point;
            ck_assert_double_eq_tol(fabs(at.x), 0.5, 0.01);
            ck_assert_double_eq_tol(at.y, at.y < 0.5 ? 0.0 : 1.0, 0.01);
            ck_assert_double_eq_tol(contacts[k].manifold.points[p].separation, 0.0, 0.006);
        }
    }
    endWorld(yard.world);
}

/// Of two crates that slide on ice, one on the other, one is destroyed, and a crate far away is
/// made in its slot. That one is put to sleep, or the slider that is left: each alone.
TEST_LOOP(a_former_island_does_not_fall_asleep, 2)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef ice = caromShapeDef();
    ice.bodyFriction = 0.0;
    madeShape(caromShapeCreateBox(world, newRest(world), &ice, caromVec2(0.0, -1.0),
                                  caromVec2(99.0, 1.0)));
    CaromBodyId below = newCrate(world, caromVec2(0.0, 0.5)), above, far;
    above = newCrate(world, caromVec2(0.0, 1.5));
    ck_assert_ok(caromBodySetVelocity(world, below, caromVec2(5.0, 0.0)));
    ck_assert_ok(caromBodySetVelocity(world, above, caromVec2(5.0, 0.0)));
    caromWorldStepTo(world, 1.0);
    ck_assert_ok(caromBodyDestroy(world, above));
    far = newCrate(world, caromVec2(50.0, 9.0));
    ck_assert_uint_eq(far.index, above.index);
    ck_assert_ok(caromBodySetVelocity(world, far, caromVec2(0.0, 3.0)));
    ck_assert_ok(caromBodySetAwake(world, _i == 0 ? far : below, false));
    ck_assert_double_eq_tol(caromBodyVelocity(world, below).x, _i == 0 ? 5.0 : 0.0, 1e-3);
    ck_assert_double_eq_tol(caromBodyVelocity(world, far).y, _i == 0 ? 0.0 : 3.0, 1e-12);
    caromWorldStepTo(world, 1.5);
    ck_assert_double_eq_tol(caromBodyVelocity(world, below).x, _i == 0 ? 5.0 : 0.0, 1e-3);
    endWorld(world);
}
