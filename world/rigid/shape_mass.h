// SPDX-License-Identifier: MIT
// The mass of a shape where it is baked, and of several shapes together.
#ifndef CAROM_WORLD_RIGID_SHAPE_MASS_H
#define CAROM_WORLD_RIGID_SHAPE_MASS_H

#include "../../shapes/build.h"
#include "../data/world.h"

/// Mass, centre and inertia about it; the centre is where the shapes are baked.
typedef struct CrMassSum {
    double mass, inertia; ///< [kg], [kg·m²]
    CaromVec2 center;
} CrMassSum;

/// Returns the area of a baked shape, its centroid and second moment, as caromGeometryMass. Tile
/// maps have those of their solid tiles.
CaromMass crShapeMassOf(const CrShape *shape);
/// Returns the sum with one shape more. Sensors, and shapes without area or density, add nothing.
CrMassSum crMassSumWith(const CaromWorld *world, CrMassSum sum, const CrShape *shape);
/// Returns the sum over all shapes of a body; mass 0 if there is none.
CrMassSum crMassSumOfBody(const CaromWorld *world, uint32_t body);

#endif
