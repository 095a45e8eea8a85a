// SPDX-License-Identifier: MIT
// Ellipses. Oracles: the quadratic x² + y² = 1 in long double, in the ellipse's coordinates; dense
// samples of the border, between which it can't bend away by more than a bound; circles.
#include "../../shapes/build.h"

#include <math.h>

#include "../support/assertions.h"
#include "../support/flight_field.h"
#include "../support/random.h"
#include "../support/random_vec.h"

#define PI 3.14159265358979323846
#define SAMPLES 512

typedef struct Unit {
    long double x, y;
} Unit;

/// Round or flat by up to 1:10000, its half axes at any angle to each other.
static CaromEllipse randomEllipse(TestRandom *random)
{
    double flat = pow(10.0, -testRandomRange(random, 0.0, 4.0));
    CaromTransform t = caromTransform(randomVec(random, 9.0), testRandomRange(random, -4.0, 4.0),
                                      caromVec2(1.0, testRandomInt(random, 0, 1) ? flat : -flat));
    CaromEllipse ellipse =
        caromEllipse(t, randomVec(random, 3.0), testRandomRange(random, 0.1, 8.0));
    CaromRotation r = caromRotation(testRandomRange(random, -4.0, 4.0)); // other half axes of it
    CaromVec2 u = ellipse.u, v = ellipse.v;
    ellipse.u = caromVec2Add(caromVec2Scale(u, r.c), caromVec2Scale(v, r.s));
    ellipse.v = caromVec2Sub(caromVec2Scale(v, r.c), caromVec2Scale(u, r.s));
    return ellipse;
}

static Unit toUnit(const CaromEllipse *e, CaromVec2 p, bool isPoint)
{
    long double x = (long double)p.x - (isPoint ? e->center.x : 0.0),
                y = (long double)p.y - (isPoint ? e->center.y : 0.0);
    long double over = (long double)e->u.x * e->v.y - (long double)e->u.y * e->v.x;
    Unit unit = {(x * e->v.y - y * e->v.x) / over, (e->u.x * y - e->u.y * x) / over};
    return unit;
}

static CaromVec2 onEllipse(const CaromEllipse *e, double angle, double by)
{
    CaromRotation r = caromRotation(angle);
    return caromVec2Add(
        e->center, caromVec2Add(caromVec2Scale(e->u, by * r.c), caromVec2Scale(e->v, by * r.s)));
}

/// How far the border is at most from its dense samples.
static double gapOf(const CaromEllipse *e)
{
    double a = caromVec2Length(caromEllipsePrincipal(*e).u), step = PI / SAMPLES;
    return a * step * step;
}

TEST_SEEDS(points_are_inside_or_not, 8)
{
    for (int round = flightTestTimes(30) * 5000; round > 0; round--) {
        CaromEllipse e = randomEllipse(&random);
        CaromVec2 p =
            onEllipse(&e, testRandomRange(&random, 0.0, 7.0), testRandomRange(&random, 0.0, 2.0));
        Unit unit = toUnit(&e, p, true);
        long double far = unit.x * unit.x + unit.y * unit.y - 1;
        double flat = caromVec2Length(e.u) * caromVec2Length(e.v) / fabs(caromVec2Cross(e.u, e.v));
        if (fabsl(far) > 1e-14 * flat) {
            ck_assert_msg(caromPointInEllipse(p, e) == (far < 0), "seed %d: %Lg", _i, far);
        }
        CaromBox box = caromBoxInflate(caromEllipseBox(e), 1e-14);
        ck_assert(!caromPointInEllipse(p, e) || caromBoxContains(box, p));
    }
}

