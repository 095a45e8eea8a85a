// SPDX-License-Identifier: MIT
// Explosions and their effects on others.
//
// A blast changes other flights in the middle of a step. So a step in which one may go off handles
// its flights in order of time (event_queue.h). A blast looks at every projectile, searches the
// shapes within its radius, and traces CR_OCCLUSION_LINES lines of sight for each disc and shape
// that it finds.
#ifndef CAROM_WORLD_RESPONSE_BLAST_H
#define CAROM_WORLD_RESPONSE_BLAST_H

#include "../data/world.h"

/// Flight i explodes where it is at a time: the blast's event, the pushes, its end.
void crFlightExplode(CaromWorld *world, uint32_t i, double time);
/// Sets off the explosions that were requested since the last step, at the clock.
void crBlastsObey(CaromWorld *world);
/// Returns whether a blast that reaches others may go off by then, judged by each flight's own
/// anchor.
bool crBlastsAreDue(const CaromWorld *world, double until);

#endif
