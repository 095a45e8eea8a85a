// SPDX-License-Identifier: MIT
#include "../shapes/array.h"
#include "motion_grid_cells.h"
#include "simd4.h"

#include <math.h>
#include <string.h>

#define LISTED_EACH 8     // cells that one is listed in, on average, at most
#define LISTED_BESIDES 64 // and as many more
#define PLACES_EACH 4
#define CELL_SIZE 2.0      // of the mean of the listed boxes
#define SPARSE 1.0         // of the side of a square that holds one of them
#define CELL_SLACK 0x1p-10 // of a cell's size: beyond all roundings of a walk

void crMotionGridInit(CrMotionGrid *motionGrid, const CaromAllocator *allocator)
{
    memset(motionGrid, 0, sizeof *motionGrid);
    motionGrid->allocator = allocator;
}

void crMotionGridFree(CrMotionGrid *motionGrid)
{
    crArrayFree(motionGrid->all, motionGrid->allocator);
    crArrayFree(motionGrid->listed, motionGrid->allocator);
    crArrayFree(motionGrid->start, motionGrid->allocator);
    crMotionGridInit(motionGrid, motionGrid->allocator);
}

/// Of a power of two.
static uint32_t bitsFor(int count)
{
    uint32_t bits = 4;
    while (bits < 30 && (int64_t)1 << bits < (int64_t)PLACES_EACH * count) {
        bits++;
    }
    return bits;
}

bool crMotionGridReserve(CrMotionGrid *motionGrid, int count)
{
    CR_ASSERT(count >= 0);
    const CaromAllocator *allocator = motionGrid->allocator;
    return count < (1 << 26) &&
           crArrayReserve(motionGrid->listed, LISTED_EACH * count + LISTED_BESIDES + CR_LANES,
                          allocator) &&
           crArrayReserve(motionGrid->start, ((int)1 << bitsFor(count)) + 1, allocator) &&
           crArrayReserve(motionGrid->all, count, allocator);
}

// ---- filling

/// Where it comes by within the span, and so much around it.
static CaromBox sweptBox(const CrMotionGrid *motionGrid, const CrMotionGridItem *one, double around)
{
    if (one->roams) {
        return crBoxInflate(one->zone, around);
    }
    CaromVec2 end = crAddScaled(one->center, one->velocity, motionGrid->until - motionGrid->from);
    CaromBox box = crBox(one->center, end);
    CaromVec2 reach = crVec(one->half.x + around, one->half.y + around);
    CaromBox swept = {crSub(box.min, reach), crAdd(box.max, reach)};
    return swept;
}

/// Cells, from the lower left corner of the bounds.
typedef struct Cells {
    int minX, minY, maxX, maxY;
} Cells;

static Cells cellsOf(const CrMotionGrid *motionGrid, CaromBox box)
{
    CaromVec2 low = motionGrid->bounds.min;
    Cells cells = {
        crMotionCellOf(motionGrid, box.min.x, low.x), crMotionCellOf(motionGrid, box.min.y, low.y),
        crMotionCellOf(motionGrid, box.max.x, low.x), crMotionCellOf(motionGrid, box.max.y, low.y)};
    return cells;
}

/// The margin around listed boxes: the requested one, and a part of a cell.
static double aroundOf(const CrMotionGrid *motionGrid)
{
    return motionGrid->margin + CELL_SLACK * motionGrid->size;
}

static Cells cellsOfOne(const CrMotionGrid *motionGrid, int i)
{
    return cellsOf(motionGrid, sweptBox(motionGrid, &motionGrid->all[i], aroundOf(motionGrid)));
}

/// Bounds of all; returns the size of cells that suits the mean of their larger sides, and how far
/// apart they are.
static double measure(CrMotionGrid *motionGrid, int count)
{
    double sum = 0.0, fastest = 0.0;
    CaromBox bounds = sweptBox(motionGrid, &motionGrid->all[0], 0.0);
    for (int i = 0; i < count; i++) {
        const CrMotionGridItem *one = &motionGrid->all[i];
        CaromBox box = sweptBox(motionGrid, one, 0.0);
        bounds = crBoxUnion(bounds, box);
        sum += crMax(box.max.x - box.min.x, box.max.y - box.min.y);
        fastest = crMax(fastest, crMax(crAbs(one->velocity.x), crAbs(one->velocity.y)));
        fastest = one->roams ? crMax(fastest, one->pace) : fastest;
    }
    motionGrid->bounds = bounds;
    motionGrid->fastest = fastest;
    motionGrid->extent = crBoxExtent(bounds);
    CaromVec2 size = crSub(bounds.max, bounds.min);
    double each = sqrt(size.x * size.y / count); // a path goes through few cells that list nothing
    return crMax(CELL_SIZE * sum / count, SPARSE * each);
}

