// SPDX-License-Identifier: MIT
// Regions: rings in each other. Oracles: whole numbers for the signs, rings by themselves, a world
// that has each ring as a loop of one-sided walls.
#include "../../shapes/exact.h"
#include "../../shapes/touch.h"
#include "../support/builder.h"
#include "../support/field.h"
#include "../support/flight_field.h"
#include "../support/region_maker.h"

#include <math.h>
#include <string.h>

#include "../support/rounded.h"

static const CaromVec2 *ringOf(const TestRegion *region, int k, int *count)
{
    int start = k > 0 ? region->ringEnds[k - 1] : 0;
    *count = region->ringEnds[k] - start;
    return region->points + start;
}

// ---- validation, on small whole numbers

static long turn(CaromVec2 a, CaromVec2 b, CaromVec2 c)
{
    return (long)(b.x - a.x) * (long)(c.y - a.y) - (long)(b.y - a.y) * (long)(c.x - a.x);
}

static bool isOn(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    return turn(a, b, p) == 0 && fmin(a.x, b.x) <= p.x && p.x <= fmax(a.x, b.x) &&
           fmin(a.y, b.y) <= p.y && p.y <= fmax(a.y, b.y);
}

static bool same(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static int sign(long x)
{
    return (x > 0) - (x < 0);
}

/// Whether a point between the ends of one edge is on the other, or they cross.
static bool clash(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d)
{
    bool proper = sign(turn(a, b, c)) * sign(turn(a, b, d)) < 0 &&
                  sign(turn(c, d, a)) * sign(turn(c, d, b)) < 0;
    bool onto = (isOn(a, c, d) && !same(a, c) && !same(a, d)) ||
                (isOn(b, c, d) && !same(b, c) && !same(b, d)) ||
                (isOn(c, a, b) && !same(c, a) && !same(c, b)) ||
                (isOn(d, a, b) && !same(d, a) && !same(d, b));
    bool equal = (same(a, c) && same(b, d)) || (same(a, d) && same(b, c));
    return proper || onto || equal;
}

/// Returns whether two rings cross at a common point, by places all around it. Where they only
/// touch, all or none of what lies in the one lies in the other.
static bool crossAt(CaromVec2 v, const CaromVec2 *p, int n, const CaromVec2 *q, int m)
{
    bool seen[2][2] = {{false, false}, {false, false}};
    for (int k = 0; k < 720; k++) {
        double angle = k * 0.0087266462599716 + 0.001;
        CaromVec2 at = caromVec2(v.x + 1e-4 * cos(angle), v.y + 1e-4 * sin(angle));
        seen[caromPointInPolygon(at, p, n)][caromPointInPolygon(at, q, m)] = true;
    }
    return seen[0][0] && seen[0][1] && seen[1][0] && seen[1][1];
}

static bool ringsClash(const CaromVec2 *p, int n, const CaromVec2 *q, int m)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            if (clash(p[i], p[(i + 1) % n], q[j], q[(j + 1) % m]) ||
                (same(p[i], q[j]) && crossAt(p[i], p, n, q, m))) {
                return true;
            }
        }
    }
    return false;
}

static CaromError expected(const TestRegion *region)
{
    for (int k = 0; k < region->ringCount; k++) {
        int n, m;
        const CaromVec2 *p = ringOf(region, k, &n);
        CaromError error = caromPolygonValidate(p, n, NULL);
        if (error != CAROM_OK) {
            return error;
        }
        for (int l = 0; l < k; l++) {
            const CaromVec2 *q = ringOf(region, l, &m);
            if (ringsClash(p, n, q, m)) {
                return CAROM_ERROR_REGION_CROSSING;
            }
        }
    }
    return CAROM_OK;
}

/// Small rings on few places: they touch and cross all the time.
static void makeWhole(TestRegion *region, TestRandom *random)
{
    region->count = region->ringCount = 0;
    for (int rings = testRandomInt(random, 2, 4); rings > 0; rings--) {
        CaromVec2 ring[4];
        int count = testRandomInt(random, 3, 4), size = testRandomInt(random, 2, 5);
        for (int i = 0; i < count; i++) {
            ring[i] =
                caromVec2(testRandomInt(random, -size, size), testRandomInt(random, -size, size));
        }
        if (caromPolygonValidate(ring, count, NULL) == CAROM_OK) {
            testRegionAdd(region, ring, count);
        }
    }
}

