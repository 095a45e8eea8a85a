// SPDX-License-Identifier: MIT
// A beam is a preview world's flight (preview_world.h) that looks as a query does and bounces as
// light: so it is placed at each surface as flights are, and its legs are those of a bullet, to the
// bit. What is its own: who it sees (crFlightSees asks), what a hit does to it, and that all bodies
// stand.
#ifndef CAROM_WORLD_PREVIEW_BEAM_H
#define CAROM_WORLD_PREVIEW_BEAM_H

#include "../flight/def_table.h"
#include "../query/options.h"
#include "../response/impact.h"

/// Ends the leg at a contact that was placed and says whether and how it goes on.
void crBeamHit(const CaromWorld *world, uint32_t i, CrImpact *contact);

#endif
