// SPDX-License-Identifier: MIT
// Snapshots: their bytes, and the future of a world that is restored from them, here or on another
// machine.
#include "../../world/api/carom.h"
#include "scenario.h"

#include <stdlib.h>

/// Something of everything that a snapshot holds, up to the middle of its course.
static void playEverything(CaromWorld *world)
{
    TestRandom random = testRandomSeed(71);
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromSurface surface = caromSurface();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromBodyId mark = caromBodyCreate(world, &bodyDef);
    caromShapeCreateBox(world, mark, &shape, caromVec2(1.0, 0.0), caromVec2(2.0, 1.0));
    addRoom(world, 20.0);
    shape.contacts = true;
    addThings(world, &shape, &random, 24, 16.0, 2, 0.0);
    shape.sensor = true;
    shape.material = 3;
    shape.userData = (void *)(uintptr_t)77;
    addThings(world, &shape, &random, 4, 16.0, 1, 0.0);
    surface.restitution = 0.625;
    caromWorldSetSurface(world, 1, 0, &surface);
    for (int i = 0; i < 8; i++) {
        def.radius = i % 2 * 0.125;
        def.material = (uint32_t)i % 3;
        def.restitution = 0.625;
        def.friction = 0.25;
        def.onHit = (CaromHitAction)(i % 4);
        def.quadraticDrag = i == 4 ? 0.0625 : 0.0;
        def.turnRate = i == 5 ? 2.0 : 0.0;
        def.blast.radius = i == 6 ? 4.0 : 0.0;
        def.fuse = i == 6 ? 0.8 : CAROM_FOREVER;
        def.meetMask = i == 7;
        def.time = i == 3 ? 0.7 : CAROM_NOW;
        fire(world, def, &random, 6, 16.0, 15.0);
        if (i == 5) {
            def.position = randomPoint(&random, 10.0);
            CaromProjectileId missile = caromProjectileFire(world, &def);
            caromProjectileSetTargetPoint(world, missile, randomPoint(&random, 10.0));
            caromProjectileSetForce(world, missile, caromVec2(3.0, 1.0), 0.9);
        }
    }
    for (int i = 1; i <= 9; i++) {
        caromWorldStepTo(world, i / 16.0);
    }
    def.blast.radius = 4.0; // from here on what waits for the next step
    def.blast.impulse = 2.0;
    caromWorldExplode(world, caromVec2(3.0, -2.0), &def.blast);
    caromBodySetTransform(world, mark, caromTransform(caromVec2(2.0, 1.0), 0.5, caromVec2(1, 1)));
    caromShapeSetSensor(world, addShape(world, mark, &shape, &random, 10, 0.0), false);
}

static CaromWorld *middleOfEverything(void)
{
    CaromWorld *world = worldOf(caromVec2(0.0, -9.81));
    playEverything(world);
    return world;
}

static unsigned char *save(const CaromWorld *world, size_t *size)
{
    *size = caromWorldSnapshotSize(world);
    unsigned char *bytes = malloc(*size);
    must(bytes != NULL, "no memory for a snapshot");
    must(caromWorldSave(world, bytes, *size, size) == CAROM_OK, "a save was refused");
    return bytes;
}

unsigned char *saveToHand(size_t *size)
{
    CaromWorld *world = middleOfEverything();
    unsigned char *bytes = save(world, size);
    caromWorldDestroy(world);
    return bytes;
}

static void hashFuture(Hash *hash, CaromWorld *world)
{
    hashBits(hash, caromWorldHash(world));
    playToEnd(world, hash, 12, 16.0);
}

void hashHanded(Hash *hash, const unsigned char *bytes, size_t size)
{
    CaromWorld *world = worldOf(caromVec2(1.0, 2.0)); // which gives way to the snapshot's
    must(caromWorldRestore(world, bytes, size) == CAROM_OK, "a snapshot was refused");
    must(caromWorldValidate(world), "a restored world is not as it must be");
    hashFuture(hash, world);
}

static void savedBytes(Hash *hash)
{
    size_t size;
    unsigned char *bytes = saveToHand(&size);
    hashBytes(hash, bytes, size);
    free(bytes);
}

/// Hashes the future of the saved world; that of the restored world must be the same.
static void savedFuture(Hash *hash)
{
    size_t size;
    Hash restored = *hash;
    CaromWorld *world = middleOfEverything();
    unsigned char *bytes = save(world, &size);
    hashFuture(hash, world);
    hashHanded(&restored, bytes, size);
    must(restored.value == hash->value, "a restored world has another future");
    free(bytes);
}

/// And what is recorded is played again the same.
static void recordedBytes(Hash *hash)
{
    size_t size;
    CaromRecorderDef def = caromRecorderDef();
    CaromWorld *world = worldOf(caromVec2(0.0, -9.81)), *again = worldOf(caromVec2(1.0, 2.0));
    def.detail = true;
    CaromRecorder *recorder = caromRecorderCreate(world, &def, NULL);
    playEverything(world);
    must(caromRecorderEnd(recorder) == CAROM_OK, "a recording broke off");
    const void *bytes = caromRecorderBytes(recorder, &size);
    hashBytes(hash, bytes, size);
    CaromReplay *replay = caromReplayCreate(again, bytes, size, NULL);
    while (caromReplayNext(replay) == CAROM_REPLAY_SAME) {
        hashEvents(hash, again);
    }
    must(!caromReplayDifference(replay).found, "a replay differs");
    must(caromWorldHash(again) == caromWorldHash(world), "a replay ends otherwise");
    caromReplayDestroy(replay);
    caromRecorderDestroy(recorder);
    caromWorldDestroy(world);
    caromWorldDestroy(again);
}

const Scenario scenariosSaved[] = {{"saved bytes", savedBytes},
                                   {"recorded bytes", recordedBytes},
                                   {"saved future", savedFuture},
                                   {NULL, NULL}};
