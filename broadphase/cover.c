// SPDX-License-Identifier: MIT
#include "../shapes/inline.h"

#include "cover.h"

/// Shorter than this, in cells, a direction has too few bits to mean anything: the item is a point.
#define SHORTEST 0x1p-900

static void swap(double *a, double *b)
{
    double old = *a;
    *a = *b;
    *b = old;
}

/// Columns run along the longer side, a to b.
static void orient(CrCover *cover)
{
    cover->swapped = crAbs(cover->b.y - cover->a.y) > crAbs(cover->b.x - cover->a.x);
    if (cover->swapped) {
        int32_t first = cover->first, last = cover->last;
        swap(&cover->a.x, &cover->a.y);
        swap(&cover->b.x, &cover->b.y);
        cover->first = cover->firstRow;
        cover->last = cover->lastRow;
        cover->firstRow = first;
        cover->lastRow = last;
    }
    if (cover->b.x < cover->a.x) {
        swap(&cover->a.x, &cover->b.x);
        swap(&cover->a.y, &cover->b.y);
    }
}

/// Bounds the number of cells by that of rows in any column, without looking at each.
static bool isSmall(const CrCover *cover)
{
    double columns = (double)cover->last - (double)cover->first + 1.0;
    double strip =
        2.0 * cover->rise * (1.0 + cover->slope * cover->slope) + crAbs(cover->slope) + 2.0;
    double box = crAbs(cover->b.y - cover->a.y) + 2.0 * cover->radius + 2.0;
    return columns * crMin(strip, box) <= CR_COVER_MOST;
}

bool crCoverLean(CrCover *cover)
{
    orient(cover);
    double du = cover->b.x - cover->a.x;
    cover->slope = du > SHORTEST ? (cover->b.y - cover->a.y) / du : 0.0;
    cover->rise =
        cover->thin ? cover->radius : cover->radius / sqrt(1.0 + cover->slope * cover->slope);
    cover->shift = cover->rise * cover->slope;
    return isSmall(cover);
}

typedef struct Interval {
    double lo, hi;
} Interval;

static void include(Interval *rows, double v)
{
    rows->lo = crMin(rows->lo, v);
    rows->hi = crMax(rows->hi, v);
}

/// What the column from u to u + 1 sees of the disc around an end.
static void includeDisc(Interval *rows, const CrCover *cover, CaromVec2 center, double u)
{
    double gap = crMax(crMax(u - center.x, center.x - (u + 1.0)), 0.0);
    if (gap < cover->radius) {
        double half = sqrt((cover->radius - gap) * (cover->radius + gap));
        include(rows, center.y - half);
        include(rows, center.y + half);
    }
}

/// What the column sees of a b moved by (du, dv).
static void includeSide(Interval *rows, const CrCover *cover, double u, double du, double dv)
{
    double left = cover->a.x + du, v = cover->a.y + dv;
    double from = crMax(u, left), to = crMin(u + 1.0, cover->b.x + du);
    if (from <= to) {
        include(rows, v + (from - left) * cover->slope);
        include(rows, v + (to - left) * cover->slope);
    }
}

/// What the column sees of a thin item, which is as thick as its pad: of that, its ends and its
/// slope make no more than twice as much.
static Interval thinRows(const CrCover *cover, double u)
{
    double from = crClamp(u, cover->a.x, cover->b.x), to = crClamp(u + 1.0, cover->a.x, cover->b.x);
    double v = cover->a.y + (from - cover->a.x) * cover->slope,
           w = cover->a.y + (to - cover->a.x) * cover->slope;
    Interval rows = {crMin(v, w) - 2.0 * cover->radius, crMax(v, w) + 2.0 * cover->radius};
    return rows;
}

static Interval discRows(const CrCover *cover, double u)
{
    Interval rows = {cover->a.y, cover->a.y};
    includeDisc(&rows, cover, cover->a, u);
    return rows;
}

static Interval thickRows(const CrCover *cover, double u)
{
    if (crEqual(cover->a, cover->b)) {
        return discRows(cover, u);
    }
    // Left of a and right of b the disc there reaches the column at its own height, if at all.
    double middle = crClamp(u, cover->a.x, cover->b.x);
    double v = cover->a.y + (middle - cover->a.x) * cover->slope;
    Interval rows = {v, v};
    includeDisc(&rows, cover, cover->a, u);
    includeDisc(&rows, cover, cover->b, u);
    includeSide(&rows, cover, u, -cover->shift, cover->rise);
    includeSide(&rows, cover, u, cover->shift, -cover->rise);
    return rows;
}

void crCoverRows(const CrCover *cover, int32_t column, int32_t *first, int32_t *last)
{
    *first = cover->firstRow;
    *last = cover->lastRow;
    if (!cover->flat) {
        Interval rows = cover->thin ? thinRows(cover, column) : thickRows(cover, column);
        int32_t lo = crFloor(rows.lo), hi = crFloor(rows.hi);
        *first = lo > *first ? lo : *first;
        *last = hi < *last ? hi : *last;
    }
}
