// SPDX-License-Identifier: MIT
#include "flight_extra.h"

#include "flight_pool.h"

const CrPierces crNoPierces = {0};
const CrFlightExtra crNoExtra = {.fuseTime = CR_NEVER,
                                 .passed = {.shape = CR_NONE},
                                 .supportKey = CR_NONE,
                                 .steering = {.forceTime = CR_NEVER},
                                 .projectilePair = CR_NONE,
                                 .pierces = CR_NONE,
                                 .flight = CR_NONE,
                                 .nextFree = CR_NONE};

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

uint32_t crPiercesTake(CrFlights *f)
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
    extra->pierces = pierces ? crPiercesTake(f) : CR_NONE;
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

bool crIsQueued(const CaromProjectileDef *def)
{
    return def->meetMask != 0 || def->onHit == CAROM_HIT_ASK || def->blast.radius > 0.0 ||
           def->proximity > 0.0;
}
