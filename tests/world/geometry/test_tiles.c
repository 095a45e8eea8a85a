// SPDX-License-Identifier: MIT
// Tile maps as shapes. Oracles: each solid tile as a box of its own; a new map; the tile that a
// place is in.
#include "../../../world/geometry/tile_border.h"
#include "../../support/builder.h"
#include "../../support/field.h"
#include "../../support/flight_field.h"
#include "../../support/meter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 24

typedef struct Map {
    CaromTileMap map;
    uint16_t tiles[SIDE * SIDE];
} Map;

/// From nearly empty to nearly full; with values, patches of 1 .. values.
static void makeMap(Map *m, TestRandom *random, int values)
{
    int percent = testRandomInt(random, 0, 100);
    m->map.width = testRandomInt(random, 1, SIDE);
    m->map.height = testRandomInt(random, 1, SIDE);
    m->map.size = testRandomInt(random, 0, 1) ? 1.0 : testRandomRange(random, 0.1, 2.0);
    m->map.origin = caromVec2(testRandomInt(random, -9, 9), testRandomRange(random, -9.0, 9.0));
    m->map.tiles = m->tiles;
    m->map.radius = 0.0;
    for (int i = 0; i < m->map.width * m->map.height; i++) {
        bool solid = testRandomInt(random, 1, 100) <= percent;
        m->tiles[i] = solid ? (uint16_t)testRandomInt(random, 1, values) : 0;
    }
}

typedef struct Room {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeId shape;
} Room;

static Room makeRoom(const CaromTileMap *map, CaromTransform transform)
{
    Room room = {0};
    room.world = newWorld();
    room.body = newRest(room.world);
    ck_assert_ok(caromBodySetTransform(room.world, room.body, transform));
    if (map != NULL) {
        room.shape = newTiles(room.world, room.body, map);
    }
    return room;
}

static void freeRoom(Room *room)
{
    endWorld(room->world);
}

static CaromTransform anyTransform(TestRandom *random, bool still)
{
    CaromVec2 scale = caromVec2(testRandomInt(random, 0, 1) ? 1.0 : -0.8,
                                testRandomInt(random, 0, 1) ? 1.3 : -1.0);
    return still ? caromTransformIdentity()
                 : caromTransform(caromVec2(testRandomRange(random, -9.0, 9.0), 3.0),
                                  testRandomRange(random, -4.0, 4.0), scale);
}

static uint16_t tileAt(const Map *m, int x, int y)
{
    bool on = x >= 0 && y >= 0 && x < m->map.width && y < m->map.height;
    return on ? m->tiles[y * m->map.width + x] : 0;
}

/// A place around the map, and the value of its tile; in local space.
static CaromVec2 anyPlace(const Map *m, TestRandom *random, uint16_t *tile)
{
    double u = testRandomRange(random, -2.0, m->map.width + 2.0),
           v = testRandomRange(random, -2.0, m->map.height + 2.0);
    *tile = tileAt(m, (int)floor(u), (int)floor(v));
    return caromVec2(m->map.origin.x + u * m->map.size, m->map.origin.y + v * m->map.size);
}

/// Inside and outside, mirrored or not; the exact border too: corners of tiles are in where one of
/// the four around is solid.
TEST_SEEDS(places_are_in_solid_tiles, 64)
{
    Map m;
    makeMap(&m, &random, 3);
    CaromTransform t = anyTransform(&random, _i % 2);
    Room room = makeRoom(&m.map, t);
    CaromShapeId found;
    CaromGeometry g;
    ck_assert_ok(caromShapeGeometry(room.world, room.shape, &g, NULL));
    ck_assert_int_eq(g.type, CAROM_SHAPE_TILES);
    for (int k = 0; k < 500 * flightTestTimes(4); k++) {
        uint16_t tile;
        CaromVec2 p = caromTransformPoint(t, anyPlace(&m, &random, &tile));
        ck_assert_msg(caromWorldOverlapPoint(room.world, p, caromQueryOptions(), &found, 1) ==
                          (tile != 0),
                      "seed %d: place %d", _i, k);
    }
    for (int k = 0; k < 100 && _i % 2; k++) {
        int x = testRandomInt(&random, 0, m.map.width), y = testRandomInt(&random, 0, m.map.height);
        CaromVec2 p = caromVec2(m.map.origin.x + x * m.map.size, m.map.origin.y + y * m.map.size);
        bool in = tileAt(&m, x, y) || tileAt(&m, x - 1, y) || tileAt(&m, x, y - 1) ||
                  tileAt(&m, x - 1, y - 1);
        ck_assert_int_eq(caromWorldOverlapPoint(room.world, p, caromQueryOptions(), &found, 1), in);
    }
    freeRoom(&room);
}

