// SPDX-License-Identifier: MIT
// Cost stays local (law 7): what moves, changes its motion or meets must cost only what is near it
// or depends on it. Each case runs a hall of n bullets twice, with one such thing and without, and
// compares the work of the same steps. Their ratio is a cliff if it is large.
#include "growth.h"

#include "../../world/api/carom.h"
#include "../support/random.h"

#include <math.h>

#define TICK (1.0 / 60.0)
#define WARM 10
#define STEPS 60
#define ROOM 4.0   ///< [m²] a bullet
#define SPEED 60.0 ///< [m/s]

typedef struct Hall {
    CaromWorld *world;
    TestRandom random;
    double side; ///< [m]
} Hall;

static CaromVec2 anyPlace(Hall *hall)
{
    return caromVec2(testRandomRange(&hall->random, 1.0, hall->side - 1.0),
                     testRandomRange(&hall->random, 1.0, hall->side - 1.0));
}

static CaromVec2 anyWay(Hall *hall, double length)
{
    double angle = testRandomRange(&hall->random, -3.0, 3.0);
    return caromVec2(length * cos(angle), length * sin(angle));
}

static void addWalls(Hall *hall, int walls)
{
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromVec2 room[4] = {
        {0.0, 0.0}, {hall->side, 0.0}, {hall->side, hall->side}, {0.0, hall->side}};
    CaromBodyId body = caromBodyCreate(hall->world, &def);
    shape.restitution = 1.0;
    caromShapeCreateChain(hall->world, body, &shape, room, 4, CAROM_CHAIN_CLOSED);
    for (int k = 0; k < walls; ++k) {
        CaromVec2 a = anyPlace(hall);
        caromShapeCreateSegment(hall->world, body, &shape, a, caromVec2Add(a, anyWay(hall, 1.0)));
    }
}

static CaromProjectileDef bullet(Hall *hall, double speed)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = anyPlace(hall);
    def.velocity = anyWay(hall, speed);
    def.gravityScale = 0.0;
    return def;
}

static Hall makeHall(int n)
{
    Hall hall = {growthWorld(), testRandomSeed(5), sqrt(n * ROOM)};
    addWalls(&hall, n / 50);
    for (int k = 0; k < n; ++k) {
        CaromProjectileDef def = bullet(&hall, SPEED);
        growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
    }
    return hall;
}

static CaromBodyId addDiscAt(Hall *hall, CaromBodyType type, CaromVec2 place, double speed,
                             bool sensor)
{
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    def.type = type;
    def.position = place;
    def.velocity = anyWay(hall, speed);
    CaromBodyId body = caromBodyCreate(hall->world, &def);
    shape.restitution = 1.0;
    shape.sensor = sensor;
    caromShapeCreateCircle(hall->world, body, &shape, caromVec2(0.0, 0.0), 0.35);
    return body;
}

static CaromBodyId addDisc(Hall *hall, double speed)
{
    CaromVec2 middle = caromVec2(0.5 * hall->side, 0.5 * hall->side);
    return addDiscAt(hall, CAROM_BODY_KINEMATIC, middle, speed, false);
}

/// Bodies that get another velocity before each step.
typedef struct Restless {
    const CaromBodyId *bodies;
    int count;
    double speed; ///< [m/s]
} Restless;

static double workOf(Hall *hall, Restless restless)
{
    uint64_t work = 0;
    for (int s = 0; s < WARM + STEPS; ++s) {
        uint64_t before = growthWork();
        for (int k = 0; k < restless.count; ++k) {
            caromBodySetVelocity(hall->world, restless.bodies[k], anyWay(hall, restless.speed));
        }
        caromWorldStepTo(hall->world, (s + 1) * TICK);
        work += s >= WARM ? growthWork() - before : 0;
    }
    return (double)work;
}

static const Restless none = {0};

static double plainWork(int n)
{
    Hall hall = makeHall(n);
    double work = workOf(&hall, none);
    caromWorldDestroy(hall.world);
    return work;
}

/// Compares a hall that has something more in it with the work of one without it, `plain`.
static void compareTo(Hall *hall, Restless restless, double plain, double most)
{
    growthBegin();
    double work = workOf(hall, restless);
    growthEnd();
    growthAlso("work for 1000 without", (int64_t)(1000.0 * work / plain));
    growthExpect(work <= most * plain, "more than a local thing may cost");
    caromWorldDestroy(hall->world);
}

