// SPDX-License-Identifier: MIT
// Mass. Oracle: triangles in long double, each with area·(a² + b² + c²) / 36 about its centroid,
// moved by the parallel axis theorem; what is round as a polygon of very many corners.
#include "../../shapes/build.h"

#include <math.h>
#include <stdlib.h>

#include "../support/assertions.h"
#include "../support/flight_field.h"
#include "../support/random.h"

#define PI 3.14159265358979323846
#define ARC 2000 ///< points to a quarter turn: of an arc they miss some 1e-7

typedef struct LongMass {
    long double area, x, y, inertia;
} LongMass;

/// The mass of triangles about the first corner of the first, then of the whole.
static LongMass massOfTriangles(const CaromVec2 *points, const int *triangles, int count)
{
    LongMass sum = {0, 0, 0, 0};
    CaromVec2 o = points[triangles[0]];
    for (int t = 0; t < count; t++) {
        long double x[3], y[3], squares = 0;
        for (int k = 0; k < 3; k++) {
            x[k] = (long double)points[triangles[3 * t + k]].x - o.x;
            y[k] = (long double)points[triangles[3 * t + k]].y - o.y;
        }
        for (int k = 0; k < 3; k++) {
            long double dx = x[k] - x[(k + 1) % 3], dy = y[k] - y[(k + 1) % 3];
            squares += dx * dx + dy * dy;
        }
        long double area = ((x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0])) / 2;
        long double cx = (x[0] + x[1] + x[2]) / 3, cy = (y[0] + y[1] + y[2]) / 3;
        sum.area += area;
        sum.x += area * cx;
        sum.y += area * cy;
        sum.inertia += area * squares / 36 + area * (cx * cx + cy * cy);
    }
    sum.x /= sum.area;
    sum.y /= sum.area;
    sum.inertia -= sum.area * (sum.x * sum.x + sum.y * sum.y);
    sum.x += o.x;
    sum.y += o.y;
    return sum;
}

static LongMass massOfGeometry(const CaromGeometry *geometry)
{
    int rings = geometry->ringEnds ? geometry->ringCount : 1;
    int room = geometry->count + 2 * rings - 4;
    int *triangles = malloc((size_t)room * 3 * sizeof *triangles);
    CaromError error;
    int count = caromTriangulate(geometry, NULL, triangles, room, &error);
    ck_assert_ok(error);
    LongMass mass = massOfTriangles(geometry->points, triangles, count);
    free(triangles);
    return mass;
}

static void checkMass(const CaromGeometry *geometry, const LongMass *expected, double within,
                      double size, int seed)
{
    CaromMass mass = caromGeometryMass(geometry);
    double apart =
        hypot(mass.centroid.x - (double)expected->x, mass.centroid.y - (double)expected->y);
    ck_assert_msg(fabsl(mass.area - expected->area) <= within * expected->area &&
                      fabsl(mass.inertia - expected->inertia) <= within * expected->inertia &&
                      apart <= within * size,
                  "seed %d: area %.17g, not %.17Lg; inertia %.17g, not %.17Lg; centroid by %g",
                  seed, mass.area, expected->area, mass.inertia, expected->inertia, apart);
}

static int addArc(CaromVec2 *out, CaromVec2 center, double radius, double from, double to)
{
    int count = 1 + (int)ceil(ARC * (to - from) / (0.5 * PI));
    for (int i = 0; i <= count; i++) {
        double angle = from + (to - from) * i / count;
        out[i] = caromVec2(center.x + radius * cos(angle), center.y + radius * sin(angle));
    }
    return count + 1;
}

/// What corners a counter-clockwise convex outline has when it is rounded; of one point a circle.
static int roundOutline(const CaromVec2 *points, int count, double radius, CaromVec2 *out)
{
    if (count == 1) {
        return addArc(out, points[0], radius, 0.0, 2.0 * PI) - 1;
    }
    int corners = 0;
    for (int i = 0; i < count; i++) {
        CaromVec2 a = points[(i + count - 1) % count], b = points[i], c = points[(i + 1) % count];
        double from = atan2(b.y - a.y, b.x - a.x) - 0.5 * PI;
        double turn = atan2(c.y - b.y, c.x - b.x) - 0.5 * PI - from;
        turn = turn < 0.0 ? turn + 2.0 * PI : turn;
        corners += addArc(out + corners, b, radius, from, from + turn);
    }
    return corners;
}

