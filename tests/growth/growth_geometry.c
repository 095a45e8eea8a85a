// SPDX-License-Identifier: MIT
// Calls that are given n points, edges or lines at once: hulls, pieces, mass, light, tiles, maps of
// sectors, queries.
#include "growth.h"

#include "../../world/api/carom.h"
#include "../support/random.h"

#include <stdlib.h>

static void *room(size_t size, int count)
{
    void *all = malloc(size * (size_t)count);
    if (!all) {
        abort();
    }
    return all;
}

/// Random radii at growing angles.
static CaromVec2 *star(int n)
{
    TestRandom random = testRandomSeed(1);
    CaromVec2 *all = room(sizeof *all, n);
    for (int i = 0; i < n; ++i) {
        CaromRotation r = caromRotation(6.283185307179586 * i / n);
        all[i] = caromVec2Scale(caromVec2(r.c, r.s), testRandomRange(&random, 5.0, 10.0));
    }
    return all;
}

static void hull(int n)
{
    TestRandom random = testRandomSeed(2);
    CaromVec2 *all = room(sizeof *all, n);
    for (int i = 0; i < n; ++i) {
        all[i] = caromVec2(testRandomInt(&random, 0, 100), testRandomInt(&random, 0, 100));
    }
    growthBegin();
    caromHull(all, n);
    growthEnd();
    free(all);
}

static void hullOfSorted(int n)
{
    CaromVec2 *all = room(sizeof *all, n);
    for (int i = 0; i < n; ++i) {
        all[i] = caromVec2(i, 1.0 * i * i);
    }
    growthBegin();
    growthExpect(caromHull(all, n) == n, "all points are corners");
    growthEnd();
    free(all);
}

static void pieces(int n)
{
    CaromVec2 *all = star(n);
    CaromAllocator allocator = growthAllocator();
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, all, n, 0.0);
    int *indices = room(sizeof *indices, 3 * n), *ends = room(sizeof *ends, n);
    CaromPieces out = {indices, ends, 3 * n, n, 0, 0};
    growthBegin();
    growthExpect(caromConvexPieces(&geometry, 0, &allocator, &out) == CAROM_OK, "no pieces");
    growthEnd();
    free(indices);
    free(ends);
    free(all);
}

static void measures(int n)
{
    CaromVec2 *all = star(n);
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, all, n, 0.0);
    growthBegin();
    caromGeometryMass(&geometry);
    caromPolygonArea(all, n);
    caromPolygonWinding(all, n);
    caromPolygonIsConvex(all, n);
    caromPolygonCentroid(all, n);
    growthEnd();
    free(all);
}

/// Two round polygons of n corners: far, apart by a corner's or an edge's way, in touch, deep.
static void convexPairs(int n)
{
    static const double away[][2] = {{50.0, 3.0}, {2.01, 0.3}, {1.5, 1.5}, {2.0, 0.0}, {0.7, 0.4}};
    CaromVec2 *a = room(sizeof *a, n), *b = room(sizeof *b, n);
    for (int k = 0; k < 5; ++k) {
        for (int i = 0; i < n; ++i) {
            CaromRotation r = caromRotation(6.283185307179586 * i / n);
            CaromRotation turned = caromRotation(-6.283185307179586 * (i + 0.25 * k) / n);
            a[i] = caromVec2(r.c, r.s);
            b[i] = caromVec2(away[k][0] + turned.c, away[k][1] + turned.s);
        }
        CaromGeometry one = caromGeometry(CAROM_SHAPE_POLYGON, a, n, 0.0);
        CaromGeometry other = caromGeometry(CAROM_SHAPE_POLYGON, b, n, 0.125);
        CaromManifold manifold;
        growthBegin();
        double distance = caromShapesDistance(&one, &other).distance;
        bool isNear = distance <= 0.25;
        growthExpect(caromShapesTouch(&one, &other) == (distance <= 0.0), "another touch");
        growthExpect((caromOverlapConvex(&one, &other).depth >= -0.25) == isNear, "another depth");
        growthExpect(caromShapesCollide(&one, &other, 0.25, &manifold, 1) == isNear,
                     "another manifold");
        growthEnd();
    }
    free(a);
    free(b);
}

// ---- in a world

static CaromBodyId addBody(CaromWorld *world)
{
    CaromBodyDef def = caromBodyDef();
    return caromBodyCreate(world, &def);
}

