// SPDX-License-Identifier: MIT
// The widths of the solids that items bound: counted by powers of two, so that removing an item
// undoes its count. A ray that starts inside a solid meets an edge of it within the width of the
// widest one.
#include "../shapes/inline.h"

#include "grid_tiles.h"

#define SHIFT 1 // the flags below CR_GRID_KIND_SHIFT
#define LAST (CR_GRID_INSIDES - 1)

/// [m] the widest of a rank, from 2^-10 on.
static double widthOf(int rank)
{
    return rank == LAST ? HUGE_VAL : rank == 0 ? 0.0 : (double)(1u << rank) * 0x1p-11;
}

uint32_t crGridInside(double width)
{
    int rank = crExponentAbove(width) + 11;
    return (uint32_t)(rank < 1 ? 1 : rank < LAST ? rank : LAST) << SHIFT;
}

void crGridCountInside(CrGrid *grid, const CrGridItem *item, int by)
{
    CR_ASSERT(by != 0);
    int *count = &grid->insides[item->flags >> SHIFT & LAST], most = LAST;
    *count += by;
    if (*count != 0 && *count != by) {
        return; // it was there, and still is
    }
    while (most > 0 && grid->insides[most] == 0) {
        most--;
    }
    grid->insideReach = widthOf(most);
}
