// SPDX-License-Identifier: MIT
// Rays by their short ways against the plain ones, bit for bit, misses included, which leave the
// hit alone: random ones, and ones that touch, graze, start on, end on, run along. The header is
// compiled for plain C here, the library for what its machine has.
#define CR_DOUBLE2_PLAIN
#include "../../shapes/ray_fast.h"

#include <string.h>

#include "../support/field.h"
#include "../support/twins_check.h"

#define ROUNDS 20000
#define MOST_CORNERS 40

/// What a case is made of; numbers on a lattice coincide, others graze by roundings.
typedef struct Case {
    TestRandom random;
    int kind;
    double size, offset;
} Case;

static Case caseOf(int seed)
{
    static const double offsets[] = {0.0, 0.0, 1e3, -1e6};
    Case c = {testRandomSeed((uint64_t)seed), seed % 4, 1.0, offsets[seed / 4 % 4]};
    if (seed % 3 == 0) {
        c.size = pow(2.0, testRandomInt(&c.random, -400, 30)) * (seed % 2 ? 1.0 : 1.1);
    }
    return c;
}

static CaromVec2 somewhere(Case *c)
{
    if (c->kind == 0) {
        double x = (c->offset + testRandomRange(&c->random, -9.0, 9.0)) * c->size;
        return crVec(x, (c->offset + testRandomRange(&c->random, -9.0, 9.0)) * c->size);
    }
    double x = (c->offset + testRandomInt(&c->random, -4, 4)) * c->size;
    return crVec(x, (c->offset + testRandomInt(&c->random, -4, 4)) * c->size);
}

/// Somewhere, or what is rounded to the line from a to b: at an end of it, between, beyond.
static CaromVec2 onLine(Case *c, CaromVec2 a, CaromVec2 b)
{
    static const double places[] = {0.0, 1.0, 0.5, 1.0 / 3.0, -0.7, 1.9};
    if (c->kind < 2 || testRandomInt(&c->random, 0, 2) == 0) {
        return somewhere(c);
    }
    CaromVec2 p = crAddScaled(a, crSub(b, a), places[testRandomInt(&c->random, 0, 5)]);
    return c->kind == 2 ? p : crAddScaled(p, crSub(somewhere(c), p), 1e-16);
}

static const CaromRayHit untouched = {-7.0, {-7.0, -7.0}, {-7.0, -7.0}, -7};

static void compare(bool isHit, const CaromRayHit *hit, bool isPlainHit, const CaromRayHit *plain,
                    const char *what, int seed, int round)
{
    ck_assert_msg(isHit == isPlainHit, "%s, seed %d, round %d: a hit or none", what, seed, round);
    ck_assert_msg(
        memcmp(&hit->fraction, &plain->fraction, sizeof hit->fraction) == 0 &&
            memcmp(&hit->point, &plain->point, sizeof hit->point) == 0 &&
            memcmp(&hit->normal, &plain->normal, sizeof hit->normal) == 0 &&
            hit->feature == plain->feature,
        "%s, seed %d, round %d: fraction %.17g instead of %.17g, normal %.17g %.17g, %.17g "
        "%.17g",
        what, seed, round, hit->fraction, plain->fraction, hit->normal.x, hit->normal.y,
        plain->normal.x, plain->normal.y);
}

/// Where it answers at all, as in compare; a hit of a segment has feature 0.
static void compareShort(int isHit, const CaromRayHit *hit, bool isPlainHit,
                         const CaromRayHit *plain, const char *what, int seed, int round)
{
    if (isHit != CR_UNSURE) {
        compare(isHit, hit, isPlainHit, plain, what, seed, round);
    }
}

TEST_LOOP(segments, 48)
{
    Case c = caseOf(_i);
    for (int round = 0; round < ROUNDS; round++) {
        CaromVec2 o = somewhere(&c), end = somewhere(&c), d = crSub(end, o);
        CaromVec2 a = onLine(&c, o, end), b = onLine(&c, o, end);
        CaromRayHit hit = untouched, shortHit = untouched, plain = untouched;
        bool isPlainHit = crRayCastSegmentPlainly(o, d, a, b, &plain);
        plain.feature = isPlainHit ? 0 : plain.feature;
        compare(caromRayCastSegment(o, d, a, b, &hit), &hit, isPlainHit, &plain, "segment", _i,
                round);
        compareShort(crShortCastSegment(o, d, a, b, &shortHit), &shortHit, isPlainHit, &plain,
                     "segment in plain C", _i, round);
    }
}

/// Of 0, of any, so that it touches the ray's line or an end of the ray up to rounding.
static double radiusFor(Case *c, CaromVec2 o, CaromVec2 d, CaromVec2 center)
{
    double length = crLength(d), any = testRandomRange(&c->random, 0.0, 6.0) * c->size;
    switch (testRandomInt(&c->random, 0, 7)) {
    case 0:
        return length > 0.0 ? crAbs(crCross(d, crSub(o, center))) / length : 0.0;
    case 1:
        return crLength(crSub(o, center));
    case 2:
        return crLength(crSub(crAdd(o, d), center));
    case 3:
        return c->kind == 0 ? 0.0 : c->size * (int)(any / c->size);
    default:
        return any;
    }
}

