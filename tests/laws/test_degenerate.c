// SPDX-License-Identifier: MIT
// One test for each row of docs/degenerate.md, named as the row is: starts on things, paths along
// them, touches, two hits at once, wedges, seams, nothing to go on, and events at one time.
#include "../support/builder.h"
#include "../support/random.h"
#include "../support/stage.h"

#include <math.h>

#define PI 3.14159265358979323846

// ---- starts

TEST_LOOP(starts_inside_a_solid, 4)
{
    Stage stage = makeStage(0.0, 0.3 * _i);
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    addCircle(&stage, 5.0, 0.0, 1.0);
    CaromTransform frame = caromBodyTransform(stage.world, stage.body);
    static const double starts[4][2] = {{0.0, 0.0}, {0.0, 1.05}, {5.0, 0.5}, {5.0, 1.05}};
    for (int k = 0; k < 4; k++) { // points deep in there, discs that reach in there
        CaromProjectileDef def = shot(0.0, 0.0, 1.0, 2.0, k % 2 ? 0.2 : 0.0);
        def.position = caromTransformPoint(frame, caromVec2(starts[k][0], starts[k][1]));
        fly(&stage, &def, 1.0);
        ck_assert_int_eq(stage.hitCount, 0);
        ck_assert(stage.ended && stage.reason == CAROM_END_INSIDE);
    }
    endStage(&stage);
}

TEST(starts_inside_of_its_shooter)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    CaromProjectileDef def = shot(0.0, 0.0, 1.0, 0.0, 0.25);
    def.ignoreBody = stage.body;
    fly(&stage, &def, 3.0);
    expectFree(&stage, 3.0, 0.0);
    stage.body = newRest(stage.world);
    addWall(&stage, 4.0, -1.0, 4.0, 1.0); // sends it back, and then the shooter is met
    fly(&stage, &def, 7.0);
    ck_assert_int_eq(stage.hitCount, 2);
    expectVec(stage.hits[1].center, 1.25, 0.0);
    endStage(&stage);
}

TEST(starts_behind_a_one_sided_wall)
{
    Stage stage = makeStage(0.0, 0.0);
    addOneSided(&stage, -1.0, 0.0, 1.0, 0.0);
    flyFrom(&stage, 0.0, 1.0, 0.0, -1.0, 0.0, 2.0);
    expectFree(&stage, 0.0, -1.0);
    flyFrom(&stage, 0.0, 0.1, 0.0, -1.0, 0.25, 2.0); // a disc that reaches through it
    expectFree(&stage, 0.0, -1.9);
    flyFrom(&stage, 0.0, -1.0, 0.0, 1.0, 0.0, 2.0);
    expectHit(&stage, 0.0, -1.0, 0.0, -1.0);
    endStage(&stage);
}

TEST_LOOP(starts_on_a_solid, 2)
{
    Stage stage = makeStage(0.0, 0.0);
    double radius = 0.5 * _i;
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    addCircle(&stage, 9.0, 0.0, 1.0);
    for (int k = 0; k < 2; k++) {
        double x = 9.0 * k, y = 1.0 + radius;
        flyFrom(&stage, x, y, 0.5, 1.0, radius, 1.0);
        expectFree(&stage, x + 0.5, y + 1.0);
        flyFrom(&stage, x, y, 1.0, 0.0, radius, 2.0);
        expectFree(&stage, x + 2.0, y);
        flyFrom(&stage, x, y, 0.5, -1.0, radius, 1.0);
        expectHit(&stage, 0.0, 1.0, 0.5, 1.0);
        ck_assert_double_le(stage.hits[0].time - (caromWorldTime(stage.world) - 1.0), 1e-12);
    }
    endStage(&stage);
}

