// SPDX-License-Identifier: MIT
// Resting on a support or on the ground; and riding on what spins.
//
// A projectile that slides or rests on a spinning body rides along with it. It moves in pieces of
// constant acceleration, each at most a sixty-fourth of a radian. The ends of the pieces lie on the
// surface, by the closed form of shapes/spin_slide.h. Between them the leg stays off the surface by
// a stated bound. So everything on the way is met as by any other leg.
#ifndef CAROM_WORLD_SUPPORT_REST_H
#define CAROM_WORLD_SUPPORT_REST_H

#include "../../shapes/spin_slide.h"
#include "track.h"

/// Makes flight i rest from a time on, moving along with its support. glued: it was stopped there,
/// and only the end of the support sets it free.
void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support, bool glued);
/// Brings flight i to rest on the ground at a time, where it is.
void crFlightStop(CaromWorld *world, uint32_t i, double time);

/// Describes flight i at a place on a track, with a speed along it relative to the support.
CrSpinSlide crRideMake(const CrLean *lean, const CrFaceTrack *track, CaromVec2 place, double speed);
/// Begins the next piece there. held: it rests, whatever holds it.
void crFlightRideOn(const CrLean *lean, const CrFaceTrack *track, CrSpinSlide *slide,
                    CaromVec2 place, bool held);
/// The same for a flight that rests there between the support and something else.
void crFlightRideHeld(CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                      CaromVec2 place);
/// Returns, at a time of its leg, the speed along its support of a flight that rides.
double crRideSpeed(const CaromWorld *world, uint32_t i, double time, const CrSupport *support);
/// Returns, at a time of its leg, the normal of the face or facet that a flight slides, rolls,
/// rides or rests on.
CaromVec2 crFlightNormal(const CaromWorld *world, uint32_t i, double time,
                         const CrSupport *support);

#endif
