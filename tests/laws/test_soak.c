// SPDX-License-Identifier: MIT
// Worlds with long lives. In one, things of every habit come and go for ever: its memory stays what
// it was, and it goes on from a snapshot as it does without. In the other, projectiles fly in rooms
// with walls that rest, move and turn, and none ever gets out. Long runs: CAROM_TEST_LONG,
// tests/night.
#include "../support/builder.h"
#include "../support/flight_field.h"
#include "../support/snapshot_bytes.h"

#include <math.h>

// ---- one world, for ever

enum {
    SOAK_SEEDS = 4,
    STEPS = 5000,
    BETWEEN = 1000,
    TOGETHER = 40,
    BYTES_MOST = 400000,       ///< twice what such a world held at most in 400,000 steps
    BYTES_MOST_RIGID = 3200000 ///< where dynamic bodies pile: the same of 60,000 steps
};

static CaromWorldDef soakDef(int seed)
{
    CaromWorldDef def = newWorldDef();
    def.eventLimit = seed % 2 ? 8 : 100;
    return def;
}

static void liveOn(FlightField *field, int seed)
{
    flightFieldRenew(field);
    for (int edits = testRandomInt(&field->random, -3, 2); edits > 0; edits--) {
        flightFieldEdit(field);
    }
    double dt = seed % 2 ? 1.0 / 60.0 : testRandomRange(&field->random, 1e-4, 0.04);
    flightFieldStepTo(field, caromWorldTime(field->world) + dt);
}

/// The world and one that is restored from its snapshot go the same way.
static void compareWithRestored(FlightField *field, int seed, int step)
{
    FlightField localIsBaked;
    CaromWorldDef def = soakDef(seed);
    flightFieldInit(&localIsBaked, (uint64_t)seed, field->habits, &def);
    SnapshotBytes snapshot = snapshotSave(field->world);
    ck_assert_ok(caromWorldRestore(localIsBaked.world, snapshot.at, snapshot.size));
    free(snapshot.at);
    ck_assert_msg(caromWorldValidate(field->world), "seed %d, step %d", seed, step);
    flightFieldViewAs(&localIsBaked, field);
    field->log.count = field->asks.count = localIsBaked.log.count = localIsBaked.asks.count = 0;
    for (int k = 0; k < TOGETHER; k++) {
        liveOn(field, seed);
        liveOn(&localIsBaked, seed);
        bool same = caromWorldHash(field->world) == caromWorldHash(localIsBaked.world) &&
                    flightLogDifference(&field->log, &localIsBaked.log) < 0 &&
                    flightLogDifference(&field->asks, &localIsBaked.asks) < 0;
        ck_assert_msg(same, "seed %d, step %d: %d steps after a restore", seed, step, k + 1);
    }
    flightFieldFree(&localIsBaked);
}

TEST_LOOP(a_world_lives_on_in_the_same_memory, SOAK_SEEDS)
{
    FlightField field;
    CaromWorldDef def = soakDef(_i);
    int64_t steps = (int64_t)flightTestRounds(STEPS, 500);
    bool isRigid = _i % 3 == 1;
    int habits = (FIELD_ALL & ~(_i % 4 < 2 ? FIELD_GRID : 0)) | (isRigid ? FIELD_RIGID : 0);
    flightFieldInit(&field, (uint64_t)_i + 700, habits, &def);
    for (int64_t step = 0; step < steps; step++) {
        if (step % BETWEEN == BETWEEN - 1) {
            compareWithRestored(&field, _i, (int)step);
        }
        field.log.count = field.asks.count = 0;
        liveOn(&field, _i);
        int64_t bytes = caromWorldCounters(field.world).bytes;
        ck_assert_msg(bytes < (isRigid ? BYTES_MOST_RIGID : BYTES_MOST),
                      "seed %d, step %lld: %lld B", _i, (long long)step, (long long)bytes);
    }
    flightFieldFree(&field);
}

// ---- rooms that nothing leaves

