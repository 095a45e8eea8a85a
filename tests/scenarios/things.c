// SPDX-License-Identifier: MIT
// Bodies and shapes: contacts, families, changes in place, tiles, steps in parts.
#include "../../world/api/carom.h"
#include "scenario.h"

static void contacts(Hash *hash)
{
    TestRandom random = testRandomSeed(31);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromShapeDef shape = caromShapeDef();
    CaromContact touching[64];
    CaromBodyDef bodyDef = caromBodyDef();
    bodyDef.type = CAROM_BODY_KINEMATIC;
    CaromBodyId wheel = caromBodyCreate(world, &bodyDef);
    CaromShapeId hub = addShape(world, wheel, &shape, &random, 6, 0.0);
    shape.contacts = true;
    addThings(world, &shape, &random, 24, 10.0, 3, 0.0);
    for (int i = 0; i < 4; i++) {
        caromBodySetAngularVelocity(world, wheel, i - 2.5);
        caromBodySetVelocity(world, wheel, caromVec2(1.0, i - 2.0));
        caromShapeSetContacts(world, hub, i % 3 == 1);
        play(world, hash, 2, 8.0);
        int count = caromWorldContacts(world, touching, 64);
        for (int k = 0; k < count && k < 64; k++) {
            hashNumber(hash, touching[k].since);
            hashManifold(hash, &touching[k].manifold);
        }
    }
    playToEnd(world, hash, 1, 8.0);
}

/// Bodies that hang from bodies, under unequal scales, and are cut off and hung elsewhere.
static void families(Hash *hash)
{
    TestRandom random = testRandomSeed(32);
    CaromWorld *world = worldOf(caromVec2(0.0, -5.0));
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromBodyId bodies[24];
    for (int i = 0; i < 24; i++) {
        CaromBodyDef bodyDef = caromBodyDef();
        bodyDef.position = randomPoint(&random, i < 6 ? 14.0 : 3.0);
        bodyDef.angle = testRandomRange(&random, -3.0, 3.0);
        bodyDef.type = i % 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        if (i == 1 || i == 5 || i == 9) { // nothing that spins hangs from what spins
            bodyDef.angularVelocity = 0.75;
        } else if (i == 3) {
            bodyDef.velocity = caromVec2(0.5, 0.25);
        }
        if (i % 6 < 2) {
            bodyDef.scale = i % 2 ? caromVec2(1.25, 1.25) : caromVec2(1.5, -0.5);
        }
        if (i >= 6) {
            bodyDef.parent = bodies[i - 6];
        }
        bodies[i] = caromBodyCreate(world, &bodyDef);
        must(bodies[i].index != 0, "a body was refused");
        addShape(world, bodies[i], &shape, &random, i % 10, 0.0);
    }
    fire(world, def, &random, 60, 16.0, 20.0);
    play(world, hash, 10, 10.0);
    for (int i = 0; i < 24; i++) {
        hashPoint(hash, caromBodyPoint(world, bodies[i], caromVec2(1.0, 2.0)));
        hashPoint(hash, caromBodyVelocityAt(world, bodies[i], caromVec2(3.0, 1.0)));
    }
    caromBodySetParent(world, bodies[12], (CaromBodyId){0, 0, 0});
    caromBodySetParent(world, bodies[14], bodies[8]);
    caromBodyDestroy(world, bodies[3]);
    playToEnd(world, hash, 10, 10.0);
}

static void changeShape(CaromWorld *world, CaromShapeId shape, TestRandom *random, int i)
{
    CaromVec2 points[3] = {{-2.0, -1.0}, {2.0, -1.5}, {0.0, 0.0}};
    CaromFilter filter = caromShapeFilter(world, shape);
    CaromShapeMaterial material = caromShapeMaterial(world, shape);
    points[2].y = testRandomRange(random, 0.5, 2.0);
    CaromGeometry triangle = caromGeometry(CAROM_SHAPE_POLYGON, points, 3, 0.25);
    switch (i % 6) {
    case 0:
        caromShapeSetGeometry(world, shape, &triangle);
        break;
    case 1:
        filter.mask = (uint64_t)(i % 4);
        caromShapeSetFilter(world, shape, filter);
        break;
    case 2:
        material.friction = 0.5;
        material.restitution = 0.25;
        caromShapeSetMaterial(world, shape, &material);
        break;
    case 3:
        caromShapeSetSensor(world, shape, !caromShapeIsSensor(world, shape));
        break;
    case 4:
        caromShapeDestroy(world, shape);
        break;
    default:
        caromBodySetTransform(world, caromShapeBody(world, shape), randomTransform(random));
        break;
    }
}

