// SPDX-License-Identifier: MIT
// Law 5: a prediction is the flight. What is predicted is compared with what then happens, event by
// event, bit by bit, in random worlds; and it leaves no trace, neither in the state nor in a single
// byte of memory.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef CAROM_TEST_THREADS
#include <pthread.h>
#endif

#define HORIZON 2.5 ///< [s]
#define KEPT 256    ///< events kept of a flight; more are counted
#define BLOCKS 512

// ---- all the memory of a world

/// An allocator that keeps a list of its blocks, so that all of them can be looked at.
typedef struct Memory {
    struct {
        unsigned char *start;
        size_t size;
    } blocks[BLOCKS];
    int count, calls;
} Memory;

static void *resizeBlock(void *context, void *old, size_t oldSize, size_t newSize)
{
    Memory *memory = context;
    int k = 0;
    (void)oldSize;
    memory->calls++;
    while (k < memory->count && memory->blocks[k].start != old) {
        k++;
    }
    if (newSize == 0) {
        free(old);
        memory->blocks[k] = memory->blocks[--memory->count];
        return NULL;
    }
    unsigned char *start = realloc(old, newSize);
    ck_assert_ptr_nonnull(start);
    ck_assert_int_lt(k, BLOCKS);
    if (newSize > oldSize) {
        memset(start + oldSize, 0, newSize - oldSize);
    }
    memory->count += k == memory->count;
    memory->blocks[k].start = start;
    memory->blocks[k].size = newSize;
    return start;
}

#ifdef __clang__
#define SEES_ALL __attribute__((no_sanitize("memory")))
#else
#define SEES_ALL
#endif

/// Reads bytes between fields as well, which were never written: MemorySanitizer must not mind.
SEES_ALL static uint64_t sumOf(const Memory *memory)
{
    uint64_t sum = (uint64_t)memory->calls;
    for (int k = 0; k < memory->count; k++) {
        for (size_t i = 0; i < memory->blocks[k].size; i++) {
            sum = (sum ^ memory->blocks[k].start[i]) * 0x100000001b3ULL;
        }
    }
    return sum;
}

// ---- what is predicted and what happens, of one flight

typedef struct Story {
    CaromPrediction told;
    CaromProjectileId id;
    CaromHitEvent hits[KEPT], flownHits[KEPT];
    CaromModeEvent modes[KEPT], flownModes[KEPT];
    CaromLeg legs[KEPT];
    int flownHitCount, flownModeCount;
    bool ended;
    CaromEndEvent end;
} Story;

typedef struct Tale {
    FlightField field;
    Memory memory;
    Story stories[FLIGHT_SHOTS];
    int count, seed;
    double until;
} Tale;

static CaromPrediction blankOf(Story *story)
{
    CaromPrediction prediction = caromPrediction();
    prediction.hits = story->hits;
    prediction.modes = story->modes;
    prediction.legs = story->legs;
    prediction.hitCapacity = prediction.modeCapacity = prediction.legCapacity = KEPT;
    return prediction;
}

static bool sameBits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool sameVec(CaromVec2 a, CaromVec2 b)
{
    return sameBits(a.x, b.x) && sameBits(a.y, b.y);
}

/// All but number and id.
static bool sameHit(const CaromHitEvent *a, const CaromHitEvent *b)
{
    return sameBits(a->time, b->time) && a->shape.index == b->shape.index &&
           a->shape.age == b->shape.age && a->body.index == b->body.index &&
           sameVec(a->point, b->point) && sameVec(a->center, b->center) &&
           sameVec(a->normal, b->normal) && sameVec(a->velocityBefore, b->velocityBefore) &&
           sameVec(a->velocityAfter, b->velocityAfter) && sameVec(a->impulse, b->impulse) &&
           a->feature == b->feature && a->corner == b->corner && a->action == b->action &&
           a->projectileData == b->projectileData && a->shapeData == b->shapeData;
}

/// Whether two hits are the same but for what is then done. The place of a hit that pierces is
/// where it is met, that of a question is where a bounce would start from.
static bool sameQuestion(const CaromHitEvent *a, const CaromHitEvent *b)
{
    return sameBits(a->time, b->time) && a->shape.index == b->shape.index &&
           (b->action == CAROM_HIT_PIERCE ||
            (sameVec(a->point, b->point) && sameVec(a->center, b->center))) &&
           sameVec(a->normal, b->normal) && sameVec(a->velocityBefore, b->velocityBefore);
}

