// SPDX-License-Identifier: MIT
// Law 10: queries of one world side by side between steps find what one thread finds. Ten thousand
// worlds exist at once; any thread may make, step or destroy each of them, and each ends as it does
// alone. An id that one world gave is refused by another.
#include "../support/builder.h"
#include "../support/answers.h"
#include "../support/random.h"

#include <stdlib.h>
#include <string.h>

#include "../../threads/pool.h"
#include "../../world/data/world.h"
#include "../support/assertions.h"

// ---- queries

enum { ASKERS = 12, KEPT = 16, TICKS = 4 };

/// The answers that one task gets.
typedef struct Asker {
    uint64_t world, past, own; ///< answers: now, of a past that all share, of a history of its own
    uint64_t throws, light;
} Asker;

typedef struct Hall {
    FlightField field;
    CaromHistory *histories[ASKERS]; ///< of the same ticks
    const CaromWorld *past;          ///< of the first of them, for all
    double pastTime;
    Asker *askers;
} Hall;

static uint64_t mix(uint64_t sum, const void *bytes, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size; i += sizeof word) {
        memcpy(&word, (const char *)bytes + i, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return sum;
}

static uint64_t mixPrediction(uint64_t sum, const CaromPrediction *p)
{
    double numbers[4] = {p->position.x, p->position.y, p->time, (double)p->hitCount};
    sum = mix(sum, numbers, sizeof numbers);
    for (int k = 0; k < p->hitCount && k < p->hitCapacity; k++) {
        double hit[4] = {p->hits[k].time, p->hits[k].center.x, p->hits[k].center.y,
                         (double)p->hits[k].shape.index};
        sum = mix(sum, hit, sizeof hit);
    }
    return sum;
}

static uint64_t throwsOf(const Hall *hall, int index)
{
    CaromHitEvent hits[KEPT];
    CaromPrediction prediction = caromPrediction();
    prediction.hits = hits;
    prediction.hitCapacity = KEPT;
    uint64_t sum = 0;
    for (int k = index % 5; k < hall->field.shotCount; k += 5) {
        caromWorldPredict(hall->field.world, &hall->field.defs[k], 2.0, &prediction);
        sum = mixPrediction(sum, &prediction);
        caromProjectilePredict(hall->field.world, hall->field.shots[k], 2.0, &prediction);
        sum = mixPrediction(sum, &prediction);
    }
    return sum;
}

static uint64_t lightOf(const Hall *hall, int index)
{
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.position = caromVec2(0.1 * index, 0.2 * index);
    uint64_t sum = 0;
    if (caromLightCast(light, hall->field.world, &def) == CAROM_OK) {
        double area = caromLightArea(light);
        sum = mix(sum, &area, sizeof area);
    }
    caromLightDestroy(light);
    return sum;
}

static void ask(void *context, int index)
{
    Hall *hall = context;
    Asker *asker = &hall->askers[index];
    uint64_t seed = (uint64_t)index + 1;
    // Tasks with an own history look for themselves; the first one's is looked at already.
    const CaromWorld *own =
        index > 0 ? caromHistoryLook(hall->histories[index], hall->pastTime, NULL) : hall->past;
    asker->world = answersOf(&hall->field, hall->field.world, seed);
    asker->past = answersOf(&hall->field, hall->past, seed);
    asker->own = answersOf(&hall->field, own, seed);
    asker->throws = throwsOf(hall, index);
    asker->light = lightOf(hall, index);
}

static void stepHall(Hall *hall, int tick)
{
    flightFieldEdit(&hall->field);
    flightFieldStepTo(&hall->field, 0.05 * (tick + 1));
    for (int i = 0; i < ASKERS; i++) {
        ck_assert_ok(caromHistoryRecord(hall->histories[i]));
    }
    hall->pastTime = caromHistoryTime(hall->histories[0], tick / 2);
    hall->past = caromHistoryLook(hall->histories[0], hall->pastTime, NULL);
}

TEST_LOOP(many_threads_ask_and_are_told_the_same, flightTestShare(6))
{
    Asker alone[ASKERS], together[ASKERS];
    CaromThreadPool *pool = caromThreadPoolCreate(4, NULL, NULL);
    Hall *hall = calloc(1, sizeof *hall);
    CaromWorldDef def = newWorldDef();
    int habits = FIELD_ALL & ~(FIELD_CHANGES | FIELD_ASKS | FIELD_MEETS);
    flightFieldInit(&hall->field, (uint64_t)_i + 1, habits | (_i % 2 ? FIELD_RIGID : 0), &def);
    for (int i = 0; i < ASKERS; i++) {
        hall->histories[i] = caromHistoryCreate(hall->field.world, TICKS, NULL);
        ck_assert_ptr_nonnull(hall->histories[i]);
    }
    for (int tick = 0; tick < TICKS; tick++) {
        stepHall(hall, tick);
        uint64_t hash = caromWorldHash(hall->field.world);
        if (!hall->past) { // tiles of a moving shape were edited
            continue;
        }
        hall->askers = alone;
        caromThreadPoolRun(NULL, ask, hall, ASKERS);
        hall->askers = together;
        caromThreadPoolRun(pool, ask, hall, ASKERS);
        for (int i = 0; i < ASKERS; i++) {
            ck_assert_msg(memcmp(&alone[i], &together[i], sizeof alone[i]) == 0,
                          "seed %d, tick %d: asker %d is told otherwise", _i, tick, i);
            ck_assert_msg(alone[i].past == alone[i].own, "seed %d, tick %d: asker %d, past", _i,
                          tick, i);
        }
        ck_assert(caromWorldHash(hall->field.world) == hash);
    }
    for (int i = 0; i < ASKERS; i++) {
        caromHistoryDestroy(hall->histories[i]);
    }
    flightFieldFree(&hall->field);
    free(hall);
    ck_assert_ok(caromThreadPoolDestroy(pool));
}

// ---- ten thousand worlds

enum { WORLDS = 10000, STEPS = 4 };

/// One of them; what tasks of its index write.
typedef struct Small {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeId shape;
    CaromProjectileId shot;
    uint64_t hash, events;
    bool failed;
} Small;

/// All that is in a world, and what is done to it, comes from its number.
static void makeSmall(Small *small, int index)
{
    TestRandom random = testRandomSeed((uint64_t)index);
    CaromWorldDef def = newWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromProjectileDef shot = caromProjectileDef();
    def.tag = (uint32_t)index + 1; // part of the state
    def.gravity.y = -10.0 * testRandomUnit(&random);
    small->world = caromWorldCreate(&def, NULL);
    small->body = caromBodyCreate(small->world, &bodyDef);
    double half = testRandomRange(&random, 2.0, 6.0);
    CaromVec2 room[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    small->shape = newChain(small->world, small->body, room, 4, true);
    if (index % 4 == 0) {
        bodyDef.type = index % 8 == 0 ? CAROM_BODY_DYNAMIC : CAROM_BODY_KINEMATIC;
        bodyDef.velocity = caromVec2(testRandomRange(&random, -1.0, 1.0), 0.5);
        CaromBodyId mover = caromBodyCreate(small->world, &bodyDef);
        newBox(small->world, mover, caromVec2(0.5, 0.0), caromVec2(0.25, 0.5));
    }
    for (int k = 0; k < 1 + index % 5; k++) {
        shot.position = caromVec2(testRandomRange(&random, -1.5, 1.5), 1.5);
        shot.velocity = caromVec2(testRandomRange(&random, -90.0, 90.0), 7.0 * k);
        shot.restitution = index % 3 ? 1.0 : 0.5;
        shot.gravityScale = k % 2;
        shot.radius = k == 3 ? 0.125 : 0.0;
        small->shot = caromProjectileFire(small->world, &shot);
    }
}

static void stepSmall(Small *small, int index)
{
    double dt = 0.01 + 0.001 * (index % 17);
    small->failed |= caromWorldStep(small->world, dt) != CAROM_STEP_OK;
    small->events += (uint64_t)caromWorldEvents(small->world).hitCount;
    small->hash = caromWorldHash(small->world);
}

static void endSmall(Small *small)
{
    small->failed |= caromWorldDestroy(small->world) != CAROM_OK;
    small->world = NULL;
}

static void makeTask(void *all, int index)
{
    makeSmall((Small *)all + index, index);
}

static void stepTask(void *all, int index)
{
    stepSmall((Small *)all + index, index);
}

static void endTask(void *all, int index)
{
    endSmall((Small *)all + index);
}

static void refuseOthers(const Small *all, int count, int index)
{
    const Small *small = &all[index];
    const Small *other = &all[(index + 1 + index % (count - 1)) % count];
    CaromVec2 up = {0.0, 1.0};
    ck_assert(small != other);
    ck_assert(caromProjectileIsValid(small->world, small->shot) ||
              !caromProjectileIsValid(other->world, small->shot));
    ck_assert(!caromProjectileIsValid(small->world, other->shot));
    ck_assert(!caromShapeIsValid(small->world, other->shape));
    ck_assert(!caromBodyIsValid(small->world, other->body));
    ck_assert_int_eq(caromProjectileSetVelocity(small->world, other->shot, up),
                     CAROM_ERROR_FOREIGN_ID);
    ck_assert_int_eq(caromShapeDestroy(small->world, other->shape), CAROM_ERROR_FOREIGN_ID);
    ck_assert_int_eq(caromBodyDestroy(small->world, other->body), CAROM_ERROR_FOREIGN_ID);
    ck_assert(caromWorldHash(small->world) == small->hash);
    ck_assert(caromWorldValidate(small->world));
}

TEST(ten_thousand_worlds_live_at_once)
{
    int count = flightTestShare(WORLDS);
    Small *all = calloc((size_t)count, sizeof *all);
    CaromThreadPool *pool = caromThreadPoolCreate(4, NULL, NULL);
    uint64_t events = 0;
    caromThreadPoolRun(pool, makeTask, all, count);
    for (int step = 0; step < STEPS; step++) {
        caromThreadPoolRun(pool, stepTask, all, count);
    }
    for (int i = 0; i < count; i += 97) {
        refuseOthers(all, count, i);
    }
    caromThreadPoolRun(pool, endTask, all, count);
    for (int i = 0; i < count; i++) {
        Small alone = {.world = NULL};
        makeSmall(&alone, i);
        for (int step = 0; step < STEPS; step++) {
            stepSmall(&alone, i);
        }
        endSmall(&alone);
        ck_assert_msg(!all[i].failed && !alone.failed, "world %d", i);
        ck_assert_msg(alone.hash == all[i].hash && alone.events == all[i].events,
                      "world %d ends otherwise among the others", i);
        events += alone.events;
    }
    ck_assert_uint_gt(events, (uint64_t)count);
    free(all);
    ck_assert_ok(caromThreadPoolDestroy(pool));
}

// ---- tags

static int compareTags(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void makePlain(void *context, int index)
{
    CaromWorldDef def = newWorldDef();
    ((CaromWorld **)context)[index] = caromWorldCreate(&def, NULL);
}

/// Worlds without a tag in their def get different ones from their addresses. Addresses mixed to 32
/// bits would collide by chance: two of ten thousand worlds once in 86 runs.
TEST(worlds_that_live_at_once_have_tags_of_their_own)
{
    int count = flightTestShare(WORLDS);
    CaromWorld **worlds = calloc((size_t)count, sizeof(CaromWorld *));
    uint32_t *tags = calloc((size_t)count, sizeof *tags);
    CaromThreadPool *pool = caromThreadPoolCreate(4, NULL, NULL);
    caromThreadPoolRun(pool, makePlain, worlds, count);
    for (int i = 0; i < count; i++) {
        tags[i] = worlds[i]->tag;
        ck_assert_uint_ne(tags[i], 0);
        caromWorldDestroy(worlds[i]);
    }
    qsort(tags, (size_t)count, sizeof *tags, compareTags);
    for (int i = 1; i < count; i++) {
        ck_assert_uint_ne(tags[i - 1], tags[i]);
    }
    free(tags);
    free(worlds);
    ck_assert_ok(caromThreadPoolDestroy(pool));
}
