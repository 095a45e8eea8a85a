// SPDX-License-Identifier: MIT
// Cells along a line. Bresenham (see shapes.h) for lines of cells, and the supercover of a segment:
// the walk of Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987), with
// the choice between the next column and the next row made by an exact sign, on which side of the
// segment the corner ahead lies, so that nothing accumulates; and with closed cells, so that a
// corner has four of them.
#include "shapes.h"

#include "exact.h"
#include "inline.h"

typedef struct CellList {
    CaromCell *cells;
    int64_t capacity, count;
} CellList;

/// Counts the cell, and writes it where there is room. Coordinates that an int32_t can't hold
/// belong to no cell: only the rim of the largest allowed range has such neighbours.
static void push(CellList *list, int64_t x, int64_t y)
{
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        return;
    }
    if (list->count < list->capacity) {
        list->cells[list->count].x = (int32_t)x;
        list->cells[list->count].y = (int32_t)y;
    }
    ++list->count;
}

// ---- Bresenham's line

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

// `error` is twice the long side times how far the line has run ahead of the cell along the short
// axis. A tie, half a cell, goes to the larger coordinate, from whichever end the line is drawn.
int64_t caromRasterLine(CaromCell a, CaromCell b, CaromCell *out, int64_t capacity)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    bool steep = magnitude(dy) > magnitude(dx);
    int64_t longSide = magnitude(steep ? dy : dx), shortSide = magnitude(steep ? dx : dy);
    int64_t longStep = (steep ? dy : dx) < 0 ? -1 : 1, shortStep = (steep ? dx : dy) < 0 ? -1 : 1;
    int64_t along = steep ? a.y : a.x, across = steep ? a.x : a.y;
    int64_t turnAt = shortStep > 0 ? longSide : longSide + 1;
    int64_t count = longSide + 1, error = 0;
    for (int64_t i = 0; i < count && i < capacity; ++i) {
        out[i].x = (int32_t)(steep ? across : along);
        out[i].y = (int32_t)(steep ? along : across);
        along += longStep;
        error += 2 * shortSide;
        if (error >= turnAt) {
            across += shortStep;
            error -= 2 * longSide;
        }
    }
    return count;
}

// ---- supercover

/// The cells that hold a coordinate: two of them if it is a border.
typedef struct Range {
    int64_t low, high;
} Range;

static bool isOnGrid(CaromVec2 p)
{
    return fabs(p.x) <= 2147483648.0 && fabs(p.y) <= 2147483648.0; // false of NaN
}

static Range cellsAt(double x)
{
    double low = floor(x);
    Range range = {low == x ? (int64_t)low - 1 : (int64_t)low, (int64_t)low};
    return range;
}

static int64_t cellOf(Range range, int step, int64_t i)
{
    return step > 0 ? range.low + i : range.high - i;
}

/// All of a block, ending in its corner ahead; row by row, or column by column.
static void pushBlock(CellList *list, Range columns, Range rows, int stepX, int stepY, bool byRows)
{
    int64_t width = columns.high - columns.low + 1, height = rows.high - rows.low + 1;
    int64_t outer = byRows ? height : width, inner = byRows ? width : height;
    for (int64_t i = 0; i < outer; ++i) {
        for (int64_t j = 0; j < inner; ++j) {
            push(list, cellOf(columns, stepX, byRows ? j : i), cellOf(rows, stepY, byRows ? i : j));
        }
    }
}

/// A segment along an axis, or a point: both sides of a border that it runs along.
static void pushStraight(CellList *list, CaromVec2 a, CaromVec2 b)
{
    int stepX = a.x <= b.x ? 1 : -1, stepY = a.y <= b.y ? 1 : -1;
    Range columns = {cellsAt(crMin(a.x, b.x)).low, cellsAt(crMax(a.x, b.x)).high};
    Range rows = {cellsAt(crMin(a.y, b.y)).low, cellsAt(crMax(a.y, b.y)).high};
    pushBlock(list, columns, rows, stepX, stepY, a.x == b.x);
}

/// How a segment that is not parallel to an axis leaves a cell that it crosses.
static void pushSlanted(CellList *list, CaromVec2 a, CaromVec2 b)
{
    int stepX = a.x < b.x ? 1 : -1, stepY = a.y < b.y ? 1 : -1;
    Range columns = cellsAt(a.x), rows = cellsAt(a.y);
    pushBlock(list, columns, rows, stepX, stepY, false);
    int64_t x = stepX > 0 ? columns.high : columns.low, y = stepY > 0 ? rows.high : rows.low;
    for (;;) {
        CaromVec2 corner = {(double)(stepX > 0 ? x + 1 : x), (double)(stepY > 0 ? y + 1 : y)};
        bool reachesX = (b.x - corner.x) * stepX >= 0.0, reachesY = (b.y - corner.y) * stepY >= 0.0;
        if (!reachesX && !reachesY) {
            return;
        }
        // 1 where the border between columns comes first, -1 where that between rows does, 0 at
        // once.
        int first = reachesX ? 1 : -1;
        if (reachesX && reachesY) {
            first = crOrient(a, b, corner) * stepX * stepY;
        }
        if (first == 0) {
            push(list, x + stepX, y);
            push(list, x, y + stepY);
        }
        x += first >= 0 ? stepX : 0;
        y += first <= 0 ? stepY : 0;
        push(list, x, y);
    }
}

// The walk costs O(cells), also past the capacity: the full number is the answer. So a segment may
// not be longer than CAROM_RASTER_LONGEST.
int64_t caromRasterSupercover(CaromVec2 a, CaromVec2 b, CaromCell *out, int64_t capacity)
{
    CellList list = {out, capacity, 0};
    if (!isOnGrid(a) || !isOnGrid(b) || fabs(b.x - a.x) > CAROM_RASTER_LONGEST ||
        fabs(b.y - a.y) > CAROM_RASTER_LONGEST) {
        return 0;
    }
    if (a.x == b.x || a.y == b.y) {
        pushStraight(&list, a, b);
    } else {
        pushSlanted(&list, a, b);
    }
    return list.count;
}

