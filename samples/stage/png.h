// SPDX-License-Identifier: MIT
// Writes a picture as PNG, without a library and without compression.
#ifndef CAROM_SAMPLES_STAGE_PNG_H
#define CAROM_SAMPLES_STAGE_PNG_H

#include <stdbool.h>
#include <stdint.h>

/// @param pixels red, green, blue; rows from the top, `width`·3 bytes each
bool pngWrite(const char *path, const uint8_t *pixels, int width, int height);

#endif
