// SPDX-License-Identifier: MIT
// Oracle: whole numbers. Points just past a place on a ray are lattice points of a finer lattice.
#include "../../shapes/shapes.h"

#include <math.h>

#include "../../shapes/exact.h"
#include "../../shapes/inline.h"
#include "../support/assertions.h"
#include "lattice_ray.h"

#define MAX_POINTS 8

/// Finer than any two fractions on a lattice of 5 by 5 differ: 1/(50·50).
#define FINER 4000

typedef struct Polygon {
    LatticePoint points[MAX_POINTS];
    CaromVec2 vecs[MAX_POINTS];
    int count;
} Polygon;

static bool isSimple(const Polygon *polygon)
{
    int n = polygon->count;
    for (int i = 0; i < n; i++) {
        LatticePoint a = polygon->points[i], b = polygon->points[(i + 1) % n];
        LatticePoint c = polygon->points[(i + 2) % n];
        if (latticeEqual(a, b) || latticeOnSegment(c, a, b) || latticeOnSegment(a, b, c)) {
            return false;
        }
        for (int j = i + 2; j < n && (i > 0 || j < n - 1); j++) {
            if (latticeSegmentsTouch(a, b, polygon->points[j], polygon->points[(j + 1) % n])) {
                return false;
            }
        }
    }
    return true;
}

static void setPoints(Polygon *polygon, bool isReversed)
{
    for (int i = 0; i < polygon->count / 2 && isReversed; i++) {
        LatticePoint swapped = polygon->points[i];
        polygon->points[i] = polygon->points[polygon->count - 1 - i];
        polygon->points[polygon->count - 1 - i] = swapped;
    }
    for (int i = 0; i < polygon->count; i++) {
        polygon->vecs[i] = latticeToVec(polygon->points[i]);
    }
}

/// Simple and counter-clockwise.
static Polygon randomPolygon(TestRandom *random, int size)
{
    Polygon polygon;
    do {
        polygon.count = testRandomInt(random, 3, MAX_POINTS);
        for (int i = 0; i < polygon.count; i++) {
            polygon.points[i] = latticeRandom(random, size);
        }
    } while (!isSimple(&polygon));
    int64_t area = 0;
    for (int i = 0; i < polygon.count; i++) {
        area += latticeCross(polygon.points[i], polygon.points[(i + 1) % polygon.count]);
    }
    setPoints(&polygon, area < 0);
    return polygon;
}

static bool contains(const Polygon *polygon, LatticePoint p)
{
    return latticeInPolygon(p, polygon->points, polygon->count);
}

/// Whether the point just past o + fraction·d is in the polygon or on its border.
static bool containsPast(const Polygon *polygon, LatticePoint o, LatticePoint d,
                         LatticeFraction fraction)
{
    Polygon fine = *polygon;
    int64_t scale = fraction.under * FINER, steps = fraction.over * FINER + 1;
    for (int i = 0; i < fine.count; i++) {
        fine.points[i].x *= scale;
        fine.points[i].y *= scale;
    }
    // The point in units of 1/scale: o·scale + d·(over·FINER + 1).
    LatticePoint past = {o.x * scale + d.x * steps, o.y * scale + d.y * steps};
    return contains(&fine, past);
}

/// The lowest of the edges met first; `facing`: only those with o strictly to their right (−1) or
/// left (1).
static int firstEdge(const Polygon *polygon, LatticePoint o, LatticePoint d, int facing,
                     LatticeFraction *fraction)
{
    int first = -1;
    for (int i = 0; i < polygon->count; i++) {
        LatticePoint a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        LatticeMeet meet = latticeMeets(o, d, a, b);
        if (latticeIsMet(meet) && (facing == 0 || latticeOrient(a, b, o) == facing) &&
            (first < 0 || latticeCompare(meet.along, *fraction) < 0)) {
            first = i;
            *fraction = meet.along;
        }
    }
    return first;
}

