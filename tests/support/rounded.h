// SPDX-License-Identifier: MIT
// Shapes rounded by a radius (0: sharp): what the short forms make, with the radius as last
// argument.
#ifndef CAROM_TESTS_ROUNDED_H
#define CAROM_TESTS_ROUNDED_H

#include "../../world/api/carom.h"

static inline CaromShapeId roundedChain(CaromWorld *world, CaromBodyId body,
                                        const CaromShapeDef *def, const CaromVec2 *points,
                                        int count, uint32_t flags, double radius)
{
    CaromShapeType type = flags & CAROM_CHAIN_CLOSED ? CAROM_SHAPE_LOOP : CAROM_SHAPE_CHAIN;
    CaromGeometry geometry = caromGeometry(type, points, count, radius);
    geometry.oneSided = flags & CAROM_CHAIN_ONE_SIDED;
    return caromShapeCreate(world, body, def, &geometry);
}

static inline CaromShapeId roundedSegment(CaromWorld *world, CaromBodyId body,
                                          const CaromShapeDef *def, CaromVec2 a, CaromVec2 b,
                                          double radius)
{
    CaromVec2 points[2] = {a, b};
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_SEGMENT, points, 2, radius);
    return caromShapeCreate(world, body, def, &geometry);
}

static inline CaromShapeId roundedOneSided(CaromWorld *world, CaromBodyId body,
                                           const CaromShapeDef *def, CaromVec2 a, CaromVec2 b,
                                           double radius)
{
    CaromVec2 points[2] = {a, b};
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_SEGMENT, points, 2, radius);
    geometry.oneSided = true;
    return caromShapeCreate(world, body, def, &geometry);
}

static inline CaromShapeId roundedPolygon(CaromWorld *world, CaromBodyId body,
                                          const CaromShapeDef *def, const CaromVec2 *points,
                                          int count, double radius)
{
    CaromGeometry geometry = caromGeometry(CAROM_SHAPE_POLYGON, points, count, radius);
    return caromShapeCreate(world, body, def, &geometry);
}

static inline CaromShapeId roundedBox(CaromWorld *world, CaromBodyId body, const CaromShapeDef *def,
                                      CaromVec2 center, CaromVec2 h, double radius)
{
    CaromVec2 points[4];
    CaromGeometry geometry = caromGeometryBox(center, h, radius, points);
    return caromShapeCreate(world, body, def, &geometry);
}

static inline CaromShapeId roundedRegion(CaromWorld *world, CaromBodyId body,
                                         const CaromShapeDef *def, const CaromVec2 *points,
                                         const int *ringEnds, int ringCount, double radius)
{
    CaromGeometry geometry = caromGeometryRegion(points, ringEnds, ringCount, radius);
    return caromShapeCreate(world, body, def, &geometry);
}

#endif
