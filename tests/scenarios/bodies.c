// SPDX-License-Identifier: MIT
// Dynamic bodies. Their hashes are summed up apart from all others, so that a better solver can be
// told from a change of anything else.
#include "../../world/api/carom.h"
#include "scenario.h"

#include <stdlib.h>

static const CaromVec2 down = {0.0, -9.81};

static CaromBodyId addBody(CaromWorld *world, CaromVec2 at, double angle)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = at;
    def.angle = angle;
    return caromBodyCreate(world, &def);
}

static CaromShapeDef materialOf(int i)
{
    CaromShapeDef shape = caromShapeDef();
    shape.density = 1 + i % 3;
    shape.bodyFriction = 0.25 * (i % 4);
    shape.bodyRestitution = i % 5 == 0 ? 0.5 : 0.0;
    shape.bodyRollingResistance = i % 7 == 0 ? 0.125 : 0.0;
    shape.contacts = i % 2 == 0;
    return shape;
}

/// Boxes in the form of a pyramid, the lowest row of `rows`.
static void addPyramid(CaromWorld *world, CaromVec2 foot, int rows)
{
    CaromShapeDef shape = caromShapeDef();
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < rows - row; i++) {
            CaromVec2 at = caromVec2(foot.x + i + 0.5 * row, foot.y + 0.5 + row);
            CaromBodyId box = addBody(world, at, 0.0);
            caromShapeCreateBox(world, box, &shape, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
        }
    }
}

/// Steps and poses: what a game sees of bodies.
static void playBodies(CaromWorld *world, Hash *hash, int steps, double rate)
{
    CaromBodyPose pose[256];
    play(world, hash, steps, rate);
    int count = caromWorldPoses(world, pose, 256);
    must(count <= 256, "more bodies than a scenario should have");
    for (int i = 0; i < count; i++) {
        hashPoint(hash, pose[i].position);
        hashPoint(hash, caromVec2(pose[i].rotation.c, pose[i].rotation.s));
    }
    must(caromWorldValidate(world), "a world with bodies is not as it must be");
}

static void end(CaromWorld *world)
{
    must(caromWorldDestroy(world) == CAROM_OK, "a world was not destroyed");
}

/// Every kind of shape falls on every other, with all kinds of materials.
static void heaps(Hash *hash)
{
    TestRandom random = testRandomSeed(91);
    CaromWorld *world = worldOf(down);
    CaromShapeDef still = caromShapeDef();
    addRoom(world, 20.0);
    addThings(world, &still, &random, 24, 18.0, 1, 0.25);
    for (int i = 0; i < 4 * SHAPE_KINDS; i++) {
        CaromShapeDef shape = materialOf(i);
        CaromVec2 at = randomPoint(&random, 17.0);
        double angle = testRandomRange(&random, -3.0, 3.0);
        CaromBodyId body = addBody(world, at, angle);
        double radius = i % 2 * 0.125;
        must(addShape(world, body, &shape, &random, i, radius).index != 0, "a shape was refused");
    }
    for (int i = 0; i < 6; i++) {
        playBodies(world, hash, 10, 30.0);
    }
    end(world);
}

/// A pyramid that bullets, balls and grenades hit.
static void shotPyramid(Hash *hash)
{
    TestRandom random = testRandomSeed(92);
    CaromWorld *world = worldOf(down);
    CaromShapeDef ground = caromShapeDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId floor = caromBodyCreate(world, &bodyDef);
    caromShapeCreateSegment(world, floor, &ground, caromVec2(-60, 0), caromVec2(60, 0));
    addPyramid(world, caromVec2(-5.0, 0.0), 10);
    CaromProjectileDef def = caromProjectileDef();
    for (int i = 0; i < 12; i++) {
        double height = testRandomRange(&random, 0.25, 9.0), side = i % 2 ? 1.0 : -1.0;
        def.position = caromVec2(25.0 * side, height);
        def.velocity = caromVec2((i % 3 == 2 ? -20.0 : -200.0) * side, 1.0);
        def.radius = i % 3 == 0 ? 0.0 : 0.25;
        def.mass = i % 3 == 0 ? 0.02 : 1.0;
        def.fuse = i % 3 == 2 ? 1.5 : CAROM_FOREVER;
        def.blast.radius = i % 3 == 2 ? 3.0 : 0.0;
        def.blast.impulse = i % 3 == 2 ? 4.0 : 0.0;
        must(caromProjectileFire(world, &def).index != 0, "a projectile was refused");
        playBodies(world, hash, 6, 24.0);
    }
    end(world);
}

