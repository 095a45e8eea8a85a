// SPDX-License-Identifier: MIT
// Recordings: played again, a world goes the same way to the bit, tick by tick, without the game;
// and where it does not, the first tick and entity are named.
#include "../../../world/world.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/recording_bytes.h"
#include "../../support/rounded.h"

#include <math.h>

// ---- whatever is done

/// A random game, and what is kept of it to go back to.
typedef struct Game {
    FlightField field, then;
    CaromRecorder *recorder;
    SnapshotBytes snapshot;
    TestRandom random;
    int seed, ticks, backs;
} Game;

static void beginGame(Game *game, int seed, int habits, bool detail)
{
    CaromWorldDef def = newWorldDef();
    memset(game, 0, sizeof *game);
    game->seed = seed;
    game->random = testRandomSeed((uint64_t)seed + 99);
    def.tag = 7;
    def.searchCells = seed % 3 == 0 ? 16 : 4096;
    def.eventLimit = seed % 5 == 0 ? 8 : 1000;
    flightFieldInit(&game->field, (uint64_t)seed, habits, &def);
    for (int k = seed % 4; k > 0; k--) {
        caromWorldStep(game->field.world, 0.01);
    }
    flightFieldEdit(&game->field);
    game->recorder = recordingBegin(game->field.world, detail);
}

/// The world becomes what it was when it was last saved.
static void goBack(Game *game)
{
    FlightLog log = game->field.log, asks = game->field.asks;
    ck_assert_ok(caromWorldRestore(game->field.world, game->snapshot.at, game->snapshot.size));
    game->field = game->then;
    game->field.log = log;
    game->field.asks = asks;
    game->backs++;
}

static void remember(Game *game)
{
    free(game->snapshot.at);
    game->snapshot = snapshotSave(game->field.world);
    game->then = game->field;
}

static void live(Game *game, int ticks, int edits)
{
    for (int k = 0; k < ticks; k++, game->ticks++) {
        while (testRandomInt(&game->random, 0, 99) < edits) {
            flightFieldEdit(&game->field);
        }
        int fate = testRandomInt(&game->random, 0, 30);
        if (fate == 0) {
            remember(game);
        } else if (fate == 1 && game->snapshot.at != NULL) {
            goBack(game);
        }
        double dt = pow(10.0, testRandomRange(&game->random, -3.0, -0.7));
        flightFieldStepTo(&game->field, caromWorldTime(game->field.world) + dt);
    }
    flightFieldEdit(&game->field); // after the last step
}

static CaromHitAction neverAsked(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)world;
    (void)hit;
    ck_abort_msg("seed %d: a replay asked the game", ((const Game *)context)->seed);
    return CAROM_HIT_DIE;
}

/// In a world that held other things before.
static CaromWorld *otherWorld(Game *game)
{
    CaromWorld *world = newWorld();
    newRest(world);
    caromWorldSetHitCallback(world, neverAsked, game);
    return world;
}

static void playAgain(Game *game, SnapshotBytes bytes)
{
    CaromWorld *world = otherWorld(game);
    FlightLog log = {0};
    CaromError error;
    CaromReplay *replay = caromReplayCreate(world, bytes.at, bytes.size, &error);
    ck_assert_msg(replay != NULL, "seed %d: %s", game->seed, caromErrorName(error));
    CaromReplayState state;
    while ((state = caromReplayNext(replay)) == CAROM_REPLAY_SAME) {
        flightLogRead(&log, world);
    }
    CaromDifference difference = caromReplayDifference(replay);
    ck_assert_msg(state == CAROM_REPLAY_ENDED && !difference.found,
                  "seed %d: tick %d, %s %u, %s, state %d", game->seed, (int)difference.tick,
                  caromPartName(difference.part), difference.index,
                  difference.call != NULL ? difference.call : "", state);
    ck_assert_int_eq(caromReplayTick(replay), game->ticks);
    ck_assert_msg(flightLogDifference(&log, &game->field.log) < 0, "seed %d: other events",
                  game->seed);
    ck_assert_msg(caromWorldHash(world) == caromWorldHash(game->field.world), "seed %d: the end",
                  game->seed);
    ck_assert(caromWorldValidate(world));
    caromReplayDestroy(replay);
    caromWorldDestroy(world);
    free(log.words);
}

