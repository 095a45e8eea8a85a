// SPDX-License-Identifier: MIT
#include "shape_storage.h"

#include "../../shapes/touch.h"

#include <string.h>

const CrShapeExtras crNoExtras;

// ---- points, box and keys

/// [B] before the baked points.
static size_t sizeBefore(const CrShape *shape)
{
    size_t points = (size_t)shape->pointCount * sizeof(CaromVec2);
    size_t local = shape->state & CR_SHAPE_LOCAL_IS_BAKED ? 0 : points + sizeof(double);
    return local + (crShapeHasBox(shape) ? sizeof(CaromBox) : 0);
}

static size_t roomSize(const CrShape *shape)
{
    return sizeBefore(shape) + (size_t)shape->pointCount * sizeof(CaromVec2) +
           (size_t)shape->edgeCount * sizeof(uint32_t);
}

bool crShapeMakeRoom(CaromWorld *world, CrShape *shape)
{
    char *room = crPoolTake(&world->shapeRoom, roomSize(shape), &world->allocator);
    shape->baked = room != NULL ? (CaromVec2 *)(void *)(room + sizeBefore(shape)) : NULL;
    return room != NULL;
}

static void freePoints(CaromWorld *world, const CrShape *shape)
{
    char *room = (char *)shape->baked - sizeBefore(shape);
    crPoolGive(&world->shapeRoom, room, roomSize(shape), &world->allocator);
}

void crShapeSetLocalRadius(CrShape *shape, double radius)
{
    CR_ASSERT(radius >= 0.0);
    if (!(shape->state & CR_SHAPE_LOCAL_IS_BAKED)) {
        *((double *)(void *)crShapeLocal(shape) - 1) = radius;
    }
}

void crShapeSetBox(CrShape *shape, CaromBox box)
{
    if (crShapeHasBox(shape)) {
        *(CaromBox *)(void *)((char *)shape->baked - sizeof box) = box;
    }
}

/// The shape in that room.
static CrShape partedIn(const CrShape *shape, CaromVec2 *apart)
{
    CrShape parted = *shape;
    parted.state &= (uint8_t)~CR_SHAPE_LOCAL_IS_BAKED;
    parted.baked = apart;
    return parted;
}

CaromVec2 *crShapeReserveApart(CaromWorld *world, const CrShape *shape)
{
    CrShape parted = partedIn(shape, NULL);
    return crShapeMakeRoom(world, &parted) ? parted.baked : NULL;
}

void crShapeDropApart(CaromWorld *world, const CrShape *shape, CaromVec2 *apart)
{
    CrShape parted = partedIn(shape, apart);
    freePoints(world, &parted);
}

void crShapeMoveApart(CaromWorld *world, CrShape *shape, CaromVec2 *apart)
{
    CrShape parted = partedIn(shape, apart);
    size_t points = (size_t)shape->pointCount * sizeof(CaromVec2);
    crShapeSetLocalRadius(&parted, shape->radius);
    memcpy(crShapeLocal(&parted), shape->baked, points);
    memcpy(parted.baked, shape->baked, points);
    memcpy(crShapeKeys(&parted), crShapeKeys(shape), (size_t)shape->edgeCount * sizeof(uint32_t));
    crShapeSetBox(&parted, crShapeBox(shape));
    freePoints(world, shape);
    *shape = parted;
}

// ---- what few have

static size_t extrasSize(int pointCount, int edgeCount, int ringCount, bool hasMaterials)
{
    size_t points = (size_t)pointCount, rings = (size_t)ringCount;
    size_t ofRings = rings > 0 ? points * sizeof(int) + rings * (sizeof(int) + 1) : 0;
    return sizeof(CrShapeExtras) + ofRings +
           (hasMaterials ? (size_t)edgeCount * sizeof(uint32_t) : 0);
}

static void fillRings(CrShapeExtras *extras, const CrShapeSource *source)
{
    for (int k = 0; k < source->ringCount; k++) {
        int start = crRingStart(source->ringEnds, k), end = source->ringEnds[k];
        extras->ringEnds[k] = end;
        extras->rings[k] = source->rings[k];
        for (int i = start; i < end; i++) {
            extras->nextPoint[i] = i + 1 < end ? i + 1 : start;
        }
    }
}

