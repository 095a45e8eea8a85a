// SPDX-License-Identifier: MIT
// How far a disc is from a shape.
#include "../shapes/touch.h"
#include "shape.h"

double crShapeGap(const CrShape *shape, CaromVec2 p, double radius)
{
    double gap = CR_NEVER;
    for (int i = 0; i < shape->edgeCount; i++) {
        CaromNearest nearest = {{0.0, 0.0}, {0.0, 0.0}, 0.0, 0};
        CrEdge edge = crShapeEdge(shape, i, 0.0);
        if (shape->type == CAROM_SHAPE_CIRCLE) {
            nearest.distance = crLength(crSub(p, edge.a)) - shape->radius;
        } else {
            nearest = caromNearestOnSegment(p, edge.a, edge.b);
        }
        gap = crMin(gap, nearest.distance);
    }
    bool isWall = shape->type == CAROM_SHAPE_SEGMENT;
    if (isWall && shape->oneSided && caromOrientation(shape->baked[0], shape->baked[1], p) > 0) {
        return CR_NEVER; // behind it: free
    }
    if (shape->type == CAROM_SHAPE_POLYGON &&
        caromPointInPolygon(p, shape->baked, shape->pointCount)) {
        gap = -gap;
    }
    return gap - radius;
}

bool crShapeOverlapsDisc(const CrShape *shape, CaromVec2 p, double radius)
{
    if (shape->type == CAROM_SHAPE_POLYGON &&
        caromPointInPolygon(p, shape->baked, shape->pointCount)) {
        return true;
    }
    if (shape->type == CAROM_SHAPE_CIRCLE) {
        return caromPointInCircle(p, shape->baked[0], shape->radius + radius);
    }
    for (int i = 0; i < shape->edgeCount; i++) {
        CrEdge edge = crShapeEdge(shape, i, radius);
        bool touches = radius == 0.0 ? crSegmentsTouch(edge.a, edge.b, p, p)
                                     : caromNearestOnSegment(p, edge.a, edge.b).distance <= radius;
        if (touches) {
            return true;
        }
    }
    return false;
}
