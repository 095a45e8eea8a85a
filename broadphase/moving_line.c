// SPDX-License-Identifier: MIT
#include "../shapes/base.h"

#include "../shapes/bits.h"
#include "simd8.h"
#include "moving_line.h"

#define FAR 1e12  ///< [m]
#define FLAT 1e-6 ///< [1] of a line's rise to its run: it passes each row as a whole
#define FEW 8     ///< boxes of a level are looked at all at once

// ---- the piece

CrLinePiece crLinePiece(CaromVec2 p, CaromVec2 v, double slack, double until)
{
    CR_ASSERT(slack >= 0.0 && until >= 0.0);
    CrDouble2 start = crDouble2Load(&p), way = crDouble2Mul(crDouble2Load(&v), crDouble2All(until));
    CrLinePiece piece;
    piece.middle = crDouble2Add(crDouble2Add(start, start), way);
    piece.half = crDouble2Abs(way);
    piece.turned = crDouble2(v.x, -v.y);
    piece.wide = crDouble2Abs(piece.turned);
    piece.twoSlacks = crDouble2All(2.0 * slack);
    return piece;
}

// ---- rows

/// [cells] What boxes may have their lower left corners in that reach from one coordinate to
/// another, of `count` cells; -1 and `count` stand for all that is before and past them.
static inline void cellsBetween(const CrMovingLine *line, double from, double to, int64_t reach,
                                int32_t count, double *first, double *last)
{
    double below = line->slack + (double)(reach + 1) / CR_LEVEL_STEPS_PER_METRE;
    *first = crClamp((crMin(from, to) - below) * line->perSide, 0.0, (double)count);
    *last = crClamp((crMax(from, to) + line->slack) * line->perSide, -1.0, (double)count - 0.5);
}

/// The columns that it passes in any row.
static void findColumns(CrMovingLine *line)
{
    cellsBetween(line, line->p.x, line->p.x + line->v.x * line->until, line->rows.reach.x,
                 line->rows.width, &line->firstColumn, &line->lastColumn);
}

/// The first row, and what it passes of that: between where it comes into what boxes of the row may
/// reach, and out.
static void findSlant(CrMovingLine *line, double row)
{
    double reachY = (double)(line->rows.reach.y + 1) / CR_LEVEL_STEPS_PER_METRE;
    double reachX = (double)(line->rows.reach.x + 1) / CR_LEVEL_STEPS_PER_METRE;
    double low = row * line->side - line->slack, high = low + line->side + reachY + 2 * line->slack;
    double atLow = line->p.x + line->slope * (low - line->p.y),
           atHigh = line->p.x + line->slope * (high - line->p.y);
    bool up = line->v.y >= 0.0, flat = line->slope == 0.0 && line->v.x != 0.0;
    line->from = flat ? -FAR : (crMin(atLow, atHigh) - line->slack - reachX) * line->perSide;
    line->to = flat ? FAR : (crMax(atLow, atHigh) + line->slack) * line->perSide;
    line->step = up ? line->slope : -line->slope;
}

/// Which rows it passes; false: none.
static bool rowsBetween(const CrMovingLine *line, int32_t *first, int32_t *last)
{
    double low, high;
    cellsBetween(line, line->p.y, line->p.y + line->v.y * line->until, line->rows.reach.y,
                 line->rows.height, &low, &high);
    *first = (int32_t)low;
    *last = (int32_t)high;
    return *first <= *last;
}

static void findRows(CrMovingLine *line, int level)
{
    int32_t first, last;
    line->rows = crRowsOf(line->moving, level);
    line->side = crRowsSide(&line->rows);
    line->perSide = 1.0 / line->side;
    if (!rowsBetween(line, &first, &last)) {
        return;
    }
    line->row = line->v.y >= 0.0 ? first : last;
    line->left = last - first + 1;
    line->places = line->moving->start + line->rows.starts + (int64_t)line->row * line->rows.width;
    findSlant(line, (double)line->row);
    findColumns(line);
}

/// It has become shorter.
static void dropRows(CrMovingLine *line)
{
    int32_t first, last;
    bool any = rowsBetween(line, &first, &last);
    int32_t left = line->v.y >= 0.0 ? last - line->row + 1 : line->row - first + 1;
    line->left = any && left > 0 ? left : 0;
    findColumns(line);
}

/// False: no level is left.
static bool enterLevel(CrMovingLine *line)
{
    if (line->levels == 0) {
        return false;
    }
    int l = crLowestBit((uint32_t)line->levels);
    const CrMovingLevel *level = &line->moving->levels[l];
    line->levels &= line->levels - 1;
    line->movedSince = l == CR_ROWS_MOVED_SINCE;
    if (line->movedSince || level->count <= FEW) {
        line->entry = level->first;
        line->end = level->first + level->count;
    } else {
        findRows(line, l);
    }
    return true;
}

