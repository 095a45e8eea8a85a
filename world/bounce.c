// SPDX-License-Identifier: MIT
#include "bounce.h"

#include "../shapes/exact.h"
#include "calm.h"
#include "corner.h"
#include "event.h"
#include "life.h"
#include "place.h"
#include "recipe.h"
#include "shape.h"
#include "surface.h"

/// One bounce, as it is found out.
typedef struct Bounce {
    const CrFlight *hot;
    const CrGridItem *item; ///< the edge
    const CrMatter *matter; ///< what it is of
    CrEdge edge;
    CrPart part;
    double time;
    CaromVec2 exact;         ///< where the path meets it
    CaromVec2 normal;        ///< to the flight
    CaromVec2 center, after; ///< where and how it goes on
    uint32_t key;            ///< of the edge
    uint32_t left;           ///< the same, if it rests; else CR_NONE
} Bounce;

CrBouncer crBouncer(CaromWorld *world)
{
    CrBouncer bouncer = {world,
                         crGridExtent(&world->grid),
                         !world->plain && world->recorder == NULL && world->beam == NULL &&
                             world->sensors.count == 0 && crLanesAreAll(&world->grid),
                         false,
                         NULL,
                         &world->counters};
    return bouncer;
}

// ---- whether it is simple

/// A point on a straight leg from its very start, with nothing else to it.
static bool isSimple(const CaromWorld *world, const CrFlight *hot)
{
    const CaromProjectileDef *def = &world->recipes[hot->recipe].def;
    return hot->mode == CAROM_PROJECTILE_FLYING && hot->leg == 0 && def->radius == 0.0 &&
           def->proximity == 0.0;
}

/// Clearly between the ends of a thin edge.
static bool meetsThin(const Bounce *bounce)
{
    const CrEdge *edge = &bounce->edge;
    double near = CR_CORNER_SIZE * crPlaceTolerance(bounce->exact, 0.0) * (1.0 + 1e-9);
    double toA = crLengthSquared(crSub(bounce->exact, edge->a)),
           toB = crLengthSquared(crSub(bounce->exact, edge->b));
    return !crPartIsCap(bounce->part) && toA > near * near && toB > near * near;
}

/// A disc, or a thin edge between its ends, that does not run.
static bool meets(const CaromWorld *world, uint32_t i, Bounce *bounce)
{
    const CrFlight *hot = &world->flights.hot[i];
    bounce->hot = hot;
    bounce->item = &world->grid.items[hot->nextKey];
    bounce->matter = crItemMatter(world, bounce->item);
    bounce->part = (CrPart)hot->nextPart;
    bounce->time = world->flights.next[i];
    bounce->key = bounce->left = hot->nextKey;
    if (bounce->matter == NULL || bounce->matter->surfaceSpeed != 0.0) {
        return false;
    }
    CrEdge edge = {bounce->item->a, bounce->item->b, bounce->item->radius,
                   (bounce->item->flags & CR_GRID_ONE_SIDED) != 0};
    bounce->edge = edge;
    CrPath path = crPathMake(hot->place, hot->velocity, crVec(0.0, 0.0));
    bounce->exact = crPathPoint(&path, hot->tau);
    bounce->normal = crEdgeNormal(&bounce->edge, bounce->part, bounce->exact);
    return edge.reach == 0.0 ? meetsThin(bounce) : crGridItemIsDisc(bounce->item);
}

// ---- where it goes on

static bool keepsItsSide(const Bounce *bounce, CaromVec2 place)
{
    const CrEdge *edge = &bounce->edge;
    return edge->reach == 0.0 ? crOrient(edge->a, edge->b, place) == (int)bounce->part
                              : crEdgeGap(edge, place) > 0.0;
}

/// Whether crPlace would ask no more of a place than that it keeps its side: where no other edge is
/// near, and a thin one is left on the side on which the leg began.
static bool isAlone(const CaromWorld *world, const Bounce *bounce, double nearness)
{
    const CrEdge *edge = &bounce->edge;
    bool plain = edge->reach == 0.0
                     ? keepsItsSide(bounce, bounce->hot->place)
                     : crAbs(crLength(crSub(bounce->exact, edge->a)) - edge->reach) <= nearness;
    return plain && crLanesAlone(&world->grid, bounce->exact, nearness, bounce->key);
}

