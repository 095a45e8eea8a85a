// SPDX-License-Identifier: MIT
// Shapes that are met by nothing: sensors. They are kept apart from what is met, so that no search
// of a flight ever comes by one, and a world without sensors pays nothing. Resting ones are listed
// by their boxes, those of kinematic bodies in the moving index.
#ifndef CAROM_WORLD_INDEX_SENSORS_H
#define CAROM_WORLD_INDEX_SENSORS_H

#include "../data/world.h"
#include "moving_index.h"

void crSensorsInit(CaromWorld *world);
void crSensorsFree(CaromWorld *world);
/// Room for one more sensor.
CaromError crSensorsReserve(CaromWorld *world);
/// Lists a sensor of which all else is made; room was reserved. On an error nothing changed.
CaromError crSensorsAdd(CaromWorld *world, const CrShape *shape, uint32_t slot);
void crSensorsRemove(CaromWorld *world, uint32_t slot);
/// It is new, moves otherwise, or lies elsewhere: flights look again at the next step. motion: it
/// only moves otherwise, and clearUntil tells which flights are near it; so only those look.
void crSensorsTouch(CaromWorld *world, uint32_t slot, bool motion);
/// All that was touched has been looked at.
void crSensorsForgetEdits(CaromWorld *world);
static inline int crSensorsCount(const CaromWorld *world)
{
    return world->sensors.count;
}

static inline bool crSensorsAnyRests(const CaromWorld *world)
{
    return world->sensors.boxes.count > 0;
}

/// Returns every sensor with a box that touches a box, each once; kinematic ones by the boxes they
/// sweep within the step.
typedef struct CrSensorsWalk {
    CrBoxCellsWalk resting;
    CrMovingIndexWalk moving;
} CrSensorsWalk;
void crSensorsStart(CrSensorsWalk *walk, const CaromWorld *world, CaromBox box);
bool crSensorsNext(CrSensorsWalk *walk, uint32_t *slot);

#endif
