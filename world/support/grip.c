// SPDX-License-Identifier: MIT
#include "grip.h"

#include "../geometry/materials.h"

CrGrip crGripOf(const CaromWorld *world, uint32_t i, const CrSupport *support, CaromVec2 pull,
                CaromVec2 along, double press)
{
    const CrRecipe *recipe = &world->recipes[world->flights.hot[i].recipe];
    CrSurface surface = crSurfaceOf(world, recipe, &world->shapes[support->shape], support->edge);
    bool rolls = recipe->def.rolls;
    double drive = crDot(pull, along);
    CrGrip grip = {rolls ? drive * (2.0 / 3.0) : drive,
                   press * (rolls ? surface.rollingResistance : surface.friction)};
    return grip;
}