/// A chain of random points, so that all edges cross each other.
static void chain(int n)
{
    TestRandom random = testRandomSeed(3);
    CaromWorld *world = growthWorld();
    CaromShapeDef def = caromShapeDef();
    CaromVec2 *all = room(sizeof *all, n);
    for (int i = 0; i < n; ++i) {
        all[i] = caromVec2(i + testRandomUnit(&random), testRandomUnit(&random));
    }
    growthBegin();
    CaromShapeId id = caromShapeCreateChain(world, addBody(world), &def, all, n, 0);
    growthExpect(id.index != 0, "no chain");
    growthExpect(caromShapeDestroy(world, id) == CAROM_OK, "not destroyed");
    growthEnd();
    caromWorldDestroy(world);
    free(all);
}

static CaromWorld *scatter(int n)
{
    CaromWorld *world = growthWorld();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId body = addBody(world);
    for (int i = 0; i < n; ++i) {
        caromShapeCreateBox(world, body, &def,
                            caromVec2(2.0 * (i % 32) + 1.0, 2.0 * (i / 32) + 1.0),
                            caromVec2(0.5, 0.5));
    }
    return world;
}

static void light(int n)
{
    CaromWorld *world = scatter(n);
    CaromAllocator allocator = growthAllocator();
    CaromLight *light = caromLightCreate(&allocator);
    CaromLightDef def = caromLightDef();
    def.position = caromVec2(32.0, n / 32.0);
    def.range = 1e4;
    growthBegin();
    growthExpect(caromLightCast(light, world, &def) == CAROM_OK, "no light");
    caromLightExposeSegment(light, world, def.position, caromVec2(-10, -10), caromVec2(-10, 100),
                            caromQueryOptions(), NULL, 0);
    growthEnd();
    caromLightDestroy(light);
    caromWorldDestroy(world);
}

/// Circles that cut each other.
static void lightOfRound(int n)
{
    CaromWorld *world = growthWorld();
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId body = addBody(world);
    for (int i = 0; i < n; ++i) {
        caromShapeCreateCircle(world, body, &shape, caromVec2(i % 64, 2.0 + i / 64), 0.75);
    }
    CaromLight *light = caromLightCreate(NULL);
    CaromLightDef def = caromLightDef();
    def.position = caromVec2(32.0, -1.0);
    def.range = 1e4;
    growthBegin();
    growthExpect(caromLightCast(light, world, &def) == CAROM_OK, "no light");
    growthEnd();
    caromLightDestroy(light);
    caromWorldDestroy(world);
}

static void overlaps(int n)
{
    CaromWorld *world = scatter(n);
    CaromShapeId *ids = room(sizeof *ids, n);
    CaromBox all = {{-1.0, -1.0}, {100.0, n}};
    growthBegin();
    growthExpect(caromWorldOverlapBox(world, all, caromQueryOptions(), ids, n) == n,
                 "not all overlap");
    growthEnd();
    free(ids);
    caromWorldDestroy(world);
}

static void nearest(int n)
{
    CaromWorld *world = scatter(n);
    CaromNear *nears = room(sizeof *nears, n);
    CaromNearestQuery query = caromNearestQuery();
    query.point = caromVec2(32.0, n / 32.0);
    query.within = 1e4;
    growthBegin();
    growthExpect(caromWorldNearest(world, &query, nears, n) == n, "not all are near");
    growthEnd();
    free(nears);
    caromWorldDestroy(world);
}

/// The 48 nearest of all that a ray meets: more take a search for every 48, as its header says.
static void rays(int n)
{
    CaromWorld *world = scatter(n);
    CaromHit hits[48];
    growthBegin();
    int met = caromWorldCastRay(world, caromVec2(1.0, -1.0), caromVec2(0.0, n), caromQueryOptions(),
                                hits, 48);
    growthExpect(met == n / 32, "a ray along a column meets it");
    growthEnd();
    caromWorldDestroy(world);
}

// ---- maps

static uint16_t *chequers(int side)
{
    uint16_t *tiles = room(sizeof *tiles, side * side);
    for (int i = 0; i < side * side; ++i) {
        tiles[i] = (uint16_t)((i / side + i % side) % 2);
    }
    return tiles;
}

/// n tiles that touch at corners only.
static void tilesMade(int n)
{
    int side = 1;
    while ((side + 1) * (side + 1) <= n) {
        ++side;
    }
    CaromWorld *world = growthWorld();
    CaromShapeDef def = caromShapeDef();
    uint16_t *tiles = chequers(side);
    CaromTileMap map = {0};
    map.tiles = tiles;
    map.width = map.height = side;
    map.size = 1.0;
    growthBegin();
    CaromShapeId id = caromShapeCreateTiles(world, addBody(world), &def, &map);
    growthEnd();
    growthExpect(id.index != 0, "no tiles");
    caromWorldDestroy(world);
    free(tiles);
}

