// SPDX-License-Identifier: MIT
// Oracle: whole numbers. What is left of a segment begins at its start if that is inside, otherwise
// at the first edge met. It ends at its end if that is inside, otherwise at the last edge met.
#include "../../shapes/shapes.h"

#include <math.h>

#include "../support/assertions.h"
#include "lattice_ray.h"

#define MAX_POINTS 6

typedef struct Convex {
    LatticePoint points[MAX_POINTS];
    CaromVec2 vecs[MAX_POINTS];
    int count;
    bool isClockwise;
} Convex;

/// No corner turns the other way, none turns back, and the turns make one round: no edge parts the
/// rest.
static bool isConvex(const Convex *polygon)
{
    int left = 0, right = 0;
    for (int i = 0; i < polygon->count; i++) {
        LatticePoint a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        LatticePoint c = polygon->points[(i + 2) % polygon->count];
        for (int j = 0; j < polygon->count; j++) {
            int side = latticeOrient(a, b, polygon->points[j]);
            left += side > 0;
            right += side < 0;
        }
        if (latticeEqual(a, b) ||
            (latticeOrient(a, b, c) == 0 && latticeDot(latticeSub(b, a), latticeSub(c, b)) < 0)) {
            return false;
        }
    }
    return (left > 0) != (right > 0);
}

static Convex randomConvex(TestRandom *random, int size)
{
    Convex polygon;
    do {
        polygon.count = testRandomInt(random, 3, MAX_POINTS);
        for (int i = 0; i < polygon.count; i++) {
            polygon.points[i] = latticeRandom(random, size);
            polygon.vecs[i] = latticeToVec(polygon.points[i]);
        }
    } while (!isConvex(&polygon));
    polygon.isClockwise = false;
    for (int i = 0; i < polygon.count; i++) {
        polygon.isClockwise |=
            latticeOrient(polygon.points[0], polygon.points[1], polygon.points[i]) < 0;
    }
    return polygon;
}

/// 1 on the inner side of edge i, 0 on its line, −1 beyond.
static int sideOf(const Convex *polygon, int i, LatticePoint p)
{
    LatticePoint a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
    return polygon->isClockwise ? -latticeOrient(a, b, p) : latticeOrient(a, b, p);
}

/// The lowest of the edges that p is beyond and that are met first, or last.
static int outermost(const Convex *polygon, LatticePoint o, LatticePoint d, LatticePoint p,
                     int order, LatticeFraction *fraction)
{
    int edge = -1;
    for (int i = 0; i < polygon->count; i++) {
        LatticeMeet meet =
            latticeMeets(o, d, polygon->points[i], polygon->points[(i + 1) % polygon->count]);
        if (sideOf(polygon, i, p) < 0 && latticeIsMet(meet) &&
            (edge < 0 || latticeCompare(meet.along, *fraction) * order < 0)) {
            edge = i;
            *fraction = meet.along;
        }
    }
    return edge;
}

static void checkNormal(const Convex *polygon, int edge, CaromVec2 normal)
{
    if (edge < 0) {
        ck_assert(normal.x == 0.0 && normal.y == 0.0);
        return;
    }
    CaromVec2 u = caromVec2Sub(polygon->vecs[(edge + 1) % polygon->count], polygon->vecs[edge]);
    CaromVec2 outward = polygon->isClockwise ? caromVec2(-u.y, u.x) : caromVec2(u.y, -u.x);
    outward = caromVec2Normalize(outward);
    ck_assert(normal.x == outward.x && normal.y == outward.y);
}

