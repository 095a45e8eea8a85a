// SPDX-License-Identifier: MIT
// Movers one by one among what rests: corners, seams, slivers, gaps of just their width, steps,
// slopes, walls of one side.
#include "../../support/builder.h"
#include "../../support/mover_oracle.h"
#include "mover_yard.h"

#include <string.h>

#include "../../../world/mover/obstacle.h"

// ---- corners, seams, slivers

TEST_WORLD(free_moves_are_exact, newWorld())
{
    CaromMover mover = newDisc(world, 1.0, 2.0);
    CaromMoverResult result = go(world, &mover, 3.0, -6.0);
    ck_assert(mover.position.x == 1.0 + 3.0 * DT && mover.position.y == 2.0 + -6.0 * DT);
    ck_assert(!result.blocked && !result.crushed && result.contactCount == 0);
    ASSERT_NEAR(result.velocity.x, 3.0, 1e-15);
}

// After some moves into a corner, of any angle, nothing changes any more, to the bit.
TEST_WORLD_SEEDS(corners_hold_it_to_the_bit, 64, newWorld())
{
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
}

// A wall of many pieces in one line is as one: the same way along it, none of the pieces' ends
// holds or lifts it.
TEST_WORLD_LOOP(seams_do_not_catch, 2, newWorld())
{
    static const CaromVec2 box[4] = {{-0.3, -0.3}, {0.3, -0.3}, {0.3, 0.3}, {-0.3, 0.3}};
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
}

// Into a wedge of a millionth of a radian, and out again.
TEST_WORLD(slivers_let_go, newWorld())
{
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
}

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

// From any start in front of the gap, a mover that heads for the far side gets through.
TEST_WORLD_SEEDS(gaps_of_just_its_width_are_passed, 60, newWorld())
{
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
}

TEST_LOOP(mirrored_worlds_give_mirrored_moves, 32)
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

// From behind a one-sided wall is no wall.
TEST_WORLD(one_sided_walls_are_met_from_the_front, newWorld())
{
    CaromBodyId rest = newRest(world);
    newOneSided(world, rest, caromVec2(5, 0), caromVec2(-5, 0)); // solid below
    CaromMover mover = newDisc(world, 0.0, -2.0);
    for (int i = 0; i < 60; i++) {
        go(world, &mover, 0.0, 4.0);
    }
    ASSERT_NEAR(mover.position.y, 2.0, 1e-9);
    for (int i = 0; i < 60; i++) {
        go(world, &mover, 0.0, -4.0);
    }
    ck_assert(mover.position.y >= 0.35 - ROUNDING && mover.position.y <= 0.35);
}

// ---- walking

// Up a stair of steps that it can climb, to one that is too high.
TEST_WORLD_LOOP(steps_are_climbed_up_to_their_height, 2, newWorld())
{
    CaromBodyId rest = newRest(world);
    addBox(world, rest, 0.0, -1.0, 20.0, 1.0);
    for (int i = 0; i < 4; i++) { // the floor at 0, 0.39, 0.78, 1.17, 1.56
        addBox(world, rest, 12.0 + i, 0.195 * (i + 1), 10.0, 0.195 * (i + 1));
    }
    addBox(world, rest, 12.0, 1.0, 2.0, 1.0); // from 10 on 2.0: 0.44 more
    CaromMoverDef def = walkerDef(0.0, 1.0, _i == 1);
    CaromMover mover = newMover(world, &def);
    double fall = 0.0;
    int steps = 0;
    for (int i = 0; i < 300; i++) {
        CaromMoverResult result = walk(world, &mover, 4.0, &fall);
        steps += result.stepped;
        ck_assert(!result.crushed && (i < 60 || result.grounded));
    }
    ASSERT_NEAR(mover.position.y, 1.56 + STANDS, 1e-5);
    ASSERT_NEAR(mover.position.x, 10.0 - 0.35, 1e-5);
    ck_assert(_i == 0 || steps == 4);
    for (int i = 0; i < 300; i++) { // back, down all of them without losing the ground
        ck_assert(walk(world, &mover, -4.0, &fall).grounded);
    }
    ASSERT_NEAR(mover.position.y, STANDS, 1e-5);
}

