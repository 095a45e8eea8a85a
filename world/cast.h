// SPDX-License-Identifier: MIT
// One cast against one shape: what it meets first, and in which order such firsts come.
//
// Firsts are of two classes. Thin ones, of rays at resting edges without radius, are ordered by
// their exact fractions, then by shape and edge. All others are ordered by their computed
// fractions, then likewise. Each class is a total order; whoever lists both merges them head by
// head, which no rounding can turn into a circle.
#ifndef CAROM_WORLD_CAST_H
#define CAROM_WORLD_CAST_H

#include "query.h"

/// A straight path over the time 0..1.
typedef struct CrCast {
    const CaromWorld *world;
    const CaromQueryOptions *options;
    CrPath path;
    double radius;
} CrCast;

/// The first a cast meets of one shape.
typedef struct CrFirst {
    double fraction;
    uint32_t shape;
    int edge;
    CrPart part;
    bool startsInside, exits;
} CrFirst;

/// The class of a first.
bool crCastIsThin(const CrCast *cast, const CrFirst *first);
/// For two of one class.
bool crCastComesBefore(const CrCast *cast, const CrFirst *a, const CrFirst *b);
/// How far a fraction may be off.
double crCastDoubt(const CrCast *cast, const CrFirst *first);

/// Whether the cast starts within the shape, deeper than rounding explains.
bool crCastStartsInside(const CrCast *cast, uint32_t shape);
/// An edge of a shape without regard to its inside.
bool crCastMeetsEdge(const CrCast *cast, uint32_t shape, int edge, CrFirst *first);
/// What the cast meets first of a shape; the policy for starts inside is applied here and nowhere
/// else.
bool crCastMeetsShape(const CrCast *cast, uint32_t shape, CrFirst *first);
CaromHit crCastDescribe(const CrCast *cast, const CrFirst *first);

#endif
