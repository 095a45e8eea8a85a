// SPDX-License-Identifier: MIT
// Baking: local points into world space under a body's transform, and back into the layers.
#ifndef CAROM_WORLD_BAKE_H
#define CAROM_WORLD_BAKE_H

#include "shape.h"

typedef struct CrBaked {
    CaromVec2 *points; ///< room for the shape's
    double radius;
    bool flipped;
    CaromBox box;
} CrBaked;

/// Takes the local points through its body's frame into `baked->points`: solids keep their solid on
/// the left of each edge. Refuses what the transform flattens or throws out of range.
CaromError crShapeBake(const CaromWorld *world, const CrShape *shape, CrBaked *baked);
void crShapeAdopt(CrShape *shape, const CrBaked *baked);
/// The grid's view of a shape's edges, as if its points were these.
void crShapeWriteItems(const CrShape *shape, const CaromVec2 *points, double radius,
                       CrGridItem *items);

#endif