// A place that was computed to be on a slope is so within rounding only.
TEST_SEEDS(starts_on_a_turned_solid, 100)
{
    Stage stage = makeStage(0.0, testRandomRange(&random, -3.0, 3.0));
    CaromTransform frame = caromBodyTransform(stage.world, stage.body);
    double radius = _i % 2 ? 0.25 : 0.0, far = pow(10.0, testRandomRange(&random, 0.5, 6.0));
    addBox(&stage, 0.0, -1.0, far, 1.0);
    double x = testRandomRange(&random, -1.0, 1.0), vx = testRandomRange(&random, -1.0, 1.0);
    CaromProjectileDef def = shot(0.0, 0.0, 0.0, 0.0, radius);
    for (int k = -1; k <= 1; k += 2) {
        def.position = caromTransformPoint(frame, caromVec2(x, radius));
        def.velocity = caromTransformVector(frame, caromVec2(vx, k));
        fly(&stage, &def, 1.0);
        ck_assert(!stage.ended);
        ck_assert_int_eq(stage.hitCount, k < 0);
        CaromVec2 at = caromTransformPointInverse(frame, stage.place);
        double off = fabs(at.x - x - vx) + fabs(at.y - radius - 1.0);
        ck_assert_msg(off <= 1e-13 * (far + 10.0), "seed %d: %g off", _i, off);
    }
    endStage(&stage);
}

TEST(starts_on_a_thin_wall)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, -1.0, 0.0, 1.0, 0.0);
    addOneSided(&stage, 6.0, 0.0, 4.0, 0.0);
    for (int side = -1; side <= 1; side += 2) {
        flyFrom(&stage, 0.0, 0.0, 0.0, side, 0.0, 1.0); // exactly on it: off, either way
        expectFree(&stage, 0.0, side);
        flyFrom(&stage, 0.0, side * 1e-300, 0.0, -side, 0.0, 1.0); // else its side is exact
        expectHit(&stage, 0.0, side, 0.0, side);
    }
    flyFrom(&stage, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0);
    expectFree(&stage, 2.0, 0.0);
    flyFrom(&stage, 5.0, 0.0, 0.0, -1.0, 0.0, 1.0); // on a one-sided one: in front of it
    expectHit(&stage, 0.0, 1.0, 0.0, 1.0);
    flyFrom(&stage, 5.0, -1e-300, 0.0, -1.0, 0.0, 1.0);
    expectFree(&stage, 5.0, -1.0);
    endStage(&stage);
}

TEST(starts_on_a_vertex)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    addWall(&stage, 5.0, 0.0, 6.0, 0.0);
    static const double off[6][2] = {{1, 1}, {1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}};
    for (int k = 0; k < 6; k++) { // out of it, and along its faces
        flyFrom(&stage, 1.0, 1.0, off[k][0], off[k][1], 0.0, 1.0);
        expectFree(&stage, 1.0 + off[k][0], 1.0 + off[k][1]);
        flyFrom(&stage, 5.0, 0.0, off[k][0], off[k][1], 0.0, 1.0);
        expectFree(&stage, 5.0 + off[k][0], off[k][1]);
    }
    flyFrom(&stage, 1.0, 1.0, -1.0, -2.0, 0.0, 1.0); // into it
    expectHit(&stage, 0.0, 1.0, -1.0, 2.0);
    ck_assert(stage.hits[0].corner);
    endStage(&stage);
}

// ---- parallel

TEST(flies_along_an_edge)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, 0.0, 0.0, 1.0, 0.0);
    flyFrom(&stage, -1.0, 0.0, 1.0, 0.0, 0.0, 3.0); // end-on: a line has no thickness
    expectFree(&stage, 2.0, 0.0);
    flyFrom(&stage, -1.0, 0.0, 1.0, 0.0, 0.25, 1.0); // a disc has
    expectHit(&stage, -1.0, 0.0, -1.0, 0.0);
    endStage(&stage);
}

TEST_LOOP(flies_beside_an_edge, 2)
{
    Stage stage = makeStage(0.0, 0.0);
    double radius = 0.5 * _i;
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    flyFrom(&stage, -3.0, nextafter(1.0 + radius, 2.0), 1.0, 0.0, radius, 6.0);
    expectFree(&stage, 3.0, 1.0 + radius);
    endStage(&stage);
}

