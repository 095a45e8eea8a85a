// SPDX-License-Identifier: MIT
#include "shape_layers.h"

#include "../index/contact_watch.h"
#include "../index/edit_list.h"
#include "../index/sensors.h"
#include "bake.h"

#define FEW_EDGES 16 // on the stack

/// Room for items: on the caller's stack where they are few.
static CrGridItem *takeItems(CaromWorld *world, CrGridItem *few, int count)
{
    size_t size = (size_t)count * sizeof(CrGridItem);
    return count > FEW_EDGES ? crResize(&world->allocator, NULL, 0, size) : few;
}

static void dropItems(CaromWorld *world, const CrGridItem *few, CrGridItem *items, int count)
{
    if (items != few) {
        crResize(&world->allocator, items, (size_t)count * sizeof(CrGridItem), 0);
    }
}

static CaromError listStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CrGridItem few[FEW_EDGES], *items = takeItems(world, few, shape->edgeCount);
    if (items == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CrBaked baked = crShapeBaked(shape);
    crShapeWriteItems(shape, &baked, items);
    CaromError error = crBoxCellsInsert(&world->boxes, slot, baked.box);
    if (error == CAROM_OK) {
        error = crGridInsert(&world->grid, items, shape->edgeCount);
        if (error != CAROM_OK) {
            crBoxCellsRemove(&world->boxes, slot, baked.box);
        }
    }
    dropItems(world, few, items, shape->edgeCount);
    return error;
}

/// By a run at a time: removal can't fail, so it asks for no memory.
static void unlistStatic(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CrBaked baked = crShapeBaked(shape);
    CrGridItem run[CR_RUN_MOST];
    for (int i = 0, n = 0; i < shape->edgeCount; i++) {
        run[n++] = crShapeItem(shape, &baked, i);
        if (!(run[n - 1].flags & CR_GRID_RUNS_ON)) {
            crGridRemove(&world->grid, run, n);
            n = 0;
        }
    }
    crBoxCellsRemove(&world->boxes, slot, crShapeBox(shape));
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

static CaromError moveStatic(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    const CrShape *from = &world->shapes[slot];
    size_t size = (size_t)(from->edgeCount + to->edgeCount) * sizeof(CrGridItem);
    CrGridItem *items = crResize(&world->allocator, NULL, 0, size);
    if (items == NULL) {
        return CAROM_ERROR_MEMORY;
    }
    CrBaked before = crShapeBaked(from), after = crShapeBaked(to);
    crShapeWriteItems(from, &before, items);
    crShapeWriteItems(to, &after, items + from->edgeCount);
    CaromError error =
        crGridReplace(&world->grid, items, from->edgeCount, items + from->edgeCount, to->edgeCount);
    crResize(&world->allocator, items, size, 0);
    return error;
}

/// Of a static body's shape, that stays solid or a sensor: its box goes in first, which can be
/// taken back.
static CaromError relistStatic(CaromWorld *world, uint32_t slot, const CrShape *to)
{
    CrBoxCells *boxes = to->sensor ? &world->sensors.boxes : &world->boxes;
    CaromError error = crBoxCellsInsert(boxes, slot, crShapeBox(to));
    if (error != CAROM_OK) {
        return error;
    }
    error = to->sensor ? CAROM_OK : moveStatic(world, slot, to);
    crBoxCellsRemove(boxes, slot, crShapeBox(error == CAROM_OK ? &world->shapes[slot] : to));
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
