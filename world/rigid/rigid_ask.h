// SPDX-License-Identifier: MIT
// Asks the contact callback about shapes with CaromShapeDef.askContacts.
//
// At a tick: the contacts of shapes that ask are collided as the solver will do it, and pairs with
// a point that have no answer get one. Answers of pairs without points are dropped. So a pair is
// asked about once, and again when it has parted. Costs only those who ask. Between ticks: where a
// swept path meets a shape that no tick has asked about, it is asked at the time of the impact.
// Without memory for the answer they collide.
#ifndef CAROM_WORLD_RIGID_RIGID_ASK_H
#define CAROM_WORLD_RIGID_RIGID_ASK_H

#include "rigid_mirror.h"

/// After crRigidMeet: asks about the tick's contacts, and disables those that are ignored. On
/// CAROM_ERROR_MEMORY nobody was asked. Called again for the same tick it asks only what was not
/// answered.
CaromError crRigidAsk(CaromWorld *world, double time, double interval);

/// An impact between two ticks.
typedef struct CrRigidMeeting {
    uint32_t shape[2];
    int edge[2];
    double time;
    CaromVec2 point, normal; ///< from the first to the second
    CaromVec2 velocity[2];   ///< [m/s] at the point
} CrRigidMeeting;
/// Whether the two pass through each other.
bool crRigidAskIgnores(CaromWorld *world, const CrRigidMeeting *meeting);

#endif
