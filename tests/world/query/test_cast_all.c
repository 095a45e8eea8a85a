// SPDX-License-Identifier: MIT
// Casts of all hits in crowds where they are hundreds, more than any list within them holds. The
// oracle is a search a hit, of each third one: the closest of all that was not found yet.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/query_case.h"

#include <string.h>

enum { SHAPES = 700, CASTS = 12, SEEDS = 8 };

/// What was found already, by the index of the shape.
typedef struct Found {
    bool is[CROWD_MOST + 1];
} Found;

static bool isNew(void *context, const CaromWorld *world, CaromShapeId shape)
{
    const Found *found = context;
    (void)world;
    return !found->is[shape.index];
}

static int closest(const CaromWorld *world, const QueryCase *q, CaromHit *hit)
{
    return q->kind == 2 ? caromWorldCastArc(world, q->at, q->radius, q->way, q->acceleration,
                                            q->duration, q->options, hit, 1)
                        : caromWorldCastCircle(world, q->at, q->radius, q->way, q->options, hit, 1);
}

static int all(const CaromWorld *world, const QueryCase *q, CaromHit *hits, int capacity)
{
    return q->kind == 2
               ? caromWorldCastArc(world, q->at, q->radius, q->way, q->acceleration, q->duration,
                                   q->options, hits, capacity)
               : caromWorldCastCircle(world, q->at, q->radius, q->way, q->options, hits, capacity);
}

/// Returns how many there are.
static int checkOne(const Crowd *crowd, TestRandom *random, int number)
{
    static CaromHit hits[QUERY_MOST], some[QUERY_MOST];
    static Found found;
    QueryCase q = queryAny(random, number % 3, 12.0);
    q.options.reentries = false;
    q.options.filter.category = 7;
    q.radius *= 4.0;
    int count = all(crowd->world, &q, hits, QUERY_MOST);
    memset(&found, 0, sizeof found);
    QueryCase one = q;
    one.options.predicate = isNew;
    one.options.predicateContext = &found;
    for (int i = 0; i < count; i++) {
        CaromHit hit;
        if (i % 3 == number / 3 % 3) {
            ck_assert_int_eq(closest(crowd->world, &one, &hit), 1);
            ck_assert_msg(memcmp(&hit, &hits[i], sizeof hit) == 0, "cast %d, hit %d of %d", number,
                          i, count);
        }
        found.is[hits[i].shape.index] = true;
    }
    CaromHit none;
    ck_assert_int_eq(closest(crowd->world, &one, &none), 0);
    int most = testRandomInt(random, 2, 120);
    ck_assert_int_eq(all(crowd->world, &q, some, most), count);
    ck_assert(memcmp(some, hits, (size_t)(most < count ? most : count) * sizeof some[0]) == 0);
    ck_assert_int_eq(all(crowd->world, &q, NULL, 0), count);
    return count;
}

TEST_LOOP(one_walk_finds_what_a_search_a_hit_finds, flightTestShare(SEEDS))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 4000);
    Crowd *crowd = crowdMake(&random, SHAPES, 10.0, _i % 3 == 0);
    caromWorldStepTo(crowd->world, 0.125); // what moves is elsewhere than it was baked
    int most = 0;
    for (int number = 0; number < CASTS * flightTestTimes(6); number++) {
        int count = checkOne(crowd, &random, number);
        most = count > most ? count : most;
    }
    ck_assert_int_gt(most, 60); // several walks
    crowdFree(crowd);
}

/// A ray through many walls that all stand at one place, and walls of another class between.
TEST_WORLD(ties_by_the_hundred, newWorld())
{
    enum { WALLS = 300 };
    static CaromHit hits[WALLS];
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId rests = caromBodyCreate(world, &bodyDef);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    CaromBodyId moves = caromBodyCreate(world, &bodyDef);
    for (int i = 0; i < WALLS; i++) {
        newSegment(world, i % 2 ? rests : moves, caromVec2(1.0, -1.0 - i), caromVec2(1.0, 1.0));
    }
    CaromQueryOptions options = caromQueryOptions();
    ck_assert_int_eq(
        caromWorldCastRay(world, caromVec2(0.0, 0.0), caromVec2(4.0, 0.0), options, hits, WALLS),
        WALLS);
    for (int i = 0; i < WALLS; i++) {
        ck_assert(hits[i].fraction == 0.25);
        ck_assert_int_eq((int)hits[i].shape.index, i + 1);
    }
}
