// SPDX-License-Identifier: MIT
// The bounces of a storm: points on straight legs, off thin edges at rest; also how they set out
// and end. What the general path (hit.h) does for every flight in every world is done here for
// those that need little of it, in a third of its time and with the same bits: each question is
// either answered by the same arithmetic or left, with nothing changed, to the general path.
// tests/test_short_ways.c compares the two.
#ifndef CAROM_WORLD_BOUNCE_H
#define CAROM_WORLD_BOUNCE_H

#include "flight.h"

/// What a step knows of its world beforehand.
typedef struct CrBouncer {
    CaromWorld *world;
    double extent;       ///< the largest coordinate of what rests
    bool usable;         ///< nothing moves, senses or asks here
    CrEventSlice *slice; ///< of a task: who has no more room leaves a flight as it is; else null
    CaromCounters *counters; ///< the task's or the world's
} CrBouncer;

CrBouncer crBouncer(CaromWorld *world);
#define CR_BOUNCES 16 ///< at once

/// Lives through what is due to some flights until a time, as far as that is simple; then the
/// general path goes on. All of them bounce before all of them look for what is next: each of both
/// keeps its code and what it has learned of its branches at hand.
void crBounces(const CrBouncer *bouncer, const uint32_t *flights, int count, double until);

/// Asks for the memory that the bounce of a flight, whose own is at hand, will read.
static inline void crBounceAhead(const CrBouncer *bouncer, uint32_t i)
{
    const CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    if (bouncer->usable && hot->nextKind == CR_NEXT_HIT) {
        CR_PREFETCH(&world->grid.lanes.items[hot->nextKey]);
    }
}

#endif
