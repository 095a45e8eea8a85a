// SPDX-License-Identifier: MIT
// An edit of tiles, in the solver at once: edges that stay keep their shapes there, with all
// contacts, so heaps elsewhere on the map sleep on. Where that is not possible the next tick makes
// all edges of the map anew.
#ifndef CAROM_WORLD_RIGID_RIGID_DIG_H
#define CAROM_WORLD_RIGID_RIGID_DIG_H

#include "../data/world.h"
#include "../geometry/tile_border.h"

/// What the solver has of a map that is about to be edited.
typedef struct CrRigidDig {
    int32_t *shapeOf; ///< by edge as it will be: the solver's shape that stays, or 0; null: no dig
    int32_t *gone;    ///< the solver's shapes that go
    int count, goneCount;
    size_t size; ///< of the block that begins with shapeOf
} CrRigidDig;

/// Before the edit, which leads to a mesh. newOf: by present edge, or -1. Memory may be short:
/// there is no dig then.
void crRigidDigBegin(CaromWorld *world, uint32_t slot, const CrTileMesh *mesh, const int *newOf,
                     CrRigidDig *dig);
/// After it.
void crRigidDigEnd(CaromWorld *world, uint32_t slot, CrRigidDig *dig);

#endif
