// SPDX-License-Identifier: MIT
#include "atlas.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Arc {
    CaromVec2 *points;
    int count;
} Arc;

typedef struct Reader {
    Atlas *atlas;
    Arc *arcs;
    int arcCount;
    int pointRoom, ringRoom, polygonRoom; ///< of the polygon that is being read, of the atlas
} Reader;

static char *readFile(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    size_t got = fread(text, 1, (size_t)size, file);
    text[got] = '\0';
    fclose(file);
    return text;
}

static double numberAt(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    return item ? item->valuedouble : 0.0;
}

// ---- arcs: steps on the raster, each from the point before

static void readArc(Arc *arc, const cJSON *steps, CaromVec2 scale, CaromVec2 origin)
{
    arc->points = malloc((size_t)cJSON_GetArraySize(steps) * sizeof(CaromVec2) + 1);
    double x = 0.0, y = 0.0;
    const cJSON *step;
    cJSON_ArrayForEach(step, steps)
    {
        x += numberAt(step, 0);
        y += numberAt(step, 1);
        arc->points[arc->count++] = caromVec2(x * scale.x + origin.x, y * scale.y + origin.y);
    }
}

static void readArcs(Reader *reader, const cJSON *root)
{
    const cJSON *arcs = cJSON_GetObjectItem(root, "arcs"), *steps;
    const cJSON *transform = cJSON_GetObjectItem(root, "transform");
    const cJSON *scale = cJSON_GetObjectItem(transform, "scale");
    const cJSON *origin = cJSON_GetObjectItem(transform, "translate");
    reader->arcs = calloc((size_t)cJSON_GetArraySize(arcs) + 1, sizeof(Arc));
    cJSON_ArrayForEach(steps, arcs)
    {
        readArc(&reader->arcs[reader->arcCount++], steps,
                caromVec2(numberAt(scale, 0), numberAt(scale, 1)),
                caromVec2(numberAt(origin, 0), numberAt(origin, 1)));
    }
}

// ---- rings: arcs one after the other; ~i is arc i backwards

static bool isSame(CaromVec2 a, CaromVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static int ringStart(const AtlasPolygon *polygon)
{
    return polygon->rings > 0 ? polygon->ends[polygon->rings - 1] : 0;
}

static void addPoint(Reader *reader, AtlasPolygon *polygon, CaromVec2 p)
{
    bool isFirst = polygon->count == ringStart(polygon);
    if (!isFirst && isSame(polygon->points[polygon->count - 1], p)) {
        return;
    }
    if (polygon->count == reader->pointRoom) {
        reader->pointRoom = 2 * reader->pointRoom + 64;
        polygon->points =
            realloc(polygon->points, (size_t)reader->pointRoom * sizeof *polygon->points);
    }
    polygon->points[polygon->count++] = p;
}

static void addRing(Reader *reader, AtlasPolygon *polygon, const cJSON *arcs)
{
    const cJSON *number;
    cJSON_ArrayForEach(number, arcs)
    {
        int index = number->valueint, at = index < 0 ? ~index : index;
        const Arc *arc = &reader->arcs[at < reader->arcCount ? at : reader->arcCount];
        for (int i = 0; i < arc->count; i++) {
            addPoint(reader, polygon, arc->points[index < 0 ? arc->count - 1 - i : i]);
        }
    }
    int start = ringStart(polygon);
    while (polygon->count - 1 > start &&
           isSame(polygon->points[polygon->count - 1], polygon->points[start])) {
        polygon->count--;
    }
    if (polygon->rings == reader->ringRoom) {
        reader->ringRoom = 2 * reader->ringRoom + 4;
        polygon->ends = realloc(polygon->ends, (size_t)reader->ringRoom * sizeof *polygon->ends);
    }
    polygon->ends[polygon->rings++] = polygon->count;
}

static void addPolygon(Reader *reader, const cJSON *country, const cJSON *rings)
{
    Atlas *atlas = reader->atlas;
    if (atlas->count == reader->polygonRoom) {
        reader->polygonRoom = 2 * reader->polygonRoom + 64;
        atlas->polygons =
            realloc(atlas->polygons, (size_t)reader->polygonRoom * sizeof *atlas->polygons);
    }
    AtlasPolygon polygon = {"", NULL, NULL, 0, 0};
    const cJSON *properties = cJSON_GetObjectItem(country, "properties");
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(properties, "name"));
    snprintf(polygon.country, sizeof polygon.country, "%s", name ? name : "?");
    reader->pointRoom = reader->ringRoom = 0;
    const cJSON *ring;
    cJSON_ArrayForEach(ring, rings)
    {
        addRing(reader, &polygon, ring);
    }
    atlas->polygons[atlas->count++] = polygon;
}

static void readCountries(Reader *reader, const cJSON *root)
{
    const cJSON *countries = cJSON_GetObjectItem(cJSON_GetObjectItem(root, "objects"), "countries");
    const cJSON *country, *rings;
    cJSON_ArrayForEach(country, cJSON_GetObjectItem(countries, "geometries"))
    {
        const char *type = cJSON_GetStringValue(cJSON_GetObjectItem(country, "type"));
        const cJSON *arcs = cJSON_GetObjectItem(country, "arcs");
        if (type && strcmp(type, "Polygon") == 0) {
            addPolygon(reader, country, arcs);
        } else if (type && strcmp(type, "MultiPolygon") == 0) {
            cJSON_ArrayForEach(rings, arcs)
            {
                addPolygon(reader, country, rings);
            }
        }
    }
}

Atlas *atlasRead(const char *path)
{
    char *text = readFile(path);
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    free(text);
    if (!root) {
        return NULL;
    }
    Reader reader = {.atlas = calloc(1, sizeof(Atlas))};
    readArcs(&reader, root);
    readCountries(&reader, root);
    for (int i = 0; i < reader.arcCount; i++) {
        free(reader.arcs[i].points);
    }
    free(reader.arcs);
    cJSON_Delete(root);
    if (reader.atlas->count == 0) {
        atlasFree(reader.atlas);
        return NULL;
    }
    return reader.atlas;
}

void atlasFree(Atlas *atlas)
{
    for (int i = 0; i < atlas->count; i++) {
        free(atlas->polygons[i].points);
        free(atlas->polygons[i].ends);
    }
    free(atlas->polygons);
    free(atlas);
}

CaromGeometry atlasRegion(const AtlasPolygon *polygon)
{
    CaromGeometry region = {.type = CAROM_SHAPE_REGION, .points = polygon->points};
    region.count = polygon->count;
    region.ringEnds = polygon->ends;
    region.ringCount = polygon->rings;
    return region;
}
