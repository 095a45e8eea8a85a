// SPDX-License-Identifier: MIT
// Boxes of a moving layer in floats, by which eight are looked at at once. A look only ever says of
// a box that it is out of the way; all rounding is on the safe side.
//
// Of a box: two coordinates that are in an order are in it as floats, or equal. Of a line: its
// margin is more than what all roundings come to.
// Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_SIMD8_H
#define CAROM_BROADPHASE_SIMD8_H

#include "simd4.h"
#include "moving.h"

/// What a look at the last box reads beyond it.
#define CR_EIGHT_BEYOND 8

/// Of CR_LANES boxes.
typedef struct CrBoxLanes {
    CrLanes minX, minY, maxX, maxY;
} CrBoxLanes;

static inline CrBoxLanes crBoxLanes(const CrRoughBox *from)
{
    CrFour four = crFour(&from->minX, 4);
    CrBoxLanes box = {four.a, four.b, four.c, four.d};
    return box;
}

static inline float crRoughX(const CrMoving *moving, double x)
{
    return (float)(crClamp(x, -CR_LEVEL_EDGE, CR_LEVEL_EDGE) - moving->origin.x);
}

static inline float crRoughY(const CrMoving *moving, double y)
{
    return (float)(crClamp(y, -CR_LEVEL_EDGE, CR_LEVEL_EDGE) - moving->origin.y);
}

static inline CrRoughBox crRoughBox(const CrMoving *moving, CaromBox box)
{
    CrRoughBox rough = {crRoughX(moving, box.min.x), crRoughY(moving, box.min.y),
                        crRoughX(moving, box.max.x), crRoughY(moving, box.max.y)};
    return rough;
}

/// Of eight from one on a bit each: it may overlap a box.
static inline unsigned crEightOverlap(const CrRoughBox *boxes, const CrRoughBox *box)
{
    CrLanes minX = crLanesAll(box->minX), minY = crLanesAll(box->minY),
            maxX = crLanesAll(box->maxX), maxY = crLanesAll(box->maxY);
    unsigned out = 0;
    for (int k = 0; k < 8; k += CR_LANES) {
        CrBoxLanes other = crBoxLanes(boxes + k);
        CrMask besideX = crMaskOr(crLanesLess(maxX, other.minX), crLanesLess(other.maxX, minX));
        CrMask besideY = crMaskOr(crLanesLess(maxY, other.minY), crLanesLess(other.maxY, minY));
        out |= crMaskBits(crMaskOr(besideX, besideY)) << k;
    }
    return ~out & 0xffu;
}

/// The same of a piece of a line, of the first `count`: it may come near.
static inline unsigned crEightNear(const CrRoughBox *boxes, int count, const CrRoughPiece *piece)
{
    CrLanes middleX = crLanesAll(piece->middleX), middleY = crLanesAll(piece->middleY),
            halfX = crLanesAll(piece->halfX), halfY = crLanesAll(piece->halfY),
            dx = crLanesAll(piece->dx), dy = crLanesAll(piece->dy),
            sizeX = crLanesAll(piece->sizeX), sizeY = crLanesAll(piece->sizeY),
            margin = crLanesAll(piece->margin), zero = crLanesAll(0.0f);
    unsigned out = 0;
    for (int k = 0; k < count; k += CR_LANES) {
        CrBoxLanes box = crBoxLanes(boxes + k);
        CrLanes apartX = crLanesSub(crLanesAdd(box.minX, box.maxX), middleX),
                apartY = crLanesSub(crLanesAdd(box.minY, box.maxY), middleY);
        CrLanes width = crLanesSub(box.maxX, box.minX), height = crLanesSub(box.maxY, box.minY);
        CrLanes farX = crLanesMax(apartX, crLanesSub(zero, apartX)),
                farY = crLanesMax(apartY, crLanesSub(zero, apartY));
        CrLanes side = crLanesSub(crLanesMul(dx, apartY), crLanesMul(dy, apartX));
        CrLanes reach =
            crLanesAdd(crLanesAdd(crLanesMul(sizeX, height), crLanesMul(sizeY, width)), margin);
        CrMask beside = crMaskOr(crLanesLess(crLanesAdd(width, halfX), farX),
                                 crLanesLess(crLanesAdd(height, halfY), farY));
        CrMask off = crLanesLess(reach, crLanesMax(side, crLanesSub(zero, side)));
        out |= crMaskBits(crMaskOr(beside, off)) << k;
    }
    return ~out & 0xffu;
}

#endif
