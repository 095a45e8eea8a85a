// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cover.h"
#include "edge_packets.h"
#include "grid_runs.h"
#include "grid_size.h"
#include "grid_tiles.h"

#include <string.h>

#define MOST_REBUILDS 16 // in a row, until the cells are right

// ---- listing

static void forgetBounds(CrGrid *grid)
{
    crCellsForget(grid->min, grid->max);
    memset(&grid->bounds, 0, sizeof grid->bounds);
}

/// The empty grid's box holds nothing, which no box says: the first item replaces it.
static void growBounds(CrGrid *grid, const CrGridItem *item, bool first)
{
    CrDouble2 a = crDouble2Load(&item->a), b = crDouble2Load(&item->b);
    double sum = crDouble2Sum(crDouble2Add(crDouble2Abs(a), crDouble2Abs(b)));
    CrDouble2 reach = crDouble2All(item->radius + (sum + item->radius) * DBL_EPSILON);
    CrDouble2 min = crDouble2Sub(crDouble2Min(a, b), reach),
              max = crDouble2Add(crDouble2Max(a, b), reach);
    CaromBox *bounds = &grid->bounds;
    crDouble2Store(&bounds->min, first ? min : crDouble2Min(crDouble2Load(&bounds->min), min));
    crDouble2Store(&bounds->max, first ? max : crDouble2Max(crDouble2Load(&bounds->max), max));
}

static void growListed(CrGrid *grid, const CrCover *cover)
{
    int32_t min[2], max[2];
    crCoverBox(cover, min, max);
    crCellsJoin(grid->min, grid->max, min, max);
}

/// Takes the item out of the first `most` of its cells.
static void unlistCells(CrGrid *grid, uint32_t key, const CrCover *cover, int most)
{
    CrCoverWalk walk = crCoverWalk(cover);
    for (int32_t x, y; most > 0 && crCoverNext(&walk, &x, &y); most--) {
        crTileRemove(grid, x, y, key);
    }
}

static bool listCells(CrGrid *grid, uint32_t key, const CrCover *cover)
{
    CrCoverWalk walk = crCoverWalk(cover);
    int listed = 0;
    for (int32_t x, y; crCoverNext(&walk, &x, &y); listed++) {
        if (!crTileAdd(grid, x, y, key)) {
            unlistCells(grid, key, cover, listed);
            return false;
        }
    }
    return true;
}

/// Where an item is listed.
typedef struct Places {
    CrCover cells, lanes;
} Places;

/// False: it is too large for cells or too far away.
static bool placesOf(const CrGrid *grid, const CrGridItem *item, Places *places)
{
    return crCoverStart(&places->cells, item, 0.0, grid->inverseCellSize) &&
           crEdgePacketsCover(grid, item, &places->lanes);
}

static bool listItem(CrGrid *grid, const CrGridItem *item)
{
    Places places;
    if (!placesOf(grid, item, &places)) {
        if (!crArrayGrow(grid->coarse, 1, grid->allocator)) {
            return false;
        }
        crArrayPush(grid->coarse, item->key);
    } else if (!listCells(grid, item->key, &places.cells)) {
        return false;
    } else if (!crEdgePacketsList(grid, item, &places.lanes)) {
        unlistCells(grid, item->key, &places.cells, INT32_MAX);
        return false;
    } else {
        growListed(grid, &places.cells);
    }
    return true;
}

/// Out of its cells or the coarse ones. twice: while it moves both of one key may be in one cell,
/// or both be coarse: either listing does.
static void unlistItem(CrGrid *grid, const CrGridItem *item, bool twice)
{
    Places places;
    if (placesOf(grid, item, &places)) {
        unlistCells(grid, item->key, &places.cells, INT32_MAX);
        crEdgePacketsUnlist(grid, item, &places.lanes, twice);
    } else {
        crArrayRemoveSlot(grid->coarse, item->key);
    }
}

/// A run, or an item.
static void unlist(CrGrid *grid, const CrGridItem *items, int count, bool twice)
{
    CrGridItem disc;
    if (crRunIsOne(grid, items, count, &disc)) {
        unlistItem(grid, &disc, twice);
        return;
    }
    for (int i = 0; i < count; i++) {
        unlistItem(grid, &items[i], twice);
    }
}

