// SPDX-License-Identifier: MIT
// Remembers which refusals were logged, so that a mistake in every frame is logged once. A table of
// marks, each of a function, an error and a text; marks are never removed. Queries may be refused
// in parallel, so a mark is set by an atomic exchange, which is all that a refused query writes.
// For processors without one, and MSVC without C11 atomics, see query_lock.h.
#ifndef CAROM_WORLD_DATA_HEARD_H
#define CAROM_WORLD_DATA_HEARD_H

#include "../../shapes/api.h"

#define CR_HEARD 256 ///< different refusals; any more are not logged

/// A mark is 32 bits of a hash, 0 is free: two of 256 refusals share one with a chance of 1 in
/// 100,000, and then only one of them is logged.
typedef struct CrHeard {
    uint32_t marks[CR_HEARD];
} CrHeard;

/// Marks a refusal. Returns true for the first of its kind.
bool crHeardFirst(CrHeard *heard, CaromError error, const char *function, const char *text);

#endif
