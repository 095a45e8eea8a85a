// SPDX-License-Identifier: MIT
// Movers one by one: corners, seams, slivers, gaps of just their width, steps, slopes, floors and
// doors that move, pistons, each other.
#include "flight_field.h"
#include "mover_oracle.h"
#include "random.h"

#include <check.h>
#include <math.h>

#define DT (1.0 / 60.0)

static CaromWorld *newWorld(void)
{
    CaromWorldDef def = caromWorldDef();
    return caromWorldCreate(&def, NULL);
}

static CaromBodyId newBody(CaromWorld *world, CaromBodyType type, CaromVec2 position,
                           CaromVec2 velocity)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = position;
    def.velocity = velocity;
    return caromBodyCreate(world, &def);
}

static CaromBodyId newRest(CaromWorld *world)
{
    return newBody(world, CAROM_BODY_STATIC, caromVec2(0, 0), caromVec2(0, 0));
}

static void addWall(CaromWorld *world, CaromBodyId body, double ax, double ay, double bx, double by)
{
    CaromShapeDef def = caromShapeDef();
    ck_assert_uint_ne(
        caromShapeCreateSegment(world, body, &def, caromVec2(ax, ay), caromVec2(bx, by)).index, 0);
}

static void addBox(CaromWorld *world, CaromBodyId body, double x, double y, double hx, double hy)
{
    CaromShapeDef def = caromShapeDef();
    ck_assert_uint_ne(
        caromShapeCreateBox(world, body, &def, caromVec2(x, y), caromVec2(hx, hy)).index, 0);
}

static CaromMover newMover(CaromWorld *world, const CaromMoverDef *def)
{
    CaromMover mover;
    ck_assert_int_eq(caromMoverInit(world, &mover, def), CAROM_OK);
    return mover;
}

static CaromMover newDisc(CaromWorld *world, double x, double y)
{
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(x, y);
    return newMover(world, &def); // radius 0.3, clearance 0.05
}

static CaromMoverResult go(CaromWorld *world, CaromMover *mover, double x, double y)
{
    CaromMoverResult result;
    ck_assert_int_eq(caromMoverMove(world, mover, caromVec2(x, y), DT, &result), CAROM_OK);
    return result;
}

#define ROUNDING (0.05 * CAROM_MOVER_ROUNDING)
#define ASSERT_NEAR(a, b, tolerance)                                                               \
    ck_assert_msg(fabs((a) - (b)) <= (tolerance), "%s is %.17g, not %.17g", #a, (double)(a),       \
                  (double)(b))

// ---- corners, seams, slivers

START_TEST(free_moves_are_exact)
{
    CaromWorld *world = newWorld();
    CaromMover mover = newDisc(world, 1.0, 2.0);
    CaromMoverResult result = go(world, &mover, 3.0, -6.0);
    ck_assert(mover.position.x == 1.0 + 3.0 * DT && mover.position.y == 2.0 + -6.0 * DT);
    ck_assert(!result.blocked && !result.crushed && result.contactCount == 0);
    ASSERT_NEAR(result.velocity.x, 3.0, 1e-15);
    caromWorldDestroy(world);
}
END_TEST

// After some moves into a corner, of any angle, nothing changes any more, to the bit.
START_TEST(corners_hold_it_to_the_bit)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newWorld();
    CaromBodyId rest = newRest(world);
    CaromRotation r = caromRotation(testRandomRange(&random, -3.1, 3.1));
    double angle = testRandomRange(&random, 0.05, 3.0);
    CaromVec2 tip = {testRandomRange(&random, -40, 40), testRandomRange(&random, -40, 40)};
    for (int k = -1; k <= 1; k += 2) {
        CaromRotation half = caromRotationCompose(r, caromRotation(0.5 * k * angle));
        addWall(world, rest, tip.x, tip.y, tip.x + 100.0 * half.c, tip.y + 100.0 * half.s);
    }
    CaromVec2 start = caromVec2Add(tip, caromVec2Scale(caromVec2(r.c, r.s), 0.4 / sin(angle / 2)));
    CaromMover mover = newDisc(world, start.x, start.y);
    ck_assert(caromMoverFits(world, &mover, start));
    CaromVec2 wish =
        caromRotate(caromRotation(testRandomRange(&random, -0.3, 0.3) * (3.14 - angle)),
                    caromVec2(-4.0 * r.c, -4.0 * r.s));
    for (int i = 0; i < 4000; i++) {
        go(world, &mover, wish.x, wish.y);
    }
    CaromVec2 place = mover.position;
    for (int i = 0; i < 1000; i++) {
        CaromMoverResult result = go(world, &mover, wish.x, wish.y);
        ck_assert_msg(mover.position.x == place.x && mover.position.y == place.y,
                      "seed %d: moved by (%g, %g) at %d", _i, mover.position.x - place.x,
                      mover.position.y - place.y, i);
        ck_assert(result.blocked && result.contactCount == 2);
        ck_assert(result.velocity.x == 0.0 && result.velocity.y == 0.0);
    }
    caromWorldDestroy(world);
}
END_TEST

