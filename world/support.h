// SPDX-License-Identifier: MIT
// What holds a projectile up, and resting on it.
#ifndef CAROM_WORLD_SUPPORT_H
#define CAROM_WORLD_SUPPORT_H

#include "place.h"

/// A face of an edge, or the cap at one of its ends.
typedef struct CrSupport {
    uint32_t shape;
    int edge;
    CrPart part;
} CrSupport;

/// Within this of its support's surface it touches it.
#define CR_TOUCHES(place, radius) (256.0 * crPlaceTolerance(place, radius))

/// The support that a flight leans on; false where it is gone, or a sensor by now.
bool crFlightSupport(const CaromWorld *world, uint32_t i, CrSupport *support);
void crFlightLeanOn(CaromWorld *world, uint32_t i, const CrSupport *support);
static inline void crFlightLetGo(CaromWorld *world, uint32_t i)
{
    if (crFlightHasExtra(&world->flights, i)) {
        crFlightOwn(&world->flights, i)->supportKey = CR_NONE;
        crFlightOwn(&world->flights, i)->glued = false;
        crFlightOwn(&world->flights, i)->rides = false;
    }
}
/// How old the slot of the shape that it leans on is, for snapshots; of one that is gone 0.
uint32_t crSupportAge(const CaromWorld *world, const CrFlightExtra *extra);
/// The supportMark of the shape that has an edge, if its slot is so old.
uint32_t crSupportMark(const CaromWorld *world, uint32_t key, uint32_t age);
/// Whether flight i at a place, seen from where the support's shape is baked, touches it still, as
/// edits left it.
bool crSupportHolds(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 local);
/// [rad/s] How fast what it leans on turns under it. A circle about the pivot of its body looks the
/// same however it turns: to what leans on it it stands, and its surface runs along itself.
double crSupportSpin(const CaromWorld *world, const CrSupport *support);
/// [m/s] How fast its surface runs along itself: as a belt does, or such a circle.
double crSupportRuns(const CaromWorld *world, const CrSupport *support);
/// The velocity of its material, or of such a circle as a whole, at a place at a time.
CaromVec2 crSupportVelocity(const CaromWorld *world, const CrSupport *support, double time,
                            CaromVec2 place);
/// Where it stands; such a circle as if it did not turn.
CrPose crSupportPose(const CaromWorld *world, const CrSupport *support, double time);
/// [m/s²] What seems to pull at that which lies at a place on it, in its turning frame, beside what
/// pulls in the world.
CaromVec2 crSupportWhirl(const CaromWorld *world, const CrSupport *support, double time,
                         CaromVec2 place);
/// How flight i, near `place` at a time, touches its support.
CrTouch crSupportTouch(const CaromWorld *world, uint32_t i, double time, const CrSupport *support,
                       CaromVec2 place);
/// Rests from a time on, moving along with its support. glued: it was stopped there, so that only
/// the support's end sets it free.
void crFlightRest(CaromWorld *world, uint32_t i, double time, CaromVec2 place,
                  const CrSupport *support, bool glued);
/// Its support, which it still touches, has got another motion, place or size at the clock: what is
/// glued goes along, else friction decides.
void crFlightFollowSupport(CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 now);

#endif
