// SPDX-License-Identifier: MIT
// Oracles: libm in long double for sine, cosine and arctangent; the definitions for the rest.
#include "../../shapes/shapes.h"

#include <float.h>
#include <math.h>

#include "../support/assertions.h"
#include "../support/random.h"
#include "../support/random_vec.h"

#define PI 3.14159265358979323846

static CaromVec2 vec(double x, double y)
{
    CaromVec2 v = {x, y};
    return v;
}

static bool isNear(CaromVec2 a, CaromVec2 b, double tolerance)
{
    return fabs(a.x - b.x) <= tolerance && fabs(a.y - b.y) <= tolerance;
}

static double either(TestRandom *random, double a, double b)
{
    return testRandomInt(random, 0, 1) ? a : b;
}

// ---- rotations

/// Of all sizes up to 10^decades, and next to multiples of a quarter turn.
static double randomAngle(TestRandom *random, int decades)
{
    double angle = pow(10.0, testRandomRange(random, -12.0, decades)) * either(random, 1.0, -1.0);
    if (testRandomInt(random, 0, 1)) {
        angle = floor(angle / (0.5 * PI)) * (0.5 * PI) + testRandomInt(random, -2, 2) * 0x1p-30;
    }
    return angle;
}

TEST_LOOP(rotations_are_sine_and_cosine, 16)
{
#if LDBL_MANT_DIG > 53
    TestRandom random = testRandomSeed((uint64_t)_i);
    // Past the documented 1e6 the reduction still holds.
    int decades = _i % 2 ? 6 : 12;
    for (int round = 0; round < 400; round++) {
        double angle = randomAngle(&random, decades);
        CaromRotation r = caromRotation(angle);
        long double c = r.c - cosl(angle), s = r.s - sinl(angle);
        ck_assert_msg(fabsl(c) <= 1.5 * DBL_EPSILON && fabsl(s) <= 1.5 * DBL_EPSILON,
                      "%a: off by %Lg and %Lg", angle, c, s);
        ck_assert(fabs(r.c * r.c + r.s * r.s - 1.0) <= 4.0 * DBL_EPSILON);
    }
#endif
}

TEST_SEEDS(small_sines_keep_their_digits, 4)
{
    for (int round = 0; round < 1000; round++) {
        double angle = ldexp(testRandomRange(&random, 0.5, 1.0), -testRandomInt(&random, 27, 1000));
        CaromRotation r = caromRotation(angle); // the next term is below 2^-54 of the angle
        ck_assert(r.s == angle && r.c == 1.0);
        r = caromRotation(-angle);
        ck_assert(r.s == -angle && r.c == 1.0);
    }
}

TEST(quarter_turns)
{
    CaromRotation r = caromRotation(0.0);
    ck_assert(r.c == 1.0 && r.s == 0.0);
    static const double c[] = {1.0, 0.0, -1.0, 0.0}, s[] = {0.0, 1.0, 0.0, -1.0};
    for (int i = -8; i <= 8; i++) {
        r = caromRotation(i * (0.5 * PI));
        ck_assert(fabs(r.c - c[i & 3]) <= 1e-15 && fabs(r.s - s[i & 3]) <= 1e-15);
    }
}

TEST_LOOP(no_angle_is_no_turn, 5)
{
    static const double none[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300};
    CaromRotation r = caromRotation(none[_i]);
    ck_assert(r.c == 1.0 && r.s == 0.0);
}

static void checkAtan2(double y, double x)
{
#if LDBL_MANT_DIG > 53
    double angle = caromAtan2(y, x);
    long double exact = atan2l(y + 0.0, x); // -0 is 0 to us: angles end at π
    double size = fmax(fabs(angle), DBL_MIN), ulp = nextafter(size, INFINITY) - size;
    ck_assert_msg(fabsl(angle - exact) <= 2.0L * ulp, "atan2(%a, %a): %Lg ulp", y, x,
                  (angle - exact) / ulp);
    ck_assert(angle > -(long double)PI - 1e-16L && angle <= PI);
#else
    (void)y, (void)x;
#endif
}

