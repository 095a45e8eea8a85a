// SPDX-License-Identifier: MIT
// How a body that leans on others answers an impulse before the next tick: a crate before a wall
// as the wall does, a lone crate as itself. A local answer: of the body and of those that touch it,
// where they pressed at the last tick, without restitution or friction; static bodies stand.
#ifndef CAROM_WORLD_RIGID_RIGID_RESPONSE_H
#define CAROM_WORLD_RIGID_RIGID_RESPONSE_H

#include "../data/world.h"

#define CR_RESPONSE_MOST 24

/// What one of the bodies takes of a unit impulse: momentum, and angular momentum about its centre.
typedef struct CrRigidShare {
    uint32_t body;
    CaromVec2 push;
    double twist;
} CrRigidShare;

typedef struct CrRigidResponse {
    int count;
    CrRigidShare share[CR_RESPONSE_MOST];
    double answer; ///< [1/kg] by how much the place moves along the impulse; enough for the energy
                   ///< that all of them have then
} CrRigidResponse;

/// Returns whether contacts decide how a dynamic body answers.
bool crRigidLeans(const CaromWorld *world, uint32_t body);
/// The response of a body that leans to a unit impulse along a direction, at an arm from its
/// centre.
void crRigidRespond(const CaromWorld *world, uint32_t body, CaromVec2 arm, CaromVec2 direction,
                    CrRigidResponse *response);

#endif
