// SPDX-License-Identifier: MIT
// What happens where projectiles hit something, or each other.
#include "../../world/api/carom.h"
#include "scenario.h"

static const CaromVec2 down = {0.0, -9.81};

/// A room of things, every fourth of which moves.
static CaromWorld *roomOfThings(TestRandom *random, CaromShapeDef shape, CaromVec2 gravity)
{
    CaromWorld *world = worldOf(gravity);
    addRoom(world, 24.0);
    addThings(world, &shape, random, 24, 20.0, 1, 0.0);
    return world;
}

/// Sticks to what moves and turns, and to what is taken away or put elsewhere under it.
static void sticking(Hash *hash)
{
    TestRandom random = testRandomSeed(21);
    CaromWorld *world = worldOf(down);
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromBodyId bodies[16];
    addRoom(world, 20.0);
    bodyDef.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < 16; i++) {
        bodyDef.position = randomPoint(&random, 16.0);
        bodyDef.velocity = randomPoint(&random, 1.0);
        bodyDef.angularVelocity = i % 2 * 1.25;
        bodies[i] = caromBodyCreate(world, &bodyDef);
        addShape(world, bodies[i], &shape, &random, i, 0.0);
    }
    def.onHit = CAROM_HIT_STICK;
    fire(world, def, &random, 60, 16.0, 30.0);
    def.onHit = CAROM_HIT_STOP;
    fire(world, def, &random, 20, 16.0, 30.0);
    play(world, hash, 16, 16.0);
    for (int i = 0; i < 4; i++) {
        caromBodyDestroy(world, bodies[4 * i]);
        CaromTransform transform = randomTransform(&random);
        caromBodySetTransform(world, bodies[4 * i + 1], transform);
        caromBodySetVelocity(world, bodies[4 * i + 2], caromVec2(-1.0, 2.0));
    }
    playToEnd(world, hash, 16, 16.0);
}

/// Losses by the shape and by the metre, of points and discs.
static void piercing(Hash *hash)
{
    TestRandom random = testRandomSeed(22);
    CaromWorld *world = roomOfThings(&random, caromShapeDef(), caromVec2(0.0, -1.0));
    CaromProjectileDef def = caromProjectileDef();
    def.onHit = CAROM_HIT_PIERCE;
    def.pierceLoss = 3.0;
    def.pierceDrag = 0.125;
    fire(world, def, &random, 60, 20.0, 60.0);
    def.pierceLoss = 0.0;
    def.radius = 0.25;
    fire(world, def, &random, 20, 20.0, 60.0);
    playToEnd(world, hash, 16, 20.0);
}

/// Pairs of materials: ricochets, steep hits, least speeds; materials by the edge.
static void surfaces(Hash *hash)
{
    const uint32_t materials[4] = {1, 2, 3, 0};
    const CaromVec2 corners[4] = {{-22.0, -21.0}, {22.0, -22.0}, {21.0, 22.0}, {-21.0, 21.0}};
    TestRandom random = testRandomSeed(23);
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.log = NULL;
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    worldDef.gravity = down;
    worldDef.tag = 1;
    worldDef.restitutionMix = CAROM_MIX_AVERAGE;
    worldDef.frictionMix = CAROM_MIX_MAX;
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    must(world != NULL, "no memory for a world");
    shape.materials = materials;
    shape.restitution = 0.5;
    caromShapeCreateChain(world, caromBodyCreate(world, &bodyDef), &shape, corners, 4,
                          CAROM_CHAIN_CLOSED);
    shape.materials = NULL;
    shape.material = 3;
    addThings(world, &shape, &random, 20, 18.0, 1, 0.0);
    const CaromHitAction steep[3] = {CAROM_HIT_STICK, CAROM_HIT_PIERCE, CAROM_HIT_DIE};
    for (uint32_t i = 0; i < 3; i++) {
        CaromSurface surface = caromSurface();
        surface.restitution = 0.75;
        surface.friction = 0.125 * i;
        surface.minBounceSpeed = 0.5;
        surface.ricochetAngle = 0.5 + 0.25 * i;
        surface.steep = steep[i];
        surface.pierceLoss = 2.0;
        caromWorldSetSurface(world, 7, i + 1, &surface);
    }
    for (uint32_t i = 0; i < 2; i++) {
        def.material = 7 * i;
        fire(world, def, &random, 40, 18.0, 25.0);
    }
    playToEnd(world, hash, 24, 12.0);
}

