// SPDX-License-Identifier: MIT
// The order and the content of events. Oracles: insertion sort by the documented order; the event
// that the hit's callback got when it happened.
#include "../../../world/events/event.h"
#include "../../../world/events/event_sort.h"
#include "../../support/builder.h"
#include "../../support/random.h"

#include <stdlib.h>
#include <string.h>

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
    return a->time != b->time     ? a->time < b->time
           : a->early != b->early ? a->early
                                  : a->projectile < b->projectile;
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

TEST_LOOP(sorting_agrees_with_insertion, 240)
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
        order[i].early = _i % 2 && testRandomU32(&random) % 4 == 0;
    }
    memcpy(plain, order, sizeof plain);
    sortPlainly(plain, count);
    const CrEventOrder *sorted = crEventsSort(order, scratch, starts, count) ? scratch : order;
    for (int i = 0; i < count; i++) {
        ck_assert_msg(sorted[i].index == plain[i].index, "seed %d: %d of %d", _i, i, count);
        ck_assert(sorted[i].time == plain[i].time && sorted[i].projectile == plain[i].projectile);
    }
}

/// As a step that ends at each tick numbers them.
TEST_WORLD(events_before_a_tick_come_before_those_after_it, newWorld())
{
    static const double times[] = {0.5, 0.25, 0.5, 0.5, 0.75, 0.5, 0.75};
    static const uint32_t slots[] = {6, 9, 5, 3, 8, 4, 1}; // ticks before [3] and [6]
    static const uint32_t sorted[] = {9, 5, 6, 3, 4, 8, 1};
    crEventsClear(world);
    for (int k = 0; k < 7; k++) {
        if (k == 3 || k == 6) {
            world->time = times[k];
            crEventsTick(world);
        }
        CaromEndEvent event = {0};
        event.time = times[k];
        event.projectile.index = slots[k];
        crEventsAddEnd(world, slots[k], &event);
    }
    ck_assert(crEventsPublish(world));
    for (int k = 0; k < 7; k++) {
        ck_assert_uint_eq(world->events.ends[k].projectile.index, sorted[k]);
        ck_assert_uint_eq(world->events.ends[k].sequence, (uint64_t)k + 1);
    }
}

// ---- the content of events

#define SHOTS 400
#define STEPS 40
#define ASKED 20000

typedef struct Asked {
    CaromHitEvent hits[ASKED]; ///< of the step, as the callback got it
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

/// Something of every kind with more than its shape in an event: tiles, a chain of materials, what
/// turns.
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
    CaromTileMap map = {3, 3, 2.0, {-9.0, -9.0}, tiles, 0.0};
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
        for (int localIsBaked = 0; localIsBaked < 2;
             localIsBaked++) { // both have events at the same times
            def.userData = &marks[i + localIsBaked];
            caromProjectileFire(world, &def);
        }
    }
}

