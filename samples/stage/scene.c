// SPDX-License-Identifier: MIT
#include "scene.h"

#include "scenes.h"

#include <string.h>

const Scene *const SCENES[] = {&SCENE_FIREFIGHT, &SCENE_GRENADE,  &SCENE_ROOM,     &SCENE_PLATFORM,
                               &SCENE_PINBALL,   &SCENE_MINIGOLF, &SCENE_TILES,    &SCENE_LIGHT,
                               &SCENE_GAS,       &SCENE_PYRAMID,  &SCENE_CRATES,   &SCENE_DOMINOES,
                               &SCENE_BOWL,      &SCENE_TUMBLER,  &SCENE_BILLIARDS};
const int SCENE_COUNT = (int)(sizeof SCENES / sizeof SCENES[0]);

const Scene *sceneByName(const char *name)
{
    for (int i = 0; i < SCENE_COUNT; i++)
        if (strcmp(SCENES[i]->name, name) == 0)
            return SCENES[i];
    return NULL;
}

static void logNothing(void *context, CaromError error, const char *function, const char *text)
{
    (void)context, (void)error, (void)function, (void)text;
}

/// Shots into a wall are refused: the user may try, and the log would fill up.
CaromWorld *sceneWorld(CaromVec2 gravity)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = gravity;
    def.tag = 1;
    def.log = logNothing;
    return caromWorldCreate(&def, NULL);
}

CaromVec2 sceneThrow(CaromVec2 from, CaromVec2 at, double factor, double most)
{
    CaromVec2 way = caromVec2Sub(at, from);
    double far = caromVec2Length(way), speed = far * factor;
    speed = speed < most ? speed : most;
    return far > 0 ? caromVec2Scale(way, speed / far) : caromVec2(factor, 0);
}
