// SPDX-License-Identifier: MIT
// What all scenes share: their arrays, and the loop over all shapes that answers are held against.
#include "bench.h"

#include "../support/random.h"

#include <stdlib.h>
#include <string.h>

bool benchSceneReserve(BenchScene *scene, int shapes, int points, int bullets)
{
    memset(scene, 0, sizeof *scene);
    // One more: no array of nothing.
    scene->points = malloc(((size_t)points + 1) * sizeof *scene->points);
    scene->shapes = malloc(((size_t)shapes + 1) * sizeof *scene->shapes);
    scene->positions = malloc(((size_t)bullets + 1) * sizeof *scene->positions);
    scene->velocities = malloc(((size_t)bullets + 1) * sizeof *scene->velocities);
    scene->shapeRoom = shapes;
    scene->pointRoom = points;
    scene->bulletCount = bullets;
    if (scene->points && scene->shapes && scene->positions && scene->velocities) {
        return true;
    }
    benchSceneFree(scene);
    return false;
}

void benchSceneFree(BenchScene *scene)
{
    free(scene->points);
    free(scene->shapes);
    free(scene->positions);
    free(scene->velocities);
    memset(scene, 0, sizeof *scene);
}

void benchSceneAdd(BenchScene *scene, const CaromVec2 *points, int count, double radius)
{
    if (scene->shapeCount == scene->shapeRoom || scene->pointCount + count > scene->pointRoom) {
        return;
    }
    scene->shapes[scene->shapeCount++] = (BenchShape){scene->pointCount, count, radius};
    memcpy(scene->points + scene->pointCount, points, (size_t)count * sizeof *points);
    scene->pointCount += count;
}

CaromVec2 benchShapeVelocity(int shape)
{
    TestRandom random = testRandomSeed((uint64_t)shape);
    double x = testRandomRange(&random, -4, 4);
    return caromVec2(x, testRandomRange(&random, -4, 4));
}

static bool castOne(const BenchScene *scene, const BenchShape *shape, CaromVec2 origin,
                    CaromVec2 translation, CaromRayHit *hit)
{
    const CaromVec2 *points = scene->points + shape->first;
    if (shape->count == 1) {
        return caromRayCastCircle(origin, translation, points[0], shape->radius, CAROM_INSIDE_HIT,
                                  hit);
    }
    if (shape->count == 2) {
        return caromRayCastSegment(origin, translation, points[0], points[1], hit);
    }
    return caromRayCastPolygon(origin, translation, points, shape->count, CAROM_INSIDE_HIT, hit);
}

bool benchSceneCast(const void *state, CaromVec2 origin, CaromVec2 translation, BenchHit *hit)
{
    const BenchScene *scene = state;
    bool found = false;
    for (int i = 0; i < scene->shapeCount; i++) {
        CaromRayHit at;
        if (castOne(scene, &scene->shapes[i], origin, translation, &at) &&
            (!found || at.fraction < hit->fraction)) {
            *hit = (BenchHit){at.fraction, at.normal, i};
            found = true;
        }
    }
    return found;
}
