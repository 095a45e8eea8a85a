// SPDX-License-Identifier: MIT
#include "../shapes/array.h"
#include "grid_tiles.h"

#include <string.h>

/// Of a piece: a word for what it is, and room for three listings.
#define FIRST_RANK 2

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

/// Of a cell, beside crTileLast; null: there is none.
static CrGridTile *find(CrGrid *grid, int32_t x, int32_t y)
{
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
    crArrayFree(grid->pool.words, grid->allocator);
    memset(&grid->pool, 0, sizeof grid->pool);
    memset(&grid->usage, 0, sizeof grid->usage);
    grid->last = NULL;
}

// ---- the pool

/// A piece of 2^rank words; false: no memory.
static bool takePiece(CrGrid *grid, uint32_t rank, uint32_t *start)
{
    CrGridPool *pool = &grid->pool;
    uint32_t count = (uint32_t)crArrayCount(pool->words), size = 1u << rank;
    if (pool->unused[rank] != 0) {
        *start = pool->unused[rank] - 1;
        pool->unused[rank] = pool->words[*start];
        return true;
    }
    if (count > CR_CELL_PIECE - 1 - size || !crArrayGrow(pool->words, size, grid->allocator)) {
        return false;
    }
    *start = count;
    crArraySetCount(pool->words, count + size);
    return true;
}

static void givePiece(CrGrid *grid, uint32_t start)
{
    uint32_t rank = grid->pool.words[start] >> CR_PIECE_RANK_SHIFT;
    grid->pool.words[start] = grid->pool.unused[rank];
    grid->pool.unused[rank] = start + 1;
}

/// Room for one more in a cell that holds some: a piece, or one of twice the size.
static bool growCell(CrGrid *grid, CrGridTile *tile, uint32_t cell)
{
    const uint32_t *keys;
    uint32_t count = (uint32_t)crCellListings(grid, tile, cell, &keys), start, rank = FIRST_RANK;
    bool pooled = tile->cells[cell] & CR_CELL_PIECE;
    if (pooled) {
        rank = (keys[-1] >> CR_PIECE_RANK_SHIFT) + 1;
        if (count + 2 <= 1u << (rank - 1)) {
            return true;
        }
    }
    if (rank == CR_GRID_RANKS || !takePiece(grid, rank, &start)) {
        return false;
    }
    uint32_t *piece = grid->pool.words + start;
    crCellListings(grid, tile, cell, &keys); // the pool may be elsewhere
    piece[0] = rank << CR_PIECE_RANK_SHIFT | count;
    for (uint32_t i = 0; i < count; i++) { // mostly one, or three
        piece[1 + i] = keys[i];
    }
    if (pooled) {
        givePiece(grid, tile->cells[cell] & ~CR_CELL_PIECE);
    }
    tile->cells[cell] = CR_CELL_PIECE | start;
    return true;
}

bool crTileAddAnyhow(CrGrid *grid, int32_t x, int32_t y, uint32_t key)
{
    CrGridTile *tile = crTileLast(grid, x, y);
    tile = tile ? tile : findOrMake(grid, crTileOf(x), crTileOf(y));
    if (!tile) {
        return false;
    }
    uint32_t cell = crTileCell(x, y);
    if (!crCellHolds(tile, cell)) {
        crTileFill(grid, tile, x, y, key);
        return true;
    }
    if (!growCell(grid, tile, cell)) {
        return false; // the tile holds something
    }
    uint32_t *piece = grid->pool.words + (tile->cells[cell] & ~CR_CELL_PIECE);
    piece[0]++;
    piece[piece[0] & CR_PIECE_COUNT] = key;
    crTileCount(grid, tile, piece[0] & CR_PIECE_COUNT);
    return true;
}

/// Out of a cell's piece; false: it was the last there.
static bool removeFromPiece(CrGrid *grid, uint32_t start, uint32_t key)
{
    uint32_t *piece = grid->pool.words + start, count = piece[0] & CR_PIECE_COUNT;
    uint32_t i = count; // from the end, so that undoing an insertion leaves the order alone
    while (i > 1 && piece[i] != key) {
        i--;
    }
    CR_ASSERT(piece[i] == key);
    piece[i] = piece[count];
    piece[0]--;
    if (count > 1) {
        return true;
    }
    givePiece(grid, start);
    return false;
}

void crTileRemove(CrGrid *grid, int32_t x, int32_t y, uint32_t key)
{
    CrGridTile *tile = crTileLast(grid, x, y);
    tile = tile ? tile : find(grid, crTileOf(x), crTileOf(y));
    uint32_t cell = crTileCell(x, y);
    CR_ASSERT(tile && crCellHolds(tile, cell));
    uint32_t held = tile->cells[cell];
    const uint32_t *keys;
    crTileDiscount(grid, tile, (uint32_t)crCellListings(grid, tile, cell, &keys));
    if (!(held & CR_CELL_PIECE) || !removeFromPiece(grid, held & ~CR_CELL_PIECE, key)) {
        tile->columns[x & CR_TILE_MASK] &= (uint16_t) ~(1u << (y & CR_TILE_MASK));
        tile->rows[y & CR_TILE_MASK] &= (uint16_t) ~(1u << (x & CR_TILE_MASK));
    }
    if (tile->listed == 0) {
        retire(grid, tile);
    }
}
