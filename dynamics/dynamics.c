// SPDX-License-Identifier: MIT
#include "dynamics.h"
#include "solver.h"

#include "../shapes/array.h"
#include "../shapes/inline.h"

#include <string.h>

CrDynamicsSettings crDynamicsSettings(void)
{
    CrDynamicsSettings settings = {{0.0, -10.0}, 4,    30.0f, 10.0f, 3.0f,
                                   1.0f,         1.0f, 0.02f, 0.05f, 0.05f};
    return settings;
}

void crDynamicsInit(CrDynamics *d, const CaromAllocator *allocator)
{
    memset(d, 0, sizeof *d);
    if (allocator) {
        d->allocator = *allocator;
    }
    d->settings = crDynamicsSettings();
    d->solver = crSolverBest();
    crLanesInit(&d->contacts.lanes);
    crMovingInit(&d->pairs.still, &d->allocator);
    crMovingInit(&d->pairs.moving, &d->allocator);
}

/// What a state consists of: arrays that are copied as they are.
typedef struct Part {
    void **array;
    size_t size; ///< [B] of an element
} Part;

#define PARTS 19

static void listParts(CrDynamics *d, Part parts[PARTS])
{
#define PART(name)                                                                                 \
    {                                                                                              \
        (void **)&d->name, sizeof *d->name                                                         \
    }
    const Part all[PARTS] = {PART(bodies.pose),
                             PART(bodies.velocity),
                             PART(bodies.force),
                             PART(bodies.traits),
                             PART(bodies.path),
                             PART(bodies.free),
                             PART(rows),
                             PART(shapes.shape),
                             PART(shapes.fat),
                             PART(shapes.free),
                             PART(pairs.pending),
                             PART(contacts.contact),
                             PART(contacts.free),
                             PART(contacts.loose),
                             PART(contacts.lanes.block),
                             PART(contacts.lanes.base),
                             PART(contacts.lanes.extra),
                             PART(contacts.lanes.head),
                             PART(ended)};
#undef PART
    memcpy(parts, all, sizeof all);
}

/// What is in a state beside the arrays.
typedef struct StateHead {
    CrDynamicsSettings settings;
    CrLanes lanes; ///< its pointers are not used
    int32_t endedSeen;
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
    head.endedSeen = d->endedSeen;
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

static void takeLanes(CrLanes *lanes, const CrLanes *from)
{
    lanes->firstFree = from->firstFree;
    lanes->used = from->used;
    memcpy(lanes->colour, from->colour, sizeof lanes->colour);
}

CaromError crDynamicsLoad(CrDynamics *d, const void *state)
{
    Part parts[PARTS];
    StateHead head;
    const char *at = (const char *)state + aligned(sizeof head);
    memcpy(&head, state, sizeof head);
    listParts(d, parts);
    for (int i = 0; i < PARTS; i++) {
        size_t count = (size_t)head.counts[i];
        if (count > 0 &&
            !crArrayReserveFrom(*parts[i].array ? stbds_header(*parts[i].array)->capacity : 0,
                                parts[i].array, parts[i].size, count, &d->allocator)) {
            return CAROM_ERROR_MEMORY;
        }
    }
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
    takeLanes(&d->contacts.lanes, &head.lanes);
    d->bodies.movingStale = true;
    d->pairs.stillStale = true;
    return CAROM_OK;
}

static void freeOutlines(CrDynamics *d)
{
    for (int i = 1; i < crArrayCount(d->shapes.shape); i++) {
        CrRigidShape *s = &d->shapes.shape[i];
        crResize(&d->allocator, (void *)(uintptr_t)s->shape.x,
                 s->shape.x ? sizeof(float) * (size_t)crContactRoom(s->room) : 0, 0);
        crResize(&d->allocator, (void *)(uintptr_t)s->shape.seams,
                 s->shape.seams ? sizeof(CrContactSeam) * (size_t)s->room : 0, 0);
    }
}

void crDynamicsFree(CrDynamics *d)
{
    Part parts[PARTS];
    freeOutlines(d);
    listParts(d, parts);
    for (int i = 0; i < PARTS; i++) {
        crArrayFreeBytes(parts[i].array, parts[i].size, &d->allocator);
    }
    crArrayFree(d->bodies.moving, &d->allocator);
    crArrayFree(d->begun, &d->allocator);
    crArrayFree(d->hits, &d->allocator);
    crArrayFree(d->fresh, &d->allocator);
    crArrayFree(d->broken, &d->allocator);
    crArrayFree(d->kicks, &d->allocator);
    crArrayFree(d->solved, &d->allocator);
    crArrayFree(d->stale, &d->allocator);
    crArrayFree(d->gone, &d->allocator);
    crArrayFree(d->pairs.moved, &d->allocator);
    crArrayFree(d->pairs.isMoved, &d->allocator);
    crArrayFree(d->pairs.next, &d->allocator);
    crArrayFree(d->pairs.found, &d->allocator);
    crArrayFree(d->pairs.order, &d->allocator);
    crArrayFree(d->pairs.spare, &d->allocator);
    crArrayFree(d->pairs.boxes, &d->allocator);
    crArrayFree(d->pairs.keys, &d->allocator);
    crMovingFree(&d->pairs.still);
    crMovingFree(&d->pairs.moving);
}

int crDynamicsContactPoints(const CrDynamics *d, int index, CrRigidContactView points[2])
{
    const CrRigidContact *contact = &d->contacts.contact[index];
    if (contact->colour == CR_RIGID_CONTACT_LOOSE) {
        return 0;
    }
    int i = contact->place / CR_BLOCK, l = contact->place % CR_BLOCK;
    const CrLaneBlock *block = &d->contacts.lanes.block[i];
    const CrRigidPose *b = &d->bodies.pose[contact->bodyB];
    double nx = (double)block->nx[l], ny = (double)block->ny[l], d1 = (double)block->dB[l];
    for (int k = 0; k < contact->count; k++) {
        double across = (double)block->point[k].rnB[l]; // r × n
        CrRigidContactView view = {{b->x + nx * d1 + ny * across, b->y + ny * d1 - nx * across},
                                   {nx, ny},
                                   (double)(block->point[k].s0[l] + (block->dB[l] - block->dA[l])),
                                   (double)block->point[k].l[l],
                                   (double)block->lt[l] / contact->count};
        points[k] = view;
    }
    return contact->count;
}
