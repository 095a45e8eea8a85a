// SPDX-License-Identifier: MIT
// Flights with events that concern others, among many with events that concern no other flight. Hit
// callbacks look at everything, fuses and blasts push what is near, some flights pierce, some meet.
// Oracle: a world that has all events in one order, bit for bit, including what callbacks read.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/movers.h"
#include "../../support/storms.h"

#include "../../../shapes/array.h"
#include "../../../world/core/limits.h"
#include "../../../world/data/world.h"
#include "../../support/assertions.h"

#define STEPS 24
#define STORM 250
#define FEW 10

/// A world, and what its callbacks saw.
typedef struct Turns {
    Movers movers;
    CaromWorld *world;
    CaromLight *light;
    CaromBodyId zone; ///< of sensors, or null
    FlightLog seen;
    bool counts; ///< also what the step has counted so far, and the state's hash
    int asked;
} Turns;

// ---- what callbacks look at

static void seeHits(FlightLog *seen, const CaromHit *hits, int count)
{
    flightLogPut(seen, (uint64_t)count);
    for (int k = 0; k < count && k < FEW; k++) {
        flightLogNumber(seen, hits[k].fraction);
        flightLogVec(seen, hits[k].point);
        flightLogId(seen, hits[k].shape.index, hits[k].shape.age);
    }
}

static void seeCasts(FlightLog *seen, const CaromWorld *world, CaromVec2 from, CaromVec2 way)
{
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 origins[3] = {from, {0.0, 0.0}, way}, ways[3] = {way, way, {3.0, -3.0}};
    CaromVec2 corners[4];
    CaromGeometry shape = caromGeometryBox(from, caromVec2(0.3, 0.2), 0.1, corners);
    CaromBeamDef beam = caromBeamDef();
    CaromBeamLeg legs[4];
    CaromHit hits[FEW];
    seeHits(seen, hits, caromWorldCastRay(world, from, way, options, hits, FEW));
    seeHits(seen, hits, caromWorldCastCircle(world, from, 0.2, way, options, hits, FEW));
    seeHits(seen, hits,
            caromWorldCastArc(world, from, 0.1, way, caromVec2(0, -9), 2.0, options, hits, FEW));
    seeHits(seen, hits, caromWorldCastShape(world, &shape, way, options, hits, FEW));
    caromWorldCastRays(world, origins, ways, 3, options, hits);
    seeHits(seen, hits, 3);
    flightLogPut(seen, (uint64_t)caromWorldCastAny(world, from, 0.0, way, options));
    beam.origin = from;
    beam.direction = way;
    int count = caromWorldCastBeam(world, &beam, legs, 4);
    for (int k = 0; k < count && k < 4; k++) {
        flightLogVec(seen, legs[k].to);
    }
}

static void seeShapes(FlightLog *seen, const CaromWorld *world, CaromVec2 place)
{
    CaromQueryOptions options = caromQueryOptions();
    CaromBox box = {{place.x - 2.0, place.y - 2.0}, {place.x + 2.0, place.y + 2.0}};
    CaromNearestQuery query = caromNearestQuery();
    CaromNear near[FEW];
    CaromShapeId shapes[FEW];
    double distance = 0.0;
    CaromVec2 gradient = {0.0, 0.0};
    int count = caromWorldOverlapBox(world, box, options, shapes, FEW);
    for (int k = 0; k < count && k < FEW; k++) {
        flightLogId(seen, shapes[k].index, shapes[k].age);
    }
    flightLogPut(seen, (uint64_t)caromWorldOverlapCircle(world, place, 1.5, options, shapes, FEW));
    query.point = place;
    count = caromWorldNearest(world, &query, near, FEW);
    for (int k = 0; k < count && k < FEW; k++) {
        flightLogNumber(seen, near[k].distance);
    }
    caromWorldDistance(world, place, 5.0, options, &distance, &gradient);
    flightLogNumber(seen, distance);
    flightLogVec(seen, gradient);
}

