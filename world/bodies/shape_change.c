// SPDX-License-Identifier: MIT
// Public calls that read or change a shape: geometry, filter, material, sensor or solid.
// edit_list.c and sensor_crossings.c apply the changes to flights at the next step.
#include "../data/observer.h"
#include "../data/revision.h"
#include "../index/edit_list.h"
#include "../projectile/dispatch.h"
#include "../flight/where.h"
#include "../geometry/journal.h"
#include "../geometry/shape_traits.h"
#include "../geometry/outline.h"
#include "rigid_change.h"
#include "shape.h"
#include "../geometry/tile_shape.h"

#define MATERIAL_COOKIE 0x434d0001u

CaromError crCheckShape(const CaromWorld *world, CaromShapeId id)
{
    return world == NULL ? CAROM_ERROR_NULL
                         : crCheckId(world, &world->shapeSlots, id.index, id.age, id.world);
}

static CaromError checkEdit(const CaromWorld *world, CaromShapeId id)
{
    CaromError error = crCheckEditable(world);
    return crThen(error, crCheckShape(world, id));
}

/// The shape that a function which only reads is asked about; null, and logged, if there is none.
static const CrShape *asked(const CaromWorld *world, CaromShapeId id, const char *function)
{
    CaromError error = crCheckShape(world, id);
    crComplain(world, error, function);
    return error == CAROM_OK ? &world->shapes[id.index - 1] : NULL;
}

// ---- geometry

CaromError caromShapeSetGeometry(CaromWorld *world, CaromShapeId id, const CaromGeometry *geometry)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, geometry == NULL ? CAROM_ERROR_NULL : CAROM_OK);
    error = crThen(error, crCheckShape(world, id));
    if (error == CAROM_OK) {
        CrShape plan = world->shapes[id.index - 1];
        CrRingRoom room = {0};
        error = crShapePlanAsked(world, geometry, &plan, &room, "caromShapeSetGeometry");
        size_t mark = crRecordMark(world); // points may be the shape's own, which will be gone
        crRecordCall(world, error, caromShapeSetGeometry, .shape = id, .geometry = geometry);
        if (error == CAROM_OK) {
            CrShapeSource source = {geometry->points,
                                    geometry->radius,
                                    room.rings.ends,
                                    room.rings.flags,
                                    room.rings.count,
                                    NULL,
                                    0,
                                    NULL};
            error = crShapeReplace(world, id.index - 1, &plan, &source);
        }
        if (error == CAROM_OK) {
            crBodyRenewMass(world, plan.body);
        }
        if (error != CAROM_OK) {
            crRecordUndo(world, mark);
        }
        crRingsDrop(world, &room);
    }
    return crRefuse(world, error, "caromShapeSetGeometry");
}

CaromError caromShapeLocalGeometry(const CaromWorld *world, CaromShapeId id,
                                   CaromGeometry *geometry)
{
    CaromError error = geometry == NULL ? CAROM_ERROR_NULL : crCheckShape(world, id);
    if (error == CAROM_OK) {
        const CrShape *shape = &world->shapes[id.index - 1];
        const CrShapeExtras *extras = crShapeExtras(shape);
        *geometry = caromGeometry(shape->type, crShapeLocal(shape), shape->pointCount,
                                  crShapeLocalRadius(shape));
        geometry->ringEnds = extras->ringEnds;
        geometry->ringCount = extras->ringCount;
        geometry->next = extras->tiles != NULL ? extras->tiles->mesh.next[0] : NULL;
        geometry->oneSided = crShapeIsWall(shape) && shape->oneSided;
    }
    return crComplain(world, error, "caromShapeLocalGeometry");
}

// ---- filter

static bool sameFilter(const CaromFilter *a, const CaromFilter *b)
{
    return a->category == b->category && a->mask == b->mask && a->group == b->group;
}

CaromError caromShapeSetFilter(CaromWorld *world, CaromShapeId id, CaromFilter filter)
{
    CaromError error = checkEdit(world, id);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        CrShapeTraits traits = *crShapeTraitsOf(world, &world->shapes[id.index - 1]);
        if (!sameFilter(&traits.filter, &filter)) {
            traits.filter = filter;
            crJournalKeepShape(world, id.index - 1, true);
            error = crShapeTraitsSet(world, id.index - 1, &traits) ? CAROM_OK : CAROM_ERROR_MEMORY;
            if (error == CAROM_OK) {
                crEditsAdd(world, id.index - 1);
            }
        }
    }
    return crEndCall(world, error, caromShapeSetFilter, .shape = id, .filter = filter);
}

CaromFilter caromShapeFilter(const CaromWorld *world, CaromShapeId id)
{
    static const CaromFilter none;
    const CrShape *shape = asked(world, id, "caromShapeFilter");
    return shape != NULL ? crShapeTraitsOf(world, shape)->filter : none;
}

// ---- material

