// SPDX-License-Identifier: MIT
// Public calls: rays, circles and arcs cast through the world. A cast is a path, handled by the
// code of projectiles, so both agree to the bit.
//
// Many rays in one call: in a world larger than a processor's cache they are cast in the order of
// their origins along a curve that keeps neighbours together: Morton, "A Computer Oriented Geodetic
// Data Base" (1966). Results are the caller's, in the caller's order, whatever the order of work.
#include "../data/flight_pool.h"
#include "first_hit.h"

#define MANY_RAYS 256
#define MANY_EDGES 20000 // more than a cache holds
#define RASTER 64.0      // columns and rows over all content
#define PLACES 4096

CR_INLINE CaromError checkCast(const CaromWorld *world, CaromVec2 origin, double radius,
                               CaromVec2 translation, const CaromQueryOptions *options,
                               const CaromHit *hits, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(hits, capacity);
    error = error != CAROM_OK ? error : crCheckVec(origin);
    error = error != CAROM_OK ? error : crCheckVec(translation);
    if (error == CAROM_OK && radius != 0.0) { // of rays it is known
        error = crCheckQueryRadius(radius);
    }
    return error != CAROM_OK ? error : crCheckOptions(world, options);
}

CrCast crCastMake(const CaromWorld *world, const CaromQueryOptions *options, CaromVec2 origin,
                  CaromVec2 translation, double radius)
{
    CrCast cast = {world,  options, crPathMake(origin, translation, crVec(0.0, 0.0)),
                   radius, 1.0,     false};
    return cast;
}

CR_INLINE int castChecked(const CaromWorld *world, CaromVec2 origin, double radius,
                          CaromVec2 translation, const CaromQueryOptions *options, CaromHit *hits,
                          int capacity, const char *function)
{
    CaromError error = checkCast(world, origin, radius, translation, options, hits, capacity);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, function);
    }
    CrCast cast = crCastMake(world, options, origin, translation, radius);
    return crCastBest(&cast, hits, capacity);
}

int caromWorldCastRay(const CaromWorld *world, CaromVec2 origin, CaromVec2 translation,
                      CaromQueryOptions options, CaromHit *hits, int capacity)
{
    return castChecked(world, origin, 0.0, translation, &options, hits, capacity,
                       "caromWorldCastRay");
}

int caromWorldCastCircle(const CaromWorld *world, CaromVec2 origin, double radius,
                         CaromVec2 translation, CaromQueryOptions options, CaromHit *hits,
                         int capacity)
{
    return castChecked(world, origin, radius, translation, &options, hits, capacity,
                       "caromWorldCastCircle");
}

int caromWorldCastAny(const CaromWorld *world, CaromVec2 origin, double radius,
                      CaromVec2 translation, CaromQueryOptions options)
{
    CaromError error = checkCast(world, origin, radius, translation, &options, NULL, 0);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldCastAny");
    }
    CrCast cast = crCastMake(world, &options, origin, translation, radius);
    return crCastAny(&cast);
}

int caromWorldCastArc(const CaromWorld *world, CaromVec2 origin, double radius, CaromVec2 velocity,
                      CaromVec2 acceleration, double duration, CaromQueryOptions options,
                      CaromHit *hits, int capacity)
{
    CaromError error = checkCast(world, origin, radius, velocity, &options, hits, capacity);
    error = error != CAROM_OK ? error : crCheckVec(acceleration);
    error = error != CAROM_OK ? error : crCheckNumber(duration);
    error = error == CAROM_OK && !(duration > 0.0) ? CAROM_ERROR_OUT_OF_RANGE : error;
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldCastArc");
    }
    CrCast cast = {world,  &options, crPathMake(origin, velocity, crSquarable(acceleration)),
                   radius, duration, true};
    return crCastAll(&cast, hits, capacity);
}

// ---- many rays

typedef struct Batch {
    const CaromWorld *world;
    const CaromVec2 *origins, *translations;
    const CaromQueryOptions *options;
    CaromHit *hits;
} Batch;

/// Whether it meets anything.
static bool castOne(const Batch *batch, int i)
{
    static const CaromHit blank;
    CaromHit *hit = &batch->hits[i];
    CrCast cast =
        crCastMake(batch->world, batch->options, batch->origins[i], batch->translations[i], 0.0);
    if (crCastBest(&cast, hit, 1) > 0) {
        return true;
    }
    *hit = blank;
    hit->fraction = 1.0;
    hit->vertex = hit->tile.x = hit->tile.y = -1;
    return false;
}

// ---- order

/// The lower six bits, with a zero between any two.
static uint32_t spread(uint32_t x)
{
    x = (x | x << 4) & 0x30fu;
    x = (x | x << 2) & 0x333u;
    return (x | x << 1) & 0x555u;
}

static uint32_t rasterOf(double p, double min, double max)
{
    return (uint32_t)crClamp((p - min) * (RASTER / crMax(max - min, 1e-300)), 0.0, RASTER - 1.0);
}

/// The rays that begin in a place are a list, each in the hit of its own: which asks for no memory.
static int castByPlace(const Batch *batch, int count)
{
    int first[PLACES], met = 0;
    CaromBox bounds = crGridBounds(&batch->world->grid);
    for (int place = 0; place < PLACES; place++) {
        first[place] = -1;
    }
    for (int i = count - 1; i >= 0; i--) {
        CaromVec2 p = batch->origins[i];
        uint32_t x = rasterOf(p.x, bounds.min.x, bounds.max.x),
                 y = rasterOf(p.y, bounds.min.y, bounds.max.y);
        int *list = &first[spread(x) | spread(y) << 1];
        batch->hits[i].feature = *list;
        *list = i;
    }
    for (int place = 0; place < PLACES; place++) {
        for (int i = first[place], next; i >= 0; i = next) {
            next = batch->hits[i].feature;
            met += castOne(batch, i);
        }
    }
    return met;
}

static CaromError checkBatch(const Batch *batch, int count)
{
    bool lacks = batch->origins == NULL || batch->translations == NULL || batch->hits == NULL;
    if (batch->world == NULL || (count > 0 && lacks)) {
        return CAROM_ERROR_NULL;
    }
    CaromError error = count < 0 ? CAROM_ERROR_COUNT : CAROM_OK;
    error = error != CAROM_OK ? error : crCheckOptions(batch->world, batch->options);
    for (int i = 0; i < count && error == CAROM_OK; i++) {
        error = crCheckVec(batch->origins[i]);
        error = error != CAROM_OK ? error : crCheckVec(batch->translations[i]);
    }
    return error;
}

int caromWorldCastRays(const CaromWorld *world, const CaromVec2 *origins,
                       const CaromVec2 *translations, int count, CaromQueryOptions options,
                       CaromHit *hits)
{
    Batch batch = {world, origins, translations, &options, hits};
    CaromError error = checkBatch(&batch, count);
    if (error != CAROM_OK) {
        return crRefuseOptions(world, error, "caromWorldCastRays");
    }
    // A predicate is called in the order of the rays.
    if (count >= MANY_RAYS && world->grid.count >= MANY_EDGES && options.predicate == NULL) {
        return castByPlace(&batch, count);
    }
    int met = 0;
    for (int i = 0; i < count; i++) {
        met += castOne(&batch, i);
    }
    return met;
}
