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
    CrEdgePackets minX, minY, maxX, maxY;
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
    CrEdgePackets minX = crEdgePacketsAll(box->minX), minY = crEdgePacketsAll(box->minY),
                  maxX = crEdgePacketsAll(box->maxX), maxY = crEdgePacketsAll(box->maxY);
    unsigned out = 0;
    for (int k = 0; k < 8; k += CR_LANES) {
        CrBoxLanes other = crBoxLanes(boxes + k);
        CrMask besideX =
            crMaskOr(crEdgePacketsLess(maxX, other.minX), crEdgePacketsLess(other.maxX, minX));
        CrMask besideY =
            crMaskOr(crEdgePacketsLess(maxY, other.minY), crEdgePacketsLess(other.maxY, minY));
        out |= crMaskBits(crMaskOr(besideX, besideY)) << k;
    }
    return ~out & 0xffu;
}

/// The same of a piece of a line, of the first `count`: it may come near.
static inline unsigned crEightNear(const CrRoughBox *boxes, int count, const CrRoughPiece *piece)
{
    CrEdgePackets middleX = crEdgePacketsAll(piece->middleX),
                  middleY = crEdgePacketsAll(piece->middleY),
                  halfX = crEdgePacketsAll(piece->halfX), halfY = crEdgePacketsAll(piece->halfY),
                  dx = crEdgePacketsAll(piece->dx), dy = crEdgePacketsAll(piece->dy),
                  sizeX = crEdgePacketsAll(piece->sizeX), sizeY = crEdgePacketsAll(piece->sizeY),
                  margin = crEdgePacketsAll(piece->margin), zero = crEdgePacketsAll(0.0f);
    unsigned out = 0;
    for (int k = 0; k < count; k += CR_LANES) {
        CrBoxLanes box = crBoxLanes(boxes + k);
        CrEdgePackets apartX = crEdgePacketsSub(crEdgePacketsAdd(box.minX, box.maxX), middleX),
                      apartY = crEdgePacketsSub(crEdgePacketsAdd(box.minY, box.maxY), middleY);
        CrEdgePackets width = crEdgePacketsSub(box.maxX, box.minX),
                      height = crEdgePacketsSub(box.maxY, box.minY);
        CrEdgePackets farX = crEdgePacketsMax(apartX, crEdgePacketsSub(zero, apartX)),
                      farY = crEdgePacketsMax(apartY, crEdgePacketsSub(zero, apartY));
        CrEdgePackets side =
            crEdgePacketsSub(crEdgePacketsMul(dx, apartY), crEdgePacketsMul(dy, apartX));
        CrEdgePackets reach = crEdgePacketsAdd(
            crEdgePacketsAdd(crEdgePacketsMul(sizeX, height), crEdgePacketsMul(sizeY, width)),
            margin);
        CrMask beside = crMaskOr(crEdgePacketsLess(crEdgePacketsAdd(width, halfX), farX),
                                 crEdgePacketsLess(crEdgePacketsAdd(height, halfY), farY));
        CrMask off = crEdgePacketsLess(reach, crEdgePacketsMax(side, crEdgePacketsSub(zero, side)));
        out |= crMaskBits(crMaskOr(beside, off)) << k;
    }
    return ~out & 0xffu;
}

#endif