/// The tile that a ray or a disc meets first, and where, as if each were a box.
TEST_SEEDS(casts_meet_what_they_meet_of_boxes, 64)
{
    Map m;
    makeMap(&m, &random, 3);
    CaromTransform t = anyTransform(&random, _i % 2);
    Room room = makeRoom(&m.map, t), boxes = makeRoom(NULL, t);
    CaromShapeDef shape = caromShapeDef();
    for (int i = 0; i < m.map.width * m.map.height; i++) {
        int x = i % m.map.width, y = i / m.map.width;
        CaromVec2 center = caromVec2(m.map.origin.x + (x + 0.5) * m.map.size,
                                     m.map.origin.y + (y + 0.5) * m.map.size);
        shape.material = m.tiles[i];
        if (m.tiles[i] != 0) {
            caromShapeCreateBox(boxes.world, boxes.body, &shape, center,
                                caromVec2(0.5 * m.map.size, 0.5 * m.map.size));
        }
    }
    double radius = _i / 2 % 2 ? 0.3 * m.map.size : 0.0;
    for (int k = 0; k < 300 * flightTestTimes(20); k++) {
        uint16_t tile, end;
        CaromVec2 from = caromTransformPoint(t, anyPlace(&m, &random, &tile));
        CaromVec2 way = caromVec2Sub(caromTransformPoint(t, anyPlace(&m, &random, &end)), from);
        CaromHit a = {0}, b = {0};
        CaromQueryOptions options = caromQueryOptions();
        CaromShapeId found;
        if (caromWorldOverlapCircle(boxes.world, from, radius * 1.4, options, &found, 1) > 0) {
            continue;
        }
        int n = caromWorldCastCircle(room.world, from, radius, way, options, &a, 1);
        int q = caromWorldCastCircle(boxes.world, from, radius, way, options, &b, 1);
        ck_assert_msg(n == q && (n == 0 || fabs(a.fraction - b.fraction) < 1e-9), "seed %d: ray %d",
                      _i, k);
        if (n > 0) {
            CaromVec2 in = caromVec2Sub(a.point, caromVec2Scale(a.normal, 1e-7));
            CaromVec2 local = caromTransformPointInverse(t, in);
            int x = (int)floor((local.x - m.map.origin.x) / m.map.size),
                y = (int)floor((local.y - m.map.origin.y) / m.map.size);
            ck_assert_msg(tileAt(&m, a.tile.x, a.tile.y) == a.material + 1u, "seed %d: material",
                          _i);
            ck_assert_msg((abs(x - a.tile.x) + abs(y - a.tile.y) == 0) || radius > 0.0 ||
                              tileAt(&m, x, y) == 0,
                          "seed %d: tile (%d, %d), not (%d, %d)", _i, a.tile.x, a.tile.y, x, y);
        }
    }

    freeRoom(&room);
    freeRoom(&boxes);
}

/// Random values in a random rect, of the map and in the shape.
static void edit(Map *m, Room *room, TestRandom *random)
{
    uint16_t values[SIDE * SIDE];
    int x = testRandomInt(random, 0, m->map.width - 1),
        y = testRandomInt(random, 0, m->map.height - 1),
        w = testRandomInt(random, 1, m->map.width - x > 3 ? 3 : m->map.width - x),
        h = testRandomInt(random, 1, m->map.height - y > 3 ? 3 : m->map.height - y);
    bool dig = testRandomInt(random, 0, 1);
    for (int i = 0; i < w * h; i++) {
        values[i] = dig ? 0 : (uint16_t)testRandomInt(random, 0, 3);
        m->tiles[(y + i / w) * m->map.width + x + i % w] = values[i];
    }
    if (w * h == 1) {
        ck_assert_ok(caromShapeSetTile(room->world, room->shape, x, y, values[0]));
    } else {
        ck_assert_ok(caromShapeSetTiles(room->world, room->shape, x, y, w, h, values));
    }
}

