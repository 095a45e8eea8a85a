// SPDX-License-Identifier: MIT
// The viewer's own checks, without a screen.
#ifndef CAROM_SAMPLES_STAGE_CHECK_H
#define CAROM_SAMPLES_STAGE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/// Plays each scene for 600 ticks with a random user. The state must be the same at other frame
/// rates, after going back and forth, and in a replay of the recording. Prints a line a scene with
/// the hashes of its state and of the last draw list. False: something differs; it says what.
bool checkScenes(void);
/// Does so with one of them; the line says what differs, or the hashes.
bool checkScene(int scene, char *line, size_t size);

#endif
