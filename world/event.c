// SPDX-License-Identifier: MIT
#include "event.h"

#include "record.h"

// Every kind of event has an array as collected and a sorted twin; what follows is written once
// and said for each kind.

CaromError crEventsReserve(CaromWorld *world, int count)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    if (count == 0) {
        return CAROM_OK;
    }
    bool ok = crArrayReserve(e->order, count, a) && crArrayReserve(e->orderScratch, count, a);
#define RESERVE(KIND, array, name)                                                                 \
    ok = ok && crArrayReserve(e->array, count, a) && crArrayReserve(e->array##Sorted, count, a);
    CR_EVENT_KINDS(RESERVE)
#undef RESERVE
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crEventsFree(CaromWorld *world)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
#define FREE(KIND, array, name)                                                                    \
    crArrayFree(e->array, a);                                                                      \
    crArrayFree(e->array##Sorted, a);
    CR_EVENT_KINDS(FREE)
#undef FREE
    crArrayFree(e->order, a);
    crArrayFree(e->orderScratch, a);
}

void crEventsClear(CaromWorld *world)
{
    CrEvents *e = &world->events;
#define CLEAR(KIND, array, name)                                                                   \
    crArraySetCount(e->array, 0);                                                                  \
    crArraySetCount(e->array##Sorted, 0);
    CR_EVENT_KINDS(CLEAR)
#undef CLEAR
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

#define DEFINE_ADD(KIND, array, name)                                                              \
    void crEventsAdd##name(CaromWorld *world, uint32_t projectile,                                 \
                           const Carom##name##Event *event)                                        \
    {                                                                                              \
        CrEvents *e = &world->events;                                                              \
        const CaromAllocator *a = &world->allocator;                                               \
        if (world->recorder != NULL) {                                                             \
            crRecordEvent(world->recorder, CR_EVENT_##KIND, event->time, event);                   \
            return;                                                                                \
        }                                                                                          \
        if (!crArrayGrow(e->array, 1, a) ||                                                        \
            !crArrayReserve(e->array##Sorted, crArrayCapacity(e->array), a) ||                     \
            !growOrder(world)) {                                                                   \
            e->dropped++;                                                                          \
            return;                                                                                \
        }                                                                                          \
        pushOrder(world, event->time, projectile, CR_EVENT_##KIND, crArrayCount(e->array));        \
        crArrayPush(e->array, *event);                                                             \
    }
CR_EVENT_KINDS(DEFINE_ADD)
#undef DEFINE_ADD

void crEventsTellMode(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                      CaromProjectileMode mode)
{
    CaromModeEvent event = {0,     time, crProjectileIdOf(world, i),
                            place, mode, world->flights.tail[i].userData};
    crEventsAddMode(world, i, &event);
}

void crEventsAddShapePush(CaromWorld *world, uint32_t projectile, const CaromPushEvent *event)
{
    CrEvents *e = &world->events;
    int known = crArrayCount(e->order);
    crEventsAddPush(world, projectile, event);
    if (crArrayCount(e->order) == known || known == 0) {
        return;
    }
    const CrEventOrder *last = &e->order[known - 1];
    bool follows = last->kind == CR_EVENT_PUSH && last->projectile == projectile &&
                   last->time == event->time && e->pushes[last->index].shape.index != 0;
    e->order[known].rank = follows ? last->rank : e->order[known].rank;
}

int crEventsCollected(const CaromWorld *world)
{
    return crArrayCount(world->events.order);
}

void crEventsJoin(CaromWorld *world, int since)
{
    CrEvents *e = &world->events;
    for (int k = since; k < crArrayCount(e->order); k++) {
        e->order[k].rank = (uint32_t)since;
    }
}

static bool contactComesBefore(const CaromContactEvent *a, const CaromContactEvent *b)
{
    return a->shapeA.index != b->shapeA.index ? a->shapeA.index < b->shapeA.index
                                              : a->shapeB.index < b->shapeB.index;
}

static bool comesBefore(const CrEvents *e, const CrEventOrder *a, const CrEventOrder *b)
{
    if (a->time != b->time) {
        return a->time < b->time;
    }
    if (a->projectile != b->projectile) {
        return a->projectile < b->projectile;
    }
    bool isContact = a->kind == CR_EVENT_CONTACT;
    if (isContact != (b->kind == CR_EVENT_CONTACT)) {
        return !isContact; // what goes off by a command comes first
    }
    if (isContact) {
        return contactComesBefore(&e->contacts[a->index], &e->contacts[b->index]) ||
               (!contactComesBefore(&e->contacts[b->index], &e->contacts[a->index]) &&
                a->index < b->index);
    }
    if (a->rank != b->rank) {
        return a->rank < b->rank; // of one projectile: as it lived through them
    }
    if (a->kind == CR_EVENT_PUSH) { // those that were joined
        return e->pushes[a->index].shape.index < e->pushes[b->index].shape.index;
    }
    uint32_t s = e->crosses[a->index].shape.index, t = e->crosses[b->index].shape.index;
    return s != t ? s < t : a->index < b->index;
}

/// Merges the sorted runs [lo, mid) and [mid, hi) of `from` into `to`.
static void mergeRuns(const CrEvents *e, const CrEventOrder *from, CrEventOrder *to, int lo,
                      int mid, int hi)
{
    int left = lo, right = mid;
    for (int i = lo; i < hi; i++) {
        bool takeLeft = left < mid && (right >= hi || !comesBefore(e, &from[right], &from[left]));
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
            mergeRuns(e, e->order, e->orderScratch, lo, mid, hi);
        }
        CrEventOrder *sorted = e->orderScratch;
        e->orderScratch = e->order;
        e->order = sorted;
    }
}

static void number(CrEvents *e, const CrEventOrder *order, uint64_t sequence)
{
    switch ((CrEventKind)order->kind) {
#define NUMBER(KIND, array, name)                                                                  \
    case CR_EVENT_##KIND:                                                                          \
        crArrayPush(e->array##Sorted, e->array[order->index]);                                     \
        crArrayLast(e->array##Sorted).sequence = sequence;                                         \
        break;
        CR_EVENT_KINDS(NUMBER)
#undef NUMBER
    }
}

bool crEventsPublish(CaromWorld *world)
{
    CrEvents *e = &world->events;
    sortOrder(e);
    for (int i = 0; i < crArrayCount(e->order); i++) {
        number(e, &e->order[i], ++e->sequence);
    }
    e->sequence +=
        e->dropped; // the count goes on as if nothing had been lost, since it is part of the state
    return e->dropped == 0;
}

CaromEvents caromWorldEvents(const CaromWorld *world)
{
    CaromEvents events = {0};
    if (world == NULL) {
        return events;
    }
    const CrEvents *e = &world->events;
#define SHOW(KIND, array, name)                                                                    \
    events.array = crArrayCount(e->array##Sorted) > 0 ? e->array##Sorted : NULL;
    CR_EVENT_KINDS(SHOW)
#undef SHOW
    events.hitCount = crArrayCount(e->hitsSorted);
    events.endCount = crArrayCount(e->endsSorted);
    events.modeCount = crArrayCount(e->modesSorted);
    events.crossCount = crArrayCount(e->crossesSorted);
    events.meetCount = crArrayCount(e->meetsSorted);
    events.blastCount = crArrayCount(e->blastsSorted);
    events.pushCount = crArrayCount(e->pushesSorted);
    events.contactCount = crArrayCount(e->contactsSorted);
    events.dropped = e->dropped;
    return events;
}