/// A map that was changed is the map that it would have been.
TEST_SEEDS(edited_maps_are_those_made_anew, 32)
{
    Map m;
    makeMap(&m, &random, 3);
    CaromTransform t = anyTransform(&random, _i % 2);
    Room room = makeRoom(&m.map, t);
    for (int round = 0; round < 40; round++) {
        edit(&m, &room, &random);
        ck_assert(caromWorldValidate(room.world));
        if (round % 10 == 0) {
            t = anyTransform(&random, false);
            ck_assert_ok(caromBodySetTransform(room.world, room.body, t));
        }
        Room fresh = makeRoom(&m.map, t);
        CaromGeometry a, b;
        caromShapeGeometry(room.world, room.shape, &a, NULL);
        caromShapeGeometry(fresh.world, fresh.shape, &b, NULL);
        ck_assert_int_eq(a.count, b.count);
        ck_assert(memcmp(a.points, b.points, (size_t)a.count * sizeof *a.points) == 0);
        ck_assert(memcmp(a.next, b.next, (size_t)a.count * sizeof *a.next) == 0);
        for (int k = 0; k < 20; k++) {
            uint16_t tile;
            CaromVec2 p = caromTransformPoint(t, anyPlace(&m, &random, &tile));
            CaromHit hit[2] = {0};
            CaromVec2 way = caromVec2(testRandomRange(&random, -9.0, 9.0), 7.0);
            int n = caromWorldCastRay(room.world, p, way, caromQueryOptions(), &hit[0], 1);
            int q = caromWorldCastRay(fresh.world, p, way, caromQueryOptions(), &hit[1], 1);
            ck_assert(n == q && (n == 0 || (hit[0].fraction == hit[1].fraction &&
                                            hit[0].feature == hit[1].feature &&
                                            hit[0].tile.x == hit[1].tile.x)));
        }
        freeRoom(&fresh);
    }
    freeRoom(&room);
}

static void expectSameMesh(const CrTileMap *tiles, const CrTileMesh *a, const CrTileMesh *b)
{
    size_t links = (size_t)a->count * sizeof(int);
    ck_assert_int_eq(a->count, b->count);
    for (int e = 0; e < a->count; e++) {
        const CrTileEdge *x = &a->edges[e], *y = &b->edges[e];
        ck_assert(x->line == y->line && x->lo == y->lo && x->hi == y->hi && x->tile == y->tile &&
                  x->forward == y->forward);
    }
    ck_assert(memcmp(a->next[0], b->next[0], links) == 0);
    ck_assert(memcmp(a->next[1], b->next[1], links) == 0);
    ck_assert(memcmp(a->rows, b->rows, ((size_t)tiles->height + 2) * sizeof(int)) == 0);
    ck_assert(memcmp(a->columns, b->columns, ((size_t)tiles->width + 2) * sizeof(int)) == 0);
}

/// A mesh that keeps what an edit leaves alone is the mesh of all tiles, links both ways included.
/// Every other map is a chequerboard, on which all edges end where four meet.
TEST_SEEDS(an_edited_mesh_is_that_of_all_tiles, 64)
{
    Meter meter = {0};
    CaromAllocator allocator = meterAllocator(&meter);
    Map m;
    makeMap(&m, &random, 3);
    CrTileMap tiles = {.width = m.map.width, .height = m.map.height, .cells = m.tiles};
    for (int k = 0; k < tiles.width * tiles.height && _i % 2; k++) {
        m.tiles[k] = (uint16_t)((k % tiles.width + k / tiles.width) % 2);
    }
    ck_assert_ok(crTileMeshMake(&tiles, &allocator, NULL, NULL, &tiles.mesh));
    for (int round = 0; round < 100; round++) {
        CrTileMesh edited, whole;
        CrTileRect rect = {testRandomInt(&random, 0, tiles.width - 1),
                           testRandomInt(&random, 0, tiles.height - 1), 1, 1};
        rect.width = testRandomInt(&random, 1, tiles.width - rect.x);
        rect.height = testRandomInt(&random, 0, 3) ? 1 : tiles.height - rect.y;
        for (int k = 0; k < rect.width * rect.height; k++) {
            int x = rect.x + k % rect.width, y = rect.y + k / rect.width;
            m.tiles[y * tiles.width + x] = (uint16_t)testRandomInt(&random, 0, 3);
        }
        ck_assert_ok(crTileMeshMake(&tiles, &allocator, &tiles.mesh, &rect, &edited));
        ck_assert_ok(crTileMeshMake(&tiles, &allocator, NULL, NULL, &whole));
        expectSameMesh(&tiles, &edited, &whole);
        crTileMeshFree(&whole, &allocator);
        crTileMeshFree(&tiles.mesh, &allocator);
        tiles.mesh = edited;
    }
    crTileMeshFree(&tiles.mesh, &allocator);
    ck_assert_uint_eq(meter.held, 0);
}

