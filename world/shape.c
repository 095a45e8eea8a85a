// SPDX-License-Identifier: MIT
// How shapes live: their memory, keys and layers.
#include "bake.h"
#include "edit.h"
#include "kinematics.h"
#include "sensor.h"
#include "touching.h"

// ---- memory of one shape

static size_t blockSize(const CrShape *shape)
{
    size_t points = (size_t)shape->pointCount, edges = (size_t)shape->edgeCount,
           rings = (size_t)shape->ringCount;
    size_t ofRings = rings > 0 ? points * sizeof(int) + rings * (sizeof(int) + 1) : 0;
    return points * 2 * sizeof(CaromVec2) + edges * sizeof(uint32_t) + ofRings;
}

static bool allocateBlock(CaromWorld *world, CrShape *shape)
{
    char *block = crResize(&world->allocator, NULL, 0, blockSize(shape));
    if (block == NULL) {
        return false;
    }
    shape->local = (CaromVec2 *)(void *)block;
    shape->baked = shape->local + shape->pointCount;
    shape->keys = (uint32_t *)(void *)(shape->baked + shape->pointCount);
    if (shape->ringCount > 0) {
        shape->nextPoint = (int *)(void *)(shape->keys + shape->edgeCount);
        shape->ringEnds = shape->nextPoint + shape->pointCount;
        shape->rings = (uint8_t *)(void *)(shape->ringEnds + shape->ringCount);
    }
    return true;
}

static void freeBlock(CaromWorld *world, CrShape *shape)
{
    crResize(&world->allocator, shape->local, blockSize(shape), 0);
}

static void copySource(CrShape *shape, const CrShapeSource *source)
{
    for (int i = 0; i < shape->pointCount; i++) {
        shape->local[i] = source->points[i];
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

static CaromError reserveKeys(CaromWorld *world, int count)
{
    int fresh = count - crArrayCount(world->freeKeys);
    bool ok = (fresh <= 0 || crArrayGrow(world->keyOwners, fresh, &world->allocator)) &&
              crArrayReserve(world->freeKeys, crArrayCapacity(world->keyOwners), &world->allocator);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static void takeKeys(CaromWorld *world, CrShape *shape, uint32_t slot)
{
    for (int i = 0; i < shape->edgeCount; i++) {
        CrKeyOwner owner = {slot, (uint32_t)i};
        if (crArrayCount(world->freeKeys) > 0) {
            shape->keys[i] = crArrayPop(world->freeKeys);
            world->keyOwners[shape->keys[i]] = owner;
        } else {
            shape->keys[i] = (uint32_t)crArrayCount(world->keyOwners);
            crArrayPush(world->keyOwners, owner);
        }
    }
}

static void releaseKeys(CaromWorld *world, const CrShape *shape)
{
    static const CrKeyOwner nobody = {CR_NONE, 0};
    for (int i = shape->edgeCount - 1; i >= 0; i--) {
        world->keyOwners[shape->keys[i]] = nobody;
        crArrayPush(world->freeKeys, shape->keys[i]);
    }
}

// ---- layers

static CaromError listStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    size_t size = (size_t)shape->edgeCount * sizeof(CrGridItem);
    CrGridItem *items = crResize(&world->allocator, NULL, 0, size);
    if (items == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    crShapeWriteItems(shape, shape->baked, shape->radius, items);
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
    CrGridItem item;
    for (int i = 0; i < shape->edgeCount; i++) {
        CrEdge edge = crShapeEdge(shape, i, 0.0);
        item.a = edge.a;
        item.b = edge.b;
        item.radius = shape->radius;
        item.key = shape->keys[i];
        item.flags = shape->oneSided ? 1u : 0u;
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
    error = error != CAROM_OK ? error : reserveKeys(world, shape->edgeCount);
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
    takeKeys(world, shape, *slot);
    CaromError error = CAROM_OK;
    if (shape->sensor) {
        error = crSensorsAdd(world, shape, *slot);
    } else if (world->bodies[shape->body].type == CAROM_BODY_STATIC) {
        error = listStatic(world, shape, *slot);
    }
    if (error != CAROM_OK) {
        releaseKeys(world, shape);
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
    if (!allocateBlock(world, shape)) {
        return CAROM_ERROR_MEMORY;
    }
    copySource(shape, source);
    CrBaked baked = {shape->baked, 0.0, false, {{0.0, 0.0}, {0.0, 0.0}}};
    error = crShapeBake(shape, world->bodies[shape->body].transform, &baked);
    if (error == CAROM_OK) {
        crShapeAdopt(shape, &baked);
        error = enter(world, shape, slot);
    }
    if (error != CAROM_OK) {
        freeBlock(world, shape);
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
    if (shape->sensor) {
        crSensorsRemove(world, slot);
    } else if (body->type == CAROM_BODY_STATIC) {
        unlistStatic(world, shape, slot);
    } else {
        crKinematicsRemove(world, slot);
    }
    *(shape->previous != CR_NONE ? &world->shapes[shape->previous].next : &body->firstShape) =
        shape->next;
    *(shape->next != CR_NONE ? &world->shapes[shape->next].previous : &body->lastShape) =
        shape->previous;
    world->edgeCount -= shape->edgeCount;
    releaseKeys(world, shape);
    freeBlock(world, shape);
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
            freeBlock(world, &world->shapes[i]);
        }
    }
    crArrayFree(world->shapes, &world->allocator);
    crArrayFree(world->keyOwners, &world->allocator);
    crArrayFree(world->freeKeys, &world->allocator);
    crSlotsFree(&world->shapeSlots, &world->allocator);
}
