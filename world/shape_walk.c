// SPDX-License-Identifier: MIT
#include "shape_walk.h"

static bool enterNext(CrShapeWalk *walk)
{
    walk->layer = walk->layers & (~walk->layers + 1u); // the lowest
    walk->layers &= ~walk->layer;
    switch (walk->layer) {
    case CR_LAYER_RESTING:
        crBoxesStart(&walk->in.resting, &walk->world->boxes, walk->box);
        return true;
    case CR_LAYER_MOVING:
        crKinematicsStart(&walk->in.moving, walk->world, walk->box);
        return true;
    case CR_LAYER_SENSORS:
        crSensorsStart(&walk->in.sensors, walk->world, walk->box);
        return true;
    default:
        return false;
    }
}

void crShapeWalkStart(CrShapeWalk *walk, const CaromWorld *world, CaromBox box, unsigned layers)
{
    walk->world = world;
    walk->box = box;
    if (!crKinematicsAny(world)) {
        layers &= ~(unsigned)CR_LAYER_MOVING;
    }
    if (crSensorsCount(world) == 0) {
        layers &= ~(unsigned)CR_LAYER_SENSORS;
    }
    walk->layers = layers;
    enterNext(walk);
}

bool crShapeWalkNext(CrShapeWalk *walk, uint32_t *slot)
{
    do {
        bool found = false;
        switch (walk->layer) {
        case CR_LAYER_RESTING:
            found = crBoxesNext(&walk->in.resting, slot, NULL);
            break;
        case CR_LAYER_MOVING:
            found = crKinematicsNext(&walk->in.moving, slot);
            break;
        case CR_LAYER_SENSORS:
            found = crSensorsNext(&walk->in.sensors, slot);
            break;
        default:
            break;
        }
        if (found) {
            return true;
        }
    } while (enterNext(walk));
    return false;
}
