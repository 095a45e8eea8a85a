// SPDX-License-Identifier: MIT
// Runs: the edges of one small polygon, with keys that follow each other. Cells and packets list a
// run once, by its first key, as the disc around it; whoever finds that goes through its items. So
// a polygon costs about as much memory and time as a circle, and rays that pass it test one disc.
//
// - A run is inserted, moved and removed as a whole.
// - Whether it is listed as one follows from its items and the sizes of cells alone, so that what
//   was listed is found again. A run that is larger than a cell is listed edge by edge: cells in
//   its inside would not be worth a look.
// Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_GRID_RUNS_H
#define CAROM_BROADPHASE_GRID_RUNS_H

#include "grid.h"

/// How many of these items are the first one's run.
static inline int crRunLength(const CrGridItem *items, int count)
{
    int n = 1;
    while (n < count && (items[n - 1].flags & CR_GRID_RUNS_ON)) {
        n++;
    }
    return n;
}

/// Of an item, or a run.
double crRunExtent(const CrGridItem *items, int count);

/// Whether a run is listed as one, and the disc that is listed for it then.
bool crRunIsOne(const CrGrid *grid, const CrGridItem *items, int count, CrGridItem *disc);

/// Marks the stored items of a run as they are listed.
void crRunMark(const CrGrid *grid, CrGridItem *items, int count);
/// The same for all.
void crRunMarkAll(CrGrid *grid);

/// What cells list by a key of a valid grid: an item, or the disc around a run. Returns how many
/// items it is.
int crRunListed(const CrGrid *grid, uint32_t key, CrGridItem *listed);

#endif
