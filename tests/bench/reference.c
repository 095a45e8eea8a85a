// SPDX-License-Identifier: MIT
#include "reference.h"

#include <stddef.h>

#define ALL 0, INT64_MAX
#define NO_RATIO 0, NULL

const Reference references[] = {
    {"storm-E1M1", ALL, "carom", "bouncing bullets, E1M1", 135, 78.7, 3.0, NO_RATIO},
    {"storm-MAP12", ALL, "carom", "bouncing bullets, MAP12", 191, 134, 5.0, NO_RATIO},
    {"storm-random", ALL, "carom", "bouncing bullets, 10,000 shapes", 383, 202, 10, NO_RATIO},
    {"bodies-E1M1", ALL, "carom", "discs, peers' as rigid bodies, E1M1", 1168, 0, 3.0, NO_RATIO},
    {"ray-E1M1-1m", ALL, "carom", "ray of 1 m, E1M1", 122, 72, 12, NO_RATIO},
    {"ray-E1M1-16m", ALL, "carom", "ray of 16 m, E1M1", 231, 195, 45, NO_RATIO},
    {"ray-E1M1-128m", ALL, "carom", "ray of 128 m, E1M1", 301, 238, 55, NO_RATIO},
    {"ray-MAP12-1m", ALL, "carom", "ray of 1 m, MAP12", 171, 121, 18, NO_RATIO},
    {"ray-MAP12-16m", ALL, "carom", "ray of 16 m, MAP12", 339, 296, 70, NO_RATIO},
    {"ray-MAP12-128m", ALL, "carom", "ray of 128 m, MAP12", 454, 384, 90, NO_RATIO},
    {"ray-random-16m", 1000, 1999, "carom", "ray of 16 m, 10^3 shapes", 374, 318, 80, NO_RATIO},
    {"ray-random-16m", 10000, 19999, "carom", "ray of 16 m, 10^4 shapes", 590, 490, 95, NO_RATIO},
    {"ray-random-16m", 100000, 199999, "carom", "ray of 16 m, 10^5 shapes", 1582, 1188, 150,
     NO_RATIO},
    {"ray-random-16m", 1000000, 1999999, "carom", "ray of 16 m, 10^6 shapes", 3519, 2886, 300,
     NO_RATIO},
    {"ray-random-16m", 1000, 1999, "carom-batch", "the same in a batch, 10^3", 374, 318, 80,
     NO_RATIO},
    {"ray-random-16m", 10000, 19999, "carom-batch", "the same in a batch, 10^4", 590, 490, 95,
     NO_RATIO},
    {"ray-random-16m", 100000, 199999, "carom-batch", "the same in a batch, 10^5", 1582, 1188, 120,
     NO_RATIO},
    {"ray-random-16m", 1000000, 1999999, "carom-batch", "the same in a batch, 10^6", 3519, 2886,
     160, NO_RATIO},
    {"moving", ALL, "carom", "10,000 moving shapes and rays, a step", 7.5, 7.6, 1.2, NO_RATIO},
    {"moving", ALL, "carom-batch", "the same, rays in a batch", 7.5, 7.6, 1.2, NO_RATIO},
    {"overlap-box", ALL, "carom", "overlap of a box, 100,000 shapes", 534, 522, 60, NO_RATIO},
    {"overlap-circle", ALL, "carom", "overlap of a circle, 100,000 shapes", 824, 642, 70, NO_RATIO},
    {"create", 100000, 199999, "carom", "creating a static shape", 1400, 735, 200, NO_RATIO},
    {"narrow-circle", ALL, "carom", "ray and circle by themselves", 15, 19, 3.8, NO_RATIO},
    {"narrow-polygon", ALL, "carom", "ray and polygon of 8 by themselves", 56, 86, 4.9, NO_RATIO},
    {"narrow-segment", ALL, "carom", "ray and segment by themselves", 20, 23, 3.3, NO_RATIO},
    {"create-bytes", 100000, 199999, "carom", "bytes of a static shape", 0, 0, 120, NO_RATIO},
    {"bytes", ALL, "carom", "bytes of a bullet, events aside", 0, 0, 96, NO_RATIO},
    {"fire-wall", ALL, "carom", "a shot that dies on a wall", 0, 0, 100, NO_RATIO},
    {"fire-life", ALL, "carom", "a shot that ends by its lifetime", 0, 0, 100, NO_RATIO},
    {"fire-single", ALL, "carom", "a shot fired and destroyed by calls", 0, 0, 100, NO_RATIO},
    {"variants-E1M1", ALL, "carom-gravity", "the storm with gravity", 0, 0, 0, 2, "carom"},
    {"variants-E1M1", ALL, "carom-radius", "the storm with radius", 0, 0, 0, 2, "carom"},
    {"variants-E1M1", ALL, "carom-bodies", "the storm with 1,000 moving bodies", 0, 0, 0, 2,
     "carom"},
};
const int referenceCount = sizeof references / sizeof references[0];
