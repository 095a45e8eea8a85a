// SPDX-License-Identifier: MIT
// Storms: nothing but points that bounce, off walls that meet in corners; some walls are
// one-sided, in some storms some are circles or capsules, some bullets end.
#ifndef CAROM_TESTS_STORMS_H
#define CAROM_TESTS_STORMS_H

#include "../../world/api/carom.h"
#include "random.h"

/// A seed names a storm for ever: the def of its world, and what is in it.
CaromWorldDef stormDef(int seed);
/// [m] Half of the side of its room.
double stormHalf(int seed);
/// A place within half a side, on a grid of half metres or anywhere.
CaromVec2 stormPlace(TestRandom *random, double half, bool onGrid);
void stormFill(CaromWorld *world, int seed, int bullets);
/// A world with that in it; the allocator may be null.
CaromWorld *stormMake(int seed, int bullets, const CaromAllocator *allocator);
/// Adds sensors that rest, and two on a kinematic body, which it returns.
CaromBodyId stormAddSensors(CaromWorld *world, int seed);
/// caromWorldSetTasks, and however few there are to do, they are done in tasks.
void stormUseTasks(CaromWorld *world, CaromRunFunction *run, void *runner, int count);
/// A few more shots, by ones and in a volley, of which some are of the same def: most die where
/// they hit, some start in a wall, some in a circle. A seed and a number name them for ever.
void stormFire(CaromWorld *world, int seed, int volley);
/// Whether both are the same in every bit, after the same step.
void stormCompare(const CaromWorld *plain, const CaromWorld *other, int seed, int step);
/// And whether both did the same.
void stormCompareCounters(const CaromWorld *plain, const CaromWorld *other, int seed, int step);

#endif
