// SPDX-License-Identifier: MIT
// Drag as a constant acceleration: the one that takes a velocity to where v' = a − k·v − c·|v|·v
// takes it within an interval h.
//
// With the rate κ = k + c·s frozen the equation is linear, and its end velocity exact: v decays
// towards a/κ by e^(−κh). s is the speed in the middle of the interval, by half a step of the
// implicit Euler method. So linear drag alone is exact at the end of every interval; the terminal
// velocity is reached and kept exactly, of quadratic drag too; without another acceleration the
// speed only shrinks; nothing overshoots, whatever k, c and h are. An exponential midpoint rule,
// of second order: Hochbruck and Ostermann, "Exponential integrators", Acta Numerica 19 (2010).
//
// The error of the place, against the true solution, grows by less than h²·L·D/8 per second, where
// L = k + 2·c·|v| is the largest rate and D = |a| + k·|v| + c·|v|² the largest deceleration on the
// way, as long as L·h <= 1. By linear drag alone it is at most that of chords, h²/12·k²·|v − a/k|.
// Events within an interval find the velocity on its chord, off by up to h²·L·D/8; however many,
// they add at most h²·L·D/4 to its error.
#ifndef CAROM_WORLD_FLIGHT_ACCELERATION_H
#define CAROM_WORLD_FLIGHT_ACCELERATION_H

#include "../../shapes/inline.h"
#include "../api/projectiles.h"
#include "../data/world.h"

typedef struct CrDrag {
    double linear, quadratic; ///< k [1/s], c [1/m]
} CrDrag;

/// velocity: at the start of an interval of `duration` > 0; acceleration: all but drag.
CaromVec2 crDragAcceleration(const CrDrag *drag, CaromVec2 velocity, CaromVec2 acceleration,
                             double duration);

/// (1 − e^−x)/x, x >= 0: the mean of e^−xt over t in [0, 1].
double crMeanDecay(double x);
/// The constant deceleration of what drag and a deceleration `ground` slow down on a straight way:
/// at the end of the interval the speed is that of s' = −ground − κ·s. What stops before that does
/// so at the deceleration halfway between now and then.
double crDragDeceleration(const CrDrag *drag, double ground, double speed, double duration);

/// The acceleration of a leg of flight i that starts at a time with a velocity: gravity, its own,
/// forces, drag until the next kP, and the ground's friction (ground.h).
CaromVec2 crFlightAcceleration(const CaromWorld *world, uint32_t i, double time,
                               CaromVec2 velocity);
/// The same for what slides: friction turns with the velocity, so the part along the surface fades
/// until the next kP and never overshoots. `pull` is returned where there is no ground friction.
CaromVec2 crGroundPullAlong(const CaromWorld *world, uint32_t i, double time, CaromVec2 velocity,
                            CaromVec2 along, CaromVec2 pull);
/// When it is steered next; CR_NEVER where nothing steers it.
double crFlightSteerDue(const CaromWorld *world, uint32_t i);

const CaromProjectileDef *crFlightDef(const CaromWorld *world, uint32_t i);

#endif
