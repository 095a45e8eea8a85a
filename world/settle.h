// SPDX-License-Identifier: MIT
// The end of a bounce series. A ball that returns from each bounce with e < 1 of its normal speed u
// under a normal acceleration −g makes infinitely many bounces in the finite time 2u/g · (1 + e +
// e² + …) = (2u/g) / (1 − e). Where that is within the recipe's restTime, and the face goes on
// under it and nothing stands in its way, the series is summed up: the projectile glides to its
// limit and rests there.
#ifndef CAROM_WORLD_SETTLE_H
#define CAROM_WORLD_SETTLE_H

#include "place.h"

typedef struct CrSupport {
    uint32_t shape;
    int edge;
    CrPart part;
} CrSupport;

/// After a bounce off the support with this restitution < 1: settles flight i if its series is
/// short enough.
void crFlightSettle(CaromWorld *world, uint32_t i, const CrSupport *support, const CrTouch *touch,
                    double restitution, double friction);
/// The limit is reached.
void crFlightFinishSettling(CaromWorld *world, uint32_t i);
/// Within this of its support's surface it touches it.
#define CR_TOUCHES(place, radius) (256.0 * crPlaceTolerance(place, radius))

/// Its support, which it still touches, has got another motion at the clock: it goes along.
void crFlightFollowSupport(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now);
/// Rests from a time on, moving along with its support.
void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support);
/// The support of a resting or settling flight; false where it is gone.
bool crFlightSupport(const CaromWorld *world, uint32_t i, CrSupport *support);

/// When a flight that overlaps a body has left it: the time from which on it may meet it. leave.c
double crFlightLeavesBody(const CaromWorld *world, uint32_t i, uint32_t body);

#endif
