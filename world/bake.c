// SPDX-License-Identifier: MIT
#include "bake.h"

#include "edit.h"
#include "family.h"

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

CaromError crShapeBake(const CaromWorld *world, const CrShape *shape, CrBaked *baked)
{
    int n = shape->pointCount;
    for (int i = 0; i < n; i++) {
        baked->points[i] = crFramePoint(world, shape->body, shape->local[i]);
    }
    baked->flipped = false;
    if (shape->type == CAROM_SHAPE_POLYGON && caromPolygonWinding(baked->points, n) < 0) {
        caromPolygonReverse(baked->points, n);
        baked->flipped = true;
    } else if (shape->type == CAROM_SHAPE_REGION) {
        baked->flipped = crFrameMirrors(world, shape->body);
        turnRings(shape, baked);
    } else if (crShapeIsWall(shape) && shape->oneSided && crFrameMirrors(world, shape->body)) {
        turnRound(shape, baked->points);
        baked->flipped = true;
    }
    baked->radius =
        shape->localRadius > 0.0 ? crFrameRadius(world, shape->body, shape->localRadius) : 0.0;
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

// ---- rebaking: all shapes of a body and of those that hang from it, or none

typedef struct Rebake {
    CaromWorld *world;
    uint32_t root;     ///< the body
    CrBaked *baked;    ///< one a shape
    CaromVec2 *points; ///< of all shapes
    CrGridItem *from, *to;
    int shapeCount, pointCount, edgeCount;
} Rebake;

static void freeRebake(Rebake *rebake)
{
    const CaromAllocator *allocator = &rebake->world->allocator;
    crArrayFree(rebake->baked, allocator);
    crArrayFree(rebake->points, allocator);
    crArrayFree(rebake->from, allocator);
    crArrayFree(rebake->to, allocator);
}

static CaromError reserveRebake(Rebake *rebake)
{
    const CaromAllocator *allocator = &rebake->world->allocator;
    CrFamilyWalk walk = crFamilyShapes(rebake->world, rebake->root);
    uint32_t s;
    while (crFamilyNextShape(&walk, &s)) {
        rebake->shapeCount++;
        rebake->pointCount += rebake->world->shapes[s].pointCount;
        rebake->edgeCount += rebake->world->shapes[s].edgeCount;
    }
    bool ok = crArrayReserve(rebake->baked, rebake->shapeCount, allocator) &&
              crArrayReserve(rebake->points, rebake->pointCount, allocator) &&
              crArrayReserve(rebake->from, rebake->edgeCount, allocator) &&
              crArrayReserve(rebake->to, rebake->edgeCount, allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static bool isStatic(const CaromWorld *world, uint32_t shape)
{
    return world->bodies[world->shapes[shape].body].type == CAROM_BODY_STATIC;
}

static CaromError bakeAll(Rebake *rebake)
{
    CrFamilyWalk walk = crFamilyShapes(rebake->world, rebake->root);
    uint32_t s;
    int points = 0, edges = 0;
    for (int i = 0; crFamilyNextShape(&walk, &s); i++) {
        const CrShape *shape = &rebake->world->shapes[s];
        rebake->baked[i].points = rebake->points + points;
        CaromError error = crShapeBake(rebake->world, shape, &rebake->baked[i]);
        if (error != CAROM_OK) {
            return error;
        }
        points += shape->pointCount;
        if (shape->sensor || !isStatic(rebake->world, s)) {
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

/// Of resting shapes.
static CrBoxes *boxesFor(CaromWorld *world, uint32_t shape)
{
    return world->shapes[shape].sensor ? &world->sensors.boxes : &world->boxes;
}

/// Takes out of the resting ones' boxes those of the first `count` shapes: the new or the old ones.
static void removeBoxes(const Rebake *rebake, int count, bool fresh)
{
    CrFamilyWalk walk = crFamilyShapes(rebake->world, rebake->root);
    uint32_t s;
    for (int i = 0; i < count && crFamilyNextShape(&walk, &s); i++) {
        if (isStatic(rebake->world, s)) {
            crBoxesRemove(boxesFor(rebake->world, s), s,
                          fresh ? rebake->baked[i].box : rebake->world->shapes[s].box);
        }
    }
}

/// New boxes go in beside the old ones, so that a failure only has to take them out again.
static CaromError addBoxes(const Rebake *rebake)
{
    CrFamilyWalk walk = crFamilyShapes(rebake->world, rebake->root);
    uint32_t s;
    for (int i = 0; crFamilyNextShape(&walk, &s); i++) {
        if (!isStatic(rebake->world, s)) {
            continue;
        }
        CaromError error = crBoxesInsert(boxesFor(rebake->world, s), s, rebake->baked[i].box);
        if (error != CAROM_OK) {
            removeBoxes(rebake, i, true);
            return error;
        }
    }
    return CAROM_OK;
}

static CaromError relistStatic(const Rebake *rebake)
{
    CaromError error = addBoxes(rebake);
    if (error != CAROM_OK) {
        return error;
    }
    error = crGridMove(&rebake->world->grid, rebake->from, rebake->to, rebake->edgeCount);
    removeBoxes(rebake, rebake->shapeCount, error != CAROM_OK);
    return error;
}

static void adoptAll(const Rebake *rebake)
{
    CaromWorld *world = rebake->world;
    CrFamilyWalk walk = crFamilyShapes(world, rebake->root);
    uint32_t s;
    for (int i = 0; crFamilyNextShape(&walk, &s); i++) {
        crEditsAdd(world, s); // where it was
        crShapeAdopt(&world->shapes[s], &rebake->baked[i]);
    }
}

CaromError crShapesRebake(CaromWorld *world, uint32_t body)
{
    Rebake rebake = {0};
    rebake.world = world;
    rebake.root = body;
    CaromError error = crEditsReserve(world);
    error = error != CAROM_OK ? error : reserveRebake(&rebake);
    error = error != CAROM_OK ? error : bakeAll(&rebake);
    if (error == CAROM_OK && world->bodies[body].type == CAROM_BODY_STATIC) {
        error = relistStatic(&rebake); // what hangs from one that moves does so too
    }
    if (error == CAROM_OK) {
        adoptAll(&rebake);
    }
    freeRebake(&rebake);
    return error;
}
