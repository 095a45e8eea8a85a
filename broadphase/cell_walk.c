// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "grid_tiles.h"
#include "cell_walk.h"

// ---- one column after the other

/// v where a column begins.
static inline double heightAt(const CrWalk *walk, double column)
{
    return walk->v + (column - walk->u) * walk->slope;
}

/// The first row and the last in which the strip lies while v runs between two values. Rows are >=
/// 0, so that cutting off the fraction rounds down. (crClamp would branch; these become single
/// instructions.)
static inline int32_t firstRow(const CrWalk *walk, double v1, double v2)
{
    return (int32_t)crMin(crMax(crMin(v1, v2) - walk->half, walk->rowLo), walk->rowHi);
}

static inline int32_t lastRow(const CrWalk *walk, double v1, double v2)
{
    return (int32_t)crMin(crMax(crMax(v1, v2) + walk->half, walk->rowLo), walk->rowHi);
}

/// The columns, by bits, that hold items in any of a tile's rows from first to end.
static uint32_t liveColumns(const CrGridTile *tile, bool swapped, int32_t first, int32_t end)
{
    const uint16_t *across = swapped ? tile->columns : tile->rows;
    uint32_t live = 0;
    for (int32_t r = first; r <= end; r++) {
        live |= across[r];
    }
    return live;
}

/// Looks up the tiles from tileRow on in the columns from tileBegin to tileEnd, as many as are
/// kept. False: they hold nothing in the path's rows, and the walk is past them.
static bool findTiles(CrWalk *walk)
{
    int32_t tileColumn = crTileOf(walk->tileBegin) ^ walk->mirror;
    walk->live = 0;
    for (int32_t i = 0; i < CR_WALK_TILES; i++) {
        int32_t tileRow = walk->tileRow + i, begin = tileRow * CR_TILE_SIZE;
        if (begin > walk->endRow) {
            break;
        }
        walk->tiles[i] = walk->swapped ? crTileFind(walk->grid, walk->base + tileRow, tileColumn)
                                       : crTileFind(walk->grid, tileColumn, walk->base + tileRow);
        if (walk->tiles[i]) {
            int32_t first = walk->firstRow > begin ? walk->firstRow - begin : 0;
            int32_t end = walk->endRow < begin + CR_TILE_MASK ? walk->endRow - begin : CR_TILE_MASK;
            walk->live |= liveColumns(walk->tiles[i], walk->swapped, first, end);
        }
        walk->cellsVisited++;
    }
    walk->column = walk->live ? walk->tileBegin : walk->tileEnd + 1;
    return walk->live != 0;
}

static inline bool hasTilesLeft(const CrWalk *walk)
{
    return (walk->tileRow + CR_WALK_TILES) * CR_TILE_SIZE <= walk->endRow;
}

static inline bool hasColumns(const CrWalk *walk)
{
    if (CR_UNLIKELY(walk->slots > 0)) {
        return walk->column <= walk->tileEnd || walk->slot < walk->slots;
    }
    return walk->column <= walk->lastColumn || hasTilesLeft(walk);
}

/// The tile in the next place of the table, where it has a part in the box.
static bool enterSlot(CrWalk *walk)
{
    const CrGridTile *tile = walk->grid->tiles.slots[walk->slot++].tile;
    walk->cellsVisited++;
    if (!tile) {
        return false;
    }
    int32_t begin = tile->x * CR_TILE_SIZE, row = (tile->y - walk->base) * CR_TILE_SIZE;
    int32_t end = begin + CR_TILE_MASK, endRow = row + CR_TILE_MASK;
    int32_t rowLo = (int32_t)walk->rowLo, rowHi = (int32_t)walk->rowHi;
    walk->tileBegin = begin > walk->firstColumn ? begin : walk->firstColumn;
    walk->tileEnd = end < walk->lastColumn ? end : walk->lastColumn;
    walk->firstRow = row > rowLo ? row : rowLo;
    walk->endRow = endRow < rowHi ? endRow : rowHi;
    walk->tileRow = row >> CR_TILE_BITS;
    walk->wide = true; // only the rows of this tile, as if it had its turn
    walk->tiles[0] = tile;
    walk->tiles[1] = walk->tiles[2] = walk->tiles[3] = NULL;
    walk->live = walk->firstRow <= walk->endRow
                     ? liveColumns(tile, false, walk->firstRow - row, walk->endRow - row)
                     : 0;
    walk->column = walk->live ? walk->tileBegin : walk->tileEnd + 1;
    return walk->live != 0 && walk->column <= walk->tileEnd;
}

