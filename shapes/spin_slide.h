// SPDX-License-Identifier: MIT
// Sliding along a straight line on something that spins, as seen from there. With x along the line
// and d across it, from the pivot (d does not change), the pull (a, b) along and across at first,
// which turns backwards there, and θ = ω·τ:
//
//     press   N = ω·(2x' − ω·d) − (b cos θ − a sin θ) − x'²/r
//     slides  x'' = k·(a cos θ + b sin θ + ω²x) ∓ μ·N
//
// Here r is the radius of a curve that it goes round, and k is 1, or 2/3 for what rolls.
// For constant x'²/r that is linear, with sines as its right side: its solution is the sum of its
// power series, which is cut where doubles end. So a slide is computed from the start to the end of
// each piece with no error but rounding. Only the leg between them, a parabola in the world, is
// approximate: it is off the surface by at most 2^-19 of the distance from the pivot and 2 nm, and
// begins with the true velocity within 2^-14 of the surface's and its own.
//
// Coriolis and centrifugal acceleration: Goldstein, "Classical Mechanics" (1980), sec. 4-10.
#ifndef CAROM_SHAPES_SPIN_SLIDE_H
#define CAROM_SHAPES_SPIN_SLIDE_H

#include "inline.h"

typedef struct CrSpinSlide {
    double spin;     ///< [rad/s] not 0
    CaromVec2 place; ///< [m] from the pivot; x along the line, y across it, out of the surface
    double speed;    ///< [m/s] along the line, as seen from there
    CaromVec2 pull;  ///< [m/s²] without the parts due to spinning
    double runs;     ///< [m/s] of the surface, along itself
    double grip;     ///< [1] of the press: the most that friction or rolling resistance do
    double share;    ///< [1] of what drives it along
    double curve;    ///< [1/m] of the way, bent away from the surface's outside; 0: straight
    double lo, hi;   ///< [m] it goes from x = lo to hi
    double lean;     ///< [1] its leg bulges that far along the line for each way out of the surface
    bool slips;      ///< it does, even where friction could just hold it
} CrSpinSlide;

/// How a piece ends.
typedef enum CrSpinEnd {
    CR_SPIN_GOES_ON, ///< into the next piece
    CR_SPIN_STOPS,   ///< it moves as the surface does
    CR_SPIN_SLIPS,   ///< friction holds it no more
    CR_SPIN_RISES,   ///< nothing presses it on
    CR_SPIN_LO,      ///< it is at an end
    CR_SPIN_HI
} CrSpinEnd;

typedef struct CrSpinPiece {
    bool holds; ///< friction holds it all the time
    double lasts;
    CrSpinEnd end;
    double speed;                     ///< along the line at its end
    CaromVec2 velocity, acceleration; ///< of its leg, along and across as these are at first
} CrSpinPiece;

/// [m/s²] Onto the surface.
double crSpinSlidePress(const CrSpinSlide *slide);
/// [m/s²] Along it, without friction, and what friction holds against, at first.
double crSpinSlideDrive(const CrSpinSlide *slide);
/// Its next piece. The press is more than 0.
CrSpinPiece crSpinSlidePiece(const CrSpinSlide *slide);
/// The next piece of what keeps its place on the surface, whatever holds it there.
CrSpinPiece crSpinSlideHeld(const CrSpinSlide *slide);

#endif
