// SPDX-License-Identifier: MIT
// The kernels of kernels.h, once for all instruction sets: the file that includes this chose one.
#include "kernels.h"
#include "simd.h"

#include "bits.h"

/// What a ray is in every lane, so that a loop over links loads it once; to edges of a reach, which
/// that of thin ones, and so of most links, is the same.
typedef struct RayLanes {
    CrLanes px, py, dx, dy, over, under, before, behind;
    float reach;
} RayLanes;

static inline void setReach(RayLanes *lanes, const CrEdgeRay *ray, float reach)
{
    float margin = ray->margin + reach;
    lanes->over = crLanesAll(margin);
    lanes->under = crLanesAll(-margin);
    lanes->before = crLanesAll(ray->near - margin);
    lanes->behind = crLanesAll(ray->far + margin);
    lanes->reach = reach;
}

static inline void setPlace(RayLanes *lanes, const CrEdgeRay *ray)
{
    lanes->px = crLanesAll(ray->px);
    lanes->py = crLanesAll(ray->py);
    lanes->behind = crLanesAll(ray->far + (ray->margin + lanes->reach));
}

static inline void setRay(RayLanes *lanes, const CrEdgeRay *ray, float reach)
{
    lanes->dx = crLanesAll(ray->dx);
    lanes->dy = crLanesAll(ray->dy);
    setReach(lanes, ray, reach);
    setPlace(lanes, ray);
}

/// The lanes of some edges of a block, from `k` on, that are out of the ray's way; free: of which
/// of them those that are crossed from their back are, too. How far ends are to the side of the ray
/// is more than 0 to its left.
static inline unsigned edgesFar(const CrEdgeBlock *block, int k, const RayLanes *ray, unsigned free)
{
    CrLanes ax = crLanesSub(crLanesLoad(block->ax + k), ray->px);
    CrLanes ay = crLanesSub(crLanesLoad(block->ay + k), ray->py);
    CrLanes bx = crLanesSub(crLanesLoad(block->bx + k), ray->px);
    CrLanes by = crLanesSub(crLanesLoad(block->by + k), ray->py);
    CrLanes sideA = crLanesSub(crLanesMul(ray->dx, ay), crLanesMul(ray->dy, ax));
    CrLanes sideB = crLanesSub(crLanesMul(ray->dx, by), crLanesMul(ray->dy, bx));
    CrLanes alongA = crLanesAdd(crLanesMul(ray->dx, ax), crLanesMul(ray->dy, ay));
    CrLanes alongB = crLanesAdd(crLanesMul(ray->dx, bx), crLanesMul(ray->dy, by));
    CrMask left = crLanesLess(ray->over, crLanesMin(sideA, sideB));
    CrMask right = crLanesLess(crLanesMax(sideA, sideB), ray->under);
    CrMask before = crLanesLess(crLanesMax(alongA, alongB), ray->before);
    CrMask behind = crLanesLess(ray->behind, crLanesMin(alongA, alongB));
    CrMask fromBack = crMaskAnd(crLanesLess(sideA, ray->under), crLanesLess(ray->over, sideB));
    return crMaskBits(crMaskOr(crMaskOr(left, right), crMaskOr(before, behind))) |
           (crMaskBits(fromBack) & free);
}

/// Which edges of a link may come near.
static inline unsigned edgesNear(const CrEdgeLink *link, RayLanes *lanes, const CrEdgeRay *ray,
                                 unsigned oneSided)
{
    unsigned free = oneSided & link->oneSided, out = 0;
    if (link->reach != lanes->reach) {
        setReach(lanes, ray, link->reach);
    }
    for (int k = 0; k < 8; k += CR_LANES) {
        out |= edgesFar(&link->edges, k, lanes, free >> k) << k;
    }
    return ~out & 0xffu;
}

static const CrEdgeLink *linkNear(const CrEdgeLink *from, const CrEdgeRay *ray, unsigned oneSided,
                                  unsigned *near)
{
    RayLanes lanes;
    setRay(&lanes, ray, from != NULL ? from->reach : 0.0f);
    for (; from != NULL; from = from->next) {
        *near = edgesNear(from, &lanes, ray, oneSided);
        if (*near != 0) {
            return from;
        }
    }
    return NULL;
}

/// On to the next cell of the tile that has links; false: way->stop says why not.
static inline bool nextCell(CrLinkWay *way)
{
    CrLinkCell cell = way->cell;
    const CrEdgeLink *link = NULL;
    uint32_t x, y;
    way->stop = CR_LINK_END;
    while (link == NULL && cell.out < way->far) {
        if (way->visited >= way->limit) {
            way->stop = CR_LINK_CUT;
            break;
        }
        way->visited++;
        cell.in = cell.out;
        // Which border is next no processor can guess: chosen without a branch.
        int column = cell.next.x < cell.next.y;
        cell.x += way->stepX & -column;
        cell.y += way->stepY & (column - 1);
        cell.next.x += way->pace.x * column;
        cell.next.y += way->pace.y * (1 - column);
        cell.out = cell.next.x < cell.next.y ? cell.next.x : cell.next.y;
        x = (uint32_t)(cell.x - way->tileX);
        y = (uint32_t)(cell.y - way->tileY);
        if ((x | y) >= CR_LINK_TILE_SIZE) {
            way->stop = CR_LINK_TILE;
            break;
        }
        link = way->heads[y * CR_LINK_TILE_SIZE + x];
    }
    way->cell = cell;
    way->link = link;
    way->here = way->oneSided;
    return link != NULL;
}

static const CrEdgeLink *nextLink(CrLinkWay *way, unsigned *near)
{
    RayLanes lanes;
    setRay(&lanes, &way->ray, way->link != NULL ? way->link->reach : 0.0f);
    do {
        for (const CrEdgeLink *at = way->link; at != NULL; at = at->next) {
            *near = edgesNear(at, &lanes, &way->ray, way->here);
            if (*near != 0) {
                way->link = at->next;
                return at;
            }
        }
        if (!nextCell(way)) {
            return NULL;
        }
        crLinkWayAim(way);
        setPlace(&lanes, &way->ray);
    } while (true);
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
        name, linkNear, nextLink, due                                                              \
    }
