// SPDX-License-Identifier: MIT
// How much is seen of segments and discs: closed forms, rays in plenty, memory that fails.
#include "../../support/builder.h"
#include "../../support/field.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/scene.h"

enum { SEEDS = 12, ASKS = 40, RAYS = 400 };

/// A wall from x = −1 to 1 at half the way hides a part of a segment from −8 to 8: what is between
/// −2 and 2. Of the segment's 4·atan(…) it hides the angle between.
TEST_WORLD(shadow_of_a_wall, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromVec2 from = {0.0, 0.0}, a = {-8.0, 8.0}, b = {8.0, 8.0};
    CaromQueryOptions options = caromQueryOptions();
    CaromSpan spans[3];
    newSegment(world, body, caromVec2(-1.0, 4.0), caromVec2(1.0, 4.0));
    for (int turn = 0; turn < 2; turn++) {
        CaromExposure seen = caromLightExposeSegment(light, world, from, turn ? b : a, turn ? a : b,
                                                     options, spans, 3);
        ck_assert_int_eq(seen.spans, 2);
        ck_assert(seen.fraction == 0.75);
        ck_assert_double_eq_tol(seen.angle, 2.0 * (atan(1.0) - atan(0.25)), 1e-15);
        ck_assert(spans[0].begin == 0.0 && spans[0].end == 0.375);
        ck_assert(spans[1].begin == 0.625 && spans[1].end == 1.0);
    }
    caromLightDestroy(light);
}

/// A disc of radius 3 at distance 5 hides, from its tangents at slope 3/4 inwards, 2·(3/4)·8 of a
/// segment at distance 8.
TEST_WORLD(shadow_of_a_disc, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromVec2 from = {0.0, 0.0}, a = {8.0, -16.0}, b = {8.0, 16.0};
    CaromSpan spans[3];
    newCircle(world, body, caromVec2(5.0, 0.0), 3.0);
    CaromExposure seen =
        caromLightExposeSegment(light, world, from, a, b, caromQueryOptions(), spans, 3);
    ck_assert_int_eq(seen.spans, 2);
    ck_assert_double_eq_tol(seen.fraction, 1.0 - 12.0 / 32.0, 1e-14);
    seen =
        caromLightExposeDisc(light, world, from, caromVec2(16.0, 0.0), 16.0, caromQueryOptions());
    ck_assert_double_eq_tol(seen.fraction, 1.0 - 24.0 / 32.0, 1e-14);
    caromLightDestroy(light);
}

/// From a point on the segment's line, a ray along it.
TEST_WORLD(seen_from_the_end, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromSpan span;
    newSegment(world, body, caromVec2(5.0, -1.0), caromVec2(5.0, 1.0));
    CaromExposure seen =
        caromLightExposeSegment(light, world, caromVec2(0.0, 0.0), caromVec2(10.0, 0.0),
                                caromVec2(2.0, 0.0), caromQueryOptions(), &span, 1);
    ck_assert(seen.spans == 1 && seen.fraction == 0.375 && seen.angle == 0.0);
    ck_assert(span.begin == 0.625 && span.end == 1.0);
    seen = caromLightExposeSegment(light, world, caromVec2(4.0, 0.0), caromVec2(2.0, 0.0),
                                   caromVec2(10.0, 0.0), caromQueryOptions(), NULL, 0);
    ck_assert(seen.spans == 2 && seen.fraction == 0.375);
    newSegment(world, body, caromVec2(1.0, -1.0), caromVec2(1.0, 1.0));
    seen = caromLightExposeSegment(light, world, caromVec2(0.0, 0.0), caromVec2(10.0, 0.0),
                                   caromVec2(2.0, 0.0), caromQueryOptions(), NULL, 0);
    ck_assert(seen.spans == 0 && seen.fraction == 0.0); // all of it is behind the second wall
    caromLightDestroy(light);
}

/// As long a part as rays, evenly spread, reach: each border of a visible part may be off by one.
static void compareWithRays(const Scene *scene, CaromLight *light, TestRandom *random, int seed)
{
    CaromVec2 from = scenePoint(scene, random), a = scenePoint(scene, random),
              b = scenePoint(scene, random);
    CaromQueryOptions options = caromQueryOptions();
    CaromSpan spans[256];
    CaromExposure seen =
        caromLightExposeSegment(light, scene->world, from, a, b, options, spans, 256);
    int reached = 0;
    double sum = 0.0, last = 0.0;
    for (int i = 0; i < RAYS; i++) {
        double t = (i + 0.5) / RAYS;
        CaromVec2 to = caromVec2Add(a, caromVec2Scale(caromVec2Sub(b, a), t));
        reached += !caromWorldCastAny(scene->world, from, 0.0, caromVec2Sub(to, from), options);
    }
    for (int i = 0; i < seen.spans && seen.spans <= 256; i++) {
        ck_assert_msg(spans[i].begin >= last && spans[i].end >= spans[i].begin, "seed %d: spans",
                      seed);
        last = spans[i].end;
        sum += spans[i].end - spans[i].begin;
    }
    ck_assert_msg(fabs(sum - seen.fraction) < 1e-12 && last <= 1.0, "seed %d: sum", seed);
    double bound = (seen.spans + 2.0) / RAYS;
    ck_assert_msg(fabs(seen.fraction - (double)reached / RAYS) <= bound,
                  "kind %d, seed %d: (%g, %g) sees %g of (%g, %g) (%g, %g), rays %g",
                  (int)scene->kind, seed, from.x, from.y, seen.fraction, a.x, a.y, b.x, b.y,
                  (double)reached / RAYS);
}

