// SPDX-License-Identifier: MIT
// Bodies: transforms that happen to all shapes or to none, straight motion from anchors, lists of
// shapes.

#include <math.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/random.h"

static bool same(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// The second of three shapes does not survive the transform: none moves.
TEST_WORLD_LOOP(a_transform_is_for_all_shapes_or_none, CAROM_BODY_TYPE_COUNT, newWorld())
{
    CaromBodyId body = newBody(world, (CaromBodyType)_i, caromVec2(0, 0), caromVec2(0, 0));
    CaromShapeId ids[3];
    ids[0] = newBox(world, body, caromVec2(0, 0), caromVec2(100, 100));
    ids[1] = newSegment(world, body, caromVec2(0, 0), caromVec2(0, 1e-6));
    ids[2] = newCircle(world, body, caromVec2(0, 0), 3.0);
    CaromGeometry before[3], after;
    CaromVec2 first[3];
    for (int i = 0; i < 3; i++) {
        caromShapeGeometry(world, ids[i], &before[i], NULL);
        first[i] = before[i].points[0];
    }
    uint64_t hash = caromWorldHash(world);
    CaromTransform t = caromTransform(caromVec2(1e6, 0.0), 0.0, caromVec2(1.0, 1e-9));
    t.position.y = 1e6;
    ck_assert_int_eq(caromBodySetTransform(world, body, t), CAROM_ERROR_SCALE);
    for (int i = 0; i < 3; i++) {
        caromShapeGeometry(world, ids[i], &after, NULL);
        ck_assert(same(after.points[0], first[i]) && after.radius == before[i].radius);
    }
    ck_assert(caromWorldHash(world) == hash);
    ck_assert(same(caromBodyTransform(world, body).position, caromVec2(0, 0)));
    ck_assert(
        caromWorldCastAny(world, caromVec2(-200, 0), 0.0, caromVec2(300, 0), caromQueryOptions()));
    ck_assert(!caromWorldCastAny(world, caromVec2(1e6 - 200, 1e6), 0.0, caromVec2(300, 0),
                                 caromQueryOptions()));
    caromShapeDestroy(world, ids[1]);
    ck_assert_ok(caromBodySetTransform(world, body, t));
    ck_assert(
        !caromWorldCastAny(world, caromVec2(-200, 0), 0.0, caromVec2(300, 0), caromQueryOptions()));
    ck_assert(caromWorldCastAny(world, caromVec2(1e6 - 200, 1e6), 0.0, caromVec2(300, 0),
                                caromQueryOptions()));
}

/// position(t) = anchor + velocity·(t − anchor's time), from anchors only, never summed up.
TEST_WORLD_LOOP(kinematic_bodies_move_along_their_anchors, 16, newWorld())
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromVec2 v = caromVec2(0.3, -0.7), anchor = caromVec2(0, 0);
    CaromBodyId body = newMoving(world, caromVec2(0, 0), v);
    CaromShapeId shape = newCircle(world, body, caromVec2(5, 5), 1.0);
    double from = 0.0, time = 0.0;
    for (int i = 0; i < 200; i++) {
        time += testRandomRange(&random, 1e-4, 0.2);
        caromWorldStepTo(world, time);
        CaromVec2 at = caromBodyTransform(world, body).position;
        ck_assert(fabs(at.x - (anchor.x + v.x * (time - from))) < 1e-12);
        ck_assert(fabs(at.y - (anchor.y + v.y * (time - from))) < 1e-12);
        CaromGeometry g;
        CaromTransform placement;
        caromShapeGeometry(world, shape, &g, &placement);
        CaromVec2 center = caromTransformPoint(placement, g.points[0]),
                  expected = caromVec2Add(at, caromVec2(5, 5));
        ck_assert(fabs(center.x - expected.x) + fabs(center.y - expected.y) < 1e-12);
        CaromShapeId found;
        ck_assert_int_eq(caromWorldOverlapPoint(world, center, caromQueryOptions(), &found, 1), 1);
        if (i % 20 == 10) {
            v = caromVec2(testRandomRange(&random, -3.0, 3.0), 0.5);
            ck_assert_ok(caromBodySetVelocity(world, body, v));
            ck_assert(same(caromBodyVelocity(world, body), v));
            anchor = at;
            from = time;
        } else if (i % 20 == 15) {
            anchor = caromVec2(testRandomRange(&random, -9.0, 9.0), 1.0);
            from = time;
            CaromTransform t = caromTransform(anchor, 0.0, caromVec2(1, 1));
            ck_assert_ok(caromBodySetTransform(world, body, t));
            ck_assert(same(caromBodyTransform(world, body).position, anchor));
        }
    }
}