TEST_SEEDS(principal_half_axes, 4)
{
    for (int round = 0; round < 100; round++) {
        CaromEllipse e = randomEllipse(&random), q = caromEllipsePrincipal(e);
        double a = caromVec2Length(q.u), b = caromVec2Length(q.v);
        ck_assert(a >= b && caromVec2Cross(q.u, q.v) > 0.0);
        ck_assert(fabs(caromVec2Dot(q.u, q.v)) <= 1e-15 * a * a);
        ck_assert(fabs(a * b - fabs(caromVec2Cross(e.u, e.v))) <= 1e-14 * a * a);
        for (int i = 0; i < 8; i++) { // each is on the border of the other
            Unit unit = toUnit(&e, onEllipse(&q, i, 1.0), true);
            ck_assert(fabsl(unit.x * unit.x + unit.y * unit.y - 1) <= 1e-13L * a / b);
        }
        CaromBox box = caromEllipseBox(e);
        double high = -1e300;
        for (int i = 0; i < 2 * SAMPLES; i++) {
            CaromVec2 p = onEllipse(&e, i * PI / SAMPLES, 1.0);
            ck_assert(caromBoxContains(caromBoxInflate(box, 1e-14), p));
            high = p.y > high ? p.y : high;
        }
        ck_assert(box.max.y - high <= gapOf(&e) + 1e-14);
    }
}

// ---- rays

/// Both fractions at which the line meets the border; false where it misses by more than rounding.
static int rootsOf(const CaromEllipse *e, CaromVec2 o, CaromVec2 d, long double roots[2])
{
    Unit m = toUnit(e, o, true), w = toUnit(e, d, false);
    long double a = w.x * w.x + w.y * w.y, b = m.x * w.x + m.y * w.y;
    long double across = m.x * w.y - m.y * w.x, s = a - across * across;
    if (fabsl(s) <= 1e-9L * a) {
        return -1; // a tangent, within rounding
    }
    if (s < 0) {
        return 0;
    }
    roots[0] = (-b - sqrtl(s)) / a;
    roots[1] = (-b + sqrtl(s)) / a;
    return 2;
}

static void checkNormal(const CaromEllipse *e, const CaromRayHit *hit, CaromVec2 d, int seed)
{
    CaromNearest nearest = caromNearestOnEllipse(hit->point, *e);
    CaromEllipse q = caromEllipsePrincipal(*e);
    double flat = caromVec2Length(q.u) / caromVec2Length(q.v);
    ck_assert_msg(fabs(nearest.distance) <= 1e-13 * flat + 1e-13, "seed %d: %g off the border",
                  seed, nearest.distance);
    ck_assert_msg(fabs(caromVec2Cross(nearest.normal, hit->normal)) <= 1e-9 * flat,
                  "seed %d: normal %g from that of the nearest point", seed,
                  caromVec2Cross(nearest.normal, hit->normal));
    ck_assert(fabs(caromVec2Length(hit->normal) - 1.0) <= 1e-14);
    ck_assert(caromVec2Dot(hit->normal, d) <= 1e-9 * flat * caromVec2Length(d));
}

