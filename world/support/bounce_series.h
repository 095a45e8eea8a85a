// SPDX-License-Identifier: MIT
// The end of a bounce series. A ball that returns from each bounce with e < 1 of its normal speed u
// under a normal acceleration −g makes infinitely many bounces in the finite time 2u/g · (1 + e +
// e² + …) = (2u/g) / (1 − e). Where that is within the flight def's restTime, and the face goes on
// under it and nothing stands in its way, the series is summed up: the projectile glides to its
// limit, and slides, rolls or rests from there. On what spins there is no such sum: the rest is cut
// off where it is short.
#ifndef CAROM_WORLD_SUPPORT_BOUNCE_SERIES_H
#define CAROM_WORLD_SUPPORT_BOUNCE_SERIES_H

#include "../geometry/materials.h"
#include "slide.h"

/// After a bounce off the support with this restitution < 1: settles flight i if its series is
/// short enough.
void crFlightSettle(CaromWorld *world, uint32_t i, const CrSupport *support, const CrTouch *touch,
                    double restitution, const CrSurface *surface);
/// What made it slide, roll or rest has changed at the clock: from the next step on it goes along
/// its support anew, unless it is glued or stuck there.
void crFlightSettleAnew(CaromWorld *world, uint32_t i, const CrSupport *support);
/// The limit is reached.
void crFlightFinishSettling(CaromWorld *world, uint32_t i);

#endif
