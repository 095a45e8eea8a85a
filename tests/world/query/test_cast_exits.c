// SPDX-License-Identifier: MIT
// Exits and re-entries of casts. The oracle is the gap between circle and shape, sampled along the
// cast: inside between entry and exit, free elsewhere.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/rounded.h"
#include "cast_check.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 128, RAYS = 60, SEEDS = 40, MOST = 512 };

/// Whether a way is within one of a shape's intervals, which come in order.
static bool isWithin(const CaromHit *hits, int count, const SceneShape *shape, double t)
{
    bool within = false;
    for (int i = 0; i < count; i++) {
        within = within || (hits[i].userData == (const void *)shape && t >= hits[i].fraction &&
                            t <= hits[i].exitFraction);
    }
    return within;
}

static bool hasThickness(const SceneView *view, const Ray *ray)
{
    return !sceneIsWall(view) || view->geometry.radius + ray->radius > 0.0;
}

static void checkSamples(const Scene *scene, int index, const Ray *ray, const CaromHit *hits,
                         int count, int number, int seed)
{
    SceneView view = sceneView(scene, index);
    double slack = 1e-9 * scene->unit;
    for (int k = 0; k <= SAMPLES; k++) {
        double t = (double)k / SAMPLES;
        CaromVec2 p = caromVec2Add(ray->origin, caromVec2Scale(ray->translation, t));
        double gap = sceneGap(&view, p, ray->radius);
        bool within = isWithin(hits, count, view.shape, t);
        CHECK_CAST(within ? gap <= slack : gap >= -slack);
    }
}

static void checkExit(const Scene *scene, const Ray *ray, const CaromHit *hit, int number, int seed)
{
    const SceneShape *shape = hit->userData;
    SceneView view = sceneView(scene, (int)(shape - scene->shapes));
    double length = caromVec2Length(ray->translation), slack = 1e-9 * scene->unit;
    CHECK_CAST(hit->exitFraction >= hit->fraction && hit->leaves == (hit->exitFraction <= 1.0));
    CHECK_CAST(fabs(caromVec2Length(hit->exitNormal) - 1.0) < 1e-9);
    bool jumps = view.shape->oneSided && sceneIsWall(&view); // the gap does, at its lines
    CHECK_CAST(jumps || caromVec2Dot(hit->exitNormal, ray->translation) >= -1e-6 * length);
    if (!hasThickness(&view, ray)) {
        CHECK_CAST(hit->exitFraction == hit->fraction);
        CHECK_CAST(memcmp(&hit->exitPoint, &hit->point, sizeof hit->point) == 0);
        return;
    }
    CaromVec2 center =
        caromVec2Add(ray->origin, caromVec2Scale(ray->translation, hit->exitFraction));
    CaromVec2 touch = caromVec2Add(hit->exitPoint, caromVec2Scale(hit->exitNormal, ray->radius));
    CHECK_CAST(jumps || fabs(sceneGap(&view, center, ray->radius)) <= slack);
    CHECK_CAST(caromVec2Distance(touch, center) <= 10.0 * slack);
}

/// With one hit a shape: the same, but for what comes in again.
static void checkFirsts(const Scene *scene, const Ray *ray, CaromQueryOptions options,
                        const CaromHit *hits, int count, int number, int seed)
{
    static CaromHit firsts[MOST];
    bool seen[SCENE_MOST] = {false};
    int expected = 0;
    options.reentries = false;
    int firstCount = castThrough(scene, ray, &options, firsts, MOST);
    for (int i = 0; i < count; i++) {
        int index = (int)((const SceneShape *)hits[i].userData - scene->shapes);
        if (!seen[index]) {
            CHECK_CAST(expected < firstCount &&
                       memcmp(&firsts[expected], &hits[i], sizeof hits[i]) == 0);
            expected++;
        }
        seen[index] = true;
    }
    CHECK_CAST(expected == firstCount);
}

/// The hit of one shape, or null.
static const CaromHit *hitOf(const CaromHit *hits, int count, const void *shape, int which)
{
    for (int i = 0; i < count; i++) {
        if (hits[i].userData == shape && which-- == 0) {
            return &hits[i];
        }
    }
    return NULL;
}