TEST_SEEDS(validation_agrees_with_whole_numbers, 8)
{
    int seen[2] = {0, 0}, touching = 0;
    for (int round = 0; round < 1000 * flightTestTimes(1); round++) {
        TestRegion region;
        makeWhole(&region, &random);
        if (region.ringCount < 2) {
            continue;
        }
        CaromError error = expected(&region);
        ck_assert_msg(caromRegionValidate(region.points, region.ringEnds, region.ringCount, NULL) ==
                          error,
                      "seed %d, round %d", _i, round);
        seen[error == CAROM_OK]++;
        int n, m;
        const CaromVec2 *p = ringOf(&region, 0, &n), *q = ringOf(&region, 1, &m);
        for (int k = 0; k < n * m && error == CAROM_OK; k++) {
            touching += same(p[k / m], q[k % m]);
        }
    }
    ck_assert(seen[0] > 50 && seen[1] > 50 && touching > 5);
}

enum { MANY_SIDE = 40, MANY_POINTS = 6 * MANY_SIDE * MANY_SIDE };

/// side × side rings, one of which may reach into those around it. False: it crosses one, say the
/// pairs; one pass over all points says the same.
static bool passAgrees(TestRandom *random, int side, double reach)
{
    static CaromVec2 points[MANY_POINTS];
    static int ends[MANY_SIDE * MANY_SIDE];
    int rings = 0, count = 0, large = testRandomInt(random, 0, side * side - 1);
    for (int k = 0; k < side * side; k++) {
        int n = testRandomInt(random, 3, 6);
        flightStar(random, points + count, n, k == large ? reach : 0.45, false);
        for (int i = 0; i < n; i++) {
            points[count + i].x += k % side;
            points[count + i].y += k / side;
        }
        count += n;
        ends[rings++] = count;
    }
    CaromError error = crCheckPairs(points, ends, rings);
    ck_assert_int_eq(caromRegionValidate(points, ends, rings, NULL), error);
    return error == CAROM_OK;
}

/// Many rings.
TEST_SEEDS(one_pass_finds_what_pairs_find, 16)
{
    passAgrees(&random, testRandomInt(&random, 3, MANY_SIDE), 0.45 + 0.1 * (_i % 8));
    int good = 0, rounds = 40;
    for (int round = 0; round < rounds; round++) {
        double reach = testRandomRange(&random, 0.45, 1.6);
        good += passAgrees(&random, testRandomInt(&random, 4, 12), reach);
    }
    ck_assert_msg(good > rounds / 5 && good < rounds - rounds / 5, "seed %d: %d good", _i, good);
}

enum { FAR_POINTS = 65 };

/// A few rings of whole numbers, which touch, cross, repeat and lie on each other all the time. A
/// ring far away has so many points that all is passed over.
static int makeDense(TestRandom *random, CaromVec2 *points, int *ends)
{
    int rings = 0, count = 0, wanted = testRandomInt(random, 1, 5);
    int size = testRandomInt(random, 1, 4);
    while (rings < wanted) {
        int n = testRandomInt(random, 3, rings == 0 && wanted < 3 ? 8 : 5), from = count;
        for (int i = 0; i < n; i++) {
            points[count++] =
                caromVec2(testRandomInt(random, -size, size), testRandomInt(random, -size, size));
        }
        ends[rings] = count;
        if (caromPolygonValidate(points + from, n, NULL) != CAROM_OK &&
            testRandomInt(random, 0, 7) > 0) {
            count = from; // most rings are sound, or nearly no region would be
            continue;
        }
        rings++;
    }
    for (int i = 0; i < FAR_POINTS; i++) {
        CaromRotation r = caromRotation(6.283185307179586 * i / FAR_POINTS);
        points[count++] = caromVec2(100.0 + r.c, r.s);
    }
    ends[rings++] = count;
    return rings;
}