static void tilesDug(int n)
{
    int side = 1;
    while ((side + 1) * (side + 1) <= n) {
        ++side;
    }
    CaromWorld *world = growthWorld();
    CaromShapeDef def = caromShapeDef();
    uint16_t *tiles = chequers(side);
    CaromTileMap map = {0};
    map.tiles = tiles;
    map.width = map.height = side;
    map.size = 1.0;
    CaromShapeId id = caromShapeCreateTiles(world, addBody(world), &def, &map);
    growthBegin();
    for (int k = 0; k < 4; ++k) {
        int x = side / 2 + k, y = side / 2;
        growthExpect(caromShapeSetTile(world, id, x, y, (uint16_t)(1 - tiles[y * side + x])) ==
                         CAROM_OK,
                     "not dug");
    }
    growthEnd();
    caromWorldDestroy(world);
    free(tiles);
}

/// A row of n square rooms with portals between them.
static void sectors(int n)
{
    CaromVec2 *vertices = room(sizeof *vertices, 2 * (n + 1));
    CaromSectorLine *lines = room(sizeof *lines, 3 * n + 1);
    CaromSector *rooms = room(sizeof *rooms, n);
    CaromSectorMapDef def = caromSectorMapDef();
    CaromSectorLine blank = {0};
    int count = 0;
    for (int i = 0; i <= n; ++i) {
        vertices[2 * i] = caromVec2(i, 0.0);
        vertices[2 * i + 1] = caromVec2(i, 1.0);
        CaromSectorLine portal = blank, low = blank, high = blank;
        portal.a = 2 * i;
        portal.b = 2 * i + 1;
        portal.front = i < n ? i : i - 1;
        portal.back = i > 0 && i < n ? i - 1 : CAROM_NO_SECTOR;
        if (i == n) {
            portal.a = 2 * i + 1;
            portal.b = 2 * i;
        }
        lines[count++] = portal;
        if (i < n) {
            CaromSector sector = {0};
            sector.ceiling = 1.0;
            rooms[i] = sector;
            low.a = 2 * i + 2;
            low.b = 2 * i;
            high.a = 2 * i + 1;
            high.b = 2 * i + 3;
            low.front = high.front = i;
            low.back = high.back = CAROM_NO_SECTOR;
            lines[count++] = low;
            lines[count++] = high;
        }
    }
    def.allocator = growthAllocator();
    def.vertices = vertices;
    def.vertexCount = 2 * (n + 1);
    def.lines = lines;
    def.lineCount = count;
    def.sectors = rooms;
    def.sectorCount = n;
    CaromWorld *world = growthWorld();
    CaromSectorLinkDef linkDef = caromSectorLinkDef();
    CaromError error;
    growthBegin();
    CaromSectorMap *map = caromSectorMapCreate(&def, &error);
    growthExpect(map != NULL, "no map");
    int met = caromSectorMapTrace(map, caromVec2(0.5, 0.5), caromVec2(n - 1, 0.0),
                                  caromSectorQuery(), NULL, 0);
    growthExpect(met == n - 1, "not all portals are crossed");
    CaromSectorLink *link = caromSectorLinkCreate(world, map, &linkDef, NULL);
    caromSectorLinkSync(link);
    caromSectorLinkDestroy(link);
    growthEnd();
    caromSectorMapDestroy(map);
    caromWorldDestroy(world);
    free(vertices);
    free(lines);
    free(rooms);
}

const GrowthCase growthGeometry[] = {
    {"hull, whole numbers", 2000, 2.5, hull},
    {"hull, of sorted points", 2000, 2.5, hullOfSorted},
    {"convex pieces", 2000, 2.5, pieces},
    {"area, mass, convexity", 2000, 2.5, measures},
    {"convex polygons, two of many corners", 1000, 2.5, convexPairs},
    {"chain", 2000, 2.5, chain},
    {"light, among boxes", 500, 2.5, light},
    {"light, circles that cut each other", 250, 2.5, lightOfRound},
    {"query, all overlap a box", 2048, 2.5, overlaps},
    {"query, all by distance", 2048, 2.5, nearest},
    {"query, ray along a column", 2048, 2.5, rays},
    {"tiles, chequers", 4096, 2.5, tilesMade},
    {"tiles, one dug in chequers", 4096, 2.5, tilesDug},
    {"sectors, rooms in a row", 500, 2.5, sectors},
    {0},
};
