// SPDX-License-Identifier: MIT
// Publishing: the order is sorted, each hit is written out once, to where it stays, and the few
// others are put in order where they are.
#include "event.h"

#include "../api/worlds.h"
#include "../data/ids.h"
#include "../data/tasks.h"
#include "../geometry/shape_view.h"
#include "../index/hierarchy.h"
#include "event_sort.h"

#include <string.h>

#define AHEAD 8 ///< hits

// ---- hits

void crHitWrite(const CaromWorld *world, const CrHit *hit, double time, uint32_t projectile,
                CaromHitEvent *event)
{
    const CrKeyOwner *owner = &world->keyOwners[hit->key];
    const CrShape *shape = &world->shapes[owner->shape];
    const CaromProjectileDef *def = &world->flightDefs[hit->flightDef].def;
    CaromProjectileId id = {projectile + 1, hit->age, world->tag};
    CaromHitEvent told = {0};
    told.time = time;
    told.projectile = id;
    told.shape = crShapeIdOf(world, owner->shape);
    told.body = crBodyIdOf(world, shape->body);
    told.center = hit->center;
    told.point = crAddScaled(hit->center, hit->normal, -def->radius);
    told.normal = hit->normal;
    told.velocityBefore = hit->before;
    told.velocityAfter = hit->after;
    told.impulse = crScale(crSub(hit->before, hit->after), def->mass);
    told.feature = crShapeFeature(shape, (int)owner->feature);
    told.material = crShapeMaterial(world, shape, (int)owner->feature);
    told.tile.x = told.tile.y = -1;
    if (crShapeExtras(shape)->tiles != NULL) {
        CrPose pose = crFlightPose(world, &world->bodies[shape->body], time);
        told.tile = crShapeTileAt(shape, (int)owner->feature, crPoseToLocal(&pose, told.point));
    }
    told.corner = hit->corner;
    told.action = (CaromHitAction)hit->action;
    told.projectileData = hit->data;
    told.shapeData = shape->userData;
    *event = told;
}

/// Publishes the first of `left` orders. In order of time, hits and their shapes are anywhere in
/// memory: prefetched, they are loaded in parallel instead of one after the other.
static void tellHit(const CaromWorld *world, const CrEventOrder *order, int left,
                    CaromHitEvent *event, uint64_t sequence)
{
    const CrEvents *e = &world->events;
    if (left > AHEAD && order[AHEAD].kind == CR_EVENT_HIT) {
        CR_PREFETCH_ALL(&e->own.hits[order[AHEAD].index])
        CR_PREFETCH_ALL(event + AHEAD)
    }
    if (left > AHEAD && order[AHEAD / 2].kind == CR_EVENT_HIT) {
        const CrHit *hit = &e->own.hits[order[AHEAD / 2].index];
        CR_PREFETCH_ALL(&world->shapes[world->keyOwners[hit->key].shape])
    }
    crHitWrite(world, &e->own.hits[order->index], order->time, order->projectile, event);
    event->sequence = sequence;
}

/// Publishes the hits of a part of the sorted events.
static void tellHits(const CaromWorld *world, const CrEventOrder *order, CrEventSpan span)
{
    if (world->events.hits == NULL) {
        return;
    }
    CaromHitEvent *event = world->events.hits + span.hitsBefore;
    for (int i = span.first; i < span.end; i++) {
        if (order[i].kind == CR_EVENT_HIT) {
            tellHit(world, &order[i], span.end - i, event++,
                    world->events.sequence + (uint64_t)i + 1);
        }
    }
}

// ---- hits, side by side

typedef struct Sorting {
    const CaromWorld *world;
    CrEventBuckets buckets;
    CrEventPart parts[CR_TASKS];
    CrEventSpan spans[CR_TASKS];
} Sorting;

static void spread(void *context, int index)
{
    Sorting *sorting = context;
    const CrEvents *e = &sorting->world->events;
    sorting->spans[index] = crEventsSpread(&sorting->buckets, sorting->parts[index], e->own.order,
                                           e->scratch, e->starts, crArrayCount(e->own.order));
}

static void settleAndTell(void *context, int index)
{
    Sorting *sorting = context;
    const CrEvents *e = &sorting->world->events;
    CrEventSpan span = sorting->spans[index];
    crEventsSettle(sorting->parts[index], span, e->scratch, e->own.order, e->starts);
    tellHits(sorting->world, e->scratch, span);
}

