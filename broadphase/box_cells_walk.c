// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "box_buckets.h"
#include "simd4.h"

/// Bits: lanes that overlap or touch.
static unsigned overlapping(const CrBoxBucket *bucket, const CrFloatBox *box)
{
    CrEdgePackets minX = crEdgePacketsAll(box->minX), minY = crEdgePacketsAll(box->minY),
                  maxX = crEdgePacketsAll(box->maxX), maxY = crEdgePacketsAll(box->maxY);
    unsigned out = 0;
    for (int k = 0; k < CR_BUCKET; k += CR_LANES) {
        CrMask besideX = crMaskOr(crEdgePacketsLess(maxX, crEdgePacketsLoad(bucket->minX + k)),
                                  crEdgePacketsLess(crEdgePacketsLoad(bucket->maxX + k), minX));
        CrMask besideY = crMaskOr(crEdgePacketsLess(maxY, crEdgePacketsLoad(bucket->minY + k)),
                                  crEdgePacketsLess(crEdgePacketsLoad(bucket->maxY + k), minY));
        out |= crMaskBits(crMaskOr(besideX, besideY)) << k;
    }
    return ~out & ((1u << bucket->count) - 1u);
}

static inline void ahead(const CrBoxBucket *bucket)
{
    CR_PREFETCH(bucket->minX);
    CR_PREFETCH(bucket->maxX);
    CR_PREFETCH(bucket->keys);
}

static int lowestLevel(uint64_t levels)
{
    uint32_t low = (uint32_t)levels;
    return low ? crLowestBit(low) : 32 + crLowestBit((uint32_t)(levels >> 32));
}

/// Sets out for one more cell, or for all of a level, if that holds anything.
static inline void setOut(CrBoxCellsWalk *walk, int level, int64_t x, int64_t y, int32_t first)
{
    int i = walk->count;
    walk->ahead[i].x = x;
    walk->ahead[i].y = y;
    walk->ahead[i].level = level;
    walk->ahead[i].first = first;
    ahead(&walk->cells->buckets[first >= 0 ? first : 0]);
    walk->count += first >= 0;
}

/// The next level: by its cells, or all of it where it has fewer buckets than the region has cells.
static void enterLevel(CrBoxCellsWalk *walk)
{
    const CrBoxCells *cells = walk->cells;
    int level = lowestLevel(walk->levels);
    walk->levels &= walk->levels - 1;
    walk->range = crLevelCells(walk->steps, level, CR_BOX_CELL_BITS);
    if (crCellsOutnumber(walk->range, cells->levels[level].count)) {
        setOut(walk, -1, 0, 0, cells->levels[level].first);
        return;
    }
    walk->level = level;
    walk->x = walk->range.minX;
    walk->y = walk->range.minY;
}

/// False: there is nothing left.
static bool setOutForSome(CrBoxCellsWalk *walk)
{
    const CrBoxCells *cells = walk->cells;
    walk->count = walk->at = 0;
    while (walk->count < CR_BOX_CELLS_AHEAD && (walk->level >= 0 || walk->levels != 0)) {
        if (walk->level < 0) {
            enterLevel(walk);
            continue;
        }
        setOut(walk, walk->level, walk->x, walk->y,
               *crBucketChain(cells, walk->level, walk->x, walk->y));
        if (++walk->x > walk->range.maxX) {
            walk->x = walk->range.minX;
            walk->level = ++walk->y > walk->range.maxY ? -1 : walk->level;
        }
    }
    return walk->count > 0;
}

void crBoxCellsStart(CrBoxCellsWalk *walk, const CrBoxCells *cells, CaromBox box)
{
    walk->cells = cells;
    walk->box = crFloatBoxOf(box);
    walk->steps = crLevelSteps(crFloatBoxWide(walk->box));
    walk->levels = cells->used;
    walk->level = walk->next = -1;
    walk->found = 0;
    (void)setOutForSome(walk);
    walk->at = -1;
}

bool crBoxCellsBucket(CrBoxCellsWalk *walk)
{
    const CrBoxBucket *buckets = walk->cells->buckets;
    for (;;) {
        if (walk->next < 0) {
            if (++walk->at >= walk->count && !setOutForSome(walk)) {
                walk->at = walk->count; // so that the next call ends here too
                return false;
            }
            walk->next = walk->ahead[walk->at].first;
        }
        const CrBoxBucket *bucket = &buckets[walk->next];
        int level = walk->ahead[walk->at].level;
        walk->next = level < 0 ? bucket->after : bucket->next;
        ahead(&buckets[walk->next >= 0 ? walk->next : 0]);
        if (level >= 0 &&
            !crBucketIsOf(bucket, level, walk->ahead[walk->at].x, walk->ahead[walk->at].y)) {
            continue;
        }
        walk->found = overlapping(bucket, &walk->box);
        if (walk->found != 0) {
            walk->bucket = bucket;
            return true;
        }
    }
}