TEST(glides_at_its_radius)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, -5.0, 0.0, 5.0, 0.0);
    flyFrom(&stage, -4.0, 0.5, 1.0, 0.0, 0.5, 8.0);
    expectFree(&stage, 4.0, 0.5);
    flyFrom(&stage, -8.0, 0.5, 1.0, 0.0, 0.5, 12.0); // from before its end: it may touch that
    ck_assert_int_le(stage.hitCount, 1);
    expectVec(stage.velocity, 1.0, 0.0);
    expectVec(stage.place, 4.0, 0.5);
    endStage(&stage);
}

TEST(fills_a_gap)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 2.0, 2.0, 1.0);
    addBox(&stage, 0.0, -1.0, 2.0, 1.0);
    flyFrom(&stage, -4.0, 0.5, 1.0, 0.0, 0.5 - 1e-9, 8.0);
    ck_assert_double_gt(stage.place.x, 3.9); // a hair of room will do
    flyFrom(&stage, 0.0, 0.5, 1.0, 0.0, 0.5, 1.0);
    ck_assert(stage.ended && stage.reason == CAROM_END_INSIDE); // none will not
    CaromProjectileDef def = shot(-4.0, 0.5, 1.0, 0.0, 0.5);
    CaromProjectileId id = caromProjectileFire(stage.world, &def);
    caromWorldStep(stage.world, 8.0);
    CaromVec2 at = caromProjectilePosition(stage.world, id);
    ck_assert(at.x < -1.9 || at.x > 2.0); // stays out, or passes: never ends in the walls
    expectVec(caromVec2(0.0, at.y), 0.0, 0.5);
    endStage(&stage);
}

// ---- nothing there

TEST(has_no_speed)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    flyFrom(&stage, 3.0, 3.0, 0.0, 0.0, 0.0, 1e6);
    expectFree(&stage, 3.0, 3.0);
    ck_assert_int_eq(stage.mode, CAROM_PROJECTILE_FLYING);
    flyFrom(&stage, 0.0, 1.5, 0.0, 0.0, 0.5, 1e6); // touching
    expectFree(&stage, 0.0, 1.5);
    endStage(&stage);
}

// However elastic: what lies on the ground does not begin to bounce.
TEST(has_no_speed_under_gravity)
{
    static const double restitutions[4] = {0.0, 0.5, 1.0, 2.0};
    for (int k = 0; k < 8; k++) {
        Stage stage = makeStage(10.0, 0.0);
        double radius = k % 2 ? 0.5 : 0.0;
        addBox(&stage, 0.0, 0.0, 9.0, 1.0);
        CaromProjectileDef def = shot(0.3, 1.0 + radius, 0.0, 0.0, radius);
        def.restitution = restitutions[k / 2];
        fly(&stage, &def, 10.0);
        ck_assert_int_eq(stage.mode, CAROM_PROJECTILE_RESTING);
        expectVec(stage.place, 0.3, 1.0 + radius);
        def.restTime = 0.0;
        CaromProjectileId id = caromProjectileFire(stage.world, &def);
        caromWorldStep(stage.world, 10.0);
        ck_assert(k < 2 || caromProjectileMode(stage.world, id) != CAROM_PROJECTILE_RESTING);
        caromProjectileDestroy(stage.world, id);
        def.position.y += 5.0;
        fly(&stage, &def, 0.5);
        expectFree(&stage, 0.3, 6.0 + radius - 1.25);
        endStage(&stage);
    }
}

// However long the floor: where between its ends it runs is rounded by more than the place is.
TEST(has_no_speed_on_a_long_floor)
{
    for (int k = 0; k < 24; k++) {
        Stage stage = makeStage(10.0, 0.0);
        double radius = k % 2 ? 0.1 : 0.0, half = pow(10.0, 2 + k / 2 % 4), x = 2.3 * (k / 8);
        addWall(&stage, -half, 0.0, half, 0.0);
        CaromProjectileDef def = shot(x, radius, 0.0, 0.0, radius);
        def.restitution = k % 3 ? 1.0 : 1.5;
        fly(&stage, &def, 1.0);
        ck_assert_int_eq(stage.mode, CAROM_PROJECTILE_RESTING);
        ck_assert_double_le(fabs(stage.place.y - radius), 1e-14 * half);
        endStage(&stage);
    }
}

