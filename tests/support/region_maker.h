// SPDX-License-Identifier: MIT
// Random regions: outer rings with holes, islands in these and holes in the islands, rings that
// touch at common points, all in any order and windings.
#ifndef CAROM_TESTS_REGION_MAKER_H
#define CAROM_TESTS_REGION_MAKER_H

#include "../../shapes/shapes.h"
#include "random.h"

#define REGION_POINTS 160
#define REGION_RINGS 16

typedef struct TestRegion {
    CaromVec2 points[REGION_POINTS];
    int ringEnds[REGION_RINGS];
    int ringCount, count;
} TestRegion;

/// Within `size` of (0, 0), valid. whole: all coordinates are multiples of size/8.
void testRegionMake(TestRegion *region, TestRandom *random, double size, bool whole);
/// Another ring, as it is.
void testRegionAdd(TestRegion *region, const CaromVec2 *points, int count);

#endif
