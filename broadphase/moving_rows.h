// SPDX-License-Identifier: MIT
// Cells in rows over most boxes of a moving layer. A box lies in the one cell of its lower left
// corner; each level knows how far its boxes reach beyond, so whoever looks for boxes in a region
// looks at the cells of the region and of that much below it: in each row a run of cells that lie
// side by side, and so do their entries.
//
// Cells are as small as can be with up to two to a box, whatever their sizes; a cell's side of a
// level is four times that of the level before, the last one is a single cell. A box that is larger
// than a cell goes to a level where it is not. Boxes that reach beyond all rows are on a level of
// their own, and are looked at one by one: they are few (bulk_box.h). All is decided by whole
// steps, computed from exact products (levels.h): boxes that touch in a single point are found
// without any tolerance. Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_MOVING_ROWS_H
#define CAROM_BROADPHASE_MOVING_ROWS_H

#include "moving.h"

/// Levels and places of boxes, and where each place's entries end; `most` is known. False if boxes
/// crowd so much in a few cells that a hash is better.
bool crRowsLayOut(CrMoving *moving, const CaromBox *boxes, int count);

/// One level's cells.
typedef struct CrRows {
    int shift; ///< 2^shift steps are a side,
    int32_t width, height;
    CrSteps first; ///< the lower left one begins here
    CrSteps reach;
    int32_t starts; ///< as of a CrMovingLevel
} CrRows;

/// Whether a level is that of the boxes beyond all rows.
static inline bool crRowsMovedSince(const CrMoving *moving, int level)
{
    return moving->rows && level == CR_ROWS_MOVED_SINCE;
}

static inline CrRows crRowsOf(const CrMoving *moving, int level)
{
    int shift = moving->shift + 2 * level;
    CrRows rows = {shift,
                   (int32_t)(moving->span.x >> shift) + 1,
                   (int32_t)(moving->span.y >> shift) + 1,
                   moving->first,
                   moving->reach[level],
                   moving->levels[level].starts};
    return rows;
}

/// [m]
static inline double crRowsSide(const CrRows *rows)
{
    return (double)((int64_t)1 << rows->shift) / CR_LEVEL_STEPS_PER_METRE;
}

/// The cell of so many steps from the first one's beginning, of `count` in a row or column; -1 or
/// `count` where it is before or past them.
static inline int64_t crRowsCell(int64_t steps, int shift, int32_t count)
{
    CR_ASSERT(count > 0);
    int64_t cell = steps >> shift;
    cell = cell < -1 ? -1 : cell;
    return cell > count ? count : cell;
}

/// Where boxes that touch these steps may have their lower left corners; min is above max where
/// there are no such cells.
static inline CrCells crRowsCells(const CrRows *rows, CrCells steps)
{
    int64_t firstX = rows->first.x, firstY = rows->first.y;
    int64_t minX = crRowsCell(steps.minX - rows->reach.x - firstX, rows->shift, rows->width),
            minY = crRowsCell(steps.minY - rows->reach.y - firstY, rows->shift, rows->height),
            maxX = crRowsCell(steps.maxX - firstX, rows->shift, rows->width),
            maxY = crRowsCell(steps.maxY - firstY, rows->shift, rows->height);
    CrCells cells = {minX < 0 ? 0 : minX, minY < 0 ? 0 : minY,
                     maxX < rows->width ? maxX : rows->width - 1,
                     maxY < rows->height ? maxY : rows->height - 1};
    return cells;
}

#endif
