// SPDX-License-Identifier: MIT
// Rays against segment, circle and capsule. Whether they meet is decided by exact signs; where, by
// one division. So a ray through an end or a corner meets, and two segments that share an end are
// met there at the same fraction, to the bit.
//
// A solid is convex: a ray that starts outside always hits if its rounded end is inside; one that
// starts inside always leaves if its end is not inside. For a tangent the touch is decided exactly.
//
// Symbols: o origin, d translation, m = o − centre, u = b − a.
#include "ray.h"

#include "exact.h"
#include "ray_fast.h"

// ---- segment

/// The coordinate on the longer axis of d: it differs for different points of a line along d.
static double onAxis(CaromVec2 d, CaromVec2 p)
{
    return crAbs(d.x) >= crAbs(d.y) ? p.x : p.y;
}

/// The fraction at which o + fraction·d is p, a point on that line; 0 where d is (0, 0).
static double fractionOf(CaromVec2 o, CaromVec2 d, CaromVec2 p)
{
    return crIsZero(d) ? 0.0 : crClamp((onAxis(d, p) - onAxis(d, o)) / onAxis(d, d), 0.0, 1.0);
}

static CaromMeet pointMeetsSegment(CaromVec2 p, CaromVec2 a, CaromVec2 b, double *along,
                                   double *across)
{
    CaromBox box = crBox(a, b);
    if (!caromBoxContains(box, p) || crOrient(a, b, p) != 0) {
        return CAROM_MEET_PARALLEL;
    }
    *along = 0.0;
    *across = fractionOf(a, crSub(b, a), p);
    return CAROM_MEET_COLLINEAR;
}

static CaromMeet meetsOnOneLine(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, double *along,
                                double *across)
{
    double sign = onAxis(d, d) < 0.0 ? -1.0 : 1.0;
    double from = sign * onAxis(d, o), step = sign * onAxis(d, d);
    double atA = sign * onAxis(d, a), atB = sign * onAxis(d, b);
    bool isAFirst = atA <= atB;
    if (crMax(atA, atB) < from || crEndCompare(from, step, crMin(atA, atB)) < 0) {
        return CAROM_MEET_APART;
    }
    if (crMin(atA, atB) <= from) {
        *along = 0.0;
        *across = fractionOf(a, crSub(b, a), o);
    } else {
        *along = fractionOf(o, d, isAFirst ? a : b);
        *across = isAFirst ? 0.0 : 1.0;
    }
    return CAROM_MEET_COLLINEAR;
}

// Of signs known to be exact, zeros say that an end of one lies on the other: then the fraction is
// that end's, whatever the division would give.
static CaromMeet meetsSegment(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, double *along,
                              double *across)
{
    if (crIsZero(d)) {
        return pointMeetsSegment(o, a, b, along, across);
    }
    int sideA = crSideOfRay(o, d, a), sideB = crSideOfRay(o, d, b);
    if (sideA == 0 && sideB == 0) {
        return meetsOnOneLine(o, d, a, b, along, across);
    }
    if (sideA * sideB > 0) {
        return crSideOfRay(a, d, b) == 0 ? CAROM_MEET_PARALLEL : CAROM_MEET_NONE;
    }
    int start = crOrient(a, b, o), end = crSideOfEnd(a, b, o, d);
    if (start * end > 0) {
        return CAROM_MEET_NONE;
    }
    CaromVec2 u = crSub(b, a), oa = crSub(a, o);
    double under = crCross(d, u);
    if (sideA == 0 || sideB == 0) {
        *along = fractionOf(o, d, sideA == 0 ? a : b);
    } else {
        *along = start == 0 ? 0.0 : end == 0 ? 1.0 : crShare(crCross(oa, u), under);
    }
    *across = sideA == 0 ? 0.0 : sideB == 0 ? 1.0 : crShare(crCross(oa, d), under);
    return CAROM_MEET_CROSS;
}

CaromMeet caromRayMeetsSegment(CaromVec2 origin, CaromVec2 translation, CaromVec2 a, CaromVec2 b,
                               double *along, double *across)
{
    double unused;
    return meetsSegment(origin, translation, a, b, along ? along : &unused,
                        across ? across : &unused);
}

bool crRayCastSegmentPlainly(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, CaromRayHit *hit)
{
    double along, across;
    CaromMeet meet = meetsSegment(o, d, a, b, &along, &across);
    CaromVec2 left = crLeft(crSub(b, a));
    if (meet == CAROM_MEET_COLLINEAR) {
        int feature = crIsZero(d) ? 0 : (across == 0.0 ? 2 : (across == 1.0 ? 3 : 0));
        return crSetHit(hit, o, d, along, crUnitOr(crNegate(d), left), feature);
    }
    if (meet != CAROM_MEET_CROSS) {
        return false;
    }
    bool fromLeft = crSideOfRay(a, d, b) > 0; // cross(d, u) > 0: it moves from left to right
    return crSetHit(hit, o, d, along, crUnitOr(fromLeft ? left : crNegate(left), left),
                    fromLeft ? 0 : 1);
}

