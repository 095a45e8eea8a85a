// SPDX-License-Identifier: MIT
// Public calls that change a shape: geometry, filter, material, sensor or solid. edit_list.c and
// sensor_crossings.c apply the changes to flights at the next step.
#include "../data/observer.h"
#include "../index/edit_list.h"
#include "../projectile/dispatch.h"
#include "../geometry/shape_traits.h"
#include "../geometry/outline.h"
#include "../support/rest.h"
#include "../geometry/tile_border.h"
#include "shape.h"
#include "../geometry/tile_shape.h"

#define MATERIAL_COOKIE 0x434d0001u

static CaromError checkShape(const CaromWorld *world, CaromShapeId id)
{
    return world == NULL ? CAROM_ERROR_NULL
                         : crCheckId(world, &world->shapeSlots, id.index, id.age, id.world);
}

static CaromError checkEdit(const CaromWorld *world, CaromShapeId id)
{
    CaromError error = crCheckEditable(world);
    return error != CAROM_OK ? error : checkShape(world, id);
}

// ---- geometry

CaromError caromShapeSetGeometry(CaromWorld *world, CaromShapeId id, const CaromGeometry *geometry)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && geometry == NULL ? CAROM_ERROR_NULL : error;
    error = error != CAROM_OK ? error : checkShape(world, id);
    if (error == CAROM_OK) {
        CrShape plan = world->shapes[id.index - 1];
        CrRingRoom room = {0};
        error = crShapePlanAsked(world, geometry, &plan, &room, "caromShapeSetGeometry");
        size_t mark = crRecordMark(world); // points may be the shape's own, which will be gone
        crRecordCall(world, error, caromShapeSetGeometry, .shape = id, .geometry = geometry);
        if (error == CAROM_OK) {
            CrShapeSource source = {0};
            source.points = geometry->points;
            source.radius = geometry->radius;
            source.ringEnds = room.rings.ends;
            source.rings = room.rings.flags;
            source.ringCount = room.rings.count;
            error = crShapeReplace(world, id.index - 1, &plan, &source);
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
    CaromError error = geometry == NULL ? CAROM_ERROR_NULL : checkShape(world, id);
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
    error = error != CAROM_OK ? error : crEditsReserve(world);
    if (error == CAROM_OK) {
        CrShapeTraits traits = *crShapeTraitsOf(world, &world->shapes[id.index - 1]);
        if (!sameFilter(&traits.filter, &filter)) {
            traits.filter = filter;
            error = crShapeTraitsSet(world, id.index - 1, &traits) ? CAROM_OK : CAROM_ERROR_MEMORY;
            if (error == CAROM_OK) {
                crEditsAdd(world, id.index - 1);
            }
        }
    }
    crRecordCall(world, error, caromShapeSetFilter, .shape = id, .filter = filter);
    return crRefuse(world, error, "caromShapeSetFilter");
}

CaromFilter caromShapeFilter(const CaromWorld *world, CaromShapeId id)
{
    static const CaromFilter none;
    CaromError error = checkShape(world, id);
    crComplain(world, error, "caromShapeFilter");
    return error == CAROM_OK ? crShapeTraitsOf(world, &world->shapes[id.index - 1])->filter : none;
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

/// Friction is part of a leg along a surface, and of the reason to rest: they start again.
static void renewOn(CaromWorld *world, uint32_t slot)
{
    const CrFlights *f = &world->flights;
    CrSupport support;
    for (uint32_t i = 0; i < crFlightsCount(f); i++) {
        if (crFlightLives(f, i) && crFlightSupport(world, i, &support) && support.shape == slot) {
            crFlightRenew(world, i);
        }
    }
}

CaromError caromShapeSetMaterial(CaromWorld *world, CaromShapeId id,
                                 const CaromShapeMaterial *material)
{
    CaromError error = crCheckEditable(world);
    error = error == CAROM_OK && material == NULL ? CAROM_ERROR_NULL : error;
    error = error != CAROM_OK ? error : checkShape(world, id);
    error = error != CAROM_OK ? error : checkMaterial(world, material);
    if (error == CAROM_OK) {
        CrShapeTraits traits = {crShapeTraitsOf(world, &world->shapes[id.index - 1])->filter,
                                material->restitution,
                                material->friction,
                                material->rollingResistance,
                                material->surfaceSpeed,
                                material->material};
        error = crShapeTraitsSet(world, id.index - 1, &traits) ? CAROM_OK : CAROM_ERROR_MEMORY;
    }
    if (error == CAROM_OK) {
        renewOn(world, id.index - 1);
    }
    crRecordCall(world, error, caromShapeSetMaterial, .shape = id, .material = material);
    return crRefuse(world, error, "caromShapeSetMaterial");
}

CaromShapeMaterial caromShapeMaterial(const CaromWorld *world, CaromShapeId id)
{
    CaromShapeMaterial material = {0.0, 0.0, 0.0, 0.0, 0, 0};
    CaromError error = checkShape(world, id);
    crComplain(world, error, "caromShapeMaterial");
    if (error == CAROM_OK) {
        const CrShapeTraits *traits = crShapeTraitsOf(world, &world->shapes[id.index - 1]);
        material.restitution = traits->restitution;
        material.friction = traits->friction;
        material.rollingResistance = traits->rollingResistance;
        material.surfaceSpeed = traits->surfaceSpeed;
        material.material = traits->material;
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
        plan.sensor = sensor;
        const CrShapeExtras *extras = crShapeExtras(&plan);
        CrShapeSource own = {0};
        own.points = crShapeLocal(&plan);
        own.radius = crShapeLocalRadius(&plan);
        own.ringEnds = extras->ringEnds;
        own.rings = extras->rings;
        own.ringCount = extras->ringCount;
        own.tiles = extras->tiles;
        error = crShapeReplace(world, id.index - 1, &plan, &own);
    }
    crRecordCall(world, error, caromShapeSetSensor, .shape = id, .set = sensor);
    return crRefuse(world, error, "caromShapeSetSensor");
}

bool caromShapeIsSensor(const CaromWorld *world, CaromShapeId id)
{
    CaromError error = checkShape(world, id);
    crComplain(world, error, "caromShapeIsSensor");
    return error == CAROM_OK && world->shapes[id.index - 1].sensor;
}
