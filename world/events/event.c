// SPDX-License-Identifier: MIT
// Collecting. Whatever publishing needs is reserved here, so that it can't fail.
#include "event.h"

#include "../data/ids.h"
#include "event_sort.h"

#include <string.h>

/// Room in the order, and what sorting so many takes, which must not have less.
static bool reserveOrder(CaromWorld *world, int capacity)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    return crArrayReserve(e->scratch, capacity, a) &&
           crArrayReserve(e->starts, crEventStarts(capacity), a) &&
           crArrayReserve(e->own.order, capacity, a);
}

static bool reserveHits(CaromWorld *world, int capacity)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    return crArrayReserve(e->hits, capacity, a) && crArrayReserve(e->own.hits, capacity, a);
}

CaromError crEventsReserve(CaromWorld *world, int count)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    if (count == 0) {
        return CAROM_OK;
    }
    bool ok = reserveOrder(world, count) && reserveHits(world, count);
#define RESERVE(KIND, array, name) ok = ok && crArrayReserve(e->array, count, a);
    CR_RARE_EVENT_KINDS(RESERVE)
#undef RESERVE
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

bool crEventsReserveAs(CaromWorld *world, const CaromWorld *other)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
    const CrEvents *as = &other->events;
    bool ok = reserveOrder(world, crArrayCapacity(as->own.order)) &&
              reserveHits(world, crArrayCapacity(as->own.hits));
#define RESERVE_AS(KIND, array, name)                                                              \
    ok = ok && crArrayReserve(e->array, crArrayCapacity(as->array), a);
    CR_RARE_EVENT_KINDS(RESERVE_AS)
#undef RESERVE_AS
    return ok;
}

void crEventsFree(CaromWorld *world)
{
    const CaromAllocator *a = &world->allocator;
    CrEvents *e = &world->events;
#define FREE(KIND, array, name) crArrayFree(e->array, a);
    CR_RARE_EVENT_KINDS(FREE)
#undef FREE
    crArrayFree(e->hits, a);
    crArrayFree(e->own.hits, a);
    crArrayFree(e->own.order, a);
    crArrayFree(e->scratch, a);
    crArrayFree(e->starts, a);
}

void crEventsClear(CaromWorld *world)
{
    CrEvents *e = &world->events;
#define CLEAR(KIND, array, name) crArraySetCount(e->array, 0);
    CR_RARE_EVENT_KINDS(CLEAR)
#undef CLEAR
    crArraySetCount(e->hits, 0);
    crArraySetCount(e->own.hits, 0);
    crArraySetCount(e->own.order, 0);
    e->published = e->insideLost = false;
    e->dropped = 0;
    e->ticked = 0;
}

void crEventsTick(CaromWorld *world)
{
    CrEvents *e = &world->events;
    for (int k = e->ticked; k < crArrayCount(e->own.order); k++) {
        e->own.order[k].early = e->own.order[k].time == world->time;
    }
    e->ticked = crArrayCount(e->own.order);
}

/// By half of what there is; 0: there is no more to be had.
static int grown(int capacity)
{
    int more = capacity / 2 > 8 ? capacity / 2 : 8;
    return more < CR_EVENT_LIMIT - capacity ? capacity + more
           : capacity < CR_EVENT_LIMIT      ? CR_EVENT_LIMIT
                                            : 0;
}

static bool growOrder(CaromWorld *world)
{
    const CrEventOrder *order = world->events.own.order;
    if (crArrayCount(order) < crArrayCapacity(order)) {
        return true;
    }
    int capacity = grown(crArrayCapacity(order));
    return capacity > 0 && reserveOrder(world, capacity);
}

static bool growHits(CaromWorld *world)
{
    const CrHit *hits = world->events.own.hits;
    if (crArrayCount(hits) < crArrayCapacity(hits)) {
        return true;
    }
    int capacity = grown(crArrayCapacity(hits));
    return capacity > 0 && reserveHits(world, capacity);
}

