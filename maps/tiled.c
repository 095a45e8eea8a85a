// SPDX-License-Identifier: MIT
// Maps of Tiled, as JSON: tile layers (finite or in chunks), objects, groups, tilesets with
// collision shapes. Format: Lindeijer, "Tiled Documentation, JSON Map Format" (1.10). What is
// solid: a tile whose property "solid" is true; each tile of a layer whose property "solid" is
// true; the shapes that the collision editor gave a tile; each object with a shape, unless its
// property "solid" is false. Layers whose property "solid" is false have nothing solid.
#include "reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLIP_X 0x80000000u
#define FLIP_Y 0x40000000u
#define FLIP_DIAGONAL 0x20000000u
#define FLIPS 0xf0000000u // the last: turned by 120 degrees, in hexagonal maps
#define DEPTH_MAX 16      // groups in groups
#define DEGREE 0.017453292519943295
#define UNSET (-1)

typedef struct Tileset {
    uint32_t first; ///< its tiles' numbers begin here
    cJSON *json;
    bool owned; ///< from a file of its own
    int tileWidth, tileHeight;
    const cJSON **tiles; ///< by the tile's own number; null: says nothing
    int tileCount;
} Tileset;

typedef struct Tiled {
    MapReader *reader;
    double scale; ///< [m] of a pixel
    int tileWidth, tileHeight;
    double height; ///< [pixels] of the map: y is turned over
    Tileset *sets;
    int setCount;
} Tiled;

/// A place in an editor's pixels, y down, in metres, y up.
static CaromVec2 place(const Tiled *tiled, double x, double y)
{
    return caromVec2(x * tiled->scale, (tiled->height - y) * tiled->scale);
}

// ---- properties

static const cJSON *property(const cJSON *of, const char *name)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(of, "properties"))
    {
        if (strcmp(mapText(each, "name"), name) == 0)
            return cJSON_GetObjectItemCaseSensitive(each, "value");
    }
    return NULL;
}

/// 1, 0, or UNSET.
static int flag(const cJSON *of, const char *name)
{
    const cJSON *value = property(of, name);
    return cJSON_IsBool(value) ? cJSON_IsTrue(value) : UNSET;
}

static int materialOf(const cJSON *of, int otherwise)
{
    const cJSON *value = property(of, "material");
    bool good = cJSON_IsNumber(value) && value->valuedouble >= 0 && value->valuedouble < 65535;
    return good ? (int)value->valuedouble : otherwise;
}

/// What was "type" until Tiled 1.9 is "class" since, and "type" again for objects.
static const char *classOf(const cJSON *of)
{
    const char *name = mapText(of, "class");
    return name[0] ? name : mapText(of, "type");
}

// ---- tilesets

static bool openTileset(Tiled *tiled, const cJSON *json, Tileset *set)
{
    double first = mapNumber(json, "firstgid", 1);
    const char *source = mapText(json, "source");
    set->first = first >= 1 && first < 536870912.0 ? (uint32_t)first : 0;
    set->json = (cJSON *)json;
    if (set->first == 0)
        return mapFail(tiled->reader, "a tileset has no valid firstgid");
    if (source[0]) {
        size_t size = 0, length = strlen(source);
        char *bytes = mapReadNamed(tiled->reader, source, &size);
        if (!bytes)
            return false;
        bool isXml = length > 4 && strcmp(source + length - 4, ".tsx") == 0;
        set->json = isXml ? mapJsonOfTiledXml(tiled->reader, bytes, size)
                          : cJSON_ParseWithLength(bytes, size);
        set->owned = true;
        free(bytes);
        if (!set->json)
            return mapFail(tiled->reader, "the tileset %.100s is damaged", source);
    }
    set->tileWidth = mapInt(set->json, "tilewidth", 0);
    set->tileHeight = mapInt(set->json, "tileheight", 0);
    const cJSON *tile, *tiles = cJSON_GetObjectItemCaseSensitive(set->json, "tiles");
    int most = -1;
    cJSON_ArrayForEach(tile, tiles)
    {
        int id = mapInt(tile, "id", -1);
        most = id > most ? id : most;
    }
    if (most < 0)
        return true;
    if (most > 1000000)
        return mapFail(tiled->reader, "a tileset has a tile with the number %d", most);
    set->tiles = calloc((size_t)most + 1, sizeof *set->tiles);
    if (!set->tiles)
        return mapFail(tiled->reader, "out of memory");
    set->tileCount = most + 1;
    cJSON_ArrayForEach(tile, tiles)
    {
        int id = mapInt(tile, "id", -1);
        if (id >= 0)
            set->tiles[id] = tile;
    }
    return true;
}

