// SPDX-License-Identifier: MIT
// What a history remembers: ticks, which the game asks for, and legs, which steps take.
#include "../data/moments.h"
#include "history.h"

#include <string.h>

// ---- rings

CaromError crTickRingReserve(CrTickRing *ring, int size, const CaromAllocator *allocator)
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

void crTickRingFree(CrTickRing *ring, const CaromAllocator *allocator)
{
    for (int k = 0; k < ring->size; k++) {
        crArrayFree(ring->all[k].bytes, allocator);
    }
    crArrayFree(ring->all, allocator);
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

int crHistoryCountLost(const CaromHistory *history)
{
    int lost = 0;
    while (lost < history->ticks.count &&
           !crMomentHappened(history->world, crTickAt(&history->ticks, lost)->moment)) {
        lost++;
    }
    return lost;
}

CaromError crHistoryTake(CaromHistory *history)
{
    CrTickRing *ticks = &history->ticks, less = *ticks;
    int gone = crHistoryCountLost(history);
    if (gone < ticks->count && crTickAt(ticks, gone)->time >= history->world->time) {
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
static void takeLeg(CaromHistory *history)
{
    CrTickRing *legs = &history->legs;
    uint64_t first = crTickAt(&history->ticks, history->ticks.count - 1)->moment;
    while (legs->count > 0 && crTickAt(legs, legs->count - 1)->moment <= first) {
        dropFirst(legs);
    }
    CrTick *leg = nextPlace(legs);
    leg->time = history->world->time;
    leg->moment = history->world->moments.present;
    leg->lost = !fill(history, leg);
    enter(legs);
    history->legsTaken++;
}

void crHistoryTakeLeg(CaromHistory *history)
{
    const CaromWorld *world = history->world;
    bool known = history->takenEdition == world->revision &&
                 history->takenMotions == world->movingIndex.motions;
    if (!known && history->ticks.count > 0) {
        takeLeg(history);
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
    for (int back = 0; back < legs->count && crTickAt(legs, back)->moment > tick->moment; back++) {
        const CrTick *leg = crTickAt(legs, back);
        if (leg->time <= time && crMomentHappened(history->world, leg->moment)) {
            return leg;
        }
    }
    return NULL;
}

CaromError crHistoryFind(const CaromHistory *history, double time, const CrTick **found)
{
    const CrTickRing *ticks = &history->ticks;
    int last = crHistoryCountLost(history), back = last;
    while (back < ticks->count && crTickAt(ticks, back)->time > time) {
        back++;
    }
    if (back == ticks->count) {
        return CAROM_ERROR_TIME;
    }
    const CrTick *tick = crTickAt(ticks, back);
    *found = tick;
    if (tick->time == time) {
        return CAROM_OK;
    }
    const CrTick *leg = legAfter(history, tick, time);
    if (back == last || (leg == NULL && hasForgotten(history, tick, crTickAt(ticks, back - 1)))) {
        return CAROM_ERROR_TIME;
    }
    *found = leg != NULL ? leg : tick;
    return leg != NULL && leg->lost ? CAROM_ERROR_MEMORY : CAROM_OK;
}
