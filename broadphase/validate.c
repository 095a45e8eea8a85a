// SPDX-License-Identifier: MIT
// Walks a whole grid and checks what grid.h and tiles.h say of it. For tests; slow.
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "cover.h"
#include "lanes.h"
#include "tiles.h"

/// What a walk over all tiles adds up.
typedef struct Sum {
    int64_t listings, firsts;
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

/// Every item of a cell touches it, and no key is there twice.
static bool cellIsRight(const CrGrid *grid, const uint32_t *listings, uint32_t count, int32_t x,
                        int32_t y, Sum *sum)
{
    for (uint32_t i = 0; i < count; i++) {
        CrCover cover;
        const CrGridItem *item = &grid->items[listings[i]];
        if (item->radius < 0.0 || !crCoverStart(&cover, item, grid->inverseCellSize) ||
            !coversCell(&cover, x, y) || !isWithin(grid, x, y)) {
            return false;
        }
        for (uint32_t k = 0; k < i; k++) {
            if (grid->items[listings[k]].key == item->key) {
                return false;
            }
        }
        int32_t first, last;
        crCoverRows(&cover, cover.first, &first, &last);
        if ((cover.swapped ? y : x) == cover.first && (cover.swapped ? x : y) == first) {
            sum->firsts++;
        }
        sum->listings++;
    }
    return true;
}

/// The bits agree with the ranges, and these lie in the pool.
static bool bitsAreRight(const CrGridTile *tile, int i)
{
    const CrGridRange *range = &tile->ranges[i];
    int x = i % CR_TILE_SIZE, y = i / CR_TILE_SIZE, held = range->count > 0;
    return (tile->columns[x] >> y & 1) == held && (tile->rows[y] >> x & 1) == held &&
           range->count <= range->capacity &&
           (range->capacity == 0 || range->start + range->capacity <= tile->poolEnd);
}

static bool rangesAreApart(const CrGridTile *tile)
{
    const CrGridRange *ranges[CR_TILE_CELLS];
    int count = 0;
    for (int i = 0; i < CR_TILE_CELLS; i++) {
        if (tile->ranges[i].capacity > 0) {
            ranges[count++] = &tile->ranges[i];
        }
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            const CrGridRange *a = ranges[i], *b = ranges[k];
            if (a->start < b->start + b->capacity && b->start < a->start + a->capacity) {
                return false;
            }
        }
    }
    return true;
}

static bool tileIsRight(const CrGrid *grid, const CrGridTile *tile, Sum *sum)
{
    uint32_t listed = 0;
    for (int i = 0; i < CR_TILE_CELLS; i++) {
        const CrGridRange *range = &tile->ranges[i];
        int32_t x = tile->x * CR_TILE_SIZE + i % CR_TILE_SIZE;
        int32_t y = tile->y * CR_TILE_SIZE + i / CR_TILE_SIZE;
        if (!bitsAreRight(tile, i) ||
            !cellIsRight(grid, tile->pool + range->start, range->count, x, y, sum)) {
            return false;
        }
        listed += range->count;
    }
    return listed == tile->listed && listed > 0 && tile->poolEnd <= tile->poolCapacity &&
           rangesAreApart(tile) && crTileFind(grid, tile->x, tile->y) == tile;
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
    for (int i = 0; i < CR_TILE_CELLS; i++) {
        const CrGridRange *range = &tile->ranges[i];
        int32_t x = tile->x * CR_TILE_SIZE + i % CR_TILE_SIZE;
        int32_t y = tile->y * CR_TILE_SIZE + i / CR_TILE_SIZE;
        for (uint32_t k = 0; k < range->count; k++) {
            CrCover cover;
            int32_t first, last;
            crCoverStart(&cover, &grid->items[tile->pool[range->start + k]], grid->inverseCellSize);
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
        if (crCoverStart(&cover, item, grid->inverseCellSize) && crLanesTake(grid, item)) {
            return false;
        }
    }
    return true;
}

/// As many are stored as are counted; the others are chained.
static bool itemsAreRight(const CrGrid *grid)
{
    int held = 0, thick = 0, unused = 0, all = crArrayCount(grid->items);
    for (int i = 0; i < all; i++) {
        held += grid->items[i].radius >= 0.0;
        thick += grid->items[i].radius > 0.0;
    }
    for (uint32_t i = grid->freeItem; i != 0 && unused <= all; i = grid->items[i - 1].key) {
        unused++;
    }
    return held == grid->count && held + unused == all && thick == grid->thick;
}

bool crGridValidate(const CrGrid *grid)
{
    Sum sum = {0, 0};
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
           coarseIsRight(grid) && itemsAreRight(grid) &&
           grid->cellSize * grid->inverseCellSize == 1.0;
}
