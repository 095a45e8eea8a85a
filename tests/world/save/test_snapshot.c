// SPDX-License-Identifier: MIT
// Snapshots: a restored world has the same hash and the same future as the one that was saved, to
// the bit, whatever is in both.
#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/crowd.h"
#include "../../support/flight_field.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>
#include <string.h>

// ---- the same future

/// A world's own future beside that of what was restored from it.
typedef struct Twins {
    FlightField first, second;
    TestRandom steps;
    int seed, habits;
} Twins;

static void startTwins(Twins *twins, int seed, int habits)
{
    CaromWorldDef def = newWorldDef();
    twins->seed = seed;
    twins->habits = habits;
    twins->steps = testRandomSeed((uint64_t)seed + 77);
    def.searchCells = seed % 3 == 0 ? 16 : 4096;
    def.eventLimit = seed % 5 == 0 ? 8 : 1000;
    flightFieldInit(&twins->first, (uint64_t)seed, habits, &def);
    flightFieldInit(&twins->second, (uint64_t)seed + 1, FIELD_ALL & ~habits, &def);
}

/// The second world becomes what the first is.
static void takeOver(Twins *twins)
{
    SnapshotBytes bytes = snapshotSave(twins->first.world);
    FlightField other = twins->second;
    CaromError error = caromWorldRestore(other.world, bytes.at, bytes.size);
    ck_assert_msg(error == CAROM_OK, "seed %d habits %d: %s", twins->seed, twins->habits,
                  caromErrorName(error));
    ck_assert_msg(caromWorldHash(other.world) == caromWorldHash(twins->first.world),
                  "seed %d habits %d: another hash", twins->seed, twins->habits);
    ck_assert_msg(caromWorldValidate(other.world), "seed %d habits %d", twins->seed, twins->habits);
    SnapshotBytes once =
        snapshotSave(other.world); // kinds of matter get new numbers; from now on all is the same
    ck_assert_ok(caromWorldRestore(other.world, once.at, once.size));
    SnapshotBytes again = snapshotSave(other.world);
    ck_assert_msg(again.size == once.size && memcmp(again.at, once.at, once.size) == 0,
                  "seed %d habits %d: saved again it is not the same", twins->seed, twins->habits);
    twins->second = twins->first;
    twins->second.world = other.world;
    twins->second.log = other.log;
    twins->second.asks = other.asks;
    twins->first.log.count = twins->second.log.count = 0;
    twins->first.asks.count = twins->second.asks.count = 0;
    free(bytes.at);
    free(once.at);
    free(again.at);
}

static void stepBoth(Twins *twins)
{
    double now = caromWorldTime(twins->first.world);
    double time = now + pow(10.0, testRandomRange(&twins->steps, -3.0, -0.7));
    CaromStepFlags a = flightFieldStepTo(&twins->first, time);
    CaromStepFlags b = flightFieldStepTo(&twins->second, time);
    int difference = flightLogDifference(&twins->first.log, &twins->second.log);
    ck_assert_msg(a == b && difference < 0, "seed %d habits %d: other events at %g, word %d of %d",
                  twins->seed, twins->habits, time, difference, twins->first.log.count);
    ck_assert_msg(flightLogDifference(&twins->first.asks, &twins->second.asks) < 0,
                  "seed %d habits %d: asked otherwise at %g", twins->seed, twins->habits, time);
    ck_assert_msg(caromWorldHash(twins->first.world) == caromWorldHash(twins->second.world),
                  "seed %d habits %d: another state at %g", twins->seed, twins->habits, time);
}

static void editBoth(Twins *twins)
{
    flightFieldEdit(&twins->first);
    flightFieldEdit(&twins->second);
}

/// Saved between two steps, after edits or not; then they go on side by side.
static void liveOn(Twins *twins, int edits)
{
    enum { ROUNDS = 4, FRAMES = 20 };
    for (int round = 0; round < ROUNDS; round++) {
        int before = testRandomInt(&twins->steps, 0, 12);
        for (int k = 0; k < before; k++) {
            flightFieldStepTo(&twins->first, caromWorldTime(twins->first.world) +
                                                 testRandomRange(&twins->steps, 1e-4, 0.1));
            if (testRandomInt(&twins->steps, 0, 99) < edits) {
                flightFieldEdit(&twins->first);
            }
        }
        takeOver(twins);
        for (int k = 0; k < FRAMES; k++) {
            if (testRandomInt(&twins->steps, 0, 99) < edits) {
                editBoth(twins);
            }
            stepBoth(twins);
        }
        ck_assert(caromWorldValidate(twins->second.world));
    }
}

