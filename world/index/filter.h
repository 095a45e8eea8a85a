// SPDX-License-Identifier: MIT
// Whether a query or a projectile minds a shape.
#ifndef CAROM_WORLD_INDEX_FILTER_H
#define CAROM_WORLD_INDEX_FILTER_H

#include "../api/body_shapes.h"
#include "../api/queries.h"
#include "../data/world.h"

/// Whether options let a shape be seen.
bool crOptionsSee(const CaromWorld *world, const CaromQueryOptions *options, uint32_t shape);

static inline bool crFiltersMeet(const CaromFilter *a, const CaromFilter *b)
{
    if (a->group != 0 && a->group == b->group) {
        return a->group > 0;
    }
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

#endif
