// SPDX-License-Identifier: MIT
// Nearest shapes and the signed distance against a look at each shape, by the pure functions; lines
// of sight by every edge of every shape.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/scene.h"

#include <math.h>
#include <stdlib.h>

#include "../../support/rounded.h"

enum { ASKED = 90, SEEDS = 24 };

typedef struct Known {
    double distance;
    int index; ///< of the shape in the scene
} Known;

static int byDistance(const void *a, const void *b)
{
    const Known *x = a, *y = b;
    return x->distance != y->distance ? (x->distance < y->distance ? -1 : 1) : x->index - y->index;
}

// ---- the oracle

/// By the roundings of a coordinate.
static double roundingAt(CaromVec2 p)
{
    return (fabs(p.x) + fabs(p.y) + 1.0) * 0x1p-46;
}

/// Whether some blocker is met before the nearest point, by asking every edge of every shape.
static bool isHidden(const Scene *scene, const CaromNearestQuery *query, const CaromNear *near)
{
    SceneFirst firsts[SCENE_MOST];
    CaromVec2 way = caromVec2Sub(near->point, query->point);
    int count = sceneCast(scene, query->point, 0.0, way, &query->blockers, firsts);
    bool hidden = false;
    for (int i = 0; i < count; i++) {
        hidden = hidden || (firsts[i].fraction < 1.0 - 0x1p-40 &&
                            scene->shapes[firsts[i].index].id.index != near->shape.index);
    }
    return hidden;
}

static int knowAll(const Scene *scene, const CaromNearestQuery *query, Known *known)
{
    int count = 0;
    for (int i = 0; i < scene->count; i++) {
        SceneView view = sceneView(scene, i);
        Known it = {sceneGap(&view, query->point, 0.0), i};
        if (it.distance <= query->within && sceneSees(scene, i, &query->options)) {
            known[count++] = it;
        }
    }
    qsort(known, (size_t)count, sizeof *known, byDistance);
    return count;
}

// ---- one question

static void complain(const Scene *scene, const CaromNearestQuery *query, const char *what, int seed)
{
    ck_abort_msg("%s\nseed %d, kind %d: (%a, %a) within %a, sight %d", what, seed, (int)scene->kind,
                 query->point.x, query->point.y, query->within, query->sight);
}

/// The k nearest, without lines of sight.
static void checkAll(const Scene *scene, CaromNearestQuery query, int k, int seed)
{
    CaromNear found[SCENE_MOST];
    Known known[SCENE_MOST];
    query.sight = false;
    int all = knowAll(scene, &query, known),
        count = caromWorldNearest(scene->world, &query, found, k);
    double rounding = scene->kind == SCENE_MOVING ? 4.0 * roundingAt(query.point) : 0.0;
    if (count != (all < k ? all : k)) {
        complain(scene, &query, "not as many as there are", seed);
    }
    for (int i = 0; i < count; i++) {
        bool same = found[i].shape.index == scene->shapes[known[i].index].id.index;
        if (fabs(found[i].distance - known[i].distance) > rounding || (rounding == 0.0 && !same)) {
            complain(scene, &query, "another shape or distance", seed);
        }
        double way = caromVec2Distance(query.point, found[i].point);
        if (fabs(way - fabs(found[i].distance)) > 64.0 * roundingAt(query.point) ||
            fabs(caromVec2Length(found[i].normal) - 1.0) > 1e-15) {
            complain(scene, &query, "its point is elsewhere", seed);
        }
    }
    CaromVec2 gradient;
    double distance;
    int near = caromWorldDistance(scene->world, query.point, query.within, query.options, &distance,
                                  &gradient);
    double expected = all > 0 ? known[0].distance : query.within;
    if (near != (all > 0) || fabs(distance - expected) > rounding ||
        (all == 0) != (gradient.x == 0.0 && gradient.y == 0.0)) {
        complain(scene, &query, "the field differs", seed);
    }
}

/// Those in sight are the unhidden ones of all, in the same order.
static int checkSeen(const Scene *scene, CaromNearestQuery query, int seed)
{
    CaromNear all[SCENE_MOST], seen[SCENE_MOST];
    query.sight = false;
    int count = caromWorldNearest(scene->world, &query, all, SCENE_MOST), expected = 0;
    query.sight = true;
    int got = caromWorldNearest(scene->world, &query, seen, SCENE_MOST);
    for (int i = 0; i < count; i++) {
        if (all[i].distance > 0.0 && isHidden(scene, &query, &all[i])) {
            continue;
        }
        if (expected >= got || seen[expected].shape.index != all[i].shape.index) {
            complain(scene, &query, "one in sight is missing", seed);
        }
        expected++;
    }
    if (got != expected) {
        complain(scene, &query, "a hidden one was found", seed);
    }
    return count - got;
}

