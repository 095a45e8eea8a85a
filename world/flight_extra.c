// SPDX-License-Identifier: MIT
#include "flight_extra.h"

#include "flight.h"
#include "recipe.h"
#include "surface.h"

const CrPierces crNoPierces = {0};
const CrFlightExtra crNoExtra = {.fuseTime = CR_NEVER,
                                 .passed = {.shape = CR_NONE},
                                 .supportKey = CR_NONE,
                                 .steering = {.forceTime = CR_NEVER},
                                 .partner = CR_NONE,
                                 .pierces = CR_NONE,
                                 .flight = CR_NONE,
                                 .nextFree = CR_NONE};

// ---- who needs one

static bool isHeldBy(CaromHitAction action)
{
    return action == CAROM_HIT_STOP || action == CAROM_HIT_STICK || action == CAROM_HIT_PIERCE;
}

static bool isPierce(CaromHitAction action)
{
    return action == CAROM_HIT_PIERCE;
}

/// Whether one that bounces may do something else at a steep hit: what `does` says.
static bool mayAtSteepHits(const CaromWorld *world, const CaromProjectileDef *def,
                           bool (*does)(CaromHitAction action))
{
    uint32_t first = crPairKey(def->material, 0), material = def->material;
    const CrPair *pair = def->onHit == CAROM_HIT_BOUNCE ? crPairFrom(world, first) : NULL;
    while (pair != NULL && pair->key >> 16 == material && !does(pair->surface.steep)) {
        pair = crPairNext(world, pair);
    }
    return pair != NULL && pair->key >> 16 == material;
}

static bool isPulled(const CaromWorld *world, const CaromProjectileDef *def)
{
    CaromVec2 pull = crDefAcceleration(world, def);
    return pull.x != 0.0 || pull.y != 0.0;
}

bool crNeedsExtra(const CaromWorld *world, const CaromProjectileDef *def)
{
    if (def->fuse < CAROM_FOREVER || def->meetMask != 0 || def->ignoreBody.index != 0 ||
        crIsDragged(def) || crIsGrounded(def) || def->onHit == CAROM_HIT_ASK ||
        isHeldBy(def->onHit)) {
        return true;
    }
    bool leans = isPulled(world, def) || world->kinematics.spinners > 0; // these press it on, too
    return (def->onHit == CAROM_HIT_BOUNCE && leans) || mayAtSteepHits(world, def, isHeldBy);
}

bool crMayPierce(const CaromWorld *world, const CaromProjectileDef *def)
{
    return def->onHit == CAROM_HIT_PIERCE || def->onHit == CAROM_HIT_ASK ||
           mayAtSteepHits(world, def, isPierce);
}

// ---- the pools