static bool openTilesets(Tiled *tiled, const cJSON *map)
{
    const cJSON *json, *list = cJSON_GetObjectItemCaseSensitive(map, "tilesets");
    int count = cJSON_GetArraySize(list);
    tiled->sets = calloc((size_t)count + 1, sizeof *tiled->sets);
    if (!tiled->sets)
        return mapFail(tiled->reader, "out of memory");
    cJSON_ArrayForEach(json, list)
    {
        if (!openTileset(tiled, json, &tiled->sets[tiled->setCount++]))
            return false;
    }
    return true;
}

static void closeTilesets(Tiled *tiled)
{
    for (int i = 0; i < tiled->setCount; i++) {
        free(tiled->sets[i].tiles);
        if (tiled->sets[i].owned)
            cJSON_Delete(tiled->sets[i].json);
    }
    free(tiled->sets);
}

static const Tileset *setOf(const Tiled *tiled, uint32_t number)
{
    const Tileset *best = NULL;
    for (int i = 0; i < tiled->setCount; i++)
        if (tiled->sets[i].first <= number && (!best || tiled->sets[i].first > best->first))
            best = &tiled->sets[i];
    return best;
}

static const cJSON *tileOf(const Tileset *set, uint32_t number)
{
    uint32_t id = set ? number - set->first : 0;
    return set && id < (uint32_t)set->tileCount ? set->tiles[id] : NULL;
}

// ---- objects

/// Where the points of an object lie: local pixels, y down, to metres.
typedef struct Frame {
    double x, y;        ///< [pixels] of its origin in the map
    CaromRotation turn; ///< as seen with y down
    double scaleX, scaleY;
    uint32_t flips; ///< of a tile, whose size is:
    double width, height;
    int solid, material; ///< of the layer or tile that it is in
} Frame;

static CaromVec2 framed(const Tiled *tiled, const Frame *frame, double x, double y)
{
    // Tiled flips along the diagonal first, then left and right, then up and down.
    if (frame->flips & FLIP_DIAGONAL) {
        double other = x;
        x = y;
        y = other;
    }
    x = frame->flips & FLIP_X ? frame->width - x : x;
    y = frame->flips & FLIP_Y ? frame->height - y : y;
    CaromVec2 p = caromRotate(frame->turn, caromVec2(x * frame->scaleX, y * frame->scaleY));
    return place(tiled, frame->x + p.x, frame->y + p.y);
}

static bool addPoints(Tiled *tiled, const Frame *frame, const cJSON *points,
                      CaromMapObjectKind kind, const cJSON *json, const Frame *own)
{
    int count = cJSON_GetArraySize(points), i = 0;
    const cJSON *each;
    CaromMapObject *object =
        mapAddObject(tiled->reader, kind, mapText(json, "name"), classOf(json), count);
    if (!object)
        return false;
    cJSON_ArrayForEach(each, points)
    {
        double x = mapNumber(each, "x", 0), y = mapNumber(each, "y", 0);
        CaromVec2 p = caromRotate(own->turn, caromVec2(x, y));
        object->points[i++] = framed(tiled, frame, own->x + p.x, own->y + p.y);
    }
    return true;
}

static bool addBox(Tiled *tiled, const Frame *frame, const cJSON *json, const Frame *own, double w,
                   double h)
{
    const double xs[4] = {0, w, w, 0}, ys[4] = {0, 0, h, h};
    CaromMapObject *object =
        mapAddObject(tiled->reader, CAROM_MAP_POLYGON, mapText(json, "name"), classOf(json), 4);
    for (int i = 0; object && i < 4; i++) {
        CaromVec2 p = caromRotate(own->turn, caromVec2(xs[i], ys[i]));
        object->points[i] = framed(tiled, frame, own->x + p.x, own->y + p.y);
    }
    return object != NULL;
}

