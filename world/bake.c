// SPDX-License-Identifier: MIT
#include "bake.h"

#include "edit.h"

static bool mirrors(CaromTransform transform)
{
    return (transform.scale.x < 0.0) != (transform.scale.y < 0.0);
}

/// Whether baked points still make the shape that they are to be.
static CaromError checkBaked(const CrShape *shape, const CrBaked *baked)
{
    const CaromVec2 *p = baked->points;
    for (int i = 0; i < shape->pointCount; i++) {
        CaromError error = crCheckVec(p[i]);
        if (error != CAROM_OK) {
            return error;
        }
    }
    for (int e = 0; e < shape->edgeCount && crShapeHasCorners(shape); e++) {
        if (crEqual(p[e], p[crShapeNext(shape, e)])) {
            return CAROM_ERROR_SCALE;
        }
    }
    bool thin = shape->localRadius == 0.0;
    if (!thin && !(baked->radius > 0.0 && crCheckNumber(baked->radius) == CAROM_OK)) {
        return CAROM_ERROR_SCALE;
    }
    bool flat =
        shape->type == CAROM_SHAPE_POLYGON && caromPolygonWinding(p, shape->pointCount) != 1;
    for (int k = 0; k < shape->ringCount && !flat; k++) {
        int start = crRingStart(shape->ringEnds, k);
        flat = caromPolygonWinding(p + start, shape->ringEnds[k] - start) !=
               (shape->rings[k] & CR_RING_HOLE ? -1 : 1);
    }
    return flat ? CAROM_ERROR_SCALE : CAROM_OK;
}

/// Solid comes to the left of all rings.
static void turnRings(const CrShape *shape, CrBaked *baked)
{
    for (int k = 0; k < shape->ringCount; k++) {
        int start = crRingStart(shape->ringEnds, k);
        bool turned = shape->rings[k] & CR_RING_TURNED;
        if (turned != baked->flipped) {
            caromPolygonReverse(baked->points + start, shape->ringEnds[k] - start);
        }
    }
}

/// A wall's edges run the other way round, in the other order.
static void turnRound(const CrShape *shape, CaromVec2 *points)
{
    if (shape->type == CAROM_SHAPE_LOOP) {
        caromPolygonReverse(points, shape->pointCount);
        return;
    }
    for (int i = 0, k = shape->pointCount - 1; i < k; i++, k--) {
        CaromVec2 p = points[i];
        points[i] = points[k];
        points[k] = p;
    }
}

CaromError crShapeBake(const CrShape *shape, CaromTransform transform, CrBaked *baked)
{
    int n = shape->pointCount;
    for (int i = 0; i < n; i++) {
        baked->points[i] = caromTransformPoint(transform, shape->local[i]);
    }
    baked->flipped = false;
    if (shape->type == CAROM_SHAPE_POLYGON && caromPolygonWinding(baked->points, n) < 0) {
        caromPolygonReverse(baked->points, n);
        baked->flipped = true;
    } else if (shape->type == CAROM_SHAPE_REGION) {
        baked->flipped = mirrors(transform);
        turnRings(shape, baked);
    } else if (crShapeIsWall(shape) && shape->oneSided && mirrors(transform)) {
        turnRound(shape, baked->points);
        baked->flipped = true;
    }
    baked->radius =
        shape->localRadius > 0.0 ? caromTransformRadius(transform, shape->localRadius) : 0.0;
    baked->box = crBoxInflate(caromBoxOfPoints(baked->points, n), baked->radius);
    return checkBaked(shape, baked);
}

void crShapeAdopt(CrShape *shape, const CrBaked *baked)
{
    if (baked->points != shape->baked) {
        for (int i = 0; i < shape->pointCount; i++) {
            shape->baked[i] = baked->points[i];
        }
    }
    shape->radius = baked->radius;
    shape->flipped = baked->flipped;
    shape->box = baked->box;
}

void crShapeWriteItems(const CrShape *shape, const CaromVec2 *points, double radius,
                       CrGridItem *items)
{
    for (int i = 0; i < shape->edgeCount; i++) {
        CrGridItem item = {points[i], points[crShapeNext(shape, i)], radius, shape->keys[i],
                           shape->oneSided ? 1u : 0u};
        items[i] = item;
    }
}

// ---- rebaking: all shapes of a body or none

