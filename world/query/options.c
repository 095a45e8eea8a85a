// SPDX-License-Identifier: MIT
// The options of queries: which shapes are found, by one rule for all queries.
#include "options.h"

#include "../data/query_lock.h"

#define IGNORE_LIMIT 1000000

CaromQueryOptions caromQueryOptions(void)
{
    CaromQueryOptions options = {0};
    options.filter.category = 1;
    options.filter.mask = UINT64_MAX;
    options.inside = CAROM_INSIDE_HIT;
    options.cookie = CR_OPTIONS_COOKIE;
    return options;
}

/// A body of this world, or a stale id, which is ignored. If it were refused, the query would seem
/// to have found nothing, and shots would be heard through walls.
static CaromError checkIgnored(const CaromWorld *world, CaromBodyId id)
{
    CaromError error = crCheckId(world, &world->bodySlots, id.index, id.age, id.world);
    bool isGone = error == CAROM_ERROR_STALE_ID && crSlotsHeld(&world->bodySlots, id.index, id.age);
    return isGone ? CAROM_OK : error;
}

CaromError crCheckOptionsFully(const CaromWorld *world, const CaromQueryOptions *options)
{
    if (options->cookie != CR_OPTIONS_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    if ((unsigned)options->inside > CAROM_INSIDE_EXIT) {
        return CAROM_ERROR_ENUM;
    }
    CaromError error =
        (unsigned)options->sensors < CAROM_SENSORS_COUNT ? CAROM_OK : CAROM_ERROR_ENUM;
    if (error == CAROM_OK && options->ignoreBody.index != 0) {
        error = checkIgnored(world, options->ignoreBody);
    }
    if (error == CAROM_OK && (options->ignoreCount < 0 || options->ignoreCount > IGNORE_LIMIT)) {
        error = CAROM_ERROR_COUNT;
    }
    if (error == CAROM_OK && options->ignoreCount > 0 && options->ignoreBodies == NULL) {
        error = CAROM_ERROR_NULL;
    }
    for (int i = 0; i < options->ignoreCount && error == CAROM_OK; i++) {
        error = checkIgnored(world, options->ignoreBodies[i]);
    }
    return error;
}
