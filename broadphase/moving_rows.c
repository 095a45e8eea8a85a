// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "moving_rows.h"

#include <string.h>

#define CELLS_PER_BOX 2
#define CROWD 16     ///< boxes in the cell of a box, on average, are too many
#define WIDE_CELLS 8 ///< where cells are so many times as wide as boxes

static double cellsOf(CrSteps span, int shift)
{
    return (double)((span.x >> shift) + 1) * (double)((span.y >> shift) + 1);
}

/// For all levels, if the lowest has cells of 2^shift steps; stops as soon as it is more than a
/// limit.
static double placesOf(CrSteps span, int shift, double limit)
{
    double cells, all = 0.0;
    do {
        cells = cellsOf(span, shift);
        all += cells;
        shift += 2;
    } while (cells > 1.0 && all <= limit);
    return all;
}

/// Lays the cells of all levels; returns the number of places, the last one for what is astray. Of
/// level 0 they are fewer than 2^28, so that no more than 14 levels come before one of a single
/// cell.
static int layLevels(CrMoving *moving, int count)
{
    CrCells content = crLevelSteps(moving->most);
    CrSteps first = {content.minX, content.minY},
            span = {content.maxX - content.minX, content.maxY - content.minY};
    double limit = CELLS_PER_BOX * (double)count + 2.0 * CR_LEVELS - 1.0, cells;
    int places = 0, level = 0;
    moving->first = first;
    moving->span = span;
    moving->shift = 0;
    while (placesOf(span, moving->shift, limit) > limit) {
        moving->shift++;
    }
    do {
        cells = cellsOf(span, moving->shift + 2 * level);
        moving->levels[level].starts = places;
        places += (int)cells;
        level++;
    } while (cells > 1.0);
    moving->levels[CR_ROWS_MOVED_SINCE].starts = places;
    moving->cell = (double)((int64_t)1 << moving->shift) / CR_LEVEL_STEPS_PER_METRE;
    return places + 1;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/// The first level with cells at least as large as a box; the box is no larger than the span.
static int levelFor(const CrMoving *moving, int64_t extent)
{
    int level = 0, shift = moving->shift;
    while (extent >> shift > 0) {
        level++;
        shift += 2;
    }
    return level;
}

static bool isAstray(const CrMoving *moving, CrCells steps)
{
    CrSteps first = moving->first, span = moving->span;
    return steps.minX < first.x || steps.minY < first.y || steps.maxX > first.x + span.x ||
           steps.maxY > first.y + span.y;
}

static void enter(CrMoving *moving, int i, int level, int32_t cell)
{
    int32_t place = moving->levels[level].starts + cell;
    moving->place[i] = place;
    moving->start[place]++;
    moving->levels[level].count++;
}

/// A box that is in reach of rows; returns the greater one of its extents.
static int64_t enterRows(CrMoving *moving, int i, CrCells steps)
{
    int64_t width = steps.maxX - steps.minX, height = steps.maxY - steps.minY;
    int level = levelFor(moving, greater(width, height));
    int shift = moving->shift + 2 * level;
    int64_t x = (steps.minX - moving->first.x) >> shift,
            y = (steps.minY - moving->first.y) >> shift;
    CrSteps *reach = &moving->reach[level];
    enter(moving, i, level, (int32_t)(y * ((moving->span.x >> shift) + 1) + x));
    reach->x = greater(reach->x, width);
    reach->y = greater(reach->y, height);
    return greater(width, height);
}

/// Returns the sum of their extents in steps.
static double enterAll(CrMoving *moving, const CaromBox *boxes, int count)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        CrCells steps = crLevelSteps(boxes[i]);
        if (isAstray(moving, steps)) {
            enter(moving, i, CR_ROWS_MOVED_SINCE, 0);
        } else {
            int64_t extent = enterRows(moving, i, steps);
            sum += extent >> 16 ? 0x10000 : extent;
        }
    }
    return (double)sum;
}

/// Counts become ends; returns the sum of the squares of cells' counts: as many as are in the cell
/// of each box.
static double addUp(CrMoving *moving, int places)
{
    int32_t end = 0;
    int64_t squares = 0;
    for (int i = 0; i < places; i++) {
        int64_t some = moving->start[i];
        squares += i < places - 1 ? some * some : 0;
        end += moving->start[i];
        moving->start[i] = end;
    }
    moving->start[places] = end;
    return (double)squares;
}

static void listLevels(CrMoving *moving)
{
    int32_t first = 0;
    moving->used = 0;
    for (int l = 0; l < CR_ROWS_LEVELS; l++) {
        moving->levels[l].first = first;
        first += moving->levels[l].count;
        moving->used |= (uint64_t)(moving->levels[l].count > 0) << l;
    }
}

bool crRowsLayOut(CrMoving *moving, const CaromBox *boxes, int count)
{
    memset(moving->levels, 0, sizeof moving->levels);
    memset(moving->reach, 0, sizeof moving->reach);
    int places = layLevels(moving, count);
    memset(moving->start, 0, ((size_t)places + 1) * sizeof *moving->start);
    double extents = enterAll(moving, boxes, count) + (double)count;
    double squares = addUp(moving, places);
    listLevels(moving);
    double side = (double)((int64_t)1 << moving->shift);
    return squares <= CROWD * (double)count || side * (double)count <= WIDE_CELLS * extents;
}
