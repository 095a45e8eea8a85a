// SPDX-License-Identifier: MIT
// Movers one by one among what moves: floors that carry them, doors, bars and pistons that push
// them, each other, and bodies that go on as they do.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/mover_oracle.h"
#include "mover_yard.h"

#include "../../support/meter.h"

// On a lift, a ferry and a turntable it stays where it stands.
TEST_WORLD_LOOP(floors_carry_it, 3, newWorld())
{
    CaromVec2 velocity = _i == 0   ? caromVec2(0.0, 3.0)
                         : _i == 1 ? caromVec2(0, -3)
                                   : caromVec2(2.5, 1);
    CaromBodyId body = newMoving(world, caromVec2(0, 0), velocity);
    addBox(world, body, 0.0, -0.25, 3.0, 0.25);
    CaromMoverDef def = walkerDef(1.0, STANDS, false);
    CaromMover mover = newMover(world, &def);
    double fall = 0.0;
    walk(world, &mover, 0.0, &fall);
    for (int i = 1; i <= 300; i++) {
        step(world);
        CaromMoverResult result = walk(world, &mover, 0.0, &fall);
        ck_assert(result.grounded && !result.crushed);
        ASSERT_NEAR(mover.position.x, 1.0 + velocity.x * i * DT, 1e-6);
        ASSERT_NEAR(mover.position.y, STANDS + velocity.y * i * DT, 1e-5);
        ck_assert(result.groundVelocity.x == velocity.x && result.groundVelocity.y == velocity.y);
    }
}

TEST_WORLD(a_seesaw_carries_it, newWorld())
{
    CaromBodyId body = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    addBox(world, body, 0.0, 0.0, 5.0, 0.25);
    CaromMoverDef def = walkerDef(3.0, 0.25 + STANDS, false);
    CaromMover mover = newMover(world, &def);
    double fall = 0.0;
    walk(world, &mover, 0.0, &fall);
    caromBodySetAngularVelocity(world, body, 0.5);
    for (int i = 1; i <= 60; i++) {
        step(world);
        CaromMoverResult result = walk(world, &mover, 0.0, &fall);
        ck_assert(result.grounded && !result.crushed);
        CaromVec2 foot = {mover.position.x, mover.position.y - 0.2};
        CaromVec2 local = caromTransformPointInverse(caromBodyTransform(world, body), foot);
        ASSERT_NEAR(local.y, 0.25 + 0.35, 1e-5);
        ck_assert(local.x > 2.8 && local.x < 3.2);
    }
}

// A thin door of any speed takes it along.
TEST_WORLD_LOOP(doors_push_it_and_never_pass, 16, newWorld())
{
    double speed = 0.5 * pow(2.0, _i);
    CaromBodyId body = newMoving(world, caromVec2(-1, 0), caromVec2(speed, 0));
    addWall(world, body, 0.0, -3.0, 0.0, 3.0);
    CaromMover mover = newDisc(world, 0.0, 0.1);
    for (int i = 1; i <= 100; i++) {
        step(world);
        CaromMoverResult result = go(world, &mover, 0.0, 0.0);
        double door = -1.0 + speed * i * DT;
        ck_assert_msg(!result.crushed && mover.position.x >= door + 0.35 - ROUNDING,
                      "door of %g m/s, step %d", speed, i);
        ck_assert(mover.position.x <= fmax(0.0, door + 0.35 + 0.01));
        ASSERT_NEAR(mover.position.y, 0.1, 1e-9);
    }
}

// A bar that spins sweeps it out of its circle.
TEST_WORLD_LOOP(bars_that_spin_push_it, 10, newWorld())
{
    double spin = 0.5 * pow(2.0, _i);
    CaromBodyId body = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    addWall(world, body, -4.0, 0.0, 4.0, 0.0);
    caromBodySetAngularVelocity(world, body, spin);
    CaromMover mover = newDisc(world, 2.0, 1.5);
    for (int i = 1; i <= 300; i++) {
        step(world);
        CaromMoverResult result = go(world, &mover, 0.0, 0.0);
        CaromTransform at = caromBodyTransform(world, body);
        OracleEdge bar = {caromTransformPoint(at, caromVec2(-4, 0)),
                          caromTransformPoint(at, caromVec2(4, 0)), 0.0};
        ck_assert_msg(!result.crushed && oracleRoom(&mover, mover.position, &bar, 1) >= -ROUNDING,
                      "spin %g, step %d", spin, i);
    }
}

