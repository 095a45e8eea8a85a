// SPDX-License-Identifier: MIT
// Shapes as they are baked: any base transform, mirrored and flattened ones included, against plain
// sums.

#include <math.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/random.h"

typedef struct Room {
    CaromWorld *world;
    CaromShapeDef def;
} Room;

static Room makeRoom(void)
{
    Room room = {newWorld(), caromShapeDef()};
    return room;
}

static CaromBodyId makeBody(const Room *room, CaromVec2 position, double angle, CaromVec2 scale)
{
    CaromBodyDef def = caromBodyDef();
    def.position = position;
    def.angle = angle;
    def.scale = scale;
    return caromBodyCreate(room->world, &def);
}

static CaromGeometry geometryOf(const Room *room, CaromShapeId id)
{
    CaromGeometry g = caromGeometry(CAROM_SHAPE_TYPE_COUNT, NULL, 0, 0.0);
    CaromTransform placement = caromTransform(caromVec2(1, 1), 1.0, caromVec2(2, 2));
    ck_assert_ok(caromShapeGeometry(room->world, id, &g, &placement));
    CaromVec2 there = caromTransformPoint(placement, caromVec2(3, 4));
    ck_assert(there.x == 3.0 && there.y == 4.0); // static
    return g;
}

// Scaled per axis, turned, moved; libm's sine and cosine are good to an ulp.
static CaromVec2 placed(CaromVec2 p, CaromVec2 at, double angle, CaromVec2 scale)
{
    double x = p.x * scale.x, y = p.y * scale.y;
    return caromVec2(at.x + cos(angle) * x - sin(angle) * y,
                     at.y + sin(angle) * x + cos(angle) * y);
}

static bool near(CaromVec2 a, CaromVec2 b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y) <= 1e-13 * (1.0 + fabs(a.x) + fabs(a.y));
}

enum { POINTS = 7 };
static const CaromVec2 HOOK[POINTS] = {{0, 0}, {4, 0}, {4, 3}, {2, 3},
                                       {2, 1}, {1, 1}, {0, 2}}; // counter-clockwise

typedef struct Base {
    CaromVec2 position, scale;
    double angle;
} Base;

static Base randomBase(TestRandom *random)
{
    Base base;
    base.position.x = testRandomRange(random, -50.0, 50.0);
    base.position.y = testRandomRange(random, -50.0, 50.0);
    base.angle = testRandomRange(random, -7.0, 7.0);
    base.scale.x = testRandomRange(random, 0.1, 4.0) * (testRandomInt(random, 0, 1) ? 1.0 : -1.0);
    base.scale.y = testRandomRange(random, 0.1, 4.0) * (testRandomInt(random, 0, 1) ? 1.0 : -1.0);
    return base;
}

/// The hook under a base: its points in one or the other direction, counter-clockwise in the end.
static void checkHook(const Room *room, CaromShapeId id, const Base *base, bool given)
{
    CaromGeometry g = geometryOf(room, id);
    bool mirrored = (base->scale.x < 0.0) != (base->scale.y < 0.0), reversed = mirrored == given;
    ck_assert_int_eq(g.type, CAROM_SHAPE_POLYGON);
    ck_assert_int_eq(g.count, POINTS);
    ck_assert_int_eq(caromPolygonWinding(g.points, POINTS), 1);
    for (int i = 0; i < POINTS; i++) {
        // `given`: as in HOOK. Otherwise the points were given clockwise, the first one first.
        int k = reversed ? (POINTS - i) % POINTS : i;
        int local = given ? k : (POINTS - k) % POINTS;
        ck_assert(near(g.points[i], placed(HOOK[local], base->position, base->angle, base->scale)));
    }
}

