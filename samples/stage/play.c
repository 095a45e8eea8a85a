// SPDX-License-Identifier: MIT
#include "play.h"

#include "play_grip.h"

#include <stdlib.h>
#include <string.h>

// ---- what is kept

static size_t keySize(const Play *play)
{
    return play->scene->size + sizeof play->own + caromWorldSnapshotSize(play->state.world);
}

static void dropKeys(Play *play, int from)
{
    for (int i = from; i < play->keyCount; i++)
        free(play->keys[i].bytes);
    play->keyCount = from;
}

/// Every second one, so that those left cover twice the time.
static void thinKeys(Play *play)
{
    int kept = 0;
    for (int i = 0; i < play->keyCount; i++) {
        if (i % 2 == 0)
            play->keys[kept++] = play->keys[i];
        else
            free(play->keys[i].bytes);
    }
    play->keyCount = kept;
    play->keyEvery *= 2;
}

static bool keepKey(Play *play)
{
    if (play->keyCount > 0 && play->keys[play->keyCount - 1].tick >= play->state.tick)
        return true;
    if (play->keyCount == PLAY_MOST_KEYS)
        thinKeys(play);
    PlayKey key = {play->state.tick, keySize(play), NULL};
    key.bytes = malloc(key.size);
    if (!key.bytes)
        return false;
    size_t data = play->scene->size, own = sizeof play->own;
    if (data > 0)
        memcpy(key.bytes, play->state.data, data);
    memcpy(key.bytes + data, &play->own, own);
    if (caromWorldSave(play->state.world, key.bytes + data + own, key.size - data - own, NULL) !=
        CAROM_OK) {
        free(key.bytes);
        return false;
    }
    play->keys[play->keyCount++] = key;
    return true;
}

static bool restoreKey(Play *play, const PlayKey *key)
{
    size_t data = play->scene->size, own = sizeof play->own;
    if (caromWorldRestore(play->state.world, key->bytes + data + own, key->size - data - own) !=
        CAROM_OK)
        return false;
    if (data > 0)
        memcpy(play->state.data, key->bytes, data);
    memcpy(&play->own, key->bytes + data, own);
    play->state.random = play->own.random;
    play->state.before = play->own.before;
    play->state.shots = play->own.shots;
    play->state.tick = key->tick;
    play->begun = false;
    return true;
}

static bool keepInput(Play *play, const SceneInput *input)
{
    if (play->inputCount == play->inputCapacity) {
        int64_t larger = 2 * play->inputCapacity + 1024;
        SceneInput *moved = realloc(play->inputs, (size_t)larger * sizeof *moved);
        if (!moved)
            return false;
        play->inputs = moved;
        play->inputCapacity = larger;
    }
    play->inputs[play->inputCount++] = *input;
    return true;
}

// ---- begin and end

static bool beginScene(Play *play, const double *parameters)
{
    SceneState *state = &play->state;
    state->random.state = play->seed;
    for (int i = 0; i < SCENE_PARAMETERS; i++)
        state->input.parameters[i] = parameters ? parameters[i] : play->scene->parameters[i].value;
    state->before = state->input;
    play->own.lastShot = -SCENE_HZ;
    state->data = calloc(1, play->scene->size + 1);
    if (!state->data || !play->scene->begin(state))
        return false;
    play->own.random = state->random;
    play->own.before = state->before;
    return true;
}

bool playBegin(Play *play, const Scene *scene, uint64_t seed, const WadMap *map,
               const double *parameters)
{
    memset(play, 0, sizeof *play);
    play->scene = scene;
    play->seed = seed;
    play->state.map = map;
    play->state.given = scene->given;
    play->keyEvery = PLAY_KEY_TICKS;
    return beginScene(play, parameters) && keepKey(play);
}

void playEnd(Play *play)
{
    dropKeys(play, 0);
    caromWorldDestroy(play->state.world);
    free(play->state.data);
    free(play->inputs);
    memset(play, 0, sizeof *play);
}

// ---- forward

double playTime(const Play *play)
{
    return caromWorldTime(play->state.world);
}

const double *playParameters(const Play *play)
{
    return play->state.input.parameters;
}

uint64_t playHash(const Play *play)
{
    return caromWorldHash(play->state.world);
}

