// SPDX-License-Identifier: MIT
// Lists of the sensors that flights are inside of: nodes in one array of the world, linked by
// index.
#ifndef CAROM_WORLD_FLIGHT_INSIDE_LIST_H
#define CAROM_WORLD_FLIGHT_INSIDE_LIST_H

#include "../core/limits.h"
#include "../data/sensor.h"
#include "../data/world.h"

static inline CrInside *crInsideAt(CaromWorld *world, uint32_t n)
{
    return &world->sensors.nodes[n];
}

/// Takes a node for a list; CR_NONE if there is no memory.
uint32_t crInsideTake(CaromWorld *world);
void crInsideFree(CaromWorld *world, uint32_t n);
/// Takes the first node off a list that is not empty.
uint32_t crInsidePop(CaromWorld *world, uint32_t *list);
void crInsidePush(CaromWorld *world, uint32_t *list, uint32_t n);
/// Sorts a list by shape: a merge sort. Returns its first node.
uint32_t crInsideSort(CaromWorld *world, uint32_t list);

#endif
