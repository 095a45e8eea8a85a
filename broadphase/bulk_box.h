// SPDX-License-Identifier: MIT
// Where most of many boxes are, so that cells need not reach as far as to a few that are far off:
// what a game has parked beyond its map, or what is as large as all of it.
// Inside of the broadphase only.
#ifndef CAROM_BROADPHASE_BULK_BOX_H
#define CAROM_BROADPHASE_BULK_BOX_H

#include "../shapes/inline.h"

/// Never more boxes are left out.
#define CR_MOST_STRAYS 64

/// The box around all but those that are far from most of them or far larger, if these are few:
/// one in eight, and CR_MOST_STRAYS. Else `all`, the box around all. Costs little more than a look
/// at 32 of them where that is `all`, and a look at each where it isn't.
CaromBox crBoxOfMost(const CaromBox *boxes, int count, CaromBox all);

#endif
