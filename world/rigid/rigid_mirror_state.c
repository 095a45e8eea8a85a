// SPDX-License-Identifier: MIT
#include "rigid_mirror_state.h"

#include "rigid_mirror.h"

#include <string.h>

/// The number of elements of each array, then those.
enum { SEEN, BODY_OF, SHAPE_AT, EDGE_AT, BODY_AT, EMPTIED, EDITED, ANSWERS, ASKERS, ARRAYS };

typedef struct Head {
    uint64_t mixes;
    int32_t counts[ARRAYS];
    bool remix, relist, askersStale;
} Head;

typedef struct Array {
    void **at;
    size_t each; ///< [B]
} Array;

static void listArrays(const CaromWorld *world, Array arrays[ARRAYS])
{
    CrRigids *rigids = (CrRigids *)(uintptr_t)&world->rigids;
    CrRigidMirror *mirror = rigids->mirror;
    const Array all[ARRAYS] = {{(void **)&mirror->seen, sizeof *mirror->seen},
                               {(void **)&mirror->bodyOf, sizeof *mirror->bodyOf},
                               {(void **)&mirror->shapeAt, sizeof *mirror->shapeAt},
                               {(void **)&mirror->edgeAt, sizeof *mirror->edgeAt},
                               {(void **)&mirror->bodyAt, sizeof *mirror->bodyAt},
                               {(void **)&mirror->emptied, sizeof *mirror->emptied},
                               {(void **)&rigids->edited, sizeof *rigids->edited},
                               {(void **)&mirror->answers, sizeof *mirror->answers},
                               {(void **)&mirror->askers, sizeof *mirror->askers}};
    memcpy(arrays, all, sizeof all);
}

static size_t countOf(const Array *array)
{
    return *array->at ? stbds_header(*array->at)->length : 0;
}

size_t crRigidStateSize(const CaromWorld *world)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror == NULL) {
        return 0;
    }
    Array arrays[ARRAYS];
    size_t size = sizeof(Head);
    listArrays(world, arrays);
    for (int k = 0; k < ARRAYS; k++) {
        size += countOf(&arrays[k]) * arrays[k].each;
    }
    return size + crDynamicsStateSize(&mirror->dynamics);
}

char *crRigidStateSave(const CaromWorld *world, char *to)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    if (mirror == NULL) {
        return to;
    }
    Array arrays[ARRAYS];
    Head head;
    memset(&head, 0, sizeof head);
    listArrays(world, arrays);
    for (int k = 0; k < ARRAYS; k++) {
        head.counts[k] = (int32_t)countOf(&arrays[k]);
    }
    head.mixes = world->rigids.mixes;
    head.remix = world->rigids.remix;
    head.relist = world->rigids.relist;
    head.askersStale = mirror->askersStale;
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (int k = 0; k < ARRAYS; k++) {
        size_t bytes = countOf(&arrays[k]) * arrays[k].each;
        if (bytes > 0) {
            memcpy(to, *arrays[k].at, bytes);
        }
        to += bytes;
    }
    crDynamicsSave(&mirror->dynamics, to);
    return to + crDynamicsStateSize(&mirror->dynamics);
}

CaromError crRigidStateReserve(CaromWorld *world, const char *from, size_t size)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    Head head;
    if (size == 0) {
        return CAROM_OK;
    }
    if (mirror == NULL || size < sizeof head) { // it never goes again
        return CAROM_ERROR_SNAPSHOT;
    }
    Array arrays[ARRAYS];
    size_t needed = sizeof head;
    memcpy(&head, from, sizeof head);
    listArrays(world, arrays);
    for (int k = 0; k < ARRAYS; k++) {
        size_t has = *arrays[k].at ? stbds_header(*arrays[k].at)->capacity : 0;
        if (head.counts[k] < 0 || (size_t)head.counts[k] > has) { // arrays only grow
            return CAROM_ERROR_SNAPSHOT;
        }
        needed += (size_t)head.counts[k] * arrays[k].each;
    }
    return needed <= size ? crDynamicsReserveFor(&mirror->dynamics, from + needed, size - needed)
                          : CAROM_ERROR_SNAPSHOT;
}

/// Marks of the shapes that are listed as edited: those of the state, not of now.
static void setEdited(CrRigids *rigids, uint8_t mark)
{
    for (int k = 0; k < crArrayCount(rigids->edited); k++) {
        rigids->isEdited[rigids->edited[k]] = mark;
    }
}

/// Where nothing has changed since what contacts have, they need no look.
static void putMix(CrRigids *rigids, const Head *head, bool known)
{
    known = known && head->mixes == rigids->mixes;
    rigids->remix = !known || head->remix;
    rigids->relist = known ? head->relist : rigids->relist;
}

void crRigidStatePut(CaromWorld *world, const char *from, size_t size)
{
    CrRigidMirror *mirror = world->rigids.mirror;
    world->rigids.awakeKnown = false;
    world->rigids.kinematicKnown = false;
    if (mirror == NULL) {
        return;
    }
    setEdited(&world->rigids, 0);
    Head head;
    memset(&head, 0, sizeof head);
    Array arrays[ARRAYS];
    if (size > 0) {
        memcpy(&head, from, sizeof head);
        from += sizeof head;
    }
    putMix(&world->rigids, &head, size > 0);
    mirror->askersStale = size == 0 || head.askersStale;
    listArrays(world, arrays);
    for (int k = 0; k < ARRAYS; k++) {
        size_t bytes = (size_t)head.counts[k] * arrays[k].each;
        if (*arrays[k].at) {
            stbds_header(*arrays[k].at)->length = (size_t)head.counts[k];
        }
        if (bytes > 0) {
            memcpy(*arrays[k].at, from, bytes);
        }
        from += bytes;
    }
    crArraySetCount(world->rigids.isEdited, crArrayCount(mirror->seen));
    setEdited(&world->rigids, 1);
    if (size > 0) {
        crDynamicsLoad(&mirror->dynamics, from);
    } else {
        crDynamicsReset(&mirror->dynamics);
    }
}
