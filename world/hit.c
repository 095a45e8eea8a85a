// SPDX-License-Identifier: MIT
#include "hit.h"

#include "event.h"
#include "kinematics.h"
#include "place.h"
#include "recipe.h"
#include "settle.h"
#include "shape.h"

// ---- what is due

/// The next thing to happen: an encounter, or what next[] says.
typedef struct Due {
    double time;
    CrNext kind;
    CrEncounter encounter;
} Due;

static void searchUntilKnown(CaromWorld *world, uint32_t i, double until)
{
    const CrFlights *f = &world->flights;
    while (f->nextKind[i] == CR_NEXT_SEARCH && f->next[i] <= until) {
        crFlightSearch(world, i);
    }
}

static bool nextDue(CaromWorld *world, uint32_t i, double until, Due *due)
{
    const CrFlights *f = &world->flights;
    searchUntilKnown(world, i, until);
    due->time = f->next[i];
    due->kind = (CrNext)f->nextKind[i];
    bool moves = f->mode[i] != CAROM_PROJECTILE_PENDING;
    bool meets = due->kind == CR_NEXT_HIT && due->time <= until;
    CrEncounter moving;
    if (meets) {
        const CrKeyOwner *owner = &world->keyOwners[f->nextKey[i]];
        CrEncounter resting = {due->time, f->nextTau[i], (CrPart)f->nextPart[i], owner->shape,
                               (int)owner->feature};
        due->encounter = resting;
    }
    if (moves && crKinematicsAny(world) &&
        crFlightMeetsMoving(world, i, crMin(until, due->time), &moving) &&
        (!meets || crEncounterIsEarlier(&moving, &due->encounter))) {
        due->time = moving.time;
        due->kind = CR_NEXT_HIT;
        due->encounter = moving;
    }
    return due->time <= until && due->kind != CR_NEXT_NOTHING;
}

double crFlightNextDue(CaromWorld *world, uint32_t i, double until)
{
    Due due;
    return nextDue(world, i, until, &due) ? due.time : CR_NEVER;
}

// ---- limits

/// Counts an event in its window of world time; false where the window is full.
static bool countEvent(CaromWorld *world, uint32_t i, double time)
{
    CrFlightCold *cold = &world->flights.cold[i];
    double windows = time / world->eventWindow;
    uint64_t window = windows < 9e18 ? (uint64_t)windows : UINT64_MAX;
    if (window != cold->window) {
        cold->window = window;
        cold->windowEvents = 0;
    }
    return ++cold->windowEvents <= world->eventLimit;
}

// ---- a hit

/// All about one hit: how it stands, and how it will go on.
typedef struct Contact {
    CrEncounter encounter;
    const CrShape *shape;
    const CrRecipe *recipe;
    CrTouch touch;
    CaromVec2 surfaceVelocity;
    CaromVec2 exact;  ///< the centre, as computed
    CaromVec2 center; ///< the centre, placed
    CaromVec2 before, after;
    double restitution, friction;
    CaromHitAction action;
    bool ends;   ///< past its last bounce
    bool leaves; ///< its bounce leads away from the edge, as the next search will judge
} Contact;

static Contact contactOf(CaromWorld *world, uint32_t i, const CrEncounter *encounter)
{
    const CrFlights *f = &world->flights;
    Contact contact = {0};
    contact.encounter = *encounter;
    contact.shape = &world->shapes[encounter->shape];
    contact.recipe = &world->recipes[f->recipe[i]];
    const CrBody *body = &world->bodies[contact.shape->body];
    contact.touch.edge = crShapeEdge(contact.shape, encounter->edge, contact.recipe->def.radius);
    contact.touch.offset = crBodyOffset(body, encounter->time);
    contact.touch.part = encounter->part;
    contact.surfaceVelocity = body->velocity;
    CrPath path = crFlightPath(f, i);
    contact.exact = crPathPoint(&path, encounter->tau);
    contact.before = crPathVelocity(&path, encounter->tau);
    contact.touch.normal = crEdgeNormal(&contact.touch.edge, encounter->part,
                                        crSub(contact.exact, contact.touch.offset));
    contact.restitution = contact.recipe->def.restitution * contact.shape->restitution;
    contact.friction = contact.recipe->def.friction * contact.shape->friction;
    contact.action = contact.recipe->def.onHit;
    return contact;
}

