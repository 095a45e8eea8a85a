// SPDX-License-Identifier: MIT
#include "bad_input.h"

static const uint16_t some[4] = {1, 0, 2, 65535};

static CaromShapeId makeTiles(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                              const CaromVec2 *p)
{
    CaromTileMap map = {2, 2, p[1].x, p[0], some, 0.0};
    return caromShapeCreateTiles(world, body, def, &map);
}

void bad_caromShapeCreateTiles(BadGame *g)
{
    badShape(g, "caromShapeCreateTiles", makeTiles, 3);
    CaromShapeDef def = caromShapeDef();
    static const int sides[5] = {INT32_MIN, -1, 0, 4097, INT32_MAX};
    static const uint32_t materials[4] = {0, 1, 2, 3};
    static const double sizes[4] = {0.0, -1.0, 1e-300, 1e-12};
    CaromTileMap map = {2, 2, 1.0, {1.0, 1.0}, some, 0.0}, bad = map;
    CaromWorld *w = g->world;
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreateTiles(w, g->body, &def, NULL));
    bad.tiles = NULL;
    BAD_MAKE(CAROM_ERROR_NULL, caromShapeCreateTiles(w, g->body, &def, &bad));
    for (int i = 0; i < 5; i++) {
        bad = map;
        bad.width = sides[i];
        BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreateTiles(w, g->body, &def, &bad));
        bad = map;
        bad.height = sides[i];
        BAD_MAKE(CAROM_ERROR_COUNT, caromShapeCreateTiles(w, g->body, &def, &bad));
    }
    for (int i = 0; i < 4; i++) {
        bad = map;
        bad.size = sizes[i];
        BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromShapeCreateTiles(w, g->body, &def, &bad));
    }
    bad = map;
    BAD_RADII(bad.radius, caromShapeCreateTiles(w, g->body, &def, &bad));
    def.materials = materials;
    BAD_MAKE(CAROM_ERROR_OUT_OF_RANGE, caromShapeCreateTiles(w, g->body, &def, &map));
}

static CaromShapeId addTiles(BadGame *g)
{
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {2, 2, 1.0, {500.0, 500.0}, some, 0.0};
    return caromShapeCreateTiles(g->world, g->body, &def, &map);
}

void bad_caromShapeSetTiles(BadGame *g)
{
    CaromWorld *w = g->world;
    CaromShapeId id = addTiles(g);
    static const int rects[7][4] = {{-1, 0, 1, 1},
                                    {0, -1, 1, 1},
                                    {0, 0, 0, 1},
                                    {0, 0, 1, -1},
                                    {1, 0, 2, 1},
                                    {0, 1, 1, 2},
                                    {INT32_MAX, 0, INT32_MAX, 1}};
    BAD_NO_WORLD(caromShapeSetTiles(NULL, id, 0, 0, 1, 1, some) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_EDIT, caromShapeSetTiles(w, g->shapes[i], 0, 0, 1, 1, some))
    for (int i = 0; i < 7; i++) {
        const int *r = rects[i];
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromShapeSetTiles(w, id, r[0], r[1], r[2], r[3], some));
    }
    BAD_EDIT(CAROM_ERROR_NULL, caromShapeSetTiles(w, id, 0, 0, 1, 1, NULL));
    BAD_EDIT(CAROM_ERROR_ENUM, caromShapeSetTiles(w, g->shape, 0, 0, 1, 1, some));
    BAD_WHEN_BUSY(BAD_EDIT, caromShapeSetTiles(w, id, 0, 0, 1, 1, some))
}

void bad_caromShapeSetTile(BadGame *g)
{
    CaromWorld *w = g->world;
    CaromShapeId id = addTiles(g);
    static const int places[4][2] = {{-1, 0}, {0, -1}, {2, 0}, {0, INT32_MAX}};
    BAD_NO_WORLD(caromShapeSetTile(NULL, id, 0, 0, 1) == CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_EDIT, caromShapeSetTile(w, g->shapes[i], 0, 0, 1))
    for (int i = 0; i < 4; i++) {
        BAD_EDIT(CAROM_ERROR_OUT_OF_RANGE, caromShapeSetTile(w, id, places[i][0], places[i][1], 1));
    }
    BAD_EDIT(CAROM_ERROR_ENUM, caromShapeSetTile(w, g->shape, 0, 0, 1));
    BAD_WHEN_BUSY(BAD_EDIT, caromShapeSetTile(w, id, 0, 0, 1))
}

void bad_caromShapeTile(BadGame *g)
{
    BAD_NO_WORLD(caromShapeTile(NULL, g->shape, 0, 0) == 0);
    BAD_EACH_ID(BAD_ASK, caromShapeTile(g->world, g->shapes[i], 0, 0) == 0)
    BAD_ASK(CAROM_ERROR_ENUM, caromShapeTile(g->world, g->shape, 0, 0) == 0);
}
