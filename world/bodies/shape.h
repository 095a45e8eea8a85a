// SPDX-License-Identifier: MIT
// Shapes: made, baked into world space, listed in the layers, destroyed.
//
// Each is a run of edges between its points, and all that is within its radius of them; polygons
// have their interior besides. A circle is one edge without length, a capsule one with.
#ifndef CAROM_WORLD_BODIES_SHAPE_H
#define CAROM_WORLD_BODIES_SHAPE_H

#include "../api/body_shapes.h"
#include "../data/refuse.h"
#include "../data/shape.h"
#include "../geometry/shape_storage.h"

/// Whether its body is enabled and never moves.
static inline bool crShapeRests(const CaromWorld *world, const CrShape *shape)
{
    return crBodyRests(&world->bodies[shape->body]);
}

/// Whether its body is enabled and kinematic.
static inline bool crShapeMoves(const CaromWorld *world, const CrShape *shape)
{
    return crBodyMoves(&world->bodies[shape->body]);
}

CaromError crCheckShape(const CaromWorld *world, CaromShapeId id);
/// Bakes a shape from its source and enters it; everything or nothing. Its counts, type and traits
/// are set.
CaromError crShapeMake(CaromWorld *world, CrShape *shape, const CrShapeSource *source,
                       uint32_t *slot);
void crDefCheckMaterial(CrDefCheck *check, const CaromShapeMaterial *material);
/// The surface that a game gives for two materials.
CaromError crSurfaceCheck(const CaromWorld *world, const CaromSurface *surface);
/// The shape in a slot becomes what `plan` says, made from what may be its own; all of it or
/// nothing. Of its edges those with indices that stay keep their keys.
CaromError crShapeReplace(CaromWorld *world, uint32_t slot, const CrShape *plan,
                          const CrShapeSource *source);
/// Bakes all shapes of a body and of its descendants by their present transforms; or none, and
/// changes nothing.
CaromError crShapesRebake(CaromWorld *world, uint32_t body);
/// The same for an enabled body that is about to become static: its own shapes are also listed in
/// the resting layers. They are still in those of what moves.
CaromError crShapesRebakeToRest(CaromWorld *world, uint32_t body);
/// Makes extras, memory and baked geometry, but not the keys, of a shape with counts that are set;
/// or none of them.
CaromError crShapeFurnish(CaromWorld *world, CrShape *shape, const CrShapeSource *source);
/// Room for one more of its kind, but for the resting layers.
CaromError crShapeReserve(CaromWorld *world, const CrShape *shape);
/// One that is listed is added to its body, and to the lists of shapes that move or report
/// contacts; room was reserved.
void crShapeEnter(CaromWorld *world, uint32_t slot);

void crShapeDestroySlot(CaromWorld *world, uint32_t slot);
/// Undoes the last creation, if its id was not returned: the state is as before.
void crShapeTakeBack(CaromWorld *world, uint32_t slot);
void crShapesFree(CaromWorld *world);

#endif