// A wall of many pieces in one line is as one: the same way along it, none of the pieces' ends
// holds or lifts it.
START_TEST(seams_do_not_catch)
{
    static const CaromVec2 box[4] = {{-0.3, -0.3}, {0.3, -0.3}, {0.3, 0.3}, {-0.3, 0.3}};
    CaromWorld *world = newWorld();
    CaromBodyId rest = newRest(world);
    for (int i = 0; i < 40; i++) {
        addBox(world, rest, i + 0.5, -0.5, 0.5, 0.5);
        addWall(world, rest, i, 0.0, i + 1, 0.0);
    }
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(1.0, 0.5);
    if (_i == 1) {
        def.shape = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
    }
    CaromMover mover = newMover(world, &def);
    for (int i = 0; i < 400; i++) {
        double before = mover.position.x;
        CaromMoverResult result = go(world, &mover, 5.0, -3.0);
        ASSERT_NEAR(mover.position.x - before, 5.0 * DT, 1e-12);
        ck_assert(mover.position.y >= 0.35 - ROUNDING && (i < 3 || mover.position.y <= 0.35));
        ASSERT_NEAR(result.velocity.x, 5.0, 1e-9);
    }
    caromWorldDestroy(world);
}
END_TEST

// Into a wedge of a millionth of a radian, and out again.
START_TEST(slivers_let_go)
{
    CaromWorld *world = newWorld();
    CaromBodyId rest = newRest(world);
    addWall(world, rest, 0.0, 0.0, 100.0, 1e-4);
    addWall(world, rest, 0.0, 0.7001, 100.0, 0.7);
    addWall(world, rest, -10.0, -10.0, 0.0, 0.0);
    OracleEdge edges[3] = {
        {{0, 0}, {100, 1e-4}, 0}, {{0, 0.7001}, {100, 0.7}, 0}, {{-10, -10}, {0, 0}, 0}};
    CaromMover mover = newDisc(world, 0.5, 0.35004);
    double farthest = 0.0;
    for (int i = 0; i < 3000; i++) {
        go(world, &mover, 4.0, i % 7 - 3.0);
        farthest = fmax(farthest, mover.position.x);
        ck_assert(oracleRoom(&mover, mover.position, edges, 3) >= -ROUNDING);
    }
    ASSERT_NEAR(farthest, 50.0, 1.5); // there the walls are 0.7 apart
    for (int i = 0; i < 3000; i++) {
        go(world, &mover, -4.0, i % 7 - 3.0);
    }
    ck_assert(mover.position.x < 0.5);
    caromWorldDestroy(world);
}
END_TEST

/// A wall along x = 0 with a gap of 0.7, just as wide as a disc and its clearance; thick or not.
static void addGap(CaromWorld *world, double y, double thick)
{
    CaromBodyId rest = newRest(world);
    if (thick > 0.0) {
        addBox(world, rest, 0.0, y + 0.35 + 5.0, thick, 5.0);
        addBox(world, rest, 0.0, y - 0.35 - 5.0, thick, 5.0);
    } else {
        addWall(world, rest, 0.0, y + 0.35, 0.0, y + 10.0);
        addWall(world, rest, 0.0, y - 0.35, 0.0, y - 10.0);
    }
}