/// A circle where it stays one; a polygon otherwise.
static bool addEllipse(Tiled *tiled, const Frame *frame, const cJSON *json, const Frame *own,
                       double w, double h)
{
    bool isRound = w == h && fabs(frame->scaleX) == fabs(frame->scaleY);
    CaromVec2 middle = caromRotate(own->turn, caromVec2(w / 2, h / 2));
    if (!(w > 0 && h > 0))
        return mapFail(tiled->reader, "ellipse \"%.40s\" has no size", mapText(json, "name"));
    int count = isRound ? 1 : mapEllipseLines(tiled->reader, caromVec2(w / 2, h / 2));
    CaromMapObject *object =
        mapAddObject(tiled->reader, isRound ? CAROM_MAP_CIRCLE : CAROM_MAP_POLYGON,
                     mapText(json, "name"), classOf(json), count);
    if (!object)
        return false;
    if (isRound) {
        object->points[0] = framed(tiled, frame, own->x + middle.x, own->y + middle.y);
        object->radius = w / 2 * fabs(frame->scaleX) * tiled->scale;
    }
    for (int i = 0; !isRound && i < count; i++) {
        CaromRotation r = caromRotation(6.283185307179586 * i / count);
        CaromVec2 p = caromRotate(own->turn, caromVec2(w / 2 * r.c, h / 2 * r.s));
        object->points[i] = framed(tiled, frame, own->x + middle.x + p.x, own->y + middle.y + p.y);
    }
    return true;
}

static bool addTileShapes(Tiled *tiled, const cJSON *tile, const Frame *frame);

/// An object that shows a tile: the tile's shapes, stretched. Its origin is its lower left corner.
static bool addTileObject(Tiled *tiled, const Frame *frame, const cJSON *json, double w, double h)
{
    double given = mapNumber(json, "gid", 0);
    uint32_t number = given >= 0 && given <= 4294967295.0 ? (uint32_t)given : 0;
    const Tileset *set = setOf(tiled, number & ~FLIPS);
    const cJSON *tile = tileOf(set, number & ~FLIPS);
    if (!tile || set->tileWidth <= 0 || set->tileHeight <= 0) {
        tiled->reader->map->skipped++;
        return true;
    }
    Frame inner = {.flips = number & FLIPS, .width = set->tileWidth, .height = set->tileHeight};
    inner.scaleX = (w > 0 ? w : set->tileWidth) / set->tileWidth;
    inner.scaleY = (h > 0 ? h : set->tileHeight) / set->tileHeight;
    inner.turn = caromRotation(mapNumber(json, "rotation", 0) * DEGREE);
    CaromVec2 up = caromRotate(inner.turn, caromVec2(0, -inner.scaleY * set->tileHeight));
    inner.x = frame->x + mapNumber(json, "x", 0) + up.x;
    inner.y = frame->y + mapNumber(json, "y", 0) + up.y;
    inner.solid = flag(json, "solid");
    inner.material = materialOf(json, materialOf(tile, frame->material));
    return addTileShapes(tiled, tile, &inner);
}

static bool addObject(Tiled *tiled, const Frame *frame, const cJSON *json)
{
    int before = tiled->reader->map->objectCount, solid = flag(json, "solid");
    double w = mapNumber(json, "width", 0), h = mapNumber(json, "height", 0);
    const cJSON *polygon = cJSON_GetObjectItemCaseSensitive(json, "polygon");
    const cJSON *polyline = cJSON_GetObjectItemCaseSensitive(json, "polyline");
    Frame own = {.x = mapNumber(json, "x", 0), .y = mapNumber(json, "y", 0)};
    double turn = mapNumber(json, "rotation", 0);
    if (!(fabs(turn) <= 1e6))
        return mapFail(tiled->reader, "object \"%.40s\" is turned too far", mapText(json, "name"));
    own.turn = caromRotation(turn * DEGREE);
    bool good = true, isPoint = mapBool(json, "point", false);
    solid = solid == UNSET ? frame->solid : solid;
    if (mapText(json, "template")[0])
        return mapFail(tiled->reader, "objects from templates are not read (\"%.60s\")",
                       mapText(json, "template"));
    if (!mapBool(json, "visible", true) || cJSON_GetObjectItemCaseSensitive(json, "text") ||
        solid == 0) {
        tiled->reader->map->skipped++;
        return true;
    }
    if (cJSON_GetObjectItemCaseSensitive(json, "gid"))
        return addTileObject(tiled, frame, json, w, h);
    if (isPoint || (w == 0 && h == 0 && !polygon && !polyline)) {
        CaromMapObject *point =
            mapAddObject(tiled->reader, CAROM_MAP_POINT, mapText(json, "name"), classOf(json), 1);
        if (point)
            point->points[0] = framed(tiled, frame, own.x, own.y);
        return point != NULL;
    }
    if (polygon)
        good = addPoints(tiled, frame, polygon, CAROM_MAP_POLYGON, json, &own);
    else if (polyline)
        good = addPoints(tiled, frame, polyline, CAROM_MAP_POLYLINE, json, &own);
    else if (mapBool(json, "ellipse", false))
        good = addEllipse(tiled, frame, json, &own, w, h);
    else
        good = addBox(tiled, frame, json, &own, w, h);
    for (int i = before; good && i < tiled->reader->map->objectCount; i++) {
        CaromMapObject *object = &tiled->reader->map->objects[i];
        object->material = materialOf(json, frame->material);
        object->sensor = flag(json, "sensor") == 1;
        object->dynamic = flag(json, "dynamic") == 1;
    }
    return good;
}

