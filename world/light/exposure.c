// SPDX-License-Identifier: MIT
// How much of a segment or a disc is seen from a point: the segment is put among the edges of the
// wedge that it fills, and what the envelope sees of it is counted. No samples: the borders of what
// hides it are found where they are.
#include "light_types.h"

#include "../../shapes/exact.h"
#include "../core/limits.h"
/// A question and its answer so far.
typedef struct Question {
    CaromLight *light;
    const CaromWorld *world;
    const CaromQueryOptions *options;
    CaromVec2 from, a, b;
    CaromSpan *out;
    int capacity;
    CaromExposure exposure;
} Question;

static double fractionOf(const Question *q, CaromVec2 p)
{
    CaromVec2 along = crSub(q->b, q->a);
    if (crEqual(p, q->a) || crEqual(p, q->b)) {
        return crEqual(p, q->b);
    }
    return crClamp(crDot(along, crSub(p, q->a)) / crLengthSquared(along), 0.0, 1.0);
}

/// Spans come in the order from a to b, or all of them in the other one.
static void addSpan(Question *q, CaromVec2 p, CaromVec2 r, bool backwards)
{
    double s = fractionOf(q, p), t = fractionOf(q, r);
    CaromSpan span = {backwards ? t : s, backwards ? s : t};
    CaromVec2 u = crSub(p, q->from), v = crSub(r, q->from);
    if (q->exposure.spans < q->capacity) {
        q->out[q->exposure.spans] = span;
    }
    q->exposure.spans++;
    q->exposure.fraction += span.end - span.begin;
    q->exposure.angle += caromAtan2(crAbs(crCross(u, v)), crDot(u, v));
}

// ---- seen from the side

/// The stretches of the envelope at which the target is seen, from a to b.
static void countSeen(Question *q, bool backwards)
{
    const CaromLight *light = q->light;
    int count = crArrayCount(light->marks);
    for (int k = 0; k < count; k++) {
        int i = backwards ? count - 1 - k : k;
        const CrLightMark *to = i + 1 < count ? &light->marks[i + 1] : &light->last;
        if (light->marks[i].edge == CR_LIGHT_TARGET) {
            addSpan(q, crLightPointOn(light, CR_LIGHT_TARGET, &light->marks[i]),
                    crLightPointOn(light, CR_LIGHT_TARGET, to), backwards);
        }
    }
}

static CaromError askWedge(Question *q, bool backwards)
{
    CaromLight *light = q->light;
    CrLightEdge target = {0};
    target.p = backwards ? q->b : q->a;
    target.q = backwards ? q->a : q->b;
    light->center = q->from;
    light->range = crMax(crLength(crSub(q->a, q->from)), crLength(crSub(q->b, q->from)));
    light->tolerance = light->range * 0x1p-20;
    if (!crArrayGrow(light->edges, 1, &light->allocator)) {
        return CAROM_ERROR_MEMORY;
    }
    crArrayPush(light->edges, target);
    crLightAim(light, target.p, &target.q);
    CaromBox box = caromBoxUnion(crBox(q->a, q->b), crBox(q->from, q->from));
    CaromError error = crLightLook(light, q->world, box, q->options);
    if (error == CAROM_OK && light->inside == CR_NONE) {
        countSeen(q, backwards);
    }
    return error;
}

// ---- seen from the end

/// What is seen of a line straight ahead, which begins at `near`.
static void addAhead(Question *q, CaromVec2 near, CaromVec2 far, bool backwards)
{
    CaromVec2 way = crSub(far, q->from), seen = far;
    CaromHit hit;
    if (crEqual(near, far)) {
        return;
    }
    if (caromWorldCastRay(q->world, q->from, way, *q->options, &hit, 1) > 0) {
        seen = crAddScaled(q->from, way, hit.fraction);
    }
    if (crDot(way, crSub(seen, near)) > 0.0) {
        addSpan(q, near, seen, backwards);
    }
}

static void askLine(Question *q)
{
    CaromVec2 a = crSub(q->a, q->from), b = crSub(q->b, q->from);
    if (crDot(a, b) <= 0.0) { // between the ends
        addAhead(q, q->from, q->a, true);
        addAhead(q, q->from, q->b, false);
    } else if (crLengthSquared(a) < crLengthSquared(b)) {
        addAhead(q, q->a, q->b, false);
    } else {
        addAhead(q, q->b, q->a, true);
    }
}

// ---- public

static CaromExposure refuse(const CaromWorld *world, CaromError error, const char *function)
{
    CaromExposure nothing = {error, 0.0, 0.0, 0};
    if (world != NULL) {
        (void)crRefuseOptions(world, error, function);
    }
    return nothing;
}

