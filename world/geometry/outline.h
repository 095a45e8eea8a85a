// SPDX-License-Identifier: MIT
// Checks a game's points and makes an outline from them: for calls that create or change shapes.
#ifndef CAROM_WORLD_GEOMETRY_OUTLINE_H
#define CAROM_WORLD_GEOMETRY_OUTLINE_H

#include "../../shapes/api.h"
#include "../../shapes/shapes.h"
#include "../data/shape.h"
#include "../data/world.h"

#define CR_ROUNDING_MAX 1e6 ///< [m]

CaromError crCheckRadius(double radius);

/// Of regions.
typedef struct CrRings {
    const int *ends;
    const uint8_t *flags; ///< CR_RING_…, or-ed
    int count;
} CrRings;

/// Rings of a region, how they lie, and the memory for that. Zeroed: none.
typedef struct CrRingRoom {
    uint8_t *flags;
    size_t count;
    CrRings rings;
} CrRingRoom;

/// Checks a region; crRingsDrop afterwards, also on an error.
CaromError crRingsRead(CaromWorld *world, const CaromVec2 *points, const int *ringEnds,
                       int ringCount, CrRingRoom *room);
void crRingsDrop(CaromWorld *world, CrRingRoom *room);

/// A geometry: sets type, side and counts of a plan. crRingsDrop afterwards, also on an error.
CaromError crShapePlan(CaromWorld *world, const CaromGeometry *geometry, CrShape *plan,
                       CrRingRoom *room);
/// The same for a public function; the log gets the field that does not suit the type.
CaromError crShapePlanAsked(CaromWorld *world, const CaromGeometry *geometry, CrShape *plan,
                            CrRingRoom *room, const char *function);

#endif
