// SPDX-License-Identifier: MIT
// Scene `tiles`: a tile that is set in a map of 256 × 256, a third of it solid. Rays into the world
// that was edited answer as those into a new one of the same tiles.
#include "../support/random.h"
#include "machine.h"
#include "scenes.h"

#include <stdlib.h>

#define SIDE 256
#define EDITS 200
#define RAYS 1000

typedef struct Tiles {
    CaromWorld *world;
    CaromShapeId shape;
    TestRandom random;
    uint16_t now[SIDE * SIDE]; // what the map should be
} Tiles;

static CaromWorld *makeWorld(Tiles *tiles, CaromShapeId *shape)
{
    CaromWorldDef def = caromWorldDef();
    def.tag = 1;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    if (world) {
        CaromBodyDef bodyDef = caromBodyDef();
        CaromShapeDef shapeDef = caromShapeDef();
        CaromTileMap map = {SIDE, SIDE, 1.0, {0, 0}, tiles->now, 0.0};
        *shape = caromShapeCreateTiles(world, caromBodyCreate(world, &bodyDef), &shapeDef, &map);
    }
    return world;
}

static double lap(void *context, Racer *racer)
{
    Tiles *tiles = racer->state;
    int places[EDITS];
    (void)context;
    for (int i = 0; i < EDITS; i++) {
        places[i] = testRandomInt(&tiles->random, 0, SIDE * SIDE - 1);
        tiles->now[places[i]] = !tiles->now[places[i]];
    }
    double start = machineSeconds();
    for (int i = 0; i < EDITS; i++) {
        int x = places[i] % SIDE, y = places[i] / SIDE;
        uint16_t tile = !caromShapeTile(tiles->world, tiles->shape, x, y);
        caromShapeSetTile(tiles->world, tiles->shape, x, y, tile);
    }
    return (machineSeconds() - start) * 1e9 / EDITS;
}

static double castAt(const CaromWorld *world, TestRandom *random)
{
    CaromHit hit;
    double x = testRandomRange(random, 0, SIDE), y = testRandomRange(random, 0, SIDE);
    CaromRotation turn = caromRotation(testRandomRange(random, 0, 6.283185307179586));
    return caromWorldCastRay(world, caromVec2(x, y), caromVec2(16 * turn.c, 16 * turn.s),
                             caromQueryOptions(), &hit, 1) > 0
               ? hit.fraction
               : 1;
}

static bool check(Tiles *tiles, Racer *racer, const char *name)
{
    CaromShapeId shape;
    CaromWorld *fresh = makeWorld(tiles, &shape);
    int wrong = 0;
    racer->hash = BENCH_HASH_START;
    for (uint64_t i = 0; fresh && i < RAYS; i++) {
        TestRandom one = testRandomSeed(i), other = one;
        double fraction = castAt(tiles->world, &one);
        wrong += fraction != castAt(fresh, &other);
        racer->hash = benchHashDouble(racer->hash, fraction);
    }
    bool good = raceAgree(name, "a new world", wrong, RAYS, 0) && wrong == 0;
    caromWorldDestroy(fresh);
    return good;
}

bool sceneTiles(const BenchRun *run, const char *name)
{
    static Race race;
    Tiles *tiles = malloc(sizeof *tiles);
    bool good = false;
    if (!tiles) {
        return false;
    }
    tiles->random = testRandomSeed(run->seed);
    for (int i = 0; i < SIDE * SIDE; i++) {
        tiles->now[i] = testRandomUnit(&tiles->random) < 1.0 / 3;
    }
    tiles->world = makeWorld(tiles, &tiles->shape);
    raceBegin(&race, name, SIDE * SIDE, "ns per edit");
    if (tiles->world) {
        Racer *racer = raceEnter(&race, benchCarom.name, NULL, tiles);
        raceRun(&race, run, lap, NULL);
        good = check(tiles, racer, name);
    }
    if (good) {
        racePublish(&race, run);
    }
    caromWorldDestroy(tiles->world);
    free(tiles);
    return good;
}
