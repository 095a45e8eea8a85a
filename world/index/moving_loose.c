// SPDX-License-Identifier: MIT
// Shapes that are not where the layer of the moving index has them. Few are searched one by one;
// more are in cells as well, so that a heap that wakes among a million sleepers costs what it is.
#include "moving_index.h"

#define LISTED_MOST 16 ///< so many are searched one by one
#define FARTHEST 4e12  ///< [m] of boxes in cells

static bool isNear(const CaromBox *box)
{
    return box->min.x >= -FARTHEST && box->min.y >= -FARTHEST && box->max.x <= FARTHEST &&
           box->max.y <= FARTHEST;
}

static void stopCells(CrMovingIndex *movingIndex)
{
    crBoxCellsFree(&movingIndex->cells);
    movingIndex->loose = CR_LOOSE_REFUSED;
}

static void putInCells(CrMovingIndex *movingIndex, const CrUnindexed *one)
{
    if (!isNear(&one->box) || crBoxCellsInsert(&movingIndex->cells, one->shape, one->box)) {
        stopCells(movingIndex); // no memory, or too far: one by one
    }
}

void crMovingLooseAdd(CaromWorld *world, const CrUnindexed *one)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int count = crArrayCount(movingIndex->unindexed);
    world->shapes[one->shape].unindexed = true;
    movingIndex->places[one->shape].unindexed = count;
    crArrayPush(movingIndex->unindexed, *one);
    if (movingIndex->loose == CR_LOOSE_CELLS) {
        putInCells(movingIndex, one);
    } else if (count == LISTED_MOST && movingIndex->loose == CR_LOOSE_LISTED) {
        movingIndex->loose = CR_LOOSE_CELLS;
        for (int k = 0; k <= count && movingIndex->loose == CR_LOOSE_CELLS; k++) {
            putInCells(movingIndex, &movingIndex->unindexed[k]);
        }
    }
}

void crMovingLooseMove(CaromWorld *world, const CrUnindexed *one)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    CrUnindexed *had = &movingIndex->unindexed[movingIndex->places[one->shape].unindexed];
    if (movingIndex->loose == CR_LOOSE_CELLS) {
        crBoxCellsRemove(&movingIndex->cells, had->shape, had->box);
        putInCells(movingIndex, one);
    }
    *had = *one;
}

void crMovingLooseRemove(CaromWorld *world, uint32_t shape)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    int k = movingIndex->places[shape].unindexed;
    if (movingIndex->loose == CR_LOOSE_CELLS) {
        crBoxCellsRemove(&movingIndex->cells, shape, movingIndex->unindexed[k].box);
    }
    movingIndex->places[crArrayLast(movingIndex->unindexed).shape].unindexed = k;
    crArrayRemoveSwap(movingIndex->unindexed, k);
    world->shapes[shape].unindexed = false;
}

void crMovingIndexForget(CaromWorld *world)
{
    CrMovingIndex *movingIndex = &world->movingIndex;
    for (int k = 0; k < crArrayCount(movingIndex->unindexed); k++) {
        world->shapes[movingIndex->unindexed[k].shape].unindexed = false;
    }
    crArraySetCount(movingIndex->unindexed, 0);
    if (movingIndex->cells.count > 0) {
        crBoxCellsClear(&movingIndex->cells);
    }
    movingIndex->loose = CR_LOOSE_LISTED;
}

// ---- searching

static bool isOf(const CrMovingIndexWalk *walk, const CrUnindexed *one)
{
    unsigned layer = walk->world->shapes[one->shape].sensor ? CR_MOVING_SENSORS : CR_MOVING_SOLIDS;
    return crBoxOverlaps(walk->box, one->box) && (walk->layers & layer) &&
           (walk->line == NULL || crLinePieceTouches(walk->line, &one->box));
}

static bool nextInCells(CrMovingIndexWalk *walk, uint32_t *shape)
{
    const CrMovingIndex *movingIndex = &walk->world->movingIndex;
    if (walk->listed == 0) {
        crBoxCellsStart(&walk->cells, &movingIndex->cells, walk->box);
        walk->listed = 1;
    }
    while (crBoxCellsNext(&walk->cells, shape)) {
        if (isOf(walk, &movingIndex->unindexed[movingIndex->places[*shape].unindexed])) {
            return true;
        }
    }
    return false;
}

/// Their boxes were computed when they changed: with 50 characters that move and cast rays in
/// turns, computing them again for each ray took most of a step.
bool crMovingLooseNext(CrMovingIndexWalk *walk, uint32_t *shape)
{
    const CrMovingIndex *movingIndex = &walk->world->movingIndex;
    if (movingIndex->loose == CR_LOOSE_CELLS) {
        return nextInCells(walk, shape);
    }
    while (walk->listed < crArrayCount(movingIndex->unindexed)) {
        const CrUnindexed *one = &movingIndex->unindexed[walk->listed++];
        if (isOf(walk, one)) {
            *shape = one->shape;
            return true;
        }
    }
    return false;
}
