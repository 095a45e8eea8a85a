// SPDX-License-Identifier: MIT
// Convex hulls. Oracle: Jarvis, "On the identification of the convex hull of a finite set of points
// in the plane" (1973), by its definition in whole numbers; large ones by what makes a hull.
#include "../../shapes/build.h"

#include <math.h>
#include <stdlib.h>

#include "../support/assertions.h"
#include "../support/flight_field.h"
#include "../support/lattice.h"

#define MAX_POINTS 24

static bool isBefore(LatticePoint a, LatticePoint b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static int64_t distanceSquared(LatticePoint a, LatticePoint b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// The next corner is the point that has no other to its right; the farthest one if there are
/// several.
static int hullByWrapping(const LatticePoint *points, int count, LatticePoint *hull)
{
    LatticePoint first = points[0], at;
    for (int i = 1; i < count; i++) {
        first = isBefore(points[i], first) ? points[i] : first;
    }
    int corners = 0;
    at = first;
    do {
        LatticePoint next = at;
        hull[corners++] = at;
        for (int i = 0; i < count; i++) {
            int side = latticeOrient(at, next, points[i]);
            bool isFarther = distanceSquared(at, points[i]) > distanceSquared(at, next);
            next = side < 0 || (side == 0 && isFarther) ? points[i] : next;
        }
        at = next;
    } while (at.x != first.x || at.y != first.y);
    return corners;
}

TEST_SEEDS(hulls_agree_with_wrapping, 8)
{
    for (int round = flightTestTimes(30) * 5000; round > 0; round--) {
        LatticePoint points[MAX_POINTS], expected[MAX_POINTS];
        CaromVec2 vecs[MAX_POINTS];
        int count = testRandomInt(&random, 1, MAX_POINTS), size = testRandomInt(&random, 0, 9);
        bool isFlat = testRandomInt(&random, 0, 9) == 0;
        for (int i = 0; i < count; i++) {
            points[i] = latticeRandom(&random, size);
            points[i].y = isFlat ? 2 * points[i].x - 7 : points[i].y;
            vecs[i] = latticeToVec(points[i]);
        }
        int corners = caromHull(vecs, count), wanted = hullByWrapping(points, count, expected);
        ck_assert_msg(corners == wanted, "seed %d: %d corners, not %d", _i, corners, wanted);
        for (int i = 0; i < corners; i++) {
            CaromVec2 corner = latticeToVec(expected[i]);
            ck_assert_msg(vecs[i].x == corner.x && vecs[i].y == corner.y, "seed %d: corner %d", _i,
                          i);
        }
    }
}

static int compareVecs(const void *a, const void *b)
{
    const CaromVec2 *p = a, *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return (p->y > q->y) - (p->y < q->y);
}

static CaromVec2 randomVec(TestRandom *random, int kind)
{
    double x = testRandomRange(random, -1.0, 1.0), y = testRandomRange(random, -1.0, 1.0);
    if (kind == 1) { // nearly on one line: signs that only exact arithmetic finds
        return caromVec2(x, 3.0 * x + (y > 0.9 ? 0x1p-53 : 0.0));
    }
    if (kind == 2) { // nearly on a circle
        CaromRotation r = caromRotation(4.0 * x);
        return caromVec2(1e6 * r.c, 1e6 * r.s);
    }
    return caromVec2(x, y);
}

/// Of a hull: strictly convex, holds all points, and the array still has the same ones.
TEST_SEEDS(large_hulls_are_hulls, 24)
{
    int count = testRandomInt(&random, 3, 3000);
    CaromVec2 *points = malloc((size_t)count * sizeof *points);
    CaromVec2 *before = malloc((size_t)count * sizeof *before);
    for (int i = 0; i < count; i++) {
        points[i] = before[i] = randomVec(&random, _i % 3);
    }
    int corners = caromHull(points, count);
    ck_assert_int_ge(corners, 3);
    for (int i = 0; i < corners; i++) {
        CaromVec2 a = points[i], b = points[(i + 1) % corners], c = points[(i + 2) % corners];
        ck_assert_int_eq(caromOrientation(a, b, c), 1);
        ck_assert(i == 0 || compareVecs(&points[0], &points[i]) < 0);
    }
    ck_assert(caromPolygonIsConvex(points, corners));
    for (int i = 0; i < count; i++) {
        ck_assert(caromPointInConvex(before[i], points, corners));
    }
    qsort(points, (size_t)count, sizeof *points, compareVecs);
    qsort(before, (size_t)count, sizeof *before, compareVecs);
    ck_assert_mem_eq(points, before, (size_t)count * sizeof *points);
    free(before);
    free(points);
}

TEST(few_points)
{
    CaromVec2 points[4] = {{1, 2}, {1, 2}, {1, 2}, {1, 2}};
    ck_assert_int_eq(caromHull(points, -1), 0);
    ck_assert_int_eq(caromHull(NULL, 0), 0);
    ck_assert_int_eq(caromHull(points, 1), 1);
    ck_assert_int_eq(caromHull(points, 4), 1);
    points[2].y = 5.0;
    ck_assert_int_eq(caromHull(points, 2), 1);
    ck_assert_int_eq(caromHull(points, 4), 2);
    ck_assert(points[0].y == 2.0 && points[1].y == 5.0);
    for (int i = 0; i < 4; i++) {
        points[i] = caromVec2(NAN, i % 2 == 0 ? 1.0 : (double)NAN);
    }
    ck_assert_int_le(caromHull(points, 4), 4); // nothing is promised but an end
}
