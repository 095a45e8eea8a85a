// SPDX-License-Identifier: MIT
#include "../shapes/array.h"
#include "tiles.h"

#include <string.h>

#define MOST_RANK 24

// ---- tiles

/// One that fell empty is kept: walls that move about ask for no memory.
static void retire(CrGrid *grid, CrGridTile *tile)
{
    crTableTake(&grid->tiles, tile->x, tile->y);
    tile->next = grid->spares;
    grid->spares = tile;
    grid->last = NULL;
}

static CrGridTile *takeTile(CrGrid *grid)
{
    CrGridTile *tile = grid->spares;
    if (tile) {
        grid->spares = tile->next;
        return tile;
    }
    tile = crResize(grid->allocator, NULL, 0, sizeof *tile);
    if (tile) {
        memset(tile, 0, sizeof *tile);
    }
    return tile;
}

/// Null: there is none.
static CrGridTile *find(CrGrid *grid, int32_t x, int32_t y)
{
    if (grid->last && grid->last->x == x && grid->last->y == y) {
        return grid->last;
    }
    CrGridTile *tile = grid->tiles.bits > 0 ? crTileFind(grid, x, y) : NULL;
    grid->last = tile ? tile : grid->last;
    return tile;
}

static CrGridTile *findOrMake(CrGrid *grid, int32_t x, int32_t y)
{
    CrGridTile *tile = find(grid, x, y);
    if (tile || !crTableReserve(&grid->tiles, grid->allocator)) {
        return tile;
    }
    tile = takeTile(grid);
    if (tile) {
        tile->x = x;
        tile->y = y;
        crTablePut(&grid->tiles, x, y, tile);
    }
    return tile;
}

static void freeTile(CrGrid *grid, CrGridTile *tile)
{
    crResize(grid->allocator, tile, sizeof *tile, 0);
}

void crTilesFree(CrGrid *grid)
{
    for (uint32_t i = 0; i < crTableSize(&grid->tiles); i++) {
        if (grid->tiles.slots[i].tile) {
            freeTile(grid, grid->tiles.slots[i].tile);
        }
    }
    while (grid->spares) {
        CrGridTile *next = grid->spares->next;
        freeTile(grid, grid->spares);
        grid->spares = next;
    }
    crTableFree(&grid->tiles, grid->allocator);
    crArrayFree(grid->pool.listings, grid->allocator);
    memset(&grid->pool, 0, sizeof grid->pool);
    grid->last = NULL;
}

// ---- the pool

/// A piece for 2^rank listings; false: no memory.
static bool takePiece(CrGrid *grid, unsigned rank, uint32_t *start)
{
    CrGridPool *pool = &grid->pool;
    int size = 1 << rank;
    if (pool->unused[rank] != 0) {
        *start = pool->unused[rank] - 1;
        pool->unused[rank] = pool->listings[*start];
        return true;
    }
    if (!crArrayGrow(pool->listings, size, grid->allocator)) {
        return false;
    }
    *start = (uint32_t)crArrayCount(pool->listings);
    crArraySetCount(pool->listings, crArrayCount(pool->listings) + size);
    return true;
}

static void givePiece(CrGrid *grid, const CrGridRange *range)
{
    if (range->rank > 0) {
        grid->pool.listings[range->start] = grid->pool.unused[range->rank];
        grid->pool.unused[range->rank] = range->start + 1;
    }
}

/// Twice the room for a cell that is full.
static bool growRange(CrGrid *grid, CrGridRange *range)
{
    uint32_t start, count = range->count;
    if (range->rank == MOST_RANK || !takePiece(grid, range->rank + 1, &start)) {
        return false;
    }
    const uint32_t *from = crRangeListings(grid, range);
    for (uint32_t i = 0; i < count; i++) { // mostly one or two
        grid->pool.listings[start + i] = from[i];
    }
    givePiece(grid, range);
    range->start = start;
    range->rank++;
    return true;
}

static uint32_t *listingsOf(CrGrid *grid, CrGridRange *range)
{
    return range->rank == 0 ? &range->start : grid->pool.listings + range->start;
}

bool crTileAdd(CrGrid *grid, int32_t x, int32_t y, uint32_t key)
{
    CrGridTile *tile = findOrMake(grid, crTileOf(x), crTileOf(y));
    if (!tile) {
        return false;
    }
    CrGridRange *range = &tile->ranges[crTileCell(x, y)];
    if (range->count == 1u << range->rank && !growRange(grid, range)) {
        if (tile->listed == 0) {
            retire(grid, tile);
        }
        return false;
    }
    listingsOf(grid, range)[range->count++] = key;
    tile->listed++;
    tile->columns[x & CR_TILE_MASK] |= (uint16_t)(1u << (y & CR_TILE_MASK));
    tile->rows[y & CR_TILE_MASK] |= (uint16_t)(1u << (x & CR_TILE_MASK));
    return true;
}

void crTileRemove(CrGrid *grid, int32_t x, int32_t y, uint32_t key)
{
    CrGridTile *tile = find(grid, crTileOf(x), crTileOf(y));
    CrGridRange *range = tile ? &tile->ranges[crTileCell(x, y)] : NULL;
    uint32_t *keys = range ? listingsOf(grid, range) : NULL;
    uint32_t i = range ? range->count : 0; // from the end: undoing an insertion leaves the order
    while (i > 0 && keys[i - 1] != key) {
        i--;
    }
    CR_ASSERT(i > 0);
    if (i == 0) {
        return;
    }
    keys[i - 1] = keys[--range->count];
    tile->listed--;
    if (range->count == 0) {
        static const CrGridRange none;
        givePiece(grid, range);
        *range = none;
        tile->columns[x & CR_TILE_MASK] &= (uint16_t) ~(1u << (y & CR_TILE_MASK));
        tile->rows[y & CR_TILE_MASK] &= (uint16_t) ~(1u << (x & CR_TILE_MASK));
    }
    if (tile->listed == 0) {
        retire(grid, tile);
    }
}
