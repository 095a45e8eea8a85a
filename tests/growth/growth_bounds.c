// SPDX-License-Identifier: MIT
// What has a bound of its own: contacts of shapes that turn, rasters, exact signs, and recordings
// from strangers. A caller can make some numbers as large as it likes: a spin, an exponent, a
// distance, a forged time. Their size may cost nothing, so these cases allow 1.2 instead of 2.5.
#include "growth.h"

#include "../../world/record/recorder.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979

// ---- contacts

static CaromBodyId makeTurning(CaromWorld *world, CaromVec2 position, double spin)
{
    CaromBodyDef def = caromBodyDef();
    def.type = spin != 0.0 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    def.position = position;
    def.angularVelocity = spin;
    return caromBodyCreate(world, &def);
}

/// Around the origin, with a tooth of a millimetre at each second corner: no convex
/// polygon, so that nothing is known of its thickness.
static void makeGear(CaromWorld *world, double spin, int corners)
{
    CaromShapeDef def = caromShapeDef();
    CaromVec2 *points = malloc(sizeof *points * (size_t)corners);
    for (int k = 0; points && k < corners; ++k) {
        double angle = 2.0 * PI * k / corners, radius = k % 2 ? 1.0 : 1.0 - 1e-3;
        points[k] = caromVec2(radius * cos(angle), radius * sin(angle));
    }
    def.contacts = true;
    CaromBodyId body = makeTurning(world, caromVec2(0.0, 0.0), spin);
    CaromShapeId shape = caromShapeCreatePolygon(world, body, &def, points, corners);
    growthExpect(caromShapeIsValid(world, shape), "no gear");
    free(points);
}

static void makeBlade(CaromWorld *world, CaromVec2 center, double spin)
{
    CaromShapeDef def = caromShapeDef();
    def.contacts = true;
    caromShapeCreateBox(world, makeTurning(world, center, spin), &def, caromVec2(0.0, 0.0),
                        caromVec2(16.0, 0.05));
}

/// Counts one step; `limited`: the search for touches must have reached its limit.
static void countContacts(CaromWorld *world, double time, bool limited)
{
    growthBegin();
    CaromStepFlags flags = caromWorldStepTo(world, time);
    growthEnd();
    growthExpect(flags == (limited ? CAROM_STEP_CONTACTS_LIMITED : CAROM_STEP_OK),
                 limited ? "the limit was not reached" : "the step was limited");
    caromWorldDestroy(world);
}

/// A gear turns a nanometre beside a disc, which it might touch at any time.
static void turnGear(double spin, int corners)
{
    CaromWorld *world = growthWorld();
    CaromShapeDef def = caromShapeDef();
    makeGear(world, spin, corners);
    caromShapeCreateCircle(world, makeTurning(world, caromVec2(0.0, 1.01), 0.0), &def,
                           caromVec2(0.0, 0.0), 0.01 - 1e-9);
    countContacts(world, 1.0 / 256.0, true);
}

static void contactsOfCorners(int n)
{
    turnGear(1e4, n);
}

static void contactsOfSpin(int n)
{
    turnGear(n, 512);
}

/// A blade turns among others for n seconds: a look at each interval.
static void contactsOfTime(int n)
{
    CaromWorld *world = growthWorld();
    makeBlade(world, caromVec2(0.0, 0.0), 0.5);
    makeBlade(world, caromVec2(0.0, 32.2), -0.25);
    countContacts(world, n, false);
}

static void makeWheel(CaromWorld *world, double x, double spin, int corners)
{
    CaromShapeDef def = caromShapeDef();
    CaromVec2 *points = malloc(sizeof *points * (size_t)corners);
    for (int k = 0; points && k < corners; ++k) {
        points[k] = caromVec2(cos(2.0 * PI * k / corners), sin(2.0 * PI * k / corners));
    }
    def.contacts = true;
    CaromBodyId body = makeTurning(world, caromVec2(x, 0.0), spin);
    CaromShapeId shape = caromShapeCreatePolygon(world, body, &def, points, corners);
    growthExpect(caromShapeIsValid(world, shape), "no wheel");
    free(points);
}

/// Two wheels turn side by side: one in the other, in touch, and close by.
static void contactsOfWheels(int n)
{
    static const double apart[] = {1.9, 2.0, 2.0005};
    for (int k = 0; k < 3; ++k) {
        CaromWorld *world = growthWorld();
        makeWheel(world, 0.0, 1.0, n);
        makeWheel(world, apart[k], -1.25, n);
        countContacts(world, 1.0 / 64.0, false);
    }
}

// ---- rasters

