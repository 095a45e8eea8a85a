// SPDX-License-Identifier: MIT
// The table of surfaces: pairs come, change and go, against a plain list; the hash sees each
// number; memory; and those that lie on a surface when its numbers change.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"

#include <math.h>

#define GRAVITY 10.0

static CaromWorld *makeWorld(void)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -GRAVITY);
    def.tag = 1;
    return caromWorldCreate(&def, NULL);
}

static CaromSurface anySurface(TestRandom *random)
{
    CaromSurface s = caromSurface();
    s.restitution = testRandomRange(random, 0.0, 10.0);
    s.friction = testRandomUnit(random);
    s.minBounceSpeed = testRandomUnit(random);
    s.ricochetAngle = testRandomUnit(random);
    s.steep = (CaromHitAction)testRandomInt(random, 0, CAROM_HIT_EXPLODE);
    return s;
}

static bool equal(const CaromSurface *a, const CaromSurface *b)
{
    return a->restitution == b->restitution && a->friction == b->friction &&
           a->rollingResistance == b->rollingResistance && a->minBounceSpeed == b->minBounceSpeed &&
           a->ricochetAngle == b->ricochetAngle && a->steep == b->steep &&
           a->pierceLoss == b->pierceLoss && a->pierceDrag == b->pierceDrag;
}

// ---- pairs

enum { SIDE = 6 };
static const uint32_t materials[SIDE] = {0, 1, 2, 255, 65534, 65535};

typedef struct Table {
    bool given[SIDE][SIDE];
    CaromSurface surfaces[SIDE][SIDE];
} Table;

static void compare(const CaromWorld *world, const Table *table)
{
    for (int p = 0; p < SIDE; p++) {
        for (int s = 0; s < SIDE; s++) {
            CaromSurface got;
            bool given = caromWorldSurface(world, materials[p], materials[s], &got);
            ck_assert_int_eq(given, table->given[p][s]);
            ck_assert_int_eq(given, caromWorldSurface(world, materials[p], materials[s], NULL));
            ck_assert(!given || equal(&got, &table->surfaces[p][s]));
        }
    }
    ck_assert(caromWorldValidate(world));
}

/// All pairs of a table, set in the order that begins at start and goes on by jump.
static CaromWorld *worldOf(const Table *table, int start, int jump)
{
    CaromWorld *world = makeWorld();
    for (int k = 0; k < SIDE * SIDE; k++) {
        int cell = (start + jump * k) % (SIDE * SIDE), p = cell / SIDE, s = cell % SIDE;
        if (table->given[p][s]) {
            ck_assert_ok(
                caromWorldSetSurface(world, materials[p], materials[s], &table->surfaces[p][s]));
        }
    }
    return world;
}

TEST_LOOP(pairs_come_change_and_go, 8)
{
    static const Table none;
    TestRandom random = testRandomSeed((uint64_t)_i);
    Table table = none;
    CaromWorld *world = makeWorld();
    uint64_t empty = caromWorldHash(world);
    for (int n = 0; n < 300; n++) {
        int p = testRandomInt(&random, 0, SIDE - 1), s = testRandomInt(&random, 0, SIDE - 1);
        CaromSurface surface = anySurface(&random);
        table.given[p][s] = testRandomInt(&random, 0, 2) > 0;
        table.surfaces[p][s] = surface;
        ck_assert_ok(caromWorldSetSurface(world, materials[p], materials[s],
                                          table.given[p][s] ? &surface : NULL));
        compare(world, &table);
    }
    for (int order = 0; order < 3; order++) { // where it came from does not show
        CaromWorld *other = worldOf(&table, 7 * order, order == 0 ? 1 : 6 * order - 1);
        compare(other, &table);
        ck_assert(caromWorldHash(other) == caromWorldHash(world));
        caromWorldDestroy(other);
    }
    for (int k = 0; k < SIDE * SIDE; k++) {
        caromWorldSetSurface(world, materials[k / SIDE], materials[k % SIDE], NULL);
    }
    compare(world, &none);
    ck_assert(caromWorldHash(world) == empty);
    caromWorldDestroy(world);
}

