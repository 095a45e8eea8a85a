// SPDX-License-Identifier: MIT
// Oracles: whole numbers for whether, which and, where the answer is a quotient, where; the
// distance along the ray for circles and capsules: it falls to the radius at the entry and rises at
// the exit.
#include "../../shapes/shapes.h"

#include <float.h>
#include <math.h>

#include "../support/assertions.h"
#include "../support/random_vec.h"
#include "lattice_ray.h"

static CaromVec2 vec(double x, double y)
{
    CaromVec2 v = {x, y};
    return v;
}

static CaromVec2 at(CaromVec2 o, CaromVec2 d, double fraction)
{
    return vec(o.x + d.x * fraction, o.y + d.y * fraction);
}

/// What every hit promises.
static void checkHit(const CaromRayHit *hit, CaromVec2 o, CaromVec2 d)
{
    ck_assert(hit->fraction >= 0.0 && hit->fraction <= 1.0);
    CaromVec2 p = at(o, d, hit->fraction);
    ck_assert(hit->point.x == p.x && hit->point.y == p.y);
    ck_assert(fabs(caromVec2Length(hit->normal) - 1.0) <= 1e-15);
}

static void checkFacing(const CaromRayHit *hit, CaromVec2 d)
{
    ck_assert(caromVec2Dot(hit->normal, d) <= 1e-13 * caromVec2Length(d));
}

// ---- segments

TEST_SEEDS(segments_on_a_lattice, 8)
{
    for (int round = 0; round < 5000; round++) {
        int size = 1 + round % 8;
        LatticePoint o = latticeRandom(&random, size), e = latticeRandom(&random, size);
        LatticePoint a = latticeRandom(&random, size), b = latticeRandom(&random, size);
        LatticePoint d = latticeSub(e, o);
        LatticeMeet expected = latticeMeets(o, d, a, b);
        double along = -7.0, across = -7.0;
        CaromVec2 vo = latticeToVec(o), vd = latticeToVec(d);
        CaromMeet meet =
            caromRayMeetsSegment(vo, vd, latticeToVec(a), latticeToVec(b), &along, &across);
        ck_assert_int_eq(meet, expected.meet);
        bool isMet = latticeIsMet(expected);
        ck_assert(along == (isMet ? latticeRounded(expected.along) : -7.0));
        ck_assert(across == (isMet ? latticeRounded(expected.across) : -7.0));
        ck_assert_int_eq(caromRayMeetsSegment(vo, vd, latticeToVec(a), latticeToVec(b), NULL, NULL),
                         meet);
        CaromRayHit hit = {0};
        bool isHit = caromRayCastSegment(vo, vd, latticeToVec(a), latticeToVec(b), &hit);
        ck_assert_int_eq(isHit, isMet);
        if (isHit) {
            checkHit(&hit, vo, vd);
            checkFacing(&hit, vd);
            ck_assert(hit.fraction == along && hit.feature == 0);
            CaromVec2 axis = meet == CAROM_MEET_CROSS ? latticeToVec(latticeSub(b, a)) : vd;
            double turn = meet == CAROM_MEET_CROSS ? caromVec2Dot(hit.normal, axis)
                                                   : caromVec2Cross(hit.normal, axis);
            ck_assert(fabs(turn) <= 1e-14 || (d.x == 0 && d.y == 0));
        }
    }
}

TEST(a_start_on_a_segment_hits_at_0)
{
    CaromRayHit hit;
    ck_assert(caromRayCastSegment(vec(1, 0), vec(3, 5), vec(0, 0), vec(4, 0), &hit));
    ck_assert(hit.fraction == 0.0 && hit.normal.x == 0.0 && hit.normal.y == -1.0);
    ck_assert(caromRayCastSegment(vec(1, 0), vec(0, 0), vec(0, 0), vec(4, 0), &hit));
    ck_assert(hit.fraction == 0.0 && hit.normal.y == 1.0); // a point: the left normal
    ck_assert(caromRayCastSegment(vec(1, 0), vec(0, 0), vec(1, 0), vec(1, 0), &hit));
    ck_assert(hit.normal.x == 1.0 && hit.normal.y == 0.0);
}

