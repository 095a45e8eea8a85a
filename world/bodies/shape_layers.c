// SPDX-License-Identifier: MIT
#include "shape_layers.h"

#include "../index/contact_watch.h"
#include "../index/edit_list.h"
#include "../index/sensors.h"
#include "bake.h"

#define FEW_EDGES 16 // on the stack

static CaromError listStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CrGridItem few[FEW_EDGES], *items = few;
    size_t size = (size_t)shape->edgeCount * sizeof(CrGridItem);
    if (shape->edgeCount > FEW_EDGES) {
        items = crResize(&world->allocator, NULL, 0, size);
    }
    if (items == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CrBaked baked = crShapeBaked(shape);
    crShapeWriteItems(shape, &baked, items);
    CaromError error = crBoxesInsert(&world->boxes, slot, baked.box);
    if (error == CAROM_OK) {
        error = crGridInsert(&world->grid, items, shape->edgeCount);
        if (error != CAROM_OK) {
            crBoxesRemove(&world->boxes, slot, baked.box);
        }
    }
    if (items != few) {
        crResize(&world->allocator, items, size, 0);
    }
    return error;
}

static void unlistStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CrBaked baked = crShapeBaked(shape);
    for (int i = 0; i < shape->edgeCount; i++) {
        CrGridItem item = crShapeItem(shape, &baked, i);
        crGridRemove(&world->grid, &item, 1);
    }
    crBoxesRemove(&world->boxes, slot, crShapeBox(shape));
}

/// Resting layers see for themselves.
CaromError crShapeReserveLayer(CaromWorld *world, const CrShape *shape)
{
    CaromError error = shape->sensor ? crSensorsReserve(world) : CAROM_OK;
    bool rests = world->bodies[shape->body].type == CAROM_BODY_STATIC;
    return rests ? error : crThen(error, crMovingIndexReserve(world, 1));
}

CaromError crShapeList(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    if (world->bodies[shape->body].disabled) {
        return CAROM_OK;
    }
    if (shape->sensor) {
        return crSensorsAdd(world, shape, slot);
    }
    return crShapeRests(world, shape) ? listStatic(world, shape, slot) : CAROM_OK;
}

void crShapeListMoving(CaromWorld *world, uint32_t slot)
{
    const CrShape *shape = &world->shapes[slot];
    if (crBodyMoves(&world->bodies[shape->body])) {
        crMovingIndexAdd(world, slot);
    }
    if (shape->contacts && !world->bodies[shape->body].disabled) {
        crContactsWatch(world, slot);
    }
}

/// Edges that stay are moved with their keys, the others come and go.
static CaromError moveStatic(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    const CrShape *from = &world->shapes[slot];
    int common = from->edgeCount < to->edgeCount ? from->edgeCount : to->edgeCount;
    int more = to->edgeCount - common;
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
    CaromError error = crBoxesInsert(boxes, slot, crShapeBox(to));
    if (error != CAROM_OK) {
        return error;
    }
    error = to->sensor ? CAROM_OK : moveStatic(world, slot, to);
    crBoxesRemove(boxes, slot, crShapeBox(error == CAROM_OK ? &world->shapes[slot] : to));
    return error;
}

void crShapeUnlist(CaromWorld *world, uint32_t slot)
{
    CrShape *shape = &world->shapes[slot];
    if (world->bodies[shape->body].disabled) {
        return;
    }
    if (shape->sensor) {
        crSensorsRemove(world, slot);
        shape->touched = false;
    } else if (crShapeRests(world, shape)) {
        unlistStatic(world, shape, slot);
    }
    if (crShapeMoves(world, shape)) {
        crMovingIndexRemove(world, slot);
    }
}

CaromError crShapeChangeLayer(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    if (world->bodies[to->body].disabled) {
        return CAROM_OK;
    }
    if (world->shapes[slot].sensor == to->sensor) {
        return crShapeRests(world, to) ? relistStatic(world, slot, to) : CAROM_OK;
    }
    CaromError error = crShapeList(world, to, slot);
    if (error == CAROM_OK) {
        crEditsAdd(world, slot); // where it was
        crShapeUnlist(world, slot);
    }
    return error;
}