static int randomConvex(TestRandom *random, CaromVec2 *points, int most, double flatness)
{
    int corners = 0;
    while (corners < 3) {
        int count = testRandomInt(random, 3, most);
        for (int i = 0; i < count; i++) {
            double x = testRandomRange(random, -2.0, 2.0);
            points[i] = caromVec2(x + 3.0, flatness * testRandomRange(random, -2.0, 2.0) + x);
        }
        corners = caromHull(points, count);
    }
    return corners;
}

/// Circle, capsule, segment with a radius, polygons of both windings.
TEST_SEEDS(rounded_shapes, 64)
{
    CaromVec2 points[8], *outline = malloc((8 + 6 * ARC) * sizeof *outline);
    double radius = testRandomRange(&random, 0.01, 3.0);
    int count = _i % 4 == 0 ? 1 : _i % 4 == 1 ? 2 : randomConvex(&random, points, 8, 1.0);
    if (_i % 4 <= 1) {
        points[0] = caromVec2(testRandomRange(&random, -5.0, 5.0), 1.0);
        points[1] = caromVec2(2.0, testRandomRange(&random, -5.0, 5.0));
    }
    int corners = roundOutline(points, count, radius, outline);
    CaromGeometry polygon = caromGeometry(CAROM_SHAPE_POLYGON, outline, corners, 0.0);
    corners = caromHull(outline, corners); // arcs of neighbours share their ends
    polygon.count = corners;
    LongMass expected = massOfGeometry(&polygon);
    CaromShapeType type = count == 1   ? CAROM_SHAPE_CIRCLE
                          : count == 2 ? _i % 8 == 1 ? CAROM_SHAPE_CAPSULE : CAROM_SHAPE_SEGMENT
                                       : CAROM_SHAPE_POLYGON;
    if (_i % 4 == 3) {
        caromPolygonReverse(points, count);
    }
    CaromGeometry geometry = caromGeometry(type, points, count, radius);
    checkMass(&geometry, &expected, 1e-6, 5.0, _i);
    free(outline);
}

TEST_SEEDS(polygons, 16)
{
    for (int round = flightTestTimes(100) * 100; round > 0; round--) {
        CaromVec2 points[12];
        int count = testRandomInt(&random, 3, 12);
        double far = testRandomInt(&random, 0, 1) ? 1e6 : 0.0;
        for (int i = 0; i < count; i++) { // a star around its middle
            CaromRotation r = caromRotation(6.28 * (i + testRandomUnit(&random) * 0.4) / count);
            double radius = testRandomRange(&random, 1.0, 9.0);
            points[i] = caromVec2(far + radius * r.c, radius * r.s - far);
        }
        CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, 0.0);
        LongMass expected = massOfGeometry(&geometry);
        if (testRandomInt(&random, 0, 1)) {
            caromPolygonReverse(points, count);
        }
        checkMass(&geometry, &expected, far > 0.0 ? 1e-10 : 1e-13, 10.0, _i);
    }
}

/// A square with a square hole, with an island in it, that touches its corners from within.
TEST(regions)
{
    CaromVec2 points[12] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {1, 1}, {1, 5},
                            {5, 5}, {5, 1}, {3, 1}, {5, 3}, {3, 5}, {1, 3}};
    // The island's corners lie on the hole's sides: make them common.
    CaromVec2 hole[8] = {{1, 1}, {1, 3}, {1, 5}, {3, 5}, {5, 5}, {5, 3}, {5, 1}, {3, 1}};
    CaromVec2 all[16];
    int ends[3] = {4, 12, 16};
    for (int i = 0; i < 4; i++) {
        all[i] = points[i];
        all[12 + i] = points[8 + i];
    }
    for (int i = 0; i < 8; i++) {
        all[4 + i] = hole[i];
    }
    for (int order = 0; order < 3; order++) { // any order of the rings, any winding
        CaromGeometry geometry = {.type = CAROM_SHAPE_REGION, .points = all, .count = 16};
        geometry.ringEnds = ends;
        geometry.ringCount = 3;
        LongMass expected = massOfGeometry(&geometry);
        ck_assert(fabsl(expected.area - (81 - 16 + 8)) <= 1e-15L);
        checkMass(&geometry, &expected, 1e-15, 9.0, order);
        caromPolygonReverse(all + 12, 4);
        for (int i = 0; order == 0 && i < 4; i++) { // the island first
            CaromVec2 kept = all[i];
            all[i] = all[12 + i];
            all[12 + i] = kept;
        }
    }
}

