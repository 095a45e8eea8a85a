// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cover.h"
#include "lanes.h"
#include "tiles.h"

#include <string.h>

// The first cells are as large as the median extent of the items, rounded up to a power of two.
// With more items they grow
// - where items are few and far between: a ray then crosses fewer empty cells. Density is the
// number
//   of listings a cell in a listing's own tile, averaged over listings and not over tiles, so that
//   a crowded town counts for more than the country around it. Cells grow below SPARSE, unless an
//   item shares its cell with so many others that they are a CROWD;
// - where the larger items are listed too often: memory stays within MOST_LISTINGS an item;
// - where more than MOST_COARSE items are too large for cells, or too far away.
// They shrink above DENSE, or when the crowd is four times as large, to half the median at least.
// Rays of 16 m to their first wall, of 5000 walls of 2 m in a square of 200 m, 400 m, 1 km, and of
// 8 m in 200 m: 420, 350, 260, 430 ns; with 0.0625 and 0.5, never below the median: 500, 475, 250,
// 640 ns.
#define LEAST_SHIFT (-1)
#define SPARSE 0.125
#define DENSE 2.0
#define CROWD 8.0
#define MOST_LISTINGS 16
#define MOST_COARSE 32
#define MIN_EXPONENT (-10)
#define MAX_EXPONENT (MIN_EXPONENT + CR_GRID_EXTENTS - 1)
#define LANES_ACROSS_SHIFT 6 // 2^6 lane cells across the largest item: fewer than CR_COVER_MOST
#define MOST_REBUILDS 16     // in a row, until the cells are right

// ---- the size of cells

static double powerOfTwo(int exponent)
{
    double power = 1.0;
    for (; exponent > 0; exponent--) {
        power *= 2.0;
    }
    for (; exponent < 0; exponent++) {
        power *= 0.5;
    }
    return power;
}

/// Counts `by` items more of this one's size.
static void countExtent(CrGrid *grid, const CrGridItem *item, int by)
{
    crGridCountInside(grid, item, by);
    double dx = crAbs(item->b.x - item->a.x), dy = crAbs(item->b.y - item->a.y);
    double extent = crMax(dx, dy) + 2.0 * item->radius, limit = powerOfTwo(MIN_EXPONENT);
    int i = 0;
    for (; i < CR_GRID_EXTENTS - 1 && extent > limit; i++) {
        limit *= 2.0;
    }
    grid->extents[i] += by;
    grid->count += by;
    grid->thick += item->radius != 0.0 ? by : 0;
}

static int exponentForSizes(const CrGrid *grid)
{
    int below = 0, i = 0;
    while (i < CR_GRID_EXTENTS - 1 && below + grid->extents[i] <= (grid->count - 1) / 2) {
        below += grid->extents[i++];
    }
    return MIN_EXPONENT + i;
}

static int exponentOfLargest(const CrGrid *grid)
{
    int i = CR_GRID_EXTENTS - 1;
    while (i > 0 && grid->extents[i] == 0) {
        i--;
    }
    return MIN_EXPONENT + i;
}

/// Lane cells are four times as wide, but where cells have grown for items that are few and far
/// between: rays of E1M1 take a fifth less by lane cells of 8 m than by such of 32 m. The largest
/// item is to fit them, too.
static void setCellSize(CrGrid *grid, int exponent)
{
    int wide = exponent + CR_LANE_SHIFT, median = exponentForSizes(grid) + CR_LANE_SHIFT;
    int largest = exponentOfLargest(grid) - LANES_ACROSS_SHIFT;
    int least = median > largest ? median : largest;
    int lanes = wide < least ? wide : least;
    grid->exponent = exponent;
    grid->cellSize = powerOfTwo(exponent);
    grid->inverseCellSize = powerOfTwo(-exponent);
    grid->lanes.side = powerOfTwo(lanes);
    grid->lanes.perSide = powerOfTwo(-lanes);
}

