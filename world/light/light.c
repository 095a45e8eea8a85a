// SPDX-License-Identifier: MIT
// Lights: made, cast, asked.
#include "../core/limits.h"
#include "../data/ids.h"
#include "light_types.h"

#define LIGHT_COOKIE 0x4c160001u
#define FARTHEST 1e9 ///< [m] of ranges
#define PI 3.14159265358979323846

/// A gap between the two sides of a cone that is smaller is none.
#define GAP_LEAST 1e-12

// ---- birth and death

CaromLight *caromLightCreate(const CaromAllocator *allocator)
{
    static const CaromAllocator library;
    if (allocator == NULL) {
        allocator = &library;
    }
    CaromLight *light = crResize(allocator, NULL, 0, sizeof *light);
    if (light != NULL) {
        CaromLight empty = {.allocator = *allocator, .inside = CR_NONE};
        *light = empty;
    }
    return light;
}

void caromLightDestroy(CaromLight *light)
{
    if (light == NULL) {
        return;
    }
    CaromAllocator allocator = light->allocator;
    crArrayFree(light->edges, &allocator);
    crArrayFree(light->spare, &allocator);
    crArrayFree(light->marks, &allocator);
    crArrayFree(light->merged, &allocator);
    crArrayFree(light->ends, &allocator);
    crArrayFree(light->mergedEnds, &allocator);
    crArrayFree(light->points, &allocator);
    crResize(&allocator, light, sizeof *light, 0);
}

CaromLightDef caromLightDef(void)
{
    CaromLightDef def = {0};
    def.range = CAROM_ENDLESS;
    def.halfAngle = PI;
    def.tolerance = 0.01;
    def.options = caromQueryOptions();
    def.cookie = LIGHT_COOKIE;
    return def;
}

static CaromError checkDef(const CaromWorld *world, const CaromLightDef *def)
{
    if (def->cookie != LIGHT_COOKIE) {
        return crComplain(world, CAROM_ERROR_DEF, "caromLightCast");
    }
    CrDefCheck check = {world, "caromLightCast", world->log, world->logContext, CAROM_OK};
    crDefCheckVec(&check, def->position, "position");
    crDefCheck(&check, crCheckReach(def->range, 1e-6), "range: >= 1e-6");
    crDefCheck(&check, crCheckNumber(def->direction), "direction");
    crDefCheckRange(&check, def->halfAngle, 0.0, PI, "halfAngle");
    crDefCheckRange(&check, def->tolerance, DBL_MIN, CR_HUGE, "tolerance");
    crDefCheckOptions(&check, &def->options, "options", CR_UNFILLED("options"));
    if (def->options.inside == CAROM_INSIDE_EXIT) {
        crDefCheck(&check, CAROM_ERROR_ENUM, "options.inside");
    }
    return check.error;
}

// ---- casting

void crLightForget(CaromLight *light)
{
    crArraySetCount(light->edges, 0);
    crArraySetCount(light->marks, 0);
    crArraySetCount(light->points, 0);
    light->inside = CR_NONE;
}

/// Turned from its direction by an angle: directions may be so large that nothing can be added.
static CaromVec2 towards(const CaromLightDef *def, double angle)
{
    CaromRotation r = caromRotationCompose(caromRotation(def->direction), caromRotation(angle));
    return crAddScaled(
        def->position, crVec(r.c, r.s),
        crMax(crMin(def->range, FARTHEST), crAbs(def->position.x) + crAbs(def->position.y)));
}

static void aim(CaromLight *light, const CaromLightDef *def)
{
    if (2.0 * (PI - def->halfAngle) < GAP_LEAST) {
        crLightAim(light, towards(def, 0.0), NULL);
        return;
    }
    CaromVec2 end = towards(def, def->halfAngle);
    crLightAim(light, towards(def, -def->halfAngle), &end);
}

CaromError crLightLook(CaromLight *light, const CaromWorld *world, CaromBox box,
                       const CaromQueryOptions *options)
{
    int first = crArrayCount(light->edges);
    box = crBoxInflate(box, crPlaceTolerance(box.min, 0.0) + crPlaceTolerance(box.max, 0.0));
    CaromError error = crLightCollect(light, world, box, options);
    if (error == CAROM_OK && light->inside == CR_NONE &&
        (!crLightSort(light, first) || !crLightEnvelope(light))) {
        error = CAROM_ERROR_MEMORY;
    }
    return error;
}

static CaromError cast(CaromLight *light, const CaromWorld *world, const CaromLightDef *def)
{
    light->center = def->position;
    light->range = crMin(def->range, FARTHEST);
    light->tolerance = def->tolerance;
    aim(light, def);
    CaromBox box = crBoxInflate(crBox(def->position, def->position), light->range);
    CaromError error = crLightLook(light, world, box, &def->options);
    if (error == CAROM_OK && light->inside != CR_NONE) {
        light->insideId = crShapeIdOf(world, light->inside);
    } else if (error == CAROM_OK && def->halfAngle > 0.0 && !crLightFan(light, world)) {
        error = CAROM_ERROR_MEMORY;
    }
    return error;
}

CaromError caromLightCast(CaromLight *light, const CaromWorld *world, const CaromLightDef *def)
{
    if (world == NULL || light == NULL || def == NULL) {
        return world == NULL ? CAROM_ERROR_NULL
                             : crComplain(world, CAROM_ERROR_NULL, "caromLightCast");
    }
    CaromError error =
        light->busy ? crComplain(world, CAROM_ERROR_BUSY, "caromLightCast") : checkDef(world, def);
    if (error != CAROM_OK) {
        return error;
    }
    crLightForget(light);
    light->busy = true;
    error = cast(light, world, def);
    light->busy = false;
    if (error != CAROM_OK) {
        crLightForget(light);
        return crComplain(world, error, "caromLightCast");
    }
    return CAROM_OK;
}

// ---- answers

const CaromLightPoint *caromLightPoints(const CaromLight *light, int *count)
{
    if (count != NULL) {
        *count = light != NULL ? crArrayCount(light->points) : 0;
    }
    return light != NULL && crArrayCount(light->points) > 0 ? light->points : NULL;
}

CaromShapeId caromLightInside(const CaromLight *light)
{
    static const CaromShapeId nobody;
    bool isInside = light != NULL && light->inside != CR_NONE;
    return isInside ? light->insideId : nobody;
}

double caromLightArea(const CaromLight *light)
{
    int count = light != NULL ? crArrayCount(light->points) : 0;
    double twice = 0.0;
    for (int i = 0; i + 1 < count; i++) {
        twice += crCross(crSub(light->points[i].point, light->center),
                         crSub(light->points[i + 1].point, light->center));
    }
    return 0.5 * twice;
}
