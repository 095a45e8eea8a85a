// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/array.h"
#include "../shapes/bits.h"
#include "simd8.h"
#include "bulk_box.h"
#include "moving.h"
#include "moving_rows.h"
#include "grid_tiles.h"

#include <string.h>

#define MOST 100000000 // boxes; places are counted in 32 bits

void crMovingInit(CrMoving *moving, const CaromAllocator *allocator)
{
    memset(moving, 0, sizeof *moving);
    moving->allocator = allocator;
}

void crMovingFree(CrMoving *moving)
{
    crArrayFree(moving->entries, moving->allocator);
    crArrayFree(moving->boxes, moving->allocator);
    crArrayFree(moving->rough, moving->allocator);
    crArrayFree(moving->start, moving->allocator);
    crArrayFree(moving->place, moving->allocator);
    crArrayFree(moving->levelOf, moving->allocator);
    crMovingInit(moving, moving->allocator);
}

// ---- the map

/// The field of a coordinate that counts from the bounds' lower end.
static int fieldOf(double x, double fields)
{
    return (int)crClamp(x * fields, 0.0, CR_MOVING_MAP - 1.0);
}

/// Bits first to last.
static uint64_t bitsBetween(int first, int last)
{
    return (~(uint64_t)0 >> (CR_MOVING_MAP - 1 - (last - first))) << first;
}

typedef struct Fields {
    uint64_t columns;
    int firstRow, lastRow;
} Fields;

/// The fields that a box touches, at the rim for what is beyond. The same rounding for all boxes,
/// and none that could change an order: boxes that touch share a field.
static Fields fieldsOf(const CrMoving *moving, CaromBox box)
{
    CaromVec2 low = moving->most.min, high = moving->most.max;
    double minX = crClamp(box.min.x, low.x, high.x) - low.x;
    double maxX = crClamp(box.max.x, low.x, high.x) - low.x;
    double minY = crClamp(box.min.y, low.y, high.y) - low.y;
    double maxY = crClamp(box.max.y, low.y, high.y) - low.y;
    Fields fields = {bitsBetween(fieldOf(minX, moving->fieldsX), fieldOf(maxX, moving->fieldsX)),
                     fieldOf(minY, moving->fieldsY), fieldOf(maxY, moving->fieldsY)};
    return fields;
}

static double fieldsPerMetre(double width)
{
    return width > 1e-6 ? CR_MOVING_MAP / width : 0.0;
}

static void findBounds(CrMoving *moving, const CaromBox *boxes, int count)
{
    moving->bounds = boxes[0];
    for (int i = 1; i < count; i++) {
        moving->bounds = crBoxUnion(moving->bounds, boxes[i]);
    }
    moving->most = crBoxOfMost(boxes, count, moving->bounds);
}

static void drawMap(CrMoving *moving, const CaromBox *boxes, int count)
{
    memset(moving->map, 0, sizeof moving->map);
    moving->fieldsX = fieldsPerMetre(moving->most.max.x - moving->most.min.x);
    moving->fieldsY = fieldsPerMetre(moving->most.max.y - moving->most.min.y);
    for (int i = 0; i < count; i++) {
        Fields fields = fieldsOf(moving, boxes[i]);
        for (int y = fields.firstRow; y <= fields.lastRow; y++) {
            moving->map[y] |= fields.columns;
        }
    }
}

/// False: nothing that moves touches the box.
static bool isOnMap(const CrMoving *moving, CaromBox box)
{
    if (moving->used == 0 || !crBoxOverlaps(moving->bounds, box)) {
        return false;
    }
    Fields fields = fieldsOf(moving, box);
    uint64_t found = 0;
    for (int y = fields.firstRow; y <= fields.lastRow; y++) {
        found |= moving->map[y] & fields.columns;
    }
    return found != 0;
}

// ---- filling

/// A peak is rarely the last one: room for half as much again beyond what there is.
static int roomFor(int capacity, int count)
{
    return count > capacity && count < capacity + capacity / 2 ? capacity + capacity / 2 : count;
}

/// A level has as many places as it has boxes, rounded up to a power of two, at least two: together
/// at most twice the boxes and two a level.
static bool reserve(CrMoving *moving, int count)
{
    const CaromAllocator *allocator = moving->allocator;
    int room = roomFor(crArrayCapacity(moving->entries), count);
    return crArrayReserve(moving->start, 2 * room + 2 * CR_LEVELS + 1, allocator) &&
           crArrayReserve(moving->place, room, allocator) &&
           crArrayReserve(moving->levelOf, room, allocator) &&
           crArrayReserve(moving->boxes, room, allocator) &&
           crArrayReserve(moving->rough, room + CR_EIGHT_BEYOND, allocator) &&
           crArrayReserve(moving->entries, room, allocator);
}