static CaromNearestQuery anyQuery(const Scene *scene, TestRandom *random)
{
    CaromNearestQuery query = caromNearestQuery();
    static const double reaches[] = {1e12, 40.0, 2.0, 0.3, 0.0};
    query.point = sceneAwkwardPoint(scene, random);
    query.within = reaches[testRandomInt(random, 0, 7) % 5];
    query.within = query.within < 1e12 ? query.within * scene->unit : query.within;
    query.options.filter.group = testRandomInt(random, 0, 1) ? 77 : testRandomInt(random, -2, 2);
    if (testRandomInt(random, 0, 3) == 0) {
        query.options.ignoreBody = scene->shapes[testRandomInt(random, 0, scene->count - 1)].body;
    }
    query.blockers.filter.group = testRandomInt(random, 0, 9) ? 77 : testRandomInt(random, -2, 2);
    return query;
}

TEST_LOOP(nearest_agrees_with_all_shapes, SEEDS *SCENE_KIND_COUNT)
{
    SceneKind kind = (SceneKind)(_i % SCENE_KIND_COUNT);
    TestRandom random = testRandomSeed((uint64_t)(9100 + _i));
    Scene *scene = sceneMake(&random, kind);
    int hidden = 0;
    for (int i = 0; i < flightTestRounds(ASKED, 90); i++) {
        if (kind == SCENE_MOVING && i % 50 == 25) {
            caromWorldStepTo(scene->world, 0.01 * i);
        }
        CaromNearestQuery query = anyQuery(scene, &random);
        checkAll(scene, query, testRandomInt(&random, 1, 6), _i);
        checkAll(scene, query, SCENE_MOST, _i);
        hidden += checkSeen(scene, query, _i);
    }
    ck_assert(hidden > 0 || scene->count < 12);
    sceneFree(scene);
}

/// Distances to a set change by no more than the way that is gone.
TEST_LOOP(the_field_grows_by_one_a_metre, 8)
{
    TestRandom random = testRandomSeed((uint64_t)(9500 + _i));
    Scene *scene = sceneMake(&random, _i % 2 ? SCENE_RANDOM : SCENE_LATTICE);
    CaromQueryOptions options = caromQueryOptions();
    options.filter.group = 77;
    for (int i = 0; i < 2000; i++) {
        CaromVec2 p = scenePoint(scene, &random), q = sceneAwkwardPoint(scene, &random), gradient;
        double atP, atQ, there;
        caromWorldDistance(scene->world, p, 1e12, options, &atP, &gradient);
        caromWorldDistance(scene->world, q, 1e12, options, &atQ, NULL);
        bool walls = false; // with free backs: there the field leaps
        for (int s = 0; s < scene->count; s++) {
            walls = walls || (scene->shapes[s].oneSided && sceneSees(scene, s, &options));
        }
        ck_assert(walls || fabs(atP - atQ) <= caromVec2Distance(p, q) + 8.0 * roundingAt(q));
        // Towards the border, half of the way there, it falls by that much.
        CaromVec2 half = caromVec2Add(p, caromVec2Scale(gradient, -0.5 * atP));
        caromWorldDistance(scene->world, half, 1e12, options, &there, NULL);
        ck_assert_msg(walls || atP < 0.0 || fabs(there - 0.5 * atP) <= 64.0 * roundingAt(p),
                      "seed %d: %a, then %a", _i, atP, there);
    }
    sceneFree(scene);
}