CaromError crExtrasReserve(CaromWorld *world, int extras, int pierces)
{
    CrFlights *f = &world->flights;
    extras -= f->extrasLeft;
    pierces -= f->piercesLeft;
    bool ok = (extras <= 0 ||
               (crArrayGrow(f->extras, extras, &world->allocator) &&
                crArrayReserve(f->stuck, crArrayCapacity(f->extras), &world->allocator))) &&
              (pierces <= 0 || crArrayGrow(f->pierces, pierces, &world->allocator));
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void crExtrasFree(CaromWorld *world)
{
    crArrayFree(world->flights.extras, &world->allocator);
    crArrayFree(world->flights.stuck, &world->allocator);
    crArrayFree(world->flights.pierces, &world->allocator);
    crArrayFree(world->flights.pulls, &world->allocator);
}

static uint32_t takePierces(CrFlights *f)
{
    uint32_t at = f->freePierces;
    if (at == CR_NONE) {
        at = (uint32_t)crArrayCount(f->pierces);
        crArrayPush(f->pierces, crNoPierces);
        return at;
    }
    f->freePierces = f->pierces[at].nextFree;
    f->piercesLeft--;
    f->pierces[at] = crNoPierces;
    return at;
}

static uint32_t takeExtra(CrFlights *f)
{
    uint32_t at = f->freeExtra;
    if (at == CR_NONE) {
        at = (uint32_t)crArrayCount(f->extras);
        crArrayPush(f->extras, crNoExtra);
        return at;
    }
    bool listed = f->extras[at].listed; // until the end of the step
    f->freeExtra = f->extras[at].nextFree;
    f->extrasLeft--;
    f->extras[at] = crNoExtra;
    f->extras[at].listed = listed;
    return at;
}

void crFlightTakeExtra(CaromWorld *world, uint32_t i, bool pierces)
{
    CrFlights *f = &world->flights;
    CrFlight *hot = &f->hot[i];
    uint32_t bounces = hot->bounces, at = takeExtra(f);
    CrFlightExtra *extra = &f->extras[at];
    extra->after = crFlightAfter(world, i);
    extra->window = crFlightWindow(world, i);
    extra->windowEvents = f->tail[i].windowEvents;
    extra->bounces = bounces;
    extra->flight = i;
    extra->pierces = pierces ? takePierces(f) : CR_NONE;
    hot->extra = at;
    hot->leg |= CR_LEG_EXTRA;
}

CaromError crFlightGiveExtra(CaromWorld *world, uint32_t i)
{
    if (crFlightHasExtra(&world->flights, i)) {
        return CAROM_OK;
    }
    CaromError error = crExtrasReserve(world, 1, 0);
    if (error == CAROM_OK) {
        crFlightTakeExtra(world, i, false);
    }
    return error;
}

/// What flight i lacks.
static void lacks(const CaromWorld *world, uint32_t i, bool *extra, bool *pierces)
{
    const CrFlights *f = &world->flights;
    const CaromProjectileDef *def = &world->recipes[f->hot[i].recipe].def;
    *extra = !crFlightHasExtra(f, i) && crNeedsExtra(world, def);
    *pierces = crFlightExtra(f, i)->pierces == CR_NONE && crMayPierce(world, def);
}

CaromError crFlightsGiveExtras(CaromWorld *world)
{
    CrFlights *f = &world->flights;
    uint32_t count = crFlightsCount(f);
    int extras = 0, depths = 0;
    bool extra, pierces;
    for (uint32_t i = 0; i < count; i++) {
        if (crFlightLives(f, i)) {
            lacks(world, i, &extra, &pierces);
            extras += extra;
            depths += pierces;
        }
    }
    CaromError error = crExtrasReserve(world, extras, depths);
    for (uint32_t i = 0; error == CAROM_OK && i < count; i++) {
        if (crFlightLives(f, i)) {
            lacks(world, i, &extra, &pierces);
            if (extra) {
                crFlightTakeExtra(world, i, pierces);
            } else if (pierces) {
                crFlightOwn(f, i)->pierces = takePierces(f);
            }
        }
    }
    return error;
}

CaromError crFlightsAwaitSpin(CaromWorld *world, double spin)
{
    int *spinners = &world->kinematics.spinners;
    if (spin == 0.0 || *spinners > 0) { // where something spins already all have theirs
        return CAROM_OK;
    }
    ++*spinners;
    CaromError error = crFlightsGiveExtras(world);
    --*spinners;
    return error;
}

void crFlightDropExtra(CaromWorld *world, uint32_t i)
{
    CrFlights *f = &world->flights;
    CrFlightExtra *extra = crFlightOwn(f, i);
    if (extra->pierces != CR_NONE) {
        f->pierces[extra->pierces].nextFree = f->freePierces;
        f->freePierces = extra->pierces;
        f->piercesLeft++;
    }
    extra->flight = CR_NONE;
    extra->nextFree = f->freeExtra;
    f->freeExtra = f->hot[i].extra;
    f->extrasLeft++;
    f->hot[i].leg &= (uint8_t)~CR_LEG_EXTRA;
}
