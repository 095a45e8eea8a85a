// SPDX-License-Identifier: MIT
#include "check.h"

#include "map.h"
#include "viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 600
#define EVERY 50 // ticks between two hashes that are kept
#define KEPT (TICKS / EVERY + 1)

typedef struct Kept {
    uint64_t hashes[KEPT]; ///< of the state at tick k * EVERY
} Kept;

/// A user who points, shoots, drags, walks and moves sliders, at random.
static SceneInput inputAt(const Scene *scene, int64_t tick)
{
    SampleRandom random = {0x5eed + (uint64_t)(tick / 20)};
    SceneInput input = {0};
    CaromBox box = scene->view.max.x > scene->view.min.x ? scene->view : stageMap()->bounds;
    input.pointer.x = sampleRandomRange(&random, box.min.x, box.max.x);
    input.pointer.y = sampleRandomRange(&random, box.min.y, box.max.y);
    int does = sampleRandomIndex(&random, 4);
    input.buttons = does == 0 ? SCENE_FIRE : does == 1 ? SCENE_GRAB : 0;
    input.walk.x = tick < 200 ? 0 : sampleRandomIndex(&random, 3) - 1;
    input.walk.y = tick < 200 ? 0 : sampleRandomIndex(&random, 3) - 1;
    for (int i = 0; i < SCENE_PARAMETERS; i++) {
        const SceneParameter *p = &scene->parameters[i];
        double other = p->low + 0.4 * (p->high - p->low);
        input.parameters[i] = p->restarts || tick < 300 || tick >= 400 ? p->value : other;
    }
    return input;
}

/// Plays on to the end, in frames of 1/hz.
static bool playAll(Play *play, double hz, Kept *kept)
{
    for (int64_t tick = 0; tick < TICKS; tick++) {
        SceneInput input = inputAt(play->scene, tick);
        double end = (double)(tick + 1) / SCENE_HZ;
        if (tick % EVERY == 0)
            kept->hashes[tick / EVERY] = playHash(play);
        for (int64_t frame = (int64_t)(playTime(play) * hz) + 1; (double)frame / hz < end; frame++)
            if ((double)frame / hz > playTime(play) && !playTo(play, (double)frame / hz, &input))
                return false;
        if (!playTo(play, end, &input))
            return false;
    }
    kept->hashes[TICKS / EVERY] = playHash(play);
    return true;
}

static bool isSame(const Kept *first, const Kept *second)
{
    return memcmp(first, second, sizeof *first) == 0;
}

/// Each of these returns what is wrong, or null.
static const char *checkRates(const Scene *scene, const Kept *first)
{
    static const double RATES[] = {24, 144, 1000};
    bool same = true;
    for (int i = 0; i < 3; i++) {
        Play play;
        Kept kept;
        same = playBegin(&play, scene, 1, stageMap(), NULL) && playAll(&play, RATES[i], &kept) &&
               isSame(first, &kept) && same;
        playEnd(&play);
    }
    return same ? NULL : "another state at another frame rate";
}

/// Back to the beginning, forth to the end, and to ticks in between.
static const char *checkSeeking(Play *play, const Kept *first)
{
    SampleRandom random = {7};
    for (int i = 0; i < 2 * KEPT; i++) {
        int at = i == 0 ? 0 : i == 1 ? KEPT - 1 : sampleRandomIndex(&random, KEPT);
        if (i > 1)
            playSeek(play, (int64_t)at * EVERY + 13); // so that the last step is a short way
        if (!playSeek(play, (int64_t)at * EVERY) || playHash(play) != first->hashes[at])
            return "another state after going back and forth";
    }
    return playSeek(play, TICKS) ? NULL : "no memory";
}

static const char *checkRecording(const Play *play, const Kept *first)
{
    size_t size;
    void *bytes = playRecording(play, &size);
    CaromWorldDef def = caromWorldDef();
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromReplay *replay = bytes ? caromReplayCreate(world, bytes, size, NULL) : NULL;
    CaromReplayState state = CAROM_REPLAY_SAME;
    while (replay && state == CAROM_REPLAY_SAME)
        state = caromReplayNext(replay);
    bool same = replay && state == CAROM_REPLAY_ENDED && caromReplayTick(replay) == TICKS &&
                caromWorldHash(world) == first->hashes[TICKS / EVERY];
    caromReplayDestroy(replay);
    caromWorldDestroy(world);
    free(bytes);
    return same ? NULL : "its recording does not replay";
}

/// Everything switched on, after ten seconds of the host's time.
static uint64_t drawn(const Scene *scene)
{
    static Viewer viewer;
    uint64_t hash = 0;
    if (viewerBegin(&viewer, scene->name, 1, stageMap())) {
        viewerResize(&viewer, 1280, 800, 16);
        viewerMove(&viewer, caromVec2(800, 300));
        for (const char *key = "gcve"; *key; key++)
            viewerKey(&viewer, *key, true);
        for (int i = 0; i < TICKS / 4; i++)
            viewerFrame(&viewer, 1.0 / 60);
        hash = listHash(&viewer.list);
    }
    viewerEnd(&viewer);
    return hash;
}

bool checkScene(int scene, char *line, size_t size)
{
    Play play;
    Kept first;
    bool good =
        playBegin(&play, SCENES[scene], 1, stageMap(), NULL) && playAll(&play, SCENE_HZ, &first);
    const char *wrong = !good ? "no memory" : checkRates(SCENES[scene], &first);
    wrong = wrong ? wrong : checkSeeking(&play, &first);
    wrong = wrong ? wrong : checkRecording(&play, &first);
    if (wrong)
        snprintf(line, size, "%s: %s", SCENES[scene]->name, wrong);
    else
        snprintf(line, size, "%-10s state %016llx drawn %016llx", SCENES[scene]->name,
                 (unsigned long long)playHash(&play), (unsigned long long)drawn(SCENES[scene]));
    playEnd(&play);
    return !wrong;
}

bool checkScenes(void)
{
    bool good = true;
    for (int i = 0; i < SCENE_COUNT; i++) {
        char line[128];
        good = checkScene(i, line, sizeof line) && good;
        puts(line);
    }
    return good;
}
