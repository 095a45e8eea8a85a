// SPDX-License-Identifier: MIT
// The options of queries, in every query: what it finds with them is that part of what it finds
// without which they let through, in the same order and to the bit. The oracle is a list of rules
// of its own.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/query_case.h"

#include <stdlib.h>

enum { SHAPES = 60, ASKED = 120, SEEDS = 24 };

static bool filtersMeet(const CaromFilter *f, const CaromFilter *g)
{
    if (f->group != 0 && f->group == g->group) {
        return f->group > 0;
    }
    return (f->category & g->mask) != 0 && (g->category & f->mask) != 0;
}

static int indexOf(const Crowd *crowd, CaromShapeId shape)
{
    int index = 0;
    while (index < crowd->count && crowd->shapes[index].index != shape.index) {
        index++;
    }
    ck_assert_int_lt(index, crowd->count);
    return index;
}

/// The predicate of the tests here: by the shape's index, and by what a query inside of it says.
static bool isLiked(void *context, const CaromWorld *world, CaromShapeId shape)
{
    const int *modulus = context;
    CaromShapeId found[1];
    CaromVec2 origin = caromVec2(0.0, 0.0);
    (void)caromWorldOverlapPoint(world, origin, caromQueryOptions(), found, 1);
    return shape.index % (uint32_t)*modulus != 0;
}

static bool isSeen(const Crowd *crowd, int i, const CaromQueryOptions *o)
{
    bool sensor = crowd->defs[i].sensor;
    if ((sensor && o->sensors == CAROM_SENSORS_EXCLUDED) ||
        (!sensor && o->sensors == CAROM_SENSORS_ONLY)) {
        return false;
    }
    if (crowd->bodies[i].index == o->ignoreBody.index) {
        return false;
    }
    for (int k = 0; k < o->ignoreCount; k++) {
        if (o->ignoreBodies[k].index == crowd->bodies[i].index) {
            return false;
        }
    }
    return filtersMeet(&crowd->defs[i].filter, &o->filter) &&
           (o->predicate == NULL ||
            crowd->shapes[i].index % *(const uint32_t *)o->predicateContext != 0);
}

/// Options that see everything, and keep what does not decide which shapes are seen.
static CaromQueryOptions openOptions(const CaromQueryOptions *options)
{
    CaromQueryOptions open = caromQueryOptions();
    open.filter.category = UINT64_MAX;
    open.inside = options->inside;
    open.exits = options->exits;
    open.reentries = options->reentries;
    open.sensors = CAROM_SENSORS_INCLUDED;
    return open;
}

static void chooseOptions(const Crowd *crowd, TestRandom *random, CaromQueryOptions *o,
                          CaromBodyId list[4], int *modulus)
{
    for (int k = 0; k < 4; k++) {
        list[k] = crowd->bodies[testRandomInt(random, 0, crowd->count - 1)];
    }
    *modulus = testRandomInt(random, 2, 5);
    int which = testRandomInt(random, 1, 15);
    if (which & 1) {
        o->ignoreBody = crowd->bodies[testRandomInt(random, 0, crowd->count - 1)];
    }
    if (which & 2) {
        o->ignoreBodies = list;
        o->ignoreCount = testRandomInt(random, 1, 4);
    }
    if (which & 4) {
        o->predicate = isLiked;
        o->predicateContext = modulus;
    }
    if (which & 8) {
        o->filter.category = (uint64_t)testRandomInt(random, 0, 7);
        o->filter.mask = (uint64_t)testRandomInt(random, 0, 7);
        o->filter.group = testRandomInt(random, -2, 2);
    }
}

static void checkAsked(const Crowd *crowd, TestRandom *random, int seed)
{
    static QueryItem all[QUERY_MOST], found[QUERY_MOST];
    CaromBodyId list[4];
    int modulus;
    QueryCase q = queryAny(random, testRandomInt(random, 0, queryKinds() - 1), 12.0);
    chooseOptions(crowd, random, &q.options, list, &modulus);
    QueryCase open = q;
    open.options = openOptions(&q.options);
    int allCount = queryAsk(crowd->world, &open, all), count = queryAsk(crowd->world, &q, found);
    int expected = 0;
    for (int i = 0; i < allCount; i++) {
        if (isSeen(crowd, indexOf(crowd, all[i].shape), &q.options)) {
            ck_assert_msg(expected < count && queryItemsAreEqual(&all[i], &found[expected]),
                          "%s, seed %d: item %d", queryName(q.kind), seed, expected);
            expected++;
        }
    }
    ck_assert_msg(expected == count, "%s, seed %d: %d instead of %d", queryName(q.kind), seed,
                  count, expected);
}

TEST_LOOP(options_take_away_and_alter_nothing, flightTestShare(SEEDS))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 77);
    Crowd *crowd = crowdMake(&random, SHAPES, 10.0, _i % 2);
    caromWorldStepTo(crowd->world, 0.125); // what moves is elsewhere than it was baked
    for (int i = 0; i < ASKED * flightTestTimes(30); i++) {
        checkAsked(crowd, &random, _i);
    }
    ck_assert(caromWorldValidate(crowd->world));
    crowdFree(crowd);
}

typedef struct Asked {
    const Crowd *crowd;
    TestRandom random;
    int times;
} Asked;

static CaromHitAction askFromInside(void *context, const CaromWorld *world,
                                    const CaromHitEvent *hit)
{
    Asked *asked = context;
    ck_assert(world == asked->crowd->world && caromWorldTime(world) == hit->time);
    for (int i = 0; i < 2; i++) {
        checkAsked(asked->crowd, &asked->random, asked->times);
    }
    asked->times++;
    return CAROM_HIT_BOUNCE;
}

