// SPDX-License-Identifier: MIT
#include "bounce.h"

#include "../../shapes/sign_filter.h"
#include "../events/event.h"
#include "../flight/clear_until.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/sensor_crossings.h"
#include "../geometry/materials.h"
#include "../placement/corner.h"
#include "../placement/place.h"
#include "../placement/place_tolerance.h"
#include "../projectile/dispatch.h"
#include "round.h"

#define APART 16 ///< bounces that are found one by one, at once

/// The filter that all shapes have, or null. So many different ones are not worth a look.
static const CaromFilter *commonFilter(const CaromWorld *world)
{
    const CrShapeTraits *all = world->allTraits;
    int count = crArrayCount(all);
    bool same = count > 0 && count <= 64;
    for (int k = 1; same && k < count; k++) {
        const CaromFilter *a = &all[0].filter, *b = &all[k].filter;
        same = a->category == b->category && a->mask == b->mask && a->group == b->group;
    }
    return same ? &all[0].filter : NULL;
}

CrBouncer crBouncer(CaromWorld *world)
{
    CrBouncer bouncer = {world,
                         crGridExtent(&world->grid),
                         !world->plain && crEdgePacketsAreAll(&world->grid),
                         crSensorsCount(world) > 0,
                         false,
                         NULL,
                         &world->counters,
                         commonFilter(world)};
    return bouncer;
}

// ---- whether it is simple

/// A point on a straight leg from its very start, with nothing else to it.
static bool isSimple(const CaromWorld *world, const CrFlight *hot)
{
    const CaromProjectileDef *def = &world->flightDefs[hot->flightDef].def;
    return hot->mode == CAROM_PROJECTILE_FLYING && hot->leg == 0 && def->radius == 0.0 &&
           def->proximity == 0.0;
}

/// Clearly between the ends of a thin edge.
static bool meetsThin(const CrBounce *bounce)
{
    const CrEdge *edge = &bounce->edge;
    double near = CR_CORNER_SIZE * crPlaceTolerance(bounce->exact, 0.0) * (1.0 + 1e-9);
    double toA = crLengthSquared(crSub(bounce->exact, edge->a)),
           toB = crLengthSquared(crSub(bounce->exact, edge->b));
    return !crPartIsCap(bounce->part) && toA > near * near && toB > near * near;
}

/// A disc, or a thin edge between its ends, that does not run.
static bool meets(const CaromWorld *world, uint32_t i, CrBounce *bounce)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrGridItem *item = &world->grid.items[hot->nextKey];
    bounce->i = i;
    bounce->hot = hot;
    bounce->traits = crItemTraits(world, item);
    bounce->part = (CrPart)hot->nextPart;
    bounce->time = world->flights.next[i];
    bounce->key = bounce->left = hot->nextKey;
    if (bounce->traits == NULL || bounce->traits->surfaceSpeed != 0.0) {
        return false;
    }
    CrEdge edge = {item->a, item->b, item->radius, (item->flags & CR_GRID_ONE_SIDED) != 0};
    bounce->edge = edge;
    CrPath path = crPathMake(hot->place, hot->velocity, crVec(0.0, 0.0));
    bounce->exact = crPathPoint(&path, hot->tau);
    bounce->normal = crEdgeNormal(&bounce->edge, bounce->part, bounce->exact);
    return edge.reach == 0.0 ? meetsThin(bounce) : crGridItemIsDisc(item);
}

// ---- where it goes on

static bool keepsItsSide(const void *context, CaromVec2 place)
{
    const CrBounce *bounce = context;
    const CrEdge *edge = &bounce->edge;
    return edge->reach == 0.0 ? crOrientInline(edge->a, edge->b, place) == (int)bounce->part
                              : crEdgeGap(edge, place) > 0.0;
}

/// As crPlace does it where nothing else is near: a thin edge is left on the side on which the leg
/// began.
static bool place(CrBounce *bounce)
{
    const CrEdge *edge = &bounce->edge;
    CaromVec2 wish = bounce->exact, start = bounce->hot->place;
    double size = crCoordinateSum(wish, start);
    double unit = crPlaceUnit(size, 0.0);
    bounce->nearness = crPlaceNearness(size, 0.0);
    bool guarded = edge->reach == 0.0
                       ? keepsItsSide(bounce, start)
                       : crAbs(crLength(crSub(wish, edge->a)) - edge->reach) <= bounce->nearness;
    return guarded &&
           crPlaceAlong(wish, bounce->normal, unit, keepsItsSide, bounce, &bounce->center);
}