TEST_WORLD(the_hash_sees_every_number, makeWorld())
{
    CaromSurface s = caromSurface();
    double *fields[] = {&s.restitution,   &s.friction,   &s.rollingResistance, &s.minBounceSpeed,
                        &s.ricochetAngle, &s.pierceLoss, &s.pierceDrag};
    uint64_t seen[16];
    int count = 0;
    seen[count++] = caromWorldHash(world);
    caromWorldSetSurface(world, 1, 2, &s);
    seen[count++] = caromWorldHash(world);
    for (int i = 0; i < 7; i++) {
        *fields[i] += i == 4 ? -0.5 : 0.5;
        caromWorldSetSurface(world, 1, 2, &s);
        seen[count++] = caromWorldHash(world);
    }
    s.steep = CAROM_HIT_PIERCE;
    caromWorldSetSurface(world, 1, 2, &s);
    seen[count++] = caromWorldHash(world);
    caromWorldSetSurface(world, 1, 2, NULL);
    caromWorldSetSurface(world, 2, 1, &s);
    seen[count++] = caromWorldHash(world);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_msg(seen[i] != seen[k], "%d and %d", i, k);
        }
    }
}

// ---- memory

TEST(a_pair_without_memory_is_refused)
{
    Meter meter;
    CaromWorldDef def = newWorldDef();
    def.allocator = meterAllocator(&meter);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromSurface s = caromSurface();
    int refused = 0;
    for (uint32_t k = 0; k < 200; k++) {
        uint64_t hash = caromWorldHash(world);
        meter.failFrom = meter.calls;
        CaromError error = caromWorldSetSurface(world, k * 77 % 200, k, &s);
        meter.failFrom = METER_NEVER;
        if (error == CAROM_OK) {
            continue;
        }
        refused++;
        ck_assert_int_eq(error, CAROM_ERROR_MEMORY);
        ck_assert(caromWorldHash(world) == hash && caromWorldValidate(world));
        ck_assert_ok(caromWorldSetSurface(world, k * 77 % 200, k, &s));
    }
    ck_assert_int_gt(refused, 3);
    meter.failFrom = meter.calls; // what is there already needs none, and is removed without any
    s.friction = 0.5;
    ck_assert_ok(caromWorldSetSurface(world, 77, 1, &s));
    ck_assert_ok(caromWorldSetSurface(world, 77, 1, NULL));
    caromWorldDestroy(world);
    ck_assert_uint_eq(meter.held, 0);
}

// ---- those that lie there

typedef struct Slope {
    CaromWorld *world;
    CaromProjectileId block;
    CaromSurface surface;
    CaromVec2 along; ///< downhill
    double pull, press;
} Slope;

/// A block that lies on a slope of 0.4 rad, by friction.
static Slope makeSlope(void)
{
    Slope slope;
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    slope.world = makeWorld();
    bodyDef.angle = -0.4;
    CaromBodyId body = caromBodyCreate(slope.world, &bodyDef);
    shape.material = 9;
    caromShapeCreateSegment(slope.world, body, &shape, caromVec2(-100, 0), caromVec2(100, 0));
    slope.along = caromVec2(cos(0.4), -sin(0.4));
    slope.pull = GRAVITY * sin(0.4);
    slope.press = GRAVITY * cos(0.4);
    slope.surface = caromSurface();
    slope.surface.restitution = 0.0;
    slope.surface.friction = 1.0;
    ck_assert_ok(caromWorldSetSurface(slope.world, 4, 9, &slope.surface));
    shot.position = caromVec2(0.5 * sin(0.4), 0.5 * cos(0.4) + 1e-9);
    shot.radius = 0.5;
    shot.material = 4;
    slope.block = caromProjectileFire(slope.world, &shot);
    caromWorldStepTo(slope.world, 0.5);
    ck_assert_int_eq(caromProjectileMode(slope.world, slope.block), CAROM_PROJECTILE_RESTING);
    return slope;
}

static void setFriction(Slope *slope, double friction)
{
    slope->surface.friction = friction;
    ck_assert_ok(caromWorldSetSurface(slope->world, 4, 9, &slope->surface));
}

static double wayOf(const Slope *slope, CaromVec2 from)
{
    CaromVec2 p = caromProjectilePosition(slope->world, slope->block);
    return (p.x - from.x) * slope->along.x + (p.y - from.y) * slope->along.y;
}

