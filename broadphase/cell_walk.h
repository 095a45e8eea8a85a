// SPDX-License-Identifier: MIT
// Walks the cells of a grid that a moving disc touches, nearest first, each once (law 6).
//
// Column by column along the path's longer side; in a column, the rows that the band around the
// path touches. Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987) step
// from border to border instead, which leaves no room for a radius and adds up rounding. Here every
// column is computed from the path's start, and widened by more than any rounding. A band that
// covers many tiles is walked by 16 columns at a time, tile after tile, so that each tile is looked
// up once; its cells share the fraction of the first of the 16 columns. Once crWalkNext returns
// false and the walk was not cut, every cell within radius of the path that holds items was
// returned. Two bands bound the cells: the strip along the path and the path's box; around the ends
// that is a few cells more than the disc touches.
#ifndef CAROM_BROADPHASE_CELL_WALK_H
#define CAROM_BROADPHASE_CELL_WALK_H

#include "grid.h"

/// A bound for all rounding errors of a walk together, relative to the sum of its coordinates: each
/// of the dozen operations adds at most 2^-53.
#define CR_WALK_PAD 0x1p-48
#define CR_WALK_TILES 4

typedef struct CrCell {
    const CrGridItem *items;  ///< all of the grid, by key
    const uint32_t *listings; ///< keys of what is listed in the cell
    int count;                ///< > 0
    double fraction; ///< in [0, 1]; the path touches neither this cell nor a later one before it
} CrCell;

/// Goes through the items of a cell, those of runs included.
typedef struct CrCellItems {
    const CrGridItem *next; ///< of a run, or null
    int listing;
} CrCellItems;

/// The next item; null: no more. Begins with all zero.
static inline const CrGridItem *crCellNext(const CrCell *cell, CrCellItems *at)
{
    const CrGridItem *item = at->next;
    if (item == NULL) {
        if (at->listing == cell->count) {
            return NULL;
        }
        item = &cell->items[cell->listings[at->listing++]];
    }
    at->next = crGridNextOf(item);
    return item;
}

/// On the caller's stack; the grid must not be edited meanwhile. Lengths are in cells, u along the
/// path's longer side in the direction of travel, v across.
typedef struct CrWalk {
    const CrGrid *grid;
    int cellsVisited; ///< columns and tiles looked at and cells returned, a measure of the cost
    int cellLimit;    ///< crWalkNext stops once so many were visited; INT_MAX from the start
    bool cut; ///< the last crWalkNext stopped for the limit; raise it and call again to go on

    bool swapped;        ///< u is y
    int32_t mirror;      ///< -1 where u counts against the axis (column c is the grid's ~c), else 0
    int32_t base;        ///< [tiles] what v and rows count from; never above the path's first row
    double u, v;         ///< the start
    double slope;        ///< of v over u, in [-1, 1]
    double half;         ///< the strip's half height, padded
    double reach;        ///< the radius, padded
    double pace;         ///< fraction per column, rounded down; 0 where the path is a point
    double rowLo, rowHi; ///< first and last row of path and content, >= 0
    int32_t column, lastColumn; ///< next to be looked at
    int32_t tileBegin, tileEnd; ///< first and last column of the tiles below
    int32_t firstRow, endRow;   ///< first and last row of the path in these columns
    int32_t tileRow;            ///< of tiles[0]
    bool wide;                  ///< more tiles there than fit below: they take turns
    uint32_t live;              ///< bits: columns with items in the path's rows
    const CrGridTile *tiles[CR_WALK_TILES];

    // A box over more tiles than there are places in their table is walked through the table.
    uint32_t slot, slots; ///< next place, and how many; both 0 otherwise
    int32_t firstColumn;  ///< of the box

    int32_t row, lastRow;   ///< what is left of the current column
    const CrGridTile *tile; ///< that pending belongs to
    uint32_t pending;       ///< cells of its column still to be returned, a bit a row

    CaromBox box; ///< [m] around the path, for the items that are in no cell
    int coarse;   ///< next of these
} CrWalk;

/// All cells within `radius` (>= 0) of the segment from -> to.
void crWalkStart(CrWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 to, double radius);
/// All cells that a box touches; their fractions are 0.
void crWalkStartBox(CrWalk *walk, const CrGrid *grid, CaromBox box);
/// Whether all that touches a box is listed in one cell: then *cell is it, its count perhaps 0.
/// Cheaper than a walk for boxes much smaller than cells.
bool crGridOneCell(const CrGrid *grid, CaromBox box, CrCell *cell);
/// The next cell that holds items; false: no more, or cut. Items that are in no cell come first, as
/// cells of their own with fraction 0. An item in several cells comes with each of them.
bool crWalkNext(CrWalk *walk, CrCell *cell);
/// All that the path touches before this fraction has been returned. 1 at the end.
double crWalkReached(const CrWalk *walk);

/// Appends the keys of all items in the cells that the rest of a walk visits, each once, in order,
/// to an array of array.h that was empty. On CAROM_ERROR_MEMORY it is empty again.
CaromError crWalkKeys(CrWalk *walk, uint32_t **keys, const CaromAllocator *allocator);
/// The same for the cells that a box touches.
CaromError crGridQuery(const CrGrid *grid, CaromBox box, uint32_t **keys,
                       const CaromAllocator *allocator);

#endif
