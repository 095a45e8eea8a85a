// SPDX-License-Identifier: MIT
// The places of the shapes in the moving index at the end of its time, and data of simple ones: so
// a ray need not read the body, and for circles not even the shape.
//
// Rays use fast code, which decides only where rounding leaves no doubt about the result of the
// exact code (cast_shape.c), and then with its bits.
#ifndef CAROM_WORLD_QUERY_RAY_PROXY_H
#define CAROM_WORLD_QUERY_RAY_PROXY_H

#include "../../shapes/ray_fast.h"
#include "../index/hierarchy.h"
#include "../index/ray_proxy.h"
#include "first_hit.h"

static inline CrPose crRayProxyPose(const CaromWorld *world, uint32_t index, uint32_t shape)
{
    const CrMovingIndex *movingIndex = &world->movingIndex;
    const CrRayProxy *rayProxy = &movingIndex->rayProxies[index];
    if (CR_UNLIKELY(!movingIndex->posed)) { // the box was kept since it stood there
        return crFlightPose(world, &world->bodies[world->shapes[shape].body], movingIndex->to);
    }
    CrPose pose = {{0.0, 0.0}, rayProxy->offset, {1.0, 0.0}, rayProxy->turned};
    if (CR_UNLIKELY(rayProxy->turned)) {
        pose.pivot = movingIndex->turns[index].pivot;
        pose.turn = movingIndex->turns[index].turn;
    }
    return pose;
}

/// When a straight path without thickness comes to a circle that it does not start in: 1; 0: it
/// does not within the time 0 .. 1; CR_UNSURE.
static inline int crRayProxyMeetsCircle(const CrRayProxy *rayProxy, const CrPath *path,
                                        CrMeet *meet)
{
    double radius = rayProxy->radius;
    double square = crLengthSquared(crSub(path->p, rayProxy->at.center));
    if (!(square > radius * radius * (1.0 + 1e-12) + CR_SHORT_LEAST)) {
        return CR_UNSURE;
    }
    meet->part = CR_PART_A;
    return crPathMeetsDisc(path, rayProxy->at.center, radius, &meet->tau) && meet->tau <= 1.0;
}

/// The same of a polygon, and the edge.
static inline int crRayProxyMeetsPolygon(const CrRayProxy *rayProxy, const CrPath *path,
                                         CrMeet *meet, int *edge)
{
    CrEntrance in;
    const CaromVec2 *points = rayProxy->at.points;
    int count = rayProxy->count;
    int crossed = crShortEnterPolygon(path->p, path->v, points, count, &in);
    if (crossed != 1) {
        return crossed;
    }
    CrEdge entry = {points[in.edge], points[crShortNext(count, in.edge)], 0.0, true};
    if (in.isPast) {
        // What started barely inside, behind the edge of a sharp corner, would be an entry.
        CaromVec2 along = crSub(entry.b, entry.a);
        double barely = 2.0 * crPlaceTolerance(path->p, 0.0) * (crAbs(along.x) + crAbs(along.y));
        return in.crossing.start > barely ? 0 : CR_UNSURE;
    }
    if (in.crossing.passes > 0.0) {
        return 0;
    }
    meet->part = CR_PART_RIGHT;
    meet->tau = crMin(crPathCrossingTime(path, &entry), 1.0);
    *edge = in.edge;
    return meet->tau > 0.0 ? 1 : CR_UNSURE;
}

/// What a ray meets first of a shape in the moving layer: 1; 0: nothing; CR_UNSURE.
static inline int crRayProxyMeets(const CaromWorld *world, const CrMovingEntry *entry,
                                  const CrPath *ray, CrFirst *first)
{
    uint32_t index = (uint32_t)entry->index;
    const CrRayProxy *rayProxy = &world->movingIndex.rayProxies[index];
    CrPose pose = crRayProxyPose(world, index, entry->key);
    CrPath path = *ray;
    path.p = crPoseToLocal(&pose, path.p);
    path.v = crPoseTurnBack(&pose, path.v);
    CrMeet meet = {0.0, CR_PART_A};
    int edge = 0, met = CR_UNSURE;
    if (rayProxy->kind == CR_RAY_PROXY_CIRCLE) {
        met = crRayProxyMeetsCircle(rayProxy, &path, &meet);
    } else if (rayProxy->kind == CR_RAY_PROXY_POLYGON) {
        met = crRayProxyMeetsPolygon(rayProxy, &path, &meet, &edge);
    }
    CrFirst found = {meet.tau, entry->key, edge, meet.part, false, false, false, index + 1};
    *first = found;
    return met;
}

/// [m] The size of coordinates for crCastDoubt, of the shape that was hit.
static inline double crRayProxySize(const CrRayProxy *rayProxy, const CrFirst *first)
{
    CaromVec2 a =
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): known by those that have one
        rayProxy->kind == CR_RAY_PROXY_CIRCLE ? rayProxy->at.center
                                              : rayProxy->at.points[first->edge];
    return crAbs(a.x) + crAbs(a.y);
}

#endif
