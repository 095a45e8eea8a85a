// SPDX-License-Identifier: MIT
// How large the cells of a grid are, by the sizes of its items and how they lie. Inside of the
// broadphase only.
#ifndef CAROM_BROADPHASE_GRID_SIZE_H
#define CAROM_BROADPHASE_GRID_SIZE_H

#include "grid.h"

/// Counts a run, or an item, `by` items more in all: each is as large as the run.
void crGridCountRun(CrGrid *grid, const CrGridItem *items, int count, int by);
/// By the median of the items' sizes.
int crGridExponentForSizes(const CrGrid *grid);
/// Of a grid that lists nothing.
void crGridSetCellSize(CrGrid *grid, int exponent);
/// The next better size of cells, or the one that they have. They may not shrink after they grew,
/// so that this comes to an end.
int crGridBetterExponent(const CrGrid *grid, bool mayShrink);

/// No cells are among them any more.
static inline void crCellsForget(int32_t min[2], int32_t max[2])
{
    min[0] = min[1] = INT32_MAX;
    max[0] = max[1] = INT32_MIN;
}

#endif
