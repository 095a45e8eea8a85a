// SPDX-License-Identifier: MIT
// Mistakes with casts and overlaps.
#include "bad_input.h"

static const CaromVec2 ORIGIN = {0.0, 0.0}, SIDE = {1.0, 1.0};

void bad_caromQueryOptions(BadGame *g)
{
    (void)g;
    CaromQueryOptions options = caromQueryOptions();
    ck_assert(options.inside == CAROM_INSIDE_HIT && options.filter.category == 1 &&
              options.ignoreBody.index == 0);
    ck_assert(options.filter.mask == UINT64_MAX && options.filter.group == 0 &&
              options.sensors == CAROM_SENSORS_EXCLUDED);
}

/// The six queries under one hood.
typedef enum Query { RAY, CIRCLE, ANY, POINT, BOX, DISC } Query;

/// What goes into a query: a place, another (translation or far corner), a radius.
typedef struct Question {
    Query query;
    CaromVec2 at, to;
    double radius;
    CaromQueryOptions options;
    bool noBuffer;
    int capacity;
} Question;

static const char *const NAMES[] = {"caromWorldCastRay",    "caromWorldCastCircle",
                                    "caromWorldCastAny",    "caromWorldOverlapPoint",
                                    "caromWorldOverlapBox", "caromWorldOverlapCircle"};

static int ask(const CaromWorld *world, const Question *q)
{
    CaromHit hits[4], *h = q->noBuffer ? NULL : hits;
    CaromShapeId ids[4], *s = q->noBuffer ? NULL : ids;
    CaromBox box = {q->at, q->to};
    switch (q->query) {
    case RAY:
        return caromWorldCastRay(world, q->at, q->to, q->options, h, q->capacity);
    case CIRCLE:
        return caromWorldCastCircle(world, q->at, q->radius, q->to, q->options, h, q->capacity);
    case ANY:
        return caromWorldCastAny(world, q->at, q->radius, q->to, q->options);
    case POINT:
        return caromWorldOverlapPoint(world, q->at, q->options, s, q->capacity);
    case BOX:
        return caromWorldOverlapBox(world, box, q->options, s, q->capacity);
    default:
        return caromWorldOverlapCircle(world, q->at, q->radius, q->options, s, q->capacity);
    }
}

static void refuse(BadGame *g, Question q, CaromError error, int line)
{
    badBegin(g, NAMES[q.query]);
    badEndAsk(g, error, ask(g->world, &q) == 0, line);
}

static void refuseOptions(BadGame *g, Question good)
{
    Question q = good;
    static const CaromQueryOptions zeroed;
    q.options = zeroed;
    refuse(g, q, CAROM_ERROR_DEF, __LINE__);
    for (int wrong = -1; wrong <= 3; wrong += 4) {
        q = good;
        q.options.inside = (CaromInside)wrong;
        refuse(g, q, CAROM_ERROR_ENUM, __LINE__);
    }
    for (int i = 0; i < BAD_IDS; i++) {
        q = good;
        q.options.ignoreBody = g->bodies[i];
        if (g->bodies[i].index != 0) { // null is nobody
            refuse(g, q, badIdError(i), __LINE__);
        }
    }
}

static void refuseQuery(BadGame *g, Query query)
{
    bool usesTo = query != POINT && query != DISC,
         usesRadius = query == CIRCLE || query == ANY || query == DISC;
    Question good = {query, ORIGIN, SIDE, 0.5, caromQueryOptions(), false, 4}, q = good;
    BAD_NO_WORLD(ask(NULL, &good) == 0);
    double *numbers[] = {&q.at.x, &q.at.y, usesTo ? &q.to.x : &q.at.x, usesTo ? &q.to.y : &q.at.y,
                         usesRadius ? &q.radius : &q.at.x};
    for (int f = 0; f < 5; f++) {
        for (int i = 0; i < BAD_NUMBERS; i++) {
            q = good;
            *numbers[f] = badNumbers[i].value;
            refuse(g, q, badNumbers[i].error, __LINE__);
        }
    }
    static const double radii[] = {-1.0, -5e-324, 1e6 + 1.0};
    for (int i = 0; i < 3 && usesRadius; i++) {
        q = good;
        q.radius = radii[i];
        refuse(g, q, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
    }
    refuseOptions(g, good);
    q = good;
    q.capacity = -1;
    if (query != ANY) {
        refuse(g, q, CAROM_ERROR_COUNT, __LINE__);
        q.capacity = 1;
        q.noBuffer = true;
        refuse(g, q, CAROM_ERROR_NULL, __LINE__);
    }
    ck_assert_int_gt(ask(g->world, &good), 0); // nothing wrong, and answered in callbacks, too
}

void bad_caromWorldCastRay(BadGame *g)
{
    refuseQuery(g, RAY);
}

void bad_caromWorldCastCircle(BadGame *g)
{
    refuseQuery(g, CIRCLE);
}

void bad_caromWorldCastAny(BadGame *g)
{
    refuseQuery(g, ANY);
}

void bad_caromWorldOverlapPoint(BadGame *g)
{
    refuseQuery(g, POINT);
}

void bad_caromWorldOverlapBox(BadGame *g)
{
    refuseQuery(g, BOX);
    Question q = {BOX, SIDE, ORIGIN, 0.0, caromQueryOptions(), false, 4}; // min > max
    refuse(g, q, CAROM_ERROR_OUT_OF_RANGE, __LINE__);
}

void bad_caromWorldOverlapCircle(BadGame *g)
{
    refuseQuery(g, DISC);
}
