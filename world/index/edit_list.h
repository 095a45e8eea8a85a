// SPDX-License-Identifier: MIT
// What edits of geometry do to flights: each notes the boxes it touched; the next step, before
// anything flies, wakes the flights whose way leads through one, ends what was crushed, and lets go
// what lost its support. All edits between two steps happen at one instant, the clock's, so waiting
// loses nothing.
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
