// SPDX-License-Identifier: MIT
// The way out of shapes that a place reaches into, since they were scaled or made again around it:
// out of the deepest, by the nearest way, then out of the next, until it is free. Between two faces
// it goes along the first to the place where it touches both. A shape that contains the centre is
// left only if it belongs to the one body that caused this; and the way passes through nothing
// else.
#ifndef CAROM_WORLD_PLACEMENT_DEPENETRATE_H
#define CAROM_WORLD_PLACEMENT_DEPENETRATE_H

#include "place.h"

/// As crPlaceFresh: the free place for flight i nearest to `wish`, where there is one. Of the body
/// of its seat even what the centre is in is left.
bool crPlaceOut(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place);

#endif
