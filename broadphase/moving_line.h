// SPDX-License-Identifier: MIT
// Finds the boxes of a moving index that a line comes near, from its start on. Level by level, row
// by row, it reads the run of cells between the places where the line enters and leaves the row.
// The boxes come nearly in their order along the line, so that a search can stop at the first hit.
#ifndef CAROM_BROADPHASE_MOVING_LINE_H
#define CAROM_BROADPHASE_MOVING_LINE_H

#include "../shapes/double2.h"
#include "moving_rows.h"

/// The points p + vt, t from 0 to `until`, and all that is within a slack of them on each axis.
typedef struct CrLinePiece {
    CrDouble2 middle, half; ///< twice its middle, and what it reaches around that
    CrDouble2 turned, wide; ///< v turned, and the sizes of that
    CrDouble2 twoSlacks;
} CrLinePiece;

/// slack: [m]
CrLinePiece crLinePiece(CaromVec2 p, CaromVec2 v, double slack, double until);

/// Whether it comes near a box.
static inline bool crLinePieceTouches(const CrLinePiece *piece, const CaromBox *box)
{
    CrDouble2 low = crDouble2Load(&box->min), high = crDouble2Load(&box->max);
    CrDouble2 apart = crDouble2Sub(crDouble2Add(low, high), piece->middle);
    CrDouble2 size = crDouble2Add(crDouble2Sub(high, low), piece->twoSlacks);
    CrDouble2 beyond = crDouble2Sub(crDouble2Abs(apart), crDouble2Add(size, piece->half));
    double aside = crDouble2Sum(crDouble2Mul(piece->turned, crDouble2Swap(apart)));
    double reach = crDouble2Sum(crDouble2Mul(piece->wide, crDouble2Swap(size)));
    return !(crDouble2X(beyond) > 0.0 || crDouble2Y(beyond) > 0.0 || crAbs(aside) > reach);
}

/// On the caller's stack; the layer must not be filled meanwhile.
typedef struct CrMovingLine {
    const CrMoving *moving;
    CaromVec2 p, v; ///< p from the layer's origin
    double until;
    double slope; ///< its run to its rise; 0: it is as good as level
    double slack; ///< [m] for all roundings
    CrRoughPiece piece;
    uint64_t levels; ///< still to be searched
    // of the level being searched
    CrRows rows;
    double side, perSide;  ///< [m], [1/m] of cells
    const int32_t *places; ///< start of those of the next row
    int32_t row, left;     ///< which that is, and how many there still are
    double from, to, step; ///< [cells] what it passes of the next row, and how that moves on
    double firstColumn, lastColumn; ///< [cells] whatever the row
    int32_t entry, end;             ///< what is left of the run
    bool movedSince;                ///< of boxes beyond all rows
    int32_t base;                   ///< of the eight at hand
    unsigned found;                 ///< which of them are still to be returned
} CrMovingLine;

/// Of the points p + vt, t from 0 to `until`, and all that is within `slack` [m] of them. False:
/// the layer has no rows, or something is too far away to be reckoned with.
bool crMovingLineStart(CrMovingLine *line, const CrMoving *moving, CaromVec2 p, CaromVec2 v,
                       double slack, double until);
/// Returns the next box that the line comes near, each once, all of them up to the least `until`
/// passed; null: no more.
const CrMovingEntry *crMovingLineNext(CrMovingLine *line, double until);

#endif