/// As crPlace does it there.
static bool place(const CaromWorld *world, Bounce *bounce)
{
    CaromVec2 wish = bounce->exact, start = bounce->hot->place;
    double size = crCoordinateSum(wish, start);
    double unit = crPlaceUnit(size, 0.0);
    if (!isAlone(world, bounce, crPlaceNearness(size, 0.0))) {
        return false;
    }
    bounce->center = wish;
    bool found = keepsItsSide(bounce, wish);
    for (double step = unit; !found && step <= 64.0 * unit; step *= 2.0) {
        bounce->center = crAddScaled(wish, bounce->normal, step);
        found = keepsItsSide(bounce, bounce->center);
    }
    return found;
}

/// As crContactBounce does it, where nothing is in motion but the flight.
static bool reflect(const CaromWorld *world, Bounce *bounce)
{
    const CrRecipe *recipe = &world->recipes[bounce->hot->recipe];
    CrSurface surface = crSurfaceOfMatter(world, recipe, bounce->matter, bounce->matter->material);
    CaromVec2 before = bounce->hot->velocity, n = bounce->normal;
    double closing = crMax(-crDot(before, n), 0.0);
    double restitution = closing < surface.minBounceSpeed ? 0.0 : surface.restitution;
    CaromVec2 after = crBounced(before, before, n, restitution, surface.friction);
    bounce->after = after;
    return crSurfaceAction(&surface, before, n) == CAROM_HIT_BOUNCE && !crIsTooFast(after) &&
           crEdgeIsLeaving(&bounce->edge, bounce->part, bounce->center, after);
}

// ---- what comes of it

/// False: it is the last that its window of time has room for, and the general path's.
static bool count(const CaromWorld *world, uint32_t i, double time, uint32_t *events)
{
    const CrFlights *f = &world->flights;
    bool same = f->tail[i].windowEvents > 0 &&
                crWindowOf(world, f->hot[i].start) == crWindowOf(world, time);
    *events = same ? f->tail[i].windowEvents + 1 : 1;
    return *events <= (uint32_t)world->eventLimit;
}

static void tell(const CrBouncer *bouncer, uint32_t i, const Bounce *bounce, CaromHitAction action)
{
    const CrFlightTail *tail = &bouncer->world->flights.tail[i];
    CrHit *hit = bouncer->slice != NULL ? crCollectSlice(bouncer->slice, bounce->time, i)
                                        : crEventsAddHit(bouncer->world, i, bounce->time);
    bouncer->counters->hits++;
    bouncer->counters->simpleHits++;
    if (hit != NULL) {
        CrHit told = {bounce->center,  bounce->normal, bounce->hot->velocity, bounce->after,
                      tail->userData,  tail->age,      bounce->key,           bounce->hot->recipe,
                      (uint8_t)action, false};
        *hit = told;
    }
}

static void depart(CaromWorld *world, uint32_t i, const Bounce *bounce, uint32_t events)
{
    CrFlights *f = &world->flights;
    CrFlight *hot = &f->hot[i];
    hot->place = bounce->center;
    hot->velocity = bounce->after;
    hot->start = bounce->time;
    hot->tau = 0.0;
    hot->bounces++;
    hot->nextKind = CR_NEXT_SEARCH;
    hot->nextKey = bounce->left;
    crCalmForget(f, i);
    f->next[i] = bounce->time;
    f->tail[i].windowEvents = events;
}

// ---- what is due

static bool bounceOnce(const CrBouncer *bouncer, uint32_t i, Bounce *bounce)
{
    uint32_t events;
    if (!count(bouncer->world, i, bounce->time, &events) || !place(bouncer->world, bounce) ||
        !reflect(bouncer->world, bounce)) {
        return false;
    }
    tell(bouncer, i, bounce, CAROM_HIT_BOUNCE);
    depart(bouncer->world, i, bounce, events);
    return true;
}

static bool hasRoom(const CrBouncer *bouncer)
{
    return bouncer->slice == NULL || bouncer->slice->count < bouncer->slice->room;
}

