// SPDX-License-Identifier: MIT
// Readers of maps: what the editors' own files say, in metres, y up; the same map as JSON and as
// XML; what is damaged or not supported is refused with its name; damaged bytes never crash.
// Expected places: pixel (x, y) of a map 320 pixels high is ((x, 320 - y) / 32) m.
#include "../../maps/maps.h"

#include "../support/assertions.h"
#include "../support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CaromMap *readFile(const char *name)
{
    char path[1024];
    CaromMapError error;
    (void)snprintf(path, sizeof path, "%s%s", CAROM_MAPS_FOLDER, name);
    CaromMap *map = caromMapRead(path, NULL, &error);
    ck_assert_msg(map != NULL, "%s: %s", name, error.text);
    ck_assert_str_eq(error.text, "");
    return map;
}

static const CaromMapObject *named(const CaromMap *map, const char *name)
{
    for (int i = 0; i < map->objectCount; i++)
        if (strcmp(map->objects[i].name, name) == 0)
            return &map->objects[i];
    ck_abort_msg("no object is called %s", name);
    return NULL;
}

static void assertNear(CaromVec2 p, double x, double y)
{
    ck_assert_double_eq_tol(p.x, x, 1e-9);
    ck_assert_double_eq_tol(p.y, y, 1e-9);
}

static char *bytesOf(const char *name, size_t *size)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s%s", CAROM_MAPS_FOLDER, name);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    (void)fclose(file);
    return bytes;
}

// ---- Tiled

TEST(tiled_tiles)
{
    CaromMap *map = readFile("room.tmj");
    ck_assert_int_eq(map->layerCount, 1);
    const CaromMapLayer *layer = &map->layers[0];
    ck_assert_str_eq(layer->name, "ground");
    ck_assert_int_eq(layer->width, 16);
    ck_assert_int_eq(layer->height, 10);
    assertNear(layer->origin, 0, 0);
    assertNear(layer->tileSize, 1, 1);
    ck_assert_int_eq(layer->solidCount, 2 * 16 + 2 * 8 + 4);
    ck_assert_int_eq(layer->tiles[0], 1);                // lower left
    ck_assert_int_eq(layer->tiles[(9 - 6) * 16 + 3], 8); // material 7, in row 6 from above
    ck_assert_int_eq(layer->tiles[(9 - 8) * 16 + 9], 0); // a slope is an object
    caromMapFree(map);
}

TEST(tiled_objects)
{
    CaromMap *map = readFile("room.tmj");
    const CaromMapObject *start = caromMapFind(map, "start");
    ck_assert_ptr_nonnull(start);
    ck_assert_int_eq(start->kind, CAROM_MAP_POINT);
    assertNear(start->points[0], 2, 2);
    const CaromMapObject *crate = named(map, "crate");
    ck_assert_int_eq(crate->kind, CAROM_MAP_POLYGON);
    ck_assert_int_eq(crate->material, 3);
    assertNear(crate->points[0], 10, 8);
    assertNear(crate->points[2], 12, 6);
    const CaromMapObject *ball = named(map, "ball");
    ck_assert_int_eq(ball->kind, CAROM_MAP_CIRCLE);
    assertNear(ball->points[0], 224 / 32.0, (320 - 124) / 32.0);
    ck_assert_double_eq_tol(ball->radius, 0.75, 1e-12);
    const CaromMapObject *rope = named(map, "rope");
    ck_assert_int_eq(rope->kind, CAROM_MAP_POLYLINE);
    ck_assert(!rope->closed);
    assertNear(rope->points[1], 10, (320 - 216) / 32.0);
    const CaromMapObject *rock = named(map, "rock"); // turned by 90 degrees: x to the right is down
    ck_assert(rock->sensor);
    assertNear(rock->points[1], (420 + 10) / 32.0, (320 - 260) / 32.0);
    ck_assert_int_eq(map->skipped, 1); // the text
    caromMapFree(map);
}

