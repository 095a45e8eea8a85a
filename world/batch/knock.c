// SPDX-License-Identifier: MIT
// Bounces of points off moving discs with nothing else near: the hit and the impact are computed by
// the general path (leg.h, impact.h), without its search for other shapes. The motion grid
// (clear_until.h) shows which moving shapes may be near, edge packets which edges at rest.
#include "../flight/clear_until.h"
#include "../placement/place.h"
#include "../placement/place_tolerance.h"
#include "../projectile/dispatch.h"
#include "../response/impact.h"
#include "bounce.h"

static bool isOutside(const void *context, CaromVec2 place)
{
    const CrTouch *touch = context;
    return crEdgeGap(&touch->edge, crPoseToLocal(&touch->pose, place)) > 0.0;
}

/// As crPlace does it where nothing else is near the disc.
static bool place(const CaromWorld *world, const CrFlight *hot, CrImpact *contact)
{
    const CrTouch *touch = &contact->touch;
    CaromVec2 wish = contact->exact, start = hot->place, local = crPoseToLocal(&touch->pose, wish);
    const CrBody *body = &world->bodies[contact->shape->body];
    double size =
        crPlaceSizeOf(crCoordinateSum(wish, start), crPlaceSizeUnder(body, &touch->pose, wish));
    double unit = crPlaceUnit(size, 0.0), nearness = crPlaceNearness(size, 0.0);
    double gap = crLength(crSub(local, touch->edge.a)) - touch->edge.reach;
    return crAbs(gap) <= nearness && crEdgePacketsAlone(&world->grid, wish, nearness, CR_NONE) &&
           crPlaceAlong(wish, touch->normal, unit, isOutside, touch, &contact->center);
}

/// The meeting with a disc, if it is the next thing to happen and nothing else is near then.
static bool meetsDisc(const CrBouncer *bouncer, uint32_t i, const CrClearance *clear, double until,
                      CrEncounter *met)
{
    const CaromWorld *world = bouncer->world;
    const CrFlight *hot = &world->flights.hot[i];
    double next = world->flights.next[i];
    CrSpan span = {world->time, crMin(until, next)};
    return clear->first != NULL && clear->first->full && crBounceMay(bouncer, i) &&
           crFlightSees(world, &world->flightDefs[hot->flightDef].def.filter, clear->first->key) &&
           crFlightMeetsEdge(world, i, clear->first->key, 0, span, met) && met->time <= until &&
           met->time < crMin(next, clear->alone);
}

bool crBounceOff(const CrBouncer *bouncer, uint32_t i, const CrClearance *clear, double until)
{
    CaromWorld *world = bouncer->world;
    CrEncounter met;
    if (!meetsDisc(bouncer, i, clear, until, &met)) {
        return false;
    }
    CrImpact contact = crImpactMake(world, i, &met);
    if (!place(world, &world->flights.hot[i], &contact)) {
        return false;
    }
    crImpactBounce(&contact);
    CaromVec2 n = contact.touch.normal, w = crSub(contact.before, contact.surfaceVelocity);
    if (crSurfaceAction(&contact.surface, w, n) != CAROM_HIT_BOUNCE || crIsTooFast(contact.after)) {
        return false;
    }
    CrRebound rebound = {met.time, n, contact.center, contact.after,
                         crShapeKeys(contact.shape)[met.edge]};
    return crBounceGo(bouncer, i, &rebound);
}
