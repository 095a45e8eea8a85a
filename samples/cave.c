// SPDX-License-Identifier: MIT
#include "cave.h"

#include <string.h>

static uint16_t *tileAt(uint16_t *tiles, int x, int y)
{
    bool isOn = x >= 0 && y >= 0 && x < CAVE_WIDTH && y < CAVE_HEIGHT;
    return isOn ? &tiles[y * CAVE_WIDTH + x] : NULL;
}

static int neighbours(uint16_t *tiles, int x, int y)
{
    int solid = 0;
    for (int k = 0; k < 9; k++) {
        const uint16_t *tile = tileAt(tiles, x + k % 3 - 1, y + k / 3 - 1);
        solid += tile == NULL || *tile != CAVE_FREE;
    }
    return solid;
}

/// What five of nine say, five times over: noise becomes a cave.
static void digCave(uint16_t *tiles, SampleRandom *random)
{
    static uint16_t next[CAVE_WIDTH * CAVE_HEIGHT];
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++)
        tiles[i] = sampleRandomIndex(random, 100) < 45 ? CAVE_DIRT : CAVE_FREE;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) {
            bool solid = neighbours(tiles, i % CAVE_WIDTH, i / CAVE_WIDTH) >= 5;
            next[i] = solid ? CAVE_DIRT : CAVE_FREE;
        }
        memcpy(tiles, next, sizeof next);
    }
}

/// Veins of another tile in what is solid.
static void addVeins(uint16_t *tiles, SampleRandom *random, int count, double most, uint16_t value)
{
    for (int k = 0; k < count; k++) {
        double x = sampleRandomRange(random, 0, CAVE_WIDTH),
               y = sampleRandomRange(random, 0, CAVE_HEIGHT),
               r = sampleRandomRange(random, 2, most);
        for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) {
            double dx = i % CAVE_WIDTH + 0.5 - x, dy = i / CAVE_WIDTH + 0.5 - y;
            if (tiles[i] != CAVE_FREE && dx * dx + dy * dy < r * r)
                tiles[i] = value;
        }
    }
}

/// All around, so that nothing gets lost.
static void addRim(uint16_t *tiles)
{
    for (int i = 0; i < CAVE_WIDTH * CAVE_HEIGHT; i++) {
        int x = i % CAVE_WIDTH, y = i / CAVE_WIDTH;
        if (x < 2 || y < 2 || x >= CAVE_WIDTH - 2 || y >= CAVE_HEIGHT - 2)
            tiles[i] = CAVE_STONE;
    }
}

/// Free tiles with free ones around, one in each quarter of the width.
static void placeGuns(uint16_t *tiles, SampleRandom *random, CaromVec2 *guns)
{
    for (int g = 0; g < CAVE_GUNS; g++) {
        int x = 0, y = 0, most = 9;
        for (int k = 0; k < 400; k++) {
            int u = CAVE_WIDTH / CAVE_GUNS * g + 3 +
                    sampleRandomIndex(random, CAVE_WIDTH / CAVE_GUNS - 6),
                v = 8 + sampleRandomIndex(random, CAVE_HEIGHT - 16),
                solid = neighbours(tiles, u, v);
            if (solid < most) {
                x = u;
                y = v;
                most = solid;
            }
        }
        guns[g] = caromVec2(x + 0.5, y + 0.5);
        *tileAt(tiles, x, y) = CAVE_FREE;
    }
}

void caveDig(uint16_t *tiles, CaromVec2 guns[CAVE_GUNS], SampleRandom *random)
{
    digCave(tiles, random);
    addVeins(tiles, random, 26, 7, CAVE_STONE);
    addVeins(tiles, random, 16, 4, CAVE_CRYSTAL);
    addRim(tiles);
    placeGuns(tiles, random, guns);
}

CaromShapeId caveBuild(CaromWorld *world, const uint16_t *tiles)
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shapeDef = caromShapeDef();
    CaromTileMap map = {CAVE_WIDTH, CAVE_HEIGHT, 1.0, {0.0, 0.0}, tiles, 0.0};
    CaromSurface dirt = caromSurface(), stone = caromSurface(), crystal = caromSurface();
    dirt.ricochetAngle = 0.3;
    dirt.steep = CAROM_HIT_DIE;
    dirt.restitution = 0.6;
    stone.restitution = 0.8;
    CaromShapeId shape =
        caromShapeCreateTiles(world, caromBodyCreate(world, &bodyDef), &shapeDef, &map);
    caromWorldSetSurface(world, CAVE_BULLET, CAVE_DIRT - 1, &dirt);
    caromWorldSetSurface(world, CAVE_BULLET, CAVE_STONE - 1, &stone);
    caromWorldSetSurface(world, CAVE_BULLET, CAVE_CRYSTAL - 1, &crystal);
    return shape;
}