/// Every point of a turned ellipse satisfies its equation.
TEST(tiled_ellipse)
{
    CaromMap *map = readFile("room.tmj");
    const CaromMapObject *egg = named(map, "egg");
    double turn = 30 * 3.14159265358979 / 180, c = cos(turn), s = sin(turn);
    // Its corner at (100, 100), its middle (32, 16) from there in its own axes, y down.
    double mx = 100 + c * 32 - s * 16, my = 100 + s * 32 + c * 16;
    ck_assert_int_eq(egg->kind, CAROM_MAP_POLYGON);
    ck_assert_int_ge(egg->pointCount, 8);
    for (int i = 0; i < egg->pointCount; i++) {
        double x = egg->points[i].x * 32 - mx, y = 320 - egg->points[i].y * 32 - my;
        double u = (c * x + s * y) / 32, v = (c * y - s * x) / 16;
        ck_assert_double_eq_tol(u * u + v * v, 1, 1e-9);
    }
    caromMapFree(map);
}

/// Slopes: as a tile, as a tile flipped, as an object of twice the size.
TEST(tiled_collision_shapes_of_tiles)
{
    static const double EXPECTED[3][6] = {
        {9, 1, 10, 1, 10, 2},  // column 9, row 8 from above: full on the right
        {11, 1, 10, 1, 10, 2}, // flipped
        {4, 1, 6, 1, 6, 3},    // an object at (128, 288), 64 pixels wide and high
    };
    CaromMap *map = readFile("room.tmj");
    int found = 0;
    for (int i = 0; i < map->objectCount; i++) {
        const CaromMapObject *object = &map->objects[i];
        if (object->kind != CAROM_MAP_POLYGON || object->pointCount != 3 || object->name[0])
            continue;
        ck_assert_int_lt(found, 3);
        for (int k = 0; k < 3; k++)
            assertNear(object->points[k], EXPECTED[found][2 * k], EXPECTED[found][2 * k + 1]);
        found++;
    }
    ck_assert_int_eq(found, 3);
    caromMapFree(map);
}

/// The same map by Tiled's two formats, with its tileset in a file and its tiles compressed.
TEST(tiled_xml_is_the_same)
{
    CaromMap *json = readFile("room.tmj"), *xml = readFile("room.tmx");
    ck_assert_int_eq(json->layerCount, xml->layerCount);
    ck_assert_int_eq(json->objectCount, xml->objectCount);
    ck_assert_int_eq(json->skipped, xml->skipped);
    ck_assert_mem_eq(json->layers[0].tiles, xml->layers[0].tiles, 160 * sizeof(uint16_t));
    for (int i = 0; i < json->objectCount; i++) {
        const CaromMapObject *a = &json->objects[i], *b = &xml->objects[i];
        ck_assert_int_eq(a->kind, b->kind);
        ck_assert_str_eq(a->name, b->name);
        ck_assert_str_eq(a->type, b->type);
        ck_assert_int_eq(a->material, b->material);
        ck_assert(a->sensor == b->sensor);
        ck_assert_int_eq(a->pointCount, b->pointCount);
        for (int k = 0; k < a->pointCount; k++)
            assertNear(a->points[k], b->points[k].x, b->points[k].y);
    }
    caromMapFree(json);
    caromMapFree(xml);
}

static const char HEAD[] =
    "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":8,"
    "\"tileheight\":16,\"tilesets\":[{\"firstgid\":1,\"tilewidth\":8,"
    "\"tileheight\":16}],\"layers\":[";

static CaromMap *readText(const char *name, const char *text, CaromMapError *error)
{
    return caromMapReadBytes(name, text, strlen(text), NULL, error);
}

static CaromMap *readLayer(const char *layer, CaromMapError *error)
{
    char text[4096];
    (void)snprintf(text, sizeof text, "%s%s]}", HEAD, layer);
    return readText("a.tmj", text, error);
}

static void assertRefused(CaromMap *map, const CaromMapError *error, const char *words)
{
    ck_assert_ptr_null(map);
    ck_assert_msg(strstr(error->text, words) != NULL, "\"%s\" does not say \"%s\"", error->text,
                  words);
}

#define TILES "{\"type\":\"tilelayer\",\"name\":\"t\",\"width\":2,\"height\":2,"
#define SOLID ",\"properties\":[{\"name\":\"solid\",\"value\":true}]"

