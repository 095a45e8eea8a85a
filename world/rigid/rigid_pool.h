// SPDX-License-Identifier: MIT
// The pool of what only dynamic bodies have (CrRigid): taken when a body becomes dynamic for the
// first time, given back when it is destroyed.
#ifndef CAROM_WORLD_RIGID_RIGID_POOL_H
#define CAROM_WORLD_RIGID_RIGID_POOL_H

#include "../data/world.h"

/// Room for one more.
CaromError crRigidsReserve(CaromWorld *world);
void crRigidsFree(CaromWorld *world);
/// Gives a body its entry, with the settings of a def. Room was reserved.
void crRigidTake(CaromWorld *world, uint32_t body, const CaromBodyDef *def);
/// Gives an entry back, if the body has one.
void crRigidRelease(CaromWorld *world, uint32_t body);
/// Checks that bodies and entries name each other, and that the free list is complete.
bool crRigidsHold(const CaromWorld *world);

static inline CrRigid *crRigidOf(const CaromWorld *world, uint32_t body)
{
    return &world->rigids.all[world->bodies[body].rigid];
}

/// Returns whether a body takes part in ticks.
static inline bool crBodyIsSolved(const CrBody *body)
{
    return body->type == CAROM_BODY_DYNAMIC && !body->disabled;
}

#endif
