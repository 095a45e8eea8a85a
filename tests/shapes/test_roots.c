// SPDX-License-Identifier: MIT
// Roots: none is lost, none is invented. Polynomials are made from roots that are known, and judged
// in long double: a root is where the sign changes within a few roundings.
#include "../../shapes/roots.h"
#include "../support/random.h"

#include <float.h>
#include <math.h>

#include "../support/assertions.h"

static long double valueOf(const double *c, int degree, long double t)
{
    long double sum = c[degree];
    for (int i = degree - 1; i >= 0; i--) {
        sum = sum * t + c[i];
    }
    return sum;
}

/// The size of the terms: doubles cannot distinguish a value below 1e-16 of it from zero.
static long double termsOf(const double *c, int degree, long double t)
{
    long double sum = 0;
    for (int i = degree; i >= 0; i--) {
        sum = sum * fabsl(t) + fabsl((long double)c[i]);
    }
    return sum;
}

/// Coefficients of the product of (t − r) over all roots, times `scale`, rounded at the end.
static void expand(const double *roots, int degree, double scale, double *c)
{
    long double wide[5] = {scale, 0, 0, 0, 0};
    for (int k = 0; k < degree; k++) {
        for (int i = k + 1; i > 0; i--) {
            wide[i] = wide[i - 1] - roots[k] * wide[i];
        }
        wide[0] *= -roots[k];
    }
    for (int i = 0; i <= degree; i++) {
        c[i] = (double)wide[i];
    }
}

static double anyRoot(TestRandom *random)
{
    switch (testRandomInt(random, 0, 4)) {
    case 0:
        return testRandomInt(random, -4, 4);
    case 1:
        return pow(10.0, testRandomRange(random, -12.0, 0.0));
    case 2:
        return -testRandomRange(random, 0.0, 3.0);
    default:
        return testRandomRange(random, 0.0, 10.0);
    }
}

/// Whether the sign changes clearly between two times.
static bool changes(const double *c, int degree, double lo, double hi)
{
    long double a = valueOf(c, degree, lo), b = valueOf(c, degree, hi),
                noise = 64 * (long double)DBL_EPSILON;
    bool clear =
        fabsl(a) > noise * termsOf(c, degree, lo) && fabsl(b) > noise * termsOf(c, degree, hi);
    return clear && (a > 0) != (b > 0);
}

#define LATTICE 4000

/// Each clear change of sign between two neighbours on a lattice has an odd number of roots between
/// them.
static void findsAll(const double *c, int degree, double limit, const double *roots, int count)
{
    for (int k = 0; k < LATTICE; k++) {
        double lo = limit * k / LATTICE, hi = limit * (k + 1) / LATTICE;
        if (k > 0 && changes(c, degree, lo, hi)) {
            int between = 0;
            for (int i = 0; i < count; i++) {
                between += roots[i] >= lo && roots[i] <= hi;
            }
            ck_assert_msg(between % 2 == 1, "%d roots between %.17g and %.17g", between, lo, hi);
        }
    }
}

TEST_SEEDS(polynomial_roots_are_all_found, 300)
{
    for (int round = 0; round < 16; round++) {
        int degree = testRandomInt(&random, 1, 4);
        double given[4], c[5], roots[4], limit = testRandomRange(&random, 0.5, 20.0);
        for (int k = 0; k < degree; k++) {
            given[k] = k > 0 && testRandomInt(&random, 0, 3) == 0 ? given[k - 1] : anyRoot(&random);
        }
        expand(given, degree,
               testRandomInt(&random, 0, 1) ? 1.0 : -pow(10.0, testRandomRange(&random, -9.0, 9.0)),
               c);
        int count = crPolynomialRoots(c, degree, limit, roots);
        for (int i = 0; i < count; i++) {
            ck_assert_msg(roots[i] > 0.0 && roots[i] <= limit, "seed %d: %.17g of %.17g", _i,
                          roots[i], limit);
            ck_assert(i == 0 || roots[i - 1] <= roots[i]);
            long double noise = 64 * (long double)DBL_EPSILON * termsOf(c, degree, roots[i]);
            double lo = roots[i] * (1.0 - 1e-15), hi = roots[i] * (1.0 + 1e-15);
            long double around = valueOf(c, degree, lo), beyond = valueOf(c, degree, hi);
            ck_assert_msg(fabsl(valueOf(c, degree, roots[i])) <= noise ||
                              (around > 0) != (beyond > 0),
                          "seed %d: no root at %.17g", _i, roots[i]);
        }
        findsAll(c, degree, limit, roots, count);
    }
}

