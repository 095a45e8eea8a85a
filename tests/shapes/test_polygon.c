// SPDX-License-Identifier: MIT
// Oracles: whole numbers (lattice.h), every pair of edges, and the sum of turns as angles.
#include "../../shapes/touch.h"

#include <math.h>
#include <stdlib.h>

#include "../support/assertions.h"
#include "../support/lattice.h"

#define MAX_POINTS 8
#define PI 3.14159265358979323846

typedef struct LatticePolygon {
    LatticePoint points[MAX_POINTS];
    CaromVec2 vecs[MAX_POINTS];
    int count;
} LatticePolygon;

static LatticePolygon randomPolygon(TestRandom *random, int size)
{
    LatticePolygon polygon;
    polygon.count = testRandomInt(random, 3, MAX_POINTS);
    for (int i = 0; i < polygon.count; i++) {
        polygon.points[i] = latticeRandom(random, size);
        polygon.vecs[i] = latticeToVec(polygon.points[i]);
    }
    return polygon;
}

static LatticePoint pointOf(const LatticePolygon *polygon, int i)
{
    return polygon->points[i % polygon->count];
}

static bool isSame(LatticePoint a, LatticePoint b)
{
    return a.x == b.x && a.y == b.y;
}

/// Neighbouring edges share their common end; in more than that only where the far end of one lies
/// on the other. Edges that are no neighbours share nothing.
static bool edgesShareTooMuch(const LatticePolygon *polygon, int i, int j)
{
    LatticePoint a = pointOf(polygon, i), b = pointOf(polygon, i + 1);
    LatticePoint c = pointOf(polygon, j), d = pointOf(polygon, j + 1);
    bool follows = (i + 1) % polygon->count == j, leads = (j + 1) % polygon->count == i;
    if (follows && leads) {
        return true;
    }
    if (follows) {
        return latticeOnSegment(d, a, b) || latticeOnSegment(a, c, d);
    }
    if (leads) {
        return latticeOnSegment(c, a, b) || latticeOnSegment(b, c, d);
    }
    return latticeSegmentsTouch(a, b, c, d);
}

static CaromError expectedError(const LatticePolygon *polygon)
{
    bool onOneLine = true, crosses = false;
    for (int i = 0; i < polygon->count; i++) {
        if (isSame(pointOf(polygon, i), pointOf(polygon, i + 1))) {
            return CAROM_ERROR_POLYGON_REPEATED;
        }
        for (int j = 0; j < polygon->count; j++) {
            onOneLine &= latticeOrient(pointOf(polygon, i), pointOf(polygon, i + 1),
                                       pointOf(polygon, j)) == 0;
            crosses |= i != j && edgesShareTooMuch(polygon, i, j);
        }
    }
    if (onOneLine) {
        return CAROM_ERROR_POLYGON_AREA;
    }
    return crosses ? CAROM_ERROR_POLYGON_CROSSING : CAROM_OK;
}