static void recordAndPlay(int seed, int habits, int edits)
{
    Game game;
    beginGame(&game, seed, habits, seed % 2);
    game.field.log.count = 0;
    live(&game, 40, edits);
    SnapshotBytes bytes = recordingEnd(game.recorder);
    playAgain(&game, bytes);
    free(bytes.at);
    free(game.snapshot.at);
    flightFieldFree(&game.field);
}

TEST_LOOP(worlds_of_any_habit_are_played_again, flightTestRounds(96, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 8000);
    recordAndPlay(_i, (int)(testRandomU64(&random) & FIELD_ALL), _i % 3 * 30);
}

/// With dynamic bodies, which touch.
TEST_LOOP(worlds_of_dynamic_bodies_are_played_again, flightTestRounds(40, 20))
{
    TestRandom random = testRandomSeed((uint64_t)_i + 770);
    int habits = (int)(testRandomU64(&random) & FIELD_ALL) | FIELD_MOVES | FIELD_RIGID;
    recordAndPlay(_i, habits | (_i % 2 ? FIELD_TOGGLES : 0), _i % 3 * 30);
}

TEST_LOOP(each_habit_alone_is_played_again, flightTestRounds(57, 20))
{
    int habit = 1 << _i % 19;
    recordAndPlay(_i, (habit & FIELD_ALL) | (_i % 2 ? FIELD_MOVES : 0), _i % 4 * 20);
}

// ---- what rolls back

TEST_LOOP(rolled_back_worlds_are_played_again, flightTestRounds(16, 20))
{
    Game game;
    beginGame(&game, _i, FIELD_ALL & ~FIELD_FAMILIES, true);
    game.field.keeps = true;
    game.field.log.count = 0;
    for (int k = 0; k < 12; k++) {
        SnapshotBytes state = stateSave(game.field.world);
        CaromError error = CAROM_OK;
        if (k % 2) {
            flightFieldEdit(&game.field);
        }
        double now = caromWorldTime(game.field.world);
        flightFieldStepTo(&game.field, now + 0.03);
        game.ticks++;
        if (k % 3 == 0) {
            error = caromWorldRestoreState(game.field.world, state.at, state.size);
            ck_assert(error == CAROM_OK || error == CAROM_ERROR_STALE_STATE);
            game.backs += error == CAROM_OK;
        }
        free(state.at);
    }
    ck_assert_int_gt(game.backs, 0);
    SnapshotBytes bytes = recordingEnd(game.recorder);
    playAgain(&game, bytes);
    free(bytes.at);
    flightFieldFree(&game.field);
}

// ---- movers and sector links record what they do to bodies and shapes

TEST(a_mover_s_body_is_recorded)
{
    CaromWorld *world = newWorld(), *again = newWorld();
    CaromBodyDef body = caromBodyDef();
    CaromMoverDef moverDef = caromMoverDef();
    CaromMover mover;
    CaromRecorder *recorder = recordingBegin(world, true);
    newBox(world, caromBodyCreate(world, &body), caromVec2(3, 0), caromVec2(1, 1));
    body.type = CAROM_BODY_KINEMATIC;
    moverDef.body = caromBodyCreate(world, &body);
    newCircle(world, moverDef.body, caromVec2(0, 0), 0.3);
    moverDef.position = caromVec2(-2.0, 0.25);
    ck_assert_ok(caromMoverInit(world, &mover, &moverDef));
    for (int k = 1; k <= 30; k++) {
        caromMoverMove(world, &mover, caromVec2(4.0, 0.5), 1.0 / 30.0, NULL);
        caromWorldStepTo(world, k / 30.0);
    }
    SnapshotBytes bytes = recordingEnd(recorder);
    CaromReplay *replay = caromReplayCreate(again, bytes.at, bytes.size, NULL);
    int ticks = 0;
    while (caromReplayNext(replay) == CAROM_REPLAY_SAME) {
        ticks++;
    }
    ck_assert_int_eq(ticks, 30);
    ck_assert(caromWorldHash(again) == caromWorldHash(world));
    caromReplayDestroy(replay);
    uint8_t *call = bytes.at; // the first of a body's becoming a character's
    static const uint8_t words[] = {CR_CALL_caromMoverInit, 2, 0, 0, 0, 1, 0, 0, 0};
    while (memcmp(call, words, sizeof words) != 0) {
        call++;
        ck_assert_uint_le((size_t)(call - bytes.at) + sizeof words, bytes.size);
    }
    call[1] = 9; // there is no such body
    recordingRepair(bytes);
    replay = caromReplayCreate(again, bytes.at, bytes.size, NULL);
    ck_assert_int_eq(caromReplayNext(replay), CAROM_REPLAY_DIFFERS);
    CaromDifference difference = caromReplayDifference(replay);
    ck_assert_int_eq(difference.part, CAROM_PART_CALL);
    ck_assert_str_eq(difference.call, "caromMoverInit");
    caromReplayDestroy(replay);
    caromWorldDestroy(world);
    caromWorldDestroy(again);
    free(bytes.at);
}