static void checkClip(const Convex *polygon, LatticePoint o, LatticePoint e)
{
    LatticePoint d = latticeSub(e, o);
    LatticeFraction near = {0, 1}, far = {1, 1};
    bool startsInside = true, endsInside = true;
    for (int i = 0; i < polygon->count; i++) {
        startsInside &= sideOf(polygon, i, o) >= 0;
        endsInside &= sideOf(polygon, i, e) >= 0;
    }
    int nearEdge = startsInside ? -1 : outermost(polygon, o, d, o, 1, &near);
    int farEdge = endsInside ? -1 : outermost(polygon, o, d, e, -1, &far);
    bool expected = (startsInside || nearEdge >= 0) && (endsInside || farEdge >= 0);
    CaromClip clip = {0};
    bool isLeft =
        caromClipSegment(latticeToVec(o), latticeToVec(d), polygon->vecs, polygon->count, &clip);
    ck_assert_int_eq(isLeft, expected);
    if (isLeft) {
        ck_assert_int_eq(clip.startsInside, startsInside);
        ck_assert_int_eq(clip.endsInside, endsInside);
        ck_assert(clip.nearFraction == latticeRounded(near));
        ck_assert(clip.farFraction == latticeRounded(far));
        ck_assert_int_eq(clip.nearEdge, nearEdge);
        ck_assert_int_eq(clip.farEdge, farEdge);
        checkNormal(polygon, nearEdge, clip.nearNormal);
        checkNormal(polygon, farEdge, clip.farNormal);
    }
}

TEST_SEEDS(segments_on_a_lattice, 8)
{
    for (int round = 0; round < 60; round++) {
        int size = 2 + round % 9;
        Convex polygon = randomConvex(&random, size);
        for (int i = 0; i < 20; i++) {
            LatticePoint o = latticeRandom(&random, size), e = latticeRandom(&random, size);
            checkClip(&polygon, o, e);
            checkClip(&polygon, o, o); // a point
            checkClip(&polygon, polygon.points[0], e);
            checkClip(&polygon, o, polygon.points[polygon.count - 1]);
        }
    }
}

// Shaken by rounding: what is left is inside, what was cut off is not.
TEST_SEEDS(what_is_left_is_inside, 8)
{
    double offset = _i % 2 ? 1e6 : 0.0, turn = 0.1 * _i;
    for (int round = 0; round < 60; round++) {
        Convex polygon = randomConvex(&random, 10);
        CaromTransform t = caromTransform(caromVec2(offset, -offset), turn, caromVec2(0.3, 0.7));
        for (int i = 0; i < polygon.count; i++) {
            polygon.vecs[i] = caromTransformPoint(t, polygon.vecs[i]);
        }
        CaromVec2 o = caromTransformPoint(t, latticeToVec(latticeRandom(&random, 10)));
        CaromVec2 e = caromTransformPoint(t, latticeToVec(latticeRandom(&random, 10)));
        CaromVec2 d = caromVec2Sub(e, o);
        CaromClip clip;
        double rounding = 1e-15 * (offset + 10.0);
        if (!caromClipSegment(o, d, polygon.vecs, polygon.count, &clip)) {
            ck_assert(!caromPointInConvex(o, polygon.vecs, polygon.count));
            continue;
        }
        ck_assert(0.0 <= clip.nearFraction && clip.nearFraction <= clip.farFraction &&
                  clip.farFraction <= 1.0);
        ck_assert_int_eq(clip.startsInside, caromPointInConvex(o, polygon.vecs, polygon.count));
        for (int i = 0; i <= 4; i++) {
            double part = 0.25 * i, left = clip.farFraction - clip.nearFraction;
            CaromVec2 p = caromVec2Add(o, caromVec2Scale(d, clip.nearFraction + part * left));
            CaromNearest nearest = caromNearestOnPolygon(p, polygon.vecs, polygon.count);
            ck_assert(nearest.distance <= 8.0 * rounding);
            CaromVec2 before = caromVec2Add(o, caromVec2Scale(d, 0.99 * part * clip.nearFraction));
            nearest = caromNearestOnPolygon(before, polygon.vecs, polygon.count);
            ck_assert(clip.startsInside || nearest.distance >= -8.0 * rounding);
        }
    }
}

TEST(no_polygon_leaves_nothing)
{
    const CaromVec2 flat[4] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}};
    CaromClip clip;
    ck_assert(!caromClipSegment(caromVec2(0, 3), caromVec2(3, -3), flat, 4, &clip));
    ck_assert(!caromClipSegment(caromVec2(0, 3), caromVec2(3, -3), flat, 2, &clip));
    ck_assert(!caromClipSegment(caromVec2(0, 3), caromVec2(3, -3), flat, 0, &clip));
}
