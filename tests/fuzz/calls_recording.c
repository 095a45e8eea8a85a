// SPDX-License-Identifier: MIT
// Every game is recorded, and in the end played again in another world: tick by tick the same, with
// the same answers, whatever was called. Recordings that a case ended are played bit by bit, too.
#include "calls.h"

#include <stdlib.h>
#include <string.h>

// ---- around a game

void fuzzRecord(FuzzGame *g)
{
    CaromRecorderDef def = caromRecorderDef();
    def.detail = true;
    g->recorder = caromRecorderCreate(g->world, &def, NULL);
    FUZZ_CHECK(g->recorder != NULL);
}

static void failAt(const CaromReplay *replay)
{
    CaromDifference difference = caromReplayDifference(replay);
    fprintf(stderr, "tick %d: %s %u differs, %d in all; %s\n", (int)difference.tick,
            caromPartName(difference.part), (unsigned)difference.index, difference.count,
            difference.call != NULL ? difference.call : "");
    fuzzFail("a recording is played again", __FILE__, __LINE__);
}

/// Plays a recording, which must lead to the world if no call ended a recording in between.
static void playAll(const FuzzGame *g, const void *bytes, size_t size)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    CaromWorld *again = caromWorldCreate(&def, NULL);
    CaromReplay *replay = caromReplayCreate(again, bytes, size, NULL);
    FUZZ_CHECK(replay != NULL);
    FUZZ_CHECK(caromReplayLimit(replay, CAROM_FOREVER, 1e300) == CAROM_OK); // the game's own
    CaromReplayState state;
    do {
        state = caromReplayNext(replay);
    } while (state == CAROM_REPLAY_SAME);
    if (state != CAROM_REPLAY_ENDED) {
        failAt(replay);
    }
    FUZZ_CHECK(!caromReplayDifference(replay).found);
    FUZZ_CHECK(caromWorldHash(again) == caromWorldHash(g->world));
    caromReplayDestroy(replay);
    FUZZ_CHECK(caromWorldDestroy(again) == CAROM_OK);
}

static void dropReplay(FuzzGame *g)
{
    caromReplayDestroy(g->replay);
    g->replay = NULL;
    free(g->recorded);
    g->recorded = NULL;
    g->recordedSize = 0;
}

/// Keeps what was recorded, for replays of the case's own.
static void keep(FuzzGame *g)
{
    size_t size = 0;
    const void *bytes = caromRecorderBytes(g->recorder, &size);
    dropReplay(g);
    g->recorded = malloc(size);
    FUZZ_CHECK(g->recorded != NULL);
    memcpy(g->recorded, bytes, size);
    g->recordedSize = size;
}

void fuzzRecordEnd(FuzzGame *g)
{
    size_t size = 0;
    if (g->recorder != NULL) {
        FUZZ_CHECK(caromRecorderEnd(g->recorder) == CAROM_OK);
        const void *bytes = caromRecorderBytes(g->recorder, &size);
        if (!g->recordingIsPast) {
            playAll(g, bytes, size);
        }
        FUZZ_CHECK(caromRecorderDestroy(g->recorder) == CAROM_OK);
    }
    g->recorder = NULL;
    g->recordingIsPast = false;
    dropReplay(g);
}

// ---- recorders

FUZZ_DEF(caromRecorderDef)

/// Another one, with little memory, where there is none any more.
void fuzz_caromRecorderCreate(FuzzGame *g)
{
    CaromRecorderDef def = caromRecorderDef();
    CaromError error = CAROM_OK;
    fuzzOpen(g, "caromRecorderCreate");
    def.detail = fuzzByte(&g->bytes) & 1;
    def.cookie = fuzzCookie(g, def.cookie);
    CaromRecorder *recorder = caromRecorderCreate(g->call.at, &def, &error);
    FUZZ_CHECK((recorder != NULL) == (error == CAROM_OK));
    if (recorder != NULL) {
        caromRecorderDestroy(g->recorder);
        g->recorder = recorder;
        g->recordingIsPast = false;
    }
    fuzzEdit(g, error);
}

