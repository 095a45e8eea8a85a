// SPDX-License-Identifier: MIT
#include "sensors.h"

#include "../data/flight_pool.h"
#include "../geometry/shape_storage.h"

#include "moving_index.h"

void crSensorsInit(CaromWorld *world)
{
    crBoxesInit(&world->sensors.boxes, &world->allocator);
    crMovingInit(&world->sensors.layer, &world->allocator);
    world->sensors.freeNode = CR_NONE;
}

void crSensorsFree(CaromWorld *world)
{
    CrSensors *sensors = &world->sensors;
    crBoxesFree(&sensors->boxes);
    crMovingFree(&sensors->layer);
    crArrayFree(sensors->moving, &world->allocator);
    crArrayFree(sensors->movingBoxes, &world->allocator);
    crArrayFree(sensors->touched, &world->allocator);
    crArrayFree(sensors->nodes, &world->allocator);
}

CaromError crSensorsReserve(CaromWorld *world)
{
    CrSensors *sensors = &world->sensors;
    const CaromAllocator *a = &world->allocator;
    bool ok = crArrayGrow(sensors->moving, 1, a) &&
              crArrayReserve(sensors->movingBoxes, crArrayCapacity(sensors->moving), a) &&
              (sensors->count < crArrayCapacity(sensors->touched) ||
               crArrayReserve(sensors->touched, sensors->count + sensors->count / 2 + 4, a));
    return ok ? crSensorCrossingsReserve(world) : CAROM_ERROR_MEMORY;
}

CaromError crSensorsAdd(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CR_ASSERT(shape->sensor);
    CrSensors *sensors = &world->sensors;
    if (world->bodies[shape->body].type == CAROM_BODY_KINEMATIC) {
        crArrayPush(sensors->moving, slot);
    } else {
        CaromError error = crBoxesInsert(&sensors->boxes, slot, crShapeBox(shape));
        if (error != CAROM_OK) {
            return error;
        }
    }
    sensors->count++;
    return CAROM_OK;
}

void crSensorsRemove(CaromWorld *world, uint32_t slot)
{
    CrSensors *sensors = &world->sensors;
    const CrShape *shape = &world->shapes[slot];
    if (world->bodies[shape->body].type == CAROM_BODY_KINEMATIC) {
        crArrayRemoveSlot(sensors->moving, slot);
    } else {
        crBoxesRemove(&sensors->boxes, slot, crShapeBox(shape));
    }
    CR_ASSERT(shape->touched); // as every edit of it begins
    crArrayRemoveSlot(sensors->touched, slot);
    sensors->edited = true;
    sensors->count--;
}

void crSensorsTouch(CaromWorld *world, uint32_t slot)
{
    if (!world->shapes[slot].touched) {
        world->shapes[slot].touched = true;
        crArrayPush(world->sensors.touched, slot);
    }
    world->sensors.edited = true;
}

void crSensorsForgetEdits(CaromWorld *world)
{
    CrSensors *sensors = &world->sensors;
    for (int k = 0; k < crArrayCount(sensors->touched); k++) {
        world->shapes[sensors->touched[k]].touched = false;
    }
    crArraySetCount(sensors->touched, 0);
    sensors->edited = false;
}

bool crSensorsFill(CaromWorld *world, double from, double to)
{
    CR_ASSERT(from <= to);
    CrSensors *sensors = &world->sensors;
    int count = crArrayCount(sensors->moving);
    crArraySetCount(sensors->movingBoxes, count);
    for (int k = 0; k < count; k++) {
        sensors->movingBoxes[k] = crMovingIndexSweptBox(world, sensors->moving[k], from, to);
    }
    sensors->usable =
        crMovingFill(&sensors->layer, sensors->movingBoxes, sensors->moving, count) == CAROM_OK;
    return sensors->usable;
}

// ---- walks

void crSensorsStart(CrSensorsWalk *walk, const CaromWorld *world, CaromBox box)
{
    walk->world = world;
    walk->box = box;
    walk->listed = 0;
    crBoxesStart(&walk->resting, &world->sensors.boxes, box);
}

bool crSensorsNext(CrSensorsWalk *walk, uint32_t *slot)
{
    const CaromWorld *world = walk->world;
    CaromBox itsBox;
    if (crBoxesNext(&walk->resting, slot, &itsBox)) {
        return true;
    }
    while (walk->listed < crArrayCount(world->sensors.moving)) {
        *slot = world->sensors.moving[walk->listed++];
        CaromBox now = crMovingIndexSweptBox(world, *slot, world->queryTime, world->queryTime);
        if (crBoxOverlaps(walk->box, now)) {
            return true;
        }
    }
    return false;
}

void crSensorsStartMoving(CrSensorsMoving *walk, const CaromWorld *world, CaromBox box)
{
    walk->world = world;
    walk->box = box;
    walk->listed = 0;
    if (world->sensors.usable) {
        crMovingStart(&walk->layer, &world->sensors.layer, box);
    }
}

bool crSensorsNextMoving(CrSensorsMoving *walk, uint32_t *slot)
{
    const CrSensors *sensors = &walk->world->sensors;
    if (sensors->usable) {
        return crMovingNext(&walk->layer, slot);
    }
    while (walk->listed < crArrayCount(sensors->moving)) {
        *slot = sensors->moving[walk->listed];
        if (crBoxOverlaps(walk->box, sensors->movingBoxes[walk->listed++])) {
            return true;
        }
    }
    return false;
}