/// A tower by the road: what it sees of three targets, one behind a wall, one it stands in.
TEST_WORLD(targets_in_sight_by_hand, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromShapeDef target = caromShapeDef(), wall = caromShapeDef();
    target.filter.category = 2;
    CaromShapeId far = caromShapeCreateCircle(world, body, &target, caromVec2(6, 0), 1.0);
    CaromShapeId near = caromShapeCreateCircle(world, body, &target, caromVec2(0, 3), 0.5);
    caromShapeCreateSegment(world, body, &wall, caromVec2(-1, 2), caromVec2(1, 2));
    CaromNearestQuery query = caromNearestQuery();
    CaromNear found[3];
    query.options.filter.mask = 2;
    query.blockers.filter.mask = 1;
    ck_assert_int_eq(caromWorldNearest(world, &query, found, 3), 2);
    ck_assert(found[0].shape.index == near.index && found[0].distance == 2.5);
    ck_assert(found[0].point.y == 2.5 && found[0].normal.y == -1.0);
    query.sight = true;
    ck_assert_int_eq(caromWorldNearest(world, &query, found, 3), 1);
    ck_assert(found[0].shape.index == far.index && found[0].distance == 5.0);
    query.within = 4.0;
    ck_assert_int_eq(caromWorldNearest(world, &query, found, 3), 0);
    query.point = caromVec2(6, 0.25); // within the target: three quarters deep
    ck_assert_int_eq(caromWorldNearest(world, &query, found, 1), 1);
    ck_assert(found[0].distance == -0.75 && found[0].normal.y == 1.0);
    CaromVec2 gradient;
    double d;
    ck_assert_int_eq(caromWorldDistance(world, query.point, 1.0, query.options, &d, &gradient), 1);
    ck_assert(d == -0.75);
    ck_assert(gradient.x == 0.0 && gradient.y == 1.0);
    ck_assert_int_eq(
        caromWorldDistance(world, caromVec2(0, -50), 3.0, query.options, &d, &gradient), 0);
    ck_assert(d == 3.0);
    ck_assert(gradient.x == 0.0 && gradient.y == 0.0);
}

// ---- rounded shapes that overlap themselves

/// Of a place from a rounded chain: < 0 inside.
static double gapOf(const CaromVec2 *points, int count, double radius, CaromVec2 place)
{
    double least = INFINITY;
    for (int k = 0; k + 1 < count; k++) {
        least = fmin(least, caromNearestOnSegment(place, points[k], points[k + 1]).distance);
    }
    return least - radius;
}

static CaromNear nearestOfChain(const CaromVec2 *points, int count, double radius, CaromVec2 place)
{
    CaromWorld *world = newWorld();
    CaromShapeDef def = caromShapeDef();
    CaromNearestQuery query = caromNearestQuery();
    CaromNear near;
    query.point = place;
    CaromBodyId rest = newRest(world);
    ck_assert_uint_ne(roundedChain(world, rest, &def, points, count, 0, radius).index, 0);
    ck_assert_int_eq(caromWorldNearest(world, &query, &near, 1), 1);
    caromWorldDestroy(world);
    return near;
}

/// What is documented: outside all is exact; inside the depth is a bound, and the point lies so far
/// off. Oracle: the distance from all edges, at places all around.
TEST_LOOP(inside_a_rounded_chain_that_overlaps_itself_the_depth_is_a_bound, 32)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 505);
    CaromVec2 points[6];
    int count = testRandomInt(&random, 2, 6);
    double radius = testRandomRange(&random, 0.1, 1.5);
    for (int k = 0; k < count; k++) {
        points[k] = caromVec2(testRandomRange(&random, -2, 2), testRandomRange(&random, -2, 2));
    }
    for (int i = 0; i < 40; i++) {
        double x = testRandomRange(&random, -4, 4);
        CaromVec2 place = caromVec2(x, testRandomRange(&random, -4, 4));
        double gap = gapOf(points, count, radius, place);
        CaromNear near = nearestOfChain(points, count, radius, place);
        ck_assert(fabs(near.distance - gap) < 1e-12);
        ck_assert(fabs(caromVec2Distance(near.point, place) - fabs(gap)) < 1e-12);
        if (gap > 0.0 || count == 2) {
            ck_assert(fabs(gapOf(points, count, radius, near.point)) < 1e-12); // on the border
        }
        for (int k = 0; k < 64 && gap < 0.0; k++) { // no shorter way leads out
            CaromRotation r = caromRotation(0.0982 * k);
            CaromVec2 out = caromVec2Scale(caromVec2(r.c, r.s), -0.999999 * gap);
            ck_assert(gapOf(points, count, radius, caromVec2Add(place, out)) < 0.0);
        }
    }
}

TEST(the_chain_of_the_issue_by_hand)
{
    static const CaromVec2 points[4] = {{0, 0}, {4, 0}, {4, 0.6}, {0, 0.6}};
    CaromNear near = nearestOfChain(points, 4, 0.5, caromVec2(2, 0.1));
    ck_assert(fabs(near.distance + 0.4) < 1e-15); // in the lower edge; the way out is 0.6, down
    ck_assert(near.feature == 0 && near.normal.y == 1.0 && fabs(near.point.y - 0.5) < 1e-15);
    near = nearestOfChain(points, 4, 0.5, caromVec2(2, -0.1));
    ck_assert(fabs(near.distance + 0.4) < 1e-15 && fabs(near.point.y + 0.5) < 1e-15);
}