/// Refused memory at any place, an edit leaves every tile as it was.
TEST(a_refused_edit_changes_no_tile)
{
    enum { WIDTH = 5, HEIGHT = 4 };
    uint16_t tiles[WIDTH * HEIGHT], others[WIDTH * HEIGHT];
    Meter meter;
    CaromWorldDef worldDef = newWorldDef();
    CaromTileMap map = {.width = WIDTH, .height = HEIGHT, .size = 1.0, .tiles = tiles};
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        tiles[i] = (uint16_t)(i * 7 % 3);
        others[i] = (uint16_t)((i + 1) % 2 * (i + 3));
    }
    worldDef.allocator = meterAllocator(&meter);
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromShapeId shape = newTiles(world, newRest(world), &map);
    int refused = 0;
    CaromError error = CAROM_ERROR_MEMORY;
    for (; error == CAROM_ERROR_MEMORY; refused++) {
        meter.failFrom = meter.calls + refused;
        error = caromShapeSetTiles(world, shape, 1, 0, 3, 4, others);
        meter.failFrom = METER_NEVER;
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH, y = i / WIDTH;
            bool edited = error == CAROM_OK && x >= 1 && x < 4;
            ck_assert_uint_eq(caromShapeTile(world, shape, x, y),
                              edited ? others[y * 3 + x - 1] : tiles[i]);
        }
        ck_assert(caromWorldValidate(world));
    }
    ck_assert_ok(error);
    ck_assert_int_gt(refused, 2);
    caromWorldDestroy(world);
}

/// Mirrored or not: of rays at corners of tiles, the edge and the point that a hit names among
/// those of the local geometry, and the tile.
TEST_SEEDS(hits_name_what_they_are_on, 48)
{
    Map m;
    makeMap(&m, &random, 3);
    CaromTransform t = anyTransform(&random, _i % 3 == 0);
    Room room = makeRoom(&m.map, t);
    CaromGeometry local, baked;
    caromShapeLocalGeometry(room.world, room.shape, &local);
    caromShapeGeometry(room.world, room.shape, &baked, NULL);
    for (int k = 0; k < baked.count; k++) {
        uint16_t tile;
        CaromHit hit;
        CaromVec2 p = caromTransformPoint(t, anyPlace(&m, &random, &tile)), to = baked.points[k];
        CaromVec2 way = caromVec2Scale(caromVec2Sub(to, p), 2.0);
        if (tile != 0 || !caromWorldCastRay(room.world, p, way, caromQueryOptions(), &hit, 1)) {
            continue;
        }
        CaromVec2 a = caromTransformPoint(t, local.points[hit.feature]),
                  b = caromTransformPoint(t, local.points[local.next[hit.feature]]);
        ck_assert_msg(caromNearestOnSegment(hit.point, a, b).distance < 1e-9, "seed %d: %d", _i, k);
        ck_assert_msg(hit.material + 1 == tileAt(&m, hit.tile.x, hit.tile.y), "seed %d: %d", _i, k);
        if (hit.vertex >= 0) {
            CaromVec2 at = caromTransformPoint(t, local.points[hit.vertex]);
            ck_assert_msg(hit.vertex == hit.feature || hit.vertex == local.next[hit.feature],
                          "seed %d: %d", _i, k);
            ck_assert_msg(caromVec2Distance(at, hit.point) < 1e-9, "seed %d: %d", _i, k);
        }
    }
    freeRoom(&room);
}