TEST(refuses_shapes_of_no_length)
{
    Stage stage = makeStage(0.0, 0.0);
    CaromShapeDef def = caromShapeDef();
    static const CaromVec2 flat[3] = {{0, 0}, {1, 1}, {2, 2}},
                           twice[4] = {{0, 0}, {1, 0}, {1, 0}, {0, 1}};
    ck_assert_uint_eq(addWall(&stage, 1.0, 1.0, 1.0, 1.0).index, 0);
    ck_assert_int_eq(caromWorldLastError(stage.world), CAROM_ERROR_SEGMENT_LENGTH);
    ck_assert_uint_eq(addOneSided(&stage, 1.0, 1.0, 1.0, 1.0).index, 0);
    ck_assert_uint_eq(addCircle(&stage, 0.0, 0.0, 0.0).index, 0);
    ck_assert_int_eq(caromWorldLastError(stage.world), CAROM_ERROR_OUT_OF_RANGE);
    ck_assert_uint_eq(addBox(&stage, 0.0, 0.0, 1.0, 0.0).index, 0);
    ck_assert_int_eq(caromWorldLastError(stage.world), CAROM_ERROR_OUT_OF_RANGE);
    ck_assert_uint_eq(caromShapeCreatePolygon(stage.world, stage.body, &def, flat, 3).index, 0);
    ck_assert_int_eq(caromWorldLastError(stage.world), CAROM_ERROR_POLYGON_AREA);
    ck_assert_uint_eq(caromShapeCreatePolygon(stage.world, stage.body, &def, twice, 4).index, 0);
    ck_assert_int_eq(caromWorldLastError(stage.world), CAROM_ERROR_POLYGON_REPEATED);
    ck_assert_uint_eq(caromShapeCreateChain(stage.world, stage.body, &def, twice, 4, 0).index, 0);
    ck_assert_int_eq(caromWorldLastError(stage.world), CAROM_ERROR_SEGMENT_LENGTH);
    endStage(&stage);
}

// ---- touches

TEST_LOOP(grazes_a_circle, 2)
{
    Stage stage = makeStage(0.0, 0.0);
    double radius = 0.5 * _i;
    addCircle(&stage, 0.0, 0.0, 1.0);
    flyFrom(&stage, -3.0, 1.0 + radius, 1.0, 0.0, radius, 6.0);
    ck_assert_int_le(stage.hitCount, 1); // a touch may be reported, and changes nothing
    expectVec(stage.velocity, 1.0, 0.0);
    expectVec(stage.place, 3.0, 1.0 + radius);
    flyFrom(&stage, -3.0, 1.0 + radius + 1e-12, 1.0, 0.0, radius, 6.0);
    expectFree(&stage, 3.0, 1.0 + radius + 1e-12);
    endStage(&stage);
}

