// SPDX-License-Identifier: MIT
// Where a leg ends and the next begins: a point of doubles that lies on the free side of every
// surface.
//
// The exact end of a leg is hardly ever a pair of doubles. Rounded, it may lie behind the wall that
// was hit, behind another that meets it in a corner, or tilt the leg across the tip of one that it
// passed by a hair. So places near it are tried, nearest first, against every edge nearby and every
// tip that was passed closely, by the very tests that the next search applies; the leg's own start,
// which passed them, is the last resort. Hence the side is a fact that the place itself carries,
// and nothing tunnels (law 4). The place lies within some 64 roundings of its coordinates from the
// exact one, but in a wedge so narrow that no such place is free, where it backs off along the leg.
#ifndef CAROM_WORLD_PLACEMENT_PLACE_H
#define CAROM_WORLD_PLACEMENT_PLACE_H

#include "../flight/leg.h"
#include "../flight/where.h"
#include "seat.h"

typedef struct CrPlaced {
    CaromVec2 place;
    bool crushed; ///< walls, of which one moves, leave it no free place; this one is not free
} CrPlaced;

/// Finds the place at which flight i's leg may end at a time, near `wish`. hit: what it touches
/// there, or null. Changes nothing.
CrPlaced crPlace(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                 const CrTouch *hit);
/// The same for a leg that begins there: a flight that is left no place is marked, so that its next
/// event is its end as crushed.
CaromVec2 crPlaceOrCrush(CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                         const CrTouch *hit);

/// Whether it is plain to see that nothing is so near to a place that crPlaceFresh would have to
/// think: it is the place itself then. False says nothing.
bool crPlaceIsFree(const CaromWorld *world, double radius, CaromVec2 wish);
/// Whether a flight that has just been put somewhere meets a shape: not what it ignores, or has
/// pierced and is still in.
bool crPlaceMeets(const CaromWorld *world, uint32_t i, double time, uint32_t shape);
/// The place near `wish` at which a flight may start that comes from nowhere: on the free side of
/// solids, of a two-sided wall on the side it heads for. False where it lies deep within a solid
/// that it meets. seat: of `wish`, under the body that carried it there, of whose shapes it keeps
/// the sides; null: none did.
bool crPlaceFresh(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                  CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place);

#endif
