// SPDX-License-Identifier: MIT
// Movers and dynamic bodies: crates that are pushed, blocks that are not, planks that tip under a
// mover, what it rides on, what falls on it. Bounds hold at all frame rates.
#include "../../support/recording_bytes.h"
#include "mover_yard.h"

static const double HZ[] = {24.0, 30.0, 60.0, 144.0, 1000.0};
enum { RATES = sizeof HZ / sizeof HZ[0] };

typedef struct Yard {
    CaromWorld *world;
    CaromMover mover;
    CaromMoverResult result;
    double dt, fall, time; ///< [s], [m/s], [s]
    int64_t frame;
} Yard;

/// A floor at y = 0, and a walker in the middle; without gravity only what is seen from above.
static Yard newYard(double hz, double gravity, CaromMoverDef def)
{
    Yard yard = {.dt = 1.0 / hz};
    yard.world = newWorldUnder(gravity);
    if (gravity > 0.0) {
        newBox(yard.world, newRest(yard.world), caromVec2(0.0, -1.0), caromVec2(100.0, 1.0));
    }
    yard.mover = newMover(yard.world, &def);
    return yard;
}

static void frame(Yard *yard, CaromVec2 wish)
{
    yard->time = (double)++yard->frame * yard->dt;
    caromWorldStepTo(yard->world, yard->time);
    bool falls = yard->mover.up.y > 0.0 && !yard->mover.grounded;
    yard->fall = falls ? yard->fall - 10.0 * yard->dt : 0.0;
    wish.y += yard->fall;
    ck_assert_ok(caromMoverMove(yard->world, &yard->mover, wish, yard->dt, &yard->result));
}

/// A box of 1 m by 1 m, or more.
static CaromBodyId addCrate(CaromWorld *world, double x, double y, double half, double mass)
{
    CaromShapeDef def = caromShapeDef();
    def.density = mass / (4.0 * half * half);
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, caromVec2(x, y), caromVec2(0.0, 0.0));
    madeShape(caromShapeCreateBox(world, body, &def, caromVec2(0.0, 0.0), caromVec2(half, half)));
    return body;
}

static CaromVec2 placeOf(const Yard *yard, CaromBodyId body)
{
    return caromBodyTransform(yard->world, body).position;
}

/// The distance of a box that has not turned from a walker that is a box.
static double gapTo(const Yard *yard, CaromBodyId body, double half)
{
    CaromVec2 way = caromVec2Sub(placeOf(yard, body), yard->mover.position);
    return fmax(fabs(way.x) - half - 0.3, fabs(way.y) - half - 0.5);
}

// ---- pushed

/// 60 kg on a floor of friction 0.6 need 353 N: it slides before him, as fast as he walks.
TEST_LOOP(a_crate_slides_before_a_walker, RATES)
{
    Yard yard = newYard(HZ[_i], 9.81, walkerDef(0.0, 0.6, true));
    CaromBodyId crate = addCrate(yard.world, 2.0, 0.5, 0.5, 60.0);
    bool touched = false;
    while (yard.time < 4.0) {
        frame(&yard, caromVec2(2.0, 0.0));
        touched = touched || yard.result.contactCount > 1;
        ck_assert_msg(!yard.result.crushed, "%g Hz, %g s", HZ[_i], yard.time);
        ck_assert(gapTo(&yard, crate, 0.5) > 0.05 - ROUNDING - 1e-3); // it may tilt a little
        ck_assert(caromBodyVelocity(yard.world, crate).x <= 2.05);
    }
    double x = placeOf(&yard, crate).x;
    ck_assert(touched);
    ck_assert_msg(x > 6.5 && x < 8.9, "%g Hz: %g m", HZ[_i], x); // 2 m/s · 4 s + 0.85 m at most;
    // with few frames it slows down between two pushes
    ASSERT_NEAR(placeOf(&yard, crate).y, 0.5, 0.01);
    caromWorldDestroy(yard.world);
}

