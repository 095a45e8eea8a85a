// SPDX-License-Identifier: MIT
// The options of queries: who is seen, by one rule for all of them.
#include "query.h"

#include "recipe.h"

#define OPTIONS_COOKIE 0x43510002u
#define IGNORE_LIMIT 1000000

CaromQueryOptions caromQueryOptions(void)
{
    CaromQueryOptions options = {0};
    options.filter.category = 1;
    options.filter.mask = UINT64_MAX;
    options.inside = CAROM_INSIDE_HIT;
    options.cookie = OPTIONS_COOKIE;
    return options;
}

CaromError crCheckOptions(const CaromWorld *world, const CaromQueryOptions *options)
{
    if (options->cookie != OPTIONS_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if ((unsigned)options->inside > CAROM_INSIDE_EXIT) {
        return CAROM_ERROR_ENUM;
    }
    CaromBodyId id = options->ignoreBody;
    CaromError error =
        (unsigned)options->sensors < CAROM_SENSORS_COUNT ? CAROM_OK : CAROM_ERROR_ENUM;
    if (error == CAROM_OK && id.index != 0) {
        error = crCheckId(world, &world->bodySlots, id.index, id.age, id.world);
    }
    if (error == CAROM_OK && (options->ignoreCount < 0 || options->ignoreCount > IGNORE_LIMIT)) {
        error = CAROM_ERROR_COUNT;
    }
    if (error == CAROM_OK && options->ignoreCount > 0 && options->ignoreBodies == NULL) {
        error = CAROM_ERROR_NULL;
    }
    for (int i = 0; i < options->ignoreCount && error == CAROM_OK; i++) {
        id = options->ignoreBodies[i];
        error = crCheckId(world, &world->bodySlots, id.index, id.age, id.world);
    }
    return error;
}

static bool isIgnored(const CaromQueryOptions *options, uint32_t body)
{
    bool ignored = body + 1 == options->ignoreBody.index;
    for (int i = 0; i < options->ignoreCount && !ignored; i++) {
        ignored = body + 1 == options->ignoreBodies[i].index;
    }
    return ignored;
}

bool crOptionsSee(const CaromWorld *world, const CaromQueryOptions *options, uint32_t shape)
{
    const CrShape *s = &world->shapes[shape];
    return !isIgnored(options, s->body) &&
           crFiltersMeet(&options->filter, &crShapeMatter(world, s)->filter) &&
           (options->predicate == NULL ||
            options->predicate(options->predicateContext, world, crShapeIdOf(world, shape)));
}
