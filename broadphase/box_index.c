// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/array.h"
#include "box_index.h"
#include "grid_tiles.h"

#include <string.h>

#define FIRST_BITS 3
#define MOST_BITS 28

static size_t headsSize(uint32_t bits)
{
    return bits == 0 ? 0 : sizeof(int32_t) << bits;
}

/// For a box with its lower left corner in these lowest steps.
static int32_t *chainAt(const CrBoxes *boxes, int64_t stepX, int64_t stepY, int level)
{
    int shift = level + boxes->cellBits;
    return &boxes->heads[crLevelsPlace(level, stepX >> shift, stepY >> shift, boxes->bits)];
}

static int32_t *chainOf(const CrBoxes *boxes, CaromBox box, int level)
{
    return chainAt(boxes, crLevelStep(box.min.x), crLevelStep(box.min.y), level);
}

static void chain(CrBoxes *boxes, int32_t node)
{
    int32_t *head = chainOf(boxes, boxes->nodes[node].box, boxes->nodes[node].level);
    boxes->nodes[node].next = *head;
    *head = node;
}

/// The link that leads to a node.
static int32_t *linkTo(CrBoxes *boxes, int32_t node)
{
    int32_t *place = chainOf(boxes, boxes->nodes[node].box, boxes->nodes[node].level);
    while (*place != node) {
        place = &boxes->nodes[*place].next;
    }
    return place;
}

/// What leads to a node and back to it, in its level's list, leads to another.
static void relist(CrBoxes *boxes, const CrBoxesNode *node, int32_t before, int32_t after)
{
    if (node->before >= 0) {
        boxes->nodes[node->before].after = after;
    } else {
        boxes->levels[node->level].first = after;
    }
    if (node->after >= 0) {
        boxes->nodes[node->after].before = before;
    }
}

void crBoxesRechain(CrBoxes *boxes)
{
    if (boxes->bits > 0) {
        memset(boxes->heads, 0xff, headsSize(boxes->bits)); // -1 throughout
    }
    for (int32_t i = 0; i < crArrayCount(boxes->nodes); i++) {
        chain(boxes, i);
    }
}

/// At least as many chains as boxes.
static bool reserveChains(CrBoxes *boxes, int count)
{
    uint32_t bits = boxes->bits > 0 ? boxes->bits : FIRST_BITS;
    while (bits < MOST_BITS && (uint32_t)count > 1u << bits) {
        bits++;
    }
    if (bits == boxes->bits) {
        return true;
    }
    int32_t *heads = crResize(boxes->allocator, NULL, 0, headsSize(bits));
    if (!heads) {
        return false;
    }
    crResize(boxes->allocator, boxes->heads, headsSize(boxes->bits), 0);
    boxes->heads = heads;
    boxes->bits = bits;
    crBoxesRechain(boxes);
    return true;
}

void crBoxesInit(CrBoxes *boxes, const CaromAllocator *allocator)
{
    memset(boxes, 0, sizeof *boxes);
    boxes->allocator = allocator;
    boxes->cellBits = CR_LEVEL_CELL_BITS;
}

void crBoxesInitDense(CrBoxes *boxes, const CaromAllocator *allocator)
{
    crBoxesInit(boxes, allocator);
    boxes->cellBits = 0;
}

void crBoxesFree(CrBoxes *boxes)
{
    crArrayFree(boxes->nodes, boxes->allocator);
    crResize(boxes->allocator, boxes->heads, headsSize(boxes->bits), 0);
    crBoxesInit(boxes, boxes->allocator);
}

void crBoxesClear(CrBoxes *boxes)
{
    crArraySetCount(boxes->nodes, 0);
    memset(boxes->levels, 0, sizeof boxes->levels);
    boxes->used = 0;
    crBoxesRechain(boxes);
}

CaromError crBoxesReserve(CrBoxes *boxes, int count)
{
    CR_ASSERT(count >= 0);
    bool ok = crArrayReserve(boxes->nodes, count, boxes->allocator) && reserveChains(boxes, count);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

CaromError crBoxesInsert(CrBoxes *boxes, uint32_t key, CaromBox box)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    int count = crArrayCount(boxes->nodes);
    if (!crArrayGrow(boxes->nodes, 1, boxes->allocator) || !reserveChains(boxes, count + 1)) {
        return CAROM_ERROR_MEMORY;
    }
    CrCells steps = crLevelSteps(box);
    int l = crLevelOfSteps(steps, box);
    CrBoxesLevel *level = &boxes->levels[l];
    int32_t after = level->count > 0 ? level->first : -1;
    int32_t *head = chainAt(boxes, steps.minX, steps.minY, l);
    CrBoxesNode node = {box, key, *head, l, -1, after};
    crArrayPush(boxes->nodes, node);
    *head = count;
    if (after >= 0) {
        boxes->nodes[after].before = count;
    }
    level->first = count;
    level->count++;
    boxes->used |= (uint64_t)1 << l;
    return CAROM_OK;
}