static void compare(int seed, int habits, int edits)
{
    Twins twins;
    startTwins(&twins, seed, habits);
    liveOn(&twins, edits);
    flightFieldFree(&twins.first);
    flightFieldFree(&twins.second);
}

TEST_LOOP(worlds_of_any_habit_have_the_same_future, flightTestRounds(96, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 5000);
    compare(_i, (int)(testRandomU64(&random) & (FIELD_ALL | FIELD_PULLS)), _i % 3 * 30);
}

/// With dynamic bodies, which touch.
TEST_LOOP(worlds_of_dynamic_bodies_have_the_same_future, flightTestRounds(40, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 770);
    int habits = (int)(testRandomU64(&random) & FIELD_ALL) | FIELD_MOVES | FIELD_RIGID;
    compare(_i, habits | (_i % 2 ? FIELD_TOGGLES : 0), _i % 3 * 30);
}

TEST_LOOP(each_habit_alone_has_the_same_future, flightTestRounds(57, 20))
{
    int habit = 1 << _i % 19;
    compare(_i, (habit & FIELD_ALL) | (_i % 2 ? FIELD_MOVES : 0), _i % 4 * 20);
}

// ---- contacts

TEST_SEEDS(contacts_have_the_same_future, 16 * flightTestTimes(20))
{
    CaromBodyId bodies[CROWD];
    CaromWorld *worlds[2] = {crowdOfBodies(&random, bodies), NULL};
    worlds[1] = newWorld();
    int contacts = 0;
    for (int k = 0; k < 200; k++) {
        if (k % 20 == 10) {
            caromBodyDestroy(worlds[0], k == 10 ? bodies[1] : bodies[0]);
            SnapshotBytes bytes = snapshotSave(worlds[0]);
            ck_assert_ok(caromWorldRestore(worlds[1], bytes.at, bytes.size));
            free(bytes.at);
        }
        CaromVec2 velocity = {testRandomRange(&random, -2, 2), testRandomRange(&random, -2, 2)};
        double dt = testRandomRange(&random, 1e-3, 0.05);
        for (int w = 0; w < (k < 10 ? 1 : 2); w++) {
            caromBodySetVelocity(worlds[w], bodies[k % CROWD], velocity);
            caromWorldStep(worlds[w], dt);
        }
        if (k >= 10) {
            crowdCompare(worlds[0], worlds[1], _i);
            contacts += caromWorldEvents(worlds[0]).contactCount;
        }
    }
    ck_assert_int_gt(contacts, 10);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

// ---- what is the game's

static void countCall(void *context)
{
    ++*(int *)context;
}

static void hear(void *context, CaromError error, const char *function, const char *text)
{
    (void)error;
    (void)function;
    (void)text;
    countCall(context);
}

static CaromHitAction askGame(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)world;
    (void)hit;
    countCall(context);
    return CAROM_HIT_DIE;
}

/// A hundred bullets that need not take turns: restored into an empty world they need no memory for
/// turns.
TEST(plain_bullets_take_no_turns_when_restored)
{
    CaromProjectileDef bullet = caromProjectileDef();
    CaromWorld *from = newWorld(), *to = newWorld();
    for (int k = 0; k < 100; k++) {
        bullet.velocity = caromVec2(1.0, k);
        caromProjectileFire(from, &bullet);
    }
    SnapshotBytes bytes = snapshotSave(from);
    ck_assert_ok(caromWorldRestore(to, bytes.at, bytes.size));
    ck_assert(crArrayCapacity(to->flights.queued) == 0 && crArrayCapacity(to->queue) == 0);
    free(bytes.at);
    caromWorldDestroy(from);
    caromWorldDestroy(to);
}

static void runInTurn(void *runner, CaromTaskFunction *task, void *context, int count)
{
    (void)runner;
    for (int i = 0; i < count; i++) {
        task(context, i);
    }
}

