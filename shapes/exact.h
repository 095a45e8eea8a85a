// SPDX-License-Identifier: MIT
// Exact signs, on which sides, crossings and ties rest. A float filter answers nearly always; where it
// can't, expansion arithmetic does. After Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates" (1997). Exact for inputs up to CR_HUGE in size.
#ifndef CAROM_SHAPES_EXACT_H
#define CAROM_SHAPES_EXACT_H

#include "base.h"

/// Sign (-1, 0, 1) of cross(b − a, c − a): 1 where c lies to the left of a -> b.
int crOrient(CaromVec2 a, CaromVec2 b, CaromVec2 c);

/// Sign of cross(d, p − o): 1 where p lies to the left of the line from o along d.
int crSideOfRay(CaromVec2 o, CaromVec2 d, CaromVec2 p);

/// Sign of cross(u, v).
int crCrossSign(CaromVec2 u, CaromVec2 v);

/// Sign of dot(u, b − a).
int crDotSign(CaromVec2 u, CaromVec2 a, CaromVec2 b);

/// Sign of s1 − s2, where s_i is the fraction of the ray from o along d at which it meets the line
/// a_i b_i: s_i = cross(b_i − a_i, a_i − o) / cross(b_i − a_i, d). Neither line is parallel to d.
int crCompareFractions(CaromVec2 o, CaromVec2 d, CaromVec2 a1, CaromVec2 b1, CaromVec2 a2, CaromVec2 b2);

#endif
