// SPDX-License-Identifier: MIT
// Reading a shape: its edges, features, rounding, what it is.
#ifndef CAROM_WORLD_GEOMETRY_SHAPE_VIEW_H
#define CAROM_WORLD_GEOMETRY_SHAPE_VIEW_H

#include "../../shapes/base.h"
#include "../../shapes/inline.h"
#include "../../shapes/path.h"
#include "../../shapes/shapes.h"
#include "../../shapes/touch.h"
#include "../data/shape.h"
#include "../data/world.h"
#include "shape_storage.h"

/// The point that edge `index` leads to.
static inline int crShapeNext(const CrShape *shape, int index)
{
    CR_ASSERT(index >= 0 && index < shape->pointCount);
    const CrShapeExtras *extras = shape->extras;
    if (CR_UNLIKELY(extras != NULL) && extras->nextPoint != NULL) {
        return extras->nextPoint[index];
    }
    return index + 1 < shape->pointCount ? index + 1 : 0;
}

/// Edge `index` of the baked shape, thickened by the asker's radius.
static inline CrEdge crShapeEdge(const CrShape *shape, int index, double radius)
{
    CR_ASSERT(radius >= 0.0);
    CrEdge edge;
    int next = crShapeNext(shape, index);
    edge.a = shape->baked[index];
    edge.b = shape->baked[next];
    edge.reach = shape->radius + radius;
    edge.oneSided = shape->oneSided;
    return edge;
}

/// Where a long edge runs between its ends is rounded as their coordinates are, however near (0, 0)
/// a place is.
static inline double crShapeRounding(const CrShape *shape)
{
    return crBoxFarthest(crShapeBox(shape), crVec(0.0, 0.0)) * 0x1p-51;
}

static inline const CrShapeExtras *crShapeExtras(const CrShape *shape)
{
    return CR_UNLIKELY(shape->extras != NULL) ? shape->extras : &crNoExtras;
}

/// The index that the user knows an edge by.
static inline int crShapeFeature(const CrShape *shape, int edge)
{
    CR_ASSERT(edge >= 0);
    const CrShapeExtras *extras = crShapeExtras(shape);
    if (extras->ringCount > 0) {
        int k = crRingOf(extras->ringEnds, extras->ringCount, edge);
        bool turned = extras->rings[k] & CR_RING_TURNED;
        return turned != shape->flipped
                   ? crRingStart(extras->ringEnds, k) + extras->ringEnds[k] - 1 - edge
                   : edge;
    }
    bool turned = shape->flipped && extras->tiles == NULL; // edges of tile maps keep their order
    return turned ? shape->edgeCount - 1 - edge : edge;
}

/// The index that the user knows an end of an edge by: its first point's, or its second's.
/// shape_change.c
int crShapeVertex(const CrShape *shape, int edge, bool second);
/// The solid tile on an edge that is nearest to a place, relative to the baked shape; (-1, -1)
/// where it is no tile map. shape_change.c
CaromCell crShapeTileAt(const CrShape *shape, int edge, CaromVec2 p);
/// For tile maps the tiles decide; if none is left, the shape does. shape_change.c
uint32_t crShapeMaterial(const CaromWorld *world, const CrShape *shape, int edge);

/// Whether it is made of lines: no solid but what is within its radius of them.
static inline bool crShapeIsWall(const CrShape *shape)
{
    return shape->type == CAROM_SHAPE_SEGMENT || shape->type == CAROM_SHAPE_CHAIN ||
           shape->type == CAROM_SHAPE_LOOP;
}

/// Whether there is solid between its edges.
static inline bool crShapeHasInside(const CrShape *shape)
{
    return shape->type == CAROM_SHAPE_POLYGON || shape->type == CAROM_SHAPE_REGION ||
           shape->type == CAROM_SHAPE_TILES;
}

/// Whether it has ends of edges that are corners: not where it is meant to be round.
static inline bool crShapeHasCorners(const CrShape *shape)
{
    return shape->type != CAROM_SHAPE_CIRCLE && shape->type != CAROM_SHAPE_CAPSULE;
}

/// The baked geometry, for the pure functions.
static inline CaromGeometry crShapeGeometry(const CrShape *shape)
{
    CaromGeometry geometry =
        caromGeometry(shape->type, shape->baked, shape->pointCount, shape->radius);
    const CrShapeExtras *extras = crShapeExtras(shape);
    geometry.ringEnds = extras->ringEnds;
    geometry.ringCount = extras->ringCount;
    geometry.next = extras->nextPoint;
    geometry.oneSided = crShapeIsWall(shape) && shape->oneSided;
    return geometry;
}

/// The same as an outline; only of shapes that have an inside.
static inline CrOutline crShapeOutline(const CrShape *shape)
{
    const CrShapeExtras *extras = crShapeExtras(shape);
    CrOutline outline = {shape->baked,     shape->pointCount, shape->edgeCount, false,
                         extras->ringEnds, extras->ringCount, extras->nextPoint};
    return outline;
}

#endif
