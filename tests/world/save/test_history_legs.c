// SPDX-License-Identifier: MIT
// The past between two ticks, whatever is done between a step and the record. Oracle: a second
// world that gets the same calls, is stepped in small steps, and notes what rays meet after each.
#include "../../support/builder.h"
#include "../../support/meter.h"
#include "../../support/random.h"
#include "../../support/random_vec.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>

// ---- beside notes that were taken then

enum { BODIES = 8, STEPS = 48, FINE = 4, RAYS = 7, HITS = 24 };

/// What the rays met at a time.
typedef struct Note {
    double time;
    CaromHit hits[RAYS][HITS];
    int counts[RAYS];
} Note;

typedef struct Legs {
    CaromWorld *worlds[2]; ///< the second has no history
    CaromHistory *history;
    CaromBodyId bodies[BODIES];
    CaromShapeId shapes[BODIES];
    TestRandom random;
    Note notes[STEPS * FINE];
    int noteCount;
} Legs;

static void addShape(Legs *legs, int k)
{
    CaromShapeDef def = caromShapeDef();
    CaromVec2 middle = randomVec(&legs->random, 0.5);
    def.sensor = testRandomInt(&legs->random, 0, 9) == 0;
    for (int w = 0; w < 2; w++) {
        legs->shapes[k] =
            k % 2 ? caromShapeCreateCircle(legs->worlds[w], legs->bodies[k], &def, middle, 0.75)
                  : caromShapeCreateBox(legs->worlds[w], legs->bodies[k], &def, middle,
                                        caromVec2(0.5, 1.0));
    }
    ck_assert_uint_ne(legs->shapes[k].index, 0);
}

static void addBody(Legs *legs, int k)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.position = randomVec(&legs->random, 5.0);
    def.velocity = randomVec(&legs->random, 3.0);
    def.angularVelocity = testRandomRange(&legs->random, -3.0, 3.0);
    for (int w = 0; w < 2; w++) {
        legs->bodies[k] = caromBodyCreate(legs->worlds[w], &def);
    }
    addShape(legs, k);
}

/// A body with children is left alone: an edit of it would take them along.
static void destroyBody(Legs *legs, int k)
{
    CaromBodyId child;
    if (caromBodyChildren(legs->worlds[0], legs->bodies[k], &child, 1) == 0) {
        for (int w = 0; w < 2; w++) {
            ck_assert_ok(caromBodyDestroy(legs->worlds[w], legs->bodies[k]));
        }
        addBody(legs, k);
    }
}

static void hang(Legs *legs, int k, CaromBodyId parent)
{
    for (int w = 0; w < 2; w++) { // refused by both, if by one: a cycle, or both spin
        (void)caromBodySetParent(legs->worlds[w], legs->bodies[k], parent);
    }
}

static void command(Legs *legs)
{
    static const CaromBodyId none;
    TestRandom *random = &legs->random;
    int what = testRandomInt(random, 0, 6), k = testRandomInt(random, 0, BODIES - 1);
    CaromVec2 v = randomVec(random, 5.0);
    double turn = testRandomInt(random, 0, 2) ? testRandomRange(random, -3.0, 3.0) : 0.0;
    double size = testRandomRange(random, 0.5, 1.5);
    CaromTransform to = caromTransform(v, turn, caromVec2(size, size));
    if (what == 0) {
        destroyBody(legs, k);
    } else if (what == 1) {
        hang(legs, k, testRandomInt(random, 0, 1) ? legs->bodies[(k + 1) % BODIES] : none);
    } else if (what == 2) {
        for (int w = 0; w < 2; w++) {
            ck_assert_ok(caromShapeDestroy(legs->worlds[w], legs->shapes[k]));
        }
        addShape(legs, k);
    }
    for (int w = 0; w < 2 && what > 2; w++) {
        if (what == 3) {
            (void)caromBodySetTransform(legs->worlds[w], legs->bodies[k], to);
        } else if (what == 4) {
            (void)caromBodySetAngularVelocity(legs->worlds[w], legs->bodies[k], turn);
        } else {
            (void)caromBodySetVelocity(legs->worlds[w], legs->bodies[k], v);
        }
    }
}