static bool isAbout(double a, double b)
{
    return fabs(a - b) <= 1e-12;
}

static Story *storyOf(Tale *tale, CaromProjectileId id)
{
    for (int k = 0; k < tale->count; k++) {
        if (tale->stories[k].id.index == id.index && tale->stories[k].id.age == id.age) {
            return &tale->stories[k];
        }
    }
    return NULL;
}

static void noteEvents(Tale *tale)
{
    CaromEvents events = caromWorldEvents(tale->field.world);
    for (int i = 0; i < events.hitCount; i++) {
        Story *story = storyOf(tale, events.hits[i].projectile);
        if (story != NULL && story->flownHitCount < KEPT) {
            story->flownHits[story->flownHitCount] = events.hits[i];
        }
        if (story != NULL) {
            story->flownHitCount++;
        }
    }
    for (int i = 0; i < events.modeCount; i++) {
        Story *story = storyOf(tale, events.modes[i].projectile);
        if (story != NULL && story->flownModeCount < KEPT) {
            story->flownModes[story->flownModeCount] = events.modes[i];
        }
        if (story != NULL) {
            story->flownModeCount++;
        }
    }
    for (int i = 0; i < events.endCount; i++) {
        Story *story = storyOf(tale, events.ends[i].projectile);
        if (story != NULL) {
            story->ended = true;
            story->end = events.ends[i];
        }
    }
}

#define TELL "seed %d habits %d shot %d: "
#define WHO tale->seed, tale->field.habits, k

static bool isBefore(const Tale *tale, const Story *story)
{
    double now = caromWorldTime(tale->field.world);
    return now < story->told.time ||
           (now == story->told.time && story->told.stop != CAROM_PREDICTION_ENDED &&
            story->told.stop != CAROM_PREDICTION_ASKS);
}

static void comparePlaces(Tale *tale)
{
    double now = caromWorldTime(tale->field.world);
    for (int k = 0; k < tale->count; k++) {
        Story *story = &tale->stories[k];
        if (!isBefore(tale, story) || story->told.legCount > KEPT) {
            continue;
        }
        CaromVec2 place = caromVec2(NAN, NAN);
        ck_assert_msg(caromPredictionSample(&story->told, now, 1e9, &place, 1) == 1,
                      TELL "no place at %g", WHO, now);
        ck_assert_msg(caromProjectileIsValid(tale->field.world, story->id),
                      TELL "gone at %g, before %g", WHO, now, story->told.time);
        ck_assert_msg(sameVec(place, caromProjectilePosition(tale->field.world, story->id)),
                      TELL "elsewhere at %.17g", WHO, now);
    }
}

static void flyOn(Tale *tale)
{
    TestRandom steps = testRandomSeed((uint64_t)tale->seed + 77);
    for (double now = caromWorldTime(tale->field.world); now < tale->until;) {
        now = fmin(now + pow(10.0, testRandomRange(&steps, -3.0, -0.3)), tale->until);
        flightFieldStepTo(&tale->field, now);
        noteEvents(tale);
        comparePlaces(tale);
    }
}

// ---- comparing

static void compareEvents(const Tale *tale, int k)
{
    const Story *story = &tale->stories[k];
    const CaromPrediction *told = &story->told;
    bool asks = told->stop == CAROM_PREDICTION_ASKS;
    ck_assert_msg(asks ? told->hitCount < story->flownHitCount
                       : told->hitCount == story->flownHitCount,
                  TELL "%d hits told, %d flown", WHO, told->hitCount, story->flownHitCount);
    for (int i = 0; i < told->hitCount && i < KEPT; i++) {
        ck_assert_msg(sameHit(&story->hits[i], &story->flownHits[i]), TELL "hit %d differs", WHO,
                      i);
    }
    if (asks && told->hitCount < KEPT) {
        ck_assert_msg(sameQuestion(&told->asked, &story->flownHits[told->hitCount]),
                      TELL "another question", WHO);
    }
    ck_assert_msg(asks ? told->modeCount <= story->flownModeCount
                       : told->modeCount == story->flownModeCount,
                  TELL "%d changes told, %d flown", WHO, told->modeCount, story->flownModeCount);
    for (int i = 0; i < told->modeCount && i < KEPT; i++) {
        const CaromModeEvent *a = &story->modes[i], *b = &story->flownModes[i];
        ck_assert_msg(sameBits(a->time, b->time) && sameVec(a->position, b->position) &&
                          sameVec(a->velocity, b->velocity) && a->mode == b->mode,
                      TELL "change %d differs", WHO, i);
    }
}

