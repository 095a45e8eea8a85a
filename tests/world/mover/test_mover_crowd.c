// SPDX-License-Identifier: MIT
// Many movers with bodies, among much that moves: each finds what comes near it without a look at
// all others, and it is the same.
#include "../../support/builder.h"
#include "../../support/snapshot_bytes.h"
#include "mover_yard.h"

#include <stdlib.h>

enum { ARMS = 12, FRAMES = 60 };

typedef struct Crowd {
    CaromWorld *world;
    CaromMover *movers;
    CaromVec2 *wishes;
    int count;
} Crowd;

/// With a body each, on average a few metres apart.
static Crowd makeCrowd(TestRandom random, int count, double apart)
{
    Crowd crowd = {newWorld(), calloc((size_t)count, sizeof *crowd.movers),
                   calloc((size_t)count, sizeof *crowd.wishes), count};
    double half = 0.5 * apart * sqrt(count);
    CaromBodyId room = newRest(crowd.world);
    newBox(crowd.world, room, caromVec2(0, half + 2), caromVec2(half + 2, 1));
    newBox(crowd.world, room, caromVec2(0, -half - 2), caromVec2(half + 2, 1));
    for (int k = 0; k < count; k++) {
        CaromMoverDef def = caromMoverDef();
        def.position =
            caromVec2(testRandomRange(&random, -half, half), testRandomRange(&random, -half, half));
        def.body = newMoving(crowd.world, def.position, caromVec2(0, 0));
        def.bodyGoesOn = k % 2;
        newCircle(crowd.world, def.body, caromVec2(0, 0), 0.3);
        crowd.movers[k] = newMover(crowd.world, &def);
        crowd.wishes[k] =
            caromVec2(testRandomRange(&random, -4, 4), testRandomRange(&random, -4, 4));
    }
    return crowd;
}

static void endCrowd(Crowd *crowd)
{
    caromWorldDestroy(crowd->world);
    free(crowd->movers);
    free(crowd->wishes);
}

static void moveAll(Crowd *crowd)
{
    for (int k = 0; k < crowd->count; k++) {
        CaromVec2 *wish = &crowd->wishes[k];
        CaromMoverResult result = go(crowd->world, &crowd->movers[k], wish->x, wish->y);
        *wish = result.blocked ? caromVec2(-wish->y, wish->x) : *wish;
    }
}

/// Arms that turn, and doors that hang from some of them.
static void addArms(Crowd *crowd, TestRandom random)
{
    for (int k = 0; k < ARMS; k++) {
        CaromBodyDef def = caromBodyDef();
        CaromVec2 at = {testRandomRange(&random, -8, 8), testRandomRange(&random, -8, 8)};
        def.type = CAROM_BODY_KINEMATIC;
        def.position = at;
        def.velocity = caromVec2(testRandomRange(&random, -2, 2), testRandomRange(&random, -2, 2));
        def.angularVelocity = k % 3 > 0 ? testRandomRange(&random, -9, 9) : 0.0;
        CaromBodyId arm = caromBodyCreate(crowd->world, &def);
        addWall(crowd->world, arm, -1.5, 0.0, 1.5, 0.0);
        if (k % 4 == 0) {
            def.parent = arm;
            def.position = caromVec2(1.5, 0.0);
            def.velocity = caromVec2(0, 0);
            def.angularVelocity = 0.0;
            addBox(crowd->world, caromBodyCreate(crowd->world, &def), 0.0, 0.5, 0.1, 0.5);
        }
    }
}

/// In a world that is restored before they move, movers look at all that moves, one by one.
TEST_SEEDS(a_crowd_is_the_same_found_in_a_layer, 24)
{
    int count = testRandomInt(&random, 20, 150);
    Crowd a = makeCrowd(random, count, 2.0), b = makeCrowd(random, count, 2.0);
    addArms(&a, random);
    addArms(&b, random);
    for (int frame = 0; frame < FRAMES; frame++) {
        caromWorldStep(a.world, DT);
        caromWorldStep(b.world, DT);
        snapshotThereAndBack(b.world);
        moveAll(&a);
        moveAll(&b);
        for (int k = 0; k < count; k++) {
            ck_assert_double_eq(a.movers[k].position.x, b.movers[k].position.x);
            ck_assert_double_eq(a.movers[k].position.y, b.movers[k].position.y);
        }
        ck_assert_uint_eq(caromWorldHash(a.world), caromWorldHash(b.world));
    }
    endCrowd(&a);
    endCrowd(&b);
}
