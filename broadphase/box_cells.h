// SPDX-License-Identifier: MIT
// Boxes that rest, with keys, of all sizes together, edited one by one: the hierarchical hash grid
// of levels.h. A cell's boxes lie side by side in buckets of eight, as floats, so that one look
// tests eight of them, and a search waits for memory once a cell and not once a box.
//
// What it keeps true:
// - a box is stored as its floats, rounded outwards. All else follows from these: level, cell, what
//   a search returns. So a search may return a box that is apart by less than that rounding, and
//   never misses one;
// - of a cell's buckets all but the first in its chain are full.
// Most boxes are on one level, which is chosen from their sizes.
// Other than box_index.h it may need memory for any box that comes in.
#ifndef CAROM_BROADPHASE_BOX_CELLS_H
#define CAROM_BROADPHASE_BOX_CELLS_H

#include "levels.h"

#define CR_BUCKET 8

/// Rounded outwards.
typedef struct CrFloatBox {
    float minX, minY, maxX, maxY;
} CrFloatBox;

/// 192 bytes.
typedef struct CrBoxBucket {
    float minX[CR_BUCKET], minY[CR_BUCKET], maxX[CR_BUCKET], maxY[CR_BUCKET];
    uint32_t keys[CR_BUCKET];
    int64_t x, y;          ///< its cell
    int32_t next;          ///< in its chain, or among the spares; -1: the last
    int32_t before, after; ///< in its level's list; -1: none
    uint8_t level, count;
} CrBoxBucket;

typedef struct CrBoxCellsLevel {
    int32_t first; ///< of its list of buckets, where it has any
    int32_t count;
} CrBoxCellsLevel;

typedef struct CrBoxCells {
    const CaromAllocator *allocator;
    CrBoxBucket *buckets; ///< an array of array.h
    int32_t *heads;       ///< of the 2^bits chains, -1: empty
    uint32_t bits;        ///< 0: there are no chains yet
    int32_t spare;        ///< the first bucket that fell empty, or -1
    int spares;
    int count;     ///< boxes
    int reserved;  ///< so many more come in without a request for memory
    uint64_t used; ///< bit l: level l holds boxes
    CrBoxCellsLevel levels[CR_LEVELS];
    int fits[CR_LEVELS]; ///< boxes by the lowest level that fits them
    int least;           ///< no box is on a lower level, so that a search looks at few levels
    int inserted,
        patience; ///< insertions since that was chosen; how many until it is again
} CrBoxCells;

void crBoxCellsInit(CrBoxCells *cells, const CaromAllocator *allocator);
void crBoxCellsFree(CrBoxCells *cells);
/// Removes all boxes. Memory stays, and so does the level that was chosen.
void crBoxCellsClear(CrBoxCells *cells);
/// Room for so many more boxes: inserting within it asks for no memory, and can't fail.
CaromError crBoxCellsReserve(CrBoxCells *cells, int more);
/// Coordinates up to 8e12. A key may be there several times, with other boxes or the same. On
/// CAROM_ERROR_MEMORY nothing changed.
CaromError crBoxCellsInsert(CrBoxCells *cells, uint32_t key, CaromBox box);
/// A key with the very box that it was inserted with. Needs no memory, can't fail.
void crBoxCellsRemove(CrBoxCells *cells, uint32_t key, CaromBox box);
bool crBoxCellsValidate(const CrBoxCells *cells);

/// Cells that a search sets out for at once.
#define CR_BOX_CELLS_AHEAD 16

/// On the caller's stack; the boxes must not be edited meanwhile. Some cells are looked up first,
/// so that the memory of all of them is on its way while the first is searched.
typedef struct CrBoxCellsWalk {
    const CrBoxCells *cells;
    CrFloatBox box;
    CrCells steps;   ///< of the region
    uint64_t levels; ///< that are still to come
    int level;       ///< at hand, or -1
    CrCells range;   ///< its cells,
    int64_t x, y;    ///< and the next of them
    struct {
        int64_t x, y;
        int32_t first; ///< bucket
        int level;     ///< -1: all of a level's list
    } ahead[CR_BOX_CELLS_AHEAD];
    int count, at;             ///< of these, and the one at hand
    int32_t next;              ///< bucket, or -1
    const CrBoxBucket *bucket; ///< at hand,
    unsigned found;            ///< and its lanes that are still to be returned
} CrBoxCellsWalk;

void crBoxCellsStart(CrBoxCellsWalk *walk, const CrBoxCells *cells, CaromBox box);
/// The next bucket with boxes that are found; false: no more.
bool crBoxCellsBucket(CrBoxCellsWalk *walk);

/// Returns the next key with a box that overlaps or touches the walk's box, but for rounding, each
/// insertion once; false: no more. `key` may be null.
static inline bool crBoxCellsNext(CrBoxCellsWalk *walk, uint32_t *key)
{
    if (walk->found == 0 && !crBoxCellsBucket(walk)) {
        return false;
    }
    int k = crLowestBit(walk->found);
    walk->found &= walk->found - 1;
    if (key != NULL) {
        *key = walk->bucket->keys[k];
    }
    return true;
}

#endif
