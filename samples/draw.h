// SPDX-License-Identifier: MIT
// A debug view of a world.
#ifndef CAROM_SAMPLES_DRAW_H
#define CAROM_SAMPLES_DRAW_H

#include "canvas.h"

/// Everything that is in it, where it is at its clock: cells of the grid, sensors, walls, what
/// moves, projectiles by mode, velocities, contacts. A tile map and a region arrive as their edges.
void drawWorld(Canvas *canvas, const CaromWorld *world);

#endif
