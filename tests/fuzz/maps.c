// SPDX-License-Identifier: MIT
// The readers of maps: any bytes give a map that holds and can be built or is refused, or an error
// that says something. The format is found from the bytes, as there is no name.
#include "../../maps/maps.h"
#include "fuzz.h"

#include <string.h>

enum { POINTS = 20000, TILES = 1 << 20 }; // of a map that is built

static void checkLayer(const CaromMap *map, const CaromMapLayer *layer)
{
    int solid = 0;
    CaromVec2 far = caromVec2(layer->origin.x + layer->width * layer->tileSize.x,
                              layer->origin.y + layer->height * layer->tileSize.y);
    FUZZ_CHECK(layer->width > 0 && layer->height > 0 && layer->name != NULL);
    FUZZ_CHECK(layer->tileSize.x > 0.0 && layer->tileSize.y > 0.0);
    for (int k = 0; k < layer->width * layer->height; k++) {
        solid += layer->tiles[k] != 0;
    }
    FUZZ_CHECK(solid == layer->solidCount);
    FUZZ_CHECK(caromBoxContains(map->bounds, layer->origin) && caromBoxContains(map->bounds, far));
}

static void checkObject(const CaromMap *map, const CaromMapObject *object)
{
    bool isRegion = object->kind == CAROM_MAP_REGION;
    FUZZ_CHECK(object->name != NULL && object->type != NULL && object->pointCount > 0);
    FUZZ_CHECK(object->material >= 0 && object->material < 65536);
    FUZZ_CHECK((object->ringEnds != NULL) == isRegion && (object->ringCount > 0) == isRegion);
    FUZZ_CHECK(object->radius >= 0.0 &&
               (object->radius > 0.0) <= (object->kind == CAROM_MAP_CIRCLE));
    for (int k = 0; k < object->pointCount; k++) {
        FUZZ_CHECK(caromBoxContains(map->bounds, object->points[k]));
    }
    for (int k = 0; k < object->ringCount; k++) {
        int before = k > 0 ? object->ringEnds[k - 1] : 0;
        FUZZ_CHECK(object->ringEnds[k] >= before && object->ringEnds[k] <= object->pointCount);
    }
}

static bool isSmall(const CaromMap *map)
{
    int64_t points = 0, tiles = 0;
    for (int k = 0; k < map->layerCount; k++) {
        tiles += (int64_t)map->layers[k].width * map->layers[k].height;
    }
    for (int k = 0; k < map->objectCount; k++) {
        points += map->objects[k].pointCount;
    }
    return points <= POINTS && tiles <= TILES;
}

static void build(const CaromMap *map)
{
    FuzzMemory memory;
    CaromMapError error = {""};
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    def.allocator = fuzzAllocator(&memory, NULL);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    uint64_t before = caromWorldHash(world);
    CaromBodyId body = caromMapBuild(map, world, &error);
    FUZZ_CHECK((body.index == 0) == (error.text[0] != '\0'));
    FUZZ_CHECK(caromWorldValidate(world));
    if (body.index == 0) {
        FUZZ_CHECK(caromWorldCounters(world).bodies == 0 && caromWorldCounters(world).shapes == 0);
    } else {
        caromWorldStep(world, 0.125);
        FUZZ_CHECK(caromWorldHash(world) != before);
    }
    caromWorldDestroy(world);
    FUZZ_CHECK(memory.held == 0);
}

int fuzzMaps(const uint8_t *bytes, size_t size)
{
    CaromMapError error = {""};
    CaromMap *map = caromMapReadBytes("", bytes, size, NULL, &error);
    FUZZ_CHECK((map == NULL) == (error.text[0] != '\0'));
    if (fuzzOut != NULL) {
        fprintf(fuzzOut, "%s\n", map != NULL ? "a map" : error.text);
    }
    if (map == NULL) {
        return 0;
    }
    FUZZ_CHECK(map->layerCount + map->objectCount > 0);
    for (int k = 0; k < map->layerCount; k++) {
        checkLayer(map, &map->layers[k]);
    }
    for (int k = 0; k < map->objectCount; k++) {
        checkObject(map, &map->objects[k]);
    }
    if (isSmall(map)) {
        build(map);
    }
    caromMapFree(map);
    return 0;
}
