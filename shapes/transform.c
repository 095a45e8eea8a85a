// SPDX-License-Identifier: MIT
// The base transform: scale per axis, then rotation, then position.
#include "inline.h"
#include "shapes.h"

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
