// SPDX-License-Identifier: MIT
// The kernels of kernels.h, once for all instruction sets: the file that includes this chose one.
#include "kernels.h"
#include "simd.h"

#include "bits.h"

/// What a ray is in every lane, so that a loop over blocks loads it once.
typedef struct RayLanes {
    CrLanes px, py, dx, dy, over, under, before, behind;
} RayLanes;

static inline RayLanes rayLanes(const CrEdgeRay *ray)
{
    RayLanes lanes = {crLanesAll(ray->px),
                      crLanesAll(ray->py),
                      crLanesAll(ray->dx),
                      crLanesAll(ray->dy),
                      crLanesAll(ray->margin),
                      crLanesAll(-ray->margin),
                      crLanesAll(ray->near - ray->margin),
                      crLanesAll(ray->far + ray->margin)};
    return lanes;
}

/// The lanes of some edges of a block, from `k` on: how far their ends are to the side of the ray,
/// to the left being more than 0, and which edges are out of its way.
static inline CrMask edgesFar(const CrEdgeBlock *block, int k, const RayLanes *ray, CrLanes *sideA,
                              CrLanes *sideB)
{
    CrLanes ax = crLanesSub(crLanesLoad(block->ax + k), ray->px);
    CrLanes ay = crLanesSub(crLanesLoad(block->ay + k), ray->py);
    CrLanes bx = crLanesSub(crLanesLoad(block->bx + k), ray->px);
    CrLanes by = crLanesSub(crLanesLoad(block->by + k), ray->py);
    *sideA = crLanesSub(crLanesMul(ray->dx, ay), crLanesMul(ray->dy, ax));
    *sideB = crLanesSub(crLanesMul(ray->dx, by), crLanesMul(ray->dy, bx));
    CrLanes alongA = crLanesAdd(crLanesMul(ray->dx, ax), crLanesMul(ray->dy, ay));
    CrLanes alongB = crLanesAdd(crLanesMul(ray->dx, bx), crLanesMul(ray->dy, by));
    CrMask left = crLanesLess(ray->over, crLanesMin(*sideA, *sideB));
    CrMask right = crLanesLess(crLanesMax(*sideA, *sideB), ray->under);
    CrMask before = crLanesLess(crLanesMax(alongA, alongB), ray->before);
    CrMask behind = crLanesLess(ray->behind, crLanesMin(alongA, alongB));
    return crMaskOr(crMaskOr(left, right), crMaskOr(before, behind));
}

static unsigned edgesNear(const CrEdgeBlock *block, const CrEdgeRay *ray)
{
    RayLanes lanes = rayLanes(ray);
    unsigned out = 0;
    for (int k = 0; k < 8; k += CR_LANES) {
        CrLanes sideA, sideB;
        out |= crMaskBits(edgesFar(block, k, &lanes, &sideA, &sideB)) << k;
    }
    return ~out & 0xffu;
}

static unsigned edgesNearOneSided(const CrEdgeBlock *block, const CrEdgeRay *ray, unsigned oneSided)
{
    RayLanes lanes = rayLanes(ray);
    unsigned out = 0;
    for (int k = 0; k < 8; k += CR_LANES) {
        CrLanes sideA, sideB;
        CrMask far = edgesFar(block, k, &lanes, &sideA, &sideB);
        CrMask fromBack =
            crMaskAnd(crLanesLess(sideA, lanes.under), crLanesLess(lanes.over, sideB));
        out |= (crMaskBits(far) | (crMaskBits(fromBack) & oneSided >> k)) << k;
    }
    return ~out & 0xffu;
}

static uint32_t linkNear(const CrEdgeLink *links, uint32_t from, const CrEdgeRay *ray,
                         unsigned oneSided, unsigned *near)
{
    RayLanes lanes = rayLanes(ray);
    float reach = 0.0f; // that of thin edges, and so of most links, is the same
    for (; from != 0; from = links[from - 1].next) {
        const CrEdgeLink *link = &links[from - 1];
        unsigned free = oneSided & link->oneSided, out = 0;
        if (link->reach != reach) {
            CrEdgeRay wide = *ray;
            reach = link->reach;
            wide.margin += reach;
            lanes = rayLanes(&wide);
        }
        for (int k = 0; k < 8; k += CR_LANES) {
            CrLanes sideA, sideB;
            CrMask far = edgesFar(&link->edges, k, &lanes, &sideA, &sideB);
            CrMask fromBack =
                crMaskAnd(crLanesLess(sideA, lanes.under), crLanesLess(lanes.over, sideB));
            out |= (crMaskBits(far) | (crMaskBits(fromBack) & free >> k)) << k;
        }
        *near = ~out & 0xffu;
        if (*near != 0) {
            return from;
        }
    }
    return 0;
}

static int due(const double *times, int count, double until, uint32_t *out)
{
    int found = 0, i = 0;
    for (; i + 8 <= count; i += 8) {
        for (uint32_t bits = crDueBits(times + i, until); bits; bits &= bits - 1) {
            out[found++] = (uint32_t)(i + crLowestBit(bits));
        }
    }
    for (; i < count; i++) {
        if (times[i] <= until) {
            out[found++] = (uint32_t)i;
        }
    }
    return found;
}

#define CR_KERNELS(name)                                                                           \
    {                                                                                              \
        name, edgesNear, edgesNearOneSided, linkNear, due                                          \
    }
