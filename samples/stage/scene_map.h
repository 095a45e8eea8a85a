// SPDX-License-Identifier: MIT
// The scene of a map: a character walks in it, shoots and throws.
#ifndef CAROM_SAMPLES_STAGE_SCENE_MAP_H
#define CAROM_SAMPLES_STAGE_SCENE_MAP_H

#include "level.h"
#include "scene.h"

/// Keep the level as long as the scene.
Scene sceneOfLevel(const Level *level);

/// What has happened so far.
typedef struct MapTally {
    CaromVec2 start, position; ///< [m]
    double walked;             ///< [m]
    int shots, hits, blasts, coins, falls;
} MapTally;

MapTally sceneMapTally(const SceneState *state);

#endif
