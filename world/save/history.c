// SPDX-License-Identifier: MIT
// The public calls of histories, and their ticks.
#include "history.h"

#include "../data/query_lock.h"
#include "../data/refuse.h"

#include <string.h>

#define TICKS_MOST 4096

// ---- what happens to the world

static void began(void *context, double time)
{
    (void)time;
    crHistoryTakeLeg(context);
}

static void ended(void *context)
{
    CaromHistory *history = context;
    history->world = NULL;
}

// ---- birth and death

static CaromError make(CaromWorld *world, int ticks, CaromHistory **out)
{
    static const CaromHistory blank;
    static const CrObserverFunctions functions = {.began = began, .ended = ended};
    CaromError error = crCheckEditable(world);
    if (error != CAROM_OK) {
        return error;
    }
    if (ticks < 1 || ticks > TICKS_MOST) {
        return CAROM_ERROR_COUNT;
    }
    CaromHistory *history = crResize(&world->game, NULL, 0, sizeof *history);
    if (history == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    *history = blank;
    history->world = world;
    history->allocator = world->game;
    history->observer.functions = &functions;
    history->observer.context = history;
    crObserverAdd(world, &history->observer);
    crMovingInit(&history->layer, &history->allocator);
    error = crTickRingReserve(&history->ticks, ticks, &history->allocator);
    error = error == CAROM_OK
                ? crTickRingReserve(&history->legs, CR_LEGS_PER_TICK * ticks, &history->allocator)
                : error;
    if (error != CAROM_OK) {
        caromHistoryDestroy(history);
        return error;
    }
    *out = history;
    return CAROM_OK;
}

CaromHistory *caromHistoryCreate(CaromWorld *world, int ticks, CaromError *error)
{
    CaromError ignored = CAROM_OK;
    CaromHistory *history = NULL;
    error = error != NULL ? error : &ignored;
    *error = crRefuse(world, make(world, ticks, &history), "caromHistoryCreate");
    return history;
}

void caromHistoryDestroy(CaromHistory *history)
{
    if (history == NULL) {
        return;
    }
    CaromAllocator allocator = history->allocator;
    if (history->world != NULL) {
        crObserverRemove(history->world, &history->observer);
    }
    crTickRingFree(&history->ticks, &allocator);
    crTickRingFree(&history->legs, &allocator);
    crArrayFree(history->bodies, &allocator);
    crArrayFree(history->shapes, &allocator);
    crArrayFree(history->moving, &allocator);
    crArrayFree(history->boxes, &allocator);
    crArrayFree(history->room, &allocator);
    crMovingFree(&history->layer);
    crResize(&allocator, history, sizeof *history, 0);
}

// ---- ticks

/// Returns an error if the history is null or its world was destroyed.
static CaromError checkHistory(const CaromHistory *history)
{
    return history == NULL || history->world == NULL ? CAROM_ERROR_NULL
                                                     : crCheckAtRest(history->world);
}

CaromError caromHistoryRecord(CaromHistory *history)
{
    CaromError error = checkHistory(history);
    error = error != CAROM_OK ? error : crHistoryTake(history);
    return crComplain(history != NULL ? history->world : NULL, error, "caromHistoryRecord");
}

int caromHistoryCount(const CaromHistory *history)
{
    bool isThere = history != NULL && history->world != NULL;
    return isThere ? history->ticks.count - crHistoryCountLost(history) : 0;
}

double caromHistoryTime(const CaromHistory *history, int back)
{
    bool isThere = back >= 0 && back < caromHistoryCount(history);
    return isThere ? crTickAt(&history->ticks, crHistoryCountLost(history) + back)->time : 0.0;
}

// ---- looking back

static CaromError look(CaromHistory *history, double time)
{
    const CrTick *tick = NULL;
    CaromError error = checkHistory(history);
    error = error == CAROM_OK && crQueryIsAsking(&history->view) ? CAROM_ERROR_BUSY : error;
    error = error != CAROM_OK ? error : crCheckNumber(time);
    error = error != CAROM_OK ? error : crHistoryFind(history, time, &tick);
    if (error != CAROM_OK) {
        return error;
    }
    return tick->reshaped == history->world->movingIndex.reshaped
               ? crHistoryShow(history, tick, time)
               : CAROM_ERROR_STALE_STATE;
}

const CaromWorld *caromHistoryLook(CaromHistory *history, double time, CaromError *error)
{
    CaromError ignored = CAROM_OK;
    error = error != NULL ? error : &ignored;
    *error = look(history, time);
    crComplain(history != NULL ? history->world : NULL, *error, "caromHistoryLook");
    return *error == CAROM_OK ? &history->view : NULL;
}
