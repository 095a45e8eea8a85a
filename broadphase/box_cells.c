// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/array.h"
#include "box_buckets.h"

#include <string.h>

#define FIRST_BITS 3
#define MOST_BITS 28
#define SMALL_RISE 2 // levels

static void setLane(CrBoxBucket *bucket, int k, CrFloatBox box, uint32_t key)
{
    bucket->minX[k] = box.minX;
    bucket->minY[k] = box.minY;
    bucket->maxX[k] = box.maxX;
    bucket->maxY[k] = box.maxY;
    bucket->keys[k] = key;
}

static CrFloatBox laneOf(const CrBoxBucket *bucket, int k)
{
    CrFloatBox box = {bucket->minX[k], bucket->minY[k], bucket->maxX[k], bucket->maxY[k]};
    return box;
}

typedef struct Cell {
    int64_t x, y;
    int level;
} Cell;

static Cell cellOf(const CrBoxCells *cells, CrFloatBox floats, int *fit)
{
    CaromBox box = crFloatBoxWide(floats);
    CrCells steps = crLevelSteps(box);
    *fit = crLevelOfSteps(steps, box);
    int level = *fit > cells->least ? *fit : cells->least;
    Cell cell = {steps.minX >> (level + CR_BOX_CELL_BITS), steps.minY >> (level + CR_BOX_CELL_BITS),
                 level};
    return cell;
}

/// What leads to the first bucket of a cell, or to none at the end of its chain.
static int32_t *linkTo(const CrBoxCells *cells, Cell cell)
{
    int32_t *link = crBucketChain(cells, cell.level, cell.x, cell.y);
    while (*link >= 0 && !crBucketIsOf(&cells->buckets[*link], cell.level, cell.x, cell.y)) {
        link = &cells->buckets[*link].next;
    }
    return link;
}

// ---- memory

static size_t headsSize(uint32_t bits)
{
    return bits == 0 ? 0 : sizeof(int32_t) << bits;
}

static void chainAll(CrBoxCells *cells)
{
    memset(cells->heads, 0xff, headsSize(cells->bits)); // -1 throughout
    // A chain begins with what is put in last: first full buckets, then those that are not.
    for (int full = 1; full >= 0; full--) {
        for (int32_t i = 0; i < crArrayCount(cells->buckets); i++) {
            CrBoxBucket *bucket = &cells->buckets[i];
            if (bucket->count > 0 && (bucket->count == CR_BUCKET) == full) {
                int32_t *head = crBucketChain(cells, bucket->level, bucket->x, bucket->y);
                bucket->next = *head;
                *head = i;
            }
        }
    }
}

/// At least as many chains as buckets.
static bool reserveChains(CrBoxCells *cells, int buckets)
{
    uint32_t bits = cells->bits > 0 ? cells->bits : FIRST_BITS;
    while (bits < MOST_BITS && (uint32_t)buckets > 1u << bits) {
        bits++;
    }
    if (bits == cells->bits) {
        return true;
    }
    int32_t *heads = crResize(cells->allocator, NULL, 0, headsSize(bits));
    if (heads == NULL) {
        return false;
    }
    crResize(cells->allocator, cells->heads, headsSize(cells->bits), 0);
    cells->heads = heads;
    cells->bits = bits;
    chainAll(cells);
    return true;
}

static bool reserveBuckets(CrBoxCells *cells, int more)
{
    int fresh = more - cells->spares;
    return fresh <= 0 || (crArrayGrow(cells->buckets, fresh, cells->allocator) &&
                          reserveChains(cells, crArrayCount(cells->buckets) + fresh));
}

CaromError crBoxCellsReserve(CrBoxCells *cells, int more)
{
    CR_ASSERT(more >= 0);
    if (!reserveBuckets(cells, more)) {
        return CAROM_ERROR_MEMORY;
    }
    cells->reserved = more > cells->reserved ? more : cells->reserved;
    return CAROM_OK;
}

void crBoxCellsInit(CrBoxCells *cells, const CaromAllocator *allocator)
{
    memset(cells, 0, sizeof *cells);
    cells->allocator = allocator;
    cells->spare = -1;
}

void crBoxCellsFree(CrBoxCells *cells)
{
    crArrayFree(cells->buckets, cells->allocator);
    crResize(cells->allocator, cells->heads, headsSize(cells->bits), 0);
    crBoxCellsInit(cells, cells->allocator);
}

