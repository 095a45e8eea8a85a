// SPDX-License-Identifier: MIT
// Short ways give the same bits: what lanes leave out, what bounces by the shortest path, whatever
// registers the machine has, against a world that goes the plain way through everything.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/movers.h"
#include "../../support/storms.h"

#include "../../../broadphase/edge_packets.h"
#include "../../../shapes/array.h"
#include "../../../world/data/flight_pool.h"

#define STEPS 90
#define MOVING_STEPS 40
#define STORM 300

/// Worlds that must agree at every step: all that happened so far, and the state.
static void compare(FlightField *plain, FlightField *other, const char *name, int seed, int step)
{
    int difference = flightLogDifference(&plain->log, &other->log);
    ck_assert_msg(difference < 0, "%s, seed %d, step %d: word %d of %d differs", name, seed, step,
                  difference, plain->log.count);
    ck_assert_msg(caromWorldHash(plain->world) == caromWorldHash(other->world),
                  "%s, seed %d, step %d: another state", name, seed, step);
}

/// Each kernel that this machine runs comes by each of eight habits.
static int kernelsOf(int seed)
{
    const CrKernels *all[CR_KERNELS_MOST];
    return (seed + seed / 8) % crKernelsAll(all);
}

/// kernels: < 0: no short way at all.
static void shorten(CaromWorld *world, int kernels)
{
    const CrKernels *all[CR_KERNELS_MOST];
    crKernelsAll(all);
    world->plain = kernels < 0;
    if (kernels >= 0) {
        world->grid.lanes.kernels = all[kernels];
    }
}

/// Random worlds of every habit, with edits.
TEST_LOOP(any_world_goes_alike, flightTestRounds(160, 20))
{
    const int habits[] = {0,
                          FIELD_GRID,
                          FIELD_CHAINS,
                          FIELD_GRID | FIELD_CHAINS | FIELD_SURFACES,
                          FIELD_SETTLES,
                          FIELD_MOVES,
                          FIELD_SENSORS | FIELD_REGIONS,
                          FIELD_ALL & ~FIELD_MEETS,
                          FIELD_MOVES | FIELD_PULLS,
                          FIELD_MOVES | FIELD_RIGID | FIELD_CHAINS};
    int chosen = habits[_i % 10];
    FlightField plain, other;
    CaromWorldDef def = caromWorldDef();
    flightFieldInit(&plain, (uint64_t)_i, chosen, &def);
    flightFieldInit(&other, (uint64_t)_i, chosen, &def);
    shorten(plain.world, -1);
    shorten(other.world, kernelsOf(_i));
    for (int step = 1; step <= STEPS; step++) {
        if (step % 20 == 0) {
            flightFieldEdit(&plain);
            flightFieldEdit(&other);
        }
        flightFieldStepTo(&plain, step / 30.0);
        flightFieldStepTo(&other, step / 30.0);
        compare(&plain, &other, "field", _i, step);
    }
    flightFieldFree(&plain);
    flightFieldFree(&other);
}

// ---- storms

static CaromWorld *stormOf(int seed, int kernels)
{
    CaromWorldDef def = stormDef(seed);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    shorten(world, kernels);
    stormFill(world, seed, STORM);
    return world;
}