/// All policies agree about what starts inside: where HIT says that it leaves, EXIT hits; what HIT
/// finds next, IGNORE finds first.
static void checkPolicies(const Scene *scene, const Ray *ray, CaromQueryOptions options,
                          const CaromHit *hits, int count, int number, int seed)
{
    static CaromHit exits[MOST], ignores[MOST];
    options.inside = CAROM_INSIDE_EXIT;
    int exitCount = castThrough(scene, ray, &options, exits, MOST);
    options.inside = CAROM_INSIDE_IGNORE;
    int ignoreCount = castThrough(scene, ray, &options, ignores, MOST);
    for (int i = 0; i < count; i++) {
        const void *shape = hits[i].userData;
        if (!hits[i].startsInside) {
            continue;
        }
        const CaromHit *exit = hitOf(exits, exitCount, shape, 0);
        CHECK_CAST((exit != NULL) == hits[i].leaves);
        CHECK_CAST(exit == NULL ||
                   (exit->startsInside && exit->leaves && exit->fraction == hits[i].exitFraction &&
                    exit->exitFraction == exit->fraction));
        const CaromHit *again = hitOf(hits, count, shape, 1),
                       *ignore = hitOf(ignores, ignoreCount, shape, 0);
        CHECK_CAST((again == NULL) == (ignore == NULL));
        CHECK_CAST(again == NULL || memcmp(again, ignore, sizeof *again) == 0);
    }
}

static void checkRay(const Scene *scene, const Ray *ray, int number, int seed)
{
    static CaromHit hits[MOST];
    CaromQueryOptions options = caromQueryOptions();
    options.filter.group = 77;
    options.filter.category = 7;
    options.exits = true;
    options.reentries = true;
    int count = castThrough(scene, ray, &options, hits, MOST);
    ck_assert_int_lt(count, MOST);
    for (int i = 0; i < count; i++) {
        checkExit(scene, ray, &hits[i], number, seed);
    }
    for (int k = 0; k < scene->count; k++) {
        SceneView view = sceneView(scene, k);
        bool jumps = view.shape->oneSided && sceneIsWall(&view); // the gap does, at its lines
        if (sceneSees(scene, k, &options) && hasThickness(&view, ray) && !jumps) {
            checkSamples(scene, k, ray, hits, count, number, seed);
        }
    }
    checkFirsts(scene, ray, options, hits, count, number, seed);
    checkPolicies(scene, ray, options, hits, count, number, seed);
}

TEST_LOOP(between_entry_and_exit_is_inside, SEEDS)
{
    static const SceneKind kinds[3] = {SCENE_RANDOM, SCENE_MOVING, SCENE_LATTICE};
    TestRandom random = testRandomSeed((uint64_t)_i + 9000);
    Scene *scene = sceneMake(&random, kinds[_i % 3]);
    caromWorldStepTo(scene->world, 0.25);
    for (int number = 0; number < RAYS * flightTestTimes(20); number++) {
        Ray ray = anyRay(scene, &random);
        double length = caromVec2Length(ray.translation);
        if (length > 1e-3 && length < 1e3) { // so that samples show anything
            checkRay(scene, &ray, number, _i);
        }
    }
    sceneFree(scene);
}

typedef struct Room {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeDef def;
    CaromQueryOptions options;
} Room;

static Room makeRoom(void)
{
    Room room = {newWorld(), {0, 0, 0}, caromShapeDef(), caromQueryOptions()};
    room.body = newRest(room.world);
    room.options.exits = true;
    return room;
}

