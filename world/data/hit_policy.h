// SPDX-License-Identifier: MIT
// Replaces a projectile's own rules in a preview world: which shapes its flight meets, and what a
// hit does to it. A beam has one; worlds and other previews have none.
#ifndef CAROM_WORLD_DATA_HIT_POLICY_H
#define CAROM_WORLD_DATA_HIT_POLICY_H

#include "../api/queries.h"
#include "world.h"

struct CrImpact;

typedef struct CrHitPolicy {
    /// Sets the action of a placed impact of flight i, and of a bounce the velocity after it.
    void (*decide)(void *context, const CaromWorld *world, uint32_t i, struct CrImpact *impact);
    void *context;
    const CaromWorld *original;       ///< the world that is previewed
    const CaromQueryOptions *options; ///< which shapes of the original it meets
} CrHitPolicy;

#endif
