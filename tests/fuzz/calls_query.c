// SPDX-License-Identifier: MIT
// Queries: casts, overlaps, nearest. Answers with different capacities must agree.
#include "calls.h"

FUZZ_DEF(caromQueryOptions)

static void checkHits(const CaromHit *hits, int count, int capacity)
{
    fuzzFound(count);
    for (int k = 0; k < count && k < capacity; k++) {
        FUZZ_CHECK(hits[k].fraction >= 0.0 && hits[k].fraction <= 1.0);
        FUZZ_CHECK(hits[k].shape.index != 0);
        fuzzFiniteVec(hits[k].point);
        fuzzUnit(hits[k].normal);
        fuzzFinite(hits[k].distance);
        FUZZ_CHECK(k == 0 || hits[k - 1].fraction <= hits[k].fraction || hits[k - 1].startsInside);
    }
}

/// The one nearest is the first of all.
static void checkFirst(const CaromHit *hits, int count, int capacity, const CaromHit *first,
                       int found)
{
    FUZZ_CHECK(found == (count > 1 ? 1 : count));
    if (count > 0 && capacity > 0) {
        FUZZ_CHECK(first->shape.index == hits[0].shape.index);
        FUZZ_CHECK(first->fraction == hits[0].fraction);
    }
}

void fuzz_caromWorldCastRay(FuzzGame *g)
{
    CaromHit hits[FUZZ_ROOM], first;
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldCastRay");
    CaromVec2 origin = fuzzVec(g), translation = fuzzVec(g);
    fuzzArgument(g, "options, hits");
    int capacity = fuzzCapacity(g);
    int count = caromWorldCastRay(g->call.at, origin, translation, options, hits, capacity);
    checkHits(hits, count, capacity);
    if (capacity > 1) {
        int found = caromWorldCastRay(g->call.at, origin, translation, options, &first, 1);
        checkFirst(hits, count, capacity, &first, found);
    }
    fuzzAsked(g);
}

void fuzz_caromWorldCastCircle(FuzzGame *g)
{
    CaromHit hits[FUZZ_ROOM], first;
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldCastCircle");
    CaromVec2 origin = fuzzVec(g);
    double radius = fuzzPart(g);
    CaromVec2 translation = fuzzVec(g);
    fuzzArgument(g, "options, hits");
    int capacity = fuzzCapacity(g);
    int count =
        caromWorldCastCircle(g->call.at, origin, radius, translation, options, hits, capacity);
    checkHits(hits, count, capacity);
    if (capacity > 1) {
        int found =
            caromWorldCastCircle(g->call.at, origin, radius, translation, options, &first, 1);
        checkFirst(hits, count, capacity, &first, found);
    }
    fuzzAsked(g);
}