static void seeFlights(Turns *turns, const CaromWorld *world)
{
    static CaromVec2 places[2 * STORM];
    static CaromProjectileId ids[2 * STORM];
    static float floats[4 * STORM];
    FlightLog *seen = &turns->seen;
    int count = caromWorldPositions(world, places, ids, 2 * STORM);
    ck_assert_int_le(count, 2 * STORM);
    caromWorldPositionsFloat(world, caromVec2(0, 0), 0.0, floats, NULL, 2 * STORM);
    for (int k = 0; k < count; k++) {
        flightLogId(seen, ids[k].index, ids[k].age);
        flightLogVec(seen, places[k]);
        flightLogVec(seen, caromProjectileVelocity(world, ids[k]));
        flightLogPut(seen, (uint64_t)caromProjectileMode(world, ids[k]));
        flightLogNumber(seen, (double)floats[2 * k]);
    }
    for (int k = 0; k < count; k += count / 3 + 1) {
        CaromPrediction prediction = caromPrediction();
        caromProjectilePredict(world, ids[k], 0.3, &prediction);
        flightLogVec(seen, prediction.position);
        flightLogNumber(seen, prediction.time);
    }
    CaromCounters counters = caromWorldCounters(world);
    flightLogPut(seen, (uint64_t)counters.projectiles);
    if (turns->counts) {
        flightLogPut(seen, caromWorldHash(world));
        flightLogId(seen, (uint32_t)counters.hits, (uint32_t)counters.ends);
        flightLogId(seen, (uint32_t)counters.meetings, (uint32_t)counters.parked);
    }
}

static void see(Turns *turns, const CaromWorld *world, CaromVec2 from, CaromVec2 way)
{
    CaromLightDef def = caromLightDef();
    flightLogNumber(&turns->seen, caromWorldTime(world));
    seeFlights(turns, world);
    if (++turns->asked % 4 == 0) {
        seeCasts(&turns->seen, world, from, way);
        seeShapes(&turns->seen, world, from);
        def.position = from;
        def.range = 4.0;
        caromLightCast(turns->light, world, &def);
        flightLogNumber(&turns->seen, caromLightArea(turns->light));
    }
}

static uint64_t bitsOf(double time)
{
    uint64_t bits;
    memcpy(&bits, &time, sizeof bits);
    return bits ^ bits >> 20;
}

static CaromHitAction answer(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    static const CaromHitAction answers[8] = {CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE, CAROM_HIT_BOUNCE,
                                              CAROM_HIT_PIERCE, CAROM_HIT_BOUNCE, CAROM_HIT_STOP,
                                              CAROM_HIT_STICK,  CAROM_HIT_EXPLODE};
    see(context, world, hit->center, hit->velocityAfter);
    return answers[bitsOf(hit->time) % 8];
}

static CaromMeetAction answerMeeting(void *context, const CaromWorld *world,
                                     const CaromMeetEvent *meeting, CaromProjectileId which)
{
    flightLogId(&((Turns *)context)->seen, which.index, which.age);
    see(context, world, caromVec2(0, 0), caromVec2(3.0, 1.0));
    return bitsOf(meeting->time) % 5 ? CAROM_MEETING_BOUNCE : CAROM_MEETING_EXPLODE;
}

// ---- worlds

