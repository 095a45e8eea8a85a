// SPDX-License-Identifier: MIT
// The resting layer: fat segments (discs where both ends are equal) in sparse tiles of square
// cells.
//
// What it keeps true (crGridValidate walks all of it):
// - every item is listed, once, in every cell that it touches, and in no cell farther from it than
//   by rounding: walls go into the cells along them, not into their whole box;
// - an item is stored once, by its key; cells list it by that, four bytes each;
// - cells are powers of two in size, so that cell borders are exact numbers;
// - items that touch too many cells, or lie beyond the range of cells, are in one short list
//   instead, which every walk tests first.
// The grid does not know what a key means. cell_walk.h reads it; any number of threads may walk
// while no thread edits it.
#ifndef CAROM_BROADPHASE_GRID_H
#define CAROM_BROADPHASE_GRID_H

#include "../shapes/inline.h"
#include "../shapes/kernels.h"
#include "tile_table.h"
#include "grid.h"

/// A segment a b thickened by radius (>= 0); a disc where a equals b. 48 bytes.
typedef struct CrGridItem {
    CaromVec2 a, b;
    double radius;
    uint32_t key;   ///< unique in its grid, and small: items lie in an array by it
    uint32_t flags; ///< CR_GRID_…; crGridInside; the caller's kind
} CrGridItem;

typedef struct CrGridTile CrGridTile;
typedef struct CrLaneTile CrLaneTile;
typedef struct CrLaneSlab CrLaneSlab;

#define CR_GRID_ONE_SIDED 1u ///< the flag of items that are free from their left
/// The item of the next key is the next edge of the same polygon: both are of one run, which is
/// inserted, moved and removed as a whole. grid_runs.h
#define CR_GRID_RUNS_ON 0x40u
/// The grid's own: it is listed, and the item of the next key is found with it.
#define CR_GRID_GOES_ON 0x80u
/// The caller's flags are below CR_GRID_KIND_SHIFT, and these.
#define CR_GRID_OF_CALLER (~CR_GRID_GOES_ON)

/// A point that is round: met as crPathMeetsDisc says.
static inline bool crGridItemIsDisc(const CrGridItem *item)
{
    return item->radius > 0.0 && crEqual(item->a, item->b) &&
           (item->flags & CR_GRID_ONE_SIDED) == 0;
}

/// A number of the caller's, from 1 to this, in the flags of an item; 0: none.
#define CR_GRID_KIND_MOST 0xffffffu
#define CR_GRID_KIND_SHIFT 8

static inline uint32_t crGridKind(const CrGridItem *item)
{
    return item->flags >> CR_GRID_KIND_SHIFT;
}

/// What rays read of a grid. edge_packets.h
typedef struct CrLaneStore {
    const CrKernels *kernels; ///< null: none are wanted
    double side, perSide;     ///< [m] of a lane cell, and its inverse
    int32_t min[2], max[2];   ///< lane cells that have been listed in; max < min: none
    CaromBox reach;           ///< [m] around all of them, where there are any
    CrTable tiles;
    CrLaneTile *spares; ///< that fell empty, for reuse
    CrLaneSlab *slabs;
    int blockCount;    ///< of all slabs
    int freshCount;    ///< the last so many of the first slab were never in use
    CrEdgeLink *spare; ///< blocks that fell empty, for reuse
    CrLaneTile *last;  ///< that was listed in, or null
} CrLaneStore;

#define CR_GRID_RANKS 27

/// Where cells list more than one item. grid_tiles.h
typedef struct CrGridPool {
    uint32_t *words;                ///< an array of array.h
    uint32_t unused[CR_GRID_RANKS]; ///< pieces of 2^rank: index + 1, or 0; each holds the next
} CrGridPool;

/// How listings lie, which the size of cells is chosen by: counted as they come and go.
typedef struct CrGridUsage {
    uint64_t listings; ///< in all cells
    uint64_t inTiles;  ///< for each of them, how many are in its tile
    uint64_t inCells;  ///< for each of them, how many are in its cell
} CrGridUsage;

