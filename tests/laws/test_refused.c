// SPDX-License-Identifier: MIT
// Refusals that the generated table of bad input (test_bad_input.c) does not make: of numbers of
// which only one is wrong, of queries from within another object's callback, of worlds that were
// never created. Expected values by hand.
#include "../support/builder.h"
#include "../support/meter.h"

#include <math.h>

typedef struct Told {
    int count;
    CaromError error; ///< the last one
} Told;

static void hear(void *context, CaromError error, const char *function, const char *text)
{
    Told *told = context;
    ck_assert(function != NULL && text != NULL);
    told->count++;
    told->error = error;
}

static CaromWorld *makeWorld(Told *told)
{
    CaromWorldDef def = caromWorldDef();
    def.log = told != NULL ? hear : NULL;
    def.logContext = told;
    def.logAll = true;
    return caromWorldCreate(&def, NULL);
}

// ---- worlds

TEST(either_mix_of_a_world_is_checked)
{
    for (int k = 0; k < 4; k++) {
        Told told = {0, CAROM_OK};
        CaromError error = CAROM_OK;
        CaromWorldDef def = caromWorldDef();
        CaromMix wrong = k < 2 ? CAROM_MIX_COUNT : (CaromMix)-1;
        *(k % 2 ? &def.frictionMix : &def.restitutionMix) = wrong;
        def.log = hear;
        def.logContext = &told;
        ck_assert_ptr_null(caromWorldCreate(&def, &error));
        ck_assert_int_eq(error, CAROM_ERROR_ENUM);
        ck_assert_int_eq(told.error, CAROM_ERROR_ENUM);
    }
}

/// At whichever request: nothing is left, and the log gets the error even if the caller passes no
/// pointer for it.
TEST(a_world_without_memory_is_told)
{
    Meter meter;
    Told told = {0, CAROM_OK};
    CaromWorldDef def = caromWorldDef();
    def.allocator = meterAllocator(&meter);
    def.log = hear;
    def.logContext = &told;
    def.projectileCapacity = 100;
    CaromWorld *world = NULL;
    int refused = 0;
    for (; world == NULL; refused++) {
        CaromError error = CAROM_OK;
        meter.calls = 0;
        meter.failFrom = refused;
        world = caromWorldCreate(&def, refused % 2 ? &error : NULL);
        ck_assert_int_eq(told.count, world != NULL ? refused : refused + 1);
        ck_assert_int_eq(told.error, refused > 0 || world == NULL ? CAROM_ERROR_MEMORY : CAROM_OK);
        ck_assert(world != NULL || refused % 2 == 0 || error == CAROM_ERROR_MEMORY);
        ck_assert(world != NULL || meter.held == 0);
    }
    ck_assert_int_gt(refused, 3);
    caromWorldDestroy(world);
    ck_assert_uint_eq(meter.held, 0);
}

// ---- bodies and shapes

TEST(either_scale_of_a_body_is_checked)
{
    static const double wrong[] = {0.0, 1e-10, 1e10, -1e10, INFINITY};
    static const CaromError errors[] = {CAROM_ERROR_SCALE, CAROM_ERROR_OUT_OF_RANGE,
                                        CAROM_ERROR_OUT_OF_RANGE, CAROM_ERROR_OUT_OF_RANGE,
                                        CAROM_ERROR_NOT_FINITE};
    CaromWorld *world = makeWorld(NULL);
    for (int k = 0; k < 10; k++) {
        CaromBodyDef def = caromBodyDef();
        *(k % 2 ? &def.scale.x : &def.scale.y) = wrong[k / 2];
        ck_assert_uint_eq(caromBodyCreate(world, &def).index, 0);
        ck_assert_int_eq(caromWorldLastError(world), errors[k / 2]);
    }
    ck_assert_int_eq(caromWorldCounters(world).bodies, 0);
    caromWorldDestroy(world);
}

/// An id that is null but for one of its parts is no null id.
TEST_WORLD(half_a_null_parent_is_no_body, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    for (int k = 0; k < 2; k++) {
        CaromBodyDef def = caromBodyDef();
        *(k ? &def.parent.world : &def.parent.age) = k ? body.world : 1;
        ck_assert_uint_eq(caromBodyCreate(world, &def).index, 0);
        ck_assert_int_ne(caromWorldLastError(world), CAROM_OK);
        ck_assert_int_ne(caromBodySetParent(world, body, def.parent), CAROM_OK);
    }
    ck_assert_int_eq(caromWorldCounters(world).bodies, 1);
}