/// Of rings that each have an area and no repeated points: the same fault, and the same holes.
static CaromError passAgreesOnDense(TestRandom *random)
{
    CaromVec2 points[64 + FAR_POINTS];
    int ends[8], rings = makeDense(random, points, ends);
    CaromError error = crCheckRings(points, ends, rings);
    if (error != CAROM_OK) {
        return error;
    }
    uint8_t holes[8];
    error = crCheckPairs(points, ends, rings);
    ck_assert_int_eq(crRegionCheck(points, ends, rings, NULL, holes), error);
    CrOutline outline = {points, ends[rings - 1], ends[rings - 1], false, ends, rings, NULL};
    for (int k = 0; k < rings && error == CAROM_OK; k++) {
        ck_assert_int_eq(holes[k], crRingIsHole(&outline, k));
    }
    return error;
}

TEST_SEEDS(one_pass_finds_what_pairs_find_in_whole_numbers, 16)
{
    int seen[CAROM_ERROR_COUNT_OF] = {0};
    for (int round = 0; round < 4000; round++) {
        seen[passAgreesOnDense(&random)]++;
    }
    ck_assert_msg(seen[CAROM_OK] > 100 && seen[CAROM_ERROR_POLYGON_CROSSING] > 100 &&
                      seen[CAROM_ERROR_REGION_CROSSING] > 100,
                  "seed %d: %d, %d, %d", _i, seen[CAROM_OK], seen[CAROM_ERROR_POLYGON_CROSSING],
                  seen[CAROM_ERROR_REGION_CROSSING]);
}

// Forty triangles with one common point, each beside the next; then one of them reaches across its
// neighbour.
TEST(many_rings_may_have_one_point)
{
    CaromVec2 points[3 * 40];
    int ends[40];
    for (int k = 0; k < 40; k++) {
        CaromRotation r = caromRotation(0.157 * k), s = caromRotation(0.157 * k + 0.1);
        points[3 * k] = caromVec2(0.0, 0.0);
        points[3 * k + 1] = caromVec2(r.c, r.s);
        points[3 * k + 2] = caromVec2(s.c, s.s);
        ends[k] = 3 * k + 3;
    }
    ck_assert_ok(caromRegionValidate(points, ends, 40, NULL));
    CaromRotation across = caromRotation(0.157 * 17 + 0.2);
    points[3 * 17 + 2] = caromVec2(0.5 * across.c, 0.5 * across.s);
    ck_assert_int_eq(crCheckPairs(points, ends, 40), CAROM_ERROR_REGION_CROSSING);
    ck_assert_int_eq(caromRegionValidate(points, ends, 40, NULL), CAROM_ERROR_REGION_CROSSING);
}

static void *noMemory(void *context, void *memory, size_t oldSize, size_t newSize)
{
    (void)context, (void)memory, (void)oldSize, (void)newSize;
    return NULL;
}

// Few points need no memory, nor do convex ones; a fault of one ring by itself is reported first.
TEST(validation_without_memory_is_refused)
{
    CaromAllocator none = {noMemory, NULL};
    CaromVec2 points[66];
    for (int i = 0; i < 66; i++) {
        CaromRotation r = caromRotation(6.283185307179586 * i / 66);
        points[i] = caromVec2(r.c, r.s);
    }
    ck_assert_ok(caromPolygonValidate(points, 66, &none));
    points[3] = caromVec2Scale(points[3], 0.5);
    ck_assert_int_eq(caromPolygonValidate(points, 66, &none), CAROM_ERROR_MEMORY);
    ck_assert_ok(caromPolygonValidate(points, 64, &none));
    points[3] = points[4];
    ck_assert_int_eq(caromPolygonValidate(points, 66, &none), CAROM_ERROR_POLYGON_REPEATED);
}

