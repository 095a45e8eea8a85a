// SPDX-License-Identifier: MIT
#include "round.h"

#include "../flight/def_table.h"
#include "../flight/leg.h"
#include "../flight/proximity_fuse.h"
#include "../geometry/materials.h"
#include "../placement/corner.h"
#include "../placement/place_tolerance.h"
#include "../response/hit.h"

#define FEW 3 ///< not worth a round

/// What bounces of a flight def off edges of a kind have in common.
typedef struct Pair {
    uint32_t flightDef, kind;
    CrSurface surface;
} Pair;

typedef struct Round {
    CrRoundBounces bounces;
    CrRoundWalks walks;
    CrBounce found[CR_ROUND];
    CrAim aims[CR_ROUND];
    CrOnTheWay onTheWay[CR_ROUND];
    CrLook looks[CR_ROUND];
    uint64_t sure; ///< a bit each: wide registers have it
    int count;
} Round;

/// The place tolerance, place unit and nearness: place_tolerance.h, path.h.
static CrRoundLimits limitsOf(const CaromWorld *world)
{
    CrRoundLimits limits = {.corner = CR_CORNER_SIZE * 0x1p-46 * (1.0 + 1e-8),
                            .tooFast = CR_HUGE,
                            .window = world->eventWindow,
                            .unit = 0x1p-52,
                            .unitMore = 1e-3,
                            .nearness = 0x1p-41,
                            .nearMore = 1.0};
    return limits;
}

static CrRoundCells cellsOf(const CrBouncer *bouncer)
{
    const CrLaneStore *lanes = &bouncer->world->grid.lanes;
    const CaromBox *reach = &lanes->reach;
    CrRoundCells cells = {lanes->side,  lanes->perSide, reach->min.x,    reach->min.y,
                          reach->max.x, reach->max.y,   bouncer->extent, CR_LANE_STRAIGHT};
    return cells;
}

/// The flight's bounce, if it is off a thin edge that does not run and whatever the angle.
static bool take(const CaromWorld *world, uint32_t i, Round *round, Pair *pair)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrGridItem *item = &world->grid.items[hot->nextKey];
    uint32_t kind = crGridKind(item);
    CrBounce *bounce = &round->found[round->count];
    if (item->radius != 0.0 || kind == 0 || crPartIsCap((CrPart)hot->nextPart)) {
        return false;
    }
    bounce->traits = crItemTraits(world, item);
    if (pair->kind != kind || pair->flightDef != hot->flightDef) {
        pair->kind = kind;
        pair->flightDef = hot->flightDef;
        pair->surface = crSurfaceOfTraits(world, &world->flightDefs[hot->flightDef], bounce->traits,
                                          bounce->traits->material);
    }
    bounce->i = i;
    bounce->hot = hot;
    bounce->time = world->flights.next[i];
    bounce->key = bounce->left = hot->nextKey;
    if (bounce->traits->surfaceSpeed != 0.0 || pair->surface.ricochetSine < 1.0 ||
        crPastOf(world->editedAt, bounce->time) != 0.0 || crIsLate(world, bounce->time)) {
        return false;
    }
    CrRoundBounces *b = &round->bounces;
    int k = round->count++;
    b->px[k] = hot->place.x;
    b->py[k] = hot->place.y;
    b->vx[k] = hot->velocity.x;
    b->vy[k] = hot->velocity.y;
    b->tau[k] = hot->tau;
    b->start[k] = hot->start;
    b->time[k] = bounce->time;
    b->ax[k] = item->a.x;
    b->ay[k] = item->a.y;
    b->bx[k] = item->b.x;
    b->by[k] = item->b.y;
    b->part[k] = hot->nextPart;
    b->restitution[k] = pair->surface.restitution;
    b->friction[k] = pair->surface.friction;
    b->minBounceSpeed[k] = pair->surface.minBounceSpeed;
    return true;
}

/// What came of bounce k; false: its window of time is full.
static bool read(const CaromWorld *world, const CrRoundBounces *b, int k, CrBounce *bounce)
{
    uint32_t former = world->flights.tail[bounce->i].windowEvents;
    bounce->exact = crVec(b->exactX[k], b->exactY[k]);
    bounce->normal = crVec(b->normalX[k], b->normalY[k]);
    bounce->center = crVec(b->x[k], b->y[k]);
    bounce->after = crVec(b->afterX[k], b->afterY[k]);
    bounce->nearness = b->nearness[k];
    bounce->events = former > 0 && (b->sameWindow >> k & 1) ? former + 1 : 1;
    return bounce->events <= (uint32_t)world->eventCap;
}

static void leaveOut(Round *round, int k)
{
    round->sure &= ~((uint64_t)1 << k);
}

/// Looks for the edges on all ways.
static void lookAhead(Round *round)
{
    for (int k = 0; k < round->count; k++) {
        if (round->sure >> k & 1) {
            round->looks[k] = crBounceLookAhead(&round->aims[k], &round->onTheWay[k]);
        }
    }
}

