// SPDX-License-Identifier: MIT
// What suites about single movers share: bodies, walls and movers to play with.
#ifndef CAROM_TESTS_MOVER_YARD_H
#define CAROM_TESTS_MOVER_YARD_H

#include <math.h>

#include "../../../shapes/shapes.h"
#include "../../support/builder.h"
#include "../../support/random.h"

#define DT (1.0 / 60.0)

static inline void addWall(CaromWorld *world, CaromBodyId body, double ax, double ay, double bx,
                           double by)
{
    newSegment(world, body, caromVec2(ax, ay), caromVec2(bx, by));
}

static inline void addBox(CaromWorld *world, CaromBodyId body, double x, double y, double hx,
                          double hy)
{
    newBox(world, body, caromVec2(x, y), caromVec2(hx, hy));
}

static inline CaromMover newMover(CaromWorld *world, const CaromMoverDef *def)
{
    CaromMover mover;
    ck_assert_ok(caromMoverInit(world, &mover, def));
    return mover;
}

static inline CaromMover newDisc(CaromWorld *world, double x, double y)
{
    CaromMoverDef def = caromMoverDef();
    def.position = caromVec2(x, y);
    return newMover(world, &def); // radius 0.3, clearance 0.05
}

static inline CaromMoverResult go(CaromWorld *world, CaromMover *mover, double x, double y)
{
    CaromMoverResult result;
    ck_assert_ok(caromMoverMove(world, mover, caromVec2(x, y), DT, &result));
    return result;
}

#define ROUNDING (0.05 * CAROM_MOVER_ROUNDING)
#define ASSERT_NEAR(a, b, tolerance)                                                               \
    ck_assert_msg(fabs((a) - (b)) <= (tolerance), "%s is %.17g, not %.17g", #a, (double)(a),       \
                  (double)(b))

/// Walls at random; with mirror −1 the same, seen in a mirror along x.
static inline void addMirrored(CaromWorld *world, uint64_t seed, double mirror)
{
    TestRandom random = testRandomSeed(seed);
    CaromBodyId rest = newRest(world);
    for (int i = 0; i < 30; i++) {
        double x = testRandomRange(&random, -5, 5), y = testRandomRange(&random, -5, 5);
        double p = testRandomRange(&random, -2, 2), q = testRandomRange(&random, -2, 2);
        addWall(world, rest, mirror * x, y, mirror * (x + p), y + q);
    }
}

static inline CaromMoverDef walkerDef(double x, double y, bool isBox)
{
    static const CaromVec2 box[4] = {{-0.3, -0.5}, {0.3, -0.5}, {0.3, 0.5}, {-0.3, 0.5}};
    static const CaromVec2 spine[2] = {{0.0, -0.2}, {0.0, 0.2}};
    CaromMoverDef def = caromMoverDef();
    def.shape = isBox ? caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0)
                      : caromGeometry(CAROM_SHAPE_CAPSULE, spine, 2, 0.3); // 1 m high as well
    def.position = caromVec2(x, y);
    def.up = caromVec2(0.0, 2.0);
    def.stepHeight = 0.4;
    def.snap = 0.4;
    return def;
}

/// As a game does: what it wishes along the level, and gravity while it is in the air.
static inline CaromMoverResult walk(CaromWorld *world, CaromMover *mover, double speed,
                                    double *fall)
{
    *fall = mover->grounded ? 0.0 : *fall - 10.0 * DT;
    CaromMoverResult result = go(world, mover, speed, *fall);
    *fall = result.velocity.y;
    return result;
}

#define STANDS 0.55 ///< the height of a walker's middle over its ground

static inline void step(CaromWorld *world)
{
    ck_assert_int_eq(caromWorldStep(world, DT), CAROM_STEP_OK);
}

#endif
