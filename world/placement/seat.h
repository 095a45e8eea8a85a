// SPDX-License-Identifier: MIT
// Where a body has a place that a flight is to start from.
#ifndef CAROM_WORLD_PLACEMENT_SEAT_H
#define CAROM_WORLD_PLACEMENT_SEAT_H

#include "../../shapes/vec.h"

/// Where a body's shapes, as they are baked, have a place: on which side of them it is, where that
/// is less than roundings of the world can tell.
typedef struct CrSeat {
    uint32_t body;
    CaromVec2 local;
    uint32_t shape; ///< and where a new transform has left even that to roundings, of this edge it
    int edge, side; ///< is on this side: 1 left, -1 right, 0: nothing is known
} CrSeat;

#endif
