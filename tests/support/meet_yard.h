// SPDX-License-Identifier: MIT
// What suites about projectiles that meet projectiles share: discs that meet all, walls, and how
// often any met.
#ifndef CAROM_TESTS_MEET_YARD_H
#define CAROM_TESTS_MEET_YARD_H

#include "builder.h"

#include "../../shapes/vec.h"

static inline CaromProjectileDef disc(double x, double y, double vx, double vy, double radius)
{
    CaromProjectileDef def = newShot(caromVec2(x, y), caromVec2(vx, vy));
    def.radius = radius;
    def.meetMask = UINT64_MAX;
    return def;
}

static inline CaromProjectileId fire(CaromWorld *world, CaromProjectileDef def)
{
    return fireShot(world, &def);
}

static inline void addWall(CaromWorld *world, CaromVec2 a, CaromVec2 b)
{
    newSegment(world, newRest(world), a, b);
}

static inline int meetings(CaromWorld *world, double until)
{
    int count = 0;
    for (int k = 1; k <= 16; k++) {
        caromWorldStepTo(world, until * k / 16.0);
        count += caromWorldEvents(world).meetCount;
    }
    return count;
}

#define ck_vec_eq_tol(v, vx, vy, tolerance)                                                        \
    do {                                                                                           \
        ck_assert_double_eq_tol((v).x, vx, tolerance);                                             \
        ck_assert_double_eq_tol((v).y, vy, tolerance);                                             \
    } while (0)

#endif
