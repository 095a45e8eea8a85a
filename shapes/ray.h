// SPDX-License-Identifier: MIT
// What rays against every kind of shape have in common.
#ifndef CAROM_SHAPES_RAY_H
#define CAROM_SHAPES_RAY_H

#include "shapes.h"

#include "sign_filter.h"

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

// The plain ways: by exact signs throughout, with the bits that the short ways of ray_fast.h have
// to have. Of a segment the feature is that of a capsule without radius.
bool crRayCastSegmentPlainly(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, CaromRayHit *hit);
bool crRayCastCirclePlainly(CaromVec2 o, CaromVec2 d, CaromVec2 center, double radius,
                            CaromInside inside, CaromRayHit *hit);
bool crRayCastPolygonPlainly(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                             CaromInside inside, CaromRayHit *hit);

#endif
