// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "tiles.h"
#include "walk.h"

#include <limits.h>
#include <string.h>

// A bound for all rounding errors together, relative to the sum of the coordinates: each of the dozen
// operations adds at most 2^-53.
#define PAD 0x1p-48
#define ROUND_DOWN (1.0 - 0x1p-50)
#define SHORTEST 0x1p-900 // [cells] below that a direction has too few bits: the path is a point

// ---- the start

/// A walk that is over.
static void clear(CrWalk *walk, const CrGrid *grid, CaromBox box)
{
    memset(walk, 0, sizeof *walk);
    walk->grid = grid;
    walk->cellLimit = INT_MAX;
    walk->lastColumn = -1;
    walk->tileEnd = -1;
    walk->lastRow = -1;
    walk->lastTileRow = -1;
    double sum = crAbs(box.min.x) + crAbs(box.min.y) + crAbs(box.max.x) + crAbs(box.max.y);
    walk->box = crBoxInflate(box, sum * PAD);
}

/// Columns that may be walked, and the first of them that holds anything: the path's, clipped to those
/// of the content.
static void clampColumns(CrWalk *walk, double from, double to)
{
    int axis = walk->swapped ? 1 : 0;
    double lo = walk->mirror ? ~walk->grid->max[axis] : walk->grid->min[axis];
    double hi = walk->mirror ? ~walk->grid->min[axis] : walk->grid->max[axis];
    if (from >= hi + 1.0 || to < lo) {
        return;
    }
    walk->column = crFloor(crClamp(from, lo, hi));
    walk->lastColumn = crFloor(crClamp(to, lo, hi));
    walk->tileEnd = walk->column - 1;
    walk->near = walk->v + (walk->column - walk->u) * walk->slope;
}

/// Rows of path and content; false: they have none in common.
static bool clampRows(CrWalk *walk, double from, double to)
{
    int axis = walk->swapped ? 0 : 1;
    double lo = walk->grid->min[axis], hi = walk->grid->max[axis];
    if (from >= hi + 1.0 || to < lo) {
        return false;
    }
    walk->rowLo = crFloor(crClamp(from, lo, hi));
    walk->rowHi = crFloor(crClamp(to, lo, hi));
    return true;
}

/// Cuts off the columns in which the strip is above or below all rows.
static void clipToRows(const CrWalk *walk, double pad, double *from, double *to)
{
    if (walk->slope == 0.0) {
        return;
    }
    double low = walk->rowLo - walk->half - pad - walk->v;
    double high = walk->rowHi + 1.0 + walk->half + pad - walk->v;
    double enter = (walk->slope > 0.0 ? low : high) / walk->slope;
    double leave = (walk->slope > 0.0 ? high : low) / walk->slope;
    *from = crMax(*from, walk->u + enter - pad);
    *to = crMin(*to, walk->u + leave + pad);
}

/// Turns the path so that it runs along +u and climbs by at most 1.
static void turn(CrWalk *walk, CaromVec2 *from, CaromVec2 *to)
{
    walk->swapped = crAbs(to->y - from->y) > crAbs(to->x - from->x);
    if (walk->swapped) {
        *from = crVec(from->y, from->x);
        *to = crVec(to->y, to->x);
    }
    if (to->x < from->x) {
        walk->mirror = -1;
        from->x = -from->x;
        to->x = -to->x;
    }
}

void crWalkStart(CrWalk *walk, const CrGrid *grid, CaromVec2 from, CaromVec2 to, double radius)
{
    clear(walk, grid, crBoxInflate(crBox(from, to), radius));
    if (grid->tileCount == 0) {
        return;
    }
    from = crScale(from, grid->inverseCellSize);
    to = crScale(to, grid->inverseCellSize);
    radius *= grid->inverseCellSize;
    turn(walk, &from, &to);
    double length = to.x - from.x;
    double pad = (crAbs(from.x) + crAbs(from.y) + crAbs(to.x) + crAbs(to.y) + radius + 1.0) * PAD;
    walk->u = from.x;
    walk->v = from.y;
    walk->slope = length > SHORTEST ? (to.y - from.y) / length : 0.0;
    walk->pace = length > SHORTEST ? ROUND_DOWN / length : 0.0;
    walk->reach = radius + pad;
    walk->half = walk->reach * sqrt(1.0 + walk->slope * walk->slope) + pad;
    if (clampRows(walk, crMin(from.y, to.y) - walk->reach, crMax(from.y, to.y) + walk->reach)) {
        double first = from.x - walk->reach, last = to.x + walk->reach;
        clipToRows(walk, pad, &first, &last);
        clampColumns(walk, first, last);
    }
}