FUZZ_FREE(caromRecorderEnd)
{
    CaromError error = caromRecorderEnd(g->recorder);
    FUZZ_CHECK(g->recordingIsPast || error == (g->inside ? CAROM_ERROR_BUSY : CAROM_OK));
    if (error == CAROM_OK && !g->recordingIsPast) {
        keep(g);
        playAll(g, g->recorded, g->recordedSize);
        g->recordingIsPast = true;
    }
}

FUZZ_FREE(caromRecorderDestroy)
{
    FUZZ_CHECK(caromRecorderDestroy(NULL) == CAROM_OK);
    if (g->inside && !g->recordingIsPast) {
        FUZZ_CHECK(caromRecorderDestroy(g->recorder) == CAROM_ERROR_BUSY);
    }
}

void fuzz_caromRecorderBytes(FuzzGame *g)
{
    size_t size = 0;
    fuzzOpenFree(g, "caromRecorderBytes");
    FUZZ_CHECK(caromRecorderBytes(g->recorder, &size) != NULL && size > 0);
    fuzzFreed(g);
}

FUZZ_FREE(caromRecorderError)
{
    FUZZ_CHECK(caromRecorderError(g->recorder) == CAROM_OK);
}

FUZZ_FREE(caromPartName)
{
    FUZZ_CHECK(caromPartName((CaromPart)fuzzEnum(g, CAROM_PART_COUNT)) != NULL);
}

// ---- replays, in a world of their own

void fuzz_caromReplayCreate(FuzzGame *g)
{
    CaromError error = CAROM_OK;
    uint8_t way = fuzzByte(&g->bytes);
    fuzzOpenFree(g, "caromReplayCreate");
    FUZZ_CHECK(caromReplayCreate(NULL, g->recorded, g->recordedSize, &error) == NULL);
    FUZZ_CHECK(error == CAROM_ERROR_NULL);
    if (g->recorded != NULL) {
        size_t size = way >= 192 ? g->recordedSize * (size_t)(way - 192) / 64 : g->recordedSize;
        caromReplayDestroy(g->replay);
        g->replay = caromReplayCreate(g->player, g->recorded, size, &error);
        FUZZ_CHECK((g->replay != NULL) == (error == CAROM_OK));
        (void)caromReplayLimit(g->replay, CAROM_FOREVER, 1e300); // the game's own steps
        FUZZ_CHECK(error == CAROM_OK || (error == CAROM_ERROR_RECORDING && way >= 192));
    }
    fuzzFreed(g);
}

FUZZ_FREE(caromReplayDestroy)
{
    caromReplayDestroy(g->replay);
    g->replay = NULL;
}

FUZZ_FREE(caromReplayLimit)
{
    FUZZ_CHECK((caromReplayLimit(g->replay, CAROM_FOREVER, 1e300) == CAROM_OK) ==
               (g->replay != NULL));
    FUZZ_CHECK(caromReplayLimit(g->replay, 0.0, 1.0) != CAROM_OK);
}

FUZZ_FREE(caromReplayNext)
{
    CaromReplayState state = caromReplayNext(g->replay);
    FUZZ_CHECK((state == CAROM_REPLAY_REFUSED) == (g->replay == NULL));
    FUZZ_CHECK(state != CAROM_REPLAY_DIFFERS);
    FUZZ_CHECK(caromWorldValidate(g->player));
}

FUZZ_FREE(caromReplayDifference)
{
    FUZZ_CHECK(!caromReplayDifference(g->replay).found);
}

FUZZ_FREE(caromReplayTick)
{
    FUZZ_CHECK(caromReplayTick(g->replay) >= 0);
}

FUZZ_FREE(caromRecordingCompare)
{
    CaromComparison comparison;
    size_t size = 0, other = g->recordedSize;
    const void *bytes = caromRecorderBytes(g->recorder, &size);
    CaromError error = caromRecordingCompare(bytes, size, g->recorded, other, NULL, &comparison);
    FUZZ_CHECK((error == CAROM_ERROR_NULL) == (g->recorded == NULL));
    FUZZ_CHECK(error == CAROM_OK || error == CAROM_ERROR_NULL || error == CAROM_ERROR_RECORDING);
}