/// A world that another is restored into keeps its hooks and its callbacks. It still takes no short
/// ways if it was set so.
TEST(what_is_the_games_stays)
{
    CaromWorldDef def = newWorldDef();
    int errors = 0, hits = 0;
    CaromWorld *saved = caromWorldCreate(&def, NULL);
    newSegment(saved, newRest(saved), caromVec2(1, -1), caromVec2(1, 1));
    CaromProjectileDef shot = newShot(caromVec2(0, 0), caromVec2(1.0, 0.0));
    shot.onHit = CAROM_HIT_ASK;
    caromProjectileFire(saved, &shot);
    SnapshotBytes bytes = snapshotSave(saved);
    def.log = hear;
    def.logContext = &errors;
    CaromWorld *other = caromWorldCreate(&def, NULL);
    caromWorldSetHitCallback(other, askGame, &hits);
    other->plain = true;
    ck_assert_ok(caromWorldSetTasks(other, runInTurn, &hits, 3));
    ck_assert_ok(caromWorldRestore(other, bytes.at, bytes.size));
    ck_assert(other->plain);
    ck_assert(other->tasks.run == runInTurn && other->tasks.runner == &hits);
    ck_assert_int_eq(other->tasks.count, 3);
    caromWorldStep(other, -1.0);
    ck_assert_int_eq(errors, 1);
    caromWorldStep(other, 2.0);
    ck_assert_int_eq(hits, 1);
    ck_assert_int_eq(caromWorldEvents(other).endCount, 1);
    ck_assert_ok(caromWorldRestore(saved, bytes.at, bytes.size));
    ck_assert(!saved->plain);
    free(bytes.at);
    caromWorldDestroy(saved);
    caromWorldDestroy(other);
}

/// A limit of contacts of its own goes along, and the default puts one back.
TEST(a_limit_of_contacts_is_saved)
{
    CaromWorldDef def = newWorldDef();
    CaromWorld *usual = caromWorldCreate(&def, NULL);
    def.contactLimit = 7;
    CaromWorld *limited = caromWorldCreate(&def, NULL), *other = caromWorldCreate(&def, NULL);
    SnapshotBytes seven = snapshotSave(limited), plain = snapshotSave(usual);
    ck_assert_uint_eq(seven.size, plain.size + sizeof(int32_t));
    ck_assert_ok(caromWorldRestore(other, plain.at, plain.size));
    ck_assert_int_eq(other->contactLimit, usual->contactLimit);
    ck_assert_uint_eq(caromWorldHash(other), caromWorldHash(usual));
    ck_assert_ok(caromWorldRestore(other, seven.at, seven.size));
    ck_assert_int_eq(other->contactLimit, 7);
    ck_assert_uint_eq(caromWorldHash(other), caromWorldHash(limited));
    free(seven.at);
    free(plain.at);
    caromWorldDestroy(usual);
    caromWorldDestroy(limited);
    caromWorldDestroy(other);
}

/// Between walls so near to each other that no double lies on the free side of both. Which of them
/// had been left was passed over on the way on, but not after a restore.
TEST_LOOP(gaps_without_room_have_the_same_future, 40)
{
    CaromWorld *worlds[2];
    static char bytes[1 << 16];
    for (int w = 0; w < 2; w++) {
        TestRandom random = testRandomSeed((uint64_t)_i);
        CaromWorldDef worldDef = newWorldDef();
        worldDef.tag = 1;
        worldDef.eventLimit = 8;
        worlds[w] = caromWorldCreate(&worldDef, NULL);
        CaromBodyId body = newRest(worlds[w]);
        for (int k = 0; k < 20; k++) {
            CaromVec2 apex = {testRandomRange(&random, -3e4, 3e4),
                              testRandomRange(&random, -3e4, 3e4)};
            CaromProjectileDef def = caromProjectileDef();
            CaromVec2 way = {testRandomRange(&random, -1, 1), testRandomRange(&random, -1, 1)};
            CaromVec2 aside = caromVec2(-way.y, way.x), middle = caromVec2Add(apex, way);
            CaromVec2 gap = caromVec2Scale(aside, testRandomRange(&random, -1, 1) * 0x1p-34);
            CaromVec2 end = caromVec2Add(middle, way);
            newSegment(worlds[w], body, apex, end);
            newOneSided(worlds[w], body, caromVec2Add(apex, gap), caromVec2Add(end, gap));
            newSegment(worlds[w], body, caromVec2Sub(middle, aside), caromVec2Add(middle, aside));
            def.position = apex;
            def.velocity =
                caromVec2(testRandomRange(&random, -1, 1), testRandomRange(&random, -1, 1));
            def.gravityScale = 0.0;
            caromProjectileFire(worlds[w], &def);
        }
    }
    for (int step = 1; step <= 8; step++) {
        for (int w = 0; w < 2; w++) {
            caromWorldStepTo(worlds[w], step / 64.0);
        }
        ck_assert_msg(caromWorldHash(worlds[0]) == caromWorldHash(worlds[1]), "seed %d, step %d",
                      _i, step);
        size_t size;
        ck_assert_ok(caromWorldSave(worlds[1], bytes, sizeof bytes, &size));
        ck_assert_ok(caromWorldRestore(worlds[1], bytes, size));
    }
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}