void crWalkStartBox(CrWalk *walk, const CrGrid *grid, CaromBox box)
{
    clear(walk, grid, box);
    if (grid->tileCount == 0) {
        return;
    }
    CaromBox cells = {crScale(walk->box.min, grid->inverseCellSize),
                      crScale(walk->box.max, grid->inverseCellSize)};
    walk->half = CR_HUGE * CR_HUGE; // a strip over all rows; those of the box clamp it
    if (clampRows(walk, cells.min.y, cells.max.y)) {
        clampColumns(walk, cells.min.x, cells.max.x);
    }
}

// ---- one column after the other

/// The rows in which the strip lies while v runs between two values.
static inline void rowsBetween(const CrWalk *walk, double v1, double v2, int32_t *first, int32_t *last)
{
    double lo = crMin(v1, v2) - walk->half, hi = crMax(v1, v2) + walk->half;
    *first = crFloor(crClamp(lo, walk->rowLo, walk->rowHi));
    *last = crFloor(crClamp(hi, walk->rowLo, walk->rowHi));
}

/// Looks up the tiles from tileRow on in the columns from tileBegin to tileEnd, as many as are kept.
/// False: there is none, and the walk is past them.
static bool findTiles(CrWalk *walk)
{
    int32_t tileColumn = crTileOf(walk->tileBegin) ^ walk->mirror, count = walk->lastTileRow - walk->tileRow + 1;
    bool any = false;
    for (int32_t i = 0; i < count && i < CR_WALK_TILES; i++) {
        int32_t tileRow = walk->tileRow + i;
        walk->tiles[i] = walk->swapped ? crTileFind(walk->grid, tileRow, tileColumn)
                                       : crTileFind(walk->grid, tileColumn, tileRow);
        any = any || walk->tiles[i];
        walk->cellsVisited++;
    }
    walk->column = any ? walk->tileBegin : walk->tileEnd + 1;
    walk->near = walk->v + (walk->column - walk->u) * walk->slope;
    return any;
}

/// What is left of the tiles in these columns, or else those in the next 16 columns.
static bool enterTiles(CrWalk *walk)
{
    if (walk->tileRow + CR_WALK_TILES <= walk->lastTileRow) {
        walk->tileRow += CR_WALK_TILES;
        return findTiles(walk);
    }
    int32_t end = walk->column | CR_TILE_MASK, first, last;
    walk->tileBegin = walk->column;
    walk->tileEnd = end < walk->lastColumn ? end : walk->lastColumn;
    double far = walk->v + ((double)walk->tileEnd + 1.0 - walk->u) * walk->slope;
    rowsBetween(walk, walk->near, far, &first, &last);
    walk->tileRow = crTileOf(first);
    walk->lastTileRow = crTileOf(last);
    walk->wide = walk->lastTileRow - walk->tileRow >= CR_WALK_TILES;
    return findTiles(walk);
}

/// Leaves only those rows of a column whose tiles have their turn.
static inline void keepRowsOfTiles(CrWalk *walk)
{
    int32_t first = walk->tileRow * CR_TILE_SIZE, last = first + CR_WALK_TILES * CR_TILE_SIZE - 1;
    walk->row = walk->row > first ? walk->row : first;
    walk->lastRow = walk->lastRow < last ? walk->lastRow : last;
}