// A piston against a wall: it is pushed up to the wall, then reported as crushed, and never through
// the wall; free again once the piston has gone back.
TEST_WORLD(pistons_crush_it_and_say_so, newWorld())
{
    CaromBodyId rest = newRest(world);
    addWall(world, rest, 2.0, -9.0, 2.0, 9.0);
    CaromBodyId body = newMoving(world, caromVec2(-2, 0), caromVec2(2, 0));
    addBox(world, body, 0.0, 0.0, 0.5, 9.0);
    CaromMover mover = newDisc(world, 0.0, 0.3);
    bool crushed = false;
    for (int i = 1; i <= 100; i++) {
        step(world);
        CaromMoverResult result = go(world, &mover, 0.0, 0.0);
        double face = -1.5 + 2.0 * i * DT;
        ck_assert(mover.position.x <= 2.0 - 0.35 + ROUNDING);
        ck_assert_int_eq(result.crushed, face + 0.35 > 2.0 - 0.35 + 1e-6);
        crushed = crushed || result.crushed;
    }
    ck_assert(crushed);
    caromBodySetVelocity(world, body, caromVec2(-3, 0));
    for (int i = 0; i < 100; i++) {
        step(world);
        go(world, &mover, 0.0, 0.0);
    }
    CaromMoverResult result = go(world, &mover, 1.0, 1.0);
    ck_assert(!result.crushed && mover.position.x <= 2.0 - 0.35 + ROUNDING);
    ck_assert(mover.position.x > 1.5);
}

// ---- others

// Two in a corridor, each as the other's obstacle: they meet, and neither gets past or overlaps.
TEST_WORLD_LOOP(movers_meet_in_a_corridor, 2, newWorld())
{
    CaromBodyId rest = newRest(world);
    addWall(world, rest, -9.0, 0.0, 9.0, 0.0);
    addWall(world, rest, -9.0, 0.9, 9.0, 0.9);
    CaromMover movers[2];
    for (int k = 0; k < 2; k++) {
        CaromMoverDef def = caromMoverDef();
        def.position = caromVec2(k == 0 ? -4.0 : 4.0, 0.45);
        def.body = newBody(world, _i ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, def.position,
                           caromVec2(0, 0));
        newCircle(world, def.body, caromVec2(0, 0), 0.3);
        movers[k] = newMover(world, &def);
    }
    TestRandom random = testRandomSeed(7);
    for (int i = 0; i < 1200; i++) {
        step(world);
        for (int k = 0; k < 2; k++) {
            double speed = (k == 0 ? 1.0 : -1.0) * (i < 600 ? 1.0 : -1.0);
            CaromMoverResult result =
                go(world, &movers[k], 3.0 * speed, testRandomRange(&random, -4.0, 4.0));
            ck_assert(!result.crushed);
            double apart = caromVec2Distance(movers[0].position, movers[1].position);
            ck_assert_msg(apart >= 0.65 - ROUNDING, "step %d: %g apart", i, apart);
            CaromVec2 body = caromBodyTransform(world, movers[k].body).position;
            ck_assert(body.x == movers[k].position.x && body.y == movers[k].position.y);
        }
        ck_assert(movers[0].position.x < movers[1].position.x);
    }
}

/// A mover at (x, 0) that a body stands for.
static CaromMoverDef runnerDef(CaromWorld *world, double x, bool goesOn)
{
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(x, 0.0);
    def.body = newMoving(world, def.position, caromVec2(0, 0));
    def.bodyGoesOn = goesOn;
    return def;
}

/// When a bullet meets a circle of 0.3 m that runs at 5 m/s from (2, 0), shot from (8, 0) at it.
static double timeOfMeeting(int rate, bool goesOn)
{
    CaromWorld *world = newWorld();
    CaromMoverDef def = runnerDef(world, 2.0, goesOn);
    newCircle(world, def.body, caromVec2(0, 0), 0.3);
    CaromMover mover = newMover(world, &def);
    caromMoverMove(world, &mover, caromVec2(5.0, 0.0), 1e-9, NULL);
    CaromProjectileDef bullet = newShot(caromVec2(8.0, 0.0), caromVec2(-10.0, 0.0));
    caromProjectileFire(world, &bullet);
    double time = 0.0;
    for (int i = 1; time == 0.0; i++) {
        ck_assert_int_lt(i, rate);
        ck_assert_int_eq(caromWorldStepTo(world, i / (double)rate), CAROM_STEP_OK);
        CaromEvents events = caromWorldEvents(world);
        time = events.hitCount > 0 ? events.hits[0].time : 0.0;
        ck_assert_int_eq(events.endCount, 0);
        ck_assert_ok(caromMoverMove(world, &mover, caromVec2(5.0, 0.0), 1.0 / rate, NULL));
    }
    caromWorldDestroy(world);
    return time;
}