typedef struct Rebake {
    CrBaked *baked;    ///< one a shape
    CaromVec2 *points; ///< of all shapes
    CrGridItem *from, *to;
    int shapeCount, pointCount, edgeCount;
} Rebake;

static void freeRebake(CaromWorld *world, Rebake *rebake)
{
    crArrayFree(rebake->baked, &world->allocator);
    crArrayFree(rebake->points, &world->allocator);
    crArrayFree(rebake->from, &world->allocator);
    crArrayFree(rebake->to, &world->allocator);
}

static CaromError reserveRebake(CaromWorld *world, const CrBody *body, Rebake *rebake)
{
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next) {
        rebake->shapeCount++;
        rebake->pointCount += world->shapes[s].pointCount;
        rebake->edgeCount += world->shapes[s].edgeCount;
    }
    bool ok = crArrayReserve(rebake->baked, rebake->shapeCount, &world->allocator) &&
              crArrayReserve(rebake->points, rebake->pointCount, &world->allocator) &&
              crArrayReserve(rebake->from, rebake->edgeCount, &world->allocator) &&
              crArrayReserve(rebake->to, rebake->edgeCount, &world->allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static CaromError bakeAll(CaromWorld *world, const CrBody *body, CaromTransform transform,
                          Rebake *rebake)
{
    int points = 0, edges = 0, i = 0;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next, i++) {
        const CrShape *shape = &world->shapes[s];
        rebake->baked[i].points = rebake->points + points;
        CaromError error = crShapeBake(shape, transform, &rebake->baked[i]);
        if (error != CAROM_OK) {
            return error;
        }
        points += shape->pointCount;
        if (shape->sensor) {
            continue; // not in the grid
        }
        crShapeWriteItems(shape, shape->baked, shape->radius, rebake->from + edges);
        crShapeWriteItems(shape, rebake->baked[i].points, rebake->baked[i].radius,
                          rebake->to + edges);
        edges += shape->edgeCount;
    }
    rebake->edgeCount = edges;
    return CAROM_OK;
}

static CrBoxes *boxesFor(CaromWorld *world, uint32_t shape)
{
    return world->shapes[shape].sensor ? &world->sensors.boxes : &world->boxes;
}

/// New boxes go in beside the old ones, so that a failure only has to take them out again.
static CaromError addBoxes(CaromWorld *world, const CrBody *body, const Rebake *rebake)
{
    int i = 0;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next, i++) {
        CaromError error = crBoxesInsert(boxesFor(world, s), s, rebake->baked[i].box);
        if (error != CAROM_OK) {
            uint32_t t = body->firstShape;
            for (int k = 0; k < i; k++, t = world->shapes[t].next) {
                crBoxesRemove(boxesFor(world, t), t, rebake->baked[k].box);
            }
            return error;
        }
    }
    return CAROM_OK;
}

static CaromError relistStatic(CaromWorld *world, const CrBody *body, const Rebake *rebake)
{
    CaromError error = addBoxes(world, body, rebake);
    if (error != CAROM_OK) {
        return error;
    }
    error = crGridMove(&world->grid, rebake->from, rebake->to, rebake->edgeCount);
    int i = 0;
    for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next, i++) {
        crBoxesRemove(boxesFor(world, s), s,
                      error == CAROM_OK ? world->shapes[s].box : rebake->baked[i].box);
    }
    return error;
}

CaromError crShapesRebake(CaromWorld *world, uint32_t bodySlot, CaromTransform transform)
{
    const CrBody *body = &world->bodies[bodySlot];
    Rebake rebake = {0};
    CaromError error = crEditsReserve(world);
    error = error != CAROM_OK ? error : reserveRebake(world, body, &rebake);
    error = error != CAROM_OK ? error : bakeAll(world, body, transform, &rebake);
    if (error == CAROM_OK && body->type == CAROM_BODY_STATIC) {
        error = relistStatic(world, body, &rebake);
    }
    if (error == CAROM_OK) {
        int i = 0;
        for (uint32_t s = body->firstShape; s != CR_NONE; s = world->shapes[s].next, i++) {
            crEditsAdd(world, s); // where it was
            crShapeAdopt(&world->shapes[s], &rebake.baked[i]);
        }
    }
    freeRebake(world, &rebake);
    return error;
}
