// SPDX-License-Identifier: MIT
// What the motion grid lists of a moving shape (clear_until.h).
#ifndef CAROM_WORLD_FLIGHT_CLEAR_ITEMS_H
#define CAROM_WORLD_FLIGHT_CLEAR_ITEMS_H

#include "../data/world.h"

#define CR_CLEAR_WIDEST 2.0 ///< [m] largest radius of flights that are tested for nearness

/// Returns a shape as it moves from the clock on, if it keeps that motion until then. What
/// accelerates goes on straight, but is larger by all that its parabola leads off the line.
CrMotionGridItem crClearItemNow(const CaromWorld *world, uint32_t slot, double until);
/// Returns its item for that time. A shape that roams may move in any way, as long as it gets no
/// faster than its pace.
CrMotionGridItem crClearItem(const CaromWorld *world, uint32_t slot, double until, bool roams);
/// Returns whether a body may get another motion at any time, since a hit may push it.
bool crClearIsPushed(const CaromWorld *world, const CrBody *body);
/// [m] Returns the largest radius of flights, of those that are tested.
double crClearWidest(const CaromWorld *world);

#endif
