// SPDX-License-Identifier: MIT
#include "event.h"

CaromError crEventsReserve(CaromWorld *world, int count)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    if (count == 0) {
        return CAROM_OK;
    }
    bool ok = crArrayReserve(e->hits, count, a) && crArrayReserve(e->hitsSorted, count, a) &&
              crArrayReserve(e->ends, count, a) && crArrayReserve(e->endsSorted, count, a) &&
              crArrayReserve(e->modes, count, a) && crArrayReserve(e->modesSorted, count, a) &&
              crArrayReserve(e->order, count, a) && crArrayReserve(e->orderScratch, count, a);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crEventsFree(CaromWorld *world)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    crArrayFree(e->hits, a);
    crArrayFree(e->hitsSorted, a);
    crArrayFree(e->ends, a);
    crArrayFree(e->endsSorted, a);
    crArrayFree(e->modes, a);
    crArrayFree(e->modesSorted, a);
    crArrayFree(e->order, a);
    crArrayFree(e->orderScratch, a);
}

void crEventsClear(CaromWorld *world)
{
    CrEvents *e = &world->events;
    crArraySetCount(e->hits, 0);
    crArraySetCount(e->hitsSorted, 0);
    crArraySetCount(e->ends, 0);
    crArraySetCount(e->endsSorted, 0);
    crArraySetCount(e->modes, 0);
    crArraySetCount(e->modesSorted, 0);
    crArraySetCount(e->order, 0);
    crArraySetCount(e->orderScratch, 0);
    e->dropped = 0;
}

/// Room in the order, twice: for sorting.
static bool growOrder(CaromWorld *world)
{
    CrEvents *e = &world->events;
    return crArrayGrow(e->order, 1, &world->allocator) &&
           crArrayReserve(e->orderScratch, crArrayCapacity(e->order), &world->allocator);
}

static void pushOrder(CaromWorld *world, double time, uint32_t projectile, CrEventKind kind,
                      int index)
{
    CrEvents *e = &world->events;
    uint32_t rank = (uint32_t)crArrayCount(e->order);
    CrEventOrder order = {time, projectile, (uint32_t)kind, (uint32_t)index, rank};
    crArrayPush(e->order, order);
}

/// Room for one more in an array and in its sorted twin.
#define GROW_PAIR(world, array, sorted)                                                            \
    (crArrayGrow(array, 1, &(world)->allocator) &&                                                 \
     crArrayReserve(sorted, crArrayCapacity(array), &(world)->allocator) && growOrder(world))

void crEventsAddHit(CaromWorld *world, const CaromHitEvent *event)
{
    CrEvents *e = &world->events;
    if (!GROW_PAIR(world, e->hits, e->hitsSorted)) {
        e->dropped++;
        return;
    }
    pushOrder(world, event->time, event->projectile.index - 1, CR_EVENT_HIT, crArrayCount(e->hits));
    crArrayPush(e->hits, *event);
}

void crEventsAddEnd(CaromWorld *world, uint32_t projectile, double time, CaromVec2 place,
                    CaromVec2 velocity, CaromEndReason reason)
{
    CrEvents *e = &world->events;
    if (!GROW_PAIR(world, e->ends, e->endsSorted)) {
        e->dropped++;
        return;
    }
    CaromEndEvent event = {0,        time,   crProjectileIdOf(world, projectile),     place,
                           velocity, reason, world->flights.cold[projectile].userData};
    pushOrder(world, time, projectile, CR_EVENT_END, crArrayCount(e->ends));
    crArrayPush(e->ends, event);
}

void crEventsAddMode(CaromWorld *world, uint32_t projectile, double time, CaromVec2 place,
                     CaromProjectileMode mode)
{
    CrEvents *e = &world->events;
    if (!GROW_PAIR(world, e->modes, e->modesSorted)) {
        e->dropped++;
        return;
    }
    CaromModeEvent event = {0,     time, crProjectileIdOf(world, projectile),
                            place, mode, world->flights.cold[projectile].userData};
    pushOrder(world, time, projectile, CR_EVENT_MODE, crArrayCount(e->modes));
    crArrayPush(e->modes, event);
}

static bool comesBefore(const CrEventOrder *a, const CrEventOrder *b)
{
    if (a->time != b->time) {
        return a->time < b->time;
    }
    if (a->projectile != b->projectile) {
        return a->projectile < b->projectile;
    }
    return a->rank < b->rank; // of one projectile: as it lived through them
}

/// Merges the sorted runs [lo, mid) and [mid, hi) of `from` into `to`.
static void mergeRuns(const CrEventOrder *from, CrEventOrder *to, int lo, int mid, int hi)
{
    int left = lo, right = mid;
    for (int i = lo; i < hi; i++) {
        bool takeLeft = left < mid && (right >= hi || !comesBefore(&from[right], &from[left]));
        to[i] = takeLeft ? from[left++] : from[right++];
    }
}

/// Bottom-up merge sort; swaps the arrays as it goes, the result ends up in `order`.
static void sortOrder(CrEvents *e)
{
    int count = crArrayCount(e->order);
    crArraySetCount(e->orderScratch, count);
    for (int width = 1; width < count; width *= 2) {
        for (int lo = 0; lo < count; lo += 2 * width) {
            int mid = lo + width < count ? lo + width : count;
            int hi = mid + width < count ? mid + width : count;
            mergeRuns(e->order, e->orderScratch, lo, mid, hi);
        }
        CrEventOrder *sorted = e->orderScratch;
        e->orderScratch = e->order;
        e->order = sorted;
    }
}

bool crEventsPublish(CaromWorld *world)
{
    CrEvents *e = &world->events;
    sortOrder(e);
    for (int i = 0; i < crArrayCount(e->order); i++) {
        const CrEventOrder *o = &e->order[i];
        uint64_t sequence = ++e->sequence;
        if (o->kind == CR_EVENT_HIT) {
            crArrayPush(e->hitsSorted, e->hits[o->index]);
            crArrayLast(e->hitsSorted).sequence = sequence;
        } else if (o->kind == CR_EVENT_END) {
            crArrayPush(e->endsSorted, e->ends[o->index]);
            crArrayLast(e->endsSorted).sequence = sequence;
        } else {
            crArrayPush(e->modesSorted, e->modes[o->index]);
            crArrayLast(e->modesSorted).sequence = sequence;
        }
    }
    e->sequence +=
        e->dropped; // the count goes on as if nothing had been lost, since it is part of the state
    return e->dropped == 0;
}

CaromEvents caromWorldEvents(const CaromWorld *world)
{
    CaromEvents events = {NULL, NULL, NULL, 0, 0, 0, 0};
    if (world == NULL) {
        return events;
    }
    const CrEvents *e = &world->events;
    events.hitCount = crArrayCount(e->hitsSorted);
    events.endCount = crArrayCount(e->endsSorted);
    events.modeCount = crArrayCount(e->modesSorted);
    events.hits = events.hitCount > 0 ? e->hitsSorted : NULL;
    events.ends = events.endCount > 0 ? e->endsSorted : NULL;
    events.modes = events.modeCount > 0 ? e->modesSorted : NULL;
    events.dropped = e->dropped;
    return events;
}
