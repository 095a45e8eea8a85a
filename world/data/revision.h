// SPDX-License-Identifier: MIT
// Counters that tell one state of bodies and shapes from another.
#ifndef CAROM_WORLD_DATA_REVISION_H
#define CAROM_WORLD_DATA_REVISION_H

#include "../api/bodies.h"
#include "world.h"

/// Bodies or shapes are no longer what they were, in a way that states do not hold: states that
/// were saved before can't be restored any more. The last revision is spread before it meets `by`:
/// both may be small, and where they cancelled the revision would stay what it was.
/// rollback_types.h
static inline void crRevisionTurn(CaromWorld *world, uint64_t by)
{
    const uint64_t odd = 0x9e3779b97f4a7c15ULL;
    uint64_t mixed = (world->revision * odd ^ by) * odd + 1;
    world->revision = mixed ^ (mixed >> 29);
}

/// A shape has become another one in its place.
static inline void crRevisionReshape(CaromWorld *world, uint32_t slot)
{
    crRevisionTurn(world, slot);
    if (world->bodies[world->shapes[slot].body].type == CAROM_BODY_KINEMATIC) {
        world->movingIndex.reshaped = world->revision;
    }
}

/// A kinematic body has got another transform or parent, which states do hold.
static inline void crPlacementTurn(CaromWorld *world)
{
    world->movingIndex.placed = ++world->movingIndex.placements;
}

#endif