TEST_LOOP(storms_go_alike, flightTestRounds(64, 90))
{
    CaromWorld *plain = stormOf(_i, -1), *other = stormOf(_i, kernelsOf(_i));
    int64_t hits = 0;
    for (int step = 1; step <= STEPS; step++) {
        caromWorldStepTo(plain, step / 30.0);
        caromWorldStepTo(other, step / 30.0);
        stormCompare(plain, other, _i, step);
        hits += caromWorldEvents(plain).hitCount;
    }
    ck_assert_msg(hits > STORM, "seed %d: %d hits", _i, (int)hits);
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

// ---- walls of several kinds

/// A room with 48 walls, of which some run, some are for glancing hits alone, and some let a part
/// of the bullets through; among many bullets, so that these bounce in rounds. Every fourth has
/// walls of one filter, which some shots do not meet.
static CaromWorld *kindsOf(int seed, int kernels)
{
    CaromWorldDef worldDef = stormDef(seed);
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromBodyId body = newRest(world);
    CaromSurface glancing = caromSurface();
    glancing.ricochetAngle = 0.7;
    glancing.steep = CAROM_HIT_DIE;
    ck_assert_ok(caromWorldSetSurface(world, 0, 3, &glancing));
    shorten(world, kernels);
    for (int k = 0; k < 52; k++) {
        static const CaromVec2 corners[5] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}, {-9, -9}};
        CaromVec2 a = caromVec2(testRandomRange(&random, -8, 8), testRandomRange(&random, -8, 8));
        CaromVec2 b = caromVec2(testRandomRange(&random, -8, 8), testRandomRange(&random, -8, 8));
        CaromShapeDef def = caromShapeDef();
        def.restitution = 1.0;
        if (k >= 4) {
            def.surfaceSpeed = k % 4 == 1 ? 2.0 : 0.0;
            def.material = k % 4 == 2 ? 3 : 0;
            def.filter.category = seed % 4 && k % 4 == 3 ? 2 : 1;
        }
        caromShapeCreateSegment(world, body, &def, k < 4 ? corners[k] : a,
                                k < 4 ? corners[k + 1] : b);
    }
    for (int k = 0; k < STORM; k++) {
        CaromVec2 place =
            caromVec2(testRandomRange(&random, -8, 8), testRandomRange(&random, -8, 8));
        CaromVec2 way =
            caromVec2(testRandomRange(&random, -40, 40), testRandomRange(&random, -40, 40));
        CaromProjectileDef def = newShot(place, way);
        def.gravityScale = 0.0;
        def.filter.mask = k % 3 ? UINT64_MAX : seed % 4 ? 1 : 4;
        caromProjectileFire(world, &def);
    }
    return world;
}