// ---- what differs

enum { BULLETS = 8, TICKS = 12, LATE = 5 };

/// Bullets that nothing meets, a body that moves, and one that is changed after tick LATE.
static SnapshotBytes recordDuel(bool detail, double speed, double turn, double size)
{
    CaromWorldDef def = newWorldDef();
    CaromProjectileDef shot = caromProjectileDef();
    CaromProjectileId shots[BULLETS];
    CaromShapeId shapes[2];
    def.tag = 3;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId body = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    for (int k = 0; k < 2; k++) {
        shapes[k] = newCircle(world, body, caromVec2(50.0 * k, 0), 1.0);
    }
    for (int k = 0; k < BULLETS; k++) {
        shot.position = caromVec2(0.0, 10.0 + k);
        shot.velocity = caromVec2(1.0, 0.0);
        shots[k] = caromProjectileFire(world, &shot);
    }
    CaromRecorder *recorder = recordingBegin(world, detail);
    for (int k = 1; k <= TICKS; k++) {
        if (k == LATE) {
            CaromVec2 center = {50.0, 0.0};
            CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &center, 1, size);
            caromProjectileSetVelocity(world, shots[6], caromVec2(speed, 0.5));
            caromBodySetAngularVelocity(world, body, turn);
            caromShapeSetGeometry(world, shapes[1], &disc);
        }
        caromWorldStepTo(world, k / 64.0);
    }
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

static CaromDifference playAll(SnapshotBytes bytes)
{
    CaromWorld *world = newWorld();
    CaromReplay *replay = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    CaromReplayState state;
    int before = 0, ticks = 0;
    while ((state = caromReplayNext(replay)) != CAROM_REPLAY_ENDED) {
        ck_assert(state == CAROM_REPLAY_SAME || state == CAROM_REPLAY_DIFFERS);
        before += state == CAROM_REPLAY_SAME;
        ticks++;
    }
    CaromDifference difference = caromReplayDifference(replay);
    ck_assert_int_eq(before, difference.found ? difference.tick - 1 : TICKS);
    ck_assert_int_eq(ticks, TICKS); // it goes on
    caromReplayDestroy(replay);
    caromWorldDestroy(world);
    return difference;
}

typedef struct Odd {
    double from, to;
    CaromPart part;
    uint32_t index;
} Odd;

/// The number that was recorded, and another one. In the bytes each number is there once.
static const Odd odds[] = {{17.125, 17.25, CAROM_PART_PROJECTILE, 7},
                           {0.34375, 0.375, CAROM_PART_BODY, 1},
                           {1.40625, 1.5, CAROM_PART_SHAPE, 2}};

static void checkDuel(const CaromDifference *difference, const Odd *odd, bool detail)
{
    ck_assert(difference->found && difference->recorded != difference->got);
    ck_assert_int_eq(difference->tick, LATE);
    ck_assert(difference->time == LATE / 64.0);
    ck_assert_int_eq(difference->part, detail ? odd->part : CAROM_PART_NONE);
    ck_assert_int_eq(difference->index, detail ? odd->index : 0);
    ck_assert_int_eq(difference->count, detail ? 1 : 0);
}

