// SPDX-License-Identifier: MIT
// What rays against every kind of shape have in common.
#ifndef CAROM_SHAPES_RAY_H
#define CAROM_SHAPES_RAY_H

#include "shapes.h"

#include "rough.h"

static inline bool crIsZero(CaromVec2 v)
{
    return v.x == 0.0 && v.y == 0.0;
}

/// v at length 1, or the other one where v has none, or (1, 0).
static inline CaromVec2 crUnitOr(CaromVec2 v, CaromVec2 other)
{
    v = crIsZero(v) ? other : v;
    return crIsZero(v) ? crVec(1.0, 0.0) : crNormalize(v);
}

/// |over / under| in [0, 1], 0 where rounding left no divisor.
static inline double crShare(double over, double under)
{
    return under == 0.0 ? 0.0 : crClamp(crAbs(over) / crAbs(under), 0.0, 1.0);
}

/// True, so that a cast can end with it. A fraction past an end by rounding becomes that end.
static inline bool crSetHit(CaromRayHit *hit, CaromVec2 o, CaromVec2 d, double fraction,
                            CaromVec2 normal, int feature)
{
    hit->fraction = crClamp(fraction, 0.0, 1.0);
    hit->point = crAddScaled(o, d, hit->fraction);
    hit->normal = normal;
    hit->feature = feature;
    return true;
}

/// A ray whose line clearly crosses an edge between its ends: b lies on the other side than a,
/// which is on sideA. 1: it is hit, with the bits of the exact code, the feature its left (0) or
/// right (1); 0: it is not; CR_UNSURE.
static inline int crCastAcross(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, int sideA,
                               CaromRayHit *hit)
{
    int start = crRoughOrient(a, b, o), end = crRoughSideOfEnd(a, b, o, d);
    if (start == CR_UNSURE || end == CR_UNSURE) {
        return CR_UNSURE;
    }
    if (start == end) {
        return 0;
    }
    CaromVec2 u = crSub(b, a), left = crLeft(u);
    double fraction = crShare(crCross(crSub(a, o), u), crCross(d, u));
    return crSetHit(hit, o, d, fraction, crNormalize(sideA < 0 ? left : crNegate(left)), sideA > 0);
}

#endif