/// Shots fly on after an edit as in a world with the map destroyed and a new map made at the same
/// time: whatever they stored of the map, they look again where they must.
TEST_SEEDS(flights_mind_edits, 48)
{
    Map m;
    makeMap(&m, &random, 3);
    CaromTransform t = anyTransform(&random, _i % 2);
    Room room = makeRoom(&m.map, t), other = makeRoom(&m.map, t);
    CaromProjectileDef def = caromProjectileDef();
    def.radius = _i / 2 % 2 ? 0.05 : 0.0;
    for (int k = 0; k < 60; k++) {
        uint16_t tile, end;
        def.position = caromTransformPoint(t, anyPlace(&m, &random, &tile));
        def.velocity =
            caromVec2Sub(caromTransformPoint(t, anyPlace(&m, &random, &end)), def.position);
        caromProjectileFire(room.world, &def);
        caromProjectileFire(other.world, &def);
    }
    for (int step = 1; step <= 40; step++) {
        caromWorldStepTo(room.world, step / 10.0);
        caromWorldStepTo(other.world, step / 10.0);
        CaromEvents a = caromWorldEvents(room.world), b = caromWorldEvents(other.world);
        ck_assert_msg(a.hitCount == b.hitCount && a.endCount == b.endCount, "seed %d: step %d", _i,
                      step);
        for (int k = 0; k < a.hitCount; k++) {
            ck_assert_msg(a.hits[k].time == b.hits[k].time &&
                              a.hits[k].projectile.index == b.hits[k].projectile.index &&
                              a.hits[k].velocityAfter.x == b.hits[k].velocityAfter.x &&
                              a.hits[k].velocityAfter.y == b.hits[k].velocityAfter.y &&
                              a.hits[k].tile.x == b.hits[k].tile.x &&
                              a.hits[k].tile.y == b.hits[k].tile.y,
                          "seed %d: step %d hit %d", _i, step, k);
        }
        edit(&m, &room, &random);
        caromShapeDestroy(other.world, other.shape);
        other.shape = newTiles(other.world, other.body, &m.map);
    }
    freeRoom(&room);
    freeRoom(&other);
}

/// A cave with tiles of random materials, so that every straight border is full of joints: no
/// bounce of a point has a normal that is not an axis, no bounce of a disc on a flat border is
/// tilted.
TEST_SEEDS(there_are_no_seams, 24)
{
    static Map m;
    m.map.width = m.map.height = SIDE;
    m.map.size = _i % 3 == 0 ? 0.3 : 1.0;
    m.map.origin = caromVec2(_i % 4 ? 0.0 : 12345.0, 0.0);
    m.map.tiles = m.tiles;
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE;
        bool solid = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1 ||
                     (_i % 2 && testRandomInt(&random, 1, 100) <= 12);
        m.tiles[i] = solid ? (uint16_t)testRandomInt(&random, 1, 3) : 0;
    }
    Room room = makeRoom(&m.map, caromTransformIdentity());
    CaromProjectileDef def = caromProjectileDef();
    bool isDisc = _i / 2 % 2;
    def.radius = isDisc ? 0.2 * m.map.size : 0.0;
    for (int k = 0; k < 200; k++) {
        uint16_t tile;
        def.position = anyPlace(&m, &random, &tile);
        def.velocity =
            caromVec2(testRandomRange(&random, -30.0, 30.0),
                      testRandomInt(&random, 0, 9) ? testRandomRange(&random, -30.0, 30.0) : 0.0);
        CaromShapeId found;
        if (caromWorldOverlapCircle(room.world, def.position, def.radius, caromQueryOptions(),
                                    &found, 1) == 0) {
            caromProjectileFire(room.world, &def);
        }
    }
    double hits = 0.0, wanted = 5000.0 * (flightTestTimes(8) > 1 ? flightTestTimes(8) : 1);
    for (int step = 1; hits < wanted && step < 100000; step++) {
        caromWorldStep(room.world, 0.1);
        CaromEvents events = caromWorldEvents(room.world);
        for (int k = 0; k < events.hitCount; k++) {
            const CaromHitEvent *hit = &events.hits[k];
            bool axis = fabs(hit->normal.x) + fabs(hit->normal.y) == 1.0;
            double u = (hit->point.x - m.map.origin.x) / m.map.size, v = hit->point.y / m.map.size;
            bool vertex = fabs(u - floor(u + 0.5)) < 1e-6 && fabs(v - floor(v + 0.5)) < 1e-6;
            bool outer = false; // a true corner: one or three of four tiles, or a diagonal
            if (vertex) {
                int x = (int)floor(u + 0.5), y = (int)floor(v + 0.5);
                bool a = tileAt(&m, x, y), b = tileAt(&m, x - 1, y), c = tileAt(&m, x, y - 1),
                     d = tileAt(&m, x - 1, y - 1);
                outer = (a + b + c + d) % 2 == 1 || (a == d && b == c && a != b);
            }
            ck_assert_msg(axis || (isDisc && outer), "seed %d: normal (%g, %g) at (%g, %g)", _i,
                          hit->normal.x, hit->normal.y, u, v);
        }
        hits += events.hitCount;
    }
    ck_assert(hits >= wanted || caromWorldCounters(room.world).projectiles == 0);
    freeRoom(&room);
}

