// SPDX-License-Identifier: MIT
// Plays a scene: forward to any time, back to any tick. Inputs are kept tick by tick, and snapshots
// every half second: going back restores the last one before, and plays the inputs again. The hash
// at a tick is the same however one got there, and at every frame rate.
#ifndef CAROM_SAMPLES_STAGE_PLAY_H
#define CAROM_SAMPLES_STAGE_PLAY_H

#include "scene.h"

#define PLAY_KEY_TICKS (SCENE_HZ / 2) // between two snapshots
#define PLAY_MOST_KEYS 256            // then every second one is given up
#define PLAY_LOG_LINES 8
#define PLAY_LOG_LETTERS 64

/// The state at a tick.
typedef struct PlayKey {
    int64_t tick;
    size_t size;
    unsigned char *bytes; ///< the scene's data, then what Play.own has, then the world's snapshot
} PlayKey;

/// A body that the user holds.
typedef struct PlayGrip {
    CaromBodyId body;   ///< null: none
    CaromVec2 local;    ///< [m] where it is held, in its own space
    CaromVec2 velocity; ///< [m/s] that it had before
} PlayGrip;

/// Beside the scene's data, what is set back.
typedef struct PlayOwn {
    SampleRandom random;
    SceneInput before;
    PlayGrip grip;
    int shots;
    int64_t lastShot; ///< its tick
} PlayOwn;

typedef struct Play {
    const Scene *scene;
    uint64_t seed;
    SceneState state;
    PlayOwn own;
    bool begun; ///< the commands of the present tick were given
    SceneInput *inputs;
    int64_t inputCount, inputCapacity; ///< how far the play is recorded, in ticks
    PlayKey keys[PLAY_MOST_KEYS];
    int keyCount, keyEvery;                     ///< [ticks]
    unsigned flags;                             ///< CaromStepFlags of all steps
    char log[PLAY_LOG_LINES][PLAY_LOG_LETTERS]; ///< the last events, newest last
    int logCount;
    bool logs; ///< events are written to the log
} Play;

/// Begins a scene. `parameters` may be null: the defaults. False: no memory.
bool playBegin(Play *play, const Scene *scene, uint64_t seed, const WadMap *map,
               const double *parameters);
void playEnd(Play *play);

double playTime(const Play *play);
/// Goes on to a time [s]. `input` is taken for ticks that are not recorded yet. False: no memory.
bool playTo(Play *play, double time, const SceneInput *input);
/// Goes to a tick, back or on, up to the end of what is recorded.
bool playSeek(Play *play, int64_t tick);
/// Forgets what is recorded after the present tick: the user acts from here on.
void playBranch(Play *play);
/// Sets inputs ahead of the first tick, as if they were recorded: shots of a link. `count` ticks.
bool playForesee(Play *play, const SceneInput *inputs, int64_t count);
/// A hash of the world, between two steps.
uint64_t playHash(const Play *play);
/// The parameters of the present tick.
const double *playParameters(const Play *play);

/// Plays all recorded ticks again in another world, and records it (caromRecorderCreate). The bytes
/// are the caller's, to free. Null: no memory.
void *playRecording(const Play *play, size_t *size);

#endif