/// Nudges a velocity until the next search, too, takes it for leaving.
static CaromVec2 makeLeave(Contact *contact, CaromVec2 velocity)
{
    CaromVec2 local = crSub(contact->center, contact->touch.offset);
    double size = crAbs(velocity.x) + crAbs(velocity.y) + crAbs(contact->surfaceVelocity.x) +
                  crAbs(contact->surfaceVelocity.y);
    CaromVec2 tried = velocity;
    for (double step = size * 0x1p-53; step <= size * 0x1p-40 && step > 0.0; step *= 2.0) {
        CaromVec2 relative = crSub(tried, contact->surfaceVelocity);
        if (crEdgeIsLeaving(&contact->touch.edge, contact->touch.part, local, relative)) {
            contact->leaves = true;
            return tried;
        }
        tried = crAddScaled(velocity, contact->touch.normal, step);
    }
    return tried;
}

/// Newton's restitution on the normal part, Coulomb's friction on the tangential part, both
/// relative to the surface. The projectile does not spin. Keller, "Impact with Friction" (1986),
/// for a point mass.
static CaromVec2 bounce(Contact *contact)
{
    CaromVec2 n = contact->touch.normal, w = crSub(contact->before, contact->surfaceVelocity);
    double closing = crMax(-crDot(w, n), 0.0), push = (1.0 + contact->restitution) * closing;
    CaromVec2 tangent = crLeft(n);
    double sliding = crDot(w, tangent), grip = contact->friction * push;
    double slowed = sliding > 0.0 ? crMax(sliding - grip, 0.0) : crMin(sliding + grip, 0.0);
    CaromVec2 after = crAddScaled(contact->before, n, push);
    if (slowed != sliding) {
        after = crAddScaled(after, tangent, slowed - sliding);
    }
    return makeLeave(contact, after);
}

static CaromHitEvent eventOf(const CaromWorld *world, uint32_t i, const Contact *contact)
{
    CaromHitEvent event = {0};
    const CaromProjectileDef *def = &contact->recipe->def;
    event.time = contact->encounter.time;
    event.projectile = crProjectileIdOf(world, i);
    event.shape = crShapeIdOf(world, contact->encounter.shape);
    event.body = crBodyIdOf(world, contact->shape->body);
    event.center = contact->center;
    event.point = crAddScaled(contact->center, contact->touch.normal, -def->radius);
    event.normal = contact->touch.normal;
    event.velocityBefore = contact->before;
    event.velocityAfter = contact->after;
    event.impulse = crScale(crSub(contact->before, contact->after), def->mass);
    event.feature = crShapeFeature(contact->shape, contact->encounter.edge);
    event.corner = contact->shape->edgeCount > 0 && contact->shape->type != CAROM_SHAPE_CIRCLE &&
                   (contact->encounter.part == CR_PART_A || contact->encounter.part == CR_PART_B);
    event.action = contact->action;
    event.projectileData = world->flights.cold[i].userData;
    event.shapeData = contact->shape->userData;
    return event;
}

static CaromHitAction ask(CaromWorld *world, const CaromHitEvent *event)
{
    if (world->hitCallback == NULL) {
        return CAROM_HIT_BOUNCE;
    }
    double clock = world->queryTime;
    world->locked = true;
    world->queryTime = event->time;
    CaromHitAction action = world->hitCallback(world->hitContext, world, event);
    world->queryTime = clock;
    world->locked = false;
    return (unsigned)action < CAROM_HIT_ASK ? action : CAROM_HIT_BOUNCE;
}

