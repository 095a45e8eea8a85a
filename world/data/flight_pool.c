// SPDX-License-Identifier: MIT
#include "flight_pool.h"

#include "flight_extra.h"
#include "tasks.h"

#include <string.h>

#define LAST_AGE 0xffffffffu
#define LINE 64               ///< [B] of a cache
#define SLOT_LIMIT 0x40000000 ///< as of all ids

// ---- room

/// An event changes each other flight at most twice, when two projectiles explode as they meet.
static bool reserveQueue(CaromWorld *world, int capacity)
{
    const CaromAllocator *a = &world->allocator;
    return crArrayReserve(world->queue, 2 * capacity, a) &&
           crArrayReserve(world->watchers, capacity, a) &&
           crArrayReserve(world->linked, capacity, a) &&
           crArrayReserve(world->changed, 2 * capacity, a) &&
           crArrayReserve(world->flights.queuedAfter, capacity, a) &&
           crArrayReserve(world->flights.queued, capacity, a);
}

/// Reserves the arrays that only some worlds have for every flight.
static bool reserveBesides(CaromWorld *world, int capacity)
{
    CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
    bool ok = f->crossings == NULL ||
              (crArrayReserve(f->crossings, capacity, a) &&
               crArrayReserve(world->sensors.nodes, CR_INSIDE_RESERVE * capacity, a));
    ok = ok && crTasksReserve(world, capacity);
    ok = ok && (f->clearUntil == NULL || crArrayReserve(f->clearUntil, capacity, a));
    ok = ok && (f->glances == NULL || crArrayReserve(f->glances, capacity / 8 + 1, a));
    return ok && (f->queued == NULL || reserveQueue(world, capacity));
}

/// A flight that spans two cache lines would cost two misses. So the block has one flight more than
/// needed, and its flights begin at the first line in it.
static bool reserveHot(CrFlights *f, int capacity, const CaromAllocator *allocator)
{
    size_t was = f->hot != NULL ? (size_t)((char *)f->hot - (char *)f->hotBlock) : 0;
    if (capacity < crArrayCapacity(f->hotBlock)) {
        return true;
    }
    if (!crArrayReserve(f->hotBlock, capacity + 1, allocator)) {
        return false;
    }
    char *block = (char *)f->hotBlock;
    size_t past = (size_t)((uintptr_t)block % LINE), first = past > 0 ? LINE - past : 0;
    memmove(block + first, block + was, crFlightsCount(f) * sizeof *f->hot);
    f->hot = (CrFlight *)(void *)(block + first);
    return true;
}

