// SPDX-License-Identifier: MIT
// The samples' scenes of rigid bodies: a pyramid, dominoes, a bowl. The user shoots, and drags.
#include "../rigid.h"
#include "scenes.h"

enum { RIGID_BODIES, RIGID_SHOTS };

static bool beginRigid(SceneState *state, const RigidScene *scene)
{
    RigidPlay *play = state->data;
    play->world = state->world = sceneWorld(scene->gravity);
    play->random = state->random;
    play->bodies = (int)state->input.parameters[RIGID_BODIES];
    play->shots = state->input.parameters[RIGID_SHOTS] > 0;
    if (state->world)
        scene->begin(play);
    return state->world != NULL;
}

static bool aimRigid(const SceneState *state, const RigidScene *scene, CaromVec2 at,
                     CaromProjectileDef *def)
{
    *def = rigidCannonball(scene->gun, sceneThrow(scene->gun, at, 1.6, 45));
    (void)state;
    return true;
}

static void drawGun(const RigidScene *scene, View *view)
{
    viewDot(view, scene->gun, 5, canvasInk(INK_WHITE, 1));
}

// The structs of scenes want functions of their own.
static bool beginPyramid(SceneState *state)
{
    return beginRigid(state, &RIGID_PYRAMID);
}

static bool beginDominoes(SceneState *state)
{
    return beginRigid(state, &RIGID_DOMINOES);
}

static bool beginBowl(SceneState *state)
{
    return beginRigid(state, &RIGID_BOWL);
}

static void pourBowl(SceneState *state)
{
    RIGID_BOWL.act(state->data, state->tick);
}

static bool aimPyramid(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    return aimRigid(state, &RIGID_PYRAMID, at, def);
}

static bool aimDominoes(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    bool good = aimRigid(state, &RIGID_DOMINOES, at, def);
    def->radius = 0.15;
    def->mass = 2.0;
    return good;
}

static bool aimBowl(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    bool good = aimRigid(state, &RIGID_BOWL, at, def);
    def->mass = 5.0;
    return good;
}

static void overPyramid(const SceneState *state, View *view)
{
    (void)state;
    drawGun(&RIGID_PYRAMID, view);
}

static void overDominoes(const SceneState *state, View *view)
{
    (void)state;
    drawGun(&RIGID_DOMINOES, view);
}

static void overBowl(const SceneState *state, View *view)
{
    (void)state;
    drawGun(&RIGID_BOWL, view);
}

const Scene SCENE_PYRAMID = {
    .name = "pyramid",
    .title = "A pyramid under fire",
    .hint = "Press to fire a cannonball from the white dot; Z: drag crates",
    .size = sizeof(RigidPlay),
    .view = {{-15.4, -0.4}, {15.4, 15.4}},
    .parameters = {{"crates", 1, 465, 1, 120, true}, {"is shot at", 0, 1, 1, 0, true}},
    .begin = beginPyramid,
    .aim = aimPyramid,
    .over = overPyramid,
};

const Scene SCENE_DOMINOES = {
    .name = "dominoes",
    .title = "Dominoes over a landscape",
    .hint = "Press to throw a ball from the white dot; Z: drag dominoes",
    .size = sizeof(RigidPlay),
    .view = {{-0.3, 0.2}, {34.3, 7.2}},
    .parameters = {{"dominoes", 10, 60, 1, 60, true}, {"falls by itself", 0, 1, 1, 1, true}},
    .begin = beginDominoes,
    .aim = aimDominoes,
    .over = overDominoes,
};

const Scene SCENE_BOWL = {
    .name = "bowl",
    .title = "Poured into a bowl",
    .hint = "Press to throw a ball from the white dot; Z: drag things",
    .size = sizeof(RigidPlay),
    .view = {{-9.5, -0.5}, {9.5, 13.6}},
    .parameters = {{"things", 1, 600, 1, 240, true}},
    .begin = beginBowl,
    .tick = pourBowl,
    .aim = aimBowl,
    .over = overBowl,
};
