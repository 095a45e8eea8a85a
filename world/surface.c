// SPDX-License-Identifier: MIT
#include "surface.h"

double crMixed(CaromMix mix, double a, double b)
{
    switch (mix) {
    case CAROM_MIX_MAX:
        return crMax(a, b);
    case CAROM_MIX_MIN:
        return crMin(a, b);
    case CAROM_MIX_AVERAGE:
        return 0.5 * (a + b);
    default:
        return a * b;
    }
}

CrSurface crSurfaceOf(const CaromWorld *world, const CrRecipe *recipe, const CrShape *shape)
{
    const CaromProjectileDef *def = &recipe->def;
    CrSurface surface = {0};
    surface.restitution = crMixed(world->restitutionMix, def->restitution, shape->restitution);
    surface.friction = crMixed(world->frictionMix, def->friction, shape->friction);
    surface.rollingResistance =
        crMixed(world->frictionMix, def->rollingResistance, shape->rollingResistance);
    surface.ricochetSine = 1.0;
    surface.steep = CAROM_HIT_BOUNCE;
    surface.pierceLoss = def->pierceLoss;
    surface.pierceDrag = def->pierceDrag;
    return surface;
}
