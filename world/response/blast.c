// SPDX-License-Identifier: MIT
#include "blast.h"

#include "../data/observer.h"
#include "../data/refuse.h"
#include "../events/event.h"
#include "../flight/def_table.h"
#include "../flight/flight.h"
#include "../flight/flight_boxes.h"
#include "../flight/sensor_crossings.h"
#include "../geometry/materials.h"
#include "../narrowphase/shape_distance.h"
#include "../narrowphase/shape_walk.h"
#include "../placement/launch.h"
#include "../support/stick.h"
#include "blast_occlusion.h"
#include "push.h"

#define SHOVES 64 ///< on dynamic bodies, by one search
#define AHEAD 24  ///< flights whose memory is asked for before they are looked at

// ---- what is pushed

/// An explosion under way.
typedef struct Explosion {
    const CaromBlast *blast;
    CaromVec2 center;
    double time;
    CaromProjectileId source;
    uint32_t slot; ///< of the source, or CR_NONE; its pushes are ordered as its own events
    CrOcclusion sight;
} Explosion;

static CaromBox reachOf(const Explosion *explosion)
{
    CaromBox box =
        crBoxInflate(crBox(explosion->center, explosion->center), explosion->blast->radius);
    return crBoxInflate(box, crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0));
}

/// [N·s] Returns the impulse at a distance within the radius, which is above 0.
static double impulseAt(const CaromBlast *blast, double distance)
{
    double left = 1.0 - distance / blast->radius;
    switch (blast->falloff) {
    case CAROM_FALLOFF_LINEAR:
        return blast->impulse * left;
    case CAROM_FALLOFF_QUADRATIC:
        return blast->impulse * left * left;
    default:
        return blast->impulse;
    }
}

static CaromVec2 unitOf(CaromVec2 v)
{
    double length = crLength(v);
    return length > 0.0 ? crUnit(v, length) : crVec(0.0, 0.0);
}

/// Changes the flight's velocity. Has no effect on stuck and parked flights.
static void give(CaromWorld *world, uint32_t i, double time, CaromVec2 before, CaromVec2 change)
{
    const CrFlights *f = &world->flights;
    bool held =
        f->hot[i].mode == CAROM_PROJECTILE_STUCK || f->hot[i].mode == CAROM_PROJECTILE_PARKED;
    if (held || (change.x == 0.0 && change.y == 0.0)) {
        return;
    }
    CaromVec2 after = crAdd(before, change);
    crSensorCrossingsTell(world, i, time, time);
    crFlightRelaunch(world, i, time, after);
    if (crIsTooFast(after)) {
        crFlightEnd(world, i, time, CAROM_END_OVERFLOW);
    }
    crFlightChanged(world, i);
}

static bool mayPush(const CaromWorld *world, const Explosion *explosion, uint32_t i)
{
    const CrFlights *f = &world->flights;
    return crFlightLives(f, i) && i != explosion->slot &&
           f->hot[i].mode != CAROM_PROJECTILE_PENDING &&
           crFiltersMeet(&world->flightDefs[f->hot[i].flightDef].def.filter,
                         &explosion->blast->filter);
}

static void pushFlight(CaromWorld *world, const Explosion *explosion, uint32_t i)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
    const CaromBlast *blast = explosion->blast;
    if (!mayPush(world, explosion, i)) {
        return;
    }
    CaromVec2 at = crFlightWhere(world, i, explosion->time);
    CaromVec2 away = crSub(at, explosion->center);
    double distance = crMax(crLength(away) - def->radius, 0.0);
    if (!(distance <= blast->radius)) {
        return;
    }
    double exposure = crOcclusionOfDisc(&explosion->sight, at, def->radius);
    if (exposure == 0.0) {
        return;
    }
    CaromVec2 before = crFlightHowFast(world, i, explosion->time);
    CaromVec2 heading = unitOf(crEqual(at, explosion->center) ? before : away);
    CaromVec2 impulse = crScale(heading, impulseAt(blast, distance) * exposure);
    CaromPushEvent event = {0};
    event.time = explosion->time;
    event.source = explosion->source;
    event.projectile = crProjectileIdOf(world, i);
    event.point = crAddScaled(explosion->center, heading, distance);
    event.distance = distance;
    event.exposure = exposure;
    event.impulse = impulse;
    event.data = f->tail[i].userData;
    crEventsAddPush(world, explosion->slot, &event);
    give(world, i, explosion->time, before, crScale(impulse, 1.0 / def->mass));
}

/// [m] Of the radii of flights, and no less than roundings make of it.
static double widestRadius(const CaromWorld *world)
{
    double widest = 0.0;
    for (int r = 0; r < crArrayCount(world->flightDefs); r++) {
        widest = crMax(widest, world->flightDefs[r].def.radius);
    }
    return widest * (1.0 + 1e-9);
}

