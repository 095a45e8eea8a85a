// SPDX-License-Identifier: MIT
// Shapes cast through the world against every shape swept one by one by the pure functions, bit for
// bit; a circle against the cast of a circle.
#include "../../../shapes/touch.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/scene.h"

#include <math.h>

enum { ASKED = 60, SEEDS = 16, POINTS = 8 };

typedef struct Asker {
    CaromVec2 points[POINTS];
    CaromGeometry shape;
    CaromVec2 pivot, way;
    double angle;
} Asker;

/// A circle, capsule, segment, box or convex polygon about some awkward place, rounded or not.
static void anyAsker(const Scene *scene, TestRandom *random, Asker *asker)
{
    static const CaromShapeType types[] = {CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CAPSULE,
                                           CAROM_SHAPE_SEGMENT, CAROM_SHAPE_POLYGON,
                                           CAROM_SHAPE_POLYGON};
    int kind = testRandomInt(random, 0, 4), count = kind == 0   ? 1
                                                    : kind < 3  ? 2
                                                    : kind == 3 ? 4
                                                                : 7;
    CaromVec2 at = sceneAwkwardPoint(scene, random);
    double size = scene->unit * testRandomRange(random, 0.1, 2.0),
           turn = testRandomRange(random, 0, 6);
    if (scene->kind == SCENE_LATTICE) {
        size = testRandomInt(random, 1, 2);
        turn = 0.0;
    }
    for (int i = 0; i < count; i++) {
        CaromVec2 arm = kind == 3
                            ? caromVec2(i == 0 || i == 3 ? -size : size, i < 2 ? -size : size)
                            : caromVec2(size * cos(6.2 * i / count), size * sin(6.2 * i / count));
        asker->points[i] = caromVec2Add(at, caromRotate(caromRotation(turn), arm));
    }
    if (kind == 0) {
        asker->points[0] = at;
    }
    double radius = kind < 2 || testRandomInt(random, 0, 2) == 0 ? 0.5 * size : 0.0;
    asker->shape = caromGeometry(types[kind], asker->points, count, radius);
    asker->pivot = testRandomInt(random, 0, 1) ? at : sceneAwkwardPoint(scene, random);
    asker->way = caromVec2Sub(sceneAwkwardPoint(scene, random), at);
    asker->angle = testRandomInt(random, 0, 1) ? testRandomRange(random, -4.0, 4.0) : 0.0;
}

/// The cast shape in the frame of a shape's body.
static Asker localOf(const Asker *asker, CaromTransform placement)
{
    Asker local = *asker;
    for (int i = 0; i < asker->shape.count; i++) {
        local.points[i] = caromTransformPointInverse(placement, asker->points[i]);
    }
    local.pivot = caromTransformPointInverse(placement, asker->pivot);
    return local;
}

static bool isOneSidedWall(const SceneView *view)
{
    return view->shape->oneSided && sceneIsWall(view);
}

/// Whether this hit is what the pure cast says of that shape. Bodies of scenes do not turn.
static void checkHit(const Scene *scene, const Asker *asker, const CaromQueryOptions *options,
                     int index, const CaromHit *hit, int seed)
{
    SceneView view = sceneView(scene, index);
    if (isOneSidedWall(&view)) {
        return; // pure functions have none
    }
    Asker local = localOf(asker, view.placement);
    CaromConvexHit pure;
    local.shape.points = local.points;
    bool met = caromCastTurning(&local.shape, local.pivot, local.way, local.angle, &view.geometry,
                                options->inside, &pure);
    ck_assert_msg(met == (hit != NULL), "seed %d: shape %d is %s", seed, index,
                  met ? "missing" : "not there");
    if (met) {
        CaromVec2 point = caromTransformPoint(view.placement, pure.point);
        ck_assert_msg(hit->fraction == pure.fraction && hit->normal.x == pure.normal.x &&
                          hit->normal.y == pure.normal.y && hit->point.x == point.x &&
                          hit->point.y == point.y && hit->startsInside == pure.startsInside,
                      "seed %d: shape %d at %a, not %a", seed, index, hit->fraction, pure.fraction);
        ck_assert(!pure.startsInside || options->inside != CAROM_INSIDE_HIT ||
                  hit->distance == -pure.depth);
    }
}

static const CaromHit *find(const CaromHit *hits, int count, CaromShapeId shape)
{
    for (int i = 0; i < count; i++) {
        if (hits[i].shape.index == shape.index) {
            return &hits[i];
        }
    }
    return NULL;
}

static int castIt(const Scene *scene, const Asker *asker, CaromQueryOptions options, CaromHit *hits,
                  int capacity)
{
    return asker->angle == 0.0
               ? caromWorldCastShape(scene->world, &asker->shape, asker->way, options, hits,
                                     capacity)
               : caromWorldCastTurning(scene->world, &asker->shape, asker->pivot, asker->way,
                                       asker->angle, options, hits, capacity);
}