TEST(a_runner_is_met_where_it_is_at_any_rate)
{
    const double expected = (8.0 - 2.0 - 0.3) / 15.0;
    static const int rates[] = {24, 30, 60, 144, 240, 1000};
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; k++) {
        ASSERT_NEAR(timeOfMeeting(rates[k], true), expected, 1e-8);
    }
    ck_assert(fabs(timeOfMeeting(30, false) - expected) > 1e-3); // one that stands between moves
}

/// Discs that fly about in a room of 20 x 15 m with a runner, 20 s: how many its body crushes.
static int crushedBy(bool goesOn)
{
    const CaromVec2 room[] = {{0, 0}, {0, 15}, {20, 15}, {20, 0}};
    CaromWorld *world = newWorld();
    newChain(world, newRest(world), room, 4, CAROM_CHAIN_CLOSED);
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(5.0, 5.0);
    def.body = newMoving(world, def.position, caromVec2(0, 0));
    def.bodyGoesOn = goesOn;
    newCircle(world, def.body, caromVec2(0, 0), 0.3);
    CaromMover mover = newMover(world, &def);
    CaromProjectileDef disc = caromProjectileDef();
    disc.radius = 0.05;
    disc.position = caromVec2(10.0, 7.0);
    for (int i = 0; i < 200; i++) {
        CaromRotation way = caromRotation(0.0314 * i);
        disc.velocity = caromVec2(8.0 * way.c, 8.0 * way.s);
        caromProjectileFire(world, &disc);
    }
    int crushed = 0;
    for (int i = 0; i < 600; i++) {
        caromWorldStep(world, 1.0 / 30.0);
        CaromEvents events = caromWorldEvents(world);
        for (int k = 0; k < events.endCount; k++) {
            crushed += events.ends[k].reason == CAROM_END_CRUSHED;
        }
        CaromVec2 wish = caromVec2(6.0 * cos(i / 30.0), 6.0 * sin(1.7 * i / 30.0));
        caromMoverMove(world, &mover, wish, 1.0 / 30.0, NULL);
    }
    caromWorldDestroy(world);
    return crushed;
}

TEST(a_runner_that_goes_on_hardly_crushes_what_flies)
{
    int standing = crushedBy(false), going = crushedBy(true);
    ck_assert_msg(standing > 20 && going <= 3, "%d and %d", standing, going);
}

/// A mover that is crushed, or put somewhere, stops; so does one with no wish to move.
TEST_WORLD(a_body_that_goes_on_stops, newWorld())
{
    CaromMoverDef def = runnerDef(world, 0.0, true);
    CaromMover mover = newMover(world, &def);
    for (int way = 0; way < 3; way++) {
        step(world);
        go(world, &mover, 3.0, -1.0);
        CaromVec2 velocity = caromBodyVelocity(world, def.body);
        ASSERT_NEAR(velocity.x, 3.0, 1e-12);
        ASSERT_NEAR(velocity.y, -1.0, 1e-12);
        if (way == 0) {
            step(world);
            go(world, &mover, 0.0, 0.0);
        } else if (way == 1) {
            ck_assert_ok(caromMoverPlace(world, &mover, caromVec2(1, 1)));
        } else {
            mover = newMover(world, &def);
        }
        ck_assert(caromVec2Length(caromBodyVelocity(world, def.body)) == 0.0);
        CaromVec2 body = caromBodyTransform(world, def.body).position;
        ck_assert(body.x == mover.position.x && body.y == mover.position.y);
    }
}

