// SPDX-License-Identifier: MIT
// Scenes `size-...`: what rigid bodies cost against how many there are, awake or asleep, and how
// large the map is on which few of them lie. Heaps are equally dense at all sizes.
#include "../support/random.h"
#include "machine.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

#define HEAP 50    // bodies in a bin
#define BIN 10.0   // [m] from bin to bin
#define SETTLE 60  // steps before the clock runs
#define CRATES 100 // on a map

static CaromWorld *newWorld(bool sleeps, CaromBodyId *rest)
{
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef body = caromBodyDef();
    caromThreadPrepare(); // a peer's library may have set modes of its own
    def.tag = 1;
    def.gravity = caromVec2(0, -10);
    def.enableSleep = sleeps;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    *rest = caromBodyCreate(world, &body);
    return world;
}

static CaromBodyId newCrate(CaromWorld *world, CaromVec2 position, double half, bool awake)
{
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = position;
    def.awake = awake;
    CaromBodyId body = caromBodyCreate(world, &def);
    caromShapeCreateBox(world, body, &shape, caromVec2(0, 0), caromVec2(half, half));
    return body;
}

static void steps(CaromWorld *world, int count)
{
    for (int k = 0; k < count; k++) {
        caromWorldStep(world, BENCH_DT);
    }
}

/// [s] of a step.
static double timeOf(CaromWorld *world, int count)
{
    double start = machineThread();
    steps(world, count);
    return (machineThread() - start) / count;
}

static void publish(const char *name, int64_t size, const char *unit, double value,
                    const CaromWorld *world)
{
    racePublishOne(name, size, unit, value, caromWorldHash(world));
}

// ---- awake

/// Heaps that fall into bins, in a square of these.
static CaromWorld *newHeaps(int bodies, uint64_t seed)
{
    CaromBodyId rest;
    CaromWorld *world = newWorld(false, &rest);
    CaromShapeDef def = caromShapeDef();
    TestRandom random = testRandomSeed(seed);
    int bins = (bodies + HEAP - 1) / HEAP, wide = 1;
    while (wide * wide < bins) {
        wide++;
    }
    for (int b = 0; b < bins; b++) {
        CaromVec2 at = caromVec2(BIN * (b % wide), BIN * (b / wide));
        caromShapeCreateBox(world, rest, &def, at, caromVec2(3, 0.2));
        caromShapeCreateBox(world, rest, &def, caromVec2(at.x - 3, at.y + 2), caromVec2(0.2, 2.2));
        caromShapeCreateBox(world, rest, &def, caromVec2(at.x + 3, at.y + 2), caromVec2(0.2, 2.2));
        for (int i = 0; i < HEAP && b * HEAP + i < bodies; i++) {
            double half = testRandomRange(&random, 0.15, 0.3);
            newCrate(world, caromVec2(at.x - 2.4 + 0.7 * (i % 8), at.y + 0.6 + 0.7 * (i / 8)), half,
                     true);
        }
    }
    return world;
}

bool sceneSizeAwake(const BenchRun *run, const char *name)
{
    for (int bodies = 100; bodies <= (run->quick ? 1000 : 100000); bodies *= 10) {
        CaromWorld *world = newHeaps(bodies, run->seed);
        steps(world, SETTLE);
        int count = run->quick ? 5 : bodies < 100000 ? 2000000 / bodies / 10 : 20;
        double ns = timeOf(world, count < 200 ? count : 200) * 1e9 / bodies;
        publish(name, bodies, "ns per body and step", ns, world);
        publish("size-awake-bytes", bodies, "bytes per body",
                (double)caromWorldCounters(world).bytes / bodies, world);
        caromWorldDestroy(world);
    }
    return true;
}

// ---- asleep

/// Crates that sleep side by side on long floors, one above the other.
static CaromWorld *newSleepers(int bodies)
{
    CaromBodyId rest;
    CaromWorld *world = newWorld(true, &rest);
    CaromShapeDef def = caromShapeDef();
    for (int i = 0; i < bodies; i++) {
        if (i % 1000 == 0) {
            caromShapeCreateBox(world, rest, &def, caromVec2(1000, 8.0 * (i / 1000) - 0.5),
                                caromVec2(1010, 0.5));
        }
        newCrate(world, caromVec2(2.0 * (i % 1000), 0.5 + 8.0 * (i / 1000)), 0.5, false);
    }
    steps(world, SETTLE);
    return world;
}

/// A crate is made above the others, falls for some steps, and is destroyed.
static double flightOf(CaromWorld *world)
{
    CaromBodyId crate = newCrate(world, caromVec2(500, 5), 0.5, true);
    steps(world, 4); // what grows has grown
    double seconds = timeOf(world, 30);
    caromBodyDestroy(world, crate);
    steps(world, 1);
    return seconds;
}

static double makingOf(CaromWorld *world)
{
    double start = machineThread();
    CaromBodyId crate = newCrate(world, caromVec2(300, 5), 0.5, true);
    steps(world, 1);
    caromBodyDestroy(world, crate);
    steps(world, 1);
    return machineThread() - start;
}

