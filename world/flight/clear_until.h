// SPDX-License-Identifier: MIT
// Until when flights are clear of all moving shapes. Each leg computes once until when it comes
// near none of them. Until then, and until its next event with shapes at rest, a step need not
// examine it. Near means within some roundings of a moving disc or box; the exact event is then
// found by the general path, with the same bits. A cache: clearUntil[i] of flight i may be dropped
// at any time.
//
// The invariant that makes it exact: until the motion grid's `until` each moving shape stays within
// its item there, its motion or its zone; and a flight is outside all items until its clearUntil.
// - A shape that changes its motion (crClearUntilChanged) is checked before the next step. Within
//   its zone and its pace it voids nothing: no clearUntil relies on the present motion of an item
//   that roams for longer than the step in which it was computed.
// - Otherwise it gets another zone, and only flights that may come into that one before their
//   clearUntil are examined again. Many of these at once void all, as the end of the grid's time
//   does.
// - A saved state with unchecked changes has no valid grid.
// - Zones of lookouts (flight_boxes.h) are items that stand, for a step alone.
#ifndef CAROM_WORLD_FLIGHT_CLEAR_UNTIL_H
#define CAROM_WORLD_FLIGHT_CLEAR_UNTIL_H

#include "../data/world.h"
#include "../core/limits.h"
#include "clear_map.h"

#define CR_PAST_HIT 0x1p-20 ///< [s] after what is due at rest, so that this is known to come first

/// For the step that ends then: whether clearUntil[] may be used. It is not where few fly, or where
/// the moving layer had no memory. So many of the world's watchers get zones, as items after the
/// moving shapes; then the window is the step alone, and crClearUntilEndZones must end it.
bool crClearUntilPrepare(CaromWorld *world, double until, int lookouts);
void crClearUntilEndZones(CaromWorld *world);
/// Within a step in turn: a shape moves otherwise from a time in it on. The caller examines the
/// flights near it.
void crClearUntilFollow(CaromWorld *world, uint32_t shape);
/// Computes this for flight i from a time within the step on. The thing that it comes near is an
/// entry of the motion grid; its key is the slot of a kinematic shape.
CrClearance crClearUntilLook(CaromWorld *world, uint32_t i, double since);
/// The same for a straight leg that passes all of them, as a few comparisons show; false says
/// nothing.
static inline bool crClearUntilPasses(CaromWorld *world, uint32_t i, double radius)
{
    CrFlights *f = &world->flights;
    const CrFlight *hot = &f->hot[i];
    const CrMovingIndex *movingIndex = &world->movingIndex;
    const CrMotionGrid *motionGrid = &movingIndex->motionGrid;
    if (movingIndex->mapped) {
        bool isFree = crClearMapIsFree(movingIndex->map, hot);
        f->clearUntil[i] = isFree ? motionGrid->until : f->clearUntil[i];
        return isFree;
    }
    double from = crMax(world->time, hot->start);
    double until = crMin(f->next[i] + CR_PAST_HIT, motionGrid->until);
    CaromVec2 start = crAddScaled(hot->place, hot->velocity, from - hot->start),
              end = crAddScaled(hot->place, hot->velocity, until - hot->start);
    if (!(from < until) || !crMotionGridIsPassed(motionGrid, start, end, hot->velocity, radius)) {
        return false;
    }
    f->clearUntil[i] = until;
    return true;
}
/// Whether clearUntil[] still shows which flights are that near a shape at the current time: those
/// of crClearUntilNear.
bool crClearUntilTells(const CaromWorld *world, const CrShape *shape, double distance);
/// The same, as near as the edits of a kinematic shape reach; false of a static shape.
bool crClearUntilTellsOf(const CaromWorld *world, uint32_t shape);
/// Lists the flights from `first` on, CR_FLIGHT_CHUNK at most, that may be near moving shapes at a
/// time, or before; returns how many. told: clearUntil[] is valid, otherwise all may be near.
int crClearUntilNear(const CaromWorld *world, uint32_t first, bool told, double time,
                     uint32_t *near);

#endif
