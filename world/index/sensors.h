// SPDX-License-Identifier: MIT
// Shapes that are met by nothing: sensors. They are kept apart from what is met, so that no search
// of a flight ever comes by one, and a world without sensors pays nothing. Resting ones are listed
// by their boxes; those of kinematic bodies in a moving layer of their own, filled each step.
#ifndef CAROM_WORLD_INDEX_SENSORS_H
#define CAROM_WORLD_INDEX_SENSORS_H

#include "../data/world.h"

void crSensorsInit(CaromWorld *world);
void crSensorsFree(CaromWorld *world);
/// Room for one more sensor.
CaromError crSensorsReserve(CaromWorld *world);
/// Lists a sensor of which all else is made; room was reserved. On an error nothing changed.
CaromError crSensorsAdd(CaromWorld *world, const CrShape *shape, uint32_t slot);
void crSensorsRemove(CaromWorld *world, uint32_t slot);
/// It is new, moves otherwise, or lies elsewhere: flights look again at the next step.
void crSensorsTouch(CaromWorld *world, uint32_t slot);
/// All that was touched has been looked at.
void crSensorsForgetEdits(CaromWorld *world);
/// Refills the moving layer for the time from..to; false where there was no memory: it is then
/// searched in full.
bool crSensorsFill(CaromWorld *world, double from, double to);

static inline int crSensorsCount(const CaromWorld *world)
{
    return world->sensors.count;
}

/// Returns every sensor with a box that touches a box, each once; kinematic ones at their place at
/// the time of queries.
typedef struct CrSensorsWalk {
    const CaromWorld *world;
    CaromBox box;
    CrBoxesWalk resting;
    int listed; ///< next of the kinematic ones
} CrSensorsWalk;
void crSensorsStart(CrSensorsWalk *walk, const CaromWorld *world, CaromBox box);
bool crSensorsNext(CrSensorsWalk *walk, uint32_t *slot);

/// Returns every kinematic sensor with a swept box that touches a box, within a step.
typedef struct CrSensorsMoving {
    const CaromWorld *world;
    CaromBox box;
    CrMovingWalk layer;
    int listed;
} CrSensorsMoving;
void crSensorsStartMoving(CrSensorsMoving *walk, const CaromWorld *world, CaromBox box);
bool crSensorsNextMoving(CrSensorsMoving *walk, uint32_t *slot);

#endif
