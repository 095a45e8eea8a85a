// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "edge_packets.h"
#include "grid_runs.h"
#include "grid_size.h"
#include "grid_tiles.h"

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

/// Counts a run, or an item, `by` items more in all: each is as large as the run.
void crGridCountRun(CrGrid *grid, const CrGridItem *items, int count, int by)
{
    crGridCountInside(grid, items, by);
    grid->extents[rankOf(crRunExtent(items, count))] += by;
    grid->count += by;
    grid->thick += items->radius != 0.0 ? by : 0;
    grid->round += items->radius != 0.0 || count > 1 ? by : 0;
}

int crGridExponentForSizes(const CrGrid *grid)
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

/// Of a grid that lists nothing. Lane cells are four times as wide, but where cells have grown for
/// items that are few and far between: rays of E1M1 take a fifth less by lane cells of 8 m than by
/// such of 32 m. They are twice as wide in fields of discs and small polygons, which share packets
/// better: a tenth fewer bytes, and rays take as long. The largest item is to fit them, too.
void crGridSetCellSize(CrGrid *grid, int exponent)
{
    bool isField = 2 * grid->round > grid->count;
    int wide = exponent + CR_LANE_SHIFT, median = crGridExponentForSizes(grid) + CR_LANE_SHIFT;
    int largest = exponentOfLargest(grid) - LANES_ACROSS_SHIFT;
    median += isField ? 1 : 0;
    int least = median > largest ? median : largest;
    int lanes = wide < least ? wide : least;
    grid->exponent = exponent;
    grid->cellSize = powerOfTwo(exponent);
    grid->inverseCellSize = powerOfTwo(-exponent);
    grid->lanes.side = powerOfTwo(lanes);
    grid->lanes.perSide = powerOfTwo(-lanes);
    crCellsForget(grid->lanes.min, grid->lanes.max);
}

/// The next better size of cells, or the one that they have. They may not shrink after they grew,
/// so that this comes to an end.
int crGridBetterExponent(const CrGrid *grid, bool mayShrink)
{
    int least = crGridExponentForSizes(grid) + LEAST_SHIFT;
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