/// A parent that comes later, and spins: every move is refused, and changes nothing.
TEST_WORLD(a_body_that_hangs_from_another_does_not_go_on, newWorld())
{
    CaromMoverDef def = runnerDef(world, 0.0, true);
    CaromMover mover = newMover(world, &def);
    CaromBodyId parent = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    caromBodySetParent(world, def.body, parent);
    caromBodySetAngularVelocity(world, parent, 1.0);
    uint64_t hash = caromWorldHash(world);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(caromMoverMove(world, &mover, caromVec2(1, 0), DT, NULL),
                         CAROM_ERROR_MOTION);
    }
    CaromMover other;
    ck_assert_int_eq(caromMoverInit(world, &other, &def), CAROM_ERROR_MOTION);
    ck_assert_uint_eq(caromWorldHash(world), hash);
    ck_assert(mover.position.x == 0.0);
}

TEST_WORLD(the_least_times_give_finite_velocities, newWorld())
{
    CaromMover mover = newDisc(world, 0.0, 0.0);
    CaromMoverResult result;
    ck_assert_ok(caromMoverMove(world, &mover, caromVec2(3, -2), 1e-310, &result));
    ASSERT_NEAR(result.velocity.x, 3.0, 1e-6);
    ASSERT_NEAR(result.velocity.y, -2.0, 1e-6);
}

TEST_WORLD(moves_take_no_memory, newWorld())
{
    addMirrored(world, 5, 1.0);
    CaromMover mover = newDisc(world, 20.0, 0.0);
    int64_t bytes = caromWorldCounters(world).bytes;
    uint64_t hash = caromWorldHash(world);
    for (int i = 0; i < 2000; i++) {
        go(world, &mover, -mover.position.x * 3.0, i % 5 - 2.0);
    }
    ck_assert_int_eq(caromWorldCounters(world).bytes, bytes);
    ck_assert_uint_eq(caromWorldHash(world), hash);
}

// Nor do bodies that go with it, after the first time.
TEST_LOOP(moves_with_a_body_take_no_memory, 2)
{
    Meter meter = {0, 0, METER_NEVER, false};
    CaromWorldDef worldDef = newWorldDef();
    worldDef.allocator.resize = meterResize;
    worldDef.allocator.context = &meter;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    addMirrored(world, 5, 1.0);
    CaromMoverDef def = runnerDef(world, 20.0, _i == 1);
    newCircle(world, def.body, caromVec2(0, 0), 0.3);
    CaromMover mover = newMover(world, &def);
    int calls = 0;
    for (int i = 0; i < 200; i++) {
        calls = i == 10 ? meter.calls : calls;
        go(world, &mover, -mover.position.x * 3.0, i % 5 - 2.0);
        step(world);
    }
    ck_assert_int_eq(meter.calls, calls);
    caromWorldDestroy(world);
}

// What moves much at once keeps no room for it.
TEST(moves_of_many_shapes_keep_no_room)
{
    for (int chain = 0; chain < 2; chain++) {
        CaromWorld *world = newWorld();
        CaromBodyId body = newRest(world);
        CaromVec2 points[300];
        for (int i = 0; i < 300; i++) {
            points[i] = caromVec2(i, i % 2);
            if (chain == 0) {
                newCircle(world, body, points[i], 0.25);
            }
        }
        if (chain == 1) {
            newChain(world, body, points, 300, 0);
        }
        CaromTransform to = caromTransformIdentity();
        int64_t bytes = 0;
        for (int i = 0; i < 6; i++) {
            to.position.x = i % 2 ? 0.5 : 0.0;
            ck_assert_ok(caromBodySetTransform(world, body, to));
            bytes = i == 2 ? caromWorldCounters(world).bytes : bytes;
        }
        ck_assert_int_eq(caromWorldCounters(world).bytes, bytes);
        ck_assert_int_le(caromWorldMemory(world).shapes, bytes);
        caromWorldDestroy(world);
    }
}

/// A piston comes while the mover is not moved for 2 s, or moved each step: it is before its head.
TEST_WORLD_LOOP(who_was_not_moved_for_long_is_pushed_as_far, 2, newWorld())
{
    addBox(world, newMoving(world, caromVec2(-2, 0), caromVec2(1, 0)), 0, 0, 0.5, 2.0);
    CaromMover mover = newDisc(world, 0.0, 0.0);
    for (int k = 1; k <= 120; k++) {
        caromWorldStepTo(world, k / 60.0);
        if (_i || k == 120) {
            go(world, &mover, 0.0, 0.0);
        }
    }
    ASSERT_NEAR(mover.position.x, -2.0 + 2.0 + 0.5 + 0.35, ROUNDING);
    ck_assert(mover.position.y == 0.0);
}

