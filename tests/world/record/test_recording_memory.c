// SPDX-License-Identifier: MIT
// What a recorder and a replay do when memory is short or a writer fails: the world goes on. And no
// edit is forgotten, no refused one kept.
#include "../../support/meter.h"
#include "../../support/recording_game.h"

// ---- memory

TEST_LOOP(a_recorder_without_memory_lets_the_world_go_on, 2)
{
    CaromWorld *plain = recordingWorld(standardMemory);
    recordingPlay(plain, RECORDED_STEPS);
    bool all = false;
    for (int from = 0; !all; from++) {
        Meter meter;
        CaromRecorderDef def = caromRecorderDef();
        CaromWorld *world = recordingWorld(standardMemory), *again = recordingWorld(standardMemory);
        CaromError error;
        def.allocator = meterAllocator(&meter);
        def.detail = _i;
        meter.failFrom = from;
        CaromRecorder *recorder = caromRecorderCreate(world, &def, &error);
        ck_assert_int_eq(error, recorder != NULL ? CAROM_OK : CAROM_ERROR_MEMORY);
        recordingPlay(world, RECORDED_STEPS);
        ck_assert(caromWorldHash(world) == caromWorldHash(plain));
        if (recorder != NULL) {
            CaromReplayState last;
            size_t size = 0;
            all = caromRecorderEnd(recorder) == CAROM_OK;
            ck_assert_int_eq(caromRecorderError(recorder), all ? CAROM_OK : CAROM_ERROR_MEMORY);
            const uint8_t *bytes = caromRecorderBytes(recorder, &size);
            int ticks = recordingReplay(again, bytes, size, &last);
            ck_assert_int_eq(last, all ? CAROM_REPLAY_ENDED : CAROM_REPLAY_BROKEN);
            ck_assert(all ? ticks == RECORDED_STEPS : ticks <= RECORDED_STEPS);
        }
        caromRecorderDestroy(recorder);
        ck_assert_uint_eq(meter.held, 0);
        caromWorldDestroy(world);
        caromWorldDestroy(again);
    }
    caromWorldDestroy(plain);
}

/// A replay that is short of memory is tried again, and ends the same.
TEST_LOOP(a_replay_without_memory_goes_on_later, 2)
{
    SnapshotBytes bytes = recordingOfGame(_i);
    bool all = false;
    for (int from = 0; !all; from++) {
        Meter meter;
        CaromWorld *world = recordingWorld(meterAllocator(&meter));
        meter.failFrom = meter.calls + from;
        CaromError error = CAROM_OK;
        CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, &error);
        all = made != NULL;
        if (made == NULL) {
            ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
            meter.failFrom = METER_NEVER;
            made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
        }
        ck_assert_ptr_nonnull(made);
        int ticks = 0;
        for (CaromReplayState state = CAROM_REPLAY_SAME; state != CAROM_REPLAY_ENDED;) {
            state = caromReplayNext(made);
            ck_assert(state != CAROM_REPLAY_BROKEN && state != CAROM_REPLAY_DIFFERS);
            ticks += state == CAROM_REPLAY_SAME;
            if (state == CAROM_REPLAY_REFUSED) {
                ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_MEMORY);
                meter.failFrom = METER_NEVER;
                all = false;
            }
        }
        ck_assert_int_eq(ticks, RECORDED_STEPS);
        caromReplayDestroy(made);
        caromWorldDestroy(world);
        ck_assert_uint_eq(meter.held, 0);
    }
    free(bytes.at);
}

