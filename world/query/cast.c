// SPDX-License-Identifier: MIT
// Public calls: rays, circles and arcs cast through the world. A cast is a path, handled by the
// code of projectiles, so both agree to the bit.
#include "../data/flight_pool.h"
#include "first_hit.h"

CR_INLINE CaromError checkCast(const CaromWorld *world, CaromVec2 origin, double radius,
                               CaromVec2 translation, const CaromQueryOptions *options,
                               const CaromHit *hits, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(hits, capacity);
    error = error != CAROM_OK ? error : crCheckVec(origin);
    error = error != CAROM_OK ? error : crCheckVec(translation);
    if (error == CAROM_OK && radius != 0.0) { // of rays it is known
        error = crCheckNumber(radius);
        error =
            error == CAROM_OK && (radius < 0.0 || radius > 1e6) ? CAROM_ERROR_OUT_OF_RANGE : error;
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