static int check(const Scene *scene, const Asker *asker, CaromQueryOptions options, int seed)
{
    CaromHit hits[SCENE_MOST], few[3], closest;
    int count = castIt(scene, asker, options, hits, SCENE_MOST);
    for (int i = 0; i < scene->count; i++) {
        const CaromHit *hit = find(hits, count, scene->shapes[i].id);
        if (sceneSees(scene, i, &options)) {
            checkHit(scene, asker, &options, i, hit, seed);
        } else {
            ck_assert_ptr_null(hit);
        }
    }
    for (int i = 1; i < count; i++) {
        ck_assert(hits[i - 1].fraction < hits[i].fraction ||
                  (hits[i - 1].fraction == hits[i].fraction &&
                   hits[i - 1].shape.index < hits[i].shape.index));
    }
    ck_assert_int_eq(castIt(scene, asker, options, few, 3), count);
    for (int i = 0; i < count && i < 3; i++) {
        ck_assert_uint_eq(few[i].shape.index, hits[i].shape.index);
    }
    ck_assert_int_eq(castIt(scene, asker, options, &closest, 1), count > 0);
    ck_assert(count == 0 || closest.shape.index == hits[0].shape.index);
    return count;
}

static CaromQueryOptions anyOptions(const Scene *scene, TestRandom *random)
{
    CaromQueryOptions options = caromQueryOptions();
    options.filter.group = testRandomInt(random, 0, 3) ? 77 : testRandomInt(random, -2, 2);
    options.inside = (CaromInside)testRandomInt(random, 0, 2);
    if (testRandomInt(random, 0, 3) == 0) {
        options.ignoreBody = scene->shapes[testRandomInt(random, 0, scene->count - 1)].body;
    }
    return options;
}

TEST_LOOP(shape_casts_agree_with_all_shapes, SEEDS *SCENE_KIND_COUNT)
{
    SceneKind kind = (SceneKind)(_i % SCENE_KIND_COUNT);
    TestRandom random = testRandomSeed((uint64_t)(7700 + _i));
    Scene *scene = sceneMake(&random, kind);
    int found = 0;
    for (int i = 0; i < flightTestRounds(ASKED, 210); i++) {
        if (kind == SCENE_MOVING && i % 50 == 25) {
            caromWorldStepTo(scene->world, 0.01 * i);
        }
        Asker asker;
        anyAsker(scene, &random, &asker);
        found += check(scene, &asker, anyOptions(scene, &random), _i);
    }
    ck_assert_int_gt(found, 0);
    sceneFree(scene);
}

/// Where neither starts inside: then the depths are measured by other means.
TEST_LOOP(a_circle_is_the_circle_that_is_cast, SEEDS *SCENE_KIND_COUNT)
{
    SceneKind kind = (SceneKind)(_i % SCENE_KIND_COUNT);
    TestRandom random = testRandomSeed((uint64_t)(7900 + _i));
    Scene *scene = sceneMake(&random, kind);
    int same = 0;
    for (int i = 0; i < 4 * ASKED; i++) {
        CaromVec2 at = sceneAwkwardPoint(scene, &random);
        double radius = scene->unit * testRandomRange(&random, 0.01, 2.0);
        CaromVec2 way = caromVec2Sub(sceneAwkwardPoint(scene, &random), at);
        CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &at, 1, radius);
        CaromQueryOptions options = caromQueryOptions();
        CaromHit circle[SCENE_MOST], shape[SCENE_MOST];
        options.filter.group = 77;
        int count =
            caromWorldCastCircle(scene->world, at, radius, way, options, circle, SCENE_MOST);
        int other = caromWorldCastShape(scene->world, &disc, way, options, shape, SCENE_MOST);
        for (int k = 0; k < count; k++) {
            const CaromHit *hit = find(shape, other, circle[k].shape);
            bool touches = circle[k].startsInside || circle[k].fraction == 0.0;
            ck_assert_msg(hit != NULL || touches, "seed %d: shape %u", _i, circle[k].shape.index);
            if (hit != NULL && !touches) {
                ck_assert_msg(hit->fraction == circle[k].fraction &&
                                  hit->normal.x == circle[k].normal.x &&
                                  hit->normal.y == circle[k].normal.y,
                              "seed %d: shape %u at %a, not %a", _i, circle[k].shape.index,
                              hit->fraction, circle[k].fraction);
                same++;
            }
        }
    }
    ck_assert(same > 0 || scene->count < 12);
    sceneFree(scene);
}

