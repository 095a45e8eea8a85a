// SPDX-License-Identifier: MIT
// Walks a whole grid and checks what grid.h and grid_tiles.h say of it. For tests; slow.
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cover.h"
#include "edge_packets.h"
#include "grid_runs.h"
#include "grid_tiles.h"

/// What a walk over all tiles adds up.
typedef struct Sum {
    int64_t listings, firsts;
    int64_t pooled; ///< room that cells have in the pool
    CrGridUsage usage;
} Sum;

static bool coversCell(const CrCover *cover, int32_t x, int32_t y)
{
    int32_t column = cover->swapped ? y : x, row = cover->swapped ? x : y, first, last;
    if (column < cover->first || column > cover->last) {
        return false;
    }
    crCoverRows(cover, column, &first, &last);
    return row >= first && row <= last;
}

static bool isWithin(const CrGrid *grid, int32_t x, int32_t y)
{
    return x >= grid->min[0] && x <= grid->max[0] && y >= grid->min[1] && y <= grid->max[1];
}

/// Every item of a cell touches it, and none is there twice.
static bool cellIsRight(const CrGrid *grid, const uint32_t *listings, int count, int32_t x,
                        int32_t y, Sum *sum)
{
    for (int i = 0; i < count; i++) {
        CrCover cover;
        CrGridItem item;
        int items = crRunListed(grid, listings[i], &item);
        if (item.radius < 0.0 || item.key != listings[i] ||
            !crCoverStart(&cover, &item, 0.0, grid->inverseCellSize) || !coversCell(&cover, x, y) ||
            !isWithin(grid, x, y)) {
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (listings[k] == listings[i]) {
                return false;
            }
        }
        int32_t first, last;
        crCoverRows(&cover, cover.first, &first, &last);
        if ((cover.swapped ? y : x) == cover.first && (cover.swapped ? x : y) == first) {
            sum->firsts += items;
        }
        sum->listings++;
    }
    return true;
}

/// The bits agree with each other; the room that the cell has in the pool, where it lies there and
/// is as it should be, 0 where it needs none, else -1.
static int64_t roomOf(const CrGrid *grid, const CrGridTile *tile, uint32_t i)
{
    bool held = crCellHolds(tile, i);
    if ((tile->columns[i % CR_TILE_SIZE] >> i / CR_TILE_SIZE & 1) != held) {
        return -1;
    }
    if (!held || !(tile->cells[i] & CR_CELL_PIECE)) {
        return 0;
    }
    uint32_t start = tile->cells[i] & ~CR_CELL_PIECE,
             all = (uint32_t)crArrayCount(grid->pool.words);
    if (start >= all) {
        return -1;
    }
    uint32_t size = 1u << (grid->pool.words[start] >> CR_PIECE_RANK_SHIFT);
    uint32_t count = grid->pool.words[start] & CR_PIECE_COUNT;
    return size <= all - start && count > 0 && count < size ? (int64_t)size : -1;
}

static bool tileIsRight(const CrGrid *grid, const CrGridTile *tile, Sum *sum)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < CR_TILE_CELLS; i++) {
        int32_t x = tile->x * CR_TILE_SIZE + (int32_t)i % CR_TILE_SIZE;
        int32_t y = tile->y * CR_TILE_SIZE + (int32_t)i / CR_TILE_SIZE;
        int64_t room = roomOf(grid, tile, i);
        const uint32_t *keys = NULL;
        int count = room >= 0 && crCellHolds(tile, i) ? crCellListings(grid, tile, i, &keys) : 0;
        if (room < 0 || !cellIsRight(grid, keys, count, x, y, sum)) {
            return false;
        }
        listed += (uint32_t)count;
        sum->pooled += room;
        sum->usage.inCells += (uint64_t)count * (uint64_t)count;
    }
    sum->usage.listings += listed;
    sum->usage.inTiles += (uint64_t)listed * listed;
    return listed == tile->listed && listed > 0 && crTileFind(grid, tile->x, tile->y) == tile;
}

/// In how many cells an item must be.
static int64_t cellsOf(const CrCover *cover)
{
    int64_t cells = 0;
    for (int32_t c = cover->first; c <= cover->last; c++) {
        int32_t first, last;
        crCoverRows(cover, c, &first, &last);
        cells += (int64_t)last - first + 1;
    }
    return cells;
}

