// SPDX-License-Identifier: MIT
// A fat edge and places beside it (path.h).
#include "path.h"

#include "exact.h"
#include "sign_filter.h"

double crEdgeGap(const CrEdge *edge, CaromVec2 center)
{
    CR_ASSERT(!(edge->reach < 0.0));
    CrEdgeFrame frame = crEdgeFrame(edge);
    double side = crDot(frame.normal, crSub(center, edge->a)), u = crEdgeFoot(&frame, edge, center);
    if (edge->oneSided && side > 0.0) {
        return CR_NOT_EVER;
    }
    if (frame.lengthSquared > 0.0 && u >= 0.0 && u <= 1.0) {
        return crAbs(side) - edge->reach;
    }
    return crLength(crSub(center, u < 0.5 ? edge->a : edge->b)) - edge->reach;
}

CaromVec2 crEdgeNormal(const CrEdge *edge, CrPart part, CaromVec2 center)
{
    CrEdgeFrame frame = crEdgeFrame(edge);
    if (!crPartIsCap(part)) {
        return part == CR_PART_LEFT ? frame.normal : crNegate(frame.normal);
    }
    CaromVec2 out = crSub(center, part == CR_PART_A ? edge->a : edge->b);
    double length = crLength(out);
    return length > 0.0 ? crUnit(out, length) : crVec(1.0, 0.0);
}

bool crEdgeIsLeaving(const CrEdge *edge, CrPart part, CaromVec2 center, CaromVec2 velocity)
{
    if (crPartIsCap(part)) {
        return crDot(crSub(center, part == CR_PART_A ? edge->a : edge->b), velocity) >= 0.0;
    }
    if (edge->reach > 0.0) {
        return (int)part * crDot(crEdgeFrame(edge).normal, velocity) >= 0.0;
    }
    // What is plainly true of the rounded direction is true of the exact one, and then of both
    // ends.
    CaromVec2 along = crSub(edge->b, edge->a);
    if (crRoughCross(along.x * velocity.y, along.y * velocity.x) == (int)part) {
        return true;
    }
    int sideA = crSideOfRay(center, velocity, edge->a),
        sideB = crSideOfRay(center, velocity, edge->b);
    int turn = crCrossSign(along, velocity);
    return (sideA > sideB   ? 1
            : sideA < sideB ? -1
                            : turn) *
                   (int)part >=
               0 &&
           turn * (int)part >= 0;
}

/// Whether a place keeps its distance from a segment.
static bool isFar(CaromVec2 a, CaromVec2 along, CaromVec2 place, double distance)
{
    CaromVec2 offset = crSub(place, a);
    double u = crDot(along, offset), all = crLengthSquared(along), square = distance * distance;
    if (u > 0.0 && u < all) {
        double across = crCross(along, offset);
        return across * across > square * all;
    }
    return crLengthSquared(u > 0.0 ? crSub(offset, along) : offset) > square;
}

// Segments that do not cross are nearest at an end of either. (A bound by the length of the way
// would need thousands of pieces for a flight that is pushed along the edge and hardly off it.)
bool crEdgeIsClearOf(const CrEdge *edge, CaromVec2 p, CaromVec2 q, double slack)
{
    double distance = edge->reach + slack;
    CaromVec2 along = crSub(edge->b, edge->a), chord = crSub(q, p);
    if (!isFar(edge->a, along, p, distance) || !isFar(edge->a, along, q, distance) ||
        !isFar(p, chord, edge->a, distance)) {
        return false;
    }
    if (along.x == 0.0 && along.y == 0.0) {
        return true;
    }
    CaromVec2 a = crSub(edge->a, p), b = crSub(edge->b, p);
    bool crosses = crCross(chord, a) * crCross(chord, b) <= 0.0 &&
                   crCross(along, a) * crCross(along, crSub(edge->a, q)) <= 0.0;
    return !crosses && isFar(p, chord, edge->b, distance);
}

CrPart crEdgePartAt(const CrEdge *edge, CaromVec2 p)
{
    CaromVec2 along = crSub(edge->b, edge->a), offset = crSub(p, edge->a);
    double u = crDot(along, offset);
    if (u < 0.0 || u > crLengthSquared(along)) {
        return u < 0.0 ? CR_PART_A : CR_PART_B;
    }
    return crCross(along, offset) < 0.0 ? CR_PART_RIGHT : CR_PART_LEFT;
}
