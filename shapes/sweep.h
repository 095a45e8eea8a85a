// SPDX-License-Identifier: MIT
// A convex shape that moves, or moves and turns, against any shape that rests. Over the time 0..1
// its corners run along paths which fat edges of the target meet, as flights do; corners of the
// target run the other way, into the moving shape's edges. Both outlines come within reach of each
// other first at a corner of one, so that nothing else needs be asked: the Minkowski sum, feature
// by feature. A circle has one corner: it is the circle that flies, to the bit.
#ifndef CAROM_SHAPES_SWEEP_H
#define CAROM_SHAPES_SWEEP_H

#include "axis.h"
#include "spin_path.h"

#define CR_SWEEP_BLINK 0x1p-12 ///< of the motion

typedef struct CrSweep {
    CaromGeometry moving, target;
    CrSide mover, fixed;
    CaromVec2 translation, pivot; ///< turned about the pivot, which is carried along
    double angle;                 ///< [rad] over all of the time; 0: none
    CaromVec2 heart;              ///< the mean of the corners: of one-sided walls what is in front
    bool oneSided;                ///< the target's edges have their free side on the right
    double reach, speed;          ///< both radii; [m] the way of its fastest corner, at most
    double tolerance;             ///< [m] overlaps below are touches
    CaromBox box;                 ///< that it keeps within, with its radius
} CrSweep;

typedef struct CrSweepHit {
    double tau;
    CaromVec2 normal; ///< from the target to what moves
    CaromVec2 point;  ///< on the target's surface
    int edge;
    int vertex; ///< of the target, where one was met, else −1
} CrSweepHit;

/// A place at a time: overlap < 0.
typedef struct CrSweepGap {
    double gap;
    CaromVec2 normal, point; ///< as those of hits
    int edge;
} CrSweepGap;

/// False where what moves is not convex, has more corners than CAROM_MOVING_POINTS, or one of them
/// has too few points. oneSided: of walls; solids look to it themselves.
bool crSweepMake(CrSweep *sweep, const CaromGeometry *moving, CaromVec2 pivot,
                 CaromVec2 translation, double angle, const CaromGeometry *target, bool oneSided);
/// The first entry at tau >= after (> after where `beyond` is set), up to 1.
bool crSweepMeets(const CrSweep *sweep, double after, bool beyond, CrSweepHit *hit);
/// How far apart they are at a time.
CrSweepGap crSweepGapAt(const CrSweep *sweep, double tau);
/// The first time after `after` at which they don't overlap; > 1: none. One that turns may be free
/// for less than CR_SWEEP_BLINK unnoticed.
double crSweepLeaves(const CrSweep *sweep, double after);
/// The first hit by the policy for starts inside. *exits: it is an exit.
bool crSweepCast(const CrSweep *sweep, CaromInside inside, CrSweepHit *hit, bool *startsInside,
                 bool *exits);

#endif
