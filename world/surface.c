// SPDX-License-Identifier: MIT
#include "surface.h"

#include "shape.h"

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

int crPairPlace(const CaromWorld *world, uint32_t key)
{
    int lo = 0, hi = crArrayCount(world->pairs);
    while (lo < hi) {
        int middle = lo + (hi - lo) / 2;
        if (world->pairs[middle].key < key) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

const CrPair *crPairFind(const CaromWorld *world, uint32_t key)
{
    int place = crPairPlace(world, key);
    bool found = place < crArrayCount(world->pairs) && world->pairs[place].key == key;
    return found ? &world->pairs[place] : NULL;
}

static CrSurface surfaceOfPair(const CrPair *pair)
{
    const CaromSurface *given = &pair->surface;
    CrSurface surface = {given->restitution,    given->friction,    given->rollingResistance,
                         given->minBounceSpeed, pair->ricochetSine, given->steep,
                         given->pierceLoss,     given->pierceDrag};
    return surface;
}

CrSurface crSurfaceOfMatter(const CaromWorld *world, const CrRecipe *recipe, const CrMatter *matter,
                            uint32_t material)
{
    const CaromProjectileDef *def = &recipe->def;
    const CrPair *pair = crPairFind(world, crPairKey(def->material, material));
    if (pair != NULL) {
        return surfaceOfPair(pair);
    }
    CrSurface surface = {0};
    surface.restitution = crMixed(world->restitutionMix, def->restitution, matter->restitution);
    surface.friction = crMixed(world->frictionMix, def->friction, matter->friction);
    surface.rollingResistance =
        crMixed(world->frictionMix, def->rollingResistance, matter->rollingResistance);
    surface.ricochetSine = 1.0;
    surface.steep = CAROM_HIT_BOUNCE;
    surface.pierceLoss = def->pierceLoss;
    surface.pierceDrag = def->pierceDrag;
    return surface;
}

CrSurface crSurfaceOf(const CaromWorld *world, const CrRecipe *recipe, const CrShape *shape,
                      int edge)
{
    return crSurfaceOfMatter(world, recipe, crShapeMatter(world, shape),
                             crShapeMaterial(world, shape, edge));
}

/// Sines are compared, not angles: sin = closing speed / speed. A sine of 1 is never exceeded, not
/// by a rounding either.
CaromHitAction crSurfaceAction(const CrSurface *surface, CaromVec2 velocity, CaromVec2 normal)
{
    bool glances = surface->ricochetSine >= 1.0 ||
                   -crDot(velocity, normal) <= surface->ricochetSine * crLength(velocity);
    return glances ? CAROM_HIT_BOUNCE : surface->steep;
}

bool crSurfacesExplode(const CaromWorld *world)
{
    bool any = false;
    for (int k = 0; k < crArrayCount(world->pairs); k++) {
        any |= world->pairs[k].surface.steep == CAROM_HIT_EXPLODE;
    }
    return any;
}
