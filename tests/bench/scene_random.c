// SPDX-License-Identifier: MIT
// Circles and polygons from a seed, within a fence.
#include "scene_inside.h"

#include <math.h>
#include <stdio.h>

#define PITCH 3.0     // [m] of the lattice of shapes
#define SMALLEST 0.25 // [m] radius of a shape, or of the circle that its corners are on
#define LARGEST 0.75  // [m]
#define FENCE 4       // walls, the last shapes

static int shapesInARow(const BenchScene *scene)
{
    return (int)ceil(sqrt((double)(scene->shapeCount - FENCE)));
}

static CaromVec2 onCircle(CaromVec2 center, double radius, double angle)
{
    CaromRotation turn = caromRotation(angle);
    return caromVec2(center.x + radius * turn.c, center.y + radius * turn.s);
}

/// Corners on a circle in order of their angles: convex.
static void addPolygon(BenchScene *scene, CaromVec2 center, double radius, TestRandom *random)
{
    CaromVec2 corners[BENCH_CORNERS];
    int count = testRandomInt(random, 3, BENCH_CORNERS);
    double slice = 6.283185307179586 / count, first = testRandomRange(random, 0, slice);
    for (int i = 0; i < count; i++) {
        double angle = first + slice * (i + testRandomRange(random, -0.3, 0.3));
        corners[i] = onCircle(center, radius, angle);
    }
    benchSceneAdd(scene, corners, count, 0);
}

/// Within its square, with half a margin around it and more.
static void addShape(BenchScene *scene, CaromVec2 corner, TestRandom *random)
{
    double radius = testRandomRange(random, SMALLEST, LARGEST), room = radius + BENCH_MARGIN;
    double x = corner.x + testRandomRange(random, room, PITCH - room);
    double y = corner.y + testRandomRange(random, room, PITCH - room);
    CaromVec2 center = {x, y};
    if (testRandomUnit(random) < 0.5) {
        benchSceneAdd(scene, &center, 1, radius);
    } else {
        addPolygon(scene, center, radius, random);
    }
}

static void addFence(BenchScene *scene, double side)
{
    CaromVec2 corners[FENCE + 1] = {{0, 0}, {side, 0}, {side, side}, {0, side}, {0, 0}};
    for (int i = 0; i < FENCE; i++) {
        benchSceneAdd(scene, corners + i, 2, 0);
    }
}

/// Whether a place is in a shape, or nearer to it than the margin.
static bool taken(const BenchScene *scene, const BenchShape *shape, CaromVec2 p, double margin)
{
    const CaromVec2 *points = scene->points + shape->first;
    return shape->count == 1 ? caromNearestOnCircle(p, points[0], shape->radius).distance < margin
                             : caromNearestOnPolygon(p, points, shape->count).distance < margin;
}

/// A shape keeps to its own square: no other one can be there.
static bool isFree(const BenchScene *scene, CaromVec2 p, double margin)
{
    int row = shapesInARow(scene);
    int x = p.x > 0 ? (int)(p.x / PITCH) : 0, y = p.y > 0 ? (int)(p.y / PITCH) : 0;
    if (p.x < margin || p.y < margin || p.x > PITCH * row - margin || p.y > PITCH * row - margin) {
        return false;
    }
    int shape = x + row * y;
    return x >= row || y >= row || shape >= scene->shapeCount - FENCE ||
           !taken(scene, &scene->shapes[shape], p, margin);
}

static void placeBullets(BenchScene *scene, double side, TestRandom *random)
{
    for (int i = 0; i < scene->bulletCount;) {
        double x = testRandomRange(random, 0, side);
        CaromVec2 p = {x, testRandomRange(random, 0, side)};
        if (isFree(scene, p, BENCH_MARGIN)) {
            scene->positions[i] = p;
            scene->velocities[i++] = benchBulletVelocity(random);
        }
    }
}

bool benchSceneRandom(BenchScene *scene, int shapeCount, int bulletCount, uint64_t seed)
{
    TestRandom random = testRandomSeed(seed);
    if (!benchSceneReserve(scene, shapeCount + FENCE, BENCH_CORNERS * (shapeCount + FENCE),
                           bulletCount)) {
        fprintf(stderr, "carom_bench: no memory for %d shapes\n", shapeCount);
        return false;
    }
    int row = (int)ceil(sqrt((double)shapeCount));
    for (int i = 0; i < shapeCount; i++) {
        addShape(scene, caromVec2(PITCH * (i % row), PITCH * (i / row)), &random);
    }
    addFence(scene, PITCH * row);
    scene->solid = true;
    placeBullets(scene, PITCH * row, &random);
    return true;
}

int benchSceneOutside(const BenchScene *scene, const CaromVec2 *points, int count)
{
    if (!scene->solid) {
        return benchOutsideMap(scene, points, count);
    }
    int outside = 0;
    for (int i = 0; i < count; i++) {
        outside += !isFree(scene, points[i], -1e-6); // rounding may show it a hair inside
    }
    return outside;
}