TEST_LOOP(polygons_are_baked, 32)
{
    Room room = makeRoom();
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromVec2 clockwise[POINTS] = {HOOK[0], HOOK[6], HOOK[5], HOOK[4], HOOK[3], HOOK[2], HOOK[1]};
    Base base = randomBase(&random);
    CaromBodyId body = makeBody(&room, base.position, base.angle, base.scale);
    CaromShapeId a = caromShapeCreatePolygon(room.world, body, &room.def, HOOK, POINTS);
    CaromShapeId b = caromShapeCreatePolygon(room.world, body, &room.def, clockwise, POINTS);
    checkHook(&room, a, &base, true);
    checkHook(&room, b, &base, false);
    for (int i = 0; i < 10; i++) {
        base = randomBase(&random);
        CaromTransform t = caromTransform(base.position, base.angle, base.scale);
        ck_assert_ok(caromBodySetTransform(room.world, body, t));
        checkHook(&room, a, &base, true);
        checkHook(&room, b, &base, false);
        ck_assert(caromWorldValidate(room.world));
    }
    caromWorldDestroy(room.world);
}

TEST_LOOP(features_are_the_edges_that_were_given, 32)
{
    Room room = makeRoom();
    TestRandom random = testRandomSeed((uint64_t)_i);
    Base base = randomBase(&random);
    CaromVec2 points[POINTS];
    memcpy(points, HOOK, sizeof points);
    if (_i % 2) {
        caromPolygonReverse(points, POINTS);
    }
    CaromBodyId body = makeBody(&room, base.position, base.angle, base.scale);
    CaromShapeId shape = caromShapeCreatePolygon(room.world, body, &room.def, points, POINTS);
    for (int e = 0; e < POINTS; e++) {
        CaromVec2 a = placed(points[e], base.position, base.angle, base.scale), out;
        CaromVec2 b = placed(points[(e + 1) % POINTS], base.position, base.angle, base.scale);
        CaromVec2 middle = caromVec2(0.5 * (a.x + b.x), 0.5 * (a.y + b.y));
        CaromNearest nearest =
            caromNearestOnPolygon(middle, geometryOf(&room, shape).points, POINTS);
        out = caromVec2Scale(nearest.normal, 0.01); // from just outside of the middle of edge e
        CaromHit hit;
        CaromVec2 from = caromVec2Add(middle, out), translation = caromVec2Scale(out, -2.0);
        ck_assert_int_eq(
            caromWorldCastRay(room.world, from, translation, caromQueryOptions(), &hit, 1), 1);
        ck_assert_int_eq(hit.feature, e);
        ck_assert(fabs(hit.fraction - 0.5) < 1e-6 &&
                  caromVec2Dot(hit.normal, nearest.normal) > 1.0 - 1e-9);
    }
    caromWorldDestroy(room.world);
}

/// Points that are beside the wall on its solid and on its free side, in local space, must stay so.
TEST_LOOP(one_sided_walls_stay_solid_where_they_were, 16)
{
    Room room = makeRoom();
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromBodyId body = makeBody(&room, caromVec2(0, 0), 0.0, caromVec2(1, 1));
    caromShapeCreateOneSided(room.world, body, &room.def, caromVec2(-2, 1), caromVec2(3, 2));
    CaromVec2 solid = caromVec2(0.0, 3.0), free = caromVec2(1.0, 0.0); // left and right of it
    for (int i = 0; i < 20; i++) {
        Base base = randomBase(&random);
        CaromTransform t = caromTransform(base.position, base.angle, base.scale);
        ck_assert_ok(caromBodySetTransform(room.world, body, t));
        CaromVec2 from = caromTransformPoint(t, free), to = caromTransformPoint(t, solid);
        CaromVec2 there = caromVec2Sub(to, from), back = caromVec2Sub(from, to);
        CaromHit hit;
        ck_assert_int_eq(caromWorldCastRay(room.world, from, there, caromQueryOptions(), &hit, 1),
                         1);
        ck_assert(caromVec2Dot(hit.normal, there) < 0.0);
        ck_assert_int_eq(caromWorldCastRay(room.world, to, back, caromQueryOptions(), &hit, 1), 0);
    }
    caromWorldDestroy(room.world);
}