/// What the hit does, and with which velocity the projectile goes on.
static void decide(CaromWorld *world, uint32_t i, Contact *contact)
{
    CrFlightCold *cold = &world->flights.cold[i];
    contact->after = bounce(contact);
    if (contact->action == CAROM_HIT_ASK) {
        contact->action = CAROM_HIT_BOUNCE;
        CaromHitEvent question = eventOf(world, i, contact);
        contact->action = ask(world, &question);
    }
    if (contact->action == CAROM_HIT_BOUNCE && cold->bounces >= contact->recipe->def.bounces) {
        contact->ends = true;
        contact->action = CAROM_HIT_DIE;
    }
    if (contact->action == CAROM_HIT_PIERCE) {
        contact->center = contact->exact;
        contact->after = contact->before;
    } else if (contact->action != CAROM_HIT_BOUNCE) {
        contact->after = contact->surfaceVelocity;
    }
}

// ---- and what follows

static void park(CaromWorld *world, uint32_t i, const Contact *contact)
{
    CrFlights *f = &world->flights;
    double time = contact->encounter.time;
    crFlightSetLeg(world, i, time, contact->center, contact->surfaceVelocity, crVec(0.0, 0.0));
    f->mode[i] = CAROM_PROJECTILE_PARKED;
    crEventsAddMode(world, i, time, contact->center, CAROM_PROJECTILE_PARKED);
    world->counters.parked++;
}

static void pierce(CaromWorld *world, uint32_t i, const Contact *contact)
{
    CrFlights *f = &world->flights;
    f->leg[i] |= CR_LEG_PIERCED;
    f->cold[i].after = contact->encounter.tau;
    f->cold[i].afterKey = contact->shape->keys[contact->encounter.edge];
    crFlightForget(world, i);
}

static void restOn(CaromWorld *world, uint32_t i, const Contact *contact)
{
    CrSupport support = {contact->encounter.shape, contact->encounter.edge,
                         contact->encounter.part};
    crFlightRest(world, i, contact->encounter.time, contact->center, &support);
}

/// A flight that pierced a shape and turns inside of it is still inside.
static void stayInside(CaromWorld *world, uint32_t i, bool pierced)
{
    CrFlights *f = &world->flights;
    CaromVec2 place;
    if (pierced && !crPlaceFresh(world, i, f->start[i], f->place[i], f->velocity[i], &place)) {
        f->leg[i] |= CR_LEG_PIERCED;
    }
}

/// Speeds that grow with each bounce end where numbers do.
static bool isTooFast(CaromVec2 velocity)
{
    return !(crAbs(velocity.x) <= CR_HUGE && crAbs(velocity.y) <= CR_HUGE);
}

static void flyOn(CaromWorld *world, uint32_t i, const Contact *contact)
{
    CrFlights *f = &world->flights;
    CrSupport support = {contact->encounter.shape, contact->encounter.edge,
                         contact->encounter.part};
    CaromVec2 acceleration = crRecipeAcceleration(world, contact->recipe);
    f->mode[i] = CAROM_PROJECTILE_FLYING;
    f->cold[i].supportKey = CR_NONE;
    f->cold[i].bounces++;
    bool pierced = f->leg[i] & CR_LEG_PIERCED;
    crFlightSetLeg(world, i, contact->encounter.time, contact->center, contact->after,
                   acceleration);
    if (isTooFast(contact->after)) {
        crFlightEnd(world, i, contact->encounter.time, CAROM_END_OVERFLOW);
        return;
    }
    stayInside(world, i, pierced);
    if (contact->leaves && world->bodies[contact->shape->body].type == CAROM_BODY_STATIC) {
        f->cold[i].leftKey = contact->shape->keys[contact->encounter.edge];
    }
    crFlightUpdateIgnore(world, i);
    if (contact->restitution < 1.0) {
        crFlightSettle(world, i, &support, &contact->touch, contact->restitution,
                       contact->friction);
    }
}