/// The four ways in which Tiled stores four tiles 1, 0, 0, 2.
TEST(tiled_encodings)
{
    static const char *const DATA[] = {
        "\"data\":[1,0,0,2]",
        "\"encoding\":\"base64\",\"data\":\"AQAAAAAAAAAAAAAAAgAAAA==\"",
        "\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"eJxjZGBgYARiIGACAAAlAAQ=\"",
        "\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"####\"",
    };
    for (int i = 0; i < 2; i++) {
        char layer[512];
        CaromMapError error;
        (void)snprintf(layer, sizeof layer, "%s%s%s}", TILES, DATA[i], SOLID);
        CaromMap *map = readLayer(layer, &error);
        ck_assert_msg(map != NULL, "%s", error.text);
        static const uint16_t EXPECTED[] = {0, 1, 1, 0}; // the lower row first
        ck_assert_mem_eq(map->layers[0].tiles, EXPECTED, sizeof EXPECTED);
        assertNear(map->layers[0].tileSize, 0.25, 0.5);
        caromMapFree(map);
    }
    for (int i = 2; i < 4; i++) {
        char layer[512];
        CaromMapError error;
        (void)snprintf(layer, sizeof layer, "%s%s%s}", TILES, DATA[i], SOLID);
        assertRefused(readLayer(layer, &error), &error, i == 2 ? "damaged" : "no base64");
    }
}

TEST(tiled_chunks_and_groups)
{
    CaromMapError error;
    CaromMap *map = readLayer(
        "{\"type\":\"group\",\"offsetx\":16,\"offsety\":32" SOLID
        ",\"layers\":[{\"type\":\"tilelayer\","
        "\"chunks\":[{\"x\":-2,\"y\":0,\"width\":1,\"height\":1,\"data\":[1]},{\"x\":4,\"y\":1,"
        "\"width\":1,\"height\":2,\"data\":[0,1]}]}]}",
        &error);
    ck_assert_msg(map != NULL, "%s", error.text);
    ck_assert_int_eq(map->layerCount, 2);
    assertNear(map->layers[0].origin, 0, -0.5); // 16 - 2 * 8 pixels; (32 - 32 - 16) / 32
    assertNear(map->layers[1].origin, (16 + 32) / 32.0, (32 - 32 - 48) / 32.0);
    ck_assert_int_eq(map->layers[1].tiles[0], 1);
    caromMapFree(map);
}