static void cast(const CaromWorld *world, int ray, Note *note)
{
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 from = {-20.0, -6.0 + 2.0 * ray}, way = {40.0, ray - 3.0};
    options.sensors = CAROM_SENSORS_INCLUDED;
    note->counts[ray] = caromWorldCastRay(world, from, way, options, note->hits[ray], HITS);
    ck_assert_int_le(note->counts[ray], HITS);
}

/// The second world goes there in small steps, the first at once.
static void stepBoth(Legs *legs, double until)
{
    double since = caromWorldTime(legs->worlds[0]);
    for (int k = 1; k <= FINE; k++) {
        Note *note = &legs->notes[legs->noteCount++];
        note->time = k < FINE ? since + (until - since) * k / FINE : until;
        caromWorldStepTo(legs->worlds[1], note->time);
        for (int ray = 0; ray < RAYS; ray++) {
            cast(legs->worlds[1], ray, note);
        }
    }
    caromWorldStepTo(legs->worlds[0], until);
}

/// Those of the note that are still there, in its order.
static void compare(const Legs *legs, const Note *then, int seed)
{
    CaromError error = CAROM_OK;
    const CaromWorld *past = caromHistoryLook(legs->history, then->time, &error);
    ck_assert_msg(past != NULL, "seed %d, at %g: %s", seed, then->time, caromErrorName(error));
    Note seen;
    for (int ray = 0; ray < RAYS; ray++) {
        int next = 0;
        cast(past, ray, &seen);
        for (int k = 0; k < then->counts[ray]; k++) {
            const CaromHit *hit = &then->hits[ray][k];
            if (caromShapeIsValid(legs->worlds[1], hit->shape)) {
                const CaromHit *found = &seen.hits[ray][next++];
                ck_assert_msg(next <= seen.counts[ray] && found->shape.index == hit->shape.index &&
                                  found->shape.age == hit->shape.age &&
                                  found->fraction == hit->fraction,
                              "seed %d: ray %d at %.17g", seed, ray, then->time);
            }
        }
        ck_assert_msg(next == seen.counts[ray], "seed %d: ray %d at %.17g meets more", seed, ray,
                      then->time);
    }
}

/// Commands before the record, after it, both or neither; often several steps to a record.
TEST_LOOP(the_past_is_what_it_was_whatever_comes_before_the_record, 64)
{
    Legs *legs = calloc(1, sizeof *legs);
    CaromWorldDef def = caromWorldDef();
    def.log = NULL; // queries of what is gone, too
    def.tag = 7;
    legs->random = testRandomSeed((uint64_t)_i + 25);
    for (int w = 0; w < 2; w++) {
        legs->worlds[w] = caromWorldCreate(&def, NULL);
    }
    legs->history = caromHistoryCreate(legs->worlds[0], STEPS, NULL);
    for (int k = 0; k < BODIES; k++) {
        addBody(legs, k);
    }
    ck_assert_ok(caromHistoryRecord(legs->history));
    for (int k = 0; k < STEPS; k++) {
        bool records = k == STEPS - 1 || testRandomInt(&legs->random, 0, 2) != 0;
        stepBoth(legs, caromWorldTime(legs->worlds[0]) + testRandomRange(&legs->random, 0.01, 0.3));
        if (k == STEPS - 1 || testRandomInt(&legs->random, 0, 3) == 0) {
            ck_assert_ok(caromHistoryRecord(legs->history));
            records = false;
        }
        legs->noteCount--; // at the time of commands it is before or after them
        for (int c = testRandomInt(&legs->random, 0, 3); c > 0; c--) {
            command(legs);
        }
        if (records) {
            ck_assert_ok(caromHistoryRecord(legs->history));
        }
    }
    for (int k = 0; k < legs->noteCount; k++) {
        compare(legs, &legs->notes[k], _i);
    }
    caromHistoryDestroy(legs->history);
    for (int w = 0; w < 2; w++) {
        caromWorldDestroy(legs->worlds[w]);
    }
    free(legs);
}

// ---- one body, of which all is known

