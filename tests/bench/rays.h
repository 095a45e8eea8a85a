// SPDX-License-Identifier: MIT
// Rays of one length, the answers to them, and how they are held against each other.
#ifndef CAROM_BENCH_RAYS_H
#define CAROM_BENCH_RAYS_H

#include "race.h"

typedef struct Rays {
    const CaromVec2 *origins; // a scene's bullets
    CaromVec2 *ways;          // translations, along the bullets' headings
    BenchHit *hits, *others;
    double length; // [m]
    int count;
} Rays;

bool raysMake(Rays *rays, const BenchScene *scene, int count);
void raysFree(Rays *rays);
void raysAim(Rays *rays, const BenchScene *scene, double length);
/// How many of the first `count` answers lie more than `tolerance` [m] apart.
int raysDiffer(const Rays *rays, const BenchHit *a, const BenchHit *b, int count, double tolerance);
/// Ours into `hits`, checked by a loop over all shapes.
bool raysCheckOurs(Rays *rays, const BenchScene *scene, const Race *race);

#endif
