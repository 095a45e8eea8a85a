// SPDX-License-Identifier: MIT
#include "hit.h"

#include "../data/observer.h"
#include "../events/event.h"
#include "../flight/acceleration.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/projectile_pairs.h"
#include "../placement/launch.h"
#include "../placement/place.h"
#include "../support/bounce_series.h"
#include "../support/rest.h"
#include "../support/stick.h"
#include "blast.h"
#include "impact.h"
#include "pierce.h"
#include "push.h"
#include "wedge.h"

#define MANY_HITS 64 ///< at one place: more than any corner at rest takes

// ---- limits

/// Beyond its own share, and up to the world's limit, a flight draws on the common pool.
static bool drawEvents(CaromWorld *world, uint32_t before, uint32_t events)
{
    uint32_t share = (uint32_t)world->eventCap, all = before + events;
    if (all > (uint32_t)world->eventLimit || world->eventPool < 0.0) {
        return false;
    }
    world->eventPool -= before > share ? events : all - share;
    return world->eventPool >= 0.0;
}

bool crFlightCountEvents(CaromWorld *world, uint32_t i, double time, uint32_t events)
{
    CrFlights *f = &world->flights;
    bool late = crIsLate(world, time);
    if (late && crFlightGiveExtra(world, i) != CAROM_OK) {
        return false;
    }
    uint64_t window = crWindowOf(world, late ? world->time : time);
    uint32_t before = window == crFlightWindow(world, i) ? crFlightWindowEvents(f, i) : 0;
    if (crFlightHasExtra(f, i)) {
        crFlightOwn(f, i)->window = window;
        crFlightOwn(f, i)->windowEvents = before + events;
    } else {
        f->tail[i].windowEvents = before + events;
        f->hot[i].leg |= CR_LEG_COUNTED;
    }
    return before + events <= (uint32_t)world->eventCap || drawEvents(world, before, events);
}

// ---- a hit

static CrHit hitOf(const CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    const CrFlights *f = &world->flights;
    CrHit hit = {contact->center,
                 contact->touch.normal,
                 contact->before,
                 contact->after,
                 f->tail[i].userData,
                 f->tail[i].age,
                 crShapeKeys(contact->shape)[contact->encounter.edge],
                 f->hot[i].flightDef,
                 (uint8_t)contact->action,
                 contact->corner};
    return hit;
}

static CaromHitEvent eventOf(const CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    CrHit hit = hitOf(world, i, contact);
    CaromHitEvent event;
    crHitWrite(world, &hit, contact->encounter.time, i, &event);
    event.projectile = crProjectileIdOf(world, i);
    return event;
}

static void tell(CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    world->counters.hits++;
    if (world->recorder != NULL) {
        CaromHitEvent event = eventOf(world, i, contact);
        crPreviewSinkTake(world->recorder, CR_EVENT_HIT, event.time, &event);
        return;
    }
    CrHit *hit = crEventsAddHit(world, i, contact->encounter.time);
    if (hit != NULL) {
        *hit = hitOf(world, i, contact);
    }
}

static CaromHitAction ask(CaromWorld *world, const CaromHitEvent *event)
{
    if (world->hitCallback == NULL) {
        return event->action;
    }
    if (world->recorder != NULL) {
        crPreviewSinkStop(world->recorder, event, CAROM_PREDICTION_ASKS);
        return CAROM_HIT_BOUNCE;
    }
    double clock = world->queryTime;
    world->locked = true;
    world->queryTime = event->time;
    CaromHitAction action = world->hitCallback(world->hitContext, world, event);
    world->queryTime = clock;
    world->locked = false;
    action = (unsigned)action < CAROM_HIT_ASK ? action : event->action;
    crRecordAnswer(world, CR_RECORD_HIT, event->projectile.index, action);
    return action;
}

/// Returns whether it bounces back and forth at one place between faces that approach. Each time it
/// is as fast as one of the faces, which by a rounding is slower than the corner between them.
static bool isSqueezed(const CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    double way = contact->encounter.tau * crCoordinateSum(contact->before, contact->bodyVelocity);
    return crFlightWindowEvents(&world->flights, i) > MANY_HITS &&
           way <= crPlaceTolerance(contact->exact, contact->flightDef->def.radius);
}

/// Keeps a small gap to a spinning surface. Any nearer it would hardly leave, and roundings of the
/// rotation may make it meet the surface again at once, time after time.
static CaromVec2 placeOff(CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    const CrTouch *touch = &contact->touch;
    double hair = crFaceTrackHair(contact->exact, touch);
    CaromVec2 wish = crAddScaled(contact->exact, touch->normal, hair);
    return crPlaceOrCrush(world, i, contact->encounter.time, wish, touch);
}

/// The body takes its part. A prediction ends here: what follows depends on how the body goes on.
static void pushBody(CaromWorld *world, uint32_t i, uint32_t body, CrImpact *contact)
{
    if (world->recorder == NULL) {
        crImpactPush(world, i, body, contact);
        return;
    }
    CaromHitEvent question = eventOf(world, i, contact);
    crPreviewSinkStop(world->recorder, &question, CAROM_PREDICTION_BODY);
}