TEST_SEEDS(arctangents_are_within_two_ulp, 16)
{
    for (int round = 0; round < 400; round++) {
        CaromVec2 v = randomVec(&random, 1.0);
        checkAtan2(v.y, v.x);
        checkAtan2(ldexp(v.y, testRandomInt(&random, -60, 60)), v.x);
        int exponent = testRandomInt(&random, -1020, 1020);
        checkAtan2(ldexp(v.y, exponent), ldexp(v.x, exponent));
        double other = nextafter(v.x, testRandomInt(&random, -1, 1));
        checkAtan2(other, v.x); // a diagonal
        checkAtan2(other * 0.25 * testRandomInt(&random, 0, 4), v.x);
        checkAtan2(other * 0.125 * testRandomInt(&random, 0, 8),
                   v.x); // where pieces of the series meet
    }
}

TEST(arctangents_of_axes)
{
    ck_assert(caromAtan2(0.0, 0.0) == 0.0);
    ck_assert(caromAtan2(0.0, 5.0) == 0.0 && caromAtan2(-0.0, 5.0) == 0.0);
    ck_assert(caromAtan2(0.0, -5.0) == PI && caromAtan2(-0.0, -5.0) == PI);
    ck_assert(caromAtan2(5.0, 0.0) == PI / 2 && caromAtan2(-5.0, 0.0) == -PI / 2);
    ck_assert(caromAtan2(3.0, 3.0) == PI / 4 && caromAtan2(-3.0, 3.0) == -PI / 4);
    ck_assert(caromAtan2(3.0, -3.0) == 3 * PI / 4);
}

TEST_SEEDS(angles_come_back, 8)
{
    for (int round = 0; round < 1000; round++) {
        double angle = testRandomRange(&random, -PI, PI),
               more = testRandomRange(&random, -1.0, 1.0);
        CaromRotation r = caromRotation(angle);
        ck_assert(fabs(caromRotationAngle(r) - angle) <= 1e-15);
        CaromRotation both = caromRotationCompose(r, caromRotation(more));
        CaromVec2 v = randomVec(&random, 10.0);
        CaromVec2 turned = caromRotate(caromRotation(more), caromRotate(r, v));
        ck_assert(isNear(caromRotate(both, v), turned, 1e-14));
        ck_assert(isNear(caromRotateInverse(both, turned), v, 2e-14));
    }
}

// ---- vectors

TEST(vectors)
{
    CaromVec2 a = caromVec2(3.0, 4.0), b = caromVec2(-2.0, 5.0);
    ck_assert(a.x == 3.0 && a.y == 4.0);
    ck_assert(isNear(caromVec2Add(a, b), vec(1.0, 9.0), 0.0));
    ck_assert(isNear(caromVec2Sub(a, b), vec(5.0, -1.0), 0.0));
    ck_assert(isNear(caromVec2Scale(a, -2.0), vec(-6.0, -8.0), 0.0));
    ck_assert(caromVec2Dot(a, b) == 14.0 && caromVec2Cross(a, b) == 23.0);
    ck_assert(caromVec2Length(a) == 5.0 && caromVec2Distance(vec(1.0, 1.0), a) == sqrt(13.0));
    ck_assert(isNear(caromVec2Reflect(vec(3.0, -4.0), vec(0.0, 1.0)), vec(3.0, 4.0), 0.0));
    ck_assert(caromVec2Length(vec(3e149, 4e149)) <= 5.1e149);
}

TEST_LOOP(unit_vectors_of_any_size, 7)
{
    static const double sizes[] = {1.0, 1e-300, 1e-160, 1e-140, 1e140, 1e160, 1e307};
    double size = sizes[_i];
    ck_assert(isNear(caromVec2Normalize(vec(3.0 * size, -4.0 * size)), vec(0.6, -0.8), 3e-16));
    ck_assert(isNear(caromVec2Normalize(vec(0.0, size)), vec(0.0, 1.0), 0.0));
    ck_assert(isNear(caromVec2Normalize(vec(0.0, 0.0)), vec(0.0, 0.0), 0.0));
}