/// Bullets that bounce off, pass or end each other, in the air and on the ground.
static void meetings(Hash *hash)
{
    TestRandom random = testRandomSeed(24);
    CaromWorld *world = worldOf(caromVec2(0.0, -3.0));
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 12.0);
    addThings(world, &shape, &random, 6, 9.0, 1, 0.0);
    const CaromMeetAction actions[4] = {CAROM_MEETING_BOUNCE, CAROM_MEETING_PASS, CAROM_MEETING_DIE,
                                        CAROM_MEETING_BOUNCE};
    for (int i = 0; i < 4; i++) {
        def.meetMask = 1;
        def.onMeet = actions[i];
        def.radius = i == 3 ? 0.0 : 0.25;
        def.mass = 1.0 + i;
        def.restitution = 0.875;
        def.friction = 0.125;
        fire(world, def, &random, i == 2 ? 3 : 14, 10.0, 12.0);
    }
    playToEnd(world, hash, 20, 15.0);
}

/// Fuses, proximity, hits that explode and explosions by command push what is in their sight.
static void blasts(Hash *hash)
{
    TestRandom random = testRandomSeed(25);
    CaromWorld *world = roomOfThings(&random, caromShapeDef(), down);
    CaromProjectileDef def = caromProjectileDef();
    def.restitution = 0.5;
    def.friction = 0.5;
    fire(world, def, &random, 30, 20.0, 10.0);
    def.blast.radius = 5.0;
    def.blast.impulse = 12.0;
    for (int i = 0; i < 4; i++) {
        def.radius = 0.125 * i;
        def.fuse = i == 0 ? 1.25 : CAROM_FOREVER;
        def.onHit = i == 1 ? CAROM_HIT_EXPLODE : CAROM_HIT_BOUNCE;
        def.proximity = i == 2 ? 0.5 : 0.0;
        def.meetMask = i == 3;
        def.onMeet = CAROM_MEETING_EXPLODE;
        def.blast.falloff = (CaromFalloff)(i % 3);
        fire(world, def, &random, 8, 20.0, 15.0);
    }
    for (int i = 0; i < 6; i++) {
        play(world, hash, 4, 12.0);
        caromWorldExplode(world, randomPoint(&random, 18.0), &def.blast);
    }
    playToEnd(world, hash, 4, 12.0);
}

/// SensorCrossings of sensors of every kind, at rest and moving.
static void sensors(Hash *hash)
{
    TestRandom random = testRandomSeed(26);
    CaromShapeDef shape = caromShapeDef();
    shape.sensor = true;
    CaromWorld *world = roomOfThings(&random, shape, caromVec2(0.0, -4.0));
    CaromProjectileDef def = caromProjectileDef();
    fire(world, def, &random, 40, 20.0, 20.0);
    def.radius = 0.375;
    fire(world, def, &random, 20, 20.0, 20.0);
    playToEnd(world, hash, 20, 15.0);
}

static CaromHitAction answerHit(void *context, const CaromWorld *world, const CaromHitEvent *hit)
{
    Hash *hash = context;
    hashNumber(hash, caromWorldTime(world));
    hashHit(hash, hit);
    const CaromHitAction actions[4] = {CAROM_HIT_BOUNCE, CAROM_HIT_PIERCE, CAROM_HIT_STICK,
                                       CAROM_HIT_BOUNCE};
    return actions[hit->projectile.index % 4];
}

static CaromMeetAction answerMeeting(void *context, const CaromWorld *world,
                                     const CaromMeetEvent *meeting, CaromProjectileId which)
{
    Hash *hash = context;
    CaromQueryOptions options = caromQueryOptions();
    double distance = 0.0;
    caromWorldDistance(world, meeting->point, 20.0, options, &distance, NULL);
    hashNumber(hash, distance);
    return which.index % 3 == 0 ? CAROM_MEETING_PASS : CAROM_MEETING_BOUNCE;
}

/// Callbacks decide; they ask the world at the time of the hit.
static void queryLock(Hash *hash)
{
    TestRandom random = testRandomSeed(27);
    CaromWorld *world = roomOfThings(&random, caromShapeDef(), down);
    CaromProjectileDef def = caromProjectileDef();
    caromWorldSetHitCallback(world, answerHit, hash);
    caromWorldSetMeetCallback(world, answerMeeting, hash);
    def.onHit = CAROM_HIT_ASK;
    def.onMeet = CAROM_MEETING_ASK;
    def.meetMask = 1;
    def.radius = 0.375;
    def.restitution = 0.875;
    fire(world, def, &random, 40, 18.0, 15.0);
    playToEnd(world, hash, 10, 10.0);
}

const Scenario scenariosHits[] = {{"sticking", sticking},
                                  {"piercing", piercing},
                                  {"surfaces and ricochets", surfaces},
                                  {"meetings", meetings},
                                  {"blasts", blasts},
                                  {"sensors", sensors},
                                  {"asking", queryLock},
                                  {NULL, NULL}};
