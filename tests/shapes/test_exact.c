// SPDX-License-Identifier: MIT
// Oracle: every double is a whole number times a power of two, and whole numbers of 8,704 bits hold
// the products here as they are: of four doubles of any size.
#include "../../shapes/exact.h"
#include "../../shapes/shapes.h"

#include <float.h>
#include <math.h>

#include "../support/assertions.h"
#include "../support/lattice.h"

#define LIMBS 272

/// Two's complement, lowest limb first.
typedef struct Whole {
    uint32_t limbs[LIMBS];
} Whole;

/// The power of two that makes whole numbers of a case's doubles.
static int wholeBits;

static Whole wholeAdd(Whole a, Whole b)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a.limbs[i] + b.limbs[i];
        a.limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

static Whole wholeNegate(Whole a)
{
    Whole one = {{1}};
    for (int i = 0; i < LIMBS; i++) {
        a.limbs[i] = ~a.limbs[i];
    }
    return wholeAdd(a, one);
}

static Whole wholeSub(Whole a, Whole b)
{
    return wholeAdd(a, wholeNegate(b));
}

static int wholeSign(Whole a)
{
    if (a.limbs[LIMBS - 1] >> 31) {
        return -1;
    }
    for (int i = 0; i < LIMBS; i++) {
        if (a.limbs[i] != 0) {
            return 1;
        }
    }
    return 0;
}

static int usedLimbs(const Whole *a)
{
    int used = LIMBS;
    while (used > 0 && a->limbs[used - 1] == 0) {
        used--;
    }
    return used;
}