TEST_LOOP(a_changed_number_is_named, 6)
{
    const Odd *odd = &odds[_i / 2];
    bool detail = _i % 2;
    SnapshotBytes bytes = recordDuel(detail, odds[0].from, odds[1].from, odds[2].from);
    ck_assert(!playAll(bytes).found);
    recordingForge(bytes, odd->from, odd->to);
    CaromDifference difference = playAll(bytes);
    checkDuel(&difference, odd, detail);
    ck_assert_int_eq(difference.age, detail ? 1 : 0);
    free(bytes.at);
}

TEST_LOOP(two_recordings_are_compared, 6)
{
    const Odd *odd = &odds[_i / 2];
    bool detail = _i % 2;
    double numbers[3] = {odds[0].from, odds[1].from, odds[2].from};
    CaromComparison comparison;
    SnapshotBytes a = recordDuel(detail, numbers[0], numbers[1], numbers[2]);
    SnapshotBytes same = recordDuel(true, numbers[0], numbers[1], numbers[2]);
    numbers[_i / 2] = odd->to;
    SnapshotBytes b = recordDuel(detail, numbers[0], numbers[1], numbers[2]);
    ck_assert_ok(caromRecordingCompare(a.at, a.size, same.at, same.size, NULL, &comparison));
    ck_assert(!comparison.difference.found && comparison.otherCalls == -1);
    ck_assert_int_eq(comparison.ticks, TICKS + 1); // and the beginning
    ck_assert_ok(caromRecordingCompare(a.at, a.size, b.at, b.size, NULL, &comparison));
    checkDuel(&comparison.difference, odd, detail);
    ck_assert_int_eq(comparison.otherCalls, LATE);
    free(a.at);
    free(same.at);
    free(b.at);
}

/// Two worlds of one game at two frame rates: compared where their times meet.
static SnapshotBytes recordAt(int hz, double late)
{
    FlightField field;
    CaromWorldDef def = newWorldDef();
    def.tag = (uint32_t)hz;
    flightFieldInit(&field, 11, FIELD_SETTLES | FIELD_SPINS | FIELD_MOVES, &def);
    CaromRecorder *recorder = recordingBegin(field.world, true);
    for (int k = 1; k <= hz; k++) {
        if (late == (double)k / hz) {
            caromProjectileDestroy(field.world, field.shots[0]);
        }
        flightFieldStepTo(&field, (double)k / hz);
    }
    SnapshotBytes bytes = recordingEnd(recorder);
    flightFieldFree(&field);
    return bytes;
}

TEST(recordings_of_other_steps_are_compared_where_they_meet)
{
    SnapshotBytes slow = recordAt(16, 0.0), fast = recordAt(64, 0.0), other = recordAt(64, 0.5);
    CaromComparison comparison;
    ck_assert_ok(caromRecordingCompare(slow.at, slow.size, fast.at, fast.size, NULL, &comparison));
    ck_assert(!comparison.difference.found);
    ck_assert_int_eq(comparison.ticks, 17);
    ck_assert_int_eq(comparison.otherCalls, 1); // other steps
    caromRecordingCompare(slow.at, slow.size, other.at, other.size, NULL, &comparison);
    ck_assert(comparison.difference.found && comparison.difference.time == 0.5);
    ck_assert_int_eq(comparison.difference.tick, 8);
    ck_assert_int_eq(comparison.difference.part, CAROM_PART_PROJECTILE);
    free(slow.at);
    free(fast.at);
    free(other.at);
}

// ---- answers

static CaromHitAction everyOther(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    int *asked = context;
    (void)world;
    (void)hit;
    return ++*asked % 2 ? CAROM_HIT_BOUNCE : CAROM_HIT_DIE;
}

