// SPDX-License-Identifier: MIT
// What a shape tells.
#include "recorder.h"
#include "shape.h"
#include "tile_shape.h"

int crShapeVertex(const CrShape *shape, int edge, bool second)
{
    int point = second ? crShapeNext(shape, edge) : edge, start = 0, count = shape->pointCount;
    int edges = shape->edgeCount;
    bool turned = shape->flipped;
    const CrShapeExtras *extras = crShapeExtras(shape);
    if (extras->tiles != NULL) {
        return turned ? extras->tiles->mesh.next[0][point] : point;
    }
    if (extras->ringCount > 0) {
        int k = crRingOf(extras->ringEnds, extras->ringCount, edge);
        start = crRingStart(extras->ringEnds, k);
        edges = count = extras->ringEnds[k] - start;
        turned = turned != ((extras->rings[k] & CR_RING_TURNED) != 0);
    }
    return turned ? start + (edges - (point - start)) % count : point;
}

uint32_t crShapeMaterial(const CaromWorld *world, const CrShape *shape, int edge)
{
    const CrShapeExtras *extras = crShapeExtras(shape);
    if (extras->tiles != NULL && edge < shape->edgeCount) {
        return extras->tiles->mesh.edges[edge].tile - 1u;
    }
    return extras->materials != NULL ? extras->materials[crShapeFeature(shape, edge)]
                                     : crShapeMatter(world, shape)->material;
}

CaromCell crShapeTileAt(const CrShape *shape, int edge, CaromVec2 p)
{
    static const CaromCell none = {-1, -1};
    return crShapeExtras(shape)->tiles != NULL ? crTileMapBeside(shape, edge, p) : none;
}

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
