// SPDX-License-Identifier: MIT
// Where the parts of a shape lie. A piece of the world's pool holds, in this order,
//
//     local radius, local points   unless they are the baked ones to the bit
//     (CR_SHAPE_LOCAL_IS_BAKED), as of
//                                  most shapes of a body that is not placed
//     box                          of shapes of more than a few points
//     baked points                 what CrShape.baked points to
//     keys                         of the edges
//
// What regions, tile maps, sensors and shapes of several materials have besides is one more piece.
#ifndef CAROM_WORLD_GEOMETRY_SHAPE_STORAGE_H
#define CAROM_WORLD_GEOMETRY_SHAPE_STORAGE_H

#include "../data/world.h"

/// Boxes of so few points are computed when they are needed.
#define CR_BOXLESS_POINTS 4

extern const CrShapeExtras crNoExtras;

static inline uint32_t *crShapeKeys(const CrShape *shape)
{
    return (uint32_t *)(void *)(shape->baked + shape->pointCount);
}

static inline bool crShapeHasBox(const CrShape *shape)
{
    return (unsigned)(shape->pointCount - 1) >= CR_BOXLESS_POINTS; // also of a map without edges
}

/// Of the baked geometry.
static inline CaromBox crShapeBox(const CrShape *shape)
{
    if (crShapeHasBox(shape)) {
        return *(const CaromBox *)(const void *)((const char *)shape->baked - sizeof(CaromBox));
    }
    return crBoxInflate(crBoxOfPoints(shape->baked, shape->pointCount), shape->radius);
}

/// In the user's order.
static inline CaromVec2 *crShapeLocal(const CrShape *shape)
{
    if (shape->state & CR_SHAPE_LOCAL_IS_BAKED) {
        return shape->baked;
    }
    size_t box = crShapeHasBox(shape) ? sizeof(CaromBox) : 0;
    return (CaromVec2 *)(void *)((char *)shape->baked - box) - shape->pointCount;
}

/// Of a circle or capsule, or what rounds it, before it is baked.
static inline double crShapeLocalRadius(const CrShape *shape)
{
    return shape->state & CR_SHAPE_LOCAL_IS_BAKED
               ? shape->radius
               : *((const double *)(const void *)crShapeLocal(shape) - 1);
}

static inline const CrShapeTraits *crShapeTraitsOf(const CaromWorld *world, const CrShape *shape)
{
    return &world->allTraits[shape->traits];
}

/// What its items in the grid say of its matter, where all its edges are of one material; else 0.
static inline uint32_t crShapeKind(const CrShape *shape)
{
    const CrShapeExtras *extras = shape->extras;
    bool isOne = extras == NULL || (extras->tiles == NULL && extras->materials == NULL);
    return isOne && shape->traits < CR_GRID_KIND_MOST ? shape->traits + 1 : 0;
}

/// Null where that is not said.
static inline const CrShapeTraits *crItemTraits(const CaromWorld *world, const CrGridItem *item)
{
    uint32_t kind = crGridKind(item);
    return kind != 0 ? &world->allTraits[kind - 1] : NULL;
}

/// What may meet an item that holds a key of the resting layer.
static inline const CaromFilter *crItemFilter(const CaromWorld *world, const CrGridItem *item)
{
    const CrShapeTraits *traits = crItemTraits(world, item);
    if (traits == NULL) {
        traits = crShapeTraitsOf(world, &world->shapes[world->keyOwners[item->key].shape]);
    }
    return &traits->filter;
}

/// Whether its edges changed at the clock.
static inline bool crShapeIsRenewed(const CaromWorld *world, const CrShape *shape)
{
    return shape->edited == world->time && !(shape->state & CR_SHAPE_KEPT);
}

/// At the clock something changed, but what lies on its edges goes on.
void crShapeNoteEdit(const CaromWorld *world, CrShape *shape);

/// What a shape is made from; none of it is kept.
typedef struct CrShapeSource {
    const CaromVec2 *points;
    double radius;
    const int *ringEnds;  ///< of regions, else null
    const uint8_t *rings; ///< CR_RING_…
    int ringCount;
    const uint32_t *materials; ///< null, or of the first edges; those after them are of its matter
    int materialCount;
    struct CrTileMap *tiles; ///< of tile maps, else null; the shape keeps it, if it is made
} CrShapeSource;

/// Makes and fills extras if a shape, with counts that are set, needs some. Null: it has none.
bool crShapeMakeExtras(CaromWorld *world, CrShape *shape, const CrShapeSource *source);
/// Makes room for points, box and keys, and for local points if the shape's state requires them.
bool crShapeMakeRoom(CaromWorld *world, CrShape *shape);
/// Both; tiles keep their owner.
void crShapeFreeRoom(CaromWorld *world, CrShape *shape);
/// [B] of both.
size_t crShapeRoomBytes(const CrShape *shape);
/// Copies a shape and both into memory of its own; tiles are shared. False, and nothing is
/// allocated, if memory is short.
bool crShapeCopyRoom(CaromWorld *world, const CrShape *from, CrShape *to);
/// Room for a shape of which local and baked points are to be two; null where memory is short.
CaromVec2 *crShapeReserveApart(CaromWorld *world, const CrShape *shape);
/// It lies there from now on, as it was.
void crShapeMoveApart(CaromWorld *world, CrShape *shape, CaromVec2 *apart);
void crShapeDropApart(CaromWorld *world, const CrShape *shape, CaromVec2 *apart);
void crShapeSetLocalRadius(CrShape *shape, double radius);
void crShapeSetBox(CrShape *shape, CaromBox box);

#endif