/// The run of cells that it passes in the next row; false: no row of the level is left.
static bool enterRow(CrMovingLine *line)
{
    if (line->left == 0) {
        return false;
    }
    int32_t first = (int32_t)crMin(crMax(line->from, line->firstColumn), line->lastColumn + 1.0);
    int32_t last = (int32_t)crMax(crMin(line->to, line->lastColumn), -1.0);
    if (first <= last) {
        line->entry = line->places[first];
        line->end = line->places[last + 1];
    }
    line->from += line->step;
    line->to += line->step;
    int32_t up = line->v.y >= 0.0 ? 1 : -1;
    line->places += up * line->rows.width;
    line->row += up;
    line->left--;
    return true;
}

// ---- entries

static double sizeOf(CaromVec2 a)
{
    return crAbs(a.x) + crAbs(a.y);
}

/// Of the given boxes, the ones beyond all rows that the line comes near. They may be too far away
/// for floats, and even for a slack without bounds.
static unsigned nearAstray(const CrMovingLine *line, unsigned told)
{
    const CrMoving *moving = line->moving;
    double slack =
        line->slack + (sizeOf(moving->bounds.min) + sizeOf(moving->bounds.max)) * 0x1p-48;
    CrLinePiece piece = crLinePiece(crAdd(moving->origin, line->p), line->v, slack, line->until);
    unsigned found = 0;
    for (; told != 0; told &= told - 1) {
        int k = crLowestBit(told);
        found |= (unsigned)crLinePieceTouches(&piece, &moving->boxes[line->base + k]) << k;
    }
    return found;
}

/// Of the given ones among the eight boxes, the ones that the line comes near.
static unsigned nearOf(const CrMovingLine *line, int count, unsigned told)
{
    return line->movedSince
               ? nearAstray(line, told)
               : told & crEightNear(line->moving->rough + line->base, count, &line->piece);
}

/// The next eight of the run. It goes from the left to the right, so whoever comes from there has
/// its last ones first.
static void look(CrMovingLine *line)
{
    int left = line->end - line->entry, some = left < 8 ? left : 8;
    if (line->v.x < 0.0) {
        line->end -= some;
        line->base = line->end;
    } else {
        line->base = line->entry;
        line->entry += some;
    }
    line->found = nearOf(line, some, (1u << some) - 1u);
}

static void setUntil(CrMovingLine *line, double until)
{
    CaromVec2 way = crScale(line->v, until);
    line->until = until;
    line->piece.middleX = (float)(line->p.x + line->p.x + way.x);
    line->piece.middleY = (float)(line->p.y + line->p.y + way.y);
    line->piece.halfX = (float)(crAbs(way.x) + 2.0 * line->slack);
    line->piece.halfY = (float)(crAbs(way.y) + 2.0 * line->slack);
}

bool crMovingLineStart(CrMovingLine *line, const CrMoving *moving, CaromVec2 p, CaromVec2 v,
                       double slack, double until)
{
    CR_ASSERT(slack >= 0.0 && until >= 0.0);
    CaromVec2 way = crScale(v, until), low = moving->most.min, high = moving->most.max;
    double most = crMax(crAbs(v.x), crAbs(v.y));
    if (!moving->rows || !(most > 0.0) ||
        !(sizeOf(low) + sizeOf(high) + sizeOf(p) + sizeOf(way) < FAR)) {
        return false;
    }
    line->moving = moving;
    line->p = crSub(p, moving->origin);
    line->v = v;
    // Floats are good to 2^-24 of the largest coordinate, what is computed of them, to 2^-21; far
    // more than what doubles lose at the ends of rows.
    double extent = sizeOf(crSub(high, low)) + sizeOf(line->p) + sizeOf(way) + 1.0;
    line->slack = slack + extent * 0x1p-20;
    double unit = 1.0 / most;
    line->piece.dx = (float)(v.x * unit);
    line->piece.dy = (float)(v.y * unit);
    line->piece.sizeX = (float)(crAbs(v.x) * unit);
    line->piece.sizeY = (float)(crAbs(v.y) * unit);
    line->piece.margin = (float)(4.0 * line->slack);
    setUntil(line, until);
    line->slope = crAbs(v.y) > FLAT * crAbs(v.x) ? v.x / v.y : 0.0;
    line->levels = moving->used;
    line->left = 0;
    line->movedSince = false;
    line->entry = line->end = 0;
    line->found = 0;
    return true;
}

const CrMovingEntry *crMovingLineNext(CrMovingLine *line, double until)
{
    if (until < line->until) {
        setUntil(line, until);
        if (line->left > 0) {
            dropRows(line);
        }
        if (line->found != 0) {
            line->found = nearOf(line, 8, line->found);
        }
    }
    while (line->found == 0) {
        while (line->entry >= line->end) {
            if (!enterRow(line) && !enterLevel(line)) {
                return NULL;
            }
        }
        look(line);
    }
    int k = line->v.x < 0.0 ? crHighestBit(line->found) : crLowestBit(line->found);
    line->found &= ~(1u << k);
    return &line->moving->entries[line->base + k];
}
