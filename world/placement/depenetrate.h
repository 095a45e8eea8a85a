// SPDX-License-Identifier: MIT
// The way out of what a place reaches into since that was scaled, or made anew, around it: out of
// the deepest, by the nearest way, then out of the next, until it is free. Between two faces it
// goes on along the first to where it touches both. What the centre is in is left only where it is
// of the one body that brought it there; and nothing else is passed on the way.
#ifndef CAROM_WORLD_PLACEMENT_DEPENETRATE_H
#define CAROM_WORLD_PLACEMENT_DEPENETRATE_H

#include "place.h"

/// As crPlaceFresh: the free place for flight i nearest to `wish`, where there is one. Of the body
/// of its seat even what the centre is in is left.
bool crPlaceOut(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place);

#endif
