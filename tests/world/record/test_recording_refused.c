// SPDX-License-Identifier: MIT
// What goes wrong with a recording: bytes that changed, were cut off or forged; memory that is
// short; a writer that fails. The world goes on, and nothing outside of the bytes is read.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"
#include "../../support/recording_bytes.h"

#include <math.h>

// ---- a game of a few steps

enum { STEPS = 4 };

/// All that it does is the same each time, whichever recorder writes it down.
static void play(CaromWorld *world, int steps)
{
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    CaromVec2 places[3] = {{0, 1}, {1, 1}, {2, 2}}, ways[3] = {{1, 0}, {0, 1}, {3, 0}};
    CaromBodyId body = newRest(world);
    CaromShapeId box =
        caromShapeCreateBox(world, body, &shape, caromVec2(0, 0), caromVec2(0.5, 0.5));
    shot.bounces = 2;
    shot.lifetime = 2.0;
    for (int k = 1; k <= steps; k++) {
        caromProjectileFireMany(world, &shot, places, ways, 3, NULL);
        caromBodySetTransform(world, body, caromTransform(places[k % 3], 0.5, caromVec2(1, 1)));
        caromShapeSetFilter(world, box, shape.filter);
        caromWorldStepTo(world, k / 16.0);
    }
}

static const CaromAllocator standard; ///< the C library's

static CaromWorld *worldOf(CaromAllocator allocator)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 9;
    def.allocator = allocator;
    return caromWorldCreate(&def, NULL);
}

static SnapshotBytes recordGame(bool detail)
{
    CaromWorld *world = worldOf(standard);
    CaromRecorder *recorder = recordingBegin(world, detail);
    play(world, STEPS);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

/// How many steps were the same; *last: what ended it.
static int replay(CaromWorld *world, const uint8_t *at, size_t size, CaromReplayState *last)
{
    int ticks = 0;
    CaromError error = CAROM_OK;
    CaromReplay *made = caromReplayCreate(world, at, size, &error);
    *last = CAROM_REPLAY_REFUSED;
    ck_assert((made == NULL) == (error != CAROM_OK));
    for (int k = 0; made != NULL && k < 1000; k++) {
        *last = caromReplayNext(made);
        if (*last != CAROM_REPLAY_SAME && *last != CAROM_REPLAY_DIFFERS) {
            ck_assert_int_eq(caromReplayNext(made), *last); // and it stays so
            break;
        }
        ticks += *last == CAROM_REPLAY_SAME;
    }
    caromReplayDestroy(made);
    return ticks;
}

// ---- bytes

/// Of how many cases a build with sanitizers takes one.
static size_t oneOf(void)
{
    return (size_t)(8 / flightTestShare(8));
}

/// In memory of that size, so that sanitizers see what is read behind it.
static void tryBytes(CaromWorld *world, const uint8_t *at, size_t size, int line)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    CaromReplayState last;
    CaromComparison comparison;
    memcpy(copy, at, size);
    int ticks = replay(world, copy, size, &last);
    ck_assert_msg((last == CAROM_REPLAY_BROKEN || last == CAROM_REPLAY_REFUSED) && ticks <= STEPS,
                  "line %d: a damaged recording of %d bytes was played: %d", line, (int)size, last);
    CaromError error = caromRecordingCompare(copy, size, at, size, NULL, &comparison);
    ck_assert_int_eq(error, CAROM_ERROR_RECORDING);
    free(copy);
}

TEST_LOOP(every_truncation_is_noticed, 2)
{
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordGame(_i);
    for (size_t size = 0; size < bytes.size; size += oneOf()) {
        tryBytes(world, bytes.at, size, __LINE__);
    }
    caromWorldDestroy(world);
    free(bytes.at);
}

