// SPDX-License-Identifier: MIT
// Two shapes in motion: their relation at a time, and how fast it can change.
//
// Seen from the frame of one, at a place with the arm r about its pivot and s about the other's, a
// point of the other moves at |v − w| + |spin|·r + |other spin|·s at most, where v − w of two that
// accelerate is largest at an end of the time in question. The arms of places that
// can touch are bounded by either shape's own reach, or by the other's reach and the distance of
// both pivots. So a blade of a kilometre passes a pebble beside its pivot no faster than the blade
// moves at the pebble's place.
#ifndef CAROM_WORLD_NARROWPHASE_PAIR_MANIFOLD_H
#define CAROM_WORLD_NARROWPHASE_PAIR_MANIFOLD_H

#include "../data/world.h"

typedef struct CrContactPair {
    const CaromWorld *world; ///< its scratch memory is written
    uint32_t a, b;           ///< slots, a < b
    double drift;            ///< [m/s] of the pivots to each other, if they do not accelerate
    double pull;             ///< [m/s²] by which they do, to each other
    bool accelerates;        ///< one of them does
    double spin[2];          ///< [rad/s] >= 0
    double reach[2];         ///< [m] from each pivot to the shape's farthest place, or more
} CrContactPair;

CrContactPair crContactPair(const CaromWorld *world, uint32_t a, uint32_t b);
/// False: nothing changes between them.
bool crContactMoves(const CrContactPair *pair);
/// Takes the reaches as they are, not by boxes. O(corners).
void crContactMeasure(CrContactPair *pair);
/// [m/s] The gap changes no faster between two times.
double crContactPace(const CrContactPair *pair, double from, double to);
/// True: apart at all times between two, since each is apart from all places that the other, or
/// both, could turn to. False means unknown. Cost: a few tests of discs.
bool crContactTurnsApart(const CrContactPair *pair, double from, double to);
/// How many looks at the pair CaromWorldDef.contactLimit allows in one interval.
int crContactLooks(const CrContactPair *pair);
/// [m] of both together, where they are thinnest, or less. O(corners).
double crContactThickness(const CrContactPair *pair);
/// [m] > 0: so far apart; else by how much they overlap at least, negative.
double crContactGap(const CrContactPair *pair, double time);
/// How they touch, in world space, from a to b; of several the deepest.
CaromManifold crContactManifold(const CrContactPair *pair, double time);

#endif
