// SPDX-License-Identifier: MIT
#include "materials.h"

#include "shape_storage.h"
#include "shape_view.h"

double crMixed(CaromMix mix, double a, double b)
{
    CR_ASSERT(mix < CAROM_MIX_COUNT);
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

// ---- the table of pairs

/// Of two keys never the same.
static uint32_t priorityOf(uint32_t key)
{
    uint32_t bits = key * 2654435769u;
    bits = (bits ^ (bits >> 15)) * 2246822519u;
    return bits ^ (bits >> 13);
}

const CrPair *crPairFrom(const CaromWorld *world, uint32_t key)
{
    const CrPair *best = NULL;
    for (int k = world->pairRoot; k >= 0;) {
        const CrPair *pair = &world->pairs[k];
        best = pair->key >= key ? pair : best;
        k = pair->key == key ? -1 : pair->child[pair->key < key];
    }
    return best;
}

const CrPair *crPairFind(const CaromWorld *world, uint32_t key)
{
    const CrPair *pair = crPairFrom(world, key);
    return pair != NULL && pair->key == key ? pair : NULL;
}

/// The entry that leads to a key: the lowest one above it in the tree.
static int *linkTo(CaromWorld *world, uint32_t key)
{
    int *link = &world->pairRoot;
    while (world->pairs[*link].key != key) {
        link = &world->pairs[*link].child[world->pairs[*link].key < key];
    }
    return link;
}

// It goes above all of lower priority; what was there is split into lower and higher keys.
void crPairInsert(CaromWorld *world, const CrPair *pair)
{
    int fresh = crArrayCount(world->pairs), *link = &world->pairRoot;
    crArrayPush(world->pairs, *pair);
    CrPair *pairs = world->pairs;
    while (*link >= 0 && priorityOf(pairs[*link].key) > priorityOf(pair->key)) {
        link = &pairs[*link].child[pairs[*link].key < pair->key];
    }
    int rest = *link, *lower = &pairs[fresh].child[0], *higher = &pairs[fresh].child[1];
    *link = fresh;
    while (rest >= 0) {
        int **side = pairs[rest].key < pair->key ? &lower : &higher;
        **side = rest;
        *side = &pairs[rest].child[side == &lower];
        rest = **side;
    }
    *lower = *higher = -1;
}

// Its children are merged in its place; the last of the array takes its room.
void crPairRemove(CaromWorld *world, uint32_t key)
{
    CrPair *pairs = world->pairs;
    int *link = linkTo(world, key), gone = *link, last = crArrayCount(pairs) - 1;
    int low = pairs[gone].child[0], high = pairs[gone].child[1];
    while (low >= 0 && high >= 0) {
        bool isLow = priorityOf(pairs[low].key) > priorityOf(pairs[high].key);
        int *side = isLow ? &low : &high, top = *side;
        *link = top;
        link = &pairs[top].child[isLow];
        *side = *link;
    }
    *link = low >= 0 ? low : high;
    if (gone != last) {
        *linkTo(world, pairs[last].key) = gone;
        pairs[gone] = pairs[last];
    }
    crArraySetCount(world->pairs, last);
}

bool crPairsHold(const CaromWorld *world)
{
    int count = 0, all = crArrayCount(world->pairs);
    bool ok = (world->pairRoot >= 0) == (all > 0);
    for (const CrPair *pair = crPairFrom(world, 0); pair != NULL; pair = crPairNext(world, pair)) {
        for (int k = 0; k < 2 && pair->child[k] >= 0; k++) {
            uint32_t child = world->pairs[pair->child[k]].key;
            ok &= (child > pair->key) == (k == 1) && priorityOf(child) < priorityOf(pair->key);
        }
        ok &= pair->ricochetSine == caromRotation(pair->surface.ricochetAngle).s;
        count++;
    }
    return ok && count == all;
}

// ---- surfaces

static CrSurface surfaceOfPair(const CrPair *pair)
{
    const CaromSurface *given = &pair->surface;
    CrSurface surface = {given->restitution,    given->friction,    given->rollingResistance,
                         given->minBounceSpeed, pair->ricochetSine, given->steep,
                         given->pierceLoss,     given->pierceDrag};
    return surface;
}

CrSurface crSurfaceOfTraits(const CaromWorld *world, const CrFlightDef *flightDef,
                            const CrShapeTraits *traits, uint32_t material)
{
    const CaromProjectileDef *def = &flightDef->def;
    const CrPair *pair = crPairFind(world, crPairKey(def->material, material));
    if (pair != NULL) {
        return surfaceOfPair(pair);
    }
    CrSurface surface = {0};
    surface.restitution = crMixed(world->restitutionMix, def->restitution, traits->restitution);
    surface.friction = crMixed(world->frictionMix, def->friction, traits->friction);
    surface.rollingResistance =
        crMixed(world->frictionMix, def->rollingResistance, traits->rollingResistance);
    surface.ricochetSine = 1.0;
    surface.steep = CAROM_HIT_BOUNCE;
    surface.pierceLoss = def->pierceLoss;
    surface.pierceDrag = def->pierceDrag;
    return surface;
}

CrSurface crSurfaceOf(const CaromWorld *world, const CrFlightDef *flightDef, const CrShape *shape,
                      int edge)
{
    return crSurfaceOfTraits(world, flightDef, crShapeTraitsOf(world, shape),
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
    for (int k = 0; k < crArrayCount(world->pairs) && !any; k++) {
        any = world->pairs[k].surface.steep == CAROM_HIT_EXPLODE;
    }
    return any;
}