/// Exactly along diagonals through corners where two tiles touch.
TEST_LOOP(nothing_passes_between_diagonal_tiles, 4)
{
    Map m = {{SIDE, SIDE, 1.0, {0.0, 0.0}, NULL, 0.0}, {0}};
    m.map.tiles = m.tiles;
    for (int i = 0; i < SIDE; i++) {
        m.tiles[i * SIDE + i] = (uint16_t)(1 + i % 2);
    }
    Room room = makeRoom(&m.map, caromTransformIdentity());
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromProjectileDef def = caromProjectileDef();
    for (int k = 0; k < 100; k++) {
        int at = testRandomInt(&random, 1, SIDE - 1);
        double d = testRandomInt(&random, 1, 63) / 64.0, s = testRandomInt(&random, 1, 9);
        def.position = caromVec2(at - d, at + d);
        def.velocity = caromVec2(s * d, -s * d);
        caromProjectileFire(room.world, &def);
    }
    CaromVec2 places[100];
    for (int step = 0; step < 20; step++) {
        caromWorldStep(room.world, 0.5);
        int count = caromWorldPositions(room.world, places, NULL, 100);
        for (int k = 0; k < count; k++) {
            ck_assert_msg(places[k].y > places[k].x, "seed %d: shot %d", _i, k);
        }
    }
    freeRoom(&room);
}

/// What lies on a floor, or is drawn to a wall, falls where its tile goes, and elsewhere goes on
/// lying there, untold.
TEST_LOOP(what_rests_minds_its_tile, 2)
{
    bool upright = _i == 1;
    Map m = {{upright ? 4 : SIDE, upright ? SIDE : 4, 1.0, {0.0, 0.0}, NULL, 0.0}, {0}};
    m.map.tiles = m.tiles;
    for (int k = 0; k < SIDE; k++) {
        m.tiles[upright ? 4 * k : k] = 1;
    }
    Room room = makeRoom(&m.map, caromTransformIdentity());
    caromWorldSetGravity(room.world, upright ? caromVec2(-10.0, 0.0) : caromVec2(0.0, -10.0));
    CaromProjectileDef def = caromProjectileDef();
    CaromProjectileId balls[SIDE];
    def.radius = 0.25;
    def.restitution = 0.0;
    def.friction = 1.0;
    for (int k = 0; k < SIDE; k++) {
        def.position = upright ? caromVec2(2.0, k + 0.5) : caromVec2(k + 0.5, 2.0);
        balls[k] = caromProjectileFire(room.world, &def);
    }
    caromWorldStep(room.world, 2.0);
    for (int gone = 3; gone < SIDE; gone += 4) {
        ck_assert_ok(
            caromShapeSetTile(room.world, room.shape, upright ? 0 : gone, upright ? gone : 0, 0));
        caromWorldStep(room.world, 1.0);
        CaromEvents events = caromWorldEvents(room.world);
        ck_assert_int_eq(events.modeCount, 1);
        ck_assert_uint_eq(events.modes[0].projectile.index, balls[gone].index);
        ck_assert_int_eq(events.modes[0].mode, CAROM_PROJECTILE_FLYING);
        for (int k = 0; k < SIDE; k++) {
            bool lies = caromProjectileMode(room.world, balls[k]) == CAROM_PROJECTILE_RESTING;
            ck_assert_int_eq(lies, k % 4 != 3 || k > gone);
        }
    }
    ck_assert_ok(caromShapeSetTile(room.world, room.shape, upright ? 1 : 0, upright ? 0 : 1, 7));
    caromWorldStep(room.world, 1.0); // filled in where one lies
    ck_assert_int_eq(caromWorldEvents(room.world).endCount, 1);
    ck_assert_int_eq(caromWorldEvents(room.world).ends[0].reason, CAROM_END_CRUSHED);
    freeRoom(&room);
}

