// SPDX-License-Identifier: MIT
// Piles of dynamic bodies that go back, are loaded, and replayed: the same bits as ever. Oracle: a
// world that nothing of that happened to.
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/random.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>
#include <string.h>

#define CRATES 28

typedef struct Yard {
    CaromWorld *world;
    CaromBodyId ground, lift, crates[CRATES];
    CaromShapeId wall, bump;
} Yard;

static CaromBodyId newCrate(CaromWorld *world, double x, double y)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = caromVec2(x, y);
    return newBodyOf(world, &def);
}

/// A heap, a tower, discs that roll, a lift with a crate on it, a crate with a lamp; bullets.
static Yard makeYard(const CaromAllocator *allocator)
{
    static const CaromVec2 bumps[] = {{30, 6}, {12, 0}, {3, 0}, {0, 0.2}, {-4, 0}, {-30, 5}};
    CaromWorldDef worldDef = newWorldDef();
    worldDef.gravity = caromVec2(0.0, -10.0);
    worldDef.tag = 3;
    if (allocator != NULL) {
        worldDef.allocator = *allocator;
    }
    Yard yard = {.world = newWorldOf(&worldDef)};
    CaromWorld *world = yard.world;
    yard.ground = newRest(world);
    newChain(world, yard.ground, bumps, 6, false);
    yard.wall = newBox(world, yard.ground, caromVec2(16.0, 2.0), caromVec2(0.5, 3.0));
    yard.bump = newCircle(world, yard.ground, caromVec2(-9.0, 0.0), 1.2);
    yard.lift = newMoving(world, caromVec2(-14.0, 4.0), caromVec2(0.25, 0.125));
    newBox(world, yard.lift, caromVec2(0.0, 0.0), caromVec2(2.0, 0.25));
    for (int k = 0; k < CRATES; k++) {
        bool isDisc = k % 4 == 3;
        double x = k < 12 ? -2.0 + 1.1 * (k % 4) : k < 18 ? 8.0 : -14.0 + 1.5 * (k - 18);
        double y = k < 12 ? 1.0 + 1.05 * (k / 4) : k < 18 ? 0.6 + 1.01 * (k - 12) : 6.0;
        yard.crates[k] = newCrate(world, x, y);
        if (isDisc) {
            newCircle(world, yard.crates[k], caromVec2(0.0, 0.0), 0.45);
        } else {
            newBox(world, yard.crates[k], caromVec2(0.0, 0.0), caromVec2(0.5, k % 3 ? 0.5 : 0.3));
        }
    }
    CaromBodyDef lamp = caromBodyDef();
    lamp.type = CAROM_BODY_KINEMATIC;
    lamp.parent = yard.crates[5];
    newCircle(world, newBodyOf(world, &lamp), caromVec2(0.0, 0.8), 0.1);
    CaromProjectileDef shot = caromProjectileDef();
    for (int k = 0; k < 12; k++) {
        shot.position = caromVec2(-6.0 + 2.0 * k, 9.0);
        shot.velocity = caromVec2(3.0, -20.0);
        shot.mass = 0.02;
        fireShot(world, &shot);
    }
    return yard;
}

static void stepTicks(Yard *yard, int ticks)
{
    double first = floor(caromWorldTime(yard->world) * 60.0 + 0.5);
    for (int k = 1; k <= ticks; k++) {
        caromWorldStepTo(yard->world, (first + k) / 60.0);
    }
}

TEST(frame_rates_change_no_bit_of_piles)
{
    static const double rates[] = {60.0, 30.0, 144.0, 1000.0, 0.0};
    uint64_t first = 0, events = 0;
    for (int k = 0; k < 5; k++) {
        Yard yard = makeYard(NULL);
        TestRandom random = testRandomSeed(5);
        while (caromWorldTime(yard.world) < 2.0) {
            double now = caromWorldTime(yard.world);
            double next = rates[k] > 0.0 ? floor(now * rates[k] + 1.5) / rates[k]
                                         : now + testRandomRange(&random, 1e-4, 0.1);
            caromWorldStepTo(yard.world, fmin(2.0, next));
        }
        first = k == 0 ? caromWorldHash(yard.world) : first;
        events = k == 0 ? yard.world->events.sequence : events;
        ck_assert(caromWorldHash(yard.world) == first);
        ck_assert(yard.world->events.sequence == events);
        ck_assert(caromWorldValidate(yard.world));
        endWorld(yard.world);
    }
}

