// SPDX-License-Identifier: MIT
// A debug view of a world.
#ifndef CAROM_SAMPLES_DRAW_H
#define CAROM_SAMPLES_DRAW_H

#include "canvas.h"

/// Draws everything in the world at the current time: cells of the grid, sensors, walls, moving
/// shapes, projectiles by mode, velocities, contacts. Tile maps and regions are drawn by their
/// edges.
void drawWorld(Canvas *canvas, const CaromWorld *world);

#endif
