// SPDX-License-Identifier: MIT
// Shapes: made, baked into world space, listed in the layers, destroyed.
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
    return shape->flipped && shape->type == CAROM_SHAPE_POLYGON ? shape->edgeCount - 1 - edge
                                                                : edge;
}

/// The baked geometry, for the pure functions.
static inline CaromGeometry crShapeGeometry(const CrShape *shape)
{
    CaromGeometry geometry = {shape->type, shape->baked, shape->pointCount, shape->radius};
    return geometry;
}

/// Whether a disc (a point: radius 0) lies within the solid or touches it; p relative to the
/// shape's baked place. Segments have no inside: a disc overlaps them where it is nearer than its
/// radius.
bool crShapeOverlapsDisc(const CrShape *shape, CaromVec2 p, double radius);
/// How deep: distance of the border minus radius; < 0 overlaps. One-sided walls' backs are free.
double crShapeGap(const CrShape *shape, CaromVec2 p, double radius);

/// The nearest point of the border, and the normal there; distances inside of solids are negative.
/// On the line itself a wall that is met from one side only has its normal on that side.
/// cast_shape.c
CaromNearest crShapeNearest(const CrShape *shape, CaromVec2 p);

/// Moves *tau on until the path, relative to the baked shape, is outside of it (CR_NEVER: it stays
/// inside); false where it was outside already. leave.c
bool crShapeLeaves(const CrShape *shape, const CrSpinPath *path, double radius, double *tau);

CaromError crShapesRebake(CaromWorld *world, uint32_t body, CaromTransform transform);
void crShapeDestroySlot(CaromWorld *world, uint32_t slot);
void crShapesFree(CaromWorld *world);

#endif