static bool list(CrGrid *grid, const CrGridItem *items, int count, bool first)
{
    CrGridItem disc;
    bool isOne = crRunIsOne(grid, items, count, &disc);
    int listed = 0, all = isOne ? 1 : count;
    while (listed < all && listItem(grid, isOne ? &disc : &items[listed])) {
        listed++;
    }
    if (listed < all) {
        while (listed-- > 0) {
            unlistItem(grid, &items[listed], true);
        }
        return false;
    }
    for (int i = 0; i < count; i++) {
        growBounds(grid, &items[i], first && i == 0);
    }
    return true;
}

// ---- items

/// Room to keep them by their keys.
static bool reserveItems(CrGrid *grid, const CrGridItem *items, int count)
{
    int had = crArrayCount(grid->items), wanted = had;
    for (int i = 0; i < count; i++) {
        wanted = (int)items[i].key < wanted ? wanted : (int)items[i].key + 1;
    }
    if (!crArrayGrow(grid->items, wanted - had, grid->allocator)) {
        return false;
    }
    crArraySetCount(grid->items, wanted);
    for (int i = had; i < wanted; i++) {
        grid->items[i].radius = -1.0;
        grid->items[i].flags = 0;
    }
    return true;
}

// ---- another size of cells

static bool relistAll(CrGrid *fresh)
{
    bool isFirst = true;
    int count = crArrayCount(fresh->items), n;
    for (int i = 0; i < count; i += n) {
        n = crRunLength(fresh->items + i, count - i);
        if (fresh->items[i].radius < 0.0) {
            continue;
        }
        if (!list(fresh, &fresh->items[i], n, isFirst)) {
            return false;
        }
        isFirst = false;
    }
    return true;
}

static void freeListings(CrGrid *grid)
{
    crTilesFree(grid);
    crEdgePacketsFree(grid);
    crArrayFree(grid->coarse, grid->allocator);
}

/// False where memory is short: all stays as it is.
static bool rebuild(CrGrid *grid, int exponent)
{
    CrGrid fresh;
    crGridInit(&fresh, grid->allocator);
    fresh.items = grid->items;
    fresh.count = grid->count;
    fresh.thick = grid->thick;
    fresh.round = grid->round;
    fresh.patience = grid->patience;
    memcpy(fresh.extents, grid->extents, sizeof fresh.extents);
    memcpy(fresh.insides, grid->insides, sizeof fresh.insides);
    fresh.insideReach = grid->insideReach;
    crGridSetCellSize(&fresh, exponent);
    fresh.lanes.kernels = grid->lanes.kernels;
    bool done = relistAll(&fresh);
    freeListings(done ? grid : &fresh);
    if (done) {
        *grid = fresh;
        crRunMarkAll(grid);
    }
    return done;
}

/// Chooses the size of cells again once as much was inserted as there was at the last choice:
/// rebuilding then costs constant time an insertion.
static void reconsider(CrGrid *grid)
{
    if (grid->inserted < grid->patience || grid->count == 0) {
        return;
    }
    grid->inserted = 0;
    grid->patience = grid->count;
    bool grew = false;
    for (int i = 0; i < MOST_REBUILDS; i++) {
        int before = grid->exponent, better = crGridBetterExponent(grid, !grew);
        if (better == before || !rebuild(grid, better)) {
            return;
        }
        grew = grew || better > before;
    }
}

// ---- the contract

void crGridInit(CrGrid *grid, const CaromAllocator *allocator)
{
    memset(grid, 0, sizeof *grid);
    grid->allocator = allocator;
    crGridSetCellSize(grid, 0);
    forgetBounds(grid);
}

void crGridFree(CrGrid *grid)
{
    freeListings(grid);
    crArrayFree(grid->items, grid->allocator);
    const CrKernels *kernels = grid->lanes.kernels;
    crGridInit(grid, grid->allocator);
    grid->lanes.kernels = kernels;
}

/// How far the listed reach.
typedef struct Reach {
    int32_t min[2], max[2];
    CaromBox bounds;
    int32_t laneMin[2], laneMax[2];
    CaromBox lanes;
} Reach;

static Reach reachOf(const CrGrid *grid)
{
    const CrLaneStore *lanes = &grid->lanes;
    Reach reach = {{grid->min[0], grid->min[1]},   {grid->max[0], grid->max[1]},   grid->bounds,
                   {lanes->min[0], lanes->min[1]}, {lanes->max[0], lanes->max[1]}, lanes->reach};
    return reach;
}