/// What is left of the tiles in these columns, or else those in the next 16 columns.
static bool enterTiles(CrWalk *walk)
{
    if (CR_UNLIKELY(walk->slots > 0)) {
        return enterSlot(walk);
    }
    if (hasTilesLeft(walk)) {
        walk->tileRow += CR_WALK_TILES;
        return findTiles(walk);
    }
    int32_t end = walk->column | CR_TILE_MASK;
    walk->tileBegin = walk->column;
    walk->tileEnd = end < walk->lastColumn ? end : walk->lastColumn;
    double near = heightAt(walk, walk->tileBegin),
           far = heightAt(walk, (double)walk->tileEnd + 1.0);
    walk->firstRow = firstRow(walk, near, far);
    walk->endRow = lastRow(walk, near, far);
    walk->tileRow = walk->firstRow >> CR_TILE_BITS;
    walk->wide = (walk->endRow >> CR_TILE_BITS) - walk->tileRow >= CR_WALK_TILES;
    return findTiles(walk);
}

/// Keeps only the rows of a column in tiles that are read now.
static inline void keepRowsOfTiles(CrWalk *walk)
{
    int32_t first = walk->tileRow * CR_TILE_SIZE, last = first + CR_WALK_TILES * CR_TILE_SIZE - 1;
    walk->row = walk->row > first ? walk->row : first;
    walk->lastRow = walk->lastRow < last ? walk->lastRow : last;
}

/// Which cells of a tile's column hold items, of rows first to last; both are in the tile.
static inline uint32_t cellsWithItems(const CrGridTile *tile, bool swapped, int major,
                                      int32_t first, int32_t last)
{
    uint32_t bits = swapped ? tile->rows[major] : tile->columns[major];
    return bits & ((2u << (last & CR_TILE_MASK)) - (1u << (first & CR_TILE_MASK)));
}

/// The next tile with items in what is left of the current column; false: none.
static bool nextPart(CrWalk *walk)
{
    int major = ((walk->column - 1) ^ walk->mirror) & CR_TILE_MASK;
    while (walk->row <= walk->lastRow) {
        int32_t first = walk->row, end = first | CR_TILE_MASK;
        end = end < walk->lastRow ? end : walk->lastRow;
        walk->row = end + 1;
        walk->tile = walk->tiles[(first >> CR_TILE_BITS) - walk->tileRow];
        walk->pending =
            walk->tile ? cellsWithItems(walk->tile, walk->swapped, major, first, end) : 0;
        if (walk->pending) {
            return true;
        }
    }
    return false;
}

/// Runs through columns up to `last` of the tiles at hand; true where one has items in its rows.
/// The hottest loop of the library: what changes stays in registers, and most columns touch rows of
/// one tile.
static bool scanColumns(CrWalk *walk, int32_t last)
{
    int32_t begin = walk->column, column = begin, mirror = walk->mirror, tileRow = walk->tileRow;
    uint32_t live = walk->live;
    bool swapped = walk->swapped, wide = walk->wide, found = false;
    while (column <= last && !found) {
        int major = (column ^ mirror) & CR_TILE_MASK;
        double u = column++;
        if (!(live >> major & 1u)) {
            continue;
        }
        double near = heightAt(walk, u), far = heightAt(walk, u + 1.0);
        int32_t first = firstRow(walk, near, far), end = lastRow(walk, near, far);
        if (!wide && first >> CR_TILE_BITS == end >> CR_TILE_BITS) {
            const CrGridTile *tile = walk->tiles[(first >> CR_TILE_BITS) - tileRow];
            uint32_t bits = tile ? cellsWithItems(tile, swapped, major, first, end) : 0;
            if (bits) {
                walk->tile = tile;
                walk->pending = bits;
                found = true;
            }
        } else {
            walk->column = column;
            walk->row = first;
            walk->lastRow = end;
            if (wide) {
                keepRowsOfTiles(walk);
            }
            found = nextPart(walk);
        }
    }
    walk->cellsVisited += column - begin;
    walk->column = column;
    return found;
}

