// SPDX-License-Identifier: MIT
// Ellipses as images of the unit circle under any linear map. With q = p − center, a point has the
// coordinates x = cross(q, v) / D and y = cross(u, q) / D, D = cross(u, v): there the ellipse is
// the unit circle, and rays stay rays with the same fractions.
#include "build.h"

#include "inline.h"
#include "ray.h"

#define PI 3.14159265358979323846
#define POINTS_MAX (1 << 24)

/// A point, or a direction, relative to the centre, in the ellipse's coordinates.
static CaromVec2 toUnit(const CaromEllipse *e, CaromVec2 q)
{
    double over = crCross(e->u, e->v);
    return crVec(crCross(q, e->v) / over, crCross(e->u, q) / over);
}

static CaromVec2 fromUnit(const CaromEllipse *e, CaromVec2 p)
{
    return crAddScaled(crScale(e->u, p.x), e->v, p.y);
}

/// The outward direction of the surface where the unit circle has the normal n: the inverse
/// transpose of the map, times |D|.
static CaromVec2 normalOf(const CaromEllipse *e, CaromVec2 n)
{
    CaromVec2 normal = crAdd(crScale(crRight(e->v), n.x), crScale(crLeft(e->u), n.y));
    return crCross(e->u, e->v) < 0.0 ? crNegate(normal) : normal;
}

CaromEllipse caromEllipse(CaromTransform t, CaromVec2 center, double radius)
{
    CaromEllipse ellipse = {caromTransformPoint(t, center),
                            caromTransformVector(t, crVec(radius, 0.0)),
                            caromTransformVector(t, crVec(0.0, radius))};
    return ellipse;
}

// One rotation by which the unit circle turns into itself makes both half axes meet at right
// angles, as in Jacobi's method: tan 2φ = 2 u·v / (u² − v²), the smaller φ of both.
CaromEllipse caromEllipsePrincipal(CaromEllipse ellipse)
{
    CaromVec2 u = ellipse.u, v = ellipse.v;
    double mixed = crDot(u, v);
    if (mixed != 0.0) {
        double zeta = crDot(crSub(v, u), crAdd(v, u)) / (2.0 * mixed);
        double t = 1.0 / (crAbs(zeta) + sqrt(1.0 + zeta * zeta));
        double c = 1.0 / sqrt(1.0 + t * t), s = zeta < 0.0 ? -t * c : t * c;
        ellipse.u = crAddScaled(crScale(u, c), v, -s);
        ellipse.v = crAddScaled(crScale(u, s), v, c);
    }
    if (crLengthSquared(ellipse.u) < crLengthSquared(ellipse.v)) {
        CaromVec2 kept = ellipse.u;
        ellipse.u = ellipse.v;
        ellipse.v = kept;
    }
    if (crCross(ellipse.u, ellipse.v) < 0.0) {
        ellipse.v = crNegate(ellipse.v);
    }
    return ellipse;
}

CaromBox caromEllipseBox(CaromEllipse ellipse)
{
    CaromVec2 half = {crLength(crVec(ellipse.u.x, ellipse.v.x)),
                      crLength(crVec(ellipse.u.y, ellipse.v.y))};
    CaromBox box = {crSub(ellipse.center, half), crAdd(ellipse.center, half)};
    return box;
}

bool caromPointInEllipse(CaromVec2 p, CaromEllipse ellipse)
{
    CaromVec2 q = crSub(p, ellipse.center);
    double x = crCross(q, ellipse.v), y = crCross(ellipse.u, q);
    return caromPointInCircle(crVec(x, y), crVec(0.0, 0.0), crAbs(crCross(ellipse.u, ellipse.v)));
}