static CaromError checkQuestion(const Question *q)
{
    if (q->world == NULL || q->light == NULL || (q->capacity > 0 && q->out == NULL)) {
        return CAROM_ERROR_NULL;
    }
    if (q->light->busy) {
        return CAROM_ERROR_BUSY;
    }
    CaromError error = q->capacity < 0 ? CAROM_ERROR_COUNT : crCheckVec(q->from);
    error = error != CAROM_OK ? error : crCheckVec(q->a);
    error = error != CAROM_OK ? error : crCheckVec(q->b);
    error = error != CAROM_OK ? error : crCheckOptions(q->world, q->options);
    if (error == CAROM_OK && q->options->inside == CAROM_INSIDE_EXIT) {
        error = CAROM_ERROR_ENUM;
    }
    return error == CAROM_OK && crEqual(q->a, q->b) ? CAROM_ERROR_SEGMENT_LENGTH : error;
}

/// Seen from its end, within rounding: in so thin a wedge nothing can be distinguished.
static bool isEdgeOn(const Question *q)
{
    CaromVec2 along = crSub(q->b, q->a);
    double tolerance =
        crPlaceTolerance(q->from, 0.0) + crPlaceTolerance(q->a, 0.0) + crPlaceTolerance(q->b, 0.0);
    return crAbs(crCross(along, crSub(q->from, q->a))) <= tolerance * crLength(along);
}

/// A disc so small that its diameter is a point: seen or not.
static CaromExposure exposePoint(const CaromWorld *world, CaromVec2 from, CaromVec2 at,
                                 const CaromQueryOptions *options)
{
    CaromExposure exposure = {CAROM_OK, 0.0, 0.0, 0};
    CaromHit hit;
    bool hidden = caromWorldCastRay(world, from, crSub(at, from), *options, &hit, 1) > 0 &&
                  hit.fraction < 1.0;
    exposure.fraction = hidden ? 0.0 : 1.0;
    return exposure;
}

static CaromExposure ask(Question *q, const char *function)
{
    CaromError error = checkQuestion(q);
    if (error != CAROM_OK) {
        return refuse(q->world, error, function);
    }
    crLightForget(q->light);
    q->light->busy = true;
    if (isEdgeOn(q)) {
        askLine(q);
    } else {
        error = askWedge(q, crOrient(q->from, q->a, q->b) < 0);
        crLightForget(q->light);
    }
    q->light->busy = false;
    q->exposure.fraction = crMin(q->exposure.fraction, 1.0);
    return error == CAROM_OK ? q->exposure : refuse(q->world, error, function);
}

CaromExposure caromLightExposeSegment(CaromLight *light, const CaromWorld *world, CaromVec2 from,
                                      CaromVec2 a, CaromVec2 b, CaromQueryOptions options,
                                      CaromSpan *out, int capacity)
{
    Question q = {light, world, &options, from, a, b, out, capacity, {CAROM_OK, 0.0, 0.0, 0}};
    return ask(&q, "caromLightExposeSegment");
}

CaromExposure caromLightExposeDisc(CaromLight *light, const CaromWorld *world, CaromVec2 from,
                                   CaromVec2 center, double radius, CaromQueryOptions options)
{
    const char *function = "caromLightExposeDisc";
    CaromError error = world == NULL || light == NULL ? CAROM_ERROR_NULL : crCheckVec(center);
    error = error == CAROM_OK ? crCheckVec(from) : error;
    error = error == CAROM_OK ? crCheckNumber(radius) : error;
    if (error == CAROM_OK && (radius <= 0.0 || radius > 1e6)) {
        error = CAROM_ERROR_OUT_OF_RANGE;
    }
    if (error != CAROM_OK) {
        return refuse(world, error, function);
    }
    CaromVec2 away = crSub(center, from);
    double length = crLength(away);
    CaromVec2 across = length > 0.0 ? crScale(crLeft(away), radius / length) : crVec(0.0, radius);
    error = crCheckOptions(world, &options);
    error = error == CAROM_OK && options.inside == CAROM_INSIDE_EXIT ? CAROM_ERROR_ENUM : error;
    error = error == CAROM_OK && light->busy ? CAROM_ERROR_BUSY : error;
    if (error != CAROM_OK) {
        return refuse(world, error, function);
    }
    if (crEqual(crSub(center, across), crAdd(center, across))) {
        return exposePoint(world, from, center, &options);
    }
    Question q = {light,
                  world,
                  &options,
                  from,
                  crSub(center, across),
                  crAdd(center, across),
                  NULL,
                  0,
                  {CAROM_OK, 0.0, 0.0, 0}};
    return ask(&q, function);
}