// From any start in front of it, one who heads for the far side gets through.
START_TEST(gaps_of_just_its_width_are_passed)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = newWorld();
    double y = testRandomInt(&random, 0, 1) ? 0.0 : testRandomRange(&random, -50, 50);
    addGap(world, y, _i % 3 * 0.5);
    CaromMover mover = newDisc(world, testRandomRange(&random, -3.0, -1.5),
                               y + testRandomRange(&random, -0.9, 0.9));
    double speed = testRandomRange(&random, 1.0, 20.0);
    int moves = 0;
    while (mover.position.x < 1.5 && moves++ < 3000) {
        // Heads for the middle of the gap, then for the far side.
        double tx = mover.position.x < -0.6 && _i % 2 ? -0.55 : 2.0;
        CaromVec2 wish = caromVec2Sub(caromVec2(tx, y), mover.position);
        wish = caromVec2Scale(caromVec2Normalize(wish), speed);
        go(world, &mover, wish.x, wish.y);
    }
    ck_assert_msg(mover.position.x >= 1.5, "seed %d: stuck at (%.17g, %.17g) of gap at %g", _i,
                  mover.position.x, mover.position.y, y);
    caromWorldDestroy(world);
}
END_TEST

/// Walls at random; with mirror −1 the same, seen in a mirror along x.
static void addMirrored(CaromWorld *world, uint64_t seed, double mirror)
{
    TestRandom random = testRandomSeed(seed);
    CaromBodyId rest = newRest(world);
    for (int i = 0; i < 30; i++) {
        double x = testRandomRange(&random, -5, 5), y = testRandomRange(&random, -5, 5);
        double p = testRandomRange(&random, -2, 2), q = testRandomRange(&random, -2, 2);
        addWall(world, rest, mirror * x, y, mirror * (x + p), y + q);
    }
}

START_TEST(mirrored_worlds_give_mirrored_moves)
{
    CaromWorld *world = newWorld(), *image = newWorld();
    addMirrored(world, (uint64_t)_i, 1.0);
    addMirrored(image, (uint64_t)_i, -1.0);
    TestRandom random = testRandomSeed((uint64_t)_i + 1000);
    CaromMover mover = newDisc(world, 0, 0), other = newDisc(image, 0, 0);
    for (int i = 0; i < 50; i++) {
        CaromVec2 at = {testRandomRange(&random, -5, 5), testRandomRange(&random, -5, 5)};
        if (caromMoverFits(world, &mover, at)) {
            caromMoverPlace(world, &mover, at);
            caromMoverPlace(image, &other, caromVec2(-at.x, at.y));
            break;
        }
    }
    for (int i = 0; i < 200; i++) {
        double x = testRandomRange(&random, -9, 9), y = testRandomRange(&random, -9, 9);
        go(world, &mover, x, y);
        go(image, &other, -x, y);
        ck_assert_msg(mover.position.x == -other.position.x && mover.position.y == other.position.y,
                      "seed %d, move %d", _i, i);
    }
    caromWorldDestroy(world);
    caromWorldDestroy(image);
}
END_TEST

// From behind a one-sided wall is no wall.
START_TEST(one_sided_walls_are_met_from_the_front)
{
    CaromWorld *world = newWorld();
    CaromBodyId rest = newRest(world);
    CaromShapeDef def = caromShapeDef();
    caromShapeCreateOneSided(world, rest, &def, caromVec2(5, 0), caromVec2(-5, 0)); // solid below
    CaromMover mover = newDisc(world, 0.0, -2.0);
    for (int i = 0; i < 60; i++) {
        go(world, &mover, 0.0, 4.0);
    }
    ASSERT_NEAR(mover.position.y, 2.0, 1e-9);
    for (int i = 0; i < 60; i++) {
        go(world, &mover, 0.0, -4.0);
    }
    ck_assert(mover.position.y >= 0.35 - ROUNDING && mover.position.y <= 0.35);
    caromWorldDestroy(world);
}
END_TEST

Suite *testMoverSuite(void);
Suite *testMoverSuite(void)
{
    Suite *suite = suite_create("mover");
    TCase *tc = tcase_create("mover");
    tcase_add_test(tc, free_moves_are_exact);
    tcase_add_loop_test(tc, corners_hold_it_to_the_bit, 0, 64);
    tcase_add_loop_test(tc, seams_do_not_catch, 0, 2);
    tcase_add_test(tc, slivers_let_go);
    tcase_add_loop_test(tc, gaps_of_just_its_width_are_passed, 0, 60);
    tcase_add_loop_test(tc, mirrored_worlds_give_mirrored_moves, 0, 32);
    tcase_add_test(tc, one_sided_walls_are_met_from_the_front);
    suite_add_tcase(suite, tc);
    return suite;
}
