// SPDX-License-Identifier: MIT
// The end of a bounce series. A ball returns from each bounce with e < 1 of its normal speed u,
// under a normal acceleration −g. It makes infinitely many bounces in the finite time 2u/g · (1 + e
// + e² + …) = (2u/g) / (1 − e). If that time is within the flight def's restTime, the face is long
// enough and nothing stands in the way, the series is summed up. The projectile glides to the
// limit, and slides, rolls or rests from there. On a spinning surface there is no such sum: there
// the series is cut off once its remainder is short.
#ifndef CAROM_WORLD_SUPPORT_BOUNCE_SERIES_H
#define CAROM_WORLD_SUPPORT_BOUNCE_SERIES_H

#include "../geometry/materials.h"
#include "slide.h"

/// After a bounce off the support with this restitution < 1: settles flight i if its series is
/// short enough.
void crFlightSettle(CaromWorld *world, uint32_t i, const CrSupport *support, const CrTouch *touch,
                    double restitution, const CrSurface *surface);
/// Makes a flight start along its support again in the next step, since what made it slide, roll or
/// rest has changed at the clock. No effect if it is glued or stuck there.
void crFlightSettleAnew(CaromWorld *world, uint32_t i, const CrSupport *support);
/// Ends a glide: the limit of the series is reached.
void crFlightFinishSettling(CaromWorld *world, uint32_t i);

#endif
