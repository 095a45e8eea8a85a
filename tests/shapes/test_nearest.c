// SPDX-License-Identifier: MIT
// Oracle: the projection on every edge in long double, wider than double or not: tolerances are
// those of rounding in double.
#include "../../shapes/shapes.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/lattice.h"

#define MAX_POINTS 8

static long double distanceToSegment(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    long double ux = (long double)b.x - a.x, uy = (long double)b.y - a.y;
    long double vx = (long double)p.x - a.x, vy = (long double)p.y - a.y;
    long double squared = ux * ux + uy * uy, t = squared > 0 ? (ux * vx + uy * vy) / squared : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    vx -= t * ux, vy -= t * uy;
    return sqrtl(vx * vx + vy * vy);
}

static void checkUnit(CaromVec2 normal)
{
    ck_assert(fabs(hypot(normal.x, normal.y) - 1.0) < 1e-14);
}

/// The point is on the segment, the asker lies from it along the normal at the distance.
static void checkNearest(CaromNearest nearest, CaromVec2 p, CaromVec2 a, CaromVec2 b,
                         double tolerance)
{
    checkUnit(nearest.normal);
    ck_assert((double)distanceToSegment(nearest.point, a, b) <= tolerance);
    ck_assert(fabs(nearest.point.x + nearest.normal.x * nearest.distance - p.x) <= tolerance);
    ck_assert(fabs(nearest.point.y + nearest.normal.y * nearest.distance - p.y) <= tolerance);
}

static CaromVec2 randomVec(TestRandom *random, double offset, double size)
{
    CaromVec2 v = {offset + testRandomRange(random, -size, size),
                   offset + testRandomRange(random, -size, size)};
    return v;
}

TEST_SEEDS(segments_agree_with_the_projection, 18)
{
    const double sizes[] = {1e-6, 1.0, 1e6}, offsets[] = {0.0, 0.0, 1e9};
    double size = sizes[_i % 3], offset = offsets[_i / 3 % 3], tolerance = 1e-14 * (offset + size);
    for (int round = 0; round < 1000; round++) {
        CaromVec2 a = randomVec(&random, offset, size), b = randomVec(&random, offset, size);
        CaromVec2 p = randomVec(&random, offset, 1.5 * size);
        if (round % 4 == 0) { // within the last place of the segment's line
            double t = testRandomRange(&random, -0.5, 1.5);
            p.x = a.x + t * (b.x - a.x);
            p.y = a.y + t * (b.y - a.y);
        }
        CaromNearest nearest = caromNearestOnSegment(p, a, b);
        ck_assert(nearest.distance >= 0.0);
        ck_assert(fabs(nearest.distance - (double)distanceToSegment(p, a, b)) <= tolerance);
        checkNearest(nearest, p, a, b, tolerance);
        double side = nearest.normal.x * (a.y - b.y) + nearest.normal.y * (b.x - a.x);
        int orientation = caromOrientation(a, b, p);
        ck_assert(orientation == 0 || side * orientation >= -1e-15 * size);
    }
}

// Within some units of the last place of an end: if that end is the answer, the normal leads away
// from the segment, not back along it.
TEST_SEEDS(normals_at_an_end_lead_away, 8)
{
    for (int round = 0; round < 500; round++) {
        CaromVec2 a = randomVec(&random, 0, 4), b = randomVec(&random, 0, 4);
        CaromVec2 end = round % 2 ? a : b, p = end;
        for (int i = testRandomInt(&random, 0, 3); i >= 0; i--) {
            p.x = nextafter(p.x, round / 2 % 2 ? 1e30 : -1e30);
            p.y = nextafter(p.y, testRandomInt(&random, 0, 1) ? 1e30 : -1e30);
        }
        CaromNearest nearest = caromNearestOnSegment(p, a, b);
        double along = nearest.normal.x * (b.x - a.x) + nearest.normal.y * (b.y - a.y);
        bool beyondA = nearest.point.x == a.x && nearest.point.y == a.y && along < 1e-12;
        bool beyondB = nearest.point.x == b.x && nearest.point.y == b.y && along > -1e-12;
        ck_assert(fabs(along) < 1e-12 || beyondA || beyondB);
    }
}

