// SPDX-License-Identifier: MIT
// Explosions: what goes off, and what it does to others.
//
// A blast changes other flights in the middle of a step, so that a step in which one may go off
// happens in turn (event_queue.h). It costs a look at every projectile and a search of the shapes
// in reach, and CR_OCCLUSION_LINES lines of sight for each disc and shape that it finds.
#ifndef CAROM_WORLD_RESPONSE_BLAST_H
#define CAROM_WORLD_RESPONSE_BLAST_H

#include "../data/world.h"

/// Flight i explodes where it is at a time: the blast's event, the pushes, its end.
void crFlightExplode(CaromWorld *world, uint32_t i, double time);
/// The explosions that were commanded since the last step, at the clock.
void crBlastsObey(CaromWorld *world);
/// Whether a blast that reaches others may go off by then, as far as each flight's own anchor
/// tells.
bool crBlastsAreDue(const CaromWorld *world, double until);

#endif
