// SPDX-License-Identifier: MIT
// The vector arithmetic that the library itself uses, inline. The public functions of vec.h wrap
// it: were they inline in public headers, a game compiled with other flags could supply the copy
// that the linker keeps for us, and our bits with it.
#ifndef CAROM_SHAPES_INLINE_H
#define CAROM_SHAPES_INLINE_H

#include "base.h"

#include <math.h>

static inline CaromVec2 crVec(double x, double y)
{
    CaromVec2 v = {x, y};
    return v;
}
static inline CaromVec2 crAdd(CaromVec2 a, CaromVec2 b)
{
    return crVec(a.x + b.x, a.y + b.y);
}
static inline CaromVec2 crSub(CaromVec2 a, CaromVec2 b)
{
    return crVec(a.x - b.x, a.y - b.y);
}
static inline CaromVec2 crScale(CaromVec2 v, double k)
{
    return crVec(v.x * k, v.y * k);
}
/// a + b·k
static inline CaromVec2 crAddScaled(CaromVec2 a, CaromVec2 b, double k)
{
    return crVec(a.x + b.x * k, a.y + b.y * k);
}
static inline CaromVec2 crNegate(CaromVec2 v)
{
    return crVec(-v.x, -v.y);
}
/// v turned by +90 degrees
static inline CaromVec2 crLeft(CaromVec2 v)
{
    return crVec(-v.y, v.x);
}
/// v turned by -90 degrees: the outward side of a counter-clockwise edge
static inline CaromVec2 crRight(CaromVec2 v)
{
    return crVec(v.y, -v.x);
}
static inline double crDot(CaromVec2 a, CaromVec2 b)
{
    return a.x * b.x + a.y * b.y;
}
static inline double crCross(CaromVec2 a, CaromVec2 b)
{
    return a.x * b.y - a.y * b.x;
}
static inline double crLengthSquared(CaromVec2 v)
{
    return v.x * v.x + v.y * v.y;
}
static inline double crLength(CaromVec2 v)
{
    return sqrt(crLengthSquared(v));
}
/// v / length, its own. Divided, not multiplied by an inverse that is rounded, so that it is exact
/// along the axes and bounces between such walls keep the speed to the bit.
static inline CaromVec2 crUnit(CaromVec2 v, double length)
{
    return crVec(v.x / length, v.y / length);
}
static inline CaromVec2 crRotate(CaromRotation r, CaromVec2 v)
{
    return crVec(r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y);
}
static inline CaromVec2 crRotateBack(CaromRotation r, CaromVec2 v)
{
    return crVec(r.c * v.x + r.s * v.y, r.c * v.y - r.s * v.x);
}
static inline bool crEqual(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}
/// Order by x, then by y: along any line, in one of its two directions.
static inline bool crIsBefore(CaromVec2 a, CaromVec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}
static inline bool crVecFinite(CaromVec2 v)
{
    return crFinite(v.x) && crFinite(v.y);
}
// Not fmin and fmax: their answer for +0 and -0 differs by compiler and optimisation level.
static inline double crMin(double a, double b)
{
    return a < b ? a : b;
}
static inline double crMax(double a, double b)
{
    return a > b ? a : b;
}
static inline double crClamp(double x, double lo, double hi)
{
    CR_ASSERT(!(lo > hi));
    return x < lo ? lo : (x > hi ? hi : x);
}
/// Without a branch, which no processor can guess.
static inline double crAbs(double x)
{
    return fabs(x);
}
/// a·b = product + the result, exactly. Dekker, "A Floating-Point Technique for Extending the
/// Available Precision" (1971).
static inline double crProductError(double a, double b, double product)
{
    const double splitter = 134217729.0; // 2^27 + 1: halves of 26 bits
    double t = splitter * a;
    double aHigh = t - (t - a), aLow = a - aHigh;
    t = splitter * b;
    double bHigh = t - (t - b), bLow = b - bHigh;
    return aLow * bLow - (((product - aHigh * bHigh) - aLow * bHigh) - aHigh * bLow);
}
/// v at length 1; (0, 0) where it has none.
static inline CaromVec2 crNormalize(CaromVec2 v)
{
    double size = crMax(crAbs(v.x), crAbs(v.y));
    if (CR_UNLIKELY(!(size > 0.0))) {
        return crVec(0.0, 0.0);
    }
    if (CR_UNLIKELY(size < 1e-150 || size > 1e150)) { // squares would leave the range of doubles
        v = crUnit(v, size);
    }
    return crUnit(v, crLength(v));
}
static inline CaromBox crBox(CaromVec2 a, CaromVec2 b)
{
    CaromBox box = {{crMin(a.x, b.x), crMin(a.y, b.y)}, {crMax(a.x, b.x), crMax(a.y, b.y)}};
    return box;
}
static inline CaromBox crBoxUnion(CaromBox a, CaromBox b)
{
    CaromBox box = {{crMin(a.min.x, b.min.x), crMin(a.min.y, b.min.y)},
                    {crMax(a.max.x, b.max.x), crMax(a.max.y, b.max.y)}};
    return box;
}

/// count >= 1
static inline CaromBox crBoxOfPoints(const CaromVec2 *points, int count)
{
    CaromBox box = {points[0], points[0]};
    for (int i = 1; i < count; i++) {
        box = crBoxUnion(box, crBox(points[i], points[i]));
    }
    return box;
}
static inline CaromBox crBoxInflate(CaromBox box, double by)
{
    CaromBox larger = {{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
    return larger;
}
/// How far its farthest corner is from a point, at most.
static inline double crBoxFarthest(CaromBox box, CaromVec2 p)
{
    double x = crMax(crAbs(box.min.x - p.x), crAbs(box.max.x - p.x));
    double y = crMax(crAbs(box.min.y - p.y), crAbs(box.max.y - p.y));
    return x + y;
}
/// The largest of its coordinates, signs aside.
static inline double crBoxExtent(CaromBox box)
{
    return crMax(crMax(crAbs(box.min.x), crAbs(box.max.x)),
                 crMax(crAbs(box.min.y), crAbs(box.max.y)));
}

/// Without a branch.
static inline bool crBoxOverlaps(CaromBox a, CaromBox b)
{
    int x = (a.min.x <= b.max.x) & (b.min.x <= a.max.x);
    int y = (a.min.y <= b.max.y) & (b.min.y <= a.max.y);
    return (x & y) != 0;
}

#endif
