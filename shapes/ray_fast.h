// SPDX-License-Identifier: MIT
// Rays by their short ways: the common cases of a segment, a circle and a polygon, by as few
// operations and as few branches that a processor can't guess as there can be. They answer only
// where a bound on all roundings shows what the exact code would answer, and then with its bits;
// the suite `shortRays` holds each against the plain way.
//
// Segments after Franklin Antonio, "Faster Line Segment Intersection" (1992): of the four sides
// that decide, two are sums of the others.
//
// Symbols: o origin, d translation, u = b − a, m = a − o or o − centre; s as in ray.c.
#ifndef CAROM_SHAPES_RAY_FAST_H
#define CAROM_SHAPES_RAY_FAST_H

#include "bits.h"
#include "ray.h"
#include "sign_filter.h"
#include "double2.h"

/// No filter here trusts a value below this. So no value that decides, and no squared length under
/// a root, has lost digits to underflow.
#define CR_SHORT_LEAST 1e-100

/// v / √square, where square is |v|².
static inline void crShortNormal(CaromRayHit *hit, CrDouble2 v, double square)
{
    crDouble2Store(&hit->normal, crDouble2Div(v, crDouble2All(sqrt(square))));
}

static inline void crShortFraction(CaromRayHit *hit, CrDouble2 o, CrDouble2 d, double fraction)
{
    hit->fraction = fraction;
    crDouble2Store(&hit->point, crDouble2Add(o, crDouble2Mul(d, crDouble2All(fraction))));
}

/// How a ray and a segment lie: signs of what is not 0.
typedef struct CrSides {
    CrDouble2 x, y; ///< of m and u
    double under;   ///< cross(d, u)
    double start;   ///< more than 0 where the ray starts to the left of the segment's line
    double sides;   ///< more than 0 where the segment's ends are on one side of the ray's line
    double passes;  ///< more than 0 where the ray's ends are on one side of the segment's line
} CrSides;

/// False where rounding leaves a sign open.
static inline bool crShortCrossing(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, CrSides *c)
{
    c->x = crDouble2Sub(crDouble2(a.x, b.x), crDouble2(o.x, a.x));
    c->y = crDouble2Sub(crDouble2(a.y, b.y), crDouble2(o.y, a.y));
    CrDouble2 crosses =
        crDouble2Sub(crDouble2Mul(crDouble2All(d.x), c->y), crDouble2Mul(crDouble2All(d.y), c->x));
    double sideA = crDouble2X(crosses);
    c->under = crDouble2Y(crosses);
    c->start = crDouble2Difference(crDouble2Mul(c->x, crDouble2Swap(c->y)));
    c->sides = sideA * (sideA + c->under);
    c->passes = c->start * (c->start - c->under);
    // A product has an error of at most three roundings and its subtraction one more, the sums one
    // of what they add: each of the four factors below six of |d||u| + |d||m| + |m||u|, sizes as
    // |x| + |y|. They are no larger than that either, and so, times it, what is surely no 0.
    CrDouble2 sizes = crDouble2Add(crDouble2Abs(c->x), crDouble2Abs(c->y));
    double m = crDouble2X(sizes);
    double most = (crAbs(d.x) + crAbs(d.y) + m) * (crDouble2Y(sizes) + m);
    return crMin(crAbs(c->sides), crAbs(c->passes)) >
           8.0 * CR_ROUNDING * (most * most) + CR_SHORT_LEAST;
}

/// The hit of a ray and a segment that cross, without its feature; `normal` has the length of u.
/// Neither is near the ends of the range of doubles: the square of `most` is finite, and no product
/// that is sure to have a sign has a factor much smaller, so |m| is some 1e-15 of |u| at least and
/// |d| some 3e-8 of |m|. So u² is at most some 1e15 times `most`, and start, some 1e-15 of `most`
/// at least, below |m||u|.
static inline void crShortCross(CaromVec2 o, CaromVec2 d, const CrSides *c, CrDouble2 normal,
                                CaromRayHit *hit)
{
    crShortFraction(hit, crDouble2(o.x, o.y), crDouble2(d.x, d.y), crMin(c->start / c->under, 1.0));
    crShortNormal(hit, normal, crDouble2Sum(crDouble2Mul(normal, normal)));
}

/// 1: the ray crosses the segment between its ends and its own; 0: it clearly does not; CR_UNSURE.
/// The feature is 0.
static inline int crShortCastSegment(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b,
                                     CaromRayHit *hit)
{
    CrSides c;
    if (CR_UNLIKELY(!crShortCrossing(o, d, a, b, &c))) {
        return CR_UNSURE;
    }
    if (crMax(c.sides, c.passes) > 0.0) {
        return 0;
    }
    hit->feature = 0;
    CrDouble2 left = crDouble2(-crDouble2Y(c.y), crDouble2Y(c.x));
    crShortCross(o, d, &c, crDouble2Turned(left, c.under), hit);
    return 1;
}

/// Without a branch: of a ray's way into a polygon no processor can guess the last edge.
static inline int crShortNext(int count, int i)
{
    return (i + 1) & -(int)(i + 1 < count);
}