typedef struct Lane {
    CaromWorld *world;
    CaromHistory *history;
    CaromBodyId body;
} Lane;

/// A body at (0, 0) with 1 m/s along x; recorded at 0 and 0.1.
static Lane makeLane(const CaromAllocator *allocator, int ticks)
{
    Lane lane;
    CaromWorldDef def = caromWorldDef();
    def.allocator = allocator != NULL ? *allocator : def.allocator;
    lane.world = caromWorldCreate(&def, NULL);
    lane.history = caromHistoryCreate(lane.world, ticks, NULL);
    lane.body = newMoving(lane.world, caromVec2(0.0, 0.0), caromVec2(1.0, 0.0));
    ck_assert_ok(caromHistoryRecord(lane.history));
    caromWorldStepTo(lane.world, 0.1);
    ck_assert_ok(caromHistoryRecord(lane.history));
    return lane;
}

static void endLane(Lane *lane)
{
    caromHistoryDestroy(lane->history);
    caromWorldDestroy(lane->world);
}

static void assertNear(double x, double expected, double tolerance)
{
    ck_assert_msg(fabs(x - expected) <= tolerance, "%.17g, not %.17g", x, expected);
}

static double placeAt(const Lane *lane, double time)
{
    CaromError error = CAROM_OK;
    const CaromWorld *then = caromHistoryLook(lane->history, time, &error);
    ck_assert_msg(then != NULL, "at %g: %s", time, caromErrorName(error));
    return caromBodyTransform(then, lane->body).position.x;
}

static CaromError errorAt(const Lane *lane, double time)
{
    CaromError error = CAROM_OK;
    (void)caromHistoryLook(lane->history, time, &error);
    return error;
}

TEST(a_velocity_set_before_the_record_is_not_that_of_the_past)
{
    Lane lane = makeLane(NULL, 8);
    caromWorldStepTo(lane.world, 0.2);
    caromBodySetVelocity(lane.world, lane.body, caromVec2(-50.0, 0.0));
    ck_assert_ok(caromHistoryRecord(lane.history));
    assertNear(placeAt(&lane, 0.15), 0.15, 1e-15);
    assertNear(placeAt(&lane, 0.2), 0.2, 1e-15);
    endLane(&lane);
}

TEST(a_teleport_before_the_record_shows_at_its_time)
{
    Lane lane = makeLane(NULL, 8);
    CaromTransform away = caromTransform(caromVec2(70.0, 0.0), 0.0, caromVec2(1, 1));
    caromWorldStepTo(lane.world, 0.2);
    caromBodySetTransform(lane.world, lane.body, away);
    ck_assert_ok(caromHistoryRecord(lane.history));
    caromBodySetTransform(lane.world, lane.body,
                          caromTransform(caromVec2(-9.0, 0.0), 0.0, caromVec2(1, 1)));
    caromWorldStepTo(lane.world, 0.3);
    ck_assert_ok(caromHistoryRecord(lane.history));
    assertNear(placeAt(&lane, 0.1999), 0.1999, 1e-15);
    ck_assert(placeAt(&lane, 0.2) == 70.0); // as it was recorded
    assertNear(placeAt(&lane, 0.25), -9.0 + 0.05, 1e-14);
    endLane(&lane);
}

/// More legs between two ticks than there is room for: what is not known is refused.
TEST(legs_are_remembered_up_to_a_number)
{
    Lane lane = makeLane(NULL, 2);
    double x = 0.1;
    for (int k = 1; k <= 10; k++) { // from 0.1 k to 0.1 (k + 1) at k m/s
        caromBodySetVelocity(lane.world, lane.body, caromVec2(k, 0.0));
        caromWorldStepTo(lane.world, 0.1 * (k + 1));
    }
    ck_assert_int_eq(errorAt(&lane, 0.35), CAROM_ERROR_TIME); // not recorded yet
    ck_assert_ok(caromHistoryRecord(lane.history));
    for (int k = 1; k <= 10; k++) {
        if (k <= 2) { // eight legs are kept
            ck_assert_int_eq(errorAt(&lane, 0.1 * k + 0.05), CAROM_ERROR_TIME);
        } else {
            assertNear(placeAt(&lane, 0.1 * k + 0.05), x + 0.05 * k, 1e-13);
        }
        x += 0.1 * k;
    }
    assertNear(placeAt(&lane, 0.1), 0.1, 1e-15);
    endLane(&lane);
}