TEST(a_pile_goes_back_at_each_tick)
{
    Yard yard = makeYard(NULL);
    for (int tick = 0; tick < 90; tick++) {
        uint64_t hashes[4];
        SnapshotBytes state = stateSave(yard.world);
        for (int k = 0; k < 4; k++) {
            stepTicks(&yard, 1);
            hashes[k] = caromWorldHash(yard.world);
        }
        ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
        ck_assert(caromWorldValidate(yard.world));
        for (int k = 0; k < 4; k++) {
            stepTicks(&yard, 1);
            ck_assert_msg(caromWorldHash(yard.world) == hashes[k], "tick %d + %d", tick, k);
        }
        ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
        stepTicks(&yard, 1);
        free(state.at);
    }
    endWorld(yard.world);
}

/// The first state is older than the solver's side.
TEST(a_pile_goes_back_to_before_its_first_tick)
{
    Yard yard = makeYard(NULL);
    SnapshotBytes state = stateSave(yard.world);
    stepTicks(&yard, 40);
    uint64_t hash = caromWorldHash(yard.world);
    ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
    ck_assert(caromWorldValidate(yard.world));
    stepTicks(&yard, 40);
    ck_assert(caromWorldHash(yard.world) == hash);
    free(state.at);
    endWorld(yard.world);
}

// ---- the past

/// Looks back at each tick, and between two.
TEST(a_history_has_bodies_where_they_were)
{
    enum { TICKS = 12 };
    Yard yard = makeYard(NULL);
    CaromHistory *history = caromHistoryCreate(yard.world, TICKS, NULL);
    CaromTransform were[2 * TICKS][CRATES];
    stepTicks(&yard, 40);
    double first = floor(caromWorldTime(yard.world) * 60.0 + 0.5);
    for (int k = 0; k < 2 * TICKS; k++) {
        caromWorldStepTo(yard.world, (first + 0.5 * (k + 1)) / 60.0);
        for (int c = 0; c < CRATES; c++) {
            were[k][c] = caromBodyTransform(yard.world, yard.crates[c]);
        }
        if (k % 2) {
            ck_assert_ok(caromHistoryRecord(history));
        }
    }
    uint64_t hash = caromWorldHash(yard.world);
    for (int k = 1; k < 2 * TICKS; k++) {
        const CaromWorld *then = caromHistoryLook(history, (first + 0.5 * (k + 1)) / 60.0, NULL);
        ck_assert_ptr_nonnull(then);
        for (int c = 0; c < CRATES; c++) {
            CaromTransform was = caromBodyTransform(then, yard.crates[c]);
            ck_assert(was.position.x == were[k][c].position.x);
            ck_assert(was.position.y == were[k][c].position.y);
            ck_assert(was.rotation.s == were[k][c].rotation.s);
        }
        const CrBody *path = &then->bodies[yard.crates[5].index - 1];
        CaromVec2 velocity = caromBodyVelocity(then, yard.crates[5]);
        ck_assert(velocity.x == path->velocity.x || path->accelerates);
    }
    ck_assert(caromWorldHash(yard.world) == hash);
    caromHistoryDestroy(history);
    endWorld(yard.world);
}

// ---- edits

enum { EDITS = 12 };

static void edit(Yard *yard, int which)
{
    CaromWorld *world = yard->world;
    CaromBodyId crate = yard->crates[6];
    switch (which) {
    case 0:
        ck_assert_ok(caromBodyDestroy(world, crate));
        break;
    case 1:
        crate = newCrate(world, 0.5, 8.0);
        newBox(world, crate, caromVec2(0.0, 0.0), caromVec2(0.7, 0.4));
        break;
    case 2:
        ck_assert_ok(caromShapeDestroy(world, yard->bump));
        break;
    case 3:
        newBox(world, yard->ground, caromVec2(0.0, 0.0), caromVec2(3.0, 0.4));
        break;
    case 4:
        ck_assert_ok(caromBodySetEnabled(world, crate, false));
        break;
    case 5:
        ck_assert_ok(caromBodySetType(world, crate, CAROM_BODY_STATIC));
        break;
    case 6:
        ck_assert_ok(caromBodySetType(world, yard->lift, CAROM_BODY_DYNAMIC));
        break;
    case 7:
        newCircle(world, crate, caromVec2(0.6, 0.0), 0.3);
        break;
    case 8:
        ck_assert_ok(caromBodyDestroy(world, yard->ground));
        break;
    case 9:
        ck_assert_ok(caromBodySetTransform(
            world, crate, caromTransform(caromVec2(3.0, 4.0), 0.3, caromVec2(-1.5, 1.0))));
        break;
    case 10:
        ck_assert_ok(caromBodyDestroy(world, crate));
        ck_assert_ok(caromShapeDestroy(world, yard->wall));
        crate = newCrate(world, 3.0, 9.0);
        newCircle(world, crate, caromVec2(0.0, 0.0), 0.6);
        newBox(world, yard->ground, caromVec2(2.0, 0.2), caromVec2(0.3, 0.5));
        break;
    default:
        for (int k = 0; k < CRATES; k++) {
            ck_assert_ok(caromBodyDestroy(world, yard->crates[k]));
        }
    }
}