typedef struct Usage {
    double listings; ///< all of them
    double density;  ///< listings per cell in a listing's tile
    double crowd;    ///< listings in a listing's cell
} Usage;

static Usage usageOf(const CrGrid *grid)
{
    double listings = 0.0, inTiles = 0.0, inCells = 0.0; // whole numbers: exact in any order
    for (uint32_t i = 0; i < crTableSize(&grid->tiles); i++) {
        const CrGridTile *tile = grid->tiles.slots[i].tile;
        if (tile) {
            listings += tile->listed;
            inTiles += (double)tile->listed * tile->listed;
            for (int c = 0; c < CR_TILE_CELLS; c++) {
                inCells += (double)tile->ranges[c].count * tile->ranges[c].count;
            }
        }
    }
    double most = crMax(listings, 1.0);
    Usage usage = {listings, inTiles / (most * CR_TILE_CELLS), inCells / most};
    return usage;
}

/// The next better size of cells, or the one that they have. They may not shrink after they grew,
/// so that this comes to an end.
static int betterExponent(const CrGrid *grid, bool mayShrink)
{
    int least = exponentForSizes(grid) + LEAST_SHIFT;
    least = least > MIN_EXPONENT ? least : MIN_EXPONENT;
    if (grid->exponent < least) {
        return least;
    }
    Usage usage = usageOf(grid);
    double most = (double)MOST_LISTINGS * grid->count;
    int coarse = crArrayCount(grid->coarse);
    bool grows = usage.listings > most || coarse > MOST_COARSE ||
                 (usage.density < SPARSE && usage.crowd < CROWD && grid->tiles.count > 1);
    if (grows && grid->exponent < MAX_EXPONENT) {
        return grid->exponent + 1;
    }
    bool shrinks = mayShrink && (usage.density > DENSE || usage.crowd > 4.0 * CROWD) &&
                   4.0 * usage.listings <= most && coarse == 0;
    return shrinks && grid->exponent > least ? grid->exponent - 1 : grid->exponent;
}

// ---- listing

static void forgetBounds(CrGrid *grid)
{
    for (int axis = 0; axis < 2; axis++) {
        grid->min[axis] = INT32_MAX;
        grid->max[axis] = INT32_MIN;
    }
    memset(&grid->bounds, 0, sizeof grid->bounds);
}

/// The empty grid's box holds nothing, which no box says: the first item replaces it.
static void growBounds(CrGrid *grid, const CrGridItem *item, bool first)
{
    CaromBox box = crBox(item->a, item->b);
    double sum = crAbs(box.min.x) + crAbs(box.min.y) + crAbs(box.max.x) + crAbs(box.max.y);
    box = crBoxInflate(box, item->radius + (sum + item->radius) * DBL_EPSILON);
    grid->bounds = first ? box : crBoxUnion(grid->bounds, box);
}

static void growListed(CrGrid *grid, const CrCover *cover)
{
    int32_t min[2], max[2];
    crCoverBox(cover, min, max);
    for (int axis = 0; axis < 2; axis++) {
        grid->min[axis] = min[axis] < grid->min[axis] ? min[axis] : grid->min[axis];
        grid->max[axis] = max[axis] > grid->max[axis] ? max[axis] : grid->max[axis];
    }
}

/// Takes the item out of the first `most` of its cells.
static void unlistCells(CrGrid *grid, uint32_t item, const CrCover *cover, int most)
{
    CrCoverWalk walk = crCoverWalk(cover);
    for (int32_t x, y; most > 0 && crCoverNext(&walk, &x, &y); most--) {
        crTileRemove(grid, x, y, item);
    }
}

static bool listCells(CrGrid *grid, uint32_t item, const CrCover *cover)
{
    CrCoverWalk walk = crCoverWalk(cover);
    int listed = 0;
    for (int32_t x, y; crCoverNext(&walk, &x, &y); listed++) {
        if (!crTileAdd(grid, x, y, item)) {
            unlistCells(grid, item, cover, listed);
            return false;
        }
    }
    return true;
}

