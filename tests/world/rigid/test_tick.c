// SPDX-License-Identifier: MIT
// Ticks: what touches nothing moves by closed forms, and the steps of a game change no bit.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/random_vec.h"
#include "../../support/snapshot_bytes.h"

static CaromBodyDef crateDef(CaromVec2 position, CaromVec2 velocity)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = position;
    def.velocity = velocity;
    return def;
}

static CaromBodyId newCrate(CaromWorld *world, const CaromBodyDef *def)
{
    CaromBodyId body = newBodyOf(world, def);
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.25));
    return body;
}

static void steps(CaromWorld *world, double until, double hz)
{
    while (caromWorldTime(world) < until) {
        double next = floor(caromWorldTime(world) * hz + 1.5) / hz;
        ck_assert_int_eq(caromWorldStepTo(world, fmin(until, next)), CAROM_STEP_OK);
    }
}

static void isNear(CaromVec2 a, CaromVec2 b, double within)
{
    ck_assert_msg(fabs(a.x - b.x) <= within && fabs(a.y - b.y) <= within,
                  "(%.17g, %.17g) instead of (%.17g, %.17g)", a.x, a.y, b.x, b.y);
}

// ---- closed forms

/// The anchor is kept over ticks: p + vt + ½at², rounded once.
TEST(free_fall_is_a_parabola_at_any_frame_rate)
{
    static const double rates[] = {24.0, 30.0, 60.0, 144.0, 1000.0};
    for (int k = 0; k < 5; k++) {
        CaromWorld *world = newWorldUnder(9.81);
        CaromBodyDef def = crateDef(caromVec2(1.0, 100.0), caromVec2(3.0, 4.0));
        def.angularVelocity = 2.0;
        CaromBodyId body = newCrate(world, &def);
        steps(world, 4.0, rates[k]);
        CaromTransform t = caromBodyTransform(world, body);
        isNear(t.position, caromVec2(1.0 + 12.0, 100.0 + 16.0 - 0.5 * 9.81 * 16.0), 2e-14);
        isNear(caromBodyVelocity(world, body), caromVec2(3.0, 4.0 - 9.81 * 4.0), 1e-14);
        ck_assert(fabs(t.rotation.c - cos(8.0)) < 1e-15 && fabs(t.rotation.s - sin(8.0)) < 1e-15);
        endWorld(world);
    }
}

TEST(damping_follows_its_equation_at_ticks)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyDef def = crateDef(caromVec2(0.0, 0.0), caromVec2(7.0, 0.0));
    def.linearDamping = 0.5;
    def.angularDamping = 2.0;
    def.angularVelocity = 3.0;
    CaromBodyId body = newCrate(world, &def);
    // from creation to the first tick, which is at once, nothing fades
    steps(world, 3.0, 60.0);
    double left = exp(-0.5 * 3.0);
    isNear(caromBodyVelocity(world, body), caromVec2(7.0 * left, -10.0 / 0.5 * (1.0 - left)),
           1e-13);
    ck_assert(fabs(caromBodyAngularVelocity(world, body) - 3.0 * exp(-6.0)) < 1e-14);
    CaromVec2 at = caromBodyTransform(world, body).position;
    isNear(at, caromVec2(7.0 / 0.5 * (1.0 - left), -20.0 * (3.0 - (1.0 - left) / 0.5)), 1e-3);
    endWorld(world);
}

TEST(a_greatest_speed_and_locks_hold)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyDef def = crateDef(caromVec2(0.0, 0.0), caromVec2(1.0, 0.0));
    def.maxSpeed = 5.0;
    CaromBodyId fast = newCrate(world, &def);
    def = crateDef(caromVec2(9.0, 2.0), caromVec2(1.0, 5.0));
    def.locks = CAROM_LOCK_Y | CAROM_LOCK_ROTATION;
    def.angularVelocity = 1.0;
    CaromBodyId rail = newCrate(world, &def);
    def.locks = 0;
    def.gravityScale = 0.0;
    def.awake = false;
    def.position.y = 8.0;
    CaromBodyId sleeper = newCrate(world, &def);
    steps(world, 2.0, 60.0);
    CaromVec2 v = caromBodyVelocity(world, fast);
    ck_assert(fabs(hypot(v.x, v.y) - 5.0) < 1e-12);
    isNear(caromBodyTransform(world, rail).position, caromVec2(11.0, 2.0), 1e-14);
    ck_assert(caromBodyTransform(world, rail).rotation.c == 1.0);
    isNear(caromBodyTransform(world, sleeper).position, caromVec2(9.0, 8.0), 0.0);
    endWorld(world);
}