/// Bounces all, and sets out.
static void bounce(const CrBouncer *bouncer, Round *round)
{
    const CaromWorld *world = bouncer->world;
    const CrKernels *kernels = world->grid.lanes.kernels;
    CrRoundLimits limits = limitsOf(world);
    CrRoundCells cells = cellsOf(bouncer);
    kernels->bounces(&round->bounces, round->count, &limits);
    kernels->walks(&round->walks, &round->bounces, round->count, &cells);
    round->sure = round->bounces.sure & round->walks.sure;
    for (int k = 0; k < round->count; k++) {
        CrBounce *found = &round->found[k];
        if ((round->sure >> k & 1) && read(world, &round->bounces, k, found)) {
            CrSpot start = {found->exact, found->nearness};
            crBounceAimOfRound(bouncer, found, &start, &round->walks, k, &round->aims[k]);
        } else {
            leaveOut(round, k);
        }
    }
}

/// Decides, from the k-th on, what as many meet as there is room for; returns where it ended.
static int decide(const CrBouncer *bouncer, Round *round, int k)
{
    CrCrossings crossings;
    int first = 0, from = k;
    for (; k < round->count; k++) {
        bool looked = (round->sure >> k & 1) && round->looks[k] == CR_LOOK_CLEAR;
        int some = looked ? round->onTheWay[k].count : 0;
        if (first + some > CR_CROSSINGS) {
            break;
        }
        if (looked) {
            crBounceMeasure(&round->aims[k], &round->onTheWay[k], &crossings, first);
        }
        first += some;
    }
    bouncer->world->grid.lanes.kernels->crossings(&crossings, first);
    first = 0;
    for (; from < k; from++) {
        if ((round->sure >> from & 1) && round->looks[from] == CR_LOOK_CLEAR) {
            const CrOnTheWay *onTheWay = &round->onTheWay[from];
            round->looks[from] = crBounceDecide(&round->aims[from], onTheWay, &crossings, first);
            first += onTheWay->count;
        }
    }
    return k;
}

static void decideAll(const CrBouncer *bouncer, Round *round)
{
    for (int k = 0; k < round->count;) {
        k = decide(bouncer, round, k);
    }
}

int crRoundFly(const CrBouncer *bouncer, uint32_t *flights, int count, double until,
               uint32_t *going, int *some)
{
    Round round;
    Pair pair = {.flightDef = CR_NONE};
    int apart = 0;
    if (count < FEW) {
        return count;
    }
    round.count = 0;
    for (int k = 0; k < count; k++) {
        if (!take(bouncer->world, flights[k], &round, &pair)) {
            flights[apart++] = flights[k];
        }
    }
    bounce(bouncer, &round);
    lookAhead(&round);
    decideAll(bouncer, &round);
    for (int k = 0; k < round.count; k++) {
        const CrBounce *bounce = &round.found[k];
        if (!(round.sure >> k & 1)) {
            flights[apart++] = bounce->i;
        } else if (crBounceGoOn(bouncer, bounce, &round.aims[k], round.looks[k], until)) {
            going[(*some)++] = bounce->i;
        }
    }
    return apart;
}

// ---- setting out

/// The leg that flight i begins, and in place of an edge that it leaves a point beside it.
static void takeShot(const CaromWorld *world, uint32_t i, Round *round)
{
    const CrFlight *hot = &world->flights.hot[i];
    CrRoundBounces *b = &round->bounces;
    int k = round->count++;
    CrBounce *shot = &round->found[k];
    shot->i = i;
    shot->hot = hot;
    shot->time = hot->start;
    shot->center = hot->place;
    shot->after = hot->velocity;
    shot->left = CR_NONE;
    b->x[k] = hot->place.x;
    b->y[k] = hot->place.y;
    b->afterX[k] = hot->velocity.x;
    b->afterY[k] = hot->velocity.y;
    b->ax[k] = b->bx[k] = hot->place.x - hot->velocity.y;
    b->ay[k] = b->by[k] = hot->place.y + hot->velocity.x;
}

void crRoundSetOut(const CrBouncer *bouncer, const uint32_t *flights, int count)
{
    const CaromWorld *world = bouncer->world;
    CrRoundCells cells = cellsOf(bouncer);
    Round round;
    round.count = 0;
    if (count == 0) {
        return;
    }
    for (int k = 0; k < count; k++) {
        takeShot(world, flights[k], &round);
    }
    world->grid.lanes.kernels->walks(&round.walks, &round.bounces, round.count, &cells);
    round.sure = round.walks.sure;
    for (int k = 0; k < round.count; k++) {
        if (round.sure >> k & 1) {
            crBounceAimOfRound(bouncer, &round.found[k], NULL, &round.walks, k, &round.aims[k]);
        } else {
            (void)crBounceSetOut(bouncer, round.found[k].i);
        }
    }
    lookAhead(&round);
    decideAll(bouncer, &round);
    for (int k = 0; k < round.count; k++) {
        if (round.sure >> k & 1) {
            crBounceSetOff(bouncer, round.found[k].i, &round.aims[k], round.looks[k]);
        }
    }
}

// ---- what fits into no round: discs, what is pulled, edges that are not thin. The general code
// does it, one flight after the other, where it changes nothing but the flight: so tasks may do
// theirs.

static bool bounceAlone(const CrBouncer *bouncer, uint32_t i)
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
        return bounceAlone(bouncer, i);
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