// 1 + (1 − 2^-53) is below 2, and 2 once rounded.
TEST(ends_of_rays_are_not_rounded)
{
    CaromVec2 o = vec(1, 0), d = vec(1.0 - 0x1p-53, 0);
    ck_assert_int_eq(caromRayMeetsSegment(o, d, vec(2, 0), vec(3, 0), NULL, NULL),
                     CAROM_MEET_APART);
    ck_assert_int_eq(caromRayMeetsSegment(o, d, vec(2, -1), vec(2, 1), NULL, NULL),
                     CAROM_MEET_NONE);
    d.x = 1.0;
    ck_assert_int_eq(caromRayMeetsSegment(o, d, vec(2, 0), vec(3, 0), NULL, NULL),
                     CAROM_MEET_COLLINEAR);
    ck_assert_int_eq(caromRayMeetsSegment(o, d, vec(2, -1), vec(2, 1), NULL, NULL),
                     CAROM_MEET_CROSS);
}

// A ray cannot slip between two segments that share an end, nor get two fractions there.
TEST_SEEDS(segments_that_share_an_end_leave_no_gap, 8)
{
    double offset = _i % 2 ? 1e6 : 0.0;
    for (int round = 0; round < 1000; round++) {
        CaromVec2 p = at(vec(offset, offset), randomVec(&random, 10.0), 1.0);
        CaromVec2 o = at(p, randomVec(&random, 10.0), 1.0);
        CaromVec2 d = caromVec2Scale(caromVec2Sub(p, o), 2.0), left = vec(-d.y, d.x);
        CaromVec2 a = at(p, left, testRandomRange(&random, 0.1, 2.0));
        CaromVec2 b = at(p, left, -testRandomRange(&random, 0.1, 2.0));
        a = at(a, d, testRandomRange(&random, -0.1, 0.1));
        b = at(b, d, testRandomRange(&random, -0.1, 0.1));
        CaromRayHit toA, toB;
        bool hitsA = caromRayCastSegment(o, d, a, p, &toA);
        bool hitsB = caromRayCastSegment(o, d, p, b, &toB);
        ck_assert(hitsA || hitsB);
        ck_assert(!(hitsA && hitsB) || toA.fraction == toB.fraction);
        ck_assert(fabs((hitsA ? toA : toB).fraction - 0.5) <= 1e-7);
    }
}

// ---- circles and capsules in whole numbers

/// The sign of the distance of p from segment a b, less the radius.
static int capsuleSide(LatticePoint p, LatticePoint a, LatticePoint b, int64_t radius)
{
    LatticePoint u = latticeSub(b, a), ap = latticeSub(p, a), bp = latticeSub(p, b);
    if (latticeDot(u, ap) <= 0) {
        return latticeSign(latticeDot(ap, ap) - radius * radius);
    }
    if (latticeDot(u, bp) >= 0) {
        return latticeSign(latticeDot(bp, bp) - radius * radius);
    }
    int64_t cross = latticeCross(u, ap);
    return latticeSign(cross * cross - radius * radius * latticeDot(u, u));
}

/// Segments are as near as their nearest ends, if they don't cross.
static bool touchesCapsule(LatticePoint o, LatticePoint e, LatticePoint a, LatticePoint b,
                           int64_t radius)
{
    return latticeSegmentsTouch(o, e, a, b) || capsuleSide(o, a, b, radius) <= 0 ||
           capsuleSide(e, a, b, radius) <= 0 || capsuleSide(a, o, e, radius) <= 0 ||
           capsuleSide(b, o, e, radius) <= 0;
}

