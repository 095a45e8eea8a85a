// SPDX-License-Identifier: MIT
// Lag compensation: queries of a past tick answer, to the bit, as they do in a world that was
// brought back to that tick.
#include "../../../world/data/world.h"
#include "../../support/answers.h"
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>

// ---- beside a world that is brought back

enum { TICKS = 40, KEPT = 12 };

typedef struct Past {
    FlightField field;
    CaromHistory *history;
    SnapshotBytes before[TICKS], after[TICKS]; // the step of a tick
    double times[TICKS];
    int seed;
} Past;

static void playTick(Past *past, TestRandom *random, int tick)
{
    for (int edits = testRandomInt(random, -1, 3); edits > 0; edits--) {
        flightFieldEdit(&past->field);
    }
    past->before[tick] = stateSave(past->field.world);
    past->times[tick] =
        caromWorldTime(past->field.world) + pow(10.0, testRandomRange(random, -3.0, -0.7));
    flightFieldStepTo(&past->field, past->times[tick]);
    ck_assert_ok(caromHistoryRecord(past->history));
    past->after[tick] = stateSave(past->field.world);
}

static void goBack(Past *past, SnapshotBytes state)
{
    ck_assert_ok(caromWorldRestoreState(past->field.world, state.at, state.size));
}

/// The world is brought back and forth again; the history is not.
static void compareAt(Past *past, int tick, double time, uint64_t seed)
{
    CaromWorld *world = past->field.world;
    CaromError error;
    SnapshotBytes now = stateSave(world);
    uint64_t hash = caromWorldHash(world);
    const CaromWorld *then = caromHistoryLook(past->history, time, &error);
    if (time != past->times[tick] && error == CAROM_ERROR_TIME &&
        (past->field.habits & FIELD_RIGID)) { // more paths changed than copies were kept
        free(now.at);
        return;
    }
    ck_assert_msg(then != NULL, "seed %d tick %d: %s", past->seed, tick, caromErrorName(error));
    uint64_t seen = answersOf(&past->field, then, seed);
    ck_assert(caromWorldHash(world) == hash);
    goBack(past, time == past->times[tick] ? past->after[tick] : past->before[tick]);
    if (time != past->times[tick]) {
        caromWorldStepTo(world, time);
    }
    uint64_t expected = answersOf(&past->field, world, seed);
    goBack(past, now);
    free(now.at);
    ck_assert_msg(seen == expected, "seed %d tick %d: other answers at %g", past->seed, tick, time);
    ck_assert(caromWorldHash(world) == hash);
}

static void compareSome(Past *past, TestRandom *random, int tick)
{
    int first = tick >= KEPT ? tick - KEPT + 1 : 0, which = testRandomInt(random, first, tick);
    compareAt(past, which, past->times[which], testRandomU64(random));
    ck_assert(caromHistoryTime(past->history, tick - which) == past->times[which]);
    ck_assert_int_eq(caromHistoryCount(past->history), tick - first + 1);
    if (which > first) {
        double since = past->times[which - 1], until = past->times[which];
        double time = since + (until - since) * testRandomUnit(random);
        if (time > since) {
            compareAt(past, which, time, testRandomU64(random));
        }
    }
    CaromError error = CAROM_OK;
    ck_assert(caromHistoryLook(past->history, past->times[tick] + 1e-3, &error) == NULL);
    ck_assert_int_eq(error, CAROM_ERROR_TIME);
    if (first > 0) {
        ck_assert(caromHistoryLook(past->history, past->times[first - 1], &error) == NULL);
        ck_assert_int_eq(error, CAROM_ERROR_TIME);
    }
}

TEST_LOOP(the_past_answers_as_it_did, flightTestRounds(32, 30))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 8000);
    int habits = (int)(testRandomU64(&random) & FIELD_ALL) | FIELD_MOVES;
    habits |= _i % 2 ? FIELD_RIGID : 0;
    CaromWorldDef def = newWorldDef();
    Past past;
    past.seed = _i;
    flightFieldInit(&past.field, (uint64_t)_i, habits, &def);
    past.field.keeps = true;
    past.history = caromHistoryCreate(past.field.world, KEPT, NULL);
    ck_assert_ptr_nonnull(past.history);
    for (int tick = 0; tick < TICKS; tick++) {
        playTick(&past, &random, tick);
        compareSome(&past, &random, tick);
    }
    caromHistoryDestroy(past.history);
    flightFieldFree(&past.field);
    for (int tick = 0; tick < TICKS; tick++) {
        free(past.before[tick].at);
        free(past.after[tick].at);
    }
}

