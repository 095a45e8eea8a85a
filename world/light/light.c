// SPDX-License-Identifier: MIT
// Lights: made, cast, asked.
#include "../../shapes/exact.h"
#include "../core/limits.h"
#include "../data/ids.h"
#include "light_types.h"

#define LIGHT_COOKIE 0x4c160001u
#define FARTHEST 1e9 ///< [m] of ranges
#define PI 3.14159265358979323846
#define RIM_LEAST 8
#define RIM_MOST 4096

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

// ---- the triangle fan
//
// Ends of edges are their own points, to the bit; what a mark cuts off of an edge is the crossing
// of two lines; what is out of range is clipped at the circle.

/// The writer of a fan.
typedef struct Fan {
    CaromLight *light;
    const CaromWorld *world;
    int rimCount, rimNext; ///< points on the circle all around, and the next to be passed
    bool ok;
} Fan;

static void put(Fan *fan, CaromVec2 at, CaromLightSeen seen, const CrLightEdge *edge)
{
    CaromLightPoint point = {at, seen, {0, 0, 0}, 0};
    CaromLight *light = fan->light;
    int count = crArrayCount(light->points);
    if (seen == CAROM_LIGHT_SURFACE) {
        point.shape = crShapeIdOf(fan->world, edge->shape);
        point.feature = edge->feature;
    }
    if (count > 0 && crEqual(light->points[count - 1].point, at)) {
        light->points[count - 1] = point; // the stretch before it has no length
        return;
    }
    fan->ok = fan->ok && crArrayGrow(light->points, 1, &light->allocator);
    if (fan->ok) {
        crArrayPush(light->points, point);
    }
}

static CaromVec2 onRim(const CaromLight *light, CaromVec2 direction)
{
    return crAddScaled(light->center, direction, light->range / crLength(direction));
}

/// Half the angle between neighbours is at most sqrt(2·tolerance/range): 1 − cos x <= x²/2.
static int rimCountOf(const CaromLight *light)
{
    double half = sqrt(2.0 * light->tolerance / light->range), count = PI / half;
    return count < RIM_LEAST ? RIM_LEAST : count > RIM_MOST ? RIM_MOST : (int)count + 1;
}

static CaromVec2 rimPoint(const Fan *fan, int index)
{
    CaromVec2 first = crSub(fan->light->start, fan->light->center);
    return onRim(fan->light, crRotate(caromRotation(2.0 * PI * index / fan->rimCount), first));
}

/// From one direction to another: the points of the circle that stand fixed, and both ends.
static void putRim(Fan *fan, const CrLightMark *from, const CrLightMark *to)
{
    const CaromLight *light = fan->light;
    put(fan, onRim(light, crSub(from->at, light->center)), CAROM_LIGHT_RIM, NULL);
    for (; fan->rimNext < fan->rimCount; fan->rimNext++) {
        CrLightMark mark = crLightMarkAt(light, rimPoint(fan, fan->rimNext));
        if (crLightCompare(light, &mark, to) >= 0) {
            break;
        }
        if (crLightCompare(light, from, &mark) < 0) {
            put(fan, mark.at, CAROM_LIGHT_RIM, NULL);
        }
    }
    put(fan, onRim(light, crSub(to->at, light->center)), CAROM_LIGHT_SHADOW, NULL);
}

/// A mark in the direction of a point that lies between two others, or on one of them.
static CrLightMark markBetween(const CaromLight *light, CaromVec2 p, const CrLightMark *from,
                               const CrLightMark *to)
{
    CrLightMark mark = crLightMarkAt(light, p);
    if (crLightCompare(light, &mark, from) <= 0) {
        return *from;
    }
    return crLightCompare(light, &mark, to) >= 0 ? *to : mark;
}

/// The part of p q, one end of which is out of range, that is within: false where none is.
static bool clip(const CaromLight *light, CaromVec2 *p, CaromVec2 *q, const bool out[2])
{
    double fractions[2];
    CaromVec2 from = *p, way = crSub(*q, *p);
    if (!caromLineMeetsCircle(from, way, light->center, light->range, &fractions[0],
                              &fractions[1]) ||
        fractions[1] <= 0.0 || fractions[0] >= 1.0) {
        return false;
    }
    if (out[0]) {
        *p = crAddScaled(from, way, crMax(fractions[0], 0.0));
    }
    if (out[1]) {
        *q = crAddScaled(from, way, crMin(fractions[1], 1.0));
    }
    return true;
}

static void putEdge(Fan *fan, int index, const CrLightMark *from, const CrLightMark *to)
{
    const CaromLight *light = fan->light;
    const CrLightEdge *edge = &light->edges[index];
    CaromVec2 p = crLightPointOn(light, index, from), q = crLightPointOn(light, index, to);
    bool out[2] = {!edge->closed && crCircleSide(p, light->center, light->range) > 0,
                   !edge->closed && crCircleSide(q, light->center, light->range) > 0};
    if ((out[0] || out[1]) && !clip(light, &p, &q, out)) {
        putRim(fan, from, to);
        return;
    }
    CrLightMark enters = out[0] ? markBetween(light, p, from, to) : *from,
                leaves = out[1] ? markBetween(light, q, &enters, to) : *to;
    if (out[0]) {
        putRim(fan, from, &enters);
    }
    put(fan, p, CAROM_LIGHT_SURFACE, edge);
    put(fan, q, CAROM_LIGHT_SHADOW, NULL);
    if (out[1]) {
        putRim(fan, &leaves, to);
    }
}

static void putStretch(Fan *fan, int edge, const CrLightMark *from, const CrLightMark *to)
{
    if (edge == CR_LIGHT_NOTHING) {
        putRim(fan, from, to);
    } else {
        putEdge(fan, edge, from, to);
    }
}

static bool fillFan(CaromLight *light, const CaromWorld *world)
{
    Fan fan = {light, world, rimCountOf(light), 1, true};
    CrLightMark begin = crLightMarkAt(light, light->start);
    int count = crArrayCount(light->marks);
    crArraySetCount(light->points, 0);
    if (count == 0) {
        putStretch(&fan, CR_LIGHT_NOTHING, &begin, &light->last);
    }
    for (int i = 0; i < count && fan.ok; i++) {
        const CrLightMark *to = i + 1 < count ? &light->marks[i + 1] : &light->last;
        putStretch(&fan, light->marks[i].edge, &light->marks[i], to);
    }
    if (fan.ok && light->last.half == 2) {
        put(&fan, light->points[0].point, CAROM_LIGHT_END, NULL);
    }
    if (fan.ok) {
        CaromLightPoint *end = &crArrayLast(light->points);
        end->seen = CAROM_LIGHT_END;
    }
    return fan.ok;
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
    } else if (error == CAROM_OK && def->halfAngle > 0.0 && !fillFan(light, world)) {
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