TEST_LOOP(circles, 48)
{
    Case c = caseOf(_i);
    for (int round = 0; round < ROUNDS; round++) {
        CaromVec2 o = somewhere(&c), end = somewhere(&c), d = crSub(end, o);
        CaromVec2 center = onLine(&c, o, end);
        double radius = radiusFor(&c, o, d, center);
        CaromInside inside = (CaromInside)testRandomInt(&c.random, 0, 2);
        CaromRayHit hit = untouched, shortHit = untouched, plain = untouched;
        bool isPlainHit = crRayCastCirclePlainly(o, d, center, radius, inside, &plain);
        compare(caromRayCastCircle(o, d, center, radius, inside, &hit), &hit, isPlainHit, &plain,
                "circle", _i, round);
        compareShort(crShortCastCircle(o, d, center, radius, &shortHit), &shortHit, isPlainHit,
                     &plain, "circle in plain C", _i, round);
    }
}

/// A star around `center`, convex where no corner is drawn in; of either winding, now and then with
/// corners on the ray's line.
static int makePolygon(Case *c, CaromVec2 o, CaromVec2 end, CaromVec2 *points)
{
    int count = testRandomInt(&c->random, 3, testRandomInt(&c->random, 0, 9) ? 9 : MOST_CORNERS);
    CaromVec2 center = somewhere(c);
    bool isConvex = testRandomInt(&c->random, 0, 1),
         isTurned = testRandomInt(&c->random, 0, 3) == 0;
    double first = testRandomRange(&c->random, 0.0, 6.28);
    for (int i = 0; i < count; i++) {
        CaromRotation turn =
            caromRotation(first + (isTurned ? -1 : 1) * 6.283185307179586 * i / count);
        double far = (isConvex ? 4.0 : testRandomRange(&c->random, 1.0, 6.0)) * c->size;
        points[i] = crAddScaled(center, crVec(turn.c, turn.s), far);
        if (c->kind >= 2 && testRandomInt(&c->random, 0, 7) == 0) {
            points[i] = onLine(c, o, end);
        }
    }
    return count;
}

TEST_LOOP(polygons, 48)
{
    Case c = caseOf(_i);
    for (int round = 0; round < ROUNDS / 4; round++) {
        CaromVec2 points[MOST_CORNERS], o = somewhere(&c), end = somewhere(&c), d = crSub(end, o);
        int count = makePolygon(&c, o, end, points);
        CaromInside inside = (CaromInside)testRandomInt(&c.random, 0, 2);
        if (caromPolygonValidate(points, count, NULL) != CAROM_OK) {
            continue;
        }
        CaromRayHit hit = untouched, shortHit = untouched, plain = untouched;
        bool isPlainHit = crRayCastPolygonPlainly(o, d, points, count, inside, &plain);
        compare(caromRayCastPolygon(o, d, points, count, inside, &hit), &hit, isPlainHit, &plain,
                "polygon", _i, round);
        compareShort(crShortCastPolygon(o, d, points, count, &shortHit), &shortHit, isPlainHit,
                     &plain, "polygon in plain C", _i, round);
    }
}

/// From outside, against a regular polygon.
static int shortOfPolygon(Case *c, CaromVec2 o, CaromVec2 d)
{
    CaromVec2 points[8], center = somewhere(c);
    int count = testRandomInt(&c->random, 3, 8);
    double first = testRandomRange(&c->random, 0.0, 6.28);
    for (int i = 0; i < count; i++) {
        CaromRotation turn = caromRotation(first + 6.283185307179586 * i / count);
        points[i] = crAddScaled(center, crVec(turn.c, turn.s), 3.0);
    }
    CaromRayHit hit;
    return caromPointInPolygon(o, points, count) ? 0
                                                 : crShortCastPolygon(o, d, points, count, &hit);
}

/// The short ways decide nearly all rays of a game.
TEST_LOOP(plain_twins_are_told_one_by_one, 16)
{
    checkTwins(_i);
}

TEST(short_ways_are_taken)
{
    Case c = {testRandomSeed(1), 0, 1.0, 1e3};
    int unsure = 0, polygonHits = 0;
    for (int round = 0; round < ROUNDS; round++) {
        CaromVec2 o = somewhere(&c), d = crSub(somewhere(&c), o), a = somewhere(&c);
        CaromRayHit hit;
        unsure += crShortCastSegment(o, d, a, somewhere(&c), &hit) == CR_UNSURE;
        unsure += crShortCastCircle(o, crScale(d, 9.0), a, 0.01, &hit) == CR_UNSURE;
        int isHit = shortOfPolygon(&c, o, d);
        unsure += isHit == CR_UNSURE;
        polygonHits += isHit == 1;
    }
    ck_assert_int_ge(polygonHits, ROUNDS / 10);
    ck_assert_int_le(unsure, ROUNDS / 100);
}