// ---- what has come and gone since

typedef struct Yard {
    CaromWorld *world;
    CaromHistory *history;
    CaromBodyId first, second;
    CaromShapeId disc, box;
} Yard;

static CaromBodyId addMover(CaromWorld *world, double x)
{
    return newMoving(world, caromVec2(x, 0.0), caromVec2(0.0, 1.0));
}

static Yard makeYard(const CaromAllocator *allocator)
{
    Yard yard;
    CaromWorldDef def = newWorldDef();
    def.allocator = allocator != NULL ? *allocator : def.allocator;
    yard.world = caromWorldCreate(&def, NULL);
    yard.history = caromHistoryCreate(yard.world, 8, NULL);
    ck_assert_ptr_nonnull(yard.history);
    yard.first = addMover(yard.world, 0.0);
    yard.second = addMover(yard.world, 5.0);
    yard.disc = newCircle(yard.world, yard.first, caromVec2(0, 0), 0.5);
    yard.box = newBox(yard.world, yard.second, caromVec2(0, 0), caromVec2(0.5, 0.5));
    for (int k = 1; k <= 4; k++) {
        caromWorldStepTo(yard.world, k);
        ck_assert_ok(caromHistoryRecord(yard.history));
    }
    return yard;
}

/// The shape that a ray from the left at a height meets first.
static uint32_t metAt(const CaromWorld *world, double y)
{
    CaromHit hit = {.fraction = 1.0};
    int met =
        caromWorldCastRay(world, caromVec2(-20, y), caromVec2(60, 0), caromQueryOptions(), &hit, 1);
    return met > 0 ? hit.shape.index : 0;
}