static bool isAlone(const CaromWorld *world, const CrBounce *bounce)
{
    return crEdgePacketsAlone(&world->grid, bounce->exact, bounce->nearness, bounce->key);
}

/// As crImpactBounce does it, where nothing is in motion but the flight.
static bool reflect(const CaromWorld *world, CrBounce *bounce)
{
    const CrFlightDef *flightDef = &world->flightDefs[bounce->hot->flightDef];
    CrSurface surface =
        crSurfaceOfTraits(world, flightDef, bounce->traits, bounce->traits->material);
    CaromVec2 before = bounce->hot->velocity, n = bounce->normal;
    double closing = crMax(-crDot(before, n), 0.0);
    double restitution = closing < surface.minBounceSpeed ? 0.0 : surface.restitution;
    CaromVec2 after = crBounced(before, before, n, restitution, surface.friction);
    bounce->after = after;
    return crSurfaceAction(&surface, before, n) == CAROM_HIT_BOUNCE && !crIsTooFast(after) &&
           crEdgeIsLeaving(&bounce->edge, bounce->part, bounce->center, after);
}

// ---- the result

bool crBounceCount(const CaromWorld *world, CrBounce *bounce)
{
    const CrFlights *f = &world->flights;
    uint32_t former = f->tail[bounce->i].windowEvents;
    bool same =
        former > 0 && crWindowOf(world, bounce->hot->start) == crWindowOf(world, bounce->time);
    bounce->events = same ? former + 1 : 1;
    return bounce->events <= (uint32_t)world->eventCap && !crIsLate(world, bounce->time);
}

CrHit *crBounceTell(const CrBouncer *bouncer, uint32_t i, double time)
{
    bouncer->counters->hits++;
    return bouncer->slice != NULL ? crCollectSlice(bouncer->slice, time, i)
                                  : crEventsAddHit(bouncer->world, i, time);
}

static void tell(const CrBouncer *bouncer, const CrBounce *bounce, CaromHitAction action)
{
    const CrFlightTail *tail = &bouncer->world->flights.tail[bounce->i];
    CrHit *hit = crBounceTell(bouncer, bounce->i, bounce->time);
    bouncer->counters->simpleHits++;
    if (hit != NULL) {
        CrHit told = {
            bounce->center, bounce->normal, bounce->hot->velocity,  bounce->after,   tail->userData,
            tail->age,      bounce->key,    bounce->hot->flightDef, (uint8_t)action, false};
        *hit = told;
    }
}

static void depart(CaromWorld *world, const CrBounce *bounce)
{
    CrFlights *f = &world->flights;
    CrFlight *hot = &f->hot[bounce->i];
    hot->place = bounce->center;
    hot->velocity = bounce->after;
    hot->start = bounce->time;
    hot->tau = 0.0;
    hot->bounces++;
    hot->nextKind = CR_NEXT_SEARCH;
    hot->nextKey = bounce->left;
    crClearUntilForget(f, bounce->i);
    if (f->crossings != NULL) {
        f->crossings[bounce->i].fresh = false;
        crSensorCrossingsNewLeg(world, bounce->i);
    }
    f->next[bounce->i] = bounce->time;
    f->tail[bounce->i].windowEvents = bounce->events;
}

static void carryOut(const CrBouncer *bouncer, const CrBounce *bounce)
{
    tell(bouncer, bounce, CAROM_HIT_BOUNCE);
    depart(bouncer->world, bounce);
}

// ---- what is due

static bool hasRoom(const CrBouncer *bouncer)
{
    return bouncer->slice == NULL || bouncer->slice->count < bouncer->slice->room;
}

static bool mayBounce(const CaromWorld *world, const CrFlight *hot)
{
    const CaromProjectileDef *def = &world->flightDefs[hot->flightDef].def;
    return isSimple(world, hot) && def->onHit == CAROM_HIT_BOUNCE &&
           hot->bounces < (uint32_t)def->bounces;
}

bool crBounceFind(const CaromWorld *world, uint32_t i, CrBounce *bounce)
{
    return meets(world, i, bounce) && crBounceCount(world, bounce) && place(bounce) &&
           reflect(world, bounce);
}

