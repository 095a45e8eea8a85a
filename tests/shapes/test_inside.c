// SPDX-License-Identifier: MIT
// Oracles: whole numbers (lattice.h), 128-bit integers for circles; and the three methods among
// themselves.
#include "../../shapes/shapes.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/lattice.h"

#define MAX_POINTS 10

typedef struct LatticePolygon {
    LatticePoint points[MAX_POINTS];
    CaromVec2 vecs[MAX_POINTS];
    int count;
} LatticePolygon;

/// Even coordinates, so that odd ones are half-way between its lines.
static LatticePolygon randomPolygon(TestRandom *random, int minCount, int maxCount, int size)
{
    LatticePolygon polygon;
    polygon.count = testRandomInt(random, minCount, maxCount);
    for (int i = 0; i < polygon.count; i++) {
        LatticePoint p = latticeRandom(random, size);
        p.x *= 2;
        p.y *= 2;
        polygon.points[i] = p;
        polygon.vecs[i] = latticeToVec(p);
    }
    return polygon;
}

/// No point of it strictly on the other side of any edge, and not all on one line.
static bool isConvexTriangleOrQuad(const LatticePolygon *polygon)
{
    int left = 0, right = 0;
    for (int i = 0; i < polygon->count; i++) {
        LatticePoint a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        for (int j = 0; j < polygon->count; j++) {
            int side = latticeOrient(a, b, polygon->points[j]);
            left += side > 0;
            right += side < 0;
        }
    }
    return (left > 0) != (right > 0);
}

// Any polygon, crossing itself or not: both methods count its windings modulo two.
TEST_SEEDS(polygons_agree_with_whole_numbers, 32)
{
    const int size = 2 + _i % 4;
    for (int round = 0; round < 20; round++) {
        LatticePolygon polygon = randomPolygon(&random, 1, MAX_POINTS, size);
        int wrong = 0;
        for (int x = -2; x <= 2 * size + 2; x++) {
            for (int y = -2; y <= 2 * size + 2; y++) {
                LatticePoint p = {x, y};
                bool expected = latticeInPolygon(p, polygon.points, polygon.count);
                CaromVec2 v = latticeToVec(p);
                wrong += caromPointInPolygon(v, polygon.vecs, polygon.count) != expected;
                wrong += caromPointInPolygonQuadrants(v, polygon.vecs, polygon.count) != expected;
            }
        }
        ck_assert_int_eq(wrong, 0);
    }
}

TEST_SEEDS(convex_polygons_agree_with_whole_numbers, 16)
{
    for (int round = 0; round < 50; round++) {
        LatticePolygon polygon = randomPolygon(&random, 3, 4, 4);
        if (!isConvexTriangleOrQuad(&polygon)) {
            continue;
        }
        for (int x = -2; x <= 10; x++) {
            for (int y = -2; y <= 10; y++) {
                LatticePoint p = {x, y};
                ck_assert_int_eq(caromPointInConvex(latticeToVec(p), polygon.vecs, polygon.count),
                                 latticeInPolygon(p, polygon.points, polygon.count));
            }
        }
    }
}

static double shaken(TestRandom *random, double x)
{
    for (int i = testRandomInt(random, 0, 3); i > 0; i--) {
        x = nextafter(x, testRandomInt(random, 0, 1) ? 1e30 : -1e30);
    }
    return x;
}

static CaromVec2 randomVec(TestRandom *random, double offset, double size)
{
    CaromVec2 v = {offset + testRandomRange(random, -size, size),
                   offset + testRandomRange(random, -size, size)};
    return v;
}

