// SPDX-License-Identifier: MIT
// How the thing moves that a projectile leans on, as that projectile feels it.
#ifndef CAROM_WORLD_SUPPORT_SUPPORT_MOTION_H
#define CAROM_WORLD_SUPPORT_SUPPORT_MOTION_H

#include "../flight/where.h"

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

#endif