CaromError crFlightsReserve(CaromWorld *world, int extra)
{
    CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
    int fresh = extra - f->freeCount;
    if (fresh <= 0) {
        return CAROM_OK;
    }
    if (fresh > SLOT_LIMIT - crArrayCount(f->next)) {
        return CAROM_ERROR_FULL;
    }
    bool ok = crArrayGrow(f->next, fresh, a) && reserveHot(f, crArrayCapacity(f->next), a);
    int capacity = crArrayCapacity(f->next);
#define RESERVE(type, name) ok = ok && crArrayReserve(f->name, capacity, a);
    CR_FLIGHT_ARRAYS(RESERVE)
#undef RESERVE
    ok = ok && reserveBesides(world, capacity);
    ok = ok && (world->rigids.dynamic == 0 || crEventQueueReserve(world) == CAROM_OK);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

CaromError crEventQueueReserve(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    if (f->queued != NULL) {
        return CAROM_OK;
    }
    bool ok = reserveQueue(world, crArrayCapacity(f->next));
    for (int i = 0; ok && i < crArrayCount(f->next); i++) {
        crArrayPush(f->queued, CR_NEVER);
    }
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

CaromError crSensorCrossingsReserve(CaromWorld *world)
{
    static const CrSensorCrossing unknown = {-CR_NEVER, -CR_NEVER, CR_NONE, true};
    CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
    int capacity = crArrayCapacity(f->next), count = crArrayCount(f->next);
    if (f->crossings != NULL) {
        return CAROM_OK;
    }
    if (!crArrayReserve(world->sensors.nodes, CR_INSIDE_RESERVE * capacity, a) ||
        !crArrayReserve(f->crossings, capacity > 0 ? capacity : 1, a)) {
        return CAROM_ERROR_MEMORY;
    }
    crArraySetCount(f->crossings, count);
    for (int i = 0; i < count; i++) {
        f->crossings[i] = unknown;
    }
    return CAROM_OK;
}

void crSensorCrossingsFree(CaromWorld *world)
{
    crArrayFree(world->flights.crossings, &world->allocator);
}

void crFlightsFree(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    const CaromAllocator *a = &world->allocator;
#define FREE(type, name) crArrayFree(f->name, a);
    CR_FLIGHT_ARRAYS(FREE)
#undef FREE
    crArrayFree(f->hotBlock, a);
    f->hot = NULL;
    crSensorCrossingsFree(world);
    crArrayFree(f->queued, a);
    crArrayFree(f->queuedAfter, a);
    crArrayFree(f->clearUntil, a);
    crArrayFree(f->glances, a);
    crArrayFree(world->queue, a);
    crArrayFree(world->changed, a);
    crArrayFree(world->watchers, a);
    crArrayFree(world->linked, a);
    crExtrasFree(world);
}

// ---- slots

static uint32_t push(CrFlights *f)
{
    static const CrSensorCrossing noCrossing;
    static const CrFlight noFlight;
    static const CrGlances noGlances;
#define PUSH(type, name)                                                                           \
    static const type name##Blank;                                                                 \
    crArrayPush(f->name, name##Blank);
    CR_FLIGHT_ARRAYS(PUSH)
#undef PUSH
    if (f->crossings != NULL) {
        crArrayPush(f->crossings, noCrossing);
    }
    if (f->queued != NULL) {
        crArrayPush(f->queued, CR_NEVER);
    }
    if (f->clearUntil != NULL) {
        crArrayPush(f->clearUntil, -CR_NEVER);
    }
    uint32_t i = crFlightsCount(f) - 1;
    if (f->glances != NULL && i % 8 == 0) {
        f->glances[i / 8] = noGlances;
    }
    f->hot[i] = noFlight;
    return i;
}

uint32_t crFlightsTake(CrFlights *f)
{
    uint32_t i = f->free;
    if (i == CR_NONE) {
        i = push(f);
    } else {
        f->free = f->hot[i].nextKey;
        f->freeCount--;
        if (f->free != CR_NONE) { // most often the next shot's, and anywhere
            CR_PREFETCH(&f->hot[f->free]);
            CR_PREFETCH(&f->tail[f->free]);
        }
    }
    f->tail[i].age++;
    f->hot[i].leg = 0;
    crClearUntilForget(f, i);
    f->liveCount++;
    return i;
}

void crFlightsFreeSlot(CrFlights *f, uint32_t i)
{
    CR_ASSERT(crFlightLives(f, i));
    f->hot[i].leg |= CR_LEG_FREE;
    f->liveCount--;
    if (f->tail[i].age != LAST_AGE) {
        f->hot[i].nextKey = f->free;
        f->free = i;
        f->freeCount++;
    }
}

static bool endedLater(const CrFlights *f, uint32_t a, uint32_t b)
{
    double timeA = f->hot[a].start, timeB = f->hot[b].start;
    return timeA != timeB ? timeA > timeB : a > b;
}

/// Joins two sorted lists.
static uint32_t merge(CrFlights *f, uint32_t a, uint32_t b)
{
    uint32_t first = CR_NONE, *link = &first;
    while (a != CR_NONE && b != CR_NONE) {
        uint32_t *best = endedLater(f, a, b) ? &a : &b, taken = *best;
        *link = taken;
        link = &f->hot[taken].nextKey;
        *best = *link;
    }
    *link = a != CR_NONE ? a : b;
    return first;
}

void crFlightsSortLastFreed(CrFlights *f, int count)
{
    uint32_t runs[32], rest = f->free; // runs[k] has 2^k slots, or none
    int depth = 0;
    for (int k = 0; k < count; k++) {
        uint32_t run = rest;
        rest = f->hot[run].nextKey;
        f->hot[run].nextKey = CR_NONE;
        int at = 0;
        for (; at < depth && runs[at] != CR_NONE; at++) {
            run = merge(f, runs[at], run);
            runs[at] = CR_NONE;
        }
        depth = at == depth ? depth + 1 : depth;
        runs[at] = run;
    }
    uint32_t all = CR_NONE;
    for (int at = 0; at < depth; at++) {
        all = merge(f, runs[at], all);
    }
    uint32_t *link = &all;
    while (*link != CR_NONE) {
        link = &f->hot[*link].nextKey;
    }
    *link = rest;
    f->free = all;
}

void crFlightsSortFreed(CaromWorld *world, uint32_t former, int count)
{
    CrFlights *f = &world->flights;
    const CaromEndEvent *ends = world->events.ends;
    if (world->events.dropped > 0) {
        crFlightsSortLastFreed(f, count);
        return;
    }
    f->free = former;
    for (int k = 0; k < crArrayCount(ends); k++) {
        uint32_t i = ends[k].projectile.index - 1;
        if (ends[k].projectile.age != LAST_AGE) {
            f->hot[i].nextKey = f->free;
            f->free = i;
        }
    }
}

bool crFlightsHold(const CrFlights *f)
{
    int live = 0, spent = 0, unused = 0;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        live += crFlightLives(f, i);
        spent += !crFlightLives(f, i) && f->tail[i].age == LAST_AGE;
    }
    for (uint32_t i = f->free; i != CR_NONE && unused <= f->freeCount; i = f->hot[i].nextKey) {
        if (i >= crFlightsCount(f) || crFlightLives(f, i) || f->tail[i].age == LAST_AGE) {
            return false;
        }
        unused++;
    }
    return live == f->liveCount && unused == f->freeCount &&
           live + spent + unused == (int)crFlightsCount(f);
}