// A shape's border is part of it: what passes exactly through an end or a corner hits it.
TEST(passes_exactly_through_a_tip)
{
    Stage stage = makeStage(0.0, 0.0);
    static const CaromVec2 diamond[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    addWall(&stage, 5.0, 0.0, 5.0, 1.0);
    newPolygon(stage.world, stage.body, diamond, 4);
    flyFrom(&stage, 3.0, 1.0, 1.0, 0.0, 0.0, 3.0);
    expectHit(&stage, -1.0, 0.0, -1.0, 0.0);
    ck_assert(stage.hits[0].corner);
    flyFrom(&stage, 3.0, nextafter(1.0, 2.0), 1.0, 0.0, 0.0, 3.0);
    expectFree(&stage, 6.0, 1.0);
    flyFrom(&stage, -3.0, 1.0, 1.0, 0.0, 0.0, 6.0); // of two faces the more squarely hit one
    expectHit(&stage, -sqrt(0.5), sqrt(0.5), 0.0, 1.0);
    flyFrom(&stage, -3.0, nextafter(1.0, 2.0), 1.0, 0.0, 0.0, 4.0);
    expectFree(&stage, 1.0, 1.0);
    endStage(&stage);
}

// A post on a floor, in an inner corner of which a point comes in by the diagonal; above, where the
// post is flush with a beam's end, its face goes straight on.
TEST(tells_of_the_lower_shape_where_two_are_hit_alike)
{
    for (int order = 0; order < 4; order++) {
        bool mirrored = order >= 2, floorFirst = (order & 1) == 0;
        double side = mirrored ? -1.0 : 1.0;
        Stage stage = makeStage(0.0, 0.0);
        if (floorFirst) {
            addBox(&stage, 0.0, -1.0, 8.0, 1.0);
        }
        CaromShapeId post = addBox(&stage, side * 3.0, 2.0, 1.0, 2.0);
        if (!floorFirst) {
            addBox(&stage, 0.0, -1.0, 8.0, 1.0);
        }
        addBox(&stage, side * 4.0, 5.0, 2.0, 1.0);
        flyFrom(&stage, side * 1.0, 1.0, side * 1.0, -1.0, 0.0, 1.5);
        ck_assert_int_eq(stage.hitCount, 2);
        ck_assert_int_eq(stage.hits[0].shape.index == post.index, !floorFirst);
        ck_assert_int_eq(stage.hits[1].shape.index == post.index, floorFirst);
        flyFrom(&stage, 0.0, 2.0, side * 2.0, 2.0, 0.0, 1.25);
        ck_assert_int_eq(stage.hitCount, 1);
        ck_assert_uint_eq(stage.hits[0].shape.index, post.index);
        endStage(&stage);
    }
}

TEST(grazes_a_tip_with_a_disc)
{
    Stage stage = makeStage(0.0, 0.0);
    static const CaromVec2 diamond[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    newPolygon(stage.world, stage.body, diamond, 4);
    flyFrom(&stage, -3.0, 1.5, 1.0, 0.0, 0.5, 6.0);
    ck_assert_int_le(stage.hitCount, 1);
    expectVec(stage.velocity, 1.0, 0.0);
    flyFrom(&stage, 0.0, 3.0, 0.0, -1.0, 0.5, 2.0); // squarely: the corner's own normal
    expectHit(&stage, 0.0, 1.0, 0.0, 1.0);
    endStage(&stage);
}

// ---- two at once

static void flyIntoCorner(Stage *stage, double radius)
{
    static const double ways[3][2] = {{-1, -1}, {-2, -1}, {-1, -3}};
    for (int k = 0; k < 3; k++) { // exactly into it; then out of it, the way it came
        double vx = ways[k][0], vy = ways[k][1];
        flyFrom(stage, radius - vx, radius - vy, vx, vy, radius, 2.0);
        ck_assert_int_eq(stage->hitCount, 2);
        ck_assert_double_le(stage->hits[1].time - stage->hits[0].time, 1e-12);
        ck_assert_uint_ne(stage->hits[0].shape.index, stage->hits[1].shape.index);
        expectVec(stage->velocity, -vx, -vy);
        expectVec(stage->place, radius - vx, radius - vy);
    }
}

TEST_LOOP(hits_two_walls_at_once, 2)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, 0.0, 0.0, 9.0, 0.0);
    addWall(&stage, 0.0, 0.0, 0.0, 9.0);
    flyIntoCorner(&stage, 0.25 * _i);
    endStage(&stage);
}

