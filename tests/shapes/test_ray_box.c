// SPDX-License-Identifier: MIT
// Oracle: whole numbers. A box is the polygon that has the box's sides as edges; which side is met
// first, and where, is a comparison of quotients.
#include "../../shapes/shapes.h"

#include "../support/assertions.h"
#include "lattice_ray.h"

/// The box as a counter-clockwise polygon; its edges are the features.
static void boxPoints(LatticePoint min, LatticePoint max, LatticePoint *points)
{
    points[0] = min;
    LatticePoint right = {max.x, min.y}, left = {min.x, max.y};
    points[1] = right;
    points[2] = max;
    points[3] = left;
}

/// How far p is outside of a side: < 0 on its inner side.
static int64_t outOf(int feature, LatticePoint p, const LatticePoint *box)
{
    switch (feature) {
    case 0:
        return box[0].y - p.y;
    case 1:
        return p.x - box[2].x;
    case 2:
        return p.y - box[2].y;
    default:
        return box[0].x - p.x;
    }
}

/// The first side met among those that the ray comes to from their outer side, or from the inner.
static int firstSide(LatticePoint o, LatticePoint d, const LatticePoint *box, bool fromInside,
                     LatticeFraction *fraction)
{
    int first = -1;
    for (int i = 0; i < 4; i++) {
        LatticeMeet meet = latticeMeets(o, d, box[i], box[(i + 1) % 4]);
        int64_t out = outOf(i, o, box);
        if (latticeIsMet(meet) && (fromInside ? out < 0 : out > 0) &&
            (first < 0 || latticeCompare(meet.along, *fraction) < 0)) {
            first = i;
            *fraction = meet.along;
        }
    }
    return first;
}

/// The side that a ray which starts on the border hits at 0; −1 where it leaves.
static int sideUnder(LatticePoint o, LatticePoint d, const LatticePoint *box)
{
    int side = -1, against = -1;
    for (int i = 3; i >= 0; i--) {
        int64_t speed = outOf(i, latticeAdd(o, d), box) - outOf(i, o, box);
        if (outOf(i, o, box) == 0) {
            if (speed > 0) {
                return -1;
            }
            side = i;
            against = speed < 0 ? i : against;
        }
    }
    return against >= 0 ? against : side;
}

static int expectedSide(LatticePoint o, LatticePoint d, const LatticePoint *box, CaromInside inside,
                        LatticeFraction *fraction)
{
    int64_t most = INT64_MIN;
    int nearest = 0;
    for (int i = 0; i < 4; i++) {
        if (outOf(i, o, box) > most) {
            most = outOf(i, o, box);
            nearest = i;
        }
    }
    *fraction = latticeFraction(0, 1);
    if (most > 0) {
        return firstSide(o, d, box, false, fraction);
    }
    if (most == 0) {
        return sideUnder(o, d, box);
    }
    if (inside == CAROM_INSIDE_HIT) {
        return nearest;
    }
    return inside == CAROM_INSIDE_EXIT ? firstSide(o, d, box, true, fraction) : -1;
}

TEST_LOOP(boxes_on_a_lattice, 8)
{
    static const CaromVec2 normals[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    TestRandom random = testRandomSeed((uint64_t)_i);
    for (int round = 0; round < 5000; round++) {
        int size = 2 + round % 9;
        LatticePoint o = latticeRandom(&random, size), e = latticeRandom(&random, size), box[4];
        LatticePoint d = latticeSub(e, o), p = latticeRandom(&random, size);
        LatticePoint extent = latticeRandom(&random, size);
        boxPoints(p, latticeAdd(p, extent), box);
        CaromInside inside = (CaromInside)testRandomInt(&random, 0, 2);
        LatticeFraction fraction;
        int side = expectedSide(o, d, box, inside, &fraction);
        CaromBox shape = {latticeToVec(box[0]), latticeToVec(box[2])};
        CaromRayHit hit = {0};
        bool isHit = caromRayCastBox(latticeToVec(o), latticeToVec(d), shape, inside, &hit);
        ck_assert_int_eq(isHit, side >= 0);
        if (isHit) {
            CaromVec2 end = latticeToVec(d);
            ck_assert(hit.point.x == (double)o.x + end.x * hit.fraction);
            ck_assert(hit.point.y == (double)o.y + end.y * hit.fraction);
            ck_assert_int_eq(hit.feature, side);
            ck_assert(hit.fraction == latticeRounded(fraction));
            double sign = caromVec2Dot(hit.normal, normals[side]);
            bool isExit = inside == CAROM_INSIDE_EXIT && hit.fraction > 0.0 &&
                          caromBoxContains(shape, latticeToVec(o));
            ck_assert(sign == (isExit ? -1.0 : 1.0));
        }
    }
}

// A ray that passes a corner within rounding hits the box where it meets one of the sides: exact
// signs decide both.
TEST_SEEDS(corners_are_met_or_passed_exactly, 4)
{
    int hits = 0;
    for (int round = 0; round < 1000; round++) {
        CaromVec2 corner = {testRandomRange(&random, 0.1, 3.0), 0.0};
        corner.y = testRandomRange(&random, 0.1, 3.0);
        CaromVec2 d = {testRandomRange(&random, 0.1, 9.0), 0.0};
        d.y = -testRandomRange(&random, 0.1, 9.0);
        CaromVec2 o = {corner.x - 0.3 * d.x, corner.y - 0.3 * d.y};
        CaromBox box = {{-5.0, -5.0}, corner};
        CaromVec2 topLeft = {-5.0, corner.y}, bottomRight = {corner.x, -5.0};
        CaromRayHit hit, side;
        bool isHit = caromRayCastBox(o, d, box, CAROM_INSIDE_IGNORE, &hit);
        bool isSideHit = caromRayCastSegment(o, d, topLeft, corner, &side) ||
                         caromRayCastSegment(o, d, bottomRight, corner, &side);
        ck_assert_int_eq(isHit, isSideHit);
        hits += isHit;
    }
    ck_assert_int_gt(hits, 300);
    ck_assert_int_lt(hits, 900);
}