static void supercover(int n)
{
    int64_t cells = 0;
    for (int k = 0; k < 4; ++k) { // along an axis, through corners, and between
        CaromVec2 a = caromVec2(k % 2 ? 0.0 : 0.3, -7.0), b = caromVec2(n, k * n / 3.0 - 7.0);
        growthBegin();
        cells += caromRasterSupercover(a, b, NULL, 0);
        growthEnd();
    }
    growthExpect(cells > 4 * n && cells < 16 * n, "cells of another line");
    growthAlso("cells", cells);
}

/// Lines too long to be listed are refused at once.
static void supercoverRefused(int n)
{
    for (int k = 0; k < 100; ++k) {
        growthBegin();
        int64_t cells = caromRasterSupercover(caromVec2(0.5, 0.5),
                                              caromVec2(CAROM_RASTER_LONGEST * n, k), NULL, 0);
        growthEnd();
        growthExpect(cells == 0, "a line too long was listed");
    }
}

static CaromTileMap makeTiles(int width, int height)
{
    CaromTileMap map = {width, height, 0.5, {-3.0, 2.0}, NULL, 0.0};
    map.tiles = calloc((size_t)width * (size_t)height, sizeof *map.tiles);
    if (!map.tiles) {
        abort();
    }
    return map;
}

static void countSight(const CaromTileMap *map, CaromVec2 a, CaromVec2 b)
{
    growthBegin();
    bool sees = caromTilesLineOfSight(map, a, b);
    growthEnd();
    growthExpect(sees, "an empty map is in the way");
}

/// Across n × n tiles, all of them free.
static void lineOfSight(int n)
{
    CaromTileMap map = makeTiles(n, n);
    for (int k = 0; k < 4; ++k) {
        countSight(&map, caromVec2(-4.0, 2.0 + 0.01 * k),
                   caromVec2(0.5 * n, 2.0 + 0.5 * n * k / 3.0));
    }
    free((void *)map.tiles);
}

/// A line n times as long may still touch no more than 64 × 64 tiles.
static void lineOfSightFromAfar(int n)
{
    CaromTileMap map = makeTiles(64, 64);
    for (int k = 0; k < 16; ++k) {
        countSight(&map, caromVec2(-1000.0 * n, 5.0 - 1000.0 * n),
                   caromVec2(1000.0 * n, 5.0 + 1000.0 * n));
    }
    free((void *)map.tiles);
}

// ---- exact signs

/// Sides and tangents that only exact signs can decide: their coordinates mix 1 with 2^n and 2^-n.
static void mixedMagnitudes(int n)
{
    double big = ldexp(1.0, n), small = ldexp(1.0, -n);
    CaromVec2 a = {big, big}, b = {-big, -big}, none = {0.0, 0.0};
    growthBegin();
    for (int k = 1; k < 64; ++k) {
        double x = k * small, nearFraction, farFraction, along, across;
        int side = caromOrientation(a, b, caromVec2(1.0, 1.0 + x));
        growthExpect(side == caromOrientation(none, b, caromVec2(1.0, 1.0 + x)), "another side");
        growthExpect(caromOrientation(a, b, caromVec2(0.0, x)) == -1, "a wrong side");
        growthExpect(caromLineMeetsCircle(caromVec2(-1.0, x), caromVec2(big, 0.0), none, x,
                                          &nearFraction, &farFraction),
                     "no tangent");
        growthExpect(caromRayMeetsSegment(caromVec2(-k, -k), a, none, caromVec2(x, -x), &along,
                                          &across) == CAROM_MEET_CROSS,
                     "no crossing");
    }
    growthEnd();
}

// ---- recordings

typedef struct Recording {
    uint8_t *bytes;
    size_t size;
} Recording;

/// Sixteen balls between two walls.
static CaromWorld *makeRally(double speed)
{
    CaromWorld *world = growthWorld();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    CaromBodyId body = makeTurning(world, caromVec2(0.0, 0.0), 0.0);
    caromShapeCreateSegment(world, body, &shape, caromVec2(0.0, -1.0), caromVec2(0.0, 20.0));
    caromShapeCreateSegment(world, body, &shape, caromVec2(1.0, -1.0), caromVec2(1.0, 20.0));
    for (int k = 0; k < 16; ++k) {
        shot.position = caromVec2(0.5, k);
        shot.velocity = caromVec2(speed, 0.0);
        caromProjectileFire(world, &shot);
    }
    return world;
}

