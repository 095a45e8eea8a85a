// SPDX-License-Identifier: MIT
// Baking: local points into world space under a body's transform, and back into the layers.
#ifndef CAROM_WORLD_BODIES_BAKE_H
#define CAROM_WORLD_BODIES_BAKE_H

#include "../data/shape.h"
#include "shape.h"

/// Gives back what setting transforms works with.
void crRebakeRoomFree(CaromWorld *world);

typedef struct CrBaked {
    CaromVec2 *points; ///< room for the shape's
    double radius;
    bool flipped;
    CaromBox box;
    CaromVec2 *apart;   ///< null, or room for a shape that was a twin and is none any more
    CaromVec2 frame[3]; ///< of tile maps: the corner and the sides of tile (0, 0)
} CrBaked;

/// What is baked.
typedef struct CrLocal {
    const CaromVec2 *points;
    double radius;
} CrLocal;

/// Takes the local points through its body's frame into `baked->points`: solids keep their solid on
/// the left of each edge. Refuses what the transform flattens or throws out of range.
CaromError crShapeBake(const CaromWorld *world, const CrShape *shape, CrLocal local,
                       CrBaked *baked);
/// Whether baking changed no bit: not the sign of a zero either.
bool crShapeLocalIsBaked(const CrShape *shape, CrLocal local, const CrBaked *baked);
/// It has room for what is baked.
void crShapeAdopt(CrShape *shape, const CrBaked *baked);
/// As it is baked.
CrBaked crShapeBaked(const CrShape *shape);
/// Most edges of a polygon that are one run: beyond, packets of edges exclude more of them at once.
#define CR_RUN_MOST 12
/// Whether its edges are one run of the grid (grid_runs.h): of most small polygons.
bool crShapeIsRun(const CrShape *shape);
/// The grid's view of edge i of a shape that is baked so, and of all of them.
CrGridItem crShapeItem(const CrShape *shape, const CrBaked *baked, int i);
void crShapeWriteItems(const CrShape *shape, const CrBaked *baked, CrGridItem *items);

#endif