// A slope of an angle: climbed with the speed it walks at, and down again; or a wall, if too steep.
TEST_WORLD_LOOP(slopes_are_walked_up_to_their_angle, 50, newWorld())
{
    CaromBodyId rest = newRest(world);
    double angle = 0.1 + 0.05 * (_i % 25);
    CaromRotation r = caromRotation(angle);
    addWall(world, rest, -20.0, 0.0, 2.0, 0.0);
    addWall(world, rest, 2.0, 0.0, 2.0 + 30.0 * r.c, 30.0 * r.s);
    CaromMoverDef def = walkerDef(0.0, STANDS, _i >= 25);
    CaromMover mover = newMover(world, &def);
    double fall = 0.0, way = 0.0;
    for (int i = 0; i < 120; i++) {
        CaromVec2 before = mover.position;
        CaromMoverResult result = walk(world, &mover, 6.0, &fall);
        ck_assert(result.grounded && !result.crushed);
        way += caromVec2Distance(before, mover.position);
    }
    if (angle < 0.78) {
        ck_assert_msg(way > 11.0 && way < 12.001, "way %g at %g", way, angle);
        for (int i = 0; i < 120; i++) {
            ck_assert(walk(world, &mover, -6.0, &fall).grounded);
        }
        ASSERT_NEAR(mover.position.y, STANDS, 1e-5);
    } else {
        ck_assert_msg(mover.position.y < STANDS + 1e-5, "climbed %g", angle);
    }
}

TEST_WORLD_LOOP(who_stands_stands, 38, newWorld())
{
    CaromBodyId rest = newRest(world);
    CaromRotation r = caromRotation(0.02 * _i);
    addWall(world, rest, -20.0 * r.c, -20.0 * r.s, 20.0 * r.c, 20.0 * r.s);
    CaromMoverDef def = walkerDef(0.0, 2.0, _i % 2);
    CaromMover mover = newMover(world, &def);
    double fall = 0.0;
    while (!mover.grounded) {
        walk(world, &mover, 0.0, &fall);
    }
    CaromVec2 place = mover.position;
    for (int i = 0; i < 1000; i++) {
        CaromMoverResult result = walk(world, &mover, 0.0, &fall);
        ck_assert(result.grounded && mover.position.x == place.x && mover.position.y == place.y);
        ASSERT_NEAR(result.groundNormal.y, r.c, 1e-12);
    }
}

// Falls off a brink; a jump is ended by a ceiling; a platform of one side is jumped through.
TEST_WORLD_LOOP(jumps_falls_and_ceilings, 2, newWorld())
{
    CaromBodyId rest = newRest(world);
    addWall(world, rest, -5.0, 0.0, 5.0, 0.0);
    addWall(world, rest, -5.0, 4.0, 5.0, 4.0);
    newOneSided(world, rest, caromVec2(5, 1.8), caromVec2(-5, 1.8));
    CaromMoverDef def = walkerDef(0.0, STANDS, _i == 1);
    CaromMover mover = newMover(world, &def);
    double fall = 0.0, highest = 0.0;
    walk(world, &mover, 0.0, &fall);
    ck_assert(mover.grounded);
    fall = 9.0;
    bool hitCeiling = false;
    for (int i = 0; i < 120; i++) {
        fall -= 10.0 * DT;
        CaromMoverResult result = go(world, &mover, 0.0, fall);
        hitCeiling = hitCeiling || (result.blocked && fall > 0.0 && result.velocity.y == 0.0);
        fall = result.velocity.y;
        highest = fmax(highest, mover.position.y);
    }
    ck_assert(hitCeiling && mover.grounded);
    ASSERT_NEAR(highest, 4.0 - STANDS, 1e-5);
    ASSERT_NEAR(mover.position.y, 1.8 + STANDS, 1e-5);
    for (int i = 0; i < 180; i++) {
        walk(world, &mover, 4.0, &fall);
    }
    ck_assert(!mover.grounded && mover.position.y < -1.0);
}

/// So many edges at one place that they are looked up again each time.
TEST_WORLD(crowds_of_edges_are_walls_as_well, newWorld())
{
    CaromBodyId rest = newRest(world);
    enum { SPIKES = 600 };
    OracleEdge edges[SPIKES];
    for (int i = 0; i < SPIKES; i++) {
        CaromRotation r = caromRotation(3.0 + i * 1e-6 + (i % 2) * 0.2);
        OracleEdge edge = {{0.001 * (i % 7), 0.0}, {20.0 * r.c, 20.0 * r.s}, 0.0};
        addWall(world, rest, edge.a.x, edge.a.y, edge.b.x, edge.b.y);
        edges[i] = edge;
    }
    CaromMover mover = newDisc(world, 3.0, 0.0);
    for (int i = 0; i < 100; i++) {
        CaromMoverResult result = go(world, &mover, -5.0, i < 20 ? 0.0 : 3.0);
        ck_assert(!result.crushed);
        ck_assert(oracleRoom(&mover, mover.position, edges, SPIKES) >= -ROUNDING);
    }
    ck_assert(mover.position.x < 0.0);
}