TEST_LOOP(a_pile_goes_back_across_edits, EDITS)
{
    for (int moment = 0; moment < 3; moment++) { // before the edit, after it, and a tick later
        Yard yard = makeYard(NULL);
        uint64_t hashes[6];
        stepTicks(&yard, 50);
        SnapshotBytes first = stateSave(yard.world);
        if (moment > 0) {
            edit(&yard, _i);
            stepTicks(&yard, moment - 1);
        }
        SnapshotBytes state = stateSave(yard.world);
        for (int k = 0; k < 6; k++) {
            stepTicks(&yard, 3);
            hashes[k] = caromWorldHash(yard.world);
        }
        ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
        if (moment == 0) {
            edit(&yard, _i);
        }
        newBox(yard.world, newCrate(yard.world, 1.0, 7.0), caromVec2(0.0, 0.0), caromVec2(1, 1));
        stepTicks(&yard, 7);
        ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
        ck_assert(caromWorldValidate(yard.world));
        for (int k = 0; k < 6; k++) {
            stepTicks(&yard, 3);
            ck_assert_msg(caromWorldHash(yard.world) == hashes[k], "edit %d, %d, %d", _i, moment,
                          k);
        }
        ck_assert_ok(caromWorldRestoreState(yard.world, first.at, first.size));
        ck_assert(caromWorldValidate(yard.world));
        free(first.at);
        free(state.at);
        endWorld(yard.world);
    }
}

// ---- snapshots

TEST(a_loaded_pile_goes_on_alike)
{
    Yard yard = makeYard(NULL);
    CaromWorld *other = newWorldUnder(0.0);
    for (int tick = 0; tick < 60; tick++) {
        SnapshotBytes snapshot = snapshotSave(yard.world);
        ck_assert_ok(caromWorldRestore(other, snapshot.at, snapshot.size));
        ck_assert(caromWorldHash(other) == caromWorldHash(yard.world));
        ck_assert(caromWorldValidate(other));
        SnapshotBytes again = snapshotSave(other);
        ck_assert(again.size == snapshot.size && !memcmp(again.at, snapshot.at, again.size));
        stepTicks(&yard, 2);
        caromWorldStepTo(other, caromWorldTime(yard.world) - 1.0 / 60.0);
        caromWorldStepTo(other, caromWorldTime(yard.world));
        ck_assert_msg(caromWorldHash(other) == caromWorldHash(yard.world), "tick %d", tick);
        free(snapshot.at);
        free(again.at);
    }
    endWorld(other);
    endWorld(yard.world);
}

/// Edits that no tick has seen yet are in the world, but not in the solver.
TEST_LOOP(a_pile_is_loaded_after_edits, EDITS)
{
    Yard yard = makeYard(NULL);
    CaromWorld *other = newWorldUnder(0.0);
    stepTicks(&yard, 50);
    edit(&yard, _i);
    SnapshotBytes snapshot = snapshotSave(yard.world);
    ck_assert_ok(caromWorldRestore(other, snapshot.at, snapshot.size));
    for (int k = 0; k < 20; k++) {
        ck_assert_msg(caromWorldHash(other) == caromWorldHash(yard.world), "edit %d, %d", _i, k);
        stepTicks(&yard, 1);
        caromWorldStepTo(other, caromWorldTime(yard.world));
    }
    free(snapshot.at);
    endWorld(other);
    endWorld(yard.world);
}