enum { ROOM_SEEDS = 12, ROOMS = 24, SIDES_MOST = 9, SHOTS = 16, SWEEPS = 6000 };
enum { SHORT_SEEDS = 10, SHORT_SWEEPS = 1000000 };

typedef struct Room {
    CaromBodyId body;
    CaromVec2 corners[SIDES_MOST]; ///< inside, counter-clockwise, in the body's space
    int sides;
    bool turns;
    CaromProjectileId shots[SHOTS];
    double speeds[SHOTS]; ///< [m/s] as fired
} Room;

typedef struct House {
    CaromWorld *world;
    TestRandom random;
    Room rooms[ROOMS];
    int64_t swept, hits;
    int seed;
    double shortest, longest; ///< [s] steps
    int steps;                ///< in which it is used up
    int life;                 ///< in steps, of a shot, about
} House;

static CaromVec2 anyWay(TestRandom *random, double length)
{
    CaromRotation way = caromRotation(testRandomRange(random, -3.1, 3.1));
    return caromVec2(length * way.c, length * way.s);
}

/// Walls from 1 mm to 1 m thick, each a convex polygon, side by side.
static void addWalls(House *house, Room *room, uint64_t category)
{
    CaromShapeDef def = caromShapeDef();
    double thickness = testRandomSize(&house->random, 1e-3, 1.0);
    def.filter.category = category;
    for (int k = 0; k < room->sides; k++) {
        CaromVec2 a = room->corners[k], b = room->corners[(k + 1) % room->sides];
        double outA = 1.0 + thickness / caromVec2Length(a);
        double outB = 1.0 + thickness / caromVec2Length(b);
        CaromVec2 wall[4] = {a, caromVec2(outA * a.x, outA * a.y),
                             caromVec2(outB * b.x, outB * b.y), b};
        CaromShapeId id = caromShapeCreatePolygon(house->world, room->body, &def, wall, 4);
        ck_assert_uint_ne(id.index, 0);
    }
}

static void addRoom(House *house, int which)
{
    TestRandom *random = &house->random;
    Room *room = &house->rooms[which];
    CaromBodyDef def = caromBodyDef();
    double far = testRandomInt(random, 0, 3) ? 20.0 : 1e4;
    def.position = anyWay(random, testRandomRange(random, 0.0, far));
    def.type = which % 3 == 0 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC;
    room->turns = which % 3 == 2;
    if (which % 3 != 0) {
        def.velocity = anyWay(random, testRandomSize(random, 0.01, 100.0));
    }
    if (room->turns) {
        def.angularVelocity =
            testRandomSize(random, 0.01, 30.0) * (testRandomInt(random, 0, 1) ? 1 : -1);
    }
    room->body = caromBodyCreate(house->world, &def);
    room->sides = testRandomInt(random, 3, SIDES_MOST);
    double size = testRandomRange(random, 2.0, 8.0);
    for (int k = 0; k < room->sides; k++) {
        CaromRotation at = caromRotation(6.283185307179586 * k / room->sides);
        room->corners[k] = caromVec2(size * at.c, size * at.s);
    }
    addWalls(house, room, (uint64_t)1 << which);
}

/// From about the middle, at 1 m/s to 10^6 m/s.
static void shoot(House *house, int which, int k)
{
    Room *room = &house->rooms[which];
    CaromVec2 at = caromBodyPoint(house->world, room->body, caromVec2(0.0, 0.0));
    room->speeds[k] = testRandomSize(&house->random, 1.0, 1e6);
    CaromVec2 place = caromVec2Add(at, anyWay(&house->random, 0.3));
    CaromProjectileDef def = newShot(place, anyWay(&house->random, room->speeds[k]));
    def.radius = k % 4 == 0 ? testRandomSize(&house->random, 1e-3, 0.3) : 0.0;
    def.gravityScale = k % 3 == 0 ? 1.0 : 0.0;
    def.restitution = k % 5 == 0 ? 0.9 : 1.0;
    def.filter.mask = (uint64_t)1 << which;
    room->shots[k] = caromProjectileFire(house->world, &def);
    ck_assert_uint_ne(room->shots[k].index, 0);
}

