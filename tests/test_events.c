// SPDX-License-Identifier: MIT
// The order of events and what they tell. Oracles: insertion sort by the documented order; what the
// hit's callback was told when it happened.
#include "../world/carom.h"
#include "../world/event_sort.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

#include "assertions.h"

// ---- the sort

#define MOST 3000

/// Times as worlds have them, and worse: few or many, spread, in heaps, nearly in order.
static double randomTime(TestRandom *random, int way, int i)
{
    double unit = testRandomUnit(random);
    switch (way) {
    case 0:
        return 1.0 + unit;
    case 1:
        return (double)(testRandomU32(random) % 5); // heaps of equal times
    case 2:
        return unit < 0.5 ? 2.0 : 2.0 + unit * 0x1p-50; // a heap, and neighbours of it
    case 3:
        return i == 0 ? 1e12 : unit; // one far from all others
    case 4:
        return 0.001 * i + (unit < 0.01 ? -0.5 : 0.0); // but for a few, in order
    case 5:
        return -(double)i;
    case 6:
        return 0x1p-1070 * (double)(testRandomU32(random) % 9); // too near to be divided
    default:
        return 7.0;
    }
}

static bool comesBefore(const CrEventOrder *a, const CrEventOrder *b)
{
    return a->time != b->time ? a->time < b->time : a->projectile < b->projectile;
}

static void sortPlainly(CrEventOrder *order, int count)
{
    for (int i = 1; i < count; i++) {
        CrEventOrder moved = order[i];
        int k = i;
        for (; k > 0 && comesBefore(&moved, &order[k - 1]); k--) {
            order[k] = order[k - 1];
        }
        order[k] = moved;
    }
}

START_TEST(sorting_agrees_with_insertion)
{
    static CrEventOrder order[MOST], scratch[MOST], plain[MOST];
    static uint32_t starts[MOST];
    TestRandom random = testRandomSeed((uint64_t)_i);
    int way = _i % 8, count = (int)(testRandomU32(&random) % (_i % 3 == 0 ? 60 : MOST));
    uint32_t slots = _i % 5 == 0 ? 3 : 100000; // of few projectiles many events at one time
    ck_assert_int_le(crEventStarts(count), MOST);
    for (int i = 0; i < count; i++) {
        uint32_t projectile = testRandomU32(&random) % slots;
        projectile = projectile == 1 ? UINT32_MAX : projectile;
        order[i] = crEventOrder(randomTime(&random, way, i), projectile, CR_EVENT_END, i);
    }
    memcpy(plain, order, sizeof plain);
    sortPlainly(plain, count);
    const CrEventOrder *sorted = crEventsSort(order, scratch, starts, count) ? scratch : order;
    for (int i = 0; i < count; i++) {
        ck_assert_msg(sorted[i].index == plain[i].index, "seed %d: %d of %d", _i, i, count);
        ck_assert(sorted[i].time == plain[i].time && sorted[i].projectile == plain[i].projectile);
    }
}
END_TEST

// ---- what is told

#define SHOTS 400
#define STEPS 40
#define ASKED 20000

typedef struct Asked {
    CaromHitEvent hits[ASKED]; ///< of the step, as the callback was asked
    int count;
} Asked;

static CaromHitAction answer(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    Asked *asked = context;
    ck_assert_int_eq(caromWorldEvents(world).endCount, 0); // not yet published
    ck_assert_int_lt(asked->count, ASKED);
    asked->hits[asked->count++] = *hit;
    return CAROM_HIT_BOUNCE;
}

/// Something of every kind that tells more than its shape: tiles, a chain of materials, what turns.
static void furnish(CaromWorld *world)
{
    static int marks[4];
    static const uint16_t tiles[] = {1, 2, 0, 3, 3, 0, 4, 0, 5};
    static const uint32_t materials[] = {7, 8, 9, 10, 11};
    const CaromVec2 fence[] = {
        {-20.0, -20.0}, {20.0, -20.0}, {20.0, 20.0}, {0.0, 23.0}, {-20.0, 20.0}};
    const CaromVec2 blade[] = {{-3.0, -0.5}, {3.0, -0.5}, {3.0, 0.5}, {-3.0, 0.5}};
    CaromBodyDef rests = caromBodyDef(), turns = caromBodyDef();
    turns.type = CAROM_BODY_KINEMATIC;
    turns.position = caromVec2(8.0, 8.0);
    CaromBodyId wall = caromBodyCreate(world, &rests), wheel = caromBodyCreate(world, &turns);
    caromBodySetAngularVelocity(world, wheel, 3.0);
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {3, 3, 2.0, {-9.0, -9.0}, tiles};
    def.userData = &marks[0];
    caromShapeCreateTiles(world, wall, &def, &map);
    def.userData = &marks[1];
    caromShapeCreatePolygon(world, wheel, &def, blade, 4);
    def.userData = &marks[2];
    caromShapeCreateCircle(world, wall, &def, caromVec2(-8.0, 8.0), 2.0);
    def.userData = &marks[3];
    def.materials = materials;
    caromShapeCreateChain(world, wall, &def, fence, 5, CAROM_CHAIN_CLOSED);
    ck_assert_int_eq(caromWorldCounters(world).shapes, 4);
}

