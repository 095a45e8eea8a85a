// SPDX-License-Identifier: MIT
// Every query gives the same answer before and after very many shapes were added far away: the grid
// then has other cells, the tables other sizes, and nothing else is different.
#include "../../support/flight_field.h"
#include "../../support/query_case.h"

#include <string.h>

#include "../../support/assertions.h"

enum { SHAPES = 120, ASKED = 60, FAR = 30000, FAR_LONG = 1000000 };

/// Boxes, discs and short walls of all sizes, at rest, moving, or sensors, in rows far from the
/// crowd on all sides, none nearer than 4 km.
static void addFar(CaromWorld *world, TestRandom *random, int count)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId rests = caromBodyCreate(world, &bodyDef);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(1.0, 0.0);
    CaromBodyId moves = caromBodyCreate(world, &bodyDef);
    CaromShapeDef def = caromShapeDef();
    for (int i = 0; i < count; i++) {
        double side = i % 2 ? 1.0 : -1.0, size = testRandomInt(random, 0, 9) ? 0.003 : 7.0;
        CaromVec2 at = caromVec2(side * testRandomRange(random, 5000.0, 9000.0),
                                 testRandomRange(random, -9000.0, 9000.0));
        at = i % 4 < 2 ? at : caromVec2(at.y, at.x);
        def.sensor = i % 16 == 0;
        CaromBodyId body = i % 1024 == 5 ? moves : rests;
        if (i % 3 == 0) {
            caromShapeCreateSegment(world, body, &def, at, caromVec2(at.x + size, at.y));
        } else if (i % 3 == 1) {
            caromShapeCreateCircle(world, body, &def, at, size);
        } else {
            caromShapeCreateBox(world, body, &def, at, caromVec2(size, 0.5 * size));
        }
    }
}

TEST_LOOP(answers_stay_the_same, 4)
{
    static QueryItem before[ASKED][256], after[QUERY_MOST];
    static QueryCase cases[ASKED];
    static int counts[ASKED];
    TestRandom random = testRandomSeed((uint64_t)_i + 123);
    Crowd *crowd = crowdMake(&random, SHAPES, 20.0, _i % 2);
    caromWorldStepTo(crowd->world, 0.125); // what moves is elsewhere than it was baked
    for (int i = 0; i < ASKED; i++) {
        cases[i] = queryAny(&random, i % queryKinds(), 25.0);
        cases[i].options.filter.category = 7;
        counts[i] = queryAsk(crowd->world, &cases[i], after);
        ck_assert_int_le(counts[i], 256);
        memcpy(before[i], after, (size_t)counts[i] * sizeof after[0]);
    }
    int edges = caromWorldCounters(crowd->world).edges;
    int count = flightTestTimes(1) > 1 || flightTestTimes(2) > 1 ? FAR_LONG : FAR;
    addFar(crowd->world, &random, flightTestShare(count));
    ck_assert_int_ge(caromWorldCounters(crowd->world).edges, edges + flightTestShare(count));
    for (int i = 0; i < ASKED; i++) {
        ck_assert_int_eq(queryAsk(crowd->world, &cases[i], after), counts[i]);
        for (int k = 0; k < counts[i]; k++) {
            ck_assert_msg(queryItemsAreEqual(&before[i][k], &after[k]), "%s, case %d, item %d",
                          queryName(cases[i].kind), i, k);
        }
    }
    crowdFree(crowd);
}