static void compareFate(const Tale *tale, int k)
{
    const Story *story = &tale->stories[k];
    const CaromPrediction *told = &story->told;
    const CaromWorld *world = tale->field.world;
    if (told->stop == CAROM_PREDICTION_ENDED) {
        ck_assert_msg(story->ended && told->reason == story->end.reason &&
                          sameBits(told->time, story->end.time) &&
                          sameVec(told->position, story->end.position) &&
                          sameVec(told->velocity, story->end.velocity),
                      TELL "another end", WHO);
    } else if (told->stop != CAROM_PREDICTION_ASKS) {
        ck_assert_msg(!story->ended, TELL "ended, and was told to %d", WHO, told->stop);
        ck_assert_msg(sameVec(told->position, caromProjectilePosition(world, story->id)),
                      TELL "elsewhere at last", WHO);
        bool waits = told->mode == CAROM_PROJECTILE_PENDING;
        ck_assert_msg(waits || sameVec(told->velocity, caromProjectileVelocity(world, story->id)),
                      TELL "another speed at last", WHO);
        ck_assert_msg(told->mode == caromProjectileMode(world, story->id), TELL "mode %d", WHO,
                      told->mode);
    }
}

/// Legs follow each other without a gap, and give their reason.
static void checkLegs(const Tale *tale, int k)
{
    const Story *story = &tale->stories[k];
    const CaromPrediction *told = &story->told;
    int count = told->legCount < KEPT ? told->legCount : KEPT;
    ck_assert_int_ge(told->legCount, 1);
    ck_assert(story->legs[0].start <= told->from);
    for (int i = 0; i < count; i++) {
        const CaromLeg *leg = &story->legs[i];
        double next =
            i + 1 < told->legCount ? (i + 1 < KEPT ? leg[1].start : leg->end) : told->time;
        ck_assert_msg(leg->end == next && leg->end >= leg->start, TELL "leg %d has a gap", WHO, i);
        bool hit = leg->endedBy == CAROM_LEG_HIT;
        ck_assert_msg(hit == (leg->hit >= 0), TELL "leg %d", WHO, i);
        ck_assert_msg(!hit || leg->hit >= KEPT ||
                          (sameBits(story->hits[leg->hit].time, leg->end) &&
                           sameVec(story->hits[leg->hit].normal, leg->normal) &&
                           story->hits[leg->hit].shape.index == leg->shape.index),
                      TELL "leg %d ends by another hit", WHO, i);
        ck_assert_msg(i + 1 == told->legCount || leg->endedBy < CAROM_LEG_STOPPED,
                      TELL "leg %d is not the last", WHO, i);
    }
}

static void compareAll(Tale *tale)
{
    flyOn(tale);
    for (int k = 0; k < tale->count; k++) {
        compareEvents(tale, k);
        compareFate(tale, k);
        checkLegs(tale, k);
    }
}

// ---- telling

static Tale *newTale(int seed, int habits)
{
    Tale *tale = calloc(1, sizeof *tale);
    ck_assert_ptr_nonnull(tale);
    CaromWorldDef def = caromWorldDef();
    def.allocator.resize = resizeBlock;
    def.allocator.context = &tale->memory;
    def.eventLimit = seed % 5 == 0 ? 12 : 1000;
    def.searchCells = seed % 3 == 0 ? 16 : 4096;
    tale->seed = seed;
    flightFieldInit(&tale->field, (uint64_t)seed, habits, &def);
    return tale;
}

static void endTale(Tale *tale)
{
    flightFieldFree(&tale->field);
    ck_assert_int_eq(tale->memory.count, 0);
    free(tale);
}

static void tellThrow(Tale *tale, const CaromProjectileDef *def, CaromProjectileId id)
{
    Story *story = &tale->stories[tale->count++];
    story->told = blankOf(story);
    story->id = id;
    ck_assert_ok(caromWorldPredict(tale->field.world, def, HORIZON, &story->told));
    tale->until = caromWorldTime(tale->field.world) + HORIZON;
}

