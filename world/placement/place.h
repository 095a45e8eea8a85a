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

/// The place at which flight i's leg may end at a time, near `wish`. hit: what it touches there, or
/// null.
CaromVec2 crPlace(CaromWorld *world, uint32_t i, double time, CaromVec2 wish, const CrTouch *hit);

/// Whether it is plain to see that nothing is so near to a place that crPlaceFresh would have to
/// think: it is the place itself then. False says nothing.
bool crPlaceIsFree(const CaromWorld *world, double radius, CaromVec2 wish);
/// Whether a flight that has just been put somewhere meets a shape: not what it ignores, or has
/// pierced and is still in.
bool crPlaceMeets(const CaromWorld *world, uint32_t i, double time, uint32_t shape);
/// Where a body's shapes, as they are baked, have a place: on which side of them it is, where that
/// is less than roundings of the world can tell.
typedef struct CrSeat {
    uint32_t body;
    CaromVec2 local;
    uint32_t shape; ///< and where a new transform has left even that to roundings, of this edge it
    int edge, side; ///< is on this side: 1 left, -1 right, 0: nothing is known
} CrSeat;

/// The place near `wish` at which a flight may start that comes from nowhere: on the free side of
/// solids, of a two-sided wall on the side it heads for. False where it lies deep within a solid
/// that it meets. seat: of `wish`, under the body that carried it there, of whose shapes it keeps
/// the sides; null: none did.
bool crPlaceFresh(CaromWorld *world, uint32_t i, double time, CaromVec2 wish, CaromVec2 velocity,
                  const CrSeat *seat, CaromVec2 *place);

#endif