static bool isNode(const CrBoxesNode *node, uint32_t key, CaromBox box)
{
    return node->key == key && crEqual(node->box.min, box.min) && crEqual(node->box.max, box.max);
}

/// The last node fills a hole.
static void fill(CrBoxes *boxes, int32_t hole)
{
    int32_t last = crArrayCount(boxes->nodes) - 1;
    if (hole != last) {
        relist(boxes, &boxes->nodes[last], hole, hole);
        *linkTo(boxes, last) = hole;
        boxes->nodes[hole] = boxes->nodes[last];
    }
    crArraySetCount(boxes->nodes, last);
}

void crBoxesRemove(CrBoxes *boxes, uint32_t key, CaromBox box)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    int l = crLevelOf(box);
    CR_ASSERT(boxes->levels[l].count > 0);
    int32_t *place = chainOf(boxes, box, l);
    while (!isNode(&boxes->nodes[*place], key, box)) {
        place = &boxes->nodes[*place].next;
        CR_ASSERT(*place >= 0);
    }
    int32_t node = *place;
    *place = boxes->nodes[node].next;
    relist(boxes, &boxes->nodes[node], boxes->nodes[node].before, boxes->nodes[node].after);
    fill(boxes, node);
    if (--boxes->levels[l].count == 0) {
        boxes->used &= ~((uint64_t)1 << l);
    }
}

// ---- search

static int32_t firstOfCell(const CrBoxesWalk *walk)
{
    const CrBoxes *boxes = walk->boxes;
    return boxes->heads[crLevelsPlace(walk->level, walk->x, walk->y, boxes->bits)];
}

static int lowestLevel(uint64_t levels)
{
    uint32_t low = (uint32_t)levels;
    return low ? crLowestBit(low) : 32 + crLowestBit((uint32_t)(levels >> 32));
}