/// Which corners lie to the left of the ray's line, a bit each; false if the float filter cannot
/// decide.
static inline bool crShortCornersToLeft(CaromVec2 o, CaromVec2 d, const CaromVec2 *points,
                                        int count, uint32_t *toLeft)
{
    CrDouble2 ox = crDouble2All(o.x), oy = crDouble2All(o.y), dx = crDouble2All(d.x),
              dy = crDouble2All(d.y);
    CrDouble2 least = crDouble2All(CR_HUGE * CR_HUGE), most = crDouble2All(0.0);
    uint32_t bits = 0;
    for (int i = 0; i < count; i += 2) {
        CrDouble2 p = crDouble2Load(&points[i]),
                  q = crDouble2Load(&points[i + 1 < count ? i + 1 : i]);
        CrDouble2 left = crDouble2Mul(dx, crDouble2Sub(crDouble2High(p, q), oy));
        CrDouble2 right = crDouble2Mul(dy, crDouble2Sub(crDouble2Low(p, q), ox));
        CrDouble2 side = crDouble2Sub(right, left);
        bits |= crDouble2Negative(side) << i;
        least = crDouble2Min(least, crDouble2Abs(side));
        most = crDouble2Max(most, crDouble2Abs(right));
    }
    *toLeft = bits & (0xffffffffu >> (32 - count));
    // |left| + |right| is at most |side| + 2|right|.
    return crMin(crDouble2X(least), crDouble2Y(least)) >
           8.0 * CR_ROUNDING * crMax(crDouble2X(most), crDouble2Y(most)) + CR_LOST_TO_UNDERFLOW;
}

/// How a ray goes into a polygon.
typedef struct CrEntrance {
    int edge;         ///< by which its line comes in
    CrSides crossing; ///< of that edge
    bool isPast;      ///< it starts beyond where its line goes out
} CrEntrance;

/// The common case, without exact arithmetic: the ray's line clearly misses the polygon (0), or
/// crosses its border clearly twice, and not around the origin (1). The origin is then outside, and
/// only the edge where the line enters can be hit. CR_UNSURE: anything else.
static inline int crShortEnterPolygon(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                                      CrEntrance *entrance)
{
    uint32_t toLeft;
    if (count < 3 || count > 32 || !crShortCornersToLeft(o, d, points, count, &toLeft)) {
        return CR_UNSURE;
    }
    uint32_t nextToLeft = toLeft >> 1 | (toLeft & 1u) << (count - 1);
    uint32_t entries = toLeft & ~nextToLeft, exits = nextToLeft & ~toLeft;
    if (entries == 0) {
        return 0;
    }
    if (entries & (entries - 1)) {
        return CR_UNSURE;
    }
    int entry = crLowestBit(entries), exit = crLowestBit(exits);
    int next = crShortNext(count, entry);
    bool isSure = crShortCrossing(o, d, points[entry], points[next], &entrance->crossing);
    int atExit = crRoughOrient(points[exit], points[crShortNext(count, exit)], o);
    entrance->edge = entry;
    entrance->isPast = entrance->crossing.start > 0.0;
    return CR_UNLIKELY(!isSure | (atExit == CR_UNSURE)) || entrance->isPast == (atExit > 0)
               ? CR_UNSURE
               : 1;
}

/// 1: the ray hits the polygon from outside; 0: it clearly does not; CR_UNSURE.
static inline int crShortCastPolygon(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                                     CaromRayHit *hit)
{
    CrEntrance in;
    int crossed = crShortEnterPolygon(o, d, points, count, &in);
    if (crossed != 1) {
        return crossed;
    }
    if (in.crossing.passes > 0.0) {
        return 0;
    }
    hit->feature = in.edge;
    CrDouble2 right = crDouble2(crDouble2Y(in.crossing.y), -crDouble2Y(in.crossing.x));
    crShortCross(o, d, &in.crossing, right, hit);
    return 1;
}

/// 1: the ray starts outside and enters the circle; 0: it starts outside, and its line misses or
/// leads away; CR_UNSURE.
static inline int crShortCastCircle(CaromVec2 origin, CaromVec2 translation, CaromVec2 center,
                                    double radius, CaromRayHit *hit)
{
    CrDouble2 o = crDouble2(origin.x, origin.y), d = crDouble2(translation.x, translation.y);
    CrDouble2 m = crDouble2Sub(o, crDouble2(center.x, center.y));
    CrDouble2 squares = crDouble2Sums(crDouble2Mul(m, m), crDouble2Mul(d, d));
    double mm = crDouble2X(squares), dd = crDouble2Y(squares), rr = radius * radius;
    double along = crDouble2Sum(crDouble2Mul(d, m)), beyond = mm - rr;
    double across = crDouble2Difference(crDouble2Mul(d, crDouble2Swap(m)));
    double room = rr * dd - across * across;
    // Of mm − rr, five roundings of either; of the room, 25 of dd·mm and 16 of dd·rr, where rr is
    // less than mm. A point so far outside, on a line that cuts the circle, is also far from where
    // `along` changes its sign.
    double error = 64.0 * CR_ROUNDING * (dd * mm) + CR_SHORT_LEAST;
    if (CR_UNLIKELY(!(crMin(beyond * dd, crAbs(room)) > error))) {
        return CR_UNSURE;
    }
    if (crMin(room, -along) < 0.0) {
        return 0;
    }
    double reach = radius * sqrt(dd), height = crAbs(across);
    double s = sqrt((reach - height) * (reach + height));
    // Surely before the middle of the chord: s/dd before it, while the rounding of `beyond` moves
    // it by less than 8·CR_ROUNDING·mm/(s − along), and s² is above the error.
    double fraction = beyond / (s - along);
    CrDouble2 toMiddle =
        crDouble2Mul(crDouble2(-translation.y, translation.x), crDouble2All(across));
    CrDouble2 out = crDouble2Add(toMiddle, crDouble2Mul(d, crDouble2All(-s)));
    double square = crDouble2Sum(crDouble2Mul(out, out));
    // crNormalize goes another way near the ends of the range of doubles.
    if (CR_UNLIKELY(!(fraction <= 1.0) | !(square > 1e-290) | !(square < 1e290))) {
        return CR_UNSURE;
    }
    crShortFraction(hit, o, d, fraction);
    crShortNormal(hit, out, square);
    hit->feature = 0;
    return 1;
}

#endif