static void compare(Hall *hall, int n, Restless restless, double most)
{
    compareTo(hall, restless, plainWork(n), most);
}

static void steadyDisc(int n)
{
    Hall hall = makeHall(n);
    addDisc(&hall, 3.0);
    compare(&hall, n, none, 1.5);
}

static void restlessDisc(int n)
{
    Hall hall = makeHall(n);
    CaromBodyId body = addDisc(&hall, 3.0);
    Restless restless = {&body, 1, 3.0};
    compare(&hall, n, restless, 1.8);
}

static void sensorOf(int n, CaromBodyType type, double most)
{
    Hall hall = makeHall(n);
    CaromVec2 middle = caromVec2(0.5 * hall.side, 0.5 * hall.side);
    addDiscAt(&hall, type, middle, type == CAROM_BODY_STATIC ? 0.0 : 3.0, true);
    compare(&hall, n, none, most);
}

static void movingSensor(int n)
{
    sensorOf(n, CAROM_BODY_KINEMATIC, 1.9);
}

static void restingSensor(int n)
{
    sensorOf(n, CAROM_BODY_STATIC, 3.2);
}

#define PLAYERS_MOST 512

/// Adds one body for every `each` bullets; each body turns before each step.
static void restlessBodies(int n, int each, double speed, double most)
{
    Hall hall = makeHall(n);
    static CaromBodyId bodies[PLAYERS_MOST];
    Restless restless = {bodies, n / each, speed};
    growthExpect(restless.count <= PLAYERS_MOST, "too many bodies");
    for (int k = 0; k < restless.count; ++k) {
        bodies[k] = addDiscAt(&hall, CAROM_BODY_KINEMATIC, anyPlace(&hall), speed, false);
    }
    compare(&hall, n, restless, most);
}

static void restlessPlayers(int n)
{
    restlessBodies(n, 200, 3.0, 2.9);
}

static void reanchored(int n)
{
    restlessBodies(n, 40, 1.0, 4.8);
}

/// Compares kinematic discs that stand with as many static ones.
static void idleBodies(int n, CaromVec2 offset, double most)
{
    CaromBodyType types[2] = {CAROM_BODY_STATIC, CAROM_BODY_KINEMATIC};
    Hall halls[2];
    for (int h = 0; h < 2; ++h) {
        halls[h] = makeHall(n);
        for (int k = 0; k < n / 40; ++k) {
            CaromVec2 place = caromVec2Add(anyPlace(&halls[h]), offset);
            addDiscAt(&halls[h], types[h], place, 0.0, false);
        }
    }
    double plain = workOf(&halls[0], none);
    caromWorldDestroy(halls[0].world);
    compareTo(&halls[1], none, plain, most);
}

static void idleNear(int n)
{
    idleBodies(n, caromVec2(0.0, 0.0), 1.9);
}

static void idleFar(int n)
{
    idleBodies(n, caromVec2(1000.0, 1000.0), 1.6);
}

static void pairThatMeets(int n)
{
    Hall hall = makeHall(n);
    for (int k = 0; k < 2; ++k) {
        CaromProjectileDef def = bullet(&hall, SPEED);
        def.radius = 0.1;
        def.meetMask = 1;
        growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
    }
    compare(&hall, n, none, 1.1);
}

/// Bodies that all get another velocity before each step, without bullets, compared with bodies
/// that move on.
static void turnedBodies(int n)
{
    static CaromBodyId bodies[4 * PLAYERS_MOST];
    Restless turned = {bodies, n, 3.0};
    Hall halls[2];
    growthExpect(n <= 4 * PLAYERS_MOST, "too many bodies");
    for (int h = 0; h < 2; ++h) {
        Hall hall = {growthWorld(), testRandomSeed(5), sqrt(n * ROOM)};
        halls[h] = hall;
        for (int k = 0; k < n; ++k) {
            bodies[k] = addDiscAt(&halls[h], CAROM_BODY_KINEMATIC, anyPlace(&halls[h]), 3.0, false);
        }
    }
    double plain = workOf(&halls[0], none);
    caromWorldDestroy(halls[0].world);
    compareTo(&halls[1], turned, plain, 4.2);
}

