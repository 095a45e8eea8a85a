// SPDX-License-Identifier: MIT
// No body gets behind a wall, however thin the wall and fast the body. Oracle: the room itself,
// whose walls are lines; a body's middle that was inside stays inside. Seeds count trials: a trial
// is a body in a room for half a second.
#include <math.h>
#include <stdlib.h>

#include "../../support/builder.h"
#include "../../support/flight_field.h"

#define HALF 5.0 ///< [m] of the room
#define MOST 24

typedef struct Room {
    CaromWorld *world;
    CaromBodyId wall, bodies[MOST];
    int count;
    TestRandom random;
    double gravity;
} Room;

static void addWalls(Room *room, int kind)
{
    CaromShapeDef def = caromShapeDef();
    def.bodyRestitution = kind % 3 == 0 ? 0.0 : testRandomRange(&room->random, 0.0, 1.0);
    def.bodyFriction = kind % 2 == 0 ? 0.6 : 0.0;
    CaromVec2 corners[] = {{-HALF, -HALF}, {HALF, -HALF}, {HALF, HALF}, {-HALF, HALF}};
    CaromWorld *world = room->world;
    if (kind % 4 == 0) { // free on the right of its edges: clockwise
        CaromVec2 turned[] = {corners[0], corners[3], corners[2], corners[1]};
        madeShape(caromShapeCreateChain(world, room->wall, &def, turned, 4,
                                        CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED));
        return;
    }
    if (kind % 4 == 1) {
        for (int k = 0; k < 4; k++) {
            madeShape(
                caromShapeCreateSegment(world, room->wall, &def, corners[k], corners[(k + 1) % 4]));
        }
        return;
    }
    CaromVec2 many[80];
    for (int k = 0; k < 80; k++) {
        CaromVec2 a = corners[k / 20], b = corners[(k / 20 + 1) % 4];
        many[k] =
            caromVec2(a.x + (b.x - a.x) * (k % 20) / 20.0, a.y + (b.y - a.y) * (k % 20) / 20.0);
    }
    madeShape(caromShapeCreateChain(world, room->wall, &def, many, 80, CAROM_CHAIN_CLOSED));
}

static void addOutline(Room *room, CaromBodyId body, double size)
{
    TestRandom *random = &room->random;
    CaromShapeDef def = caromShapeDef();
    def.density = testRandomSize(random, 1e-3, 1e3);
    def.bodyRestitution = testRandomInt(random, 0, 2) * 0.5;
    int corners = testRandomInt(random, 3, 8);
    CaromVec2 points[8], zero = {0.0, 0.0};
    switch (testRandomInt(random, 0, 3)) {
    case 0:
        madeShape(caromShapeCreateCircle(room->world, body, &def, zero, size));
        break;
    case 1:
        madeShape(caromShapeCreateBox(room->world, body, &def, zero,
                                      caromVec2(size, size * testRandomRange(random, 0.1, 0.9))));
        break;
    case 2:
        madeShape(caromShapeCreateCapsule(room->world, body, &def, caromVec2(-0.6 * size, 0.0),
                                          caromVec2(0.6 * size, 0.0), 0.4 * size));
        break;
    default:
        for (int k = 0; k < corners; k++) {
            double angle = 6.283185307179586 * k / corners;
            points[k] = caromVec2(size * cos(angle), size * sin(angle));
        }
        madeShape(caromShapeCreatePolygon(room->world, body, &def, points, corners));
    }
}

/// Near a wall or a corner, or anywhere; at 1 m/s to the speed given; half of them spin.
static void addBody(Room *room, double fastest)
{
    TestRandom *random = &room->random;
    CaromBodyDef def = caromBodyDef();
    double size = testRandomSize(random, 0.05, 0.5), most = HALF - 1.01 * size;
    double angle = testRandomRange(random, 0.0, 6.283),
           speed = testRandomSize(random, 1.0, fastest);
    int where = testRandomInt(random, 0, 3);
    double x = testRandomRange(random, most - size, most), y = testRandomRange(random, -most, most);
    def.type = CAROM_BODY_DYNAMIC;
    def.position = where == 0   ? caromVec2(x, y)
                   : where == 1 ? caromVec2(y, -x)
                   : where == 2 ? caromVec2(-x, -x)
                                : caromVec2(testRandomRange(random, -most, most), y);
    def.velocity = caromVec2(speed * cos(angle), speed * sin(angle));
    def.angle = testRandomRange(random, 0.0, 6.283);
    double spin = testRandomSize(random, 0.1, 1e4);
    def.angularVelocity = testRandomInt(random, 0, 1) ? spin : 0.0;
    CaromBodyId body = newBodyOf(room->world, &def);
    addOutline(room, body, size);
    room->bodies[room->count++] = body;
}

static Room newRoom(int seed, int count, double fastest)
{
    Room room = {.random = testRandomSeed((uint64_t)seed)};
    room.gravity = seed % 2 == 0 ? 10.0 : 0.0;
    room.world = newWorldUnder(room.gravity);
    room.wall = newRest(room.world);
    addWalls(&room, seed);
    for (int k = 0; k < count; k++) {
        addBody(&room, fastest);
    }
    return room;
}