TEST_LOOP(as_much_as_rays_see, SEEDS)
{
    int times = flightTestTimes(2);
    for (int i = 0; i < times; i++) {
        int seed = _i + SEEDS * i;
        TestRandom random = testRandomSeed((uint64_t)seed + 5000u);
        Scene *scene = sceneMake(&random, seed % 2 ? SCENE_MOVING : SCENE_RANDOM);
        CaromLight *light = caromLightCreate(NULL);
        caromWorldStepTo(scene->world, 0.4);
        for (int k = 0; k < ASKS; k++) {
            compareWithRays(scene, light, &random, seed);
        }
        caromLightDestroy(light);
        sceneFree(scene);
    }
}

// ---- of fans: memory, what is far away, inside, nothing

static CaromLightDef lampAt(double x, double y, double range)
{
    CaromLightDef def = caromLightDef();
    def.position = caromVec2(x, y);
    def.range = range;
    return def;
}

/// Refused, and empty, as often as memory fails; then as if nothing had been; then no more memory
/// is needed.
TEST(memory_that_fails)
{
    TestRandom random = testRandomSeed(77);
    Scene *scene = sceneMake(&random, SCENE_RANDOM);
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CaromLightDef def = lampAt(0.3, 0.4, 25.0);
    CaromLight *clearUntil = caromLightCreate(NULL), *light = caromLightCreate(&allocator);
    def.options.inside = CAROM_INSIDE_IGNORE;
    ck_assert_ok(caromLightCast(clearUntil, scene->world, &def));
    int refusals = 0;
    meter.failFrom = meter.calls;
    while (caromLightCast(light, scene->world, &def) != CAROM_OK) {
        ck_assert(caromLightPoints(light, NULL) == NULL && caromLightArea(light) == 0.0);
        meter.failFrom = meter.calls + refusals++;
    }
    ck_assert_int_gt(refusals, 5);
    ck_assert(caromLightArea(light) == caromLightArea(clearUntil) &&
              caromLightArea(clearUntil) > 0.0);
    int calls = meter.calls;
    ck_assert_ok(caromLightCast(light, scene->world, &def));
    ck_assert_int_eq(meter.calls, calls);
    meter.failFrom = 0;
    ck_assert_ptr_null(caromLightCreate(&allocator));
    caromLightDestroy(light);
    caromLightDestroy(clearUntil);
    ck_assert_uint_eq(meter.held, 0);
    sceneFree(scene);
}

/// Shapes out of range change no bit.
TEST(far_shapes)
{
    TestRandom random = testRandomSeed(78);
    Scene *scene = sceneMake(&random, SCENE_RANDOM);
    CaromLight *before = caromLightCreate(NULL), *after = caromLightCreate(NULL);
    CaromLightDef def = lampAt(0.3, 0.4, 9.0);
    def.options.inside = CAROM_INSIDE_IGNORE;
    caromLightCast(before, scene->world, &def);
    CaromBodyId body = newRest(scene->world);
    for (int i = 0; i < 2000; i++) {
        CaromVec2 a = {testRandomRange(&random, 20.0, 900.0),
                       testRandomRange(&random, -900.0, 900.0)};
        newSegment(scene->world, body, a, caromVec2(a.x + 3.0, a.y + 5.0));
    }
    caromLightCast(after, scene->world, &def);
    int count, same;
    const CaromLightPoint *p = caromLightPoints(before, &count),
                          *q = caromLightPoints(after, &same);
    ck_assert_int_eq(count, same);
    for (int i = 0; i < count; i++) {
        ck_assert(p[i].point.x == q[i].point.x && p[i].point.y == q[i].point.y &&
                  p[i].shape.index == q[i].shape.index && p[i].feature == q[i].feature);
    }
    caromLightDestroy(before);
    caromLightDestroy(after);
    sceneFree(scene);
}