/// One that takes down what it is given before it may be gone, and is then refused.
TEST(what_is_refused_is_not_recorded)
{
    Meter meter;
    CaromWorld *world = recordingWorld(meterAllocator(&meter));
    CaromVec2 points[40];
    CaromRecorder *recorder = recordingBegin(world, false);
    CaromShapeId shape = newBox(world, newRest(world), caromVec2(0, 0), caromVec2(1, 1));
    for (int k = 0; k < 40; k++) {
        points[k] = caromVec2(k % 20, k < 20 ? 0.0 : 4.0);
        points[k].x = k < 20 ? points[k].x : 19.0 - points[k].x;
        points[k].y += k == 5 ? -1.0 : k % 3 * 0.125;
    }
    CaromGeometry chain = caromGeometry(CAROM_SHAPE_CHAIN, points, 40, 0.0);
    CaromError error = CAROM_ERROR_MEMORY;
    int refused = 0;
    for (int from = 0; error != CAROM_OK; from++) {
        size_t before = crRecordMark(world);
        for (int open = 0; open < 2; open++) { // it may be the first of a chunk
            meter.failFrom = meter.calls + from;
            error = caromShapeSetGeometry(world, shape, &chain);
            meter.failFrom = METER_NEVER;
            refused += error != CAROM_OK;
            ck_assert(error == CAROM_OK || crRecordMark(world) == before);
            if (error == CAROM_OK || open == 1) {
                break;
            }
            caromWorldStep(world, 0.01);
            before = crRecordMark(world);
        }
    }
    ck_assert_int_gt(refused, 2);
    SnapshotBytes bytes = recordingEnd(recorder);
    CaromReplayState last;
    CaromWorld *again = recordingWorld(standardMemory);
    recordingReplay(again, bytes.at, bytes.size, &last);
    ck_assert_int_eq(last, CAROM_REPLAY_ENDED);
    ck_assert(caromWorldHash(again) == caromWorldHash(world));
    caromWorldDestroy(again);
    caromWorldDestroy(world);
    free(bytes.at);
}

// ---- writers

typedef struct Writer {
    CaromWorld *world;
    uint8_t bytes[65536];
    size_t size;
    int calls, failAt; ///< −1: never
} Writer;

static bool writeDown(void *context, const void *bytes, size_t size)
{
    Writer *writer = context;
    if (writer->calls++ == writer->failAt) {
        return false;
    }
    ck_assert_uint_le(size, sizeof writer->bytes - writer->size);
    ck_assert_int_eq(caromWorldStep(writer->world, 0.1), CAROM_STEP_REFUSED); // it is locked
    memcpy(writer->bytes + writer->size, bytes, size);
    writer->size += size;
    return true;
}

TEST(what_is_written_is_what_is_kept)
{
    static Writer writer;
    SnapshotBytes kept = recordingOfGame(true);
    for (int failAt = -1; failAt < RECORDED_STEPS + 2; failAt++) {
        CaromRecorderDef def = caromRecorderDef();
        CaromError error;
        memset(&writer, 0, sizeof writer);
        writer.failAt = failAt;
        writer.world = recordingWorld(standardMemory);
        def.write = writeDown;
        def.writeContext = &writer;
        def.detail = true;
        CaromRecorder *recorder = caromRecorderCreate(writer.world, &def, &error);
        ck_assert_int_eq(error, failAt == 0 ? CAROM_ERROR_WRITE : CAROM_OK);
        recordingPlay(writer.world, RECORDED_STEPS);
        if (recorder != NULL) {
            ck_assert_ptr_null(caromRecorderBytes(recorder, NULL));
            ck_assert_int_eq(caromRecorderEnd(recorder), failAt < 0 ? CAROM_OK : CAROM_ERROR_WRITE);
        }
        ck_assert(failAt >= 0 ? writer.size < kept.size : writer.size == kept.size);
        ck_assert_mem_eq(writer.bytes, kept.at, writer.size);
        caromRecorderDestroy(recorder);
        caromWorldDestroy(writer.world);
    }
    free(kept.at);
}

// ---- which one ends when

