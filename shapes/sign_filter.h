// SPDX-License-Identifier: MIT
// The filters of exact.h, inline, for loops that a call would slow down: the sign if the float
// filter can decide it, otherwise CR_UNSURE. exact.c uses them first, so that both always agree.
#ifndef CAROM_SHAPES_SIGN_FILTER_H
#define CAROM_SHAPES_SIGN_FILTER_H

#include "exact.h"
#include "inline.h"

/// No sign.
#define CR_UNSURE 2

/// The largest relative error of one rounding.
#define CR_ROUNDING 0x1p-53

/// Error of a rounded cross product of rounded differences, as a share of the sum of its products'
/// sizes: each product carries three roundings, the last subtraction one (Shewchuk, section 4.3).
#define CR_CROSS_ERROR ((3.0 + 16.0 * CR_ROUNDING) * CR_ROUNDING)

/// No filter trusts a value below: underflow may have taken more than the relative error says.
#define CR_LOST_TO_UNDERFLOW 1e-280

/// Of two that are not equal: without a branch, which sides taken at random would mispredict half
/// the time (orientation 12 ns instead of 5).
static inline int crSignOfOrder(double left, double right)
{
    return 2 * (left > right) - 1;
}

/// Of left − right, products of rounded differences.
static inline int crRoughCross(double left, double right)
{
    double error = CR_CROSS_ERROR * (fabs(left) + fabs(right)) + CR_LOST_TO_UNDERFLOW;
    return CR_LIKELY(fabs(left - right) > error) ? crSignOfOrder(left, right) : CR_UNSURE;
}

static inline int crRoughOrient(CaromVec2 a, CaromVec2 b, CaromVec2 c)
{
    return crRoughCross((b.x - a.x) * (c.y - a.y), (b.y - a.y) * (c.x - a.x));
}

/// crOrient
static inline int crOrientInline(CaromVec2 a, CaromVec2 b, CaromVec2 c)
{
    int rough = crRoughOrient(a, b, c);
    return CR_LIKELY(rough != CR_UNSURE) ? rough : crOrientExactly(a, b, c);
}

static inline int crRoughSideOfRay(CaromVec2 o, CaromVec2 d, CaromVec2 p)
{
    return crRoughCross(d.x * (p.y - o.y), d.y * (p.x - o.x));
}

static inline int crRoughSideOfEnd(CaromVec2 a, CaromVec2 b, CaromVec2 o, CaromVec2 d)
{
    CaromVec2 ab = crSub(b, a), ao = crSub(o, a);
    double cross = ab.x * (ao.y + d.y) - ab.y * (ao.x + d.x);
    double size = fabs(ab.x) * (fabs(ao.y) + fabs(d.y)) + fabs(ab.y) * (fabs(ao.x) + fabs(d.x));
    // Per product: the error of ab, of ao, of their sum, its own; then the subtraction's. Five, and
    // what rounding takes from `size` itself.
    bool isSure = fabs(cross) > 8.0 * CR_ROUNDING * size + CR_LOST_TO_UNDERFLOW;
    return CR_LIKELY(isSure) ? crSignOfOrder(cross, 0.0) : CR_UNSURE;
}

static inline int crRoughCircleSide(CaromVec2 p, CaromVec2 center, double radius)
{
    double square = crLengthSquared(crSub(p, center)), limit = radius * radius;
    // Five roundings of each square at most.
    bool isSure =
        fabs(square - limit) > 8.0 * CR_ROUNDING * (square + limit) + CR_LOST_TO_UNDERFLOW;
    return CR_LIKELY(isSure) ? crSignOfOrder(square, limit) : CR_UNSURE;
}

/// Of cross(u, m)² − r²·|u|². u and m may be rounded.
static inline int crRoughBandSide(CaromVec2 u, CaromVec2 m, double radius)
{
    double left = u.x * m.y, right = u.y * m.x, cross = fabs(left - right);
    double size = fabs(left) + fabs(right);
    // Each part of u times the radius, and only then squared: no step of it underflows by itself.
    double square = cross * cross, limit = crLengthSquared(crScale(u, radius));
    // cross is off by at most e = 4 roundings of size, its square by 2e·cross + e² and a rounding,
    // the limit by seven.
    double e = 4.0 * CR_ROUNDING * size;
    double error = 3.0 * e * cross + 2.0 * e * e + 16.0 * CR_ROUNDING * (limit + square) +
                   CR_LOST_TO_UNDERFLOW;
    return CR_LIKELY(fabs(square - limit) > error) ? crSignOfOrder(square, limit) : CR_UNSURE;
}

#endif
