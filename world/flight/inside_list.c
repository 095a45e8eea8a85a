// SPDX-License-Identifier: MIT
#include "inside_list.h"

#include "../../shapes/array.h"

uint32_t crInsideTake(CaromWorld *world)
{
    static const CrInside blank;
    CrSensors *sensors = &world->sensors;
    uint32_t n = sensors->freeNode;
    if (n != CR_NONE) {
        sensors->freeNode = sensors->nodes[n].next;
        return n;
    }
    if (!crArrayGrow(sensors->nodes, 1, &world->allocator)) {
        return CR_NONE;
    }
    crArrayPush(sensors->nodes, blank);
    return (uint32_t)crArrayCount(sensors->nodes) - 1;
}

void crInsideFree(CaromWorld *world, uint32_t n)
{
    crInsideAt(world, n)->next = world->sensors.freeNode;
    world->sensors.freeNode = n;
}

uint32_t crInsidePop(CaromWorld *world, uint32_t *list)
{
    uint32_t n = *list;
    *list = crInsideAt(world, n)->next;
    return n;
}

void crInsidePush(CaromWorld *world, uint32_t *list, uint32_t n)
{
    crInsideAt(world, n)->next = *list;
    *list = n;
}

static uint32_t mergeNodes(CaromWorld *world, uint32_t a, uint32_t b)
{
    uint32_t merged = CR_NONE, *end = &merged;
    while (a != CR_NONE && b != CR_NONE) {
        *end =
            crInsidePop(world, crInsideAt(world, a)->shape < crInsideAt(world, b)->shape ? &a : &b);
        end = &crInsideAt(world, *end)->next;
    }
    *end = a != CR_NONE ? a : b;
    return merged;
}

uint32_t crInsideSort(CaromWorld *world, uint32_t list)
{
    uint32_t halves[2] = {CR_NONE, CR_NONE};
    if (list == CR_NONE || crInsideAt(world, list)->next == CR_NONE) {
        return list;
    }
    for (int k = 0; list != CR_NONE; k ^= 1) {
        crInsidePush(world, &halves[k], crInsidePop(world, &list));
    }
    return mergeNodes(world, crInsideSort(world, halves[0]), crInsideSort(world, halves[1]));
}
