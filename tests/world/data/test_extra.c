// SPDX-License-Identifier: MIT
// What a projectile takes: bullets 96 bytes, others a record besides. A bullet flies the same with
// a record it has no use for; calls that let it need one get it the memory, or refuse. Slots are
// given out again by the order of ends.
#include "../../../world/data/flight_extra.h"
#include "../../../world/data/flight_pool.h"

#include <stdlib.h>

#include "../../support/builder.h"
#include "../../support/random.h"
#include "../../support/random_vec.h"

// ---- two worlds, in one of which every flight has a record

enum { WALLS = 24, SHOTS = 60, STEPS = 40 };

typedef struct Twins {
    CaromWorld *world[2];
    CaromBodyId still[2], lift[2], wheel[2];
    CaromShapeId walls[2][WALLS];
    CaromProjectileId shots[2][SHOTS];
    TestRandom random;
} Twins;

static void addWall(Twins *twins, int k, bool moves)
{
    CaromVec2 a = randomVec(&twins->random, 10.0), b = randomVec(&twins->random, 10.0);
    bool spins = testRandomInt(&twins->random, 0, 1) == 1;
    for (int w = 0; w < 2; w++) {
        CaromBodyId moving = spins ? twins->wheel[w] : twins->lift[w];
        twins->walls[w][k] = newSegment(twins->world[w], moves ? moving : twins->still[w], a, b);
    }
}

static CaromProjectileDef randomDef(Twins *twins)
{
    TestRandom *random = &twins->random;
    CaromVec2 position = randomVec(random, 9.0);
    CaromProjectileDef def = newShot(position, randomVec(random, 40.0));
    def.radius = testRandomInt(random, 0, 2) == 0 ? 0.1 : 0.0;
    def.lifetime =
        testRandomInt(random, 0, 2) == 0 ? testRandomRange(random, 0.1, 1.0) : CAROM_FOREVER;
    def.bounces = testRandomInt(random, 0, 3) == 0 ? 5 : CAROM_UNLIMITED;
    def.restitution = testRandomInt(random, 0, 1) == 0 ? 1.0 : 0.8;
    def.friction = testRandomInt(random, 0, 1) == 0 ? 0.0 : 0.3;
    def.onHit = testRandomInt(random, 0, 5) == 0 ? CAROM_HIT_DIE : CAROM_HIT_BOUNCE;
    return def;
}

static void fire(Twins *twins, int k)
{
    CaromProjectileDef def = randomDef(twins);
    for (int w = 0; w < 2; w++) {
        twins->shots[w][k] = caromProjectileFire(twins->world[w], &def);
        ck_assert(twins->shots[w][k].index != 0);
    }
    uint32_t i = twins->shots[1][k].index - 1;
    ck_assert_ok(crFlightGiveExtra(twins->world[1], i));
}

static void setUp(Twins *twins, uint64_t seed)
{
    twins->random = testRandomSeed(seed);
    for (int w = 0; w < 2; w++) {
        CaromWorldDef def = newWorldDef();
        CaromBodyDef body = caromBodyDef();
        def.tag = 1;
        def.eventLimit = seed % 3 == 0 ? 2 : 1000;
        twins->world[w] = caromWorldCreate(&def, NULL);
        CaromWorld *world = twins->world[w];
        twins->still[w] = caromBodyCreate(world, &body);
        body.type = CAROM_BODY_KINEMATIC;
        body.velocity = caromVec2(1.0, -0.5);
        twins->lift[w] = caromBodyCreate(world, &body);
        body.angle = 0.7; // where something spins all have a record that bounce
        twins->wheel[w] = caromBodyCreate(world, &body);
        CaromVec2 fence[] = {{-11.0, -11.0}, {11.0, -11.0}, {11.0, 11.0}, {-11.0, 11.0}};
        newChain(world, twins->still[w], fence, 4, true);
    }
    for (int k = 0; k < WALLS; k++) {
        addWall(twins, k, seed % 2 == 1 && k % 6 == 0);
    }
    for (int k = 0; k < SHOTS; k++) {
        fire(twins, k);
    }
}

/// The same call in both.
static void command(Twins *twins)
{
    int what = testRandomInt(&twins->random, 0, 5), k = testRandomInt(&twins->random, 0, WALLS - 1),
        shot = testRandomInt(&twins->random, 0, SHOTS - 1);
    CaromVec2 velocity = randomVec(&twins->random, 30.0);
    bool alive = caromProjectileIsValid(twins->world[0], twins->shots[0][shot]);
    if (what == 0) {
        for (int w = 0; w < 2; w++) {
            ck_assert_ok(caromShapeDestroy(twins->world[w], twins->walls[w][k]));
        }
        addWall(twins, k, false);
    } else if (what == 1 && alive) {
        for (int w = 0; w < 2; w++) {
            caromProjectileSetVelocity(twins->world[w], twins->shots[w][shot], velocity);
        }
    } else if (what == 2) {
        for (int w = 0; w < 2; w++) {
            caromBodySetVelocity(twins->world[w], twins->lift[w], velocity);
        }
    } else if (what == 3 && !alive) {
        fire(twins, shot);
    }
}

