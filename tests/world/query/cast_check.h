// SPDX-License-Identifier: MIT
// Rays and circles through a scene, and the check that the world finds what asking every shape
// finds.
#ifndef CAROM_TESTS_CAST_CHECK_H
#define CAROM_TESTS_CAST_CHECK_H

#include "../../support/assertions.h"
#include "../../support/scene.h"

typedef struct Ray {
    CaromVec2 origin, translation;
    double radius;
} Ray;

/// Half of them random, half awkward; a third of them circles.
Ray anyRay(const Scene *scene, TestRandom *random);
int castThrough(const Scene *scene, const Ray *ray, const CaromQueryOptions *options,
                CaromHit *hits, int capacity);
/// All, the first few, the closest and any must agree with each other and with a cast at every
/// shape.
void checkCast(const Scene *scene, const Ray *ray, const CaromQueryOptions *options, int number,
               int seed);

// Check writes a line per assertion; these are millions.
#define CHECK_CAST(condition)                                                                      \
    if (!(condition))                                                                              \
    ck_abort_msg("%s\ncast %d of seed %d, kind %d: (%a, %a) + (%a, %a), radius %a", #condition,    \
                 number, seed, (int)scene->kind, ray->origin.x, ray->origin.y, ray->translation.x, \
                 ray->translation.y, ray->radius)

#endif