static size_t partAt(SnapshotBytes snapshot, const char *letters)
{
    size_t at = snapshot.size - 4;
    while (at > 0 && memcmp(snapshot.at + at, letters, 4) != 0) {
        at--;
    }
    return at;
}

/// Whatever the solver's part says, it is refused or trusted for good.
TEST_LOOP(spoilt_contacts_are_refused, 16)
{
    Yard yard = makeYard(NULL);
    CaromWorld *other = newWorldUnder(0.0);
    TestRandom random = testRandomSeed((uint64_t)_i);
    stepTicks(&yard, 45);
    SnapshotBytes snapshot = snapshotSave(yard.world);
    size_t from = partAt(snapshot, "RIGI");
    int refused = 0;
    ck_assert_uint_gt(from, 0);
    for (int k = 0; k < 120; k++) {
        size_t at = from + (size_t)testRandomInt(&random, 0, (int)(snapshot.size - from) - 13);
        uint8_t was = snapshot.at[at];
        snapshot.at[at] = (uint8_t)testRandomInt(&random, 0, 255);
        if (k % 2) {
            snapshot.at[at] = (uint8_t)(was ^ 1u << testRandomInt(&random, 0, 7));
        }
        snapshotMendSum(snapshot);
        CaromError error = caromWorldRestore(other, snapshot.at, snapshot.size);
        ck_assert(error == CAROM_OK || error == CAROM_ERROR_SNAPSHOT);
        refused += error != CAROM_OK;
        ck_assert(caromWorldValidate(other));
        for (int step = 1; step <= 4 && error == CAROM_OK; step++) {
            caromWorldStep(other, 1.0 / 60.0);
        }
        snapshot.at[at] = was;
    }
    ck_assert_int_gt(refused, 10);
    snapshotMendSum(snapshot);
    ck_assert_ok(caromWorldRestore(other, snapshot.at, snapshot.size));
    ck_assert(caromWorldHash(other) == caromWorldHash(yard.world));
    free(snapshot.at);
    endWorld(other);
    endWorld(yard.world);
}

TEST(a_pile_is_loaded_or_refused_whatever_memory_there_is)
{
    Yard yard = makeYard(NULL);
    stepTicks(&yard, 45);
    edit(&yard, 10);
    SnapshotBytes snapshot = snapshotSave(yard.world);
    Meter meter = {0, 0, METER_NEVER, false};
    CaromAllocator allocator = {meterResize, &meter};
    Yard other = makeYard(&allocator);
    stepTicks(&other, 10);
    uint64_t hash = caromWorldHash(other.world);
    for (int skip = 0;; skip++) {
        meter.calls = 0;
        meter.failFrom = skip;
        CaromError error = caromWorldRestore(other.world, snapshot.at, snapshot.size);
        meter.failFrom = METER_NEVER;
        if (error == CAROM_OK) {
            break;
        }
        ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
        ck_assert(caromWorldHash(other.world) == hash);
    }
    ck_assert(caromWorldHash(other.world) == caromWorldHash(yard.world));
    endWorld(other.world);
    ck_assert_int_eq((int)meter.held, 0);
    free(snapshot.at);
    endWorld(yard.world);
}

/// Going back asks for memory only where resting edges come back.
TEST(a_pile_goes_back_whatever_memory_there_is)
{
    Meter meter = {0, 0, METER_NEVER, false};
    CaromAllocator allocator = {meterResize, &meter};
    Yard yard = makeYard(&allocator);
    stepTicks(&yard, 45);
    SnapshotBytes state = stateSave(yard.world);
    stepTicks(&yard, 5);
    uint64_t later = caromWorldHash(yard.world);
    ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
    edit(&yard, 10);
    stepTicks(&yard, 5);
    for (int skip = 0;; skip++) {
        uint64_t hash = caromWorldHash(yard.world);
        meter.calls = 0;
        meter.failFrom = skip;
        CaromError error = caromWorldRestoreState(yard.world, state.at, state.size);
        meter.failFrom = METER_NEVER;
        if (error == CAROM_OK) {
            break;
        }
        ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
        ck_assert(caromWorldHash(yard.world) == hash);
    }
    stepTicks(&yard, 5);
    ck_assert(caromWorldHash(yard.world) == later);
    free(state.at);
    endWorld(yard.world);
}
