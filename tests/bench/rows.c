// SPDX-License-Identifier: MIT
#include "rows.h"

#include <stddef.h>

#define ALL 0, INT64_MAX
#define SIZE_3 1000, 1999
#define SIZE_4 10000, 19999
#define SIZE_5 100000, 199999
#define SIZE_6 1000000, 1999999

const Row rows[] = {
    {"hall", 300, 300, "carom", "a match of 4 players and 300 bullets", NULL},
    {"hall", 2000, 2000, "carom", "a match of 50 players and 2,000 bullets", NULL},
    {"hall", 20000, 20000, "carom", "a match of 200 players and 20,000 bullets", NULL},
    {"storm-E1M1", ALL, "carom", "bouncing bullets, E1M1", NULL},
    {"storm-MAP12", ALL, "carom", "bouncing bullets, MAP12", NULL},
    {"storm-random", ALL, "carom", "bouncing bullets, 10,000 shapes", NULL},
    {"bodies-E1M1", ALL, "carom", "discs, theirs as rigid bodies, E1M1", NULL},
    {"rigid-compounds", ALL, "carom", "rigid bodies: 3,000 bodies of two triangles", NULL},
    {"rigid-junkyard", ALL, "carom", "rigid bodies: 8,000 pentagons and a pusher", NULL},
    {"rigid-large_pyramid", ALL, "carom", "rigid bodies: a pyramid of 5,050 boxes", NULL},
    {"rigid-many_pyramids", ALL, "carom", "rigid bodies: 400 pyramids of 55 boxes", NULL},
    {"rigid-smash", ALL, "carom", "rigid bodies: a large box into a wall of 9,600", NULL},
    {"rigid-washer", ALL, "carom", "rigid bodies: 8,100 boxes in a drum that turns", NULL},
    {"ray-E1M1-1m", ALL, "carom", "ray of 1 m, E1M1", NULL},
    {"ray-E1M1-16m", ALL, "carom", "ray of 16 m, E1M1", NULL},
    {"ray-E1M1-128m", ALL, "carom", "ray of 128 m, E1M1", NULL},
    {"ray-MAP12-1m", ALL, "carom", "ray of 1 m, MAP12", NULL},
    {"ray-MAP12-16m", ALL, "carom", "ray of 16 m, MAP12", NULL},
    {"ray-MAP12-128m", ALL, "carom", "ray of 128 m, MAP12", NULL},
    {"ray-random-16m", SIZE_3, "carom", "ray of 16 m, 10^3 shapes", NULL},
    {"ray-random-16m", SIZE_4, "carom", "ray of 16 m, 10^4 shapes", NULL},
    {"ray-random-16m", SIZE_5, "carom", "ray of 16 m, 10^5 shapes", NULL},
    {"ray-random-16m", SIZE_6, "carom", "ray of 16 m, 10^6 shapes", NULL},
    {"ray-random-16m", SIZE_3, "carom-batch", "the same in a batch, 10^3", NULL},
    {"ray-random-16m", SIZE_4, "carom-batch", "the same in a batch, 10^4", NULL},
    {"ray-random-16m", SIZE_5, "carom-batch", "the same in a batch, 10^5", NULL},
    {"ray-random-16m", SIZE_6, "carom-batch", "the same in a batch, 10^6", NULL},
    {"moving", ALL, "carom", "10,000 moving shapes and rays, a step", NULL},
    {"moving", ALL, "carom-batch", "the same, rays in a batch", NULL},
    {"overlap-box", ALL, "carom", "overlap of a box, 100,000 shapes", NULL},
    {"overlap-circle", ALL, "carom", "overlap of a circle, 100,000 shapes", NULL},
    {"create", SIZE_5, "carom", "creating a static shape", NULL},
    {"narrow-circle", ALL, "carom", "ray and circle by themselves", NULL},
    {"narrow-polygon", ALL, "carom", "ray and polygon of 8 by themselves", NULL},
    {"narrow-segment", ALL, "carom", "ray and segment by themselves", NULL},
    {"variants-E1M1", ALL, "carom-gravity", "bullets that fall", "carom"},
    {"variants-E1M1", ALL, "carom-radius", "bullets with a radius", "carom"},
    {"variants-E1M1", ALL, "carom-bodies", "bullets among 1,000 moving bodies", "carom"},
};
const int rowCount = sizeof rows / sizeof rows[0];
