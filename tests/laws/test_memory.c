// SPDX-License-Identifier: MIT
// Memory: refused at every request, once or from there on; counted to the byte; never requested in
// steady steps. A game that tries again after each refusal ends where one without any does.
#include "../support/builder.h"
#include "../support/flight_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../support/random.h"

/// An allocator that keeps the size of every block, and can refuse.
typedef struct Meter {
    int64_t bytes, blocks, calls; ///< calls that request memory
    int64_t failAt;               ///< the call to refuse, from 1; 0: none
    bool failOn;                  ///< and all after it
    int refused;
} Meter;

typedef union Head {
    size_t size;
    long double alignment;
} Head;

static void *meterResize(void *context, void *memory, size_t oldSize, size_t newSize)
{
    Meter *meter = context;
    Head *head = memory ? (Head *)memory - 1 : NULL;
    ck_assert_uint_eq(oldSize, head ? head->size : 0); // the size that was given out
    if (newSize > 0) {
        meter->calls++;
        if (meter->failAt > 0 &&
            (meter->calls == meter->failAt || (meter->failOn && meter->calls > meter->failAt))) {
            meter->refused++;
            return NULL;
        }
    }
    meter->bytes += (int64_t)newSize - (int64_t)oldSize;
    meter->blocks += (newSize > 0) - (memory != NULL);
    if (newSize == 0) {
        free(head);
        return NULL;
    }
    // Always another place, so that whoever keeps a pointer is found out.
    Head *fresh = malloc(sizeof *fresh + newSize);
    if (!fresh) {
        abort();
    }
    fresh->size = newSize;
    memset(fresh + 1, 0xa5, newSize);
    if (head) {
        memcpy(fresh + 1, head + 1, oldSize < newSize ? oldSize : newSize);
        free(head);
    }
    return fresh + 1;
}

// ---- a game that does everything once

enum { STEPS = 20, HAIL = 60, CRATES = 8 };

typedef struct Play {
    Meter *meter;
    CaromWorld *world;
    TestRandom random;
    CaromBodyId floor, lift, crane; ///< the crane hangs from the lift
    CaromShapeId shapes[16], zones[6], hook;
    CaromProjectileId hail[HAIL];
    CaromBodyId crates[CRATES];
    uint64_t hash; ///< before the call that is tried
    bool again;
    int events[STEPS]; ///< of each step, dropped ones included
    uint64_t dropped;
    int step;
} Play;

/// Whether the next call may be the one. A hash that was not taken is none that a world has.
static bool mayBeRefused(const Meter *meter)
{
    enum { WANTED_BY_ONE = 200 };
    bool hasBeen = meter->failAt <= meter->calls && !meter->failOn;
    return meter->failAt > 0 && !hasBeen && meter->failAt <= meter->calls + WANTED_BY_ONE;
}

/// Whether a call must be made (again): after a refusal, which changed nothing, memory is back.
static bool mustTry(Play *play, bool done)
{
    if (done) {
        play->again = false;
        return false;
    }
    if (!play->again) {
        play->again = true;
        play->hash = mayBeRefused(play->meter) ? caromWorldHash(play->world) : 0;
        return true;
    }
    ck_assert_int_gt(play->meter->refused, 0);
    ck_assert_int_eq(caromWorldLastError(play->world), CAROM_ERROR_MEMORY);
    ck_assert(caromWorldHash(play->world) == play->hash);
    ck_assert(caromWorldValidate(play->world));
    ck_assert_int_eq(play->meter->failAt == 0, 0);
    play->meter->failAt = 0;
    return true;
}

#define TRY_ID(id, ...)                                                                            \
    for ((id).index = 0; mustTry(play, (id).index != 0);)                                          \
    (id) = (__VA_ARGS__)
#define TRY(...)                                                                                   \
    for (CaromError e = CAROM_ERROR_COUNT_OF; mustTry(play, e == CAROM_OK);)                       \
    e = (__VA_ARGS__)