// ---- sight on tiles. Column by column, only those of the map: what is outside of it costs
// nothing.

static bool isSolid(const CaromTileMap *map, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           map->tiles[(size_t)y * (size_t)map->width + (size_t)x] != 0;
}

/// [tiles]
static CaromVec2 onMap(const CaromTileMap *map, CaromVec2 p)
{
    return crVec((p.x - map->origin.x) / map->size, (p.y - map->origin.y) / map->size);
}

static bool isPlace(CaromVec2 p)
{
    return crFinite(p.x) && crFinite(p.y);
}

/// As cellsAt, of any double: cells beyond the map are all alike.
static Range tilesAt(double x, int count)
{
    return cellsAt(crMax(-2.0, crMin(x, count + 2.0)));
}

/// A segment from left to right.
typedef struct Sight {
    const CaromTileMap *map;
    CaromVec2 a, b;
    int rises;      ///< 1, or −1 where it falls
    int64_t border; ///< between rows: the last one before the place that was looked at, or at it
} Sight;

/// 1 where the segment has passed the corner of tiles (x, y) above or below, as it rises or falls,
/// 0 where it goes through it, else −1.
static int passes(const Sight *sight, int64_t x, int64_t y)
{
    return -crOrient(sight->a, sight->b, crVec((double)x, (double)y)) * sight->rises;
}

/// The rows that hold the place at which the segment crosses x; x ascends from call to call, so
/// that all of them together look at each row once.
static Range rowsAcross(Sight *sight, int64_t x)
{
    int64_t ahead = sight->rises > 0 ? sight->map->height + 1 - sight->border : sight->border + 1;
    for (; ahead > 0 && passes(sight, x, sight->border + sight->rises) >= 0; --ahead) {
        sight->border += sight->rises;
    }
    int64_t through = passes(sight, x, sight->border) == 0;
    Range above = {sight->border - through, sight->border};
    Range below = {sight->border - 1, sight->border - 1 + through};
    return sight->rises > 0 ? above : below;
}

static bool isColumnFree(const CaromTileMap *map, int64_t x, Range from, Range to)
{
    int64_t low = from.low < to.low ? from.low : to.low;
    int64_t high = from.high > to.high ? from.high : to.high;
    low = low > 0 ? low : 0;
    high = high < map->height - 1 ? high : map->height - 1;
    for (int64_t y = low; y <= high; ++y) {
        if (isSolid(map, x, y)) {
            return false;
        }
    }
    return true;
}

/// a.x <= b.x.
static bool isSightFree(const CaromTileMap *map, CaromVec2 a, CaromVec2 b)
{
    Range first = tilesAt(a.x, map->width), last = tilesAt(b.x, map->width);
    Range start = tilesAt(a.y, map->height), end = tilesAt(b.y, map->height);
    Sight sight = {map, a, b, a.y <= b.y ? 1 : -1, a.y <= b.y ? start.high : start.low + 1};
    int64_t x = first.low > 0 ? first.low : 0;
    Range left = (double)x <= a.x ? start : rowsAcross(&sight, x);
    for (; x <= last.high && x < map->width; ++x) {
        Range right = (double)(x + 1) >= b.x ? end : rowsAcross(&sight, x + 1);
        if (!isColumnFree(map, x, left, right)) {
            return false;
        }
        left = (double)(x + 1) <= a.x ? start : right; // upright, between two columns
    }
    return true;
}

bool caromTilesLineOfSight(const CaromTileMap *map, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 from = onMap(map, a), to = onMap(map, b);
    if (!isPlace(from) || !isPlace(to)) {
        return false;
    }
    return from.x <= to.x ? isSightFree(map, from, to) : isSightFree(map, to, from);
}

/// across·i / length, rounded to a whole number, a half up. |across| <= length, 0 <= i <= length,
/// below 2^32: twice the product would not fit.
static int64_t sideways(int64_t across, int64_t i, int64_t length)
{
    uint64_t product = (uint64_t)magnitude(across) * (uint64_t)i, over = (uint64_t)length;
    int64_t side = (int64_t)(product / over);
    uint64_t rest = 2 * (product % over);
    return across >= 0 ? side + (rest >= over) : -(side + (rest > over));
}

/// Of steps 1 .. length − 1 from `from`, those in 0 .. count − 1; none where last < first.
static Range stepsOver(int64_t from, int64_t step, int64_t length, int64_t count)
{
    int64_t first = step > 0 ? -from : from - (count - 1);
    int64_t last = step > 0 ? count - 1 - from : from;
    Range steps = {first > 1 ? first : 1, last < length - 1 ? last : length - 1};
    return steps;
}

bool caromTilesSee(const CaromTileMap *map, CaromCell a, CaromCell b)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    bool steep = magnitude(dy) > magnitude(dx);
    int64_t length = steep ? magnitude(dy) : magnitude(dx), across = steep ? dx : dy;
    int64_t step = (steep ? dy : dx) < 0 ? -1 : 1;
    Range over = stepsOver(steep ? a.y : a.x, step, length, steep ? map->height : map->width);
    for (int64_t i = over.low; i <= over.high; ++i) {
        // the cell whose middle is nearest, of two the one with the larger coordinate
        int64_t side = sideways(across, i, length);
        if (isSolid(map, a.x + (steep ? side : step * i), a.y + (steep ? step * i : side))) {
            return false;
        }
    }
    return true;
}