/// As in crFlightHit: the hit, with a last leg of no length, then the end.
static bool dieOnce(const CrBouncer *bouncer, uint32_t i)
{
    CaromWorld *world = bouncer->world;
    CrBounce bounce;
    CaromHitAction onHit = world->flightDefs[world->flights.hot[i].flightDef].def.onHit;
    bool spent = onHit == CAROM_HIT_BOUNCE;
    if (bouncer->slice != NULL || !(spent || onHit == CAROM_HIT_DIE) || !meets(world, i, &bounce) ||
        !crBounceCount(world, &bounce) || !place(&bounce) || !isAlone(world, &bounce) ||
        (spent && !reflect(world, &bounce))) {
        return false;
    }
    const CrShape *shape = &world->shapes[world->keyOwners[bounce.key].shape];
    bounce.after = crBodyVelocityAt(&world->bodies[shape->body], bounce.time, bounce.exact);
    tell(bouncer, &bounce, CAROM_HIT_DIE);
    crFlightEndAt(world, i, bounce.time, crAddScaled(bounce.center, bounce.after, 0.0),
                  bounce.after, spent ? CAROM_END_BOUNCES : CAROM_END_HIT);
    return true;
}

static bool endOnce(const CrBouncer *bouncer, uint32_t i)
{
    CrFlights *f = &bouncer->world->flights;
    const CrFlight *hot = &f->hot[i];
    if (bouncer->slice != NULL) {
        return false;
    }
    CaromVec2 place = crAddScaled(hot->place, hot->velocity, crFlightTau(f, i, f->next[i]));
    crFlightEndAt(bouncer->world, i, f->next[i], place, hot->velocity, CAROM_END_LIFETIME);
    return true;
}

/// What is due next, if it is simple and no bounce; false, and nothing changed, if not. Tasks leave
/// deaths alone: what a flight held goes back to lists that all flights share.
static bool liveOnce(const CrBouncer *bouncer, uint32_t i)
{
    CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    if (!isSimple(world, hot)) {
        return crBounceApart(bouncer, i);
    }
    switch (hot->nextKind) {
    case CR_NEXT_HIT:
        return dieOnce(bouncer, i);
    case CR_NEXT_SEARCH:
        return crBounceSetOut(bouncer, i);
    case CR_NEXT_LIFETIME:
        return endOnce(bouncer, i);
    default:
        return false;
    }
}

/// The search for what is next, as it begins.
static void aimOnward(const CrBouncer *bouncer, const CrBounce *bounce, CrAim *aim)
{
    CrSetOut out = {bounce->center, bounce->after, bounce->time, bounce->left};
    CrSpot start = {bounce->exact, bounce->nearness};
    crBounceAim(bouncer, bounce->i, &out, &start, aim);
}

/// Whether something is still due to flight i, or it may be near something that moves.
static bool isDue(const CrBouncer *bouncer, uint32_t i, double until)
{
    const CrFlights *f = &bouncer->world->flights;
    if (f->next[i] <= until || !bouncer->clearUntil) {
        return f->next[i] <= until;
    }
    return f->clearUntil[i] <= until &&
           !(crClearUntilPasses(bouncer->world, i, 0.0) && f->clearUntil[i] > until);
}

bool crBounceGoOn(const CrBouncer *bouncer, const CrBounce *bounce, const CrAim *aim, CrLook look,
                  double until)
{
    if (look == CR_LOOK_CROWDED || !hasRoom(bouncer) ||
        (look == CR_LOOK_UNCLEAR && !isAlone(bouncer->world, bounce))) {
        return false;
    }
    carryOut(bouncer, bounce);
    if (look == CR_LOOK_CLEAR && crFlightAfter(bouncer->world, bounce->i) == 0.0) {
        crBounceHeadFor(bouncer, bounce->i, &aim->best);
        return isDue(bouncer, bounce->i, until);
    }
    return true;
}

void crBounceSearch(const CrBouncer *bouncer, uint32_t i)
{
    const CrFlight *hot = &bouncer->world->flights.hot[i];
    if (bouncer->usable && hot->nextKind == CR_NEXT_SEARCH && isSimple(bouncer->world, hot)) {
        (void)crBounceSetOut(bouncer, i);
    }
}

/// Whether flight i may come near something that moves before its next event, or the step's end.
static bool comesNear(const CrBouncer *bouncer, uint32_t i, double until, CrClearance *clear)
{
    const CrFlights *f = &bouncer->world->flights;
    if (!bouncer->clearUntil || f->clearUntil[i] > crMin(f->next[i], until)) {
        return false;
    }
    crBounceSearch(bouncer, i);
    if (isSimple(bouncer->world, &f->hot[i]) && crClearUntilPasses(bouncer->world, i, 0.0)) {
        return false;
    }
    *clear = crClearUntilLook(bouncer->world, i, bouncer->world->time);
    return clear->until <= crMin(f->next[i], until);
}