TEST(who_has_come_or_gone_since_is_not_met)
{
    Yard yard = makeYard(NULL);
    CaromShapeId late = newCircle(yard.world, addMover(yard.world, -9.0), caromVec2(0, 2), 0.5);
    CaromTransform away = caromTransform(caromVec2(8, 40), 1.0, caromVec2(1, 1));
    ck_assert_ok(caromBodySetTransform(yard.world, yard.second, away));
    ck_assert_uint_eq(metAt(yard.world, 2.0), late.index);
    const CaromWorld *then = caromHistoryLook(yard.history, 2.0, NULL);
    ck_assert_uint_eq(metAt(then, 2.0), yard.disc.index);
    ck_assert_ok(caromBodyDestroy(yard.world, yard.first));
    then = caromHistoryLook(yard.history, 2.0, NULL);
    ck_assert_uint_eq(metAt(then, 2.0), yard.box.index);
    ck_assert_uint_eq(metAt(then, 40.0), 0);
    ck_assert_uint_eq(metAt(yard.world, 40.0), yard.box.index);
    CaromShapeId again = newCircle(yard.world, addMover(yard.world, 0.0), caromVec2(0, 2),
                                   0.5); // in the slot of one of then
    ck_assert_uint_eq(again.index, yard.disc.index);
    then = caromHistoryLook(yard.history, 1.5, NULL);
    ck_assert_uint_eq(metAt(then, 1.5), yard.box.index);
    ck_assert(caromShapeSetUserData(yard.world, yard.box, &yard) == CAROM_OK);
    then = caromHistoryLook(yard.history, 1.5, NULL);
    ck_assert_ptr_eq(caromShapeUserData(then, yard.box), &yard);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

/// A shape of the past, as it was given and as it is baked.
static void checkGeometry(const CaromWorld *world, CaromShapeId shape, CaromVec2 local,
                          double localRadius, CaromVec2 baked, double radius)
{
    CaromGeometry geometry;
    ck_assert_ok(caromShapeLocalGeometry(world, shape, &geometry));
    ck_assert(geometry.points[0].x == local.x && geometry.points[0].y == local.y);
    ck_assert(geometry.radius == localRadius);
    ck_assert_ok(caromShapeGeometry(world, shape, &geometry, NULL));
    ck_assert(geometry.points[0].x == baked.x && geometry.points[0].y == baked.y);
    ck_assert(geometry.radius == radius);
}

TEST(what_was_scaled_since_has_the_geometry_of_then)
{
    Yard yard = makeYard(NULL);
    CaromVec2 middle = caromVec2(0, 0), corner = caromVec2(-0.5, -0.5);
    const CaromWorld *then = caromHistoryLook(yard.history, 2.0, NULL);
    CaromGeometry box;
    ck_assert_ok(caromShapeGeometry(then, yard.box, &box, NULL));
    CaromVec2 baked = box.points[0];
    caromBodySetTransform(yard.world, yard.first,
                          caromTransform(caromVec2(0, 4), 0.0, caromVec2(3, 3)));
    caromBodySetTransform(yard.world, yard.second,
                          caromTransform(caromVec2(5, 4), 0.0, caromVec2(2, 4)));
    checkGeometry(yard.world, yard.disc, middle, 0.5, caromVec2(0, 4), 1.5);
    then = caromHistoryLook(yard.history, 2.0, NULL);
    checkGeometry(then, yard.disc, middle, 0.5, middle, 0.5);
    checkGeometry(then, yard.box, corner, 0.0, baked, 0.0);
    caromBodySetTransform(yard.world, yard.first, // all but the radius is as it was
                          caromTransform(caromVec2(0, 0), 0.0, caromVec2(3, 3)));
    checkGeometry(yard.world, yard.disc, middle, 0.5, middle, 1.5);
    then = caromHistoryLook(yard.history, 2.0, NULL);
    checkGeometry(then, yard.disc, middle, 0.5, middle, 0.5);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

TEST(what_rests_is_as_it_is_now)
{
    Yard yard = makeYard(NULL);
    CaromShapeId wall =
        newSegment(yard.world, newRest(yard.world), caromVec2(-3, -9), caromVec2(-3, 9));
    ck_assert_uint_eq(metAt(caromHistoryLook(yard.history, 2.0, NULL), 2.0), wall.index);
    ck_assert_ok(caromShapeSetUserData(yard.world, wall, &yard));
    ck_assert_ptr_eq(caromShapeUserData(caromHistoryLook(yard.history, 2.0, NULL), wall), &yard);
    ck_assert_ok(caromShapeDestroy(yard.world, wall));
    ck_assert_uint_eq(metAt(caromHistoryLook(yard.history, 2.0, NULL), 2.0), yard.disc.index);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

/// Also with several bodies without shapes: edits of them left the revision as it was.
TEST_WORLD_LOOP(bare_bodies_at_rest_are_where_they_are_now, 3, newWorld())
{
    CaromTransform there = caromTransform(caromVec2(2, 3), 0.0, caromVec2(1, 1));
    CaromHistory *history = caromHistoryCreate(world, 4, NULL);
    CaromBodyId last = {0};
    for (int k = 0; k <= _i; k++) {
        last = newRest(world);
    }
    caromWorldStep(world, 1.0);
    ck_assert_ok(caromHistoryRecord(history));
    ck_assert_ptr_nonnull(caromHistoryLook(history, 1.0, NULL));
    ck_assert_ok(caromBodySetTransform(world, last, there));
    const CaromWorld *then = caromHistoryLook(history, 1.0, NULL);
    CaromVec2 seen = caromBodyPoint(then, last, caromVec2(0, 0));
    ck_assert(seen.x == 2.0 && seen.y == 3.0);
    caromHistoryDestroy(history);
}

TEST(a_world_that_was_rolled_back_forgets_its_future)
{
    Yard yard = makeYard(NULL);
    SnapshotBytes state = stateSave(yard.world);
    for (int k = 5; k <= 7; k++) {
        caromWorldStepTo(yard.world, k);
        caromHistoryRecord(yard.history);
    }
    ck_assert_int_eq(caromHistoryCount(yard.history), 7);
    ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
    caromWorldStepTo(yard.world, 4.5);
    ck_assert_ok(caromHistoryRecord(yard.history));
    ck_assert_int_eq(caromHistoryCount(yard.history), 5);
    ck_assert(caromHistoryTime(yard.history, 0) == 4.5 && caromHistoryTime(yard.history, 1) == 4.0);
    ck_assert_ok(caromHistoryRecord(yard.history)); // of the same tick again
    ck_assert_int_eq(caromHistoryCount(yard.history), 5);
    // Rolled back once more, and on beyond ticks that never came to be.
    ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
    caromWorldStepTo(yard.world, 6.5);
    ck_assert_ok(caromHistoryRecord(yard.history));
    ck_assert_int_eq(caromHistoryCount(yard.history), 5);
    ck_assert(caromHistoryTime(yard.history, 0) == 6.5 && caromHistoryTime(yard.history, 1) == 4.0);
    SnapshotBytes later = stateSave(yard.world);
    for (int k = 0; k < 100; k++) {
        ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
        ck_assert_int_eq(caromHistoryCount(yard.history), 4);
        caromWorldStepTo(yard.world, 4.25);
        ck_assert_int_eq(caromHistoryCount(yard.history), 4);
        ck_assert_ptr_nonnull(caromHistoryLook(yard.history, 3.5, NULL));
        ck_assert_ptr_null(caromHistoryLook(yard.history, 6.5, NULL));
    }
    ck_assert_ok(caromWorldRestoreState(yard.world, later.at, later.size));
    ck_assert_int_eq(caromHistoryCount(yard.history), 5); // forth again: it has happened
    free(later.at);
    free(state.at);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

/// Of three histories of a world the one in the middle goes, then the first: the others notice a
/// rollback all the same.
TEST_WORLD(a_world_has_as_many_histories_as_it_likes, newWorld())
{
    CaromHistory *histories[3];
    for (int k = 0; k < 3; k++) {
        histories[k] = caromHistoryCreate(world, 8, NULL);
    }
    SnapshotBytes state = stateSave(world);
    for (int tick = 1; tick <= 4; tick++) {
        caromWorldStepTo(world, tick);
        for (int k = 0; k < 3; k++) {
            ck_assert_ok(caromHistoryRecord(histories[k]));
        }
    }
    caromHistoryDestroy(histories[1]);
    ck_assert(caromHistoryCount(histories[0]) == 4 && caromHistoryCount(histories[2]) == 4);
    caromHistoryDestroy(histories[0]);
    ck_assert_ok(caromWorldRestoreState(world, state.at, state.size));
    ck_assert_int_eq(caromHistoryCount(histories[2]), 0);
    caromWorldStepTo(world, 1.5);
    ck_assert_ok(caromHistoryRecord(histories[2]));
    ck_assert(caromHistoryTime(histories[2], 0) == 1.5);
    free(state.at);
    caromHistoryDestroy(histories[2]);
}

// ---- what is refused

TEST(what_it_can_not_know_it_refuses)
{
    Yard yard = makeYard(NULL);
    CaromVec2 corner = {0.0, 0.0};
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &corner, 1, 0.5);
    CaromError error = CAROM_OK;
    ck_assert_ptr_null(caromHistoryCreate(yard.world, 0, &error));
    ck_assert_int_eq(error, CAROM_ERROR_COUNT);
    ck_assert_int_eq(caromWorldLastError(yard.world), CAROM_ERROR_COUNT);
    ck_assert_ptr_null(caromHistoryLook(NULL, 1.0, &error));
    ck_assert_int_eq(error, CAROM_ERROR_NULL);
    ck_assert_int_eq(caromHistoryRecord(NULL), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromHistoryCount(NULL), 0);
    ck_assert(caromHistoryTime(NULL, 0) == 0.0 && caromHistoryTime(yard.history, -1) == 0.0 &&
              caromHistoryTime(yard.history, 4) == 0.0);
    ck_assert_ptr_null(caromHistoryLook(yard.history, NAN, &error));
    ck_assert_int_eq(error, CAROM_ERROR_NOT_FINITE);
    ck_assert_ptr_null(caromHistoryLook(yard.history, 0.5, &error));
    ck_assert_int_eq(error, CAROM_ERROR_TIME);
    const CaromWorld *then = caromHistoryLook(yard.history, 3.0, &error);
    ck_assert_ok(error);
    ck_assert_int_eq(caromBodyDestroy((CaromWorld *)(uintptr_t)then, yard.first), CAROM_ERROR_BUSY);
    ck_assert_ok(caromShapeSetGeometry(yard.world, yard.box, &disc));
    ck_assert_ptr_null(caromHistoryLook(yard.history, 3.0, &error));
    ck_assert_int_eq(error, CAROM_ERROR_STALE_STATE);
    caromHistoryDestroy(yard.history);
    caromHistoryDestroy(NULL);
    caromWorldDestroy(yard.world);
}

TEST(its_memory_may_be_refused_and_is_bounded)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Yard yard = makeYard(&allocator);
    CaromTransform aside = caromTransform(caromVec2(3, 0), 1.0, caromVec2(1, 1));
    CaromError error = CAROM_OK;
    caromBodySetTransform(yard.world, yard.second, aside);
    bool looked = false;
    for (int k = 0; !looked; k++) { // each call that it makes, in turn
        meter.failFrom = meter.calls + k;
        looked = caromHistoryLook(yard.history, 2.0, &error) != NULL;
        ck_assert_int_eq(error, looked ? CAROM_OK : CAROM_ERROR_MEMORY);
    }
    meter.failFrom = METER_NEVER;
    for (int k = 0; k < 8; k++) {
        caromWorldStep(yard.world, 0.5);
        ck_assert_ok(caromHistoryRecord(yard.history));
    }
    size_t held = meter.held;
    meter.failFrom = meter.calls;
    for (int k = 0; k < 100; k++) {
        caromWorldStep(yard.world, 0.5);
        ck_assert_ok(caromHistoryRecord(yard.history));
        double time = caromHistoryTime(yard.history, k % 8);
        ck_assert_ptr_nonnull(caromHistoryLook(yard.history, time, NULL));
    }
    ck_assert_uint_eq(meter.held, held);
    ck_assert_ptr_null(caromHistoryCreate(yard.world, 4, &error));
    ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
    caromWorldDestroy(yard.world);
    caromHistoryDestroy(yard.history); // it may be the last to go
    ck_assert_uint_eq(meter.held, 0);
}

/// Not the tick of the same time, nor those of a future that may come again.
TEST(a_tick_that_is_refused_memory_takes_the_place_of_none)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Yard yard = makeYard(&allocator);
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    for (int k = 0; k < 8; k++) {
        ck_assert_uint_ne(caromBodyCreate(yard.world, &def).index, 0);
    }
    meter.failFrom = meter.calls;
    ck_assert_int_eq(caromHistoryRecord(yard.history), CAROM_ERROR_MEMORY); // again, now of more
    ck_assert_int_eq(caromHistoryCount(yard.history), 4);
    ck_assert(caromHistoryTime(yard.history, 0) == 4.0);
    SnapshotBytes before = stateSave(yard.world);
    caromWorldStepTo(yard.world, 5.0);
    meter.failFrom = METER_NEVER;
    ck_assert_ok(caromHistoryRecord(yard.history));
    meter.failFrom = meter.calls;
    SnapshotBytes after = stateSave(yard.world);
    ck_assert_ok(caromWorldRestoreState(yard.world, before.at, before.size));
    ck_assert_int_eq(caromHistoryRecord(yard.history), CAROM_ERROR_MEMORY);
    ck_assert_int_eq(caromHistoryCount(yard.history), 4);
    ck_assert_ok(caromWorldRestoreState(yard.world, after.at, after.size));
    ck_assert_int_eq(caromHistoryCount(yard.history), 5);
    free(before.at);
    free(after.at);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

TEST(nothing_is_recorded_or_looked_up_in_callbacks)
{
    Yard yard = makeYard(NULL);
    CaromError error = CAROM_OK;
    int count = caromHistoryCount(yard.history);
    yard.world->locked = true;
    ck_assert_int_eq(caromHistoryRecord(yard.history), CAROM_ERROR_BUSY);
    ck_assert_ptr_null(caromHistoryLook(yard.history, 3.0, &error));
    ck_assert_int_eq(error, CAROM_ERROR_BUSY);
    yard.world->locked = false;
    ck_assert_int_eq(caromHistoryCount(yard.history), count);
    ck_assert_ptr_nonnull(caromHistoryLook(yard.history, 3.0, &error));
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

typedef struct Asker {
    Yard *yard;
    double time;
    int asked;
} Asker;

static bool editAmid(void *context, const CaromWorld *world, CaromShapeId shape)
{
    Asker *asker = context;
    Yard *yard = asker->yard;
    char few[1];
    CaromError error = CAROM_OK;
    CaromTransform away = caromTransform(caromVec2(9, 9), 0.0, caromVec2(1, 1));
    ck_assert(caromWorldTime(world) == asker->time && shape.index != 0);
    ck_assert_int_eq(caromBodyDestroy(yard->world, yard->second), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromBodySetTransform(yard->world, yard->first, away), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromWorldStep(yard->world, 0.1), CAROM_STEP_REFUSED);
    ck_assert_int_eq(caromWorldDestroy(yard->world), CAROM_ERROR_BUSY);
    if (asker->time < caromWorldTime(yard->world)) {
        ck_assert_ptr_null(caromHistoryLook(yard->history, 3.0, &error)); // it is looked at
        ck_assert_int_eq(error, CAROM_ERROR_BUSY);
    }
    // What only reads the world may go on beside queries.
    ck_assert_ok(caromHistoryRecord(yard->history));
    ck_assert_int_eq(caromWorldSaveState(yard->world, few, 1, NULL), CAROM_ERROR_BUFFER);
    asker->asked++;
    return true;
}

/// Predicates of queries of the past, of the present, and of a beam, which goes through a copy.
TEST(nothing_is_changed_amid_a_query_of_the_past)
{
    Yard yard = makeYard(NULL);
    Asker asker = {&yard, 2.0, 0};
    CaromBeamDef beam = caromBeamDef();
    CaromBeamLeg legs[4];
    CaromHit hit;
    beam.options.predicate = editAmid;
    beam.options.predicateContext = &asker;
    for (int k = 0; k < 2; k++) {
        asker.time = k == 0 ? 2.0 : 4.0;
        beam.origin = caromVec2(-20, asker.time);
        const CaromWorld *world =
            k == 0 ? caromHistoryLook(yard.history, asker.time, NULL) : yard.world;
        int before = asker.asked;
        ck_assert_int_eq(
            caromWorldCastRay(world, beam.origin, caromVec2(60, 0), beam.options, &hit, 1), 1);
        ck_assert_uint_eq(hit.shape.index, yard.disc.index);
        ck_assert_int_gt(asker.asked, before);
        before = asker.asked;
        ck_assert_int_ge(caromWorldCastBeam(world, &beam, legs, 4), 1);
        ck_assert_int_gt(asker.asked, before);
    }
    ck_assert_int_eq(caromWorldStep(yard.world, 0.1), CAROM_STEP_OK);
    ck_assert_ptr_nonnull(caromHistoryLook(yard.history, 3.0, NULL));
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

static void countCircle(void *context, CaromVec2 center, double radius, CaromShapeId shape)
{
    ck_assert(radius > 0.0 && isfinite(center.x) && shape.index != 0);
    ++*(int *)context;
}

/// Of a world that is not a whole one.
static bool askAll(void *context, const CaromWorld *world, CaromShapeId shape)
{
    int *asked = context, circles = 0;
    CaromVec2 place;
    CaromContact contact;
    CaromDebugDraw draw = {.context = &circles, .circle = countCircle};
    ck_assert_uint_eq(caromWorldSnapshotSize(world), 0);
    ck_assert_uint_eq(caromWorldStateSize(world), 0);
    ck_assert_int_eq(caromWorldSave(world, &place, sizeof place, NULL), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromWorldSaveState(world, &place, sizeof place, NULL), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 0);
    ck_assert_int_ge(caromWorldCounters(world).shapes, 2);
    ck_assert(caromWorldMemory(world).total > 0 && caromWorldProfile(world).step == 0.0);
    ck_assert_int_ge(caromWorldPositions(world, &place, NULL, 1), 0);
    ck_assert_int_eq(caromWorldContacts(world, &contact, 1), 0);
    ck_assert_ok(caromWorldDraw(world, &draw));
    (void)caromWorldHash(world);
    (void)caromWorldValidate(world);
    ck_assert_int_eq(circles, 1);
    ++*asked;
    return shape.index != 0;
}

/// All queries work on the world that a look returns, also from the predicate of a beam: it has
/// less than a snapshot reads.
TEST(the_past_is_asked_everything)
{
    Yard yard = makeYard(NULL);
    int asked = 0;
    CaromBeamDef beam = caromBeamDef();
    CaromBeamLeg legs[4];
    beam.options.predicate = askAll;
    beam.options.predicateContext = &asked;
    beam.origin = caromVec2(-20, 2);
    const CaromWorld *then = caromHistoryLook(yard.history, 2.0, NULL);
    askAll(&asked, then, yard.disc);
    ck_assert_int_ge(caromWorldCastBeam(then, &beam, legs, 4), 1);
    ck_assert_int_gt(asked, 1);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}

TEST_WORLD(an_empty_world_has_a_past, newWorld())
{
    CaromError error = CAROM_ERROR_NULL;
    CaromHistory *history = caromHistoryCreate(world, 4, &error);
    ck_assert_ok(error);
    for (int k = 0; k < 3; k++) {
        caromWorldStep(world, 1.0);
        ck_assert_ok(caromHistoryRecord(history));
    }
    const CaromWorld *then = caromHistoryLook(history, 1.5, &error);
    CaromHit hit;
    ck_assert_ok(error);
    ck_assert_int_eq(
        caromWorldCastRay(then, caromVec2(0, 0), caromVec2(9, 0), caromQueryOptions(), &hit, 1), 0);
    caromHistoryDestroy(history);
}

TEST_WORLD(what_was_mirrored_since_has_the_geometry_of_then, newWorld())
{
    static const uint16_t nothing[] = {0};
    CaromTileMap map = {1, 1, 1.0, {0.0, 0.0}, nothing, 0.0};
    CaromBodyId body = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    static const CaromVec2 corners[] = {{0, 0}, {3, 0}, {0, 1}};
    newPolygon(world, body, corners, 3);
    newTiles(world, body, &map);
    CaromHistory *history = caromHistoryCreate(world, 4, NULL);
    for (int k = 0; k < 2; k++) {
        caromWorldStep(world, 1.0);
        ck_assert_ok(caromHistoryRecord(history));
        CaromTransform mirror = caromTransform(caromVec2(0, 0), 0.0, caromVec2(-1, 1));
        ck_assert_ok(caromBodySetTransform(world, body, mirror));
    }
    for (int k = 0; k < 2; k++) {
        CaromHit hit;
        const CaromWorld *then = caromHistoryLook(history, 1.0 + k, NULL);
        ck_assert_ptr_nonnull(then);
        CaromVec2 from = caromVec2(k == 0 ? 1.5 : -1.5, 9.0);
        ck_assert_int_eq(
            caromWorldCastRay(then, from, caromVec2(0, -18), caromQueryOptions(), &hit, 1), 1);
        ck_assert(fabs(hit.point.y - 0.5) < 1e-12);
        from.x = -from.x;
        ck_assert_int_eq(
            caromWorldCastRay(then, from, caromVec2(0, -18), caromQueryOptions(), &hit, 1), 0);
    }
    caromHistoryDestroy(history);
}

/// Rolled back again and again to a time between two ticks: what was before that is remembered,
/// until there were more jumps than are kept; then it is no longer known to have been.
TEST(jumps_are_remembered_up_to_a_number)
{
    Yard yard = makeYard(NULL);
    caromWorldStepTo(yard.world, 4.25);
    SnapshotBytes state = stateSave(yard.world);
    for (int k = 1; k <= CR_JUMPS + 2; k++) {
        caromWorldStepTo(yard.world, 4.5);
        ck_assert_int_eq(caromHistoryCount(yard.history), k <= CR_JUMPS + 1 ? 4 : 0);
        ck_assert_ok(caromWorldRestoreState(yard.world, state.at, state.size));
        ck_assert_int_eq(caromHistoryCount(yard.history), k <= CR_JUMPS + 1 ? 4 : 0);
        ck_assert((caromHistoryLook(yard.history, 2.5, NULL) != NULL) == (k <= CR_JUMPS + 1));
    }
    free(state.at);
    caromHistoryDestroy(yard.history);
    caromWorldDestroy(yard.world);
}