/// More shapes move than the list of changed ones holds, between steps and across them.
TEST_WORLD(many_moving_shapes_are_found_at_once, newWorld())
{
    enum { MANY = 300 };
    CaromBodyId bodies[MANY];
    TestRandom random = testRandomSeed(7);
    for (int i = 0; i < MANY; i++) {
        bodies[i] = newMoving(world, caromVec2(0, 0), caromVec2(1.0, 0.0));
        newBox(world, bodies[i], caromVec2(0.0, 3.0 * i), caromVec2(1.0, 1.0));
    }
    double x[MANY] = {0.0};
    for (int round = 1; round <= 20; round++) {
        for (int k = 0; k < 40; k++) {
            int i = testRandomInt(&random, 0, MANY - 1);
            x[i] = testRandomRange(&random, -100.0, 100.0);
            CaromTransform t = caromTransform(caromVec2(x[i], 0.0), 0.0, caromVec2(1, 1));
            ck_assert_ok(caromBodySetTransform(world, bodies[i], t));
        }
        for (int i = 0; i < MANY; i++) {
            CaromShapeId found;
            CaromVec2 p = caromVec2(x[i] + 0.5, 3.0 * i);
            ck_assert_int_eq(caromWorldOverlapPoint(world, p, caromQueryOptions(), &found, 1), 1);
            ck_assert_uint_eq(caromShapeBody(world, found).index, bodies[i].index);
            x[i] += 0.25;
        }
        caromWorldStepTo(world, 0.25 * round);
    }
    ck_assert(caromWorldValidate(world));
    for (int i = 0; i < MANY; i += 2) {
        caromBodyDestroy(world, bodies[i]);
    }
    CaromBox all = {{-1e3, -1e3}, {1e3, 1e4}};
    ck_assert_int_eq(caromWorldOverlapBox(world, all, caromQueryOptions(), NULL, 0), MANY / 2);
}

TEST_WORLD(shapes_are_listed_in_order_of_creation, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromShapeId ids[6], out[6];
    for (int i = 0; i < 6; i++) {
        ids[i] = newCircle(world, body, caromVec2(3.0 * i, 0), 1.0);
    }
    caromShapeDestroy(world, ids[0]);
    caromShapeDestroy(world, ids[3]);
    caromShapeDestroy(world, ids[5]);
    ids[0] = newCircle(world, body, caromVec2(0, 9),
                       1.0); // a used slot, but the last in order
    const CaromShapeId expected[4] = {ids[1], ids[2], ids[4], ids[0]};
    ck_assert_int_eq(caromBodyShapes(world, body, out, 6), 4);
    ck_assert(memcmp(out, expected, sizeof expected) == 0);
    memset(out, 0, sizeof out);
    ck_assert_int_eq(caromBodyShapes(world, body, out, 2), 4);
    ck_assert(memcmp(out, expected, 2 * sizeof out[0]) == 0 && out[2].index == 0);
    ck_assert_int_eq(caromBodyShapes(world, body, NULL, 0), 4);
    ck_assert_ok(caromBodyDestroy(world, body));
    ck_assert_int_eq(caromWorldCounters(world).shapes, 0);
    ck_assert_int_eq(caromWorldCounters(world).edges, 0);
    ck_assert(!caromShapeIsValid(world, ids[1]));
}

TEST_WORLD(user_data_are_kept, newWorld())
{
    CaromBodyDef def = caromBodyDef();
    int mine = 0, other = 0;
    def.userData = &mine;
    CaromBodyId body = caromBodyCreate(world, &def);
    ck_assert_ptr_eq(caromBodyUserData(world, body), &mine);
    ck_assert_ok(caromBodySetUserData(world, body, &other));
    ck_assert_ptr_eq(caromBodyUserData(world, body), &other);
}

/// Where it is, but for one number of its transform: it is put there.
TEST_WORLD_LOOP(every_part_of_a_transform_counts, 2, newWorld())
{
    CaromBodyId body = newBody(world, (CaromBodyType)_i, caromVec2(0, 0), caromVec2(0, 0));
    CaromTransform t = caromTransform(caromVec2(3.0, 4.0), 0.5, caromVec2(2.0, 1.0));
    ck_assert_ok(caromBodySetTransform(world, body, t));
    double *parts[6] = {&t.position.x, &t.position.y, &t.scale.x,
                        &t.scale.y,    &t.rotation.s, &t.rotation.c};
    for (int k = 0; k < 6; k++) {
        *parts[k] = -*parts[k];
        ck_assert_ok(caromBodySetTransform(world, body, t));
        CaromTransform now = caromBodyTransform(world, body);
        ck_assert(same(now.position, t.position) && same(now.scale, t.scale));
        ck_assert(now.rotation.c == t.rotation.c && now.rotation.s == t.rotation.s);
    }
}

TEST_WORLD(rotations_that_are_no_numbers_are_refused, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromTransform transform = caromTransform(caromVec2(1, 2), 0.5, caromVec2(1, 1));
    transform.rotation.s = INFINITY;
    ck_assert_int_eq(caromBodySetTransform(world, body, transform), CAROM_ERROR_NOT_FINITE);
    transform.rotation.s = 0.0;
    transform.rotation.c = NAN;
    ck_assert_int_eq(caromBodySetTransform(world, body, transform), CAROM_ERROR_NOT_FINITE);
    ck_assert(caromBodyTransform(world, body).position.x == 0.0);
}

/// Tiles as thin as rounding, and discs larger than all numbers that are allowed.
TEST_WORLD(scales_that_leave_no_shape_are_refused, newWorld())
{
    static const uint16_t tiles[2] = {1, 1};
    CaromBodyId map = newRest(world), disc = newRest(world);
    CaromTileMap tileMap = {2, 1, 1.0, {0.0, 0.0}, tiles, 0.0};
    newTiles(world, map, &tileMap);
    newCircle(world, disc, caromVec2(0, 0), 1e6);
    uint64_t hash = caromWorldHash(world);
    CaromTransform thin = caromTransform(caromVec2(0, 0), 0.0, caromVec2(1.0, 1e-9)),
                   large = caromTransform(caromVec2(0, 0), 0.0, caromVec2(1e9, 1e9));
    ck_assert_int_eq(caromBodySetTransform(world, map, thin), CAROM_ERROR_SCALE);
    ck_assert_int_eq(caromBodySetTransform(world, disc, large), CAROM_ERROR_SCALE);
    ck_assert(caromWorldHash(world) == hash);
}
