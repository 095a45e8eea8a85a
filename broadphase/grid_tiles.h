// SPDX-License-Identifier: MIT
// Tiles of 16 by 16 cells and the table that finds them. Inside of the broadphase only.
//
// - A bit per cell, by columns and by rows, marks cells that are not empty: for empty cells a ray
//   reads only one cache line a tile.
// - A cell is four bytes. A single listing is stored in them; more listings are in a piece of the
//   grid's pool, with a power of two as its size. If a cell outgrows its piece, the piece is used
//   for the next cell that needs this size. So walls that move back and forth allocate nothing.
#ifndef CAROM_BROADPHASE_GRID_TILES_H
#define CAROM_BROADPHASE_GRID_TILES_H

#include "../shapes/bits.h"
#include "grid.h"

#define CR_TILE_BITS 4
#define CR_TILE_SIZE 16
#define CR_TILE_MASK (CR_TILE_SIZE - 1)
#define CR_TILE_CELLS (CR_TILE_SIZE * CR_TILE_SIZE)

#define CR_CELL_PIECE 0x80000000u  ///< in a cell: the rest is where its piece begins
#define CR_PIECE_RANK_SHIFT 27     ///< in a piece's first word: it has 2^rank of them
#define CR_PIECE_COUNT 0x07ffffffu ///< the same: listings, which follow it

struct CrGridTile {
    uint16_t columns[CR_TILE_SIZE]; ///< bit y of columns[x]: cell (x, y) holds items
    uint16_t rows[CR_TILE_SIZE];    ///< bit x of rows[y]: the same
    uint32_t listed;                ///< listings of all cells
    int32_t x, y;                   ///< in tiles
    CrGridTile *next;               ///< among the spares
    uint32_t cells[CR_TILE_CELLS];  ///< cell (x, y) at 16·y + x; those without items mean nothing
};

// What the standard leaves to the compiler, and all of them do alike: >> of a negative number
// rounds down. With it, cell -1 lies in tile -1.
typedef char shiftRoundsDown[(-1 >> CR_TILE_BITS) == -1 ? 1 : -1];

static inline int32_t crTileOf(int32_t cell)
{
    return cell >> CR_TILE_BITS;
}

/// Of a number within int32_t. floor() itself is a call into libm before SSE 4.1.
static inline int32_t crFloor(double x)
{
    int32_t whole = (int32_t)x;
    return whole - (x < (double)whole);
}

/// Cells min to max join others; false: they were among them, as most are.
static inline bool crCellsJoin(int32_t allMin[2], int32_t allMax[2], const int32_t min[2],
                               const int32_t max[2])
{
    if (CR_LIKELY(min[0] >= allMin[0] && min[1] >= allMin[1] && max[0] <= allMax[0] &&
                  max[1] <= allMax[1])) {
        return false;
    }
    for (int axis = 0; axis < 2; axis++) {
        allMin[axis] = min[axis] < allMin[axis] ? min[axis] : allMin[axis];
        allMax[axis] = max[axis] > allMax[axis] ? max[axis] : allMax[axis];
    }
    return true;
}

/// Null where nothing is listed there. The grid has tiles.
static inline CrGridTile *crTileFind(const CrGrid *grid, int32_t x, int32_t y)
{
    return crTableFind(&grid->tiles, x, y);
}

static inline uint32_t crTileCell(int32_t x, int32_t y)
{
    return (uint32_t)(y & CR_TILE_MASK) * CR_TILE_SIZE + (uint32_t)(x & CR_TILE_MASK);
}

static inline bool crCellHolds(const CrGridTile *tile, uint32_t cell)
{
    return tile->rows[cell / CR_TILE_SIZE] >> cell % CR_TILE_SIZE & 1;
}

/// How many items a cell that holds some lists, and their keys.
static inline int crCellListings(const CrGrid *grid, const CrGridTile *tile, uint32_t cell,
                                 const uint32_t **keys)
{
    *keys = &tile->cells[cell];
    if (!(**keys & CR_CELL_PIECE)) {
        return 1;
    }
    const uint32_t *piece = grid->pool.words + (**keys & ~CR_CELL_PIECE);
    *keys = piece + 1;
    return (int)(piece[0] & CR_PIECE_COUNT);
}

/// What is left of crTileAdd where a cell holds something, or its tile is not the last edited.
bool crTileAddAnyhow(CrGrid *grid, int32_t x, int32_t y, uint32_t key);

/// The tile of a cell, where it is the last that was edited; else null.
static inline CrGridTile *crTileLast(const CrGrid *grid, int32_t x, int32_t y)
{
    CrGridTile *tile = grid->last;
    return tile && tile->x == crTileOf(x) && tile->y == crTileOf(y) ? tile : NULL;
}

/// One listing more in a tile, and in a cell where there are so many now.
static inline void crTileCount(CrGrid *grid, CrGridTile *tile, uint32_t inCell)
{
    grid->usage.listings++;
    grid->usage.inTiles += 2 * (uint64_t)tile->listed++ + 1;
    grid->usage.inCells += 2 * (uint64_t)inCell - 1;
}

/// Takes one out, before which there were so many in its cell.
static inline void crTileDiscount(CrGrid *grid, CrGridTile *tile, uint32_t inCell)
{
    grid->usage.listings--;
    grid->usage.inTiles -= 2 * (uint64_t)--tile->listed + 1;
    grid->usage.inCells -= 2 * (uint64_t)inCell - 1;
}

/// Lists an item in a cell that holds none.
static inline void crTileFill(CrGrid *grid, CrGridTile *tile, int32_t x, int32_t y, uint32_t key)
{
    tile->cells[crTileCell(x, y)] = key;
    tile->columns[x & CR_TILE_MASK] |= (uint16_t)(1u << (y & CR_TILE_MASK));
    tile->rows[y & CR_TILE_MASK] |= (uint16_t)(1u << (x & CR_TILE_MASK));
    crTileCount(grid, tile, 1);
}

/// Lists an item in a cell; false, and nothing changed, where memory is short.
static inline bool crTileAdd(CrGrid *grid, int32_t x, int32_t y, uint32_t key)
{
    CrGridTile *tile = crTileLast(grid, x, y);
    if (!tile || crCellHolds(tile, crTileCell(x, y))) {
        return crTileAddAnyhow(grid, x, y, key);
    }
    crTileFill(grid, tile, x, y, key);
    return true;
}

/// Takes out one listing of it.
void crTileRemove(CrGrid *grid, int32_t x, int32_t y, uint32_t key);
void crTilesFree(CrGrid *grid);

/// `by` items more that bound such an inside. solid_width.c
void crGridCountInside(CrGrid *grid, const CrGridItem *item, int by);

#endif
