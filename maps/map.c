// SPDX-License-Identifier: MIT
// Maps as plain structures: growing, freeing, reading files, choosing the reader.
#include "reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (256 << 20) // [B]

bool mapFail(MapReader *reader, const char *format, ...)
{
    if (reader->error->text[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(reader->error->text, sizeof reader->error->text, format, arguments);
        va_end(arguments);
    }
    return false;
}

static char *copyOf(const char *text)
{
    size_t size = strlen(text ? text : "") + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text ? text : "", size) : NULL;
}

/// Room for one more item at the end; null if there is no memory or there are too many.
static void *grow(MapReader *reader, void *items, int count, int *room, size_t size)
{
    if (count >= MAP_POINTS_MAX) {
        mapFail(reader, "more than %d layers or objects", MAP_POINTS_MAX);
        return NULL;
    }
    if (count < *room)
        return items;
    int more = *room ? 2 * *room : 16;
    void *grown = realloc(items, (size_t)more * size);
    if (!grown) {
        mapFail(reader, "out of memory");
        return NULL;
    }
    *room = more;
    return grown;
}

CaromMapLayer *mapAddLayer(MapReader *reader, const char *name, int width, int height)
{
    CaromMap *map = reader->map;
    if (width < 1 || height < 1 || width > MAP_SIDE_MAX || height > MAP_SIDE_MAX) {
        mapFail(reader, "layer \"%.40s\" has %d x %d tiles; 1 .. %d a side are read", name, width,
                height, MAP_SIDE_MAX);
        return NULL;
    }
    reader->tilesRead += (int64_t)width * height;
    if (reader->tilesRead > MAP_TILES_MAX) {
        mapFail(reader, "more than %d tiles in all layers", MAP_TILES_MAX);
        return NULL;
    }
    CaromMapLayer *layers =
        grow(reader, map->layers, map->layerCount, &reader->layerRoom, sizeof *layers);
    if (!layers)
        return NULL;
    map->layers = layers;
    CaromMapLayer *layer = &layers[map->layerCount++];
    memset(layer, 0, sizeof *layer);
    layer->name = copyOf(name);
    layer->tiles = calloc((size_t)width * (size_t)height, sizeof *layer->tiles);
    layer->width = width;
    layer->height = height;
    if (!layer->name || !layer->tiles) {
        mapFail(reader, "out of memory");
        return NULL;
    }
    return layer;
}

CaromMapObject *mapAddObject(MapReader *reader, CaromMapObjectKind kind, const char *name,
                             const char *type, int pointCount)
{
    CaromMap *map = reader->map;
    if (pointCount < 1 || pointCount > MAP_POINTS_MAX) {
        mapFail(reader, "object \"%.40s\" has %d points; 1 .. %d are read", name ? name : "",
                pointCount, MAP_POINTS_MAX);
        return NULL;
    }
    CaromMapObject *objects =
        grow(reader, map->objects, map->objectCount, &reader->objectRoom, sizeof *objects);
    if (!objects)
        return NULL;
    map->objects = objects;
    CaromMapObject *object = &objects[map->objectCount++];
    memset(object, 0, sizeof *object);
    object->kind = kind;
    object->name = copyOf(name);
    object->type = copyOf(type);
    object->points = calloc((size_t)pointCount, sizeof *object->points);
    object->pointCount = pointCount;
    if (!object->name || !object->type || !object->points) {
        mapFail(reader, "out of memory");
        return NULL;
    }
    return object;
}

int mapEllipseLines(const MapReader *reader, CaromVec2 half)
{
    double largest = half.x > half.y ? half.x : half.y;
    // The sagitta of one of n lines is r (1 - cos(pi / n)), about r (pi / n)^2 / 2.
    double n = ceil(3.15 * sqrt(largest / (2.0 * reader->options.tolerance)));
    return n < 8.0 ? 8 : n < 256.0 ? (int)n : 256;
}

// ---- files

char *mapReadFile(MapReader *reader, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (!file) {
        mapFail(reader, "%.200s: there is no such file, or it can't be read", path);
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        if (length < 0 || length > FILE_MAX)
            mapFail(reader, "%.200s: larger than %d MB, or no file", path, FILE_MAX >> 20);
        else if (!(bytes = malloc((size_t)length + 1)))
            mapFail(reader, "out of memory");
        else {
            rewind(file);
            *size = fread(bytes, 1, (size_t)length, file);
            bytes[*size] = '\0';
        }
    }
    fclose(file);
    return bytes;
}

char *mapReadNamed(MapReader *reader, const char *name, size_t *size)
{
    char path[1024];
    bool leadsElsewhere = name[0] == '/' || name[0] == '\\' || strchr(name, ':');
    if (!reader->folder || leadsElsewhere || strstr(name, "..")) {
        mapFail(reader, "it names the file \"%.100s\", which is not read", name);
        return NULL;
    }
    int length = snprintf(path, sizeof path, "%s%s", reader->folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        mapFail(reader, "the name of a file is too long");
        return NULL;
    }
    return mapReadFile(reader, path, size);
}

// ---- JSON