static void tellFlights(Tale *tale)
{
    for (int k = 0; k < tale->field.shotCount; k++) {
        CaromProjectileId id = tale->field.shots[k];
        if (caromProjectileIsValid(tale->field.world, id)) {
            Story *story = &tale->stories[tale->count++];
            story->told = blankOf(story);
            story->id = id;
            ck_assert_ok(caromProjectilePredict(tale->field.world, id, HORIZON, &story->told));
        }
    }
    tale->until = caromWorldTime(tale->field.world) + HORIZON;
}

static void tellThrows(Tale *tale)
{
    for (int k = 0; k < tale->field.shotCount; k++) {
        tellThrow(tale, &tale->field.defs[k], tale->field.shots[k]);
    }
}

/// Predicts without a trace in the world.
static void tellUnseen(Tale *tale, void (*tell)(Tale *tale))
{
    uint64_t hash = caromWorldHash(tale->field.world), sum = sumOf(&tale->memory);
    tell(tale);
    ck_assert(caromWorldHash(tale->field.world) == hash);
    ck_assert_msg(sumOf(&tale->memory) == sum, "seed %d: a prediction wrote to the world",
                  tale->seed);
}

/// Some time in, commands given and not yet carried out.
static void stirUp(Tale *tale)
{
    double end = testRandomRange(&tale->field.random, 0.1, 2.0);
    while (caromWorldTime(tale->field.world) < end) {
        flightFieldStepTo(&tale->field, fmin(caromWorldTime(tale->field.world) + 0.1, end));
    }
    for (int i = testRandomInt(&tale->field.random, 0, 6); i > 0; i--) {
        flightFieldEdit(&tale->field);
    }
}

/// All of them in turn, the commands of steering aside.
static int anyHabits(int seed)
{
    int habits = seed % 16;
    habits |= seed / 16 % 2 ? FIELD_SLIDES : 0;
    habits |= seed % 3 == 0 ? FIELD_PIERCES | FIELD_SENSORS : 0;
    habits |= seed % 5 < 2 ? FIELD_CHAINS : 0;
    habits |= seed % 7 == 3 ? FIELD_GROUND : 0;
    return habits | (seed / 32 % 2 ? FIELD_SPINS | FIELD_MOVES : 0);
}

static int anySteeredHabits(int seed)
{
    return anyHabits(seed) | (seed / 64 % 2 ? FIELD_STEERS : 0);
}

TEST_LOOP(throws_fly_as_predicted, 160 * flightTestTimes(4))
{
    Tale *tale = newTale(_i, anyHabits(_i));
    tellUnseen(tale, tellThrows);
    compareAll(tale);
    endTale(tale);
}

TEST_LOOP(flights_go_on_as_predicted_from_amid_them_and_after_edits, 160 * flightTestTimes(4))
{
    Tale *tale = newTale(_i, anySteeredHabits(_i));
    stirUp(tale);
    tellUnseen(tale, tellFlights);
    compareAll(tale);
    endTale(tale);
}

/// Fired where edits are still pending: predicted before they are fired.
static void throwAnew(Tale *tale)
{
    CaromWorld *world = tale->field.world;
    int count = tale->field.shotCount;
    for (int k = 0; k < count; k++) {
        CaromProjectileDef def = tale->field.defs[k];
        def.time = def.time < caromWorldTime(world) ? CAROM_NOW : def.time;
        if (!caromBodyIsValid(world, def.ignoreBody)) {
            def.ignoreBody.index = 0;
        }
        tellThrow(tale, &def, tale->field.shots[k]);
        tale->stories[k].id = caromProjectileFire(world, &def);
        ck_assert_uint_ne(tale->stories[k].id.index, 0);
    }
}

TEST_LOOP(throws_after_edits_fly_as_predicted, 160 * flightTestTimes(4))
{
    Tale *tale = newTale(_i, anySteeredHabits(_i));
    stirUp(tale);
    throwAnew(tale);
    compareAll(tale);
    endTale(tale);
}

// ---- buffers

