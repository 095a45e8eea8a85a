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
/// Memory for two edits: the second that follows has what it needs.
CaromError crEditsReserveTwo(CaromWorld *world);
/// Notes a shape's box as it stands at the clock: call before and after the shape changes.
void crEditsAdd(CaromWorld *world, uint32_t shape);
/// A part of a resting shape that is no sensor.
void crEditsAddBox(CaromWorld *world, CaromBox box);

#endif