/// A floor that goes along x and is destroyed, or stops: a mover that stood on it is carried no
/// farther.
TEST(a_floor_that_is_gone_or_stops_carries_nobody)
{
    for (int k = 0; k < 3; k++) {
        CaromWorld *world = newWorld();
        CaromBodyId floor = newMoving(world, caromVec2(0, 0), caromVec2(1, 0)),
                    other = newMoving(world, caromVec2(0, 50), caromVec2(1, 0));
        addBox(world, floor, 0, -1, 5, 1);
        addBox(world, other, 0, 0, 1, 1);
        CaromMoverDef def = caromMoverDef();
        def.position = caromVec2(0, 0.35);
        def.up = caromVec2(0, 1);
        def.snap = 0.1;
        CaromMover mover = newMover(world, &def);
        ck_assert(go(world, &mover, 0.0, -1.0).grounded);
        caromWorldStep(world, 0.5);
        ck_assert(go(world, &mover, 0.0, -1.0).grounded);
        ASSERT_NEAR(mover.position.x, 0.5, 1e-9);
        if (k == 1) {
            ck_assert_ok(caromBodySetVelocity(world, floor, caromVec2(0, 0)));
        } else if (k == 2) {
            ck_assert_ok(caromBodyDestroy(world, floor));
        }
        caromWorldStep(world, 0.5);
        ck_assert(go(world, &mover, 0.0, -1.0).grounded == (k < 2));
        ASSERT_NEAR(mover.position.x, k == 0 ? 1.0 : 0.5, 1e-9);
        caromWorldDestroy(world);
    }
}

/// A door comes to meet a mover that rides on a ferry, or on top of a wheel, with no move of its
/// own in between. The door does not pass the mover, but takes it along.
TEST(who_rides_towards_a_door_is_turned_back)
{
    for (int isWheel = 0; isWheel < 2; isWheel++) {
        CaromWorld *world = newWorld();
        CaromBodyId floor =
            newMoving(world, caromVec2(0, -20), caromVec2(isWheel ? 0.0 : 4.0, 0.0));
        CaromBodyId door = newMoving(world, caromVec2(2, 0), caromVec2(-4, 0));
        if (isWheel) {
            newCircle(world, floor, caromVec2(0, 0), 20.0);
            caromBodySetAngularVelocity(world, floor, -0.2);
        } else {
            addBox(world, floor, 0, 10, 20, 10);
        }
        addWall(world, door, 0, -3, 0, 3);
        CaromMoverDef rider = caromMoverDef();
        rider.position = caromVec2(0, 0.35);
        rider.up = caromVec2(0, 1);
        rider.snap = 0.1;
        CaromMover mover = newMover(world, &rider);
        ck_assert(go(world, &mover, 0.0, -1.0).grounded);
        ck_assert_int_eq(caromWorldStep(world, 0.5), CAROM_STEP_OK);
        CaromMoverResult result = go(world, &mover, 0.0, 0.0);
        ck_assert(!result.crushed);
        ASSERT_NEAR(mover.position.x, -0.35, 0.01);
        ASSERT_NEAR(mover.position.y, isWheel ? sqrt(20.35 * 20.35 - 0.35 * 0.35) - 20.0 : 0.35,
                    0.01);
        caromWorldDestroy(world);
    }
}

/// A body that goes on with its mover gets no speed that nothing may have, however short the time
/// in which that was carried.
TEST_WORLD(no_body_goes_on_too_fast, newWorld())
{
    CaromBodyId lift = newMoving(world, caromVec2(0, 0), caromVec2(0, 1));
    addBox(world, lift, 0.0, -1.0, 5.0, 1.0);
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(0.0, 0.36);
    def.up = caromVec2(0.0, 1.0);
    def.body = newMoving(world, def.position, caromVec2(0, 0));
    def.bodyGoesOn = true;
    CaromMover mover = newMover(world, &def);
    ck_assert(go(world, &mover, 0.0, -1.0).grounded);
    for (int k = 0; k < 2; k++) {
        CaromMoverResult result;
        caromWorldStep(world, 0.25);
        ck_assert_ok(caromMoverMove(world, &mover, caromVec2(0, 0), k ? 0.25 : 1e-15, &result));
        ASSERT_NEAR(result.moved.y, 0.25, 1e-6);
        ASSERT_NEAR(caromBodyVelocity(world, def.body).y, k ? 1.0 : 0.0, 1e-6);
    }
}
