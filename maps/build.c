// SPDX-License-Identifier: MIT
// A map as bodies and shapes of a world.
#include "maps.h"

#include <stdio.h>
#include <stdlib.h>

static bool fail(CaromMapError *error, const char *what, const char *name, CaromWorld *world)
{
    (void)snprintf(error->text, sizeof error->text, "%s \"%.60s\": %s", what, name,
                   caromErrorText(caromWorldLastError(world)));
    return false;
}

/// Tiles are square for Carom; others are, under the scale of a body.
static bool buildLayer(const CaromMapLayer *layer, CaromWorld *world, CaromBodyId body,
                       CaromMapError *error)
{
    CaromShapeDef def = caromShapeDef();
    CaromTileMap tiles = {.width = layer->width, .height = layer->height, .tiles = layer->tiles};
    if (layer->solidCount == 0)
        return true;
    if (layer->tileSize.x == layer->tileSize.y) {
        tiles.size = layer->tileSize.x;
        tiles.origin = layer->origin;
    } else {
        CaromBodyDef bodyDef = caromBodyDef();
        bodyDef.parent = body;
        bodyDef.position = layer->origin;
        bodyDef.scale = layer->tileSize;
        tiles.size = 1.0;
        body = caromBodyCreate(world, &bodyDef);
        if (body.index == 0)
            return fail(error, "layer", layer->name, world);
    }
    CaromShapeId shape = caromShapeCreateTiles(world, body, &def, &tiles);
    return shape.index != 0 || fail(error, "layer", layer->name, world);
}

/// Whether it takes part in ticks, as points, sensors and lines without thickness can't.
static bool isBody(const CaromMapObject *object)
{
    bool isSolid = object->kind == CAROM_MAP_CIRCLE || object->kind == CAROM_MAP_POLYGON ||
                   object->kind == CAROM_MAP_REGION;
    return object->dynamic && isSolid && !object->sensor;
}

static bool buildObject(const CaromMapObject *object, CaromWorld *world, CaromBodyId body,
                        CaromMapError *error)
{
    CaromShapeDef def = caromShapeDef();
    CaromShapeId shape = {0};
    def.material = (uint32_t)object->material;
    def.sensor = object->sensor;
    def.userData = (void *)object;
    switch (object->kind) {
    case CAROM_MAP_POINT:
        return true;
    case CAROM_MAP_CIRCLE:
        shape = caromShapeCreateCircle(world, body, &def, object->points[0], object->radius);
        break;
    case CAROM_MAP_POLYGON:
        shape = caromShapeCreatePolygon(world, body, &def, object->points, object->pointCount);
        break;
    case CAROM_MAP_REGION:
        shape = caromShapeCreateRegion(world, body, &def, object->points, object->ringEnds,
                                       object->ringCount);
        break;
    case CAROM_MAP_POLYLINE:
        shape = caromShapeCreateChain(world, body, &def, object->points, object->pointCount,
                                      object->closed ? (uint32_t)CAROM_CHAIN_CLOSED : 0u);
        break;
    }
    return shape.index != 0 || fail(error, "object", object->name, world);
}

/// Bodies of their own are kept in `made`, so that they can be destroyed.
static bool buildBody(const CaromMapObject *object, CaromWorld *world, CaromBodyId *made,
                      CaromMapError *error)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.userData = (void *)object;
    *made = caromBodyCreate(world, &def);
    if (made->index == 0)
        return fail(error, "object", object->name, world);
    return buildObject(object, world, *made, error);
}

static bool buildAll(const CaromMap *map, CaromWorld *world, CaromBodyId body, CaromBodyId *made,
                     CaromMapError *error)
{
    bool good = true;
    for (int i = 0; good && i < map->layerCount; i++)
        good = buildLayer(&map->layers[i], world, body, error);
    for (int i = 0; good && i < map->objectCount; i++) {
        const CaromMapObject *object = &map->objects[i];
        good = isBody(object) ? buildBody(object, world, &made[i], error)
                              : buildObject(object, world, body, error);
    }
    return good;
}

CaromBodyId caromMapBuild(const CaromMap *map, CaromWorld *world, CaromMapError *error)
{
    CaromBodyDef def = caromBodyDef();
    CaromBodyId body = caromBodyCreate(world, &def), none = {0};
    CaromBodyId *made = calloc((size_t)map->objectCount + 1, sizeof *made);
    error->text[0] = '\0';
    bool good = body.index != 0 || fail(error, "body", "", world);
    if (good && !made) {
        (void)snprintf(error->text, sizeof error->text, "out of memory");
        good = false;
    }
    good = good && buildAll(map, world, body, made, error);
    for (int i = 0; !good && made && i < map->objectCount; i++)
        if (made[i].index != 0)
            (void)caromBodyDestroy(world, made[i]);
    if (!good && body.index != 0)
        (void)caromBodyDestroy(world, body);
    free(made);
    return good ? body : none;
}