/// As crFlightHit does it: after the hit, whose last leg has no length, comes the end.
static bool dieOnce(const CrBouncer *bouncer, uint32_t i, Bounce *bounce)
{
    CaromWorld *world = bouncer->world;
    uint32_t events;
    bool spent = world->recipes[bounce->hot->recipe].def.onHit == CAROM_HIT_BOUNCE;
    if (bouncer->slice != NULL || !count(world, i, bounce->time, &events) ||
        !place(world, bounce) || (spent && !reflect(world, bounce))) {
        return false;
    }
    const CrShape *shape = &world->shapes[world->keyOwners[bounce->item->key].shape];
    bounce->after = crBodyVelocityAt(&world->bodies[shape->body], bounce->time, bounce->exact);
    tell(bouncer, i, bounce, CAROM_HIT_DIE);
    crFlightEndAt(world, i, bounce->time, crAddScaled(bounce->center, bounce->after, 0.0),
                  bounce->after, spent ? CAROM_END_BOUNCES : CAROM_END_HIT);
    return true;
}

static bool hitOnce(const CrBouncer *bouncer, uint32_t i)
{
    const CrFlight *hot = &bouncer->world->flights.hot[i];
    const CaromProjectileDef *def = &bouncer->world->recipes[hot->recipe].def;
    bool bounces = def->onHit == CAROM_HIT_BOUNCE && hot->bounces < (uint32_t)def->bounces;
    Bounce bounce;
    if (!(def->onHit == CAROM_HIT_BOUNCE || def->onHit == CAROM_HIT_DIE) ||
        !meets(bouncer->world, i, &bounce)) {
        return false;
    }
    return bounces ? bounceOnce(bouncer, i, &bounce) : dieOnce(bouncer, i, &bounce);
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

/// What is due next, if it is simple; false, and nothing changed, if not. Tasks leave deaths alone:
/// what a flight held goes back to lists that all flights share.
static bool liveOnce(const CrBouncer *bouncer, uint32_t i)
{
    CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    if (!isSimple(world, hot)) {
        return false;
    }
    switch (hot->nextKind) {
    case CR_NEXT_HIT:
        return hitOnce(bouncer, i);
    case CR_NEXT_SEARCH:
        return crBounceSetOut(bouncer, i);
    case CR_NEXT_LIFETIME:
        return endOnce(bouncer, i);
    default:
        return false;
    }
}

void crBounces(const CrBouncer *bouncer, const uint32_t *flights, int count, double until)
{
    const double *next = bouncer->world->flights.next;
    uint32_t going[CR_BOUNCES];
    CR_ASSERT(count <= CR_BOUNCES);
    while (bouncer->usable && count > 0) {
        int some = 0;
        for (int k = 0; k < count; k++) {
            uint32_t i = flights[k];
            if (next[i] <= until && hasRoom(bouncer) && liveOnce(bouncer, i)) {
                going[some++] = i;
            }
        }
        flights = going;
        count = some;
    }
}

bool crBounce(const CrBouncer *bouncer, uint32_t i)
{
    return bouncer->usable && hasRoom(bouncer) && liveOnce(bouncer, i);
}

void crBounceSearch(const CrBouncer *bouncer, uint32_t i)
{
    const CrFlight *hot = &bouncer->world->flights.hot[i];
    if (bouncer->usable && hot->nextKind == CR_NEXT_SEARCH && isSimple(bouncer->world, hot)) {
        (void)crBounceSetOut(bouncer, i);
    }
}

// ---- off what moves

bool crBounceMay(const CrBouncer *bouncer, uint32_t i)
{
    const CrFlight *hot = &bouncer->world->flights.hot[i];
    const CaromProjectileDef *def = &bouncer->world->recipes[hot->recipe].def;
    return bouncer->usable && hasRoom(bouncer) && isSimple(bouncer->world, hot) &&
           def->onHit == CAROM_HIT_BOUNCE && hot->bounces < (uint32_t)def->bounces;
}

bool crBounceGo(const CrBouncer *bouncer, uint32_t i, const CrRebound *rebound)
{
    CaromWorld *world = bouncer->world;
    uint32_t events;
    Bounce bounce = {.hot = &world->flights.hot[i],
                     .time = rebound->time,
                     .normal = rebound->normal,
                     .center = rebound->center,
                     .after = rebound->after,
                     .key = rebound->key,
                     .left = CR_NONE};
    if (!count(world, i, bounce.time, &events)) {
        return false;
    }
    tell(bouncer, i, &bounce, CAROM_HIT_BOUNCE);
    depart(world, i, &bounce, events);
    return true;
}