static int64_t twiceArea(const LatticePolygon *polygon)
{
    int64_t sum = 0;
    for (int i = 0; i < polygon->count; i++) {
        LatticePoint a = pointOf(polygon, i), b = pointOf(polygon, i + 1);
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

/// All turns the same way, none straight back, and their angles add up to one full turn.
static bool isConvex(const LatticePolygon *polygon)
{
    LatticePoint p[MAX_POINTS];
    int n = 0, left = 0, right = 0;
    for (int i = 0; i < polygon->count; i++) {
        if (!isSame(pointOf(polygon, i), pointOf(polygon, i + 1))) {
            p[n++] = pointOf(polygon, i);
        }
    }
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        LatticePoint a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
        int64_t ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
        int64_t cross = ux * vy - uy * vx, dot = ux * vx + uy * vy;
        if (cross == 0 && dot < 0) {
            return false;
        }
        left += cross > 0;
        right += cross < 0;
        sum += atan2((double)cross, (double)dot);
    }
    return (left > 0) != (right > 0) && fabs(fabs(sum) - 2.0 * PI) < 0.1;
}

TEST_SEEDS(lattice_polygons_agree_with_whole_numbers, 24)
{
    int valid = 0, convex = 0;
    for (int round = 0; round < 1000; round++) {
        LatticePolygon polygon = randomPolygon(&random, 2 + _i % 6);
        CaromError expected = expectedError(&polygon);
        bool isRound = isConvex(&polygon);
        double area = 0.5 * (double)twiceArea(&polygon);
        ck_assert(caromPolygonValidate(polygon.vecs, polygon.count, NULL) == expected &&
                  caromPolygonArea(polygon.vecs, polygon.count) == area &&
                  caromPolygonIsConvex(polygon.vecs, polygon.count) == isRound);
        if (expected == CAROM_OK || isRound) {
            int winding = caromPolygonWinding(polygon.vecs, polygon.count);
            ck_assert_int_eq(winding, latticeSign(twiceArea(&polygon)));
        }
        valid += expected == CAROM_OK;
        convex += isRound;
    }
    ck_assert_int_gt(valid, 10); // or the loop has proved nothing
    ck_assert_int_gt(convex, 10);
}

// Points near a circle, in turn. Some are pulled onto their neighbours' line or on each other; some
// borders are wound twice or spoilt. A polygon that floats decide at once gets the error that exact
// signs of all pairs of edges give, by which regions are checked.
TEST_SEEDS(what_is_surely_convex_is_valid, 8)
{
    int valid = 0, rounds = 2000;
    for (int n = 0; n < rounds; n++) {
        CaromVec2 p[16];
        int count = testRandomInt(&random, 3, 16),
            turns = testRandomInt(&random, 0, 9) == 0 ? 2 : 1;
        double way = testRandomInt(&random, 0, 1) ? 1.0 : -1.0;
        CaromVec2 at = {testRandomRange(&random, -1e3, 1e3), testRandomRange(&random, -1e3, 1e3)};
        for (int i = 0; i < count; i++) {
            CaromRotation r =
                caromRotation(way * turns * 2.0 * PI * (i + 0.3 * testRandomUnit(&random)) / count);
            p[i] = caromVec2(at.x + r.c, at.y + r.s);
        }
        int i = testRandomInt(&random, 0, count - 1), next = (i + 1) % count,
            last = (i + 2) % count;
        switch (testRandomInt(&random, 0, 5)) {
        case 0:
            p[next] = caromVec2Scale(caromVec2Add(p[i], p[last]), 0.5);
            break;
        case 1:
            p[next] = p[i];
            break;
        case 2:
            p[i].x = testRandomRange(&random, at.x - 1.0, at.x + 1.0);
            break;
        default:
            break;
        }
        CaromError whole = caromRegionValidate(p, &count, 1, NULL);
        CaromError told = caromPolygonValidate(p, count, NULL);
        ck_assert_msg(told == whole, "seed %d: polygon %d: %d, not %d", _i, n, told, whole);
        valid += told == CAROM_OK;
    }
    ck_assert(valid > rounds / 4 && valid < rounds);
}

TEST(borders_that_wind_twice_are_not_convex)
{
    const CaromVec2 star[] = {{0, 10}, {-6, -8}, {9, 3}, {-9, 3}, {6, -8}};
    ck_assert(!caromPolygonIsConvex(star, 5));
    const CaromVec2 twice[] = {{0, 0}, {2, 0}, {0, 2}, {0, 0}, {2, 0}, {0, 2}};
    ck_assert(caromPolygonIsConvex(twice, 3));
    ck_assert(!caromPolygonIsConvex(twice, 6));
    const CaromVec2 line[] = {{0, 0}, {2, 2}, {1, 1}};
    ck_assert(!caromPolygonIsConvex(line, 3));
    ck_assert(!caromPolygonIsConvex(line, 2));
    ck_assert_int_eq(caromPolygonWinding(line, 3), 0);
    const CaromVec2 runs[] = {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}, {0, 0}};
    ck_assert(caromPolygonIsConvex(runs, 8));
    ck_assert_int_eq(caromPolygonWinding(runs, 8), 1);
}

