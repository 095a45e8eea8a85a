// SPDX-License-Identifier: MIT
// The kernels of kernels.h, once for all instruction sets: the file that includes this chose one.
#include "kernels.h"
#include "simd.h"

#include "bits.h"
#include "rounds_body.h"

/// What a ray is in every lane, so that a loop over links loads it once; to edges of a reach, which
/// that of thin ones, and so of most links, is the same.
typedef struct RayLanes {
    CrEdgePackets px, py, dx, dy, over, under, before, behind;
    float reach;
} RayLanes;

static inline void setReach(RayLanes *lanes, const CrEdgeRay *ray, float reach)
{
    float margin = ray->margin + reach;
    lanes->over = crEdgePacketsAll(margin);
    lanes->under = crEdgePacketsAll(-margin);
    lanes->before = crEdgePacketsAll(ray->near - margin);
    lanes->behind = crEdgePacketsAll(ray->far + margin);
    lanes->reach = reach;
}

static inline void setPlace(RayLanes *lanes, const CrEdgeRay *ray)
{
    lanes->px = crEdgePacketsAll(ray->px);
    lanes->py = crEdgePacketsAll(ray->py);
    lanes->behind = crEdgePacketsAll(ray->far + (ray->margin + lanes->reach));
}

static inline void setRay(RayLanes *lanes, const CrEdgeRay *ray, float reach)
{
    lanes->dx = crEdgePacketsAll(ray->dx);
    lanes->dy = crEdgePacketsAll(ray->dy);
    setReach(lanes, ray, reach);
    setPlace(lanes, ray);
}

/// Where the ends of some edges are, seen along the ray: to its side, more than 0 to its left, and
/// along it.
typedef struct Ends {
    CrEdgePackets sideA, sideB, alongA, alongB;
} Ends;

/// Of the edges of a block from `k` on.
CR_INLINE Ends endsOf(const CrEdgeBlock *block, int k, const RayLanes *ray)
{
    CrEdgePackets ax = crEdgePacketsSub(crEdgePacketsLoad(block->ax + k), ray->px);
    CrEdgePackets ay = crEdgePacketsSub(crEdgePacketsLoad(block->ay + k), ray->py);
    CrEdgePackets bx = crEdgePacketsSub(crEdgePacketsLoad(block->bx + k), ray->px);
    CrEdgePackets by = crEdgePacketsSub(crEdgePacketsLoad(block->by + k), ray->py);
    Ends ends = {crEdgePacketsSub(crEdgePacketsMul(ray->dx, ay), crEdgePacketsMul(ray->dy, ax)),
                 crEdgePacketsSub(crEdgePacketsMul(ray->dx, by), crEdgePacketsMul(ray->dy, bx)),
                 crEdgePacketsAdd(crEdgePacketsMul(ray->dx, ax), crEdgePacketsMul(ray->dy, ay)),
                 crEdgePacketsAdd(crEdgePacketsMul(ray->dx, bx), crEdgePacketsMul(ray->dy, by))};
    return ends;
}

CR_INLINE CrMask isFromBack(const Ends *ends, const RayLanes *ray)
{
    return crMaskAnd(crEdgePacketsLess(ends->sideA, ray->under),
                     crEdgePacketsLess(ray->over, ends->sideB));
}