/// The sign of the speed with which a point on the border moves out; 0 along it.
static int leavingSide(LatticePoint p, LatticePoint d, LatticePoint a, LatticePoint b)
{
    LatticePoint u = latticeSub(b, a), ap = latticeSub(p, a), bp = latticeSub(p, b);
    if (latticeDot(u, ap) <= 0) {
        return latticeSign(latticeDot(d, ap));
    }
    if (latticeDot(u, bp) >= 0) {
        return latticeSign(latticeDot(d, bp));
    }
    return latticeSign(latticeCross(u, d)) * latticeSign(latticeCross(u, ap));
}

static double axisDistance(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 u = caromVec2Sub(b, a), ap = caromVec2Sub(p, a);
    double uu = caromVec2Dot(u, u), t = uu > 0.0 ? caromVec2Dot(u, ap) / uu : 0.0;
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    return caromVec2Distance(p, at(a, u, t));
}

typedef struct Capsule {
    CaromVec2 a, b;
    double radius;
} Capsule;

/// The distance from the axis is convex along the ray: where it equals the radius and was not below
/// before, the ray comes in; where it was not above before, it goes out.
static void checkSurface(const CaromRayHit *hit, CaromVec2 o, CaromVec2 d, Capsule c, bool isExit,
                         double tolerance)
{
    static const double before[] = {0.0, 0.3, 0.6, 0.9, 0.99};
    ck_assert(fabs(axisDistance(hit->point, c.a, c.b) - c.radius) <= tolerance);
    for (int i = 0; i < 5; i++) {
        double height = axisDistance(at(o, d, hit->fraction * before[i]), c.a, c.b) - c.radius;
        ck_assert(isExit ? height <= tolerance : height >= -tolerance);
    }
    // The normal is the direction from the axis; it has no digits on a circle without radius.
    CaromVec2 ahead = at(hit->point, hit->normal, isExit ? -0.5 : 0.5);
    double height = axisDistance(ahead, c.a, c.b) - c.radius;
    ck_assert(c.radius == 0.0 || fabs(height - 0.5) <= tolerance * 4.0);
}

typedef struct CapsuleCase {
    LatticePoint o, e, a, b;
    int radius;
} CapsuleCase;

static bool castCapsule(const CapsuleCase *c, CaromInside inside, CaromRayHit *hit)
{
    CaromVec2 o = latticeToVec(c->o), d = latticeToVec(latticeSub(c->e, c->o));
    CaromVec2 a = latticeToVec(c->a);
    if (latticeEqual(c->a, c->b) && c->radius % 2 == 0) {
        return caromRayCastCircle(o, d, a, c->radius, inside, hit);
    }
    return caromRayCastCapsule(o, d, a, latticeToVec(c->b), c->radius, inside, hit);
}

static void checkFromOutside(const CapsuleCase *c, CaromInside inside)
{
    CaromRayHit hit = {0};
    bool isHit = castCapsule(c, inside, &hit);
    ck_assert_int_eq(isHit, touchesCapsule(c->o, c->e, c->a, c->b, c->radius));
    if (isHit) {
        Capsule capsule = {latticeToVec(c->a), latticeToVec(c->b), c->radius};
        CaromVec2 o = latticeToVec(c->o), d = latticeToVec(latticeSub(c->e, c->o));
        checkHit(&hit, o, d);
        checkFacing(&hit, d);
        checkSurface(&hit, o, d, capsule, false, 1e-13);
    }
}

static void checkFromSurface(const CapsuleCase *c, CaromInside inside)
{
    CaromRayHit hit = {0};
    LatticePoint d = latticeSub(c->e, c->o);
    bool isHit = castCapsule(c, inside, &hit);
    bool isLine = c->radius == 0 && !latticeEqual(c->a, c->b);
    ck_assert_int_eq(isHit, isLine || leavingSide(c->o, d, c->a, c->b) <= 0);
    ck_assert(!isHit || hit.fraction == 0.0);
    if (isHit) {
        checkHit(&hit, latticeToVec(c->o), latticeToVec(d));
        checkFacing(&hit, latticeToVec(d));
    }
}

