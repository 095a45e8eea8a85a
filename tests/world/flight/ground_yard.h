// SPDX-License-Identifier: MIT
// What the suites of ground friction share: pucks, a box, and a look at what happens in between.
#ifndef CAROM_TESTS_GROUND_YARD_H
#define CAROM_TESTS_GROUND_YARD_H

#include <math.h>
#include <string.h>

#include "../../../shapes/vec.h"
#include "../../support/builder.h"
#include "../../support/meet_yard.h"

static inline CaromProjectileDef puck(double x, double y, double vx, double vy, double k)
{
    CaromProjectileDef def = newShot(caromVec2(x, y), caromVec2(vx, vy));
    def.groundDeceleration = k;
    return def;
}

static inline CaromVec2 placeOf(const CaromWorld *world, CaromProjectileId id)
{
    return caromProjectilePosition(world, id);
}

static inline bool rests(const CaromWorld *world, CaromProjectileId id)
{
    CaromVec2 v = caromProjectileVelocity(world, id);
    return caromProjectileMode(world, id) == CAROM_PROJECTILE_RESTING && v.x == 0.0 && v.y == 0.0;
}

/// Steps at 60 Hz up to a time; counts hits and keeps the last change of mode.
typedef struct Watch {
    int hits, meets, modes;
    CaromModeEvent last;
} Watch;

static inline Watch watch(CaromWorld *world, double until)
{
    Watch seen;
    memset(&seen, 0, sizeof seen);
    while (caromWorldTime(world) < until) {
        CaromEvents events = eventsUntil(world, fmin(caromWorldTime(world) + 1.0 / 60.0, until));
        seen.hits += events.hitCount;
        seen.meets += events.meetCount;
        seen.modes += events.modeCount;
        if (events.modeCount > 0) {
            seen.last = events.modes[events.modeCount - 1];
        }
    }
    return seen;
}

/// Four walls around ±h.
static inline void addBox(CaromWorld *world, double h)
{
    const CaromVec2 at[4] = {{-h, -h}, {h, -h}, {h, h}, {-h, h}};
    newChain(world, newRest(world), at, 4, CAROM_CHAIN_CLOSED);
}

#endif