TEST(points_on_a_segment_are_at_distance_zero)
{
    for (int dx = -5; dx <= 5; dx++) {
        for (int dy = -5; dy <= 5; dy++) {
            const CaromVec2 a = {3 - 3 * dx, 7 + 2 * dy}, b = {3 + 4 * dx, 7 + 9 * dy};
            const CaromVec2 p = {3 + dx, 7 + 6 * dy}; // a + 4/7 (b − a)
            CaromNearest nearest = caromNearestOnSegment(p, a, b);
            ck_assert(nearest.distance == 0.0 && nearest.point.x == p.x && nearest.point.y == p.y);
            for (int end = 0; end < 2; end++) {
                nearest = caromNearestOnSegment(end ? b : a, a, b);
                ck_assert(nearest.distance == 0.0 && nearest.point.x == (end ? b.x : a.x));
                double length = hypot(b.x - a.x, b.y - a.y);
                if (length > 0.0) { // the left normal
                    ck_assert(fabs(nearest.normal.x - (a.y - b.y) / length) < 1e-15);
                    ck_assert(fabs(nearest.normal.y - (b.x - a.x) / length) < 1e-15);
                }
            }
        }
    }
}

TEST(degenerate_segments_answer_as_points)
{
    const CaromVec2 a = {1, 2}, p = {4, 6};
    CaromNearest nearest = caromNearestOnSegment(p, a, a);
    ck_assert(nearest.distance == 5.0 && nearest.normal.x == 0.6 && nearest.normal.y == 0.8);
    nearest = caromNearestOnSegment(a, a, a);
    ck_assert(nearest.distance == 0.0 && nearest.normal.x == 1.0 && nearest.normal.y == 0.0);
    const CaromVec2 zero = {0, 0}, tiny = {1e-200, 1e-200}, right = {3, 0};
    nearest = caromNearestOnSegment(right, zero, tiny);
    ck_assert(nearest.distance == 3.0 && nearest.normal.x == 1.0);
    const CaromVec2 above = {2e-200, 5e-200};
    nearest = caromNearestOnSegment(above, zero, tiny);
    ck_assert(nearest.distance <= 1e-199);
    checkUnit(nearest.normal);
}

TEST(circles_and_capsules_are_segments_less_their_radius)
{
    const CaromVec2 center = {2, 3}, p = {5, 7}, inner = {2, 4};
    CaromNearest nearest = caromNearestOnCircle(p, center, 2.0);
    ck_assert(nearest.distance == 3.0 && nearest.normal.x == 0.6 && nearest.normal.y == 0.8);
    ck_assert(nearest.point.x == 2 + 2 * 0.6 && nearest.point.y == 3 + 2 * 0.8);
    nearest = caromNearestOnCircle(inner, center, 3.0);
    ck_assert(nearest.distance == -2.0 && nearest.point.x == 2.0 && nearest.point.y == 6.0);
    nearest = caromNearestOnCircle(center, center, 3.0);
    ck_assert(nearest.distance == -3.0 && nearest.normal.x == 1.0 && nearest.point.x == 5.0);
    TestRandom random = testRandomSeed(1);
    for (int round = 0; round < 2000; round++) {
        CaromVec2 a = randomVec(&random, 0, 5), b = randomVec(&random, 0, 5),
                  q = randomVec(&random, 0, 8);
        double radius = testRandomRange(&random, 0, 3);
        nearest = caromNearestOnCapsule(q, a, b, radius);
        ck_assert(fabs(nearest.distance - ((double)distanceToSegment(q, a, b) - radius)) < 1e-13);
        ck_assert(fabs((double)distanceToSegment(nearest.point, a, b) - radius) < 1e-13);
        checkUnit(nearest.normal);
    }
}

/// A star-shaped polygon around the offset, either winding.
static int randomStar(TestRandom *random, double offset, CaromVec2 *points)
{
    int count = testRandomInt(random, 3, MAX_POINTS), way = testRandomInt(random, 0, 1) ? 1 : -1;
    for (int i = 0; i < count; i++) {
        double angle = way * 6.283185307179586 * (i + 0.8 * testRandomUnit(random)) / count;
        double r = testRandomRange(random, 1.0, 6.0);
        points[i].x = offset + r * cos(angle);
        points[i].y = offset + r * sin(angle);
    }
    return count;
}