TEST_LOOP(every_changed_byte_is_noticed, 8)
{
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordGame(true);
    for (size_t i = (size_t)_i; i < bytes.size; i += 8 * oneOf()) {
        uint8_t was = bytes.at[i];
        bytes.at[i] = (uint8_t)(was ^ (i % 3 == 0 ? 0xff : 1 << i % 8));
        CaromReplayState last;
        int ticks = replay(world, bytes.at, bytes.size, &last);
        ck_assert_msg(last == CAROM_REPLAY_BROKEN || last == CAROM_REPLAY_REFUSED,
                      "byte %d: %d after %d", (int)i, last, ticks);
        bytes.at[i] = was;
    }
    caromWorldDestroy(world);
    free(bytes.at);
}

/// With sums put right, what is played is anything; it must stay a world.
TEST_LOOP(forged_recordings_play_sound_worlds, flightTestShare(16))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 60);
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordGame(true), forged = {malloc(bytes.size), bytes.size};
    size_t snapshot = caromWorldSnapshotSize(world); // the first one's: that has its own tests
    int played = 0;
    for (int k = 0; k < 200; k++) {
        CaromReplayState last;
        memcpy(forged.at, bytes.at, bytes.size);
        for (int n = testRandomInt(&random, 1, 3); n > 0; n--) {
            size_t at =
                snapshot + 40 + (size_t)(testRandomU64(&random) % (bytes.size - snapshot - 40));
            forged.at[at] = (uint8_t)(forged.at[at] ^ 1 << testRandomInt(&random, 0, 7));
        }
        // Lengths of chunks stay: they say where the sums are.
        CrRecordingReader reader;
        bool hit = false;
        uint8_t kinds = 0;
        ck_assert_ok(crRecordingOpen(&reader, bytes.at, bytes.size, &hit, &kinds));
        for (size_t at = reader.at; crRecordingNext(&reader); at = reader.at) {
            memcpy(forged.at + at, bytes.at + at, CR_RECORDING_CHUNK);
        }
        recordingRepair(forged);
        played += replay(world, forged.at, forged.size, &last);
        ck_assert_msg(caromWorldValidate(world), "seed %d, case %d", _i, k);
    }
    ck_assert_int_gt(played, 100);
    caromWorldDestroy(world);
    free(bytes.at);
    free(forged.at);
}

TEST(other_versions_are_told_apart)
{
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordGame(false);
    CaromError error;
    bytes.at[8]++;
    ck_assert_ptr_null(caromReplayCreate(world, bytes.at, bytes.size, &error));
    ck_assert_int_eq(error, CAROM_ERROR_RECORDING);
    recordingRepair(bytes);
    ck_assert_ptr_null(caromReplayCreate(world, bytes.at, bytes.size, &error));
    ck_assert_int_eq(error, CAROM_ERROR_VERSION);
    CaromComparison comparison;
    error = caromRecordingCompare(bytes.at, bytes.size, bytes.at, bytes.size, NULL, &comparison);
    ck_assert_int_eq(error, CAROM_ERROR_VERSION);
    caromWorldDestroy(world);
    free(bytes.at);
}

// ---- memory