TEST_LOOP(callbacks_query_with_options, 4)
{
    Asked asked = {NULL, testRandomSeed((uint64_t)_i + 500), 0};
    Crowd *crowd = crowdMake(&asked.random, SHAPES, 10.0, false);
    caromWorldStepTo(crowd->world, 0.125); // what moves is elsewhere than it was baked
    asked.crowd = crowd;
    caromWorldSetHitCallback(crowd->world, askFromInside, &asked);
    CaromProjectileDef shot = caromProjectileDef();
    shot.onHit = CAROM_HIT_ASK;
    shot.filter.category = 7;
    for (int i = 0; i < 30; i++) {
        shot.position = caromVec2(testRandomRange(&asked.random, -10.0, 10.0), 10.0);
        shot.velocity = caromVec2(testRandomRange(&asked.random, -5.0, 5.0), -20.0);
        caromProjectileFire(crowd->world, &shot);
    }
    caromWorldStepTo(crowd->world, 0.5);
    ck_assert_int_gt(asked.times, 0);
    crowdFree(crowd);
}

static bool countAsked(void *context, const CaromWorld *world, CaromShapeId shape)
{
    (void)world;
    (void)shape;
    ++*(int *)context;
    return true;
}

TEST_WORLD(predicates_of_many_rays_are_asked_in_their_order, newWorld())
{
    enum { EDGES = 20000, RAYS = 300 };
    CaromVec2 *points = malloc((EDGES + 1) * sizeof *points);
    CaromVec2 origins[RAYS], ways[RAYS];
    CaromHit together[RAYS], alone;
    for (int k = 0; k <= EDGES; k++) {
        points[k] = caromVec2(0.01 * k, k % 2);
    }
    newChain(world, newRest(world), points, EDGES + 1, 0);
    int asked = 0, met = 0;
    CaromQueryOptions options = caromQueryOptions();
    for (int k = 0; k < RAYS; k++) {
        origins[k] = caromVec2(0.66 * (RAYS - k), 5.0);
        ways[k] = caromVec2(0.125, k % 3 ? -9.0 : 9.0);
    }
    options.predicate = countAsked;
    options.predicateContext = &asked;
    ck_assert_int_eq(caromWorldCastRays(world, origins, ways, RAYS, options, together), 200);
    ck_assert_int_ge(asked, 200);
    for (int k = 0; k < RAYS; k++) {
        int hit = caromWorldCastRay(world, origins[k], ways[k], options, &alone, 1);
        ck_assert((hit > 0) == (together[k].shape.index != 0));
        ck_assert(hit == 0 || alone.fraction == together[k].fraction);
        met += hit > 0;
    }
    ck_assert_int_eq(met, 200);
    free(points);
}

TEST_WORLD(too_many_to_ignore_are_refused, newWorld())
{
    CaromBodyId wall = newRest(world), other = newRest(world);
    newSegment(world, wall, caromVec2(1, -1), caromVec2(1, 1));
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 from = {0, 0}, way = {2, 0};
    CaromHit hit;
    options.ignoreBodies = &other;
    options.ignoreCount = 1;
    ck_assert_int_eq(caromWorldCastRay(world, from, way, options, &hit, 1), 1);
    options.ignoreCount = 1000001; // refused before any is looked at
    ck_assert_int_eq(caromWorldCastRay(world, from, way, options, &hit, 1), -CAROM_ERROR_COUNT);
}

// Nor is a body ignored that takes the place of a destroyed one in the world.
TEST_WORLD(who_is_gone_is_nobody, newWorld())
{
    CaromBodyId enemy = newRest(world), wall = newRest(world);
    CaromBodyId both[2] = {enemy, wall};
    CaromVec2 from = {0, 0}, way = {4, 0};
    CaromQueryOptions one = caromQueryOptions(), list = one;
    one.ignoreBody = enemy;
    list.ignoreBodies = both;
    list.ignoreCount = 2;
    newSegment(world, enemy, caromVec2(1, -1), caromVec2(1, 1));
    newSegment(world, wall, caromVec2(2, -1), caromVec2(2, 1));
    CaromHit hit;
    ck_assert_int_eq(caromWorldCastRay(world, from, way, one, &hit, 1), 1);
    ck_assert_uint_eq(hit.body.index, wall.index);
    ck_assert(!caromWorldCastAny(world, from, 0.0, way, list));
    caromBodyDestroy(world, enemy);
    ck_assert(caromWorldCastAny(world, from, 0.0, way, one));
    ck_assert(!caromWorldCastAny(world, from, 0.0, way, list));
    CaromBodyId next = newRest(world);
    ck_assert_uint_eq(next.index, enemy.index);
    newSegment(world, next, caromVec2(3, -1), caromVec2(3, 1));
    ck_assert(caromWorldCastAny(world, from, 0.0, way, list));
    caromBodyDestroy(world, wall);
    ck_assert_int_eq(caromWorldCastRay(world, from, way, one, &hit, 1), 1);
    ck_assert_uint_eq(hit.body.age, next.age);
    for (int i = 0; i < 2; i++) { // ids that were never given out
        one.ignoreBody.age = i == 0 ? 0 : next.age + 1;
        ck_assert_int_eq(caromWorldCastRay(world, from, way, one, &hit, 1), -CAROM_ERROR_STALE_ID);
    }
}
