// SPDX-License-Identifier: MIT
// Which boxes of a list begin to overlap: each box is where it was and where it is now, and a pair
// is new where the former did not overlap and the latter do. Filled anew each time, by counting;
// then boxes lie by cells, and four are compared at once.
//
// A level's cells are at least as large as its boxes. A box is in the cell of its lower left
// corner, so those that it may overlap are there, or in one of eight cells around it; four of these
// are enough where all boxes are compared. Cell (x, y) has place x + y·STEP modulo a power of two:
// cells of a row are side by side, and rows as far from each other as the golden ratio spreads
// them, however long or far off they are. After Knuth, "The Art of Computer Programming 3", 6.4
// (Fibonacci hashing), of rows. Two cells may share a place: whether boxes are in the cell that was
// meant is asked of the few that are found.
// Inside of dynamics only.
#ifndef CAROM_DYNAMICS_PAIR_GRID_H
#define CAROM_DYNAMICS_PAIR_GRID_H

#include "../shapes/base.h"

#include <stdint.h>

/// In floats, rounded outward. No box: (1, 1, -1, -1).
typedef struct CrFatBox {
    float minX, minY, maxX, maxY;
} CrFatBox;

#define CR_PAIR_LEVELS 64

typedef struct CrPairLevel {
    int32_t first, count; ///< entries
    int32_t starts;       ///< entries of place p: start[starts + p] up to start[starts + p + 1]
    uint32_t mask;        ///< places less 1
    uint32_t step;        ///< places from row to row
    float perCell;        ///< [1/m] 1 / side of a cell: a power of two
} CrPairLevel;

typedef struct CrIndexPair {
    int32_t a, b;
} CrIndexPair;

typedef struct CrPairGrid {
    float *edges; ///< of entries, eight rows of `room`: minX, minY, maxX, maxY now, and before
    int room;
    int32_t *item; ///< by entry
    int32_t *start;
    int32_t *place; ///< by the list's order, while filling
    uint8_t *levelOf;
    int used; ///< levels, from the smallest boxes to the largest
    CrPairLevel level[CR_PAIR_LEVELS];
    CrIndexPair *found;
} CrPairGrid;

/// Boxes of the listed items, by item: now, and before. False: no memory, and no entries.
bool crPairGridFill(CrPairGrid *grid, const int32_t *items, int count, const CrFatBox *now,
                    const CrFatBox *before, const CaromAllocator *allocator);
/// Writes all pairs of entries that are new to `found`. False: no memory.
bool crPairGridFindAll(CrPairGrid *grid, const CaromAllocator *allocator);
/// Adds new pairs of one box, also with itself, to `found`.
bool crPairGridFindOf(CrPairGrid *grid, int32_t item, const CrFatBox *now, const CrFatBox *before,
                      const CaromAllocator *allocator);
void crPairGridFree(CrPairGrid *grid, const CaromAllocator *allocator);

#endif
