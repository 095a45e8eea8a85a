// SPDX-License-Identifier: MIT
// Two doubles side by side against one at a time; for a file of either kind of twins.
#ifndef CAROM_TESTS_TWINS_CHECK_H
#define CAROM_TESTS_TWINS_CHECK_H

#include "../../shapes/double2.h"

#include "field.h"

/// Whole numbers, their neighbours, and anything, within what crDouble2Floor takes.
static inline double randomForFloor(TestRandom *random)
{
    double whole = testRandomInt(random, -3, 3) * pow(2.0, testRandomInt(random, 0, 28));
    switch (testRandomInt(random, 0, 2)) {
    case 0:
        return whole;
    case 1:
        return nudged(random, whole);
    default:
        return testRandomRange(random, -1e9, 1e9);
    }
}

static inline void checkTwins(int seed)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    for (int i = 0; i < 200; i++) {
        CaromVec2 a = {randomForFloor(&random), randomForFloor(&random)};
        CaromVec2 b = {randomForFloor(&random), randomForFloor(&random)};
        int32_t whole[2];
        float floats[4];
        crDouble2Floor(crDouble2(a.x, a.y), whole);
        crDouble2Floats(crDouble2(a.x, a.y), crDouble2(b.x, b.y), floats);
        ck_assert_msg(whole[0] == floor(a.x) && whole[1] == floor(a.y), "seed %d: %.17g, %.17g",
                      seed, a.x, a.y);
        ck_assert_msg(floats[0] == (float)a.x && floats[1] == (float)a.y &&
                          floats[2] == (float)b.x && floats[3] == (float)b.y,
                      "seed %d: %.17g, %.17g, %.17g, %.17g", seed, a.x, a.y, b.x, b.y);
    }
}

#endif