TEST(what_has_no_area)
{
    CaromVec2 points[4] = {{0, 0}, {2, 0}, {2, 4}, {1, 1}};
    CaromShapeType types[4] = {CAROM_SHAPE_CHAIN, CAROM_SHAPE_LOOP, CAROM_SHAPE_SEGMENT,
                               CAROM_SHAPE_CIRCLE};
    for (int i = 0; i < 4; i++) {
        CaromGeometry geometry = caromGeometry(types[i], points, 4, 0.0);
        CaromMass mass = caromGeometryMass(&geometry);
        ck_assert(mass.area == 0.0 && mass.inertia == 0.0);
        ck_assert(mass.centroid.x == (i < 3 ? 1.0 : 0.0));
        ck_assert(mass.centroid.y == (i < 2 ? 2.0 : 0.0));
    }
    CaromGeometry none = caromGeometry(CAROM_SHAPE_POLYGON, NULL, 0, 0.0);
    ck_assert(caromGeometryMass(&none).area == 0.0);
}

/// Rounding adds all of P·r + π·r² to the area, however thin the polygon and sharp its corners.
TEST_SEEDS(rounding_of_needles, 64)
{
    CaromVec2 points[5];
    double radius = testRandomRange(&random, 0.001, 10.0), around = 0.0;
    int count = randomConvex(&random, points, 5, pow(10.0, -1.0 - _i % 16));
    for (int i = 0; i < count; i++) {
        around += caromVec2Distance(points[i], points[(i + 1) % count]);
    }
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, radius);
    double area = caromPolygonArea(points, count) + around * radius + PI * radius * radius;
    ck_assert(fabs(caromGeometryMass(&geometry).area - area) <= 1e-14 * area);
    // and a needle is nearly the capsule along it
    CaromVec2 low = points[0], high = points[0];
    for (int i = 1; i < count; i++) {
        low = points[i].x < low.x ? points[i] : low;
        high = points[i].x > high.x ? points[i] : high;
    }
    CaromVec2 ends[2] = {low, high};
    CaromGeometry capsule = caromGeometry(CAROM_SHAPE_CAPSULE, ends, 2, radius);
    double thick = 8.0 * pow(10.0, -1.0 - _i % 16);
    CaromMass a = caromGeometryMass(&geometry), b = caromGeometryMass(&capsule);
    ck_assert(fabs(a.inertia - b.inertia) <= 1e-13 * a.inertia + 400.0 * thick * (1.0 + a.inertia));
    ck_assert(caromVec2Distance(a.centroid, b.centroid) <= 1e-13 + 100.0 * thick);
}

TEST(points_twice_and_capsules_without_length)
{
    const CaromVec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const CaromVec2 twice[] = {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 1}};
    const CaromVec2 place[] = {{3, 4}, {3, 4}};
    CaromGeometry one = caromGeometry(CAROM_SHAPE_POLYGON, square, 4, 0.25),
                  other = caromGeometry(CAROM_SHAPE_POLYGON, twice, 6, 0.25);
    CaromMass a = caromGeometryMass(&one), b = caromGeometryMass(&other);
    double area = 1.0 + 4.0 * 0.25 + 3.14159265358979 * 0.0625;
    ck_assert(fabs(a.area - area) < 1e-12 && fabs(b.area - area) < 1e-12);
    ck_assert(fabs(a.inertia - b.inertia) < 1e-12 && fabs(b.centroid.x - 0.5) < 1e-12);
    one = caromGeometry(CAROM_SHAPE_CIRCLE, place, 1, 0.5);
    other = caromGeometry(CAROM_SHAPE_CAPSULE, place, 2, 0.5);
    a = caromGeometryMass(&one);
    b = caromGeometryMass(&other);
    ck_assert(fabs(a.area - b.area) < 1e-15 && fabs(a.inertia - b.inertia) < 1e-15);
    ck_assert(b.centroid.x == 3.0 && b.centroid.y == 4.0);
}

TEST(rounding_of_what_is_not_convex_is_left_out)
{
    const CaromVec2 arrow[] = {{0, 0}, {2, 1}, {0, 2}, {1, 1}};
    CaromGeometry sharp = caromGeometry(CAROM_SHAPE_POLYGON, arrow, 4, 0.0), round = sharp;
    round.radius = 0.25;
    CaromMass a = caromGeometryMass(&sharp), b = caromGeometryMass(&round);
    ck_assert(a.area == 1.0 && b.area == a.area && b.inertia == a.inertia);
}
