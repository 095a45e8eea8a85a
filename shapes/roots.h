// SPDX-License-Identifier: MIT
// Real roots of low polynomials, none lost: quadratics in a form without cancellation, higher
// degrees by bracketing between the roots of the derivative. After Yuksel, "High-Performance
// Polynomial Root Finding for Graphics" (2022). Only + − · / and sqrt, so the same bits everywhere.
#ifndef CAROM_SHAPES_ROOTS_H
#define CAROM_SHAPES_ROOTS_H

#include "base.h"

/// b² − a·c, correct to two units in the last place in spite of cancellation.
/// Kahan, "On the Cost of Floating-Point Computation Without Extra-Precise Arithmetic" (2004).
double crDiscriminant(double a, double b, double c);

/// Roots of a·t² + 2·b·t + c (mind the 2), lo <= hi; returns how many (0, 1 where a is 0, or 2; a
/// double root counts as 2). Each root has the sign that the signs of a, b, c imply.
int crQuadraticRoots(double a, double b, double c, double *lo, double *hi);

/// The value at a time, and the slope there.
typedef double CrCurve(const void *context, double t, double *slope);

/// The root between lo and hi, where the curve has unlike signs, until the bracket is as narrow as
/// doubles get: some nine values of the curve. Newton's steps, kept in the bracket by bisection; one
/// that comes close goes as far again, so that the bracket closes from both sides. `rising`:
/// negative at lo.
double crBracketedRoot(CrCurve *curve, const void *context, double lo, double hi, bool rising);

/// Roots in (0, limit] of a curve that is monotone between its turns, ascending; `first` is its
/// value at 0. Where it touches zero without crossing it there is none, or two by rounding: the
/// signs between roots alternate. Returns how many, at most one more than turns.
int crCurveRoots(CrCurve *curve, const void *context, double first, const double *turns,
                 int turnCount, double limit, double *roots);

/// The same for sum c[i]·t^i, degree 1 to 4.
int crPolynomialRoots(const double *c, int degree, double limit, double roots[4]);

#endif