/// Two bullets with a hit callback, in a box; only the callback decides which bounces and which
/// dies.
static SnapshotBytes recordQuestions(void)
{
    int asked = 0;
    CaromWorld *world = newWorld();
    CaromProjectileDef shot = caromProjectileDef();
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(-9, 0), caromVec2(9, 0));
    newSegment(world, body, caromVec2(-9, 4), caromVec2(9, 4));
    CaromRecorder *recorder = recordingBegin(world, true);
    caromWorldSetHitCallback(world, everyOther, &asked);
    shot.onHit = CAROM_HIT_ASK;
    for (int k = 0; k < 2; k++) {
        shot.position = caromVec2(k, 1.0);
        shot.velocity = caromVec2(0.0, 10.0 + 5.0 * k);
        caromProjectileFire(world, &shot);
    }
    for (int k = 1; k <= 8; k++) {
        caromWorldStepTo(world, k / 8.0);
    }
    ck_assert_int_gt(asked, 3);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

static CaromMeetAction passThenDie(void *context, const CaromWorld *world,
                                   const CaromMeetEvent *meeting, CaromProjectileId which)
{
    int *asked = context;
    (void)world;
    (void)meeting;
    (void)which;
    return ++*asked == 1 ? CAROM_MEETING_PASS : CAROM_MEETING_DIE;
}

/// Two discs with a callback for meetings: the first passes, the second dies.
static SnapshotBytes recordMeeting(void)
{
    int asked = 0;
    CaromWorld *world = newWorld();
    CaromProjectileDef shot = caromProjectileDef();
    CaromRecorder *recorder = recordingBegin(world, true);
    caromWorldSetMeetCallback(world, passThenDie, &asked);
    shot.onMeet = CAROM_MEETING_ASK;
    shot.meetMask = shot.filter.category;
    shot.radius = 0.5;
    for (int side = -1; side <= 1; side += 2) {
        shot.position = caromVec2(2.0 * side, 0.0);
        shot.velocity = caromVec2(-side, 0.0);
        caromProjectileFire(world, &shot);
    }
    caromWorldStepTo(world, 1.0);
    caromWorldStepTo(world, 2.0);
    ck_assert_int_eq(asked, 2);
    ck_assert_int_eq(caromWorldCounters(world).projectiles, 1);
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    return bytes;
}

/// Chunk by chunk, record by record: the first answer.
static uint8_t *firstAnswer(SnapshotBytes bytes, int answers)
{
    CrRecordingReader reader;
    CrCallRoom room = {0};
    bool hit = false;
    uint8_t kinds = 0;
    uint8_t *found = NULL;
    ck_assert_ok(crRecordingOpen(&reader, bytes.at, bytes.size, &hit, &kinds));
    while (crRecordingNext(&reader)) {
        CrStream *s = &reader.chunk;
        while (reader.kind == CR_CHUNK_CALLS && found == NULL && s->at < s->size) {
            uint8_t byte = 0;
            CrCall call = {.kind = CR_CALL_caromWorldSetGravity};
            crStreamU8(s, &byte);
            int kind = crKindOf(byte);
            ck_assert(kind < CR_CALL_COUNT || kind >= CR_RECORD_CALLBACKS);
            if (kind < CR_CALL_COUNT) {
                call.kind = (CrCallKind)kind;
                crCallFields(s, &call, &room, 1);
            } else if (kind == answers) {
                found = bytes.at + (s->from - bytes.at) + s->at;
            } else {
                s->at += kind == CR_RECORD_STEP ? 8 : 2;
            }
        }
    }
    crCallRoomFree(&room);
    return found;
}

static CaromDifference playQuestions(SnapshotBytes bytes, CaromReplayState expected)
{
    CaromWorld *world = newWorld();
    CaromReplay *replay = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    CaromReplayState state = CAROM_REPLAY_SAME, last = state;
    while (state == CAROM_REPLAY_SAME || state == CAROM_REPLAY_DIFFERS) {
        last = state;
        state = caromReplayNext(replay);
    }
    ck_assert_int_eq(state, CAROM_REPLAY_ENDED);
    ck_assert_int_eq(last, expected);
    CaromDifference difference = caromReplayDifference(replay);
    caromReplayDestroy(replay);
    caromWorldDestroy(world);
    return difference;
}