// A sliver one unit of the last place high: its sign drowns in a rounded sum.
TEST(winding_is_exact)
{
    CaromVec2 sliver[] = {{0.1, 0.1}, {0.2, 0.2}, {0.3, nextafter(0.3, 1)}};
    ck_assert_int_eq(caromPolygonWinding(sliver, 3), 1);
    ck_assert(caromPolygonIsConvex(sliver, 3));
    ck_assert_ok(caromPolygonValidate(sliver, 3, NULL));
    ck_assert_int_eq(caromPolygonValidate(NULL, 3, NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromPolygonValidate(NULL, 100000, NULL), CAROM_ERROR_NULL);
    caromPolygonReverse(sliver, 3);
    ck_assert_int_eq(caromPolygonWinding(sliver, 3), -1);
    ck_assert(sliver[0].x == 0.1 && sliver[1].x == 0.3 && sliver[2].x == 0.2);
}

TEST(reversal_keeps_the_first_point)
{
    for (int count = 0; count <= 6; count++) {
        CaromVec2 points[6] = {{0, 9}, {1, 8}, {2, 7}, {3, 6}, {4, 5}, {5, 4}};
        caromPolygonReverse(points, count);
        for (int i = 0; i < 6; i++) {
            ck_assert(points[i].x == (i == 0 || i >= count ? i : count - i));
        }
    }
}

// Centroid of an L of three unit squares around (0.5, 0.5), (1.5, 0.5), (0.5, 1.5): (5/6, 5/6).
TEST(centroid_keeps_its_digits_far_away)
{
    const double offsets[] = {0.0, 1e6, 1e11};
    for (int k = 0; k < 3; k++) {
        double o = offsets[k];
        CaromVec2 l[] = {{o, o},         {o + 2, o},     {o + 2, o + 1},
                         {o + 1, o + 1}, {o + 1, o + 2}, {o, o + 2}};
        CaromVec2 center = caromPolygonCentroid(l, 6);
        double rounding = 1e-15 + o * 3e-16;
        ck_assert(fabs(center.x - o - 5.0 / 6.0) <= rounding &&
                  fabs(center.y - o - 5.0 / 6.0) <= rounding);
        ck_assert(caromPolygonArea(l, 6) == 3.0);
        caromPolygonReverse(l, 6);
        ck_assert(caromPolygonArea(l, 6) == -3.0);
    }
    const CaromVec2 line[] = {{0, 0}, {3, 3}, {6, 6}};
    CaromVec2 middle = caromPolygonCentroid(line, 3);
    ck_assert(middle.x == 3.0 && middle.y == 3.0);
}

/// The mean of its corners, with whichever it begins and whichever way round.
TEST(centroid_of_a_triangle)
{
    static const CaromVec2 corners[3] = {{9, 0}, {0, 3}, {0, -6}};
    for (int k = 0; k < 6; k++) {
        int turn = k % 2 ? 1 : 2;
        CaromVec2 p[3];
        for (int i = 0; i < 3; i++) {
            p[i] = corners[(k / 2 + i * turn) % 3];
        }
        CaromVec2 center = caromPolygonCentroid(p, 3);
        ck_assert(fabs(center.x - 3.0) < 1e-15 && fabs(center.y + 1.0) < 1e-15);
    }
    CaromVec2 alone = caromPolygonCentroid(corners, 1);
    ck_assert(alone.x == 9.0 && alone.y == 0.0);
}

TEST(every_fault_has_its_error)
{
    CaromVec2 p[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    ck_assert_int_eq(caromPolygonValidate(NULL, 4, NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromPolygonValidate(NULL, -1, NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromPolygonValidate(p, -1, NULL), CAROM_ERROR_COUNT);
    ck_assert_int_eq(caromPolygonValidate(p, 2, NULL), CAROM_ERROR_POLYGON_FEW);
    ck_assert_ok(caromPolygonValidate(p, 4, NULL));
    p[2].x = 1.1e12;
    ck_assert_int_eq(caromPolygonValidate(p, 4, NULL), CAROM_ERROR_OUT_OF_RANGE);
    p[3].y = NAN;
    ck_assert_int_eq(caromPolygonValidate(p, 4, NULL), CAROM_ERROR_NOT_FINITE);
    p[3].y = INFINITY;
    ck_assert_int_eq(caromPolygonValidate(p, 4, NULL), CAROM_ERROR_NOT_FINITE);
    const CaromVec2 closed[] = {{0, 0}, {4, 0}, {4, 4}, {0, 0}};
    ck_assert_int_eq(caromPolygonValidate(closed, 4, NULL), CAROM_ERROR_POLYGON_REPEATED);
    const CaromVec2 line[] = {{0, 0}, {1, 2}, {3, 6}, {2, 4}};
    ck_assert_int_eq(caromPolygonValidate(line, 4, NULL), CAROM_ERROR_POLYGON_AREA);
    const CaromVec2 bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    ck_assert_int_eq(caromPolygonValidate(bow, 4, NULL), CAROM_ERROR_POLYGON_CROSSING);
    const CaromVec2 spike[] = {{0, 0}, {4, 0}, {2, 0}, {2, 4}};
    ck_assert_int_eq(caromPolygonValidate(spike, 4, NULL), CAROM_ERROR_POLYGON_CROSSING);
    const CaromVec2 back[] = {{2, 0}, {4, 0}, {0, 0}, {2, 4}}; // the second edge is the longer one
    ck_assert_int_eq(caromPolygonValidate(back, 4, NULL), CAROM_ERROR_POLYGON_CROSSING);
    const CaromVec2 pinched[] = {{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}};
    ck_assert_int_eq(caromPolygonValidate(pinched, 6, NULL), CAROM_ERROR_POLYGON_CROSSING);
    const CaromVec2 straight[] = {{0, 0}, {2, 0}, {4, 0}, {4, 4}};
    ck_assert_ok(caromPolygonValidate(straight, 4, NULL));
}

// ---- large polygons: one pass over all points answers as pairs of edges do

#define MANY 3000

typedef struct Large {
    CaromVec2 points[MANY];
    int count;
} Large;

/// Simple polygons of many points, by kind: a star, a comb, a spiral.
static void makeLarge(Large *large, TestRandom *random, int kind)
{
    int n = large->count = testRandomInt(random, 65, 400);
    for (int i = 0; i < n; i++) {
        if (kind == 0) { // random radii at growing angles: each edge keeps to its sector
            double angle = 2.0 * PI * i / n, r = testRandomRange(random, 5.0, 10.0);
            large->points[i].x = r * cos(angle);
            large->points[i].y = r * sin(angle);
        } else if (kind == 1) { // long teeth across the line y = x, and back beside them
            int tooth = i < n - 2 ? i : 0;
            large->points[i].x = tooth - (tooth % 2 ? 50.0 : 0.0);
            large->points[i].y = tooth + (tooth % 2 ? 50.0 : 0.0);
        } else { // out, and back in between the coils
            int half = n / 2, k = i < half ? i : n - 1 - i;
            double angle = 0.3 * k, r = 1.0 + 0.5 * angle + (i < half ? 0.0 : 1.0);
            large->points[i].x = r * cos(angle);
            large->points[i].y = r * sin(angle);
        }
    }
    if (kind == 1) {
        large->points[n - 2].x = n + 3.0;
        large->points[n - 2].y = n;
        large->points[n - 1].x = 3.0;
        large->points[n - 1].y = 0.0;
    }
}

static CaromError validateTwice(Large *large)
{
    CaromError slow = crPolygonCheck(large->points, large->count);
    ck_assert_int_eq(caromPolygonValidate(large->points, large->count, NULL), slow);
    return slow;
}

TEST_SEEDS(large_polygons_are_valid_until_spoilt, 48)
{
    Large *large = malloc(sizeof *large);
    makeLarge(large, &random, _i % 3);
    ck_assert_ok(validateTwice(large));
    for (int round = 0; round < 12; round++) {
        // Two points change places, or one moves: often, not always, a fault.
        int last = large->count - 1;
        int i = testRandomInt(&random, 0, last), j = testRandomInt(&random, 0, last);
        CaromVec2 p = large->points[i], q = large->points[j];
        large->points[i] = round % 2 ? q : (CaromVec2){p.x + testRandomRange(&random, -3, 3), p.y};
        large->points[j] = round % 2 ? p : large->points[j];
        validateTwice(large);
        large->points[j] = q;
        large->points[i] = p;
    }
    ck_assert_ok(validateTwice(large));
    free(large);
}

// One point of a long border lies on an edge far away in the order: just touching is a fault, too.
TEST_LOOP(a_large_polygon_may_not_touch_itself, 40)
{
    Large *large = malloc(sizeof *large);
    int n = large->count = 400;
    for (int i = 0; i < n / 2; i++) {
        large->points[i] = (CaromVec2){i, 0.0};
        large->points[n - 1 - i] = (CaromVec2){i, 8.0};
    }
    ck_assert_ok(validateTwice(large));
    large->points[37 + _i].y = 8.0;
    ck_assert_int_eq(validateTwice(large), CAROM_ERROR_POLYGON_CROSSING);
    large->points[37 + _i].y = nextafter(8.0, 0.0);
    ck_assert_ok(validateTwice(large));
    large->points[37 + _i].y = nextafter(8.0, 9.0);
    ck_assert_int_eq(validateTwice(large), CAROM_ERROR_POLYGON_CROSSING);
    free(large);
}

// A tip of one run crosses the last edge of another, in the air between that run's points and its
// end: a box of the points without the end would miss it.
TEST_RANGE(the_last_edge_of_a_run_counts, 18, 110)
{
    Large *large = malloc(sizeof *large);
    large->count = 128;                             // 16 runs of 8 edges
    for (int shift = 0; shift <= 120; shift += 8) { // at 120 the edge is the last of all
        for (int i = 0; i < 128; i++) {
            CaromVec2 p = {106.0 - (i - 16) * 106.0 / 111.0, 5.0};
            if (i < 16) {
                p = i < 8 ? (CaromVec2){i, 0.0} : (CaromVec2){107.0, 0.5 * (i - 8)};
            }
            large->points[(i + shift) % 128] = p;
        }
        ck_assert_ok(validateTwice(large));
        large->points[(_i + shift) % 128].y = -1.0;
        ck_assert_int_eq(validateTwice(large), CAROM_ERROR_POLYGON_CROSSING);
    }
    free(large);
}