void crBoxCellsClear(CrBoxCells *cells)
{
    if (cells->buckets != NULL) {
        crArraySetCount(cells->buckets, 0);
    }
    if (cells->heads != NULL) {
        memset(cells->heads, 0xff, headsSize(cells->bits)); // -1 throughout
    }
    memset(cells->levels, 0, sizeof cells->levels);
    memset(cells->fits, 0, sizeof cells->fits);
    cells->spare = -1;
    cells->spares = cells->count = cells->inserted = 0;
    cells->used = 0;
}

// ---- edits

/// A bucket for a cell, at a link of its chain. There is room.
static CrBoxBucket *addBucket(CrBoxCells *cells, Cell cell, int32_t *link)
{
    CrBoxCellsLevel *level = &cells->levels[cell.level];
    int32_t i = cells->spare, after = level->count > 0 ? level->first : -1;
    int32_t following = *link;
    if (i >= 0) {
        *link = i; // before the array is as long as the chain
        cells->spare = cells->buckets[i].next;
        cells->spares--;
    } else {
        *link = i = crArrayCount(cells->buckets);
        crArraySetCount(cells->buckets, i + 1);
    }
    CrBoxBucket *bucket = &cells->buckets[i];
    memset(bucket, 0, sizeof *bucket);
    bucket->x = cell.x;
    bucket->y = cell.y;
    bucket->level = (uint8_t)cell.level;
    bucket->next = following;
    bucket->before = -1;
    bucket->after = after;
    if (after >= 0) {
        cells->buckets[after].before = i;
    }
    level->first = i;
    level->count++;
    cells->used |= (uint64_t)1 << cell.level;
    return bucket;
}

static bool insert(CrBoxCells *cells, uint32_t key, CrFloatBox floats)
{
    int fit;
    if (!reserveBuckets(cells, 1)) {
        return false;
    }
    Cell cell = cellOf(cells, floats, &fit);
    int32_t *link = linkTo(cells, cell);
    CrBoxBucket *bucket = *link >= 0 ? &cells->buckets[*link] : NULL;
    if (bucket == NULL || bucket->count == CR_BUCKET) {
        bucket = addBucket(cells, cell, link);
    }
    setLane(bucket, bucket->count++, floats, key);
    cells->count++;
    cells->reserved -= cells->reserved > 0;
    cells->fits[fit]++;
    return true;
}

/// The lowest level that fits so many of 8 boxes.
static int levelOf(const CrBoxCells *cells, int eighths)
{
    int level = 0, below = cells->fits[0];
    while (level < CR_LEVELS - 1 && below < (int)((int64_t)cells->count * eighths / 8)) {
        below += cells->fits[++level];
    }
    return level;
}

/// In no less memory, and what was reserved stays so. False where memory is short: all stays as it
/// is.
static bool rebuild(CrBoxCells *cells, int least)
{
    CrBoxCells fresh;
    crBoxCellsInit(&fresh, cells->allocator);
    fresh.least = least;
    fresh.patience = cells->patience;
    bool done = true;
    for (int i = 0; done && i < crArrayCount(cells->buckets); i++) {
        const CrBoxBucket *bucket = &cells->buckets[i];
        for (int k = 0; done && k < bucket->count; k++) {
            done = insert(&fresh, bucket->keys[k], laneOf(bucket, k));
        }
    }
    int held = crArrayCapacity(cells->buckets);
    int room = crArrayCount(fresh.buckets) + cells->reserved;
    room = room > held ? room : held;
    done = done && crArrayReserve(fresh.buckets, room, cells->allocator) &&
           reserveChains(&fresh, room);
    fresh.reserved = cells->reserved;
    crBoxCellsFree(done ? cells : &fresh);
    if (done) {
        *cells = fresh;
    }
    return done;
}

/// Chooses the least level again once as many came in as there were at the last choice: most boxes
/// are to be on it, but small ones not far above their own.
static void reconsider(CrBoxCells *cells)
{
    if (++cells->inserted <= cells->patience) {
        return;
    }
    int most = levelOf(cells, 6), small = levelOf(cells, 1) + SMALL_RISE;
    int least = most < small ? most : small;
    cells->inserted = 0;
    cells->patience = cells->count;
    if (least != cells->least) {
        (void)rebuild(cells, least);
    }
}

CaromError crBoxCellsInsert(CrBoxCells *cells, uint32_t key, CaromBox box)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    if (!insert(cells, key, crFloatBoxOf(box))) {
        return CAROM_ERROR_MEMORY;
    }
    reconsider(cells);
    return CAROM_OK;
}