/// A ton needs 5.9 kN: it stands, and so does he.
TEST_LOOP(a_block_of_a_ton_stands, RATES)
{
    Yard yard = newYard(HZ[_i], 9.81, walkerDef(0.0, 0.6, true));
    CaromBodyId block = addCrate(yard.world, 2.0, 0.5, 0.5, 1000.0);
    while (yard.time < 1.0) { // it settles
        frame(&yard, caromVec2(0.0, 0.0));
    }
    double x = placeOf(&yard, block).x;
    while (yard.time < 5.0) {
        frame(&yard, caromVec2(3.0, 0.0));
    }
    ASSERT_NEAR(placeOf(&yard, block).x, x, 2e-3);
    ASSERT_NEAR(yard.mover.position.x, x - 0.85, 3e-3);
    ck_assert(yard.result.blocked);
    caromWorldDestroy(yard.world);
}

/// Seen from above, without friction: F·t/m, and after that as fast as the wish.
TEST_LOOP(a_push_is_force_times_time, RATES)
{
    Yard yard = newYard(HZ[_i], 0.0, caromMoverDef());
    CaromBodyId block = addCrate(yard.world, 0.9, 0.0, 0.5, 300.0);
    double began = -1.0, sum = 0.0;
    while (yard.time < 3.0) {
        frame(&yard, caromVec2(1.5, 0.0));
        began = began < 0.0 && yard.result.contactCount > 0 ? yard.time - yard.dt : began;
        for (int i = 0; i < yard.result.contactCount; i++) {
            CaromVec2 impulse = yard.result.contacts[i].impulse;
            ck_assert(impulse.x >= 0.0 && impulse.x <= 600.0 * yard.dt * (1.0 + 1e-12));
            sum += impulse.x;
        }
        double speed = caromBodyVelocity(yard.world, block).x;
        ck_assert(speed <= 1.5 + 1e-9);
        ck_assert(began < 0.0 || speed <= 600.0 / 300.0 * (yard.time - began) + 1e-9);
        ck_assert_msg(began < 0.0 || yard.time > 0.7 ||
                          speed >= 2.0 * (yard.time - began) - 4.0 * yard.dt - 0.07,
                      "%g Hz: %g m/s after %g s", HZ[_i], speed, yard.time - began);
    }
    ASSERT_NEAR(sum, 300.0 * 1.5, 300.0 * 0.01); // all that it has came from him
    ASSERT_NEAR(caromBodyVelocity(yard.world, block).x, 1.5, 0.01);
    caromWorldDestroy(yard.world);
}

/// What weighs nothing beside him gets as fast as his wish where he touches it; what spins may get
/// more at its other side.
TEST_LOOP(nothing_is_thrown, RATES)
{
    Yard yard = newYard(HZ[_i], 0.0, caromMoverDef());
    CaromBodyId box = addCrate(yard.world, 1.0, 0.35, 0.5, 0.1);
    while (yard.time < 1.0) {
        frame(&yard, caromVec2(3.0, 0.0));
        double most = caromVec2Length(caromBodyVelocity(yard.world, box));
        ck_assert_msg(most <= 4.5, "%g Hz, %g s: %g m/s", HZ[_i], yard.time, most);
    }
    ck_assert(placeOf(&yard, box).x > 1.5);
    caromWorldDestroy(yard.world);
}

TEST_LOOP(without_force_nothing_is_pushed, 2)
{
    CaromMoverDef def = caromMoverDef();
    def.pushForce = _i == 0 ? 0.0 : 600.0;
    Yard yard = newYard(60.0, 0.0, def);
    CaromBodyId crate = addCrate(yard.world, 1.0, 0.0, 0.5, 10.0);
    while (yard.time < 1.0) {
        frame(&yard, caromVec2(3.0, 0.0));
    }
    ck_assert((placeOf(&yard, crate).x > 2.0) == (_i == 1));
    ck_assert(_i == 1 || placeOf(&yard, crate).x == 1.0);
    ck_assert(_i == 1 || yard.result.contacts[0].impulse.x == 0.0);
    caromWorldDestroy(yard.world);
}