/// The flags, or-ed to the others, of an item that bounds an inside which is so wide [m]: of an
/// infinite one, too. Nothing else about insides is known here.
uint32_t crGridInside(double width);

/// Widths of insides are counted by powers of two, the last without limit.
#define CR_GRID_INSIDES 32

/// Sizes of items are counted by powers of two, from up to 2^-10 m to more than 2^19 m.
#define CR_GRID_EXTENTS 31

typedef struct CrGrid {
    const CaromAllocator *allocator;
    double cellSize, inverseCellSize; ///< [m] [1/m] 2^exponent, 2^-exponent
    int exponent;
    CrTable tiles;
    CrGridTile *spares;     ///< tiles that fell empty, for reuse
    int32_t min[2], max[2]; ///< columns and rows that have been listed in; max < min: none
    CrGridTile *last;       ///< that was edited, or null
    CrGridPool pool;
    CrGridUsage usage;
    CrGridItem *items; ///< by key, an array of array.h; those that are none have a radius < 0
    uint32_t *coarse;  ///< keys of items that are in no cell
    CaromBox bounds;
    int count; ///< items
    int thick; ///< of them, those with a radius
    int round; ///< those, and all of runs
    int inserted,
        patience; ///< insertions since the cell size was chosen; how many until it is again
    int extents[CR_GRID_EXTENTS]; ///< items by size
    int insides[CR_GRID_INSIDES]; ///< items by the inside that they bound, [0]: none
    double insideReach;           ///< [m] no inside is wider; 0: there is none
    CrLaneStore lanes;
} CrGrid;

void crGridInit(CrGrid *grid, const CaromAllocator *allocator);
void crGridFree(CrGrid *grid);

/// All of them or, on CAROM_ERROR_MEMORY, none. Amortised constant time a cell touched. Coordinates
/// up to CR_HUGE. Now and then this also rebuilds the grid with another size of cells, where the
/// items' sizes or their density ask for it; where there is no memory for that the old size stays.
CaromError crGridInsert(CrGrid *grid, const CrGridItem *items, int count);
/// The very items that were inserted. Needs no memory, can't fail.
void crGridRemove(CrGrid *grid, const CrGridItem *items, int count);
/// Replaces items by others, which may have some of their keys; on CAROM_ERROR_MEMORY nothing
/// changed.
CaromError crGridReplace(CrGrid *grid, const CrGridItem *from, int fromCount, const CrGridItem *to,
                         int toCount);
/// The same for as many items with the same keys.
static inline CaromError crGridMove(CrGrid *grid, const CrGridItem *from, const CrGridItem *to,
                                    int count)
{
    return crGridReplace(grid, from, count, to, count);
}

/// The item of a key is of another kind from now on.
void crGridSetKind(CrGrid *grid, uint32_t key, uint32_t kind);

/// What is found with an item: the next of its run, or null.
static inline const CrGridItem *crGridNextOf(const CrGridItem *item)
{
    return item->flags & CR_GRID_GOES_ON ? item + 1 : NULL;
}

static inline bool crGridIsEmpty(const CrGrid *grid)
{
    return grid->count == 0;
}

/// A box around all items ever inserted since the grid was last empty or rebuilt; grows only in
/// between. Of an empty grid: all 0.
static inline CaromBox crGridBounds(const CrGrid *grid)
{
    return grid->bounds;
}

/// [m] the largest coordinate of that box, either way.
static inline double crGridExtent(const CrGrid *grid)
{
    return crBoxExtent(grid->bounds);
}

/// [m] a power of two from 2^-10 to 2^20, chosen from the content.
static inline double crGridCellSize(const CrGrid *grid)
{
    return grid->cellSize;
}

bool crGridValidate(const CrGrid *grid);

#endif
