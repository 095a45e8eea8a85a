// SPDX-License-Identifier: MIT
// What casts and overlaps share. They write nothing, so any number may run side by side.
#ifndef CAROM_WORLD_QUERY_OPTIONS_H
#define CAROM_WORLD_QUERY_OPTIONS_H

#include "../../shapes/path.h"
#include "../../shapes/shapes.h"
#include "../api/queries.h"
#include "../data/refuse.h"

#define CR_OPTIONS_COOKIE 0x43510002u

/// Of a disc, or of what rounds a shape: 0 .. 1e6 [m].
static inline CaromError crCheckQueryRadius(double radius)
{
    CaromError error = crCheckNumber(radius);
    return error == CAROM_OK && (radius < 0.0 || radius > 1e6) ? CAROM_ERROR_OUT_OF_RANGE : error;
}

CaromError crCheckOptionsFully(const CaromWorld *world, const CaromQueryOptions *options);

/// Most options ignore no body: these are tested without a call, if crCheckOptionsFully needs no
/// more.
static inline CaromError crCheckOptions(const CaromWorld *world, const CaromQueryOptions *options)
{
    bool isUsual = options->cookie == CR_OPTIONS_COOKIE &&
                   (unsigned)options->inside <= CAROM_INSIDE_EXIT &&
                   (unsigned)options->sensors < CAROM_SENSORS_COUNT &&
                   options->ignoreBody.index == 0 && options->ignoreCount == 0;
    return CR_LIKELY(isUsual) ? CAROM_OK : crCheckOptionsFully(world, options);
}

/// The same of options that are a field of a def. `field` is their name, unfilled what is said
/// where they were not filled: CR_UNFILLED of it.
static inline void crDefCheckOptions(CrDefCheck *check, const CaromQueryOptions *options,
                                     const char *field, const char *unfilled)
{
    CaromError error = crCheckOptions(check->world, options);
    crDefCheck(check, error, error == CAROM_ERROR_DEF ? unfilled : field);
}

#endif