/// Frames of 1/64 s; to be freed.
static Recording record(double speed, int frames)
{
    CaromWorld *world = makeRally(speed);
    CaromRecorderDef def = caromRecorderDef();
    CaromRecorder *recorder = caromRecorderCreate(world, &def, NULL);
    for (int k = 1; k <= frames; ++k) {
        caromWorldStepTo(world, k / 64.0);
    }
    growthExpect(caromRecorderEnd(recorder) == CAROM_OK, "not recorded");
    Recording recording = {NULL, 0};
    const void *bytes = caromRecorderBytes(recorder, &recording.size);
    recording.bytes = malloc(recording.size);
    if (!recording.bytes) {
        abort();
    }
    memcpy(recording.bytes, bytes, recording.size);
    caromRecorderDestroy(recorder);
    caromWorldDestroy(world);
    return recording;
}

/// New sums for all chunks.
static void repair(Recording recording)
{
    uint64_t sum = 0;
    size_t at = CR_RECORDING_HEAD, from = 0;
    while (at < recording.size) {
        uint64_t length = 0;
        CrStream head = crStreamReader(recording.bytes + at + 1, 8);
        crStreamU64(&head, &length);
        size_t end = at + CR_RECORDING_CHUNK + (size_t)length;
        sum = crChunkSum(sum, recording.bytes + from, end - from);
        CrStream tail = crStreamWriter(recording.bytes + end, 8);
        crStreamU64(&tail, &sum);
        at = from = end + 8;
    }
}

/// Writes `other` wherever `time` is recorded, and corrects the sums.
static void forge(Recording recording, double time, double other)
{
    uint8_t was[8];
    CrStream reads = crStreamWriter(was, sizeof was);
    int found = 0;
    crStreamNumber(&reads, &time);
    for (size_t at = 0; at + sizeof was <= recording.size; ++at) {
        if (memcmp(recording.bytes + at, was, sizeof was) == 0) {
            CrStream writes = crStreamWriter(recording.bytes + at, sizeof was);
            crStreamNumber(&writes, &other);
            ++found;
        }
    }
    growthExpect(found > 0, "the time is not recorded");
    repair(recording);
}

/// All frames, of which the last ends so.
static void countReplay(Recording recording, int frames, double seconds, double events,
                        CaromReplayState last)
{
    CaromWorld *world = growthWorld();
    CaromReplay *replay = caromReplayCreate(world, recording.bytes, recording.size, NULL);
    growthExpect(caromReplayLimit(replay, seconds, events) == CAROM_OK, "no limit");
    CaromReplayState state = CAROM_REPLAY_SAME;
    growthBegin();
    for (int k = 0; k < frames && state == CAROM_REPLAY_SAME; ++k) {
        state = caromReplayNext(replay);
        growthExpect(state == (k + 1 < frames ? CAROM_REPLAY_SAME : last), "another end");
    }
    growthEnd();
    caromReplayDestroy(replay);
    caromWorldDestroy(world);
    free(recording.bytes);
}

static void replays(int n)
{
    countReplay(record(64.0, n), n, 60.0, 1e7, CAROM_REPLAY_SAME);
}

/// The last frame is forged to last n seconds, more than the 60 that are allowed.
static void replayTooLong(int n)
{
    Recording recording = record(64.0, 4);
    forge(recording, 4 / 64.0, n);
    countReplay(recording, 4, 60.0, 1e7, CAROM_REPLAY_REFUSED);
}

/// Seconds are not limited, but events are: the replay ends when it reaches their limit.
static void replayTooMuch(int n)
{
    Recording recording = record(1024.0, 4);
    forge(recording, 4 / 64.0, n);
    countReplay(recording, 4, CAROM_FOREVER, 5e4, CAROM_REPLAY_BROKEN);
}

const GrowthCase growthBounds[] = {
    {"contacts, corners", 500, 2.5, contactsOfCorners},
    {"contacts, corners of two wheels", 1000, 2.5, contactsOfWheels},
    {"contacts, spin", 2000, 1.2, contactsOfSpin},
    {"contacts, length of a step", 16, 2.5, contactsOfTime},
    {"raster, supercover", 1000, 2.5, supercover},
    {"raster, supercover too long", 2, 1.2, supercoverRefused},
    {"tiles, line of sight", 1024, 2.5, lineOfSight},
    {"tiles, line of sight from afar", 100, 1.2, lineOfSightFromAfar},
    {"exact signs, mixed magnitudes", 200, 1.2, mixedMagnitudes},
    {"replay, of a recording", 100, 2.5, replays},
    {"replay, step forged to be long", 1000, 1.2, replayTooLong},
    {"replay, step forged to have many events", 4, 1.2, replayTooMuch},
    {0},
};
