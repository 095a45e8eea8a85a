// SPDX-License-Identifier: MIT
// Rays against any simple polygon, edge by edge. Sides, turns and crossings are exact signs; an
// edge that both ends of the ray's line leave on one side costs one of them. Symbols: o origin, d
// translation.
#include "ray.h"

#include "exact.h"
#include "ray_fast.h"

static CaromVec2 nextPoint(const CaromVec2 *points, int count, int i)
{
    return points[i + 1 < count ? i + 1 : 0];
}

static void takeNearer(CaromRayHit *first, bool *isHit, const CaromRayHit *hit, int edge)
{
    if (!*isHit || hit->fraction < first->fraction) {
        *first = *hit;
        first->feature = edge;
    }
    *isHit = true;
}

CaromPolygonRay caromRayCrossesPolygon(CaromVec2 origin, CaromVec2 translation,
                                       const CaromVec2 *points, int count)
{
    CaromPolygonRay ray = {false, {1.0, {0.0, 0.0}, {0.0, 0.0}, -1}, 0, false};
    ray.startsInside = caromPointInPolygon(origin, points, count);
    int side = count > 0 ? crSideOfRay(origin, translation, points[0]) : 0;
    for (int i = 0; i < count; i++) {
        CaromVec2 a = points[i], b = nextPoint(points, count, i);
        int sideA = side, sideB = crSideOfRay(origin, translation, b);
        CaromRayHit hit;
        side = sideB;
        if (sideA * sideB <= 0 && caromRayCastSegment(origin, translation, a, b, &hit)) {
            takeNearer(&ray.first, &ray.hit, &hit, i);
            ray.crossings += (sideA >= 0) != (sideB >= 0);
        }
    }
    return ray;
}

/// Whether direction d at a corner leads into the polygon or along its border.
static bool isIntoCorner(const CaromVec2 *points, int count, int i, CaromVec2 d)
{
    CaromVec2 before = points[i > 0 ? i - 1 : count - 1], after = nextPoint(points, count, i);
    bool isLeftOfFirst = crSideOfRay(before, d, points[i]) <= 0; // cross(d, edge) <= 0
    bool isLeftOfSecond = crSideOfRay(points[i], d, after) <= 0;
    bool isReflex = crOrient(before, points[i], after) < 0;
    return isReflex ? isLeftOfFirst || isLeftOfSecond : isLeftOfFirst && isLeftOfSecond;
}

/// The edge that o lies on, -1 where it lies on none. Of two the one that d runs against, else the
/// lower.
static int edgeUnder(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count)
{
    int edge = -1;
    for (int i = 0; i < count; i++) {
        CaromVec2 a = points[i], b = nextPoint(points, count, i);
        if (!caromBoxContains(crBox(a, b), o) || crOrient(a, b, o) != 0) {
            continue;
        }
        if (crSideOfRay(a, d, b) < 0) {
            return i;
        }
        edge = edge < 0 ? i : edge;
    }
    return edge;
}

static bool isIntoPolygon(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count, int edge)
{
    int next = edge + 1 < count ? edge + 1 : 0;
    if (crEqual(o, points[edge]) || crEqual(o, points[next])) {
        return isIntoCorner(points, count, crEqual(o, points[edge]) ? edge : next, d);
    }
    return crSideOfRay(points[edge], d, points[next]) <= 0;
}

static bool castFromOutside(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                            CaromRayHit *first)
{
    bool isHit = false;
    for (int i = 0; i < count; i++) {
        CaromVec2 a = points[i], b = nextPoint(points, count, i);
        CaromRayHit hit;
        if (crOrient(a, b, o) < 0 && caromRayCastSegment(o, d, a, b, &hit)) {
            takeNearer(first, &isHit, &hit, i);
        }
    }
    return isHit;
}

// A ray that grazes a reflex corner from inside stays in.
static bool castFromInside(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                           CaromRayHit *first)
{
    bool isHit = false;
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        CaromVec2 a = points[i], b = points[next];
        CaromRayHit hit;
        if (crOrient(a, b, o) <= 0 || !caromRayCastSegment(o, d, a, b, &hit)) {
            continue;
        }
        bool isThroughA = crSideOfRay(o, d, a) == 0, isThroughB = crSideOfRay(o, d, b) == 0;
        if ((isThroughA || isThroughB) && isIntoCorner(points, count, isThroughA ? i : next, d)) {
            continue;
        }
        takeNearer(first, &isHit, &hit, i);
    }
    return isHit;
}

bool crRayCastPolygonPlainly(CaromVec2 o, CaromVec2 d, const CaromVec2 *points, int count,
                             CaromInside inside, CaromRayHit *hit)
{
    if (!caromPointInPolygon(o, points, count)) {
        return castFromOutside(o, d, points, count, hit);
    }
    int edge = edgeUnder(o, d, points, count);
    if (edge >= 0) {
        if (!isIntoPolygon(o, d, points, count, edge)) {
            return castFromOutside(o, d, points, count, hit); // a notch may bring it back
        }
        CaromVec2 u = crSub(nextPoint(points, count, edge), points[edge]);
        return crSetHit(hit, o, d, 0.0, caromVec2Normalize(crRight(u)), edge);
    }
    if (inside == CAROM_INSIDE_HIT) {
        CaromNearest nearest = caromNearestOnPolygon(o, points, count);
        return crSetHit(hit, o, d, 0.0, nearest.normal, nearest.feature);
    }
    return inside == CAROM_INSIDE_EXIT && castFromInside(o, d, points, count, hit);
}

bool caromRayCastPolygon(CaromVec2 origin, CaromVec2 translation, const CaromVec2 *points,
                         int count, CaromInside inside, CaromRayHit *hit)
{
    int isHit = crShortCastPolygon(origin, translation, points, count, hit);
    return CR_LIKELY(isHit != CR_UNSURE)
               ? isHit
               : crRayCastPolygonPlainly(origin, translation, points, count, inside, hit);
}