static void shoot(CaromWorld *world, TestRandom *random)
{
    static int marks[SHOTS];
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_ASK;
    for (int i = 0; i < SHOTS; i += 2) {
        def.radius = i % 3 == 0 ? 0.0 : 0.1;
        def.mass = 1.0 + i % 7;
        def.lifetime = i % 5 == 0 ? 1.0 : testRandomUnit(random) + 0.2;
        def.position = caromVec2(-15.0 + 30.0 * testRandomUnit(random), 0.0);
        def.velocity = caromVec2(400.0 * testRandomUnit(random) - 200.0,
                                 400.0 * testRandomUnit(random) - 200.0);
        for (int twin = 0; twin < 2; twin++) { // whose events are at the same times
            def.userData = &marks[i + twin];
            caromProjectileFire(world, &def);
        }
    }
}

static bool sameVec(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// Whether an event tells what was asked about, but for what only the answer decides.
static bool isOf(const CaromHitEvent *event, const CaromHitEvent *asked)
{
    return event->time == asked->time && event->projectile.index == asked->projectile.index &&
           event->projectile.age == asked->projectile.age &&
           event->projectile.world == asked->projectile.world &&
           memcmp(&event->shape, &asked->shape, sizeof event->shape) == 0 &&
           memcmp(&event->body, &asked->body, sizeof event->body) == 0 &&
           sameVec(event->point, asked->point) && sameVec(event->center, asked->center) &&
           sameVec(event->normal, asked->normal) &&
           sameVec(event->velocityBefore, asked->velocityBefore) &&
           event->feature == asked->feature && event->material == asked->material &&
           event->tile.x == asked->tile.x && event->tile.y == asked->tile.y &&
           event->corner == asked->corner && event->projectileData == asked->projectileData &&
           event->shapeData == asked->shapeData;
}

static int compareHits(const void *a, const void *b)
{
    const CaromHitEvent *x = a, *y = b;
    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    return x->projectile.index < y->projectile.index ? -1
                                                     : x->projectile.index > y->projectile.index;
}

/// Hits and ends together are numbered without gaps, in order.
static void checkSequence(const CaromEvents *events, uint64_t last)
{
    int h = 0, n = 0;
    double time = -1.0;
    for (int i = 0; i < events->hitCount + events->endCount; i++) {
        const CaromHitEvent *hit = h < events->hitCount ? &events->hits[h] : NULL;
        const CaromEndEvent *end = n < events->endCount ? &events->ends[n] : NULL;
        bool isHit = hit != NULL && hit->sequence == last + 1;
        ck_assert(isHit || (end != NULL && end->sequence == last + 1));
        ck_assert_double_ge(isHit ? hit->time : end->time, time);
        time = isHit ? hit->time : end->time;
        h += isHit;
        n += !isHit;
        last++;
    }
}

static void checkEnds(const CaromEvents *events)
{
    for (int i = 1; i < events->endCount; i++) {
        const CaromEndEvent *a = &events->ends[i - 1], *b = &events->ends[i];
        ck_assert(a->time < b->time ||
                  (a->time == b->time && a->projectile.index < b->projectile.index));
        ck_assert_int_eq(b->reason, CAROM_END_LIFETIME);
    }
}

START_TEST(hits_tell_what_the_callback_was_told)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    Asked *asked = calloc(1, sizeof *asked);
    CaromWorldDef def = caromWorldDef();
    def.eventLimit = 100000;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    furnish(world);
    shoot(world, &random);
    caromWorldSetHitCallback(world, answer, asked);
    uint64_t sequence = 0;
    int hits = 0, ends = 0, tiles = 0, turned = 0;
    for (int step = 1; step <= STEPS; step++) {
        asked->count = 0;
        ck_assert_int_eq(caromWorldStepTo(world, step * 0.05), CAROM_STEP_OK);
        CaromEvents events = caromWorldEvents(world);
        qsort(asked->hits, (size_t)asked->count, sizeof *asked->hits, compareHits);
        ck_assert_int_eq(events.hitCount, asked->count);
        for (int i = 0; i < events.hitCount; i++) {
            ck_assert_msg(isOf(&events.hits[i], &asked->hits[i]), "seed %d, step %d: %d", _i, step,
                          i);
            ck_assert_int_eq(events.hits[i].action, CAROM_HIT_BOUNCE);
            tiles += events.hits[i].tile.x >= 0;
            turned += events.hits[i].body.index == 2;
        }
        checkSequence(&events, sequence);
        checkEnds(&events);
        sequence += (uint64_t)(events.hitCount + events.endCount);
        hits += events.hitCount;
        ends += events.endCount;
    }
    ck_assert_msg(hits > 1000 && ends > SHOTS / 2 && tiles > 20 && turned > 20,
                  "seed %d: %d hits, %d ends, %d on tiles, %d on what turns", _i, hits, ends, tiles,
                  turned);
    caromWorldDestroy(world);
    free(asked);
}
END_TEST

Suite *testEventsSuite(void)
{
    Suite *suite = suite_create("events");
    TCase *tc = tcase_create("order");
    tcase_add_loop_test(tc, sorting_agrees_with_insertion, 0, 240);
    suite_add_tcase(suite, tc);
    tc = tcase_create("told");
    tcase_add_loop_test(tc, hits_tell_what_the_callback_was_told, 0, 8);
    suite_add_tcase(suite, tc);
    return suite;
}