/// One of the flights of all kinds: they ask, explode, pierce, meet, or watch.
static void fireOne(CaromWorld *world, TestRandom *random, int seed, int kind)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = stormPlace(random, 0.95 * stormHalf(seed), false);
    def.velocity = stormPlace(random, 3.0 * stormHalf(seed), false);
    def.gravityScale = 0.0;
    def.radius = testRandomInt(random, 0, 2) ? 0.0 : 0.1;
    def.blast.impulse = testRandomRange(random, 0.0, 20.0);
    def.blast.radius = 0.3 * stormHalf(seed) * testRandomInt(random, kind == 1, 1);
    def.fuse = kind == 1 || kind == 4 ? testRandomRange(random, 0.02, 0.5) : CAROM_FOREVER;
    def.onHit = kind == 0   ? CAROM_HIT_ASK
                : kind == 2 ? CAROM_HIT_PIERCE
                : kind == 3 ? CAROM_HIT_EXPLODE
                            : CAROM_HIT_BOUNCE;
    if (kind == 4) {
        def.radius = 0.2;
        def.meetMask = 1;
        def.onMeet = seed % 2 ? CAROM_MEETING_ASK : CAROM_MEETING_BOUNCE;
    }
    def.proximity = kind == 5 && seed % 4 == 3 ? 0.3 : 0.0;
    def.acceleration.y = kind == 5 ? -9.0 : 0.0;
    if (testRandomInt(random, 0, 3) == 0) { // later
        def.time = caromWorldTime(world) + testRandomRange(random, 0.0, 0.3);
    }
    caromProjectileFire(world, &def);
}

static void fireSome(Turns *turns, int seed, int volley)
{
    TestRandom random = testRandomSeed((uint64_t)(1000 * seed + volley));
    for (int k = volley == 0 ? 24 : 3; k > 0; k--) {
        fireOne(turns->world, &random, seed, k > 18 ? k % 2 : testRandomInt(&random, 0, 5));
    }
}

static void makeTurns(Turns *turns, int seed, bool plain)
{
    CaromWorldDef def = stormDef(seed);
    turns->world = caromWorldCreate(&def, NULL);
    turns->world->plain = plain;
    turns->light = caromLightCreate(NULL);
    stormFill(turns->world, seed, STORM);
    caromWorldSetHitCallback(turns->world, answer, turns);
    caromWorldSetMeetCallback(turns->world, answerMeeting, turns);
    if (seed % 2) {
        turns->zone = stormAddSensors(turns->world, seed);
    }
    fireSome(turns, seed, 0);
    if (seed % 3 == 2) {
        turns->movers = moversAdd(turns->world, seed);
    }
}

static void freeTurns(Turns *turns)
{
    caromWorldDestroy(turns->world);
    caromLightDestroy(turns->light);
    free(turns->seen.words);
}

/// What a game does in a frame.
static void play(Turns *turns, int seed, int step)
{
    if (step % 5 == 0) {
        fireSome(turns, seed, step);
    }
    if (step % 7 == 0) {
        CaromBlast blast = caromBlast();
        blast.radius = 0.2 * stormHalf(seed);
        blast.impulse = 2.0;
        caromWorldExplode(turns->world, caromVec2(step - 12.0, 1.0), &blast);
    }
    if (seed % 2 && step % 4 == 1) {
        caromBodySetVelocity(turns->world, turns->zone, caromVec2(4.0 - step % 9, step % 5 - 2.0));
    }
    for (int k = 0; seed % 3 == 2 && step % 3 == 0 && k < 3; k++) {
        moversDisturb(&turns->movers);
    }
}

/// Into a future that is taken back.
static void goAstray(Turns *turns, int seed, double time)
{
    Turns wild = {.world = turns->world};
    size_t size = caromWorldStateSize(turns->world);
    void *state = malloc(size);
    ck_assert(state != NULL);
    caromWorldSetHitCallback(turns->world, NULL, NULL);
    caromWorldSetMeetCallback(turns->world, NULL, NULL);
    ck_assert_ok(caromWorldSaveState(turns->world, state, size, NULL));
    for (int k = 1; k <= 3; k++) {
        fireSome(&wild, seed, 100 + k);
        caromWorldStepTo(turns->world, time + 0.05 * k);
    }
    ck_assert_ok(caromWorldRestoreState(turns->world, state, size));
    caromWorldSetHitCallback(turns->world, answer, turns);
    caromWorldSetMeetCallback(turns->world, answerMeeting, turns);
    free(state);
}