/// A row of crates before a wall stops him; none of them gets into it, or into another.
TEST_LOOP(crates_before_a_wall_stop_him, RATES)
{
    Yard yard = newYard(HZ[_i], 9.81, walkerDef(0.0, 0.6, true));
    CaromBodyId crates[3];
    newBox(yard.world, newRest(yard.world), caromVec2(6.0, 2.0), caromVec2(0.5, 2.0));
    for (int k = 0; k < 3; k++) {
        crates[k] = addCrate(yard.world, 1.5 + 1.2 * k, 0.5, 0.5, 20.0);
    }
    while (yard.time < 5.0) {
        frame(&yard, caromVec2(3.0, 0.0));
        ck_assert(!yard.result.crushed);
    }
    for (int k = 0; k < 3; k++) {
        ASSERT_NEAR(placeOf(&yard, crates[k]).x, 3.0 + k, 0.06);
    }
    ck_assert(yard.result.blocked);
    ASSERT_NEAR(caromBodyVelocity(yard.world, crates[0]).x, 0.0, 0.3);
    caromWorldDestroy(yard.world);
}

/// What hangs from a crate pushes that.
TEST(a_child_s_shape_pushes_its_parent)
{
    Yard yard = newYard(60.0, 0.0, caromMoverDef());
    CaromBodyId crate = addCrate(yard.world, 3.0, 0.0, 0.5, 10.0);
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.parent = crate;
    newBox(yard.world, newBodyOf(yard.world, &def), caromVec2(-1.5, 0.0), caromVec2(0.5, 0.5));
    while (yard.time < 1.0) {
        frame(&yard, caromVec2(2.0, 0.0));
    }
    ck_assert(placeOf(&yard, crate).x > 3.5);
    caromWorldDestroy(yard.world);
}

// ---- stood on, ridden

/// A plank on a post: one that weighs something tips it, at the end where he stands.
TEST_LOOP(a_plank_tips_under_his_weight, 2 * RATES)
{
    CaromMoverDef def = walkerDef(1.0, 1.8, true);
    def.mass = _i % 2 ? 80.0 : 0.0;
    Yard yard = newYard(HZ[_i / 2], 9.81, def);
    newBox(yard.world, newRest(yard.world), caromVec2(0.0, 0.5), caromVec2(0.3, 0.5));
    CaromShapeDef wood = caromShapeDef();
    wood.density = 60.0;
    CaromBodyId plank =
        newBody(yard.world, CAROM_BODY_DYNAMIC, caromVec2(0.0, 1.1), caromVec2(0.0, 0.0));
    madeShape(caromShapeCreateBox(yard.world, plank, &wood, caromVec2(0, 0), caromVec2(1.5, 0.1)));
    bool stood = false;
    double bore = 0.0;
    while (yard.time < 1.5) {
        frame(&yard, caromVec2(0.0, 0.0));
        stood = stood || yard.mover.grounded;
        for (int i = 0; i < yard.result.contactCount; i++) {
            bore = fmax(bore, -yard.result.contacts[i].impulse.y);
        }
        ck_assert(!yard.result.crushed);
    }
    double slope = caromBodyTransform(yard.world, plank).rotation.s;
    ck_assert(stood);
    ck_assert_msg(_i % 2 ? slope < -0.1 : fabs(slope) < 0.02, "case %d: %g", _i, slope);
    ASSERT_NEAR(bore, _i % 2 ? 80.0 * 9.81 * yard.dt : 0.0, 1e-9);
    caromWorldDestroy(yard.world);
}

/// A crate that slides takes along who stands on it.
TEST_LOOP(who_stands_on_a_crate_rides_it, RATES)
{
    Yard yard = newYard(HZ[_i], 9.81, walkerDef(0.0, 1.56, true));
    CaromBodyId crate = addCrate(yard.world, 0.0, 0.5, 0.5, 200.0);
    CaromShapeId shape;
    caromBodyShapes(yard.world, crate, &shape, 1);
    CaromShapeMaterial ice = caromShapeMaterial(yard.world, shape);
    ice.bodyFriction = 0.0;
    ck_assert_ok(caromShapeSetMaterial(yard.world, shape, &ice));
    while (yard.time < 0.5) {
        frame(&yard, caromVec2(0.0, 0.0));
    }
    ck_assert(yard.mover.grounded);
    ck_assert_ok(caromBodySetVelocity(yard.world, crate, caromVec2(2.0, 0.0)));
    while (yard.time < 2.5) {
        frame(&yard, caromVec2(0.0, 0.0));
        ck_assert(yard.mover.grounded);
    }
    ASSERT_NEAR(placeOf(&yard, crate).x, 4.0, 0.1);
    ASSERT_NEAR(yard.mover.position.x, placeOf(&yard, crate).x, 0.1);
    ASSERT_NEAR(yard.mover.position.y, 1.55, 0.02);
    caromWorldDestroy(yard.world);
}

