// SPDX-License-Identifier: MIT
// What a shape is to others, but for its geometry: filter and surface numbers. Most shapes of a
// world are of few kinds, so each kind is stored once.
#ifndef CAROM_WORLD_GEOMETRY_SHAPE_TRAITS_H
#define CAROM_WORLD_GEOMETRY_SHAPE_TRAITS_H

#include "../data/world.h"

/// One user more of what is equal to the bit; CR_NONE: no memory.
uint32_t crShapeTraitsTake(CaromWorld *world, const CrShapeTraits *traits);
void crShapeTraitsDrop(CaromWorld *world, uint32_t traits);
/// Those after the first so many, all dropped again, were never there.
void crShapeTraitsCut(CaromWorld *world, int count);
/// The shape in a slot is made of it from now on; false where memory is short.
bool crShapeTraitsSet(CaromWorld *world, uint32_t slot, const CrShapeTraits *traits);
void crShapeTraitsFree(CaromWorld *world);
/// The material of traits, without its cookie.
static inline CaromShapeMaterial crMaterialOfTraits(const CrShapeTraits *traits)
{
    CaromShapeMaterial material = {traits->restitution,
                                   traits->friction,
                                   traits->rollingResistance,
                                   traits->surfaceSpeed,
                                   traits->material,
                                   traits->bodyRestitution,
                                   traits->bodyFriction,
                                   traits->bodyRollingResistance,
                                   0};
    return material;
}
static inline void crTraitsSetMaterial(CrShapeTraits *traits, const CaromShapeMaterial *material)
{
    traits->restitution = material->restitution;
    traits->friction = material->friction;
    traits->rollingResistance = material->rollingResistance;
    traits->surfaceSpeed = material->surfaceSpeed;
    traits->material = material->material;
    traits->bodyRestitution = material->bodyRestitution;
    traits->bodyFriction = material->bodyFriction;
    traits->bodyRollingResistance = material->bodyRollingResistance;
}

#endif