static bool same(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static void compareEvents(const Twins *twins)
{
    CaromEvents a = caromWorldEvents(twins->world[0]), b = caromWorldEvents(twins->world[1]);
    ck_assert_int_eq(a.hitCount, b.hitCount);
    ck_assert_int_eq(a.endCount, b.endCount);
    ck_assert_int_eq(a.modeCount, b.modeCount);
    for (int k = 0; k < a.hitCount; k++) {
        const CaromHitEvent *x = &a.hits[k], *y = &b.hits[k];
        ck_assert(x->time == y->time && x->projectile.index == y->projectile.index &&
                  x->shape.index == y->shape.index && same(x->center, y->center) &&
                  same(x->velocityAfter, y->velocityAfter) && x->sequence == y->sequence);
    }
    for (int k = 0; k < a.endCount; k++) {
        const CaromEndEvent *x = &a.ends[k], *y = &b.ends[k];
        ck_assert(x->time == y->time && x->projectile.index == y->projectile.index &&
                  x->reason == y->reason && same(x->position, y->position));
    }
    for (int k = 0; k < a.modeCount; k++) {
        const CaromModeEvent *x = &a.modes[k], *y = &b.modes[k];
        ck_assert(x->time == y->time && x->projectile.index == y->projectile.index &&
                  x->mode == y->mode);
    }
}

static void comparePlaces(const Twins *twins)
{
    CaromVec2 places[2][SHOTS];
    CaromProjectileId ids[2][SHOTS];
    int count[2];
    for (int w = 0; w < 2; w++) {
        count[w] = caromWorldPositions(twins->world[w], places[w], ids[w], SHOTS);
    }
    ck_assert_int_eq(count[0], count[1]);
    for (int k = 0; k < count[0]; k++) {
        ck_assert(same(places[0][k], places[1][k]));
        ck_assert(same(places[0][k], caromProjectilePosition(twins->world[0], ids[0][k])));
        ck_assert(ids[0][k].index == ids[1][k].index && ids[0][k].age == ids[1][k].age);
        uint32_t i = ids[0][k].index - 1;
        ck_assert(!crFlightHasExtra(&twins->world[0]->flights, i));
        ck_assert(crFlightHasExtra(&twins->world[1]->flights, i));
    }
}

TEST_LOOP(a_record_without_use_changes_nothing, 48)
{
    Twins twins;
    int hits = 0, parked = 0;
    setUp(&twins, (uint64_t)_i);
    for (int s = 1; s <= STEPS; s++) {
        double time = s / 30.0;
        for (int k = testRandomInt(&twins.random, 0, 3); k > 0; k--) {
            command(&twins);
        }
        CaromStepFlags a = caromWorldStepTo(twins.world[0], time),
                       b = caromWorldStepTo(twins.world[1], time);
        ck_assert_int_eq(a, b);
        compareEvents(&twins);
        comparePlaces(&twins);
        hits += caromWorldCounters(twins.world[0]).hits;
        parked += caromWorldCounters(twins.world[0]).parked;
    }
    ck_assert_int_gt(hits, 100);
    ck_assert(_i % 3 != 0 || parked > 0);
    for (int w = 0; w < 2; w++) {
        endWorld(twins.world[w]);
    }
}

// ---- bytes

static CaromWorld *worldWithRoom(int capacity)
{
    CaromWorldDef def = newWorldDef();
    def.projectileCapacity = capacity;
    return caromWorldCreate(&def, NULL);
}

TEST(a_bullet_takes_96_bytes)
{
    enum { COUNT = 10000 };
    static CaromVec2 positions[COUNT], velocities[COUNT];
    CaromWorld *empty = worldWithRoom(0), *world = worldWithRoom(COUNT);
    int64_t base = caromWorldCounters(empty).bytes, reserved = caromWorldCounters(world).bytes;
    ck_assert_int_le(reserved - base, 96 * COUNT + 512); // headers, and one line to align
    CaromProjectileDef def = caromProjectileDef();
    def.lifetime = 1.0;
    ck_assert_ok(caromProjectileFireMany(world, &def, positions, velocities, COUNT, NULL));
    ck_assert_int_le(caromWorldCounters(world).bytes - reserved, 8192); // a flight def
    ck_assert_ok(caromProjectileFireMany(empty, &def, positions, velocities, COUNT, NULL));
    ck_assert_int_eq(caromWorldCounters(empty).bytes, caromWorldCounters(world).bytes);
    caromWorldDestroy(empty);
    caromWorldDestroy(world);
}

// ---- calls after which bullets need more

static void *refuseAfter(void *context, void *memory, size_t oldSize, size_t newSize)
{
    bool *refuses = context;
    (void)oldSize;
    if (newSize == 0) {
        free(memory);
        return NULL;
    }
    return *refuses ? NULL : realloc(memory, newSize);
}

static CaromError needMore(CaromWorld *world, CaromProjectileId id, int what)
{
    CaromSurface surface = caromSurface();
    surface.ricochetAngle = 0.5;
    surface.steep = what == 1 ? CAROM_HIT_STICK : CAROM_HIT_PIERCE;
    switch (what) {
    case 0:
        return caromWorldSetGravity(world, caromVec2(0.0, -10.0));
    case 1:
    case 2:
        return caromWorldSetSurface(world, 0, 0, &surface);
    case 3:
        return caromProjectileSetForce(world, id, caromVec2(1.0, 0.0), CAROM_NOW);
    default:
        return caromProjectileSetTargetPoint(world, id, caromVec2(1.0, 5.0));
    }
}

TEST_LOOP(who_needs_more_memory_gets_it_or_is_refused, 5)
{
    bool refuses = false;
    CaromWorldDef worldDef = newWorldDef();
    worldDef.allocator.resize = refuseAfter;
    worldDef.allocator.context = &refuses;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromSurface plain = caromSurface();
    ck_assert_ok(caromWorldSetSurface(world, 7, 7, &plain)); // room for pairs
    CaromBodyId body = newRest(world);
    newSegment(world, body, caromVec2(-50.0, -2.0), caromVec2(50.0, -2.0));
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(0.0, -5.0));
    def.restitution = 0.5;
    def.turnRate = 1.0;
    CaromProjectileId id = {0};
    for (int k = 0; k < 20; k++) {
        id = caromProjectileFire(world, &def);
    }
    ck_assert_int_eq(caromWorldStep(world, 0.25), CAROM_STEP_OK);
    uint64_t hash = caromWorldHash(world);
    refuses = true;
    ck_assert_int_eq(needMore(world, id, _i), CAROM_ERROR_MEMORY);
    ck_assert_uint_eq(caromWorldHash(world), hash);
    ck_assert(caromWorldGravity(world).y == 0.0 && !caromWorldSurface(world, 0, 0, NULL));
    refuses = false;
    ck_assert_ok(needMore(world, id, _i));
    refuses = true;
    for (int k = 0; k < 40; k++) { // events may be dropped; nothing is refused
        ck_assert(!(caromWorldStep(world, 0.25) & CAROM_STEP_REFUSED));
    }
    ck_assert(caromWorldValidate(world));
    int resting = caromWorldCounters(world).resting;
    ck_assert(_i != 0 || resting == 20);
    caromWorldDestroy(world);
}

