// SPDX-License-Identifier: MIT
// Projectiles: n that pierce, explode, watch, meet, cross or are fired, changed and destroyed in
// one step. The density is the same for each n unless a case says otherwise.
#include "growth.h"

#include "../../world/api/carom.h"
#include "../support/random.h"

#include <math.h>
#include <stdlib.h>

#define TICK (1.0 / 60.0)

static CaromBodyId makeBody(CaromWorld *world, CaromBodyType type, CaromVec2 position)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = position;
    return caromBodyCreate(world, &def);
}

/// In a square in which there is one in `room` square metres.
static CaromVec2 anyPlace(TestRandom *random, int n, double room)
{
    double side = sqrt(n * room);
    return caromVec2(testRandomRange(random, 0.0, side), testRandomRange(random, 0.0, side));
}

static CaromVec2 anyVelocity(TestRandom *random, double most)
{
    return caromVec2(testRandomRange(random, -most, most), testRandomRange(random, -most, most));
}

static void fire(CaromWorld *world, const CaromProjectileDef *def)
{
    growthExpect(caromProjectileFire(world, def).index != 0, "a shot was refused");
}

static void countSteps(CaromWorld *world, int steps)
{
    for (int s = 0; s < steps; ++s) {
        growthBegin();
        caromWorldStep(world, TICK);
        growthEnd();
    }
}

// ---- through n shapes at one place

/// One bullet through n circles that lie in each other.
static void makeCircles(CaromWorld *world, int n, bool sensor, CaromVec2 apart)
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, caromVec2(0.0, 0.0));
    CaromShapeDef def = caromShapeDef();
    def.sensor = sensor;
    for (int k = 0; k < n; ++k) {
        caromShapeCreateCircle(world, body, &def, caromVec2Scale(apart, k), 1.0);
    }
}

static void crossCircles(CaromWorld *world, double speed)
{
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_PIERCE;
    def.position = caromVec2(-2.0, 0.1);
    def.velocity = caromVec2(speed, 0.0);
    fire(world, &def);
    countSteps(world, 1);
    CaromEvents events = caromWorldEvents(world);
    growthAlso("events", events.hitCount + events.crossCount);
}

static void pierceAtOnePlace(int n)
{
    CaromWorld *world = growthWorld();
    makeCircles(world, n, false, caromVec2(0.0, 0.0));
    crossCircles(world, 1000.0);
    caromWorldDestroy(world);
}

static void pierceInARow(int n)
{
    CaromWorld *world = growthWorld();
    makeCircles(world, n, false, caromVec2(2.5, 0.0));
    crossCircles(world, 200.0 * n);
    caromWorldDestroy(world);
}

static void sensorsAtOnePlace(int n)
{
    CaromWorld *world = growthWorld();
    makeCircles(world, n, true, caromVec2(0.0, 0.0));
    crossCircles(world, 1000.0);
    caromWorldDestroy(world);
}

/// It comes into all of them in one step, stays inside for some, and goes out of all in another.
static void insideSensorsAtOnePlace(int n)
{
    CaromWorld *world = growthWorld();
    makeCircles(world, n, true, caromVec2(0.0, 0.0));
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(-1.1, 0.1);
    def.velocity = caromVec2(15.0, 0.0);
    fire(world, &def);
    int64_t events = 0;
    for (int s = 0; s < 12; ++s) {
        countSteps(world, 1);
        events += caromWorldEvents(world).crossCount;
    }
    growthExpect(events == 2 * n, "each is entered and left");
    caromWorldDestroy(world);
}

// ---- blasts and fuses

static void fireDiscs(CaromWorld *world, TestRandom *random, int n, double room, double speed)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.1;
    for (int k = 0; k < n; ++k) {
        def.position = anyPlace(random, n, room);
        def.velocity = anyVelocity(random, speed);
        fire(world, &def);
    }
}

static void blastsAmongDiscs(int n)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    fireDiscs(world, &random, n, 4.0, 3.0);
    CaromProjectileDef bomb = caromProjectileDef();
    bomb.blast.radius = 2.0;
    bomb.blast.impulse = 3.0;
    for (int k = 0; k < n; ++k) {
        bomb.position = anyPlace(&random, n, 4.0);
        bomb.fuse = testRandomRange(&random, 0.001, TICK);
        fire(world, &bomb);
    }
    countSteps(world, 1);
    growthAlso("pushes", caromWorldEvents(world).pushCount);
    caromWorldDestroy(world);
}

