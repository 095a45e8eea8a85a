// SPDX-License-Identifier: MIT
// Shapes as parts for contact kernels. What is convex is one part. All else is either its edges,
// each by itself, so that of a long chain only those near a body need be made; or, of solids, its
// convex pieces, which have an inside of their own.
//
// Geometry is as worlds bake it: solid to the left of the edges of polygons, regions and tile maps,
// and of chains that are one-sided. Points become floats relative to an origin, best the centre of
// the body, or a place near by of one that never moves.
#ifndef CAROM_SHAPES_CONTACT_PARTS_H
#define CAROM_SHAPES_CONTACT_PARTS_H

#include "contact_kernels.h"
#include "pairs.h"
#include "touch.h"

/// An edge, with the arrays that its shape points to: to be moved by crContactEdgeCopy alone.
typedef struct CrContactEdge {
    CrContactShape shape;
    float room[16];
    CrContactSeam seams[2];
} CrContactEdge;

/// Whether it is one convex part: a circle, capsule, two-sided segment or convex polygon. O(n)
bool crContactIsWhole(const CaromGeometry *geometry);
/// Makes that part; room: crContactRoom(geometry->count) floats.
void crContactWhole(const CaromGeometry *geometry, CaromVec2 origin, CrContactShape *shape,
                    float *room);
/// An edge and its neighbours' other ends.
typedef struct CrContactEdgePoints {
    CaromVec2 ends[2], before, after;
    bool hasBefore, hasAfter;
} CrContactEdgePoints;

void crContactEdgeFrom(const CrContactEdgePoints *points, bool sided, double radius,
                       CaromVec2 origin, CrContactEdge *edge);
/// Makes edge i of any geometry. Neighbours see to it that no seam is felt. O(1), but at the
/// first edge of a ring or loop, and at any of a tile map, O(edges): crContactEdgeFrom is not.
void crContactEdgeMake(const CaromGeometry *geometry, int i, CaromVec2 origin, CrContactEdge *edge);
void crContactEdgeCopy(const CrContactEdge *from, CrContactEdge *to);
/// Makes a convex piece of a polygon or region by the indices of its points, counter-clockwise, as
/// caromConvexPieces writes them. room: crContactRoom(count) floats; seams: count.
void crContactPiece(const CaromGeometry *geometry, const int *indices, int count, CaromVec2 origin,
                    CrContactShape *shape, float *room, CrContactSeam *seams);

#endif
