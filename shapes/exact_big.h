// SPDX-License-Identifier: MIT
// Exact signs for any finite input: exact.c uses them if coordinates are too large or too small for
// expansions, whose products would overflow or underflow. Coordinates become integers of as many
// bits as they need, so nothing is rounded. A sign takes some 1 to 30 µs for any input. All return
// 0 if an input is not finite.
#ifndef CAROM_SHAPES_EXACT_BIG_H
#define CAROM_SHAPES_EXACT_BIG_H

#include "base.h"

/// A vector as an unrounded sum: plus − minus + more.
typedef struct CrVecSum {
    CaromVec2 plus, minus, more;
} CrVecSum;

/// Sign of cross(u, v).
int crBigCrossSign(const CrVecSum *u, const CrVecSum *v);

/// Sign of |v|² − radius².
int crBigCircleSide(const CrVecSum *v, double radius);

/// Sign of cross(u, m)² − radius²·|u|².
int crBigBandSide(const CrVecSum *u, const CrVecSum *m, double radius);

/// Sign of cross(u1, w1) / cross(u1, d) − cross(u2, w2) / cross(u2, d); 0 where a divisor is 0.
int crBigCompareFractions(const CrVecSum *d, const CrVecSum u[2], const CrVecSum w[2]);

#endif
