// SPDX-License-Identifier: MIT
// The part of the picture `shapes` that needs a world.
#ifndef CAROM_SAMPLES_SHAPES_WORLD_H
#define CAROM_SAMPLES_SHAPES_WORLD_H

#include "canvas.h"

/// Ten panels in a box of pixels: shapes under a base transform of this angle and scale, mirrored;
/// bodies that hang from bodies; a change in place.
void shapesDrawWorlds(Canvas *canvas, CaromBox area, double angle, CaromVec2 scale);

#endif