CrHit *crEventsAddHit(CaromWorld *world, uint32_t projectile, double time)
{
    CrEvents *e = &world->events;
    CrHit *hit = crCollectHit(&e->own, time, projectile);
    if (hit == NULL && growHits(world) && growOrder(world)) {
        hit = crCollectHit(&e->own, time, projectile);
    }
    e->dropped += hit == NULL;
    return hit;
}

// ---- a preview world's

/// Keeps an event where there is room for it.
#define KEEP(array, count, capacity, type)                                                         \
    if (p->count < p->capacity) {                                                                  \
        p->array[p->count] = *(const type *)event;                                                 \
    }                                                                                              \
    p->count += p->count < CAROM_UNLIMITED;

static void keepEnd(CaromPrediction *p, const CaromEndEvent *end)
{
    p->stop = CAROM_PREDICTION_ENDED;
    p->reason = end->reason;
    p->time = end->time;
    p->position = end->position;
    p->velocity = end->velocity;
}

void crPreviewSinkTake(CrPreviewSink *recorder, CrEventKind kind, double time, const void *event)
{
    CaromPrediction *p = recorder->prediction;
    if (recorder->stopped) {
        return;
    }
    recorder->kinds |= 1u << kind;
    recorder->time = time;
    switch (kind) {
    case CR_EVENT_HIT:
        KEEP(hits, hitCount, hitCapacity, CaromHitEvent)
        recorder->hitShape = ((const CaromHitEvent *)event)->shape;
        recorder->hitNormal = ((const CaromHitEvent *)event)->normal;
        break;
    case CR_EVENT_MODE:
        KEEP(modes, modeCount, modeCapacity, CaromModeEvent)
        break;
    case CR_EVENT_CROSS:
        KEEP(crosses, crossCount, crossCapacity, CaromCrossEvent)
        break;
    case CR_EVENT_END:
        keepEnd(p, event);
        break;
    default:
        break; // what it does to others is theirs
    }
}

void crPreviewSinkStop(CrPreviewSink *recorder, const CaromHitEvent *hit, CaromPredictionStop stop)
{
    CaromPrediction *p = recorder->prediction;
    recorder->stopped = true;
    recorder->time = hit->time;
    recorder->hitShape = hit->shape;
    recorder->hitNormal = hit->normal;
    p->stop = stop;
    p->asked = *hit;
    p->time = hit->time;
    p->position = hit->center;
    p->velocity = hit->velocityBefore;
}

// ---- tasks

static int roomForTasks(const CaromWorld *world)
{
    const CrEventCollector *own = &world->events.own;
    int order = crArrayCapacity(own->order) - crArrayCount(own->order);
    int hits = crArrayCapacity(own->hits) - crArrayCount(own->hits);
    return (order < hits ? order : hits) / world->tasks.count;
}

/// An eighth more than the busiest task ever wanted, for each of them.
static void growForTasks(CaromWorld *world)
{
    const CrEventCollector *own = &world->events.own;
    int64_t wanted = (int64_t)world->tasks.wanted * 9 / 8 * world->tasks.count;
    int64_t order = crArrayCount(own->order) + wanted, hits = crArrayCount(own->hits) + wanted;
    if (order <= CR_EVENT_LIMIT && hits <= CR_EVENT_LIMIT && reserveHits(world, (int)hits)) {
        (void)reserveOrder(world, (int)order); // else there is less room
    }
}

void crEventsSlice(CaromWorld *world, CrEventSlice *slices)
{
    CrEventCollector *own = &world->events.own;
    if (world->tasks.wanted > roomForTasks(world)) {
        growForTasks(world);
    }
    int room = roomForTasks(world), order = crArrayCount(own->order), hit = crArrayCount(own->hits);
    for (int t = 0; t < world->tasks.count; t++, order += room, hit += room) {
        CrEventSlice slice = {NULL, NULL, hit, room, 0, 0};
        if (room > 0) {
            slice.order = own->order + order;
            slice.hits = own->hits + hit;
        }
        slices[t] = slice;
    }
}