static void hit(CaromWorld *world, uint32_t i, const CrEncounter *encounter)
{
    Contact contact = contactOf(world, i, encounter);
    if (world->flights.mode[i] == CAROM_PROJECTILE_PARKED) {
        crFlightEnd(world, i, encounter->time, CAROM_END_CRUSHED); // by a wall that moves
        return;
    }
    contact.center = crPlace(world, i, encounter->time, contact.exact, &contact.touch);
    if (!countEvent(world, i, encounter->time)) {
        park(world, i, &contact);
        return;
    }
    decide(world, i, &contact);
    CaromHitEvent event = eventOf(world, i, &contact);
    crEventsAddHit(world, &event);
    world->counters.hits++;
    switch (contact.action) {
    case CAROM_HIT_PIERCE:
        pierce(world, i, &contact);
        break;
    case CAROM_HIT_STOP:
        restOn(world, i, &contact);
        break;
    case CAROM_HIT_DIE:
        crFlightSetLeg(world, i, encounter->time, contact.center, contact.after, crVec(0.0, 0.0));
        crFlightEnd(world, i, encounter->time, contact.ends ? CAROM_END_BOUNCES : CAROM_END_HIT);
        break;
    default:
        flyOn(world, i, &contact);
        break;
    }
}

// ---- launches

void crFlightUpdateIgnore(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    CrFlightCold *cold = &f->cold[i];
    double start = f->start[i];
    CaromBodyId id = cold->ignoreBody;
    if (id.index == 0 || cold->ignoreUntil <= start) {
        return;
    }
    if (!crSlotsHolds(&world->bodySlots, id.index, id.age)) {
        cold->ignoreBody.index = 0;
        return;
    }
    cold->ignoreUntil = crFlightLeavesBody(world, i, id.index - 1);
}

void crFlightRelaunch(CaromWorld *world, uint32_t i, double time, CaromVec2 velocity)
{
    CrFlights *f = &world->flights;
    const CrRecipe *recipe = &world->recipes[f->recipe[i]];
    f->mode[i] = CAROM_PROJECTILE_FLYING;
    f->cold[i].supportKey = CR_NONE;
    CaromVec2 wish = crFlightPlaceAt(f, i, time);
    CaromVec2 place = crPlace(world, i, time, wish, NULL);
    bool pierced = f->leg[i] & CR_LEG_PIERCED;
    crFlightSetLeg(world, i, time, place, velocity, crRecipeAcceleration(world, recipe));
    stayInside(world, i, pierced);
    crFlightUpdateIgnore(world, i);
}

/// Starts the first leg, where there is a free place for it.
static bool launchFrom(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    double time = f->start[i];
    CaromVec2 velocity = f->velocity[i], place;
    if (!crPlaceFresh(world, i, time, f->place[i], velocity, &place)) {
        return false;
    }
    f->mode[i] = CAROM_PROJECTILE_FLYING;
    crFlightSetLeg(world, i, time, place, velocity,
                   crRecipeAcceleration(world, &world->recipes[f->recipe[i]]));
    crFlightUpdateIgnore(world, i);
    return true;
}

void crFlightAwaitLaunch(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    f->mode[i] = CAROM_PROJECTILE_PENDING;
    if (f->start[i] > world->time || !launchFrom(world, i)) {
        f->nextKind[i] =
            CR_NEXT_LAUNCH; // at its time, or to be told at the next step that it can't
    }
}

static void launch(CaromWorld *world, uint32_t i)
{
    if (!launchFrom(world, i)) {
        crFlightEnd(world, i, world->flights.start[i], CAROM_END_INSIDE);
    }
}

// ---- life

bool crFlightLiveOnce(CaromWorld *world, uint32_t i, double until)
{
    Due due;
    if (!nextDue(world, i, until, &due)) {
        return false;
    }
    switch (due.kind) {
    case CR_NEXT_HIT:
        hit(world, i, &due.encounter);
        break;
    case CR_NEXT_REST:
        crFlightFinishSettling(world, i);
        break;
    case CR_NEXT_LAUNCH:
        launch(world, i);
        break;
    case CR_NEXT_LIFETIME:
        crFlightEnd(world, i, due.time, CAROM_END_LIFETIME);
        break;
    case CR_NEXT_OVERFLOW:
        crFlightEnd(world, i, due.time, CAROM_END_OVERFLOW);
        break;
    default:
        break;
    }
    return true;
}

void crFlightLive(CaromWorld *world, uint32_t i, double until)
{
    while (crSlotsLive(&world->flights.slots, i) && crFlightLiveOnce(world, i, until)) {
    }
}