TEST_LOOP(what_does_not_fit_is_counted, 16)
{
    Tale *tale = newTale(_i, _i % 16);
    CaromWorld *world = tale->field.world;
    tellThrows(tale);
    for (int k = 0; k < tale->count; k++) {
        const CaromPrediction *full = &tale->stories[k].told;
        CaromPrediction none = caromPrediction(), few = caromPrediction();
        CaromHitEvent hits[2];
        CaromLeg legs[2];
        few.hits = hits;
        few.legs = legs;
        few.hitCapacity = few.legCapacity = 1;
        memset(&hits[1], 0x5a, sizeof hits[1]);
        memset(&legs[1], 0x5a, sizeof legs[1]);
        caromWorldPredict(world, &tale->field.defs[k], HORIZON, &none);
        caromWorldPredict(world, &tale->field.defs[k], HORIZON, &few);
        ck_assert_int_eq(none.legCount, full->legCount);
        ck_assert_int_eq(few.hitCount, full->hitCount);
        ck_assert_int_eq(none.modeCount, full->modeCount);
        ck_assert(sameVec(none.position, full->position) && none.stop == full->stop);
        ck_assert(few.hitCount == 0 || sameHit(&hits[0], &full->hits[0]));
        ck_assert(sameVec(legs[0].position, full->legs[0].position));
        ck_assert(((unsigned char *)&hits[1])[0] == 0x5a && ((unsigned char *)&legs[1])[0] == 0x5a);
    }
    endTale(tale);
}

// ---- side by side

#ifdef CAROM_TEST_THREADS

typedef struct Teller {
    Tale *tale;
    int differences;
} Teller;

static void *tellAgain(void *context)
{
    Teller *teller = context;
    Tale *tale = teller->tale;
    Story *mine = malloc(sizeof *mine);
    for (int k = 0; k < 2 * tale->count; k++) {
        const Story *story = &tale->stories[k % tale->count];
        CaromPrediction again = blankOf(mine);
        if (k < tale->count) {
            caromWorldPredict(tale->field.world, &tale->field.defs[k], HORIZON, &again);
        } else {
            caromProjectilePredict(tale->field.world, story->id, HORIZON, &again);
        }
        teller->differences += again.hitCount != story->told.hitCount ||
                               again.stop != story->told.stop ||
                               !sameVec(again.position, story->told.position);
        for (int i = 0; i < again.hitCount && i < KEPT; i++) {
            teller->differences += !sameHit(&mine->hits[i], &story->hits[i]);
        }
    }
    free(mine);
    return NULL;
}

TEST_LOOP(many_threads_predict_side_by_side, 8)
{
    Tale *tale = newTale(_i, FIELD_MOVES | FIELD_ASKS | FIELD_SPINS | FIELD_SLIDES);
    pthread_t threads[4];
    Teller tellers[4];
    tellThrows(tale);
    uint64_t sum = sumOf(&tale->memory);
    for (int t = 0; t < 4; t++) {
        tellers[t].tale = tale;
        tellers[t].differences = 0;
        ck_assert_int_eq(pthread_create(&threads[t], NULL, tellAgain, &tellers[t]), 0);
    }
    for (int t = 0; t < 4; t++) {
        pthread_join(threads[t], NULL);
        ck_assert_int_eq(tellers[t].differences, 0);
    }
    ck_assert(sumOf(&tale->memory) == sum);
    endTale(tale);
}

#endif

// ---- single cases

/// A floor at y = 0, gravity 10 downwards.
static CaromWorld *floorWorld(int eventLimit)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -10.0);
    def.eventLimit = eventLimit;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId body = newRest(world);
    newBox(world, body, caromVec2(0.0, -1.0), caromVec2(50.0, 1.0));
    return world;
}

/// Falls 5 m in 1 s.
static CaromProjectileDef drop(void)
{
    CaromProjectileDef def = newShot(caromVec2(0.0, 5.0), caromVec2(0, 0));
    return def;
}

static CaromPrediction predict(const CaromWorld *world, CaromProjectileDef def, double horizon,
                               CaromLeg *legs, int capacity)
{
    CaromPrediction p = caromPrediction();
    p.legs = legs;
    p.legCapacity = capacity;
    ck_assert_ok(caromWorldPredict(world, &def, horizon, &p));
    return p;
}

static CaromHitAction die(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)context;
    (void)world;
    (void)hit;
    return CAROM_HIT_DIE;
}

