// SPDX-License-Identifier: MIT
// The layers that shapes are in: the grid and the boxes of what rests, the index of what moves,
// sensors, and the list of those that report contacts. A disabled body's shapes are in none.
#ifndef CAROM_WORLD_BODIES_SHAPE_LAYERS_H
#define CAROM_WORLD_BODIES_SHAPE_LAYERS_H

#include "../data/shape.h"
#include "../data/world.h"

/// Reserves room for one more in its layer, except in the resting layers.
CaromError crShapeReserveLayer(CaromWorld *world, const CrShape *shape);
/// Adds a shape that is baked and has its keys to its resting layer, if it rests.
CaromError crShapeList(CaromWorld *world, const CrShape *shape, uint32_t slot);
/// Adds a shape that moves or reports contacts to those lists; room was reserved.
void crShapeListMoving(CaromWorld *world, uint32_t slot);
/// Removes a shape from its layer; a sensor must have been touched.
void crShapeUnlist(CaromWorld *world, uint32_t slot);
/// Moves the shape in a slot to the layer of what it becomes. All memory is reserved, except that
/// of the resting layers.
CaromError crShapeChangeLayer(CaromWorld *world, uint32_t slot, const CrShape *to);

#endif