static CaromError checkMaterial(const CaromWorld *world, const CaromShapeMaterial *material)
{
    if (material->cookie != MATERIAL_COOKIE) {
        return CAROM_ERROR_DEF;
    }
    CrDefCheck check = {world, "caromShapeSetMaterial", world->log, world->logContext, CAROM_OK};
    crDefCheckMaterial(&check, material);
    return check.error;
}

CaromError caromShapeSetMaterial(CaromWorld *world, CaromShapeId id,
                                 const CaromShapeMaterial *material)
{
    CaromError error = crCheckEditable(world);
    error = crThen(error, material == NULL ? CAROM_ERROR_NULL : CAROM_OK);
    error = crThen(error, crCheckShape(world, id));
    error = crThen(error, checkMaterial(world, material));
    if (error == CAROM_OK) {
        CrShapeTraits traits = *crShapeTraitsOf(world, &world->shapes[id.index - 1]);
        crTraitsSetMaterial(&traits, material);
        crJournalKeepShape(world, id.index - 1, true);
        error = crShapeTraitsSet(world, id.index - 1, &traits) ? CAROM_OK : CAROM_ERROR_MEMORY;
    }
    CrSupport support;
    for (uint32_t i = 0; error == CAROM_OK && crFlightOn(world, id.index - 1, &i, &support); i++) {
        crFlightRenew(world, i); // friction is part of its leg, or of the reason to rest
    }
    return crEndCall(world, error, caromShapeSetMaterial, .shape = id, .material = material);
}

CaromShapeMaterial caromShapeMaterial(const CaromWorld *world, CaromShapeId id)
{
    CaromShapeMaterial material = {0};
    const CrShape *shape = asked(world, id, "caromShapeMaterial");
    if (shape != NULL) {
        material = crMaterialOfTraits(crShapeTraitsOf(world, shape));
        material.cookie = MATERIAL_COOKIE;
    }
    return material;
}

// ---- sensor or solid

CaromError caromShapeSetSensor(CaromWorld *world, CaromShapeId id, bool sensor)
{
    CaromError error = checkEdit(world, id);
    if (error == CAROM_OK && world->shapes[id.index - 1].sensor != sensor) {
        CrShape plan = world->shapes[id.index - 1];
        const CrShapeExtras *extras = crShapeExtras(&plan);
        CrShapeSource own = {crShapeLocal(&plan),
                             crShapeLocalRadius(&plan),
                             extras->ringEnds,
                             extras->rings,
                             extras->ringCount,
                             NULL,
                             0,
                             extras->tiles};
        plan.sensor = sensor;
        error = crShapeReplace(world, id.index - 1, &plan, &own);
        if (error == CAROM_OK) {
            crBodyRenewMass(world, plan.body);
        }
    }
    return crEndCall(world, error, caromShapeSetSensor, .shape = id, .set = sensor);
}

bool caromShapeIsSensor(const CaromWorld *world, CaromShapeId id)
{
    const CrShape *shape = asked(world, id, "caromShapeIsSensor");
    return shape != NULL && shape->sensor;
}

// ---- what a shape is, and its end

bool caromShapeIsValid(const CaromWorld *world, CaromShapeId id)
{
    return crCheckShape(world, id) == CAROM_OK;
}

CaromError caromShapeDestroy(CaromWorld *world, CaromShapeId shape)
{
    CaromError error = checkEdit(world, shape);
    error = crThen(error, crEditsReserve(world));
    if (error == CAROM_OK) {
        uint32_t body = world->shapes[shape.index - 1].body;
        crShapeDestroySlot(world, shape.index - 1);
        crBodyRenewMass(world, body);
    }
    return crEndCall(world, error, caromShapeDestroy, .shape = shape);
}

CaromBodyId caromShapeBody(const CaromWorld *world, CaromShapeId id)
{
    static const CaromBodyId null;
    const CrShape *shape = asked(world, id, "caromShapeBody");
    return shape != NULL ? crBodyIdOf(world, shape->body) : null;
}

CaromError caromShapeGeometry(const CaromWorld *world, CaromShapeId id, CaromGeometry *geometry,
                              CaromTransform *placement)
{
    CaromError error = geometry == NULL ? CAROM_ERROR_NULL : crCheckShape(world, id);
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
    CaromError error = checkEdit(world, id);
    if (error == CAROM_OK) {
        if (crJournalIsOn(world)) {
            crJournalKeepShape(world, id.index - 1, true);
            crRevisionTurn(world, id.index - 1);
        }
        world->shapes[id.index - 1].userData = userData;
        world->labels++;
    }
    return crEndCall(world, error, caromShapeSetUserData, .shape = id, .userData = userData);
}

void *caromShapeUserData(const CaromWorld *world, CaromShapeId id)
{
    const CrShape *shape = asked(world, id, "caromShapeUserData");
    return shape != NULL ? shape->userData : NULL;
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