/// The next tile with items in what is left of the current column; false: none.
static inline bool nextPart(CrWalk *walk)
{
    int major = ((walk->column - 1) ^ walk->mirror) & CR_TILE_MASK;
    while (walk->row <= walk->lastRow) {
        int32_t end = walk->row | CR_TILE_MASK;
        end = end < walk->lastRow ? end : walk->lastRow;
        uint32_t from = (uint32_t)walk->row & CR_TILE_MASK, to = (uint32_t)end & CR_TILE_MASK;
        const CrGridTile *tile = walk->tiles[crTileOf(walk->row) - walk->tileRow];
        walk->row = end + 1;
        if (tile) {
            uint32_t bits = walk->swapped ? tile->rows[major] : tile->columns[major];
            walk->pending = bits & ((2u << to) - (1u << from));
            if (walk->pending) {
                walk->tile = tile;
                return true;
            }
        }
    }
    return false;
}

static inline bool hasColumns(const CrWalk *walk)
{
    return walk->column <= walk->lastColumn || walk->tileRow + CR_WALK_TILES <= walk->lastTileRow;
}

/// The next column with items in its rows; false: none, or cut.
static bool nextColumn(CrWalk *walk)
{
    while (hasColumns(walk)) {
        if (walk->cellsVisited >= walk->cellLimit) {
            walk->cut = true;
            return false;
        }
        if (walk->column > walk->tileEnd && !enterTiles(walk)) {
            continue;
        }
        walk->cellsVisited++;
        walk->column++;
        double far = walk->v + (walk->column - walk->u) * walk->slope;
        rowsBetween(walk, walk->near, far, &walk->row, &walk->lastRow);
        walk->near = far;
        if (walk->wide) {
            keepRowsOfTiles(walk);
        }
        if (nextPart(walk)) {
            return true;
        }
    }
    return false;
}

static double fractionOf(const CrWalk *walk, int32_t column)
{
    column = walk->wide ? walk->tileBegin : column;
    return crClamp((column - walk->reach - walk->u) * walk->pace, 0.0, 1.0);
}

// ---- the contract

/// Items that are in no cell, where the path's box meets theirs.
static bool nextCoarse(CrWalk *walk, CrCell *cell)
{
    while (walk->coarse < crArrayCount(walk->grid->coarse)) {
        const CrGridItem *item = &walk->grid->coarse[walk->coarse++];
        CaromBox box = crBoxInflate(crBox(item->a, item->b), item->radius);
        double sum = crAbs(box.min.x) + crAbs(box.min.y) + crAbs(box.max.x) + crAbs(box.max.y);
        walk->cellsVisited++;
        if (crBoxOverlaps(crBoxInflate(box, sum * PAD), walk->box)) {
            cell->items = item;
            cell->count = 1;
            cell->fraction = 0.0;
            return true;
        }
    }
    return false;
}

bool crWalkNext(CrWalk *walk, CrCell *cell)
{
    walk->cut = false;
    if (walk->coarse < crArrayCount(walk->grid->coarse) && nextCoarse(walk, cell)) {
        return true;
    }
    if (walk->pending == 0 && !nextPart(walk) && !nextColumn(walk)) {
        return false;
    }
    uint32_t minor = (uint32_t)crLowestBit(walk->pending);
    uint32_t major = (uint32_t)((walk->column - 1) ^ walk->mirror) & CR_TILE_MASK;
    walk->pending &= walk->pending - 1;
    walk->cellsVisited++;
    const CrGridRange *range =
        &walk->tile->ranges[walk->swapped ? major * CR_TILE_SIZE + minor : minor * CR_TILE_SIZE + major];
    cell->items = walk->tile->pool + range->start;
    cell->count = (int)range->count;
    cell->fraction = fractionOf(walk, walk->column - 1);
    return true;
}

double crWalkReached(const CrWalk *walk)
{
    if (walk->coarse < crArrayCount(walk->grid->coarse)) {
        return 0.0;
    }
    if (walk->pending != 0 || walk->row <= walk->lastRow) {
        return fractionOf(walk, walk->column - 1);
    }
    return hasColumns(walk) ? fractionOf(walk, walk->column) : 1.0;
}