bool crShapeMakeExtras(CaromWorld *world, CrShape *shape, const CrShapeSource *source)
{
    shape->extras = NULL;
    bool hasMaterials = source->materials != NULL;
    if (source->ringCount == 0 && !hasMaterials && source->tiles == NULL && !shape->sensor) {
        return true;
    }
    size_t size = extrasSize(shape->pointCount, shape->edgeCount, source->ringCount, hasMaterials);
    CrShapeExtras *extras = crPoolTake(&world->shapeRoom, size, &world->allocator);
    if (extras == NULL) {
        return false;
    }
    *extras = crNoExtras;
    shape->extras = extras;
    extras->tiles = source->tiles;
    extras->ringCount = source->ringCount;
    uint32_t *end = (uint32_t *)(void *)(extras + 1);
    if (hasMaterials) {
        extras->materials = end;
        end += shape->edgeCount;
        for (int i = 0; i < shape->edgeCount; i++) {
            extras->materials[i] = i < source->materialCount
                                       ? source->materials[i]
                                       : crShapeTraitsOf(world, shape)->material;
        }
    }
    if (source->ringCount > 0) {
        extras->nextPoint = (int *)(void *)end;
        extras->ringEnds = extras->nextPoint + shape->pointCount;
        extras->rings = (uint8_t *)(void *)(extras->ringEnds + source->ringCount);
        fillRings(extras, source);
    }
    return true;
}

static size_t extrasBytes(const CrShape *shape)
{
    const CrShapeExtras *extras = shape->extras;
    return extras != NULL ? extrasSize(shape->pointCount, shape->edgeCount, extras->ringCount,
                                       extras->materials != NULL)
                          : 0;
}

size_t crShapeRoomBytes(const CrShape *shape)
{
    return roomSize(shape) + extrasBytes(shape);
}

/// Points into the copy's block what pointed into the original's.
static void replantExtras(const CrShapeExtras *from, CrShapeExtras *to)
{
#define REPLANT(array)                                                                             \
    to->array = from->array != NULL                                                                \
                    ? (void *)((char *)to + ((const char *)from->array - (const char *)from))      \
                    : NULL
    REPLANT(materials);
    REPLANT(ringEnds);
    REPLANT(rings);
    if (from->tiles == NULL) { // else it is the map's
        REPLANT(nextPoint);
    }
#undef REPLANT
}

bool crShapeCopyRoom(CaromWorld *world, const CrShape *from, CrShape *to)
{
    size_t size = extrasBytes(from);
    *to = *from;
    to->extras = size > 0 ? crPoolTake(&world->shapeRoom, size, &world->allocator) : NULL;
    if ((size > 0 && to->extras == NULL) || !crShapeMakeRoom(world, to)) {
        if (to->extras != NULL) {
            crPoolGive(&world->shapeRoom, to->extras, size, &world->allocator);
        }
        return false;
    }
    memcpy((char *)to->baked - sizeBefore(to), (const char *)from->baked - sizeBefore(from),
           roomSize(from));
    if (size > 0) {
        memcpy(to->extras, from->extras, size);
        replantExtras(from->extras, to->extras);
    }
    return true;
}

void crShapeFreeRoom(CaromWorld *world, CrShape *shape)
{
    if (shape->baked != NULL) {
        freePoints(world, shape);
    }
    if (shape->extras != NULL) {
        crPoolGive(&world->shapeRoom, shape->extras, extrasBytes(shape), &world->allocator);
    }
    shape->baked = NULL;
    shape->extras = NULL;
}

// ---- the time of edits

void crShapeNoteEdit(const CaromWorld *world, CrShape *shape)
{
    if (!crShapeIsRenewed(world, shape)) {
        shape->state |= CR_SHAPE_KEPT;
    }
    shape->edited = world->time;
    shape->state &= (uint8_t)~CR_SHAPE_FOLLOWED;
}