bool sceneSizeAsleep(const BenchRun *run, const char *name)
{
    for (int bodies = 1000; bodies <= (run->quick ? 10000 : 1000000); bodies *= 10) {
        CaromWorld *world = newSleepers(bodies);
        publish(name, bodies, "us per step", timeOf(world, 1000) * 1e6, world);
        flightOf(world);
        publish("size-asleep-one", bodies, "us per step", flightOf(world) * 1e6, world);
        makingOf(world);
        publish("size-asleep-make", bodies, "us per body", makingOf(world) * 1e6, world);
        publish("size-asleep-bytes", bodies, "bytes per body",
                (double)caromWorldCounters(world).bytes / bodies, world);
        caromWorldDestroy(world);
    }
    return true;
}

// ---- maps

/// Ten crates that move about, and a wall that is made and destroyed again, in turns.
static double editOf(CaromWorld *world, CaromBodyId rest)
{
    CaromShapeDef def = caromShapeDef();
    double start = machineThread();
    for (int k = 0; k < 100; k++) {
        CaromShapeId wall =
            caromShapeCreateBox(world, rest, &def, caromVec2(0.1 * k, 20), caromVec2(0.2, 0.2));
        steps(world, 1);
        caromShapeDestroy(world, wall);
        steps(world, 1);
    }
    return (machineThread() - start) / 200;
}

bool sceneSizeEdits(const BenchRun *run, const char *name)
{
    for (int slabs = 1000; slabs <= (run->quick ? 10000 : 1000000); slabs *= 10) {
        CaromBodyId rest;
        CaromWorld *world = newWorld(false, &rest);
        CaromShapeDef def = caromShapeDef();
        for (int i = 0; i < slabs; i++) {
            caromShapeCreateBox(world, rest, &def,
                                caromVec2(4.0 * (i % 1000), -1 - 8.0 * (i / 1000)),
                                caromVec2(2, 1));
        }
        for (int i = 0; i < 10; i++) {
            newCrate(world, caromVec2(1.5 * i, 3), 0.5, true);
        }
        steps(world, SETTLE);
        editOf(world, rest);
        publish(name, slabs, "us per step", editOf(world, rest) * 1e6, world);
        caromWorldDestroy(world);
    }
    return true;
}

static double cratesOn(CaromWorld *world, double wide, double high)
{
    for (int i = 0; i < CRATES; i++) {
        newCrate(world, caromVec2(wide * (i + 0.5) / CRATES, high), 0.4, true);
    }
    steps(world, 2 * SETTLE);
    return timeOf(world, 100);
}

/// A landscape of waves, one chain.
bool sceneSizeEdges(const BenchRun *run, const char *name)
{
    for (int edges = 1000; edges <= (run->quick ? 1000 : 100000); edges *= 10) {
        CaromBodyId rest;
        CaromWorld *world = newWorld(false, &rest);
        CaromShapeDef def = caromShapeDef();
        CaromVec2 *points = malloc(sizeof *points * (size_t)(edges + 1));
        if (!points) {
            return false;
        }
        for (int i = 0; i <= edges; i++) {
            points[i] = caromVec2(edges - i, (i & 4) ? (i & 3) * 0.3 : 1.2 - (i & 3) * 0.3);
        }
        caromShapeCreateChain(world, rest, &def, points, edges + 1, false);
        free(points);
        double seconds = cratesOn(world, edges, 3);
        publish(name, edges, "us per step", seconds * 1e6, world);
        caromWorldDestroy(world);
    }
    return true;
}

/// Rock with halls in it, and floors along these.
static void carve(uint16_t *tiles, int side, TestRandom *random)
{
    for (int i = 0; i < side * side; i++) {
        tiles[i] = 1;
    }
    for (int k = 0; k < side; k++) {
        int x = testRandomInt(random, 1, side - 17), y = testRandomInt(random, 1, side - 9);
        for (int row = 0; row < 8; row++) {
            memset(&tiles[(y + row) * side + x], 0, 16 * sizeof *tiles);
        }
    }
    memset(&tiles[(side - 6) * side], 0, 6 * sizeof *tiles * (size_t)side);
}

bool sceneSizeTiles(const BenchRun *run, const char *name)
{
    for (int side = 100; side <= (run->quick ? 100 : 3200); side = side < 1000 ? side * 10 : 3200) {
        CaromBodyId rest;
        CaromWorld *world = newWorld(false, &rest);
        CaromShapeDef def = caromShapeDef();
        TestRandom random = testRandomSeed(run->seed);
        uint16_t *tiles = malloc(sizeof *tiles * (size_t)(side * side));
        if (!tiles) {
            return false;
        }
        carve(tiles, side, &random);
        CaromTileMap map = {side, side, 1.0, {0, 0}, tiles, 0.0};
        CaromShapeId shape = caromShapeCreateTiles(world, rest, &def, &map);
        free(tiles);
        double seconds = cratesOn(world, side, side - 5);
        publish(name, (int64_t)side * side, "us per step", seconds * 1e6, world);
        double start = machineThread();
        for (int k = 0; k < 10; k++) {
            caromShapeSetTile(world, shape, side / 2 + 2 * k, side - 7, 0);
            steps(world, 1);
        }
        publish("size-tiles-dig", (int64_t)side * side, "us per step",
                (machineThread() - start) * 1e5, world);
        caromWorldDestroy(world);
        if (side == 3200) {
            break;
        }
    }
    return true;
}
