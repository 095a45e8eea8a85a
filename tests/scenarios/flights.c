// SPDX-License-Identifier: MIT
// How projectiles fly, and how they come to rest.
#include "../../world/api/carom.h"
#include "scenario.h"

static const CaromVec2 down = {0.0, -9.81};

/// Points and discs without gravity among things that rest: lanes, short ways, the field of
/// clearance. Some fly at 10 km/s.
static void bullets(Hash *hash)
{
    TestRandom random = testRandomSeed(11);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 32.0);
    addThings(world, &shape, &random, 36, 28.0, 0, 0.0);
    fire(world, def, &random, 200, 28.0, 60.0);
    fire(world, def, &random, 3, 28.0, 1e4);
    def.radius = 0.125;
    def.restitution = 0.875;
    fire(world, def, &random, 40, 28.0, 40.0);
    playToEnd(world, hash, 20, 30.0);
}

/// The same as `bullets`, far from the origin, where lanes are coarse and cells large.
static void farAway(Hash *hash)
{
    TestRandom random = testRandomSeed(12);
    CaromWorld *world = worldOf(down);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    const CaromVec2 far = {3e6, -7e7};
    for (int i = 0; i < 24; i++) {
        bodyDef.position = caromVec2Add(far, randomPoint(&random, 20.0));
        addShape(world, caromBodyCreate(world, &bodyDef), &shape, &random, i, 0.0);
    }
    for (int i = 0; i < 60; i++) {
        def.position = caromVec2Add(far, randomPoint(&random, 20.0));
        def.velocity = randomPoint(&random, 30.0);
        caromProjectileFire(world, &def);
    }
    playToEnd(world, hash, 20, 20.0);
}

/// Grenades: arcs of points and discs, bounces with losses, summed up series, rest.
static void grenades(Hash *hash)
{
    TestRandom random = testRandomSeed(13);
    CaromWorld *world = worldOf(down);
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 24.0);
    addThings(world, &shape, &random, 24, 20.0, 0, 0.125);
    def.restitution = 0.625;
    def.friction = 0.375;
    fire(world, def, &random, 30, 20.0, 15.0);
    def.radius = 0.25;
    def.lifetime = 3.25;
    fire(world, def, &random, 20, 20.0, 15.0);
    playToEnd(world, hash, 40, 8.0);
}

/// Slides and rolls over slopes, conveyors and rough ground until friction or an end stops it.
static void slides(Hash *hash)
{
    TestRandom random = testRandomSeed(14);
    CaromWorld *world = worldOf(down);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromBodyId ground = caromBodyCreate(world, &bodyDef);
    CaromVec2 hills[17];
    for (int i = 0; i < 17; i++) {
        hills[i] = caromVec2(4.0 * i - 32.0, testRandomRange(&random, -3.0, 3.0));
    }
    caromShapeCreateChain(world, ground, &shape, hills, 17, 0);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < 8; i++) {
        bodyDef.position = caromVec2(6.0 * i - 20.0, 6.0);
        bodyDef.angle = testRandomRange(&random, -0.5, 0.5);
        bodyDef.velocity = randomPoint(&random, 1.0);
        shape.surfaceSpeed = i - 4.0;
        CaromBodyId board = caromBodyCreate(world, &bodyDef);
        caromShapeCreateBox(world, board, &shape, caromVec2(0.0, 0.0), caromVec2(2.0, 0.25));
    }
    for (int i = 0; i < 6; i++) {
        def.restitution = 0.25;
        def.friction = i % 3 * 0.25;
        def.radius = i % 2 * 0.375;
        def.rolls = i > 3;
        def.rollingResistance = i == 5 ? 0.125 : 0.0;
        fire(world, def, &random, 10, 12.0, 6.0);
    }
    playToEnd(world, hash, 48, 8.0);
}

/// Drag of both kinds, and wind as an acceleration.
static void drag(Hash *hash)
{
    TestRandom random = testRandomSeed(15);
    CaromWorld *world = worldOf(down);
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 30.0);
    addThings(world, &shape, &random, 12, 25.0, 1, 0.0);
    for (int i = 1; i < 5; i++) {
        def.linearDrag = i == 4 ? 40.0 : i % 2 * 0.5;
        def.quadraticDrag = i / 2 % 2 * 0.03125;
        def.acceleration = caromVec2(0.5 * i, 0.25);
        def.restitution = 0.75;
        fire(world, def, &random, 12, 25.0, 50.0);
    }
    playToEnd(world, hash, 20, 10.0);
}

/// Missiles that follow a body or a place, some pushed by forces that wait for their time.
static void steering(Hash *hash)
{
    TestRandom random = testRandomSeed(16);
    CaromWorld *world = worldOf(down);
    CaromShapeDef shape = caromShapeDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 30.0);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(4.0, -1.0);
    bodyDef.angularVelocity = 1.0;
    CaromBodyId target = caromBodyCreate(world, &bodyDef);
    caromShapeCreateCircle(world, target, &shape, caromVec2(0.0, 0.0), 1.0);
    def.turnRate = 2.5;
    def.gravityScale = 0.125;
    for (int i = 0; i < 30; i++) {
        def.position = randomPoint(&random, 25.0);
        def.velocity = randomPoint(&random, 20.0);
        CaromProjectileId missile = caromProjectileFire(world, &def);
        CaromVec2 place = randomPoint(&random, 20.0), force = randomPoint(&random, 30.0);
        if (i % 3 == 0) {
            caromProjectileSetTarget(world, missile, target, caromVec2(2.0, 0.5));
        } else if (i % 3 == 1) {
            caromProjectileSetTargetPoint(world, missile, place);
        }
        if (i % 2 == 0) {
            caromProjectileSetForce(world, missile, force, i % 4 ? CAROM_NOW : 0.7);
        }
    }
    playToEnd(world, hash, 20, 10.0);
}