static void checkFromInside(const CapsuleCase *c, CaromInside inside)
{
    CaromRayHit hit = {0};
    bool isHit = castCapsule(c, inside, &hit);
    bool reaches = capsuleSide(c->e, c->a, c->b, c->radius) >= 0;
    ck_assert_int_eq(isHit, inside == CAROM_INSIDE_HIT || (inside == CAROM_INSIDE_EXIT && reaches));
    if (!isHit) {
        return;
    }
    CaromVec2 o = latticeToVec(c->o), d = latticeToVec(latticeSub(c->e, c->o));
    Capsule capsule = {latticeToVec(c->a), latticeToVec(c->b), c->radius};
    checkHit(&hit, o, d);
    if (inside == CAROM_INSIDE_HIT) {
        double depth = c->radius - axisDistance(o, capsule.a, capsule.b);
        double out = axisDistance(at(o, hit.normal, depth), capsule.a, capsule.b);
        ck_assert(hit.fraction == 0.0 && fabs(out - c->radius) <= 1e-14); // the shortest way
    } else {
        checkFacing(&hit, d);
        checkSurface(&hit, o, d, capsule, true, 1e-13);
    }
}

TEST_SEEDS(circles_and_capsules_on_a_lattice, 12)
{
    for (int round = 0; round < 3000; round++) {
        CapsuleCase c;
        int size = 2 + round % 9;
        c.o = latticeRandom(&random, size);
        c.e = latticeRandom(&random, size);
        c.a = latticeRandom(&random, size);
        c.b = round % 3 == 0 ? c.a : latticeRandom(&random, size);
        c.radius = testRandomInt(&random, 0, 4);
        CaromInside inside = (CaromInside)testRandomInt(&random, 0, 2);
        int side = capsuleSide(c.o, c.a, c.b, c.radius);
        if (side > 0) {
            checkFromOutside(&c, inside);
        } else if (side == 0) {
            checkFromSurface(&c, inside);
        } else {
            checkFromInside(&c, inside);
        }
    }
}

/// Far from the ray's start, small, large: the start is known to be outside or inside.
TEST_LOOP(capsules_of_all_sizes, 18)
{
    static const double offsets[] = {0.0, 1e3, 1e6}, radii[] = {1e-3, 1.0, 100.0};
    TestRandom random = testRandomSeed((uint64_t)_i);
    double offset = offsets[_i % 3], radius = radii[_i / 3 % 3];
    for (int round = 0; round < 500; round++) {
        Capsule c = {randomVec(&random, 20.0), randomVec(&random, 20.0), radius};
        c.a = at(vec(offset, -offset), c.a, 1.0);
        c.b = at(c.a, c.b, 1.0);
        CaromVec2 aim = at(c.a, caromVec2Sub(c.b, c.a), testRandomRange(&random, -0.2, 1.2));
        CaromVec2 from = at(aim, randomVec(&random, 300.0), 1.0);
        CaromVec2 d = caromVec2Scale(caromVec2Sub(aim, from), testRandomRange(&random, 0.5, 3.0));
        bool isInside = axisDistance(from, c.a, c.b) < radius;
        CaromRayHit hit;
        double tolerance = 1e-13 * (offset + 400.0);
        if (caromRayCastCapsule(from, d, c.a, c.b, radius, CAROM_INSIDE_EXIT, &hit)) {
            checkHit(&hit, from, d);
            checkFacing(&hit, d);
            checkSurface(&hit, from, d, c, isInside, tolerance);
        } else {
            CaromVec2 end = at(from, d, 1.0);
            ck_assert((axisDistance(end, c.a, c.b) < radius) == isInside);
        }
    }
}

// ---- circles

