// SPDX-License-Identifier: MIT
// Boxes of a moving layer in floats, by which eight are looked at at once. A look only ever says of
// a box that it is out of the way; all rounding is on the safe side.
//
// Of a box: two coordinates that are in an order are in it as floats, or equal. Of a line: its
// margin is more than what all roundings come to.
// Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_EIGHT_H
#define CAROM_BROADPHASE_EIGHT_H

#include "../shapes/kernels.h"
#include "moving.h"

#if defined(CR_KERNELS_X86)
#define CR_SIMD_SSE2
#elif defined(CR_KERNELS_NEON)
#define CR_SIMD_NEON
#elif defined(CR_KERNELS_WASM)
#define CR_SIMD_WASM
#endif
#include "../shapes/simd.h"

/// What a look at the last box reads beyond it.
#define CR_EIGHT_BEYOND 8

/// Of CR_LANES boxes.
typedef struct CrBoxLanes {
    CrLanes minX, minY, maxX, maxY;
} CrBoxLanes;

static inline CrBoxLanes crBoxLanes(const CrRoughBox *from)
{
    CrBoxLanes box;
#if defined(CR_SIMD_SSE2)
    __m128 a = _mm_loadu_ps(&from[0].minX), b = _mm_loadu_ps(&from[1].minX),
           c = _mm_loadu_ps(&from[2].minX), d = _mm_loadu_ps(&from[3].minX);
    __m128 minAB = _mm_unpacklo_ps(a, b), maxAB = _mm_unpackhi_ps(a, b);
    __m128 minCD = _mm_unpacklo_ps(c, d), maxCD = _mm_unpackhi_ps(c, d);
    box.minX = _mm_movelh_ps(minAB, minCD);
    box.minY = _mm_movehl_ps(minCD, minAB);
    box.maxX = _mm_movelh_ps(maxAB, maxCD);
    box.maxY = _mm_movehl_ps(maxCD, maxAB);
#elif defined(CR_SIMD_NEON)
    float32x4x4_t four = vld4q_f32(&from->minX);
    box.minX = four.val[0];
    box.minY = four.val[1];
    box.maxX = four.val[2];
    box.maxY = four.val[3];
#elif defined(CR_SIMD_WASM)
    box.minX = wasm_f32x4_make(from[0].minX, from[1].minX, from[2].minX, from[3].minX);
    box.minY = wasm_f32x4_make(from[0].minY, from[1].minY, from[2].minY, from[3].minY);
    box.maxX = wasm_f32x4_make(from[0].maxX, from[1].maxX, from[2].maxX, from[3].maxX);
    box.maxY = wasm_f32x4_make(from[0].maxY, from[1].maxY, from[2].maxY, from[3].maxY);
#else
    box.minX = from->minX;
    box.minY = from->minY;
    box.maxX = from->maxX;
    box.maxY = from->maxY;
#endif
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