TEST_SEEDS(rays, 12)
{
    int hits = 0;
    for (int round = flightTestTimes(30) * 5000; round > 0; round--) {
        CaromEllipse e = randomEllipse(&random);
        CaromVec2 o =
            onEllipse(&e, testRandomRange(&random, 0.0, 7.0), testRandomRange(&random, 0.0, 4.0));
        CaromVec2 d = caromVec2Sub(
            onEllipse(&e, testRandomRange(&random, 0.0, 7.0), testRandomRange(&random, 0.0, 3.0)),
            o);
        CaromInside policy = (CaromInside)testRandomInt(&random, 0, 2);
        long double roots[2] = {-1, -1};
        int found = rootsOf(&e, o, d, roots);
        bool isInside = caromPointInEllipse(o, e), expected = found == 2;
        long double root = isInside ? roots[1] : roots[0];
        if (isInside && policy == CAROM_INSIDE_HIT) {
            root = 0;
        }
        expected =
            expected && root >= 0 && root <= 1 && !(isInside && policy == CAROM_INSIDE_IGNORE);
        CaromRayHit hit = {-1.0, {0.0, 0.0}, {0.0, 0.0}, -1};
        bool isHit = caromRayCastEllipse(o, d, e, policy, &hit);
        if (found < 0 || fabsl(root - 1) < 1e-9L || fabsl(roots[0]) < 1e-9L ||
            fabsl(roots[1]) < 1e-9L) {
            continue;
        }
        ck_assert_msg(isHit == expected, "seed %d, policy %d: hit %d, root %Lg", _i, policy, isHit,
                      root);
        hits += isHit;
        if (isHit) {
            ck_assert_msg(fabsl(hit.fraction - root) <= 1e-9L, "seed %d: %g, not %Lg", _i,
                          hit.fraction, root);
            ck_assert_int_eq(hit.feature, 0);
            if (root > 0) {
                checkNormal(&e, &hit, d, _i);
            } else {
                ck_assert(caromVec2Distance(hit.normal, caromNearestOnEllipse(o, e).normal) <=
                          1e-15);
            }
        }
    }
    ck_assert_int_ge(hits, 1000);
}

/// Of a circle, the answers are a circle's.
TEST_SEEDS(circles_are_ellipses, 4)
{
    for (int round = 0; round < 2000; round++) {
        double radius = testRandomRange(&random, 0.1, 4.0);
        CaromEllipse e = {randomVec(&random, 5.0), {radius, 0.0}, {0.0, radius}};
        CaromVec2 o = randomVec(&random, 9.0), d = randomVec(&random, 20.0);
        for (int policy = 0; policy < 3; policy++) {
            CaromRayHit a, b;
            bool isHit = caromRayCastEllipse(o, d, e, (CaromInside)policy, &a);
            ck_assert(isHit == caromRayCastCircle(o, d, e.center, radius, (CaromInside)policy, &b));
            ck_assert(!isHit || (fabs(a.fraction - b.fraction) <= 1e-12 &&
                                 caromVec2Distance(a.normal, b.normal) <= 1e-9));
        }
        CaromNearest a = caromNearestOnEllipse(o, e), b = caromNearestOnCircle(o, e.center, radius);
        ck_assert(fabs(a.distance - b.distance) <= 1e-13 &&
                  caromVec2Distance(a.point, b.point) <= 1e-13 &&
                  caromVec2Distance(a.normal, b.normal) <= 1e-12);
    }
}

// ---- nearest points

static void checkNearest(const CaromEllipse *e, CaromVec2 p, int seed)
{
    CaromNearest nearest = caromNearestOnEllipse(p, *e);
    double best = 1e300, distance = fabs(nearest.distance);
    for (int i = 0; i < 2 * SAMPLES; i++) {
        double it = caromVec2Distance(p, onEllipse(e, i * PI / SAMPLES, 1.0));
        best = it < best ? it : best;
    }
    CaromEllipse q = caromEllipsePrincipal(*e);
    double a = caromVec2Length(q.u), b = caromVec2Length(q.v);
    double rounding = 1e-14 * (a + distance) * (a / b);
    ck_assert_msg(distance <= best + rounding, "seed %d: %.17g, but a sample has %.17g", seed,
                  distance, best);
    // No sample is farther than half a step along the border from the nearest point.
    ck_assert_msg(best <= distance + a * PI / SAMPLES, "seed %d: %g, samples have %g", seed,
                  distance, best);
    ck_assert_msg(fabs(caromVec2Distance(p, nearest.point) - distance) <= rounding,
                  "seed %d: distance %.17g is not that of its point", seed, distance);
    Unit on = toUnit(e, nearest.point, true);
    ck_assert_msg(fabsl(hypotl(on.x, on.y) - 1) <= 1e-13L * a / b, "seed %d: off the border", seed);
    ck_assert(nearest.distance == 0.0 || (nearest.distance < 0.0) == caromPointInEllipse(p, *e));
    CaromVec2 back = caromVec2Sub(p, caromVec2Scale(nearest.normal, nearest.distance));
    ck_assert_msg(caromVec2Distance(back, nearest.point) <= 1e-7 * (a + distance) * (a / b),
                  "seed %d: the normal is not the way", seed);
}

