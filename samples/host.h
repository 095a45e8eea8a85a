// SPDX-License-Identifier: MIT
// The operating system's functions that samples need.
#ifndef CAROM_SAMPLES_HOST_H
#define CAROM_SAMPLES_HOST_H

#include <stdbool.h>

/// [s] Returns the time of a clock that does not jump; its zero has no meaning.
double hostSeconds(void);

/// [s] Returns the processor time of this process, if the system measures it: other programs don't
/// count.
double hostProcessSeconds(void);

/// Returns whether stderr is a terminal, so that a progress line can be drawn over itself.
bool hostIsTerminal(void);

#endif