static void compareSeen(const Turns *plain, const Turns *other, int seed, int step)
{
    int difference = flightLogDifference(&plain->seen, &other->seen);
    ck_assert_msg(difference < 0, "seed %d, step %d: word %d of %d differs", seed, step, difference,
                  plain->seen.count);
}

// ---- tests

TEST_LOOP(who_asks_and_explodes_among_many_goes_alike, flightTestShare(96) * flightTestTimes(100))
{
    static const double lengths[4] = {1.0 / 60.0, 1.0 / 20.0, 1.0 / 240.0, 0.2};
    Turns plain = {.counts = true}, other = {.counts = true};
    FlightLog a = {0}, b = {0};
    double time = 0.0, length = lengths[_i % 4];
    makeTurns(&plain, _i, true);
    makeTurns(&other, _i, false);
    for (int step = 1; step <= STEPS; step++) {
        if (step % 6 == 4) {
            goAstray(&other, _i, time);
        }
        play(&plain, _i, step);
        play(&other, _i, step);
        time += length;
        caromWorldStepTo(plain.world, time);
        caromWorldStepTo(other.world, time);
        compareSeen(&plain, &other, _i, step);
        flightLogRead(&a, plain.world);
        flightLogRead(&b, other.world);
        stormCompare(plain.world, other.world, _i, step);
        ck_assert_msg(flightLogDifference(&a, &b) < 0, "seed %d, step %d: events", _i, step);
        for (int k = 0; k < crArrayCount(other.world->flights.queued); k++) {
            ck_assert(other.world->flights.queued[k] >= CR_NEVER);
        }
    }
    ck_assert_int_ge(plain.asked, 2);
    ck_assert_int_ge(a.blasts, 1);
    ck_assert(_i % 2 == 0 || a.crosses > 20);
    ck_assert(a.hits > STORM / 4);
    free(a.words);
    free(b.words);
    freeTurns(&plain);
    freeTurns(&other);
}

TEST_LOOP(who_asks_and_explodes_goes_alike_in_thirds_of_steps,
          flightTestShare(48) * flightTestTimes(100))
{
    Turns plain = {0}, thirds = {0};
    double time = 0.0, length = _i % 2 ? 1.0 / 60.0 : 0.1;
    makeTurns(&plain, _i, true);
    makeTurns(&thirds, _i, false);
    for (int step = 1; step <= STEPS; step++) {
        play(&plain, _i, step);
        play(&thirds, _i, step);
        caromWorldStepTo(thirds.world, time + length / 3.0);
        caromWorldStepTo(thirds.world, time + length / 1.5);
        time += length;
        caromWorldStepTo(plain.world, time);
        caromWorldStepTo(thirds.world, time);
        compareSeen(&plain, &thirds, _i, step);
        thirds.world->counters.steps = plain.world->counters.steps;
        ck_assert_msg(caromWorldHash(plain.world) == caromWorldHash(thirds.world),
                      "seed %d, step %d: thirds of steps lead elsewhere", _i, step);
    }
    freeTurns(&plain);
    freeTurns(&thirds);
}

// ---- fuses that wait for bodies

/// Adds twelve with a proximity fuse that no flight sets off but those of the same group, if there
/// are some, and what does: a disc.
static void addWatchers(CaromWorld *world, int seed)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    double half = stormHalf(seed);
    CaromBodyId body = newMoving(world, caromVec2(-half, 0.0), caromVec2(2.0 * half, half));
    CaromShapeDef shape = caromShapeDef();
    shape.filter.category = 2;
    caromShapeCreateCircle(world, body, &shape, caromVec2(0.0, 0.0), 0.2 * half);
    CaromProjectileDef def = caromProjectileDef();
    def.gravityScale = 0.0;
    def.proximity = 0.1 * half;
    def.proximityFilter.mask = 2;
    def.proximityFilter.group = seed % 3 ? 7 : 0;
    def.blast.radius = 0.3 * half;
    def.blast.impulse = 5.0;
    for (int k = 0; k < 14; k++) {
        def.position = stormPlace(&random, 0.9 * half, false);
        def.velocity = stormPlace(&random, half, false);
        if (k >= 12 && seed % 3 == 2) {
            def.proximity = def.blast.radius = 0.0;
            def.filter.group = 7;
        }
        caromProjectileFire(world, &def);
    }
}