static void commandedBlasts(int n)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    fireDiscs(world, &random, n, 4.0, 3.0);
    CaromBlast blast = caromBlast();
    blast.radius = 2.0;
    blast.impulse = 3.0;
    for (int k = 0; k < n; ++k) {
        caromWorldExplode(world, anyPlace(&random, n, 4.0), &blast);
    }
    countSteps(world, 1);
    growthAlso("pushes", caromWorldEvents(world).pushCount);
    caromWorldDestroy(world);
}

/// Fuses wait for targets; whoever has gone off has pushed others onto another way.
static void fusesAndTargets(int n)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    fireDiscs(world, &random, n, 64.0, 10.0);
    CaromProjectileDef mine = caromProjectileDef();
    mine.filter.category = 2;
    mine.proximity = 0.5;
    mine.proximityFilter.mask = 1;
    mine.blast.radius = 2.0;
    mine.blast.impulse = 3.0;
    for (int k = 0; k < n; ++k) {
        mine.position = anyPlace(&random, n, 64.0);
        mine.velocity = anyVelocity(&random, 10.0);
        fire(world, &mine);
    }
    countSteps(world, 4);
    caromWorldDestroy(world);
}

// ---- meetings

/// All discs of a box meet each other and its walls.
static void gas(int n)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, caromVec2(0.0, 0.0));
    CaromShapeDef wall = caromShapeDef();
    int row = (int)ceil(sqrt(n));
    double side = 0.5 * row;
    CaromVec2 corners[4] = {{0.0, 0.0}, {side, 0.0}, {side, side}, {0.0, side}};
    caromShapeCreateChain(world, body, &wall, corners, 4, CAROM_CHAIN_CLOSED);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.1;
    def.meetMask = 1;
    for (int k = 0; k < n; ++k) {
        def.position = caromVec2(0.25 + 0.5 * (k % row), 0.25 + 0.5 * (k / row));
        def.velocity = anyVelocity(&random, 3.0);
        fire(world, &def);
    }
    for (int s = 0; s < 8; ++s) {
        countSteps(world, 1);
        growthAlso("meetings", caromWorldCounters(world).meetings);
    }
    caromWorldDestroy(world);
}

/// Discs fall into a V, lie on each other, and are parked.
static void discsInAV(int n)
{
    CaromWorld *world = growthWorld();
    caromWorldSetGravity(world, caromVec2(0.0, -10.0));
    TestRandom random = testRandomSeed(1);
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, caromVec2(0.0, 0.0));
    CaromShapeDef def = caromShapeDef();
    caromShapeCreateSegment(world, body, &def, caromVec2(-100.0, 100.0), caromVec2(0.0, 0.0));
    caromShapeCreateSegment(world, body, &def, caromVec2(0.0, 0.0), caromVec2(100.0, 100.0));
    CaromProjectileDef disc = caromProjectileDef();
    disc.radius = 0.1;
    disc.meetMask = 1;
    disc.restitution = 0.5;
    for (int k = 0; k < n; ++k) {
        double x = 0.25 * (k % 8) - 0.875 + testRandomRange(&random, -0.01, 0.01);
        disc.position = caromVec2(x, 2.0 + 0.25 * (k / 8));
        fire(world, &disc);
    }
    for (int s = 0; s < 180; ++s) {
        countSteps(world, 1);
        growthAlso("meetings", caromWorldCounters(world).meetings);
    }
    caromWorldDestroy(world);
}

/// Drops of one jet lie close together and have much the same velocity.
static void jet(int n)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    CaromProjectileDef drop = caromProjectileDef();
    drop.radius = 0.02;
    drop.meetMask = 1;
    for (int k = 0; k < n; ++k) {
        drop.position = caromVec2(0.05 * k, testRandomRange(&random, -0.1, 0.1));
        drop.velocity = caromVec2(10.0 + testRandomRange(&random, -0.1, 0.1), 0.0);
        fire(world, &drop);
    }
    countSteps(world, 8);
    caromWorldDestroy(world);
}

// ---- calls, and the step after them

static void fireAndDestroy(int n)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    CaromProjectileId *ids = malloc(sizeof *ids * (size_t)n);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = 0.1;
    def.meetMask = 1;
    growthBegin();
    for (int k = 0; ids && k < n; ++k) {
        def.position = anyPlace(&random, n, 1.0);
        def.velocity = anyVelocity(&random, 3.0);
        ids[k] = caromProjectileFire(world, &def);
    }
    caromWorldStep(world, TICK);
    for (int k = 0; ids && k < n; ++k) {
        caromProjectileDestroy(world, ids[k]);
    }
    caromWorldStep(world, TICK);
    growthEnd();
    free(ids);
    caromWorldDestroy(world);
}