static void makeShapes(Play *play)
{
    CaromWorld *w = play->world;
    CaromShapeDef def = caromShapeDef();
    CaromShapeId *s = play->shapes;
    CaromSurface rubber = caromSurface();
    rubber.restitution = 0.8;
    for (uint32_t k = 1; k < 12; k++) { // the first is that of the lift
        TRY(caromWorldSetSurface(w, k / 2, k, &rubber));
    }
    static const CaromVec2 notch[] = {{-9, -1},  {9, -1}, {9, 0}, {1, 0},
                                      {0, -0.5}, {-1, 0}, {-9, 0}};
    CaromVec2 many[40];
    caromEllipsePoints(caromTransformIdentity(), caromVec2(30.0, 0.0), 5.0, many, 40);
    TRY_ID(s[0], caromShapeCreatePolygon(w, play->floor, &def, notch, 7));
    TRY_ID(s[1], caromShapeCreatePolygon(w, play->floor, &def, many, 40));
    TRY_ID(s[2], caromShapeCreateCircle(w, play->floor, &def, caromVec2(4.0, 3.0), 0.5));
    TRY_ID(s[3],
           caromShapeCreateSegment(w, play->floor, &def, caromVec2(-9, -1), caromVec2(-9, 12)));
    TRY_ID(s[4],
           caromShapeCreateOneSided(w, play->floor, &def, caromVec2(9, -1), caromVec2(9, 12)));
    def.material = 1;
    def.contacts = true;
    TRY_ID(s[5], caromShapeCreateBox(w, play->lift, &def, caromVec2(-4, 2), caromVec2(1, 0.25)));
    TRY_ID(s[6], caromShapeCreateCircle(w, play->lift, &def, caromVec2(-4, 4), 0.5));
    TRY_ID(s[7], caromShapeCreateSegment(w, play->lift, &def, caromVec2(-6, 5), caromVec2(-3, 6)));
    CaromShapeId egg;
    TRY_ID(egg,
           caromShapeCreateEllipse(w, play->crane, &def, caromVec2(2, 3), caromVec2(1, 0.5), 1e-2));
    TRY_ID(play->hook,
           caromShapeCreateCapsule(w, play->crane, &def, caromVec2(-3, 1), caromVec2(-2, 3), 0.25));
    for (int i = 8; i < 14; i++) {
        TRY_ID(s[i], caromShapeCreateBox(w, play->floor, &def, caromVec2(100.0 * i, 7),
                                         caromVec2(0.01, 3)));
    }
    static const CaromVec2 frame[] = {{-40, -9}, {-30, -9}, {-30, 9}, {-40, 9},
                                      {-39, -8}, {-31, -8}, {-31, 8}, {-39, 8}};
    static const int ends[] = {4, 8};
    static const uint16_t tiles[] = {1, 1, 0, 1, 2, 2, 0, 0, 1};
    CaromTileMap map = {3, 3, 1.0, {20.0, -9.0}, tiles, 0.0};
    TRY_ID(s[14], caromShapeCreateTiles(w, play->floor, &def, &map));
    TRY(caromShapeSetTile(w, s[14], 1, 1, 0));
    TRY(caromShapeSetTiles(w, s[14], 0, 1, 2, 2, tiles));
    TRY_ID(s[15], caromShapeCreateRegion(w, play->floor, &def, frame, ends, 2));
}

static void makeZones(Play *play)
{
    CaromShapeDef def = caromShapeDef();
    def.sensor = def.contacts = true;
    for (int i = 0; i < 6; i++) {
        TRY_ID(play->zones[i],
               caromShapeCreateBox(play->world, i % 2 ? play->lift : play->floor, &def,
                                   caromVec2(3.0 * i - 9.0, 4.0), caromVec2(1.0, 2.0 + i)));
    }
}

/// They lie in the notch of the floor, and on each other.
static void makeCrates(Play *play)
{
    CaromShapeDef shape = caromShapeDef();
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    for (int i = 0; i < CRATES; i++) {
        def.position = caromVec2(-1.5 + i % 4, 0.5 + 1.1 * (i / 4));
        TRY_ID(play->crates[i], caromBodyCreate(play->world, &def));
        CaromShapeId part;
        TRY_ID(part, caromShapeCreateBox(play->world, play->crates[i], &shape, caromVec2(0.0, 0.0),
                                         caromVec2(0.45, 0.4)));
        if (i % 3 == 0) {
            TRY_ID(part, caromShapeCreateCircle(play->world, play->crates[i], &shape,
                                                caromVec2(0.0, 0.4), 0.3));
        }
    }
}