/// Returns 0 of most flights: they are far away, by their legs. What sticks is carried by its body;
/// what waits for its launch is not pushed, wherever it is.
CR_INLINE int mayBeNear(const CrFlight *hot, double time, CaromVec2 center, double reach)
{
    double tau = time - hot->start;
    double x = crAbs(hot->place.x + hot->velocity.x * tau - center.x);
    double y = crAbs(hot->place.y + hot->velocity.y * tau - center.y);
    int pulls = hot->leg & CR_LEG_PULLS;
    return !(crMax(x, y) > reach) | (pulls != 0) | (hot->mode == CAROM_PROJECTILE_STUCK);
}

/// Lists the flights that may be near of a chunk that begins with `first`.
static int findNear(const CaromWorld *world, const Explosion *explosion, double reach,
                    uint32_t first, uint32_t near[CR_FLIGHT_CHUNK])
{
    const CrFlight *hot = world->flights.hot + first;
    CaromVec2 center = explosion->center;
    uint32_t left = crFlightsCount(&world->flights) - first;
    int count = 0, all = (int)(left < CR_FLIGHT_CHUNK ? left : CR_FLIGHT_CHUNK);
    for (int k = 0; k < all; k++) {
        CR_PREFETCH(&hot[k + AHEAD]);
        near[count] = first + (uint32_t)k; // without a branch
        count += mayBeNear(&hot[k], explosion->time, center, reach);
    }
    return count;
}

/// Pushes the flights near it: those that are listed there, or all that are found by a look at
/// each.
static void pushFlights(CaromWorld *world, const Explosion *explosion)
{
    const uint32_t *listed = NULL;
    uint32_t near[CR_FLIGHT_CHUNK], all = crFlightsCount(&world->flights);
    CaromBox box = reachOf(explosion);
    double reach = crMax(box.max.x - explosion->center.x, box.max.y - explosion->center.y);
    int count = 0;
    if (crFlightBoxesFindAround(world, explosion->slot, box, &listed, &count)) {
        for (int k = 0; k < count; k++) {
            pushFlight(world, explosion, listed[k]);
        }
        return;
    }
    reach += widestRadius(world);
    for (uint32_t first = 0; first < all; first += CR_FLIGHT_CHUNK) {
        count = findNear(world, explosion, reach, first, near);
        for (int k = 0; k < count; k++) {
            pushFlight(world, explosion, near[k]);
        }
    }
}

// ---- what it does to bodies

/// Pushes on dynamic bodies, by shape. They are given when all have been found, in the order of the
/// shapes: a push changes what the search goes through. If there are too many, those of the first
/// shapes are given, and another search finds the next.
typedef struct Shoves {
    CrPush of[SHOVES];
    uint32_t shapes[SHOVES];
    uint32_t after; ///< the last shape that was done; CR_NONE: none yet
    int count;
    bool more;
} Shoves;

static void addShove(Shoves *shoves, uint32_t shape, const CrPush *push)
{
    if (shoves->after != CR_NONE && shape <= shoves->after) {
        return;
    }
    if (shoves->count == SHOVES) {
        shoves->more = true;
        if (shape > shoves->shapes[SHOVES - 1]) {
            return;
        }
        shoves->count--;
    }
    int k = shoves->count++;
    for (; k > 0 && shoves->shapes[k - 1] > shape; k--) {
        shoves->shapes[k] = shoves->shapes[k - 1];
        shoves->of[k] = shoves->of[k - 1];
    }
    shoves->shapes[k] = shape;
    shoves->of[k] = *push;
}

/// Returns false if the shape is out of reach, or hidden.
static bool reaches(CaromWorld *world, const Explosion *explosion, uint32_t slot,
                    CaromPushEvent *event)
{
    const CrShape *shape = &world->shapes[slot];
    if (!crOcclusionMinds(&explosion->sight, slot)) {
        return false;
    }
    CrPose pose = crBodyPose(&world->bodies[shape->body], explosion->time);
    CaromNearest nearest = crShapeNearest(shape, crPoseToLocal(&pose, explosion->center));
    double distance = crMax(nearest.distance, 0.0), radius = explosion->blast->radius;
    double exposure =
        distance <= radius ? crOcclusionOfShape(&explosion->sight, slot, radius) : 0.0;
    if (exposure == 0.0) {
        return false;
    }
    event->time = explosion->time;
    event->source = explosion->source;
    event->shape = crShapeIdOf(world, slot);
    event->body = crBodyIdOf(world, shape->body);
    event->point = crPoseToWorld(&pose, nearest.point);
    event->distance = distance;
    event->exposure = exposure;
    event->impulse = crScale(crPoseTurn(&pose, nearest.normal),
                             -impulseAt(explosion->blast, distance) * exposure);
    event->data = shape->userData;
    return true;
}