static bool castSegmentPlainly(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, CaromRayHit *hit)
{
    if (!crRayCastSegmentPlainly(o, d, a, b, hit)) {
        return false;
    }
    hit->feature = 0;
    return true;
}

bool caromRayCastSegment(CaromVec2 origin, CaromVec2 translation, CaromVec2 a, CaromVec2 b,
                         CaromRayHit *hit)
{
    int isHit = crShortCastSegment(origin, translation, a, b, hit);
    return CR_LIKELY(isHit != CR_UNSURE) ? isHit
                                         : castSegmentPlainly(origin, translation, a, b, hit);
}

// ---- circle

/// Where a line enters and leaves a circle, with the outward directions there (not of unit length).
typedef struct Chord {
    double near, far;
    CaromVec2 nearOut, farOut;
} Chord;

// With s² = r²|d|² − cross(d, m)², which is dot(d, m)² − |d|²(|m|² − r²) without its cancellation,
// the roots are (−dot(d, m) ± s) / |d|². The one that would cancel is taken from their product,
// (|m|² − r²) / |d|².
static inline bool findChord(CaromVec2 o, CaromVec2 d, CaromVec2 center, double radius,
                             Chord *chord)
{
    double dd = crLengthSquared(d);
    int side = crRayBandSide(o, d, center, radius);
    if (dd == 0.0 || side > 0) {
        return false;
    }
    CaromVec2 m = crSub(o, center);
    double along = crDot(d, m), across = crCross(d, m), reach = radius * sqrt(dd);
    double s =
        side == 0 ? 0.0 : sqrt(crMax(0.0, (reach - crAbs(across)) * (reach + crAbs(across))));
    double q = along < 0.0 ? s - along : -s - along, middle = -along / dd;
    double product = crLengthSquared(m) - radius * radius;
    if (s == 0.0) {
        chord->near = chord->far = middle;
    } else if (along < 0.0) {
        chord->near = crMin(product / q, middle);
        chord->far = q / dd;
    } else {
        chord->near = q / dd;
        chord->far = crMax(product / q, middle);
    }
    // From the centre to the line's nearest point, then half the chord: no difference of far
    // places.
    CaromVec2 toMiddle = crScale(crLeft(d), across);
    chord->nearOut = crAddScaled(toMiddle, d, -s);
    chord->farOut = crAddScaled(toMiddle, d, s);
    return true;
}

bool caromLineMeetsCircle(CaromVec2 origin, CaromVec2 translation, CaromVec2 center, double radius,
                          double *nearFraction, double *farFraction)
{
    Chord chord;
    if (!findChord(origin, translation, center, radius, &chord)) {
        return false;
    }
    *nearFraction = chord.near;
    *farFraction = chord.far;
    return true;
}

static bool castCircleFromInside(CaromVec2 o, CaromVec2 d, CaromVec2 center, double radius,
                                 CaromInside inside, CaromRayHit *hit)
{
    Chord chord;
    if (inside == CAROM_INSIDE_HIT) {
        return crSetHit(hit, o, d, 0.0, crUnitOr(crSub(o, center), crVec(1.0, 0.0)), 0);
    }
    if (inside == CAROM_INSIDE_IGNORE || crCircleSide(crAdd(o, d), center, radius) < 0 ||
        !findChord(o, d, center, radius, &chord)) {
        return false;
    }
    return crSetHit(hit, o, d, chord.far, crUnitOr(crNegate(chord.farOut), crNegate(d)), 0);
}

bool crRayCastCirclePlainly(CaromVec2 o, CaromVec2 d, CaromVec2 center, double radius,
                            CaromInside inside, CaromRayHit *hit)
{
    int start = crCircleSide(o, center, radius);
    if (start < 0) {
        return castCircleFromInside(o, d, center, radius, inside, hit);
    }
    int leaving = crDotSign(d, center, o);
    if (start == 0) {
        CaromVec2 normal = crUnitOr(crSub(o, center), crNegate(d));
        if (leaving > 0) {
            return false;
        }
        return crSetHit(hit, o, d, 0.0, normal, 0);
    }
    Chord chord;
    if (leaving >= 0 || !findChord(o, d, center, radius, &chord) ||
        (chord.near > 1.0 && crCircleSide(crAdd(o, d), center, radius) > 0)) {
        return false;
    }
    return crSetHit(hit, o, d, chord.near, crUnitOr(chord.nearOut, crNegate(d)), 0);
}

bool caromRayCastCircle(CaromVec2 origin, CaromVec2 translation, CaromVec2 center, double radius,
                        CaromInside inside, CaromRayHit *hit)
{
    int isHit = crShortCastCircle(origin, translation, center, radius, hit);
    return CR_LIKELY(isHit != CR_UNSURE)
               ? isHit
               : crRayCastCirclePlainly(origin, translation, center, radius, inside, hit);
}

