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
    const CaromTileMap *map; ///< null, or what the cells are looked up in
    bool blocked;            ///< one of them is solid there
} CellList;

static bool isSolid(const CaromTileMap *map, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           map->tiles[(size_t)y * (size_t)map->width + (size_t)x] != 0;
}

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
    list->blocked |= list->map != NULL && isSolid(list->map, x, y);
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

static double clampToGrid(double x)
{
    const double limit = 2147483648.0;
    return x < -limit ? -limit : x > limit ? limit : x;
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

/// How a segment that runs along no axis leaves a cell whose inside it crosses.
static void pushSlanted(CellList *list, CaromVec2 a, CaromVec2 b)
{
    int stepX = a.x < b.x ? 1 : -1, stepY = a.y < b.y ? 1 : -1;
    Range columns = cellsAt(a.x), rows = cellsAt(a.y);
    pushBlock(list, columns, rows, stepX, stepY, false);
    int64_t x = stepX > 0 ? columns.high : columns.low, y = stepY > 0 ? rows.high : rows.low;
    for (;;) {
        CaromVec2 corner = {(double)(stepX > 0 ? x + 1 : x), (double)(stepY > 0 ? y + 1 : y)};
        bool reachesX = (b.x - corner.x) * stepX >= 0.0, reachesY = (b.y - corner.y) * stepY >= 0.0;
        if ((!reachesX && !reachesY) || list->blocked) {
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

/// False, and no cell, where a coordinate is no number or infinite: the walk would be one across
/// the whole range.
static bool supercover(CellList *list, CaromVec2 from, CaromVec2 to)
{
    if (!(crFinite(from.x) && crFinite(from.y) && crFinite(to.x) && crFinite(to.y))) {
        return false;
    }
    CaromVec2 a = crVec(clampToGrid(from.x), clampToGrid(from.y)),
              b = crVec(clampToGrid(to.x), clampToGrid(to.y));
    if (a.x == b.x || a.y == b.y) {
        pushStraight(list, a, b);
    } else {
        pushSlanted(list, a, b);
    }
    return true;
}

// The walk costs O(cells), also past the capacity: the full number is the answer.
int64_t caromRasterSupercover(CaromVec2 a, CaromVec2 b, CaromCell *out, int64_t capacity)
{
    CellList list = {out, capacity, 0, NULL, false};
    (void)supercover(&list, a, b);
    return list.count;
}

// ---- sight on tiles

/// [tiles]
static CaromVec2 onMap(const CaromTileMap *map, CaromVec2 p)
{
    return crVec((p.x - map->origin.x) / map->size, (p.y - map->origin.y) / map->size);
}

bool caromTilesLineOfSight(const CaromTileMap *map, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 from = onMap(map, a), to = onMap(map, b);
    CellList list = {NULL, 0, 0, map, false};
    return supercover(&list, from, to) && !list.blocked;
}

bool caromTilesSee(const CaromTileMap *map, CaromCell a, CaromCell b)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    bool steep = magnitude(dy) > magnitude(dx);
    int64_t length = steep ? magnitude(dy) : magnitude(dx), across = steep ? dx : dy;
    int64_t step = (steep ? dy : dx) < 0 ? -1 : 1;
    for (int64_t i = 1; i < length; ++i) {
        // the cell whose middle is nearest, of two the one with the larger coordinate
        int64_t twice = 2 * across * i + length, side = twice / (2 * length);
        side -= twice < 0 && side * 2 * length != twice ? 1 : 0; // rounded down
        if (isSolid(map, a.x + (steep ? side : step * i), a.y + (steep ? step * i : side))) {
            return false;
        }
    }
    return true;
}