/// A long edge is cut while one slides along it: it falls into the gap.
TEST_LOOP(what_slides_minds_gaps, 2)
{
    Map m = {{SIDE, 4, 1.0, {0.0, -1.0}, NULL, 0.0}, {0}};
    m.map.tiles = m.tiles;
    for (int x = 0; x < SIDE; x++) {
        m.tiles[x] = (uint16_t)(1 + (_i ? x % 2 : 0));
    }
    Room room = makeRoom(&m.map, caromTransformIdentity());
    caromWorldSetGravity(room.world, caromVec2(0.0, -10.0));
    CaromProjectileDef def = newShot(caromVec2(0.5, 0.0), caromVec2(2.0, -1.0));
    def.restitution = 0.0;
    CaromProjectileId id = caromProjectileFire(room.world, &def);
    caromWorldStep(room.world, 1.0);
    ck_assert_int_eq(caromProjectileMode(room.world, id), CAROM_PROJECTILE_SLIDING);
    ck_assert_ok(caromShapeSetTile(room.world, room.shape, 5, 0, 0));
    caromWorldStep(room.world, 1.0);
    ck_assert_int_eq(caromProjectileMode(room.world, id), CAROM_PROJECTILE_SLIDING);
    caromWorldStep(room.world, 0.6); // 4.5 + 1.2: past x = 5
    CaromVec2 p = caromProjectilePosition(room.world, id);
    ck_assert(caromProjectileMode(room.world, id) == CAROM_PROJECTILE_FLYING && p.y < 0.0);
    freeRoom(&room);
}

/// Against all tiles as boxes, and against the cells of both rasters.
TEST_SEEDS(sight_is_what_rasters_leave_free, 24)
{
    Map m;
    int clear = 0;
    makeMap(&m, &random, 3);
    m.map.size = _i % 2 ? 1.0 : 0.25;
    m.map.origin = caromVec2(-3.0, 2.0);
    for (int i = 0; i < m.map.width * m.map.height && _i % 3; i++) {
        m.tiles[i] = testRandomInt(&random, 0, 9) ? 0 : 1;
    }
    for (int k = 0; k < 500 * flightTestTimes(20); k++) {
        uint16_t tile;
        CaromVec2 a = anyPlace(&m, &random, &tile), b = anyPlace(&m, &random, &tile);
        if (k % 4 == 0) { // through corners
            a = caromVec2(floor(4.0 * a.x) / 4.0, floor(4.0 * a.y) / 4.0);
            b = caromVec2(floor(4.0 * b.x) / 4.0, floor(4.0 * b.y) / 4.0);
        }
        CaromGeometry line = caromGeometry(CAROM_SHAPE_SEGMENT, (CaromVec2[2]){a, b}, 2, 0.0);
        CaromCell cells[8 * SIDE], from, to;
        bool blocked = false, hidden = false;
        double s = m.map.size;
        from.x = (int)floor((a.x - m.map.origin.x) / s);
        from.y = (int)floor((a.y - m.map.origin.y) / s);
        to.x = (int)floor((b.x - m.map.origin.x) / s);
        to.y = (int)floor((b.y - m.map.origin.y) / s);
        for (int i = 0; i < m.map.width * m.map.height && !blocked; i++) {
            double x = m.map.origin.x + i % m.map.width * s,
                   y = m.map.origin.y + i / m.map.width * s;
            CaromVec2 box[4] = {{x, y}, {x + s, y}, {x + s, y + s}, {x, y + s}};
            CaromGeometry square = caromGeometry(CAROM_SHAPE_POLYGON, box, 4, 0.0);
            blocked = m.tiles[i] != 0 && caromShapesTouch(&line, &square);
        }
        ck_assert_msg(caromTilesLineOfSight(&m.map, a, b) == !blocked &&
                          caromTilesLineOfSight(&m.map, b, a) == !blocked,
                      "seed %d: line %d", _i, k);
        int count = (int)caromRasterLine(from, to, cells, 8 * SIDE);
        for (int i = 1; i + 1 < count; i++) {
            hidden |= tileAt(&m, cells[i].x, cells[i].y) != 0;
        }
        ck_assert_msg(caromTilesSee(&m.map, from, to) == !hidden &&
                          caromTilesSee(&m.map, to, from) == !hidden,
                      "seed %d: cells %d", _i, k);
        clear += !blocked;
    }
    ck_assert_int_gt(clear, 10);
}

TEST_WORLD(the_memory_of_maps_is_told_of, newWorld())
{
    static const uint16_t tiles[400] = {1, 0, 1};
    CaromTileMap map = {20, 20, 1.0, {0.0, 0.0}, tiles, 0.0};
    CaromBodyId body = newRest(world);
    int64_t before = caromWorldMemory(world).shapes;
    newTiles(world, body, &map);
    ck_assert_int_ge(caromWorldMemory(world).shapes, before + (int64_t)sizeof tiles);
    ck_assert_int_eq(caromWorldMemory(world).total, caromWorldCounters(world).bytes);
}