/// In how many cells all the items whose first cell is in a tile must be.
static int64_t cellsOfTile(const CrGrid *grid, const CrGridTile *tile)
{
    int64_t cells = 0;
    for (uint32_t i = 0; i < CR_TILE_CELLS; i++) {
        int32_t x = tile->x * CR_TILE_SIZE + (int32_t)i % CR_TILE_SIZE;
        int32_t y = tile->y * CR_TILE_SIZE + (int32_t)i / CR_TILE_SIZE;
        const uint32_t *keys = NULL;
        int count = crCellHolds(tile, i) ? crCellListings(grid, tile, i, &keys) : 0;
        for (int k = 0; k < count; k++) {
            CrCover cover;
            int32_t first, last;
            CrGridItem item;
            crRunListed(grid, keys[k], &item);
            crCoverStart(&cover, &item, 0.0, grid->inverseCellSize);
            // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): a cover has rows
            crCoverRows(&cover, cover.first, &first, &last);
            bool isFirst =
                (cover.swapped ? y : x) == cover.first && (cover.swapped ? x : y) == first;
            cells += isFirst ? cellsOf(&cover) : 0;
        }
    }
    return cells;
}

static bool coarseIsRight(const CrGrid *grid)
{
    for (int i = 0; i < crArrayCount(grid->coarse); i++) {
        CrCover cover;
        const CrGridItem *item = &grid->items[grid->coarse[i]];
        if (crCoverStart(&cover, item, 0.0, grid->inverseCellSize) &&
            crEdgePacketsCover(grid, item, &cover)) {
            return false;
        }
    }
    return true;
}

/// As many are stored as are counted.
static bool itemsAreRight(const CrGrid *grid)
{
    int held = 0, thick = 0, round = 0;
    bool runs = false;
    for (int i = 0; i < crArrayCount(grid->items); i++) {
        bool isOfRun = runs || (grid->items[i].flags & CR_GRID_RUNS_ON);
        held += grid->items[i].radius >= 0.0;
        thick += grid->items[i].radius > 0.0;
        round += grid->items[i].radius > 0.0 || isOfRun;
        runs = grid->items[i].flags & CR_GRID_RUNS_ON;
    }
    return held == grid->count && thick == grid->thick && round == grid->round;
}

static int64_t lanesOf(const CrGrid *grid)
{
    const CrTable *tiles = &grid->lanes.tiles;
    int64_t lanes = 0;
    for (uint32_t i = 0; i < crTableSize(tiles); i++) {
        const CrLaneTile *tile = tiles->slots[i].tile;
        lanes += tile != NULL ? tile->count : 0;
    }
    return lanes;
}

/// Each item has its lanes, and there are no others.
static bool lanesAreRight(const CrGrid *grid)
{
    int64_t lanes = 0;
    for (int i = 0, n; i < crArrayCount(grid->items); i += n) {
        CrCover cells, cover;
        CrGridItem item;
        n = crRunListed(grid, (uint32_t)i, &item);
        bool listed = item.radius >= 0.0 &&
                      crCoverStart(&cells, &item, 0.0, grid->inverseCellSize) &&
                      crEdgePacketsCover(grid, &item, &cover);
        if (listed && !crEdgePacketsHold(grid, &item, &cover, &lanes)) {
            return false;
        }
    }
    return lanes == lanesOf(grid);
}

/// All of the pool is some cell's, or unused: no room is lost, or given away twice while another
/// is lost. Pieces that overlap would show by what the cells list.
static bool poolIsRight(const CrGrid *grid, int64_t pooled)
{
    int64_t all = crArrayCount(grid->pool.words);
    for (int r = 0; r < CR_GRID_RANKS; r++) {
        uint32_t next = grid->pool.unused[r];
        for (; next != 0 && pooled <= all; next = grid->pool.words[next - 1]) {
            pooled += 1 << r;
        }
    }
    return pooled == all;
}

static bool usageIsRight(const CrGridUsage *counted, const CrGridUsage *found)
{
    return counted->listings == found->listings && counted->inTiles == found->inTiles &&
           counted->inCells == found->inCells;
}

bool crGridValidate(const CrGrid *grid)
{
    Sum sum = {0, 0, 0, {0, 0, 0}};
    int64_t due = 0, extents = 0, insides = 0;
    uint32_t tiles = 0;
    for (uint32_t i = 0; i < crTableSize(&grid->tiles); i++) {
        const CrGridTile *tile = grid->tiles.slots[i].tile;
        if (tile) {
            if (tile->x != grid->tiles.slots[i].x || tile->y != grid->tiles.slots[i].y ||
                !tileIsRight(grid, tile, &sum)) {
                return false;
            }
            due += cellsOfTile(grid, tile);
            tiles++;
        }
    }
    for (int i = 0; i < CR_GRID_EXTENTS; i++) {
        extents += grid->extents[i];
    }
    for (int i = 0; i < CR_GRID_INSIDES; i++) {
        insides += grid->insides[i];
    }
    return tiles == grid->tiles.count && due == sum.listings && extents == grid->count &&
           insides == grid->count && sum.firsts + crArrayCount(grid->coarse) == grid->count &&
           coarseIsRight(grid) && itemsAreRight(grid) && lanesAreRight(grid) &&
           poolIsRight(grid, sum.pooled) && usageIsRight(&grid->usage, &sum.usage) &&
           grid->cellSize * grid->inverseCellSize == 1.0;
}
