// SPDX-License-Identifier: MIT
// The state of a scene as raw bytes, for the same scene: a head, then arrays as they lie in memory.
// Loading costs what copying costs. Scratch arrays have no contents between ticks.
#include "rigid_state.h"

#include "dynamics.h"
#include "rigid_outline.h"
#include "rigid_pairs.h"

#include "../shapes/array.h"

#include <math.h>
#include <string.h>

/// What a state consists of: arrays that are copied as they are.
typedef struct Part {
    void **array;
    size_t size; ///< [B] of an element
} Part;

#define PARTS 22

static void listParts(CrDynamics *d, Part parts[PARTS])
{
#define PART(name)                                                                                 \
    {                                                                                              \
        (void **)&d->name, sizeof *d->name                                                         \
    }
    const Part all[PARTS] = {PART(bodies.pose), // the first of those of bodies
                             PART(shapes.shape),
                             PART(pairs.pending),
                             PART(bodies.velocity),
                             PART(bodies.force),
                             PART(bodies.traits),
                             PART(bodies.path),
                             PART(bodies.free),
                             PART(rows),
                             PART(shapes.fat),
                             PART(shapes.free),
                             PART(shapes.outlines.unit),
                             PART(contacts.contact),
                             PART(contacts.free),
                             PART(contacts.loose),
                             PART(contacts.asleep),
                             PART(bodies.roused),
                             PART(contacts.lanes.block),
                             PART(contacts.lanes.base),
                             PART(contacts.lanes.extra),
                             PART(contacts.lanes.head),
                             PART(ended)};
#undef PART
    memcpy(parts, all, sizeof all);
}

/// What is in a state beside the arrays. Pointers in it are only compared.
typedef struct StateHead {
    CrDynamicsSettings settings;
    CrLanes lanes;
    CrOutlines outlines;
    uint64_t stillTurn, idleTurn;
    bool stillStale;
    int32_t endedSeen, pressed;
    float strongest;
    int32_t counts[PARTS];
} StateHead;

static size_t countOf(const Part *part)
{
    const void *array = *part->array;
    return array ? stbds_header(array)->length : 0;
}

/// Elements begin at multiples of this.
static size_t aligned(size_t size)
{
    return (size + 15u) & ~(size_t)15u;
}

size_t crDynamicsStateSize(const CrDynamics *d)
{
    Part parts[PARTS];
    size_t size = aligned(sizeof(StateHead));
    listParts((CrDynamics *)(uintptr_t)d, parts);
    for (int i = 0; i < PARTS; i++) {
        size += aligned(countOf(&parts[i]) * parts[i].size);
    }
    return size;
}

void crDynamicsSave(const CrDynamics *d, void *state)
{
    Part parts[PARTS];
    StateHead head;
    char *at = (char *)state + aligned(sizeof head);
    memset(&head, 0, sizeof head);
    head.settings = d->settings;
    head.lanes = d->contacts.lanes;
    head.outlines = d->shapes.outlines;
    head.stillTurn = d->pairs.stillTurn;
    head.stillStale = d->pairs.stillStale;
    head.idleTurn = d->pairs.idleTurn;
    head.endedSeen = d->endedSeen;
    head.pressed = d->contacts.pressed;
    head.strongest = d->strongest;
    listParts((CrDynamics *)(uintptr_t)d, parts);
    for (int i = 0; i < PARTS; i++) {
        size_t count = countOf(&parts[i]);
        head.counts[i] = (int32_t)count;
        if (count > 0) {
            memcpy(at, *parts[i].array, count * parts[i].size);
        }
        at += aligned(count * parts[i].size);
    }
    memcpy(state, &head, sizeof head);
}