bool crMovingHasRoom(const CrMoving *moving, int count)
{
    CR_ASSERT(count >= 0);
    return crArrayCapacity(moving->start) >= 2 * count + 2 * CR_LEVELS + 1 &&
           crArrayCapacity(moving->place) >= count && crArrayCapacity(moving->levelOf) >= count &&
           crArrayCapacity(moving->boxes) >= count &&
           crArrayCapacity(moving->rough) >= count + CR_EIGHT_BEYOND &&
           crArrayCapacity(moving->entries) >= count;
}

static void countLevels(CrMoving *moving, const CaromBox *boxes, int count)
{
    memset(moving->levels, 0, sizeof moving->levels);
    moving->used = 0;
    for (int i = 0; i < count; i++) {
        int level = crLevelOf(boxes[i]);
        moving->levelOf[i] = (uint8_t)level;
        moving->levels[level].count++;
        moving->used |= (uint64_t)1 << level;
    }
}

/// Gives each level its entries and places; returns the number of all places.
static int layOut(CrMoving *moving)
{
    int places = 0, entries = 0, most = 0;
    for (int l = 0; l < CR_LEVELS; l++) {
        CrMovingLevel *level = &moving->levels[l];
        most = level->count > moving->levels[most].count ? l : most;
        if (level->count > 0) {
            level->bits = 1;
            while ((int32_t)1 << level->bits < level->count) {
                level->bits++;
            }
            level->starts = places;
            level->first = entries;
            places += (int)1 << level->bits;
            entries += level->count;
        }
    }
    moving->cell = crLevelCellSide(most);
    return places;
}

/// Counts the boxes of each place.
static void countPlaces(CrMoving *moving, const CaromBox *boxes, int count, int places)
{
    memset(moving->start, 0, ((size_t)places + 1) * sizeof *moving->start);
    for (int i = 0; i < count; i++) {
        const CrMovingLevel *level = &moving->levels[moving->levelOf[i]];
        int64_t x = crLevelCell(boxes[i].min.x, moving->levelOf[i]),
                y = crLevelCell(boxes[i].min.y, moving->levelOf[i]);
        moving->place[i] = level->starts + (int32_t)crLevelPlace(x, y, level->bits);
        moving->start[moving->place[i]]++;
    }
}

/// Counts become ends.
static void addUp(CrMoving *moving, int places)
{
    for (int i = 1; i <= places; i++) {
        moving->start[i] += moving->start[i - 1];
    }
}

/// From the last box back ends become starts, and equal ones stay in the order they came in.
static void scatter(CrMoving *moving, const CaromBox *boxes, const uint32_t *keys, int count)
{
    for (int i = count; i-- > 0;) {
        int32_t at = --moving->start[moving->place[i]];
        CrMovingEntry *entry = &moving->entries[at];
        moving->boxes[at] = boxes[i];
        moving->rough[at] = crRoughBox(moving, boxes[i]);
        entry->key = keys != NULL ? keys[i] : 0;
        entry->index = i;
    }
}

/// At the beginning of a step, so that rows begin there, too.
static void setOrigin(CrMoving *moving)
{
    CrCells content = crLevelSteps(moving->most);
    moving->origin = crVec((double)content.minX / CR_LEVEL_STEPS_PER_METRE,
                           (double)content.minY / CR_LEVEL_STEPS_PER_METRE);
}

static void hash(CrMoving *moving, const CaromBox *boxes, int count)
{
    countLevels(moving, boxes, count);
    int places = layOut(moving);
    countPlaces(moving, boxes, count, places);
    addUp(moving, places);
}

CaromError crMovingFill(CrMoving *moving, const CaromBox *boxes, const uint32_t *keys, int count)
{
    CR_ASSERT(count >= 0);
    if (count > MOST || !reserve(moving, count)) {
        return CAROM_ERROR_MEMORY;
    }
    if (count > 0) {
        findBounds(moving, boxes, count);
        drawMap(moving, boxes, count);
        setOrigin(moving);
    }
    memset(moving->rough + count, 0, CR_EIGHT_BEYOND * sizeof *moving->rough);
    moving->rows = count > 0 && crRowsLayOut(moving, boxes, count);
    if (!moving->rows) {
        hash(moving, boxes, count);
    }
    scatter(moving, boxes, keys, count);
    return CAROM_OK;
}