TEST(boxes)
{
    const CaromVec2 points[] = {{1.0, 7.0}, {-2.0, 3.0}, {4.0, 5.0}};
    CaromBox box = caromBoxOfPoints(points, 3), point = caromBoxOfPoints(points, 1);
    ck_assert(isNear(box.min, vec(-2.0, 3.0), 0.0) && isNear(box.max, vec(4.0, 7.0), 0.0));
    ck_assert(isNear(point.min, points[0], 0.0) && isNear(point.max, points[0], 0.0));
    CaromBox large = caromBoxInflate(box, 0.5), other = {{4.0, 7.0}, {9.0, 9.0}};
    ck_assert(isNear(large.min, vec(-2.5, 2.5), 0.0) && isNear(large.max, vec(4.5, 7.5), 0.0));
    ck_assert(caromBoxOverlaps(box, other) && caromBoxOverlaps(other, box)); // by a corner
    other.min.x = nextafter(4.0, 5.0);
    ck_assert(!caromBoxOverlaps(box, other) && !caromBoxOverlaps(other, box));
    ck_assert(caromBoxContains(box, box.min) && caromBoxContains(box, box.max));
    ck_assert(!caromBoxContains(box, vec(nextafter(4.0, 5.0), 4.0)));
    CaromBox both = caromBoxUnion(box, other);
    ck_assert(isNear(both.min, box.min, 0.0) && isNear(both.max, other.max, 0.0));
}

// ---- base transform

static CaromTransform randomTransform(TestRandom *random)
{
    double angle = testRandomRange(random, -10.0, 10.0);
    double x = testRandomRange(random, 0.2, 3.0) * either(random, 1.0, -1.0);
    CaromVec2 scale = {x, testRandomRange(random, 0.2, 3.0) * either(random, 1.0, -1.0)};
    return caromTransform(randomVec(random, 100.0), angle, scale);
}

TEST_SEEDS(transforms_scale_then_rotate_then_move, 16)
{
    for (int round = 0; round < 100; round++) {
        CaromTransform t = randomTransform(&random);
        CaromVec2 p = randomVec(&random, 10.0), scaled = vec(p.x * t.scale.x, p.y * t.scale.y);
        CaromVec2 vector = vec(t.rotation.c * scaled.x - t.rotation.s * scaled.y,
                               t.rotation.s * scaled.x + t.rotation.c * scaled.y);
        CaromVec2 world = vec(vector.x + t.position.x, vector.y + t.position.y);
        ck_assert(isNear(caromTransformVector(t, p), vector, 1e-14));
        ck_assert(isNear(caromTransformPoint(t, p), world, 1e-13));
        ck_assert(isNear(caromTransformPointInverse(t, world), p, 1e-12));
        ck_assert(isNear(caromMatrixPoint(caromTransformMatrix(t), p), world, 1e-13));
        ck_assert(caromTransformRadius(t, 2.0) == 2.0 * fabs(t.scale.x));
        ck_assert(isNear(caromTransformPoint(caromTransformIdentity(), p), p, 0.0));
    }
}

TEST_SEEDS(normals_stay_normal_and_outward, 16)
{
    for (int round = 0; round < 100; round++) {
        CaromTransform t = randomTransform(&random);
        CaromRotation r = caromRotation(testRandomRange(&random, -PI, PI));
        CaromVec2 normal = caromTransformNormal(t, vec(r.c, r.s));
        ck_assert(fabs(caromVec2Length(normal) - 1.0) <= 4e-16);
        ck_assert(fabs(caromVec2Dot(normal, caromTransformVector(t, vec(-r.s, r.c)))) <= 1e-14);
        ck_assert(caromVec2Dot(normal, caromTransformVector(t, vec(r.c, r.s))) > 0.0);
    }
}

