// SPDX-License-Identifier: MIT
// Which cells an item touches: column by column, in each an interval of rows. Exact but for a pad
// of some 2^-46 of the coordinates, by which every item is thickened: rounding never leaves a cell
// out, and an item within a few ulps of a cell is listed there.
//
// A capsule is convex, so what it has in common with a column is convex too, and touches a gapless
// run of rows. Columns run along the item's longer side, so that slopes are at most 1 and amplify
// no error.
#ifndef CAROM_BROADPHASE_COVER_H
#define CAROM_BROADPHASE_COVER_H

#include "../shapes/double2.h"
#include "grid_tiles.h"

/// Cells are numbered within ±10^9, so that the difference of two is a number of 32 bits.
#define CR_COVER_RANGE 1e9
/// An item that may touch more cells than this is not worth its listings, 400 kB of them.
#define CR_COVER_MOST 8192

/// All lengths in cells; u runs across the columns, v across the rows.
typedef struct CrCover {
    bool swapped;              ///< columns run along y
    bool thin;                 ///< without a radius of its own
    bool flat;                 ///< all of the box below, being one column or one row
    int32_t first, last;       ///< columns
    int32_t firstRow, lastRow; ///< of all columns together, possibly one too many
    CaromVec2 a, b;            ///< (u, v), a.x <= b.x but where it is flat
    double radius;             ///< padded
    double slope;              ///< of a b, in [-1, 1]; this and what follows: not where it is flat
    double rise,
        shift; ///< the upper side is a b moved by (-shift, rise), the lower by (shift, -rise)
} CrCover;

/// How far rounding may move a point with this sum of coordinates, in cells.
static inline double crCoverPad(double sum)
{
    CR_ASSERT(sum >= 0.0);
    return (sum + 1.0) * 0x1p-46;
}

/// What is left of crCoverStart where the box is not flat.
bool crCoverLean(CrCover *cover);

/// Of an item with so much around it [m]. False where it is to be kept out of the cells: too far
/// away, or touching too many. Constant time; most are flat, of the many, and need neither slope
/// nor root.
static inline bool crCoverStart(CrCover *cover, const CrGridItem *item, double around,
                                double inverseCellSize)
{
    CR_ASSERT(around >= 0.0 && inverseCellSize > 0.0);
    CrDouble2 perCell = crDouble2All(inverseCellSize);
    CrDouble2 a = crDouble2Mul(crDouble2Load(&item->a), perCell);
    CrDouble2 b = crDouble2Mul(crDouble2Load(&item->b), perCell);
    double radius = (item->radius + around) * inverseCellSize;
    double sum = crDouble2Sum(crDouble2Add(crDouble2Abs(a), crDouble2Abs(b))) + radius;
    if (!(sum < CR_COVER_RANGE)) {
        return false;
    }
    cover->thin = radius == 0.0;
    cover->radius = radius + crCoverPad(sum);
    CrDouble2 reach = crDouble2All(cover->radius);
    int32_t min[2], max[2];
    crDouble2Floor(crDouble2Sub(crDouble2Min(a, b), reach), min);
    crDouble2Floor(crDouble2Add(crDouble2Max(a, b), reach), max);
    crDouble2Store(&cover->a, a);
    crDouble2Store(&cover->b, b);
    cover->first = min[0];
    cover->last = max[0];
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): crDouble2Floor fills both
    cover->firstRow = min[1];
    cover->lastRow = max[1];
    cover->swapped = false;
    int32_t columns = cover->last - cover->first, rows = cover->lastRow - cover->firstRow;
    cover->flat = columns == 0 || rows == 0;
    return cover->flat ? columns + rows < CR_COVER_MOST / 2 : crCoverLean(cover);
}

/// The rows touched in a column from first to last: at least one.
void crCoverRows(const CrCover *cover, int32_t column, int32_t *first, int32_t *last);
/// Walks its cells, one column after the other.
typedef struct CrCoverWalk {
    const CrCover *cover;
    int32_t column, row, lastRow;
} CrCoverWalk;

/// Sets out for a column.
static inline void crCoverEnter(CrCoverWalk *walk, int32_t column)
{
    walk->column = column;
    walk->row = walk->cover->firstRow;
    walk->lastRow = walk->cover->lastRow;
    if (!walk->cover->flat) {
        crCoverRows(walk->cover, column, &walk->row, &walk->lastRow);
    }
}

static inline CrCoverWalk crCoverWalk(const CrCover *cover)
{
    CrCoverWalk walk = {cover, 0, 0, 0};
    crCoverEnter(&walk, cover->first);
    return walk;
}

/// The next cell; false: no more.
static inline bool crCoverNext(CrCoverWalk *walk, int32_t *x, int32_t *y)
{
    if (walk->row > walk->lastRow) {
        if (walk->column == walk->cover->last) {
            return false;
        }
        crCoverEnter(walk, walk->column + 1);
    }
    int32_t row = walk->row++;
    *x = walk->cover->swapped ? row : walk->column;
    *y = walk->cover->swapped ? walk->column : row;
    return true;
}

/// The box of all cells, possibly one row too large.
static inline void crCoverBox(const CrCover *cover, int32_t min[2], int32_t max[2])
{
    min[0] = cover->swapped ? cover->firstRow : cover->first;
    max[0] = cover->swapped ? cover->lastRow : cover->last;
    min[1] = cover->swapped ? cover->first : cover->firstRow;
    max[1] = cover->swapped ? cover->last : cover->lastRow;
}

#endif
