// SPDX-License-Identifier: MIT
// What a projectile's matter and a shape's do to each other: what the game gave for the pair of
// their materials or, where it gave nothing, the mixed numbers of both.
#ifndef CAROM_WORLD_GEOMETRY_MATERIALS_H
#define CAROM_WORLD_GEOMETRY_MATERIALS_H

#include "../data/world.h"

typedef struct CrSurface {
    double restitution, friction, rollingResistance;
    double minBounceSpeed; ///< [m/s] below this closing speed it does not bounce
    double ricochetSine;   ///< of the largest angle between path and surface that glances off
    CaromHitAction steep;  ///< what is done beyond it, in place of a bounce
    double pierceLoss, pierceDrag;
} CrSurface;

/// One number of two.
double crMixed(CaromMix mix, double a, double b);
/// Of one edge of a shape.
CrSurface crSurfaceOf(const CaromWorld *world, const CrFlightDef *flightDef, const CrShape *shape,
                      int edge);
/// Of what is of that matter, and of a material.
CrSurface crSurfaceOfTraits(const CaromWorld *world, const CrFlightDef *flightDef,
                            const CrShapeTraits *traits, uint32_t material);
/// A velocity after a bounce, of which w is relative to the surface: Newton's restitution on the
/// normal part, Coulomb's friction on the tangential part. The projectile does not spin. Keller,
/// "Impact with Friction" (1986), for a point mass.
static inline CaromVec2 crBounced(CaromVec2 before, CaromVec2 w, CaromVec2 normal,
                                  double restitution, double friction)
{
    CR_ASSERT(restitution >= 0.0 && friction >= 0.0);
    double push = (1.0 + restitution) * crMax(-crDot(w, normal), 0.0), grip = friction * push;
    CaromVec2 tangent = crLeft(normal), after = crAddScaled(before, normal, push);
    double sliding = crDot(w, tangent);
    // which way it slides no processor can guess: slowed without a branch
    double slowed = copysign(crMax(crAbs(sliding) - grip, 0.0), sliding);
    return slowed != sliding ? crAddScaled(after, tangent, slowed - sliding) : after;
}

/// What a projectile that bounces does there, with a velocity relative to the surface.
CaromHitAction crSurfaceAction(const CrSurface *surface, CaromVec2 velocity, CaromVec2 normal);

/// Whether steep hits make some that bounce explode.
bool crSurfacesExplode(const CaromWorld *world);

static inline uint32_t crPairKey(uint32_t projectileMaterial, uint32_t shapeMaterial)
{
    return projectileMaterial << 16 | shapeMaterial;
}
// The table of pairs is a search tree, balanced by priorities that follow from the keys: Aragon and
// Seidel, "Randomized Search Trees" (1989). All calls O(log pairs).

/// The pair of a key; null: nothing is given for it.
const CrPair *crPairFind(const CaromWorld *world, uint32_t key);
/// The pair with the lowest key that is not below a key, or null.
const CrPair *crPairFrom(const CaromWorld *world, uint32_t key);
/// The pair with the next higher key, or null.
static inline const CrPair *crPairNext(const CaromWorld *world, const CrPair *pair)
{
    return pair->key < UINT32_MAX ? crPairFrom(world, pair->key + 1) : NULL;
}
/// A pair of a new key; there is room for one more.
void crPairInsert(CaromWorld *world, const CrPair *pair);
/// A pair that is there.
void crPairRemove(CaromWorld *world, uint32_t key);
/// Whether each key is where the tree looks for it.
bool crPairsHold(const CaromWorld *world);

#endif