CaromError crDynamicsReserveFor(CrDynamics *d, const void *state, size_t size)
{
    Part parts[PARTS];
    StateHead head;
    size_t needed = aligned(sizeof head);
    if (size < needed) {
        return CAROM_ERROR_SNAPSHOT;
    }
    memcpy(&head, state, sizeof head);
    listParts(d, parts);
    for (int i = 0; i < PARTS; i++) {
        if (head.counts[i] < 0) {
            return CAROM_ERROR_SNAPSHOT;
        }
        needed += aligned((size_t)head.counts[i] * parts[i].size);
    }
    if (needed != size) {
        return CAROM_ERROR_SNAPSHOT;
    }
    bool ok = crDynamicsReserve(d, head.counts[0], head.counts[1]);
    for (int i = 0; i < PARTS && ok; i++) {
        ok = head.counts[i] == 0 ||
             crArrayReserveFrom(*parts[i].array ? stbds_header(*parts[i].array)->capacity : 0,
                                parts[i].array, parts[i].size, (size_t)head.counts[i],
                                &d->allocator);
    }
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static void takeLanes(CrLanes *lanes, const CrLanes *from)
{
    lanes->used = from->used;
    memcpy(lanes->colour, from->colour, sizeof lanes->colour);
}

void crDynamicsLoad(CrDynamics *d, const void *state)
{
    Part parts[PARTS];
    StateHead head;
    const char *at = (const char *)state + aligned(sizeof head);
    memcpy(&head, state, sizeof head);
    listParts(d, parts);
    for (int i = 0; i < PARTS; i++) {
        size_t count = (size_t)head.counts[i];
        if (*parts[i].array) {
            stbds_header(*parts[i].array)->length = count;
        }
        if (count > 0) {
            memcpy(*parts[i].array, at, count * parts[i].size);
        }
        at += aligned(count * parts[i].size);
    }
    d->settings = head.settings;
    d->endedSeen = head.endedSeen;
    d->contacts.pressed = head.pressed;
    takeLanes(&d->contacts.lanes, &head.lanes);
    memcpy(d->shapes.outlines.free, head.outlines.free, sizeof head.outlines.free);
    if (head.outlines.unit != d->shapes.outlines.unit) {
        crOutlinesPoint(d);
    }
    if (head.stillTurn != d->pairs.stillTurn || head.stillStale) {
        crPairsTurnStill(d);
    }
    if (head.idleTurn != d->pairs.idleTurn) {
        crPairsTurnIdle(d);
    }
    crDynamicsAdopt(d);
    d->strongest = head.strongest;
}

void crDynamicsReset(CrDynamics *d)
{
    Part parts[PARTS];
    CrLanes lanes;
    CrOutlines outlines;
    listParts(d, parts);
    for (int i = 0; i < PARTS; i++) {
        if (*parts[i].array) {
            stbds_header(*parts[i].array)->length = 0;
        }
    }
    d->contacts.pressed = 0;
    crLanesInit(&lanes);
    takeLanes(&d->contacts.lanes, &lanes);
    crOutlinesInit(&outlines);
    memcpy(d->shapes.outlines.free, outlines.free, sizeof outlines.free);
    d->endedSeen = 0;
    crPairsTurnStill(d);
    crPairsTurnIdle(d);
    crDynamicsAdopt(d);
    d->strongest = 0.0f;
}

void crDynamicsAdopt(CrDynamics *d)
{
    int shapes = crArrayCount(d->shapes.shape);
    int bodies = crArrayCount(d->bodies.pose);
    crArraySetCount(d->kicks, bodies);
    crArraySetCount(d->mark, bodies);
    if (bodies > 0) {
        memset(d->mark, 0, (size_t)bodies);
    }
    crArraySetCount(d->slept, 0);
    crArraySetCount(d->woken, 0);
    d->wokenSeen = 0;
    crArraySetCount(d->pairs.isMoved, shapes);
    if (shapes > 0) {
        memset(d->pairs.isMoved, 0, (size_t)shapes);
    }
    crArraySetCount(d->contacts.far, 0);
    crArraySetCount(d->begun, 0);
    crArraySetCount(d->hits, 0);
    crArraySetCount(d->fresh, 0);
    crArraySetCount(d->broken, 0);
    d->bodies.movingStale = true;
    d->strongest = INFINITY;
}

void crStateFree(CrDynamics *d)
{
    Part parts[PARTS];
    listParts(d, parts);
    for (int i = 0; i < PARTS; i++) {
        crArrayFreeBytes(parts[i].array, parts[i].size, &d->allocator);
    }
}
