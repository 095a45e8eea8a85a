// SPDX-License-Identifier: MIT
// The boxes of the moving index, with keys, all replaced at once each step. Entries are sorted by
// level and cell, by counting: filling costs a few passes over the boxes, of any size; a search
// reads entries side by side.
//
// Usually cells lie in rows over the region of most boxes (moving_rows.h): a search in a region, or
// along a line (moving_line.h), reads one run of entries a row, and tests the few boxes that are
// far off. If boxes crowd in several places, so that such cells would have too many boxes, it is
// the hierarchical hash grid of levels.h instead.
#ifndef CAROM_BROADPHASE_MOVING_H
#define CAROM_BROADPHASE_MOVING_H

#include "levels.h"

typedef struct CrMovingEntry {
    uint32_t key;
    int32_t index; ///< among the boxes that it was filled with
} CrMovingEntry;

/// A box in floats, from the layer's origin; simd8.h
typedef struct CrRoughBox {
    float minX, minY, maxX, maxY;
} CrRoughBox;

/// A piece of a line, prepared in the same way: twice its middle, and its extent around that; its
/// heading, not longer than 1 on an axis, and the absolute values of that; and separately twice the
/// margin.
typedef struct CrRoughPiece {
    float middleX, middleY, halfX, halfY;
    float dx, dy, sizeX, sizeY;
    float margin;
} CrRoughPiece;

/// Side of the coarse map: bits of a word, and words.
#define CR_MOVING_MAP 64

/// Cells in rows have fewer levels than a hash. The last one has none: boxes beyond all rows.
#define CR_ROWS_LEVELS 16
#define CR_ROWS_MOVED_SINCE (CR_ROWS_LEVELS - 1)

/// Steps of the lowest level.
typedef struct CrSteps {
    int64_t x, y;
} CrSteps;

/// Where a level's entries are.
typedef struct CrMovingLevel {
    int32_t first, count; ///< entries
    int32_t starts;       ///< its places' entries start at entries[start[starts + place]]
    uint32_t bits;        ///< of a hash: 2^bits places
} CrMovingLevel;

typedef struct CrMoving {
    const CaromAllocator *allocator;
    CrMovingEntry *entries; // arrays of array.h
    CaromBox *boxes;        ///< of entries,
    CrRoughBox *rough;      ///< and in floats
    int32_t *start;         ///< one more than places, so that each place ends where the next starts
    int32_t *place;         ///< of box i, while filling
    uint8_t *levelOf;       ///< of box i, while filling
    uint64_t used;          ///< bit l: level l holds boxes
    bool rows;              ///< cells lie in rows, else hashed
    int shift;              ///< of rows: 2^shift steps are a cell's side of level 0,
    CrSteps first, span;    ///< from the first step to the last; by level how far
    CrSteps reach[CR_ROWS_LEVELS]; ///< boxes reach beyond their lower left corners, at most
    double cell;                   ///< [m] side of the cells where most boxes are
    CaromVec2 origin;              ///< [m] of floats
    CaromBox bounds;               ///< of all boxes,
    CaromBox most;                 ///< and of all but those far off; bulk_box.h
    // Most searches are far from all moving boxes: a map of 64 by 64 fields over most boxes, in one
    // page of memory, ends them early. Bit x of map[y]: a box touches that field, or lies beyond it
    // where the field is at the rim.
    double fieldsX, fieldsY; ///< [1/m] per metre
    uint64_t map[CR_MOVING_MAP];
    CrMovingLevel levels[CR_LEVELS];
} CrMoving;

void crMovingInit(CrMoving *moving, const CaromAllocator *allocator);
void crMovingFree(CrMoving *moving);

/// Replaces all content by n boxes and their keys, or null where those don't matter. On
/// CAROM_ERROR_MEMORY the old content stays. Asks for no memory when count is within past peaks.
CaromError crMovingFill(CrMoving *moving, const CaromBox *boxes, const uint32_t *keys, int count);
/// Whether there is room for so many.
bool crMovingHasRoom(const CrMoving *moving, int count);

/// On the caller's stack; the layer must not be filled meanwhile.
typedef struct CrMovingWalk {
    const CrMoving *moving;
    CaromBox box;
    CrRoughBox rough;
    uint64_t levels; ///< still to be searched
    bool all;        ///< box by box, not cell by cell
    int level;       ///< being searched
    CrCells steps;   ///< of the box
    CrCells cells;
    int64_t width;      ///< cells in a row
    int64_t x, y;       ///< the cell being searched
    int32_t entry, end; ///< the next to look at, and the first past the cell
    int32_t base;       ///< of the eight at hand
    unsigned found;     ///< which of them are still to be returned
    int32_t last;       ///< returned last
} CrMovingWalk;

void crMovingStart(CrMovingWalk *walk, const CrMoving *moving, CaromBox box);
/// Returns the next key with a box that overlaps or touches the walk's box, each box once; false:
/// no more.
bool crMovingNext(CrMovingWalk *walk, uint32_t *key);

/// The box of what was found last.
static inline const CaromBox *crMovingBox(const CrMovingWalk *walk)
{
    return &walk->moving->boxes[walk->last];
}

#endif
