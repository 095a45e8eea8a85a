// SPDX-License-Identifier: MIT
// Sectors: location, traces, arm's length, and their map linked to a world.
#include "../../world/api/carom.h"
#include "scenario.h"

enum { SIDE = 9, LINES = 2 * SIDE * (SIDE - 1) };

/// Crooked squares of two sectors, as on a chessboard.
static CaromSectorMap *chessboard(TestRandom *random)
{
    static CaromVec2 vertices[SIDE * SIDE];
    static CaromSectorLine lines[LINES];
    CaromSector sectors[2] = {{0.0, 3.0, NULL}, {1.0, 4.0, NULL}};
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        CaromVec2 shift = randomPoint(random, 0.375);
        vertices[i] = caromVec2(i % SIDE + shift.x, (double)(i / SIDE) + shift.y);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        int side = (i % SIDE + i / SIDE) % 2;
        uint32_t blocks = i % 7 == 0;
        if (i % SIDE + 1 < SIDE) {
            lines[count++] = (CaromSectorLine){i, i + 1, 1 - side, side, blocks, NULL};
        }
        if (i + SIDE < SIDE * SIDE) {
            lines[count++] = (CaromSectorLine){i, i + SIDE, side, 1 - side, blocks, NULL};
        }
    }
    CaromSectorMapDef def = caromSectorMapDef();
    def.log = NULL;
    def.vertices = vertices;
    def.vertexCount = SIDE * SIDE;
    def.lines = lines;
    def.lineCount = count;
    def.sectors = sectors;
    def.sectorCount = 2;
    CaromSectorMap *map = caromSectorMapCreate(&def, NULL);
    must(map != NULL, "no map of sectors");
    return map;
}

static void hashCrossings(Hash *hash, const CaromSectorCrossing *found, int count)
{
    hashNumber(hash, count);
    for (int i = 0; i < count && i < 64; i++) {
        hashNumber(hash, found[i].line);
        hashNumber(hash, found[i].at);
        hashPoint(hash, found[i].point);
        hashNumber(hash, found[i].from * 64 + found[i].to * 8 + (int)found[i].block);
    }
}

static void traces(Hash *hash)
{
    TestRandom random = testRandomSeed(61);
    CaromSectorMap *map = chessboard(&random);
    for (int i = 0; i < 300; i++) {
        CaromSectorCrossing found[64];
        CaromSectorQuery query = caromSectorQuery();
        CaromVec2 from = randomPoint(&random, 10.0), way = randomPoint(&random, 10.0);
        CaromVec2 pull = i % 2 ? randomPoint(&random, 5.0) : caromVec2(0.0, 0.0);
        query.through = i % 3 == 0;
        query.mask = i % 3 == 2 ? 0 : query.mask;
        hashNumber(hash, caromSectorMapLocate(map, from));
        int count = caromSectorMapTraceArc(map, from, way, pull, 1.5, query, found, 64);
        hashCrossings(hash, found, count);
        hashCrossings(hash, found, caromSectorMapTrace(map, from, way, query, found, 64));
        CaromBox box = caromBoxInflate(caromBoxOfPoints(&from, 1), 1.0);
        int walls[64];
        count = caromSectorMapWalls(map, box, query, walls, 64);
        hashNumber(hash, count > 0 ? walls[count / 2 % 64] : -1);
        CaromSectorNearest near;
        CaromVec2 kept;
        if (caromSectorMapNearest(map, from, 2.0, query, &near)) {
            hashNumber(hash, near.distance);
            hashPoint(hash, near.normal);
        }
        if (caromSectorMapKeepArm(map, from, 0.125, query, &kept)) {
            hashPoint(hash, kept);
        }
    }
    caromSectorMapDestroy(map);
}

/// What cross events report about portals.
static void hashPortals(Hash *hash, const CaromSectorLink *link, const CaromWorld *world)
{
    CaromEvents now = caromWorldEvents(world);
    for (int i = 0; i < now.crossCount; i++) {
        CaromSectorCrossing crossing;
        if (caromSectorLinkCrossing(link, &now.crosses[i], &crossing)) {
            hashCrossings(hash, &crossing, 1);
        }
    }
}

/// Doors close and open under what flies through them.
static void linked(Hash *hash)
{
    TestRandom random = testRandomSeed(62);
    CaromSectorMap *map = chessboard(&random);
    CaromWorld *world = worldOf(caromVec2(0.0, -1.0));
    CaromSectorLinkDef linkDef = caromSectorLinkDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromSectorLink *link = caromSectorLinkCreate(world, map, &linkDef, NULL);
    must(link != NULL, "no link of sectors");
    def.filter.mask |= (uint64_t)1 << 32;
    for (int i = 0; i < 40; i++) {
        def.position = caromVec2Add(caromVec2(4.0, 4.0), randomPoint(&random, 3.5));
        def.velocity = randomPoint(&random, 5.0);
        caromProjectileFire(world, &def);
    }
    for (int i = 0; i < 8; i++) {
        play(world, hash, 4, 16.0);
        hashPortals(hash, link, world);
        caromSectorMapSetHeights(map, 1, 1.0, i % 2 ? 4.0 : 0.5);
        caromSectorMapSetBlocks(map, 5 * i, (uint32_t)i % 2);
        must(caromSectorLinkSync(link) == CAROM_OK, "no sync of sectors");
    }
    caromSectorLinkDestroy(link);
    playToEnd(world, hash, 4, 16.0);
    caromSectorMapDestroy(map);
}

const Scenario scenariosMaps[] = {
    {"sectors", traces}, {"sectors in a world", linked}, {NULL, NULL}};