// A box on a box: the lower one's top goes on beneath the other one.
TEST_LOOP(hits_where_a_box_stands_on_a_floor, 4)
{
    Stage stage = makeStage(0.0, 0.0);
    CaromBodyDef kinematic = caromBodyDef();
    kinematic.type = CAROM_BODY_KINEMATIC;
    if (_i >= 2) {
        stage.body = caromBodyCreate(stage.world, &kinematic);
    }
    addBox(&stage, 3.0, -1.0, 6.0, 1.0);
    addBox(&stage, -1.0, 2.0, 1.0, 2.0);
    flyIntoCorner(&stage, 0.25 * (_i % 2));
    endStage(&stage);
}

TEST(hits_an_outer_corner)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    flyFrom(&stage, 3.0, 2.0, -2.0, -1.0, 0.0, 2.0);
    expectHit(&stage, 1.0, 0.0, 2.0, -1.0);
    flyFrom(&stage, 2.0, 3.0, -1.0, -2.0, 0.0, 2.0);
    expectHit(&stage, 0.0, 1.0, -1.0, 2.0);
    flyFrom(&stage, 3.0, 3.0, -1.0, -1.0, 0.0, 3.0); // as squarely: one of them
    ck_assert_int_eq(stage.hitCount, 1);
    ck_assert_double_lt(stage.velocity.x * stage.velocity.y, 0.0);
    flyFrom(&stage, 3.0, 3.0, -1.0, -1.0, 0.5, 3.0); // a disc: the corner's own normal
    expectHit(&stage, sqrt(0.5), sqrt(0.5), 1.0, 1.0);
    endStage(&stage);
}

TEST(hits_walls_at_one_place)
{
    Stage stage = makeStage(0.0, 0.0);
    CaromShapeId first = addWall(&stage, -1.0, 0.0, 1.0, 0.0);
    addWall(&stage, 1.0, 0.0, -1.0, 0.0);
    addWall(&stage, -2.0, 0.0, 2.0, 0.0);
    for (int side = -1; side <= 1; side += 2) {
        for (int fat = 0; fat < 2; fat++) {
            flyFrom(&stage, 0.0, 2.0 * side, 0.0, -side, 0.5 * fat, 4.0);
            expectHit(&stage, 0.0, side, 0.0, side);
            ck_assert_uint_eq(stage.hits[0].shape.index, first.index);
        }
    }
    endStage(&stage);
}

TEST(hits_one_sided_walls_back_to_back)
{
    Stage stage = makeStage(0.0, 0.0);
    addOneSided(&stage, -1.0, 0.0, 1.0, 0.0);
    addOneSided(&stage, 1.0, 0.0, -1.0, 0.0);
    flyFrom(&stage, 0.0, 1.0, 0.5, -1.0, 0.0, 2.0);
    expectHit(&stage, 0.0, 1.0, 0.5, 1.0);
    flyFrom(&stage, 0.0, -1.0, 0.5, 1.0, 0.0, 2.0);
    expectHit(&stage, 0.0, -1.0, 0.5, -1.0);
    endStage(&stage);
}

// ---- wedges and seams

/// Into a wedge of an angle, solid around it. exactly: to its very tip, else past it by some.
static void flyIntoWedge(int degrees, bool exactly, double radius, TestRandom *random)
{
    double angle = degrees * PI / 180.0, turn = testRandomRange(random, -3.0, 3.0);
    CaromRotation b = caromRotation(angle);
    Stage stage = makeStage(0.0, turn);
    addOneSided(&stage, 100.0, 0.0, 0.0, 0.0);
    addOneSided(&stage, 0.0, 0.0, 100.0 * b.c, 100.0 * b.s);
    double middle = 0.5 * angle, tip = radius / sin(middle); // of the centre's own wedge
    double from = testRandomRange(random, 0.05, 0.95) * angle, past = exactly ? 0.0 : 0.3;
    CaromVec2 start = {tip * cos(middle) + 5.0 * cos(from), tip * sin(middle) + 5.0 * sin(from)};
    double aside = testRandomRange(random, -past, past);
    CaromVec2 at = {tip * cos(middle) - aside * sin(from), tip * sin(middle) + aside * cos(from)};
    CaromTransform frame = caromBodyTransform(stage.world, stage.body);
    CaromProjectileDef def = shot(0.0, 0.0, 0.0, 0.0, radius);
    def.position = caromTransformPoint(frame, start);
    def.velocity = caromTransformVector(frame, caromVec2Sub(at, start));
    fly(&stage, &def, 10.0);
    CaromVec2 out = caromTransformPointInverse(frame, stage.place);
    double where = atan2(out.y, out.x), most = ceil(PI / angle * (1.0 + 1e-12));
    ck_assert_msg(!stage.ended && stage.mode == CAROM_PROJECTILE_FLYING,
                  "%d degrees: it did not come out", degrees);
    ck_assert_msg(stage.hitCount <= most, "%d degrees: %d hits", degrees, stage.hitCount);
    ck_assert_msg(where > 0.0 && where < angle && caromVec2Length(out) > 10.0,
                  "%d degrees: at (%g, %g)", degrees, out.x, out.y);
    endStage(&stage);
}

