// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "tiles.h"

#include <string.h>

#define FIRST_SLOT_BITS 3
#define MOST_SLOT_BITS 28
#define FIRST_RANGE 2          // most cells of a field of walls hold one or two
#define MOST_POOLED (1u << 24) // 800 MB in one tile; keeps sizes inside 32 bits

bool crItemEqual(const CrGridItem *a, const CrGridItem *b)
{
    return a->key == b->key && crEqual(a->a, b->a) && crEqual(a->b, b->b) && a->radius == b->radius;
}

// ---- the table

static size_t tableSize(uint32_t bits)
{
    return bits == 0 ? 0 : sizeof(CrGridSlot) << bits;
}

static void place(CrGrid *grid, CrGridTile *tile)
{
    uint32_t mask = (1u << grid->slotBits) - 1, i = crTilePlace(grid, tile->x, tile->y);
    while (grid->slots[i].tile) {
        i = (i + 1) & mask;
    }
    CrGridSlot slot = {tile->x, tile->y, tile};
    grid->slots[i] = slot;
}

/// Room for one more tile with at most half of the places taken.
static bool reserveSlot(CrGrid *grid)
{
    if (grid->slotBits > 0 && grid->tileCount + 1 <= (1u << grid->slotBits) / 2) {
        return true;
    }
    CrGridSlot *old = grid->slots;
    uint32_t oldBits = grid->slotBits, bits = oldBits > 0 ? oldBits + 1 : FIRST_SLOT_BITS;
    if (bits > MOST_SLOT_BITS) {
        return false;
    }
    CrGridSlot *slots = crResize(grid->allocator, NULL, 0, tableSize(bits));
    if (!slots) {
        return false;
    }
    memset(slots, 0, tableSize(bits));
    grid->slots = slots;
    grid->slotBits = bits;
    for (uint32_t i = 0; oldBits > 0 && i < 1u << oldBits; i++) {
        if (old[i].tile) {
            place(grid, old[i].tile);
        }
    }
    crResize(grid->allocator, old, tableSize(oldBits), 0);
    return true;
}

/// Frees a place without a gravestone: what probed past it moves up.
static void unplace(CrGrid *grid, const CrGridTile *tile)
{
    uint32_t mask = (1u << grid->slotBits) - 1, hole = crTilePlace(grid, tile->x, tile->y);
    while (grid->slots[hole].tile != tile) {
        hole = (hole + 1) & mask;
    }
    for (uint32_t i = (hole + 1) & mask; grid->slots[i].tile; i = (i + 1) & mask) {
        uint32_t home = crTilePlace(grid, grid->slots[i].x, grid->slots[i].y);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            grid->slots[hole] = grid->slots[i];
            hole = i;
        }
    }
    memset(&grid->slots[hole], 0, sizeof grid->slots[hole]);
}

// ---- tiles

/// An empty tile keeps its pool: walls that move about ask for no memory.
static void retire(CrGrid *grid, CrGridTile *tile)
{
    unplace(grid, tile);
    grid->tileCount--;
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

CrGridTile *crTileReach(CrGrid *grid, int32_t x, int32_t y)
{
    CrGridTile *tile = grid->slotBits > 0 ? crTileFind(grid, x, y) : NULL;
    if (tile || !reserveSlot(grid)) {
        return tile;
    }
    tile = takeTile(grid);
    if (tile) {
        tile->x = x;
        tile->y = y;
        place(grid, tile);
        grid->tileCount++;
    }
    return tile;
}

void crTileDrop(CrGrid *grid, CrGridTile *tile)
{
    if (tile->listed == 0 && tile->laneCount == 0) {
        retire(grid, tile);
    }
}

static void freeTile(CrGrid *grid, CrGridTile *tile)
{
    crResize(grid->allocator, tile->pool, tile->poolCapacity * sizeof(CrGridItem), 0);
    crResize(grid->allocator, tile, sizeof *tile, 0);
}

void crTilesFree(CrGrid *grid)
{
    for (uint32_t i = 0; grid->slotBits > 0 && i < 1u << grid->slotBits; i++) {
        if (grid->slots[i].tile) {
            freeTile(grid, grid->slots[i].tile);
        }
    }
    while (grid->spares) {
        CrGridTile *next = grid->spares->next;
        freeTile(grid, grid->spares);
        grid->spares = next;
    }
    crResize(grid->allocator, grid->slots, tableSize(grid->slotBits), 0);
    grid->slots = NULL;
    grid->slotBits = grid->tileCount = 0;
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
    CrGridItem *pool = crResize(grid->allocator, NULL, 0, poolCapacity * sizeof *pool);
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

bool crTileAdd(CrGrid *grid, int32_t x, int32_t y, const CrGridItem *item)
{
    CrGridTile *tile = crTileReach(grid, crTileOf(x), crTileOf(y));
    if (!tile) {
        return false;
    }
    CrGridRange *range = &tile->ranges[crTileCell(x, y)];
    if (range->count == range->capacity && !growRange(grid, tile, range)) {
        crTileDrop(grid, tile);
        return false;
    }
    tile->pool[range->start + range->count++] = *item;
    tile->listed++;
    tile->columns[x & CR_TILE_MASK] |= (uint16_t)(1u << (y & CR_TILE_MASK));
    tile->rows[y & CR_TILE_MASK] |= (uint16_t)(1u << (x & CR_TILE_MASK));
    return true;
}

void crTileRemove(CrGrid *grid, int32_t x, int32_t y, const CrGridItem *item)
{
    CrGridTile *tile = crTileFind(grid, crTileOf(x), crTileOf(y));
    CR_ASSERT(tile);
    CrGridRange *range = &tile->ranges[crTileCell(x, y)];
    CrGridItem *items = tile->pool + range->start;
    uint32_t i = range->count; // from the end, so that undoing an insertion leaves the order alone
    while (i > 0 && !crItemEqual(&items[i - 1], item)) {
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
    crTileDrop(grid, tile);
}
