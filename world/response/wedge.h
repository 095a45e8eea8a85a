// SPDX-License-Identifier: MIT
// Between two faces. What is pressed into the corner between its support and something else comes
// to rest there by ever shorter bounces to and fro. Where the other one moves, the corner does so
// along the support, at the constant speed u at which both are touched still: (u t − v) · n = 0 of
// the support's direction t, and the other one's normal n and velocity v as seen from the support;
// u = 0 where it goes by.
// What the friction of the support, whose surface runs along under it, does not leave pressed to
// the other face is left behind by that.
#ifndef CAROM_WORLD_RESPONSE_WEDGE_H
#define CAROM_WORLD_RESPONSE_WEDGE_H

#include "impact.h"

/// What slid or rested on its support with this normal and has bounced off something else: where it
/// is held between the two, and the rest of such bounces takes less than restTime, it rests, or
/// goes on as the corner does. False, and nothing is changed: it is not so.
bool crFlightWedge(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   const CrImpact *contact);

#endif