TEST_WORLD(a_capsule_without_length_moves_as_a_disc, newWorld())
{
    static const CaromVec2 ends[] = {{0, 0}, {0, 0}}, wrong[] = {{0, 0}, {0, NAN}};
    addBox(world, newRest(world), 3.0, 0.25, 1.0, 1.0);
    CaromMoverDef def = caromMoverDef();
    CaromMover disc = newMover(world, &def), capsule;
    def.shape = caromGeometry(CAROM_SHAPE_CAPSULE, wrong, 2, def.shape.radius);
    ck_assert_int_eq(caromMoverInit(world, &capsule, &def), CAROM_ERROR_NOT_FINITE);
    def.shape.points = ends;
    capsule = newMover(world, &def);
    for (int k = 0; k < 40; k++) {
        CaromMoverResult a = go(world, &disc, 0.125, 0.0625),
                         b = go(world, &capsule, 0.125, 0.0625);
        ck_assert(a.position.x == b.position.x && a.position.y == b.position.y);
        ck_assert(a.blocked == b.blocked);
    }
}

TEST(up_may_be_any_way)
{
    CaromMoverResult results[2][80];
    for (int k = 0; k < 2; k++) { // turned by a quarter: (x, y) is (-y, x)
        CaromWorld *world = newWorld();
        CaromBodyId rest = newRest(world);
        const double boxes[3][4] = {{0, -1, 9, 1}, {4, 0, 1, 0.25}, {7, 0, 1, 2}};
        for (int b = 0; b < 3; b++) {
            const double *x = boxes[b];
            if (k == 0) {
                addBox(world, rest, x[0], x[1], x[2], x[3]);
            } else {
                addBox(world, rest, -x[1], x[0], x[3], x[2]);
            }
        }
        CaromMoverDef def = caromMoverDef();
        def.up = k == 0 ? caromVec2(0, 1) : caromVec2(-1, 0);
        def.position = k == 0 ? caromVec2(0, 1) : caromVec2(-1, 0);
        def.stepHeight = def.snap = 0.5;
        CaromMover mover = newMover(world, &def);
        for (int i = 0; i < 80; i++) {
            results[k][i] = k == 0 ? go(world, &mover, 5.0, -3.0) : go(world, &mover, 3.0, 5.0);
        }
        caromWorldDestroy(world);
    }
    for (int i = 0; i < 80; i++) {
        const CaromMoverResult *a = &results[0][i], *b = &results[1][i];
        ck_assert(fabs(a->position.x - b->position.y) < 1e-5);
        ck_assert(fabs(a->position.y + b->position.x) < 1e-5);
        ck_assert(a->grounded == b->grounded && a->stepped == b->stepped);
    }
    ck_assert(results[0][79].blocked && results[0][79].grounded);
}

// ---- gaps, by themselves

static CrObstacle obstacleOf(double ax, double ay, double bx, double by)
{
    CrObstacle o = {0};
    o.a = caromVec2(ax, ay);
    o.b = caromVec2(bx, by);
    CaromVec2 along = caromVec2Sub(o.b, o.a);
    o.length = caromVec2Length(along);
    o.unit = o.length > 0.0 ? caromVec2Scale(along, 1.0 / o.length) : along;
    return o;
}

/// On a line it is parted from either way, on a one-sided one to the right; on an end, along x.
TEST(gaps_of_points_on_lines)
{
    CaromMover mover = {0};
    CrObstacle o = obstacleOf(0, 0, 2, 0);
    mover.pointCount = 1;
    CrGap gap = crObstacleGap(&mover, &o, caromVec2(1, 0));
    ck_assert(gap.gap == 0.0 && gap.overlaps && gap.normal.y == 1.0);
    o.oneSided = true;
    gap = crObstacleGap(&mover, &o, caromVec2(1, 0));
    ck_assert(gap.gap == 0.0 && gap.overlaps && gap.normal.y == -1.0);
    gap = crObstacleGap(&mover, &o, caromVec2(2, 0));
    ck_assert(gap.gap == 0.0 && gap.atEnd && gap.normal.x == 1.0 && gap.normal.y == 0.0);
}