/// Inside, but for a rounding of where it and the room are.
static void checkShot(const House *house, const Room *room, CaromTransform rayProxy, int k)
{
    CaromVec2 place = caromProjectilePosition(house->world, room->shots[k]);
    CaromVec2 seen = caromTransformPointInverse(rayProxy, place);
    double radius = caromProjectileRadius(house->world, room->shots[k]);
    double size = 1.0 + fabs(place.x) + fabs(place.y);
    double bound = size * (room->turns ? 1e-11 : 0x1p-41);
    for (int i = 0; i < room->sides; i++) {
        CaromVec2 a = room->corners[i],
                  along = caromVec2Sub(room->corners[(i + 1) % room->sides], a);
        double out = radius - caromVec2Cross(along, caromVec2Sub(seen, a)) / caromVec2Length(along);
        ck_assert_msg(out <= bound, "seed %d, room %d, shot %d of %g m/s: %g m too far out at %g s",
                      house->seed, (int)(room - house->rooms), k, room->speeds[k], out,
                      caromWorldTime(house->world));
    }
}

static void sweepAll(House *house)
{
    for (int r = 0; r < ROOMS; r++) {
        Room *room = &house->rooms[r];
        CaromTransform rayProxy = caromBodyTransform(house->world, room->body);
        for (int k = 0; k < SHOTS; k++) {
            if (!caromProjectileIsValid(house->world, room->shots[k])) {
                shoot(house, r, k); // crushed where it was parked
                continue;
            }
            checkShot(house, room, rayProxy, k);
            if (testRandomInt(&house->random, 1, house->life) == 1) {
                caromProjectileDestroy(house->world, room->shots[k]);
                shoot(house, r, k);
            }
            house->swept++;
        }
    }
}

static void fillRooms(House *house, const CaromWorldDef *def)
{
    house->world = caromWorldCreate(def, NULL);
    for (int r = 0; r < ROOMS; r++) {
        addRoom(house, r);
        for (int k = 0; k < SHOTS; k++) {
            shoot(house, r, k);
        }
    }
}

/// Makes `wanted` steps of projectiles, in as many houses as that takes.
static void sweepRooms(House *house, int64_t wanted)
{
    CaromWorldDef def = newWorldDef();
    def.gravity = caromVec2(0.0, -9.81);
    def.eventLimit = 8; // the fastest are parked for the rest of a window
    while (house->swept < wanted) {
        fillRooms(house, &def);
        for (int step = 0; step < house->steps && house->swept < wanted; step++) {
            caromWorldStep(house->world,
                           testRandomRange(&house->random, house->shortest, house->longest));
            house->hits += caromWorldEvents(house->world).hitCount;
            sweepAll(house);
        }
        caromWorldDestroy(house->world);
    }
}

TEST_LOOP(nobody_leaves_a_room, ROOM_SEEDS)
{
    House house = {.random = testRandomSeed((uint64_t)_i + 9000),
                   .seed = _i,
                   .shortest = 1e-3,
                   .longest = 0.03,
                   .steps = 60,
                   .life = 16};
    sweepRooms(&house, (int64_t)flightTestRounds(SWEEPS, 10));
    ck_assert(house.hits > house.swept / 4);
}

/// Most are looked at before and after each wall.
TEST_LOOP(nobody_leaves_a_room_by_short_steps, flightTestShare(SHORT_SEEDS))
{
    House house = {.random = testRandomSeed((uint64_t)_i + 9500),
                   .seed = _i,
                   .shortest = 1e-6,
                   .longest = 1e-4,
                   .steps = 1000,
                   .life = 500};
    sweepRooms(&house, (int64_t)flightTestRounds(SHORT_SWEEPS, 1));
    ck_assert(house.hits > house.swept / 100);
}