static bool addTileShapes(Tiled *tiled, const cJSON *tile, const Frame *frame)
{
    const cJSON *group = cJSON_GetObjectItemCaseSensitive(tile, "objectgroup"), *json;
    bool good = true;
    cJSON_ArrayForEach(json, cJSON_GetObjectItemCaseSensitive(group, "objects"))
    {
        if (cJSON_GetObjectItemCaseSensitive(json, "gid"))
            return mapFail(tiled->reader, "a tile's collision shape is a tile itself");
        good = good && addObject(tiled, frame, json);
    }
    return good;
}

// ---- layers of tiles

static bool hasShapes(const cJSON *tile)
{
    const cJSON *group = cJSON_GetObjectItemCaseSensitive(tile, "objectgroup");
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(group, "objects")) > 0;
}

/// One tile of a layer; x and y in tiles, y down, from the layer's own first tile.
static bool addTile(Tiled *tiled, CaromMapLayer *layer, Frame frame, uint32_t word, int x, int y)
{
    uint32_t number = word & ~FLIPS;
    const cJSON *tile = tileOf(setOf(tiled, number), number);
    int solid = flag(tile, "solid");
    if (number == 0 || frame.solid == 0)
        return true;
    if (tile && hasShapes(tile) && solid != 0) {
        const Tileset *set = setOf(tiled, number);
        frame.flips = word & FLIPS;
        frame.width = set->tileWidth;
        frame.height = set->tileHeight;
        frame.x += (double)x * tiled->tileWidth;
        frame.y += (double)(y + 1) * tiled->tileHeight - set->tileHeight; // larger tiles stand up
        frame.material = materialOf(tile, frame.material);
        frame.solid = UNSET;
        return addTileShapes(tiled, tile, &frame);
    }
    if (solid == 1 || (solid == UNSET && frame.solid == 1))
        layer->tiles[(size_t)(layer->height - 1 - y) * (size_t)layer->width + (size_t)x] =
            (uint16_t)(materialOf(tile, frame.material) + 1);
    return true;
}

static bool readWords(Tiled *tiled, const cJSON *of, const cJSON *layerJson, uint32_t *words,
                      int count)
{
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(of, "data"), *each;
    if (cJSON_IsString(data))
        return mapDecodeTiles(tiled->reader, data->valuestring, mapText(layerJson, "compression"),
                              words, count);
    int i = 0;
    if (cJSON_GetArraySize(data) != count)
        return mapFail(tiled->reader, "layer \"%.40s\" has not as many tiles as it says",
                       mapText(layerJson, "name"));
    cJSON_ArrayForEach(each, data)
    {
        double word = cJSON_IsNumber(each) ? each->valuedouble : -1;
        if (!(word >= 0 && word <= 4294967295.0))
            return mapFail(tiled->reader, "layer \"%.40s\" has a tile that is no number",
                           mapText(layerJson, "name"));
        words[i++] = (uint32_t)word;
    }
    return true;
}

/// A rectangle of tiles: a whole layer, or a chunk of an infinite map. x and y in tiles of the map.
static bool addTiles(Tiled *tiled, const cJSON *of, const cJSON *json, Frame frame, int x, int y)
{
    int width = mapInt(of, "width", 0), height = mapInt(of, "height", 0);
    frame.x += (double)x * tiled->tileWidth;
    frame.y += (double)y * tiled->tileHeight;
    CaromMapLayer *layer = mapAddLayer(tiled->reader, mapText(json, "name"), width, height);
    if (!layer)
        return false;
    layer->tileSize = caromVec2(tiled->tileWidth * tiled->scale, tiled->tileHeight * tiled->scale);
    layer->origin = place(tiled, frame.x, frame.y + (double)height * tiled->tileHeight);
    uint32_t *words = malloc((size_t)width * (size_t)height * sizeof *words);
    bool good = words || mapFail(tiled->reader, "out of memory");
    good = good && readWords(tiled, of, json, words, width * height);
    for (int i = 0; good && i < width * height; i++)
        good = addTile(tiled, layer, frame, words[i], i % width, i / width);
    free(words);
    return good;
}

