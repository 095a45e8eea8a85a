// SPDX-License-Identifier: MIT
#include "roots.h"

#include "inline.h"

double crDiscriminant(double a, double b, double c)
{
    double bb = b * b, ac = a * c, d = bb - ac;
    if (3.0 * crAbs(d) >= bb + crAbs(ac)) {
        return d; // no cancellation worth the name
    }
    return d + (crProductError(b, b, bb) - crProductError(a, c, ac));
}

int crQuadraticRoots(double a, double b, double c, double *lo, double *hi)
{
    if (a == 0.0) {
        if (b == 0.0) {
            return 0;
        }
        *lo = *hi = -c / (2.0 * b);
        return 1;
    }
    double d = crDiscriminant(a, b, c);
    if (d < 0.0) {
        return 0;
    }
    double q = b < 0.0 ? -b + sqrt(d) : -(b + sqrt(d));
    double far = q / a, near = q == 0.0 ? 0.0 : c / q;
    *lo = crMin(near, far);
    *hi = crMax(near, far);
    return 2;
}

static double evaluate(const double *c, int degree, double t)
{
    double sum = c[degree];
    for (int i = degree - 1; i >= 0; i--) {
        sum = sum * t + c[i];
    }
    return sum;
}

#define CREEPS 3 ///< steps in which a bracket must have lost half of its width

/// As far again beyond the root as t is before it, at least to the next number.
static double overstep(double t, double step)
{
    double least = t * 0x1p-52;
    return t - (step < 0.0 ? crMin(2.0 * step, -least) : crMax(2.0 * step, least));
}

double crBracketedRoot(CrCurve *curve, const void *context, double lo, double hi, bool rising)
{
    CR_ASSERT(!(lo > hi));
    double t = 0.5 * (lo + hi), slope = 0.0, half = 0.5 * (hi - lo);
    int since = 0; // steps, since it was last halved
    for (int i = 0; i < 200 && lo < t && t < hi; i++) {
        double f = curve(context, t, &slope);
        if (f == 0.0) {
            return t;
        }
        if ((f > 0.0) == rising) {
            hi = t;
        } else {
            lo = t;
        }
        double width = hi - lo, step = slope == 0.0 ? width : f / slope;
        bool isClose = crAbs(step) < 0x1p-5 * width;
        double next = isClose ? overstep(t, step) : t - step;
        since = width <= half ? 0 : since + 1;
        half = since == 0 ? 0.5 * width : half;
        bool newton = next > lo && next < hi && since < CREEPS;
        since = newton ? since : 0;
        t = newton ? next : lo + 0.5 * width;
    }
    return t;
}

int crCurveRoots(CrCurve *curve, const void *context, double first, const double *turns,
                 int turnCount, double limit, double *roots)
{
    CR_ASSERT(turnCount >= 0);
    int count = 0;
    double lo = 0.0, zero = 0.0, slope;
    double before = first;                 // the last value that wasn't 0, at lo or before `zero`
    for (int i = 0; i <= turnCount; i++) { // monotone from lo to hi
        double hi = i < turnCount ? turns[i] : limit;
        double atHi = curve(context, hi, &slope);
        bool crosses = (before < 0.0 && atHi > 0.0) || (before > 0.0 && atHi < 0.0);
        if (crosses) {
            roots[count++] =
                zero > 0.0 ? zero : crBracketedRoot(curve, context, lo, hi, before < 0.0);
        } else if (atHi == 0.0 && before != 0.0 && i == turnCount) {
            roots[count++] = zero > 0.0 ? zero : hi;
        }
        zero = atHi != 0.0 ? 0.0 : zero > 0.0 ? zero : hi; // a turn there may cross or only touch
        before = atHi != 0.0 ? atHi : before;
        lo = hi;
    }
    return count;
}

typedef struct Polynomial {
    const double *c, *derivative;
    int degree;
} Polynomial;

static double polynomialAt(const void *context, double t, double *slope)
{
    const Polynomial *p = context;
    *slope = evaluate(p->derivative, p->degree - 1, t);
    return evaluate(p->c, p->degree, t);
}

int crPolynomialRoots(const double *c, int degree, double limit, double roots[4])
{
    CR_ASSERT(degree >= 1 && degree <= 4);
    if (degree == 1) {
        double t = c[1] == 0.0 ? -1.0 : -c[0] / c[1];
        roots[0] = t;
        return t > 0.0 && t <= limit;
    }
    double derivative[4] = {0.0, 0.0, 0.0, 0.0}, turns[4];
    for (int i = 1; i <= degree; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a degree is 4 at most
        derivative[i - 1] = c[i] * i;
    }
    int turnCount = crPolynomialRoots(derivative, degree - 1, limit, turns);
    Polynomial polynomial = {c, derivative, degree};
    return crCurveRoots(polynomialAt, &polynomial, c[0], turns, turnCount, limit, roots);
}
