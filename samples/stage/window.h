// SPDX-License-Identifier: MIT
// The viewer in a window, by SDL2.
#ifndef CAROM_SAMPLES_STAGE_WINDOW_H
#define CAROM_SAMPLES_STAGE_WINDOW_H

#include "viewer.h"

typedef struct WindowSettings {
    int width, height;  ///< [point]
    const char *script; ///< a file that plays the user (script.h); null: the user does
    const char *link;   ///< a play to open; null: none
} WindowSettings;

/// [s] The clock for Viewer.clock; set it before viewerBegin.
double windowSeconds(void *context);
/// Shows a viewer that has begun, until its window is closed. Returns a program's exit status.
int windowRun(Viewer *viewer, const WindowSettings *settings);

#endif
