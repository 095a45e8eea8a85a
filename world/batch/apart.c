// SPDX-License-Identifier: MIT
// Bounces of discs, of what is pulled, and off what is not thin: the general code, one flight after
// the other, where it changes nothing but the flight. So tasks may do it to theirs.
#include "../flight/leg.h"
#include "../flight/proximity_fuse.h"
#include "../response/hit.h"
#include "bounce.h"

static bool bounce(const CrBouncer *bouncer, uint32_t i)
{
    CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    const CrKeyOwner *owner = &world->keyOwners[hot->nextKey];
    CrEncounter encounter = {world->flights.next[i], hot->tau, (CrPart)hot->nextPart, owner->shape,
                             (int)owner->feature};
    CrHit hit;
    if (!crFlightBounceAlone(world, i, &encounter, &hit)) {
        return false;
    }
    CrHit *told = crBounceTell(bouncer, i, encounter.time);
    if (told != NULL) {
        *told = hit;
    }
    return true;
}

bool crBounceApart(const CrBouncer *bouncer, uint32_t i)
{
    CaromWorld *world = bouncer->world;
    switch (world->flights.hot[i].nextKind) {
    case CR_NEXT_HIT:
        return bounce(bouncer, i);
    case CR_NEXT_SEARCH:
        if (crFlightWatches(world, i)) {
            return false;
        }
        crFlightSearchCounted(world, i, bouncer->counters);
        return true;
    default:
        return false;
    }
}