/// Between ticks: a bullet that hits, a blast, an impulse, another velocity.
static void disturb(Room *room, double fastest)
{
    TestRandom *random = &room->random;
    CaromBodyId body = room->bodies[testRandomInt(random, 0, room->count - 1)];
    double angle = testRandomRange(random, 0.0, 6.283),
           speed = testRandomSize(random, 1.0, fastest);
    CaromVec2 along = caromVec2(cos(angle), sin(angle)),
              at = caromBodyPoint(room->world, body, caromVec2(0.0, 0.0));
    CaromBlast blast = caromBlast();
    CaromProjectileDef shot = newShot(at, caromVec2Scale(along, speed));
    switch (testRandomInt(random, 0, 5)) {
    case 0:
        shot.position =
            caromVec2(testRandomRange(random, -HALF, HALF), testRandomRange(random, -HALF, HALF));
        shot.mass = testRandomSize(random, 1e-3, 1e3);
        shot.bounces = 20;
        (void)caromProjectileFire(room->world, &shot);
        break;
    case 1:
        blast.radius = 4.0;
        blast.impulse = testRandomSize(random, 1.0, 1e4);
        ck_assert_ok(caromWorldExplode(room->world, caromVec2(0.2 * at.x, 0.9 * at.y), &blast));
        break;
    case 2:
        ck_assert_ok(caromBodySetVelocity(room->world, body, caromVec2Scale(along, speed)));
        break;
    case 3:
        ck_assert_ok(
            caromBodyApplyLinearImpulseToCenter(room->world, body, caromVec2Scale(along, speed)));
        break;
    default:
        break;
    }
}

static void expectInside(const Room *room)
{
    for (int k = 0; k < room->count; k++) {
        CaromVec2 at = caromBodyPoint(room->world, room->bodies[k], caromVec2(0.0, 0.0));
        ck_assert_double_lt(fabs(at.x), HALF);
        ck_assert_double_lt(fabs(at.y), HALF);
    }
}

static void play(Room *room, double hz, int ticks, double fastest)
{
    TestRandom frames = testRandomSeed(7);
    double end = ticks / 60.0;
    for (int tick = 0; tick < ticks; tick++) {
        double until = (tick + 0.4) / 60.0; // calls come in the midst of ticks
        for (int half = 0; half < 2; half++) {
            while (caromWorldTime(room->world) < until) {
                double now = caromWorldTime(room->world);
                double next = hz > 0.0 ? floor(now * hz + 1.5) / hz
                                       : now + testRandomRange(&frames, 1e-4, 0.03);
                caromWorldStepTo(room->world, fmin(next, until));
            }
            expectInside(room);
            if (half == 0 && fastest > 0.0) {
                disturb(room, fastest);
            }
            until = (tick + 1) / 60.0;
        }
    }
    ck_assert_double_eq(caromWorldTime(room->world), end);
    ck_assert(caromWorldValidate(room->world));
}

/// 20 trials a seed.
TEST_SEEDS(nobody_gets_out, 30)
{
    for (int round = 0; round < flightTestRounds(4, 1); round++) {
        int seed = (int)testRandomU32(&random) & 0xffffff;
        double fastest = testRandomSize(&random, 10.0, 1e6);
        Room room = newRoom(seed, testRandomInt(&random, 1, 10), fastest);
        play(&room, 60.0, 30, fastest);
        endWorld(room.world);
    }
}

TEST_SEEDS(frames_change_nothing, 12)
{
    int seed = (int)testRandomU32(&random) & 0xffffff;
    static const double rates[] = {60.0, 24.0, 144.0, 1000.0, 0.0};
    uint64_t hash = 0;
    for (int k = 0; k < 5; k++) {
        Room room = newRoom(seed, 6, 3e3);
        play(&room, rates[k], 20, 3e3);
        uint64_t now = caromWorldHash(room.world);
        ck_assert(k == 0 || now == hash);
        hash = now;
        endWorld(room.world);
    }
}

/// In the midst of ticks, when impacts are to come.
TEST_SEEDS(what_is_saved_goes_on_the_same_way, 12)
{
    Room room = newRoom((int)testRandomU32(&random) & 0xffffff, 6, 3e3);
    play(&room, 60.0, 5, 3e3);
    double time = caromWorldTime(room.world) + 0.3 / 60.0;
    caromWorldStepTo(room.world, time);
    disturb(&room, 3e3);
    size_t size = caromWorldStateSize(room.world), bytes = caromWorldSnapshotSize(room.world);
    void *state = malloc(size), *snapshot = malloc(bytes);
    ck_assert_ok(caromWorldSaveState(room.world, state, size, NULL));
    ck_assert_ok(caromWorldSave(room.world, snapshot, bytes, NULL));
    uint64_t hashes[3];
    for (int k = 0; k < 3; k++) {
        if (k == 1) {
            ck_assert_ok(caromWorldRestoreState(room.world, state, size));
        } else if (k == 2) {
            ck_assert_ok(caromWorldRestore(room.world, snapshot, bytes));
        }
        for (int step = 1; step <= 12; step++) {
            caromWorldStepTo(room.world, time + step * 0.01);
        }
        expectInside(&room);
        hashes[k] = caromWorldHash(room.world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
    free(state);
    free(snapshot);
    endWorld(room.world);
}