/// A box of 2 m and a disc of 1/4 m: beside a side, off a corner, and with its centre inside.
TEST(gaps_of_boxes_and_discs)
{
    static const CaromVec2 corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    CaromMover mover = {0};
    memcpy(mover.points, corners, sizeof corners);
    mover.pointCount = 4;
    const struct {
        double x, y, gap, nx, ny;
    } cases[] = {{3, 0.5, 2.0 - 0.25, -1, 0},
                 {0.5, -3, 2.0 - 0.25, 0, 1},
                 {4, 5, 5.0 - 0.25, -0.6, -0.8},
                 {0.75, 0, -0.25 - 0.25, -1, 0},
                 {0.25, -0.875, -0.125 - 0.25, 0, 1}};
    for (int k = 0; k < 5; k++) {
        CrObstacle o = obstacleOf(cases[k].x, cases[k].y, cases[k].x, cases[k].y);
        o.reach = 0.25;
        CrGap gap = crObstacleGap(&mover, &o, caromVec2(0, 0));
        ASSERT_NEAR(gap.gap, cases[k].gap, 1e-15);
        ASSERT_NEAR(gap.normal.x, cases[k].nx, 1e-15);
        ASSERT_NEAR(gap.normal.y, cases[k].ny, 1e-15);
        ck_assert(gap.overlaps == (cases[k].gap < -0.25));
    }
}

/// A segment that begins at an end of a mover's core, to its left or on, touches it, whatever
/// rounding makes of the distance.
TEST(gaps_of_what_begins_at_an_end)
{
    for (int k = 0; k < 500; k++) {
        CaromVec2 along = caromVec2(0.7 * cos(k), 0.7 * sin(k));
        CaromMover mover = {0};
        mover.points[1] = along;
        mover.pointCount = 2;
        CaromVec2 from = mover.points[k % 2];
        CaromVec2 way =
            k % 3 ? caromVec2(-along.y, along.x) : caromVec2Scale(along, k % 2 ? 1 : -1);
        CrObstacle o = obstacleOf(from.x, from.y, from.x + way.x, from.y + way.y);
        CrGap gap = crObstacleGap(&mover, &o, caromVec2(0, 0));
        ck_assert(gap.overlaps && gap.gap <= 0.0 && gap.gap > -1e-15);
    }
}

/// One-sided walls that come: by their face they push. From behind they pass, and take it along by
/// no more than half its reach, by which a wall may have come since the last look.
TEST_WORLD_LOOP(one_sided_walls_come_by_face_or_from_behind, 2, newWorld())
{
    CaromBodyId body = newBody(world, CAROM_BODY_KINEMATIC, caromVec2(-1, 0), caromVec2(1, 0));
    newOneSided(world, body, caromVec2(0, _i ? 2 : -2), caromVec2(0, _i ? -2 : 2));
    CaromMover mover = newDisc(world, 0.0, 0.0);
    for (int k = 1; k <= 120; k++) {
        caromWorldStepTo(world, k / 60.0);
        go(world, &mover, 0.0, 0.0);
    }
    ASSERT_NEAR(mover.position.x, _i ? 0.0 : 1.35, _i ? 0.5 * 0.35 : ROUNDING);
    ck_assert(mover.position.y == 0.0);
}

/// A hundredth of a millimetre at a time, on its way through the air or along a wall.
TEST_WORLD_LOOP(who_creeps_gets_on, 2, newWorld())
{
    addWall(world, newRest(world), -5.0, _i ? -0.35 : -1.0, 5.0, _i ? -0.35 : -1.0);
    CaromMover mover = newDisc(world, 0.0, 0.0);
    double speed = 1e-5 / DT;
    for (int k = 0; k < 100; k++) {
        go(world, &mover, speed, _i ? -speed : 0.0);
    }
    ASSERT_NEAR(mover.position.x, 1e-3, 1e-9);
}

/// A ledge of 0.2 m; its corner is 0.15 m below the mover's centre. Without steps the mover is
/// stopped where the corner is 0.35 m away, with steps of 0.3 m it is soon on the ledge.
TEST_WORLD_LOOP(ledges_stop_who_takes_no_steps, 2, newWorld())
{
    CaromBodyId body = newRest(world);
    addWall(world, body, -5, 0, 9, 0);
    addBox(world, body, 5, 0, 4, 0.2);
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(0, 0.35);
    def.up = caromVec2(0, 1);
    def.snap = 0.1;
    def.stepHeight = 0.3 * _i;
    CaromMover mover = newMover(world, &def);
    bool stepped = false;
    for (int k = 0; k < 60; k++) {
        stepped |= go(world, &mover, 2.0, -1.0).stepped;
    }
    ck_assert(_i || !stepped);
    ASSERT_NEAR(mover.position.x, _i ? 2.0 : 1.0 - sqrt(0.35 * 0.35 - 0.15 * 0.15),
                _i ? 0.2 : 1e-3);
    ASSERT_NEAR(mover.position.y, _i ? 0.55 : 0.35, 1e-3);
}

