// SPDX-License-Identifier: MIT
// A map to play: of an editor (maps/), or of a Doom WAD, with what a game has to know of it.
#ifndef CAROM_SAMPLES_STAGE_LEVEL_H
#define CAROM_SAMPLES_STAGE_LEVEL_H

#include <carom/maps/maps.h>
#include "../wad.h"

typedef struct LevelOptions {
    const char *path;
    const char *name;      ///< of a WAD's map or LDtk's level; null: its first, or all
    const char *view;      ///< "side", "above"; null: as the map says
    double metresPerPixel; ///< of an editor's map
} LevelOptions;

typedef struct Level {
    CaromMap *map; ///< null: `wad` is it
    WadMap wad;
    bool isSide; ///< gravity points down the picture
    CaromBox bounds;
    CaromVec2 start; ///< [m]
    bool hasStart;   ///< the map names it
    CaromVec2 *coins;
    int coinCount;
} Level;

/// False with the reason.
bool levelOpen(Level *level, const LevelOptions *options, CaromMapError *error);
void levelClose(Level *level);
/// Builds the map into a world. False with the reason.
bool levelBuild(const Level *level, CaromWorld *world, CaromMapError *error);
/// Returns the number of layers, and of objects or lines.
int levelLayers(const Level *level);
int levelThings(const Level *level);

#endif