/// Neither too large for cells nor too far away.
static bool fitsCells(const CrGrid *grid, const CrGridItem *item, CrCover *cover)
{
    return crCoverStart(cover, item, grid->inverseCellSize) && crLanesTake(grid, item);
}

static bool list(CrGrid *grid, uint32_t item, bool first)
{
    CrCover cover;
    const CrGridItem *listed = &grid->items[item];
    if (!fitsCells(grid, listed, &cover)) {
        if (!crArrayGrow(grid->coarse, 1, grid->allocator)) {
            return false;
        }
        crArrayPush(grid->coarse, item);
    } else if (!listCells(grid, item, &cover)) {
        return false;
    } else if (!crLanesList(grid, listed)) {
        unlistCells(grid, item, &cover, CR_COVER_MOST + 1);
        return false;
    } else {
        growListed(grid, &cover);
    }
    growBounds(grid, listed, first);
    return true;
}

/// The last of the coarse ones that is like it; -1: none.
static int seekCoarse(const CrGrid *grid, const CrGridItem *item)
{
    int i = crArrayCount(grid->coarse) - 1;
    while (i >= 0 && !crItemEqual(&grid->items[grid->coarse[i]], item)) {
        i--;
    }
    return i;
}

/// Out of its cells or the coarse ones; its index, or UINT32_MAX.
static uint32_t unlist(CrGrid *grid, const CrGridItem *item)
{
    CrCover cover;
    uint32_t index = UINT32_MAX;
    if (fitsCells(grid, item, &cover)) {
        CrCoverWalk walk = crCoverWalk(&cover);
        int32_t x, y;
        crCoverNext(&walk, &x, &y);
        index = crTileSeek(grid, x, y, item);
        if (index != UINT32_MAX) {
            unlistCells(grid, index, &cover, CR_COVER_MOST + 1);
            crLanesUnlist(grid, item);
        }
    } else {
        int i = seekCoarse(grid, item);
        if (i >= 0) {
            index = grid->coarse[i];
            crArrayRemoveSwap(grid->coarse, i);
        }
    }
    CR_ASSERT(index != UINT32_MAX);
    return index;
}

// ---- items

static bool reserveItems(CrGrid *grid, int count)
{
    int unused = crArrayCount(grid->items) - grid->count;
    return count <= unused || crArrayGrow(grid->items, count - unused, grid->allocator);
}

/// There is room.
static uint32_t storeItem(CrGrid *grid, const CrGridItem *item)
{
    CrGridItem stored = *item;
    stored.flags &= (1u << CR_GRID_KIND_SHIFT) - 1u;
    uint32_t index = grid->freeItem - 1;
    if (grid->freeItem != 0) {
        grid->freeItem = grid->items[index].key;
        grid->items[index] = stored;
        return index;
    }
    crArrayPush(grid->items, stored);
    return (uint32_t)crArrayCount(grid->items) - 1;
}

static void dropItem(CrGrid *grid, uint32_t index)
{
    CrGridItem none = {{0.0, 0.0}, {0.0, 0.0}, -1.0, grid->freeItem, 0};
    grid->items[index] = none;
    grid->freeItem = index + 1;
}

// ---- another size of cells

static bool relistAll(CrGrid *fresh)
{
    bool isFirst = true;
    for (int i = 0; i < crArrayCount(fresh->items); i++) {
        if (fresh->items[i].radius < 0.0) {
            continue;
        }
        if (!list(fresh, (uint32_t)i, isFirst)) {
            return false;
        }
        isFirst = false;
    }
    return true;
}

static void freeListings(CrGrid *grid)
{
    crTilesFree(grid);
    crLanesFree(grid);
    crArrayFree(grid->coarse, grid->allocator);
}

