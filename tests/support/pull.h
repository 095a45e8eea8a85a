// SPDX-License-Identifier: MIT
// Bodies that accelerate, for tests: what rigid bodies do in free flight, without the rest of them.
#ifndef CAROM_TESTS_PULL_H
#define CAROM_TESTS_PULL_H

#include "../../world/bodies/body.h"
#include "../../world/core/limits.h"
#include "assertions.h"

/// Gives a kinematic body an acceleration from the current time on; its velocity and spin stay.
static inline CaromError pullBody(CaromWorld *world, CaromBodyId id, CaromVec2 acceleration)
{
    const CrBody *body = &world->bodies[id.index - 1];
    return crBodySetMotion(world, id.index - 1, crMotionVelocity(&body->own, world->time),
                           acceleration, body->own.spin);
}

/// Whether a body may have one: it lives, moves, and hangs from nothing that turns its frame.
static inline bool mayPull(const CaromWorld *world, CaromBodyId id)
{
    return caromBodyIsValid(world, id) &&
           world->bodies[id.index - 1].type == CAROM_BODY_KINEMATIC &&
           world->bodies[id.index - 1].parent == CR_NONE;
}

#endif
