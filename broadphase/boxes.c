// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/array.h"
#include "boxes.h"
#include "tiles.h"

#include <string.h>

#define FIRST_BITS 3
#define MOST_BITS 28

static size_t headsSize(uint32_t bits)
{
    return bits == 0 ? 0 : sizeof(int32_t) << bits;
}

static int32_t *chainOf(const CrBoxesLevel *level, CaromBox box, double inverseSize)
{
    int64_t x = crLevelCell(box.min.x, inverseSize), y = crLevelCell(box.min.y, inverseSize);
    return &level->heads[crLevelPlace(x, y, level->bits)];
}

static void link(CrBoxesLevel *level, int32_t node, double inverseSize)
{
    int32_t *head = chainOf(level, level->nodes[node].box, inverseSize);
    level->nodes[node].next = *head;
    *head = node;
}

/// The link that leads to a node.
static int32_t *linkTo(CrBoxesLevel *level, int32_t node, double inverseSize)
{
    int32_t *place = chainOf(level, level->nodes[node].box, inverseSize);
    while (*place != node) {
        place = &level->nodes[*place].next;
    }
    return place;
}

/// Room for one more node, and at least as many chains as nodes.
static bool reserve(CrBoxesLevel *level, double inverseSize, const CaromAllocator *allocator)
{
    int count = crArrayCount(level->nodes);
    if (!crArrayGrow(level->nodes, 1, allocator)) {
        return false;
    }
    uint32_t bits = level->bits > 0 ? level->bits + 1 : FIRST_BITS;
    if (level->bits == MOST_BITS || (level->bits > 0 && (uint32_t)count < 1u << level->bits)) {
        return true;
    }
    int32_t *heads = crResize(allocator, NULL, 0, headsSize(bits));
    if (!heads) {
        return false;
    }
    memset(heads, 0xff, headsSize(bits)); // -1 throughout
    crResize(allocator, level->heads, headsSize(level->bits), 0);
    level->heads = heads;
    level->bits = bits;
    for (int32_t i = 0; i < count; i++) {
        link(level, i, inverseSize);
    }
    return true;
}

void crBoxesInit(CrBoxes *boxes, const CaromAllocator *allocator)
{
    memset(boxes, 0, sizeof *boxes);
    boxes->allocator = allocator;
}

void crBoxesFree(CrBoxes *boxes)
{
    for (int l = 0; l < CR_LEVELS; l++) {
        CrBoxesLevel *level = &boxes->levels[l];
        crArrayFree(level->nodes, boxes->allocator);
        crResize(boxes->allocator, level->heads, headsSize(level->bits), 0);
    }
    crBoxesInit(boxes, boxes->allocator);
}