static bool sameVec(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// Whether an event is the one that the callback got, but for what only the answer decides.
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

TEST_SEEDS(hits_tell_what_the_callback_was_told, 8)
{
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

// ---- all kinds in one order

#define MIXED 500

typedef struct Mixed {
    CaromHitEvent hits[MIXED];
    CaromEndEvent ends[MIXED];
    CaromModeEvent modes[MIXED];
    CaromCrossEvent crosses[MIXED];
    CaromMeetEvent meets[MIXED];
    CaromBlastEvent blasts[MIXED];
    CaromPushEvent pushes[MIXED];
    CaromContactEvent contacts[MIXED];
    CaromImpactEvent impacts[MIXED];
    CaromBodyEvent bodies[MIXED];
    CaromEvents events;
    const void *all[MIXED]; ///< by sequence number, from 1
} Mixed;

#define DEAL(kindOf, array, pointer, number)                                                       \
    case kindOf: {                                                                                 \
        int k = mixed->events.number++;                                                            \
        mixed->array[k].sequence = (uint64_t)i + 1;                                                \
        mixed->array[k].time = 0.5 * i;                                                            \
        mixed->events.pointer = mixed->array;                                                      \
        mixed->all[i] = &mixed->array[k];                                                          \
        break;                                                                                     \
    }

/// Deals number i to a kind, as one deals cards.
static void deal(Mixed *mixed, int i, CaromEventKind kind)
{
    switch (kind) {
        DEAL(CAROM_EVENT_HIT, hits, hits, hitCount)
        DEAL(CAROM_EVENT_END, ends, ends, endCount)
        DEAL(CAROM_EVENT_MODE, modes, modes, modeCount)
        DEAL(CAROM_EVENT_CROSS, crosses, crosses, crossCount)
        DEAL(CAROM_EVENT_MEET, meets, meets, meetCount)
        DEAL(CAROM_EVENT_BLAST, blasts, blasts, blastCount)
        DEAL(CAROM_EVENT_PUSH, pushes, pushes, pushCount)
        DEAL(CAROM_EVENT_CONTACT, contacts, contacts, contactCount)
        DEAL(CAROM_EVENT_IMPACT, impacts, impacts, impactCount)
        DEAL(CAROM_EVENT_BODY, bodies, bodies, bodyCount)
    default:
        ck_abort();
    }
}

static const void *pointerOf(const CaromEvent *event)
{
    switch (event->kind) {
    case CAROM_EVENT_HIT:
        return event->hit;
    case CAROM_EVENT_END:
        return event->end;
    case CAROM_EVENT_MODE:
        return event->mode;
    case CAROM_EVENT_CROSS:
        return event->cross;
    case CAROM_EVENT_MEET:
        return event->meet;
    case CAROM_EVENT_BLAST:
        return event->blast;
    case CAROM_EVENT_PUSH:
        return event->push;
    case CAROM_EVENT_IMPACT:
        return event->impact;
    case CAROM_EVENT_BODY:
        return event->body;
    default:
        ck_assert_int_eq(event->kind, CAROM_EVENT_CONTACT);
        return event->contact;
    }
}

TEST_SEEDS(an_iterator_gives_all_kinds_in_one_order, 100)
{
    Mixed *mixed = calloc(1, sizeof *mixed);
    int count = _i % 4 == 0 ? _i / 4 : testRandomInt(&random, 0, MIXED);
    int kinds = testRandomInt(&random, 1, CAROM_EVENT_KIND_COUNT), seen = 0;
    for (int i = 0; i < count; i++) {
        deal(mixed, i, (CaromEventKind)testRandomInt(&random, 0, kinds - 1));
    }
    CaromEventIterator iterator = caromEventsBegin(&mixed->events);
    for (CaromEvent event; caromEventsNext(&iterator, &event); seen++) {
        ck_assert_msg(seen < count && pointerOf(&event) == mixed->all[seen],
                      "seed %d: number %d is another one", _i, seen);
        ck_assert_uint_eq(event.sequence, (uint64_t)seen + 1);
        ck_assert(event.time == 0.5 * seen);
    }
    ck_assert_int_eq(seen, count);
    CaromEvent kept = {CAROM_EVENT_PUSH, 77, 7.0, {NULL}};
    ck_assert(!caromEventsNext(&iterator, &kept) && kept.sequence == 77); // for ever
    free(mixed);
}

TEST(an_iterator_over_nothing_gives_nothing)
{
    CaromEvents none = caromWorldEvents(NULL), uncounted = none;
    CaromEvent event;
    CaromEventIterator iterator = caromEventsBegin(NULL);
    ck_assert(!caromEventsNext(&iterator, &event));
    ck_assert(!caromEventsNext(NULL, &event) && !caromEventsNext(&iterator, NULL));
    uncounted.hitCount = 3; // of an array that is not there
    iterator = caromEventsBegin(&uncounted);
    ck_assert(!caromEventsNext(&iterator, &event));
}

/// Bouncing balls that meet, come to rest, pass a sensor and explode above a paddle that beats. A
/// crate falls on one that sleeps.
static CaromWorld *makeBusyWorld(void)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromBodyDef rests = caromBodyDef(), moves = caromBodyDef();
    moves.type = CAROM_BODY_KINEMATIC;
    moves.velocity = caromVec2(0.0, -1.0);
    CaromShapeDef wall = caromShapeDef(), gate = wall, paddle = wall;
    gate.sensor = paddle.contacts = true;
    CaromBodyId ground = caromBodyCreate(world, &rests);
    caromShapeCreateSegment(world, ground, &wall, caromVec2(-9.0, 0.0), caromVec2(9.0, 0.0));
    caromShapeCreateSegment(world, ground, &gate, caromVec2(-9.0, 0.5), caromVec2(9.0, 0.5));
    caromShapeCreateCircle(world, caromBodyCreate(world, &moves), &paddle, caromVec2(8.0, 1.5),
                           0.5);
    CaromShapeDef wood = wall;
    wood.hits = true;
    moves = rests;
    moves.type = CAROM_BODY_DYNAMIC;
    for (int i = 0; i < 2; i++) {
        moves.awake = i == 1;
        moves.position = caromVec2(20.0, i == 0 ? 0.0 : 3.0);
        caromShapeCreateCircle(world, caromBodyCreate(world, &moves), &wood, caromVec2(0.0, 0.0),
                               0.5);
    }
    CaromProjectileDef ball = caromProjectileDef();
    ball.radius = 0.25;
    ball.restitution = 0.5;
    ball.friction = 1.0;
    ball.meetMask = 1;
    ball.blast = caromBlast();
    ball.blast.radius = 3.0;
    ball.blast.impulse = 1.0;
    for (int i = 0; i < 12; i++) {
        ball.position = caromVec2(-6.0 + i, 1.0 + 0.1 * i);
        ball.velocity = caromVec2(i % 2 ? 1.0 : -1.0, 0.0);
        ball.fuse = i % 3 == 0 ? 2.5 + 0.1 * i : CAROM_FOREVER;
        caromProjectileFire(world, &ball);
    }
    return world;
}

TEST_WORLD(an_iterator_leaves_no_event_of_a_world_out, makeBusyWorld())
{
    int counts[CAROM_EVENT_KIND_COUNT] = {0};
    uint64_t last = 0;
    for (int step = 1; step <= 40; step++) {
        ck_assert_int_eq(caromWorldStepTo(world, 0.1 * step), CAROM_STEP_OK);
        CaromEvents events = caromWorldEvents(world);
        CaromEventIterator iterator = caromEventsBegin(&events);
        for (CaromEvent event; caromEventsNext(&iterator, &event); last++) {
            ck_assert_uint_eq(event.sequence, last + 1);
            ck_assert(event.time > 0.1 * (step - 1) - 1e-9 && event.time <= 0.1 * step);
            counts[event.kind]++;
        }
        ck_assert_uint_eq(caromWorldCounters(world).events, last);
    }
    for (int kind = 0; kind < CAROM_EVENT_KIND_COUNT; kind++) {
        ck_assert_msg(counts[kind] > 0, "no event of kind %d", kind);
    }
}