TEST_SEEDS(nearest_points, 8)
{
    for (int round = flightTestTimes(10) * 200; round > 0; round--) {
        CaromEllipse e = randomEllipse(&random);
        checkNearest(
            &e,
            onEllipse(&e, testRandomRange(&random, 0.0, 7.0), testRandomRange(&random, 0.0, 3.0)),
            _i);
        checkNearest(&e, randomVec(&random, 30.0), _i);
        e = caromEllipsePrincipal(e); // on its axes, exactly
        e.center = caromVec2(0.0, 0.0);
        double along = testRandomRange(&random, -2.0, 2.0);
        checkNearest(&e, caromVec2Scale(e.u, along), _i);
        checkNearest(&e, caromVec2Scale(e.v, along), _i);
        checkNearest(&e, e.center, _i);
    }
}

// ---- polygons

TEST_SEEDS(polygons_are_within_tolerance, 8)
{
    static CaromVec2 points[4096];
    for (int round = 0; round < 20; round++) {
        CaromEllipse e = randomEllipse(&random);
        double a = caromVec2Length(caromEllipsePrincipal(e).u);
        double tolerance = a * pow(10.0, -testRandomRange(&random, 0.0, 4.0));
        int count = caromEllipsePolygon(e, tolerance, points, 4096);
        ck_assert(count >= 3 && count <= 4096);
        ck_assert(fabs(a - a * cos(PI / count)) <= tolerance);
        ck_assert(count < 8 || a - a * cos(PI / (count - 1)) > 0.98 * tolerance);
        ck_assert_int_eq(caromPolygonWinding(points, count), 1);
        for (int i = 0; i < count; i++) {
            Unit unit = toUnit(&e, points[i], true);
            ck_assert(fabsl(hypotl(unit.x, unit.y) - 1) <= 1e-9L);
        }
        for (int i = 0; i < 256; i++) {
            CaromVec2 p = onEllipse(&e, testRandomRange(&random, 0.0, 7.0), 1.0);
            double distance = caromNearestOnPolygon(p, points, count).distance;
            ck_assert_msg(distance <= tolerance * (1.0 + 1e-9) + 1e-13, "seed %d: %g away", _i,
                          distance);
            ck_assert(distance >= -1e-13);
        }
        CaromVec2 some[2] = {{0, 0}, {7, 7}};
        ck_assert_int_eq(caromEllipsePolygon(e, tolerance, some, 1), count);
        ck_assert(some[0].x == points[0].x && some[1].x == 7.0);
    }
    CaromEllipse e = randomEllipse(&random);
    ck_assert_int_eq(caromEllipsePolygon(e, 0.0, points, 1), 0);
    ck_assert_int_eq(caromEllipsePolygon(e, -1.0, points, 1), 0);
    ck_assert_int_eq(caromEllipsePolygon(e, (double)NAN, points, 1), 0);
    ck_assert_int_eq(caromEllipsePolygon(e, 1e-30, points, 1), 0);
}

TEST(a_rough_polygon_has_three_points)
{
    CaromEllipse ellipse = {{1.0, 2.0}, {3.0, 0.0}, {0.0, 2.0}};
    CaromVec2 points[3];
    ck_assert_int_eq(caromEllipsePolygon(ellipse, 99.0, points, 3), 3);
    for (int i = 0; i < 3; i++) { // on the ellipse
        double x = (points[i].x - 1.0) / 3.0, y = (points[i].y - 2.0) / 2.0;
        ck_assert(fabs(x * x + y * y - 1.0) < 1e-15);
    }
}
