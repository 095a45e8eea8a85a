// SPDX-License-Identifier: MIT
#include "../shapes/double2.h"
#include "../shapes/inline.h"

#include "../shapes/array.h"
#include "grid_runs.h"

/// Edges of a polygon lead from each point to the next: their beginnings are all of its points.
static CaromBox boxOf(const CrGridItem *items, int count)
{
    CrDouble2 min = crDouble2Load(&items[0].a), max = min;
    for (int i = 1; i < count; i++) {
        CrDouble2 p = crDouble2Load(&items[i].a);
        min = crDouble2Min(min, p);
        max = crDouble2Max(max, p);
    }
    CaromBox box;
    crDouble2Store(&box.min, min);
    crDouble2Store(&box.max, max);
    return box;
}

double crRunExtent(const CrGridItem *items, int count)
{
    CaromBox box = count > 1 ? boxOf(items, count) : crBox(items->a, items->b);
    return crMax(crAbs(box.max.x - box.min.x), crAbs(box.max.y - box.min.y)) + 2.0 * items->radius;
}

bool crRunIsOne(const CrGrid *grid, const CrGridItem *items, int count, CrGridItem *disc)
{
    if (count < 2) {
        return false;
    }
    CaromBox box = boxOf(items, count);
    double extent = crMax(box.max.x - box.min.x, box.max.y - box.min.y) + 2.0 * items->radius;
    if (!(extent <= grid->cellSize && 2.0 * extent <= grid->lanes.side)) {
        return false;
    }
    CaromVec2 center = crScale(crAdd(box.min, box.max), 0.5);
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        most = crMax(most, crLengthSquared(crSub(items[i].a, center)));
    }
    double radius = sqrt(most) + items->radius, size = crAbs(center.x) + crAbs(center.y) + radius;
    CrGridItem around = {center, center, radius * (1.0 + 0x1p-40) + size * 0x1p-48 + 0x1p-1000,
                         items->key, 0};
    *disc = around;
    return true;
}

void crRunMark(const CrGrid *grid, CrGridItem *items, int count)
{
    CrGridItem disc;
    bool isOne = crRunIsOne(grid, items, count, &disc);
    for (int i = 0; i < count; i++) {
        bool isFollowed = isOne && i < count - 1;
        items[i].flags &= ~CR_GRID_GOES_ON;
        items[i].flags |= isFollowed ? CR_GRID_GOES_ON : 0;
    }
}

void crRunMarkAll(CrGrid *grid)
{
    int count = crArrayCount(grid->items), n;
    for (int i = 0; i < count; i += n) {
        n = crRunLength(grid->items + i, count - i);
        if (n > 1) {
            crRunMark(grid, grid->items + i, n);
        }
    }
}

int crRunListed(const CrGrid *grid, uint32_t key, CrGridItem *listed)
{
    const CrGridItem *items = &grid->items[key];
    *listed = *items;
    if (!(items->flags & CR_GRID_GOES_ON)) {
        return 1;
    }
    int count = crRunLength(items, crArrayCount(grid->items) - (int)key);
    (void)crRunIsOne(grid, items, count, listed);
    return count;
}
