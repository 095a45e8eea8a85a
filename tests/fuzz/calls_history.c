// SPDX-License-Identifier: MIT
// Calls of rollback and lag compensation. A history's memory comes from the world's allocator, and
// is not counted by the world.
#include "calls.h"

#include <stdlib.h>

void fuzzDropPast(FuzzGame *g)
{
    caromHistoryDestroy(g->history);
    g->history = NULL;
    g->historyBytes = 0;
    free(g->state);
    g->state = NULL;
    g->stateSize = 0;
}

FUZZ_QUESTION(caromWorldStateSize)
{
    FUZZ_CHECK((caromWorldStateSize(g->call.at) > 0) == (g->call.at != NULL));
}

void fuzz_caromWorldSaveState(FuzzGame *g)
{
    size_t size = caromWorldStateSize(g->world), written = 0;
    size_t room = fuzzByte(&g->bytes) >= 250 ? size - 1 : size;
    uint8_t *state = malloc(size);
    FUZZ_CHECK(state != NULL);
    fuzzOpen(g, "caromWorldSaveState");
    fuzzArgument(g, room < size ? "state, too small" : "state, size");
    CaromError error = caromWorldSaveState(g->call.at, state, room, &written);
    FUZZ_CHECK(written == (error == CAROM_OK ? size : 0));
    if (error == CAROM_OK) {
        free(g->state);
        g->state = state;
        g->stateSize = size;
        g->stateHash = g->call.hash;
    } else {
        free(state);
    }
    fuzzAsked(g);
}

void fuzz_caromWorldRestoreState(FuzzGame *g)
{
    fuzzOpen(g, "caromWorldRestoreState");
    fuzzArgument(g, g->state != NULL ? "state, size" : "NULL, 0");
    CaromError error = caromWorldRestoreState(g->call.at, g->state, g->stateSize);
    FUZZ_CHECK(error != CAROM_OK || caromWorldHash(g->world) == g->stateHash);
    g->restored = error;
    fuzzEdit(g, error);
}

void fuzz_caromHistoryCreate(FuzzGame *g)
{
    CaromError error = CAROM_ERROR_COUNT_OF;
    size_t held = g->memory.held;
    fuzzOpen(g, "caromHistoryCreate");
    int ticks = fuzzInt(g, 6);
    CaromHistory *history =
        g->history == NULL || g->inside ? caromHistoryCreate(g->call.at, ticks, &error) : NULL;
    if (history == NULL && error == CAROM_ERROR_COUNT_OF) {
        fuzzAsked(g);
        return;
    }
    FUZZ_CHECK((history != NULL) == (error == CAROM_OK));
    if (history != NULL) {
        g->history = history;
        g->historyBytes = g->memory.held - held;
    }
    fuzzEdit(g, error);
}

FUZZ_FREE(caromHistoryDestroy)
{
    if (!g->inside) {
        caromHistoryDestroy(g->history);
        g->history = NULL;
        g->historyBytes = 0;
    }
}

void fuzz_caromHistoryRecord(FuzzGame *g)
{
    size_t held = g->memory.held;
    int count = caromHistoryCount(g->history);
    double last = caromHistoryTime(g->history, 0);
    fuzzOpenFree(g, "caromHistoryRecord");
    CaromError error = caromHistoryRecord(g->history);
    fuzzRefused(g, error);
    FUZZ_CHECK(error == CAROM_OK || caromHistoryCount(g->history) == count);
    FUZZ_CHECK(error == CAROM_OK || caromHistoryTime(g->history, 0) == last);
    FUZZ_CHECK(error == CAROM_OK || g->history == NULL || g->inside || error == CAROM_ERROR_MEMORY);
    g->historyBytes += g->memory.held - held;
    fuzzFreed(g);
}

FUZZ_FREE(caromHistoryCount)
{
    FUZZ_CHECK(caromHistoryCount(g->history) >= 0);
}

FUZZ_FREE(caromHistoryTime)
{
    fuzzFinite(caromHistoryTime(g->history, fuzzInt(g, 6)));
}

void fuzz_caromHistoryLook(FuzzGame *g)
{
    CaromError error = CAROM_OK;
    CaromHit hit;
    size_t held = g->memory.held;
    fuzzOpenFree(g, "caromHistoryLook");
    double time = fuzzNumber(g);
    const CaromWorld *past = caromHistoryLook(g->history, time, &error);
    g->historyBytes += g->memory.held - held;
    fuzzRefused(g, error);
    FUZZ_CHECK((past != NULL) == (error == CAROM_OK));
    if (past != NULL) {
        (void)caromWorldCastRay(past, caromVec2(-9, 1), caromVec2(20, -2), caromQueryOptions(),
                                &hit, 1);
    }
    fuzzFreed(g);
}