TEST_LOOP(circles_and_boxes_are_baked, 16)
{
    Room room = makeRoom();
    TestRandom random = testRandomSeed((uint64_t)_i);
    Base base = randomBase(&random);
    CaromBodyId body = makeBody(&room, base.position, base.angle, base.scale);
    CaromShapeId circle =
        caromShapeCreateCircle(room.world, body, &room.def, caromVec2(1, 2), 0.75);
    CaromShapeId box =
        caromShapeCreateBox(room.world, body, &room.def, caromVec2(1, 2), caromVec2(3, 0.5));
    CaromGeometry g = geometryOf(&room, circle);
    ck_assert(g.type == CAROM_SHAPE_CIRCLE && g.count == 1);
    ck_assert(near(g.points[0], placed(caromVec2(1, 2), base.position, base.angle, base.scale)));
    ck_assert(fabs(g.radius - 0.75 * fabs(base.scale.x)) < 1e-15); // from scale x
    g = geometryOf(&room, box);
    ck_assert(g.type == CAROM_SHAPE_POLYGON && g.count == 4 && g.radius == 0.0);
    ck_assert(near(g.points[0], placed(caromVec2(-2, 1.5), base.position, base.angle, base.scale)));
    ck_assert(near(g.points[2], placed(caromVec2(4, 2.5), base.position, base.angle, base.scale)));
    double area = 6.0 * fabs(base.scale.x * base.scale.y);
    ck_assert(fabs(caromPolygonArea(g.points, 4) - area) < 1e-9 * area);
    caromWorldDestroy(room.world);
}

TEST(flattened_shapes_are_refused)
{
    Room room = makeRoom();
    // At 1e6 m doubles are 1e-10 m apart.
    CaromBodyId body = makeBody(&room, caromVec2(1e6, 1e6), 0.3, caromVec2(1.0, 1e-9));
    CaromVec2 triangle[3] = {{0, 0}, {1e-3, 0}, {0, 1e-3}};
    ck_assert_uint_eq(caromShapeCreatePolygon(room.world, body, &room.def, triangle, 3).index, 0);
    ck_assert_int_eq(caromWorldLastError(room.world), CAROM_ERROR_SCALE);
    CaromBodyId tiny = makeBody(&room, caromVec2(1e6, 1e6), 0.0, caromVec2(1e-9, 1e-9));
    ck_assert_uint_eq(
        caromShapeCreateSegment(room.world, tiny, &room.def, caromVec2(0, 0), caromVec2(1e-3, 0))
            .index,
        0);
    ck_assert_int_eq(caromWorldLastError(room.world), CAROM_ERROR_SCALE);
    // What is 1 m long stays 1e-9 m long: enough for doubles there.
    ck_assert_uint_ne(
        caromShapeCreateSegment(room.world, tiny, &room.def, caromVec2(0, 0), caromVec2(1, 0))
            .index,
        0);
    CaromBodyId large = makeBody(&room, caromVec2(0, 0), 0.0, caromVec2(1e9, 1.0));
    ck_assert_uint_eq(
        caromShapeCreateCircle(room.world, large, &room.def, caromVec2(0, 0), 2e3).index, 0);
    ck_assert_int_eq(caromWorldLastError(room.world), CAROM_ERROR_SCALE);
    ck_assert_uint_eq(
        caromShapeCreateCircle(room.world, large, &room.def, caromVec2(2e3, 0), 1.0).index, 0);
    ck_assert_int_eq(caromWorldLastError(room.world), CAROM_ERROR_OUT_OF_RANGE);
    ck_assert_int_eq(caromWorldCounters(room.world).shapes, 1);
    endWorld(room.world);
}

TEST(shapes_tell_what_they_are)
{
    Room room = makeRoom();
    CaromBodyId body = makeBody(&room, caromVec2(0, 0), 0.0, caromVec2(1, 1));
    int mine = 0, other = 0;
    room.def.userData = &mine;
    CaromShapeId id = caromShapeCreateCircle(room.world, body, &room.def, caromVec2(0, 0), 1.0);
    ck_assert_ptr_eq(caromShapeUserData(room.world, id), &mine);
    uint64_t hash = caromWorldHash(room.world);
    ck_assert_ok(caromShapeSetUserData(room.world, id, &other));
    ck_assert_ptr_eq(caromShapeUserData(room.world, id), &other);
    ck_assert(caromWorldHash(room.world) == hash); // not part of the simulation
    CaromBodyId its = caromShapeBody(room.world, id);
    ck_assert(memcmp(&its, &body, sizeof body) == 0);
    CaromGeometry geometry;
    ck_assert_ok(caromShapeGeometry(room.world, id, &geometry, NULL));
    ck_assert(geometry.type == CAROM_SHAPE_CIRCLE && geometry.count == 1 && geometry.radius == 1.0);
    caromWorldDestroy(room.world);
}

