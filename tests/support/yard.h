// SPDX-License-Identifier: MIT
// What a test by hand begins with: a world, and bodies to put things on.
#ifndef CAROM_TESTS_YARD_H
#define CAROM_TESTS_YARD_H

#include "../../world/api/carom.h"

static inline CaromWorld *newWorld(void)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    return caromWorldCreate(&def, NULL);
}

/// [m/s²] pulls down.
static inline CaromWorld *newWorldUnder(double gravity)
{
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    def.gravity = caromVec2(0.0, -gravity);
    return caromWorldCreate(&def, NULL);
}

static inline CaromBodyId newBody(CaromWorld *world, CaromBodyType type, CaromVec2 position,
                                  CaromVec2 velocity)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.position = position;
    def.velocity = velocity;
    return caromBodyCreate(world, &def);
}

static inline CaromBodyId newMoving(CaromWorld *world, CaromVec2 position, CaromVec2 velocity)
{
    return newBody(world, CAROM_BODY_KINEMATIC, position, velocity);
}

static inline CaromBodyId newRest(CaromWorld *world)
{
    return newBody(world, CAROM_BODY_STATIC, caromVec2(0, 0), caromVec2(0, 0));
}

#endif