// Points within some units of the last place of an edge: a rounded sign would answer at random.
TEST_SEEDS(methods_agree_within_the_last_place_of_a_border, 48)
{
    double offset = _i % 3 == 0 ? 0.0 : (_i % 3 == 1 ? 1e6 : 1e11);
    CaromVec2 points[MAX_POINTS];
    for (int round = 0; round < 200; round++) {
        int count = testRandomInt(&random, 3, MAX_POINTS);
        for (int i = 0; i < count; i++) {
            points[i] = randomVec(&random, offset, 10.0);
        }
        int edge = testRandomInt(&random, 0, count - 1);
        CaromVec2 a = points[edge], b = points[(edge + 1) % count];
        double t = testRandomRange(&random, -0.2, 1.2);
        CaromVec2 p = {shaken(&random, a.x + t * (b.x - a.x)),
                       shaken(&random, a.y + t * (b.y - a.y))};
        bool crossings = caromPointInPolygon(p, points, count);
        ck_assert_int_eq(caromPointInPolygonQuadrants(p, points, count), crossings);
        if (count == 3) {
            ck_assert_int_eq(caromPointInConvex(p, points, count), crossings);
        }
    }
}

TEST(polygons_without_area_hold_their_border)
{
    const CaromVec2 line[] = {{0, 0}, {4, 2}, {2, 1}, {6, 3}};
    const CaromVec2 on = {5, 2.5}, beyond = {8, 4}, beside = {2, 1.5};
    for (int count = 2; count <= 4; count += 2) {
        bool reached = count == 4;
        ck_assert_int_eq(caromPointInConvex(on, line, count), reached);
        ck_assert_int_eq(caromPointInPolygon(on, line, count), reached);
        ck_assert_int_eq(caromPointInPolygonQuadrants(on, line, count), reached);
        ck_assert(!caromPointInConvex(beyond, line, count));
        ck_assert(!caromPointInPolygon(beyond, line, count));
        ck_assert(!caromPointInConvex(beside, line, count));
    }
    ck_assert(caromPointInConvex(line[0], line, 1) && !caromPointInConvex(on, line, 1));
    ck_assert(!caromPointInConvex(on, line, 0) && !caromPointInPolygon(on, line, 0) &&
              !caromPointInPolygonQuadrants(on, line, 0));
}

TEST(circles_hold_their_border)
{
    const CaromVec2 zero = {0, 0}, p = {3, 4}, out = {nextafter(3, 4), 4},
                    in = {3, nextafter(4, 3)};
    ck_assert(caromPointInCircle(p, zero, 5));
    ck_assert(!caromPointInCircle(out, zero, 5));
    ck_assert(caromPointInCircle(in, zero, 5));
    ck_assert(caromPointInCircle(p, p, 0));
    ck_assert(!caromPointInCircle(out, p, 0));
    const CaromVec2 far = {0x1p30, 1}; // 2^60 + 1 > 2^60: the 1 is lost in a double
    ck_assert(!caromPointInCircle(far, zero, 0x1p30));
}

#ifdef __SIZEOF_INT128__
// Coordinates of 53 bits with differences of 54: the radius is chosen within a unit of a tie.
TEST_SEEDS(circles_agree_with_128_bit_integers, 16)
{
    const double unit = 0x1p-13; // 2^53 units are 1.1e12, past the limit; 2^52 are within
    for (int round = 0; round < 500; round++) {
        int64_t c[4];
        for (int i = 0; i < 4; i++) {
            int shift = testRandomInt(&random, 11, 40);
            c[i] = (int64_t)(testRandomU64(&random) >> shift) - ((int64_t)1 << (63 - shift));
        }
        double x = (double)c[0] - (double)c[2], y = (double)c[1] - (double)c[3];
        int64_t r = (int64_t)sqrt(x * x + y * y) + testRandomInt(&random, -1, 1);
        r = r < 0 ? 0 : (r > ((int64_t)1 << 53) ? (int64_t)1 << 53 : r);
        __extension__ typedef __int128 Wide;
        Wide dx = c[0] - c[2], dy = c[1] - c[3];
        bool expected = dx * dx + dy * dy <= (Wide)r * r;
        CaromVec2 p = {(double)c[0] * unit, (double)c[1] * unit},
                  center = {(double)c[2] * unit, (double)c[3] * unit};
        ck_assert_int_eq(caromPointInCircle(p, center, (double)r * unit), expected);
    }
}
#endif