TEST(a_leg_without_memory_is_refused_and_the_step_is_not)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Lane lane = makeLane(&allocator, 4);
    caromBodySetVelocity(lane.world, lane.body, caromVec2(3.0, 0.0));
    meter.failFrom = meter.calls;
    ck_assert_int_eq(caromWorldStepTo(lane.world, 0.2), CAROM_STEP_OK);
    meter.failFrom = METER_NEVER;
    caromWorldStepTo(lane.world, 0.3); // of this step it is known again
    ck_assert_ok(caromHistoryRecord(lane.history));
    ck_assert_int_eq(errorAt(&lane, 0.15), CAROM_ERROR_MEMORY);
    assertNear(placeAt(&lane, 0.1), 0.1, 1e-15);
    assertNear(placeAt(&lane, 0.25), 0.55, 1e-15);
    endLane(&lane);
    ck_assert_uint_eq(meter.held, 0);
}

TEST(legs_take_no_memory_beyond_past_peaks)
{
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    Lane lane = makeLane(&allocator, 4);
    for (int k = 0; k < 60; k++) { // step, record, move
        if (k == 20) {
            meter.failFrom = meter.calls;
        }
        caromBodySetVelocity(lane.world, lane.body, caromVec2(k, 0.0));
        caromWorldStepTo(lane.world, 0.2 + 0.1 * k);
        ck_assert_ok(caromHistoryRecord(lane.history));
        for (int back = 0; k > 0 && back < 3; back++) {
            ck_assert_ok(errorAt(&lane, caromHistoryTime(lane.history, back) - 0.05));
        }
    }
    endLane(&lane);
}

/// Two futures from one state, with another velocity each; then back into the first.
TEST(each_future_has_its_own_legs)
{
    Lane lane = makeLane(NULL, 8);
    SnapshotBytes fork = stateSave(lane.world);
    caromBodySetVelocity(lane.world, lane.body, caromVec2(2.0, 0.0));
    caromWorldStepTo(lane.world, 0.2);
    ck_assert_ok(caromHistoryRecord(lane.history));
    SnapshotBytes first = stateSave(lane.world);
    assertNear(placeAt(&lane, 0.15), 0.2, 1e-15);
    ck_assert_ok(caromWorldRestoreState(lane.world, fork.at, fork.size));
    caromBodySetVelocity(lane.world, lane.body, caromVec2(4.0, 0.0));
    caromWorldStepTo(lane.world, 0.2);
    ck_assert_ok(caromWorldRestoreState(lane.world, first.at, first.size));
    assertNear(placeAt(&lane, 0.15), 0.2, 1e-15);
    ck_assert_ok(caromWorldRestoreState(lane.world, fork.at, fork.size));
    caromWorldStepTo(lane.world, 0.2); // as it was, 1 m/s
    ck_assert_ok(caromHistoryRecord(lane.history));
    assertNear(placeAt(&lane, 0.15), 0.15, 1e-15);
    free(fork.at);
    free(first.at);
    endLane(&lane);
}

TEST(a_history_whose_world_is_gone_is_refused)
{
    Lane lane = makeLane(NULL, 8);
    CaromHistory *other = caromHistoryCreate(lane.world, 3, NULL);
    caromHistoryDestroy(other);
    other = caromHistoryCreate(lane.world, 3, NULL);
    caromWorldDestroy(lane.world);
    ck_assert_int_eq(caromHistoryRecord(lane.history), CAROM_ERROR_NULL);
    ck_assert_int_eq(errorAt(&lane, 0.05), CAROM_ERROR_NULL);
    ck_assert_int_eq(caromHistoryCount(lane.history), 0);
    ck_assert(caromHistoryTime(lane.history, 0) == 0.0);
    caromHistoryDestroy(lane.history);
    caromHistoryDestroy(other);
}
