// SPDX-License-Identifier: MIT
#include "outline.h"

#include "../../shapes/touch.h"
#include "../data/refuse.h"
#include "shape_view.h"

#define POINT_LIMIT 1000000

// ---- what points may be

CaromError crCheckRadius(double radius)
{
    CaromError error = crCheckNumber(radius);
    return error == CAROM_OK && !(radius > 0.0) ? CAROM_ERROR_OUT_OF_RANGE : error;
}

static CaromError checkPoints(const CaromVec2 *points, int count)
{
    CaromError error = CAROM_OK;
    for (int i = 0; i < count && error == CAROM_OK; i++) {
        error = crCheckVec(points[i]);
    }
    return error;
}

static CaromError checkChain(const CaromVec2 *points, int count, bool closed)
{
    if (count > POINT_LIMIT || count < (closed ? 3 : 2)) {
        return CAROM_ERROR_COUNT;
    }
    CaromError error = checkPoints(points, count);
    for (int i = closed ? 0 : 1; i < count && error == CAROM_OK; i++) {
        if (crEqual(points[i > 0 ? i - 1 : count - 1], points[i])) {
            error = CAROM_ERROR_SEGMENT_LENGTH;
        }
    }
    return error;
}

static CaromError checkPolygon(const CaromWorld *world, const CaromVec2 *points, int count)
{
    if (count > POINT_LIMIT || count < 0) {
        return CAROM_ERROR_COUNT;
    }
    return caromPolygonValidate(points, count, &world->allocator);
}

// ---- rings

/// Before rings are looked at closely: whether there are some, and not too many.
static CaromError checkRings(const int *ringEnds, int ringCount)
{
    if (ringEnds == NULL) {
        return CAROM_ERROR_NULL;
    }
    if (ringCount < 0) {
        return CAROM_ERROR_COUNT;
    }
    for (int k = 0; k < ringCount; k++) {
        if (ringEnds[k] < crRingStart(ringEnds, k)) {
            return CAROM_ERROR_REGION_RINGS;
        }
        if (ringEnds[k] > POINT_LIMIT) {
            return CAROM_ERROR_COUNT;
        }
    }
    return ringCount > 0 ? CAROM_OK : CAROM_ERROR_REGION_RINGS;
}

CaromError crRingsRead(CaromWorld *world, const CaromVec2 *points, const int *ringEnds,
                       int ringCount, CrRingRoom *room)
{
    CaromError error = checkRings(ringEnds, ringCount);
    if (error != CAROM_OK) {
        return error;
    }
    room->count = (size_t)ringCount;
    room->flags = crResize(&world->allocator, NULL, 0, room->count);
    if (room->flags == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    error = crRegionCheck(points, ringEnds, ringCount, &world->allocator, room->flags);
    if (error != CAROM_OK) {
        return error;
    }
    for (int k = 0; k < ringCount; k++) {
        int start = crRingStart(ringEnds, k);
        bool isHole = room->flags[k] != 0,
             isLeft = caromPolygonWinding(points + start, ringEnds[k] - start) > 0;
        room->flags[k] =
            (uint8_t)((isHole ? CR_RING_HOLE : 0) | (isLeft == isHole ? CR_RING_TURNED : 0));
    }
    CrRings rings = {ringEnds, room->flags, ringCount};
    room->rings = rings;
    return CAROM_OK;
}

void crRingsDrop(CaromWorld *world, CrRingRoom *room)
{
    if (room->flags != NULL) {
        crResize(&world->allocator, room->flags, room->count, 0);
    }
}

// ---- any geometry

static CaromError planRound(const CaromGeometry *geometry, int count, CrShape *plan)
{
    plan->edgeCount = 1;
    CaromError error =
        geometry->count == count ? checkPoints(geometry->points, count) : CAROM_ERROR_COUNT;
    return error != CAROM_OK ? error : crCheckRadius(geometry->radius);
}

/// Segments are chains of two points.
static CaromError planWall(const CaromGeometry *geometry, CrShape *plan)
{
    bool closed = geometry->type == CAROM_SHAPE_LOOP;
    plan->oneSided = geometry->oneSided;
    if (geometry->type == CAROM_SHAPE_SEGMENT && geometry->count != 2) {
        return CAROM_ERROR_COUNT;
    }
    CaromError error = checkChain(geometry->points, geometry->count, closed);
    plan->edgeCount -= error == CAROM_OK && !closed;
    return error;
}

static CaromError planRegion(CaromWorld *world, const CaromGeometry *geometry, CrRingRoom *room)
{
    CaromError error =
        crRingsRead(world, geometry->points, geometry->ringEnds, geometry->ringCount, room);
    bool fits = error != CAROM_OK || geometry->ringEnds[geometry->ringCount - 1] == geometry->count;
    return fits ? error : CAROM_ERROR_COUNT;
}

static CaromError planOf(CaromWorld *world, const CaromGeometry *geometry, CrShape *plan,
                         CrRingRoom *room)
{
    switch (geometry->type) {
    case CAROM_SHAPE_CIRCLE:
        return planRound(geometry, 1, plan);
    case CAROM_SHAPE_CAPSULE:
        return planRound(geometry, 2, plan);
    case CAROM_SHAPE_SEGMENT:
    case CAROM_SHAPE_CHAIN:
    case CAROM_SHAPE_LOOP:
        return planWall(geometry, plan);
    case CAROM_SHAPE_POLYGON:
        return checkPolygon(world, geometry->points, geometry->count);
    case CAROM_SHAPE_REGION:
        return planRegion(world, geometry, room);
    default:
        return CAROM_ERROR_ENUM;
    }
}

static bool isSidedSolid(const CaromGeometry *geometry, const CrShape *plan)
{
    return geometry->oneSided && !crShapeIsWall(plan);
}

CaromError crShapePlan(CaromWorld *world, const CaromGeometry *geometry, CrShape *plan,
                       CrRingRoom *room)
{
    plan->type = (uint8_t)geometry->type;
    plan->oneSided = crShapeHasInside(plan);
    plan->pointCount = plan->edgeCount = geometry->count;
    if (isSidedSolid(geometry, plan)) {
        return CAROM_ERROR_ENUM;
    }
    CaromError error =
        geometry->points == NULL ? CAROM_ERROR_NULL : crCheckNumber(geometry->radius);
    bool inRange = geometry->radius >= 0.0 &&
                   (!crShapeHasCorners(plan) || geometry->radius <= CR_ROUNDING_MAX);
    error = error == CAROM_OK && !inRange ? CAROM_ERROR_OUT_OF_RANGE : error;
    return error != CAROM_OK ? error : planOf(world, geometry, plan, room);
}

CaromError crShapePlanAsked(CaromWorld *world, const CaromGeometry *geometry, CrShape *plan,
                            CrRingRoom *room, const char *function)
{
    CaromError error = crShapePlan(world, geometry, plan, room);
    if (error == CAROM_ERROR_ENUM) {
        CrDefCheck told = {world, function, world->log, world->logContext, CAROM_OK};
        crDefCheck(&told, error,
                   isSidedSolid(geometry, plan)
                       ? "CaromGeometry.oneSided: only for segments, chains and loops"
                       : "CaromGeometry.type: one that can be made of points");
    }
    return error;
}