TEST_LOOP(fuses_that_wait_for_bodies_leave_bullets_in_batches, flightTestShare(48))
{
    CaromWorld *worlds[2];
    int64_t simple = 0;
    int blasts = 0;
    for (int k = 0; k < 2; k++) {
        worlds[k] = stormMake(_i, STORM, NULL);
        worlds[k]->plain = k == 0;
        addWatchers(worlds[k], _i);
    }
    for (int step = 1; step <= STEPS; step++) {
        for (int k = 0; k < 2; k++) {
            caromWorldStepTo(worlds[k], step / 40.0);
        }
        stormCompare(worlds[0], worlds[1], _i, step);
        simple += caromWorldCounters(worlds[1]).simpleHits;
        blasts += caromWorldEvents(worlds[1]).blastCount;
    }
    ck_assert_int_ge(blasts, 1);
    ck_assert(simple > STORM / 4);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

// ---- fuses that wait for projectiles

/// Fires some that explode near any projectile or near a few of them, fly into each other's blasts,
/// and are faster after bounces: so some leave the zones in which they were looked for.
static void fireLookouts(CaromWorld *world, int seed, int step)
{
    TestRandom random = testRandomSeed((uint64_t)(100 * seed + step));
    double half = stormHalf(seed);
    for (int k = 0; k < 4; k++) {
        CaromProjectileDef def = caromProjectileDef();
        def.position = stormPlace(&random, 0.9 * half, false);
        def.velocity = stormPlace(&random, 2.0 * half, false);
        def.gravityScale = k % 2;
        def.restitution = seed % 2 ? 1.3 : 0.9;
        def.proximity = testRandomRange(&random, 0.001, 0.05) * half;
        def.proximityFilter.mask = seed % 3 ? def.proximityFilter.mask : 2;
        def.filter.category = k == 3 ? 2 : 1;
        def.blast.radius = testRandomRange(&random, 0.0, 0.3) * half;
        def.blast.impulse = testRandomRange(&random, 0.0, 50.0);
        def.onHit = k == 2 ? CAROM_HIT_STICK : CAROM_HIT_BOUNCE;
        def.time = caromWorldTime(world) + (k == 1 ? testRandomRange(&random, 0.0, 0.1) : 0.0);
        caromProjectileFire(world, &def);
    }
}

TEST_LOOP(fuses_that_wait_for_projectiles_go_alike, flightTestShare(96))
{
    CaromWorld *worlds[2];
    Movers movers[2];
    int blasts = 0, pushes = 0;
    int64_t simple = 0;
    for (int k = 0; k < 2; k++) {
        worlds[k] = stormMake(_i, STORM, NULL);
        worlds[k]->plain = k == 0;
        if (_i % 4 == 1) {
            movers[k] = moversAdd(worlds[k], _i);
        }
    }
    for (int step = 1; step <= STEPS; step++) {
        for (int k = 0; k < 2; k++) {
            fireLookouts(worlds[k], _i, step);
            if (_i % 4 == 1) {
                moversDisturb(&movers[k]);
            }
            caromWorldStepTo(worlds[k], step * (_i % 5 ? 0.02 : 0.2));
        }
        stormCompare(worlds[0], worlds[1], _i, step);
        simple += caromWorldCounters(worlds[1]).simpleHits;
        blasts += caromWorldEvents(worlds[1]).blastCount;
        pushes += caromWorldEvents(worlds[1]).pushCount;
    }
    ck_assert(blasts >= 1 && pushes >= 1);
    ck_assert(_i % 4 == 1 || simple > 0);
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}
