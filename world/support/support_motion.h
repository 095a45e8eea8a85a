// SPDX-License-Identifier: MIT
// The motion of a support, as a projectile on it feels it.
#ifndef CAROM_WORLD_SUPPORT_SUPPORT_MOTION_H
#define CAROM_WORLD_SUPPORT_SUPPORT_MOTION_H

#include "../flight/where.h"

/// [rad/s] Returns how fast the support turns under the projectile. A circle about the pivot of its
/// body looks the same however it turns. For this purpose it stands still, and its surface runs
/// along itself.
double crSupportSpin(const CaromWorld *world, const CrSupport *support);
/// [m/s] Returns how fast its surface runs along itself: that of a belt, or of such a circle.
double crSupportRuns(const CaromWorld *world, const CrSupport *support);
/// Returns the velocity of its material at a place and time; for such a circle that of its centre.
CaromVec2 crSupportVelocity(const CaromWorld *world, const CrSupport *support, double time,
                            CaromVec2 place);
/// Returns its pose; for such a circle without the turn.
CrPose crSupportPose(const CaromWorld *world, const CrSupport *support, double time);
/// [m/s²] Returns the apparent acceleration at a place in its turning frame, apart from the pull of
/// the world.
CaromVec2 crSupportWhirl(const CaromWorld *world, const CrSupport *support, double time,
                         CaromVec2 place);

#endif