TEST(a_world_ends_its_recording)
{
    CaromWorld *world = recordingWorld(standardMemory), *again = recordingWorld(standardMemory);
    CaromRecorder *recorder = recordingBegin(world, false);
    CaromRecorderDef def = caromRecorderDef();
    CaromError error;
    CaromReplayState last;
    size_t size = 0;
    ck_assert_ptr_null(caromRecorderCreate(world, &def, &error)); // one a world
    ck_assert_int_eq(error, CAROM_ERROR_RECORDING);
    recordingPlay(world, 2);
    caromWorldDestroy(world);
    ck_assert_ok(caromRecorderEnd(recorder));
    const uint8_t *bytes = caromRecorderBytes(recorder, &size);
    ck_assert_int_eq(recordingReplay(again, bytes, size, &last), 2);
    ck_assert_int_eq(last, CAROM_REPLAY_ENDED);
    caromRecorderDestroy(recorder);
    recorder = recordingBegin(again, false); // and the next recording of one
    caromRecorderDestroy(recorder);
    recorder = recordingBegin(again, false);
    caromRecorderDestroy(recorder);
    caromWorldDestroy(again);
}

// ---- nothing is missing

typedef enum Kind { FREE, EDIT, ASK } Kind;
typedef struct Entry {
    Kind kind;
    const char *name;
} Entry;

#define CAROM_CALL(kind, name) {kind, #name},
static const Entry entries[] = {
#include "../../support/bad_input_list.h"
};
#undef CAROM_CALL

/// Calls that edit a world but are no record of that name, and why.
static const char *const others[] = {
    // steps, restores and callbacks have records of their own
    "caromWorldStep", "caromWorldStepTo", "caromWorldRestore", "caromWorldRestoreState",
    "caromWorldSetHitCallback", "caromWorldSetMeetCallback", "caromWorldSetContactCallback",
    // all shapes but tile maps are caromShapeCreate; one tile is caromShapeSetTiles
    "caromShapeCreateCircle", "caromShapeCreateCapsule", "caromShapeCreateSegment",
    "caromShapeCreateOneSided", "caromShapeCreateChain", "caromShapeCreatePolygon",
    "caromShapeCreateRegion", "caromShapeCreateBox", "caromShapeCreateEllipse", "caromShapeSetTile",
    // call others that are recorded
    "caromMoverPlace", "caromSectorLinkCreate",
    // no part of the state
    "caromWorldDestroy", "caromWorldSetProfileClock", "caromWorldSetTasks", "caromHistoryCreate",
    "caromRecorderCreate",
    // restores
    "caromReplayCreate"};

TEST(every_edit_is_recorded)
{
    int recorded = 0;
    for (size_t k = 0; k < sizeof entries / sizeof entries[0]; k++) {
        bool known = false;
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            known |= strcmp(entries[k].name, others[i]) == 0;
        }
        for (int kind = 0; kind < CR_CALL_COUNT; kind++) {
            bool is = strcmp(entries[k].name, crCallName((CrCallKind)kind)) == 0;
            ck_assert_msg(!is || !known, "%s is told twice", entries[k].name);
            known |= is;
            recorded += is;
        }
        ck_assert_msg(entries[k].kind != EDIT || known, "%s is not recorded", entries[k].name);
    }
    ck_assert_int_eq(recorded, CR_CALL_COUNT);
    ck_assert_ptr_null(crCallName(CR_CALL_COUNT));
}

static CaromHitAction alwaysBounce(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)context;
    (void)world;
    (void)hit;
    return CAROM_HIT_BOUNCE;
}

/// A callback that is set, a world that becomes another, a call, answers.
static void doOne(CaromWorld *world, int kind, int k, SnapshotBytes snapshot)
{
    if (kind == 0) {
        caromWorldSetHitCallback(world, k % 2 ? NULL : alwaysBounce, NULL);
    } else if (kind == 1) {
        ck_assert_ok(caromWorldRestore(world, snapshot.at, snapshot.size));
    } else if (kind == 2) {
        ck_assert_ok(caromWorldSetGravity(world, caromVec2(0.0, -1.0 - k % 2)));
    } else if (caromWorldCounters(world).shapes == 0) {
        CaromBodyId body = newRest(world);
        newSegment(world, body, caromVec2(0, -9), caromVec2(0, 9));
        newSegment(world, body, caromVec2(1, -9), caromVec2(1, 9));
        CaromProjectileDef shot = newShot(caromVec2(0.5, 0.0), caromVec2(64.0, 0.0));
        shot.onHit = CAROM_HIT_ASK;
        shot.restitution = 1.0;
        caromWorldSetHitCallback(world, alwaysBounce, NULL);
        caromProjectileFire(world, &shot);
    } else {
        caromWorldStep(world, 0.125);
    }
}