// ---- search

static void enterCell(CrMovingWalk *walk)
{
    const CrMovingLevel *level = &walk->moving->levels[walk->level];
    const int32_t *start = walk->moving->start + level->starts;
    if (walk->moving->rows) {
        start += walk->y * walk->width;
        walk->entry = start[walk->cells.minX];
        walk->end = start[walk->cells.maxX + 1];
        walk->x = walk->cells.maxX; // a run of them at once
        return;
    }
    start += crLevelPlace(walk->x, walk->y, level->bits);
    walk->entry = start[0];
    walk->end = start[1];
}

/// The cells of its level; false: none.
static bool findCells(CrMovingWalk *walk)
{
    if (!walk->moving->rows) {
        walk->cells = crLevelCells(walk->steps, walk->level, CR_LEVEL_CELL_BITS);
        return true;
    }
    CrRows rows = crRowsOf(walk->moving, walk->level);
    walk->cells = crRowsCells(&rows, walk->steps);
    walk->width = rows.width;
    return walk->cells.minX <= walk->cells.maxX && walk->cells.minY <= walk->cells.maxY;
}

/// Whether it is cheaper to look at so many boxes one by one; a row is one look.
static bool outnumber(const CrMovingWalk *walk, int count)
{
    CrCells looks = walk->cells;
    looks.maxX = walk->moving->rows ? looks.minX : looks.maxX;
    return crCellsOutnumber(looks, count);
}

static void enterLevel(CrMovingWalk *walk)
{
    const CrMovingLevel *level = &walk->moving->levels[walk->level];
    bool movedSince = crRowsMovedSince(walk->moving, walk->level);
    walk->all = true;
    walk->entry = walk->end = level->first;
    if (!movedSince && !findCells(walk)) {
        return;
    }
    walk->all = movedSince || outnumber(walk, level->count);
    walk->x = walk->cells.minX;
    walk->y = walk->cells.minY;
    if (walk->all) {
        walk->end = level->first + level->count;
    } else {
        enterCell(walk);
    }
}

/// False: no level is left.
static bool nextLevel(CrMovingWalk *walk)
{
    if (walk->levels == 0) {
        return false;
    }
    uint32_t low = (uint32_t)walk->levels;
    walk->level = low ? crLowestBit(low) : 32 + crLowestBit((uint32_t)(walk->levels >> 32));
    walk->levels &= walk->levels - 1;
    enterLevel(walk);
    return true;
}

/// False: no cell of this level is left.
static bool nextCell(CrMovingWalk *walk)
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
    enterCell(walk);
    return true;
}

void crMovingStart(CrMovingWalk *walk, const CrMoving *moving, CaromBox box)
{
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    memset(walk, 0, sizeof *walk);
    walk->moving = moving;
    walk->box = box;
    walk->rough = crRoughBox(moving, box);
    walk->steps = crLevelSteps(box);
    walk->levels = isOnMap(moving, box) ? moving->used : 0;
    walk->all = true;
}

/// A hash's place also holds boxes of other cells, which have their own turn.
static bool isFound(const CrMovingWalk *walk, const CaromBox *box)
{
    return crBoxOverlaps(*box, walk->box) &&
           (walk->all || walk->moving->rows ||
            crLevelIsAt(*box, walk->level, CR_LEVEL_CELL_BITS, walk->x, walk->y));
}

/// The next eight of the cell.
static void look(CrMovingWalk *walk)
{
    int left = walk->end - walk->entry;
    walk->base = walk->entry;
    walk->found = crEightOverlap(walk->moving->rough + walk->entry, &walk->rough);
    walk->found &= left < 8 ? (1u << left) - 1u : 0xffu;
    walk->entry += left < 8 ? left : 8;
}

bool crMovingNext(CrMovingWalk *walk, uint32_t *key)
{
    for (;;) {
        while (walk->found == 0) {
            while (walk->entry >= walk->end) {
                if (!nextCell(walk) && !nextLevel(walk)) {
                    return false;
                }
            }
            look(walk);
        }
        walk->last = walk->base + crLowestBit(walk->found);
        walk->found &= walk->found - 1;
        if (isFound(walk, crMovingBox(walk))) {
            *key = walk->moving->entries[walk->last].key;
            return true;
        }
    }
}