// The article on which these casts are modelled tests one root, the far one. It misses a circle
// with its far side past the ray's end.
TEST(a_ray_that_ends_inside_hits_the_near_side)
{
    CaromRayHit hit;
    ck_assert(caromRayCastCircle(vec(0, 0), vec(5, 0), vec(5, 0), 2, CAROM_INSIDE_IGNORE, &hit));
    ck_assert(hit.fraction == 0.6 && hit.normal.x == -1.0 && hit.normal.y == 0.0);
    ck_assert(caromRayCastCircle(vec(0, 0), vec(3, 0), vec(5, 0), 2, CAROM_INSIDE_IGNORE, &hit));
    ck_assert(hit.fraction == 1.0 && hit.point.x == 3.0);
}

TEST(tangents_touch_exactly)
{
    double near = 0.0, far = 1.0;
    ck_assert(caromLineMeetsCircle(vec(0, 2), vec(10, 0), vec(5, 0), 2, &near, &far));
    ck_assert(near == 0.5 && far == 0.5);
    double above = nextafter(2.0, 3.0), below = nextafter(2.0, 1.0);
    ck_assert(!caromLineMeetsCircle(vec(0, above), vec(10, 0), vec(5, 0), 2, &near, &far));
    ck_assert(caromLineMeetsCircle(vec(0, below), vec(10, 0), vec(5, 0), 2, &near, &far));
    ck_assert(near < 0.5 && far > 0.5);
    // 3-4-5: the line 4x + 3y = 25 touches the circle of radius 5 at (4, 3).
    ck_assert(caromLineMeetsCircle(vec(7, -1), vec(-6, 8), vec(0, 0), 5, &near, &far));
    ck_assert(near == 0.5 && far == 0.5);
    ck_assert(!caromLineMeetsCircle(vec(0, 0), vec(0, 0), vec(0, 0), 1, &near, &far));
    ck_assert(caromLineMeetsCircle(vec(9, 0), vec(1, 0), vec(5, 0), 2, &near, &far)); // behind
    ck_assert(near == -6.0 && far == -2.0);
}

TEST_LOOP(roots_of_circles_against_long_double, 8)
{
#if LDBL_MANT_DIG > 53
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = 0; round < 1000; round++) {
        CaromVec2 center = randomVec(&random, 10.0), o = randomVec(&random, 1000.0);
        double radius = testRandomRange(&random, 0.1, 5.0), near, far;
        CaromVec2 aim = at(center, randomVec(&random, 1.0), 0.6 * radius);
        CaromVec2 d = caromVec2Scale(caromVec2Sub(aim, o), testRandomRange(&random, 1e-3, 2.0));
        ck_assert(caromLineMeetsCircle(o, d, center, radius, &near, &far));
        long double mx = (long double)o.x - center.x, my = (long double)o.y - center.y;
        long double a = (long double)d.x * d.x + (long double)d.y * d.y, b = mx * d.x + my * d.y;
        long double c = mx * mx + my * my - (long double)radius * radius;
        long double s = sqrtl(b * b - a * c);
        ck_assert(fabsl(near - (-b - s) / a) <= 1e-13L * fabsl(near) + 1e-14L);
        ck_assert(fabsl(far - (-b + s) / a) <= 1e-13L * fabsl(far) + 1e-14L);
    }
#endif
}

// A start 1e-9 outside: the textbook's -b - sqrt(b² - ac) has no digit left of its near root.
TEST(a_start_next_to_the_surface_keeps_its_digits)
{
    double near, far, gap = 0x1p-30;
    ck_assert(
        caromLineMeetsCircle(vec(-1000.0 - gap, 0), vec(1, 0), vec(0, 0), 1000.0, &near, &far));
    ck_assert(fabs(near - gap) <= 1e-3 * gap && fabs(far - 2000.0) <= 1e-6);
}