TEST_SEEDS(matrices_compose_and_invert, 16)
{
    for (int round = 0; round < 100; round++) {
        CaromMatrix first = caromTransformMatrix(randomTransform(&random));
        CaromMatrix second = caromTransformMatrix(randomTransform(&random));
        CaromVec2 p = randomVec(&random, 10.0);
        CaromVec2 image = caromMatrixPoint(second, caromMatrixPoint(first, p));
        CaromMatrix both = caromMatrixCompose(first, second);
        ck_assert(isNear(caromMatrixPoint(both, p), image, 1e-11));
        ck_assert(isNear(caromMatrixPoint(caromMatrixInverse(both), image), p, 1e-9));
    }
    CaromMatrix flat = {2.0, 4.0, 1.0, 2.0, 5.0, 6.0}, none = caromMatrixInverse(flat);
    ck_assert(none.xx == 0.0 && none.xy == 0.0 && none.yx == 0.0 && none.yy == 0.0);
    ck_assert(none.tx == 0.0 && none.ty == 0.0);
}

TEST_SEEDS(baked_polygons_keep_winding_and_first_point, 8)
{
    const CaromVec2 local[5] = {{0.0, 0.0}, {3.0, 0.0}, {3.0, 2.0}, {1.0, 1.0}, {0.0, 2.0}};
    for (int round = 0; round < 100; round++) {
        CaromTransform t = randomTransform(&random);
        bool isMirroring = (t.scale.x < 0.0) != (t.scale.y < 0.0);
        if (round == 0) { // then the product is no longer a number below 0
            isMirroring = true;
            t.position = vec(0.0, 0.0);
            t.scale = vec(1e-170, -1e-170);
        }
        CaromVec2 baked[5];
        caromTransformPolygon(t, local, 5, baked);
        for (int i = 0; i < 5; i++) {
            CaromVec2 image = caromTransformPoint(t, local[isMirroring ? (5 - i) % 5 : i]);
            ck_assert(isNear(baked[i], image, 0.0));
        }
        ck_assert(round == 0 || caromPolygonArea(baked, 5) > 0.0);
    }
}

TEST_SEEDS(ellipses_are_inscribed, 4)
{
    CaromVec2 points[64];
    for (int count = 3; count <= 64; count++) {
        CaromTransform t = randomTransform(&random);
        CaromVec2 center = randomVec(&random, 5.0);
        caromEllipsePoints(t, center, 2.0, points, count);
        ck_assert(caromPolygonArea(points, count) > 0.0);
        for (int i = 0; i < count; i++) {
            CaromVec2 local = caromTransformPointInverse(t, points[i]);
            ck_assert(fabs(caromVec2Distance(local, center) - 2.0) <= 1e-11);
        }
        double largest = fmax(fabs(t.scale.x), fabs(t.scale.y));
        double bound = 2.0 * largest * (1.0 - cos(PI / count)) + 1e-11;
        for (int i = 0; i < 50; i++) {
            CaromRotation r = caromRotation(testRandomRange(&random, -PI, PI));
            CaromVec2 p = caromTransformPoint(t, vec(center.x + 2.0 * r.c, center.y + 2.0 * r.s));
            ck_assert(fabs(caromNearestOnPolygon(p, points, count).distance) <= bound);
        }
    }
}

TEST(what_has_no_inverse_or_angle_gets_zeros)
{
    CaromMatrix flat = {1e-160, 0.0, 0.0, 1e-160, 1.0, 2.0}; // 1 / determinant is no number
    CaromMatrix inverse = caromMatrixInverse(flat);
    ck_assert(inverse.xx == 0.0 && inverse.yy == 0.0 && inverse.tx == 0.0);
    ck_assert(caromAtan2(1.0, INFINITY) == 0.0 && caromAtan2(INFINITY, 1.0) == 0.0);
    ck_assert(caromAtan2(NAN, 1.0) == 0.0);
}