/// A map on which a ball has come to lie that fell from a place.
static Room makeBed(const CaromTileMap *map, CaromVec2 from, double radius, CaromProjectileId *ball)
{
    Room room = makeRoom(map, caromTransformIdentity());
    caromWorldSetGravity(room.world, caromVec2(0.0, -10.0));
    CaromProjectileDef def = newShot(from, caromVec2(0, 0));
    def.radius = radius;
    def.restitution = 0.0;
    *ball = caromProjectileFire(room.world, &def);
    caromWorldStep(room.world, 4.0);
    ck_assert_int_eq(caromProjectileMode(room.world, *ball), CAROM_PROJECTILE_RESTING);
    return room;
}

/// The next second crushes the ball.
static void expectCrushed(CaromWorld *world)
{
    caromWorldStep(world, 1.0);
    ck_assert_int_eq(caromWorldEvents(world).endCount, 1);
    ck_assert_int_eq(caromWorldEvents(world).ends[0].reason, CAROM_END_CRUSHED);
}

/// What lies in a gap, on the corners of the edges to both sides of it, goes on lying there where
/// their other ends are dug away; where a corner goes, it falls.
TEST_LOOP(what_lies_on_corners_minds_them, 3)
{
    for (int k = 0; k < 4; k++) {
        static const int dug[4] = {0, 8, 3, 5};
        Map m = {{9, 1, 1.0, {0.0, 0.0}, NULL, 0.0}, {1, 1, 1, 1, 0, 1, 1, 1, 1}};
        m.map.tiles = m.tiles;
        CaromProjectileId ball;
        Room room = makeBed(&m.map, caromVec2(4.4 + 0.1 * _i, 2.0), 0.75, &ball);
        ck_assert_ok(caromShapeSetTile(room.world, room.shape, dug[k], 0, 0));
        caromWorldStep(room.world, 1.0);
        ck_assert_int_eq(caromProjectileMode(room.world, ball) == CAROM_PROJECTILE_RESTING, k < 2);
        freeRoom(&room);
    }
}

/// The gap is filled in which it lies: the edges to both sides are one now, and end elsewhere.
TEST_LOOP(what_lies_in_a_gap_minds_its_filling, 2)
{
    Map m = {{9, 1, 1.0, {0.0, 0.0}, NULL, 0.0}, {1, 1, 1, 1, 0, 1, 1, 1, 1}};
    m.map.tiles = m.tiles;
    CaromProjectileId ball;
    Room room = makeBed(&m.map, caromVec2(_i ? 4.6 : 4.4, 2.0), 0.75, &ball);
    ck_assert_ok(caromShapeSetTile(room.world, room.shape, 4, 0, 1));
    expectCrushed(room.world);
    freeRoom(&room);
}

/// In one edit the tiles under it go and those over it come: the edge on that line is one of the
/// other side, and no support.
TEST(what_rests_minds_the_side_of_its_tile)
{
    static const uint16_t turned[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    Map m = {{4, 2, 1.0, {0.0, 0.0}, NULL, 0.0}, {1, 1, 1, 1, 0, 0, 0, 0}};
    m.map.tiles = m.tiles;
    CaromProjectileId ball;
    Room room = makeBed(&m.map, caromVec2(2.5, 3.0), 0.25, &ball);
    ck_assert_ok(caromShapeSetTiles(room.world, room.shape, 0, 0, 4, 2, turned));
    expectCrushed(room.world);
    freeRoom(&room);
}

/// A map of air has no corners: a body without other shapes can be put elsewhere and scaled.
TEST_WORLD(a_map_of_air_goes_where_its_body_goes, newWorld())
{
    static const uint16_t air[4] = {0, 0, 0, 0};
    CaromTileMap map = {2, 2, 0.5, {3.0, 2.0}, air, 0.0};
    CaromBodyId body = newRest(world);
    CaromShapeId shape = newTiles(world, body, &map);
    CaromTransform there = caromTransform(caromVec2(7, 7), 0.5, caromVec2(2, 2));
    ck_assert_ok(caromBodySetTransform(world, body, there));
    ck_assert(caromWorldValidate(world));
    ck_assert(
        !caromWorldCastAny(world, caromVec2(-50, 10), 0.0, caromVec2(100, 0), caromQueryOptions()));
    int64_t held = caromWorldMemory(world).shapes;
    ck_assert_ok(caromShapeDestroy(world, shape));
    ck_assert_int_lt(caromWorldMemory(world).shapes, held);
}
