// SPDX-License-Identifier: MIT
// A live scene: what a sample gives to be played in the window and on the page. A scene acts at
// ticks, fixed instants of world time, never at the host's frames. So it plays the same at every
// frame rate, and can be set back and played again from its recorded inputs.
#ifndef CAROM_SAMPLES_STAGE_SCENE_H
#define CAROM_SAMPLES_STAGE_SCENE_H

#include "../random.h"
#include "../wad.h"
#include "view.h"

#define SCENE_HZ 60                 // ticks a second of world time
#define SCENE_TICK (1.0 / SCENE_HZ) // [s]
#define SCENE_PARAMETERS 6          // of a scene, at most

/// A number that the user may set by a slider.
typedef struct SceneParameter {
    const char *name;
    double low, high, step, value; ///< value: the default
    bool restarts;                 ///< it is read when the scene begins
} SceneParameter;

typedef enum SceneButton {
    SCENE_FIRE = 1, ///< fire or throw at the pointer
    SCENE_GRAB = 2, ///< hold the body under the pointer
} SceneButton;

/// What the user does during a tick.
typedef struct SceneInput {
    CaromVec2 pointer; ///< [m]
    CaromVec2 walk;    ///< [1] each -1 .. 1: arrow keys
    unsigned buttons;  ///< SceneButton, or-ed
    double parameters[SCENE_PARAMETERS];
} SceneInput;

/// What a scene works on.
typedef struct SceneState {
    CaromWorld *world;
    void *data;          ///< of Scene.size bytes, zeroed when it begins; without pointers to memory
    const WadMap *map;   ///< of a Doom map, or the built-in one
    const void *given;   ///< Scene.given
    SampleRandom random; ///< of the seed
    SceneInput input, before; ///< of this tick and the last one
    int64_t tick;             ///< how many have passed
    int shots;                ///< fired by the user
} SceneState;

typedef struct Scene {
    const char *name, *title, *hint;
    size_t size;       ///< [B] of its data
    CaromBox view;     ///< [m] what is seen at first; empty: the map
    const void *given; ///< what it is played with, of the host's; null: nothing
    double interval;   ///< [s] between two shots while the button is held; 0: one for each press
    SceneParameter parameters[SCENE_PARAMETERS]; ///< those without a name are not there
    /// Makes the world, and all in it. False: no memory.
    bool (*begin)(SceneState *state);
    /// Acts at a tick, before the step. May be null, as all that follow.
    void (*tick)(SceneState *state);
    /// Reads the events of a step. It must not change the world: steps depend on the frame rate.
    void (*read)(SceneState *state, const CaromEvents *events);
    /// After the step of a whole tick: characters walk.
    void (*after)(SceneState *state);
    /// The shot at a place, for the button and the preview. False: none.
    bool (*aim)(const SceneState *state, CaromVec2 at, CaromProjectileDef *def);
    /// Fires that shot when the button goes down; null: it becomes a new projectile.
    void (*fire)(SceneState *state, const CaromProjectileDef *def);
    /// The place [m] that stays in the middle of the view, until the user moves it.
    CaromVec2 (*follow)(const SceneState *state);
    /// Draws below and above what caromWorldDraw gives.
    void (*under)(const SceneState *state, View *view);
    void (*over)(const SceneState *state, View *view);
} Scene;

extern const Scene *const SCENES[];
extern const int SCENE_COUNT;
/// Null: there is none.
const Scene *sceneByName(const char *name);

/// Creates a world for a scene: with a fixed tag, so that hashes agree.
CaromWorld *sceneWorld(CaromVec2 gravity);

#endif
