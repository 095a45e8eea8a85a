// SPDX-License-Identifier: MIT
// The public vectors, boxes and rotations: wrappers of the inline ones, so that bindings can call
// them.
#include "inline.h"

CaromVec2 caromVec2(double x, double y)
{
    return crVec(x, y);
}

CaromVec2 caromVec2Add(CaromVec2 a, CaromVec2 b)
{
    return crAdd(a, b);
}

CaromVec2 caromVec2Sub(CaromVec2 a, CaromVec2 b)
{
    return crSub(a, b);
}

CaromVec2 caromVec2Scale(CaromVec2 v, double factor)
{
    return crScale(v, factor);
}

double caromVec2Dot(CaromVec2 a, CaromVec2 b)
{
    return crDot(a, b);
}

double caromVec2Cross(CaromVec2 a, CaromVec2 b)
{
    return crCross(a, b);
}

double caromVec2Length(CaromVec2 v)
{
    return crLength(v);
}

double caromVec2Distance(CaromVec2 a, CaromVec2 b)
{
    return crLength(crSub(a, b));
}

CaromVec2 caromVec2Normalize(CaromVec2 v)
{
    return crNormalize(v);
}

CaromVec2 caromVec2Reflect(CaromVec2 v, CaromVec2 normal)
{
    return crAddScaled(v, normal, -2.0 * crDot(v, normal));
}

double caromRotationAngle(CaromRotation r)
{
    return caromAtan2(r.s, r.c);
}

CaromVec2 caromRotate(CaromRotation r, CaromVec2 v)
{
    return crRotate(r, v);
}

CaromVec2 caromRotateInverse(CaromRotation r, CaromVec2 v)
{
    return crRotateBack(r, v);
}

CaromRotation caromRotationCompose(CaromRotation first, CaromRotation second)
{
    CaromRotation r = {first.c * second.c - first.s * second.s,
                       first.s * second.c + first.c * second.s};
    return r;
}

CaromBox caromBoxOfPoints(const CaromVec2 *points, int count)
{
    return crBoxOfPoints(points, count);
}

CaromBox caromBoxUnion(CaromBox a, CaromBox b)
{
    return crBoxUnion(a, b);
}

CaromBox caromBoxInflate(CaromBox box, double by)
{
    return crBoxInflate(box, by);
}

bool caromBoxOverlaps(CaromBox a, CaromBox b)
{
    return crBoxOverlaps(a, b);
}

bool caromBoxContains(CaromBox box, CaromVec2 p)
{
    return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y;
}
