// SPDX-License-Identifier: MIT
// Two shapes in motion: how they stand to each other at a time.
#ifndef CAROM_WORLD_TOUCHING_PAIR_H
#define CAROM_WORLD_TOUCHING_PAIR_H

#include "world.h"

typedef struct CrContactPair {
    const CaromWorld *world; ///< whose scratch memory is written
    uint32_t a, b;           ///< slots, a < b
    double pace;             ///< [m/s] no two of their places near each other faster
} CrContactPair;

CrContactPair crTouchingPair(const CaromWorld *world, uint32_t a, uint32_t b);
/// [m] of both together, where they are thinnest, or less. O(corners).
double crTouchingThickness(const CrContactPair *pair);
/// [m] > 0: so far apart; else by how much they overlap at least, negative.
double crTouchingGap(const CrContactPair *pair, double time);
/// How they touch, in world space, from a to b; of several the deepest.
CaromManifold crTouchingManifold(const CrContactPair *pair, double time);

#endif
