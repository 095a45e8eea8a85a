// SPDX-License-Identifier: MIT
// A small world of walls, polygons and discs on a lattice, and questions to it, against answers in
// whole numbers or plain formulas, shape by shape. Where a rule for touches decides (a ray through
// a corner, along an edge, from a surface: docs/degenerate.md), the reference has no opinion.
#include "fuzz.h"

#include <math.h>
#include <string.h>

enum { SHAPES = 8, CORNERS = 6, HITS = 32 };

typedef struct Place {
    int64_t x, y; ///< [1/8 m]
} Place;

typedef struct Thing {
    Place points[CORNERS];
    int count, edges; ///< 2 and 1 of a wall, 1 and 0 of a disc
    double radius;
    CaromShapeId id;
} Thing;

typedef struct Scene {
    CaromWorld *world;
    FuzzMemory memory;
    Thing things[SHAPES];
    int count;
} Scene;

static Place placeOf(FuzzBytes *bytes)
{
    Place p = {(int8_t)fuzzByte(bytes), 0};
    p.y = (int8_t)fuzzByte(bytes);
    return p;
}

static CaromVec2 metres(Place p)
{
    return caromVec2((double)p.x / 8.0, (double)p.y / 8.0);
}

static void add(Scene *s, FuzzBytes *bytes, CaromBodyId body)
{
    Thing *thing = &s->things[s->count];
    CaromShapeDef def = caromShapeDef();
    CaromVec2 points[CORNERS];
    uint8_t kind = fuzzByte(bytes);
    thing->count = kind % 3 == 0 ? 2 : kind % 3 == 1 ? 3 + kind / 3 % 4 : 1;
    thing->edges = thing->count == 1 ? 0 : thing->count == 2 ? 1 : thing->count;
    thing->radius = thing->count == 1 ? 1.0 + kind / 3 % 16 / 4.0 : 0.0;
    for (int k = 0; k < thing->count; k++) {
        thing->points[k] = placeOf(bytes);
        points[k] = metres(thing->points[k]);
    }
    if (thing->count == 1) {
        thing->id = caromShapeCreateCircle(s->world, body, &def, points[0], thing->radius);
    } else if (thing->count == 2) {
        thing->id = caromShapeCreateSegment(s->world, body, &def, points[0], points[1]);
    } else {
        thing->id = caromShapeCreatePolygon(s->world, body, &def, points, thing->count);
    }
    s->count += thing->id.index != 0;
}

// ---- whole numbers