TEST_SEEDS(who_stops_in_a_circle_was_told, 8)
{
    for (int round = 0; round < 2000; round++) {
        // Ends within rounding of the surface.
        CaromVec2 center = randomVec(&random, 5.0), dir = randomVec(&random, 1.0);
        double radius = testRandomRange(&random, 0.5, 2.0);
        CaromVec2 aim = at(center, caromVec2Normalize(dir), radius);
        CaromVec2 o = at(aim, randomVec(&random, 20.0), 1.0), d = caromVec2Sub(aim, o);
        CaromRayHit hit;
        bool startsIn = caromPointInCircle(o, center, radius);
        bool endsIn = caromPointInCircle(caromVec2Add(o, d), center, radius);
        bool isHit = caromRayCastCircle(o, d, center, radius, CAROM_INSIDE_EXIT, &hit);
        ck_assert(isHit || startsIn == endsIn);
    }
}

// ---- a capsule without radius is a segment; its parts

TEST(parts_of_a_capsule)
{
    CaromVec2 a = vec(0, 0), b = vec(4, 0);
    CaromRayHit hit;
    static const struct {
        CaromVec2 o, d;
        int feature;
    } cases[] = {{{1, 5}, {0, -9}, 0},  {{1, -5}, {0, 9}, 1},    {{-9, 0}, {20, 0}, 2},
                 {{9, 0}, {-20, 0}, 3}, {{-9, 0.5}, {20, 0}, 2}, {{9, -0.5}, {-20, 0}, 3}};
    for (int i = 0; i < 6; i++) {
        for (int radius = 0; radius <= 1; radius++) {
            bool isHit = caromRayCastCapsule(cases[i].o, cases[i].d, a, b, radius,
                                             CAROM_INSIDE_IGNORE, &hit);
            ck_assert_int_eq(isHit, radius > 0 || i < 4);
            ck_assert(!isHit || hit.feature == cases[i].feature);
        }
    }
    // Along a side, at exactly its height: the caps are touched.
    ck_assert(caromRayCastCapsule(vec(-9, 1), vec(20, 0), a, b, 1, CAROM_INSIDE_IGNORE, &hit));
    ck_assert(hit.feature == 2 && hit.point.x == 0.0 && hit.normal.y == 1.0);
}

/// From the very middle all ways out are as short: a circle, and a capsule that is one, choose
/// alike.
TEST(a_start_in_the_middle_has_one_normal)
{
    CaromRayHit circle, capsule;
    for (int k = 0; k < 8; k++) {
        CaromVec2 o = vec(k - 3.5, 0.25 * k), d = vec(k % 3 - 1, k % 2 + 1);
        ck_assert(caromRayCastCircle(o, d, o, 0.5, CAROM_INSIDE_HIT, &circle));
        ck_assert(caromRayCastCapsule(o, d, o, o, 0.5, CAROM_INSIDE_HIT, &capsule));
        ck_assert(circle.fraction == 0.0 && capsule.fraction == 0.0);
        ck_assert(circle.normal.x == 1.0 && circle.normal.y == 0.0 && circle.feature == 0);
        ck_assert(capsule.normal.x == 1.0 && capsule.normal.y == 0.0);
    }
}

/// What is not a number gets some answer, and no crash.
TEST(rays_that_are_no_numbers_do_not_crash)
{
    static const double odd[3] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3 * 64; k++) {
        CaromVec2 from = {-1.87655, -0.051482}, way = {-0.331326, 0.2}, center = {-0.236527, 0.3};
        double radius = 1.0, *numbers[] = {&from.x, &from.y, &way.x, &way.y, &center.x, &radius};
        for (int n = 0; n < 6; n++) {
            *numbers[n] = k % 64 & 1 << n ? odd[k / 64] : *numbers[n];
        }
        CaromRayHit hit;
        caromRayCastCircle(from, way, center, radius, CAROM_INSIDE_HIT, &hit);
        caromRayCastCapsule(from, way, center, from, radius, CAROM_INSIDE_HIT, &hit);
    }
}