/// Circles of n bodies among n flights, in one step given another velocity, place or shape each.
typedef enum Edit { EDIT_VELOCITY, EDIT_PLACE, EDIT_SHAPE } Edit;

static CaromShapeId addCircle(CaromWorld *world, CaromBodyId body)
{
    CaromShapeDef def = caromShapeDef();
    return caromShapeCreateCircle(world, body, &def, caromVec2(0.0, 0.0), 0.2);
}

static void edit(CaromWorld *world, CaromBodyId body, CaromShapeId *shape, Edit what,
                 CaromVec2 number)
{
    CaromTransform transform = caromBodyTransform(world, body);
    transform.position = number;
    switch (what) {
    case EDIT_VELOCITY:
        caromBodySetVelocity(world, body, caromVec2Scale(number, 0.01));
        break;
    case EDIT_PLACE:
        caromBodySetTransform(world, body, transform);
        break;
    default:
        caromShapeDestroy(world, *shape);
        *shape = addCircle(world, body);
        break;
    }
}

static void editBodies(int n, CaromBodyType type, Edit what)
{
    CaromWorld *world = growthWorld();
    TestRandom random = testRandomSeed(1);
    CaromBodyId *bodies = malloc(sizeof *bodies * (size_t)n);
    CaromShapeId *shapes = malloc(sizeof *shapes * (size_t)n);
    for (int k = 0; bodies && shapes && k < n; ++k) {
        bodies[k] = makeBody(world, type, anyPlace(&random, n, 4.0));
        shapes[k] = addCircle(world, bodies[k]);
    }
    CaromProjectileDef def = caromProjectileDef();
    for (int k = 0; k < n; ++k) { // some are refused: inside
        def.position = anyPlace(&random, n, 4.0);
        def.velocity = anyVelocity(&random, 3.0);
        caromProjectileFire(world, &def);
    }
    caromWorldStep(world, TICK);
    growthBegin();
    for (int k = 0; bodies && shapes && k < n; ++k) {
        edit(world, bodies[k], &shapes[k], what, anyPlace(&random, n, 4.0));
    }
    caromWorldStep(world, TICK);
    growthEnd();
    free(bodies);
    free(shapes);
    caromWorldDestroy(world);
}

static void newVelocities(int n)
{
    editBodies(n, CAROM_BODY_KINEMATIC, EDIT_VELOCITY);
}

static void newPlaces(int n)
{
    editBodies(n, CAROM_BODY_STATIC, EDIT_PLACE);
}

static void newPlacesOfMoving(int n)
{
    editBodies(n, CAROM_BODY_KINEMATIC, EDIT_PLACE);
}

static void newShapes(int n)
{
    editBodies(n, CAROM_BODY_STATIC, EDIT_SHAPE);
}

static void newShapesOfMoving(int n)
{
    editBodies(n, CAROM_BODY_KINEMATIC, EDIT_SHAPE);
}

const GrowthCase growthFlights[] = {
    {"pierce, circles at one place", 200, 2.5, pierceAtOnePlace},
    {"pierce, circles in a row", 200, 2.5, pierceInARow},
    {"sensors at one place", 200, 2.5, sensorsAtOnePlace},
    {"sensors at one place, inside for some steps", 1000, 2.5, insideSensorsAtOnePlace},
    {"blasts among discs", 500, 2.6, blastsAmongDiscs},
    {"blasts among discs, commanded", 500, 2.6, commandedBlasts},
    {"proximity fuses and targets", 500, 2.6, fusesAndTargets},
    {"meetings, gas", 500, 2.6, gas},
    {"meetings, discs in a V", 64, 2.6, discsInAV},
    {"meetings, a jet", 250, 2.5, jet},
    {"fired and destroyed in one step", 500, 2.5, fireAndDestroy},
    {"edits, new velocities", 500, 2.6, newVelocities},
    {"edits, new places", 500, 2.6, newPlaces},
    {"edits, new places of what moves", 500, 2.6, newPlacesOfMoving},
    {"edits, new shapes", 500, 2.6, newShapes},
    {"edits, new shapes of what moves", 500, 2.6, newShapesOfMoving},
    {0},
};