static void shoot(Play *play)
{
    SceneState *state = &play->state;
    const Scene *scene = play->scene;
    bool held = state->input.buttons & SCENE_FIRE,
         pressed = held && !(state->before.buttons & SCENE_FIRE);
    double since = (double)(state->tick - play->own.lastShot) * SCENE_TICK;
    bool repeats = held && scene->interval > 0 && since > scene->interval - 1e-9;
    CaromProjectileDef def;
    if (!scene->aim || !(pressed || repeats) || !scene->aim(state, state->input.pointer, &def))
        return;
    if (scene->fire)
        scene->fire(state, &def);
    else
        caromProjectileFire(state->world, &def);
    state->shots++;
    play->own.lastShot = state->tick;
}

static bool beginTick(Play *play, const SceneInput *input)
{
    SceneState *state = &play->state;
    if (state->tick >= play->inputCount && !keepInput(play, input))
        return false;
    state->input = play->inputs[state->tick];
    if (play->scene->tick)
        play->scene->tick(state);
    shoot(play);
    playMoveGrip(&play->own.grip, state);
    return play->begun = true;
}

static bool endTick(Play *play)
{
    SceneState *state = &play->state;
    if (play->scene->after)
        play->scene->after(state);
    state->before = state->input;
    state->tick++;
    play->begun = false;
    play->own.random = state->random;
    play->own.before = state->before;
    play->own.shots = state->shots;
    return state->tick % play->keyEvery != 0 || keepKey(play);
}

static void step(Play *play, double time)
{
    SceneState *state = &play->state;
    play->flags |= (unsigned)caromWorldStepTo(state->world, time);
    CaromEvents events = caromWorldEvents(state->world);
    if (play->scene->read)
        play->scene->read(state, &events);
    if (play->logs)
        playLog(play, &events);
}

bool playTo(Play *play, double time, const SceneInput *input)
{
    while (time > playTime(play)) {
        double next = (double)(play->state.tick + 1) / SCENE_HZ;
        if (!play->begun && !beginTick(play, input))
            return false;
        step(play, time < next ? time : next);
        if (time >= next && !endTick(play))
            return false;
    }
    return true;
}

// ---- back

bool playSeek(Play *play, int64_t tick)
{
    int key = 0;
    tick = tick < 0 ? 0 : tick > play->inputCount ? play->inputCount : tick;
    while (key + 1 < play->keyCount && play->keys[key + 1].tick <= tick)
        key++;
    bool ahead = play->state.tick <= tick && play->state.tick >= play->keys[key].tick &&
                 playTime(play) <= (double)tick / SCENE_HZ;
    if (!ahead && !restoreKey(play, &play->keys[key]))
        return false;
    play->logCount = ahead ? play->logCount : 0;
    return playTo(play, (double)tick / SCENE_HZ, NULL);
}

void playBranch(Play *play)
{
    int64_t now = play->state.tick;
    int keys = play->keyCount;
    if (play->inputCount > now + play->begun)
        play->inputCount = now + play->begun;
    while (keys > 0 && play->keys[keys - 1].tick > now)
        keys--;
    dropKeys(play, keys);
}

bool playForesee(Play *play, const SceneInput *inputs, int64_t count)
{
    bool good = play->inputCount == 0;
    for (int64_t i = 0; good && i < count; i++)
        good = keepInput(play, &inputs[i]);
    return good;
}

// ---- a recording

void *playRecording(const Play *play, size_t *size)
{
    Play *again = calloc(1, sizeof *again);
    void *copy = NULL;
    const double *first = play->inputCount > 0 ? play->inputs[0].parameters : NULL;
    if (again && playBegin(again, play->scene, play->seed, play->state.map, first)) {
        CaromRecorderDef def = caromRecorderDef();
        def.detail = true;
        CaromRecorder *recorder = caromRecorderCreate(again->state.world, &def, NULL);
        bool good = recorder != NULL;
        for (int64_t tick = 0; good && tick < play->inputCount && tick <= play->state.tick; tick++)
            good = playTo(again, (double)(tick + 1) / SCENE_HZ, &play->inputs[tick]);
        if (good && caromRecorderEnd(recorder) == CAROM_OK) {
            const void *bytes = caromRecorderBytes(recorder, size);
            copy = bytes ? malloc(*size) : NULL;
            if (copy)
                memcpy(copy, bytes, *size);
        }
        caromRecorderDestroy(recorder);
    }
    if (again)
        playEnd(again);
    free(again);
    return copy;
}