/// Through all shapes that it reaches. tells: events are made of them.
static void searchShapes(CaromWorld *world, const Explosion *explosion, Shoves *shoves, bool tells)
{
    CrShapeWalk walk;
    uint32_t slot;
    crShapeWalkStart(&walk, world, reachOf(explosion), CR_LAYERS_SOLID);
    while (crShapeWalkNext(&walk, &slot)) {
        CaromPushEvent event = {0};
        if (!reaches(world, explosion, slot, &event)) {
            continue;
        }
        if (tells) {
            crEventsAddPush(world, explosion->slot, &event);
        }
        uint32_t body = crPushedBody(world, world->shapes[slot].body);
        CrPush push = {body, explosion->slot, explosion->time, event.point, event.impulse, 0.0};
        if (body != CR_NONE && world->recorder == NULL) {
            addShove(shoves, slot, &push);
        }
    }
}

static void pushShapes(CaromWorld *world, const Explosion *explosion)
{
    Shoves shoves;
    int before = crEventsCollected(world);
    shoves.after = CR_NONE;
    do {
        shoves.count = 0;
        shoves.more = false;
        searchShapes(world, explosion, &shoves, shoves.after == CR_NONE);
        if (shoves.after == CR_NONE) {
            crEventsJoin(world, before);
        }
        for (int k = 0; k < shoves.count; k++) {
            crBodyPush(world, &shoves.of[k]);
            shoves.after = shoves.shapes[k];
        }
    } while (shoves.more);
}

// ---- it goes off

static void explode(CaromWorld *world, Explosion *explosion, void *data)
{
    CaromBlastEvent event = {
        0, explosion->time, explosion->source, explosion->center, *explosion->blast, data};
    crEventsAddBlast(world, explosion->slot, &event);
    if (explosion->blast->radius > 0.0) {
        explosion->sight =
            crOcclusionFrom(world, explosion->center, explosion->time, &explosion->blast->filter);
        pushFlights(world, explosion);
        pushShapes(world, explosion);
    }
}

void crFlightExplode(CaromWorld *world, uint32_t i, double time)
{
    const CrFlights *f = &world->flights;
    Explosion explosion = {0};
    explosion.blast = &world->flightDefs[f->hot[i].flightDef].def.blast;
    explosion.center = crFlightWhere(world, i, time);
    explosion.time = time;
    explosion.source = crProjectileIdOf(world, i);
    explosion.slot = i;
    explode(world, &explosion, f->tail[i].userData);
    crFlightEnd(world, i, time, CAROM_END_EXPLODED);
}

// ---- commands

CaromError caromWorldExplode(CaromWorld *world, CaromVec2 center, const CaromBlast *blast)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && blast == NULL ? CAROM_ERROR_NULL : error;
    error = error != CAROM_OK ? error : crCheckVec(center);
    if (error == CAROM_OK && blast->cookie != CR_BLAST_COOKIE) {
        error = CAROM_ERROR_DEF;
    }
    if (error == CAROM_OK) {
        CrDefCheck check = {world, "caromWorldExplode", world->log, world->logContext, CAROM_OK};
        crDefCheckBlast(&check, blast);
        error = check.error;
    }
    if (error == CAROM_OK && !crArrayGrow(world->pendingBlasts, 1, &world->allocator)) {
        error = CAROM_ERROR_MEMORY;
    }
    if (error == CAROM_OK) {
        CrPendingBlast pendingBlast = {center, *blast};
        crArrayPush(world->pendingBlasts, pendingBlast);
    }
    crRecordCall(world, error, caromWorldExplode, .vector = center, .blast = blast);
    return crRefuse(world, error, "caromWorldExplode");
}

void crBlastsObey(CaromWorld *world)
{
    crFlightBoxesBegin(world, world->time, world->time);
    crFlightBoxesExpect(world, crArrayCount(world->pendingBlasts));
    for (int k = 0; k < crArrayCount(world->pendingBlasts); k++) {
        Explosion explosion = {0};
        explosion.blast = &world->pendingBlasts[k].blast;
        explosion.center = world->pendingBlasts[k].center;
        explosion.time = world->time;
        explosion.slot = CR_NONE;
        explode(world, &explosion, NULL);
    }
    crArraySetCount(world->pendingBlasts, 0);
    crFlightBoxesEnd(world);
}

// ---- when

static bool mayExplodeOnHit(const CaromProjectileDef *def, bool steeply)
{
    return def->onHit == CAROM_HIT_EXPLODE || def->onHit == CAROM_HIT_ASK ||
           (steeply && def->onHit == CAROM_HIT_BOUNCE);
}

bool crBlastsAreDue(const CaromWorld *world, double until)
{
    const CrFlights *f = &world->flights;
    bool steeply = crSurfacesExplode(world), meetsMoving = crMovingIndexAny(world);
    for (int k = 0; k < crArrayCount(world->linked); k++) {
        uint32_t i = world->linked[k];
        const CaromProjectileDef *def = &world->flightDefs[f->hot[i].flightDef].def;
        if (def->blast.radius == 0.0) {
            continue;
        }
        bool onHit = mayExplodeOnHit(def, steeply);
        if (crFlightExtra(f, i)->fuseTime <= until ||
            (onHit && (meetsMoving || f->next[i] <= until))) {
            return true;
        }
    }
    return false;
}
