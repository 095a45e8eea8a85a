// SPDX-License-Identifier: MIT
// A cave of tiles: dirt, which steep bullets shoot away, with veins of stone and crystal.
#ifndef CAROM_SAMPLES_CAVE_H
#define CAROM_SAMPLES_CAVE_H

#include "random.h"

#include <carom/carom.h>

#define CAVE_WIDTH 96 // [tiles], of a metre each
#define CAVE_HEIGHT 66
#define CAVE_GUNS 4
#define CAVE_BULLET 8 // a bullet's material; that of a tile is its value less one

enum { CAVE_FREE, CAVE_DIRT, CAVE_STONE, CAVE_CRYSTAL };

/// Fills CAVE_WIDTH * CAVE_HEIGHT tiles, and finds free places for guns.
void caveDig(uint16_t *tiles, CaromVec2 guns[CAVE_GUNS], SampleRandom *random);
/// Makes the shape, and the surfaces that bullets meet.
CaromShapeId caveBuild(CaromWorld *world, const uint16_t *tiles);

#endif
