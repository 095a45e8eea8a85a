// SPDX-License-Identifier: MIT
// What the making of random fields (flight_field.c) and the commands in them (flight_commands.c)
// share.
#ifndef CAROM_TESTS_FLIGHT_FIELD_PARTS_H
#define CAROM_TESTS_FLIGHT_FIELD_PARTS_H

#include "flight_field.h"

#include <math.h>

enum { FIELD_TILE_SIDE = 6 }; ///< cells of a tile map

// ---- random numbers, or small multiples of a quarter

static inline double fieldLength(FlightField *field, double lo, double hi)
{
    double x = testRandomRange(&field->random, lo, hi);
    return field->habits & FIELD_GRID ? floor(4.0 * x + 0.5) / 4.0 : x;
}

static inline CaromVec2 fieldVec(FlightField *field, CaromVec2 half)
{
    double x = fieldLength(field, -half.x, half.x);
    return caromVec2(x, fieldLength(field, -half.y, half.y));
}

static inline CaromVec2 fieldVelocity(FlightField *field, double most)
{
    return fieldVec(field, caromVec2(most, most));
}

static inline bool fieldChance(FlightField *field, int percent)
{
    return testRandomInt(&field->random, 1, 100) <= percent;
}

void fieldAddRoom(FlightField *field);
void fieldAddBody(FlightField *field);
void fieldAddShape(FlightField *field, CaromBodyId body);
void fieldAddShot(FlightField *field);
/// Gives the first kinematic bodies from one on an acceleration, as many as may have one.
void fieldPullBodies(FlightField *field, int first, int count);
void fieldChangeSurface(FlightField *field);
void fieldSteer(FlightField *field, CaromProjectileId shot);
CaromBlast fieldBlast(FlightField *field);

#endif
