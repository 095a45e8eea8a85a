// SPDX-License-Identifier: MIT
// Recordings whose bytes changed, were cut off, forged or come from strangers: nothing outside of
// them is read, and what is played keeps a world that is sound.
#include "../../support/flight_field.h"
#include "../../support/recording_game.h"

#include <math.h>

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
    int ticks = recordingReplay(world, copy, size, &last);
    ck_assert_msg((last == CAROM_REPLAY_BROKEN || last == CAROM_REPLAY_REFUSED) &&
                      ticks <= RECORDED_STEPS,
                  "line %d: a damaged recording of %d bytes was played: %d", line, (int)size, last);
    CaromError error = caromRecordingCompare(copy, size, at, size, NULL, &comparison);
    ck_assert_int_eq(error, CAROM_ERROR_RECORDING);
    free(copy);
}

TEST_LOOP(every_truncation_is_noticed, 2)
{
    CaromWorld *world = recordingWorld(standardMemory);
    SnapshotBytes bytes = recordingOfGame(_i);
    for (size_t size = 0; size < bytes.size; size += oneOf()) {
        tryBytes(world, bytes.at, size, __LINE__);
    }
    caromWorldDestroy(world);
    free(bytes.at);
}

TEST_LOOP(every_changed_byte_is_noticed, 8)
{
    CaromWorld *world = recordingWorld(standardMemory);
    SnapshotBytes bytes = recordingOfGame(true);
    for (size_t i = (size_t)_i; i < bytes.size; i += 8 * oneOf()) {
        uint8_t was = bytes.at[i];
        bytes.at[i] = (uint8_t)(was ^ (i % 3 == 0 ? 0xff : 1 << i % 8));
        CaromReplayState last;
        int ticks = recordingReplay(world, bytes.at, bytes.size, &last);
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
    CaromWorld *world = recordingWorld(standardMemory);
    SnapshotBytes bytes = recordingOfGame(true), forged = {malloc(bytes.size), bytes.size};
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
        played += recordingReplay(world, forged.at, forged.size, &last);
        ck_assert_msg(caromWorldValidate(world), "seed %d, case %d", _i, k);
    }
    ck_assert_int_gt(played, 100);
    caromWorldDestroy(world);
    free(bytes.at);
    free(forged.at);
}

TEST(other_versions_are_told_apart)
{
    CaromWorld *world = recordingWorld(standardMemory);
    SnapshotBytes bytes = recordingOfGame(false);
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

/// Each one of them as every other, with sums put right.
TEST(chunks_of_other_kinds_are_no_recording)
{
    CaromWorld *world = recordingWorld(standardMemory);
    SnapshotBytes bytes = recordingOfGame(true);
    size_t at = CR_RECORDING_HEAD;
    for (int chunk = 0; at < bytes.size; chunk++) {
        uint8_t was = bytes.at[at];
        for (uint8_t kind = 0; kind <= CR_CHUNK_COUNT; kind++) {
            CaromReplayState last;
            CaromComparison comparison;
            bytes.at[at] = kind;
            recordingRepair(bytes);
            int ticks = recordingReplay(world, bytes.at, bytes.size, &last);
            ck_assert_msg(kind == was ? last == CAROM_REPLAY_ENDED && ticks == RECORDED_STEPS
                                      : last != CAROM_REPLAY_ENDED || ticks < RECORDED_STEPS,
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
    CaromWorld *world = recordingWorld(standardMemory);
    SnapshotBytes bytes = recordingOfGame(true);
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
        recordingReplay(world, bytes.at, bytes.size, &last);
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
    CaromWorld *world = recordingWorld(standardMemory);
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
    CaromWorld *world = recordingWorld(standardMemory);
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
            recordingReplay(world, bytes.at, bytes.size, &last);
            ended += last == CAROM_REPLAY_ENDED;
            ck_assert_msg(caromWorldValidate(world), "byte %d", (int)at);
        }
        bytes.at[at] = was;
    }
    ck_assert_int_gt(ended, 0);
    caromWorldDestroy(world);
    free(bytes.at);
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
    SnapshotBytes bytes = recordingOfGame(true);
    forgeNumber(bytes, RECORDED_STEPS / 16.0, 1e9);
    CaromWorld *world = recordingWorld(standardMemory);
    CaromReplay *made = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    for (int k = 1; k < RECORDED_STEPS; k++) {
        ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_SAME);
    }
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(caromReplayNext(made), CAROM_REPLAY_REFUSED);
        ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_REPLAY_LIMIT);
        ck_assert(caromWorldTime(world) == (RECORDED_STEPS - 1) / 16.0);
        ck_assert_int_eq(caromReplayTick(made), RECORDED_STEPS - 1);
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
        CaromWorld *world = recordingWorld(standardMemory);
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
        world = recordingWorld(standardMemory);
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
    CaromWorld *world = recordingWorld(standardMemory);
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
        CaromWorld *recorded = caromWorldCreate(&def, NULL),
                   *world = recordingWorld(standardMemory);
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
    SnapshotBytes bytes = recordingOfGame(false);
    CaromWorld *world = recordingWorld(standardMemory);
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
