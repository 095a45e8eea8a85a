// SPDX-License-Identifier: MIT
// Wedges: a projectile pressed into the corner between its support and another face comes to rest
// there, by ever shorter bounces between the two. If the other face moves, the corner moves along
// the support. Its constant speed u keeps both faces in contact: (u t − v) · n = 0. Here t is the
// support's direction; n and v are the other face's normal and velocity relative to the support. u
// = 0 if the other face only slides past. The friction of a support whose surface runs along under
// the projectile may keep it from being pressed to the other face. Then the other face leaves it
// behind.
#ifndef CAROM_WORLD_RESPONSE_WEDGE_H
#define CAROM_WORLD_RESPONSE_WEDGE_H

#include "impact.h"

/// Handles a flight that slid or rested on its support, with this normal, and has bounced off
/// something else. If it is held between the two, and the remaining bounces take less than
/// restTime, it rests or moves along with the corner. Otherwise returns false and changes nothing.
bool crFlightWedge(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 normal,
                   const CrImpact *contact);

#endif