/// False: it does not pay.
static bool tellSideBySide(CaromWorld *world)
{
    const CrEvents *e = &world->events;
    Sorting sorting;
    int count = crArrayCount(e->own.order);
    if (world->tasks.count <= 1 || count < world->tasks.leastEvents ||
        !crEventsDivide(&sorting.buckets, e->own.order, count)) {
        return false;
    }
    sorting.world = world;
    for (int t = 0; t < world->tasks.count; t++) {
        sorting.parts[t].from = (int)crTaskStart(world, (uint32_t)sorting.buckets.count, t);
        sorting.parts[t].until = (int)crTaskStart(world, (uint32_t)sorting.buckets.count, t + 1);
    }
    crTasksRun(world, spread, &sorting);
    crTasksRun(world, settleAndTell, &sorting);
    return true;
}

/// Sorts all events, publishes hits; returns the sorted events.
static const CrEventOrder *sortAndTell(CaromWorld *world, int rare)
{
    CrEvents *e = &world->events;
    int count = crArrayCount(e->own.order);
    bool isScratch = true;
    if (!tellSideBySide(world)) {
        CrEventSpan all = {0, count, 0};
        isScratch = crEventsSort(e->own.order, e->scratch, e->starts, count);
        tellHits(world, isScratch ? e->scratch : e->own.order, all);
    }
    crArraySetCount(e->hits, count - rare);
    return isScratch ? e->scratch : e->own.order;
}

// ---- other kinds

/// Where events of a kind come from: their orders, in order, in a part of the array that sorting
/// left.
typedef struct Sources {
    CrEventOrder *of;
    int count;
    bool inOrder;
} Sources;

static void *eventAt(CrEvents *e, int kind, uint32_t index)
{
    switch (kind) {
#define AT(KIND, array, name)                                                                      \
    case CR_EVENT_##KIND:                                                                          \
        return &e->array[index];
        CR_RARE_EVENT_KINDS(AT)
#undef AT
    default:
        return NULL;
    }
}

typedef union AnyEvent {
#define ANY(KIND, array, name) Carom##name##Event array;
    CR_RARE_EVENT_KINDS(ANY)
#undef ANY
} AnyEvent;

static const size_t sizes[CR_EVENT_KIND_COUNT] = {sizeof(CaromHitEvent),
#define SIZE(KIND, array, name) sizeof(Carom##name##Event),
                                                  CR_RARE_EVENT_KINDS(SIZE)
#undef SIZE
};

/// Event k is the one that was collected as of[k].index: cycle by cycle, each is moved once.
static void permute(CrEvents *e, int kind, Sources *sources)
{
    size_t size = sizes[kind];
    AnyEvent first;
    for (uint32_t start = 0; start < (uint32_t)sources->count; start++) {
        uint32_t to = start, from = sources->of[to].index;
        if (from == start) {
            continue;
        }
        memcpy(&first, eventAt(e, kind, start), size);
        for (; from != start; to = from, from = sources->of[to].index) {
            memcpy(eventAt(e, kind, to), eventAt(e, kind, from), size);
            sources->of[to].index = to & (CR_EVENT_LIMIT - 1u);
        }
        memcpy(eventAt(e, kind, to), &first, size);
        sources->of[to].index = to & (CR_EVENT_LIMIT - 1u);
    }
}

static void part(const CrEvents *e, CrEventOrder *of, Sources sources[CR_EVENT_KIND_COUNT])
{
    const int counts[] = {0,
#define COUNT(KIND, array, name) crArrayCount(e->array),
                          CR_RARE_EVENT_KINDS(COUNT)
#undef COUNT
    };
    for (int kind = 0; kind < CR_EVENT_KIND_COUNT; kind++) {
        Sources none = {of, 0, true};
        sources[kind] = none;
        of += counts[kind];
    }
}

static void number(CrEvents *e, const CrEventOrder *order, uint64_t sequence, Sources *sources)
{
    void *event = eventAt(e, order->kind, order->index);
    memcpy(event, &sequence, sizeof sequence); // it is the first in each
    sources->inOrder &= order->index == (uint32_t)sources->count;
    sources->of[sources->count++] = *order;
}

// ---- all

static int rareCount(const CrEvents *e)
{
    int count = 0;
#define ADD(KIND, array, name) count += crArrayCount(e->array);
    CR_RARE_EVENT_KINDS(ADD)
#undef ADD
    return count;
}

static void numberRare(CrEvents *e, const CrEventOrder *order, int count)
{
    Sources sources[CR_EVENT_KIND_COUNT];
    part(e, order == e->scratch ? e->own.order : e->scratch, sources);
    for (int i = 0; i < count; i++) {
        if (order[i].kind != CR_EVENT_HIT) {
            number(e, &order[i], e->sequence + (uint64_t)i + 1, &sources[order[i].kind]);
        }
    }
    for (int kind = 0; kind < CR_EVENT_KIND_COUNT; kind++) {
        if (!sources[kind].inOrder) {
            permute(e, kind, &sources[kind]);
        }
    }
}

