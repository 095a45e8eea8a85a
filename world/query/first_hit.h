// SPDX-License-Identifier: MIT
// One cast against one shape: its first hit, and the order of such first hits.
//
// Firsts are of two classes. Thin ones, of rays at resting edges without radius, are ordered by
// their exact fractions, then by shape and edge. All others are ordered by their computed times,
// then by shape and edge, as for flights. Each class is a total order. A list of both is merged
// head by head, so that rounding cannot make a cycle.
#ifndef CAROM_WORLD_QUERY_FIRST_HIT_H
#define CAROM_WORLD_QUERY_FIRST_HIT_H

#include "../api/queries.h"
#include "../data/world.h"
#include "options.h"

/// A path over the time 0 .. end: 1 of straight casts, of arcs their duration [s].
typedef struct CrCast {
    const CaromWorld *world;
    const CaromQueryOptions *options;
    CrPath path;
    double radius;
    double end;
    bool arc; ///< met and ordered by computed times, as a flight; none of its firsts is thin
} CrCast;

/// The first a cast meets of one shape.
typedef struct CrFirst {
    double tau;
    uint32_t shape;
    int edge;
    CrPart part;
    bool startsInside, exits;
    bool between;      ///< certainly at no end of its edge; false: that is to be asked
    uint32_t rayProxy; ///< where its shape stands: one more than its index (ray_proxy.h); 0: ask
                       ///< its body
} CrFirst;

/// A straight one.
CrCast crCastMake(const CaromWorld *world, const CaromQueryOptions *options, CaromVec2 origin,
                  CaromVec2 translation, double radius);
/// The class of a first.
bool crCastIsThin(const CrCast *cast, const CrFirst *first);
/// For two of one class.
bool crCastComesBefore(const CrCast *cast, const CrFirst *a, const CrFirst *b);
/// How far a time may be off.
double crCastDoubt(const CrCast *cast, const CrFirst *first);

/// Whether the cast starts within the shape, deeper than rounding explains.
bool crCastStartsInside(const CrCast *cast, uint32_t shape);
/// An edge of a shape without regard to its inside.
bool crCastMeetsEdge(const CrCast *cast, uint32_t shape, int edge, CrFirst *first);
/// What the cast meets first of a shape; the policy for starts inside is applied here and nowhere
/// else.
bool crCastMeetsShape(const CrCast *cast, uint32_t shape, CrFirst *first);
/// When it leaves the shape that it has come into: as a flight leaves what it pierces; may be after
/// its end. CR_NEVER: it rests. Lines without thickness are left where they are met.
double crCastLeaves(const CrCast *cast, const CrFirst *first);
/// Moves a first on to the next entry into the same shape; false: there is none.
bool crCastReenters(const CrCast *cast, CrFirst *first);
void crCastDescribe(const CrCast *cast, const CrFirst *first, CaromHit *hit);

/// The same answers for straight casts, by a short way that rays have, without sensors and
/// predicates: the first of all, or whether there is any. False: it is not plain to see, ask the
/// others. cast_ray.c
bool crRayClosest(const CrCast *cast, CaromHit *hit, bool *met);
bool crRayAny(const CrCast *cast, bool *met);
/// The part of it that asks what moves, where anything does: whether `first`, if it was met, or
/// anything that comes before it, is met; with `any`, nothing that is met need be the first.
/// cast_moving.c
bool crRayMeetsMoving(const CrCast *cast, bool any, bool met, CrFirst *first);

/// All firsts in their order, up to `capacity` described; returns how many there are. capacity 1:
/// the closest only. cast_search.c
int crCastAll(const CrCast *cast, CaromHit *hits, int capacity);
/// The same by whichever way is shorter.
static inline int crCastBest(const CrCast *cast, CaromHit *hits, int capacity)
{
    bool met;
    return capacity == 1 && crRayClosest(cast, hits, &met) ? met : crCastAll(cast, hits, capacity);
}
/// Whether there is any.
bool crCastAny(const CrCast *cast);
/// Whether it starts within anything that rests.
bool crCastBeginsInside(const CrCast *cast);

#endif