TEST(what_is_not_supported_is_refused_by_name)
{
    static const struct {
        const char *name, *text, *words;
    } CASES[] = {
        {"a.tmj", "{\"orientation\":\"hexagonal\",\"tilewidth\":8,\"tileheight\":8,\"layers\":[]}",
         "hexagonal"},
        {"a.tmj", "{\"orientation\":\"isometric\",\"tilewidth\":8,\"tileheight\":8,\"layers\":[]}",
         "isometric"},
        {"a.tmj", "[]", "no map of Tiled"},
        {"a.tmj", "{", "no JSON"},
        {"a.tmx", "<map><layer></map>", "line 1"},
        {"a.ldtk", "{\"defaultGridSize\":16,\"levels\":[]}", "no levels"},
        {"a.ldtk", "{\"levels\":[{\"externalRelPath\":\"../x.ldtkl\"}]}", "../x.ldtkl"},
        {"a.svg", "<svg><path d='M0 0 L oops'/></svg>", "damaged"},
        {"a.svg", "<svg><g transform='twist(3)'><rect width='1' height='1'/></g></svg>", "line 1"},
        {"a.svg", "<svg/>", "neither tiles nor objects"},
        {"a.bin", "nothing", "no map of"},
        {"a.svg", "<svg><rect x='1e9' width='1e9' height='1e9'/></svg>", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        CaromMapError error;
        CaromMap *map = readText(CASES[i].name, CASES[i].text, &error);
        if (CASES[i].words[0])
            assertRefused(map, &error, CASES[i].words);
        caromMapFree(map);
    }
    CaromMapError error;
    assertRefused(
        readLayer("{\"type\":\"objectgroup\",\"objects\":[{\"template\":\"a.tx\"}]}", &error),
        &error, "a.tx");
    assertRefused(readLayer(TILES
                            "\"encoding\":\"base64\",\"compression\":\"lzma\",\"data\":\"AA==\"}",
                            &error),
                  &error, "lzma");
    assertRefused(readLayer(TILES "\"data\":[1,2,3]}", &error), &error, "not as many tiles");
    assertRefused(caromMapRead("no/such.tmj", NULL, &error), &error, "no/such.tmj");
}

// ---- LDtk

TEST(ldtk_levels)
{
    CaromMap *map = readFile("room.ldtk");
    ck_assert_int_eq(map->layerCount, 2);
    assertNear(map->layers[0].origin, 0, -2);
    assertNear(map->layers[0].tileSize, 0.5, 0.5);
    ck_assert_int_eq(map->layers[0].tiles[1 * 6 + 3], 2);
    ck_assert_int_eq(map->layers[0].tiles[2 * 6 + 3], 0);
    assertNear(map->layers[1].origin, 3, 0); // 96 pixels to the right, its top 32 above
    ck_assert_int_eq(map->layers[1].tiles[2], 0);
    const CaromMapObject *player = caromMapFind(map, "Player");
    ck_assert_ptr_nonnull(player);
    assertNear(player->points[0], 1.25, -1.25);
    caromMapFree(map);
}

TEST(ldtk_one_level)
{
    size_t size;
    char *bytes = bytesOf("room.ldtk", &size);
    CaromMapError error;
    CaromMapOptions options = caromMapOptions();
    options.level = "Attic";
    CaromMap *map = caromMapReadBytes("room.ldtk", bytes, size, &options, &error);
    ck_assert_msg(map != NULL, "%s", error.text);
    ck_assert_int_eq(map->layerCount, 1);
    caromMapFree(map);
    options.level = "Cellar";
    assertRefused(caromMapReadBytes("room.ldtk", bytes, size, &options, &error), &error, "Cellar");
    free(bytes);
}

// ---- SVG

TEST(svg_shapes)
{
    CaromMap *map = readFile("room.svg");
    ck_assert_int_eq(map->objectCount, 9);
    const CaromMapObject *ring = named(map, "ring");
    ck_assert_int_eq(ring->kind, CAROM_MAP_REGION);
    ck_assert_int_eq(ring->ringCount, 2);
    ck_assert_int_eq(ring->ringEnds[0], 4);
    // Its first corner (-40, -40), turned by 30 degrees with y down, moved to (160, 80).
    double c = sqrt(3) / 2, s = 0.5;
    assertNear(ring->points[0], (160 + c * -40 - s * -40) / 32, -(80 + s * -40 + c * -40) / 32);
    const CaromMapObject *disc = named(map, "disc");
    ck_assert_int_eq(disc->kind, CAROM_MAP_CIRCLE);
    ck_assert_double_eq_tol(disc->radius, 20 / 32.0, 1e-12);
    const CaromMapObject *rope = named(map, "rope"), *arch = named(map, "arch");
    ck_assert_int_eq(rope->kind, CAROM_MAP_POLYLINE);
    ck_assert(!rope->closed);
    ck_assert_int_eq(arch->kind, CAROM_MAP_POLYLINE);
    for (int i = 0; i < arch->pointCount; i++) { // on the circle about (260, 180), above its middle
        double x = arch->points[i].x * 32 - 260, y = -arch->points[i].y * 32 - 180;
        ck_assert_double_eq_tol(hypot(x, y), 30, 1e-9);
        ck_assert(y <= 1e-9);
    }
    ck_assert_str_eq(named(map, "floor")->type, "ground");
    ck_assert_int_eq(named(map, "wire")->kind, CAROM_MAP_POLYLINE);
    caromMapFree(map);
}

/// A cubic is halved until it is as flat as asked: each point of the curve is that near to a line.
TEST(svg_curves_keep_their_tolerance)
{
    CaromMapOptions options = caromMapOptions();
    CaromMapError error;
    options.metresPerPixel = 1;
    for (int i = 0; i < 3; i++) {
        options.tolerance = pow(10, -i);
        static const char TEXT[] = "<svg><path fill='none' d='M0 0C100 300 200 -300 300 0'/></svg>";
        CaromMap *map = caromMapReadBytes("a.svg", TEXT, sizeof TEXT - 1, &options, &error);
        ck_assert_msg(map != NULL, "%s", error.text);
        const CaromMapObject *line = &map->objects[0];
        for (int k = 0; k <= 1000; k++) {
            double t = k / 1000.0, u = 1 - t, best = 1e9;
            CaromVec2 p = caromVec2(300 * u * u * t + 600 * u * t * t + 300 * t * t * t,
                                    -(900 * u * u * t - 900 * u * t * t));
            for (int j = 0; j + 1 < line->pointCount; j++) {
                double d = caromNearestOnSegment(p, line->points[j], line->points[j + 1]).distance;
                best = d < best ? d : best;
            }
            ck_assert_double_le(best, options.tolerance);
        }
        caromMapFree(map);
    }
}

// ---- in a world

static CaromMap *validText(const char *name, const char *text)
{
    CaromMapError error;
    CaromMap *map = caromMapReadBytes(name, text, strlen(text), NULL, &error);
    ck_assert_msg(map != NULL, "%s: %s", name, error.text);
    return map;
}

TEST(maps_have_properties)
{
    CaromMap *map = validText(
        "a.tmj",
        "{\"orientation\":\"orthogonal\",\"tilewidth\":32,\"tileheight\":32,\"height\":1,"
        "\"properties\":[{\"name\":\"view\",\"value\":\"above\"},{\"name\":\"n\",\"value\":0.5},"
        "{\"name\":\"yes\",\"value\":true},{\"name\":\"no\",\"value\":false},"
        "{\"name\":\"view\",\"value\":\"side\"},{\"name\":\"list\",\"value\":[]},{\"value\":1}],"
        "\"layers\":[{\"type\":\"objectgroup\",\"objects\":[{\"point\":true}]}]}");
    ck_assert_int_eq(map->propertyCount, 4);
    ck_assert_str_eq(caromMapProperty(map, "view"), "above");
    ck_assert_str_eq(caromMapProperty(map, "n"), "0.5");
    ck_assert_str_eq(caromMapProperty(map, "yes"), "true");
    ck_assert_str_eq(caromMapProperty(map, "no"), "false");
    ck_assert_ptr_null(caromMapProperty(map, "list"));
    ck_assert_ptr_null(caromMapProperty(NULL, "view"));
    caromMapFree(map);
    map = validText("a.svg", "<svg data-view='side' width='9'><circle class='start' r='0'/></svg>");
    ck_assert_int_eq(map->propertyCount, 1);
    ck_assert_str_eq(caromMapProperty(map, "view"), "side");
    ck_assert_int_eq((int)map->objects[0].kind, (int)CAROM_MAP_POINT);
    caromMapFree(map);
}

/// Dynamic are what is solid; where a shape is refused, nothing is left.
TEST(dynamic_objects_have_bodies)
{
    CaromWorldDef def = caromWorldDef();
    CaromMapError error;
    def.log = NULL;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromMap *map = validText(
        "a.svg", "<svg><rect width='9' height='9' data-dynamic='true' data-material='3'/>"
                 "<circle r='4' data-dynamic='true'/><line x2='5' data-dynamic='true'/>"
                 "<rect width='9' height='9' data-dynamic='true' data-sensor='true'/>"
                 "<rect width='9' height='9' data-dynamic='no' data-material='-1'/></svg>");
    ck_assert_int_eq(map->objects[0].material, 3);
    ck_assert_int_eq(map->objects[4].material, 0);
    ck_assert(map->objects[0].dynamic && map->objects[3].sensor && !map->objects[4].dynamic);
    CaromBodyId body = caromMapBuild(map, world, &error);
    ck_assert_msg(body.index != 0, "%s", error.text);
    ck_assert_int_eq(caromWorldCounters(world).bodies, 3);
    caromMapFree(map);
    caromWorldDestroy(world);

    world = caromWorldCreate(&def, NULL);
    map = validText("a.svg", "<svg><rect width='9' height='9' data-dynamic='true'/>"
                             "<polygon points='0 0 9 9 9 0 0 9' data-dynamic='true'/></svg>");
    ck_assert_int_eq((int)caromMapBuild(map, world, &error).index, 0);
    ck_assert(error.text[0] != '\0');
    ck_assert_int_eq(caromWorldCounters(world).bodies, 0);
    caromMapFree(map);
    caromWorldDestroy(world);
}

TEST(maps_become_worlds)
{
    static const char *const FILES[] = {"room.tmj", "room.tmx", "room.ldtk", "room.svg"};
    for (int i = 0; i < 4; i++) {
        CaromMap *map = readFile(FILES[i]);
        CaromWorldDef def = caromWorldDef();
        CaromMapError error;
        CaromError reason;
        CaromWorld *world = caromWorldCreate(&def, &reason);
        CaromBodyId body = caromMapBuild(map, world, &error);
        ck_assert_msg(body.index != 0, "%s: %s", FILES[i], error.text);
        ck_assert_int_ge(caromWorldShapes(world, NULL, 0), 1);
        ck_assert(caromWorldValidate(world));
        caromWorldDestroy(world);
        caromMapFree(map);
    }
}

/// A bullet from the start of the room flies until it meets the lower wall, one metre high.
TEST(a_bullet_in_a_room)
{
    CaromMap *map = readFile("room.tmx");
    CaromWorldDef def = caromWorldDef();
    CaromMapError error;
    CaromError reason;
    CaromWorld *world = caromWorldCreate(&def, &reason);
    ck_assert_uint_ne(caromMapBuild(map, world, &error).index, 0);
    CaromProjectileDef shot = caromProjectileDef();
    shot.position = caromMapFind(map, "start")->points[0];
    shot.velocity = caromVec2(0, -10);
    (void)caromProjectileFire(world, &shot);
    (void)caromWorldStepTo(world, 0.15);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.hitCount, 1);
    assertNear(events.hits[0].point, 2, 1);
    caromWorldDestroy(world);
    caromMapFree(map);
}

