// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "tiles.h"
#include "walk.h"

#include <limits.h>

// A bound for all rounding errors together, relative to the sum of the coordinates: each of the
// dozen operations adds at most 2^-53.
#define PAD 0x1p-48
#define ROUND_DOWN (1.0 - 0x1p-50)
#define SHORTEST 0x1p-900 // [cells] below that a direction has too few bits: the path is a point

// ---- the start

/// A walk that is over.
static void clear(CrWalk *walk, const CrGrid *grid, CaromBox box)
{
    double sum = crAbs(box.min.x) + crAbs(box.min.y) + crAbs(box.max.x) + crAbs(box.max.y);
    walk->grid = grid;
    walk->cellsVisited = 0;
    walk->cellLimit = INT_MAX;
    walk->cut = false;
    walk->swapped = false;
    walk->mirror = 0;
    walk->base = 0;
    walk->u = walk->v = walk->slope = walk->half = walk->reach = walk->pace = 0.0;
    walk->rowLo = walk->rowHi = 0.0;
    walk->column = walk->tileBegin = walk->tileRow = walk->firstRow = walk->row = 0;
    walk->lastColumn = walk->tileEnd = walk->endRow = walk->lastRow = -1;
    walk->wide = false;
    walk->live = 0;
    walk->tile = NULL;
    walk->pending = 0;
    walk->box = crBoxInflate(box, sum * PAD);
    walk->coarse = 0;
}

/// Columns that may be walked, and the first of them that holds anything: the path's, clipped to
/// those of the content.
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
}

/// Rows of path and content; false: they have none in common. *inside: the path leaves none out.
static bool clampRows(CrWalk *walk, double from, double to, bool *inside)
{
    int axis = walk->swapped ? 0 : 1;
    double lo = walk->grid->min[axis], hi = walk->grid->max[axis];
    if (from >= hi + 1.0 || to < lo) {
        return false;
    }
    *inside = from >= lo && to < hi + 1.0;
    int32_t first = crFloor(crClamp(from, lo, hi)), last = crFloor(crClamp(to, lo, hi));
    walk->base = crTileOf(first);
    walk->v -= (double)walk->base * CR_TILE_SIZE;
    walk->rowLo = first - walk->base * CR_TILE_SIZE;
    walk->rowHi = last - walk->base * CR_TILE_SIZE;
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
    double sum = crAbs(from.x) + crAbs(from.y) + crAbs(to.x) + crAbs(to.y) + radius;
    double pad = (sum + CR_TILE_SIZE) * PAD, inverse = length > SHORTEST ? 1.0 / length : 0.0;
    walk->u = from.x;
    walk->v = from.y;
    walk->slope = (to.y - from.y) * inverse;
    walk->pace = inverse * ROUND_DOWN;
    walk->reach = radius + pad;
    walk->half =
        radius > 0.0 ? walk->reach * sqrt(1.0 + walk->slope * walk->slope) + pad : 3.0 * pad;
    bool inside;
    if (clampRows(walk, crMin(from.y, to.y) - walk->reach, crMax(from.y, to.y) + walk->reach,
                  &inside)) {
        double first = from.x - walk->reach, last = to.x + walk->reach;
        if (!inside) {
            clipToRows(walk, pad, &first, &last);
        }
        clampColumns(walk, first, last);
    }
}

void crWalkStartBox(CrWalk *walk, const CrGrid *grid, CaromBox box)
{
    bool inside;
    clear(walk, grid, box);
    if (grid->tileCount == 0) {
        return;
    }
    CaromBox cells = {crScale(walk->box.min, grid->inverseCellSize),
                      crScale(walk->box.max, grid->inverseCellSize)};
    walk->half = CR_HUGE * CR_HUGE; // a strip over all rows; those of the box clamp it
    if (clampRows(walk, cells.min.y, cells.max.y, &inside)) {
        clampColumns(walk, cells.min.x, cells.max.x);
    }
}

// ---- one column after the other

/// v where a column begins.
static inline double heightAt(const CrWalk *walk, double column)
{
    return walk->v + (column - walk->u) * walk->slope;
}

/// The first row and the last in which the strip lies while v runs between two values. Rows are >=
/// 0, so that cutting off the fraction rounds down. (crClamp would branch; these become single
/// instructions.)
static inline int32_t firstRow(const CrWalk *walk, double v1, double v2)
{
    return (int32_t)crMin(crMax(crMin(v1, v2) - walk->half, walk->rowLo), walk->rowHi);
}

static inline int32_t lastRow(const CrWalk *walk, double v1, double v2)
{
    return (int32_t)crMin(crMax(crMax(v1, v2) + walk->half, walk->rowLo), walk->rowHi);
}

/// The columns, by bits, that hold items in any of a tile's rows from first to end.
static uint32_t liveColumns(const CrGridTile *tile, bool swapped, int32_t first, int32_t end)
{
    const uint16_t *across = swapped ? tile->columns : tile->rows;
    uint32_t live = 0;
    for (int32_t r = first; r <= end; r++) {
        live |= across[r];
    }
    return live;
}