static void fire(Play *play)
{
    CaromProjectileDef def = caromProjectileDef();
    CaromVec2 p[HAIL], v[HAIL];
    for (int i = 0; i < HAIL; i++) {
        p[i] = caromVec2(testRandomRange(&play->random, -8.0, 8.0),
                         testRandomRange(&play->random, 6.5, 11.0));
        v[i] = caromVec2(testRandomRange(&play->random, -20.0, 20.0),
                         testRandomRange(&play->random, -20.0, 5.0));
    }
    def.restitution = 0.7;
    def.lifetime = 1.5;
    def.blast.radius = 3.0;
    def.blast.impulse = 1.0;
    TRY(caromProjectileFireMany(play->world, &def, p, v, HAIL, play->hail));
    for (int i = 0; i < 10; i++) { // each with a flight def of its own
        CaromProjectileId id;
        def.radius = 0.05 * i;
        def.bounces = i;
        def.onHit = (CaromHitAction)(i % CAROM_HIT_COUNT);
        def.position = p[i];
        TRY_ID(id, caromProjectileFire(play->world, &def));
    }
}

static void edit(Play *play)
{
    CaromTransform t =
        caromTransform(caromVec2(0.1 * play->step, 0.0), 0.01 * play->step, caromVec2(-1.0, 1.5));
    CaromBlast blast = caromBlast();
    blast.radius = 4.0;
    blast.impulse = 5.0;
    CaromVec2 zigzag[20];
    for (int i = 0; i < 20; i++) {
        zigzag[i] = caromVec2(-9.0 + i, 7.0 + i % 2);
    }
    CaromGeometry wall = caromGeometry(CAROM_SHAPE_CHAIN, zigzag, 20, 0.0);
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, zigzag, 1, 0.5);
    CaromFilter filter = {2, UINT64_MAX, 0};
    switch (play->step) {
    case 3:
        TRY(caromWorldExplode(play->world, caromVec2(0.0, 6.0), &blast));
        TRY(caromWorldExplode(play->world, caromVec2(1.0, 8.0), &blast));
        TRY(caromBodySetTransform(play->world, play->floor, t));
        TRY(caromBodySetTransform(play->world, play->lift, t));
        break;
    case 6:
        TRY(caromBodySetVelocity(play->world, play->lift, caromVec2(1.0, 0.5)));
        TRY(caromProjectileSetVelocity(play->world, play->hail[0], caromVec2(3.0, 3.0)));
        TRY(caromProjectileSetPosition(play->world, play->hail[1], caromVec2(0.0, 9.0)));
        TRY(caromProjectileSetFilter(play->world, play->hail[2], filter));
        TRY(caromBodyApplyLinearImpulse(play->world, play->crates[0], caromVec2(0.5, 2.0),
                                        caromVec2(-1.0, 0.5)));
        break;
    case 7:
        wall.oneSided = true;
        TRY(caromShapeSetGeometry(play->world, play->shapes[3], &wall));
        wall.oneSided = false;
        TRY(caromShapeSetGeometry(play->world, play->shapes[6], &wall));
        TRY(caromShapeSetGeometry(play->world, play->zones[1], &wall));
        TRY(caromShapeSetGeometry(play->world, play->zones[0], &disc));
        TRY(caromShapeSetGeometry(play->world, play->shapes[1], &disc));
        TRY(caromShapeSetSensor(play->world, play->shapes[2], true));
        TRY(caromShapeSetSensor(play->world, play->shapes[5], true));
        TRY(caromShapeSetSensor(play->world, play->zones[4], false));
        TRY(caromShapeSetSensor(play->world, play->zones[3], false));
        TRY(caromShapeSetFilter(play->world, play->shapes[7], filter));
        break;
    case 8:
        t.scale = caromVec2(1.25, -1.25);
        TRY(caromBodySetTransform(play->world, play->lift, t));
        TRY(caromBodySetVelocity(play->world, play->lift, caromVec2(-0.25, 0.5)));
        TRY(caromBodySetParent(play->world, play->crane, play->floor));
        TRY(caromBodySetTransform(play->world, play->floor, t));
        TRY(caromBodySetParent(play->world, play->crane, play->lift));
        TRY(caromBodySetAngularVelocity(play->world, play->crane, 0.5));
        break;
    case 9:
        TRY(caromShapeDestroy(play->world, play->shapes[2]));
        TRY(caromShapeDestroy(play->world, play->zones[2]));
        TRY(caromProjectileDestroy(play->world, play->hail[2]));
        TRY(caromWorldSetGravity(play->world, caromVec2(0.0, -5.0)));
        TRY(caromBodySetEnabled(play->world, play->crates[1], false));
        TRY(caromBodyDestroy(play->world, play->crates[5]));
        break;
    case 15:
        TRY(caromBodyDestroy(play->world, play->lift));
        break;
    default:
        break;
    }
}