/// What was recorded of a world goes the same way again.
static void endAndPlay(CaromRecorder *recorder, CaromWorld *world)
{
    SnapshotBytes bytes = recordingEnd(recorder);
    caromWorldDestroy(world);
    playQuestions(bytes, CAROM_REPLAY_SAME);
    free(bytes.at);
}

TEST(answers_are_played_again)
{
    SnapshotBytes bytes = recordQuestions();
    playQuestions(bytes, CAROM_REPLAY_SAME);
    uint8_t *answer = firstAnswer(bytes, CR_RECORD_HIT); // a projectile's index, then what to do
    ck_assert_ptr_nonnull(answer);
    ck_assert_int_eq(answer[0], 2);
    ck_assert_int_eq(answer[4], CAROM_HIT_BOUNCE);
    answer[4] = CAROM_HIT_DIE;
    recordingRepair(bytes);
    CaromDifference died = playQuestions(bytes, CAROM_REPLAY_DIFFERS);
    ck_assert_int_eq(died.part, CAROM_PART_PROJECTILE);
    ck_assert_int_eq(died.index, 2);
    answer[4] = CAROM_HIT_BOUNCE;
    answer[0] = 1; // another one was asked about: the answer a bounce would be comes to the same
    recordingRepair(bytes);
    CaromDifference asked = playQuestions(bytes, CAROM_REPLAY_DIFFERS);
    ck_assert_int_eq(asked.part, CAROM_PART_QUESTION);
    ck_assert_int_eq(asked.index, 2);
    free(bytes.at);
}

TEST(answers_to_meetings_are_played_again)
{
    SnapshotBytes bytes = recordMeeting();
    playQuestions(bytes, CAROM_REPLAY_SAME);
    uint8_t *answer = firstAnswer(bytes, CR_RECORD_MEETING);
    ck_assert_ptr_nonnull(answer);
    ck_assert_int_eq(answer[0], 1);
    ck_assert_int_eq(answer[4], CAROM_MEETING_PASS);
    answer[4] = CAROM_MEETING_BOUNCE;
    recordingRepair(bytes);
    CaromDifference bounced = playQuestions(bytes, CAROM_REPLAY_DIFFERS);
    ck_assert_int_eq(bounced.part, CAROM_PART_PROJECTILE);
    ck_assert_int_eq(bounced.index, 1);
    answer[0] = 2; // another one was asked about: this one bounces, and that is not as recorded
    recordingRepair(bytes);
    CaromDifference asked = playQuestions(bytes, CAROM_REPLAY_DIFFERS);
    ck_assert(asked.found && asked.time == 2.0);
    free(bytes.at);
}

/// The rings of a geometry that is no region are not read, whatever they are.
TEST_RANGE(rings_of_what_is_no_region_are_not_recorded, -1, 3)
{
    static const CaromVec2 points[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    CaromWorld *world = newWorld();
    CaromBodyId body = newRest(world);
    CaromShapeId shape = newBox(world, body, caromVec2(0, 0), caromVec2(1, 1));
    CaromRecorder *recorder = recordingBegin(world, true);
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, 4, 0.0);
    geometry.ringCount = _i;
    ck_assert_ok(caromShapeSetGeometry(world, shape, &geometry));
    caromWorldStep(world, 0.25);
    endAndPlay(recorder, world);
}

/// The rings of a region are read: its hole moves, and what lies in it falls again.
TEST(rings_of_regions_are_recorded)
{
    CaromVec2 points[8] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}, {-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    static const int ends[2] = {4, 8};
    CaromWorld *world = newWorldUnder(10);
    CaromBodyId body = newRest(world);
    CaromRecorder *recorder = recordingBegin(world, true);
    CaromShapeId shape = newRegion(world, body, points, ends, 2);
    CaromProjectileDef shot = newShot(caromVec2(0, 0), caromVec2(1, 2));
    caromProjectileFire(world, &shot);
    for (int k = 0; k < 10; k++) {
        points[4].y = points[7].y = -1.0 - 0.1 * k;
        CaromGeometry geometry = {CAROM_SHAPE_REGION, points, 8, 0.0, ends, 2, NULL, false};
        ck_assert_ok(caromShapeSetGeometry(world, shape, &geometry));
        caromWorldStep(world, 0.25);
    }
    endAndPlay(recorder, world);
}