/// A refused shape leaves nothing behind.
TEST(what_a_world_refuses)
{
    static const char TEXT[] =
        "<svg><polygon points='0,0 9,9 9,0 0,9'/></svg>"; // it crosses itself
    CaromMapError error;
    CaromError reason;
    CaromMap *map = readText("a.svg", TEXT, &error);
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    CaromWorld *world = caromWorldCreate(&def, &reason);
    ck_assert_ptr_nonnull(map);
    ck_assert_uint_eq(caromMapBuild(map, world, &error).index, 0);
    ck_assert(strstr(error.text, "cross") != NULL);
    ck_assert_int_eq(caromWorldBodies(world, NULL, 0), 0);
    caromWorldDestroy(world);
    caromMapFree(map);
}

// ---- damaged files

enum { DAMAGES = 400 };

/// Changes, cuts and repeats bytes of each map. Whatever comes of it is read or refused.
TEST_SEEDS(damaged_files, 8)
{
    static const char *const FILES[] = {"room.tmj", "room.tmx", "room.ldtk", "room.svg"};
    for (int f = 0; f < 4; f++) {
        size_t size;
        char *bytes = bytesOf(FILES[f], &size);
        for (int i = 0; i < DAMAGES; i++) {
            char *damaged = malloc(size);
            size_t length = size;
            memcpy(damaged, bytes, size);
            for (int k = testRandomInt(&random, 0, 3); k >= 0; k--)
                damaged[testRandomInt(&random, 0, (int)size - 1)] =
                    "0919-{}[]<>/\",:.eMCAZz \xff"[testRandomInt(&random, 0, 23)];
            if (testRandomInt(&random, 0, 3) == 0)
                length = (size_t)testRandomInt(&random, 0, (int)size - 1);
            CaromMapError error;
            CaromMap *map = caromMapReadBytes(FILES[f], damaged, length, NULL, &error);
            ck_assert((map != NULL) == (error.text[0] == '\0'));
            caromMapFree(map);
            free(damaged);
        }
        free(bytes);
    }
}
