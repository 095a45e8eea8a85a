// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/array.h"
#include "moving.h"
#include "tiles.h"

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

/// The fields that a box touches. The same rounding for all boxes, and none that could change an
/// order: boxes that touch share a field.
static Fields fieldsOf(const CrMoving *moving, CaromBox box)
{
    CaromVec2 low = moving->bounds.min, high = moving->bounds.max;
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

static void drawMap(CrMoving *moving, const CaromBox *boxes, int count)
{
    memset(moving->map, 0, sizeof moving->map);
    moving->bounds = boxes[0];
    for (int i = 1; i < count; i++) {
        moving->bounds = crBoxUnion(moving->bounds, boxes[i]);
    }
    moving->fieldsX = fieldsPerMetre(moving->bounds.max.x - moving->bounds.min.x);
    moving->fieldsY = fieldsPerMetre(moving->bounds.max.y - moving->bounds.min.y);
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
           crArrayReserve(moving->entries, room, allocator);
}

bool crMovingHasRoom(const CrMoving *moving, int count)
{
    return crArrayCapacity(moving->start) >= 2 * count + 2 * CR_LEVELS + 1 &&
           crArrayCapacity(moving->place) >= count && crArrayCapacity(moving->levelOf) >= count &&
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

/// Counts become ends; scattering from the last box back turns them into starts, and keeps equal
/// ones in the order they came in.
static void scatter(CrMoving *moving, const CaromBox *boxes, const uint32_t *keys, int count,
                    int places)
{
    for (int i = 1; i <= places; i++) {
        moving->start[i] += moving->start[i - 1];
    }
    for (int i = count; i-- > 0;) {
        CrMovingEntry *entry = &moving->entries[--moving->start[moving->place[i]]];
        entry->box = boxes[i];
        entry->key = keys != NULL ? keys[i] : 0;
    }
}

CaromError crMovingFill(CrMoving *moving, const CaromBox *boxes, const uint32_t *keys, int count)
{
    if (count > MOST || !reserve(moving, count)) {
        return CAROM_ERROR_MEMORY;
    }
    if (count > 0) {
        drawMap(moving, boxes, count);
    }
    countLevels(moving, boxes, count);
    int places = layOut(moving);
    countPlaces(moving, boxes, count, places);
    scatter(moving, boxes, keys, count, places);
    return CAROM_OK;
}

// ---- search

static void enterCell(CrMovingWalk *walk)
{
    const CrMovingLevel *level = &walk->moving->levels[walk->level];
    const int32_t *start =
        walk->moving->start + level->starts + crLevelPlace(walk->x, walk->y, level->bits);
    walk->entry = start[0];
    walk->end = start[1];
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
    const CrMovingLevel *level = &walk->moving->levels[walk->level];
    walk->cells = crLevelCells(walk->steps, walk->level);
    walk->all = crCellsOutnumber(walk->cells, level->count);
    walk->x = walk->cells.minX;
    walk->y = walk->cells.minY;
    if (walk->all) {
        walk->entry = level->first;
        walk->end = level->first + level->count;
    } else {
        enterCell(walk);
    }
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
    memset(walk, 0, sizeof *walk);
    walk->moving = moving;
    walk->box = box;
    walk->steps = crLevelSteps(box);
    walk->levels = isOnMap(moving, box) ? moving->used : 0;
    walk->all = true;
}

bool crMovingNext(CrMovingWalk *walk, uint32_t *key)
{
    for (;;) {
        while (walk->entry >= walk->end) {
            if (!nextCell(walk) && !nextLevel(walk)) {
                return false;
            }
        }
        const CrMovingEntry *entry = &walk->moving->entries[walk->entry++];
        // A place also holds boxes of other cells, which have their own turn.
        if (crBoxOverlaps(entry->box, walk->box) &&
            (walk->all || crLevelIsAt(entry->box, walk->level, walk->x, walk->y))) {
            *key = entry->key;
            return true;
        }
    }
}
