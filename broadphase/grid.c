// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cover.h"
#include "edge_packets.h"
#include "grid_tiles.h"

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

/// The number of the least power of two that is not less, among those that are counted.
static int rankOf(double extent)
{
    int rank = crExponentAbove(extent) - MIN_EXPONENT;
    return rank < 0 ? 0 : rank < CR_GRID_EXTENTS ? rank : CR_GRID_EXTENTS - 1;
}

/// Counts `by` items more of this one's size.
static void countExtent(CrGrid *grid, const CrGridItem *item, int by)
{
    crGridCountInside(grid, item, by);
    double dx = crAbs(item->b.x - item->a.x), dy = crAbs(item->b.y - item->a.y);
    grid->extents[rankOf(crMax(dx, dy) + 2.0 * item->radius)] += by;
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

static void forgetCells(int32_t min[2], int32_t max[2])
{
    min[0] = min[1] = INT32_MAX;
    max[0] = max[1] = INT32_MIN;
}

/// Of a grid that lists nothing. Lane cells are four times as wide, but where cells have grown for
/// items that are few and far between: rays of E1M1 take a fifth less by lane cells of 8 m than by
/// such of 32 m. The largest item is to fit them, too.
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
    forgetCells(grid->lanes.min, grid->lanes.max);
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
    double listings = (double)grid->usage.listings;
    double density = (double)grid->usage.inTiles / (crMax(listings, 1.0) * CR_TILE_CELLS);
    double crowd = (double)grid->usage.inCells / crMax(listings, 1.0);
    double most = (double)MOST_LISTINGS * grid->count;
    int coarse = crArrayCount(grid->coarse);
    bool grows = listings > most || coarse > MOST_COARSE ||
                 (density < SPARSE && crowd < CROWD && grid->tiles.count > 1);
    if (grows && grid->exponent < MAX_EXPONENT) {
        return grid->exponent + 1;
    }
    bool shrinks = mayShrink && (density > DENSE || crowd > 4.0 * CROWD) &&
                   4.0 * listings <= most && coarse == 0;
    return shrinks && grid->exponent > least ? grid->exponent - 1 : grid->exponent;
}

// ---- listing

static void forgetBounds(CrGrid *grid)
{
    forgetCells(grid->min, grid->max);
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

static bool list(CrGrid *grid, const CrGridItem *item, bool first)
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
    growBounds(grid, item, first);
    return true;
}

/// Out of its cells or the coarse ones. twice: while it moves both of one key may be in one cell,
/// or both be coarse: either listing does.
static void unlist(CrGrid *grid, const CrGridItem *item, bool twice)
{
    Places places;
    if (placesOf(grid, item, &places)) {
        unlistCells(grid, item->key, &places.cells, INT32_MAX);
        crEdgePacketsUnlist(grid, item, &places.lanes, twice);
    } else {
        crArrayRemoveSlot(grid->coarse, item->key);
    }
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
    }
    return true;
}

// ---- another size of cells

static bool relistAll(CrGrid *fresh)
{
    bool isFirst = true;
    for (int i = 0; i < crArrayCount(fresh->items); i++) {
        if (fresh->items[i].radius < 0.0) {
            continue;
        }
        if (!list(fresh, &fresh->items[i], isFirst)) {
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
    fresh.patience = grid->patience;
    memcpy(fresh.extents, grid->extents, sizeof fresh.extents);
    memcpy(fresh.insides, grid->insides, sizeof fresh.insides);
    fresh.insideReach = grid->insideReach;
    setCellSize(&fresh, exponent);
    fresh.lanes.kernels = grid->lanes.kernels;
    bool done = relistAll(&fresh);
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
    for (int i = 0; i < count; i++) {
        countExtent(grid, &items[i], by);
    }
}

/// All or none, without a thought about the size of cells unless the grid is empty: then they suit
/// what comes. Where memory is short tables and pools may have grown, and stay so.
static bool insertAll(CrGrid *grid, const CrGridItem *items, int count)
{
    if (!reserveItems(grid, items, count)) {
        return false;
    }
    Reach before = reachOf(grid);
    bool empty = grid->count == 0;
    int exponent = grid->exponent, listed = 0;
    countAll(grid, items, count, 1);
    if (empty && count > 0) {
        setCellSize(grid, exponentForSizes(grid));
    }
    while (listed < count && list(grid, &items[listed], empty && listed == 0)) {
        listed++;
    }
    if (listed < count) {
        while (listed-- > 0) {
            unlist(grid, &items[listed], true);
        }
        countAll(grid, items, count, -1);
        if (empty) {
            setCellSize(grid, exponent);
        }
        setReach(grid, &before);
        return false;
    }
    for (int i = 0; i < count; i++) {
        grid->items[items[i].key] = items[i];
    }
    grid->inserted = count > INT32_MAX - grid->inserted ? INT32_MAX : grid->inserted + count;
    return true;
}

/// Out of cells and lanes, and where they have not moved, but go, out of the array.
static void removeAll(CrGrid *grid, const CrGridItem *items, int count, bool go)
{
    for (int i = 0; i < count; i++) {
        unlist(grid, &items[i], !go);
        if (go) {
            grid->items[items[i].key].radius = -1.0;
        }
    }
    countAll(grid, items, count, -1);
    if (grid->count == 0) {
        grid->inserted = grid->patience = 0;
        forgetBounds(grid);
    }
}

CaromError crGridInsert(CrGrid *grid, const CrGridItem *items, int count)
{
    CR_ASSERT(count >= 0);
    if (!insertAll(grid, items, count)) {
        return CAROM_ERROR_MEMORY;
    }
    reconsider(grid);
    return CAROM_OK;
}

void crGridRemove(CrGrid *grid, const CrGridItem *items, int count)
{
    CR_ASSERT(count >= 0);
    removeAll(grid, items, count, true);
}

CaromError crGridMove(CrGrid *grid, const CrGridItem *from, const CrGridItem *to, int count)
{
    CR_ASSERT(count >= 0);
    if (!insertAll(grid, to, count)) {
        return CAROM_ERROR_MEMORY;
    }
    removeAll(grid, from, count, false);
    reconsider(grid);
    return CAROM_OK;
}

void crGridSetKind(CrGrid *grid, uint32_t key, uint32_t kind)
{
    CR_ASSERT(kind <= CR_GRID_KIND_MOST);
    if (key < (uint32_t)crArrayCount(grid->items)) {
        uint32_t *flags = &grid->items[key].flags;
        *flags = (*flags & ((1u << CR_GRID_KIND_SHIFT) - 1u)) | kind << CR_GRID_KIND_SHIFT;
    }
}
