// SPDX-License-Identifier: MIT
// PUBLIC. Ids of bodies, shapes and projectiles.
#ifndef CAROM_WORLD_API_IDS_H
#define CAROM_WORLD_API_IDS_H

#include "../../shapes/shapes.h"

/// A simulation: bodies, shapes, projectiles, a clock. Opaque. Worlds share nothing; two threads
/// may use two worlds, and any number may query one world between its steps.
typedef struct CaromWorld CaromWorld;

/// Ids, passed by value. {0} is null. index: 1-based slot; age: how often the slot was used; world:
/// the tag of the world that made the id. A stale id, or an id of another world, is refused; it
/// never names a different object, unless the world was set back meanwhile (saving.h).
typedef struct CaromBodyId {
    uint32_t index, age, world;
} CaromBodyId;
typedef struct CaromShapeId {
    uint32_t index, age, world;
} CaromShapeId;
typedef struct CaromProjectileId {
    uint32_t index, age, world;
} CaromProjectileId;

#define CAROM_UNLIMITED 0x7fffffff ///< for counts
#define CAROM_FOREVER 1e300        ///< [s] for times
#define CAROM_ENDLESS 1e300        ///< [m] for ranges
#define CAROM_NOW (-1.0)           ///< [s] for the time of a shot: the present time of the world

#endif
