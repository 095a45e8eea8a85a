// SPDX-License-Identifier: MIT
// The moving layer: boxes with keys, all replaced at once each step. The hierarchical hash grid of
// levels.h in its compact form: entries sorted by level and place, by counting. Filling costs a few
// passes over the boxes, whatever their sizes; finding reads entries side by side.
#ifndef CAROM_BROADPHASE_MOVING_H
#define CAROM_BROADPHASE_MOVING_H

#include "levels.h"

typedef struct CrMovingEntry {
    CaromBox box;
    uint32_t key;
} CrMovingEntry;

/// Side of the coarse map: bits of a word, and words.
#define CR_MOVING_MAP 64

/// Where a level's entries are.
typedef struct CrMovingLevel {
    int32_t first, count; ///< entries
    int32_t starts;       ///< its places' entries start at entries[start[starts + place]]
    uint32_t bits;        ///< 2^bits places
} CrMovingLevel;

typedef struct CrMoving {
    const CaromAllocator *allocator;
    CrMovingEntry *entries; // arrays of array.h
    int32_t *start;         ///< one more than places, so that each place ends where the next starts
    int32_t *place;         ///< of box i, while filling
    uint8_t *levelOf;       ///< of box i, while filling
    uint64_t used;          ///< bit l: level l holds boxes
    double cell;            ///< [m] side of the cells where most boxes are
    // Most of those who ask are nowhere near anything that moves: a map of 64 by 64 fields over all
    // boxes, in one page of memory, sends them away. Bit x of map[y]: a box touches that field.
    CaromBox bounds;
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
    uint64_t levels; ///< still to be searched
    bool all;        ///< box by box, not cell by cell
    int level;       ///< being searched
    CrCells steps;   ///< of the box
    CrCells cells;
    int64_t x, y;       ///< the cell being searched
    int32_t entry, end; ///< the next to look at, and the first past the cell
} CrMovingWalk;

void crMovingStart(CrMovingWalk *walk, const CrMoving *moving, CaromBox box);
/// Every key whose box overlaps the walk's, touching included, each box once; false: no more.
bool crMovingNext(CrMovingWalk *walk, uint32_t *key);

/// The box of what was found last.
static inline const CaromBox *crMovingBox(const CrMovingWalk *walk)
{
    return &walk->moving->entries[walk->entry - 1].box;
}

#endif
