// SPDX-License-Identifier: MIT
// Boxes with keys, of all sizes together, edited one by one: the hierarchical hash grid of
// levels.h, all levels in one table of chains, so that boxes which change their sizes ask for no
// memory. A search looks at levels in use only, and at no more cells of a level than it has boxes.
#ifndef CAROM_BROADPHASE_BOX_INDEX_H
#define CAROM_BROADPHASE_BOX_INDEX_H

#include "levels.h"

typedef struct CrBoxesNode {
    CaromBox box;
    uint32_t key;
    int32_t next; ///< in its chain; -1: the last
    int32_t level;
    int32_t before, after; ///< in its level's list; -1: none
} CrBoxesNode;

typedef struct CrBoxesLevel {
    int32_t first; ///< of its list of nodes, where it has any
    int32_t count;
} CrBoxesLevel;

typedef struct CrBoxes {
    const CaromAllocator *allocator;
    CrBoxesNode *nodes; ///< an array of array.h, without holes
    int32_t *heads;     ///< of the 2^bits chains, -1: empty
    uint32_t bits;      ///< 0: there are no chains yet
    int cellBits;       ///< a cell has 2^cellBits steps a side
    uint64_t used;      ///< bit l: level l holds boxes
    CrBoxesLevel levels[CR_LEVELS];
} CrBoxes;

void crBoxesInit(CrBoxes *boxes, const CaromAllocator *allocator);
/// For boxes that crowd: cells of one step a side. A search looks at more cells, and at a third of
/// the boxes: discs that meet in a gas or a heap cost a quarter to a third less.
void crBoxesInitDense(CrBoxes *boxes, const CaromAllocator *allocator);
void crBoxesFree(CrBoxes *boxes);
/// Removes all boxes and keeps the memory.
void crBoxesClear(CrBoxes *boxes);

/// Room for so many boxes together: inserting within it asks for no memory, and can't fail.
CaromError crBoxesReserve(CrBoxes *boxes, int count);
/// Coordinates up to 8e12. A key may be there several times, with other boxes or the same. On
/// CAROM_ERROR_MEMORY nothing changed.
CaromError crBoxesInsert(CrBoxes *boxes, uint32_t key, CaromBox box);
/// A key with the very box that it was inserted with. Needs no memory, can't fail.
void crBoxesRemove(CrBoxes *boxes, uint32_t key, CaromBox box);
/// Links all nodes into chains again, after the nodes were replaced.
void crBoxesRechain(CrBoxes *boxes);
bool crBoxesValidate(const CrBoxes *boxes);

/// Chains that a search may set out for at once.
#define CR_BOXES_CHAINS 32

/// On the caller's stack; the boxes must not be edited meanwhile. The chains of all cells of the
/// lower levels are gathered first and gone through side by side, the first node of each, the
/// second of each: the memory of a node is on its way while others are looked at. What is left,
/// levels of large boxes around, or of small ones in a large region, comes after it.
typedef struct CrBoxesWalk {
    const CrBoxes *boxes;
    CaromBox box;
    CrCells steps;     ///< of the box
    uint64_t gathered; ///< levels
    uint64_t levels;   ///< still to be searched after them
    int level;         ///< being searched; -1: those gathered
    bool all;          ///< box by box, not cell by cell
    CrCells cells;
    int64_t x, y; ///< the cell being searched
    int32_t node; ///< the next to look at, -1: none
    int chainCount;
    int32_t firsts[CR_BOXES_CHAINS]; ///< nodes of the chains
    int current;                     ///< the chain of the last node
    int live, chain, kept;           ///< chains of this round, the next of them, and how many go on
    int32_t nodes[CR_BOXES_CHAINS];  ///< of these: the next one to test,
    uint8_t chains[CR_BOXES_CHAINS]; ///< and of which chain
} CrBoxesWalk;

void crBoxesStart(CrBoxesWalk *walk, const CrBoxes *boxes, CaromBox box);
/// Returns the next key with a box that overlaps or touches the walk's box, each insertion once;
/// false: no more. Either output may be null.
bool crBoxesNext(CrBoxesWalk *walk, uint32_t *key, CaromBox *itsBox);

#endif