/// It turns about its centre of mass, which is not its position.
TEST(a_lopsided_body_turns_about_its_centre)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyDef def = crateDef(caromVec2(2.0, 3.0), caromVec2(0.0, 0.0));
    def.scale = caromVec2(-2.0, 0.5);
    def.angularVelocity = 1.5;
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(1.0, 1.0), caromVec2(0.5, 0.5));
    CaromVec2 center = caromBodyPoint(world, body, caromVec2(1.0, 1.0));
    CaromVec2 start = caromBodyVelocityAt(world, body, center);
    isNear(start, caromVec2(0.0, -2.0 * 1.5 * -1.0 * 0.0), 2.0 * 1.5);
    steps(world, 1.0, 60.0);
    CaromVec2 now = caromBodyPoint(world, body, caromVec2(1.0, 1.0));
    // its velocity was that of its position when it got a centre elsewhere
    isNear(now, caromVec2(center.x + start.x, center.y + start.y - 5.0), 1e-13);
    endWorld(world);
}

// ---- frames

enum { CRATES = 6, SHOTS = 40 };

typedef struct Scene {
    CaromWorld *world;
    CaromBodyId crates[CRATES];
} Scene;

/// Crates that fly and tumble among bullets which bounce off them.
static Scene newScene(uint32_t seed)
{
    TestRandom random = testRandomSeed(seed);
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -3.0);
    Scene scene = {newWorldOf(&def), {{0, 0, 0}}};
    for (int k = 0; k < CRATES; k++) {
        CaromBodyDef crate = crateDef(randomVec(&random, 6.0), randomVec(&random, 3.0));
        crate.angularVelocity = testRandomRange(&random, -4.0, 4.0);
        crate.linearDamping = k % 2 == 0 ? 0.0 : 0.3;
        crate.angularDamping = k % 3 == 0 ? 0.0 : 0.5;
        crate.scale = caromVec2(k % 2 == 0 ? 1.0 : -2.0, 1.5);
        scene.crates[k] = newBodyOf(scene.world, &crate);
        newBox(scene.world, scene.crates[k], caromVec2(0.25 * k, 0.0), caromVec2(0.5, 0.25));
    }
    for (int k = 0; k < SHOTS; k++) {
        CaromProjectileDef shot = caromProjectileDef();
        shot.position = randomVec(&random, 9.0);
        shot.velocity = randomVec(&random, 6.0);
        shot.radius = k % 2 == 0 ? 0.0 : 0.1;
        caromProjectileFire(scene.world, &shot);
    }
    return scene;
}

/// What a game does at a world time.
static void command(const Scene *scene, int k)
{
    CaromBodyId body = scene->crates[k % CRATES];
    CaromBodyDef def = crateDef(caromVec2(0.5 * k, 3.0), caromVec2(-1.0, 1.0));
    switch (k % 4) {
    case 0:
        ck_assert_ok(caromBodySetVelocity(scene->world, body, caromVec2(0.5 * k, 2.0)));
        break;
    case 1:
        ck_assert_ok(caromBodySetAngularVelocity(scene->world, body, 0.25 * k));
        break;
    case 2:
        ck_assert_ok(
            caromBodySetEnabled(scene->world, body, !caromBodyIsEnabled(scene->world, body)));
        break;
    default:
        newCrate(scene->world, &def);
    }
}

typedef struct Log {
    uint64_t sum;
    int hits;
} Log;

static void addEvents(const CaromWorld *world, Log *log)
{
    CaromEvents events = caromWorldEvents(world);
    for (int k = 0; k < events.hitCount; k++) {
        const CaromHitEvent *hit = &events.hits[k];
        double numbers[5] = {hit->time, hit->point.x, hit->point.y, hit->velocityAfter.x,
                             hit->velocityAfter.y};
        for (int i = 0; i < 5; i++) {
            uint64_t bits;
            memcpy(&bits, &numbers[i], sizeof bits);
            log->sum = (log->sum ^ bits) * 0x100000001b3ULL;
        }
        log->sum = (log->sum ^ hit->sequence) * 0x100000001b3ULL;
        log->hits++;
    }
}

/// Commands come at multiples of 1/12 s, which all rates have, and half of them are ticks.
static uint64_t play(uint32_t seed, double hz, Log *log)
{
    Scene scene = newScene(seed);
    TestRandom random = testRandomSeed(seed + 1000);
    for (int k = 1; k <= 24; k++) {
        double until = k / 12.0;
        while (caromWorldTime(scene.world) < until) {
            double now = caromWorldTime(scene.world), next = floor(now * hz + 1.5) / hz;
            double step = hz > 0.0 ? next : now + testRandomRange(&random, 1e-4, 0.1);
            ck_assert_int_eq(caromWorldStepTo(scene.world, fmin(step, until)), CAROM_STEP_OK);
            addEvents(scene.world, log);
        }
        command(&scene, k);
    }
    uint64_t hash = caromWorldHash(scene.world);
    endWorld(scene.world);
    return hash;
}

TEST_LOOP(frames_change_no_bit, 8)
{
    static const double rates[] = {24.0, 60.0, 144.0, 1200.0, 12.0, 0.0};
    Log first = {0, 0};
    uint64_t hash = play((uint32_t)_i, 36.0, &first);
    ck_assert_int_gt(first.hits, 0);
    for (int k = 0; k < 6; k++) {
        Log log = {0, 0};
        ck_assert_uint_eq(play((uint32_t)_i, rates[k], &log), hash);
        ck_assert(log.sum == first.sum && log.hits == first.hits);
    }
}

