// SPDX-License-Identifier: MIT
// Boxes and discs that drift, each at a constant velocity, through a span of time. Computes until
// when a straight flight is clear of all of them. Its path is walked through cells that list the
// boxes that come through them in that span, after Amanatides and Woo, "A Fast Voxel Traversal
// Algorithm" (1987); for each listed box it computes when the path, in the box's frame, enters it.
//
// An item that roams may change its velocity within the span. It is listed by a zone that it never
// leaves; where its present motion leads counts only until `sure`, when that may change. So a time
// that its zone does not limit holds whatever it does.
//
// Every rounding is to the safe side: a time may be too early, never too late. This only decides
// which boxes need no exact test.
#ifndef CAROM_BROADPHASE_MOTION_GRID_H
#define CAROM_BROADPHASE_MOTION_GRID_H

#include "../shapes/inline.h"

typedef struct CrMotionGridItem {
    CaromVec2 center; ///< at the span's start
    CaromVec2 half;   ///< of its box
    CaromVec2 velocity;
    double radius; ///< of the disc that its box is around; < 0: it may be anywhere in the box
    bool full;     ///< it is that disc
    uint32_t key;  ///< the caller's
    bool roams;    ///< all above but the key may change while it stays in its zone
    double pace;   ///< [m/s] of what roams: no part of its velocity is larger
    CaromBox zone;
} CrMotionGridItem;

/// One box in a cell, in floats, which can only show that the box is out of the way.
typedef struct CrMotionRough {
    float x, y, u, v; ///< centre at the span's start, from the bounds' middle, and velocity
    float reach;      ///< [m] of a disc that it is always within, roundings included
    uint32_t who;
} CrMotionRough;

typedef struct CrMotionGrid {
    const CaromAllocator *allocator;
    CrMotionGridItem *all; // arrays of array.h
    CrMotionRough *listed; ///< by place of cells
    int32_t *start;        ///< one more than places
    int count;             ///< that are listed
    double from, until;
    double sure;     ///< what roams goes on until then as it does now
    double margin;   ///< [m] listed so far around
    CaromBox bounds; ///< with twice the margin, at least
    double size;     ///< [m] of a cell
    double inverse;  ///< [1/m] of that
    uint32_t bits;   ///< 2^bits places
    bool small;      ///< roundings of what is listed are far below the margin
    double extent;   ///< the largest coordinate
    double fastest;  ///< [m/s] the largest part of a velocity
} CrMotionGrid;

void crMotionGridInit(CrMotionGrid *motionGrid, const CaromAllocator *allocator);
void crMotionGridFree(CrMotionGrid *motionGrid);
/// Room for so many, at least; false where memory is short. Within past peaks it asks for none.
bool crMotionGridReserve(CrMotionGrid *motionGrid, int count);
/// Lists the first `count` of `all`, which the caller has filled after reserving them: what follows
/// holds for the span.
void crMotionGridFill(CrMotionGrid *motionGrid, int count, double from, double until,
                      double margin);

/// A disc on its way.
typedef struct CrCourse {
    CaromVec2 place, velocity; ///< at `from`
    double from, until;        ///< not before the span
    double due;                ///< [s] when it next meets something else, near which none may be
    double radius;
} CrCourse;

/// How far a course is clear.
typedef struct CrClearance {
    double until; ///< near none of them before; at most course.until and the span's end
    const CrMotionGridItem *first; ///< the box that it is near to then, or null
    double alone; ///< and near to no other from then to this; at most `until` where it is
                  ///< not yet out of one that it leaves
} CrClearance;

/// [m] That near counts as touching, at least, among coordinates of that size.
static inline double crMotionGridSlack(double most)
{
    return (most + 1.0) * 0x1p-35;
}

/// [s] More than a clock's roundings at that time.
static inline double crMotionGridTick(double time)
{
    return (crAbs(time) + 1.0) * 0x1p-46;
}

/// Whether a way from a to b passes all of them, as a few comparisons show: most do where few move.
/// False says nothing. The bounds have room for all roundings of coordinates and speeds this small.
static inline bool crMotionGridIsPassed(const CrMotionGrid *motionGrid, CaromVec2 a, CaromVec2 b,
                                        CaromVec2 velocity, double radius)
{
    CaromVec2 low = motionGrid->bounds.min, high = motionGrid->bounds.max;
    if (!motionGrid->small || radius > motionGrid->margin ||
        crAbs(a.x) + crAbs(a.y) + crAbs(b.x) + crAbs(b.y) > 0x1p26 ||
        crAbs(velocity.x) + crAbs(velocity.y) > 0x1p20) {
        return false;
    }
    if (crMax(a.x, b.x) < low.x || crMin(a.x, b.x) > high.x || crMax(a.y, b.y) < low.y ||
        crMin(a.y, b.y) > high.y) {
        return true;
    }
    // all corners on one side: of doubled distances
    CaromVec2 way = crSub(b, a), size = crSub(high, low);
    CaromVec2 middle = crSub(crAdd(low, high), crScale(a, 2.0));
    return crAbs(crCross(way, middle)) > crAbs(way.x) * size.y + crAbs(way.y) * size.x;
}

CrClearance crMotionGridClear(const CrMotionGrid *motionGrid, const CrCourse *course);

#endif