TEST_WORLD(it_stops_where_the_game_would_decide, floorWorld(1000))
{
    CaromProjectileDef def = drop();
    CaromLeg legs[4];
    def.onHit = CAROM_HIT_ASK;
    CaromPrediction p = predict(world, def, 2.5, legs, 4); // no callback: bounces
    ck_assert(p.stop == CAROM_PREDICTION_HORIZON && p.hitCount == 1 && p.legCount == 2);
    caromWorldSetHitCallback(world, die, NULL);
    p = predict(world, def, 2.5, legs, 4);
    ck_assert(p.stop == CAROM_PREDICTION_ASKS && p.hitCount == 0 && p.legCount == 1);
    ck_assert(p.time == 1.0 && p.asked.time == 1.0 && p.velocity.y == -10.0); // √(2h/g)
    ck_assert(p.asked.velocityAfter.y == 10.0 && p.asked.action == CAROM_HIT_BOUNCE);
    ck_assert(legs[0].endedBy == CAROM_LEG_STOPPED && legs[0].end == 1.0);
    ck_assert(legs[0].shape.index == 1 && legs[0].normal.y == 1.0 && legs[0].hit == -1);
}

TEST_WORLD(every_stop_has_its_reason, floorWorld(1000))
{
    CaromLeg legs[4];
    CaromProjectileDef def = drop();
    def.onHit = CAROM_HIT_STOP;
    CaromPrediction p = predict(world, def, 3.0, legs, 4);
    ck_assert(p.stop == CAROM_PREDICTION_RESTS && p.time == 3.0 && p.legCount == 2);
    ck_assert(p.mode == CAROM_PROJECTILE_RESTING && p.reason == CAROM_END_COUNT);
    def.onHit = CAROM_HIT_DIE;
    p = predict(world, def, 3.0, legs, 4);
    ck_assert(p.stop == CAROM_PREDICTION_ENDED && p.reason == CAROM_END_HIT && p.time == 1.0);
    ck_assert(p.legCount == 1 && legs[0].endedBy == CAROM_LEG_HIT && legs[0].hit == 0);
    def.lifetime = 0.5;
    p = predict(world, def, 3.0, legs, 4);
    ck_assert(p.reason == CAROM_END_LIFETIME && p.time == 0.5 && p.position.y == 3.75);
    ck_assert(legs[0].endedBy == CAROM_LEG_ENDED && p.velocity.y == -5.0);
    def.position.y = -1.0;
    p = predict(world, def, 3.0, legs, 4);
    ck_assert(p.stop == CAROM_PREDICTION_ENDED && p.reason == CAROM_END_INSIDE && p.time == 0.0);
    def = drop();
    def.time = 4.0;
    p = predict(world, def, 3.0, legs, 4);
    ck_assert(p.stop == CAROM_PREDICTION_HORIZON && p.mode == CAROM_PROJECTILE_PENDING);
    ck_assert(p.position.y == 5.0 && p.velocity.y == 0.0 && legs[0].end == 3.0);
    p = predict(world, def, 6.0, legs, 4); // waits, falls, rises again
    ck_assert(p.legCount == 3 && legs[0].endedBy == CAROM_LEG_MODE && legs[1].start == 4.0);
    ck_assert(legs[2].start == 5.0 && legs[2].end == 6.0 && isAbout(p.position.y, 5.0));
}

/// A wall that is put over it ends it at once, as it will at the next step: in the mode it is in.
TEST_WORLD(an_end_by_an_edit_has_the_mode_before, floorWorld(1000))
{
    CaromProjectileDef def = drop();
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 2.0);
    newBox(world, newRest(world), caromVec2(0, 0), caromVec2(1, 1));
    CaromLeg legs[2];
    CaromPrediction p = caromPrediction();
    p.legs = legs;
    p.legCapacity = 2;
    ck_assert_ok(caromProjectilePredict(world, id, 3.0, &p));
    ck_assert(p.stop == CAROM_PREDICTION_ENDED && p.reason == CAROM_END_CRUSHED && p.time == 2.0);
    ck_assert(p.mode == CAROM_PROJECTILE_RESTING && p.legCount == 1);
    ck_assert(legs[0].endedBy == CAROM_LEG_ENDED && legs[0].mode == CAROM_PROJECTILE_RESTING);
    CaromEvents events = eventsUntil(world, 3.0);
    ck_assert(events.endCount == 1 && events.ends[0].reason == p.reason);
    ck_assert(events.ends[0].time == p.time);
}

