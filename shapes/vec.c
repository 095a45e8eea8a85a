// SPDX-License-Identifier: MIT
// The public vectors, boxes, rotations and transforms. Most wrap the inline ones, so that bindings
// can call them.
#include "inline.h"
#include "shapes.h"

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
    CaromBox box = {points[0], points[0]};
    for (int i = 1; i < count; i++) {
        box = crBoxUnion(box, crBox(points[i], points[i]));
    }
    return box;
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

// ---- the base transform: scale per axis, then rotation, then position

static bool isMirroring(CaromTransform t)
{
    return (t.scale.x < 0.0) != (t.scale.y < 0.0);
}

CaromTransform caromTransformIdentity(void)
{
    CaromTransform t = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}};
    return t;
}

CaromTransform caromTransform(CaromVec2 position, double angle, CaromVec2 scale)
{
    CaromTransform t = {position, caromRotation(angle), scale};
    return t;
}

CaromVec2 caromTransformVector(CaromTransform t, CaromVec2 local)
{
    return caromRotate(t.rotation, crVec(local.x * t.scale.x, local.y * t.scale.y));
}

CaromVec2 caromTransformPoint(CaromTransform t, CaromVec2 local)
{
    return crAdd(caromTransformVector(t, local), t.position);
}

CaromVec2 caromTransformPointInverse(CaromTransform t, CaromVec2 world)
{
    CaromVec2 turned = caromRotateInverse(t.rotation, crSub(world, t.position));
    return crVec(turned.x / t.scale.x, turned.y / t.scale.y);
}

CaromVec2 caromTransformNormal(CaromTransform t, CaromVec2 localNormal)
{
    CaromVec2 scaled = crVec(localNormal.x / t.scale.x, localNormal.y / t.scale.y);
    return caromVec2Normalize(caromRotate(t.rotation, scaled));
}

double caromTransformRadius(CaromTransform t, double radius)
{
    return radius * crAbs(t.scale.x);
}

CaromMatrix caromTransformMatrix(CaromTransform t)
{
    CaromMatrix m = {t.rotation.c * t.scale.x,
                     -t.rotation.s * t.scale.y,
                     t.rotation.s * t.scale.x,
                     t.rotation.c * t.scale.y,
                     t.position.x,
                     t.position.y};
    return m;
}

CaromMatrix caromMatrixInverse(CaromMatrix m)
{
    CaromMatrix inverse = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    double det = m.xx * m.yy - m.xy * m.yx;
    if (det == 0.0 || !crFinite(1.0 / det)) {
        return inverse;
    }
    inverse.xx = m.yy / det;
    inverse.xy = -m.xy / det;
    inverse.yx = -m.yx / det;
    inverse.yy = m.xx / det;
    inverse.tx = -(inverse.xx * m.tx + inverse.xy * m.ty);
    inverse.ty = -(inverse.yx * m.tx + inverse.yy * m.ty);
    return inverse;
}

CaromVec2 caromMatrixPoint(CaromMatrix m, CaromVec2 p)
{
    return crVec(m.xx * p.x + m.xy * p.y + m.tx, m.yx * p.x + m.yy * p.y + m.ty);
}

CaromMatrix caromMatrixCompose(CaromMatrix first, CaromMatrix second)
{
    CaromVec2 t = caromMatrixPoint(second, crVec(first.tx, first.ty));
    CaromMatrix m = {second.xx * first.xx + second.xy * first.yx,
                     second.xx * first.xy + second.xy * first.yy,
                     second.yx * first.xx + second.yy * first.yx,
                     second.yx * first.xy + second.yy * first.yy,
                     t.x,
                     t.y};
    return m;
}

void caromEllipsePoints(CaromTransform t, CaromVec2 center, double radius, CaromVec2 *out,
                        int count)
{
    const double turn = 6.283185307179586;
    for (int i = 0; i < count; i++) {
        CaromRotation r = caromRotation(turn * i / count);
        out[i] = caromTransformPoint(t, crAddScaled(center, crVec(r.c, r.s), radius));
    }
    if (isMirroring(t)) {
        caromPolygonReverse(out, count);
    }
}

void caromTransformPolygon(CaromTransform t, const CaromVec2 *local, int count, CaromVec2 *out)
{
    for (int i = 0; i < count; i++) {
        out[i] = caromTransformPoint(t, local[i]);
    }
    if (isMirroring(t)) {
        caromPolygonReverse(out, count);
    }
}
