// SPDX-License-Identifier: MIT
// The start of a walk: the path in cells, turned so that it climbs gently, and what of it lies
// within the content.
#include "../shapes/inline.h"

#include "grid_tiles.h"
#include "cell_walk.h"

#include <limits.h>

#define ROUND_DOWN (1.0 - 0x1p-50)
#define SHORTEST 0x1p-900 // [cells] below that a direction has too few bits: the path is a point

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
    walk->slot = walk->slots = 0;
    walk->firstColumn = 0;
    walk->tile = NULL;
    walk->pending = 0;
    walk->box = crBoxInflate(box, sum * CR_WALK_PAD);
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
    CR_ASSERT(radius >= 0.0);
    clear(walk, grid, crBoxInflate(crBox(from, to), radius));
    if (grid->tiles.count == 0) {
        return;
    }
    from = crScale(from, grid->inverseCellSize);
    to = crScale(to, grid->inverseCellSize);
    radius *= grid->inverseCellSize;
    turn(walk, &from, &to);
    double length = to.x - from.x;
    double sum = crAbs(from.x) + crAbs(from.y) + crAbs(to.x) + crAbs(to.y) + radius;
    double pad = (sum + CR_TILE_SIZE) * CR_WALK_PAD,
           inverse = length > SHORTEST ? 1.0 / length : 0.0;
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
    CR_ASSERT(box.min.x <= box.max.x && box.min.y <= box.max.y);
    bool inside;
    clear(walk, grid, box);
    if (grid->tiles.count == 0) {
        return;
    }
    CaromBox cells = {crScale(walk->box.min, grid->inverseCellSize),
                      crScale(walk->box.max, grid->inverseCellSize)};
    walk->half = CR_HUGE * CR_HUGE; // a strip over all rows; those of the box clamp it
    if (!clampRows(walk, cells.min.y, cells.max.y, &inside)) {
        return;
    }
    clampColumns(walk, cells.min.x, cells.max.x);
    double columns = (double)walk->lastColumn - walk->column, rows = walk->rowHi - walk->rowLo;
    if (columns * rows > (double)CR_TILE_CELLS * (double)crTableSize(&grid->tiles)) {
        walk->slots = crTableSize(&grid->tiles);
        walk->firstColumn = walk->column;
    }
}
