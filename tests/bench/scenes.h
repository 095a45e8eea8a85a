// SPDX-License-Identifier: MIT
// The scenes: one a file, or a family of them. Each builds its world outside of every clock, checks
// the answers, and only then races; false where answers differ or memory is short.
#ifndef CAROM_BENCH_SCENES_H
#define CAROM_BENCH_SCENES_H

#include "race.h"

typedef bool SceneFunction(const BenchRun *run, const char *name);

SceneFunction sceneStormMap, sceneStormRandom, sceneStormVariants, sceneBodies;
SceneFunction sceneThreads;
SceneFunction sceneRaysMap, sceneRaysRandom;
SceneFunction sceneMoving, sceneOverlap, sceneCreate, sceneNarrow;
SceneFunction sceneFire, sceneMeet;
SceneFunction sceneScaleMaps, sceneScaleBullets, sceneScaleShapes;
SceneFunction sceneBytes, sceneMatch, sceneRollback;
SceneFunction sceneHall, sceneCliffs, sceneRigid;
SceneFunction sceneSizeAwake, sceneSizeAsleep, sceneSizeEdits, sceneSizeEdges, sceneSizeTiles;
SceneFunction sceneAsks, sceneMover, sceneTiles, sceneSectors;

typedef struct SceneEntry {
    const char *name; // given to the function: what is behind its first '-' names a map
    SceneFunction *play;
    const char *help;
} SceneEntry;

extern const SceneEntry benchScenes[];
extern const int benchSceneCount;

/// What is behind the first '-' of a scene's name.
const char *sceneMapOf(const char *name);

#endif