static void setReach(CrGrid *grid, const Reach *reach)
{
    memcpy(grid->min, reach->min, sizeof grid->min);
    memcpy(grid->max, reach->max, sizeof grid->max);
    grid->bounds = reach->bounds;
    memcpy(grid->lanes.min, reach->laneMin, sizeof grid->lanes.min);
    memcpy(grid->lanes.max, reach->laneMax, sizeof grid->lanes.max);
    grid->lanes.reach = reach->lanes;
}

static void countAll(CrGrid *grid, const CrGridItem *items, int count, int by)
{
    for (int i = 0, n; i < count; i += n) {
        n = crRunLength(items + i, count - i);
        crGridCountRun(grid, &items[i], n, n * by);
    }
}

/// Lists all or none.
static bool listAll(CrGrid *grid, const CrGridItem *items, int count, bool empty)
{
    int ends[2] = {0, 0}; // of what is listed, and of the run after it
    for (; ends[0] < count; ends[0] = ends[1]) {
        ends[1] = ends[0] + crRunLength(items + ends[0], count - ends[0]);
        if (!list(grid, &items[ends[0]], ends[1] - ends[0], empty && ends[0] == 0)) {
            break;
        }
    }
    for (int i = 0, n; ends[0] < count && i < ends[0]; i += n) {
        n = crRunLength(items + i, ends[0] - i);
        unlist(grid, &items[i], n, true);
    }
    return ends[0] == count;
}

/// All or none, without a thought about the size of cells unless the grid is empty: then they suit
/// what comes. Where memory is short tables and pools may have grown, and stay so.
static bool listNew(CrGrid *grid, const CrGridItem *items, int count)
{
    if (!reserveItems(grid, items, count)) {
        return false;
    }
    Reach before = reachOf(grid);
    bool empty = grid->count == 0;
    int exponent = grid->exponent;
    countAll(grid, items, count, 1);
    if (empty && count > 0) {
        crGridSetCellSize(grid, crGridExponentForSizes(grid));
    }
    if (!listAll(grid, items, count, empty)) {
        countAll(grid, items, count, -1);
        if (empty) {
            crGridSetCellSize(grid, exponent);
        }
        setReach(grid, &before);
        return false;
    }
    grid->inserted = count > INT32_MAX - grid->inserted ? INT32_MAX : grid->inserted + count;
    return true;
}

/// What is listed is stored.
static void store(CrGrid *grid, const CrGridItem *items, int count)
{
    for (int i = 0, n; i < count; i += n) {
        n = crRunLength(items + i, count - i);
        for (int k = i; k < i + n; k++) {
            grid->items[items[k].key] = items[k];
        }
        if (n > 1) {
            crRunMark(grid, &grid->items[items[i].key], n);
        }
    }
}

/// Out of cells, lanes and the array.
static void removeAll(CrGrid *grid, const CrGridItem *items, int count, bool twice)
{
    for (int i = 0, n; i < count; i += n) {
        n = crRunLength(items + i, count - i);
        unlist(grid, &items[i], n, twice);
        for (int k = i; k < i + n; k++) {
            grid->items[items[k].key].radius = -1.0;
            grid->items[items[k].key].flags = 0;
        }
    }
    countAll(grid, items, count, -1);
    if (grid->count == 0) {
        grid->inserted = grid->patience = 0;
        forgetBounds(grid);
    }
}

CaromError crGridReplace(CrGrid *grid, const CrGridItem *from, int fromCount, const CrGridItem *to,
                         int toCount)
{
    CR_ASSERT(fromCount >= 0 && toCount >= 0);
    if (!listNew(grid, to, toCount)) {
        return CAROM_ERROR_MEMORY;
    }
    removeAll(grid, from, fromCount, true);
    store(grid, to, toCount);
    reconsider(grid);
    return CAROM_OK;
}

CaromError crGridInsert(CrGrid *grid, const CrGridItem *items, int count)
{
    return crGridReplace(grid, NULL, 0, items, count);
}

void crGridRemove(CrGrid *grid, const CrGridItem *items, int count)
{
    CR_ASSERT(count >= 0);
    removeAll(grid, items, count, false);
}

void crGridSetKind(CrGrid *grid, uint32_t key, uint32_t kind)
{
    CR_ASSERT(kind <= CR_GRID_KIND_MOST);
    if (key < (uint32_t)crArrayCount(grid->items)) {
        uint32_t *flags = &grid->items[key].flags;
        *flags = (*flags & ((1u << CR_GRID_KIND_SHIFT) - 1u)) | kind << CR_GRID_KIND_SHIFT;
    }
}