TEST(a_recorder_may_be_short_of_memory_in_every_kind_of_record)
{
    CaromWorld *other = recordingWorld(standardMemory);
    SnapshotBytes snapshot = snapshotSave(other);
    uint64_t hashes[2];
    for (int kind = 0; kind < 4; kind++) {
        int times = 0;
        for (int recorded = 1; recorded >= 0; recorded--) {
            Meter meter;
            CaromRecorderDef def = caromRecorderDef();
            CaromWorld *world = recordingWorld(standardMemory);
            def.allocator = meterAllocator(&meter);
            CaromRecorder *recorder = recorded ? caromRecorderCreate(world, &def, NULL) : NULL;
            meter.failFrom = meter.calls;
            for (int k = 0; recorded ? caromRecorderError(recorder) == CAROM_OK : k < times; k++) {
                doOne(world, kind, k, snapshot);
                times += recorded;
                ck_assert_msg(times < 100000, "kind %d", kind);
            }
            for (int k = 0; k < 3; k++) {
                doOne(world, kind, k, snapshot);
            }
            hashes[recorded] = caromWorldHash(world);
            caromRecorderDestroy(recorder);
            ck_assert_uint_eq(meter.held, 0);
            caromWorldDestroy(world);
        }
        ck_assert_uint_eq(hashes[0], hashes[1]);
    }
    caromWorldDestroy(other);
    free(snapshot.at);
}

TEST(comparisons_take_their_memory_where_they_are_told)
{
    SnapshotBytes bytes = recordingOfGame(true);
    Meter meter;
    CaromAllocator allocator = meterAllocator(&meter);
    CaromComparison comparison;
    CaromError error = CAROM_ERROR_MEMORY;
    int refused = 0;
    for (; error == CAROM_ERROR_MEMORY; refused++) {
        meter.failFrom = meter.calls + refused;
        error = caromRecordingCompare(bytes.at, bytes.size, bytes.at, bytes.size, &allocator,
                                      &comparison);
        ck_assert_uint_eq(meter.held, 0);
    }
    ck_assert_ok(error);
    ck_assert_int_gt(refused, 2);
    free(bytes.at);
}

/// A call that is refused late takes back what it has written, if anything is written any more.
TEST(what_is_refused_late_is_taken_back_or_was_never_written)
{
    for (int broken = 0; broken < 2; broken++) {
        Meter meter;
        CaromRecorderDef def = caromRecorderDef();
        CaromWorld *world = recordingWorld(standardMemory);
        CaromVec2 crossed[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
        CaromGeometry bad = caromGeometry(CAROM_SHAPE_POLYGON, crossed, 4, 0.0);
        CaromShapeId box = newBox(world, newRest(world), caromVec2(0, 0), caromVec2(1, 1));
        def.allocator = meterAllocator(&meter);
        CaromRecorder *recorder = caromRecorderCreate(world, &def, NULL);
        meter.failFrom = broken ? meter.calls : 1000000000;
        for (int k = 0; broken && caromRecorderError(recorder) == CAROM_OK; k++) {
            ck_assert_int_lt(k, 100000);
            caromWorldSetGravity(world, caromVec2(0, k));
        }
        size_t before = 0, after = 0;
        caromWorldStep(world, 0.5);
        caromRecorderBytes(recorder, &before);
        for (int k = 0; k < 3; k++) {
            ck_assert_int_ne(caromShapeSetGeometry(world, box, &bad), CAROM_OK);
        }
        caromRecorderBytes(recorder, &after);
        ck_assert_uint_eq(before, after);
        ck_assert_int_eq(caromRecorderEnd(recorder), broken ? CAROM_ERROR_MEMORY : CAROM_OK);
        caromRecorderDestroy(recorder);
        caromWorldDestroy(world);
    }
}
