// SPDX-License-Identifier: MIT
// Outlines of n points are validated and made into shapes.
#include "growth.h"

#include <math.h>
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
        double angle = 6.283185307179586 * i / n;
        all[i].x = 100.0 * cos(angle);
        all[i].y = 100.0 * sin(angle);
    }
    makePolygon(all, n);
}

const GrowthCase growthOutlines[] = {
    {"polygon, round", 2000, 2.5, roundPolygon},
    {0},
};
