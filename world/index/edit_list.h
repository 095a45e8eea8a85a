// SPDX-License-Identifier: MIT
// The effect of edits of geometry on flights: each edit lists the boxes that it touched. The next
// step, before anything else, wakes the flights with a path through one of them, ends crushed ones,
// and releases those that lost their support. All edits between two steps happen at one time, the
// current one, so the delay loses nothing.
#ifndef CAROM_WORLD_INDEX_EDIT_LIST_H
#define CAROM_WORLD_INDEX_EDIT_LIST_H

#include "../data/world.h"

/// Boxes kept apart; further ones are joined to the last.
#define CR_EDITS_MOST 4096

void crEditsInit(CaromWorld *world);
void crEditsFree(CaromWorld *world);
/// Room for some more boxes.
CaromError crEditsReserve(CaromWorld *world);
/// Memory for so many edits: those that follow the first have what they need.
CaromError crEditsReserveFor(CaromWorld *world, int edits);
static inline CaromError crEditsReserveTwo(CaromWorld *world)
{
    return crEditsReserveFor(world, 2);
}
/// Notes a shape's box as it stands at the clock: call before and after the shape changes.
void crEditsAdd(CaromWorld *world, uint32_t shape);
/// Notes that a shape moves otherwise from where it is. told: clearUntil says which flights are
/// near it now. If that holds for all edits of a step, the step examines only those flights and
/// those with an extra record. Every other flight is clear of all that changed: no search at rest
/// depends on what moves, and none of what an edit does beyond its box concerns a flight without a
/// record.
void crEditsAddMotion(CaromWorld *world, uint32_t shape, bool told);
/// [m] How far around its box an edit reaches.
double crEditsSlack(CaromBox box);
/// A part of a resting shape that is no sensor.
void crEditsAddBox(CaromWorld *world, CaromBox box);

#endif
