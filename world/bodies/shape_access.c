// SPDX-License-Identifier: MIT
// Public calls that read a shape.
#include "../data/ids.h"
#include "../data/observer.h"
#include "../geometry/tile_shape.h"
#include "shape.h"

static CaromError checkShape(const CaromWorld *world, CaromShapeId id)
{
    return world == NULL ? CAROM_ERROR_NULL
                         : crCheckId(world, &world->shapeSlots, id.index, id.age, id.world);
}

bool caromShapeIsValid(const CaromWorld *world, CaromShapeId id)
{
    return checkShape(world, id) == CAROM_OK;
}

CaromBodyId caromShapeBody(const CaromWorld *world, CaromShapeId id)
{
    static const CaromBodyId null;
    CaromError error = checkShape(world, id);
    crComplain(world, error, "caromShapeBody");
    return error == CAROM_OK ? crBodyIdOf(world, world->shapes[id.index - 1].body) : null;
}

CaromError caromShapeGeometry(const CaromWorld *world, CaromShapeId id, CaromGeometry *geometry,
                              CaromTransform *placement)
{
    CaromError error = geometry == NULL ? CAROM_ERROR_NULL : checkShape(world, id);
    if (error == CAROM_OK) {
        const CrShape *shape = &world->shapes[id.index - 1];
        *geometry = crShapeGeometry(shape);
        if (placement != NULL) {
            CrPose pose = crBodyPose(&world->bodies[shape->body], world->queryTime);
            *placement = crPoseTransform(&pose);
        }
    }
    return crComplain(world, error, "caromShapeGeometry");
}

CaromError caromShapeSetUserData(CaromWorld *world, CaromShapeId id, void *userData)
{
    CaromError error = crCheckEditable(world);
    error = error != CAROM_OK ? error : checkShape(world, id);
    if (error == CAROM_OK) {
        world->shapes[id.index - 1].userData = userData;
        world->labels++;
    }
    crRecordCall(world, error, caromShapeSetUserData, .shape = id, .userData = userData);
    return crRefuse(world, error, "caromShapeSetUserData");
}

void *caromShapeUserData(const CaromWorld *world, CaromShapeId id)
{
    CaromError error = checkShape(world, id);
    crComplain(world, error, "caromShapeUserData");
    return error == CAROM_OK ? world->shapes[id.index - 1].userData : NULL;
}

int caromWorldShapes(const CaromWorld *world, CaromShapeId *out, int capacity)
{
    CaromError error = world == NULL ? CAROM_ERROR_NULL : crCheckBuffer(out, capacity);
    if (error != CAROM_OK) {
        return crRefuseQuery(world, error, "caromWorldShapes");
    }
    int count = 0;
    for (uint32_t s = 0; s < crSlotsCount(&world->shapeSlots); s++) {
        if (world->shapeSlots.live[s] && count++ < capacity) {
            out[count - 1] = crShapeIdOf(world, s);
        }
    }
    return count;
}