TEST_LOOP(a_recorder_without_memory_lets_the_world_go_on, 2)
{
    CaromWorld *plain = worldOf(standard);
    play(plain, STEPS);
    bool all = false;
    for (int from = 0; !all; from++) {
        Meter meter;
        CaromRecorderDef def = caromRecorderDef();
        CaromWorld *world = worldOf(standard), *again = worldOf(standard);
        CaromError error;
        def.allocator = meterAllocator(&meter);
        def.detail = _i;
        meter.failFrom = from;
        CaromRecorder *recorder = caromRecorderCreate(world, &def, &error);
        ck_assert_int_eq(error, recorder != NULL ? CAROM_OK : CAROM_ERROR_MEMORY);
        play(world, STEPS);
        ck_assert(caromWorldHash(world) == caromWorldHash(plain));
        if (recorder != NULL) {
            CaromReplayState last;
            size_t size = 0;
            all = caromRecorderEnd(recorder) == CAROM_OK;
            ck_assert_int_eq(caromRecorderError(recorder), all ? CAROM_OK : CAROM_ERROR_MEMORY);
            const uint8_t *bytes = caromRecorderBytes(recorder, &size);
            int ticks = replay(again, bytes, size, &last);
            ck_assert_int_eq(last, all ? CAROM_REPLAY_ENDED : CAROM_REPLAY_BROKEN);
            ck_assert(all ? ticks == STEPS : ticks <= STEPS);
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
    SnapshotBytes bytes = recordGame(_i);
    bool all = false;
    for (int from = 0; !all; from++) {
        Meter meter;
        CaromWorld *world = worldOf(meterAllocator(&meter));
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
        ck_assert_int_eq(ticks, STEPS);
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
    CaromWorld *world = worldOf(meterAllocator(&meter));
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
    CaromWorld *again = worldOf(standard);
    replay(again, bytes.at, bytes.size, &last);
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
    SnapshotBytes kept = recordGame(true);
    for (int failAt = -1; failAt < STEPS + 2; failAt++) {
        CaromRecorderDef def = caromRecorderDef();
        CaromError error;
        memset(&writer, 0, sizeof writer);
        writer.failAt = failAt;
        writer.world = worldOf(standard);
        def.write = writeDown;
        def.writeContext = &writer;
        def.detail = true;
        CaromRecorder *recorder = caromRecorderCreate(writer.world, &def, &error);
        ck_assert_int_eq(error, failAt == 0 ? CAROM_ERROR_WRITE : CAROM_OK);
        play(writer.world, STEPS);
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
    CaromWorld *world = worldOf(standard), *again = worldOf(standard);
    CaromRecorder *recorder = recordingBegin(world, false);
    CaromRecorderDef def = caromRecorderDef();
    CaromError error;
    CaromReplayState last;
    size_t size = 0;
    ck_assert_ptr_null(caromRecorderCreate(world, &def, &error)); // one a world
    ck_assert_int_eq(error, CAROM_ERROR_RECORDING);
    play(world, 2);
    caromWorldDestroy(world);
    ck_assert_ok(caromRecorderEnd(recorder));
    const uint8_t *bytes = caromRecorderBytes(recorder, &size);
    ck_assert_int_eq(replay(again, bytes, size, &last), 2);
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

/// Each one of them as every other, with sums put right.
TEST(chunks_of_other_kinds_are_no_recording)
{
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordGame(true);
    size_t at = CR_RECORDING_HEAD;
    for (int chunk = 0; at < bytes.size; chunk++) {
        uint8_t was = bytes.at[at];
        for (uint8_t kind = 0; kind <= CR_CHUNK_COUNT; kind++) {
            CaromReplayState last;
            CaromComparison comparison;
            bytes.at[at] = kind;
            recordingRepair(bytes);
            int ticks = replay(world, bytes.at, bytes.size, &last);
            ck_assert_msg(kind == was ? last == CAROM_REPLAY_ENDED && ticks == STEPS
                                      : last != CAROM_REPLAY_ENDED || ticks < STEPS,
                          "chunk %d of kind %d as %d: %d", chunk, was, kind, last);
            CaromError error = caromRecordingCompare(bytes.at, bytes.size, bytes.at, bytes.size,
                                                     NULL, &comparison);
            ck_assert(kind != was || error == CAROM_OK);
            ck_assert(caromWorldValidate(world));
        }
        bytes.at[at] = was;
        uint64_t length = 0;
        CrStream head = crStreamReader(bytes.at + at + 1, 8);
        crStreamU64(&head, &length);
        at += CR_RECORDING_CHUNK + (size_t)length + 8;
    }
    caromWorldDestroy(world);
    free(bytes.at);
}

/// Each byte of the first one as 255.
TEST(what_no_tick_can_say_is_refused)
{
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordGame(true);
    size_t first = 0, end = 0;
    bool hit = false;
    uint8_t kinds = 0;
    CrRecordingReader reader;
    ck_assert_ok(crRecordingOpen(&reader, bytes.at, bytes.size, &hit, &kinds));
    while (reader.kind != CR_CHUNK_TICK) {
        first = reader.at + CR_RECORDING_CHUNK;
        ck_assert(crRecordingNext(&reader));
        end = reader.at - 8;
    }
    for (size_t at = first; at < end; at++) {
        uint8_t was = bytes.at[at];
        CaromReplayState last;
        CaromComparison comparison;
        bytes.at[at] = 0xff; // truths, counts, slots; sums and times differ
        recordingRepair(bytes);
        replay(world, bytes.at, bytes.size, &last);
        CaromError error =
            caromRecordingCompare(bytes.at, bytes.size, bytes.at, bytes.size, NULL, &comparison);
        ck_assert(error == CAROM_OK || error == CAROM_ERROR_RECORDING);
        ck_assert((error == CAROM_OK) == (last == CAROM_REPLAY_ENDED));
        ck_assert(caromWorldValidate(world));
        bytes.at[at] = was;
    }
    caromWorldDestroy(world);
    free(bytes.at);
}

/// Of a world that gets a shape of every kind, some with a material for each edge.
static SnapshotBytes recordShapes(void)
{
    static const CaromVec2 points[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const int ends[] = {4};
    static const uint16_t tiles[] = {1, 0};
    static const uint32_t materials[] = {1, 2, 3, 4};
    CaromWorld *world = worldOf(standard);
    CaromRecorder *recorder = recordingBegin(world, true);
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {2, 1, 1.0, {0.0, 0.0}, tiles, 0.0};
    CaromBodyId body = newRest(world);
    caromShapeCreateCircle(world, body, &def, points[1], 0.5);
    caromShapeCreateTiles(world, body, &def, &map);
    def.materials = materials;
    caromShapeCreateSegment(world, body, &def, points[0], points[1]);
    caromShapeCreateChain(world, body, &def, points, 4, 0);
    caromShapeCreateChain(world, body, &def, points, 4, CAROM_CHAIN_CLOSED);
    caromShapeCreateCapsule(world, body, &def, points[0], points[2], 0.5);
    caromShapeCreatePolygon(world, body, &def, points, 4);
    caromShapeCreateRegion(world, body, &def, points, ends, 1);
    ck_assert_int_eq(caromWorldCounters(world).shapes, 8);
    caromWorldStep(world, 0.125);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

/// Each byte of them as 255 and as another one, with sums put right.
TEST(calls_of_other_bytes_play_sound_worlds)
{
    CaromWorld *world = worldOf(standard);
    SnapshotBytes bytes = recordShapes();
    size_t first = 0, end = 0;
    bool hit = false;
    uint8_t kinds = 0;
    CrRecordingReader reader;
    ck_assert_ok(crRecordingOpen(&reader, bytes.at, bytes.size, &hit, &kinds));
    while (reader.kind != CR_CHUNK_CALLS) {
        first = reader.at + CR_RECORDING_CHUNK;
        ck_assert(crRecordingNext(&reader));
        end = reader.at - 8;
    }
    int ended = 0;
    for (size_t at = first; at < end; at++) {
        uint8_t was = bytes.at[at];
        for (int k = 0; k < 2; k++) {
            CaromReplayState last;
            bytes.at[at] = k == 0 ? 0xff : (uint8_t)(was ^ 1);
            recordingRepair(bytes);
            replay(world, bytes.at, bytes.size, &last);
            ended += last == CAROM_REPLAY_ENDED;
            ck_assert_msg(caromWorldValidate(world), "byte %d", (int)at);
        }
        bytes.at[at] = was;
    }
    ck_assert_int_gt(ended, 0);
    caromWorldDestroy(world);
    free(bytes.at);
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
    CaromWorld *other = worldOf(standard);
    SnapshotBytes snapshot = snapshotSave(other);
    uint64_t hashes[2];
    for (int kind = 0; kind < 4; kind++) {
        int times = 0;
        for (int recorded = 1; recorded >= 0; recorded--) {
            Meter meter;
            CaromRecorderDef def = caromRecorderDef();
            CaromWorld *world = worldOf(standard);
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
    SnapshotBytes bytes = recordGame(true);
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
        CaromWorld *world = worldOf(standard);
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

// ---- recordings from strangers

/// Puts a number in place of another one, wherever that stands.
static void forgeNumber(SnapshotBytes bytes, double from, double to)
{
    uint8_t is[8], was[8];
    CrStream reads = crStreamWriter(was, sizeof was), writes = crStreamWriter(is, sizeof is);
    int found = 0;
    crStreamNumber(&reads, &from);
    crStreamNumber(&writes, &to);
    for (size_t at = 0; at + sizeof is <= bytes.size; at++) {
        if (memcmp(bytes.at + at, was, sizeof was) == 0) {
            memcpy(bytes.at + at, is, sizeof is);
            found++;
        }
    }
    ck_assert_int_gt(found, 0);
    recordingRepair(bytes);
}

/// It kept the reader busy for years.
TEST(a_step_of_thirty_years_is_refused)
{
    SnapshotBytes bytes = recordGame(true);
    forgeNumber(bytes, STEPS / 16.0, 1e9);
    CaromWorld *world = worldOf(standard);
    CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    for (int k = 1; k < STEPS; k++) {
        ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_SAME);
    }
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_REFUSED);
        ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_REPLAY_LIMIT);
        ck_assert(caromWorldTime(world) == (STEPS - 1) / 16.0);
        ck_assert_int_eq(caromReplayTick(made), STEPS - 1);
    }
    ck_assert_ok(caromReplayLimit(made, CAROM_FOREVER, 10.0));
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_REFUSED); // by its windows alone
    ck_assert_ok(caromReplayLimit(made, CAROM_FOREVER, 1e300));
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_DIFFERS); // all of it is over by then
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_ENDED);
    caromReplayDestroy(made);
    caromWorldDestroy(world);
    free(bytes.at);
}

/// 8,192 bounces a second between two walls, for two steps of a second. 0: any number of events.
static SnapshotBytes recordRally(int eventLimit)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 9;
    def.eventLimit = eventLimit > 0 ? eventLimit : def.eventLimit;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(0, -1), caromVec2(0, 1));
    newSegment(world, body, caromVec2(1, -1), caromVec2(1, 1));
    CaromProjectileDef shot = newShot(caromVec2(0.5, 0.0), caromVec2(8192.0, 0.0));
    caromProjectileFire(world, &shot);
    CaromRecorder *recorder = recordingBegin(world, true);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromWorldEvents(world).hitCount == 8192, eventLimit == 0);
    caromWorldStepTo(world, 2.0);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

TEST(a_step_of_too_many_events_breaks_off)
{
    SnapshotBytes bytes = recordRally(0);
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = worldOf(standard);
        CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
        ck_assert_ok(caromReplayLimit(made, 1.0, k == 0 ? 1e7 : 5000.0));
        CaromReplayState expected = k == 0 ? CAROM_REPLAY_SAME : CAROM_REPLAY_BROKEN;
        ck_assert_int_eq(caromReplayNext(made), expected);
        ck_assert_int_eq(caromReplayNext(made), expected);
        ck_assert(k == 0 || caromWorldLastError(world) == CAROM_ERROR_REPLAY_LIMIT);
        ck_assert_int_eq(caromWorldEvents(world).hitCount < 5000, k);
        caromReplayDestroy(made);
        caromWorldDestroy(world);
    }
    free(bytes.at);
}