TEST_WORLD(either_half_axis_of_an_ellipse_is_checked, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 halves[] = {{1, 0}, {0, 1}, {1, -1}, {-1, 1}};
    for (int k = 0; k < 4; k++) {
        ck_assert_uint_eq(
            caromShapeCreateEllipse(world, body, &def, caromVec2(0, 0), halves[k], 0.01).index, 0);
        ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_OUT_OF_RANGE);
    }
}

// ---- queries

TEST(boxes_with_one_side_turned_round_are_refused)
{
    Told told = {0, CAROM_OK};
    CaromWorld *world = makeWorld(&told);
    CaromQueryOptions options = caromQueryOptions();
    CaromShapeId found;
    CaromBox boxes[] = {{{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}};
    for (int k = 0; k < 2; k++) {
        caromWorldOverlapBox(world, boxes[k], options, &found, 1);
        ck_assert(told.count == k + 1 && told.error == CAROM_ERROR_OUT_OF_RANGE);
    }
    caromWorldDestroy(world);
}

TEST(a_cast_shape_is_at_least_a_point_and_no_more_than_a_planet)
{
    Told told = {0, CAROM_OK};
    CaromWorld *world = makeWorld(&told);
    CaromVec2 center = {0, 0};
    double wrong[] = {-1e-9, 1.1e6};
    for (int k = 0; k < 2; k++) {
        CaromGeometry circle = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, wrong[k]);
        CaromHit hit;
        caromWorldCastShape(world, &circle, caromVec2(1, 0), caromQueryOptions(), &hit, 1);
        ck_assert(told.count == k + 1 && told.error == CAROM_ERROR_OUT_OF_RANGE);
    }
    caromWorldDestroy(world);
}

TEST_WORLD(each_array_of_a_prediction_must_be_there, makeWorld(NULL))
{
    CaromProjectileDef shot = caromProjectileDef();
    for (int k = 0; k < 4; k++) {
        CaromPrediction p = caromPrediction();
        *(k == 0   ? &p.legCapacity
          : k == 1 ? &p.hitCapacity
          : k == 2 ? &p.modeCapacity
                   : &p.crossCapacity) = 1;
        ck_assert_int_eq(caromWorldPredict(world, &shot, 1.0, &p), CAROM_ERROR_NULL);
    }
}

/// The middle of nothing.
TEST(no_points_have_no_centroid)
{
    CaromVec2 point = {3, 4}, none = caromPolygonCentroid(&point, 0);
    ck_assert(none.x == 0.0 && none.y == 0.0);
}

// ---- lights within lights

typedef struct Lamp {
    CaromLight *light;
    int asked;
} Lamp;

static bool askAgain(void *context, const CaromWorld *world, CaromShapeId shape)
{
    Lamp *lamp = context;
    CaromLightDef def = caromLightDef();
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 at = {0, 0}, a = {5, 1}, b = {5, 2};
    ck_assert_int_eq(caromLightCast(lamp->light, world, &def), CAROM_ERROR_BUSY);
    CaromExposure seen = caromLightExposeSegment(lamp->light, world, at, a, b, options, NULL, 0);
    ck_assert(seen.error == CAROM_ERROR_BUSY && seen.fraction == 0.0);
    seen = caromLightExposeDisc(lamp->light, world, at, b, 1.0, options);
    ck_assert(seen.error == CAROM_ERROR_BUSY && seen.fraction == 0.0);
    lamp->asked++;
    return shape.index != 0;
}

/// A predicate that queries the light which is calling it gets CAROM_ERROR_BUSY; no answer changes.
TEST_WORLD(a_light_that_is_asked_by_its_own_question_is_busy, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    Lamp lamp = {caromLightCreate(NULL), 0};
    CaromLight *clearUntil = caromLightCreate(NULL);
    newBox(world, body, caromVec2(3, 0), caromVec2(1, 1));
    CaromLightDef def = caromLightDef();
    def.range = 10.0;
    ck_assert_ok(caromLightCast(clearUntil, world, &def));
    def.options.predicate = askAgain;
    def.options.predicateContext = &lamp;
    ck_assert_ok(caromLightCast(lamp.light, world, &def));
    ck_assert(caromLightArea(lamp.light) == caromLightArea(clearUntil));
    int asked = lamp.asked;
    CaromExposure seen =
        caromLightExposeSegment(lamp.light, world, caromVec2(0, 0), caromVec2(8, -8),
                                caromVec2(8, 8), def.options, NULL, 0);
    // The box's near side, from (2, −1) to (2, 1), hides all between −4 and 4 of 16 m.
    ck_assert(seen.error == CAROM_OK && seen.fraction == 0.5);
    ck_assert(asked > 0 && lamp.asked > asked);
    caromLightDestroy(lamp.light);
    caromLightDestroy(clearUntil);
}

