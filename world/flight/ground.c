// SPDX-License-Identifier: MIT
#include "ground.h"

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
