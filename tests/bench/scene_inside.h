// SPDX-License-Identifier: MIT
// Between the two kinds of scenes: where their bullets may be, and how fast these fly.
#ifndef CAROM_BENCH_SCENE_INSIDE_H
#define CAROM_BENCH_SCENE_INSIDE_H

#include "../support/random.h"
#include "bench.h"

int benchOutsideMap(const BenchScene *scene, const CaromVec2 *points, int count);
/// 20 to 100 m/s, in any direction.
CaromVec2 benchBulletVelocity(TestRandom *random);

#endif
