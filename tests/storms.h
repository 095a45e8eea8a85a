// SPDX-License-Identifier: MIT
// Storms: nothing but points that bounce, off walls that meet in corners; some walls are circles or
// one-sided, some bullets end.
#ifndef CAROM_TESTS_STORMS_H
#define CAROM_TESTS_STORMS_H

#include "../world/carom.h"
#include "random.h"

/// A seed names a storm for ever: the def of its world, and what is in it.
CaromWorldDef stormDef(int seed);
void stormFill(CaromWorld *world, int seed, int bullets);
/// Whether both are the same in every bit, after the same step.
void stormCompare(const CaromWorld *plain, const CaromWorld *other, int seed, int step);

#endif