/// False where memory is short: all stays as it is.
static bool rebuild(CrGrid *grid, int exponent)
{
    CrGrid fresh;
    crGridInit(&fresh, grid->allocator);
    fresh.items = grid->items;
    fresh.freeItem = grid->freeItem;
    fresh.count = grid->count;
    fresh.thick = grid->thick;
    fresh.patience = grid->patience;
    memcpy(fresh.extents, grid->extents, sizeof fresh.extents);
    memcpy(fresh.insides, grid->insides, sizeof fresh.insides);
    fresh.insideReach = grid->insideReach;
    setCellSize(&fresh, exponent);
    fresh.lanes.kernels = grid->lanes.kernels;
    bool done = relistAll(&fresh);
    if (done) {
        fresh.lanes.items = grid->lanes.items;
        grid->lanes.items = NULL;
    }
    freeListings(done ? grid : &fresh);
    if (done) {
        *grid = fresh;
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
        int before = grid->exponent, better = betterExponent(grid, !grew);
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
    setCellSize(grid, 0);
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

/// All or none, without a thought about the size of cells unless the grid is empty: then they suit
/// what comes.
static bool insertAll(CrGrid *grid, const CrGridItem *items, int count)
{
    if (!reserveItems(grid, count) || !crLanesReserve(grid, items, count)) {
        return false;
    }
    CrGrid before = *grid;
    bool empty = grid->count == 0;
    for (int i = 0; i < count; i++) {
        countExtent(grid, &items[i], 1);
    }
    if (empty && count > 0) {
        setCellSize(grid, exponentForSizes(grid));
    }
    for (int i = 0; i < count; i++) {
        uint32_t index = storeItem(grid, &items[i]);
        if (list(grid, index, empty && i == 0)) {
            continue;
        }
        dropItem(grid, index);
        while (i-- > 0) {
            dropItem(grid, unlist(grid, &items[i]));
        }
        // The tables may have grown, and stay so; all that they mean is as before.
        before.tiles = grid->tiles;
        before.spares = grid->spares;
        before.coarse = grid->coarse;
        before.items = grid->items;
        before.freeItem = grid->freeItem;
        before.lanes = grid->lanes;
        *grid = before;
        return false;
    }
    crLanesKeep(grid, items, count);
    grid->inserted = count > INT32_MAX - grid->inserted ? INT32_MAX : grid->inserted + count;
    return true;
}

static void removeAll(CrGrid *grid, const CrGridItem *items, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t index = unlist(grid, &items[i]);
        if (index != UINT32_MAX) {
            dropItem(grid, index);
        }
        countExtent(grid, &items[i], -1);
    }
    if (grid->count == 0) {
        grid->inserted = grid->patience = 0;
        forgetBounds(grid);
    }
}

CaromError crGridInsert(CrGrid *grid, const CrGridItem *items, int count)
{
    if (!insertAll(grid, items, count)) {
        return CAROM_ERROR_MEMORY;
    }
    reconsider(grid);
    return CAROM_OK;
}

void crGridRemove(CrGrid *grid, const CrGridItem *items, int count)
{
    removeAll(grid, items, count);
}

CaromError crGridMove(CrGrid *grid, const CrGridItem *from, const CrGridItem *to, int count)
{
    if (!insertAll(grid, to, count)) {
        return CAROM_ERROR_MEMORY;
    }
    removeAll(grid, from, count);
    reconsider(grid);
    return CAROM_OK;
}

void crGridSetKind(CrGrid *grid, uint32_t key, uint32_t kind)
{
    CR_ASSERT(kind <= CR_GRID_KIND_MOST);
    if (key < (uint32_t)crArrayCount(grid->lanes.items)) {
        uint32_t *flags = &grid->lanes.items[key].flags;
        *flags = (*flags & ((1u << CR_GRID_KIND_SHIFT) - 1u)) | kind << CR_GRID_KIND_SHIFT;
    }
}

bool crGridIsEmpty(const CrGrid *grid)
{
    return grid->count == 0;
}

CaromBox crGridBounds(const CrGrid *grid)
{
    return grid->bounds;
}

double crGridExtent(const CrGrid *grid)
{
    return crBoxExtent(grid->bounds);
}

double crGridCellSize(const CrGrid *grid)
{
    return grid->cellSize;
}
