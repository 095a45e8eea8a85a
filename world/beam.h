// SPDX-License-Identifier: MIT
// A beam is a ghost's flight (ghost.h) that looks as a query does and bounces as light: so it is
// placed at each surface as flights are, and its legs are those of a bullet, to the bit. What is
// its own: who it sees (crFlightSees asks), what a hit does to it, and that all bodies stand.
#ifndef CAROM_WORLD_BEAM_H
#define CAROM_WORLD_BEAM_H

#include "contact.h"
#include "query.h"
#include "recipe.h"

typedef struct CrBeam {
    const CaromWorld *original;
    const CaromBeamDef *def;
    CaromVec2 from; ///< where the leg at hand starts
    double energy;  ///< on it
    double way;     ///< of all legs before it
    bool ended;
    CaromBeamLeg *legs;
    int count, capacity;
} CrBeam;

/// Ends the leg at a contact that was placed and says whether and how it goes on.
void crBeamHit(const CaromWorld *world, uint32_t i, CrContact *contact);

/// Whether a flight's filter, or what a beam looks at, lets it meet a shape.
static inline bool crFlightSees(const CaromWorld *world, const CaromFilter *filter, uint32_t shape)
{
    if (CR_UNLIKELY(world->beam != NULL)) {
        return crOptionsSee(world->beam->original, &world->beam->def->options, shape);
    }
    return crFiltersMeet(filter, &crShapeMatter(world, &world->shapes[shape])->filter);
}

#endif
