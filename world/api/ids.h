// SPDX-License-Identifier: MIT
// PUBLIC. Names of what lives in a world: bodies, shapes, projectiles.
#ifndef CAROM_WORLD_API_IDS_H
#define CAROM_WORLD_API_IDS_H

#include "../../shapes/shapes.h"

/// A simulation: bodies, shapes, projectiles, a clock. Opaque. Worlds share nothing; two threads
/// may use two worlds, and any number may query one world between its steps.
typedef struct CaromWorld CaromWorld;

/// Names by value. {0} is null. index: 1-based slot, age: how often the slot was used, world: the
/// tag of the world it belongs to. A stale id or one of another world is refused, never taken for
/// another.
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
#define CAROM_NOW (-1.0)           ///< [s] a shot's time: the world's clock as it stands

#endif
