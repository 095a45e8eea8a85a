// SPDX-License-Identifier: MIT
// Motion along a surface: sliding with Coulomb friction, or rolling with rolling resistance, by
// legs of constant acceleration from an anchor, so that the laws of flight hold here too.
//
// On a straight face the pull along it and the friction μ·g of the pressing acceleration g are
// constant: the leg ends where it comes to a stop, at the end of the face, or at what stands in its
// way (found by the search as for any leg). Round a convex corner, or along a round shape, the
// centre of a disc follows a polygon around the arc, of facets that turn by FACET each and touch
// it: it is never nearer than its radius, and farther by at most radius · FACET²/8; on each facet
// the acceleration is constant again, and since the facets' ends lie as high as they should, no
// energy is gained or lost. Where the speed is too high for the curve, v² > g·r, it takes off.
//
// The way lies a hair above the surface, some roundings of a coordinate, so that no rounding makes
// it meet the face it slides on, or a neighbour that lies flush.
#ifndef CAROM_WORLD_SUPPORT_SLIDE_H
#define CAROM_WORLD_SUPPORT_SLIDE_H

#include "track.h"

/// Sets flight i on its support at a time, near `place`, with a velocity of which the part along
/// the surface counts: it slides, rolls, rests, or, where nothing presses it on, flies.
void crFlightSlide(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                   CaromVec2 place, CaromVec2 velocity);

/// What the end of a slide leads to: a new leg, which has begun, or a hit, which is up to the
/// caller.
typedef struct CrSlideEnd {
    bool hits;
    CrEncounter encounter; ///< of the hit
} CrSlideEnd;
/// Ends the slide's leg, whose time has come.
CrSlideEnd crFlightFinishSlide(CaromWorld *world, uint32_t i);
/// From where it is at the start of its leg flight i goes along its support with a speed that stays
/// as it is, at most for so long: as the corner does that holds it between that and something else.
void crFlightSlideWedged(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                         double speed, double lasts);
/// A new leg of the slide, from a time before its end: what acts on it has changed.
void crFlightResumeSlide(CaromWorld *world, uint32_t i, double time);

#endif
