// SPDX-License-Identifier: MIT
// Shapes: made, baked into world space, listed in the layers, destroyed.
//
// Each is a run of edges between its points, and all that is within its radius of them; polygons
// have their interior besides. A circle is one edge without length, a capsule one with.
#ifndef CAROM_WORLD_BODIES_SHAPE_H
#define CAROM_WORLD_BODIES_SHAPE_H

#include "../../shapes/spin_path.h"
#include "../../shapes/touch.h"
#include "../api/body_shapes.h"
#include "../data/refuse.h"
#include "../data/shape.h"
#include "../geometry/shape_storage.h"

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

void crShapeDestroySlot(CaromWorld *world, uint32_t slot);
/// Undoes the last creation, whose id nobody was told: the state is as before.
void crShapeTakeBack(CaromWorld *world, uint32_t slot);
void crShapesFree(CaromWorld *world);

#endif