TEST_WORLD(limits_hold, floorWorld(3))
{
    CaromProjectileDef def = drop();
    def.position.y = 1e-7; // 1.4e-4 s to the floor: some fifty bounces a window
    CaromPrediction p = predict(world, def, 3.0, NULL, 0);
    ck_assert(p.stop == CAROM_PREDICTION_PARKED && p.hitCount == 3 && p.time == 3.0);
    def = drop();
    p = caromPrediction();
    p.eventLimit = 2;
    ck_assert_ok(caromWorldPredict(world, &def, 1e9, &p));
    ck_assert(p.stop == CAROM_PREDICTION_LIMIT && p.hitCount == 2 && p.legCount == 3);
    ck_assert(p.time == 3.0 && p.velocity.y == 10.0);
}

/// What a callback predicted.
typedef struct Inner {
    CaromPrediction throwing, asker;
    int calls;
} Inner;

static CaromHitAction predictWithin(void *context, const CaromWorld *world,
                                    const CaromHitEvent *hit)
{
    Inner *inner = context;
    CaromProjectileDef def = drop();
    inner->throwing = inner->asker = caromPrediction();
    inner->calls++;
    ck_assert_ok(caromWorldPredict(world, &def, 1.5, &inner->throwing));
    ck_assert_ok(caromProjectilePredict(world, hit->projectile, 1.5, &inner->asker));
    return CAROM_HIT_BOUNCE;
}

TEST_WORLD(a_callback_may_predict_from_the_time_of_the_hit, floorWorld(1000))
{
    CaromProjectileDef def = drop();
    Inner inner = {.calls = 0};
    def.onHit = CAROM_HIT_ASK;
    caromProjectileFire(world, &def);
    caromWorldSetHitCallback(world, predictWithin, &inner);
    caromWorldStepTo(world, 2.0);
    ck_assert_int_eq(inner.calls, 1);
    ck_assert(inner.throwing.from == 1.0 && inner.throwing.time == 2.5);
    ck_assert_int_eq(inner.throwing.hitCount, 1);
    ck_assert(isAbout(inner.throwing.position.y, 3.75)); // 1 s down, ½ s up
    ck_assert(inner.asker.stop == CAROM_PREDICTION_ASKS && inner.asker.time == 1.0);
}

/// A body that moves on, and spins where there is spin.
static CaromBodyId makeCarrier(CaromWorld *world, double spin)
{
    CaromBodyId body = newSpinning(world, caromVec2(3.0, 20.0), 0.0, caromVec2(1.5, 0.25), spin);
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(2.0, 1.0));
    return body;
}

TEST_WORLD_LOOP(what_sticks_is_predicted_to_ride_along, 2, floorWorld(1000))
{
    CaromProjectileDef def = drop();
    CaromPrediction p = caromPrediction();
    CaromLeg legs[4];
    ck_assert_uint_ne(makeCarrier(world, _i == 0 ? 0.0 : 1.25).index, 0);
    def.position = caromVec2(4.25, 26.0);
    def.onHit = CAROM_HIT_STICK;
    p.legs = legs;
    p.legCapacity = 4;
    ck_assert_ok(caromWorldPredict(world, &def, 4.0, &p));
    ck_assert(p.stop == CAROM_PREDICTION_RESTS && p.mode == CAROM_PROJECTILE_STUCK);
    ck_assert(p.legCount == 2 && legs[0].endedBy == CAROM_LEG_HIT);
    CaromProjectileId id = caromProjectileFire(world, &def);
    for (int frame = 1; frame <= 240; frame++) {
        CaromVec2 place;
        caromWorldStepTo(world, frame / 60.0);
        ck_assert_int_eq(caromPredictionSample(&p, frame / 60.0, 1e9, &place, 1), 1);
        ck_assert(sameVec(place, caromProjectilePosition(world, id)));
    }
    ck_assert(sameVec(p.position, caromProjectilePosition(world, id)));
    ck_assert(sameVec(p.velocity, caromProjectileVelocity(world, id)));
    ck_assert(!sameVec(p.position, legs[1].position));
}