static double radiusOf(const CaromWorld *world, CaromShapeId shape)
{
    CaromGeometry geometry;
    ck_assert_ok(caromShapeLocalGeometry(world, shape, &geometry));
    return geometry.radius;
}

/// Of a geometry, and of a tile map.
TEST(what_rounds_a_shape_is_recorded)
{
    static const uint16_t tiles[] = {1, 1};
    CaromTileMap map = {2, 1, 1.0, {4.0, 0.0}, tiles, 0.5};
    CaromShapeDef shapeDef = caromShapeDef();
    CaromWorld *world = newWorld();
    CaromBodyId body = newRest(world);
    CaromRecorder *recorder = recordingBegin(world, true);
    CaromShapeId box = roundedBox(world, body, &shapeDef, caromVec2(0, 0), caromVec2(1, 1), 0.25);
    CaromShapeId walls = caromShapeCreateTiles(world, body, &shapeDef, &map);
    ck_assert(radiusOf(world, box) == 0.25 && radiusOf(world, walls) == 0.5);
    caromWorldStep(world, 0.25);
    endAndPlay(recorder, world);
}

static CaromHitAction die(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)context, (void)world, (void)hit;
    return CAROM_HIT_DIE;
}

/// A world that plays a replay while it is recorded, and goes on with callbacks of its own.
TEST_LOOP(replays_are_recorded, 2)
{
    SnapshotBytes first = recordQuestions();
    CaromWorld *world = newWorld();
    ck_assert_ok(caromWorldSetHitCallback(world, _i ? die : NULL, NULL));
    CaromRecorder *recorder = recordingBegin(world, true);
    CaromReplay *replay = caromReplayCreate(world, first.at, first.size, NULL);
    ck_assert_int_eq(caromReplayNext(replay), CAROM_REPLAY_SAME);
    caromReplayDestroy(replay);
    for (int k = 0; k < 20; k++) {
        caromWorldStep(world, 0.25);
    }
    endAndPlay(recorder, world);
    free(first.at);
}

TEST_WORLD(recorders_end_in_no_callback, newWorld())
{
    CaromRecorderDef recorderDef = caromRecorderDef();
    CaromRecorder *recorder = caromRecorderCreate(world, &recorderDef, NULL);
    ck_assert_ptr_nonnull(recorder);
    world->locked = true;
    ck_assert_int_eq(caromRecorderEnd(recorder), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromRecorderDestroy(recorder), CAROM_ERROR_BUSY);
    world->locked = false;
    size_t before = 0, after = 0;
    ck_assert_ptr_nonnull(caromRecorderBytes(recorder, &before));
    ck_assert_int_eq(caromWorldStep(world, 1.0), CAROM_STEP_OK);
    ck_assert_ptr_nonnull(caromRecorderBytes(recorder, &after));
    ck_assert_uint_gt(after, before); // it goes on
    ck_assert_ok(caromRecorderDestroy(recorder));
}

/// A replay in a callback of its own world would find every call refused, and be another match.
TEST_WORLD(replays_go_on_in_no_callback, newWorld())
{
    SnapshotBytes bytes = recordDuel(true, 1.0, 0.0, 1.0);
    CaromReplay *replay = caromReplayCreate(world, bytes.at, bytes.size, NULL);
    ck_assert_int_eq(caromReplayNext(replay), CAROM_REPLAY_SAME);
    int64_t tick = caromReplayTick(replay);
    uint64_t hash = caromWorldHash(world);
    world->locked = true;
    ck_assert_int_eq(caromReplayNext(replay), CAROM_REPLAY_REFUSED);
    world->locked = false;
    ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_BUSY);
    ck_assert_int_eq(caromReplayTick(replay), tick);
    ck_assert(caromWorldHash(world) == hash);
    CaromReplayState state = CAROM_REPLAY_SAME;
    while (state == CAROM_REPLAY_SAME) {
        state = caromReplayNext(replay);
    }
    ck_assert_int_eq(state, CAROM_REPLAY_ENDED);
    caromReplayDestroy(replay);
    free(bytes.at);
}
