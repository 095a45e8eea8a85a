// SPDX-License-Identifier: MIT
// A world's shapes as parts for the contact kernels, where they are baked: base transforms, also
// those that mirror or scale unequally, are in the points.
//
// A shape that is convex is one part; of all else each edge is a part, made when it is needed. The
// edges of resting shapes near a box come from the grid, by crVisitEdges of shape_walk.h: what a
// chain or a map costs does not depend on its size. crShapePartsNext is for one shape at hand.
#ifndef CAROM_WORLD_NARROWPHASE_SHAPE_PARTS_H
#define CAROM_WORLD_NARROWPHASE_SHAPE_PARTS_H

#include "../../shapes/contact_parts.h"
#include "../geometry/tile_shape.h"

/// Whether it is one part, made by crContactWhole of crShapeGeometry. O(points)
bool crShapeIsWhole(const CrShape *shape);
/// Makes edge `edge` as a part, relative to an origin. O(1), but for the first edge of a ring of a
/// region: O(edges).
void crShapeEdgePart(const CrShape *shape, int edge, CaromVec2 origin, CrContactEdge *part);

/// The edges of a shape, as parts, that come near a box.
typedef struct CrPartsWalk {
    CrEdgeWalk edges;
    CaromBox box;
} CrPartsWalk;

/// The box is relative to the baked shape. Of tile maps O(those near); of others O(edges).
void crShapePartsStart(CrPartsWalk *walk, const CrShape *shape, CaromBox box);
bool crShapePartsNext(CrPartsWalk *walk, int *edge);

#endif
