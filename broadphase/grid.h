// SPDX-License-Identifier: MIT
// The resting layer: fat segments (discs where both ends are equal) in sparse tiles of square cells.
//
// What it keeps true (crGridValidate walks all of it):
// - every item is listed, once, in every cell that it touches, and in no cell farther from it than
//   rounding explains: walls go into the cells along them, not into their whole box;
// - the items of one cell lie side by side, copied, so that a walk reads memory in order;
// - cells are powers of two in size, so that cell borders are exact numbers.
// It knows nothing of what a key means.
#ifndef CAROM_BROADPHASE_GRID_H
#define CAROM_BROADPHASE_GRID_H

#include "../shapes/base.h"

/// A segment a b thickened by radius (>= 0); a disc where a equals b. 48 bytes.
typedef struct CrGridItem {
    CaromVec2 a, b;
    double radius;
    uint32_t key;   ///< unique in its grid
    uint32_t flags; ///< the world's; carried along
} CrGridItem;

typedef struct CrGridTile CrGridTile;

typedef struct CrGrid {
    const CaromAllocator *allocator;
    // ... the grid helper fills this in
} CrGrid;

void crGridInit(CrGrid *grid, const CaromAllocator *allocator);
void crGridFree(CrGrid *grid);

/// All of them or, on CAROM_ERROR_MEMORY, none.
CaromError crGridInsert(CrGrid *grid, const CrGridItem *items, int count);
/// The very items that were inserted. Needs no memory, can't fail.
void crGridRemove(CrGrid *grid, const CrGridItem *items, int count);
/// Replaces old items by new ones; on CAROM_ERROR_MEMORY nothing changed.
CaromError crGridMove(CrGrid *grid, const CrGridItem *from, const CrGridItem *to, int count);

bool crGridIsEmpty(const CrGrid *grid);
/// A box around all items ever inserted since the grid was last empty or rebuilt; grows only in between.
CaromBox crGridBounds(const CrGrid *grid);
double crGridCellSize(const CrGrid *grid);
bool crGridValidate(const CrGrid *grid);

#endif