/// What overlaps is what the pure distance says, and moved by its answer it overlaps no more.
TEST_LOOP(overlaps_agree_with_all_shapes_and_free, SEEDS *SCENE_KIND_COUNT)
{
    SceneKind kind = (SceneKind)(_i % SCENE_KIND_COUNT);
    TestRandom random = testRandomSeed((uint64_t)(8000 + _i));
    Scene *scene = sceneMake(&random, kind);
    for (int i = 0; i < flightTestShare(2 * ASKED) * flightTestTimes(100); i++) {
        Asker asker;
        CaromShapeOverlap found[SCENE_MOST];
        CaromQueryOptions options = anyOptions(scene, &random);
        anyAsker(scene, &random, &asker);
        int count = caromWorldOverlapShape(scene->world, &asker.shape, options, found, SCENE_MOST);
        int expected = 0;
        for (int s = 0; s < scene->count; s++) {
            SceneView view = sceneView(scene, s);
            if (isOneSidedWall(&view) || !sceneSees(scene, s, &options)) {
                continue;
            }
            Asker local = localOf(&asker, view.placement);
            local.shape.points = local.points;
            CaromDistance d = caromShapesDistance(&view.geometry, &local.shape);
            int k = 0;
            while (k < count && found[k].shape.index != view.shape->id.index) {
                k++;
            }
            ck_assert_msg((k < count) == (d.distance <= 0.0), "seed %d: shape %d, %a", _i, s,
                          d.distance);
            if (k < count) {
                ck_assert(found[k].depth == -d.distance && found[k].normal.x == d.normal.x &&
                          found[k].normal.y == d.normal.y);
                expected++;
            }
        }
        for (int k = 0; k < count; k++) {
            bool wall = false;
            for (int s = 0; s < scene->count; s++) {
                SceneView view = sceneView(scene, s);
                wall =
                    wall || (view.shape->id.index == found[k].shape.index && isOneSidedWall(&view));
            }
            expected += wall;
        }
        ck_assert_int_eq(count, expected);
    }
    sceneFree(scene);
}

/// Rays together are the rays one by one.
TEST_LOOP(rays_in_one_call_are_rays_one_by_one, SEEDS *SCENE_KIND_COUNT)
{
    enum { RAYS = 500 };
    SceneKind kind = (SceneKind)(_i % SCENE_KIND_COUNT);
    TestRandom random = testRandomSeed((uint64_t)(8200 + _i));
    Scene *scene = sceneMake(&random, kind);
    CaromVec2 from[RAYS], way[RAYS];
    CaromHit hits[RAYS], hit;
    CaromQueryOptions options = anyOptions(scene, &random);
    int met = 0;
    for (int i = 0; i < RAYS; i++) {
        from[i] = sceneAwkwardPoint(scene, &random);
        way[i] = caromVec2Sub(sceneAwkwardPoint(scene, &random), from[i]);
    }
    int told = caromWorldCastRays(scene->world, from, way, RAYS, options, hits);
    for (int i = 0; i < RAYS; i++) {
        int count = caromWorldCastRay(scene->world, from[i], way[i], options, &hit, 1);
        met += count;
        ck_assert_msg((hits[i].shape.index != 0) == (count > 0), "seed %d, ray %d", _i, i);
        ck_assert(count > 0 || hits[i].fraction == 1.0);
        ck_assert(count == 0 ||
                  (hits[i].shape.index == hit.shape.index && hits[i].fraction == hit.fraction &&
                   hits[i].point.x == hit.point.x && hits[i].point.y == hit.point.y &&
                   hits[i].normal.x == hit.normal.x && hits[i].normal.y == hit.normal.y));
    }
    ck_assert_int_eq(told, met);
    sceneFree(scene);
}

/// A box of 2 m over 100 km, past a ring of small walls: far more cells than a way has pieces.
TEST_WORLD(a_long_way_is_cast_to_its_end, newWorld())
{
    static const CaromVec2 corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    CaromGeometry box = caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, 0.0);
    CaromHit hits[2];
    CaromVec2 ring[256];
    for (int k = 0; k < 256; k++) {
        CaromRotation at = caromRotation(k * 6.28 / 256);
        ring[k] = caromVec2(75000 + 10.0 * at.c, 200 + 10.0 * at.s);
    }
    newChain(world, newRest(world), ring, 256, 0);
    CaromShapeId wall =
        newSegment(world, newRest(world), caromVec2(75001, -3), caromVec2(75001, 3));
    ck_assert_int_eq(
        caromWorldCastShape(world, &box, caromVec2(100000, 0), caromQueryOptions(), hits, 2), 1);
    ck_assert_uint_eq(hits[0].shape.index, wall.index);
    ck_assert(fabs(hits[0].fraction - 0.75) < 1e-9);
    ck_assert_int_eq(
        caromWorldCastShape(world, &box, caromVec2(74000, 0), caromQueryOptions(), hits, 2), 0);
}
