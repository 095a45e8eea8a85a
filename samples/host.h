// SPDX-License-Identifier: MIT
// What a sample asks of its system.
#ifndef CAROM_SAMPLES_HOST_H
#define CAROM_SAMPLES_HOST_H

#include <stdbool.h>

/// [s] of a clock that does not jump; its zero means nothing.
double hostSeconds(void);

/// [s] that the process itself has worked, where the system tells: other programs don't count.
double hostProcessSeconds(void);

/// Whether stderr is a terminal, so that a progress line can be drawn over itself.
bool hostIsTerminal(void);

#endif
