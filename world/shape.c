// SPDX-License-Identifier: MIT
// How shapes live: their memory, keys and layers.
#include "bake.h"
#include "edit.h"
#include "kinematics.h"
#include "sensor.h"
#include "tile_shape.h"
#include "touching.h"

#include <string.h>

// ---- memory of one shape

static size_t blockSize(const CrShape *shape)
{
    size_t points = (size_t)shape->pointCount, edges = (size_t)shape->edgeCount,
           rings = (size_t)shape->ringCount;
    points += points == 0; // a tile map without solid tiles
    size_t ofRings = rings > 0 ? points * sizeof(int) + rings * (sizeof(int) + 1) : 0;
    size_t ofEdge = sizeof(uint32_t) * (shape->materials != NULL ? 2 : 1); // and a key
    return points * 2 * sizeof(CaromVec2) + edges * ofEdge + ofRings;
}

bool crShapeAllocate(CaromWorld *world, CrShape *shape)
{
    char *block = crResize(&world->allocator, NULL, 0, blockSize(shape));
    if (block == NULL) {
        return false;
    }
    shape->local = (CaromVec2 *)(void *)block;
    shape->baked = shape->local + shape->pointCount;
    shape->keys = (uint32_t *)(void *)(shape->baked + shape->pointCount);
    uint32_t *end = shape->keys + shape->edgeCount;
    if (shape->materials != NULL) {
        shape->materials = end;
        end += shape->edgeCount;
    }
    if (shape->ringCount > 0) {
        shape->nextPoint = (int *)(void *)end;
        shape->ringEnds = shape->nextPoint + shape->pointCount;
        shape->rings = (uint8_t *)(void *)(shape->ringEnds + shape->ringCount);
    }
    return true;
}

void crShapeFreeArrays(CaromWorld *world, CrShape *shape)
{
    crResize(&world->allocator, shape->local, blockSize(shape), 0);
}

static void freeShape(CaromWorld *world, CrShape *shape)
{
    crTileMapFree(world, shape->tiles);
    crShapeFreeArrays(world, shape);
}

static void copySource(CrShape *shape, const CrShapeSource *source)
{
    for (int i = 0; i < shape->pointCount; i++) {
        shape->local[i] =
            source->tiles != NULL ? crTileMapPoint(source->tiles, i) : source->points[i];
    }
    shape->tiles = source->tiles;
    for (int i = 0; i < shape->edgeCount && source->materials != NULL; i++) {
        shape->materials[i] = source->materials[i];
    }
    for (int k = 0; k < shape->ringCount; k++) {
        int start = crRingStart(source->ringEnds, k), end = source->ringEnds[k];
        shape->ringEnds[k] = end;
        shape->rings[k] = source->rings[k];
        for (int i = start; i < end; i++) {
            shape->nextPoint[i] = i + 1 < end ? i + 1 : start;
        }
    }
}

// ---- keys

