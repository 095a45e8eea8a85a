// SPDX-License-Identifier: MIT
// The samples' scenes of rigid bodies. The user shoots, throws and drags.
#include "../rigid.h"
#include "scenes.h"

enum { RIGID_BODIES, RIGID_SHOTS };

static const RigidScene *rigidOf(const SceneState *state)
{
    return state->given;
}

static bool begin(SceneState *state)
{
    RigidPlay *play = state->data;
    play->world = state->world = sceneWorld(rigidOf(state)->gravity);
    play->random = state->random;
    play->bodies = (int)state->input.parameters[RIGID_BODIES];
    play->shots = state->input.parameters[RIGID_SHOTS] > 0;
    if (state->world)
        rigidOf(state)->begin(play);
    return state->world != NULL;
}

static void tick(SceneState *state)
{
    rigidOf(state)->act(state->data, state->tick);
}

static bool aim(const SceneState *state, CaromVec2 at, CaromProjectileDef *def)
{
    const RigidScene *scene = rigidOf(state);
    CaromVec2 velocity = sceneThrow(scene->gun, at, 1.6, 45);
    *def = scene->grenades ? rigidGrenade(scene->gun, velocity, 2.0)
                           : rigidCannonball(scene->gun, velocity);
    if (scene->shotMass > 0) {
        def->radius = scene->shotRadius;
        def->mass = scene->shotMass;
    }
    return true;
}

static void over(const SceneState *state, View *view)
{
    viewDot(view, rigidOf(state)->gun, 5, canvasInk(INK_WHITE, 1));
}

const Scene SCENE_PYRAMID = {
    .name = "pyramid",
    .title = "A pyramid under fire",
    .hint = "Press to fire a cannonball from the white dot; Z: drag crates",
    .size = sizeof(RigidPlay),
    .given = &RIGID_PYRAMID,
    .view = {{-15.4, -0.4}, {15.4, 15.4}},
    .parameters = {{"crates", 1, 465, 1, 120, true}, {"is shot at", 0, 1, 1, 0, true}},
    .begin = begin,
    .aim = aim,
    .over = over,
};

const Scene SCENE_CRATES = {
    .name = "crates",
    .title = "Grenades among crates",
    .hint = "Press to throw a grenade from the white dot; Z: drag crates and barrels",
    .size = sizeof(RigidPlay),
    .given = &RIGID_CRATES,
    .view = {{-20.4, -0.4}, {20.4, 15}},
    .parameters = {{"crates and barrels", 1, 189, 1, 105, true},
                   {"grenades by itself", 0, 1, 1, 0, true}},
    .begin = begin,
    .aim = aim,
    .over = over,
};

const Scene SCENE_DOMINOES = {
    .name = "dominoes",
    .title = "Dominoes over a landscape",
    .hint = "Press to throw a ball from the white dot; Z: drag dominoes",
    .size = sizeof(RigidPlay),
    .given = &RIGID_DOMINOES,
    .view = {{-0.3, 0.2}, {34.3, 7.2}},
    .parameters = {{"dominoes", 10, 60, 1, 60, true}, {"falls by itself", 0, 1, 1, 1, true}},
    .begin = begin,
    .aim = aim,
    .over = over,
};

const Scene SCENE_BOWL = {
    .name = "bowl",
    .title = "Poured into a bowl",
    .hint = "Press to throw a ball from the white dot; Z: drag things",
    .size = sizeof(RigidPlay),
    .given = &RIGID_BOWL,
    .view = {{-9.5, -0.5}, {9.5, 13.6}},
    .parameters = {{"things", 1, 600, 1, 240, true}},
    .begin = begin,
    .tick = tick,
    .aim = aim,
    .over = over,
};

const Scene SCENE_TUMBLER = {
    .name = "tumbler",
    .title = "A tumbler",
    .hint = "Press to throw a ball from the white dot; Z: drag boxes",
    .size = sizeof(RigidPlay),
    .given = &RIGID_TUMBLER,
    .view = {{-8, -8}, {8, 8}},
    .parameters = {{"boxes", 1, 700, 1, 400, true}},
    .begin = begin,
    .aim = aim,
    .over = over,
};

const Scene SCENE_BILLIARDS = {
    .name = "billiards",
    .title = "A break: projectiles, and rigid bodies",
    .hint = "Left: projectiles, exact. Right: bodies, solved 60 times a second; Z: drag them",
    .size = sizeof(RigidPlay),
    .given = &RIGID_BILLIARDS,
    .view = {{-1.6, -1.35}, {1.6, 1.35}},
    .parameters = {{"balls", 1, 15, 1, 15, true}},
    .begin = begin,
};
