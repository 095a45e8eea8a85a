// SPDX-License-Identifier: MIT
// Kinematic bodies among storms (storms.h): discs, boxes and walls that move, spin, hang from each
// other, stop, jump and go.
#ifndef CAROM_TESTS_MOVERS_H
#define CAROM_TESTS_MOVERS_H

#include "../../world/api/carom.h"
#include "random.h"

#define MOVERS 24

typedef struct Movers {
    CaromWorld *world;
    TestRandom random;
    double half; ///< [m] of the storm's room
    CaromBodyId bodies[MOVERS];
} Movers;

/// Puts them into the storm of that seed.
Movers moversAdd(CaromWorld *world, int seed);
/// A turn of fate: one of them moves on otherwise, jumps, goes or grows, or something is fired.
void moversDisturb(Movers *movers);
/// Gives most of those that hang from nothing an acceleration.
void moversPull(Movers *movers);

#endif