static Whole wholeMul(Whole a, Whole b)
{
    if (wholeSign(a) < 0) {
        return wholeNegate(wholeMul(wholeNegate(a), b));
    }
    if (wholeSign(b) < 0) {
        return wholeNegate(wholeMul(a, wholeNegate(b)));
    }
    Whole product = {{0}};
    int usedA = usedLimbs(&a), usedB = usedLimbs(&b);
    for (int i = 0; i < usedA; i++) {
        uint64_t carry = 0;
        for (int j = 0; j <= usedB && i + j < LIMBS; j++) {
            carry += (uint64_t)a.limbs[i] * b.limbs[j] + product.limbs[i + j];
            product.limbs[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return product;
}

static Whole wholeOf(double x)
{
    Whole whole = {{0}};
    int exponent;
    double size = frexp(fabs(x), &exponent);
    if (size == 0.0) {
        return whole;
    }
    uint64_t mantissa = (uint64_t)ldexp(size, 53);
    int shift = exponent - 53 + wholeBits;
    while (shift < 0) {
        ck_assert_msg((mantissa & 1) == 0, "%a has bits below 2^-%d", x, wholeBits);
        mantissa >>= 1;
        shift++;
    }
    uint32_t parts[3] = {(uint32_t)(mantissa << (shift % 32)),
                         (uint32_t)(mantissa >> 32 << (shift % 32)), 0};
    parts[1] |= shift % 32 ? (uint32_t)((mantissa & 0xffffffffu) >> (32 - shift % 32)) : 0;
    parts[2] = shift % 32 ? (uint32_t)(mantissa >> 32 >> (32 - shift % 32)) : 0;
    for (int i = 0; i < 3; i++) {
        ck_assert(shift / 32 + i < LIMBS);
        whole.limbs[shift / 32 + i] = parts[i];
    }
    return x < 0.0 ? wholeNegate(whole) : whole;
}

typedef struct WholeVec {
    Whole x, y;
} WholeVec;

static WholeVec vecOf(CaromVec2 v)
{
    WholeVec whole = {wholeOf(v.x), wholeOf(v.y)};
    return whole;
}

static WholeVec minus(WholeVec a, WholeVec b)
{
    WholeVec v = {wholeSub(a.x, b.x), wholeSub(a.y, b.y)};
    return v;
}

static WholeVec plus(WholeVec a, WholeVec b)
{
    WholeVec v = {wholeAdd(a.x, b.x), wholeAdd(a.y, b.y)};
    return v;
}

static Whole cross(WholeVec a, WholeVec b)
{
    return wholeSub(wholeMul(a.x, b.y), wholeMul(a.y, b.x));
}

static Whole dot(WholeVec a, WholeVec b)
{
    return wholeAdd(wholeMul(a.x, b.x), wholeMul(a.y, b.y));
}

static void checkSides(CaromVec2 a, CaromVec2 b, CaromVec2 c, CaromVec2 d)
{
    WholeVec A = vecOf(a), B = vecOf(b), C = vecOf(c), D = vecOf(d);
    int turn = wholeSign(cross(minus(B, A), minus(C, A)));
    ck_assert_int_eq(crOrient(a, b, c), turn);
    ck_assert_int_eq(crOrient(b, c, a), turn);
    ck_assert_int_eq(crOrient(c, b, a), -turn);
    ck_assert_int_eq(caromOrientation(a, b, c), turn);
    ck_assert_int_eq(crCrossSign(a, b), wholeSign(cross(A, B)));
    ck_assert_int_eq(crSideOfRay(a, d, c), wholeSign(cross(D, minus(C, A))));
    ck_assert_int_eq(crTurnSign(a, b, c, d), wholeSign(cross(minus(B, A), minus(D, C))));
    ck_assert_int_eq(crDotSign(d, a, b), wholeSign(dot(D, minus(B, A))));
    ck_assert_int_eq(crSideOfEnd(a, b, c, d), wholeSign(cross(minus(B, A), minus(plus(C, D), A))));
    ck_assert_int_eq(crEndCompare(a.x, d.x, b.x), wholeSign(wholeSub(wholeAdd(A.x, D.x), B.x)));
}

static void checkCircle(CaromVec2 p, CaromVec2 center, double radius)
{
    WholeVec m = minus(vecOf(p), vecOf(center));
    Whole r = wholeOf(radius);
    int side = wholeSign(wholeSub(dot(m, m), wholeMul(r, r)));
    ck_assert_int_eq(crCircleSide(p, center, radius), side);
}

static int bandSide(WholeVec u, WholeVec m, Whole radius)
{
    Whole height = cross(u, m), reach = wholeMul(wholeMul(radius, radius), dot(u, u));
    return wholeSign(wholeSub(wholeMul(height, height), reach));
}

static void checkBand(CaromVec2 a, CaromVec2 b, CaromVec2 p, double radius)
{
    WholeVec A = vecOf(a), B = vecOf(b), m = minus(vecOf(p), A);
    ck_assert_int_eq(crBandSide(a, b, p, radius), bandSide(minus(B, A), m, wholeOf(radius)));
    ck_assert_int_eq(crRayBandSide(a, b, p, radius), bandSide(B, m, wholeOf(radius)));
}

/// Whether a line is fit to be compared: not parallel to d.
static bool meetsRay(CaromVec2 d, CaromVec2 a, CaromVec2 b)
{
    return wholeSign(cross(minus(vecOf(b), vecOf(a)), vecOf(d))) != 0;
}

static void checkFractions(CaromVec2 o, CaromVec2 d, CaromVec2 a1, CaromVec2 b1, CaromVec2 a2,
                           CaromVec2 b2)
{
    if (!meetsRay(d, a1, b1) || !meetsRay(d, a2, b2)) {
        return;
    }
    WholeVec O = vecOf(o), D = vecOf(d), A1 = vecOf(a1), A2 = vecOf(a2);
    WholeVec u1 = minus(vecOf(b1), A1), u2 = minus(vecOf(b2), A2);
    Whole over1 = cross(u1, minus(A1, O)), under1 = cross(u1, D);
    Whole over2 = cross(u2, minus(A2, O)), under2 = cross(u2, D);
    int sign = wholeSign(wholeSub(wholeMul(over1, under2), wholeMul(over2, under1)));
    sign *= wholeSign(under1) * wholeSign(under2);
    ck_assert_int_eq(crCompareFractions(o, d, a1, b1, a2, b2), sign);
    ck_assert_int_eq(crCompareFractions(o, d, a2, b2, a1, b1), -sign);
}

static CaromVec2 vec(double x, double y)
{
    CaromVec2 v = {x, y};
    return v;
}

// C leaves the order of arguments open: a seed names one case where each number is drawn by itself.
static CaromVec2 randomGridVec(TestRandom *random, int size, double step)
{
    double x = step * testRandomInt(random, -size, size);
    return vec(x, step * testRandomInt(random, -size, size));
}

// Small grids are all ties; steps at both ends of what the header promises.
TEST_LOOP(signs_on_a_grid, 12)
{
    static const double steps[] = {1.0, 0x1p-3, 0x1p-860, 0x1p-390, 0x1p30, 1.0 / 3.0};
    TestRandom random = testRandomSeed((uint64_t)_i);
    double step = steps[_i % 6];
    wholeBits = _i % 6 == 2 ? 920 : 460;
    for (int round = 0; round < 30; round++) {
        CaromVec2 p[6];
        for (int i = 0; i < 6; i++) {
            p[i] = randomGridVec(&random, 1 + round % 9, step);
        }
        checkSides(p[0], p[1], p[2], p[3]);
        checkCircle(p[0], p[1], step * testRandomInt(&random, 0, 9));
        if (_i % 6 != 2) {
            checkBand(p[0], p[1], p[2], step * testRandomInt(&random, 0, 9));
            checkFractions(p[0], p[1], p[2], p[3], p[4], p[5]);
        }
    }
}

/// Within three units of the last place; 0 stays, its neighbours are below what the header
/// promises.
static double shaken(TestRandom *random, double x)
{
    for (int i = testRandomInt(random, 0, 3); i > 0 && x != 0.0; i--) {
        x = nextafter(x, testRandomInt(random, 0, 1) ? 1e300 : -1e300);
    }
    return x;
}

static CaromVec2 shakenVec(TestRandom *random, CaromVec2 v)
{
    double x = shaken(random, v.x);
    return vec(x, shaken(random, v.y));
}

static CaromVec2 randomVec(TestRandom *random, double offset, double size)
{
    double x = offset + testRandomRange(random, -size, size);
    return vec(x, offset + testRandomRange(random, -size, size));
}

static CaromVec2 between(CaromVec2 a, CaromVec2 b, double t)
{
    return vec(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

// Points some units of the last place from a line, a circle, a tangent, a common crossing: rounded
// signs would answer at random.
TEST_LOOP(signs_within_the_last_place, 16)
{
    static const double offsets[] = {0.0, 1.0, 1e6, 9e11}, sizes[] = {1e-3, 1.0, 1e3, 9e10};
    TestRandom random = testRandomSeed((uint64_t)_i);
    double offset = offsets[_i % 4], size = sizes[_i / 4 % 4];
    wholeBits = 460;
    for (int round = 0; round < 24; round++) {
        CaromVec2 a = randomVec(&random, offset, size), b = randomVec(&random, offset, size);
        CaromVec2 c = shakenVec(&random, between(a, b, testRandomRange(&random, -1.0, 2.0)));
        CaromVec2 d = shakenVec(&random, vec(b.x - a.x, b.y - a.y));
        CaromVec2 e = randomVec(&random, offset, size), f = randomVec(&random, offset, size);
        checkSides(a, b, c, d);
        checkSides(c, b, a, vec(a.y - b.y, b.x - a.x));
        checkSides(a, b, e, f);
        double distance = hypot(b.x - a.x, b.y - a.y);
        checkCircle(a, b, shaken(&random, distance));
        CaromVec2 side =
            between(a, vec(a.x - (b.y - a.y) / distance, a.y + (b.x - a.x) / distance), 0.1 * size);
        side = shakenVec(&random, side);
        checkBand(a, b, side, shaken(&random, 0.1 * size));
        checkBand(a, d, side, shaken(&random, 0.1 * size));
        CaromVec2 along = between(side, vec(side.x + d.x, side.y + d.y), 1000.0);
        checkBand(a, d, shakenVec(&random, along), 0.1 * size); // all but cancelled
        checkFractions(a, d, c, e, shakenVec(&random, c), f);
        checkSides(a, b, e, shakenVec(&random, vec(e.x + d.x, e.y + d.y))); // nearly parallel
    }
}

static double randomSize(TestRandom *random, int lo, int hi)
{
    int exponent = testRandomInt(random, lo, hi);
    double x = ldexp(0.5 + 0.5 * testRandomUnit(random), exponent);
    return testRandomInt(random, 0, 1) ? x : -x;
}

static CaromVec2 randomSizes(TestRandom *random, int lo)
{
    double x = randomSize(random, lo, 39);
    return vec(x, randomSize(random, lo, 39));
}

// Numbers of every size from the smallest promised to the largest, in one figure.
TEST_SEEDS(signs_over_all_sizes, 16)
{
    for (int round = 0; round < 15; round++) {
        CaromVec2 p[6];
        for (int low = -860; low <= -398; low += 462) {
            wholeBits = low == -860 ? 920 : 460;
            for (int i = 0; i < 6; i++) {
                p[i] = round % 3 == 1 && i > 2 ? shakenVec(&random, p[i - 3])
                                               : randomSizes(&random, low);
            }
            checkSides(p[0], p[1], p[2], p[3]);
            checkSides(p[0], p[3], p[1], p[4]);
            checkCircle(p[0], p[3], fabs(randomSize(&random, low, 39)));
        }
        checkBand(p[0], p[1], p[2], 0.0);
        checkBand(p[0], p[3], p[1], fabs(p[4].x));
        checkFractions(p[0], p[1], p[2], p[3], p[4], p[5]);
        checkFractions(p[0], p[1], p[2], p[3], p[5], p[2]);
    }
}

// Products at the lower end of doubles have few bits or none left, whatever their factors had.
TEST_SEEDS(signs_where_products_underflow, 8)
{
    double size = ldexp(1.0, -520 - 4 * _i);
    wholeBits = 920;
    for (int round = 0; round < 30; round++) {
        CaromVec2 a = randomVec(&random, 0.0, size), b = randomVec(&random, 0.0, size);
        CaromVec2 c = shakenVec(&random, between(a, b, testRandomRange(&random, -1.0, 2.0)));
        CaromVec2 d = randomVec(&random, 0.0, size);
        checkSides(a, b, c, d);
        checkSides(b, vec(2.0 * a.x, 2.0 * a.y), d, a);
        checkCircle(a, b, shaken(&random, hypot(b.x - a.x, b.y - a.y)));
    }
}

TEST_LOOP(equal_fractions_through_one_point, 8)
{
    // Lines through one lattice point, met by rays that aim at it: the fractions are equal though
    // their roundings are not.
    TestRandom random = testRandomSeed((uint64_t)_i);
    wholeBits = 460;
    for (int round = 0; round < 24; round++) {
        CaromVec2 p = randomGridVec(&random, 1000, 1.0), o = randomGridVec(&random, 1000, 1.0);
        CaromVec2 u = randomGridVec(&random, 99, 1.0), v = randomGridVec(&random, 99, 1.0);
        CaromVec2 d = vec((p.x - o.x) * 3.0, (p.y - o.y) * 3.0);
        CaromVec2 a1 = vec(p.x - 3.0 * u.x, p.y - 3.0 * u.y),
                  b1 = vec(p.x + 5.0 * u.x, p.y + 5.0 * u.y);
        CaromVec2 a2 = vec(p.x - 7.0 * v.x, p.y - 7.0 * v.y), b2 = vec(p.x + v.x, p.y + v.y);
        if (meetsRay(d, a1, b1) && meetsRay(d, a2, b2)) {
            ck_assert_int_eq(crCompareFractions(o, d, a1, b1, a2, b2), 0);
            checkFractions(o, d, a1, b1, shakenVec(&random, a2), b2);
        }
    }
}

// The oracle itself, where 64 bits do.
TEST_SEEDS(whole_numbers_are_right, 4)
{
    wholeBits = testRandomInt(&random, 0, 900);
    double scale = ldexp(1.0, -wholeBits);
    for (int round = 0; round < 100; round++) {
        int a = testRandomInt(&random, -40000, 40000), b = testRandomInt(&random, -40000, 40000);
        Whole x = wholeOf(scale * a), y = wholeOf(scale * b);
        ck_assert_int_eq(wholeSign(x), latticeSign(a));
        ck_assert_int_eq(wholeSign(wholeSub(wholeAdd(x, y), wholeOf(scale * (a + b)))), 0);
        ck_assert_int_eq(wholeSign(wholeSub(wholeMul(x, y), wholeOf(scale * ((double)a * b)))), 0);
        ck_assert_int_eq(wholeSign(wholeSub(x, y)), latticeSign((int64_t)a - b));
    }
}

/// A double of a kind that overran expansions: sums of them have bits from 2^-1074 to 2^1024.
static double anyDouble(TestRandom *random)
{
    static const double some[] = {0.0,     1.0,    1e84,  1e150,  1e154,   1.3e154, 1e300,
                                  DBL_MAX, 5e-324, 1e-84, 1e-150, DBL_MIN, 1e-300};
    double x = testRandomInt(random, 0, 3) == 0
                   ? randomSize(random, -1073, 1024)
                   : some[testRandomInt(random, 0, (int)(sizeof some / sizeof some[0]) - 1)];
    x = testRandomInt(random, 0, 3) == 0 && fabs(x) < 1e300 ? shaken(random, x) : x;
    return testRandomInt(random, 0, 1) ? x : -x;
}

static CaromVec2 anyVec(TestRandom *random)
{
    double x = anyDouble(random);
    return vec(x, anyDouble(random));
}

// Nearly all are ties of rounding, or of what does not overflow: points are used more than once.
TEST_SEEDS(signs_of_every_finite_double, 8)
{
    wholeBits = 1074;
    for (int round = 0; round < 200; round++) {
        CaromVec2 p[6];
        for (int i = 0; i < 6; i++) {
            p[i] = i > 0 && testRandomInt(&random, 0, 2) == 0 ? p[testRandomInt(&random, 0, i - 1)]
                                                              : anyVec(&random);
        }
        checkSides(p[0], p[1], p[2], p[3]);
        checkCircle(p[0], p[1], fabs(anyDouble(&random)));
        checkCircle(vec(p[0].x, p[1].y), vec(p[0].x, 0.0), fabs(p[1].y)); // on it
        checkBand(p[0], p[1], p[2], fabs(anyDouble(&random)));
        checkBand(vec(0.0, p[1].y), p[1], vec(p[2].x, 0.0), fabs(p[1].y)); // a tangent
        checkFractions(p[0], p[1], p[2], p[3], p[4], p[5]);
    }
}

TEST(bands_of_no_numbers_have_no_sides)
{
    const CaromVec2 a = {0.0, 0.0}, b = {1.0, 0.0}, p = {0.5, 2.0};
    const CaromVec2 wrong[] = {{NAN, 0.0}, {0.0, INFINITY}};
    ck_assert_int_ne(crBandSide(a, b, p, 1.0), 0);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(crBandSide(wrong[k], b, p, 1.0), 0);
        ck_assert_int_eq(crBandSide(a, b, wrong[k], 1.0), 0);
        ck_assert_int_eq(crRayBandSide(wrong[k], b, p, 1.0), 0);
        ck_assert_int_eq(crRayBandSide(a, b, p, k == 0 ? NAN : INFINITY), 0);
    }
}

TEST(fractions_of_no_numbers_are_equal)
{
    const CaromVec2 o = {0.0, 0.0}, d = {1.0, 0.0}, a = {1.0, -1.0}, b = {1.0, 1.0};
    const CaromVec2 c = {2.0, -1.0}, e = {2.0, 1.0};
    const CaromVec2 wrong[] = {{NAN, 0.0}, {0.0, INFINITY}};
    ck_assert_int_eq(crCompareFractions(o, d, a, b, c, e), -1);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(crCompareFractions(wrong[k], d, a, b, c, e), 0);
        ck_assert_int_eq(crCompareFractions(o, wrong[k], a, b, c, e), 0);
        ck_assert_int_eq(crCompareFractions(o, d, wrong[k], b, c, e), 0);
        ck_assert_int_eq(crCompareFractions(o, d, a, wrong[k], c, e), 0);
        ck_assert_int_eq(crCompareFractions(o, d, a, b, wrong[k], e), 0);
        ck_assert_int_eq(crCompareFractions(o, d, a, b, c, wrong[k]), 0);
    }
}