static int64_t cross(Place a, Place b, Place c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int side(Place a, Place b, Place c)
{
    int64_t turn = cross(a, b, c);
    return (turn > 0) - (turn < 0);
}

static bool onSegment(Place p, Place a, Place b)
{
    return cross(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) <= 0 && (p.y - a.y) * (p.y - b.y) <= 0;
}

static void edgeOf(const Thing *thing, int e, Place *a, Place *b)
{
    *a = thing->points[e];
    *b = thing->points[(e + 1) % thing->count];
}

static bool onBorder(const Thing *thing, Place p)
{
    bool on = false;
    for (int e = 0; e < thing->edges; e++) {
        Place a, b;
        edgeOf(thing, e, &a, &b);
        on |= onSegment(p, a, b);
    }
    return on;
}

/// Whether a place is inside of a polygon, by the crossings of a ray to the right.
static bool isInside(const Thing *thing, Place p)
{
    bool inside = false;
    for (int e = 0; e < thing->edges && thing->count > 2; e++) {
        Place a, b;
        edgeOf(thing, e, &a, &b);
        if ((a.y > p.y) != (b.y > p.y)) {
            inside ^= (cross(a, b, p) > 0) == (b.y > a.y);
        }
    }
    return inside;
}

/// Returns whether a way crosses an edge, neither through an end of it nor along it. Sets *unclear
/// where only a rule could decide.
static bool crosses(Place from, Place to, Place a, Place b, bool *unclear)
{
    int atA = side(from, to, a), atB = side(from, to, b);
    int atFrom = side(a, b, from), atTo = side(a, b, to);
    *unclear |= (atA == 0 && onSegment(a, from, to)) || (atB == 0 && onSegment(b, from, to)) ||
                onSegment(from, a, b) || onSegment(to, a, b);
    return atA * atB < 0 && atFrom * atTo < 0;
}

// ---- rays

static const CaromHit *hitOf(const CaromHit *hits, int count, CaromShapeId id)
{
    for (int k = 0; k < count && k < HITS; k++) {
        if (hits[k].shape.index == id.index) {
            return &hits[k];
        }
    }
    return NULL;
}

/// Where the first edge is crossed.
static double firstCrossing(const Thing *thing, Place from, Place to, bool *unclear)
{
    double first = 2.0;
    for (int e = 0; e < thing->edges; e++) {
        Place a, b;
        edgeOf(thing, e, &a, &b);
        if (crosses(from, to, a, b, unclear)) {
            double before = (double)cross(a, b, from), after = (double)cross(a, b, to);
            first = fmin(first, before / (before - after));
        }
    }
    return first;
}

static void checkRay(const Scene *s, Place from, Place to)
{
    CaromHit hits[HITS];
    CaromVec2 origin = metres(from), end = metres(to);
    CaromVec2 way = caromVec2Sub(end, origin);
    int count = caromWorldCastRay(s->world, origin, way, caromQueryOptions(), hits, HITS);
    FUZZ_CHECK(count >= 0 && count <= s->count);
    for (int k = 0; k < s->count; k++) {
        const Thing *thing = &s->things[k];
        const CaromHit *hit = hitOf(hits, count, thing->id);
        bool unclear = thing->edges == 0;
        double first = firstCrossing(thing, from, to, &unclear);
        if (unclear) {
            continue;
        }
        bool inside = isInside(thing, from);
        FUZZ_CHECK((hit != NULL) == (inside || first <= 1.0));
        FUZZ_CHECK(hit == NULL || hit->startsInside == inside);
        FUZZ_CHECK(hit == NULL || inside || fabs(hit->fraction - first) < 1e-12);
    }
}

// ---- points

static double distanceToSegment(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    CaromVec2 along = caromVec2Sub(b, a), to = caromVec2Sub(p, a);
    double t = caromVec2Dot(to, along) / caromVec2Dot(along, along);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return caromVec2Length(caromVec2Sub(to, caromVec2Scale(along, t)));
}

/// Returns the distance to the surface; < 0 within.
static double distanceTo(const Thing *thing, CaromVec2 p, bool inside)
{
    if (thing->edges == 0) {
        return caromVec2Distance(p, metres(thing->points[0])) - thing->radius;
    }
    double nearest = 1e9;
    for (int e = 0; e < thing->edges; e++) {
        Place a, b;
        edgeOf(thing, e, &a, &b);
        nearest = fmin(nearest, distanceToSegment(p, metres(a), metres(b)));
    }
    return inside ? -nearest : nearest;
}

static void checkPoint(const Scene *s, Place p)
{
    CaromShapeId found[SHAPES];
    CaromVec2 point = metres(p);
    CaromQueryOptions options = caromQueryOptions();
    int count = caromWorldOverlapPoint(s->world, point, options, found, SHAPES), expected = 0;
    double nearest = 1e9;
    for (int k = 0; k < s->count; k++) {
        const Thing *thing = &s->things[k];
        bool inside = isInside(thing, p) || onBorder(thing, p);
        double distance = distanceTo(thing, point, inside);
        if (thing->edges == 0) {
            inside = caromPointInCircle(point, metres(thing->points[0]), thing->radius);
        }
        FUZZ_CHECK(expected >= count || (found[expected].index == thing->id.index) == inside);
        FUZZ_CHECK(!inside || expected < count);
        expected += inside;
        nearest = fmin(nearest, distance);
    }
    FUZZ_CHECK(count == expected);
    double told;
    FUZZ_CHECK(caromWorldDistance(s->world, point, 1e6, options, &told, NULL) >= 0);
    FUZZ_CHECK(s->count == 0 || fabs(told - nearest) < 1e-9);
}

// ---- discs

/// At the hit it touches, and nothing is nearer than its radius before.
static void checkDisc(const Scene *s, Place from, Place to, double radius)
{
    enum { SAMPLES = 16 };
    CaromHit hit;
    CaromVec2 origin = metres(from), way = caromVec2Sub(metres(to), origin);
    CaromQueryOptions options = caromQueryOptions();
    int found = caromWorldCastCircle(s->world, origin, radius, way, options, &hit, 1);
    double until = found > 0 ? hit.fraction : 1.0;
    double start, distance;
    caromWorldDistance(s->world, origin, 1e6, options, &start, NULL);
    if (start - radius < 1e-9) {
        return; // from a surface, or within: a rule
    }
    for (int k = 0; k <= SAMPLES; k++) {
        CaromVec2 place = caromVec2Add(origin, caromVec2Scale(way, until * k / SAMPLES));
        caromWorldDistance(s->world, place, 1e6, options, &distance, NULL);
        FUZZ_CHECK(s->count == 0 || distance > radius - 1e-9);
        FUZZ_CHECK(k < SAMPLES || found == 0 || distance < radius + 1e-9);
    }
}

int fuzzGeometry(const uint8_t *bytes, size_t size)
{
    FuzzBytes left = {bytes, size};
    Scene s;
    memset(&s, 0, sizeof s);
    CaromWorldDef def = caromWorldDef();
    def.log = NULL;
    CaromBodyDef body = caromBodyDef();
    def.allocator = fuzzAllocator(&s.memory, NULL);
    s.world = caromWorldCreate(&def, NULL);
    uint8_t kind = fuzzByte(&left);
    body.type = kind & 1 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
    CaromBodyId id = caromBodyCreate(s.world, &body);
    for (int k = 1 + kind / 2 % SHAPES; k > 0; k--) {
        add(&s, &left, id);
    }
    do {
        Place from = placeOf(&left), to = placeOf(&left);
        checkRay(&s, from, to);
        checkPoint(&s, from);
        checkDisc(&s, from, to, (1 + fuzzByte(&left) % 32) / 8.0);
    } while (left.left > 0);
    FUZZ_CHECK(caromWorldDestroy(s.world) == CAROM_OK);
    FUZZ_CHECK(s.memory.held == 0);
    return 0;
}
