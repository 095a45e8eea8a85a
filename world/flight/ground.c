// SPDX-License-Identifier: MIT
#include "ground.h"

#include "../core/lattice.h"
#include "../events/event.h"
#include "acceleration.h"
#include "leg.h"

static const CaromProjectileDef *defOf(const CaromWorld *world, uint32_t i)
{
    return &world->flightDefs[world->flights.hot[i].flightDef].def;
}

CaromError crGroundCheck(const CaromProjectileDef *def, CaromVec2 pull)
{
    bool isPulled = pull.x != 0.0 || pull.y != 0.0;
    return crIsGrounded(def) && isPulled ? CAROM_ERROR_GROUND : CAROM_OK;
}

// ---- how it slows down

CaromVec2 crGroundAcceleration(const CaromWorld *world, const CaromProjectileDef *def, double time,
                               CaromVec2 velocity)
{
    double speed = crLength(velocity), deceleration = def->groundDeceleration;
    if (!(speed > 0.0)) {
        return crVec(0.0, 0.0);
    }
    if (crIsDragged(def)) {
        CrDrag drag = {def->linearDrag, def->quadraticDrag};
        double duration = crSteerAfter(world->steerInterval, time) - time;
        deceleration = crDragDeceleration(&drag, deceleration, speed, duration);
    }
    return crSquarable(crScale(crUnit(velocity, speed), -deceleration));
}

CaromVec2 crGroundPullAlong(const CaromWorld *world, uint32_t i, double time, CaromVec2 velocity,
                            CaromVec2 along, CaromVec2 pull)
{
    double speed = crLength(velocity);
    if (!crIsGrounded(defOf(world, i)) || !(speed > 0.0)) {
        return pull;
    }
    double rate = crLength(pull) / speed;
    double duration = crSteerAfter(world->steerInterval, time) - time;
    double fades = 1.0 - crMeanDecay(rate * duration);
    return crAddScaled(pull, along, crDot(velocity, along) * rate * fades);
}

// ---- until it rests

double crGroundTimeToStop(const CaromWorld *world, uint32_t i)
{
    const CaromProjectileDef *def = defOf(world, i);
    double deceleration = def->groundDeceleration;
    if (crIsDragged(def)) {
        deceleration = crMax(deceleration, crLength(crFlightPull(&world->flights, i)));
    }
    return crLength(world->flights.hot[i].velocity) / deceleration;
}

bool crGroundHolds(const CaromWorld *world, uint32_t i, double duration)
{
    return crIsGrounded(defOf(world, i)) && duration >= crGroundTimeToStop(world, i);
}