bool caromRayCastEllipse(CaromVec2 origin, CaromVec2 translation, CaromEllipse ellipse,
                         CaromInside inside, CaromRayHit *hit)
{
    CaromRayHit unit;
    CaromVec2 o = toUnit(&ellipse, crSub(origin, ellipse.center)),
              d = toUnit(&ellipse, translation), zero = {0.0, 0.0};
    if (!caromRayCastCircle(o, d, zero, 1.0, inside, &unit)) {
        return false;
    }
    CaromVec2 normal = normalOf(&ellipse, unit.normal);
    if (inside == CAROM_INSIDE_HIT && unit.fraction == 0.0) {
        normal = caromNearestOnEllipse(origin, ellipse).normal;
    }
    return crSetHit(hit, origin, translation, unit.fraction,
                    crUnitOr(normal, crNegate(translation)), 0);
}

// ---- nearest points

/// The nearest point of (x / a)² + (y / b)² = 1 in the first quadrant to p, a >= b > 0. With r =
/// (a / b)², z = p / (a, b) it is (a·r·z.x / (s + r − 1), b·z.y / s) for the only s >= z.y that
/// puts it on the ellipse: larger ones end inside of it. (s is Eberly's t + 1, which near 0 has
/// digits.)
static CaromVec2 nearestInQuadrant(double a, double b, CaromVec2 p)
{
    double r = (a / b) * (a / b), more = ((a - b) / b) * ((a + b) / b);
    CaromVec2 z = {p.x / a, p.y / b}, on = {1.0, 0.0};
    if (z.y == 0.0) {
        double x = z.x * r < more ? z.x * r / more : 1.0; // else past the centre of the end's curve
        return crVec(a * x, b * sqrt((1.0 - x) * (1.0 + x)));
    }
    double low = z.y, high = crLength(crVec(r * z.x, z.y));
    for (int i = 0; i < 2200; ++i) { // each halves what is left: at most all exponents and digits
        double s = 0.5 * (low + high);
        on = crVec(r * z.x / (s + more), z.y / s);
        if (s <= low || s >= high) {
            break;
        }
        if (crLengthSquared(on) > 1.0) {
            low = s;
        } else {
            high = s;
        }
    }
    on = caromVec2Normalize(on);
    return crVec(a * on.x, b * on.y);
}

CaromNearest caromNearestOnEllipse(CaromVec2 p, CaromEllipse ellipse)
{
    CaromEllipse e = caromEllipsePrincipal(ellipse);
    CaromVec2 q = crSub(p, e.center);
    double a = crLength(e.u), b = crLength(e.v);
    CaromVec2 alongU = crUnit(e.u, a), alongV = crUnit(e.v, b);
    CaromVec2 local = {crDot(q, alongU), crDot(q, alongV)};
    CaromVec2 on = nearestInQuadrant(a, b, crVec(crAbs(local.x), crAbs(local.y)));
    on = crVec(local.x < 0.0 ? -on.x : on.x, local.y < 0.0 ? -on.y : on.y);
    CaromVec2 out = caromVec2Normalize(crVec(on.x * b * b, on.y * a * a));
    CaromNearest nearest = {crAdd(e.center, fromUnit(&e, crVec(on.x / a, on.y / b))),
                            crAdd(crScale(alongU, out.x), crScale(alongV, out.y)), 0.0, 0};
    nearest.distance = crLength(crSub(local, on));
    if (caromPointInEllipse(p, ellipse)) {
        nearest.distance = -nearest.distance;
    }
    return nearest;
}

// ---- polygons

int caromEllipsePolygon(CaromEllipse ellipse, double tolerance, CaromVec2 *out, int capacity)
{
    double a = crLength(caromEllipsePrincipal(ellipse).u);
    double wanted = ceil(PI * sqrt(a / (2.0 * tolerance)));
    if (!(tolerance > 0.0) || !(wanted <= POINTS_MAX)) {
        return 0;
    }
    int count = wanted < 3.0 ? 3 : (int)wanted;
    double turn = crCross(ellipse.u, ellipse.v) < 0.0 ? -2.0 * PI : 2.0 * PI;
    for (int i = 0; i < count && i < capacity; ++i) {
        CaromRotation r = caromRotation(turn * i / count);
        out[i] = crAdd(ellipse.center, fromUnit(&ellipse, crVec(r.c, r.s)));
    }
    return count;
}