TEST_LOOP(storms_among_walls_of_several_kinds_go_alike, flightTestRounds(32, 50))
{
    CaromWorld *plain = kindsOf(_i, -1), *other = kindsOf(_i, kernelsOf(_i));
    int64_t simple = 0;
    for (int step = 1; step <= STEPS; step++) {
        caromWorldStepTo(plain, step / 60.0);
        caromWorldStepTo(other, step / 60.0);
        stormCompare(plain, other, _i, step);
        simple += caromWorldCounters(other).simpleHits;
    }
    ck_assert_int_gt(simple, STORM);
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

/// Discs that often touch in a point or hold one another, walls that touch them or end on their
/// rims, and points that start and meet there.
static CaromWorld *discsOf(int seed, int kernels)
{
    CaromWorldDef worldDef = stormDef(seed);
    CaromShapeDef shapeDef = caromShapeDef();
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    shorten(world, kernels);
    CaromBodyId body = newRest(world);
    double half = 10.0;
    CaromVec2 room[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    caromShapeCreateChain(world, body, &shapeDef, room, 4, CAROM_CHAIN_CLOSED);
    int discs = seed % 2 ? 120 : 12;
    for (int k = 0; k < discs; k++) {
        CaromVec2 center = stormPlace(&random, half, true);
        double radius = 0.25 * testRandomInt(&random, 1, 3);
        shapeDef.restitution = testRandomInt(&random, 0, 2) ? 1.0 : 0.5;
        shapeDef.sensor = false;
        caromShapeCreateCircle(world, body, &shapeDef, center, radius);
        CaromVec2 rim = caromVec2(center.x + radius, center.y);
        if (k % 4 == 0) {
            caromShapeCreateSegment(world, body, &shapeDef, caromVec2(rim.x, rim.y - 1.0), rim);
        }
    }
    for (int k = 0; k < STORM; k++) {
        CaromVec2 place = stormPlace(&random, 0.98 * half, k % 2);
        CaromProjectileDef def =
            newShot(place, k % 3 ? stormPlace(&random, 40.0, false)
                                 : caromVec2(0.0, testRandomRange(&random, -40.0, 40.0)));
        def.gravityScale = 0.0;
        def.restitution = 1.0;
        def.bounces = k % 5 ? CAROM_UNLIMITED : 3;
        caromProjectileFire(world, &def);
    }
    return world;
}

/// Small polygons, some of which touch, overlap, or hold others.
TEST_LOOP(storms_among_polygons_go_alike, flightTestRounds(40, 50))
{
    CaromWorld *worlds[2];
    for (int w = 0; w < 2; w++) {
        worlds[w] = stormOf(_i, w == 0 ? -1 : kernelsOf(_i));
        TestRandom random = testRandomSeed((uint64_t)_i);
        CaromBodyId body = newRest(worlds[w]);
        CaromShapeDef def = caromShapeDef();
        double half = stormHalf(_i);
        for (int k = 0; k < 150; k++) {
            CaromVec2 center = stormPlace(&random, half, _i % 2), points[6];
            int count = testRandomInt(&random, 3, 6);
            for (int p = 0; p < count; p++) {
                CaromRotation turn = caromRotation(6.283185307179586 * p / count + k % 3);
                points[p] = crAddScaled(center, crVec(turn.c, turn.s), 0.02 * half);
            }
            caromShapeCreatePolygon(worlds[w], body, &def, points, count);
        }
    }
    for (int step = 1; step <= STEPS; step++) {
        caromWorldStepTo(worlds[0], step / 30.0);
        caromWorldStepTo(worlds[1], step / 30.0);
        stormCompare(worlds[0], worlds[1], _i, step);
    }
    ck_assert(caromWorldValidate(worlds[1]));
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

TEST_LOOP(storms_among_discs_go_alike, flightTestRounds(60, 50))
{
    CaromWorld *plain = discsOf(_i, -1), *other = discsOf(_i, kernelsOf(_i));
    int64_t hits = 0, simple = 0;
    for (int step = 1; step <= STEPS; step++) {
        caromWorldStepTo(plain, step / 30.0);
        caromWorldStepTo(other, step / 30.0);
        stormCompare(plain, other, _i, step);
        CaromCounters counters = caromWorldCounters(other);
        hits += counters.hits;
        simple += counters.simpleHits;
        ck_assert_int_eq(caromWorldCounters(plain).simpleHits, 0);
    }
    ck_assert_msg(simple > (_i % 2 ? STORM / 4 : STORM), "seed %d: %d of %d are simple", _i,
                  (int)simple, (int)hits);
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

/// New shots are fired in each step: where one ended, its slot is taken again.
TEST_LOOP(shots_go_alike, flightTestRounds(40, 75))
{
    CaromWorld *plain = stormOf(_i, -1), *other = stormOf(_i, kernelsOf(_i));
    int64_t ends = 0;
    for (int step = 1; step <= STEPS; step++) {
        stormFire(plain, _i, step);
        stormFire(other, _i, step);
        caromWorldStepTo(plain, step / 30.0);
        caromWorldStepTo(other, step / 30.0);
        stormCompare(plain, other, _i, step);
        ck_assert_msg(crFlightsHold(&other->flights), "seed %d, step %d: slots", _i, step);
        ends += caromWorldEvents(plain).endCount;
    }
    ck_assert_msg(ends > 5 * STEPS, "seed %d: %d ends", _i, (int)ends);
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

/// Right before a one-sided wall, and so slow that all of its way is a rounding: the way's ends do
/// not show where it leads.
TEST_SEEDS(points_that_creep_go_alike, 200)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromWorld *worlds[2];
    CaromVec2 a = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9)),
              b = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
    CaromVec2 back = crLeft(crScale(crSub(b, a), 1.0 / crLength(crSub(b, a))));
    for (int w = 0; w < 2; w++) {
        worldDef.tag = 1;
        worlds[w] = caromWorldCreate(&worldDef, NULL);
        shorten(worlds[w], w == 0 ? -1 : kernelsOf(_i));
        CaromBodyId body = newRest(worlds[w]);
        newOneSided(worlds[w], body, a, b);
    }
    for (int k = 0; k < 40; k++) {
        CaromVec2 on = crAddScaled(a, crSub(b, a), testRandomRange(&random, 0.1, 0.9));
        CaromVec2 aside = crScale(crSub(b, a), testRandomRange(&random, -0.3, 0.3));
        CaromVec2 place = crAddScaled(on, back, -0x1p-52 * testRandomInt(&random, 0, 16));
        CaromProjectileDef def =
            newShot(place, crScale(crAdd(back, aside), 0x1p-52 * testRandomRange(&random, 0, 2)));
        def.lifetime = testRandomRange(&random, 0.5, 2.0);
        CaromHit hits[2];
        int counts[2];
        for (int w = 0; w < 2; w++) {
            caromProjectileFire(worlds[w], &def);
            counts[w] = caromWorldCastRay(worlds[w], def.position, def.velocity,
                                          caromQueryOptions(), &hits[w], 1);
        }
        ck_assert_int_eq(counts[0], counts[1]);
        ck_assert(counts[0] == 0 || hits[0].fraction == hits[1].fraction);
    }
    for (int step = 1; step <= 20; step++) {
        caromWorldStepTo(worlds[0], step * 0.1);
        caromWorldStepTo(worlds[1], step * 0.1);
        stormCompare(worlds[0], worlds[1], _i, step);
    }
    caromWorldDestroy(worlds[0]);
    caromWorldDestroy(worlds[1]);
}

// ---- ways across nothing

// From border to border of tiny cells a lane walk's roundings add up; rays a million metres long
// missed things of a millimetre. Such ways are left to cells, which jump over what is empty.
TEST_SEEDS(rays_across_nothing_go_alike, 4)
{
    CaromWorld *world = newWorld();
    CaromBodyId body = newRest(world);
    CaromVec2 places[2] = {{0, 0}, {1000, 700}};
    for (int k = 0; k < 2000; k++) {
        CaromVec2 p = crAdd(places[k % 2], stormPlace(&random, 0.1, false));
        newSegment(world, body, p, crAdd(p, stormPlace(&random, 0.001, false)));
    }
    int hits = 0;
    for (int k = 0; k < 40; k++) {
        CaromVec2 from = stormPlace(&random, 0.3, false),
                  to = crAdd(places[1], stormPlace(&random, 0.05, false));
        CaromHit told[2];
        int counts[2];
        CrLaneWalk walk;
        ck_assert(!crLaneWalkStart(&walk, &world->grid, from, to, 1e-9));
        ck_assert(crLaneWalkStart(&walk, &world->grid, from, crVec(0.3, 0.3), 1e-9));
        for (int w = 0; w < 2; w++) {
            world->plain = w == 1;
            counts[w] =
                caromWorldCastRay(world, from, crSub(to, from), caromQueryOptions(), &told[w], 1);
        }
        ck_assert_int_eq(counts[0], counts[1]);
        ck_assert(counts[0] == 0 || (told[0].fraction == told[1].fraction &&
                                     told[0].shape.index == told[1].shape.index));
        hits += counts[0];
    }
    ck_assert_int_gt(hits, 0);
    caromWorldDestroy(world);
}

// ---- storms among things that move, spin, stop, jump and go

TEST_LOOP(storms_among_moving_go_alike, flightTestRounds(48, 200))
{
    Movers plain = moversAdd(stormOf(_i, -1), _i),
           other = moversAdd(stormOf(_i, kernelsOf(_i)), _i);
    if (_i >= 32) {
        moversPull(&plain);
        moversPull(&other);
    }
    double time = 0.0;
    int64_t hits = 0;
    for (int step = 1; step <= MOVING_STEPS; step++) {
        for (int k = 0; step % 4 == 0 && _i % 3 && k < 3; k++) {
            moversDisturb(&plain);
            moversDisturb(&other);
        }
        time += _i % 2 ? 1.0 / 60.0 : pow(10.0, testRandomRange(&plain.random, -3.0, -0.5));
        if (_i % 2 == 0) {
            (void)testRandomRange(&other.random, -3.0, -0.5);
        }
        caromWorldStepTo(plain.world, time);
        caromWorldStepTo(other.world, time);
        stormCompare(plain.world, other.world, _i, step);
        hits += caromWorldEvents(plain.world).hitCount;
    }
    ck_assert_msg(hits > STORM, "seed %d: %d hits", _i, (int)hits);
    ck_assert(other.world->movingIndex.motionGrid.until > 0.0 &&
              plain.world->movingIndex.motionGrid.until == 0.0); // only the short ways use the grid
    caromWorldDestroy(plain.world);
    caromWorldDestroy(other.world);
}

// ---- storms among what never keeps its velocity

/// Also discs that meet each other, seeds of 3 with a proximity fuse, or with fuses and blasts.
static Movers restlessOf(int seed, int kernels)
{
    CaromWorld *world = stormOf(seed, kernels);
    TestRandom random = testRandomSeed((uint64_t)seed + 77);
    for (int k = 0; k < 12; k++) {
        CaromVec2 place = stormPlace(&random, 0.9 * stormHalf(seed), false);
        CaromProjectileDef def = newShot(place, stormPlace(&random, 10.0, false));
        def.gravityScale = 0.0;
        def.radius = 0.2;
        def.meetMask = seed % 2 ? 1 : 0;
        def.proximity = seed % 3 == 1 && k < 2 ? 0.05 : 0.0;
        def.blast.radius = seed % 3 == 0 ? 0.0 : 2.0;
        def.blast.impulse = 1.0;
        def.fuse = seed % 3 == 2 ? testRandomRange(&random, 0.1, 0.6) : CAROM_FOREVER;
        caromProjectileFire(world, &def);
    }
    Movers movers = moversAdd(world, seed);
    if (seed % 5 < 2) {
        moversPull(&movers);
    }
    return movers;
}

/// Most turn a little, some begin to run, stop, or spin.
static void turnAll(Movers *movers)
{
    for (int k = 0; k < MOVERS; k++) {
        CaromVec2 v = caromBodyVelocity(movers->world, movers->bodies[k]);
        CaromVec2 turned = crAdd(v, stormPlace(&movers->random, 0.3, false));
        CaromVec2 sudden = stormPlace(&movers->random, 12.0, false);
        int fate = testRandomInt(&movers->random, 0, 79);
        caromBodySetVelocity(movers->world, movers->bodies[k],
                             fate == 0   ? crVec(0.0, 0.0)
                             : fate <= 2 ? sudden
                                         : turned);
        if (fate == 3) {
            caromBodySetAngularVelocity(movers->world, movers->bodies[k], sudden.x);
        }
    }
}

/// Into a future that is taken back.
static void goAstray(Movers *movers, double time)
{
    Movers wild = *movers;
    size_t size = caromWorldStateSize(movers->world);
    void *state = malloc(size);
    ck_assert(state != NULL);
    ck_assert_ok(caromWorldSaveState(movers->world, state, size, NULL));
    for (int k = 1; k <= 3; k++) {
        (void)testRandomInt(&wild.random, 0, 9);
        turnAll(&wild);
        caromWorldStepTo(wild.world, time + 0.05 * k);
    }
    ck_assert_ok(caromWorldRestoreState(movers->world, state, size));
    free(state);
}

/// Against the plain way: by the same steps, some of them after a rollback, before or after the
/// velocities of the frame are set; and by thirds of steps.
TEST_LOOP(storms_among_restless_go_alike, flightTestRounds(40, 200))
{
    Movers plain = restlessOf(_i, -1), other = restlessOf(_i, kernelsOf(_i)),
           thirds = restlessOf(_i, kernelsOf(_i + 1));
    double time = 0.0, step = _i % 4 == 3 ? 1.0 / 20.0 : 1.0 / 60.0;
    for (int k = 1; k <= MOVING_STEPS; k++) {
        if (k % 7 == 3) {
            goAstray(&other, time);
        }
        if (k % 3 != 0 || _i % 3 != 0) {
            turnAll(&plain);
            turnAll(&other);
            turnAll(&thirds);
        }
        if (k % 7 == 5) {
            goAstray(&other, time);
        }
        caromWorldStepTo(thirds.world, time + step / 3.0);
        caromWorldStepTo(thirds.world, time + step / 1.5);
        time += step;
        caromWorldStepTo(plain.world, time);
        caromWorldStepTo(other.world, time);
        caromWorldStepTo(thirds.world, time);
        stormCompare(plain.world, other.world, _i, k);
        thirds.world->counters.steps = plain.world->counters.steps;
        ck_assert_msg(caromWorldHash(plain.world) == caromWorldHash(thirds.world),
                      "seed %d, step %d: thirds of steps lead elsewhere", _i, k);
    }
    caromWorldDestroy(plain.world);
    caromWorldDestroy(other.world);
    caromWorldDestroy(thirds.world);
}

/// Limits of events, ends, directions and speeds that are not simple: between walls at rest and
/// between balls that move.
TEST(what_the_short_ways_leave_to_the_plain_ones)
{
    uint64_t hashes[2];
    int64_t hits[2] = {0, 0}, simple[2] = {0, 0};
    for (int plain = 0; plain < 2; plain++) {
        CaromWorldDef def = caromWorldDef();
        def.eventLimit = 4;
        def.tag = 7;
        CaromWorld *world = caromWorldCreate(&def, NULL);
        world->plain = plain;
        CaromBodyDef bodyDef = caromBodyDef();
        CaromShapeDef shape = caromShapeDef();
        CaromBodyId walls = caromBodyCreate(world, &bodyDef);
        caromShapeCreateSegment(world, walls, &shape, caromVec2(-9, 0), caromVec2(900, 0));
        caromShapeCreateSegment(world, walls, &shape, caromVec2(-9, 1), caromVec2(900, 1));
        bodyDef.type = CAROM_BODY_KINEMATIC;
        bodyDef.velocity = caromVec2(0.0, 0.125);
        shape.material = 1;
        for (int k = 0; k < 8; k++) { // balls that move, in pairs
            bodyDef.position = caromVec2(40.0 * (k / 2), 20.0 + 3.0 * (k % 2));
            CaromBodyId ball = caromBodyCreate(world, &bodyDef);
            caromShapeCreateCircle(world, ball, &shape, caromVec2(0, 0), 1.0);
        }
        CaromSurface wild = caromSurface(), glancing = caromSurface();
        wild.restitution = 4.0;
        glancing.restitution = 1.0;
        glancing.ricochetAngle = 0.5;
        glancing.steep = CAROM_HIT_DIE;
        ck_assert_ok(caromWorldSetSurface(world, 1, 1, &wild));
        ck_assert_ok(caromWorldSetSurface(world, 2, 1, &glancing));
        CaromProjectileDef shot = caromProjectileDef();
        shot.restitution = 1.0;
        for (int k = 0; k < 12; k++) {
            bool up = k < 4; // in the corridor: the fifth hit within a window is its last
            shot.bounces = up ? 4 : CAROM_UNLIMITED;
            shot.material = (uint32_t)(k / 4);
            shot.position = up ? caromVec2(k, 0.5) : caromVec2(40.0 * (k % 4) + 0.01, 21.5);
            shot.velocity = up      ? caromVec2(1.0, 800.0 + k)
                            : k < 8 ? caromVec2(0.0, k == 5 ? 9e11 : 700.0)
                                    : caromVec2(0.0, 600.0 + k);
            fireShot(world, &shot);
        }
        for (int k = 1; k <= 16; k++) {
            caromWorldStepTo(world, k / 64.0);
            hits[plain] += caromWorldCounters(world).hits;
            simple[plain] += caromWorldCounters(world).simpleHits;
        }
        hashes[plain] = caromWorldHash(world);
        caromWorldDestroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_int_eq(hits[0], hits[1]);
    ck_assert_int_ge(hits[0], 12);
    ck_assert(simple[0] > 4 && simple[1] == 0);
}

// ---- where much comes together

/// Pairs of discs that touch, wedges and fans of thin edges, some one-sided, all around few places;
/// at rest, moving, spinning, mirrored.
static void addCrowd(CaromWorld *world, TestRandom *random, CaromVec2 place)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    bool moves = testRandomInt(random, 0, 1);
    bodyDef.type = moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    bodyDef.position = place;
    bodyDef.angle = testRandomRange(random, -3.0, 3.0);
    bodyDef.scale.y = testRandomInt(random, 0, 2) ? 1.0 : -1.0;
    bodyDef.velocity = moves ? stormPlace(random, 4.0, true) : caromVec2(0, 0);
    bodyDef.angularVelocity = moves && testRandomInt(random, 0, 5) == 0 ? 3.0 : 0.0;
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    def.restitution = testRandomInt(random, 0, 2) ? 1.0 : 0.8;
    double side = testRandomRange(random, 0.1, 1.5), other = testRandomRange(random, 0.1, 1.5);
    if (testRandomInt(random, 0, 1)) {
        caromShapeCreateCircle(world, body, &def, caromVec2(-side, 0), side);
        caromShapeCreateCircle(world, body, &def, caromVec2(other, 0), other);
        return;
    }
    double opening = ldexp(1.0, -testRandomInt(random, 1, 44));
    for (int k = testRandomInt(random, 2, 5); k > 0; k--) {
        CaromVec2 end = caromVec2(side, k % 2 ? opening * (k - 2) : -side * k);
        if (testRandomInt(random, 0, 3)) {
            caromShapeCreateSegment(world, body, &def, caromVec2(0, 0), end);
        } else {
            caromShapeCreateOneSided(world, body, &def, end, caromVec2(0, 0));
        }
    }
}

static CaromWorld *crowdsOf(int seed, int kernels)
{
    enum { CROWDS = 10, SHOTS = 40 };
    TestRandom random = testRandomSeed((uint64_t)seed + 7000);
    CaromWorldDef worldDef = caromWorldDef();
    CaromVec2 places[CROWDS];
    worldDef.tag = 1;
    worldDef.eventLimit = 60;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    shorten(world, kernels);
    for (int k = 0; k < CROWDS; k++) {
        places[k] = k % 3 == 2 ? places[k - 1] : stormPlace(&random, 6.0, seed % 2);
        addCrowd(world, &random, places[k]);
    }
    for (int k = 0; k < SHOTS; k++) {
        CaromProjectileDef def = caromProjectileDef();
        CaromVec2 target = places[k % CROWDS];
        bool inside = k % 3 == 0;
        def.position = inside ? target : stormPlace(&random, 7.0, seed % 2);
        def.velocity =
            inside ? stormPlace(&random, 1.0, k % 2) : caromVec2Sub(target, def.position);
        def.velocity = caromVec2Scale(def.velocity, k % 4 ? testRandomSize(&random, 1, 1e3) : 1e6);
        def.gravityScale = 0.0;
        def.restitution = 1.0;
        caromProjectileFire(world, &def);
    }
    return world;
}

/// A flight at 10^6 m/s between two discs that move and touch hits one of them within rounding of
/// the other. It had been placed as if the other one were not there.
TEST_LOOP(crowds_go_alike, flightTestRounds(200, 100))
{
    CaromWorld *plain = crowdsOf(_i, -1), *other = crowdsOf(_i, kernelsOf(_i));
    for (int step = 1; step <= 12; step++) {
        caromWorldStepTo(plain, step / 60.0);
        caromWorldStepTo(other, step / 60.0);
        stormCompare(plain, other, _i, step);
    }
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}

/// A bullet of 10^6 m/s comes upon a disc that moves, in a world that is late.
static CaromWorld *duelOf(int seed, int kernels)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.tag = 1;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    shorten(world, kernels);
    caromWorldStepTo(world, 0x1p20 + seed / 64.0);
    CaromBodyId body = newMoving(world, caromVec2(0.0, 0.0), caromVec2(1.0, 0.0));
    newCircle(world, body, caromVec2(4.0, 0.0), 1.0);
    CaromProjectileDef def = newShot(caromVec2(-seed / 7.0, 0.0), caromVec2(1e6 + seed, 0.0));
    def.gravityScale = 0.0;
    for (int k = 0; k < 2; k++) { // a step looks closer where more fly than move
        caromProjectileFire(world, &def);
    }
    return world;
}

// The plain way looked for it only up to the clock's time, and left it to the next step.
TEST_LOOP(what_is_met_as_a_step_ends_is_met_in_it, 32)
{
    CaromWorld *first = duelOf(_i, -1);
    caromWorldStep(first, 1.0 / 64.0);
    ck_assert_int_ge(caromWorldEvents(first).hitCount, 1);
    double time = caromWorldEvents(first).hits[0].time;
    for (int kernels = -1; kernels <= 0; kernels++) {
        CaromWorld *world = duelOf(_i, kernels);
        caromWorldStepTo(world, time);
        ck_assert_int_eq(caromWorldEvents(world).hitCount, 2);
        caromWorldDestroy(world);
    }
    caromWorldDestroy(first);
}