TEST(each_fault_has_its_name)
{
    static const CaromVec2 p[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {2, 3}, {2, 3}};
    const int good[] = {4, 7}, back[] = {4, 2}, few[] = {4, 6}, twice[] = {4, 8}, minus[] = {-1, 4};
    ck_assert_ok(caromRegionValidate(p, good, 2, NULL));
    ck_assert_int_eq(caromRegionValidate(p, good, 0, NULL), CAROM_ERROR_REGION_RINGS);
    ck_assert_int_eq(caromRegionValidate(p, back, 2, NULL), CAROM_ERROR_REGION_RINGS);
    ck_assert_int_eq(caromRegionValidate(p, minus, 2, NULL), CAROM_ERROR_REGION_RINGS);
    ck_assert_int_eq(caromRegionValidate(p, few, 2, NULL), CAROM_ERROR_POLYGON_FEW);
    ck_assert_int_eq(caromRegionValidate(p, twice, 2, NULL), CAROM_ERROR_POLYGON_REPEATED);
    ck_assert_int_eq(caromRegionValidate(NULL, good, 2, NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromRegionValidate(p, NULL, 2, NULL), CAROM_ERROR_NULL);
}

// ---- pure functions

TEST_SEEDS(inside_is_what_an_odd_number_of_rings_is_around, 8)
{
    int inside = 0, times = flightTestTimes(10);
    for (int round = 0; round < 20 * times; round++) {
        TestRegion region;
        testRegionMake(&region, &random, 4.0, round % 2);
        ck_assert_ok(caromRegionValidate(region.points, region.ringEnds, region.ringCount, NULL));
        for (int shot = 0; shot < 100; shot++) {
            CaromVec2 p =
                caromVec2(testRandomRange(&random, -4.0, 4.0), testRandomRange(&random, -4.0, 4.0));
            if (round % 2 && shot % 2) {
                p = caromVec2(floor(p.x * 4) / 4, floor(p.y * 4) / 4);
            }
            bool odd = false, border = false;
            double distance = 1e9;
            for (int k = 0; k < region.ringCount; k++) {
                int n;
                const CaromVec2 *ring = ringOf(&region, k, &n);
                odd ^= caromPointInPolygonQuadrants(p, ring, n);
                double d = caromNearestOnPolygon(p, ring, n).distance;
                border |= d == 0.0;
                distance = fmin(distance, fabs(d));
            }
            bool holds = caromPointInRegion(p, region.points, region.ringEnds, region.ringCount);
            CaromNearest nearest =
                caromNearestOnRegion(p, region.points, region.ringEnds, region.ringCount);
            ck_assert_msg(holds == (odd || border), "seed %d: (%g, %g)", _i, p.x, p.y);
            ck_assert_msg(nearest.distance == (holds && !border ? -distance : distance), "seed %d",
                          _i);
            CaromVec2 out = caromVec2(p.x + 1e-6 * nearest.normal.x, p.y + 1e-6 * nearest.normal.y);
            CaromVec2 in = caromVec2(p.x - 1e-6 * nearest.normal.x, p.y - 1e-6 * nearest.normal.y);
            int next = caromPointInRegion(out, region.points, region.ringEnds, region.ringCount),
                back = caromPointInRegion(in, region.points, region.ringEnds, region.ringCount);
            bool corner = false; // where the border has more than one side
            for (int i = 0; i < region.count; i++) {
                corner |= caromVec2Distance(p, region.points[i]) < 1e-5;
            }
            ck_assert_msg(!border || corner || (next == 0 && back == 1), "seed %d: normal", _i);
            inside += holds;
        }
    }
    ck_assert_int_gt(inside, 100);
}

// ---- in a world

typedef struct Pair {
    CaromWorld *worlds[2]; ///< with the region; with a one-sided loop for each of its rings
    CaromShapeId region;
    CaromGeometry baked;
    CaromBodyId bodies[2];
} Pair;

static CaromTransform anyTransform(TestRandom *random)
{
    double x = testRandomInt(random, 0, 1) ? 1.0 : -0.8, y = testRandomInt(random, 0, 1) ? 1.3 : -1;
    return caromTransform(caromVec2(testRandomRange(random, -9.0, 9.0), 3.0),
                          testRandomRange(random, -4.0, 4.0), caromVec2(x, y));
}

static Pair makePair(const TestRegion *region, CaromTransform transform, double rounding)
{
    Pair pair;
    CaromShapeDef shape = caromShapeDef();
    for (int w = 0; w < 2; w++) {
        pair.worlds[w] = newWorldUnder(10.0);
        pair.bodies[w] = newRest(pair.worlds[w]);
    }
    caromBodySetTransform(pair.worlds[0], pair.bodies[0], transform);
    pair.region = roundedRegion(pair.worlds[0], pair.bodies[0], &shape, region->points,
                                region->ringEnds, region->ringCount, rounding);
    ck_assert_uint_ne(pair.region.index, 0);
    ck_assert_ok(caromShapeGeometry(pair.worlds[0], pair.region, &pair.baked, NULL));
    for (int k = 0; k < region->ringCount; k++) {
        int n;
        const CaromVec2 *start = ringOf(region, k, &n);
        roundedChain(pair.worlds[1], pair.bodies[1], &shape,
                     pair.baked.points + (start - region->points), n,
                     CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED, pair.baked.radius);
    }
    return pair;
}

static void freePair(Pair *pair)
{
    endWorld(pair->worlds[0]);
    caromWorldDestroy(pair->worlds[1]);
}

static bool holds(const Pair *pair, CaromVec2 p)
{
    return caromPointInRegion(p, pair->baked.points, pair->baked.ringEnds, pair->baked.ringCount);
}

/// Solid on the left of each baked edge, whatever the windings and mirrors; features are the edges
/// as they were given.
TEST_SEEDS(edges_have_solid_on_their_left, 32)
{
    TestRegion region;
    testRegionMake(&region, &random, 4.0, _i % 2);
    Pair pair = makePair(&region, anyTransform(&random), 0.0);
    for (int round = 0; round < 5; round++) {
        const CaromGeometry *g = &pair.baked;
        for (int i = 0; i < g->count; i++) {
            CaromVec2 a = g->points[i], b = g->points[g->next[i]], along = caromVec2Sub(b, a);
            CaromVec2 middle = caromVec2(a.x + 0.5 * along.x, a.y + 0.5 * along.y);
            CaromVec2 left = caromVec2(-1e-6 * along.y, 1e-6 * along.x);
            CaromVec2 out = caromVec2Sub(middle, left);
            ck_assert_msg(holds(&pair, caromVec2Add(middle, left)) && !holds(&pair, out),
                          "seed %d: edge %d", _i, i);
            CaromHit hit;
            ck_assert_int_eq(caromWorldCastRay(pair.worlds[0], out, caromVec2Scale(left, 2.0),
                                               caromQueryOptions(), &hit, 1),
                             1);
            CaromTransform t = caromBodyTransform(pair.worlds[0], pair.bodies[0]);
            int ring = 0;
            while (region.ringEnds[ring] <= hit.feature) {
                ring++;
            }
            int start = ring > 0 ? region.ringEnds[ring - 1] : 0;
            int next = hit.feature + 1 < region.ringEnds[ring] ? hit.feature + 1 : start;
            CaromVec2 p = caromTransformPoint(t, region.points[hit.feature]),
                      q = caromTransformPoint(t, region.points[next]);
            ck_assert((same(p, a) && same(q, b)) || (same(p, b) && same(q, a)));
        }
        ck_assert_ok(caromBodySetTransform(pair.worlds[0], pair.bodies[0], anyTransform(&random)));
        ck_assert_ok(caromShapeGeometry(pair.worlds[0], pair.region, &pair.baked, NULL));
        ck_assert(caromWorldValidate(pair.worlds[0]));
    }
    freePair(&pair);
}

/// From outside nothing distinguishes a region from loops around it.
TEST_SEEDS(casts_and_flights_are_those_of_its_rings, 40)
{
    TestRegion region;
    testRegionMake(&region, &random, 4.0, _i % 2);
    double rounding = _i / 2 % 2 ? 0.05 : 0.0, radius = _i / 4 % 2 ? 0.07 : 0.0;
    Pair pair = makePair(&region, anyTransform(&random), rounding);
    CaromVec2 at = caromBodyTransform(pair.worlds[0], pair.bodies[0]).position;
    CaromProjectileDef def = caromProjectileDef();
    int hits = 0, shots = 0;
    def.radius = radius;
    for (int k = 0; k < 400 * flightTestTimes(10); k++) {
        CaromVec2 from = caromVec2(at.x + testRandomRange(&random, -7.0, 7.0),
                                   at.y + testRandomRange(&random, -7.0, 7.0));
        CaromVec2 way =
            caromVec2(testRandomRange(&random, -14.0, 14.0), testRandomRange(&random, -14.0, 14.0));
        CaromNearest nearest = caromNearestOnRegion(from, pair.baked.points, pair.baked.ringEnds,
                                                    pair.baked.ringCount);
        CaromHit a = {0}, b = {0};
        CaromQueryOptions options = caromQueryOptions();
        if (nearest.distance <= rounding * 1.3 + radius + 1e-9) {
            continue;
        }
        int n = caromWorldCastCircle(pair.worlds[0], from, radius, way, options, &a, 1);
        int m = caromWorldCastCircle(pair.worlds[1], from, radius, way, options, &b, 1);
        ck_assert_msg(n == m && a.fraction == b.fraction &&
                          memcmp(&a.normal, &b.normal, sizeof a.normal) == 0,
                      "seed %d: cast %d", _i, k);
        hits += n;
        def.position = from;
        def.velocity = way;
        if (shots++ < 40) {
            caromProjectileFire(pair.worlds[0], &def);
            caromProjectileFire(pair.worlds[1], &def);
        }
    }
    ck_assert_int_gt(hits, 20);
    for (int step = 1; step <= 60; step++) {
        caromWorldStepTo(pair.worlds[0], step / 30.0);
        caromWorldStepTo(pair.worlds[1], step / 30.0);
        CaromEvents e = caromWorldEvents(pair.worlds[0]), f = caromWorldEvents(pair.worlds[1]);
        ck_assert_int_eq(e.hitCount, f.hitCount);
        for (int i = 0; i < e.hitCount; i++) {
            ck_assert_msg(e.hits[i].time == f.hits[i].time &&
                              same(e.hits[i].velocityAfter, f.hits[i].velocityAfter),
                          "seed %d", _i);
        }
    }
    freePair(&pair);
}

/// What is met from within: exits, overlap, sensors.
TEST_SEEDS(queries_know_its_inside, 32)
{
    TestRegion region;
    testRegionMake(&region, &random, 4.0, _i % 2);
    Pair pair = makePair(&region, anyTransform(&random), 0.0);
    CaromVec2 at = caromBodyTransform(pair.worlds[0], pair.bodies[0]).position;
    int inside = 0;
    for (int k = 0; k < 300; k++) {
        CaromVec2 p = caromVec2(at.x + testRandomRange(&random, -5.0, 5.0),
                                at.y + testRandomRange(&random, -5.0, 5.0));
        CaromVec2 way = caromVec2(testRandomRange(&random, -20.0, 20.0), 20.0);
        bool in = holds(&pair, p);
        CaromShapeId found;
        CaromQueryOptions options = caromQueryOptions();
        CaromHit hit;
        ck_assert_int_eq(caromWorldOverlapPoint(pair.worlds[0], p, options, &found, 1), in);
        double size = testRandomRange(&random, 0.0, 0.5);
        CaromBox box = {p, caromVec2(p.x + size, p.y + size)};
        CaromVec2 corners[4] = {p, {p.x + size, p.y}, box.max, {p.x, p.y + size}};
        bool touches = in;
        for (int i = 0; i < pair.baked.count; i++) {
            CaromVec2 a = pair.baked.points[i], b = pair.baked.points[pair.baked.next[i]];
            touches |= caromPointInConvex(a, corners, 4);
            for (int c = 0; c < 4; c++) {
                touches |=
                    caromRayMeetsSegment(corners[c], caromVec2Sub(corners[(c + 1) % 4], corners[c]),
                                         a, b, NULL, NULL) == CAROM_MEET_CROSS;
            }
        }
        ck_assert_int_eq(caromWorldOverlapBox(pair.worlds[0], box, options, &found, 1), touches);
        options.inside = CAROM_INSIDE_EXIT;
        if (in && caromWorldCastRay(pair.worlds[0], p, way, options, &hit, 1) == 1) {
            ck_assert(hit.startsInside);
            CaromVec2 middle =
                caromVec2(p.x + 0.5 * hit.fraction * way.x, p.y + 0.5 * hit.fraction * way.y);
            CaromVec2 beyond = caromVec2(hit.point.x + 1e-7 * way.x, hit.point.y + 1e-7 * way.y);
            ck_assert_msg(holds(&pair, middle), "seed %d: %d", _i, k);
            ck_assert_msg(!holds(&pair, beyond) || caromVec2Dot(hit.normal, way) > -1e-3,
                          "seed %d: %d", _i, k);
            inside++;
        }
    }
    ck_assert_int_gt(inside, 3);
    freePair(&pair);
}

/// Each edge has its own material, mirrored or not; of regions, polygons and chains.
TEST_WORLD_SEEDS(edges_have_their_own_materials, 48, newWorld())
{
    TestRegion region;
    uint32_t materials[REGION_POINTS];
    testRegionMake(&region, &random, 4.0, _i % 2);
    CaromBodyDef bodyDef = caromBodyDef();
    bodyDef.scale = caromVec2(_i / 2 % 2 ? 1.0 : -1.0, 1.0);
    bodyDef.angle = testRandomRange(&random, -4.0, 4.0);
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    CaromShapeDef shape = caromShapeDef();
    for (int i = 0; i < REGION_POINTS; i++) {
        materials[i] = (uint32_t)testRandomInt(&random, 1, 4);
    }
    for (uint32_t m = 1; m <= 4; m++) {
        CaromSurface surface = caromSurface();
        surface.restitution = 0.25 * m;
        ck_assert_ok(caromWorldSetSurface(world, 7, m, &surface));
    }
    shape.materials = materials;
    int count = region.ringEnds[0];
    CaromShapeId id = _i % 3 == 0 ? caromShapeCreateRegion(world, body, &shape, region.points,
                                                           region.ringEnds, region.ringCount)
                      : _i % 3 == 1
                          ? caromShapeCreatePolygon(world, body, &shape, region.points, count)
                          : caromShapeCreateChain(world, body, &shape, region.points, count,
                                                  CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED);
    ck_assert_uint_ne(id.index, 0);
    CaromProjectileDef shot = caromProjectileDef();
    shot.material = 7;
    for (int k = 0; k < 200; k++) {
        double angle = testRandomRange(&random, 0.0, 6.28);
        shot.position = caromVec2(9.0 * cos(angle), 9.0 * sin(angle));
        shot.velocity = caromVec2(testRandomRange(&random, -3.0, 3.0) - shot.position.x,
                                  testRandomRange(&random, -3.0, 3.0) - shot.position.y);
        CaromHit hit;
        caromProjectileFire(world, &shot);
        if (caromWorldCastRay(world, shot.position, caromVec2Scale(shot.velocity, 2.0),
                              caromQueryOptions(), &hit, 1) == 1) {
            ck_assert_uint_eq(hit.material, materials[hit.feature]);
        }
    }
    caromWorldStep(world, 3.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_gt(events.hitCount, 5);
    for (int k = 0; k < events.hitCount; k++) {
        const CaromHitEvent *hit = &events.hits[k];
        double in = -caromVec2Dot(hit->velocityBefore, hit->normal),
               out = caromVec2Dot(hit->velocityAfter, hit->normal);
        ck_assert_uint_eq(hit->material, materials[hit->feature]);
        ck_assert_msg(fabs(out - 0.25 * hit->material * in) < 1e-9, "seed %d: hit %d", _i, k);
    }
}

/// Straight at points where rings touch: nothing gets between.
TEST_WORLD_LOOP(nothing_passes_where_rings_touch, 4, newWorld())
{
    static const CaromVec2 points[] = {{-2, 0}, {-1, -1}, {0, 0}, {-1, 1},
                                       {2, 0},  {1, -1},  {0, 0}, {1, 1}};
    static const int ends[] = {4, 8};
    CaromProjectileDef shot = caromProjectileDef();
    CaromBodyId body = newRest(world);
    newRegion(world, body, points, ends, 2);
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int k = 0; k < 50; k++) {
        double x = testRandomInt(&random, -40, 40) / 64.0;
        shot.position = caromVec2(x, 1.0);
        shot.velocity = caromVec2(-x, -1.0);
        fireShot(world, &shot);
    }
    caromWorldStep(world, 3.0);
    ck_assert_int_ge(caromWorldEvents(world).hitCount, 50);
    CaromVec2 places[50];
    ck_assert_int_eq(caromWorldPositions(world, places, NULL, 50), 50);
    for (int k = 0; k < 50; k++) {
        ck_assert_msg(places[k].y > 0.0, "seed %d: shot %d", _i, k);
    }
}
