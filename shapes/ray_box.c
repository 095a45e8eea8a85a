// SPDX-License-Identifier: MIT
// Ray against box, by slabs: a ray is in the box while it is between both pairs of sides. After Kay
// and Kajiya, "Ray Tracing Complex Scenes" (1986), without their divisions: which side is reached
// first, and whether it is reached at all, is decided by exact signs, so rays through corners meet
// and rays past them don't. Symbols: o origin, d translation.
#include "ray.h"

#include "exact.h"

/// One axis of a ray and a box: the coordinates at which it comes in, if it starts out, and goes
/// out.
typedef struct Slab {
    bool enters, leaves;
    double enter, leave;
} Slab;

/// False where the ray has nothing in common with lo <= x <= hi.
static bool findSlab(double o, double d, double lo, double hi, Slab *slab)
{
    bool isBelow = o<lo, isAbove = o> hi;
    if ((isBelow && crEndCompare(o, d, lo) < 0) || (isAbove && crEndCompare(o, d, hi) > 0)) {
        return false;
    }
    slab->enters = isBelow || isAbove;
    slab->enter = isBelow ? lo : hi;
    slab->leaves = d != 0.0;
    slab->leave = d > 0.0 ? hi : lo;
    return true;
}

/// Sign of the time at which the ray reaches `x` less that at which it reaches `y`; d.x and d.y not
/// 0.
static int compareTimes(CaromVec2 o, CaromVec2 d, double x, double y)
{
    int side = crSideOfRay(o, d, crVec(x, y));
    return (d.x > 0.0) == (d.y > 0.0) ? -side : side;
}

static CaromVec2 boxNormal(int feature)
{
    static const CaromVec2 normals[4] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    return normals[feature];
}

static bool hitBoxSide(CaromVec2 o, CaromVec2 d, CaromBox box, int feature, bool fromInside,
                       CaromRayHit *hit)
{
    double x = feature == 1 ? box.max.x : box.min.x, y = feature == 2 ? box.max.y : box.min.y;
    double fraction = feature == 1 || feature == 3 ? (x - o.x) / d.x : (y - o.y) / d.y;
    CaromVec2 normal = boxNormal(feature);
    return crSetHit(hit, o, d, fraction, fromInside ? crNegate(normal) : normal, feature);
}

static bool castBoxFromOutside(CaromVec2 o, CaromVec2 d, CaromBox box, CaromRayHit *hit)
{
    Slab x, y;
    if (!findSlab(o.x, d.x, box.min.x, box.max.x, &x) ||
        !findSlab(o.y, d.y, box.min.y, box.max.y, &y)) {
        return false;
    }
    int sideX = d.x > 0.0 ? 3 : 1, sideY = d.y > 0.0 ? 0 : 2;
    int later = x.enters && y.enters ? compareTimes(o, d, x.enter, y.enter) : (x.enters ? 1 : -1);
    bool byX = later > 0 || (later == 0 && sideX < sideY);
    if (byX ? y.leaves && compareTimes(o, d, x.enter, y.leave) > 0
            : x.leaves && compareTimes(o, d, x.leave, y.enter) < 0) {
        return false;
    }
    return hitBoxSide(o, d, box, byX ? sideX : sideY, false, hit);
}

static bool castBoxFromInside(CaromVec2 o, CaromVec2 d, CaromBox box, CaromInside inside,
                              CaromRayHit *hit)
{
    if (inside == CAROM_INSIDE_HIT) {
        const double depth[4] = {o.y - box.min.y, box.max.x - o.x, box.max.y - o.y,
                                 o.x - box.min.x};
        int feature = 0;
        for (int i = 1; i < 4; i++) {
            feature = depth[i] < depth[feature] ? i : feature;
        }
        return crSetHit(hit, o, d, 0.0, boxNormal(feature), feature);
    }
    double outX = d.x > 0.0 ? box.max.x : box.min.x, outY = d.y > 0.0 ? box.max.y : box.min.y;
    bool leavesX =
        d.x > 0.0 ? crEndCompare(o.x, d.x, outX) >= 0 : crEndCompare(o.x, d.x, outX) <= 0;
    bool leavesY =
        d.y > 0.0 ? crEndCompare(o.y, d.y, outY) >= 0 : crEndCompare(o.y, d.y, outY) <= 0;
    if (inside == CAROM_INSIDE_IGNORE || !(leavesX || leavesY)) {
        return false;
    }
    int sideX = d.x > 0.0 ? 1 : 3, sideY = d.y > 0.0 ? 2 : 0;
    int later = leavesX && leavesY ? compareTimes(o, d, outX, outY) : (leavesX ? -1 : 1);
    bool byX = later < 0 || (later == 0 && sideX < sideY);
    return hitBoxSide(o, d, box, byX ? sideX : sideY, true, hit);
}

bool caromRayCastBox(CaromVec2 origin, CaromVec2 translation, CaromBox box, CaromInside inside,
                     CaromRayHit *hit)
{
    CaromVec2 o = origin, d = translation;
    if (!caromBoxContains(box, o)) {
        return castBoxFromOutside(o, d, box, hit);
    }
    const bool isOn[4] = {o.y == box.min.y, o.x == box.max.x, o.y == box.max.y, o.x == box.min.x};
    const double out[4] = {-d.y, d.x, d.y, -d.x};
    int feature = -1;
    for (int i = 0; i < 4; i++) {
        if (isOn[i] && out[i] > 0.0) {
            return false;
        }
        if (isOn[i] && (feature < 0 || (out[i] < 0.0 && out[feature] >= 0.0))) {
            feature = i; // the lowest of those it moves against, else of those it touches
        }
    }
    if (feature >= 0) {
        return crSetHit(hit, o, d, 0.0, boxNormal(feature), feature);
    }
    return castBoxFromInside(o, d, box, inside, hit);
}