/// A comb of three teeth, each 1 wide, 1 apart: the ray at half their height goes in and out
/// thrice.
TEST(a_comb_is_entered_for_each_tooth)
{
    static const CaromVec2 comb[] = {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                                     {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    Room room = makeRoom();
    CaromHit hits[8];
    caromShapeCreatePolygon(room.world, room.body, &room.def, comb, 12);
    CaromVec2 origin = caromVec2(-1, 2), way = caromVec2(8, 0);
    ck_assert_int_eq(caromWorldCastRay(room.world, origin, way, room.options, hits, 8), 1);
    ck_assert(hits[0].fraction == 0.125 && hits[0].exitFraction == 0.25 && hits[0].leaves);
    ck_assert(hits[0].exitNormal.x == 1.0 && hits[0].exitPoint.x == 1.0);
    room.options.reentries = true;
    ck_assert_int_eq(caromWorldCastRay(room.world, origin, way, room.options, hits, 8), 3);
    for (int i = 0; i < 3; i++) {
        ck_assert(hits[i].fraction == 0.125 + 0.25 * i && hits[i].exitFraction == 0.25 + 0.25 * i);
        ck_assert_int_eq(hits[i].vertex, -1);
    }
    // Half as far: it ends within the second tooth, and reports the exit of it nevertheless.
    ck_assert_int_eq(
        caromWorldCastRay(room.world, origin, caromVec2(3.5, 0), room.options, hits, 8), 2);
    ck_assert(hits[0].leaves && !hits[1].leaves && hits[1].exitPoint.x == 3.0);
    ck_assert(hits[1].exitFraction > 1.0);
    // Going nowhere, it never leaves.
    ck_assert_int_eq(
        caromWorldCastRay(room.world, caromVec2(2, 0.5), caromVec2(0, 0), room.options, hits, 8),
        1);
    ck_assert(hits[0].startsInside && !hits[0].leaves && hits[0].exitFraction == CAROM_FOREVER);
    caromWorldDestroy(room.world);
}

/// A zigzag's joints are crossed once, not once for each of both edges.
TEST(joints_are_one_crossing)
{
    static const CaromVec2 zigzag[] = {{0, -1}, {1, 0}, {2, 1}, {3, 0}, {4, -1}, {5, 0}, {6, 1}};
    Room room = makeRoom();
    CaromHit hits[8];
    room.options.reentries = true;
    caromShapeCreateChain(room.world, room.body, &room.def, zigzag, 7, 0);
    ck_assert_int_eq(
        caromWorldCastRay(room.world, caromVec2(-1, 0), caromVec2(7, 0), room.options, hits, 8), 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(hits[i].vertex, 1 + 2 * i);
        ck_assert(fabs(hits[i].point.x - (1 + 2 * i)) < 1e-12 && hits[i].leaves);
    }
    caromWorldDestroy(room.world);
}

/// A box of either winding, mirrored or not: its corners keep their numbers.
TEST_LOOP(vertices_have_the_numbers_of_their_points, 8)
{
    static const CaromVec2 corners[2][4] = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
                                            {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}};
    CaromBodyDef bodyDef = caromBodyDef();
    Room room = makeRoom();
    CaromHit hit;
    bodyDef.scale.x = _i & 1 ? -1.0 : 1.0;
    CaromBodyId body = caromBodyCreate(room.world, &bodyDef);
    const CaromVec2 *points = corners[(_i >> 1) & 1];
    roundedPolygon(room.world, body, &room.def, points, 4, _i & 4 ? 0.25 : 0.0);
    for (int i = 0; i < 4; i++) {
        CaromVec2 corner = caromVec2(points[i].x * bodyDef.scale.x, points[i].y);
        CaromVec2 from = caromVec2Scale(corner, 4.0);
        ck_assert_int_eq(caromWorldCastRay(room.world, from, caromVec2Scale(corner, -8.0),
                                           room.options, &hit, 1),
                         1);
        ck_assert_int_eq(hit.vertex, i);
        ck_assert_int_eq(caromWorldCastCircle(room.world, from, 0.5, caromVec2Scale(corner, -8.0),
                                              room.options, &hit, 1),
                         1);
        ck_assert_int_eq(hit.vertex, i);
    }
    ck_assert_int_eq(
        caromWorldCastRay(room.world, caromVec2(9, 0.5), caromVec2(-9, 0), room.options, &hit, 1),
        1);
    ck_assert_int_eq(hit.vertex, -1);
    caromWorldDestroy(room.world);
}

/// A disc and a point that begin a rounding or more inside a square of 2 m, on ways of 1 … 2^30 m
/// across it: out they come at its other side.
TEST_LOOP(who_begins_just_inside_comes_out_beyond, 62)
{
    static const CaromVec2 corners[4] = {{0, -1}, {2, -1}, {2, 1}, {0, 1}};
    Room room = makeRoom();
    caromShapeCreatePolygon(room.world, room.body, &room.def, corners, 4);
    double radius = _i % 2 ? 0.25 : 0.0, length = ldexp(1.0, _i / 2);
    for (int k = -52; k < -8; k++) {
        CaromHit hit;
        CaromVec2 from = {ldexp(1.0, k) - radius, 0.125}, way = {length, 0.0};
        ck_assert_int_eq(caromWorldCastCircle(room.world, from, radius, way, room.options, &hit, 1),
                         1);
        ck_assert(hit.fraction * length <= 1e-9);
        ck_assert_msg(fabs(hit.exitFraction * length - 2.0 - 2.0 * radius) < 0.01,
                      "from 2^%d m inside it is out after %g m of %g", k, hit.exitFraction * length,
                      length);
    }
    caromWorldDestroy(room.world);
}

/// A square in a square, given with any windings, mirrored or not: both borders are crossed, and
/// their corners keep their numbers.
TEST_LOOP(rings_are_entered_and_left, 8)
{
    static const CaromVec2 corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const int ringEnds[2] = {4, 8};
    CaromVec2 points[8];
    for (int i = 0; i < 8; i++) { // the outer one is 2 wide each way, the hole 1
        int turned = _i >> (i / 4) & 1;
        points[i] = caromVec2Scale(corners[turned ? 3 - i % 4 : i % 4], i < 4 ? 2.0 : 1.0);
    }
    CaromBodyDef bodyDef = caromBodyDef();
    Room room = makeRoom();
    CaromHit hits[4];
    bodyDef.scale.x = _i & 4 ? -1.0 : 1.0;
    CaromBodyId body = caromBodyCreate(room.world, &bodyDef);
    caromShapeCreateRegion(room.world, body, &room.def, points, ringEnds, 2);
    room.options.reentries = true;
    for (int i = 0; i < 4; i++) {
        CaromVec2 corner = caromVec2(points[i].x * bodyDef.scale.x, points[i].y);
        ck_assert_int_eq(caromWorldCastRay(room.world, caromVec2Scale(corner, 2.0),
                                           caromVec2Scale(corner, -4.0), room.options, hits, 4),
                         2);
        ck_assert(hits[0].vertex == i && hits[0].fraction == 0.25 && hits[0].exitFraction == 0.375);
        ck_assert(hits[1].fraction == 0.625 && hits[1].exitFraction == 0.75);
        CaromVec2 hole = caromVec2Scale(corner, -0.5), given = points[hits[1].vertex];
        ck_assert_int_ge(hits[1].vertex, 4);
        ck_assert(given.x * bodyDef.scale.x == hole.x && given.y == hole.y);
    }
    caromWorldDestroy(room.world);
}

/// By a corner a ray goes out by the edge that looks most along its way, wherever the world is.
TEST(goes_out_by_a_corner)
{
    const CaromVec2 box[4] = {{1.25, 2.5}, {6.75, 2.5}, {6.75, 8.5}, {1.25, 8.5}};
    for (int k = 0; k <= 64; k++) {
        CaromWorld *world = newWorld();
        CaromBodyDef bodyDef = caromBodyDef();
        CaromQueryOptions options = caromQueryOptions();
        CaromHit hit;
        bodyDef.position.y = k;
        newPolygon(world, caromBodyCreate(world, &bodyDef), box, 4);
        options.exits = true;
        CaromVec2 from = caromVec2(4.5, k - 5.0), way = caromVec2(1.75, 10.5);
        ck_assert_int_eq(caromWorldCastRay(world, from, way, options, &hit, 1), 1);
        ck_assert(hit.exitFraction > 1.0 && !hit.leaves);
        ck_assert(hit.exitNormal.x == 0.0 && hit.exitNormal.y == 1.0);
        caromWorldDestroy(world);
    }
}

/// A ray comes to a tile's side, runs along it, and gets between two other tiles: it touches at the
/// side's corner and enters where the side ends, however far from the origin the map is.
TEST_RANGE(a_side_of_a_tile_is_a_touch, -1, 31)
{
    static const uint16_t tiles[4] = {0, 1, 1, 1};
    double y = _i < 0 ? 0.0 : ldexp(1.0, _i);
    CaromWorld *world = newWorld();
    CaromBodyDef bodyDef = caromBodyDef();
    bodyDef.position.y = y;
    CaromTileMap map = {2, 2, 1.75, {-1.75, 0.25}, tiles, 0.0};
    newTiles(world, caromBodyCreate(world, &bodyDef), &map);
    CaromHit hits[4];
    CaromQueryOptions options = caromQueryOptions();
    options.exits = options.reentries = true;
    int count = caromWorldCastRay(world, caromVec2(0.0, y), caromVec2(0.0, 8.0), options, hits, 4);
    ck_assert_int_eq(count, 2);
    ck_assert_double_eq(hits[0].fraction, 0.25 / 8.0);
    ck_assert_double_eq(hits[0].exitFraction, 0.25 / 8.0);
    ck_assert_double_eq(hits[1].fraction, 2.0 / 8.0);
    ck_assert_double_eq(hits[1].exitFraction, 3.75 / 8.0);
    caromWorldDestroy(world);
}

/// A corner that is cut by less than rounding there is a corner.
TEST_WORLD(a_hair_cut_off_a_corner_is_none, newWorld())
{
    double hair = 0x1p-38;
    CaromVec2 points[] = {{1024 + hair, 0}, {1025, 0}, {1025, 1}, {1024, 1}, {1024, hair}};
    CaromShapeId id = newPolygon(world, newRest(world), points, 5);
    ck_assert(caromShapeIsValid(world, id));
    CaromHit hit;
    CaromQueryOptions options = caromQueryOptions();
    options.exits = true;
    int count =
        caromWorldCastRay(world, caromVec2(1024 + hair - 1, 1), caromVec2(2, -2), options, &hit, 1);
    ck_assert_int_eq(count, 1);
    ck_assert(hit.leaves);
    ck_assert_double_eq_tol(hit.fraction, 0.5, 1e-9);
    ck_assert_double_eq_tol(hit.exitFraction, 0.5, 1e-9);
}