// ---- walls of one side

/// Behind a wall of one side, or so far in it that it is on its way through: neither stands there
/// nor is stopped. On its other side it does both.
TEST(walls_of_one_side_are_no_floor_from_behind)
{
    for (int k = 0; k < 3; k++) { // behind it, amidst it, on it
        CaromWorld *world = newWorld();
        double way = k == 0 ? 5.0 : -5.0, y = k == 1 ? 0.1 : 0.35;
        newOneSided(world, newRest(world), caromVec2(-way, 0), caromVec2(way, 0));
        CaromMoverDef def = caromMoverDef();
        def.position = caromVec2(0.0, y);
        def.up = caromVec2(0.0, 1.0);
        CaromMover mover = newMover(world, &def);
        CaromMoverResult stays = go(world, &mover, 0.0, 0.0);
        ck_assert(!stays.grounded || k == 2);
        ASSERT_NEAR(mover.position.y, y, ROUNDING);
        CaromMoverResult falls = go(world, &mover, 0.0, -6.0);
        ck_assert(falls.blocked == (k == 2) && falls.grounded == (k == 2));
        ASSERT_NEAR(mover.position.y, k == 2 ? y : y + -6.0 * DT, ROUNDING);
        caromWorldDestroy(world);
    }
}

/// A solid is put over it, so that it must leave for a free place nearby. A wall of one side that
/// it comes upon from behind is not in its way.
TEST(it_leaves_a_solid_through_a_wall_of_one_side)
{
    double left[2];
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = newWorld();
        CaromMover mover = newDisc(world, 0.0, 0.0);
        if (k == 1) {
            newOneSided(world, newRest(world), caromVec2(0.1, -9.0), caromVec2(0.1, 9.0));
        }
        addBox(world, newRest(world), -9.9, 0.0, 10.0, 9.0); // up to x = 0.1
        ck_assert(!go(world, &mover, 0.0, 0.0).crushed);
        left[k] = mover.position.x;
        caromWorldDestroy(world);
    }
    ck_assert_double_ge(left[0], 0.45 - ROUNDING);
    ck_assert(left[0] == left[1]);
}

/// The length of the shortest way out of half-planes n·u >= least. Oracle: along each of many
/// directions, the farthest border; the borders are straight, so between two directions it is off
/// by the square of their angle.
static double leastWay(const double (*planes)[3], int count)
{
    double least = INFINITY;
    for (int k = 0; k < 100000; k++) {
        CaromRotation r = caromRotation(6.283185307179586 * k / 100000);
        double way = 0.0;
        for (int i = 0; i < count; i++) {
            double along = planes[i][0] * r.c + planes[i][1] * r.s;
            way = fmax(way, along > 0.0 ? planes[i][2] / along : INFINITY);
        }
        least = fmin(least, way);
    }
    return least;
}

/// Walls that were put too near to it push it out by the least way. So they do where a third one
/// cuts the corner of two, and where one of the corners that come with it is nearer than another.
TEST_WORLD_LOOP(it_is_pushed_out_by_the_least_way, 2, newWorld())
{
    static const double three[3][3] = {{0.0, 1.0, 0.3}, {1.0, 0.0, 0.105}, {0.6, 0.8, 0.312}};
    static const double five[5][3] = {{-0.9260530893102807, -0.3773932640878545, 0.162434193},
                                      {-0.3683350802845603, 0.9296931045413678, 0.307707763},
                                      {-0.2793622955972803, 0.9601857673380801, 0.078702752},
                                      {-0.2869622723558675, 0.9579418845860938, 0.299958513},
                                      {-0.9994369926288071, -0.033551419717886, 0.269070808}};
    const double(*planes)[3] = _i ? five : three;
    int count = _i ? 5 : 3;
    CaromMover mover = newDisc(world, 0.0, 0.0);
    CaromBodyId rest = newRest(world);
    for (int i = 0; i < count; i++) {
        double x = planes[i][0], y = planes[i][1], away = 0.35 - planes[i][2];
        addWall(world, rest, -away * x - 3.0 * y, -away * y + 3.0 * x, -away * x + 3.0 * y,
                -away * y - 3.0 * x);
    }
    CaromMoverResult result = go(world, &mover, 0.0, 0.0);
    ck_assert(!result.crushed);
    ASSERT_NEAR(hypot(mover.position.x, mover.position.y), leastWay(planes, count), 4e-4);
}
