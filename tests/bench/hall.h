// SPDX-License-Identifier: MIT
// A hall of short walls, and players in it: discs with a velocity that changes in every frame.
#ifndef CAROM_BENCH_HALL_H
#define CAROM_BENCH_HALL_H

#include "../support/random.h"
#include "bench.h"

#define HALL_PLAYER 0.35 // [m] radius
#define HALL_SPEED 60.0  // [m/s] of bullets

/// A square room with 1,000 walls of 1 m, players, which are the scene's movers, and bullets.
typedef struct HallDef {
    double side; // [m]
    int players, bullets;
    uint64_t seed;
} HallDef;
bool hallMake(BenchScene *scene, const HallDef *def);

/// Where players are, and how fast; for each engine its own, with the same bits.
typedef struct HallCrowd {
    CaromVec2 *places, *velocities;
    int count;
    double side;
    TestRandom random;
} HallCrowd;
bool hallCrowdStart(HallCrowd *crowd, const BenchScene *scene, double side);
void hallCrowdFree(HallCrowd *crowd);
/// Gives each another velocity: most turn a little, one in twenty by up to 5 m/s; none leaves.
void hallCrowdTurn(HallCrowd *crowd);
/// Moves them on by a frame.
void hallCrowdMove(HallCrowd *crowd);

#endif