/// The next column with items in its rows; false: none, or cut.
static bool nextColumn(CrWalk *walk)
{
    while (hasColumns(walk)) {
        int32_t left = walk->cellLimit - walk->cellsVisited;
        if (left <= 0) {
            walk->cut = true;
            return false;
        }
        if (walk->column > walk->tileEnd && !enterTiles(walk)) {
            continue;
        }
        bool all = left > walk->tileEnd - walk->column;
        if (scanColumns(walk, all ? walk->tileEnd : walk->column + left - 1)) {
            return true;
        }
    }
    return false;
}

static double fractionOf(const CrWalk *walk, int32_t column)
{
    column = walk->wide ? walk->tileBegin : column;
    return crClamp((column - walk->reach - walk->u) * walk->pace, 0.0, 1.0);
}

// ---- the contract

/// Items that are in no cell, where the path's box meets theirs.
static bool nextCoarse(CrWalk *walk, CrCell *cell)
{
    while (walk->coarse < crArrayCount(walk->grid->coarse)) {
        const uint32_t *listing = &walk->grid->coarse[walk->coarse++];
        const CrGridItem *item = &walk->grid->items[*listing];
        CaromBox box = crBoxInflate(crBox(item->a, item->b), item->radius);
        double sum = crAbs(box.min.x) + crAbs(box.min.y) + crAbs(box.max.x) + crAbs(box.max.y);
        walk->cellsVisited++;
        if (crBoxOverlaps(crBoxInflate(box, sum * CR_WALK_PAD), walk->box)) {
            cell->items = walk->grid->items;
            cell->listings = listing;
            cell->count = 1;
            cell->fraction = 0.0;
            return true;
        }
    }
    return false;
}

bool crWalkNext(CrWalk *walk, CrCell *cell)
{
    walk->cut = false;
    if (walk->coarse < crArrayCount(walk->grid->coarse) && nextCoarse(walk, cell)) {
        return true;
    }
    if (walk->pending == 0 && !nextPart(walk) && !nextColumn(walk)) {
        return false;
    }
    uint32_t minor = (uint32_t)crLowestBit(walk->pending);
    uint32_t major = (uint32_t)((walk->column - 1) ^ walk->mirror) & CR_TILE_MASK;
    walk->pending &= walk->pending - 1;
    walk->cellsVisited++;
    uint32_t at = walk->swapped ? major * CR_TILE_SIZE + minor : minor * CR_TILE_SIZE + major;
    cell->items = walk->grid->items;
    cell->count = crCellListings(walk->grid, walk->tile, at, &cell->listings);
    cell->fraction = fractionOf(walk, walk->column - 1);
    return true;
}

double crWalkReached(const CrWalk *walk)
{
    if (walk->coarse < crArrayCount(walk->grid->coarse)) {
        return 0.0;
    }
    if (walk->pending != 0 || walk->row <= walk->lastRow) {
        return fractionOf(walk, walk->column - 1);
    }
    return hasColumns(walk) ? fractionOf(walk, walk->column) : 1.0;
}

bool crGridOneCell(const CrGrid *grid, CaromBox box, CrCell *cell)
{
    double limit = 1e9; // of cells: far inside of int32_t
    double x = box.min.x * grid->inverseCellSize, y = box.min.y * grid->inverseCellSize;
    if (crGridIsEmpty(grid) || crArrayCount(grid->coarse) > 0 ||
        !(crAbs(x) < limit && crAbs(y) < limit)) {
        return false;
    }
    int32_t column = crFloor(x), row = crFloor(y);
    if (box.max.x * grid->inverseCellSize >= (double)column + 1.0 ||
        box.max.y * grid->inverseCellSize >= (double)row + 1.0) {
        return false;
    }
    const CrGridTile *tile = crTileFind(grid, crTileOf(column), crTileOf(row));
    uint32_t at = crTileCell(column, row);
    bool holds = tile && crCellHolds(tile, at);
    cell->items = grid->items;
    cell->listings = NULL;
    cell->count = holds ? crCellListings(grid, tile, at, &cell->listings) : 0;
    cell->fraction = 0.0;
    return true;
}
