// SPDX-License-Identifier: MIT
// Shapes: made, baked into world space, listed in the layers, destroyed.
//
// Each is a run of edges between its points, and all that is within its radius of them; polygons
// have their interior besides. A circle is one edge without length, a capsule one with.
#ifndef CAROM_WORLD_SHAPE_H
#define CAROM_WORLD_SHAPE_H

#include "../shapes/spin_path.h"
#include "../shapes/touch.h"
#include "shape_room.h"

/// The point that edge `index` leads to.
static inline int crShapeNext(const CrShape *shape, int index)
{
    const CrShapeExtras *extras = shape->extras;
    if (CR_UNLIKELY(extras != NULL) && extras->nextPoint != NULL) {
        return extras->nextPoint[index];
    }
    return index + 1 < shape->pointCount ? index + 1 : 0;
}

/// Edge `index` of the baked shape, thickened by the asker's radius.
static inline CrEdge crShapeEdge(const CrShape *shape, int index, double radius)
{
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

/// The index that the user knows an edge by.
static inline int crShapeFeature(const CrShape *shape, int edge)
{
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
/// shape_access.c
int crShapeVertex(const CrShape *shape, int edge, bool second);
/// The solid tile on an edge that is nearest to a place, relative to the baked shape; (-1, -1)
/// where it is no tile map. shape_access.c
CaromCell crShapeTileAt(const CrShape *shape, int edge, CaromVec2 p);
/// Of tile maps the tiles tell; the shape does where none is left. shape_access.c
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

/// Whether a point lies between its edges or on one; false where there is nothing between.
bool crShapeHolds(const CrShape *shape, CaromVec2 p);
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
/// Whether a direction leads to the left of an edge, by its exact sign: into the solid, as far as
/// that edge knows.
bool crEdgeLeadsIn(const CrEdge *edge, CaromVec2 direction);
/// The same at a corner: by both edges where it is convex, by either where it is not.
bool crCornerLeadsIn(const CrEdge *before, const CrEdge *after, CaromVec2 direction);

/// Bakes a shape, whose counts, type and matter are set, from what it is made from, and enters it;
/// all of it or nothing.
CaromError crShapeMake(CaromWorld *world, CrShape *shape, const CrShapeSource *source,
                       uint32_t *slot);
void crDefCheckMaterial(CrDefCheck *check, const CaromShapeMaterial *material);
/// The shape in a slot becomes what `plan` says, made from what may be its own; all of it or
/// nothing. Of its edges those with indices that stay keep their keys.
CaromError crShapeReplace(CaromWorld *world, uint32_t slot, const CrShape *plan,
                          const CrShapeSource *source);
/// Bakes all shapes of a body and of those that hang from it as their transforms are now; or none,
/// and changes nothing.
CaromError crShapesRebake(CaromWorld *world, uint32_t body);
/// Extras, room and baked geometry of a shape whose counts are set, but for its keys; or none of
/// them.
CaromError crShapeFurnish(CaromWorld *world, CrShape *shape, const CrShapeSource *source);
/// Room for one more of its kind, but for the resting layers.
CaromError crShapeReserve(CaromWorld *world, const CrShape *shape);
/// One that is baked and has its keys comes into its resting layer, if it rests.
CaromError crShapeList(CaromWorld *world, const CrShape *shape, uint32_t slot);
/// Then it comes to its body, and to those that move or tell; room was reserved.
void crShapeEnter(CaromWorld *world, uint32_t slot);
/// Keys of edges; room for those that are taken is reserved before.
CaromError crKeysReserve(CaromWorld *world, int count);
uint32_t crKeyTake(CaromWorld *world, uint32_t slot, int edge);
void crKeyRelease(CaromWorld *world, uint32_t key);
/// Those after the first so many, all released again, were never there: when they were taken no
/// others were free, so that they come last.
void crKeysCut(CaromWorld *world, int count);
void crShapeDestroySlot(CaromWorld *world, uint32_t slot);
/// Undoes the last creation, whose id nobody was told: the state is as before.
void crShapeTakeBack(CaromWorld *world, uint32_t slot);
void crShapesFree(CaromWorld *world);

#endif
