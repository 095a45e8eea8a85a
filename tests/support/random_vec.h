// SPDX-License-Identifier: MIT
#ifndef CAROM_TESTS_RANDOM_VEC_H
#define CAROM_TESTS_RANDOM_VEC_H

#include "../../shapes/vec.h"
#include "random.h"

/// In the square of half width `half` about (0, 0).
static inline CaromVec2 randomVec(TestRandom *random, double half)
{
    double x = testRandomRange(random, -half, half);
    return caromVec2(x, testRandomRange(random, -half, half));
}

#endif