/// 2,000 flights of which one has all the events: 512 bounces in a window. The limit was shared out
/// evenly, 1e7 of 10,000 flights in a step of 1/64 s is 250 for each in a window: that broke the
/// replay. Here it is 1e6 for 2,000, which is the half of that, and the least that it takes: 8,000
/// events by the clock alone, 1 for each, and 511 to draw on.
TEST(a_storm_with_one_wild_flight_is_played)
{
    CaromWorld *world = newWorld();
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(0, -1), caromVec2(0, 1));
    newSegment(world, body, caromVec2(1, -1), caromVec2(1, 1));
    CaromProjectileDef shot = newShot(caromVec2(0.5, 0.0), caromVec2(32768.0, 0.0));
    caromProjectileFire(world, &shot);
    shot.position = caromVec2(9.0, 0.0);
    shot.velocity = caromVec2(1.0, 0.0);
    for (int k = 1; k < 2000; k++) {
        caromProjectileFire(world, &shot);
    }
    CaromRecorder *recorder = recordingBegin(world, true);
    caromWorldStepTo(world, 1.0 / 64.0);
    ck_assert_int_eq(caromWorldEvents(world).hitCount, 512);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    for (int k = 0; k < 2; k++) {
        world = worldOf(standard);
        CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
        ck_assert_ok(caromReplayLimit(made, 60.0, k == 0 ? 1e6 : 8100.0));
        ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_SAME);
        ck_assert_int_eq(caromWorldEvents(world).hitCount, 512);
        ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_ENDED);
        caromReplayDestroy(made);
        caromWorldDestroy(world);
    }
    free(bytes.at);
}