/// False: there are too many of them, cells must be larger.
static bool countCells(const CrMotionGrid *motionGrid, int count)
{
    double limit = (double)LISTED_EACH * count + LISTED_BESIDES, listed = 0.0;
    for (int i = 0; i < count && listed <= limit; i++) {
        Cells cells = cellsOfOne(motionGrid, i);
        listed += (cells.maxX - cells.minX + 1.0) * (cells.maxY - cells.minY + 1.0);
    }
    return listed <= limit;
}

static void chooseCells(CrMotionGrid *motionGrid, int count, double size)
{
    CaromBox tight = motionGrid->bounds;
    double widest = crMax(tight.max.x - tight.min.x, tight.max.y - tight.min.y);
    size =
        crMax(crMax(size, 2.0 * motionGrid->margin), crMax(widest / CR_MOTION_ACROSS * 2.0, 1e-3));
    do {
        motionGrid->size = size;
        motionGrid->inverse = 1.0 / size;
        motionGrid->bounds = crBoxInflate(tight, 2.0 * aroundOf(motionGrid));
        size *= 2.0;
    } while (!countCells(motionGrid, count));
}

/// The disc around a box has room at its corners for whoever asks, too: he has a radius r of the
/// margin at most, and there √2·r, of which the way's reach brings r.
static CrMotionRough roughOf(const CrMotionGrid *motionGrid, uint32_t i)
{
    const CrMotionGridItem *one = &motionGrid->all[i];
    CaromVec2 place = one->center, half = one->half, velocity = one->velocity;
    if (one->roams) {
        place = crScale(crAdd(one->zone.min, one->zone.max), 0.5);
        half = crScale(crSub(one->zone.max, one->zone.min), 0.5);
        velocity = crVec(0.0, 0.0);
    }
    CaromVec2 center = crSub(place, crMotionMiddle(motionGrid));
    bool isDisc = one->radius >= 0.0 && !one->roams;
    double radius = isDisc ? one->radius : crLength(half) + motionGrid->margin;
    CrMotionRough rough = {(float)center.x,
                           (float)center.y,
                           (float)velocity.x,
                           (float)velocity.y,
                           crMotionRoughReach(motionGrid, center, velocity, radius),
                           i};
    return rough;
}

static void countOne(CrMotionGrid *motionGrid, int i)
{
    Cells cells = cellsOfOne(motionGrid, i);
    for (int y = cells.minY; y <= cells.maxY; y++) {
        for (int x = cells.minX; x <= cells.maxX; x++) {
            motionGrid->start[crMotionPlaceOf(motionGrid, x, y)]++;
        }
    }
}

static void listOne(CrMotionGrid *motionGrid, int i)
{
    CrMotionRough rough = roughOf(motionGrid, (uint32_t)i);
    Cells cells = cellsOfOne(motionGrid, i);
    for (int y = cells.minY; y <= cells.maxY; y++) {
        for (int x = cells.minX; x <= cells.maxX; x++) {
            motionGrid->listed[--motionGrid->start[crMotionPlaceOf(motionGrid, x, y)]] = rough;
        }
    }
}

void crMotionGridFill(CrMotionGrid *motionGrid, int count, double from, double until, double margin)
{
    CR_ASSERT(count >= 0 && from <= until && margin >= 0.0);
    motionGrid->count = count;
    motionGrid->from = from;
    motionGrid->until = until;
    motionGrid->sure = from;
    motionGrid->margin = margin;
    motionGrid->bits = bitsFor(count);
    int places = (int)1 << motionGrid->bits;
    chooseCells(motionGrid, count, measure(motionGrid, count));
    motionGrid->small = motionGrid->extent < 0x1p20 && motionGrid->fastest < 0x1p20 &&
                        until < 0x1p16 && margin >= 0x1p-5;
    memset(motionGrid->start, 0, ((size_t)places + 1) * sizeof *motionGrid->start);
    for (int i = 0; i < count; i++) {
        countOne(motionGrid, i);
    }
    for (int k = 1; k <= places; k++) {
        motionGrid->start[k] += motionGrid->start[k - 1];
    }
    for (int i = count; i-- > 0;) {
        listOne(motionGrid, i);
    }
}
