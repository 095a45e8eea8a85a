// SPDX-License-Identifier: MIT
// Ticks without memory: the clock stops there, and nothing is lost. A game that steps on when there
// is memory again is the same to the bit as one that always had some.
#include <math.h>

#include "../../../world/data/world.h"
#include "../../support/builder.h"
#include "../../support/meter.h"

enum { STEPS = 40, ROOM = 64 };

typedef struct Yard {
    Meter meter;
    CaromWorld *world;
    TestRandom random;
    CaromBodyId bodies[ROOM];
    CaromShapeId tiles;
    int count;
    int stopped; ///< steps that ended at a tick
} Yard;

// ---- what there is

static void addCrate(Yard *yard, CaromVec2 position)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = position;
    def.angle = testRandomRange(&yard->random, -0.5, 0.5);
    def.awake = testRandomInt(&yard->random, 0, 3) > 0;
    CaromBodyId body = newBodyOf(yard->world, &def);
    CaromVec2 arms[] = {{-0.4, -0.3}, {0.4, -0.3}, {0.1, 0.4}};
    switch (yard->count % 3) {
    case 0:
        newBox(yard->world, body, caromVec2(0.0, 0.0), caromVec2(0.4, 0.3));
        break;
    case 1:
        newCircle(yard->world, body, caromVec2(0.0, 0.0), 0.3);
        break;
    default:
        newPolygon(yard->world, body, arms, 3);
        newCircle(yard->world, body, caromVec2(0.0, 0.3), 0.2);
        newCapsule(yard->world, body, caromVec2(0.0, 0.0), caromVec2(0.7, 0.0), 0.1);
    }
    yard->bodies[yard->count++ % ROOM] = body;
}

static void begin(Yard *yard)
{
    static const CaromVec2 valley[] = {{-9, 6}, {-5, 0}, {-1, -0.5}, {3, 0}, {9, 5}};
    static const uint16_t solid[] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    CaromTileMap map = {3, 3, 0.75, {4.0, -1.0}, solid, 0.0};
    CaromWorldDef def = newWorldDef();
    def.allocator = meterAllocator(&yard->meter);
    def.gravity = caromVec2(0.0, -10.0);
    def.eventCapacity = 4096; // events are never dropped
    yard->world = newWorldOf(&def);
    yard->random = testRandomSeed(5);
    yard->count = yard->stopped = 0;
    CaromBodyId rest = newRest(yard->world);
    newChain(yard->world, rest, valley, 5, false);
    yard->tiles = newTiles(yard->world, rest, &map);
    CaromBodyId lift = newMoving(yard->world, caromVec2(-4.0, 2.0), caromVec2(0.5, 0.0));
    newBox(yard->world, lift, caromVec2(0.0, 0.0), caromVec2(1.0, 0.2));
    for (int k = 0; k < 12; k++) {
        addCrate(yard, caromVec2(-4.0 + k % 4 * 2.1, 2.0 + k / 4 * 1.3));
    }
}

// ---- what happens

static void edit(Yard *yard, int step)
{
    CaromSurface ice = caromSurface();
    ice.friction = 0.0;
    ice.bodies = CAROM_SURFACE_BODIES_TOO;
    CaromProjectileDef shot = newShot(caromVec2(-8.0, 1.0 + step % 3), caromVec2(60.0, -3.0));
    shot.mass = 0.02;
    fireShot(yard->world, &shot);
    CaromBodyId body = yard->bodies[step % 12];
    switch (step % 8) {
    case 1:
        addCrate(yard, caromVec2(step * 0.1 - 2.0, 7.0));
        addCrate(yard, caromVec2(step * 0.1, 7.5));
        break;
    case 2:
        ck_assert_ok(
            caromBodySetEnabled(yard->world, body, !caromBodyIsEnabled(yard->world, body)));
        break;
    case 3:
        ck_assert_ok(caromShapeSetTile(yard->world, yard->tiles, step % 3, 1, 0));
        break;
    case 4:
        ck_assert_ok(caromBodyApplyLinearImpulse(yard->world, body, caromVec2(0.5, 1.0),
                                                 caromVec2(0.0, 0.0)));
        break;
    case 5:
        ck_assert_ok(caromWorldSetSurface(yard->world, 0, 0, step % 16 == 5 ? &ice : NULL));
        break;
    case 6:
        newBox(yard->world, body, caromVec2(0.2, 0.2), caromVec2(0.2, 0.4));
        break;
    default:
        break;
    }
}

/// Refuses memory in a step: first its first request, then, stepping on, the second, and so on.
static void stepTo(Yard *yard, double time, bool refuses)
{
    for (int skip = 0; caromWorldTime(yard->world) < time; skip++) {
        yard->meter.calls = 0;
        yard->meter.failFrom = refuses ? skip : METER_NEVER;
        CaromStepFlags flags = caromWorldStepTo(yard->world, time);
        yard->meter.failFrom = METER_NEVER;
        ck_assert((flags | CAROM_STEP_EXHAUSTED) == CAROM_STEP_EXHAUSTED);
        if (caromWorldTime(yard->world) < time) {
            double tick = round(caromWorldTime(yard->world) * 60.0) / 60.0;
            ck_assert(flags & CAROM_STEP_EXHAUSTED);
            ck_assert(fabs(caromWorldTime(yard->world) - tick) < 1e-9);
            ck_assert(caromWorldValidate(yard->world));
            yard->stopped++;
        }
    }
}

static void play(Yard *yard, bool refuses, bool once, uint64_t hashes[STEPS])
{
    begin(yard);
    yard->meter.once = once;
    for (int step = 0; step < STEPS; step++) {
        edit(yard, step);
        stepTo(yard, (step + 1) * 0.027, refuses);
        hashes[step] = caromWorldHash(yard->world);
    }
    endWorld(yard->world);
    ck_assert_int_eq((int)yard->meter.held, 0);
}

TEST_LOOP(ticks_without_memory_stop_the_clock, 2)
{
    static Yard clean, tried;
    uint64_t expected[STEPS], hashes[STEPS];
    play(&clean, false, false, expected);
    ck_assert_int_eq(clean.stopped, 0);
    play(&tried, true, _i == 1, hashes);
    ck_assert_int_gt(tried.stopped, STEPS);
    for (int step = 0; step < STEPS; step++) {
        ck_assert_msg(hashes[step] == expected[step], "step %d is another", step);
    }
}

/// Law 10.
TEST(a_pile_at_rest_asks_for_no_memory)
{
    static Yard yard;
    begin(&yard);
    stepTo(&yard, 6.0, false);
    yard.meter.calls = 0;
    for (int k = 1; k <= 240; k++) {
        caromWorldStepTo(yard.world, 6.0 + k / 144.0);
    }
    ck_assert_int_eq(yard.meter.calls, 0);
    endWorld(yard.world);
}