// Rests; then on ice for a second: s = a t²/2; then with more friction, until it stops: v²/2a'.
TEST(a_block_follows_the_friction_of_its_pair)
{
    Slope slope = makeSlope();
    CaromVec2 from = caromProjectilePosition(slope.world, slope.block);
    setFriction(&slope, 0.1);
    caromWorldStepTo(slope.world, 1.0);
    caromWorldStepTo(slope.world, 1.5);
    double a = slope.pull - 0.1 * slope.press;
    ck_assert_double_le(fabs(wayOf(&slope, from) - 0.5 * a), 1e-9);
    ck_assert_int_eq(caromProjectileMode(slope.world, slope.block), CAROM_PROJECTILE_SLIDING);
    setFriction(&slope, 0.8);
    double brake = 0.8 * slope.press - slope.pull;
    caromWorldStepTo(slope.world, 1.5 + a / brake + 0.01);
    CaromEvents events = caromWorldEvents(slope.world);
    ck_assert_int_eq(events.hitCount, 0);
    ck_assert_int_eq(events.modes[events.modeCount - 1].mode, CAROM_PROJECTILE_RESTING);
    ck_assert_double_le(fabs(events.modes[events.modeCount - 1].time - 1.5 - a / brake), 1e-9);
    ck_assert_double_le(fabs(wayOf(&slope, from) - 0.5 * a - 0.5 * a * a / brake), 1e-9);
    caromWorldDestroy(slope.world);
}

TEST(a_removed_pair_lets_go_what_it_held)
{
    Slope slope = makeSlope();
    CaromVec2 from = caromProjectilePosition(slope.world, slope.block);
    ck_assert_ok(caromWorldSetSurface(slope.world, 4, 9, NULL)); // mixed: 0
    caromWorldStepTo(slope.world, 1.5);
    ck_assert_double_le(fabs(wayOf(&slope, from) - 0.5 * slope.pull), 1e-9);
    caromWorldDestroy(slope.world);
}

// Another pair, or the same numbers again: nothing begins to move. A surface that would kill on a
// hit does not kill what lies on it.
TEST(nobody_else_stirs)
{
    Slope slope = makeSlope();
    uint64_t hash = caromWorldHash(slope.world);
    CaromVec2 from = caromProjectilePosition(slope.world, slope.block);
    setFriction(&slope, 1.0);
    ck_assert(caromWorldHash(slope.world) == hash);
    caromWorldSetSurface(slope.world, 9, 4, &slope.surface);
    caromWorldStepTo(slope.world, 1.0);
    ck_assert_int_eq(caromWorldEvents(slope.world).modeCount, 0);
    slope.surface.ricochetAngle = 0.0;
    slope.surface.steep = CAROM_HIT_DIE;
    setFriction(&slope, 1.0);
    caromWorldSetGravity(slope.world, caromVec2(0.0, -0.5 * GRAVITY));
    caromWorldStepTo(slope.world, 1.5);
    ck_assert_int_eq(caromWorldEvents(slope.world).hitCount, 0);
    ck_assert_int_eq(caromProjectileMode(slope.world, slope.block), CAROM_PROJECTILE_RESTING);
    ck_assert_double_le(fabs(wayOf(&slope, from)), 1e-12);
    caromWorldDestroy(slope.world);
}

TEST(what_was_stopped_stays)
{
    Slope slope = makeSlope();
    CaromProjectileDef shot = newShot(caromVec2(-3.0, 5.0), caromVec2(0, 0));
    shot.material = 4;
    shot.onHit = CAROM_HIT_STOP;
    CaromProjectileId id = caromProjectileFire(slope.world, &shot);
    caromWorldStepTo(slope.world, 2.0);
    CaromVec2 at = caromProjectilePosition(slope.world, id);
    ck_assert_int_eq(caromProjectileMode(slope.world, id), CAROM_PROJECTILE_RESTING);
    setFriction(&slope, 0.0);
    caromWorldSetGravity(slope.world, caromVec2(1.0, -0.5 * GRAVITY));
    caromWorldStepTo(slope.world, 3.0);
    CaromVec2 now = caromProjectilePosition(slope.world, id);
    ck_assert(now.x == at.x && now.y == at.y);
    caromWorldDestroy(slope.world);
}