// ---- slots

// Oracle: the last to end is the first to be used again; among several that end at one time it is
// the higher slot.
TEST_LOOP(slots_are_used_again_by_the_order_of_ends, 32)
{
    enum { COUNT = 200 };
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = worldWithRoom(0);
    int count = testRandomInt(&random, 1, COUNT), kept = 0;
    for (int k = 0; k < count; k++) {
        CaromProjectileDef def = caromProjectileDef();
        def.lifetime = 0.125 * testRandomInt(&random, 1, 12);
        kept += def.lifetime > 1.0;
        caromProjectileFire(world, &def);
    }
    ck_assert_int_eq(caromWorldStepTo(world, 1.0), CAROM_STEP_OK);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.endCount, count - kept);
    for (int k = events.endCount - 1; k >= 0; k--) {
        CaromProjectileDef def = caromProjectileDef();
        CaromProjectileId was = events.ends[k].projectile, id = caromProjectileFire(world, &def);
        ck_assert_uint_eq(id.index, was.index);
        ck_assert_uint_eq(id.age, was.age + 1);
        ck_assert(!caromProjectileIsValid(world, was));
    }
    CaromProjectileDef def = caromProjectileDef();
    ck_assert_int_eq((int)caromProjectileFire(world, &def).index, count + 1);
    endWorld(world);
}

TEST_WORLD(a_projectile_of_the_last_age_retires_its_slot, worldWithRoom(0))
{
    CaromProjectileDef def = caromProjectileDef();
    CaromProjectileId id = caromProjectileFire(world, &def);
    world->flights.tail[0].age = id.age = 0xffffffffu; // as if it had been used that often
    ck_assert(caromProjectileIsValid(world, id));
    ck_assert_ok(caromProjectileDestroy(world, id));
    ck_assert(!caromProjectileIsValid(world, id));
    ck_assert_uint_eq(caromProjectileFire(world, &def).index, 2);
}
