// SPDX-License-Identifier: MIT
// Short ways give the same bits: what lanes leave out, what bounces by the shortest path, whatever
// registers the machine has, against a world that goes the plain way through everything.
#include "flight_field.h"

#include <check.h>
#include <math.h>

#include "../shapes/array.h"
#include "../world/world.h"

#define STEPS 90
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

static void shorten(CaromWorld *world, int kernels)
{
    const CrKernels *chosen = crKernelsAt(kernels);
    world->plain = kernels < 0;
    if (chosen) {
        world->grid.lanes.kernels = chosen;
    }
}

static int kernelCount(void)
{
    int count = 0;
    while (crKernelsAt(count)) {
        count++;
    }
    return count;
}

/// Random worlds of every habit, with edits.
START_TEST(any_world_goes_alike)
{
    const int habits[] = {0,
                          FIELD_GRID,
                          FIELD_CHAINS,
                          FIELD_GRID | FIELD_CHAINS | FIELD_SURFACES,
                          FIELD_SETTLES,
                          FIELD_MOVES,
                          FIELD_SENSORS | FIELD_REGIONS,
                          FIELD_ALL & ~FIELD_MEETS};
    int chosen = habits[_i % 8];
    FlightField plain, other;
    CaromWorldDef def = caromWorldDef();
    flightFieldInit(&plain, (uint64_t)_i, chosen, &def);
    flightFieldInit(&other, (uint64_t)_i, chosen, &def);
    shorten(plain.world, -1);
    shorten(other.world, _i % kernelCount());
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
END_TEST

// ---- storms: nothing but points that bounce, off walls that meet in corners

typedef struct Storm {
    CaromWorld *world;
    TestRandom random;
} Storm;

static CaromVec2 somewhere(TestRandom *random, double half, bool onGrid)
{
    CaromVec2 p = {testRandomRange(random, -half, half), testRandomRange(random, -half, half)};
    if (onGrid) {
        p.x = floor(p.x * 2.0) * 0.5;
        p.y = floor(p.y * 2.0) * 0.5;
    }
    return p;
}

static void addWalls(Storm *storm, double half, bool onGrid)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId body = caromBodyCreate(storm->world, &bodyDef);
    CaromVec2 room[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    for (int k = 0; k < 60; k++) {
        CaromShapeDef def = caromShapeDef();
        def.restitution = testRandomInt(&storm->random, 0, 2) ? 1.0 : 0.6;
        def.friction = testRandomInt(&storm->random, 0, 2) ? 0.0 : 0.3;
        def.material = (uint32_t)testRandomInt(&storm->random, 0, 3);
        def.filter.category = testRandomInt(&storm->random, 0, 9) ? 1u : 2u;
        CaromVec2 a = somewhere(&storm->random, half, onGrid),
                  b = somewhere(&storm->random, half, onGrid);
        if (k < 4) {
            def.filter.category = 1u;
            caromShapeCreateSegment(storm->world, body, &def, room[k], room[(k + 1) % 4]);
        } else if (k % 5 == 0) {
            caromShapeCreateOneSided(storm->world, body, &def, a, b);
        } else if (k % 5 == 1) {
            caromShapeCreateCircle(storm->world, body, &def, a,
                                   testRandomRange(&storm->random, 0.05, 1.0));
        } else {
            caromShapeCreateSegment(storm->world, body, &def, a, b);
        }
    }
}

/// Some start right at a corner, some right on a wall, some run along one.
static void addBullets(Storm *storm, double half, bool onGrid)
{
    for (int k = 0; k < STORM; k++) {
        CaromProjectileDef def = caromProjectileDef();
        def.position = somewhere(&storm->random, 0.99 * half, onGrid && k % 3);
        def.velocity = somewhere(&storm->random, 5.0 * half, onGrid || k % 7 == 0);
        def.gravityScale = 0.0;
        def.restitution = k % 4 ? 1.0 : 0.8;
        def.filter.mask = k % 11 ? 1u : 3u;
        def.material = (uint32_t)(k % 3);
        def.lifetime = k % 5 ? CAROM_FOREVER : testRandomRange(&storm->random, 0.1, 3.0);
        def.bounces = k % 13 ? CAROM_UNLIMITED : 20;
        caromProjectileFire(storm->world, &def);
    }
}

static CaromWorld *stormOf(int seed, int kernels)
{
    Storm storm = {NULL, testRandomSeed((uint64_t)seed)};
    CaromWorldDef def = caromWorldDef();
    bool onGrid = seed % 2;
    double scale = seed % 6 == 0 ? 1000.0 : 1.0, half = 12.0 * scale;
    def.tag = 1;
    def.searchCells = seed % 5 ? 4096 : 16;
    def.eventLimit = seed % 7 ? def.eventLimit : 8;
    storm.world = caromWorldCreate(&def, NULL);
    shorten(storm.world, kernels);
    if (seed % 3 == 0) {
        CaromSurface surface = caromSurface();
        surface.minBounceSpeed = 2.0;
        surface.ricochetAngle = 0.7;
        surface.steep = CAROM_HIT_DIE;
        caromWorldSetSurface(storm.world, 1, 2, &surface);
    }
    addWalls(&storm, half, onGrid);
    addBullets(&storm, half, onGrid);
    return storm.world;
}

static void compareHits(const CaromWorld *plain, const CaromWorld *other, int seed, int step)
{
    CaromEvents a = caromWorldEvents(plain), b = caromWorldEvents(other);
    ck_assert_msg(a.hitCount == b.hitCount && a.endCount == b.endCount,
                  "seed %d, step %d: %d and %d hits", seed, step, a.hitCount, b.hitCount);
    for (int k = 0; k < a.hitCount; k++) {
        const CaromHitEvent *s = &a.hits[k], *t = &b.hits[k];
        ck_assert_msg(s->time == t->time && s->projectile.index == t->projectile.index &&
                          s->shape.index == t->shape.index && s->feature == t->feature &&
                          s->center.x == t->center.x && s->center.y == t->center.y &&
                          s->normal.x == t->normal.x && s->normal.y == t->normal.y &&
                          s->velocityAfter.x == t->velocityAfter.x &&
                          s->velocityAfter.y == t->velocityAfter.y &&
                          s->impulse.x == t->impulse.x && s->impulse.y == t->impulse.y &&
                          s->action == t->action && s->corner == t->corner,
                      "seed %d, step %d: hit %d of %d differs", seed, step, k, a.hitCount);
    }
    ck_assert_msg(caromWorldHash(plain) == caromWorldHash(other), "seed %d, step %d: state", seed,
                  step);
}

START_TEST(storms_go_alike)
{
    CaromWorld *plain = stormOf(_i, -1), *other = stormOf(_i, _i % kernelCount());
    int64_t hits = 0;
    for (int step = 1; step <= STEPS; step++) {
        caromWorldStepTo(plain, step / 30.0);
        caromWorldStepTo(other, step / 30.0);
        compareHits(plain, other, _i, step);
        hits += caromWorldEvents(plain).hitCount;
    }
    ck_assert_msg(hits > STORM, "seed %d: %d hits", _i, (int)hits);
    caromWorldDestroy(plain);
    caromWorldDestroy(other);
}
END_TEST

Suite *testShortWaysSuite(void)
{
    Suite *suite = suite_create("shortWays");
    TCase *tc = tcase_create("bits");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, any_world_goes_alike, 0, flightTestShare(160) * flightTestTimes(20));
    tcase_add_loop_test(tc, storms_go_alike, 0, flightTestShare(120) * flightTestTimes(50));
    suite_add_tcase(suite, tc);
    return suite;
}