/// Whether flight i, near no sensor that moves, comes into or out of none before its next event.
static bool crossesNothing(const CrBouncer *bouncer, uint32_t i)
{
    const CaromWorld *world = bouncer->world;
    return !bouncer->senses || crSensorCrossingsClear(world, i, world->flights.next[i]);
}

/// Flights of a round that go on to the next one, and those that have a bounce to be found.
typedef struct Round {
    uint32_t going[CR_BOUNCES], bouncing[CR_BOUNCES], starting[CR_BOUNCES];
    int some, found, started;
} Round;

/// Whether flight i, of which a search is due, has just been fired.
static bool starts(const CaromWorld *world, uint32_t i)
{
    const CrFlight *hot = &world->flights.hot[i];
    return hot->nextKind == CR_NEXT_SEARCH && isSimple(world, hot) && hot->tau == 0.0 &&
           hot->nextKey == CR_NONE && crFlightAfter(world, i) == 0.0;
}

/// What is next for flight i: done, where that is simple; a bounce only later.
static void goOn(const CrBouncer *bouncer, uint32_t i, double until, Round *round)
{
    const CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    CrClearance clear;
    bool goes = false;
    if (!hasRoom(bouncer)) {
        return;
    }
    if (comesNear(bouncer, i, until, &clear)) {
        goes = crBounceOff(bouncer, i, &clear, until);
    } else if (world->flights.next[i] <= until && bouncer->usable && crossesNothing(bouncer, i)) {
        if (hot->nextKind == CR_NEXT_HIT && mayBounce(world, hot)) {
            round->bouncing[round->found++] = i;
        } else if (starts(world, i)) {
            round->starting[round->started++] = i;
        } else {
            goes = liveOnce(bouncer, i);
        }
    }
    if (goes) {
        round->going[round->some++] = i;
    }
}

/// Finds some bounces one by one, then all their searches, then carries them out.
static void bounceSome(const CrBouncer *bouncer, const uint32_t *flights, int count, double until,
                       Round *round)
{
    CrBounce bounces[APART];
    CrAim aims[APART];
    int found = 0;
    for (int k = 0; k < count; k++) {
        found += crBounceFind(bouncer->world, flights[k], &bounces[found]);
    }
    for (int k = 0; k < found; k++) {
        aimOnward(bouncer, &bounces[k], &aims[k]);
    }
    for (int k = 0; k < found; k++) {
        if (crBounceGoOn(bouncer, &bounces[k], &aims[k], crBounceLook(&aims[k]), until)) {
            round->going[round->some++] = bounces[k].i;
        }
    }
}

/// Bounces in wide doubles, and those that these leave one by one.
static void bounceAll(const CrBouncer *bouncer, double until, Round *round)
{
    int apart =
        crRoundFly(bouncer, round->bouncing, round->found, until, round->going, &round->some);
    for (int from = 0; from < apart; from += APART) {
        int some = apart - from < APART ? apart - from : APART;
        bounceSome(bouncer, round->bouncing + from, some, until, round);
    }
}

void crBounces(const CrBouncer *bouncer, const uint32_t *flights, int count, double until)
{
    Round round;
    CR_ASSERT(count <= CR_BOUNCES);
    while (count > 0) {
        round.some = round.found = round.started = 0;
        for (int k = 0; k < count; k++) {
            goOn(bouncer, flights[k], until, &round);
        }
        bounceAll(bouncer, until, &round);
        crRoundSetOut(bouncer, round.starting, round.started);
        for (int k = 0; k < round.started; k++) {
            round.going[round.some++] = round.starting[k];
        }
        count = round.some;
        flights = round.going;
    }
}

// ---- off what moves

bool crBounceMay(const CrBouncer *bouncer, uint32_t i)
{
    const CaromWorld *world = bouncer->world;
    return bouncer->usable && hasRoom(bouncer) && mayBounce(world, &world->flights.hot[i]);
}

bool crBounceGo(const CrBouncer *bouncer, uint32_t i, const CrRebound *rebound)
{
    const CaromWorld *world = bouncer->world;
    CrBounce bounce = {.i = i,
                       .hot = &world->flights.hot[i],
                       .time = rebound->time,
                       .normal = rebound->normal,
                       .center = rebound->center,
                       .after = rebound->after,
                       .key = rebound->key,
                       .left = CR_NONE};
    if (!crBounceCount(world, &bounce)) {
        return false;
    }
    carryOut(bouncer, &bounce);
    return true;
}