// ---- pushed by bodies

/// A crate that falls on him pushes him aside, wherever it comes down on him.
TEST_LOOP(what_falls_on_him_pushes_him_aside, 6 * RATES)
{
    Yard yard = newYard(HZ[_i % RATES], 9.81, walkerDef(0.0, 0.6, true));
    CaromBodyId crate = addCrate(yard.world, 0.15 * (_i / RATES), 3.0, 0.5, 100.0);
    while (yard.time < 3.0) {
        frame(&yard, caromVec2(0.0, 0.0));
        ck_assert(!yard.result.crushed && gapTo(&yard, crate, 0.5) > 0.05 - ROUNDING - 2e-3);
    }
    ck_assert(yard.mover.grounded && yard.mover.position.y < 0.6);
    ck_assert(fabs(yard.mover.position.x) < 1.0);
    caromWorldDestroy(yard.world);
}

/// In a pit without room beside it he is crushed as by a piston; then he gets free of it.
TEST_LOOP(what_falls_on_him_in_a_pit_crushes_him, RATES)
{
    Yard yard = newYard(HZ[_i], 9.81, walkerDef(0.0, 0.6, true));
    newBox(yard.world, newRest(yard.world), caromVec2(-10.6, 5.0), caromVec2(10.0, 6.0));
    newBox(yard.world, newRest(yard.world), caromVec2(10.6, 5.0), caromVec2(10.0, 6.0));
    addCrate(yard.world, 0.05, 3.0, 0.5, 100.0);
    bool crushed = false;
    while (yard.time < 3.0) {
        frame(&yard, caromVec2(0.0, 0.0));
        crushed = crushed || yard.result.crushed;
    }
    ck_assert(crushed && !yard.result.crushed && yard.mover.grounded);
    caromWorldDestroy(yard.world);
}

/// One that slides into him takes him along, seen from above.
TEST_LOOP(what_slides_into_him_takes_him_along, RATES)
{
    Yard yard = newYard(HZ[_i], 0.0, caromMoverDef());
    CaromBodyId crate = addCrate(yard.world, -3.0, 0.1, 0.5, 100.0);
    ck_assert_ok(caromBodySetVelocity(yard.world, crate, caromVec2(2.0, 0.0)));
    while (yard.time < 2.5) {
        frame(&yard, caromVec2(0.0, 0.0));
        ck_assert(!yard.result.crushed);
    }
    ASSERT_NEAR(placeOf(&yard, crate).x, 2.0, 1e-9); // he does not hold it up
    ASSERT_NEAR(yard.mover.position.x, 2.0 + 0.5 + 0.35, 0.01);
    caromWorldDestroy(yard.world);
}

// ---- recorded

TEST(pushes_are_recorded)
{
    CaromMoverDef def = walkerDef(0.0, 0.6, true);
    CaromWorld *again = newWorld();
    Yard yard = newYard(60.0, 9.81, def);
    addCrate(yard.world, 1.0, 0.5, 0.5, 30.0);
    addCrate(yard.world, 4.0, 3.5, 0.5, 30.0);
    CaromRecorder *recorder = recordingBegin(yard.world, true);
    while (yard.time < 2.0) {
        frame(&yard, caromVec2(2.5, 0.0));
    }
    SnapshotBytes bytes = recordingEnd(recorder);
    CaromReplay *replay = caromReplayCreate(again, bytes.at, bytes.size, NULL);
    while (caromReplayNext(replay) == CAROM_REPLAY_SAME) {
    }
    ck_assert(!caromReplayDifference(replay).found);
    ck_assert(caromWorldHash(again) == caromWorldHash(yard.world));
    caromReplayDestroy(replay);
    free(bytes.at);
    caromWorldDestroy(again);
    caromWorldDestroy(yard.world);
}