static void checkCrossings(const Polygon *polygon, LatticePoint o, LatticePoint e)
{
    LatticePoint d = latticeSub(e, o);
    CaromPolygonRay ray =
        caromRayCrossesPolygon(latticeToVec(o), latticeToVec(d), polygon->vecs, polygon->count);
    LatticeFraction fraction = {0, 1};
    int first = firstEdge(polygon, o, d, 0, &fraction), met = 0;
    ck_assert_int_eq(ray.hit, first >= 0);
    ck_assert_int_eq(ray.startsInside, contains(polygon, o));
    if (ray.hit) {
        ck_assert_int_eq(ray.first.feature, first);
        ck_assert(ray.first.fraction == latticeRounded(fraction));
        ck_assert(caromVec2Dot(ray.first.normal, latticeToVec(d)) <= 1e-15);
    }
    bool isPlain = true; // no vertex on the ray's line
    for (int i = 0; i < polygon->count; i++) {
        LatticePoint a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        met += latticeIsMet(latticeMeets(o, d, a, b));
        isPlain &= latticeOrient(o, e, a) != 0;
    }
    if (isPlain) {
        ck_assert_int_eq(ray.crossings, met);
    }
    if (!latticeOnBorder(o, polygon->points, polygon->count) &&
        !latticeOnBorder(e, polygon->points, polygon->count)) {
        bool changes = contains(polygon, o) != contains(polygon, e);
        ck_assert_int_eq(ray.crossings % 2, changes);
    }
}

TEST_SEEDS(crossings_on_a_lattice, 8)
{
    for (int round = 0; round < 40; round++) {
        int size = 2 + round % 7;
        Polygon polygon = randomPolygon(&random, size);
        setPoints(&polygon, round % 2 == 1);
        for (int i = 0; i < 40; i++) {
            LatticePoint o = latticeRandom(&random, size), e = latticeRandom(&random, size);
            checkCrossings(&polygon, o, e);
            checkCrossings(&polygon, o, o);
            checkCrossings(&polygon, o, polygon.points[0]);
            checkCrossings(&polygon, polygon.points[0], e);
        }
    }
}

/// The first place of the border behind which the ray is outside; false where it stays in.
static bool findExit(const Polygon *polygon, LatticePoint o, LatticePoint d,
                     LatticeFraction *fraction)
{
    bool isFound = false;
    for (int i = 0; i < polygon->count; i++) {
        LatticeMeet meet =
            latticeMeets(o, d, polygon->points[i], polygon->points[(i + 1) % polygon->count]);
        if (meet.meet == CAROM_MEET_CROSS && !containsPast(polygon, o, d, meet.along) &&
            (!isFound || latticeCompare(meet.along, *fraction) < 0)) {
            isFound = true;
            *fraction = meet.along;
        }
    }
    return isFound;
}

typedef struct Expected {
    bool isHit;
    LatticeFraction fraction;
    int edge; ///< −1: any
} Expected;

static Expected expectCast(const Polygon *polygon, LatticePoint o, LatticePoint d,
                           CaromInside inside)
{
    Expected expected = {false, {0, 1}, -1};
    bool isOn = latticeOnBorder(o, polygon->points, polygon->count);
    if (!contains(polygon, o) || (isOn && !containsPast(polygon, o, d, expected.fraction))) {
        expected.edge = firstEdge(polygon, o, d, -1, &expected.fraction);
        expected.isHit = expected.edge >= 0;
        if (expected.isHit && !isOn) { // nothing that faces away comes before
            LatticeFraction any = {0, 1};
            firstEdge(polygon, o, d, 0, &any);
            ck_assert_int_eq(latticeCompare(any, expected.fraction), 0);
        }
    } else if (isOn || inside == CAROM_INSIDE_HIT) {
        expected.isHit = true;
    } else if (inside == CAROM_INSIDE_EXIT) {
        expected.isHit = findExit(polygon, o, d, &expected.fraction);
    }
    return expected;
}

/// Whether p is within rounding of edge i, and the normal that of the edge: outward, or inward.
static void checkEdge(const Polygon *polygon, const CaromRayHit *hit, bool isOutward)
{
    CaromVec2 a = polygon->vecs[hit->feature];
    CaromVec2 b = polygon->vecs[(hit->feature + 1) % polygon->count], u = caromVec2Sub(b, a);
    CaromVec2 normal = caromVec2Normalize(caromVec2(u.y, -u.x));
    double sign = isOutward ? 1.0 : -1.0;
    ck_assert(hit->normal.x == sign * normal.x && hit->normal.y == sign * normal.y);
    ck_assert(fabs(caromNearestOnSegment(hit->point, a, b).distance) <= 1e-14);
}