bool crEventsPublish(CaromWorld *world)
{
    CrEvents *e = &world->events;
    int count = crArrayCount(e->own.order), rare = rareCount(e);
    const CrEventOrder *order = sortAndTell(world, rare);
    if (rare > 0) {
        numberRare(e, order, count);
    }
    // The count goes on as if nothing had been lost, since it is part of the state.
    e->sequence += (uint64_t)count + e->dropped;
    e->published = true;
    return e->dropped == 0;
}

CaromEvents caromWorldEvents(const CaromWorld *world)
{
    CaromEvents events = {0};
    if (world == NULL) {
        return events;
    }
    const CrEvents *e = &world->events;
    events.dropped = e->dropped;
    if (!e->published) {
        return events;
    }
#define SHOW(KIND, array, name) events.array = crArrayCount(e->array) > 0 ? e->array : NULL;
    CR_RARE_EVENT_KINDS(SHOW)
#undef SHOW
    events.hits = crArrayCount(e->hits) > 0 ? e->hits : NULL;
    events.hitCount = crArrayCount(e->hits);
    events.endCount = crArrayCount(e->ends);
    events.modeCount = crArrayCount(e->modes);
    events.crossCount = crArrayCount(e->crosses);
    events.meetCount = crArrayCount(e->meets);
    events.blastCount = crArrayCount(e->blasts);
    events.pushCount = crArrayCount(e->pushes);
    events.contactCount = crArrayCount(e->contacts);
    events.impactCount = crArrayCount(e->impacts);
    events.bodyCount = crArrayCount(e->bodies);
    return events;
}

// ---- all kinds in one order

// A merge of arrays that are each in order of their sequence numbers already. Every event begins
// with its number and its time.
#define TIME_AT sizeof(uint64_t) ///< [B] of an event; its number is at 0
#define BEGINS(type) (offsetof(type, sequence) == 0 && offsetof(type, time) == TIME_AT)
typedef char allBeginAlike[BEGINS(CaromHitEvent)
#define ALIKE(KIND, array, name) &&BEGINS(Carom##name##Event)
                                   CR_RARE_EVENT_KINDS(ALIKE)
#undef ALIKE
                               ? 1
                               : -1];

static void put(CaromEventIterator *iterator, CaromEventKind kind, const void *first, int count)
{
    iterator->next[kind] = first;
    iterator->left[kind] = first != NULL ? count : 0;
}

CaromEventIterator caromEventsBegin(const CaromEvents *events)
{
    CaromEventIterator iterator = {{NULL}, {0}};
    if (events != NULL) {
        put(&iterator, CAROM_EVENT_HIT, events->hits, events->hitCount);
        put(&iterator, CAROM_EVENT_END, events->ends, events->endCount);
        put(&iterator, CAROM_EVENT_MODE, events->modes, events->modeCount);
        put(&iterator, CAROM_EVENT_CROSS, events->crosses, events->crossCount);
        put(&iterator, CAROM_EVENT_MEET, events->meets, events->meetCount);
        put(&iterator, CAROM_EVENT_BLAST, events->blasts, events->blastCount);
        put(&iterator, CAROM_EVENT_PUSH, events->pushes, events->pushCount);
        put(&iterator, CAROM_EVENT_CONTACT, events->contacts, events->contactCount);
        put(&iterator, CAROM_EVENT_IMPACT, events->impacts, events->impactCount);
        put(&iterator, CAROM_EVENT_BODY, events->bodies, events->bodyCount);
    }
    return iterator;
}

bool caromEventsNext(CaromEventIterator *iterator, CaromEvent *event)
{
    if (iterator == NULL || event == NULL) {
        return false;
    }
    int first = -1;
    uint64_t least = UINT64_MAX;
    for (int kind = 0; kind < CAROM_EVENT_KIND_COUNT; kind++) {
        if (iterator->left[kind] > 0 && *(const uint64_t *)iterator->next[kind] < least) {
            least = *(const uint64_t *)iterator->next[kind];
            first = kind;
        }
    }
    if (first < 0) {
        return false;
    }
    const char *at = iterator->next[first];
    event->kind = (CaromEventKind)first;
    event->sequence = least;
    event->time = *(const double *)(const void *)(at + TIME_AT);
    event->hit = (const void *)at; // whichever it is: all pointers share one place
    iterator->next[first] = at + sizes[first];
    iterator->left[first]--;
    return true;
}