/// Looks up the tiles from tileRow on in the columns from tileBegin to tileEnd, as many as are
/// kept. False: they hold nothing in the path's rows, and the walk is past them.
static bool findTiles(CrWalk *walk)
{
    int32_t tileColumn = crTileOf(walk->tileBegin) ^ walk->mirror;
    walk->live = 0;
    for (int32_t i = 0; i < CR_WALK_TILES; i++) {
        int32_t tileRow = walk->tileRow + i, begin = tileRow * CR_TILE_SIZE;
        if (begin > walk->endRow) {
            break;
        }
        walk->tiles[i] = walk->swapped ? crTileFind(walk->grid, walk->base + tileRow, tileColumn)
                                       : crTileFind(walk->grid, tileColumn, walk->base + tileRow);
        if (walk->tiles[i]) {
            int32_t first = walk->firstRow > begin ? walk->firstRow - begin : 0;
            int32_t end = walk->endRow < begin + CR_TILE_MASK ? walk->endRow - begin : CR_TILE_MASK;
            walk->live |= liveColumns(walk->tiles[i], walk->swapped, first, end);
        }
        walk->cellsVisited++;
    }
    walk->column = walk->live ? walk->tileBegin : walk->tileEnd + 1;
    return walk->live != 0;
}

static inline bool hasTilesLeft(const CrWalk *walk)
{
    return (walk->tileRow + CR_WALK_TILES) * CR_TILE_SIZE <= walk->endRow;
}

static inline bool hasColumns(const CrWalk *walk)
{
    return walk->column <= walk->lastColumn || hasTilesLeft(walk);
}

/// What is left of the tiles in these columns, or else those in the next 16 columns.
static bool enterTiles(CrWalk *walk)
{
    if (hasTilesLeft(walk)) {
        walk->tileRow += CR_WALK_TILES;
        return findTiles(walk);
    }
    int32_t end = walk->column | CR_TILE_MASK;
    walk->tileBegin = walk->column;
    walk->tileEnd = end < walk->lastColumn ? end : walk->lastColumn;
    double near = heightAt(walk, walk->tileBegin),
           far = heightAt(walk, (double)walk->tileEnd + 1.0);
    walk->firstRow = firstRow(walk, near, far);
    walk->endRow = lastRow(walk, near, far);
    walk->tileRow = walk->firstRow >> CR_TILE_BITS;
    walk->wide = (walk->endRow >> CR_TILE_BITS) - walk->tileRow >= CR_WALK_TILES;
    return findTiles(walk);
}

/// Leaves only those rows of a column whose tiles have their turn.
static inline void keepRowsOfTiles(CrWalk *walk)
{
    int32_t first = walk->tileRow * CR_TILE_SIZE, last = first + CR_WALK_TILES * CR_TILE_SIZE - 1;
    walk->row = walk->row > first ? walk->row : first;
    walk->lastRow = walk->lastRow < last ? walk->lastRow : last;
}

/// Which cells of a tile's column hold items, of rows first to last; both are in the tile.
static inline uint32_t cellsWithItems(const CrGridTile *tile, bool swapped, int major,
                                      int32_t first, int32_t last)
{
    uint32_t bits = swapped ? tile->rows[major] : tile->columns[major];
    return bits & ((2u << (last & CR_TILE_MASK)) - (1u << (first & CR_TILE_MASK)));
}

/// The next tile with items in what is left of the current column; false: none.
static bool nextPart(CrWalk *walk)
{
    int major = ((walk->column - 1) ^ walk->mirror) & CR_TILE_MASK;
    while (walk->row <= walk->lastRow) {
        int32_t first = walk->row, end = first | CR_TILE_MASK;
        end = end < walk->lastRow ? end : walk->lastRow;
        walk->row = end + 1;
        walk->tile = walk->tiles[(first >> CR_TILE_BITS) - walk->tileRow];
        walk->pending =
            walk->tile ? cellsWithItems(walk->tile, walk->swapped, major, first, end) : 0;
        if (walk->pending) {
            return true;
        }
    }
    return false;
}

/// Runs through columns up to `last` of the tiles at hand; true where one has items in its rows.
/// The hottest loop of the library: what changes stays in registers, and most columns touch rows of
/// one tile.
static bool scanColumns(CrWalk *walk, int32_t last)
{
    int32_t begin = walk->column, column = begin, mirror = walk->mirror, tileRow = walk->tileRow;
    uint32_t live = walk->live;
    bool swapped = walk->swapped, wide = walk->wide, found = false;
    while (column <= last && !found) {
        int major = (column ^ mirror) & CR_TILE_MASK;
        double u = column++;
        if (!(live >> major & 1u)) {
            continue;
        }
        double near = heightAt(walk, u), far = heightAt(walk, u + 1.0);
        int32_t first = firstRow(walk, near, far), end = lastRow(walk, near, far);
        if (!wide && first >> CR_TILE_BITS == end >> CR_TILE_BITS) {
            const CrGridTile *tile = walk->tiles[(first >> CR_TILE_BITS) - tileRow];
            uint32_t bits = tile ? cellsWithItems(tile, swapped, major, first, end) : 0;
            if (bits) {
                walk->tile = tile;
                walk->pending = bits;
                found = true;
            }
        } else {
            walk->column = column;
            walk->row = first;
            walk->lastRow = end;
            if (wide) {
                keepRowsOfTiles(walk);
            }
            found = nextPart(walk);
        }
    }
    walk->cellsVisited += column - begin;
    walk->column = column;
    return found;
}

/// The next column with items in its rows; false: none, or cut.
static bool nextColumn(CrWalk *walk)
{
    while (hasColumns(walk)) {
        int32_t left = walk->cellLimit - walk->cellsVisited;
        if (left <= 0) {
            walk->cut = true;
            return false;
        }
        if (walk->column > walk->tileEnd && !enterTiles(walk)) {
            continue;
        }
        bool all = left > walk->tileEnd - walk->column;
        if (scanColumns(walk, all ? walk->tileEnd : walk->column + left - 1)) {
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
        &walk->tile
             ->ranges[walk->swapped ? major * CR_TILE_SIZE + minor : minor * CR_TILE_SIZE + major];
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