static CaromHitAction bounceAnyway(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    (void)context;
    (void)world;
    return hit->action;
}

/// Twenty that ask the game at each hit.
static void thoseThatAsk(int n)
{
    Hall hall = makeHall(n);
    caromWorldSetHitCallback(hall.world, bounceAnyway, NULL);
    for (int k = 0; k < 20; ++k) {
        CaromProjectileDef def = bullet(&hall, SPEED);
        def.onHit = CAROM_HIT_ASK;
        growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
    }
    compare(&hall, n, none, 1.1);
}

/// Ten that explode in as many steps, and push nothing.
static void thoseWithFuses(int n)
{
    Hall hall = makeHall(n);
    for (int k = 0; k < 10; ++k) {
        CaromProjectileDef def = bullet(&hall, SPEED);
        def.fuse = (WARM + 6 * k + 0.5) * TICK;
        def.blast.radius = 1.0;
        growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
    }
    compare(&hall, n, none, 1.1);
}

/// Ten with a proximity fuse for bodies, where there are none.
static void thoseThatWatch(int n)
{
    Hall hall = makeHall(n);
    for (int k = 0; k < 10; ++k) {
        CaromProjectileDef def = bullet(&hall, SPEED);
        def.proximity = 0.5;
        def.proximityFilter.mask = 2;
        growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
    }
    compare(&hall, n, none, 1.4);
}

/// Ten with a proximity fuse for two projectiles, which are seldom near.
static void thoseThatLookOut(int n)
{
    Hall hall = makeHall(n);
    for (int k = 0; k < 12; ++k) {
        CaromProjectileDef def = bullet(&hall, SPEED);
        def.filter.category = k < 2 ? 2 : 1;
        def.proximity = k < 2 ? 0.0 : 0.3;
        def.proximityFilter.mask = 2;
        growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
    }
    compare(&hall, n, none, 2.1);
}

/// Four in each step that explode near anything.
static void mines(int n)
{
    Hall hall = makeHall(n);
    double plain = plainWork(n), work = 0.0;
    growthBegin();
    for (int s = 0; s < WARM + STEPS; ++s) {
        for (int k = 0; k < 4; ++k) {
            CaromProjectileDef def = bullet(&hall, SPEED);
            def.proximity = 0.3;
            def.blast.radius = 0.5;
            growthExpect(caromProjectileFire(hall.world, &def).index != 0, "a shot was refused");
        }
        uint64_t before = growthWork();
        caromWorldStepTo(hall.world, (s + 1) * TICK);
        work += s >= WARM ? (double)(growthWork() - before) : 0.0;
    }
    growthEnd();
    growthAlso("work for 1000 without", (int64_t)(1000.0 * work / plain));
    growthExpect(work <= 2.9 * plain, "more than a local thing may cost");
    caromWorldDestroy(hall.world);
}

const GrowthCase growthLocality[] = {
    {"a disc that moves on, among n bullets", 4000, 2.5, steadyDisc},
    {"a disc that turns each step, among n bullets", 4000, 2.5, restlessDisc},
    {"two that may meet, among n bullets", 4000, 2.5, pairThatMeets},
    {"twenty that ask, among n bullets", 4000, 2.5, thoseThatAsk},
    {"ten with fuses and blasts, among n bullets", 4000, 2.5, thoseWithFuses},
    {"ten with fuses for bodies, among n bullets", 4000, 2.5, thoseThatWatch},
    {"ten with fuses for projectiles, among n bullets", 4000, 2.5, thoseThatLookOut},
    {"four mines a step, among n bullets", 4000, 2.5, mines},
    {"a sensor that moves, among n bullets", 4000, 2.5, movingSensor},
    {"a sensor that rests, among n bullets", 4000, 2.5, restingSensor},
    {"n/200 restless players, among n bullets", 4000, 2.5, restlessPlayers},
    {"n/40 re-anchored bodies, among n bullets", 4000, 2.5, reanchored},
    {"n bodies that turn each step", 500, 2.5, turnedBodies},
    {"n/40 idle bodies near n bullets", 4000, 2.5, idleNear},
    {"n/40 idle bodies far from n bullets", 4000, 2.5, idleFar},
    {0},
};
