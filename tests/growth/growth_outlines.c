// SPDX-License-Identifier: MIT
// Outlines of n points are validated and made into shapes.
#include "growth.h"

#include "../../world/api/carom.h"
#include "../support/random.h"

#include <stdlib.h>

static CaromVec2 *points(int count)
{
    CaromVec2 *all = malloc(sizeof *all * (size_t)count);
    if (!all) {
        abort();
    }
    return all;
}

/// Counts what it takes to make a polygon of the points, and frees them.
static void makePolygon(CaromVec2 *all, int count)
{
    CaromWorld *world = growthWorld();
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId id = caromBodyCreate(world, &body);
    growthBegin();
    CaromShapeId shape = caromShapeCreatePolygon(world, id, &def, all, count);
    growthEnd();
    growthExpect(shape.index != 0, "the polygon was refused");
    caromWorldDestroy(world);
    free(all);
}

static void roundPolygon(int n)
{
    CaromVec2 *all = points(n);
    for (int i = 0; i < n; ++i) {
        CaromRotation r = caromRotation(6.283185307179586 * i / n);
        all[i] = caromVec2Scale(caromVec2(r.c, r.s), 100.0);
    }
    makePolygon(all, n);
}

/// Random radii at growing angles.
static void starPolygon(int n)
{
    TestRandom random = testRandomSeed(1);
    CaromVec2 *all = points(n);
    for (int i = 0; i < n; ++i) {
        CaromRotation r = caromRotation(6.283185307179586 * i / n);
        all[i] = caromVec2Scale(caromVec2(r.c, r.s), testRandomRange(&random, 5.0, 10.0));
    }
    makePolygon(all, n);
}

static CaromVec2 turned(double x, double y)
{
    CaromRotation r = caromRotation(0.7);
    return caromVec2(r.c * x - r.s * y, r.s * x + r.c * y);
}

/// Up and down, and back in a straight line, turned so that all boxes of edges overlap.
static void zigzagPolygon(int n)
{
    CaromVec2 *all = points(n);
    for (int i = 0; i < n - 2; ++i) {
        all[i] = turned(i, i % 2 ? 0.0 : 1.0 * n);
    }
    all[n - 2] = turned(n, -1.0);
    all[n - 1] = turned(-1.0, -1.0);
    makePolygon(all, n);
}

/// With straight teeth.
static void combPolygon(int n)
{
    CaromVec2 *all = points(n);
    for (int i = 0; i < n; ++i) {
        double x = i < n - 2 ? i / 2 : i == n - 2 ? n : -1.0;
        double y = i < n - 2 ? (i % 4 == 1 || i % 4 == 2 ? 0.0 : 0.5 * n) : -1.0;
        x += i % 2 ? 0.5 : 0.0;
        all[i] = turned(x, y);
    }
    makePolygon(all, n);
}

static void spiralPolygon(int n)
{
    CaromVec2 *all = points(n);
    for (int i = 0; i < n; ++i) {
        int half = n / 2, k = i < half ? i : n - 1 - i;
        CaromRotation r = caromRotation(0.3 * k);
        all[i] = caromVec2Scale(caromVec2(r.c, r.s), 1.0 + 0.15 * k + (i < half ? 0.0 : 0.5));
    }
    makePolygon(all, n);
}

// ---- rings

/// A ring of four points around a place.
static void addRing(CaromVec2 *all, int ring, CaromVec2 at, double radius)
{
    all[4 * ring] = caromVec2(at.x - radius, at.y);
    all[4 * ring + 1] = caromVec2(at.x, at.y - radius);
    all[4 * ring + 2] = caromVec2(at.x + radius, at.y);
    all[4 * ring + 3] = caromVec2(at.x, at.y + radius);
}

/// Makes n rings of four points each.
static void makeRegion(CaromVec2 *all, int n)
{
    CaromWorld *world = growthWorld();
    CaromBodyDef body = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    CaromBodyId id = caromBodyCreate(world, &body);
    int *ends = malloc(sizeof *ends * (size_t)n);
    for (int k = 0; ends && k < n; ++k) {
        ends[k] = 4 * k + 4;
    }
    growthBegin();
    CaromShapeId shape = caromShapeCreateRegion(world, id, &def, all, ends, n);
    growthEnd();
    growthExpect(shape.index != 0, "the region was refused");
    caromWorldDestroy(world);
    free(ends);
    free(all);
}

static void nestedRings(int n)
{
    CaromVec2 *all = points(4 * n);
    for (int k = 0; k < n; ++k) {
        addRing(all, k, caromVec2(0.0, 0.0), k + 1.0);
    }
    makeRegion(all, n);
}

static void ringsInRows(int n)
{
    CaromVec2 *all = points(4 * n);
    for (int k = 0; k < n; ++k) {
        addRing(all, k, caromVec2(k % 32, k / 32), 0.5);
    }
    makeRegion(all, n);
}

/// All have their first point in common.
static void ringsAtOnePoint(int n)
{
    CaromVec2 *all = points(4 * n);
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < 3; ++i) {
            CaromRotation r = caromRotation(3.0 * (k + 0.3 * i) / n);
            all[4 * k + i + 1] = caromVec2Scale(caromVec2(r.c, r.s), i == 1 ? 15.0 : 10.0);
        }
        all[4 * k] = caromVec2(0.0, 0.0);
    }
    makeRegion(all, n);
}

const GrowthCase growthOutlines[] = {
    {"polygon, round", 2000, 2.5, roundPolygon},
    {"polygon, star", 2000, 2.5, starPolygon},
    {"polygon, zigzag", 1000, 2.5, zigzagPolygon},
    {"polygon, turned comb", 1000, 2.5, combPolygon},
    {"polygon, spiral", 2000, 2.5, spiralPolygon},
    {"region, rings in each other", 500, 2.5, nestedRings},
    {"region, rings in rows", 500, 2.5, ringsInRows},
    {"region, rings with one point", 500, 2.5, ringsAtOnePoint},
    {0},
};