/// Bounces off bodies that move and turn; what comes to rest rides with them.
static void movingBodies(Hash *hash)
{
    TestRandom random = testRandomSeed(17);
    CaromWorld *world = worldOf(caromVec2(0.0, -2.0));
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 30.0);
    addThings(world, &shape, &random, 24, 25.0, 4, 0.0);
    def.restitution = 0.875;
    def.friction = 0.25;
    fire(world, def, &random, 20, 25.0, 20.0);
    def.radius = 0.25;
    fire(world, def, &random, 10, 25.0, 20.0);
    def.gravityScale = 0.0;
    def.radius = 0.0;
    fire(world, def, &random, 20, 25.0, 40.0);
    playToEnd(world, hash, 16, 10.0);
}

/// Shots of later times, few bounces or short lives, parked ones: what a step does besides flying.
static void lives(Hash *hash)
{
    TestRandom random = testRandomSeed(18);
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.log = NULL;
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    worldDef.tag = 1;
    worldDef.eventLimit = 4;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    must(world != NULL, "no memory for a world");
    addRoom(world, 16.0);
    addThings(world, &shape, &random, 24, 14.0, 0, 0.0);
    for (int i = 0; i < 4; i++) {
        def.time = 0.3 * i;
        def.bounces = i == 1 ? 5 : CAROM_UNLIMITED;
        def.lifetime = i == 2 ? 0.5 : CAROM_FOREVER;
        def.onHit = i == 3 ? CAROM_HIT_DIE : CAROM_HIT_BOUNCE;
        fire(world, def, &random, 20, 14.0, i == 0 ? 2e4 : 50.0);
    }
    playToEnd(world, hash, 20, 16.0);
}

/// One of the calls that change a flight between steps.
static void command(CaromWorld *world, CaromProjectileId id, TestRandom *random, int i)
{
    CaromVec2 way = randomPoint(random, 15.0);
    switch (i % 5) {
    case 0:
        caromProjectileSetVelocity(world, id, way);
        break;
    case 1:
        caromProjectileSetPosition(world, id, way);
        break;
    case 2:
        caromProjectileApplyImpulse(world, id, way);
        break;
    case 3:
        caromProjectileSetForce(world, id, way, CAROM_NOW);
        break;
    default:
        caromProjectileDestroy(world, id);
        break;
    }
}

/// Flights that are changed, ended and queried for their places, before and after steps.
static void commands(Hash *hash)
{
    enum { COUNT = 30 };
    TestRandom random = testRandomSeed(19);
    CaromWorld *world = worldOf(down);
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromProjectileId ids[COUNT];
    float xy[2 * COUNT];
    addRoom(world, 18.0);
    addThings(world, &shape, &random, 24, 15.0, 1, 0.0);
    def.restitution = 0.75;
    def.friction = 0.25;
    def.turnRate = 1.0;
    for (int i = 0; i < COUNT; i++) {
        def.position = randomPoint(&random, 15.0);
        def.velocity = randomPoint(&random, 15.0);
        ids[i] = caromProjectileFire(world, &def);
    }
    for (int i = 0; i < COUNT; i++) {
        CaromVec2 position, velocity;
        command(world, ids[i], &random, i);
        play(world, hash, 1, 16.0);
        double time = caromWorldTime(world) - testRandomUnit(&random);
        if (caromProjectileAt(world, ids[(i + 7) % COUNT], time, &position, &velocity) ==
            CAROM_OK) {
            hashPoint(hash, position);
            hashPoint(hash, velocity);
        }
        int count = caromWorldPositionsFloat(world, caromVec2(1.0, 2.0), 0.03125, xy, NULL, COUNT);
        for (int k = 0; k < 2 * count; k++) {
            hashNumber(hash, (double)xy[k]);
        }
    }
    playToEnd(world, hash, 8, 8.0);
}

/// Seen from above: balls on a table on which a bar turns and a wall moves, some in air.
static void ground(Hash *hash)
{
    TestRandom random = testRandomSeed(19);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromShapeDef shape = caromShapeDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 12.0);
    addThings(world, &shape, &random, 6, 10.0, 1, 0.0);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < 2; i++) {
        bodyDef.position = caromVec2(-9.0 + 9.0 * i, 0.0);
        bodyDef.velocity = caromVec2(i == 0 ? 0.5 : 0.0, 0.0);
        bodyDef.angularVelocity = i * 0.75;
        CaromBodyId body = caromBodyCreate(world, &bodyDef);
        caromShapeCreateBox(world, body, &shape, caromVec2(0.0, 0.0), caromVec2(0.25, 3.0));
    }
    for (int i = 0; i < 6; i++) {
        def.groundDeceleration = 0.5 + i;
        def.linearDrag = i == 5 ? 0.5 : 0.0;
        def.restitution = i % 2 ? 1.0 : 0.5;
        def.friction = i == 4 ? 0.25 : 0.0;
        def.radius = i % 3 * 0.125;
        def.meetMask = i % 3 == 1;
        fire(world, def, &random, 10, 10.0, i == 3 ? 0.0 : 12.0);
    }
    playToEnd(world, hash, 24, 12.0);
}

const Scenario scenariosFlights[] = {{"bullets", bullets},
                                     {"far away", farAway},
                                     {"grenades", grenades},
                                     {"sliding and rolling", slides},
                                     {"drag", drag},
                                     {"steering", steering},
                                     {"moving bodies", movingBodies},
                                     {"lives", lives},
                                     {"commands", commands},
                                     {"ground", ground},
                                     {NULL, NULL}};
