// SPDX-License-Identifier: MIT
// From slots to ids and back.
#ifndef CAROM_WORLD_DATA_IDS_H
#define CAROM_WORLD_DATA_IDS_H

#include "../api/ids.h"
#include "world.h"

/// Returns whether an id, which may be stale, names the body in a slot.
static inline bool crBodyIdNames(const CaromWorld *world, const CaromBodyId *id, uint32_t slot)
{
    return id->index == slot + 1 && id->age == world->bodySlots.ages[slot];
}
static inline CaromBodyId crBodyIdOf(const CaromWorld *world, uint32_t slot)
{
    CaromBodyId id = {slot + 1, world->bodySlots.ages[slot], world->tag};
    return id;
}
/// Returns whether a shape is alive and its body enabled.
static inline bool crShapeIsThere(const CaromWorld *world, uint32_t slot, uint32_t age)
{
    return crSlotsHolds(&world->shapeSlots, slot + 1, age) &&
           !world->bodies[world->shapes[slot].body].disabled;
}
static inline CaromShapeId crShapeIdOf(const CaromWorld *world, uint32_t slot)
{
    CaromShapeId id = {slot + 1, world->shapeSlots.ages[slot], world->tag};
    return id;
}
static inline CaromProjectileId crProjectileIdOf(const CaromWorld *world, uint32_t slot)
{
    if (world->recorder != NULL) {
        return world->recorder->projectile;
    }
    CaromProjectileId id = {slot + 1, world->flights.tail[slot].age, world->tag};
    return id;
}

#endif
