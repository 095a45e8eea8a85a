// SPDX-License-Identifier: MIT
#include "region_maker.h"

#include "assertions.h"
#include "flight_field.h"

void testRegionAdd(TestRegion *region, const CaromVec2 *points, int count)
{
    ck_assert(region->count + count <= REGION_POINTS && region->ringCount < REGION_RINGS);
    for (int i = 0; i < count; i++) {
        region->points[region->count++] = points[i];
    }
    region->ringEnds[region->ringCount++] = region->count;
}

/// In either winding.
static void addRing(TestRegion *region, TestRandom *random, CaromVec2 *points, int count,
                    CaromVec2 center, double size)
{
    for (int i = 0; i < count; i++) {
        points[i] = caromVec2(center.x + size * points[i].x, center.y + size * points[i].y);
    }
    if (testRandomInt(random, 0, 1)) {
        caromPolygonReverse(points, count);
    }
    testRegionAdd(region, points, count);
}

/// Stars in each other; each fits into the one around it, since their radii are 0.3 .. 1 of theirs.
static void addNest(TestRegion *region, TestRandom *random, CaromVec2 center, double size)
{
    double radius = 1.0;
    for (int depth = testRandomInt(random, 1, 4); depth > 0; depth--, radius *= 0.2) {
        CaromVec2 star[8];
        int count = testRandomInt(random, 5, 8);
        flightStar(random, star, count, radius, testRandomInt(random, 0, 1));
        addRing(region, random, star, count, center, size);
    }
}

/// A square, and in it a diamond that touches the middle of each of its sides, where it has points;
/// in that a square, perhaps.
static void addDiamond(TestRegion *region, TestRandom *random, CaromVec2 center, double size)
{
    CaromVec2 square[8] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};
    CaromVec2 diamond[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    CaromVec2 inner[4] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    addRing(region, random, diamond, 4, center, size);
    addRing(region, random, square, 8, center, size);
    if (testRandomInt(random, 0, 1)) { // with its corners on the diamond's sides: half as large
        addRing(region, random, inner, 4, center, 0.5 * size);
    }
}

/// Two diamonds that touch at a point, or a square beside them that touches at a corner.
static void addTouching(TestRegion *region, TestRandom *random, CaromVec2 center, double size)
{
    CaromVec2 left[4] = {{-1, 0}, {-0.5, -0.5}, {0, 0}, {-0.5, 0.5}};
    CaromVec2 right[4] = {{1, 0}, {0.5, -0.5}, {0, 0}, {0.5, 0.5}};
    CaromVec2 top[4] = {{0, 0}, {0.25, 1}, {0, 0.5}, {-0.25, 1}};
    addRing(region, random, left, 4, center, size);
    addRing(region, random, right, 4, center, size);
    if (testRandomInt(random, 0, 1)) {
        addRing(region, random, top, 4, center, size);
    }
}

void testRegionMake(TestRegion *region, TestRandom *random, double size, bool whole)
{
    region->count = region->ringCount = 0;
    for (int k = 0; k < 4; k++) {
        CaromVec2 center =
            caromVec2(k % 2 ? 0.5 * size : -0.5 * size, k / 2 ? 0.5 * size : -0.5 * size);
        int what = testRandomInt(random, whole ? 1 : 0, k == 0 ? 2 : 3);
        double part = whole ? 0.5 * size : 0.45 * size;
        if (what == 0) {
            addNest(region, random, center, part);
        } else if (what == 1) {
            addDiamond(region, random, center, 0.5 * part);
        } else if (what == 2) {
            addTouching(region, random, center, part);
        }
    }
}