double mapNumber(const cJSON *object, const char *name, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

int mapInt(const cJSON *object, const char *name, int otherwise)
{
    double number = mapNumber(object, name, otherwise);
    return number >= -1e9 && number <= 1e9 ? (int)number : otherwise;
}

const char *mapText(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

bool mapBool(const cJSON *object, const char *name, bool otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsBool(item) ? cJSON_IsTrue(item) : otherwise;
}

// ---- a whole map

CaromMapOptions caromMapOptions(void)
{
    CaromMapOptions options = {1.0 / 32.0, 0.25, NULL};
    return options;
}

static bool isFinite(CaromVec2 p)
{
    return fabs(p.x) <= 1e9 && fabs(p.y) <= 1e9; // false for NaN
}

static void include(CaromMap *map, CaromBox box, bool *any)
{
    map->bounds = *any ? caromBoxUnion(map->bounds, box) : box;
    *any = true;
}

/// Counts and measures; refuses what is not finite.
static bool finish(MapReader *reader)
{
    CaromMap *map = reader->map;
    bool any = false;
    for (int i = 0; i < map->layerCount; i++) {
        CaromMapLayer *layer = &map->layers[i];
        CaromVec2 far = caromVec2(layer->origin.x + layer->width * layer->tileSize.x,
                                  layer->origin.y + layer->height * layer->tileSize.y);
        if (!isFinite(layer->origin) || !isFinite(far))
            return mapFail(reader, "layer \"%.40s\" is farther than 1e9 m", layer->name);
        for (int k = 0; k < layer->width * layer->height; k++)
            layer->solidCount += layer->tiles[k] != 0;
        CaromBox box = {layer->origin, far};
        include(map, box, &any);
    }
    for (int i = 0; i < map->objectCount; i++) {
        CaromMapObject *object = &map->objects[i];
        for (int k = 0; k < object->pointCount; k++)
            if (!isFinite(object->points[k]) || !(object->radius >= 0.0 && object->radius <= 1e9))
                return mapFail(reader, "object \"%.40s\" is farther than 1e9 m", object->name);
        CaromBox box = caromBoxOfPoints(object->points, object->pointCount);
        CaromVec2 r = caromVec2(object->radius, object->radius);
        box.min = caromVec2Sub(box.min, r);
        box.max = caromVec2Add(box.max, r);
        include(map, box, &any);
    }
    return any || mapFail(reader, "it has neither tiles nor objects");
}

typedef bool Read(MapReader *reader, const char *bytes, size_t size);

static bool endsWith(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n >= m && strcmp(name + n - m, ending) == 0;
}

static Read *readerOf(const char *name, const char *bytes, size_t size)
{
    static const struct {
        const char *ending;
        Read *read;
    } FORMATS[] = {{".tmj", mapReadTiled},
                   {".tmx", mapReadTiledXml},
                   {".ldtk", mapReadLdtk},
                   {".svg", mapReadSvg}};
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++)
        if (endsWith(name, FORMATS[i].ending))
            return FORMATS[i].read;
    for (size_t i = 0; i + 4 < size && i < 2000; i++) {
        if (memcmp(bytes + i, "<map", 4) == 0)
            return mapReadTiledXml;
        if (memcmp(bytes + i, "<svg", 4) == 0)
            return mapReadSvg;
        if (bytes[i] == '{')
            return strstr(bytes, "\"defaultGridSize\"") ? mapReadLdtk : mapReadTiled;
    }
    return NULL;
}

static CaromMap *readAs(MapReader *reader, const char *name, const char *bytes, size_t size)
{
    Read *read = readerOf(name, bytes, size);
    reader->map = calloc(1, sizeof *reader->map);
    bool good = reader->map || mapFail(reader, "out of memory");
    good = good && ((reader->options.metresPerPixel > 0.0 && reader->options.tolerance > 0.0) ||
                    mapFail(reader, "metresPerPixel and tolerance must be greater than 0"));
    good = good &&
           (read || mapFail(reader, "no map of Tiled (.tmj, .tmx), LDtk (.ldtk) or SVG (.svg)"));
    if (good && read(reader, bytes, size) && finish(reader))
        return reader->map;
    mapFail(reader, "it can't be read");
    caromMapFree(reader->map);
    return NULL;
}

CaromMap *caromMapReadBytes(const char *name, const void *bytes, size_t size,
                            const CaromMapOptions *options, CaromMapError *error)
{
    MapReader reader = {.options = options ? *options : caromMapOptions(), .error = error};
    error->text[0] = '\0';
    char *copy = malloc(size + 1); // parsers want an end
    if (!copy) {
        mapFail(&reader, "out of memory");
        return NULL;
    }
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    CaromMap *map = readAs(&reader, name, copy, size);
    free(copy);
    return map;
}

CaromMap *caromMapRead(const char *path, const CaromMapOptions *options, CaromMapError *error)
{
    char folder[1024];
    MapReader reader = {.options = options ? *options : caromMapOptions(), .error = error};
    size_t size = 0;
    error->text[0] = '\0';
    char *bytes = mapReadFile(&reader, path, &size);
    if (!bytes)
        return NULL;
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] != '/' && path[length - 1] != '\\')
        length--;
    if (length < sizeof folder) {
        memcpy(folder, path, length);
        folder[length] = '\0';
        reader.folder = folder;
    }
    CaromMap *map = readAs(&reader, path, bytes, size);
    free(bytes);
    return map;
}

void caromMapFree(CaromMap *map)
{
    if (!map)
        return;
    for (int i = 0; i < map->layerCount; i++) {
        free(map->layers[i].name);
        free(map->layers[i].tiles);
    }
    for (int i = 0; i < map->objectCount; i++) {
        free(map->objects[i].name);
        free(map->objects[i].type);
        free(map->objects[i].points);
        free(map->objects[i].ringEnds);
    }
    for (int i = 0; i < map->propertyCount; i++)
        free(map->properties[i].name); // its value is in the same block
    free(map->properties);
    free(map->layers);
    free(map->objects);
    free(map);
}

const CaromMapObject *caromMapFind(const CaromMap *map, const char *type)
{
    for (int i = 0; i < map->objectCount; i++)
        if (strcmp(map->objects[i].type, type) == 0)
            return &map->objects[i];
    return NULL;
}
