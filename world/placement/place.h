// SPDX-License-Identifier: MIT
// Where a leg ends and the next begins: a point of doubles that lies on the free side of every
// surface.
//
// The exact end of a leg is hardly ever a pair of doubles. Rounded, it may lie behind the wall that
// was hit, or behind another wall at a corner, or tilt the leg across a tip that it passed closely.
// So places near it are tried, nearest first, against every edge nearby and every tip that was
// passed closely, by the same tests as in the next search. The leg's own start, which passed them,
// is the last resort. So the place itself decides the side, and nothing tunnels (law 4). The place
// is within some 64 roundings of its coordinates from the exact one. Only in a wedge so narrow that
// no such place is free, it goes back along the leg.
#ifndef CAROM_WORLD_PLACEMENT_PLACE_H
#define CAROM_WORLD_PLACEMENT_PLACE_H

#include "../flight/where.h"

/// Where a body's shapes, as they are baked, have a place: on which side of them it is, where that
/// is less than roundings of the world can tell.
typedef struct CrSeat {
    uint32_t body;
    CaromVec2 local;
    uint32_t shape; ///< and where a new transform has left even that to roundings, of this edge it
    int edge, side; ///< is on this side: 1 left, -1 right, 0: nothing is known
} CrSeat;

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
/// The place near `wish` at which a new flight may start: on the free side of solids, and on the
/// side of a two-sided wall that it moves to. False if it lies deep within a solid that it meets.
/// seat: that of `wish` under the body that carried it there; the place keeps its side of that
/// body's shapes. Null: no body did.
bool crPlaceFresh(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                  CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place);
/// As crPlaceFresh: the free place for flight i nearest to `wish`, where there is one. Of the body
/// of its seat even what the centre is in is left.
bool crPlaceOut(const CaromWorld *world, uint32_t i, double time, CaromVec2 wish,
                CaromVec2 velocity, const CrSeat *seat, CaromVec2 *place);

#endif
