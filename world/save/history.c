// SPDX-License-Identifier: MIT
// The public calls of histories, and what a history remembers: ticks, which the game asks for, and
// legs, which steps take.
#include "history.h"

#include "../data/query_lock.h"
#include "../data/refuse.h"

#include <string.h>

// ---- rings

static CaromError reserveRing(CrTickRing *ring, int size, const CaromAllocator *allocator)
{
    static const CrTick blank;
    if (!crArrayReserve(ring->all, size, allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    for (int k = 0; k < size; k++) {
        crArrayPush(ring->all, blank);
    }
    ring->size = size;
    return CAROM_OK;
}

static void freeRing(CrTickRing *ring, const CaromAllocator *allocator)
{
    for (int k = 0; k < ring->size; k++) {
        crArrayFree(ring->all[k].bytes, allocator);
    }
    crArrayFree(ring->all, allocator);
}

/// Returns an entry, counted from the last one: 0 is the last.
static CrTick *tickAt(const CrTickRing *ring, int back)
{
    return &ring->all[(ring->first + ring->count - 1 - back) % ring->size];
}

/// Returns the place for the next one; in a full ring it replaces the first.
static CrTick *nextPlace(const CrTickRing *ring)
{
    return &ring->all[(ring->first + ring->count) % ring->size];
}

static void enter(CrTickRing *ring)
{
    if (ring->count < ring->size) {
        ring->count++;
    } else {
        ring->first = (ring->first + 1) % ring->size;
    }
}

static void dropFirst(CrTickRing *ring)
{
    ring->first = (ring->first + 1) % ring->size;
    ring->count--;
}

// ---- taken

static char *putNames(const CrSlots *slots, const uint32_t *listed, char *to)
{
    for (int k = 0; k < crArrayCount(listed); k++) {
        CrTickName name = {listed[k], slots->ages[listed[k]]};
        memcpy(to, &name, sizeof name);
        to += sizeof name;
    }
    return to;
}

static bool fill(CaromHistory *history, CrTick *tick)
{
    const CaromWorld *world = history->world;
    const CrMovingIndex *movingIndex = &world->movingIndex;
    size_t names = (size_t)(crArrayCount(movingIndex->bodies) + crMovingShapes(world));
    size_t size = names * sizeof(CrTickName) + crRollbackMovingSize(world);
    if (!crArrayReserve(tick->bytes, size + 1, &history->allocator)) {
        return false;
    }
    tick->time = world->time;
    tick->moment = world->moments.present;
    tick->reshaped = movingIndex->reshaped;
    tick->legs = history->legsTaken;
    tick->bodies = crArrayCount(movingIndex->bodies);
    tick->shapes = crArrayCount(movingIndex->shapes);
    char *to = putNames(&world->bodySlots, movingIndex->bodies, tick->bytes);
    to = putNames(&world->shapeSlots, movingIndex->shapes, to);
    crRollbackTakeMoving(world, to);
    history->takenEdition = world->revision;
    history->takenMotions = movingIndex->motions;
    return true;
}

/// Returns whether a moment is the present one or lies in its past.
static bool hasHappened(const CaromWorld *world, uint64_t moment)
{
    const CrMoments *m = &world->moments;
    uint64_t at = m->present;
    for (int k = 1; k <= m->jumps && at > moment; k++) { // the last jump first
        int j = (m->next + CR_JUMPS - k) % CR_JUMPS;
        if (m->jump[j].to <= at && m->jump[j].to > moment) {
            at = m->jump[j].from;
        }
    }
    return at >= moment && (moment >= m->forgotten || at == moment);
}

/// Counts the last ticks that are no longer part of the past, since the world was rolled back. A
/// later restore may make them part of it again.
static int countLost(const CaromHistory *history)
{
    int lost = 0;
    while (lost < history->ticks.count &&
           !hasHappened(history->world, tickAt(&history->ticks, lost)->moment)) {
        lost++;
    }
    return lost;
}

static CaromError takeTick(CaromHistory *history)
{
    CrTickRing *ticks = &history->ticks, less = *ticks;
    int gone = countLost(history);
    if (gone < ticks->count && tickAt(ticks, gone)->time >= history->world->time) {
        gone++; // recorded twice: the latter counts
    }
    less.count -= gone;
    if (!fill(history, nextPlace(&less))) {
        return CAROM_ERROR_MEMORY;
    }
    *ticks = less;
    enter(ticks);
    return CAROM_OK;
}

/// Legs before the first tick are no longer of use.
static void takeLeg(CaromHistory *history, double time)
{
    CrTickRing *legs = &history->legs;
    uint64_t first = tickAt(&history->ticks, history->ticks.count - 1)->moment;
    while (legs->count > 0 && tickAt(legs, legs->count - 1)->moment <= first) {
        dropFirst(legs);
    }
    CrTick *leg = nextPlace(legs);
    leg->moment = history->world->moments.present;
    leg->lost = !fill(history, leg);
    leg->time = time;
    enter(legs);
    history->legsTaken++;
}

/// Takes a leg, unless the last tick or leg still describes the bodies and shapes at a time.
static void takeLegIfChanged(CaromHistory *history, double time)
{
    const CaromWorld *world = history->world;
    bool known = history->takenEdition == world->revision &&
                 history->takenMotions == world->movingIndex.motions;
    if (!known && history->ticks.count > 0) {
        takeLeg(history, time);
    }
}

// ---- found

/// Returns whether a leg between two ticks has been dropped since.
static bool hasForgotten(const CaromHistory *history, const CrTick *tick, const CrTick *next)
{
    uint64_t gone = history->legsTaken - (uint64_t)history->legs.count;
    return tick->legs < next->legs && tick->legs < gone;
}

/// Returns the last leg after a tick, up to a time; null if there is none.
static const CrTick *legAfter(const CaromHistory *history, const CrTick *tick, double time)
{
    const CrTickRing *legs = &history->legs;
    for (int back = 0; back < legs->count && tickAt(legs, back)->moment > tick->moment; back++) {
        const CrTick *leg = tickAt(legs, back);
        if (leg->time <= time && hasHappened(history->world, leg->moment)) {
            return leg;
        }
    }
    return NULL;
}

/// Finds the tick or leg that holds at a time. Returns CAROM_ERROR_TIME if there is none,
/// CAROM_ERROR_MEMORY if it is a lost leg.
static CaromError findTick(const CaromHistory *history, double time, const CrTick **found)
{
    const CrTickRing *ticks = &history->ticks;
    int last = countLost(history), back = last;
    while (back < ticks->count && tickAt(ticks, back)->time > time) {
        back++;
    }
    if (back == ticks->count) {
        return CAROM_ERROR_TIME;
    }
    const CrTick *tick = tickAt(ticks, back);
    *found = tick;
    if (tick->time == time) {
        return CAROM_OK;
    }
    const CrTick *leg = legAfter(history, tick, time);
    if (back == last || (leg == NULL && hasForgotten(history, tick, tickAt(ticks, back - 1)))) {
        return CAROM_ERROR_TIME;
    }
    *found = leg != NULL ? leg : tick;
    return leg != NULL && leg->lost ? CAROM_ERROR_MEMORY : CAROM_OK;
}

#define TICKS_MOST 4096

// ---- what happens to the world

static void began(void *context, double time)
{
    CaromHistory *history = context;
    (void)time; // the step's end
    takeLegIfChanged(history, history->world->time);
}

static void turned(void *context, double time)
{
    takeLegIfChanged(context, time);
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
    static const CrObserverFunctions functions = {.began = began, .turned = turned, .ended = ended};
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
    error = reserveRing(&history->ticks, ticks, &history->allocator);
    error = error == CAROM_OK
                ? reserveRing(&history->legs, CR_LEGS_PER_TICK * ticks, &history->allocator)
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
    freeRing(&history->ticks, &allocator);
    freeRing(&history->legs, &allocator);
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
    error = error != CAROM_OK ? error : takeTick(history);
    return crComplain(history != NULL ? history->world : NULL, error, "caromHistoryRecord");
}

int caromHistoryCount(const CaromHistory *history)
{
    bool isThere = history != NULL && history->world != NULL;
    return isThere ? history->ticks.count - countLost(history) : 0;
}

double caromHistoryTime(const CaromHistory *history, int back)
{
    bool isThere = back >= 0 && back < caromHistoryCount(history);
    return isThere ? tickAt(&history->ticks, countLost(history) + back)->time : 0.0;
}

// ---- looking back

static CaromError look(CaromHistory *history, double time)
{
    const CrTick *tick = NULL;
    CaromError error = checkHistory(history);
    error = error == CAROM_OK && crQueryIsAsking(&history->view) ? CAROM_ERROR_BUSY : error;
    error = error != CAROM_OK ? error : crCheckNumber(time);
    error = error != CAROM_OK ? error : findTick(history, time, &tick);
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