TEST_RANGE(comes_out_of_a_wedge, 1, 180)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int k = 0; k < 8; k++) {
        flyIntoWedge(_i, false, k % 2 ? 0.01 : 0.0, &random);
    }
}

TEST_RANGE(comes_out_of_a_wedges_tip, 1, 180)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int k = 0; k < 8; k++) {
        flyIntoWedge(_i, true, k % 2 ? 0.01 : 0.0, &random);
    }
}

/// At 45 degrees on to a joint at (0, 0) of a flat floor, and a little beside it.
static void flyOntoJoint(Stage *stage)
{
    CaromTransform frame = caromBodyTransform(stage->world, stage->body);
    for (int k = -3; k <= 3; k++) {
        for (int fat = 0; fat < 2; fat++) {
            CaromProjectileDef def = shot(0.0, 0.0, 0.0, 0.0, 0.5 * fat);
            CaromVec2 from = {k * 0x1p-53 - 2.0, 2.0 + def.radius};
            def.position = caromTransformPoint(frame, from);
            def.velocity = caromTransformVector(frame, caromVec2(1.0, -1.0));
            fly(stage, &def, 4.0);
            CaromVec2 n = caromTransformVector(frame, caromVec2(0.0, 1.0)),
                      v = caromTransformVector(frame, caromVec2(1.0, 1.0));
            expectHit(stage, n.x, n.y, v.x, v.y);
            ck_assert(!stage->hits[0].corner);
        }
    }
}

TEST_LOOP(hits_the_joint_of_tiles, 8)
{
    Stage stage = makeStage(0.0, 0.4 * _i);
    addBox(&stage, -1.0, -1.0, 1.0, 1.0);
    addBox(&stage, 1.0, -1.0, 1.0, 1.0);
    flyOntoJoint(&stage);
    endStage(&stage);
}

TEST_LOOP(hits_the_joint_of_a_chain, 8)
{
    Stage stage = makeStage(0.0, 0.4 * _i);
    static const CaromVec2 points[4] = {{3, 0}, {1, 0}, {0, 0}, {-3, 0}};
    newChain(stage.world, stage.body, points, 4, _i % 2 ? CAROM_CHAIN_ONE_SIDED : 0);
    flyOntoJoint(&stage);
    endStage(&stage);
}

// ---- numbers at their ends

TEST(has_no_restitution)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 0.0, 3.0, 1.0);
    CaromProjectileDef def = shot(0.0, 2.0, 1.0, -1.0, 0.0);
    def.restitution = 0.0;
    fly(&stage, &def, 4.0); // nothing presses it down, so it glides on and off the end
    expectHit(&stage, 0.0, 1.0, 1.0, 0.0);
    expectVec(stage.place, 4.0, 1.0);
    endStage(&stage);
}

