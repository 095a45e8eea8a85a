// SPDX-License-Identifier: MIT
#include "grip.h"

#include "../geometry/materials.h"

CrGrip crGripOf(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 pull,
                CaromVec2 along, double press)
{
    const CrFlightDef *flightDef = &world->flightDefs[world->flights.hot[i].flightDef];
    CrSurface surface =
        crSurfaceOf(world, flightDef, &world->shapes[support->shape], support->edge);
    bool rolls = flightDef->def.rolls;
    double drive = crDot(pull, along);
    CrGrip grip = {rolls ? drive * (2.0 / 3.0) : drive,
                   press * (rolls ? surface.rollingResistance : surface.friction)};
    return grip;
}