static void query(Play *play)
{
    CaromHit hits[8];
    CaromShapeId ids[8];
    CaromVec2 p[8];
    CaromBox box = {{-5.0, -5.0}, {5.0, 5.0}};
    int64_t calls = play->meter->calls;
    CaromQueryOptions options = caromQueryOptions();
    caromWorldCastRay(play->world, caromVec2(-20.0, 1.0), caromVec2(60.0, 1.0), options, hits, 8);
    caromWorldCastCircle(play->world, caromVec2(-20.0, 1.0), 1.0, caromVec2(60.0, 1.0), options,
                         hits, 8);
    caromWorldCastAny(play->world, caromVec2(0.0, 9.0), 0.0, caromVec2(0.0, -60.0), options);
    caromWorldOverlapBox(play->world, box, options, ids, 8);
    caromWorldOverlapCircle(play->world, caromVec2(0.0, 0.0), 6.0, options, ids, 8);
    caromWorldPositions(play->world, p, NULL, 8);
    ck_assert_int_eq(play->meter->calls, calls); // queries need no memory
}

/// A tick that finds no memory stops the clock.
static void step(Play *play)
{
    double time = (play->step + 1) / 12.0;
    play->events[play->step] = 0;
    while (caromWorldTime(play->world) < time) {
        CaromStepFlags flags = caromWorldStepTo(play->world, time);
        CaromEvents events = caromWorldEvents(play->world);
        play->events[play->step] += events.hitCount + events.endCount + events.modeCount +
                                    events.crossCount + events.blastCount + events.pushCount +
                                    events.contactCount + events.impactCount + events.bodyCount +
                                    (int)events.dropped;
        play->dropped += events.dropped;
        ck_assert(!(flags & CAROM_STEP_REFUSED));
        if (caromWorldTime(play->world) < time) {
            ck_assert(flags & CAROM_STEP_EXHAUSTED);
            play->meter->failAt = 0;
        }
    }
    ck_assert(play->step % 8 != 0 || caromWorldValidate(play->world));
}

static CaromWorld *create(Play *play)
{
    CaromWorldDef def = newWorldDef();
    CaromError error = CAROM_OK;
    def.allocator.resize = meterResize;
    def.allocator.context = play->meter;
    def.gravity = caromVec2(0.0, -9.81);
    def.tag = 1;
    def.contactInterval = 1.0 / 48.0; // four times a step
    def.projectileCapacity = 3;
    def.eventCapacity = 2;
    CaromWorld *world = caromWorldCreate(&def, &error);
    if (!world) {
        ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
        ck_assert_int_eq(play->meter->bytes, 0);
        play->meter->failAt = 0;
        world = caromWorldCreate(&def, &error);
    }
    ck_assert_ptr_nonnull(world);
    return world;
}