static bool addTileLayer(Tiled *tiled, const cJSON *json, const Frame *frame)
{
    const cJSON *chunks = cJSON_GetObjectItemCaseSensitive(json, "chunks"), *chunk;
    if (!chunks)
        return addTiles(tiled, json, json, *frame, mapInt(json, "x", 0), mapInt(json, "y", 0));
    cJSON_ArrayForEach(chunk, chunks)
    {
        if (!addTiles(tiled, chunk, json, *frame, mapInt(chunk, "x", 0), mapInt(chunk, "y", 0)))
            return false;
    }
    return true;
}

static bool addLayers(Tiled *tiled, const cJSON *list, const Frame *outer, int depth)
{
    const cJSON *json, *object;
    if (depth > DEPTH_MAX)
        return mapFail(tiled->reader, "groups of layers are nested deeper than %d", DEPTH_MAX);
    cJSON_ArrayForEach(json, list)
    {
        const char *type = mapText(json, "type");
        Frame frame = *outer;
        bool good = true;
        frame.x += mapNumber(json, "offsetx", 0);
        frame.y += mapNumber(json, "offsety", 0);
        frame.material = materialOf(json, outer->material);
        frame.solid = flag(json, "solid") == UNSET ? outer->solid : flag(json, "solid");
        if (strcmp(type, "tilelayer") == 0) {
            good = addTileLayer(tiled, json, &frame);
        } else if (strcmp(type, "group") == 0) {
            good = addLayers(tiled, cJSON_GetObjectItemCaseSensitive(json, "layers"), &frame,
                             depth + 1);
        } else if (strcmp(type, "objectgroup") == 0) {
            cJSON_ArrayForEach(object, cJSON_GetObjectItemCaseSensitive(json, "objects"))
            {
                good = good && addObject(tiled, &frame, object);
            }
        }
        if (!good)
            return false;
    }
    return true;
}

static bool readDocument(MapReader *reader, const cJSON *map)
{
    Tiled tiled = {.reader = reader, .scale = reader->options.metresPerPixel};
    Frame frame = {.turn = {1, 0}, .scaleX = 1, .scaleY = 1, .solid = UNSET};
    const char *orientation = mapText(map, "orientation");
    tiled.tileWidth = mapInt(map, "tilewidth", 0);
    tiled.tileHeight = mapInt(map, "tileheight", 0);
    tiled.height = mapNumber(map, "height", 0) * tiled.tileHeight;
    if (!cJSON_IsObject(map) || !cJSON_GetObjectItemCaseSensitive(map, "layers"))
        return mapFail(reader, "it is no map of Tiled");
    if (strcmp(orientation, "orthogonal") != 0)
        return mapFail(reader, "%.20s maps are not read, only orthogonal ones", orientation);
    if (tiled.tileWidth < 1 || tiled.tileHeight < 1 || tiled.tileWidth > 100000 ||
        tiled.tileHeight > 100000)
        return mapFail(reader, "its tiles have no size");
    bool good = mapAddProperties(reader, cJSON_GetObjectItemCaseSensitive(map, "properties"),
                                 "name", "value") &&
                openTilesets(&tiled, map) &&
                addLayers(&tiled, cJSON_GetObjectItemCaseSensitive(map, "layers"), &frame, 0);
    closeTilesets(&tiled);
    return good;
}

bool mapReadTiled(MapReader *reader, const char *bytes, size_t size)
{
    cJSON *json = cJSON_ParseWithLength(bytes, size);
    bool good = json ? readDocument(reader, json) : mapFail(reader, "it is no JSON");
    cJSON_Delete(json);
    return good;
}

bool mapReadTiledXml(MapReader *reader, const char *bytes, size_t size)
{
    cJSON *json = mapJsonOfTiledXml(reader, bytes, size);
    bool good = json && readDocument(reader, json);
    cJSON_Delete(json);
    return good;
}
