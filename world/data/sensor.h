// SPDX-License-Identifier: MIT
// The structures of sensors and of the flights inside them.
#ifndef CAROM_WORLD_DATA_SENSOR_H
#define CAROM_WORLD_DATA_SENSOR_H

#include "../../broadphase/box_cells.h"

/// A sensor that a flight is inside of; a flight's nodes are a list in order of shapes.
typedef struct CrInside {
    uint32_t shape, age; ///< slot and age
    uint32_t next;       ///< the flight's next node, or the next free one
    bool known;          ///< `leaves` is valid: when the leg leaves it, as things stand
    double since;        ///< when it came in, or was found there
    double leaves;
} CrInside;

/// Room for nodes that is reserved for each projectile in a world with sensors.
#define CR_INSIDE_RESERVE 2

/// Sensors, which collide with nothing, and the flights inside them.
typedef struct CrSensors {
    CrBoxCells boxes;  ///< of resting ones, by slot; moving ones are in the moving index
    bool edited;       ///< since the last step,
    bool motions;      ///< by changes of motions alone, and clearUntil tells who is near them
    uint32_t *touched; ///< those that changed since
    CrInside *nodes;
    uint32_t freeNode;
    int count;
    uint64_t stamp;
} CrSensors;

#endif