/// Geometry, filters, materials, transforms changed between steps, under what flies and rests;
/// shapes and projectiles come and go, slots are used again.
static void changes(Hash *hash)
{
    TestRandom random = testRandomSeed(33);
    CaromWorld *world = worldOf(caromVec2(0.0, -9.81));
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromShapeId ids[30];
    addRoom(world, 22.0);
    for (int i = 0; i < 30; i++) {
        CaromBodyDef bodyDef = caromBodyDef();
        bodyDef.position = randomPoint(&random, 18.0);
        ids[i] = addShape(world, caromBodyCreate(world, &bodyDef), &shape, &random, i, 0.0);
    }
    def.restitution = 0.5;
    def.friction = 0.5;
    for (int i = 0; i < 24; i++) {
        def.radius = i % 3 * 0.125;
        def.onHit = i % 4 == 3 ? CAROM_HIT_STICK : CAROM_HIT_BOUNCE;
        fire(world, def, &random, 5, 18.0, 15.0);
        play(world, hash, 2, 16.0);
        changeShape(world, ids[i], &random, i);
        if (i == 12) {
            caromWorldSetGravity(world, caromVec2(2.0, -4.0));
        }
    }
    must(caromWorldValidate(world), "the world is not as it must be");
    playToEnd(world, hash, 8, 16.0);
}

/// Tiles that are shot away, of a map that stands askew.
static void tiles(Hash *hash)
{
    static uint16_t tile[32 * 32];
    TestRandom random = testRandomSeed(34);
    CaromWorld *world = worldOf(caromVec2(0.0, -9.81));
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    body.angle = 0.3;
    for (int i = 0; i < 32 * 32; i++) {
        bool solid = testRandomInt(&random, 0, 9) < 3;
        tile[i] = (uint16_t)(solid ? testRandomInt(&random, 1, 3) : 0);
    }
    CaromTileMap map = {32, 32, 1.7, {-27.0, -27.0}, tile, 0.0};
    CaromShapeId id = caromShapeCreateTiles(world, caromBodyCreate(world, &body), &shape, &map);
    def.restitution = 0.75;
    fire(world, def, &random, 40, 28.0, 40.0);
    def.radius = 0.25;
    fire(world, def, &random, 15, 28.0, 40.0);
    for (int step = 0; step < 10; step++) {
        const uint16_t some[4] = {1, 0, 2, 3};
        caromShapeSetTiles(world, id, step, 3 * step, 2, 2, some);
        play(world, hash, 1, 10.0);
        CaromEvents now = caromWorldEvents(world);
        for (int i = 0; i < now.hitCount; i++) {
            caromShapeSetTile(world, id, now.hits[i].tile.x, now.hits[i].tile.y, 0);
        }
    }
    playToEnd(world, hash, 1, 10.0);
}

/// Tasks one after the other, the last first: any order gives the same bits.
static void runBackwards(void *runner, CaromTaskFunction *task, void *context, int count)
{
    (void)runner;
    for (int i = count - 1; i >= 0; i--) {
        task(context, i);
    }
}

/// Sparks by the thousand, in steps that are cut into tasks.
static void sparks(Hash *hash)
{
    enum { SPARKS = 16400 }; // fewer are no work to share
    static CaromVec2 places[SPARKS], velocities[SPARKS];
    TestRandom random = testRandomSeed(35);
    CaromWorld *world = worldOf(caromVec2(0.0, 0.0));
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    addRoom(world, 60.0);
    addThings(world, &shape, &random, 100, 55.0, 0, 0.0);
    must(caromWorldSetTasks(world, runBackwards, NULL, 3) == CAROM_OK, "tasks were refused");
    for (int i = 0; i < SPARKS; i++) {
        places[i] = randomPoint(&random, 55.0);
        velocities[i] = randomPoint(&random, 30.0);
    }
    def.lifetime = 0.1875;
    caromProjectileFireMany(world, &def, places, velocities, SPARKS, NULL);
    playToEnd(world, hash, 4, 20.0);
}

const Scenario scenariosThings[] = {{"contacts", contacts}, {"families", families},
                                    {"changes", changes},   {"tiles", tiles},
                                    {"sparks", sparks},     {NULL, NULL}};
