// SPDX-License-Identifier: MIT
// Shapes: made, baked into world space, listed in the layers, destroyed.
//
// Each is a run of edges between its points, and all that is within its radius of them; polygons
// have their interior besides. A circle is one edge without length, a capsule one with.
#ifndef CAROM_WORLD_SHAPE_H
#define CAROM_WORLD_SHAPE_H

#include "../shapes/spin_path.h"
#include "world.h"

/// Edge `index` of the baked shape, thickened by the asker's radius.
static inline CrEdge crShapeEdge(const CrShape *shape, int index, double radius)
{
    CrEdge edge;
    int next = index + 1 < shape->pointCount ? index + 1 : 0;
    edge.a = shape->baked[index];
    edge.b = shape->baked[next];
    edge.reach = shape->radius + radius;
    edge.oneSided = shape->oneSided;
    return edge;
}

/// The index that the user knows an edge by.
static inline int crShapeFeature(const CrShape *shape, int edge)
{
    return shape->flipped ? shape->edgeCount - 1 - edge : edge;
}

/// Whether it is made of lines: no solid but what is within its radius of them.
static inline bool crShapeIsWall(const CrShape *shape)
{
    return shape->type == CAROM_SHAPE_SEGMENT || shape->type == CAROM_SHAPE_CHAIN ||
           shape->type == CAROM_SHAPE_LOOP;
}

/// Whether it has ends of edges that are corners: not where it is meant to be round.
static inline bool crShapeHasCorners(const CrShape *shape)
{
    return shape->type != CAROM_SHAPE_CIRCLE && shape->type != CAROM_SHAPE_CAPSULE;
}

/// The baked geometry, for the pure functions.
static inline CaromGeometry crShapeGeometry(const CrShape *shape)
{
    return caromGeometry(shape->type, shape->baked, shape->pointCount, shape->radius);
}

/// Whether a disc (a point: radius 0) lies within the solid or touches it; p relative to the
/// shape's baked place. Walls have no inside: a disc overlaps them, from either side, where it is
/// nearer than its radius and theirs.
bool crShapeOverlapsDisc(const CrShape *shape, CaromVec2 p, double radius);
/// How deep: distance of the border minus radius; < 0 overlaps. One-sided walls' backs are free,
/// edge by edge.
double crShapeGap(const CrShape *shape, CaromVec2 p, double radius);
/// The same where it is at most `most`, else anything more: most of a long chain is passed over.
double crShapeGapWithin(const CrShape *shape, CaromVec2 p, double radius, double most);
/// The nearest point of the border, and the normal there; distances inside of solids are negative.
/// One-sided walls answer for the edges that p is in front of, if there are any; on the line itself
/// their normal is on the free side.
CaromNearest crShapeNearest(const CrShape *shape, CaromVec2 p);

/// Moves *tau on until the path, relative to the baked shape, is outside of it (CR_NEVER: it stays
/// inside); false where it was outside already. leave.c
bool crShapeLeaves(const CrShape *shape, const CrSpinPath *path, double radius, double *tau);

/// Bakes a shape, whose counts, type and numbers are set, from its local points, and enters it; all
/// of it or nothing.
CaromError crShapeMake(CaromWorld *world, CrShape *shape, const CaromVec2 *points, uint32_t *slot);
CaromError crShapesRebake(CaromWorld *world, uint32_t body, CaromTransform transform);
void crShapeDestroySlot(CaromWorld *world, uint32_t slot);
void crShapesFree(CaromWorld *world);

#endif
