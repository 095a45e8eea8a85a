// SPDX-License-Identifier: MIT
// PUBLIC. Maps from the editors that people use, read into plain structures and built into a world:
// Tiled (.tmj, .json, .tmx), LDtk (.ldtk), SVG (.svg). A library beside Carom (CMake: carom::maps,
// pkg-config: carom_maps), with cJSON, expat, zlib and zstd. Files may come from anywhere, so
// nothing in them is trusted: what is damaged or not supported gives an error with the reason.
// docs/maps.md says what is read how.
#ifndef CAROM_MAPS_H
#define CAROM_MAPS_H

#include "../world/api/carom.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Why a map was refused, in one line. Empty if it was not.
typedef struct CaromMapError {
    char text[256];
} CaromMapError;

/// A layer of tiles of one size. Row 0 is the lowest, as in CaromTileMap.
typedef struct CaromMapLayer {
    char *name;
    int width, height;  ///< [tiles]
    CaromVec2 origin;   ///< [m] the corner of tile (0, 0) with the least x and y
    CaromVec2 tileSize; ///< [m]
    uint16_t *tiles;    ///< 0: free; else 1 + the material of a solid tile
    int solidCount;     ///< tiles that are not free
} CaromMapLayer;

typedef enum CaromMapObjectKind {
    CAROM_MAP_POINT,    ///< a place: points[0], for starts and goals
    CAROM_MAP_POLYGON,  ///< a solid of 3 points or more
    CAROM_MAP_REGION,   ///< a solid of several rings (SVG: paths with holes)
    CAROM_MAP_POLYLINE, ///< a wall without thickness, of 2 points or more
    CAROM_MAP_CIRCLE,   ///< a disc: points[0], radius
} CaromMapObjectKind;

typedef struct CaromMapObject {
    CaromMapObjectKind kind;
    char *name;
    char *type;        ///< Tiled: class (or type); LDtk: the entity's identifier; SVG: class
    CaromVec2 *points; ///< [m]
    int pointCount;
    int *ringEnds; ///< CAROM_MAP_REGION: as in caromShapeCreateRegion
    int ringCount;
    double radius; ///< [m] of a disc
    int material;  ///< 0 .. 65535: the custom property "material", default 0
    bool closed;   ///< CAROM_MAP_POLYLINE: from the last point back to the first
    bool sensor;   ///< the custom property "sensor": reported, but nothing collides with it
    bool dynamic;  ///< the custom property "dynamic": a body of its own that falls and is pushed
} CaromMapObject;

/// A custom property of the whole map, as text.
typedef struct CaromMapProperty {
    char *name, *value;
} CaromMapProperty;

/// A map that was read. y points up: what an editor has at the top has the largest y.
typedef struct CaromMap {
    CaromMapLayer *layers;
    CaromMapObject *objects;
    CaromMapProperty *properties;
    int layerCount, objectCount, propertyCount;
    CaromBox bounds; ///< [m] of all of it
    int skipped;     ///< objects without a shape: text, images, hidden ones
} CaromMap;

/// How a map is read. Start from caromMapOptions().
typedef struct CaromMapOptions {
    double metresPerPixel; ///< [m] > 0, default 1/32
    double tolerance;      ///< [pixels] > 0, default 0.25: of ellipses and curves made of lines
    const char *level;     ///< LDtk: a level's identifier; default null: all levels, where they lie
} CaromMapOptions;

CaromMapOptions caromMapOptions(void);

/// Reads a map from a file, by the ending of its name, or by its first bytes where that says
/// nothing. Files that it names (tilesets) are read from its folder; names that lead elsewhere are
/// refused. Returns null with the reason if it can't be read. options null: the defaults.
CaromMap *caromMapRead(const char *path, const CaromMapOptions *options, CaromMapError *error);

/// Reads a map from memory. `name` is that of the file, for its ending. Tilesets in other files are
/// refused.
CaromMap *caromMapReadBytes(const char *name, const void *bytes, size_t size,
                            const CaromMapOptions *options, CaromMapError *error);
void caromMapFree(CaromMap *map); ///< null is ignored

/// Returns the first object of a type, or null. CAROM_MAP_POINT ones are starts, mostly.
const CaromMapObject *caromMapFind(const CaromMap *map, const char *type);

/// Returns a custom property of the map, or null: of a map of Tiled, a field of LDtk's first level
/// that has it, or for "name" the attribute data-name of an <svg>.
const char *caromMapProperty(const CaromMap *map, const char *name);

/// Builds a static body with all layers and objects as shapes; materials are those of
/// caromWorldSetSurface. The userData of an object's shape is the object, so keep the map; that of
/// a layer's shape is null. A layer of tiles that are not square has a body of its own, attached to
/// the first, with an unequal scale. Objects that are dynamic have bodies of their own, whose
/// userData is the object. Points make no shapes. Returns a null id with the reason if a shape is
/// refused; what was made is destroyed.
CaromBodyId caromMapBuild(const CaromMap *map, CaromWorld *world, CaromMapError *error);

#ifdef __cplusplus
}
#endif

#endif