/// So small that its diameter is a point where it is: seen or not. Right around the eye: as any
/// other.
TEST_WORLD(discs_of_no_size_are_seen_or_not, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 eye = {1e6, 0}, shadow = {1e6 + 8, 0}, open = {1e6, 8};
    newBox(world, body, caromVec2(1e6 + 4, 0), caromVec2(1, 1));
    ck_assert(caromLightExposeDisc(light, world, eye, shadow, 1e-12, options).fraction == 0.0);
    ck_assert(caromLightExposeDisc(light, world, eye, open, 1e-12, options).fraction == 1.0);
    ck_assert(caromLightExposeDisc(light, world, eye, eye, 1.0, options).fraction == 1.0);
    caromLightDestroy(light);
}

static bool seesAllBut(void *context, const CaromWorld *world, CaromShapeId shape)
{
    const CaromShapeId *glass = context;
    return caromShapeIsValid(world, shape) && shape.index != glass->index;
}

/// A target behind glass is in sight for blockers that leave the glass out.
TEST_WORLD(blockers_of_sight_may_be_chosen, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    CaromShapeDef target = caromShapeDef(), wall = caromShapeDef();
    target.filter.category = 2;
    caromShapeCreateCircle(world, body, &target, caromVec2(6, 0), 1.0);
    CaromShapeId pane =
        caromShapeCreateSegment(world, body, &wall, caromVec2(3, -1), caromVec2(3, 1));
    CaromShapeId none = {0};
    CaromNearestQuery query = caromNearestQuery();
    CaromNear found;
    query.options.filter.mask = 2;
    query.blockers.filter.mask = 1;
    query.sight = true;
    query.blockers.predicate = seesAllBut;
    query.blockers.predicateContext = &pane;
    ck_assert_int_eq(caromWorldNearest(world, &query, &found, 1), 1);
    ck_assert(found.distance == 5.0);
    query.blockers.predicateContext = &none;
    ck_assert_int_eq(caromWorldNearest(world, &query, &found, 1), 0);
}

// ---- movers

static CaromError tryPolygon(CaromWorld *world, const CaromVec2 *points, int count,
                             CaromMover *mover)
{
    CaromMoverDef def = caromMoverDef();
    def.shape = caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0.0);
    return caromMoverInit(world, mover, &def);
}

/// A box is a box either way round, a bow tie is none. One moved against a wall at 2 m by 3 m stops
/// where its side, 0.5 m off, keeps the clearance.
TEST_WORLD(polygons_of_movers_are_checked_and_turned, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(2, -5), caromVec2(2, 5));
    CaromVec2 there[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    CaromVec2 back[] = {{-0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}};
    CaromVec2 tie[] = {{-0.5, -0.5}, {0.5, 0.5}, {0.5, -0.5}, {-0.5, 0.5}};
    CaromMover movers[3];
    CaromMoverResult results[2];
    ck_assert_ok(tryPolygon(world, there, 4, &movers[0]));
    ck_assert_ok(tryPolygon(world, back, 4, &movers[1]));
    ck_assert_int_ne(tryPolygon(world, tie, 4, &movers[2]), CAROM_OK);
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(caromMoverMove(world, &movers[k], caromVec2(3, 0), 1.0, &results[k]));
        ck_assert(results[k].position.x < 1.5 && results[k].position.x > 1.4);
    }
    ck_assert(results[0].position.x == results[1].position.x);
}

// ---- projectiles

/// What it was piercing is left behind, and is entered again from outside.
TEST_WORLD(a_projectile_that_is_put_elsewhere_leaves_what_it_pierces, makeWorld(NULL))
{
    CaromBodyId body = newRest(world);
    CaromProjectileDef shot = caromProjectileDef();
    newBox(world, body, caromVec2(10, 0), caromVec2(2, 2));
    shot.onHit = CAROM_HIT_PIERCE;
    shot.velocity = caromVec2(10, 0);
    CaromSurface thick = caromSurface();
    thick.pierceLoss = 1.0;
    ck_assert_ok(caromWorldSetSurface(world, 0, 0, &thick));
    CaromProjectileId id = caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 1);
    ck_assert_ok(caromProjectileSetPosition(world, id, caromVec2(0, 0)));
    ck_assert(caromWorldValidate(world));
    caromWorldStepTo(world, 2.5);
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 1);
    ck_assert_int_eq(caromWorldEvents(world).crossCount, 1);
}
