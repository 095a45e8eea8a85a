// SPDX-License-Identifier: MIT
// Which refusals a log was given already, so that a mistake of every frame is one line. A table of
// marks, each of a function, an error and a text; nothing is ever taken out. Queries may be refused
// side by side, so marks are put in by an atomic exchange: that is all that a refused query writes.
// Where a processor has none, or MSVC's compiler is asked for C11 atomics, see query_lock.h.
#ifndef CAROM_WORLD_DATA_HEARD_H
#define CAROM_WORLD_DATA_HEARD_H

#include "../../shapes/api.h"

#define CR_HEARD 256 ///< different refusals; those after them are not logged

/// A mark is 32 bits of a hash, 0 is free: two of 256 refusals share one with a chance of 1 in
/// 100,000, and then only one of them is logged.
typedef struct CrHeard {
    uint32_t marks[CR_HEARD];
} CrHeard;

/// Notes a refusal. True for the first of its kind.
bool crHeardFirst(CrHeard *heard, CaromError error, const char *function, const char *text);

#endif
