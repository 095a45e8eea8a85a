// SPDX-License-Identifier: MIT
// Exact signs, on which sides, crossings and ties rest. A float filter decides nearly always; if it
// cannot, expansion arithmetic does. After Shewchuk, "Adaptive Precision Floating-Point Arithmetic
// and Fast Robust Geometric Predicates" (1997). Exact for all finite inputs. Inputs above 2^42 in
// size, or below 1e-260 (for bands and fractions, with products of four of them: 1e-120), need
// integers and some µs. If an input is not finite, the sign has no meaning.
#ifndef CAROM_SHAPES_EXACT_H
#define CAROM_SHAPES_EXACT_H

#include "base.h"

/// Sign (-1, 0, 1) of cross(b − a, c − a): 1 where c lies to the left of a -> b.
int crOrient(CaromVec2 a, CaromVec2 b, CaromVec2 c);
/// The same without asking floats first. crOrientInline in sign_filter.h asks them without a call.
int crOrientExactly(CaromVec2 a, CaromVec2 b, CaromVec2 c);

/// Sign of cross(d, p − o): 1 where p lies to the left of the line from o along d.
int crSideOfRay(CaromVec2 o, CaromVec2 d, CaromVec2 p);

/// Sign of cross(u, v).
int crCrossSign(CaromVec2 u, CaromVec2 v);

/// Sign of cross(b1 − a1, b2 − a2): 1 where the second direction is to the left of the first.
int crTurnSign(CaromVec2 a1, CaromVec2 b1, CaromVec2 a2, CaromVec2 b2);

/// Sign of dot(u, b − a).
int crDotSign(CaromVec2 u, CaromVec2 a, CaromVec2 b);

/// Sign of cross(b − a, o + d − a): 1 where the end of the ray, unrounded, lies to the left of a ->
/// b.
int crSideOfEnd(CaromVec2 a, CaromVec2 b, CaromVec2 o, CaromVec2 d);

/// Sign of o + d − x: where the end of a ray, unrounded, lies on one axis.
int crEndCompare(double o, double d, double x);

/// Sign of |p − center| − radius: 1 outside. Radius >= 0, as below.
int crCircleSide(CaromVec2 p, CaromVec2 center, double radius);

/// Sign of the distance between p and the line a b, less the radius: 1 outside the band around the
/// line, 0 on its border. 0 where a == b.
int crBandSide(CaromVec2 a, CaromVec2 b, CaromVec2 p, double radius);

/// The same for the line from o along d: −1 where it cuts the circle around p, 0 where it is a
/// tangent.
int crRayBandSide(CaromVec2 o, CaromVec2 d, CaromVec2 p, double radius);

/// Sign of s1 − s2, where s_i is the fraction of the ray from o along d at which it meets the line
/// a_i b_i: s_i = cross(b_i − a_i, a_i − o) / cross(b_i − a_i, d). Neither line is parallel to d.
int crCompareFractions(CaromVec2 o, CaromVec2 d, CaromVec2 a1, CaromVec2 b1, CaromVec2 a2,
                       CaromVec2 b2);

#endif