/// The lanes of some edges of a block, from `k` on, that are out of the ray's way; free: of which
/// of them those that are crossed from their back are, too.
CR_INLINE unsigned edgesFar(const CrEdgeBlock *block, int k, const RayLanes *ray, unsigned free)
{
    Ends ends = endsOf(block, k, ray);
    CrMask left = crEdgePacketsLess(ray->over, crEdgePacketsMin(ends.sideA, ends.sideB));
    CrMask right = crEdgePacketsLess(crEdgePacketsMax(ends.sideA, ends.sideB), ray->under);
    CrMask before = crEdgePacketsLess(crEdgePacketsMax(ends.alongA, ends.alongB), ray->before);
    CrMask behind = crEdgePacketsLess(ray->behind, crEdgePacketsMin(ends.alongA, ends.alongB));
    return crMaskBits(crMaskOr(crMaskOr(left, right), crMaskOr(before, behind))) |
           (crMaskBits(isFromBack(&ends, ray)) & free);
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

// ---- the edges on the way

/// [m] How far along the ray's piece the edges of a block from `k` on are met; those of which that
/// is not certain far away.
CR_INLINE void crossedAt(const CrEdgeBlock *block, int k, const RayLanes *ray, float *at)
{
    Ends ends = endsOf(block, k, ray);
    CrMask fromFront = crMaskAnd(crEdgePacketsLess(ends.sideB, ray->under),
                                 crEdgePacketsLess(ray->over, ends.sideA));
    CrEdgePackets part = crEdgePacketsDiv(ends.sideA, crEdgePacketsSub(ends.sideA, ends.sideB));
    CrEdgePackets way = crEdgePacketsAdd(
        ends.alongA, crEdgePacketsMul(crEdgePacketsSub(ends.alongB, ends.alongA), part));
    CrMask sure =
        crMaskAnd(crMaskOr(fromFront, isFromBack(&ends, ray)), crEdgePacketsLess(ray->over, way));
    crEdgePacketsStore(at + k, crEdgePacketsIf(sure, way, crEdgePacketsAll(CR_NOWHERE)));
}

/// Keeps the edges of a link that may come near; false: there is no room. The first that is met for
/// certain ends the way. One-sided edges may be met from their back, unless that is left out.
CR_INLINE bool keepNear(CrLinkWay *way, const CrEdgeLink *link, unsigned near, const RayLanes *ray,
                        CrOnTheWay *found)
{
    float at[8], margin = way->ray.margin + link->reach;
    float far = (float)(way->far - way->cell.in), former = far;
    unsigned open = link->oneSided & ~way->here;
    if (found->count > CR_CROSSED - 8) {
        return false;
    }
    for (int k = 0; k < 8; k += CR_LANES) {
        crossedAt(&link->edges, k, ray, at);
    }
    for (; near != 0; near &= near - 1) {
        int k = crLowestBit(near);
        bool other = link->keys[k] != found->left;
        float meets = other && !(open >> k & 1) ? at[k] + 16.0f * margin : CR_NOWHERE;
        found->keys[found->count] = link->keys[k];
        found->count += other;
        far = meets < far ? meets : far;
    }
    if (far < former) {
        way->far = way->cell.in + far;
        way->ray.far = far < way->ray.far ? far : way->ray.far;
    }
    return true;
}

static const CrEdgeLink *onTheWay(CrLinkWay *way, CrOnTheWay *found, unsigned *near)
{
    RayLanes lanes;
    setRay(&lanes, &way->ray, way->link != NULL ? way->link->reach : 0.0f);
    do {
        for (const CrEdgeLink *at = way->link; at != NULL; at = at->next) {
            *near = edgesNear(at, &lanes, &way->ray, way->here);
            if (*near == 0) {
                continue;
            }
            if (at->round || !way->trusts) {
                way->link = at->next;
                return at;
            }
            if (!keepNear(way, at, *near, &lanes, found)) {
                way->stop = CR_LINK_CUT;
                return NULL;
            }
            setPlace(&lanes, &way->ray);
        }
        found->atStart = way->visited == 1 ? found->count : found->atStart;
        if (!nextCell(way)) {
            return NULL;
        }
        crLinkWayAim(way);
        setPlace(&lanes, &way->ray);
    } while (true);
}

/// The indices, from i on, of the bits of eight; returns how many.
#if defined(CR_SIMD_AVX512)
CR_INLINE int indicesOf(unsigned bits, int i, uint32_t *out) // whose number no branch can guess
{
    __m256i all = _mm256_add_epi32(_mm256_set1_epi32(i), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    unsigned pairs = bits - (bits >> 1 & 0x55u), fours = (pairs & 0x33u) + (pairs >> 2 & 0x33u);
    unsigned count = (fours + (fours >> 4)) & 0xfu;
    _mm256_mask_storeu_epi32(out, (__mmask8)((1u << count) - 1u),
                             _mm256_maskz_compress_epi32((__mmask8)bits, all));
    return (int)count;
}
#else
CR_INLINE int indicesOf(unsigned bits, int i, uint32_t *out)
{
    int found = 0;
    for (; bits; bits &= bits - 1) {
        out[found++] = (uint32_t)(i + crLowestBit(bits));
    }
    return found;
}
#endif

static int due(const double *times, int count, double until, uint32_t *out)
{
    int found = 0, i = 0;
    for (; i + 8 <= count; i += 8) {
        found += indicesOf(crBatchBits(times + i, until), i, out + found);
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
        name, linkNear, nextLink, onTheWay, bounces, walks, crossings, due                         \
    }