static int laneOfBox(const CrBoxBucket *bucket, uint32_t key, CrFloatBox box)
{
    int k = 0;
    while (k < bucket->count &&
           !(bucket->keys[k] == key && bucket->minX[k] == box.minX && bucket->minY[k] == box.minY &&
             bucket->maxX[k] == box.maxX && bucket->maxY[k] == box.maxY)) {
        k++;
    }
    return k;
}

static void dropBucket(CrBoxCells *cells, int32_t *link)
{
    int32_t i = *link;
    CrBoxBucket *bucket = &cells->buckets[i];
    CrBoxCellsLevel *level = &cells->levels[bucket->level];
    *(bucket->before >= 0 ? &cells->buckets[bucket->before].after : &level->first) = bucket->after;
    if (bucket->after >= 0) {
        cells->buckets[bucket->after].before = bucket->before;
    }
    if (--level->count == 0) {
        cells->used &= ~((uint64_t)1 << bucket->level);
    }
    *link = bucket->next;
    bucket->next = cells->spare;
    cells->spare = i;
    cells->spares++;
}

void crBoxCellsRemove(CrBoxCells *cells, uint32_t key, CaromBox box)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    CrFloatBox floats = crFloatBoxOf(box);
    int fit;
    Cell cell = cellOf(cells, floats, &fit);
    int32_t *link = linkTo(cells, cell);
    CR_ASSERT(*link >= 0);
    CrBoxBucket *first = &cells->buckets[*link], *holder = first;
    int k = laneOfBox(holder, key, floats);
    while (k == holder->count) {
        CR_ASSERT(holder->next >= 0);
        holder = &cells->buckets[holder->next];
        k = crBucketIsOf(holder, cell.level, cell.x, cell.y) ? laneOfBox(holder, key, floats)
                                                             : holder->count;
    }
    int last = --first->count;
    setLane(holder, k, laneOf(first, last), first->keys[last]);
    cells->count--;
    cells->fits[fit]--;
    if (last == 0) {
        dropBucket(cells, link);
    }
}

// ---- for tests

/// Whether a level's list holds as many as it counts, each one linked both ways.
static bool isListed(const CrBoxCells *cells, int l)
{
    const CrBoxCellsLevel *level = &cells->levels[l];
    int32_t before = -1, i = level->count > 0 ? level->first : -1, count = 0;
    for (; i >= 0 && count <= level->count; i = cells->buckets[i].after) {
        if (i >= crArrayCount(cells->buckets) || cells->buckets[i].level != l ||
            cells->buckets[i].before != before) {
            return false;
        }
        before = i;
        count++;
    }
    return i < 0 && count == level->count && (count > 0) == (cells->used >> l & 1);
}

/// Its boxes are of its cell, which has no other bucket after it that is not full.
static bool isBucketRight(const CrBoxCells *cells, const CrBoxBucket *bucket)
{
    int all = crArrayCount(cells->buckets), later = 0;
    if (bucket->count < 1 || bucket->count > CR_BUCKET) {
        return false;
    }
    for (int k = 0; k < bucket->count; k++) {
        int fit;
        Cell cell = cellOf(cells, laneOf(bucket, k), &fit);
        if (!crBucketIsOf(bucket, cell.level, cell.x, cell.y)) {
            return false;
        }
    }
    for (int32_t i = bucket->next; i >= 0; i = cells->buckets[i].next) {
        const CrBoxBucket *other = &cells->buckets[i];
        if (i >= all || ++later > all) {
            return false;
        }
        if (crBucketIsOf(other, bucket->level, bucket->x, bucket->y) && other->count < CR_BUCKET) {
            return false;
        }
    }
    return true;
}

bool crBoxCellsValidate(const CrBoxCells *cells)
{
    int all = crArrayCount(cells->buckets), linked = 0, boxes = 0, spares = 0;
    for (int l = 0; l < CR_LEVELS; l++) {
        if (!isListed(cells, l)) {
            return false;
        }
    }
    for (uint32_t c = 0; cells->bits > 0 && c < 1u << cells->bits; c++) {
        for (int32_t i = cells->heads[c]; i >= 0; i = cells->buckets[i].next) {
            const CrBoxBucket *bucket = &cells->buckets[i];
            if (i >= all || ++linked > all ||
                crBucketChain(cells, bucket->level, bucket->x, bucket->y) != &cells->heads[c] ||
                !isBucketRight(cells, bucket)) {
                return false;
            }
            boxes += bucket->count;
        }
    }
    for (int32_t i = cells->spare; i >= 0 && spares <= all; i = cells->buckets[i].next) {
        if (i >= all) {
            return false;
        }
        spares++;
    }
    return boxes == cells->count && spares == cells->spares && linked + spares == all;
}
