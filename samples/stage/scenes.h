// SPDX-License-Identifier: MIT
// The list of live scenes. Each shows the world of a sample.
#ifndef CAROM_SAMPLES_STAGE_SCENES_H
#define CAROM_SAMPLES_STAGE_SCENES_H

#include "scene.h"

extern const Scene SCENE_FIREFIGHT; ///< scene_throws.c
extern const Scene SCENE_GRENADE;
extern const Scene SCENE_ROOM;     ///< scene_room.c
extern const Scene SCENE_PLATFORM; ///< scene_platform.c
extern const Scene SCENE_PINBALL;  ///< scene_balls.c
extern const Scene SCENE_MINIGOLF;
extern const Scene SCENE_TILES;   ///< scene_tiles.c
extern const Scene SCENE_LIGHT;   ///< scene_light.c
extern const Scene SCENE_GAS;     ///< scene_gas.c
extern const Scene SCENE_PYRAMID; ///< scene_rigid.c
extern const Scene SCENE_CRATES;
extern const Scene SCENE_DOMINOES;
extern const Scene SCENE_BOWL;
extern const Scene SCENE_TUMBLER;
extern const Scene SCENE_BILLIARDS;

/// The velocity of a throw: the farther the pointer, the faster.
CaromVec2 sceneThrow(CaromVec2 from, CaromVec2 at, double factor, double most);

#endif
