// SPDX-License-Identifier: MIT
// A draw list as pixels, without a window: the same on every machine.
#ifndef CAROM_SAMPLES_STAGE_RASTER_H
#define CAROM_SAMPLES_STAGE_RASTER_H

#include "list.h"

/// Rows from the top, of width·3 bytes each: red, green, blue.
typedef struct Raster {
    uint8_t *pixels;
    int width, height;
} Raster;

/// A black picture of 1 .. 16384 pixels a side. False: no memory, or another size.
bool rasterBegin(Raster *raster, int width, int height);
void rasterEnd(Raster *raster);
/// Draws over what is there. What lies outside is left out.
void rasterDraw(Raster *raster, const List *list);
/// Draws on black, and writes a PNG. False: it can't be written.
bool rasterSave(const List *list, int width, int height, const char *path);

#endif