static void checkCast(const Polygon *polygon, LatticePoint o, LatticePoint e, CaromInside inside)
{
    LatticePoint d = latticeSub(e, o);
    Expected expected = expectCast(polygon, o, d, inside);
    CaromRayHit hit = {0};
    bool isHit = caromRayCastPolygon(latticeToVec(o), latticeToVec(d), polygon->vecs,
                                     polygon->count, inside, &hit);
    ck_assert_int_eq(isHit, expected.isHit);
    if (!isHit) {
        return;
    }
    ck_assert(hit.fraction == latticeRounded(expected.fraction));
    ck_assert(expected.edge < 0 || hit.feature == expected.edge);
    bool isInside = contains(polygon, o) && !latticeOnBorder(o, polygon->points, polygon->count);
    if (!isInside || inside == CAROM_INSIDE_EXIT) {
        checkEdge(polygon, &hit, !isInside);
        bool isAlong = !isInside && expected.edge < 0; // along the border, or a corner's other edge
        ck_assert(isAlong || caromVec2Dot(hit.normal, latticeToVec(d)) <= 1e-15);
    }
}

TEST_SEEDS(casts_on_a_lattice, 8)
{
    for (int round = 0; round < 40; round++) {
        int size = 2 + round % 4;
        Polygon polygon = randomPolygon(&random, size);
        for (int i = 0; i < 40; i++) {
            LatticePoint o = latticeRandom(&random, size), e = latticeRandom(&random, size);
            CaromInside inside = (CaromInside)testRandomInt(&random, 0, 2);
            checkCast(&polygon, o, e, inside);
            checkCast(&polygon, o, o, inside);
            checkCast(&polygon, o, polygon.points[0], inside);
            checkCast(&polygon, polygon.points[1], e, inside);
        }
    }
}

// A deep notch: the ray comes in, grazes a reflex corner, goes out.
TEST(a_grazed_corner_is_no_exit)
{
    //  (0,4)      (4,4)
    //     |  \  /   |      the notch's corner (2, 2) touches the ray at height 2
    //  (0,0)------(4,0)
    const CaromVec2 points[5] = {{0, 0}, {4, 0}, {4, 4}, {2, 2}, {0, 4}};
    CaromRayHit hit;
    CaromVec2 o = {1, 2}, d = {8, 0};
    ck_assert(caromRayCastPolygon(o, d, points, 5, CAROM_INSIDE_EXIT, &hit));
    ck_assert(hit.fraction == 0.375 && hit.feature == 1 && hit.normal.x == -1.0);
    o.x = -1.0;
    ck_assert(caromRayCastPolygon(o, d, points, 5, CAROM_INSIDE_EXIT, &hit));
    ck_assert(hit.fraction == 0.125 && hit.feature == 4 && hit.normal.x == -1.0);
    ck_assert_int_eq(caromRayCrossesPolygon(o, d, points, 5).crossings % 2, 0);
}

// At places that no lattice has: parity against both ends, borders within rounding.
TEST_SEEDS(parity_tells_the_sides_of_both_ends, 8)
{
    for (int round = 0; round < 40; round++) {
        Polygon polygon = randomPolygon(&random, 6);
        CaromTransform t = caromTransform(caromVec2(0.0, 0.0), 0.3 * _i, caromVec2(0.3, 0.7));
        for (int i = 0; i < polygon.count; i++) {
            polygon.vecs[i] = caromTransformPoint(t, polygon.vecs[i]);
        }
        for (int i = 0; i < 20; i++) {
            // On a grid of 2^-20, so that both ends and what lies between are doubles.
            CaromVec2 o = {testRandomInt(&random, -1000000, 1000000) * 0x1p-18, 0.0};
            CaromVec2 d = {testRandomInt(&random, -1000000, 1000000) * 0x1p-18, 0.0};
            o.y = testRandomInt(&random, -1000000, 1000000) * 0x1p-18;
            d.y = testRandomInt(&random, -1000000, 1000000) * 0x1p-18;
            CaromPolygonRay ray = caromRayCrossesPolygon(o, d, polygon.vecs, polygon.count);
            bool startsIn = caromPointInPolygon(o, polygon.vecs, polygon.count);
            CaromVec2 end = caromVec2Add(o, d);
            ck_assert_int_eq(ray.crossings % 2,
                             startsIn != caromPointInPolygon(end, polygon.vecs, polygon.count));
            ck_assert_int_eq(ray.startsInside, startsIn);
        }
    }
}

// ---- the common case is decided by floats: it must have the bits of the exact code

static bool isSameHit(bool isHit, const CaromRayHit *hit, bool isOther, const CaromRayHit *other)
{
    return isHit == isOther &&
           (!isHit || (hit->fraction == other->fraction && crEqual(hit->point, other->point) &&
                       crEqual(hit->normal, other->normal) && hit->feature == other->feature));
}

