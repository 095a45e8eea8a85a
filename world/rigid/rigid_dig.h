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
    int32_t *shapeOf; ///< by edge as it will be: the solver's shape that stays, or 0; null: the
                      ///< next tick makes all of them
    int32_t *gone;    ///< the solver's shapes that go
    int count, goneCount;
    size_t size; ///< of the block that begins with shapeOf
} CrRigidDig;

/// Before the edit, which leads to a mesh: reserves what the next call needs. newOf: by present
/// edge, or -1.
CaromError crRigidDigPrepare(CaromWorld *world, uint32_t slot, const CrTileMesh *mesh,
                             const int *newOf, CrRigidDig *dig);
/// After it.
void crRigidDig(CaromWorld *world, uint32_t slot, CrRigidDig *dig);
void crRigidDigFree(CaromWorld *world, CrRigidDig *dig);

#endif
