// SPDX-License-Identifier: MIT
// A projectile that slides or rests on a spinning body rides along with it. It moves in pieces of
// constant acceleration, each at most a sixty-fourth of a radian. The ends of the pieces lie on the
// surface, by the closed form of shapes/spin_slide.h. Between them the leg stays off the surface by
// a stated bound. So everything on the way is met as by any other leg.
#ifndef CAROM_WORLD_SUPPORT_RIDE_H
#define CAROM_WORLD_SUPPORT_RIDE_H

#include "../../shapes/spin_slide.h"
#include "track.h"

/// Describes flight i at a place on a track, with a speed along it relative to the support.
CrSpinSlide crRideMake(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       const CrTrack *track, CaromVec2 place, double speed);
/// Begins the next piece there. held: it rests, whatever holds it.
void crFlightRideOn(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    const CrTrack *track, CrSpinSlide *slide, CaromVec2 place, bool held);
/// The same for a flight that rests there between the support and something else.
void crFlightRideHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      CaromVec2 place);
/// Return, at a time of its leg, the normal of the face or facet under it, and its speed along
/// that.
CaromVec2 crRideNormal(const CaromWorld *world, uint32_t i, double time, const CrSupport *support);
double crRideSpeed(const CaromWorld *world, uint32_t i, double time, const CrSupport *support);

#endif