/// A drum that turns, and paddles.
static void drum(Hash *hash)
{
    TestRandom random = testRandomSeed(93);
    CaromWorld *world = worldOf(down);
    CaromShapeDef shape = caromShapeDef();
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.angularVelocity = 0.5;
    CaromBodyId turning = caromBodyCreate(world, &def);
    const CaromVec2 corner[4] = {{-8, -8}, {-8, 8}, {8, 8}, {8, -8}};
    caromShapeCreateChain(world, turning, &shape, corner, 4,
                          CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED);
    caromShapeCreateBox(world, turning, &shape, caromVec2(0, 6), caromVec2(0.25, 2));
    for (int i = 0; i < 100; i++) {
        CaromShapeDef material = materialOf(i);
        CaromVec2 at = randomPoint(&random, 5.0);
        CaromBodyId body = addBody(world, at, 0.1 * i);
        if (i % 3 == 0) {
            caromShapeCreateCircle(world, body, &material, caromVec2(0.0, 0.0), 0.375);
        } else if (i % 3 == 1) {
            caromShapeCreateCapsule(world, body, &material, caromVec2(-0.5, 0.0),
                                    caromVec2(0.5, 0.0), 0.25);
        } else {
            caromShapeCreateBox(world, body, &material, caromVec2(0, 0), caromVec2(0.5, 0.25));
        }
    }
    for (int i = 0; i < 8; i++) {
        playBodies(world, hash, 12, 20.0);
    }
    end(world);
}

static void changeBody(CaromWorld *world, CaromBodyId body, int what)
{
    const CaromMassData heavy = {50.0, {0.125, 0.0}, 9.0};
    switch (what) {
    case 0:
        caromBodySetType(world, body, CAROM_BODY_STATIC);
        break;
    case 1:
        caromBodySetForce(world, body, caromVec2(30.0, 5.0));
        break;
    case 2:
        caromBodySetMassData(world, body, heavy);
        break;
    case 3:
        caromBodySetLocks(world, body, CAROM_LOCK_ROTATION);
        break;
    case 4:
        caromBodySetEnabled(world, body, false);
        break;
    case 5:
        caromBodySetAwake(world, body, false);
        break;
    case 6:
        caromBodyApplyAngularImpulse(world, body, 5.0);
        break;
    case 7:
        caromBodySetTorque(world, body, -20.0);
        break;
    case 8:
        caromBodySetType(world, body, CAROM_BODY_DYNAMIC);
        break;
    case 9:
        caromBodySetLinearDamping(world, body, 2.0);
        break;
    case 10:
        caromBodySetGravityScale(world, body, -0.5);
        break;
    case 11:
        caromBodySetMaxSpeed(world, body, 3.0);
        break;
    case 12:
        caromBodyApplyLinearImpulseToCenter(world, body, caromVec2(-4.0, 6.0));
        break;
    default:
        caromBodySetEnabled(world, body, true);
        break;
    }
}

/// Bodies are changed as they lie on each other, and the ground is dug away under them.
static CaromWorld *changedHeap(Hash *hash)
{
    CaromWorld *world = worldOf(down);
    uint16_t tile[16 * 4];
    for (int i = 0; i < 16 * 4; i++) {
        tile[i] = 1;
    }
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromTileMap map = {16, 4, 1.0, {-8.0, -4.0}, tile, 0.0};
    CaromShapeId ground = caromShapeCreateTiles(world, caromBodyCreate(world, &def), &shape, &map);
    addPyramid(world, caromVec2(-5.0, 0.0), 9);
    CaromBodyId body[256];
    int count = caromWorldBodies(world, body, 256);
    for (int i = 0; i < 28; i++) {
        playBodies(world, hash, 3, 24.0);
        changeBody(world, body[1 + i * 7 % (count - 1)], i % 14);
        if (i % 4 == 3) {
            caromShapeSetTile(world, ground, 2 + i / 4, 3, 0);
        }
    }
    return world;
}

static void changedBodies(Hash *hash)
{
    CaromWorld *world = changedHeap(hash);
    playBodies(world, hash, 24, 24.0);
    end(world);
}

/// The bytes of a saved heap, and its future, which is the same when it is restored.
static void savedBodies(Hash *hash)
{
    Hash unused = hashBegin();
    CaromWorld *world = changedHeap(&unused), *restored = worldOf(down);
    size_t size = caromWorldSnapshotSize(world);
    unsigned char *bytes = malloc(size);
    must(bytes != NULL, "no memory for a snapshot");
    must(caromWorldSave(world, bytes, size, &size) == CAROM_OK, "a save was refused");
    must(caromWorldRestore(restored, bytes, size) == CAROM_OK, "a snapshot was refused");
    hashBytes(hash, bytes, size);
    Hash other = *hash;
    playBodies(world, hash, 30, 20.0);
    playBodies(restored, &other, 30, 20.0);
    must(other.value == hash->value, "restored bodies have another future");
    free(bytes);
    end(world);
    end(restored);
}

const Scenario scenariosBodies[] = {{"heaps", heaps},
                                    {"shot pyramid", shotPyramid},
                                    {"drum", drum},
                                    {"changed bodies", changedBodies},
                                    {"saved bodies", savedBodies},
                                    {NULL, NULL}};
