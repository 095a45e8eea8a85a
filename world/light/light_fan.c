// SPDX-License-Identifier: MIT
// From an envelope to a triangle fan: ends of edges are their own points, to the bit; what a mark
// cuts off of an edge is the crossing of two lines; what is out of range is clipped at the circle.
#include "../../shapes/exact.h"
#include "../data/ids.h"
#include "light_envelope.h"
#include "light_types.h"

#define RIM_LEAST 8
#define RIM_MOST 4096
#define PI 3.14159265358979323846

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

// ---- the range's circle

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

// ---- edges

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

bool crLightFan(CaromLight *light, const CaromWorld *world)
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
