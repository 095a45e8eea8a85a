// SPDX-License-Identifier: MIT
// Motion along a surface: sliding with Coulomb friction, or rolling with rolling resistance. It
// consists of legs of constant acceleration from an anchor, so the laws of flight hold here too.
//
// On a straight face the pull along it is constant, and so is the friction μ·g of the pressing
// acceleration g. The leg ends where the flight stops, at the end of the face, or at an obstacle
// (found by the search as for any leg). Round a convex corner, or along a round shape, the centre
// of a disc follows a polygon around the arc. Its facets turn by FACET each and touch the arc: the
// centre is never nearer than its radius, and farther by at most radius · FACET²/8. On each facet
// the acceleration is constant again. The facets' ends lie at the right height, so no energy is
// gained or lost. Where the speed is too high for the curve, v² > g·r, it takes off.
//
// The path lies above the surface by a small gap, some roundings of a coordinate. So no rounding
// makes it meet the face it slides on, or a neighbour that lies flush.
#ifndef CAROM_WORLD_SUPPORT_SLIDE_H
#define CAROM_WORLD_SUPPORT_SLIDE_H

#include "track.h"

/// Sets flight i on its support at a time, near `place`. Only the part of its velocity along the
/// surface counts. It slides, rolls or rests; if nothing presses it on, it flies.
void crFlightSlide(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                   CaromVec2 place, CaromVec2 velocity);

/// Ends the slide's leg at its time. Returns whether it ran into something there, which the caller
/// handles; otherwise a new leg has begun.
bool crFlightFinishSlide(CaromWorld *world, uint32_t i, CrEncounter *hit);
/// Moves flight i along its support from the start of its leg, at a constant speed, at most for so
/// long. So moves the corner that holds it between the support and something else.
void crFlightSlideWedged(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                         double speed, double lasts);
/// Begins a new leg of the slide at a time before its end, since the pull on it has changed.
void crFlightResumeSlide(CaromWorld *world, uint32_t i, double time);

#endif
