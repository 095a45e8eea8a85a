// SPDX-License-Identifier: MIT
// What lies on or slides along an edge of a tile map that is edited: it goes on along the edge that
// takes this one's place, if there is one.
#ifndef CAROM_WORLD_BODIES_TILE_LEAN_H
#define CAROM_WORLD_BODIES_TILE_LEAN_H

#include "../data/shape.h"
#include "bake.h"
#include "../data/world.h"
#include "../geometry/tile_border.h"
#include "../rigid/rigid_dig.h"

/// An edit of tiles. tile_edit.c
typedef struct CrTileChange {
    CaromWorld *world;
    uint32_t slot;
    CrTileRect rect;
    uint16_t *saved; ///< the tiles as they were
    CrTileMap tiles; ///< as they will be
    CrShape shape;
    CrBaked baked;
    int *newOf;                  ///< where the present edges go; -1: nowhere
    CrGridItem *removed, *added; ///< of edges that go and come
    int removedCount, addedCount;
    size_t itemsSize; ///< of the block that begins with `removed`
    CrRigidDig dig;
} CrTileChange;

static inline const CrShape *crTilePresent(const CrTileChange *change)
{
    return &change->world->shapes[change->slot];
}

/// Lets flights that lean on removed edges lean on those in their places. Called before the shape
/// is another one.
void crTileLeanAnew(CrTileChange *change);
/// Renews the legs of flights that slide along added edges, since the ends changed.
void crTileRenewMoving(const CrTileChange *change);

#endif