static void start(Play *play, Meter *meter, uint64_t seed)
{
    memset(play, 0, sizeof *play);
    play->meter = meter;
    play->random = testRandomSeed(seed);
    play->world = create(play);
    CaromBodyDef body = caromBodyDef();
    TRY_ID(play->floor, caromBodyCreate(play->world, &body));
    body.type = CAROM_BODY_KINEMATIC;
    body.velocity = caromVec2(0.5, 0.25);
    TRY_ID(play->lift, caromBodyCreate(play->world, &body));
    body.parent = play->lift;
    body.velocity = caromVec2(0.1, 0.0);
    TRY_ID(play->crane, caromBodyCreate(play->world, &body));
    makeShapes(play);
    makeZones(play);
}

/// Where steps that find no memory stop at ticks.
static void startWithCrates(Play *play, Meter *meter, uint64_t seed)
{
    start(play, meter, seed);
    makeCrates(play);
}

static void advance(Play *play)
{
    if (play->step % 8 == 0) {
        fire(play);
    }
    edit(play);
    step(play);
    query(play);
    play->step++;
}

static uint64_t finish(Play *play)
{
    uint64_t hash = caromWorldHash(play->world);
    ck_assert_int_eq(caromWorldCounters(play->world).bytes, play->meter->bytes);
    ck_assert_ok(caromWorldDestroy(play->world));
    ck_assert_int_eq(play->meter->bytes, 0);
    ck_assert_int_eq(play->meter->blocks, 0);
    return hash;
}

static uint64_t playAll(Play *play, Meter *meter, uint64_t seed)
{
    startWithCrates(play, meter, seed);
    while (play->step < STEPS) {
        advance(play);
    }
    return finish(play);
}

// ---- tests

TEST_LOOP(the_same_calls_give_the_same_hash, 8)
{
    Play first, second;
    Meter a = {0}, b = {0};
    ck_assert(playAll(&first, &a, (uint64_t)_i) == playAll(&second, &b, (uint64_t)_i));
    ck_assert(memcmp(first.events, second.events, sizeof first.events) == 0);
    ck_assert_int_eq(a.calls, b.calls);
    int sum = 0;
    for (int i = 0; i < STEPS; i++) {
        sum += first.events[i];
    }
    ck_assert_int_gt(sum, 100); // it is a game worth playing
}

TEST(worlds_side_by_side_do_not_meet)
{
    Play plays[2], alone;
    Meter meters[2] = {{0}}, meter = {0};
    uint64_t hashes[2] = {playAll(&alone, &meter, 1), playAll(&alone, &meter, 2)};
    startWithCrates(&plays[0], &meters[0], 1);
    startWithCrates(&plays[1], &meters[1], 2);
    for (int i = 0; i < STEPS; i++) {
        advance(&plays[i % 2]);
        advance(&plays[(i + 1) % 2]);
    }
    ck_assert(hashes[0] != hashes[1]);
    ck_assert(finish(&plays[0]) == hashes[0]);
    ck_assert(finish(&plays[1]) == hashes[1]);
}

/// Every call for memory, refused once (_i even) or with all that follow until the game notices (_i
/// odd). _i / 2 shares the work between processes; sanitized ones refuse each eighth call of their
/// share.
TEST_LOOP(every_refusal_is_survived, 8)
{
    enum { SHARES = 4 };
    Play clean, play;
    Meter meter = {0};
    uint64_t expected = playAll(&clean, &meter, 3);
    int64_t calls = meter.calls;
    uint64_t dropped = 0;
    int stride = SHARES * 8 / flightTestShare(8);
    for (int64_t k = calls - _i / 2; k > 0; k -= stride) {
        Meter failing = {.failAt = k, .failOn = _i % 2 == 1};
        uint64_t hash = playAll(&play, &failing, 3);
        ck_assert_msg(failing.refused > 0, "call %d of %d was never made", (int)k, (int)calls);
        ck_assert_msg(hash == expected, "refusing call %d of %d changed the game", (int)k,
                      (int)calls);
        ck_assert_msg(memcmp(play.events, clean.events, sizeof play.events) == 0,
                      "refusing call %d of %d lost events without a word", (int)k, (int)calls);
        dropped += play.dropped;
    }
    ck_assert(calls > 100 && dropped > 0);
}

