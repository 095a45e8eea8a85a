// SPDX-License-Identifier: MIT
// The level of the platformer sample: a ferry, a lift, a door; its script runs until a key is
// pressed.
#include "../platformer.h"
#include "scenes.h"

#define GRAVITY 18.0

typedef struct Level {
    PlatformerLevel level;
    CaromMover hero;
    CaromMoverResult result;
    int act;
    double actSince;
    bool manual;
} Level;

enum { LEVEL_RUN, LEVEL_JUMP };

static bool beginLevel(SceneState *state)
{
    Level *level = state->data;
    CaromMoverDef hero = platformerHero();
    state->world = sceneWorld(caromVec2(0, -9.8));
    return state->world && platformerBuild(&level->level, state->world) &&
           caromMoverInit(state->world, &level->hero, &hero) == CAROM_OK;
}

static void tickLevel(SceneState *state)
{
    Level *level = state->data;
    platformerDrive(&level->level, state->world, &level->hero, SCENE_TICK);
}

/// What the script or the user wants: a speed, and whether to jump.
static PlatformerAct wishOf(const SceneState *state, Level *level)
{
    CaromVec2 walk = state->input.walk;
    level->manual = level->manual || walk.x != 0 || walk.y > 0;
    if (level->manual)
        return (PlatformerAct){walk.x * state->input.parameters[LEVEL_RUN], walk.y > 0, UNTIL_X, 0};
    return level->act < PLATFORMER_ACTS ? PLATFORMER_SCRIPT[level->act] : (PlatformerAct){0};
}

static void walkLevel(SceneState *state)
{
    Level *level = state->data;
    double time = caromWorldTime(state->world);
    PlatformerAct wish = wishOf(state, level);
    bool stands = level->hero.grounded;
    double up = stands ? 0 : level->result.velocity.y - GRAVITY * SCENE_TICK;
    up = wish.jump && stands ? state->input.parameters[LEVEL_JUMP] : up;
    caromMoverMove(state->world, &level->hero, caromVec2(wish.run, up), SCENE_TICK, &level->result);
    if (level->act < PLATFORMER_ACTS &&
        platformerIsDone(&PLATFORMER_SCRIPT[level->act], &level->hero, time - level->actSince)) {
        level->act++;
        level->actSince = time;
    }
}

static bool aimLevel(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const Level *level = state->data;
    *def = caromProjectileDef();
    def->position = caromVec2Add(level->hero.position, caromVec2(0, 0.2));
    def->velocity = sceneThrow(def->position, at, 2.5, 18);
    def->radius = 0.12;
    def->restitution = 0.7;
    def->friction = 0.1;
    def->lifetime = 20;
    return true;
}

static void drawSolid(const SceneState *state, View *view)
{
    CaromVec2 solid[PLATFORMER_POINTS + 4];
    (void)state;
    for (int i = 0; i < PLATFORMER_POINTS; i++)
        solid[i] = PLATFORMER_GROUND[i];
    solid[PLATFORMER_POINTS] = caromVec2(41, 8);
    solid[PLATFORMER_POINTS + 1] = caromVec2(41, -2);
    solid[PLATFORMER_POINTS + 2] = caromVec2(-1, -2);
    solid[PLATFORMER_POINTS + 3] = caromVec2(-1, 4);
    viewFill(view, solid, PLATFORMER_POINTS + 4, canvasInk(INK_WALL_DIM, 0.8));
}

static void drawHero(const SceneState *state, View *view)
{
    const Level *level = state->data;
    CaromVec2 at = level->hero.position;
    CanvasColor color = canvasInk(level->hero.grounded ? INK_MINT : INK_GOLD, 1);
    viewDisc(view, caromVec2(at.x, at.y + 0.2), 0.3, color);
    viewDisc(view, caromVec2(at.x, at.y - 0.2), 0.3, color);
    viewBox(view, (CaromBox){{at.x - 0.3, at.y - 0.2}, {at.x + 0.3, at.y + 0.2}}, color);
}

const Scene SCENE_PLATFORM = {
    .name = "platformer",
    .title = "Ferry, lift, door",
    .hint = "Left and right run, up jumps, press to throw; drag what is blue",
    .size = sizeof(Level),
    .view = {{-1, -2.2}, {41, 8.5}},
    .parameters = {{"run, m/s", 1, 10, 0.5, 4, false}, {"jump, m/s", 2, 14, 0.5, 8, false}},
    .begin = beginLevel,
    .tick = tickLevel,
    .after = walkLevel,
    .aim = aimLevel,
    .under = drawSolid,
    .over = drawHero,
};