TEST(has_restitution_above_one)
{
    Stage stage = makeStage(0.0, 0.0);
    addBox(&stage, 0.0, 0.0, 3.0, 1.0);
    CaromProjectileDef def = shot(0.0, 2.0, 1.0, -1.0, 0.0);
    def.restitution = 2.0;
    fly(&stage, &def, 3.0);
    expectHit(&stage, 0.0, 1.0, 1.0, 2.0);
    addBox(&stage, 0.0, 4.0, 3.0, 1.0);
    def.velocity.x = 0.0;
    def.restitution = 10.0;
    fly(&stage, &def, 9.0); // between two, ever faster
    ck_assert(stage.ended && stage.reason == CAROM_END_OVERFLOW);
    endStage(&stage);
}

TEST_LOOP(moves_with_what_it_touches, 2)
{
    Stage stage = makeStage(0.0, 0.0);
    stage.body = newMoving(stage.world, caromVec2(0.0, 0.0), caromVec2(3.0, 2.0));
    addBox(&stage, 0.0, 0.0, 1.0, 1.0);
    flyFrom(&stage, 0.0, 1.0 + 0.5 * _i, 3.0, 2.0, 0.5 * _i, 8.0);
    expectFree(&stage, 24.0, 17.0 + 0.5 * _i);
    endStage(&stage);
}

// ---- one time

TEST(is_fired_at_the_time_of_a_hit)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, -1.0, 0.0, 9.0, 0.0);
    CaromProjectileDef def = shot(0.0, 2.0, 0.0, -1.0, 0.0); // hits at 2, and at 2 again
    CaromProjectileDef late = shot(5.0, 0.0, 0.0, 1.0, 0.0);
    late.time = 2.0;
    late.bounces = 0;
    CaromProjectileId first = caromProjectileFire(stage.world, &def),
                      second = caromProjectileFire(stage.world, &late);
    ck_assert_int_eq(caromWorldStepTo(stage.world, 2.0), CAROM_STEP_OK);
    ck_assert_int_eq(caromWorldEvents(stage.world).hitCount, 1);
    ck_assert_uint_eq(caromWorldEvents(stage.world).hits[0].projectile.index, first.index);
    ck_assert_int_eq(caromProjectileMode(stage.world, second), CAROM_PROJECTILE_FLYING);
    caromWorldStepTo(stage.world, 3.0);
    ck_assert_int_eq(caromWorldEvents(stage.world).hitCount, 0);
    expectVec(caromProjectilePosition(stage.world, second), 5.0, 1.0);
    endStage(&stage);
}

TEST(its_lifetime_ends_at_a_hit)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, -1.0, 0.0, 1.0, 0.0);
    CaromProjectileDef def = shot(0.0, 2.0, 0.0, -1.0, 0.0);
    def.lifetime = 2.0;
    fly(&stage, &def, 4.0);
    ck_assert_int_eq(stage.hitCount, 1); // both are reported, the hit first
    ck_assert(stage.ended && stage.reason == CAROM_END_LIFETIME);
    CaromEvents events = caromWorldEvents(stage.world);
    ck_assert(events.hits[0].time == 2.0 && events.ends[0].time == 2.0);
    ck_assert_uint_lt(events.hits[0].sequence, events.ends[0].sequence);
    endStage(&stage);
}

TEST(a_step_ends_at_a_hit)
{
    Stage stage = makeStage(0.0, 0.0);
    addWall(&stage, -1.0, 0.0, 1.0, 0.0);
    CaromProjectileDef def = shot(0.0, 2.0, 0.0, -1.0, 0.0);
    CaromProjectileId id = caromProjectileFire(stage.world, &def);
    caromWorldStepTo(stage.world, nextafter(2.0, 1.0));
    ck_assert_int_eq(caromWorldEvents(stage.world).hitCount, 0);
    caromWorldStepTo(stage.world, 2.0); // due in this step
    ck_assert_int_eq(caromWorldEvents(stage.world).hitCount, 1);
    expectVec(caromProjectileVelocity(stage.world, id), 0.0, 1.0);
    caromWorldStepTo(stage.world, 3.0); // and not again in the next
    ck_assert_int_eq(caromWorldEvents(stage.world).hitCount, 0);
    endStage(&stage);
}
