// SPDX-License-Identifier: MIT
#include "refuse.h"

#include "../../shapes/rounding.h"
#include "../api/worlds.h"
#include "query_lock.h"

#include <float.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

CaromBlast caromBlast(void)
{
    CaromBlast blast = {0};
    blast.filter.category = 1;
    blast.filter.mask = UINT64_MAX;
    blast.cookie = CR_BLAST_COOKIE;
    return blast;
}

void crDefCheckBlast(CrDefCheck *check, const CaromBlast *blast)
{
    bool isFilled = blast->cookie == CR_BLAST_COOKIE;
    crDefCheck(check, isFilled ? CAROM_OK : CAROM_ERROR_DEF, CR_UNFILLED("blast"));
    crDefCheckRange(check, blast->radius, 0.0, 1e6, "CaromBlast.radius: 0 .. 1e6");
    crDefCheck(check, crCheckNumber(blast->impulse), "CaromBlast.impulse: finite");
    bool isFalloff = (unsigned)blast->falloff < CAROM_FALLOFF_COUNT;
    crDefCheck(check, isFalloff ? CAROM_OK : CAROM_ERROR_ENUM, "CaromBlast.falloff");
}

// ---- what was logged

/// Sets a mark in an empty place. Returns the previous value.
static uint32_t putMark(uint32_t *place, uint32_t mark)
{
#if defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2
    uint32_t was = 0;
    (void)__atomic_compare_exchange_n(place, &was, mark, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return was;
#elif defined(_MSC_VER) && !defined(__clang__)
    return (uint32_t)_InterlockedCompareExchange((volatile long *)place, (long)mark, 0);
#else
    uint32_t was = *place;
    *place = was == 0 ? mark : was;
    return was;
#endif
}

/// FNV-1a; the zero at a text's end counts, so that texts do not run into each other.
static uint32_t mixText(uint32_t hash, const char *text)
{
    do {
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    } while (*text++ != '\0');
    return hash;
}

bool crHeardFirst(CrHeard *heard, CaromError error, const char *function, const char *text)
{
    uint32_t mark = mixText(mixText(2166136261u ^ (uint32_t)error, function), text);
    mark = mark != 0 ? mark : 1;
    for (uint32_t k = 0; k < CR_HEARD; k++) {
        uint32_t was = putMark(&heard->marks[(mark + k) % CR_HEARD], mark);
        if (was == 0 || was == mark) {
            return was == 0;
        }
    }
    return false;
}

/// A copy's refusals count as its origin's.
static CrHeard *heardBy(const CaromWorld *world)
{
    while (world->queryLock.of != NULL) {
        world = world->queryLock.of;
    }
    return &((CaromWorld *)world)->heard; // atomic
}

void crLog(const CaromWorld *world, CaromError error, const char *function, const char *text)
{
    if (world->log != NULL &&
        (world->logAll || crHeardFirst(heardBy(world), error, function, text))) {
        world->log(world->logContext, error, function, text);
    }
}

CaromError crComplain(const CaromWorld *world, CaromError error, const char *function)
{
    if (error != CAROM_OK && world != NULL) {
        crLog(world, error, function, caromErrorText(error));
    }
    return error;
}

int crRefuseQuery(const CaromWorld *world, CaromError error, const char *function)
{
    return -(int)crComplain(world, error, function);
}

int crRefuseOptions(const CaromWorld *world, CaromError error, const char *function)
{
    if (error == CAROM_ERROR_DEF && world != NULL) {
        crLog(world, error, function, CR_UNFILLED("options"));
        return -(int)error;
    }
    return crRefuseQuery(world, error, function);
}

CaromError crRefuse(CaromWorld *world, CaromError error, const char *function)
{
    if (error != CAROM_OK && world != NULL) {
        world->lastError = error;
    }
    return crComplain(world, error, function);
}

CaromError crCheckNumber(double x)
{
    if (!crFinite(x)) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return crAbs(x) <= CR_HUGE ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError crCheckReach(double x, double least)
{
    if (x != x || x < -DBL_MAX) {
        return CAROM_ERROR_NOT_FINITE;
    }
    return x >= least ? CAROM_OK : CAROM_ERROR_OUT_OF_RANGE;
}

CaromError crCheckVecFully(CaromVec2 v)
{
    CaromError error = crCheckNumber(v.x);
    return error != CAROM_OK ? error : crCheckNumber(v.y);
}

CaromError crCheckEditable(const CaromWorld *world)
{
    CaromError error = crCheckAtRest(world);
    return error == CAROM_OK && crQueryIsAsking(world) ? CAROM_ERROR_BUSY : error;
}

CaromError crCheckAtRest(const CaromWorld *world)
{
    if (world == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (world->locked) {
        return CAROM_ERROR_BUSY;
    }
    return crRoundsAsExpected() ? CAROM_OK : CAROM_ERROR_ROUNDING;
}

void crDefCheck(CrDefCheck *check, CaromError error, const char *field)
{
    if (error == CAROM_OK) {
        return;
    }
    if (check->error == CAROM_OK) {
        check->error = error;
    }
    if (check->world != NULL) {
        crLog(check->world, error, check->function, field);
    } else if (check->log != NULL) {
        check->log(check->logContext, error, check->function, field);
    }
}

void crDefCheckRange(CrDefCheck *check, double x, double lo, double hi, const char *field)
{
    CaromError error = CAROM_OK;
    if (x - x != 0.0) {
        error = CAROM_ERROR_NOT_FINITE;
    } else if (x < lo || x > hi) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    crDefCheck(check, error, field);
}

void crDefCheckVec(CrDefCheck *check, CaromVec2 v, const char *field)
{
    crDefCheck(check, crCheckVec(v), field);
}

CaromError crCheckId(const CaromWorld *world, const CrSlots *slots, uint32_t index, uint32_t age,
                     uint32_t tag)
{
    if (index == 0) {
        return CAROM_ERROR_STALE_ID;
    }
    if (tag != world->tag) {
        return CAROM_ERROR_FOREIGN_ID;
    }
    return crSlotsHolds(slots, index, age) ? CAROM_OK : CAROM_ERROR_STALE_ID;
}

CaromError crCheckFlightId(const CaromWorld *world, CaromProjectileId id)
{
    const CrFlights *f = &world->flights;
    if (id.index != 0 && id.world != world->tag) {
        return CAROM_ERROR_FOREIGN_ID;
    }
    bool held =
        id.index != 0 && crFlightLives(f, id.index - 1) && f->tail[id.index - 1].age == id.age;
    return held ? CAROM_OK : CAROM_ERROR_STALE_ID;
}

void crRefuseDef(CaromError error, const char *function)
{
    if (error == CAROM_ERROR_NULL || error == CAROM_ERROR_DEF) {
        caromLogToStderr(NULL, error, function, caromErrorText(error));
    }
}

CaromError caromWorldLastError(const CaromWorld *world)
{
    return world != NULL ? world->lastError : CAROM_ERROR_NULL;
}