TEST(dropped_events_are_flagged)
{
    Play play;
    Meter meter = {0};
    start(&play, &meter, 4);
    fire(&play);
    meter.failOn = true;
    meter.failAt = meter.calls + 1;
    int flags = 0;
    uint64_t dropped = 0;
    for (int i = 1; i <= STEPS; i++) {
        CaromStepFlags now = caromWorldStepTo(play.world, i / 12.0);
        CaromEvents events = caromWorldEvents(play.world);
        ck_assert_int_eq((now & CAROM_STEP_EVENTS_DROPPED) != 0, events.dropped > 0);
        flags |= (int)now;
        dropped += events.dropped;
    }
    // Two of each kind of events found the room that was reserved.
    ck_assert(dropped > 50 && (flags & CAROM_STEP_EVENTS_DROPPED) &&
              (flags & CAROM_STEP_EXHAUSTED));
    meter.failAt = 0;
    finish(&play);
}

/// Law 10: within past peaks a step requests no memory.
TEST(steady_steps_allocate_nothing)
{
    Play play;
    Meter meter = {0};
    start(&play, &meter, 5);
    fire(&play);
    CaromProjectileDef def = caromProjectileDef();
    def.gravityScale = 0.0; // these bounce for ever
    for (int i = 0; i < 20; i++) {
        def.position = caromVec2(-8.0 + 0.7 * i, 8.0);
        def.velocity = caromVec2(7.0, 3.0 + i);
        caromProjectileFire(play.world, &def);
    }
    int hits = 0, ends = 0, modes = 0, crosses = 0, all = 0, steady = 0;
    for (int i = 1; i <= 300; i++) {
        int64_t calls = meter.calls;
        caromWorldStepTo(play.world, i / 30.0);
        CaromEvents e = caromWorldEvents(play.world);
        int sum = e.hitCount + e.endCount + e.modeCount + e.crossCount;
        if (i > 1 && e.hitCount <= hits && e.endCount <= ends && e.modeCount <= modes &&
            e.crossCount <= crosses && sum <= all) {
            ck_assert_int_eq(meter.calls, calls);
            steady++;
        }
        hits = e.hitCount > hits ? e.hitCount : hits;
        ends = e.endCount > ends ? e.endCount : ends;
        modes = e.modeCount > modes ? e.modeCount : modes;
        crosses = e.crossCount > crosses ? e.crossCount : crosses;
        all = sum > all ? sum : all;
    }
    ck_assert_int_gt(steady, 200);
    finish(&play);
}

TEST(reserved_capacity_is_enough)
{
    enum { SHOTS = 500 };
    Meter meter = {0};
    CaromWorldDef worldDef = newWorldDef();
    worldDef.allocator.resize = meterResize;
    worldDef.allocator.context = &meter;
    worldDef.projectileCapacity = SHOTS;
    worldDef.eventCapacity = 4 * SHOTS;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(5.0, -1e4), caromVec2(5.0, 1e4));
    newSegment(world, body, caromVec2(-5.0, -1e4), caromVec2(-5.0, 1e4));
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(100.0, 1.0));
    def.lifetime = 2.0;
    caromProjectileFire(world, &def); // its flight def
    int64_t calls = meter.calls;
    for (int i = 1; i < SHOTS; i++) {
        def.position = caromVec2(0.0, 0.01 * i);
        ck_assert(caromProjectileFire(world, &def).index != 0);
    }
    int hits = 0, ends = 0;
    for (int i = 1; i <= 50; i++) {
        ck_assert_int_eq(caromWorldStepTo(world, i / 20.0), CAROM_STEP_OK);
        hits += caromWorldEvents(world).hitCount;
        ends += caromWorldEvents(world).endCount;
    }
    ck_assert_int_eq(meter.calls, calls);
    ck_assert_int_eq(ends, SHOTS);
    ck_assert_int_eq(
        hits, SHOTS * 20); // 0.05 s to the first wall, then one every 0.1 s, the last at 1.95 s
    caromWorldDestroy(world);
    ck_assert_int_eq(meter.bytes, 0);
}