void crEventsGather(CaromWorld *world, const CrEventSlice *slices)
{
    CrEventCollector *own = &world->events.own;
    int order = crArrayCount(own->order), hits = crArrayCount(own->hits);
    for (int t = 0; t < world->tasks.count; t++) {
        const CrEventSlice *slice = &slices[t];
        int wanted = slice->count + slice->missed;
        world->tasks.wanted = wanted > world->tasks.wanted ? wanted : world->tasks.wanted;
        if (slice->count > 0) {
            memmove(own->order + order, slice->order, (size_t)slice->count * sizeof *own->order);
            order += slice->count;
            hits = slice->firstHit + slice->count;
        }
    }
    crArraySetCount(own->order, order);
    crArraySetCount(own->hits, hits);
}

// ---- other kinds

#define DEFINE_ADD(KIND, array, name)                                                              \
    void crEventsAdd##name(CaromWorld *world, uint32_t projectile,                                 \
                           const Carom##name##Event *event)                                        \
    {                                                                                              \
        CrEvents *e = &world->events;                                                              \
        int count = crArrayCount(e->array);                                                        \
        if (world->recorder != NULL) {                                                             \
            crPreviewSinkTake(world->recorder, CR_EVENT_##KIND, event->time, event);               \
            return;                                                                                \
        }                                                                                          \
        if (!growOrder(world) || !crArrayGrow(e->array, 1, &world->allocator)) {                   \
            e->dropped++;                                                                          \
            return;                                                                                \
        }                                                                                          \
        crArrayPush(e->own.order, crEventOrder(event->time, projectile, CR_EVENT_##KIND, count));  \
        crArrayPush(e->array, *event);                                                             \
    }
CR_RARE_EVENT_KINDS(DEFINE_ADD)
#undef DEFINE_ADD

void crEventsTellMode(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                      CaromVec2 velocity, CaromProjectileMode mode)
{
    CaromModeEvent event = {0,       time, crProjectileIdOf(world, i),
                            place,   mode, world->flights.tail[i].userData,
                            velocity};
    crEventsAddMode(world, i, &event);
}

int crEventsCollected(const CaromWorld *world)
{
    return crArrayCount(world->events.own.order);
}

/// The shapes that an event names.
static uint64_t shapesOf(const CrEvents *e, const CrEventOrder *order)
{
    switch ((CrEventKind)order->kind) {
    case CR_EVENT_CROSS:
        return e->crosses[order->index].shape.index;
    case CR_EVENT_PUSH:
        return e->pushes[order->index].shape.index;
    default:
        return (uint64_t)e->contacts[order->index].shapeA.index << 32 |
               e->contacts[order->index].shapeB.index;
    }
}

static bool isJoinedBefore(const void *events, const CrEventOrder *a, const CrEventOrder *b)
{
    return a->time != b->time ? a->time < b->time : shapesOf(events, a) < shapesOf(events, b);
}

void crEventsJoin(CaromWorld *world, int since)
{
    CrEvents *e = &world->events;
    int count = crArrayCount(e->own.order) - since;
    if (count > 1) {
        crEventsMergeSort(e->own.order + since, e->scratch, count, isJoinedBefore, e);
    }
}

int crEventsBringContactsLast(CaromWorld *world, int since)
{
    CrEvents *e = &world->events;
    CrEventOrder *order = e->own.order;
    int count = crArrayCount(order), kept = since, moved = 0;
    for (int k = since; k < count; k++) {
        if (order[k].kind == CR_EVENT_CONTACT) {
            e->scratch[moved++] = order[k];
        } else {
            order[kept++] = order[k];
        }
    }
    for (int k = 0; k < moved; k++) {
        order[kept + k] = e->scratch[k];
    }
    return kept;
}
