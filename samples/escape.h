// SPDX-License-Identifier: MIT
// Checks flights for escapes: whether a leg crosses a one-sided line from its front. It shares no
// code with the library except the exact orientation predicate, which has its own tests.
#ifndef CAROM_SAMPLES_ESCAPE_H
#define CAROM_SAMPLES_ESCAPE_H

#include "wad.h"

/// [m] A curved leg that gets no deeper behind a wall than this has only touched it: the rounding
/// of its published ends. Straight legs need no such bound.
#define ESCAPE_TOUCH 1e-9

typedef struct EscapeCheck EscapeCheck;

/// Creates a check. It reads the map's lines during its whole life. Returns null if there is no
/// memory.
EscapeCheck *escapeCreate(const WadMap *map);
void escapeDestroy(EscapeCheck *check); ///< null is ignored

/// Returns the first wall found that the straight leg crosses from its front, null if there is
/// none. Exact.
const WadLine *escapeStraight(EscapeCheck *check, CaromVec2 from, CaromVec2 to);

/// The same for from + velocity·τ + ½·acceleration·τ², τ in [0, seconds].
const WadLine *escapeCurved(EscapeCheck *check, CaromVec2 from, CaromVec2 velocity,
                            CaromVec2 acceleration, double seconds);

#endif