/// Sums of 1/60 drift off the ticks by roundings; steps by dt come back to them.
TEST(sums_of_time_steps_meet_the_ticks)
{
    CaromWorld *world = newWorldUnder(1.0);
    CaromBodyDef def = crateDef(caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    newCrate(world, &def);
    for (int k = 1; k <= 1000; k++) {
        caromWorldStep(world, 1.0 / 60.0);
        ck_assert(caromWorldTime(world) == k / 60.0);
    }
    for (int k = 1; k <= 1440; k++) {
        caromWorldStep(world, 1.0 / 144.0);
    }
    ck_assert(caromWorldTime(world) == 1600 / 60.0);
    endWorld(world);
}

TEST(a_step_of_too_many_ticks_stops_at_one)
{
    CaromWorldDef worldDef = newWorldDef();
    worldDef.gravity = caromVec2(0.0, -1.0);
    worldDef.tickLimit = 30;
    CaromWorld *world = newWorldOf(&worldDef), *other = newWorldOf(&worldDef);
    ck_assert_int_eq(caromWorldStepTo(world, 10.0), CAROM_STEP_OK); // nothing to solve
    ck_assert_int_eq(caromWorldStepTo(other, 10.0), CAROM_STEP_OK);
    CaromBodyDef def = crateDef(caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    def.linearDamping = 1.0;
    CaromBodyId a = newCrate(world, &def), b = newCrate(other, &def);
    for (int k = 1; k <= 3; k++) {
        ck_assert_int_eq(caromWorldStepTo(world, 12.0), CAROM_STEP_TICKS_LIMITED);
        ck_assert(caromWorldTime(world) == 10.0 + 0.5 * k);
    }
    ck_assert_int_eq(caromWorldStepTo(world, 12.0), CAROM_STEP_OK);
    steps(other, 12.0, 7.0);
    CaromVec2 at = caromBodyTransform(world, a).position;
    isNear(caromBodyTransform(other, b).position, at, 0.0);
    endWorld(world);
    endWorld(other);
}

// ---- saving

/// Restored at each tick, by a state and by a snapshot, a world goes on as it did.
TEST_LOOP(a_world_restored_at_a_tick_goes_on_alike, 4)
{
    enum { TICKS = 90 };
    Scene scene = newScene((uint32_t)_i), again = newScene((uint32_t)_i);
    size_t capacity = 1 << 20, size = 0;
    void *state = malloc(capacity), *bytes = malloc(capacity);
    uint64_t hashes[TICKS + 1];
    for (int k = 1; k <= TICKS; k++) {
        caromWorldStepTo(scene.world, k / 60.0);
        if (k % 10 == 0) {
            command(&scene, k / 10);
        }
        hashes[k] = caromWorldHash(scene.world);
    }
    for (int k = 1; k <= TICKS; k++) {
        ck_assert_ok(caromWorldSaveState(again.world, state, capacity, &size));
        caromWorldStepTo(again.world, k / 60.0 + 0.3);
        ck_assert_ok(caromWorldRestoreState(again.world, state, size));
        ck_assert_ok(caromWorldSave(again.world, bytes, capacity, &size));
        caromWorldStepTo(again.world, k / 60.0 + 0.1);
        ck_assert_ok(caromWorldRestore(again.world, bytes, size));
        ck_assert(caromWorldValidate(again.world));
        caromWorldStepTo(again.world, k / 60.0);
        if (k % 10 == 0) {
            command(&again, k / 10);
        }
        ck_assert_uint_eq(caromWorldHash(again.world), hashes[k]);
    }
    free(state);
    free(bytes);
    endWorld(scene.world);
    endWorld(again.world);
}

/// A look into the past finds bodies on the paths that they had, also within a tick.
TEST(histories_hold_the_paths_of_bodies)
{
    enum { TICKS = 60 };
    Scene scene = newScene(5), again = newScene(5);
    CaromHistory *history = caromHistoryCreate(scene.world, 2 * TICKS, NULL);
    ck_assert_ptr_nonnull(history);
    for (int k = 1; k <= TICKS; k++) {
        caromWorldStepTo(scene.world, k / 60.0);
        ck_assert_ok(caromHistoryRecord(history));
        command(&scene, k % 2);
    }
    for (int k = 1; k <= TICKS; k++) {
        for (int part = 1; part <= 4; part++) {
            double time = part == 4 ? k / 60.0 : (k - 1 + 0.25 * part) / 60.0;
            caromWorldStepTo(again.world, time);
            const CaromWorld *then = k > 1 ? caromHistoryLook(history, time, NULL) : NULL;
            for (int c = 0; then != NULL && c < CRATES; c++) {
                isNear(caromBodyTransform(then, scene.crates[c]).position,
                       caromBodyTransform(again.world, again.crates[c]).position, 1e-13);
            }
        }
        command(&again, k % 2);
    }
    caromHistoryDestroy(history);
    endWorld(scene.world);
    endWorld(again.world);
}