CaromError crKeysReserve(CaromWorld *world, int count)
{
    int fresh = count - crArrayCount(world->freeKeys);
    bool ok = (fresh <= 0 || crArrayGrow(world->keyOwners, fresh, &world->allocator)) &&
              crArrayReserve(world->freeKeys, crArrayCapacity(world->keyOwners), &world->allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

uint32_t crKeyTake(CaromWorld *world, uint32_t slot, int edge)
{
    CrKeyOwner owner = {slot, (uint32_t)edge};
    if (crArrayCount(world->freeKeys) > 0) {
        uint32_t key = crArrayPop(world->freeKeys);
        world->keyOwners[key] = owner;
        return key;
    }
    crArrayPush(world->keyOwners, owner);
    return (uint32_t)crArrayCount(world->keyOwners) - 1;
}

void crKeyRelease(CaromWorld *world, uint32_t key)
{
    static const CrKeyOwner nobody = {CR_NONE, 0};
    world->keyOwners[key] = nobody;
    crArrayPush(world->freeKeys, key);
}

/// For the edges from `first` on.
static void takeKeys(CaromWorld *world, CrShape *shape, uint32_t slot, int first)
{
    for (int i = first; i < shape->edgeCount; i++) {
        shape->keys[i] = crKeyTake(world, slot, i);
    }
}

static void releaseKeys(CaromWorld *world, const CrShape *shape, int first)
{
    for (int i = shape->edgeCount - 1; i >= first; i--) {
        crKeyRelease(world, shape->keys[i]);
    }
}

// ---- layers

static CaromError listStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    size_t size = (size_t)(shape->edgeCount + 1) * sizeof(CrGridItem); // tile maps may have none
    CrGridItem *items = crResize(&world->allocator, NULL, 0, size);
    if (items == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CrBaked baked = crShapeBaked(shape);
    crShapeWriteItems(shape, &baked, items);
    CaromError error = crGridInsert(&world->grid, items, shape->edgeCount);
    if (error == CAROM_OK) {
        error = crBoxesInsert(&world->boxes, slot, shape->box);
        if (error != CAROM_OK) {
            crGridRemove(&world->grid, items, shape->edgeCount);
        }
    }
    crResize(&world->allocator, items, size, 0);
    return error;
}

static void unlistStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CrBaked baked = crShapeBaked(shape);
    for (int i = 0; i < shape->edgeCount; i++) {
        CrGridItem item = crShapeItem(shape, &baked, i);
        crGridRemove(&world->grid, &item, 1);
    }
    crBoxesRemove(&world->boxes, slot, shape->box);
}

// ---- creation

static CaromError reserveShape(CaromWorld *world, const CrShape *shape)
{
    CaromError error = crSlotsReserve(&world->shapeSlots, 1, &world->allocator);
    if (error == CAROM_OK && !crArrayReserve(world->shapes, crArrayCapacity(world->shapeSlots.ages),
                                             &world->allocator)) {
        error = CAROM_ERROR_MEMORY;
    }
    error = error != CAROM_OK ? error : crKeysReserve(world, shape->edgeCount);
    error = error != CAROM_OK ? error
            : shape->sensor   ? crSensorsReserve(world)
                              : crKinematicsReserve(world, 1);
    error = error != CAROM_OK ? error : crTouchingsReserve(world, shape, shape->contacts);
    return error != CAROM_OK ? error : crEditsReserve(world);
}

static void linkToBody(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    CrBody *body = &world->bodies[shape->body];
    shape->previous = body->lastShape;
    shape->next = CR_NONE;
    if (body->lastShape != CR_NONE) {
        world->shapes[body->lastShape].next = slot;
    } else {
        body->firstShape = slot;
    }
    body->lastShape = slot;
}

/// All memory is there; only the resting layer may still refuse.
static CaromError enter(CaromWorld *world, CrShape *shape, uint32_t *slot)
{
    *slot = crSlotsPeek(&world->shapeSlots);
    takeKeys(world, shape, *slot, 0);
    CaromError error = CAROM_OK;
    if (shape->sensor) {
        error = crSensorsAdd(world, shape, *slot);
    } else if (world->bodies[shape->body].type == CAROM_BODY_STATIC) {
        error = listStatic(world, shape, *slot);
    }
    if (error != CAROM_OK) {
        releaseKeys(world, shape, 0);
        return error;
    }
    crSlotsTake(&world->shapeSlots);
    if (*slot == (uint32_t)crArrayCount(world->shapes)) {
        crArrayPush(world->shapes, *shape);
    } else {
        world->shapes[*slot] = *shape;
    }
    linkToBody(world, *slot);
    if (!shape->sensor && world->bodies[shape->body].type == CAROM_BODY_KINEMATIC) {
        crKinematicsAdd(world, *slot);
    }
    if (shape->contacts) {
        crTouchingsWatch(world, *slot);
    }
    world->edgeCount += shape->edgeCount;
    crEditsAdd(world, *slot);
    return CAROM_OK;
}

CaromError crShapeMake(CaromWorld *world, CrShape *shape, const CrShapeSource *source,
                       uint32_t *slot)
{
    CaromError error = reserveShape(world, shape);
    if (error != CAROM_OK) {
        return error;
    }
    if (!crShapeAllocate(world, shape)) {
        return CAROM_ERROR_MEMORY;
    }
    copySource(shape, source);
    CrBaked baked = crShapeBaked(shape);
    error = crShapeBake(world, shape, &baked);
    if (error == CAROM_OK) {
        crShapeAdopt(shape, &baked);
        error = enter(world, shape, slot);
    }
    if (error != CAROM_OK) {
        crShapeFreeArrays(world, shape); // tiles stay the caller's
    }
    return error;
}

// ---- change

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/// Edges that stay are moved with their keys, the others come and go.
static CaromError moveStatic(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    const CrShape *from = &world->shapes[slot];
    int common = lesser(from->edgeCount, to->edgeCount), more = to->edgeCount - common;
    size_t size = (size_t)(from->edgeCount + to->edgeCount) * sizeof(CrGridItem);
    CrGridItem *items = crResize(&world->allocator, NULL, 0, size);
    if (items == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CrGridItem *fresh = items + from->edgeCount;
    CrBaked before = crShapeBaked(from), after = crShapeBaked(to);
    crShapeWriteItems(from, &before, items);
    crShapeWriteItems(to, &after, fresh);
    CaromError error = crGridInsert(&world->grid, fresh + common, more);
    if (error == CAROM_OK) {
        error = crGridMove(&world->grid, items, fresh, common);
        if (error != CAROM_OK) {
            crGridRemove(&world->grid, fresh + common, more);
        } else {
            crGridRemove(&world->grid, items + common, from->edgeCount - common);
        }
    }
    crResize(&world->allocator, items, size, 0);
    return error;
}

/// Of a static body's shape, that stays solid or a sensor: its box goes in first, which can be
/// taken back.
static CaromError relistStatic(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    CrBoxes *boxes = to->sensor ? &world->sensors.boxes : &world->boxes;
    CaromError error = crBoxesInsert(boxes, slot, to->box);
    if (error != CAROM_OK) {
        return error;
    }
    error = to->sensor ? CAROM_OK : moveStatic(world, slot, to);
    crBoxesRemove(boxes, slot, error == CAROM_OK ? world->shapes[slot].box : to->box);
    return error;
}

static void unlist(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    if (shape->sensor) {
        crSensorsRemove(world, slot);
        shape->touched = false;
    } else if (world->bodies[shape->body].type == CAROM_BODY_STATIC) {
        unlistStatic(world, shape, slot);
    } else {
        crKinematicsRemove(world, slot);
    }
}

/// From the layer of the shape in a slot to that of what it becomes; all memory but that of the
/// resting layers is there.
static CaromError changeLayer(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    bool isStatic = world->bodies[to->body].type == CAROM_BODY_STATIC;
    CaromError error = CAROM_OK;
    if (world->shapes[slot].sensor == to->sensor) {
        return isStatic ? relistStatic(world, slot, to) : CAROM_OK;
    }
    if (to->sensor) {
        error = crSensorsAdd(world, to, slot);
    } else if (isStatic) {
        error = listStatic(world, to, slot);
    }
    if (error == CAROM_OK) {
        crEditsAdd(world, slot); // where it was
        unlist(world, slot);
    }
    return error;
}

static CaromError reserveChange(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    int more = to->edgeCount - world->shapes[slot].edgeCount;
    CaromError error = more > 0 ? crKeysReserve(world, more) : CAROM_OK;
    error = error != CAROM_OK ? error
            : to->sensor      ? crSensorsReserve(world)
                              : crKinematicsReserve(world, 1);
    error = error != CAROM_OK ? error : crTouchingsReserve(world, to, to->contacts);
    return error != CAROM_OK ? error : crEditsReserve(world);
}

/// `to` is baked and has its keys.
static CaromError become(CaromWorld *world, uint32_t slot, CrShape *to)
{
    CrShape *shape = &world->shapes[slot];
    bool wasSensor = shape->sensor;
    CaromError error = changeLayer(world, slot, to);
    if (error != CAROM_OK) {
        return error;
    }
    if (wasSensor == to->sensor) {
        crEditsAdd(world, slot);
    }
    to->loose = shape->loose;
    to->touched = shape->touched;
    releaseKeys(world, shape, lesser(to->edgeCount, shape->edgeCount));
    world->edgeCount += to->edgeCount - shape->edgeCount;
    if (shape->tiles != to->tiles) {
        crTileMapFree(world, shape->tiles);
    }
    crShapeFreeArrays(world, shape);
    *shape = *to;
    bool moves = world->bodies[shape->body].type == CAROM_BODY_KINEMATIC && !shape->sensor;
    if (moves && wasSensor) {
        crKinematicsAdd(world, slot);
    } else if (moves) {
        crKinematicsTouch(world, slot);
    }
    crEditsAdd(world, slot); // where it is now
    return CAROM_OK;
}

/// Edges that come are of the shape's material.
static void keepMaterials(CrShape *to, const CrShape *from)
{
    for (int i = 0; i < to->edgeCount && to->materials != NULL; i++) {
        to->materials[i] = i < from->edgeCount ? from->materials[i] : to->material;
    }
}

CaromError crShapeReplace(CaromWorld *world, uint32_t slot, const CrShape *plan,
                          const CrShapeSource *source)
{
    CrShape to = *plan;
    to.nextPoint = to.ringEnds = NULL; // unless it gets rings of its own
    to.rings = NULL;
    CaromError error = reserveChange(world, slot, &to);
    error = error == CAROM_OK && !crShapeAllocate(world, &to) ? CAROM_ERROR_MEMORY : error;
    if (error != CAROM_OK) {
        return error;
    }
    const CrShape *from = &world->shapes[slot];
    int common = lesser(from->edgeCount, to.edgeCount);
    copySource(&to, source);
    memcpy(to.keys, from->keys, (size_t)common * sizeof *to.keys);
    keepMaterials(&to, from);
    CrBaked baked = crShapeBaked(&to);
    error = crShapeBake(world, &to, &baked);
    if (error == CAROM_OK) {
        crShapeAdopt(&to, &baked);
        takeKeys(world, &to, slot, common);
        error = become(world, slot, &to);
        if (error != CAROM_OK) {
            releaseKeys(world, &to, common);
        }
    }
    if (error != CAROM_OK) {
        crShapeFreeArrays(world, &to);
    }
    return error;
}

// ---- death

void crShapeDestroySlot(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    CrBody *body = &world->bodies[shape->body];
    crEditsAdd(world, slot);
    if (shape->contacts) {
        crTouchingsUnwatch(world, slot);
    }
    unlist(world, slot);
    *(shape->previous != CR_NONE ? &world->shapes[shape->previous].next : &body->firstShape) =
        shape->next;
    *(shape->next != CR_NONE ? &world->shapes[shape->next].previous : &body->lastShape) =
        shape->previous;
    world->edgeCount -= shape->edgeCount;
    releaseKeys(world, shape, 0);
    freeShape(world, shape);
    crSlotsRelease(&world->shapeSlots, slot);
}

CaromError caromShapeDestroy(CaromWorld *world, CaromShapeId shape)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK
                ? error
                : crCheckId(world, &world->shapeSlots, shape.index, shape.age, shape.world);
    error = error != CAROM_OK ? error : crEditsReserve(world);
    if (error != CAROM_OK) {
        return crRefuse(world, error, "caromShapeDestroy");
    }
    crShapeDestroySlot(world, shape.index - 1);
    return CAROM_OK;
}

void crShapesFree(CaromWorld *world)
{
    for (uint32_t i = 0; i < crSlotsCount(&world->shapeSlots); i++) {
        if (crSlotsLive(&world->shapeSlots, i)) {
            freeShape(world, &world->shapes[i]);
        }
    }
    crArrayFree(world->shapes, &world->allocator);
    crArrayFree(world->keyOwners, &world->allocator);
    crArrayFree(world->freeKeys, &world->allocator);
    crSlotsFree(&world->shapeSlots, &world->allocator);
}