/// Decides the effect of the hit, and the velocity after it.
static void decide(CaromWorld *world, uint32_t i, CrImpact *contact)
{
    if (world->hitPolicy != NULL) {
        world->hitPolicy->decide(world->hitPolicy->context, world, i, contact);
        return;
    }
    uint32_t pushed = crPushedBody(world, contact->shape->body);
    if (CR_UNLIKELY(pushed != CR_NONE)) {
        crImpactBounceOffBody(world, pushed, contact);
    } else {
        crImpactBounce(contact);
    }
    bool asks = contact->action == CAROM_HIT_ASK;
    if (asks || contact->action == CAROM_HIT_BOUNCE) {
        CaromVec2 w = crSub(contact->before, contact->surfaceVelocity);
        contact->action = crSurfaceAction(&contact->surface, w, contact->touch.normal);
    }
    if (asks) {
        CaromHitEvent question = eventOf(world, i, contact);
        contact->action = ask(world, &question);
    }
    if (contact->action == CAROM_HIT_BOUNCE &&
        crFlightBounces(&world->flights, i) >= (uint32_t)contact->flightDef->def.bounces) {
        contact->ends = true;
        contact->action = CAROM_HIT_DIE;
    }
    if (contact->action == CAROM_HIT_PIERCE) {
        contact->center = contact->exact;
        contact->after = contact->before;
        world->flights.hot[i].leg &= (uint8_t)~CR_LEG_CRUSHED; // it needs no place
    } else if (contact->action != CAROM_HIT_BOUNCE) {
        contact->after = contact->bodyVelocity;
    }
    if (CR_UNLIKELY(pushed != CR_NONE)) {
        pushBody(world, i, pushed, contact);
    }
}

// ---- and what follows

static void park(CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    bool turns = world->bodies[contact->shape->body].spin != 0.0; // it would lead it off
    CrTransition parked = {.mode = CAROM_PROJECTILE_PARKED,
                           .time = contact->encounter.time,
                           .place = contact->center,
                           .velocity = turns ? crVec(0.0, 0.0) : contact->bodyVelocity,
                           .isTold = true};
    crFlightApply(world, i, &parked);
    world->counters.parked++;
}

static void stickTo(CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    CrSupport support = crImpactSupport(contact);
    crFlightStick(world, i, contact->encounter.time, contact->center, &support);
}

/// What turns would turn away under one that rests.
static void stopOn(CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    CrSupport support = crImpactSupport(contact);
    if (world->bodies[contact->shape->body].spin != 0.0) {
        stickTo(world, i, contact);
    } else {
        crFlightRest(world, i, contact->encounter.time, contact->center, &support, true);
    }
}

static void countBounce(CrFlights *f, uint32_t i)
{
    uint32_t *bounces = crFlightHasExtra(f, i) ? &crFlightOwn(f, i)->bounces : &f->hot[i].bounces;
    ++*bounces;
}

/// Finds the support that it slid, rolled or rested on, and its normal; returns false if there is
/// none.
static bool leanedOn(const CaromWorld *world, uint32_t i, double time, CrSupport *support,
                     CaromVec2 *normal)
{
    const CrFlight *hot = &world->flights.hot[i];
    const CrFlightExtra *extra = crFlightExtra(&world->flights, i);
    bool slides = crModeSlides(hot->mode),
         rests = hot->mode == CAROM_PROJECTILE_RESTING && !extra->glued;
    if (!(slides || rests) || !crFlightSupport(world, i, support)) {
        return false;
    }
    *normal = crFlightNormal(world, i, time, support);
    return true;
}

static void flyOn(CaromWorld *world, uint32_t i, const CrImpact *contact)
{
    CrFlights *f = &world->flights;
    CrSupport support = crImpactSupport(contact);
    CrTransition flight = {.mode = CAROM_PROJECTILE_FLYING,
                           .time = contact->encounter.time,
                           .place = contact->center,
                           .velocity = contact->after};
    flight.acceleration = crFlightAcceleration(world, i, flight.time, flight.velocity);
    CrSupport former;
    CaromVec2 normal;
    bool leaned = leanedOn(world, i, contact->encounter.time, &former, &normal);
    countBounce(f, i);
    bool pierced = f->hot[i].leg & CR_LEG_PIERCED;
    crFlightApply(world, i, &flight);
    if (crIsTooFast(contact->after)) {
        crFlightEnd(world, i, contact->encounter.time, CAROM_END_OVERFLOW);
        return;
    }
    crFlightStayInside(world, i, pierced);
    if (contact->leaves && world->bodies[contact->shape->body].type == CAROM_BODY_STATIC) {
        f->hot[i].nextKey = crShapeKeys(contact->shape)[contact->encounter.edge];
    }
    crFlightUpdateIgnore(world, i);
    if (leaned && crFlightWedge(world, i, &former, normal, contact)) {
        return;
    }
    if (contact->restitution < 1.0) {
        crFlightSettle(world, i, &support, &contact->touch, contact->restitution,
                       &contact->surface);
    }
}