CaromError crBoxesInsert(CrBoxes *boxes, uint32_t key, CaromBox box)
{
    int l = crLevelOf(box);
    double inverseSize = crLevelInverseSize(l);
    CrBoxesLevel *level = &boxes->levels[l];
    if (!reserve(level, inverseSize, boxes->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    CrBoxesNode node = {box, key, -1};
    crArrayPush(level->nodes, node);
    link(level, crArrayCount(level->nodes) - 1, inverseSize);
    boxes->used |= (uint64_t)1 << l;
    return CAROM_OK;
}

static bool isNode(const CrBoxesNode *node, uint32_t key, CaromBox box)
{
    return node->key == key && crEqual(node->box.min, box.min) && crEqual(node->box.max, box.max);
}

void crBoxesRemove(CrBoxes *boxes, uint32_t key, CaromBox box)
{
    int l = crLevelOf(box);
    double inverseSize = crLevelInverseSize(l);
    CrBoxesLevel *level = &boxes->levels[l];
    CR_ASSERT(crArrayCount(level->nodes) > 0);
    int32_t *place = chainOf(level, box, inverseSize);
    while (*place >= 0 && !isNode(&level->nodes[*place], key, box)) {
        place = &level->nodes[*place].next;
    }
    int32_t node = *place, last = crArrayCount(level->nodes) - 1;
    CR_ASSERT(node >= 0);
    if (node < 0) {
        return;
    }
    *place = level->nodes[node].next;
    if (node != last) { // the last node fills the hole
        *linkTo(level, last, inverseSize) = node;
        level->nodes[node] = level->nodes[last];
    }
    crArraySetCount(level->nodes, last);
    if (last == 0) {
        boxes->used &= ~((uint64_t)1 << l);
    }
}

// ---- search

static int32_t firstOfCell(const CrBoxesWalk *walk)
{
    const CrBoxesLevel *level = &walk->boxes->levels[walk->level];
    return level->heads[crLevelPlace(walk->x, walk->y, level->bits)];
}

/// False: no level is left.
static bool nextLevel(CrBoxesWalk *walk)
{
    if (walk->levels == 0) {
        return false;
    }
    uint32_t low = (uint32_t)walk->levels;
    walk->level = low ? crLowestBit(low) : 32 + crLowestBit((uint32_t)(walk->levels >> 32));
    walk->levels &= walk->levels - 1;
    walk->inverseSize = crLevelInverseSize(walk->level);
    walk->cells = crLevelCells(walk->box, walk->inverseSize);
    walk->all = crCellsOutnumber(walk->cells, crArrayCount(walk->boxes->levels[walk->level].nodes));
    walk->x = walk->cells.minX;
    walk->y = walk->cells.minY;
    walk->node = walk->all ? 0 : firstOfCell(walk);
    return true;
}

/// False: no cell of this level is left.
static bool nextCell(CrBoxesWalk *walk)
{
    if (walk->all) {
        return false;
    }
    if (++walk->x > walk->cells.maxX) {
        walk->x = walk->cells.minX;
        if (++walk->y > walk->cells.maxY) {
            walk->all = true; // so that the next call ends here too
            return false;
        }
    }
    walk->node = firstOfCell(walk);
    return true;
}

void crBoxesStart(CrBoxesWalk *walk, const CrBoxes *boxes, CaromBox box)
{
    memset(walk, 0, sizeof *walk);
    walk->boxes = boxes;
    walk->box = box;
    walk->levels = boxes->used;
    walk->node = -1;
    walk->all = true;
}

static int32_t nextNode(const CrBoxesWalk *walk, const CrBoxesLevel *level, int32_t node)
{
    if (!walk->all) {
        return level->nodes[node].next;
    }
    return node + 1 < crArrayCount(level->nodes) ? node + 1 : -1;
}

bool crBoxesNext(CrBoxesWalk *walk, uint32_t *key, CaromBox *itsBox)
{
    for (;;) {
        while (walk->node < 0) {
            if (!nextCell(walk) && !nextLevel(walk)) {
                return false;
            }
        }
        const CrBoxesLevel *level = &walk->boxes->levels[walk->level];
        const CrBoxesNode *node = &level->nodes[walk->node];
        walk->node = nextNode(walk, level, walk->node);
        // A chain also holds boxes of other cells, which have their own turn.
        if (crBoxOverlaps(node->box, walk->box) &&
            (walk->all || crLevelIsAt(node->box, walk->inverseSize, walk->x, walk->y))) {
            if (key) {
                *key = node->key;
            }
            if (itsBox) {
                *itsBox = node->box;
            }
            return true;
        }
    }
}

bool crBoxesValidate(const CrBoxes *boxes)
{
    for (int l = 0; l < CR_LEVELS; l++) {
        const CrBoxesLevel *level = &boxes->levels[l];
        int count = crArrayCount(level->nodes), linked = 0;
        double inverseSize = crLevelInverseSize(l);
        if ((count > 0) != (boxes->used >> l & 1)) {
            return false;
        }
        for (uint32_t c = 0; level->bits > 0 && c < 1u << level->bits; c++) {
            for (int32_t i = level->heads[c]; i >= 0; i = level->nodes[i].next) {
                CaromBox box = level->nodes[i].box;
                if (i >= count || ++linked > count || crLevelOf(box) != l ||
                    chainOf(level, box, inverseSize) != &level->heads[c]) {
                    return false;
                }
            }
        }
        if (linked != count) {
            return false;
        }
    }
    return true;
}
