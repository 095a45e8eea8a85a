// SPDX-License-Identifier: MIT
// What the readers of all formats share: failing with a reason, growing a map, numbers from JSON.
#ifndef CAROM_MAPS_READER_H
#define CAROM_MAPS_READER_H

#include "maps.h"

#include <cjson/cJSON.h>

#define MAP_POINTS_MAX 100000 // of one object, and objects of a map
#define MAP_SIDE_MAX 4096     // [tiles] as CaromTileMap
#define MAP_TILES_MAX (1 << 26)
#define MAP_PROPERTIES_MAX 1000

/// A map in the making. After a failure it is freed by whoever began it.
typedef struct MapReader {
    CaromMap *map;
    CaromMapOptions options;
    CaromMapError *error;
    const char *folder; ///< of files that the map names, with its last slash; null: none are read
    int layerRoom, objectRoom;
    int64_t tilesRead; ///< of all layers
} MapReader;

/// Writes the reason as printf does, unless there is one. Always false.
bool mapFail(MapReader *reader, const char *format, ...);

/// Adds a layer of free tiles. Returns null after a failure.
CaromMapLayer *mapAddLayer(MapReader *reader, const char *name, int width, int height);
/// Adds an object with room for points. Returns null after a failure.
CaromMapObject *mapAddObject(MapReader *reader, CaromMapObjectKind kind, const char *name,
                             const char *type, int pointCount);
/// Adds a custom property of the map; the first of a name counts. False after a failure. property.c
bool mapAddProperty(MapReader *reader, const char *name, const char *value);
/// Adds those of a list of objects that are text, numbers and booleans, by the keys of name and
/// value.
bool mapAddProperties(MapReader *reader, const cJSON *list, const char *nameKey,
                      const char *valueKey);
/// Returns how many lines an ellipse takes for the options' tolerance, 8 .. 256.
int mapEllipseLines(const MapReader *reader, CaromVec2 half);

/// Reads a whole file that may not be larger than 256 MB. Free it. Null after a failure.
char *mapReadFile(MapReader *reader, const char *path, size_t *size);
/// Reads a file in the map's folder that the map names.
char *mapReadNamed(MapReader *reader, const char *name, size_t *size);

// ---- JSON. A missing item has the default.

double mapNumber(const cJSON *object, const char *name, double otherwise);
int mapInt(const cJSON *object, const char *name, int otherwise);
const char *mapText(const cJSON *object, const char *name);
bool mapBool(const cJSON *object, const char *name, bool otherwise);

// ---- the formats

bool mapReadTiled(MapReader *reader, const char *bytes, size_t size);
bool mapReadTiledXml(MapReader *reader, const char *bytes, size_t size);
bool mapReadLdtk(MapReader *reader, const char *bytes, size_t size);
bool mapReadSvg(MapReader *reader, const char *bytes, size_t size);

/// Turns Tiled's XML into the JSON that Tiled would have written. Null after a failure. tiled_xml.c
cJSON *mapJsonOfTiledXml(MapReader *reader, const char *bytes, size_t size);
/// Decodes a layer's data: base64, raw or compressed by gzip, zlib or zstd, into `count` words.
bool mapDecodeTiles(MapReader *reader, const char *text, const char *compression, uint32_t *words,
                    int count);

#endif