// ---- capsule: its two caps as circles, and its two sides

/// Where a point is: feature of the part of the border next to it, and −1 inside, 0 on it, 1
/// outside.
typedef struct CapsulePlace {
    int feature, side;
    CaromVec2 out; ///< outward there, not of unit length
} CapsulePlace;

static CapsulePlace placeInCapsule(CaromVec2 p, CaromVec2 a, CaromVec2 b, double radius)
{
    CaromVec2 u = crSub(b, a);
    CapsulePlace place;
    if (crDotSign(u, a, p) <= 0) {
        place.feature = 2;
        place.side = crCircleSide(p, a, radius);
        place.out = crEqual(p, a) ? crNegate(u) : crSub(p, a);
    } else if (crDotSign(u, b, p) >= 0) {
        place.feature = 3;
        place.side = crCircleSide(p, b, radius);
        place.out = crEqual(p, b) ? u : crSub(p, b);
    } else {
        place.feature = crOrient(a, b, p) >= 0 ? 0 : 1;
        place.side = crBandSide(a, b, p, radius);
        place.out = place.feature == 0 ? crLeft(u) : crRight(u);
    }
    return place;
}

/// Sign of the speed along the outward direction at the place of o.
static int leavingCapsule(const CapsulePlace *place, CaromVec2 o, CaromVec2 d, CaromVec2 a,
                          CaromVec2 b)
{
    if (place->feature >= 2) {
        return crDotSign(d, place->feature == 2 ? a : b, o);
    }
    int right = crSideOfRay(a, d, b); // cross(d, u): 1 where it moves to the right
    return place->feature == 0 ? -right : right;
}

typedef struct CapsuleMeet {
    double fraction;
    CaromVec2 out;
    int feature;
} CapsuleMeet;

/// Takes a crossing that is earlier than the one so far, or later where the ray comes from inside.
static void takeMeet(CapsuleMeet *best, bool fromInside, double fraction, CaromVec2 out,
                     int feature)
{
    bool isBetter = fromInside ? fraction > best->fraction : fraction < best->fraction;
    if (best->feature < 0 || isBetter) {
        CapsuleMeet meet = {fraction, out, feature};
        *best = meet;
    }
}

static CapsuleMeet meetCapsule(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, double radius,
                               bool fromInside)
{
    CapsuleMeet best = {0.0, {0.0, 0.0}, -1};
    CaromVec2 u = crSub(b, a), m = crSub(o, a);
    double uu = crLengthSquared(u), speed = crCross(u, d), height = crCross(u, m);
    if (speed != 0.0) {
        bool isLeft = fromInside == (speed > 0.0);
        double reach = (isLeft ? radius : -radius) * sqrt(uu), fraction = (reach - height) / speed;
        double along = crDot(u, m) + fraction * crDot(u, d);
        if (fraction >= 0.0 && along >= 0.0 && along <= uu) {
            takeMeet(&best, fromInside, fraction, isLeft ? crLeft(u) : crRight(u), isLeft ? 0 : 1);
        }
    }
    for (int cap = 2; cap <= 3; cap++) {
        Chord chord;
        if (findChord(o, d, cap == 2 ? a : b, radius, &chord) && chord.far >= 0.0) {
            takeMeet(&best, fromInside, fromInside ? chord.far : chord.near,
                     fromInside ? chord.farOut : chord.nearOut, cap);
        }
    }
    return best;
}

bool caromRayCastCapsule(CaromVec2 origin, CaromVec2 translation, CaromVec2 a, CaromVec2 b,
                         double radius, CaromInside inside, CaromRayHit *hit)
{
    CaromVec2 o = origin, d = translation;
    if (radius == 0.0) {
        return crRayCastSegmentPlainly(o, d, a, b, hit);
    }
    CapsulePlace start = placeInCapsule(o, a, b, radius);
    bool fromInside = start.side < 0;
    if (start.side == 0 || (fromInside && inside == CAROM_INSIDE_HIT)) {
        if (!fromInside && leavingCapsule(&start, o, d, a, b) > 0) {
            return false;
        }
        return crSetHit(hit, o, d, 0.0, crUnitOr(start.out, crVec(1.0, 0.0)), start.feature);
    }
    if (fromInside && inside == CAROM_INSIDE_IGNORE) {
        return false;
    }
    CapsulePlace end = placeInCapsule(crAdd(o, d), a, b, radius);
    CapsuleMeet meet = meetCapsule(o, d, a, b, radius, fromInside);
    if (fromInside ? end.side < 0 : (meet.feature < 0 || meet.fraction > 1.0) && end.side > 0) {
        return false;
    }
    if (meet.feature < 0) {
        CapsuleMeet atEnd = {1.0, end.out, end.feature};
        meet = atEnd;
    }
    CaromVec2 out = crUnitOr(meet.out, start.out);
    return crSetHit(hit, o, d, meet.fraction, fromInside ? crNegate(out) : out, meet.feature);
}
