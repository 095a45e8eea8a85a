// SPDX-License-Identifier: MIT
#include "filter.h"

#include "../data/ids.h"
#include "../data/query_lock.h"
#include "../geometry/shape_storage.h"

static bool isIgnored(const CaromWorld *world, const CaromQueryOptions *options, uint32_t body)
{
    bool ignored = crBodyIdNames(world, &options->ignoreBody, body);
    for (int i = 0; i < options->ignoreCount && !ignored; i++) {
        ignored = crBodyIdNames(world, &options->ignoreBodies[i], body);
    }
    return ignored;
}

static bool isLetThrough(const CaromWorld *world, const CaromQueryOptions *options, uint32_t shape)
{
    crAskBegin(world);
    bool seen = options->predicate(options->predicateContext, world, crShapeIdOf(world, shape));
    crAskEnd(world);
    return seen;
}

bool crOptionsSee(const CaromWorld *world, const CaromQueryOptions *options, uint32_t shape)
{
    const CrShape *s = &world->shapes[shape];
    return !isIgnored(world, options, s->body) &&
           crFiltersMeet(&options->filter, &crShapeTraitsOf(world, s)->filter) &&
           (options->predicate == NULL || isLetThrough(world, options, shape));
}