/// Returns whether it needs a place on the free side to continue from. A flight that is sure to
/// pierce continues along its path.
static bool needsPlace(const CaromWorld *world, const CrImpact *contact)
{
    return contact->action != CAROM_HIT_PIERCE || world->hitPolicy != NULL;
}

/// Whether all that a bounce at a time does to others is its event: it does not settle, pierce,
/// meet others, or leave what it ignores.
static bool isAlone(const CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    const CrFlight *hot = &f->hot[i];
    const CaromProjectileDef *def = &world->flightDefs[hot->flightDef].def;
    const CrFlightExtra *extra = crFlightExtra(f, i);
    bool ignores = extra->ignoreBody.index != 0 && extra->ignoreUntil > time;
    return hot->mode == CAROM_PROJECTILE_FLYING &&
           !(hot->leg & (CR_LEG_PIERCED | CR_LEG_CRUSHED)) && def->onHit == CAROM_HIT_BOUNCE &&
           def->proximity == 0.0 && !ignores && crFlightBounces(f, i) < (uint32_t)def->bounces &&
           !crIsProjectilePair(world, i) && crFlightPierces(f, i)->count == 0 &&
           f->crossings == NULL && world->hitPolicy == NULL;
}

/// Whether its window of world time has room for one event more of it, without a look at the place.
static bool hasRoom(const CaromWorld *world, uint32_t i, double time)
{
    bool same = crWindowOf(world, time) == crFlightWindow(world, i);
    uint32_t events = 1 + (same ? crFlightWindowEvents(&world->flights, i) : 0);
    return events <= (uint32_t)world->eventCap && events <= MANY_HITS && !crIsLate(world, time);
}

bool crFlightBounceAlone(CaromWorld *world, uint32_t i, const CrEncounter *encounter, CrHit *hit)
{
    double time = encounter->time;
    if (!isAlone(world, i, time) || !hasRoom(world, i, time)) {
        return false;
    }
    CrImpact contact = crImpactMake(world, i, encounter);
    CrPlaced placed = crPlace(world, i, time, contact.exact, &contact.touch);
    CaromVec2 pull = crFlightPull(&world->flights, i);
    bool settles = contact.restitution < 1.0 && (pull.x != 0.0 || pull.y != 0.0);
    contact.center = placed.place;
    crImpactBounce(&contact);
    CaromVec2 w = crSub(contact.before, contact.surfaceVelocity);
    contact.action = crSurfaceAction(&contact.surface, w, contact.touch.normal);
    if (placed.crushed || settles || contact.action != CAROM_HIT_BOUNCE ||
        crIsTooFast(contact.after) || world->bodies[contact.shape->body].spin != 0.0) {
        return false;
    }
    (void)crFlightCountEvents(world, i, time, 1);
    *hit = hitOf(world, i, &contact);
    flyOn(world, i, &contact);
    return true;
}

void crFlightHit(CaromWorld *world, uint32_t i, const CrEncounter *encounter)
{
    CrImpact contact = crImpactMake(world, i, encounter);
    if (world->flights.hot[i].mode == CAROM_PROJECTILE_PARKED) {
        crFlightEnd(world, i, encounter->time, CAROM_END_CRUSHED); // by a wall that moves
        return;
    }
    bool counts = crFlightCountEvents(world, i, encounter->time, 1);
    if (!counts || needsPlace(world, &contact)) {
        contact.center = crPlaceOrCrush(world, i, encounter->time, contact.exact, &contact.touch);
        if (isSqueezed(world, i, &contact) && world->bodies[contact.shape->body].spin != 0.0) {
            contact.center = placeOff(world, i, &contact);
        }
    }
    if (!counts) {
        park(world, i, &contact);
        return;
    }
    contact.squeezed = isSqueezed(world, i, &contact);
    decide(world, i, &contact);
    tell(world, i, &contact);
    switch (contact.action) {
    case CAROM_HIT_PIERCE:
        crPierceEnter(world, i, encounter, &contact);
        break;
    case CAROM_HIT_STOP:
        stopOn(world, i, &contact);
        break;
    case CAROM_HIT_STICK:
        stickTo(world, i, &contact);
        break;
    case CAROM_HIT_DIE:
        crFlightSetLeg(world, i, encounter->time, contact.center, contact.after, crVec(0.0, 0.0));
        crFlightEnd(world, i, encounter->time, contact.ends ? CAROM_END_BOUNCES : CAROM_END_HIT);
        break;
    case CAROM_HIT_EXPLODE:
        crFlightSetLeg(world, i, encounter->time, contact.center, contact.after, crVec(0.0, 0.0));
        crFlightExplode(world, i, encounter->time);
        break;
    default:
        flyOn(world, i, &contact);
        break;
    }
}