void fuzz_caromWorldCastArc(FuzzGame *g)
{
    CaromHit hits[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldCastArc");
    CaromVec2 origin = fuzzVec(g);
    double radius = fuzzPart(g);
    CaromVec2 velocity = fuzzVec(g), acceleration = fuzzVec(g);
    double duration = fuzzPositive(g);
    fuzzArgument(g, "options, hits");
    int capacity = fuzzCapacity(g);
    int count = caromWorldCastArc(g->call.at, origin, radius, velocity, acceleration, duration,
                                  options, hits, capacity);
    checkHits(hits, count, capacity);
    fuzzAsked(g);
}

void fuzz_caromWorldCastAny(FuzzGame *g)
{
    CaromHit first;
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldCastAny");
    CaromVec2 origin = fuzzVec(g);
    double radius = fuzzPart(g);
    CaromVec2 translation = fuzzVec(g);
    fuzzArgument(g, "options");
    int any = caromWorldCastAny(g->call.at, origin, radius, translation, options);
    int found = caromWorldCastCircle(g->call.at, origin, radius, translation, options, &first, 1);
    fuzzFound(any);
    FUZZ_CHECK(any == found);
    fuzzAsked(g);
}

void fuzz_caromWorldCastRays(FuzzGame *g)
{
    CaromHit hits[FUZZ_POINTS], first;
    CaromQueryOptions options = fuzzOptions(g);
    int count = fuzzPoints(g);
    count = count > FUZZ_POINTS ? FUZZ_POINTS : count;
    for (int k = 0; k < FUZZ_POINTS; k++) {
        g->others[k] = caromVec2(8.0 - k, k * 2.0 - 9.0);
    }
    fuzzOpen(g, "caromWorldCastRays");
    const CaromVec2 *origins = fuzzPointsAt(g);
    fuzzSay(g, ", translations, %d, options, hits", count);
    int hit = caromWorldCastRays(g->call.at, origins, g->others, count, options, hits);
    fuzzFound(hit);
    FUZZ_CHECK(hit <= 0 || hit <= count);
    if (hit > 0) {
        int found = caromWorldCastRay(g->call.at, g->points[0], g->others[0], options, &first, 1);
        FUZZ_CHECK(found == (hits[0].shape.index != 0));
        FUZZ_CHECK(found == 0 || (first.fraction == hits[0].fraction &&
                                  first.shape.index == hits[0].shape.index));
    }
    fuzzAsked(g);
}

// ---- beams

FUZZ_DEF(caromBeamDef)

void fuzz_caromWorldCastBeam(FuzzGame *g)
{
    CaromBeamLeg legs[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    CaromBeamDef def = caromBeamDef();
    FuzzFields fields = fuzzFields(g, "CaromBeamDef def = caromBeamDef()");
    FUZZ_FIELD(fields, &def, origin, fuzzVec(g));
    FUZZ_FIELD(fields, &def, direction, fuzzVec(g));
    FUZZ_FIELD(fields, &def, radius, fuzzPart(g));
    FUZZ_FIELD(fields, &def, length, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, bounces, fuzzInt(g, 40));
    FUZZ_FIELD(fields, &def, energy, fuzzPositive(g));
    FUZZ_FIELD(fields, &def, minEnergy, fuzzPart(g));
    FUZZ_FIELD(fields, &def, reflectivity, fuzzPart(g));
    FUZZ_FIELD(fields, &def, material, fuzzMaterial(g));
    def.bounces = def.bounces > 1000 && def.bounces <= 1000000 ? 1000 : def.bounces;
    def.options = options;
    def.cookie = fuzzCookie(g, def.cookie);
    fuzzOpen(g, "caromWorldCastBeam");
    fuzzArgument(g, "&def, legs");
    int capacity = fuzzCapacity(g);
    int count = caromWorldCastBeam(g->call.at, &def, legs, capacity);
    fuzzFound(count);
    FUZZ_CHECK(count <= 0 || count <= def.bounces + 1);
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzFiniteVec(legs[k].from);
        fuzzFiniteVec(legs[k].to);
        fuzzFinite(legs[k].energy);
    }
    fuzzAsked(g);
}

// ---- overlaps

static void checkShapes(const FuzzGame *g, const CaromShapeId *out, int count, int capacity)
{
    fuzzFound(count);
    for (int k = 0; k < count && k < capacity; k++) {
        FUZZ_CHECK(caromShapeIsValid(g->world, out[k]));
        FUZZ_CHECK(k == 0 || out[k - 1].index < out[k].index);
    }
}

void fuzz_caromWorldOverlapPoint(FuzzGame *g)
{
    CaromShapeId out[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldOverlapPoint");
    CaromVec2 point = fuzzVec(g);
    fuzzArgument(g, "options, out");
    int capacity = fuzzCapacity(g);
    checkShapes(g, out, caromWorldOverlapPoint(g->call.at, point, options, out, capacity),
                capacity);
    fuzzAsked(g);
}

void fuzz_caromWorldOverlapBox(FuzzGame *g)
{
    CaromShapeId out[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldOverlapBox");
    CaromBox box = fuzzBox(g);
    fuzzArgument(g, "options, out");
    int capacity = fuzzCapacity(g);
    checkShapes(g, out, caromWorldOverlapBox(g->call.at, box, options, out, capacity), capacity);
    fuzzAsked(g);
}

void fuzz_caromWorldOverlapCircle(FuzzGame *g)
{
    CaromShapeId out[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldOverlapCircle");
    CaromVec2 center = fuzzVec(g);
    double radius = fuzzPositive(g);
    fuzzArgument(g, "options, out");
    int capacity = fuzzCapacity(g);
    checkShapes(g, out, caromWorldOverlapCircle(g->call.at, center, radius, options, out, capacity),
                capacity);
    fuzzAsked(g);
}

// ---- convex askers

/// A geometry for caromWorldCastShape; one from which no shape can be made stays a mistake.
static CaromGeometry asker(FuzzGame *g)
{
    CaromGeometry geometry = fuzzGeometryOf(g);
    geometry.count = geometry.count > FUZZ_POINTS ? FUZZ_POINTS : geometry.count;
    return geometry;
}

void fuzz_caromWorldCastShape(FuzzGame *g)
{
    CaromHit hits[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    CaromGeometry shape = asker(g);
    fuzzOpen(g, "caromWorldCastShape");
    fuzzArgument(g, "&geometry");
    CaromVec2 translation = fuzzVec(g);
    fuzzArgument(g, "options, hits");
    int capacity = fuzzCapacity(g);
    checkHits(hits, caromWorldCastShape(g->call.at, &shape, translation, options, hits, capacity),
              capacity);
    fuzzAsked(g);
}

void fuzz_caromWorldCastTurning(FuzzGame *g)
{
    CaromHit hits[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    CaromGeometry shape = asker(g);
    fuzzOpen(g, "caromWorldCastTurning");
    fuzzArgument(g, "&geometry");
    CaromVec2 pivot = fuzzVec(g), translation = fuzzVec(g);
    double angle = fuzzAngle(g);
    fuzzArgument(g, "options, hits");
    int capacity = fuzzCapacity(g);
    checkHits(hits,
              caromWorldCastTurning(g->call.at, &shape, pivot, translation, angle, options, hits,
                                    capacity),
              capacity);
    fuzzAsked(g);
}

void fuzz_caromWorldOverlapShape(FuzzGame *g)
{
    CaromShapeOverlap out[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    CaromGeometry shape = asker(g);
    fuzzOpen(g, "caromWorldOverlapShape");
    fuzzArgument(g, "&geometry, options, out");
    int capacity = fuzzCapacity(g);
    int count = caromWorldOverlapShape(g->call.at, &shape, options, out, capacity);
    for (int k = 0; k < count && k < capacity; k++) {
        fuzzUnit(out[k].normal);
        fuzzFinite(out[k].depth);
    }
    fuzzAsked(g);
}

// ---- near

FUZZ_DEF(caromNearestQuery)

void fuzz_caromWorldNearest(FuzzGame *g)
{
    CaromNear out[FUZZ_ROOM];
    CaromQueryOptions options = fuzzOptions(g);
    CaromNearestQuery query = caromNearestQuery();
    FuzzFields fields = fuzzFields(g, "CaromNearestQuery query = caromNearestQuery()");
    FUZZ_FIELD(fields, &query, point, fuzzVec(g));
    FUZZ_FIELD(fields, &query, within, fuzzPositive(g));
    FUZZ_FIELD(fields, &query, sight, fuzzBool(g));
    query.options = options;
    query.cookie = fuzzCookie(g, query.cookie);
    fuzzOpen(g, "caromWorldNearest");
    fuzzArgument(g, "&query, out");
    int capacity = fuzzCapacity(g);
    int count = caromWorldNearest(g->call.at, &query, out, capacity);
    fuzzFound(count);
    FUZZ_CHECK(count <= 0 || count <= capacity);
    for (int k = 0; k < count; k++) {
        fuzzFinite(out[k].distance);
        fuzzFiniteVec(out[k].point);
        fuzzUnit(out[k].normal);
        FUZZ_CHECK(k == 0 || out[k - 1].distance <= out[k].distance);
    }
    fuzzAsked(g);
}

void fuzz_caromWorldDistance(FuzzGame *g)
{
    CaromVec2 gradient;
    CaromQueryOptions options = fuzzOptions(g);
    fuzzOpen(g, "caromWorldDistance");
    CaromVec2 point = fuzzVec(g);
    double within = fuzzPositive(g);
    fuzzArgument(g, "options, &distance, &gradient");
    double distance;
    int near = caromWorldDistance(g->call.at, point, within, options, &distance, &gradient);
    if (near >= 0) {
        fuzzFinite(distance);
        FUZZ_CHECK(distance <= within && (near == 1 || distance == within));
    }
    fuzzAsked(g);
}