/// False: no level is left.
static bool nextLevel(CrBoxesWalk *walk)
{
    if (walk->levels == 0) {
        return false;
    }
    walk->level = lowestLevel(walk->levels);
    walk->levels &= walk->levels - 1;
    walk->cells = crLevelCells(walk->steps, walk->level, walk->boxes->cellBits);
    walk->all = crCellsOutnumber(walk->cells, walk->boxes->levels[walk->level].count);
    walk->x = walk->cells.minX;
    walk->y = walk->cells.minY;
    walk->node = walk->all ? walk->boxes->levels[walk->level].first : firstOfCell(walk);
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

/// Asks for the memory of a node: most lie in two lines. (With one of them searches among 100,000
/// boxes in no order of their places took 1.4 to 2 times as long.)
static inline void ahead(const CrBoxesNode *node)
{
    CR_PREFETCH(node);
    CR_PREFETCH(&node->after);
}

/// The chains of a level's cells; false where they are too many.
static bool gather(CrBoxesWalk *walk, int level)
{
    const CrBoxes *boxes = walk->boxes;
    CrCells cells = crLevelCells(walk->steps, level, boxes->cellBits);
    int64_t room = CR_BOXES_CHAINS - walk->chainCount;
    int64_t width = cells.maxX - cells.minX + 1, height = cells.maxY - cells.minY + 1;
    if (width > room || height > room || width * height > room ||
        2 * width * height > boxes->levels[level].count) {
        return false;
    }
    const CrBoxesNode *nodes = boxes->nodes;
    const int32_t *heads = boxes->heads;
    uint32_t bits = boxes->bits;
    int count = walk->chainCount;
    for (int64_t y = cells.minY; y <= cells.maxY; y++) {
        for (int64_t x = cells.minX; x <= cells.maxX; x++) {
            int32_t first = heads[crLevelsPlace(level, x, y, bits)];
            ahead(&nodes[first >= 0 ? first : 0]);
            walk->firsts[count] = walk->nodes[count] = first;
            walk->chains[count] = (uint8_t)count;
            count += first >= 0;
        }
    }
    walk->chainCount = count;
    return true;
}

void crBoxesStart(CrBoxesWalk *walk, const CrBoxes *boxes, CaromBox box)
{
    walk->boxes = boxes;
    walk->box = box;
    walk->steps = crLevelSteps(box);
    walk->gathered = walk->levels = 0;
    walk->level = walk->node = -1;
    walk->all = true;
    walk->chainCount = walk->chain = walk->kept = 0;
    for (uint64_t left = boxes->used; left; left &= left - 1) {
        uint64_t bit = left & (~left + 1u);
        if (gather(walk, lowestLevel(left))) {
            walk->gathered |= bit;
        } else {
            walk->levels |= bit;
        }
    }
    walk->live = walk->chainCount;
}

/// Of chains that are gone through side by side; null: none is left.
static inline const CrBoxesNode *nextOfChains(CrBoxesWalk *walk)
{
    if (walk->chain == walk->live) {
        walk->live = walk->kept;
        walk->chain = walk->kept = 0;
        if (walk->live == 0) {
            return NULL;
        }
    }
    uint8_t chain = walk->chains[walk->chain];
    const CrBoxesNode *nodes = walk->boxes->nodes, *node = &nodes[walk->nodes[walk->chain++]];
    ahead(&nodes[node->next >= 0 ? node->next : 0]);
    walk->nodes[walk->kept] = node->next;
    walk->chains[walk->kept] = chain;
    walk->kept += node->next >= 0;
    walk->current = chain;
    return node;
}

/// Of the levels that come after them, cell by cell; null: none is left.
static const CrBoxesNode *nextOfLevels(CrBoxesWalk *walk)
{
    while (walk->node < 0) {
        if (!nextCell(walk) && !nextLevel(walk)) {
            return NULL;
        }
    }
    const CrBoxesNode *node = &walk->boxes->nodes[walk->node];
    walk->node = walk->all ? node->after : node->next;
    return node;
}

/// A chain also holds boxes of other cells. Two of the gathered cells may share a chain; then it is
/// read once, with all its boxes. Every other chain is read in its own turn.
static bool isItsTurn(const CrBoxesWalk *walk, const CrBoxesNode *node)
{
    if (walk->level >= 0) {
        return walk->all ||
               (node->level == walk->level &&
                crLevelIsAt(node->box, walk->level, walk->boxes->cellBits, walk->x, walk->y));
    }
    int earlier = 0;
    while (walk->firsts[earlier] != walk->firsts[walk->current]) {
        earlier++;
    }
    return earlier == walk->current && (walk->gathered >> node->level & 1);
}

bool crBoxesNext(CrBoxesWalk *walk, uint32_t *key, CaromBox *itsBox)
{
    for (;;) {
        const CrBoxesNode *node = walk->level < 0 ? nextOfChains(walk) : NULL;
        node = node != NULL ? node : nextOfLevels(walk);
        if (node == NULL) {
            return false;
        }
        if (crBoxOverlaps(node->box, walk->box) && isItsTurn(walk, node)) {
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

/// Whether a level's list holds as many as it counts, each one linked both ways.
static bool isListed(const CrBoxes *boxes, int l)
{
    const CrBoxesLevel *level = &boxes->levels[l];
    int32_t before = -1, node = level->count > 0 ? level->first : -1, count = 0;
    for (; node >= 0 && count <= level->count; node = boxes->nodes[node].after) {
        if (boxes->nodes[node].level != l || boxes->nodes[node].before != before) {
            return false;
        }
        before = node;
        count++;
    }
    return node < 0 && count == level->count && (count > 0) == (boxes->used >> l & 1);
}

bool crBoxesValidate(const CrBoxes *boxes)
{
    int count = crArrayCount(boxes->nodes), linked = 0;
    for (int l = 0; l < CR_LEVELS; l++) {
        if (!isListed(boxes, l)) {
            return false;
        }
    }
    for (uint32_t c = 0; boxes->bits > 0 && c < 1u << boxes->bits; c++) {
        for (int32_t i = boxes->heads[c]; i >= 0; i = boxes->nodes[i].next) {
            const CrBoxesNode *node = &boxes->nodes[i];
            if (i >= count || ++linked > count || crLevelOf(node->box) != node->level ||
                chainOf(boxes, node->box, node->level) != &boxes->heads[c]) {
                return false;
            }
        }
    }
    return linked == count;
}
