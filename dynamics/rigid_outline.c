// SPDX-License-Identifier: MIT
// A free block has the next free one, and its size, in its first two words.
#include "rigid_outline.h"

#include "../shapes/array.h"

#include <string.h>

#define NONE (-1)

void crOutlinesInit(CrOutlines *outlines)
{
    outlines->unit = NULL;
    for (int i = 0; i < CR_OUTLINE_CLASSES; i++) {
        outlines->free[i] = NONE;
    }
}

static int unitsFor(int corners, bool hasSeams)
{
    size_t bytes = sizeof(float) * (size_t)crContactRoom(corners) +
                   (hasSeams ? sizeof(CrContactSeam) * (size_t)corners : 0);
    return (int)((bytes + sizeof(CrOutlineUnit) - 1) / sizeof(CrOutlineUnit));
}

static int32_t *freeOf(CrOutlines *outlines, int units)
{
    return &outlines->free[(units < CR_OUTLINE_CLASSES ? units : CR_OUTLINE_CLASSES) - 1];
}

typedef struct FreeBlock {
    int32_t next, units;
} FreeBlock;

static FreeBlock freeAt(const CrOutlines *outlines, int32_t at)
{
    FreeBlock block;
    memcpy(&block, &outlines->unit[at], sizeof block);
    return block;
}

static void setFree(CrOutlines *outlines, int32_t at, FreeBlock block)
{
    memcpy(&outlines->unit[at], &block, sizeof block);
}

/// Takes a block of this size out of its list; NONE: there is none.
static int32_t takeFree(CrOutlines *outlines, int units)
{
    int32_t *first = freeOf(outlines, units), before = NONE;
    for (int32_t at = *first; at != NONE;) {
        FreeBlock block = freeAt(outlines, at);
        if (block.units == units) {
            if (before == NONE) {
                *first = block.next;
            } else {
                FreeBlock last = freeAt(outlines, before);
                last.next = block.next;
                setFree(outlines, before, last);
            }
            return at;
        }
        before = at;
        at = block.next;
    }
    return NONE;
}

bool crOutlineReserve(CrDynamics *d, int corners, bool hasSeams)
{
    return crOutlineReserveMany(d, 1, corners, hasSeams);
}

bool crOutlineReserveMany(CrDynamics *d, int shapes, int corners, bool hasSeams)
{
    const CrOutlineUnit *was = d->shapes.outlines.unit;
    int units = shapes * unitsFor(corners, hasSeams);
    if (!crArrayGrow(d->shapes.outlines.unit, units, &d->allocator)) {
        return false;
    }
    if (d->shapes.outlines.unit != was) {
        crOutlinesPoint(d);
    }
    return true;
}

static void point(const CrOutlines *outlines, CrRigidShape *shape, bool hasSeams)
{
    CrContactShape *s = &shape->shape;
    int lanes = crContactLanes(s->count);
    const float *x = (const float *)(const void *)&outlines->unit[shape->outline];
    s->x = x;
    s->y = x + lanes;
    s->nx = x + 2 * lanes;
    s->ny = x + 3 * lanes;
    s->seams = hasSeams ? (const CrContactSeam *)(const void *)(x + 4 * lanes) : NULL;
}

void crOutlineTake(CrOutlines *outlines, const CrContactShape *from, CrRigidShape *to)
{
    size_t lanes = (size_t)crContactLanes(from->count);
    const float *parts[4] = {from->x, from->y, from->nx, from->ny};
    to->units = unitsFor(from->count, from->seams != NULL);
    to->outline = takeFree(outlines, to->units);
    if (to->outline == NONE) {
        to->outline = crArrayCount(outlines->unit);
        crArraySetCount(outlines->unit, to->outline + to->units);
    }
    float *room = (float *)(void *)&outlines->unit[to->outline];
    memset(room, 0, sizeof *outlines->unit * (size_t)to->units);
    for (size_t i = 0; i < 4; i++) {
        memcpy(room + i * lanes, parts[i], sizeof(float) * lanes);
    }
    if (from->seams) {
        memcpy(room + 4 * lanes, from->seams, sizeof *from->seams * (size_t)from->count);
    }
    to->shape = *from;
    point(outlines, to, from->seams != NULL);
}

void crOutlineGive(CrOutlines *outlines, CrRigidShape *shape)
{
    if (shape->units > 0) {
        int32_t *first = freeOf(outlines, shape->units);
        FreeBlock block = {*first, shape->units};
        setFree(outlines, shape->outline, block);
        *first = shape->outline;
        shape->units = 0;
    }
}

void crOutlinesPoint(CrDynamics *d)
{
    for (int i = 1; i < crArrayCount(d->shapes.shape); i++) {
        CrRigidShape *shape = &d->shapes.shape[i];
        if (shape->units > 0) {
            point(&d->shapes.outlines, shape, shape->shape.seams != NULL);
        }
    }
}