/// A quarter of a turn that sees nothing is a quarter of a disc, all around a whole one; no angle,
/// no fan; a solid around the light sees nothing, or, ignored, all.
TEST_WORLD(nothing_to_see, newWorld())
{
    const double pi = 3.14159265358979323846;
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = lampAt(10000.5, -7000.25, 2.0);
    def.tolerance = 1e-6;
    for (int part = 0; part <= 8; part++) {
        def.halfAngle = pi * part / 8.0;
        def.direction = 1.0 + part;
        ck_assert_ok(caromLightCast(light, world, &def));
        double area = def.halfAngle * 4.0;
        ck_assert(caromLightArea(light) <= area + 1e-9 &&
                  caromLightArea(light) >= area - 2.0 * def.halfAngle * 2.0 * def.tolerance - 1e-9);
    }
    CaromShapeId solid = newBox(world, body, def.position, caromVec2(9, 9));
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert(caromLightInside(light).index == solid.index &&
              caromLightPoints(light, NULL) == NULL);
    def.options.inside = CAROM_INSIDE_IGNORE;
    ck_assert_ok(caromLightCast(light, world, &def));
    ck_assert(caromLightInside(light).index == 0 && caromLightArea(light) > 12.5);
    caromLightDestroy(light);
}

/// On a side of a box half of the disc is seen, at its corner three quarters; in the corner of a
/// one-sided room a quarter.
TEST_WORLD(on_borders, newWorld())
{
    const double pi = 3.14159265358979323846;
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    CaromVec2 room[4] = {{100.0, 0.0}, {100.0, 9.0}, {109.0, 9.0}, {109.0, 0.0}}; // solid outside
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(3.0, 3.0));
    newChain(world, body, room, 4, CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED);
    newCircle(world, body, caromVec2(50.0, 0.0), 4.0);
    static const double places[4][3] = {
        {3.0, 1.0, 0.5}, {3.0, 3.0, 0.75}, {100.0, 0.0, 0.25}, {54.0, 0.0, 0.5}};
    for (int i = 0; i < 4; i++) {
        CaromLightDef lamp = lampAt(places[i][0], places[i][1], 1.0);
        lamp.tolerance = 1e-7;
        ck_assert_ok(caromLightCast(light, world, &lamp));
        ck_assert_double_eq_tol(caromLightArea(light), pi * places[i][2], 2e-6);
    }
    caromLightDestroy(light);
}

/// A wall across the middle of a segment that is seen from its end, but for a rounding.
TEST_WORLD(segments_nearly_edge_on_are_hidden_by_what_crosses_them, newWorld())
{
    static const double off[] = {0.0, 1e-17, 5e-17, 1e-16, 5e-16, 1e-15, 1e-14, 1e-12, 1e-9};
    CaromLight *light = caromLightCreate(NULL);
    newSegment(world, newRest(world), caromVec2(5, -5), caromVec2(5, 9));
    for (int k = 0; k < 18; k++) {
        CaromVec2 from = {0.1, 0.1}, a = {1.1, 0.4},
                  b = {10.1, 3.1 + (k % 2 ? 10.0 : -10.0) * off[k / 2]};
        CaromExposure seen =
            caromLightExposeSegment(light, world, from, a, b, caromQueryOptions(), NULL, 0);
        ck_assert_double_eq_tol(seen.fraction, 3.9 / 9.0, 1e-6);
    }
    CaromVec2 far = {1000, 5000};
    CaromExposure seen =
        caromLightExposeDisc(light, world, caromVec2(0, 0), far, 1e-14, caromQueryOptions());
    ck_assert(seen.error == CAROM_OK && seen.fraction == 1.0);
    seen = caromLightExposeDisc(light, world, caromVec2(0, 0), caromVec2(1000, 1), 1e-14,
                                caromQueryOptions());
    ck_assert(seen.error == CAROM_OK && seen.fraction == 0.0);
    caromLightDestroy(light);
}

TEST_WORLD(a_disc_that_is_a_point_is_seen_or_not, newWorld())
{
    CaromBodyId body = newRest(world);
    CaromLight *light = caromLightCreate(NULL);
    newSegment(world, body, caromVec2(5, -1), caromVec2(5, 1));
    const struct {
        double x, y, fraction;
    } cases[] = {{10, 0.5, 0.0}, {10, 5, 1.0}, {5, 0.5, 1.0}}; // behind the wall, beside, upon it
    for (int k = 0; k < 3; k++) {
        CaromExposure exposure =
            caromLightExposeDisc(light, world, caromVec2(0, 0), caromVec2(cases[k].x, cases[k].y),
                                 1e-30, caromQueryOptions());
        ck_assert_ok(exposure.error);
        ck_assert(exposure.fraction == cases[k].fraction);
    }
    caromLightDestroy(light);
}