// Inscribed: every point of the ellipse lies outside of the polygon or on it, and no farther than
// the tolerance; with one point less the bound would not hold.
TEST_LOOP(ellipses_keep_to_their_tolerance, 64)
{
    Room room = makeRoom();
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromVec2 c = {testRandomRange(&random, -5.0, 5.0), testRandomRange(&random, -5.0, 5.0)};
    CaromVec2 h = {testRandomRange(&random, 0.1, 5.0), testRandomRange(&random, 0.1, 5.0)};
    double tolerance = pow(10.0, testRandomRange(&random, -5.0, 0.0)), most = fmax(h.x, h.y);
    CaromBodyId body = makeBody(&room, caromVec2(0.0, 0.0), 0.0, caromVec2(1.0, 1.0));
    CaromShapeId id = caromShapeCreateEllipse(room.world, body, &room.def, c, h, tolerance);
    CaromGeometry g = geometryOf(&room, id);
    ck_assert(g.type == CAROM_SHAPE_POLYGON && caromPolygonIsConvex(g.points, g.count));
    const double pi = 3.14159265358979323846;
    ck_assert(most * (1.0 - cos(pi / g.count)) <= tolerance * (1.0 + 1e-12));
    ck_assert(g.count == 3 || most * (1.0 - cos(pi / (g.count - 1))) > tolerance * (1.0 - 1e-12));
    for (int k = 0; k < 200; k++) {
        double angle = testRandomRange(&random, 0.0, 2.0 * pi);
        CaromVec2 p = caromVec2(c.x + h.x * cos(angle), c.y + h.y * sin(angle));
        double d = caromNearestOnPolygon(p, g.points, g.count).distance;
        ck_assert_msg(d >= -1e-14 * 20.0 && d <= tolerance * (1.0 + 1e-9), "seed %d: %g off", _i,
                      d);
    }
    caromWorldDestroy(room.world);
}

TEST_WORLD(what_a_transform_makes_flat_is_refused, newWorld())
{
    static const CaromVec2 points[] = {{0, 0}, {4, 0}, {5, 1}, {1, 2}, {9, 0}, {14, 0}, {11, 2}};
    static const int ends[] = {4, 7};
    static const uint16_t tiles[] = {1, 1};
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {2, 1, 1.0, {0.0, 0.0}, tiles, 0.0};
    CaromTransform flat = caromTransform(caromVec2(0.0, 1e8), 0.0, caromVec2(1.0, 1e-9));
    for (int k = 0; k < 6; k++) {
        CaromBodyId body = newRest(world);
        ck_assert(k < 3 || caromBodySetTransform(world, body, flat) == CAROM_OK);
        CaromShapeId id = k % 3 == 0   ? caromShapeCreatePolygon(world, body, &def, points, 4)
                          : k % 3 == 1 ? caromShapeCreateRegion(world, body, &def, points, ends, 2)
                                       : caromShapeCreateTiles(world, body, &def, &map);
        ck_assert_int_eq(id.index != 0, k < 3);
        CaromError error =
            k < 3 ? caromBodySetTransform(world, body, flat) : caromWorldLastError(world);
        ck_assert_msg(error == CAROM_ERROR_SCALE, "%d: %s", k, caromErrorName(error));
    }
}

TEST_WORLD(what_a_transform_makes_too_large_is_refused, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromTransform large = caromTransform(caromVec2(0, 0), 0.0, caromVec2(1e9, 1e9));
    newCircle(world, body, caromVec2(0, 0), 1e6);
    ck_assert_int_eq(caromBodySetTransform(world, body, large), CAROM_ERROR_SCALE);
}
