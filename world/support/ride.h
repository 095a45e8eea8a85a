// SPDX-License-Identifier: MIT
// What slides or rests on something that spins rides along with it: by pieces of constant
// acceleration, each a sixty-fourth of a radian at most, whose ends lie on the surface as the
// closed form has them (shapes/spin_slide.h). Between them the leg keeps off the surface by a
// stated bound, so that all that is met on the way is met as by any other leg.
#ifndef CAROM_WORLD_SUPPORT_RIDE_H
#define CAROM_WORLD_SUPPORT_RIDE_H

#include "../../shapes/spin_slide.h"
#include "track.h"

/// Flight i at a place on a track, with a speed along it as seen from the support.
CrSpinSlide crRideMake(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       const CrTrack *track, CaromVec2 place, double speed);
/// Begins the next piece there. held: it rests, whatever holds it.
void crFlightRideOn(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                    const CrTrack *track, CrSpinSlide *slide, CaromVec2 place, bool held);
/// The same for what rests there between the support and something else.
void crFlightRideHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      CaromVec2 place);
/// At a time of its leg: the normal of the face or facet under it, and its speed along that.
CaromVec2 crRideNormal(const CaromWorld *world, uint32_t i, double time, const CrSupport *support);
double crRideSpeed(const CaromWorld *world, uint32_t i, double time, const CrSupport *support);

#endif