/// By caromRayMeetsSegment, which takes no short cut.
static bool castEdgePlainly(CaromVec2 o, CaromVec2 d, CaromVec2 a, CaromVec2 b, CaromRayHit *hit)
{
    double along, across;
    CaromMeet meet = caromRayMeetsSegment(o, d, a, b, &along, &across);
    if (meet == CAROM_MEET_COLLINEAR) {
        return caromRayCastSegment(o, d, a, b, hit);
    }
    CaromVec2 left = crLeft(crSub(b, a));
    bool fromLeft = crSideOfRay(a, d, b) > 0;
    hit->fraction = along;
    hit->point = crAddScaled(o, d, along);
    hit->normal = caromVec2Normalize(fromLeft ? left : crNegate(left));
    hit->feature = 0;
    return meet == CAROM_MEET_CROSS;
}

static bool castPlainly(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                        CaromRayHit *first)
{
    bool isHit = false;
    for (int i = 0; i < count && !caromPointInPolygon(o, points, count); i++) {
        CaromVec2 a = points[i], b = points[(i + 1) % count];
        CaromRayHit hit;
        if (crOrient(a, b, o) < 0 && castEdgePlainly(o, d, a, b, &hit) &&
            (!isHit || hit.fraction < first->fraction)) {
            *first = hit;
            first->feature = i;
            isHit = true;
        }
    }
    return isHit;
}

static CaromVec2 somewhere(TestRandom *random, double size)
{
    double x = testRandomRange(random, -size, size);
    return crVec(x, testRandomRange(random, -size, size));
}

/// Round about the origin, either way, or anyhow, crossing itself.
static int anyPolygon(TestRandom *random, CaromVec2 *points)
{
    int count =
        testRandomInt(random, 0, 9) ? testRandomInt(random, 3, 9) : testRandomInt(random, 31, 40);
    double way = testRandomInt(random, 0, 5) ? 1.0 : -1.0;
    bool anyhow = testRandomInt(random, 0, 9) == 0;
    for (int i = 0; i < count; i++) {
        CaromRotation turn = caromRotation(way * 6.283185307179586 * i / count);
        double radius = testRandomRange(random, 0.7, 1.0);
        points[i] = anyhow ? somewhere(random, 1.0) : crVec(radius * turn.c, radius * turn.s);
    }
    return count;
}

TEST_LOOP(the_common_case_has_the_bits_of_the_exact_code, 16)
{
    TestRandom random = testRandomSeed((uint32_t)_i);
    int hits = 0;
    for (int round = 0; round < 4000; round++) {
        CaromVec2 points[40];
        int count = anyPolygon(&random, points);
        CaromVec2 corner = points[testRandomInt(&random, 0, count - 1)],
                  o = somewhere(&random, 3.0);
        CaromVec2 to = somewhere(&random, 1.0), d = crScale(crSub(to, o), 2.0);
        int kind = testRandomInt(&random, 0, 11);
        d = kind == 0 ? crSub(corner, o) : kind == 1 ? crSub(to, o) : d; // to a corner; to its end
        d = kind == 2 ? crVec(0.0, 0.0) : kind == 3 ? crNegate(d) : d;
        o = kind == 4 ? corner : o;
        CaromRayHit hit, plain;
        bool isHit = caromRayCastPolygon(o, d, points, count, CAROM_INSIDE_IGNORE, &hit);
        bool isOnBorder = caromPointInPolygon(o, points, count) &&
                          !(caromNearestOnPolygon(o, points, count).distance < 0.0);
        bool isPlain = castPlainly(o, d, points, count, &plain);
        ck_assert_msg(isOnBorder || isSameHit(isHit, &hit, isPlain, &plain), "seed %d, round %d",
                      _i, round);
        isHit = caromRayCastSegment(o, d, points[0], points[1], &hit);
        isPlain = castEdgePlainly(o, d, points[0], points[1], &plain);
        ck_assert_msg(isSameHit(isHit, &hit, isPlain, &plain), "seed %d, round %d: segment", _i,
                      round);
        hits += isHit;
    }
    ck_assert_int_gt(hits, 200);
}

TEST(a_polygon_without_points_is_not_met)
{
    CaromPolygonRay ray = caromRayCrossesPolygon(caromVec2(0, 0), caromVec2(1, 0), NULL, 0);
    CaromRayHit hit;
    ck_assert(!ray.hit && !ray.startsInside && ray.crossings == 0);
    ck_assert(
        !caromRayCastPolygon(caromVec2(0, 0), caromVec2(1, 0), NULL, 0, CAROM_INSIDE_HIT, &hit));
}
