// SPDX-License-Identifier: MIT
// The doors of histories, and their ticks.
#include "history.h"

#include "asking.h"

#include <string.h>

#define TICKS_MOST 4096

// ---- birth and death

static CaromError reserve(CaromHistory *history, int ticks)
{
    static const CrTick blank;
    if (!crArrayReserve(history->ticks, ticks, &history->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    for (int k = 0; k < ticks; k++) {
        crArrayPush(history->ticks, blank);
    }
    history->size = ticks;
    return CAROM_OK;
}

static CaromError make(CaromWorld *world, int ticks, CaromHistory **out)
{
    static const CaromHistory blank;
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
    crMovingInit(&history->layer, &history->allocator);
    error = reserve(history, ticks);
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
    for (int k = 0; k < history->size; k++) {
        crArrayFree(history->ticks[k].bytes, &allocator);
    }
    crArrayFree(history->ticks, &allocator);
    crArrayFree(history->bodies, &allocator);
    crArrayFree(history->shapes, &allocator);
    crArrayFree(history->solids, &allocator);
    crArrayFree(history->sensors, &allocator);
    crArrayFree(history->boxes, &allocator);
    crArrayFree(history->room, &allocator);
    crMovingFree(&history->layer);
    crResize(&allocator, history, sizeof *history, 0);
}

// ---- ticks

/// The k-th last of them.
static CrTick *tickAt(const CaromHistory *history, int back)
{
    return &history->ticks[(history->first + history->count - 1 - back) % history->size];
}

/// How many of the last ticks are of what has not happened, since the world was rolled back. It may
/// yet be brought forth to them again.
static int countLost(const CaromHistory *history)
{
    int lost = 0;
    while (lost < history->count &&
           !crMomentHappened(history->world, tickAt(history, lost)->moment)) {
        lost++;
    }
    return lost;
}

static char *putNames(const CrSlots *slots, const uint32_t *listed, char *to)
{
    for (int k = 0; k < crArrayCount(listed); k++) {
        CrTickName name = {listed[k], slots->ages[listed[k]]};
        memcpy(to, &name, sizeof name);
        to += sizeof name;
    }
    return to;
}

static void fill(CrTick *tick, const CaromWorld *world)
{
    const CrKinematics *kinematics = &world->kinematics;
    tick->time = world->time;
    tick->moment = world->moments.present;
    tick->reshaped = kinematics->reshaped;
    tick->bodies = crArrayCount(kinematics->bodies);
    tick->solids = crArrayCount(kinematics->shapes);
    tick->sensors = crArrayCount(world->sensors.moving);
    char *to = putNames(&world->bodySlots, kinematics->bodies, tick->bytes);
    to = putNames(&world->shapeSlots, kinematics->shapes, to);
    to = putNames(&world->shapeSlots, world->sensors.moving, to);
    crStateTakeMoving(world, to);
}

static CaromError record(CaromHistory *history)
{
    const CaromWorld *world = history->world;
    size_t names = (size_t)(crArrayCount(world->kinematics.bodies) + crMovingShapes(world));
    size_t size = names * sizeof(CrTickName) + crStateMovingSize(world);
    int gone = countLost(history);
    if (gone < history->count && tickAt(history, gone)->time >= world->time) {
        gone++; // recorded twice: the latter counts
    }
    int at = (history->first + history->count - gone) % history->size;
    CrTick *tick = &history->ticks[at];
    if (!crArrayReserve(tick->bytes, size + 1, &history->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    history->count -= gone;
    fill(tick, world);
    if (history->count < history->size) {
        history->count++;
    } else {
        history->first = (history->first + 1) % history->size;
    }
    return CAROM_OK;
}

CaromError caromHistoryRecord(CaromHistory *history)
{
    if (history == NULL) {
        return CAROM_ERROR_NULL;
    }
    CaromError error = crCheckAtRest(history->world);
    error = error != CAROM_OK ? error : record(history);
    return crComplain(history->world, error, "caromHistoryRecord");
}

int caromHistoryCount(const CaromHistory *history)
{
    return history != NULL ? history->count - countLost(history) : 0;
}

double caromHistoryTime(const CaromHistory *history, int back)
{
    int lost = history != NULL ? countLost(history) : 0;
    bool isThere = history != NULL && back >= 0 && back < history->count - lost;
    return isThere ? tickAt(history, lost + back)->time : 0.0;
}

// ---- looking back

/// The first tick at or after a time, which no tick before it must lie after.
static const CrTick *tickOf(const CaromHistory *history, double time)
{
    const CrTick *found = NULL;
    for (int back = countLost(history);
         back < history->count && tickAt(history, back)->time >= time; back++) {
        found = tickAt(history, back);
    }
    bool isFirst = history->count > 0 && found == tickAt(history, history->count - 1);
    return isFirst && found->time > time ? NULL : found;
}

static CaromError look(CaromHistory *history, double time)
{
    CaromError error = crCheckAtRest(history->world);
    error = error == CAROM_OK && crIsAsking(&history->view) ? CAROM_ERROR_BUSY : error;
    error = error != CAROM_OK ? error : crCheckNumber(time);
    if (error != CAROM_OK) {
        return error;
    }
    const CrTick *tick = tickOf(history, time);
    if (tick == NULL) {
        return CAROM_ERROR_TIME;
    }
    return tick->reshaped == history->world->kinematics.reshaped
               ? crHistoryShow(history, tick, time)
               : CAROM_ERROR_STALE_STATE;
}

const CaromWorld *caromHistoryLook(CaromHistory *history, double time, CaromError *error)
{
    CaromError ignored = CAROM_OK;
    error = error != NULL ? error : &ignored;
    *error = history != NULL ? look(history, time) : CAROM_ERROR_NULL;
    if (history != NULL) {
        crComplain(history->world, *error, "caromHistoryLook");
    }
    return *error == CAROM_OK ? &history->view : NULL;
}