TEST_SEEDS(polygons_agree_with_all_edges, 24)
{
    double offset = _i % 2 ? 1e8 : 0.0, tolerance = 1e-13 + 1e-15 * offset;
    CaromVec2 points[MAX_POINTS];
    for (int round = 0; round < 500; round++) {
        int count = randomStar(&random, offset, points),
            winding = caromPolygonWinding(points, count);
        CaromVec2 p = randomVec(&random, offset, 7);
        CaromNearest nearest = caromNearestOnPolygon(p, points, count);
        long double least = 1e300L;
        for (int i = 0; i < count; i++) {
            least = fminl(least, distanceToSegment(p, points[i], points[(i + 1) % count]));
        }
        ck_assert(fabs(fabs(nearest.distance) - (double)least) <= tolerance);
        ck_assert_int_eq(nearest.distance <= 0.0, caromPointInPolygon(p, points, count));
        CaromVec2 a = points[nearest.feature], b = points[(nearest.feature + 1) % count];
        checkNearest(nearest, p, a, b, tolerance);
        // Outward of the edge it names, or along neither side of it at a vertex.
        double outward =
            winding * (nearest.normal.x * (b.y - a.y) - nearest.normal.y * (b.x - a.x));
        bool atEnd = hypot(nearest.point.x - a.x, nearest.point.y - a.y) < tolerance ||
                     hypot(nearest.point.x - b.x, nearest.point.y - b.y) < tolerance;
        ck_assert(atEnd || outward > 0.0);
    }
}

// On the border of a lattice polygon the distance is 0, the normal that of the lowest edge there.
TEST(borders_are_at_distance_zero)
{
    const CaromVec2 l[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
    const CaromVec2 normals[] = {{0, -1}, {1, 0}, {0, 1}, {1, 0}, {0, 1}, {-1, 0}};
    CaromVec2 reversed[6];
    for (int i = 0; i < 6; i++) {
        reversed[i] = l[i];
    }
    caromPolygonReverse(reversed, 6);
    for (int x = 0; x <= 4; x++) {
        for (int y = 0; y <= 4; y++) {
            const CaromVec2 p = {x, y};
            CaromNearest nearest = caromNearestOnPolygon(p, l, 6);
            int first = -1;
            for (int i = 5; i >= 0; i--) {
                CaromBox box = {{fmin(l[i].x, l[(i + 1) % 6].x), fmin(l[i].y, l[(i + 1) % 6].y)},
                                {fmax(l[i].x, l[(i + 1) % 6].x), fmax(l[i].y, l[(i + 1) % 6].y)}};
                first = caromBoxContains(box, p) ? i : first;
            }
            ck_assert_int_eq(nearest.distance == 0.0, first >= 0);
            if (first >= 0) {
                ck_assert_int_eq(nearest.feature, first);
                ck_assert(nearest.normal.x == normals[first].x &&
                          nearest.normal.y == normals[first].y);
                nearest = caromNearestOnPolygon(p, reversed, 6);
                CaromVec2 normal = normals[5 - nearest.feature];
                ck_assert(nearest.normal.x == normal.x && nearest.normal.y == normal.y);
            }
        }
    }
    // From within, towards the inner corner (2, 2): outward is on, past the corner.
    const CaromVec2 inner = {1.5, 1.5};
    CaromNearest nearest = caromNearestOnPolygon(inner, l, 6);
    ck_assert(nearest.point.x == 2.0 && nearest.point.y == 2.0 && nearest.distance < 0.0);
    ck_assert(nearest.normal.x > 0.7 && nearest.normal.y > 0.7);
    ck_assert_int_eq(nearest.feature, 2);
}

TEST(what_has_no_points_is_at_the_place)
{
    CaromVec2 p = {3.0, 4.0};
    CaromNearest region = caromNearestOnRegion(p, NULL, NULL, 0);
    CaromNearest polygon = caromNearestOnPolygon(p, NULL, 0);
    ck_assert(region.distance == 0.0 && region.point.x == 3.0 && region.point.y == 4.0);
    ck_assert(polygon.distance == 0.0 && polygon.point.x == 3.0 && polygon.normal.x == 1.0);
}