/// What the recorded world's own limit has parked was parked then, too.
TEST(a_step_that_parked_is_played_again)
{
    SnapshotBytes bytes = recordRally(8);
    CaromWorld *world = worldOf(standard);
    CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    ck_assert_ok(caromReplayLimit(made, 1.0, 1e7));
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_SAME);
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_SAME);
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_ENDED);
    caromReplayDestroy(made);
    caromWorldDestroy(world);
    free(bytes.at);
}

/// A world that may look as often as 10,000,000 times for contacts, where there are some to look
/// for: its steps are allowed only with a limit of so many events.
TEST(a_step_of_too_many_looks_is_refused)
{
    for (int watches = 0; watches < 2; watches++) {
        CaromWorldDef def = newWorldDef();
        CaromBodyDef bodyDef = caromBodyDef();
        CaromShapeDef shape = caromShapeDef();
        def.contactLimit = 10000000;
        shape.contacts = watches;
        CaromWorld *recorded = caromWorldCreate(&def, NULL), *world = worldOf(standard);
        CaromRecorder *recorder = recordingBegin(recorded, true);
        caromShapeCreateCircle(recorded, caromBodyCreate(recorded, &bodyDef), &shape,
                               caromVec2(0, 0), 1.0);
        bodyDef.type = CAROM_BODY_KINEMATIC;
        bodyDef.velocity = caromVec2(1, 0);
        caromShapeCreateCircle(recorded, caromBodyCreate(recorded, &bodyDef), &shape,
                               caromVec2(-1.5, 0), 1.0);
        caromWorldStepTo(recorded, 0.125);
        caromWorldStepTo(recorded, 0.25);
        SnapshotBytes bytes = recordingEnd(recorder);
        CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
        ck_assert_ok(caromReplayLimit(made, 1.0, 1e6));
        CaromReplayState state = caromReplayNext(made);
        if (watches) {
            ck_assert_int_eq(state, CAROM_REPLAY_REFUSED);
            ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_REPLAY_LIMIT);
            ck_assert(caromWorldTime(world) == 0.0);
            ck_assert_ok(caromReplayLimit(made, 1.0, 1e7));
            state = caromReplayNext(made);
        }
        ck_assert_int_eq(state, CAROM_REPLAY_SAME);
        ck_assert(caromWorldTime(world) == 0.125);
        caromReplayDestroy(made);
        free(bytes.at);
        caromWorldDestroy(recorded);
        caromWorldDestroy(world);
    }
}

TEST(limits_of_replays_are_checked)
{
    static const double wrong[7][2] = {{0.0, 1.0},   {-1.0, 1.0}, {1.0, 0.5},     {1.0, -1.0},
                                       {1.0, 1e301}, {NAN, 1.0},  {1.0, INFINITY}};
    SnapshotBytes bytes = recordGame(false);
    CaromWorld *world = worldOf(standard);
    CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    for (int k = 0; k < 7; k++) {
        CaromError error = k < 5 ? CAROM_ERROR_OUT_OF_RANGE : CAROM_ERROR_NOT_FINITE;
        ck_assert_int_eq(caromReplayLimit(made, wrong[k][0], wrong[k][1]), error);
        ck_assert_int_eq(caromWorldLastError(world), error);
    }
    ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_SAME); // they are as they were
    caromReplayDestroy(made);
    caromWorldDestroy(world);
    free(bytes.at);
}
