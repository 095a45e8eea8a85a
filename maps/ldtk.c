// SPDX-License-Identifier: MIT
// Maps of LDtk: IntGrid layers as tiles, entities as points. Format: Benard, "LDtk JSON
// documentation" (1.5). Each value of an IntGrid that is not 0 is solid; its material is the value
// less one. Levels lie where the world has them.
#include "reader.h"

#include <stdlib.h>
#include <string.h>

typedef struct Ldtk {
    MapReader *reader;
    double scale; ///< [m] of a pixel
    double x, y;  ///< [pixels] of the level in the world, y down
} Ldtk;

static CaromVec2 place(const Ldtk *ldtk, double x, double y)
{
    return caromVec2((ldtk->x + x) * ldtk->scale, -(ldtk->y + y) * ldtk->scale);
}

static bool addGrid(Ldtk *ldtk, const cJSON *json, const cJSON *values)
{
    int width = mapInt(json, "__cWid", 0), height = mapInt(json, "__cHei", 0), i = 0;
    double side = mapNumber(json, "__gridSize", 0);
    const cJSON *each;
    CaromMapLayer *layer = mapAddLayer(ldtk->reader, mapText(json, "__identifier"), width, height);
    if (!layer)
        return false;
    if (!(side > 0 && side < 1e5) || cJSON_GetArraySize(values) != width * height)
        return mapFail(ldtk->reader, "layer \"%.40s\" is damaged", layer->name);
    layer->tileSize = caromVec2(side * ldtk->scale, side * ldtk->scale);
    layer->origin = place(ldtk, mapNumber(json, "__pxTotalOffsetX", 0),
                          mapNumber(json, "__pxTotalOffsetY", 0) + side * height);
    cJSON_ArrayForEach(each, values)
    {
        double value = cJSON_IsNumber(each) ? each->valuedouble : -1;
        if (!(value >= 0 && value <= 65535))
            return mapFail(ldtk->reader, "layer \"%.40s\" has a value that is no tile's",
                           layer->name);
        layer->tiles[(size_t)(height - 1 - i / width) * (size_t)width + (size_t)(i % width)] =
            (uint16_t)value;
        i++;
    }
    return true;
}

static bool addEntities(Ldtk *ldtk, const cJSON *layer, const cJSON *entities)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, entities)
    {
        const cJSON *at = cJSON_GetObjectItemCaseSensitive(each, "px");
        const cJSON *x = cJSON_GetArrayItem(at, 0), *y = cJSON_GetArrayItem(at, 1);
        if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y))
            return mapFail(ldtk->reader, "an entity has no place");
        CaromMapObject *object = mapAddObject(ldtk->reader, CAROM_MAP_POINT, mapText(each, "iid"),
                                              mapText(each, "__identifier"), 1);
        if (!object)
            return false;
        object->points[0] = place(ldtk, x->valuedouble + mapNumber(layer, "__pxTotalOffsetX", 0),
                                  y->valuedouble + mapNumber(layer, "__pxTotalOffsetY", 0));
    }
    return true;
}

static bool addLayers(Ldtk *ldtk, const cJSON *level, const cJSON *layers)
{
    const cJSON *layer;
    ldtk->x = mapNumber(level, "worldX", 0);
    ldtk->y = mapNumber(level, "worldY", 0);
    cJSON_ArrayForEach(layer, layers)
    {
        bool isGrid = strcmp(mapText(layer, "__type"), "IntGrid") == 0;
        if (isGrid && !addGrid(ldtk, layer, cJSON_GetObjectItemCaseSensitive(layer, "intGridCsv")))
            return false;
        if (!addEntities(ldtk, layer, cJSON_GetObjectItemCaseSensitive(layer, "entityInstances")))
            return false;
    }
    return true;
}

/// A level that is in the project, or in a file of its own.
static bool addLevel(Ldtk *ldtk, const cJSON *level)
{
    const char *file = mapText(level, "externalRelPath");
    const cJSON *layers = cJSON_GetObjectItemCaseSensitive(level, "layerInstances");
    if (!mapAddProperties(ldtk->reader, cJSON_GetObjectItemCaseSensitive(level, "fieldInstances"),
                          "__identifier", "__value"))
        return false;
    if (cJSON_IsArray(layers))
        return addLayers(ldtk, level, layers);
    if (!file[0])
        return mapFail(ldtk->reader, "level \"%.60s\" has no layers", mapText(level, "identifier"));
    size_t size = 0;
    char *bytes = mapReadNamed(ldtk->reader, file, &size);
    cJSON *own = bytes ? cJSON_ParseWithLength(bytes, size) : NULL;
    layers = cJSON_GetObjectItemCaseSensitive(own, "layerInstances");
    bool good = cJSON_IsArray(layers) ? addLayers(ldtk, own, layers)
                                      : mapFail(ldtk->reader, "%.100s is no level of LDtk", file);
    cJSON_Delete(own);
    free(bytes);
    return good;
}

/// All levels, or the one that the options name.
static bool addLevels(Ldtk *ldtk, const cJSON *levels, bool *found)
{
    const char *wanted = ldtk->reader->options.level;
    const cJSON *level;
    cJSON_ArrayForEach(level, levels)
    {
        if (wanted && strcmp(mapText(level, "identifier"), wanted) != 0)
            continue;
        *found = true;
        if (!addLevel(ldtk, level))
            return false;
    }
    return true;
}

static bool readProject(MapReader *reader, const cJSON *project)
{
    Ldtk ldtk = {.reader = reader, .scale = reader->options.metresPerPixel};
    const cJSON *worlds = cJSON_GetObjectItemCaseSensitive(project, "worlds"), *world;
    bool found = false;
    if (!addLevels(&ldtk, cJSON_GetObjectItemCaseSensitive(project, "levels"), &found))
        return false;
    cJSON_ArrayForEach(world, worlds)
    {
        if (!addLevels(&ldtk, cJSON_GetObjectItemCaseSensitive(world, "levels"), &found))
            return false;
    }
    return found || mapFail(reader, "it has no level%s%.60s", reader->options.level ? " " : "s",
                            reader->options.level ? reader->options.level : "");
}

bool mapReadLdtk(MapReader *reader, const char *bytes, size_t size)
{
    cJSON *json = cJSON_ParseWithLength(bytes, size);
    bool good = json ? readProject(reader, json) : mapFail(reader, "it is no JSON");
    cJSON_Delete(json);
    return good;
}
