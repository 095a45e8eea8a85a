// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "tiles.h"

#include <string.h>

#define FIRST_RANGE 2          // most cells of a field of walls hold one or two
#define MOST_POOLED (1u << 24) // keeps sizes inside 32 bits

bool crItemEqual(const CrGridItem *a, const CrGridItem *b)
{
    return a->key == b->key && crEqual(a->a, b->a) && crEqual(a->b, b->b) && a->radius == b->radius;
}

// ---- tiles

/// An empty tile keeps its pool: walls that move about ask for no memory.
static void retire(CrGrid *grid, CrGridTile *tile)
{
    crTableTake(&grid->tiles, tile->x, tile->y);
    memset(tile->ranges, 0, sizeof tile->ranges);
    tile->poolEnd = 0;
    tile->next = grid->spares;
    grid->spares = tile;
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

static CrGridTile *findOrMake(CrGrid *grid, int32_t x, int32_t y)
{
    CrGridTile *tile = grid->tiles.bits > 0 ? crTileFind(grid, x, y) : NULL;
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
    crResize(grid->allocator, tile->pool, tile->poolCapacity * sizeof *tile->pool, 0);
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
}

// ---- pools

/// A new pool without holes, in which one cell has more room and empty ones have none. Half as much
/// again stays free, so that packing costs constant time an item on average.
static bool repack(const CrGrid *grid, CrGridTile *tile, CrGridRange *grown, uint32_t capacity)
{
    uint32_t held = capacity;
    for (int i = 0; i < CR_TILE_CELLS; i++) {
        const CrGridRange *range = &tile->ranges[i];
        held += range != grown && range->count > 0 ? range->capacity : 0;
    }
    uint32_t poolCapacity = held + held / 2 + CR_TILE_SIZE;
    if (poolCapacity > MOST_POOLED) {
        return false;
    }
    uint32_t *pool = crResize(grid->allocator, NULL, 0, poolCapacity * sizeof *pool);
    if (!pool) {
        return false;
    }
    uint32_t end = 0;
    for (int i = 0; i < CR_TILE_CELLS; i++) {
        CrGridRange *range = &tile->ranges[i];
        range->capacity = range == grown ? capacity : (range->count > 0 ? range->capacity : 0);
        if (range->count > 0) {
            memcpy(pool + end, tile->pool + range->start, range->count * sizeof *pool);
        }
        range->start = end;
        end += range->capacity;
    }
    crResize(grid->allocator, tile->pool, tile->poolCapacity * sizeof *pool, 0);
    tile->pool = pool;
    tile->poolCapacity = poolCapacity;
    tile->poolEnd = end;
    return true;
}

/// Twice the room for a cell.
static bool growRange(const CrGrid *grid, CrGridTile *tile, CrGridRange *range)
{
    uint32_t capacity = range->capacity > 0 ? 2 * range->capacity : FIRST_RANGE;
    if (capacity > tile->poolCapacity - tile->poolEnd) {
        return repack(grid, tile, range, capacity);
    }
    if (range->count > 0) {
        memcpy(tile->pool + tile->poolEnd, tile->pool + range->start,
               range->count * sizeof *tile->pool);
    }
    range->start = tile->poolEnd;
    range->capacity = capacity;
    tile->poolEnd += capacity;
    return true;
}

bool crTileAdd(CrGrid *grid, int32_t x, int32_t y, uint32_t item)
{
    CrGridTile *tile = findOrMake(grid, crTileOf(x), crTileOf(y));
    if (!tile) {
        return false;
    }
    CrGridRange *range = &tile->ranges[crTileCell(x, y)];
    if (range->count == range->capacity && !growRange(grid, tile, range)) {
        if (tile->listed == 0) {
            retire(grid, tile);
        }
        return false;
    }
    tile->pool[range->start + range->count++] = item;
    tile->listed++;
    tile->columns[x & CR_TILE_MASK] |= (uint16_t)(1u << (y & CR_TILE_MASK));
    tile->rows[y & CR_TILE_MASK] |= (uint16_t)(1u << (x & CR_TILE_MASK));
    return true;
}

uint32_t crTileSeek(const CrGrid *grid, int32_t x, int32_t y, const CrGridItem *item)
{
    const CrGridTile *tile =
        grid->tiles.bits > 0 ? crTileFind(grid, crTileOf(x), crTileOf(y)) : NULL;
    const CrGridRange *range = tile ? &tile->ranges[crTileCell(x, y)] : NULL;
    for (uint32_t i = range ? range->count : 0; i > 0; i--) {
        uint32_t index = tile->pool[range->start + i - 1];
        if (crItemEqual(&grid->items[index], item)) {
            return index;
        }
    }
    return UINT32_MAX;
}

void crTileRemove(CrGrid *grid, int32_t x, int32_t y, uint32_t item)
{
    CrGridTile *tile = crTileFind(grid, crTileOf(x), crTileOf(y));
    CR_ASSERT(tile);
    CrGridRange *range = &tile->ranges[crTileCell(x, y)];
    uint32_t *items = tile->pool + range->start;
    uint32_t i = range->count; // from the end, so that undoing an insertion leaves the order alone
    while (i > 0 && items[i - 1] != item) {
        i--;
    }
    CR_ASSERT(i > 0);
    if (i == 0) {
        return;
    }
    items[i - 1] = items[--range->count];
    tile->listed--;
    if (range->count == 0) {
        tile->columns[x & CR_TILE_MASK] &= (uint16_t) ~(1u << (y & CR_TILE_MASK));
        tile->rows[y & CR_TILE_MASK] &= (uint16_t) ~(1u << (x & CR_TILE_MASK));
    }
    if (tile->listed == 0) {
        retire(grid, tile);
    }
}
