// SPDX-License-Identifier: MIT
#include "sensors.h"

#include "../data/flight_pool.h"
#include "../geometry/shape_storage.h"

void crSensorsInit(CaromWorld *world)
{
    crBoxCellsInit(&world->sensors.boxes, &world->allocator);
    world->sensors.freeNode = CR_NONE;
}

void crSensorsFree(CaromWorld *world)
{
    CrSensors *sensors = &world->sensors;
    crBoxCellsFree(&sensors->boxes);
    crArrayFree(sensors->touched, &world->allocator);
    crArrayFree(sensors->nodes, &world->allocator);
}

CaromError crSensorsReserve(CaromWorld *world)
{
    CrSensors *sensors = &world->sensors;
    const CaromAllocator *a = &world->allocator;
    bool ok = sensors->count < crArrayCapacity(sensors->touched) ||
              crArrayReserve(sensors->touched, sensors->count + sensors->count / 2 + 4, a);
    return ok ? crSensorCrossingsReserve(world) : CAROM_ERROR_MEMORY;
}

CaromError crSensorsAdd(CaromWorld *world, const CrShape *shape, uint32_t slot)
{
    CR_ASSERT(shape->sensor);
    CrSensors *sensors = &world->sensors;
    if (world->bodies[shape->body].type == CAROM_BODY_STATIC) {
        CaromError error = crBoxCellsInsert(&sensors->boxes, slot, crShapeBox(shape));
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
    if (world->bodies[shape->body].type == CAROM_BODY_STATIC) {
        crBoxCellsRemove(&sensors->boxes, slot, crShapeBox(shape));
    }
    CR_ASSERT(shape->touched); // as every edit of it begins
    crArrayRemoveSlot(sensors->touched, slot);
    sensors->edited = true;
    sensors->motions = false;
    sensors->count--;
}

void crSensorsTouch(CaromWorld *world, uint32_t slot, bool motion)
{
    world->sensors.motions = motion && (world->sensors.motions || !world->sensors.edited);
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
    sensors->edited = sensors->motions = false;
}

// ---- walks

void crSensorsStart(CrSensorsWalk *walk, const CaromWorld *world, CaromBox box)
{
    crMovingIndexStartIn(&walk->moving, world, box, CR_MOVING_SENSORS);
    crBoxCellsStart(&walk->resting, &world->sensors.boxes, box);
}

bool crSensorsNext(CrSensorsWalk *walk, uint32_t *slot)
{
    return crBoxCellsNext(&walk->resting, slot) || crMovingIndexNext(&walk->moving, slot);
}