// Far roots and near ones at once, as a slow grenade near a wall has them.
TEST_SEEDS(quadratic_roots_are_right_to_the_last_digits, 100)
{
    for (int round = 0; round < 64; round++) {
        double a = testRandomRange(&random, -10.0, 10.0), b = testRandomRange(&random, -10.0, 10.0),
               lo, hi;
        double c = pow(10.0, testRandomRange(&random, -18.0, 2.0)) *
                   (testRandomInt(&random, 0, 1) ? 1.0 : -1.0);
        long double d = (long double)b * b - (long double)a * c;
        int count = crQuadraticRoots(a, b, c, &lo, &hi);
        if (fabsl(d) < 1e-14L * b * b) {
            continue;
        }
        ck_assert_int_eq(count, d > 0 ? 2 : 0);
        if (d > 0) {
            long double q = -(b + copysignl(sqrtl(d), b)), x = q / a, y = c / q;
            ck_assert(fabsl(lo - fminl(x, y)) <= 8 * (long double)DBL_EPSILON * fabsl(fminl(x, y)));
            ck_assert(fabsl(hi - fmaxl(x, y)) <= 8 * (long double)DBL_EPSILON * fabsl(fmaxl(x, y)));
        }
    }
}

// (t − r)² with r a short number: the discriminant is 0 exactly, and both roots are r.
TEST_LOOP(double_roots_are_exact, 40)
{
    double r = (_i - 20) / 8.0, lo, hi;
    ck_assert_int_eq(crQuadraticRoots(3.0, -3.0 * r, 3.0 * r * r, &lo, &hi), 2);
    ck_assert_double_eq(lo, r);
    ck_assert_double_eq(hi, r);
}

// Whole numbers below 2^31: b² and ac are exact in 64 bits, however much cancels. Oracle: integers.
TEST_SEEDS(discriminant_is_right_in_spite_of_cancellation, 40)
{
    for (int round = 0; round < 64; round++) {
        int64_t b = testRandomInt(&random, 1 << 28, (1 << 30) - 1),
                a = b + testRandomInt(&random, -9, 9);
        int64_t c = b + testRandomInt(&random, -9, 9), exact = b * b - a * c;
        ck_assert_double_eq(crDiscriminant((double)a, (double)b, (double)c), (double)exact);
    }
}

TEST(signs_of_roots_are_those_of_the_coefficients)
{
    double lo, hi;
    ck_assert_int_eq(crQuadraticRoots(1.0, -1.0, 5e-324, &lo, &hi), 2);
    ck_assert(lo >= 0.0 && hi > 0.0);
    ck_assert_int_eq(crQuadraticRoots(-5.0, 2.0, 0.0, &lo, &hi), 2);
    ck_assert(lo == 0.0 && hi == 0.8);
    ck_assert_int_eq(crQuadraticRoots(0.0, 0.0, 1.0, &lo, &hi), 0);
    ck_assert_int_eq(crQuadraticRoots(0.0, -0.5, 3.0, &lo, &hi), 1);
    ck_assert(lo == 3.0 && hi == 3.0);
}

/// 1 - x up to 1, then 0.
static double slopeThenZero(const void *context, double x, double *slope)
{
    (void)context;
    *slope = x < 1.0 ? -1.0 : 0.0;
    return x < 1.0 ? 1.0 - x : 0.0;
}

TEST(a_curve_that_ends_along_zero_comes_to_it_once)
{
    const double turns[] = {1.0};
    double roots[2];
    ck_assert_int_eq(crCurveRoots(slopeThenZero, NULL, 1.0, turns, 1, 2.0, roots), 1);
    ck_assert(roots[0] == 1.0);
}

// ---- brackets

/// Falls as 1/t does, or rises as a power of t, by way of a root at `root`.
typedef struct Bend {
    double root;
    int power; ///< -1 or 1 to 9
    int asked;
} Bend;

static double bendAt(const void *context, double t, double *slope)
{
    Bend *bend = (Bend *)context; // which counts
    bend->asked++;
    if (bend->power < 0) {
        *slope = -1.0 / (t * t);
        return 1.0 / t - 1.0 / bend->root;
    }
    double power = 1.0, end = 1.0;
    for (int i = 0; i < bend->power; i++) {
        *slope = bend->power * power;
        power *= t;
        end *= bend->root;
    }
    return power - end;
}

/// The curve's own values say where its sign changes; from wherever the bracket begins and ends.
TEST_SEEDS(bracketed_roots_take_few_values, 20)
{
    int asked = 0;
    for (int round = 0; round < 200; round++) {
        double root = exp(testRandomRange(&random, -10.0, 10.0)), slope;
        double lo =
            testRandomInt(&random, 0, 3) ? root * testRandomRange(&random, 0.01, 0.999) : 0.0;
        double hi = root * (1.0 + exp(testRandomRange(&random, -20.0, 4.0)));
        int power = testRandomInt(&random, 1, 9);
        Bend bend = {root, power == 9 ? -1 : power, 0};
        lo = bend.power < 0 && lo == 0.0 ? root * 0.5 : lo;
        double found = crBracketedRoot(bendAt, &bend, lo, hi, bend.power > 0);
        asked += bend.asked;
        ck_assert_int_lt(bend.asked, 200); // it ends by itself
        double before = bendAt(&bend, nextafter(found, lo), &slope),
               after = bendAt(&bend, nextafter(found, hi), &slope);
        ck_assert_msg((before <= 0.0) != (after < 0.0) || before == 0.0 || after == 0.0,
                      "seed %d, round %d: %g at %g of %g, %g", _i, round, found, root, before,
                      after);
    }
    ck_assert_msg(asked < 200 * 14, "seed %d: %d values a root", _i, asked / 200);
}
