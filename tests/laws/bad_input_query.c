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
    badEndAsk(g, error, ask(g->world, &q) == -(int)error, line);
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
    for (int wrong = -1; wrong <= CAROM_SENSORS_COUNT; wrong += CAROM_SENSORS_COUNT + 1) {
        q = good;
        q.options.sensors = (CaromSensorPolicy)wrong;
        refuse(g, q, CAROM_ERROR_ENUM, __LINE__);
    }
    q = good;
    q.options.ignoreCount = -1;
    refuse(g, q, CAROM_ERROR_COUNT, __LINE__);
    q.options.ignoreCount = 1;
    refuse(g, q, CAROM_ERROR_NULL, __LINE__);
    for (int i = 0; i < BAD_IDS; i++) {
        CaromBodyId list[2] = {g->mover, g->bodies[i]};
        Question two = good, one = good;
        two.options.ignoreBodies = list;
        two.options.ignoreCount = 2;
        one.options.ignoreBody = g->bodies[i];
        if (i == BAD_GONE) { // is ignored
            q = two;
            q.options.ignoreCount = 1;
            ck_assert_int_eq(ask(g->world, &two), ask(g->world, &q));
            ck_assert_int_eq(ask(g->world, &one), ask(g->world, &good));
            continue;
        }
        refuse(g, two, badIdError(i), __LINE__); // lists name bodies, none of them null
        if (g->bodies[i].index != 0) {           // null means none
            refuse(g, one, badIdError(i), __LINE__);
        }
    }
}

static void refuseQuery(BadGame *g, Query query)
{
    bool usesTo = query != POINT && query != DISC,
         usesRadius = query == CIRCLE || query == ANY || query == DISC;
    Question good = {query, ORIGIN, SIDE, 0.5, caromQueryOptions(), false, 4}, q = good;
    BAD_NO_WORLD(ask(NULL, &good) == -CAROM_ERROR_NULL);
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

void bad_caromNearestQuery(BadGame *g)
{
    (void)g;
    CaromNearestQuery query = caromNearestQuery();
    ck_assert(query.within == CAROM_ENDLESS && !query.sight && query.point.x == 0.0 &&
              query.point.y == 0.0);
    ck_assert(query.options.inside == CAROM_INSIDE_HIT && query.blockers.filter.category == 1);
}

#define REFUSE_NEAREST(error, field, wrong)                                                        \
    do {                                                                                           \
        CaromNearestQuery query = good;                                                            \
        query.field = (wrong);                                                                     \
        BAD_QUERY(error, caromWorldNearest(g->world, &query, out, 2));                             \
    } while (0)

void bad_caromWorldNearest(BadGame *g)
{
    static const CaromNearestQuery zeroed;
    CaromNearestQuery good = caromNearestQuery();
    CaromNear out[2];
    good.sight = true;
    BAD_NO_WORLD(caromWorldNearest(NULL, &good, out, 2) == -CAROM_ERROR_NULL);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        REFUSE_NEAREST(badNumbers[i].error, point.x, badNumbers[i].value);
        REFUSE_NEAREST(badNumbers[i].error, point.y, badNumbers[i].value);
        if (badIsNoRange(badNumbers[i].value)) {
            REFUSE_NEAREST(badNumbers[i].error, within, badNumbers[i].value);
        }
    }
    REFUSE_NEAREST(CAROM_ERROR_OUT_OF_RANGE, within, -5e-324);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        REFUSE_NEAREST(bad.error, options, bad.options);
        REFUSE_NEAREST(bad.error, blockers, bad.options);
    }
    BAD_QUERY(CAROM_ERROR_DEF, caromWorldNearest(g->world, &zeroed, out, 2));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldNearest(g->world, NULL, out, 2));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldNearest(g->world, &good, NULL, 2));
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldNearest(g->world, &good, out, -1));
    ck_assert_int_gt(caromWorldNearest(g->world, &good, out, 2), 0);
}

void bad_caromWorldDistance(BadGame *g)
{
    double d = 77.0;
    CaromQueryOptions options = caromQueryOptions();
    BAD_NO_WORLD(caromWorldDistance(NULL, ORIGIN, 1.0, options, &d, NULL) == -CAROM_ERROR_NULL);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 bad = {badNumbers[i].value, 0.0};
        BAD_QUERY(badNumbers[i].error, caromWorldDistance(g->world, bad, 1.0, options, &d, NULL));
        if (badIsNoRange(bad.x)) {
            BAD_QUERY(badNumbers[i].error,
                      caromWorldDistance(g->world, ORIGIN, bad.x, options, &d, NULL));
        }
    }
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        BAD_QUERY(bad.error, caromWorldDistance(g->world, ORIGIN, 1.0, bad.options, &d, NULL));
    }
    BAD_QUERY(CAROM_ERROR_OUT_OF_RANGE,
              caromWorldDistance(g->world, ORIGIN, -1.0, options, &d, NULL));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldDistance(g->world, ORIGIN, 1.0, options, NULL, NULL));
    ck_assert(d == 77.0);
    ck_assert(caromWorldDistance(g->world, ORIGIN, 1e12, options, &d, NULL) == 1 && d < 1e12);
}

void bad_caromWorldContacts(BadGame *g)
{
    CaromContact out[2];
    BAD_NO_WORLD(caromWorldContacts(NULL, out, 2) == -CAROM_ERROR_NULL);
    BAD_QUERY(CAROM_ERROR_COUNT, caromWorldContacts(g->world, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromWorldContacts(g->world, NULL, 1));
}

void bad_caromBodyContacts(BadGame *g)
{
    CaromContact out[2];
    BAD_NO_WORLD(caromBodyContacts(NULL, g->body, out, 2) == -CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_QUERY, caromBodyContacts(g->world, g->bodies[i], out, 2))
    BAD_QUERY(CAROM_ERROR_COUNT, caromBodyContacts(g->world, g->body, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromBodyContacts(g->world, g->body, NULL, 1));
}

void bad_caromShapeContacts(BadGame *g)
{
    CaromContact out[2];
    BAD_NO_WORLD(caromShapeContacts(NULL, g->shape, out, 2) == -CAROM_ERROR_NULL);
    BAD_EACH_ID(BAD_QUERY, caromShapeContacts(g->world, g->shapes[i], out, 2))
    BAD_QUERY(CAROM_ERROR_COUNT, caromShapeContacts(g->world, g->shape, out, -1));
    BAD_QUERY(CAROM_ERROR_NULL, caromShapeContacts(g->world, g->shape, NULL, 1));
}

BAD_SETTER(caromShapeSetContacts, shape, shapes, true)
BAD_SETTER(caromShapeSetHits, shape, shapes, true)
BAD_SETTER(caromShapeSetAskContacts, shape, shapes, true)

static const CaromVec2 CORNERS[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const CaromVec2 ARROW[4] = {{-1, -1}, {1, -1}, {0, -0.5}, {0, 1}};

/// One of the three that ask with a convex shape.
static int askSeeing(const CaromWorld *world, int which, const CaromGeometry *shape,
                     CaromVec2 pivot, CaromVec2 way, double angle, CaromQueryOptions options,
                     bool noBuffer, int capacity)
{
    CaromHit hits[2], *h = noBuffer ? NULL : hits;
    CaromShapeOverlap overlaps[2], *o = noBuffer ? NULL : overlaps;
    if (which == 0) {
        return caromWorldCastShape(world, shape, way, options, h, capacity);
    }
    return which == 1 ? caromWorldCastTurning(world, shape, pivot, way, angle, options, h, capacity)
                      : caromWorldOverlapShape(world, shape, options, o, capacity);
}

static int askWith(const CaromWorld *world, int which, const CaromGeometry *shape, CaromVec2 pivot,
                   CaromVec2 way, double angle, bool noBuffer, int capacity)
{
    return askSeeing(world, which, shape, pivot, way, angle, caromQueryOptions(), noBuffer,
                     capacity);
}

static const char *const SHAPE_NAMES[] = {"caromWorldCastShape", "caromWorldCastTurning",
                                          "caromWorldOverlapShape"};

#define REFUSE_SHAPE(error, ...)                                                                   \
    (badBegin(g, SHAPE_NAMES[which]),                                                              \
     badEndAsk(g, error, askWith(g->world, which, __VA_ARGS__) == -(int)(error), __LINE__))

static void refuseShapes(BadGame *g, int which)
{
    CaromGeometry good = caromGeometry(CAROM_SHAPE_POLYGON, CORNERS, 4, 0.0), bad = good;
    CaromVec2 broken[4];
    ck_assert_int_eq(askWith(NULL, which, &good, ORIGIN, SIDE, 0.5, false, 2), -CAROM_ERROR_NULL);
    g->noWorlds++;
    REFUSE_SHAPE(CAROM_ERROR_NULL, NULL, ORIGIN, SIDE, 0.5, false, 2);
    bad.points = NULL;
    REFUSE_SHAPE(CAROM_ERROR_NULL, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad.points = ARROW;
    REFUSE_SHAPE(CAROM_ERROR_NOT_CONVEX, &bad, ORIGIN, SIDE, 0.5, false, 2);
    static const CaromVec2 twice[4] = {{-1, -1}, {1, -1}, {1, -1}, {-1, 1}},
                           line[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}},
                           bow[4] = {{-1, -1}, {1, 1}, {1, -1}, {-1, 1}};
    bad.points = twice;
    REFUSE_SHAPE(CAROM_ERROR_POLYGON_REPEATED, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad.points = line;
    REFUSE_SHAPE(CAROM_ERROR_POLYGON_AREA, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad.points = bow;
    REFUSE_SHAPE(CAROM_ERROR_POLYGON_CROSSING, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad = caromGeometry(CAROM_SHAPE_CHAIN, CORNERS, 4, 0.0);
    REFUSE_SHAPE(CAROM_ERROR_NOT_CONVEX, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad.type = (CaromShapeType)-1;
    REFUSE_SHAPE(CAROM_ERROR_ENUM, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad = caromGeometry(CAROM_SHAPE_POLYGON, CORNERS, CAROM_MOVING_POINTS + 1, 0.0);
    REFUSE_SHAPE(CAROM_ERROR_COUNT, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad.count = 2;
    REFUSE_SHAPE(CAROM_ERROR_COUNT, &bad, ORIGIN, SIDE, 0.5, false, 2);
    bad = caromGeometry(CAROM_SHAPE_CIRCLE, CORNERS, 1, -1.0);
    REFUSE_SHAPE(CAROM_ERROR_OUT_OF_RANGE, &bad, ORIGIN, SIDE, 0.5, false, 2);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 wrong = {badNumbers[i].value, 0.0};
        for (int k = 0; k < 4; k++) {
            broken[k] = k == 2 ? wrong : CORNERS[k];
        }
        bad = caromGeometry(CAROM_SHAPE_POLYGON, broken, 4, 0.0);
        REFUSE_SHAPE(badNumbers[i].error, &bad, ORIGIN, SIDE, 0.5, false, 2);
        bad = good;
        bad.radius = wrong.x;
        REFUSE_SHAPE(badNumbers[i].error, &bad, ORIGIN, SIDE, 0.5, false, 2);
        if (which < 2) {
            REFUSE_SHAPE(badNumbers[i].error, &good, ORIGIN, wrong, 0.5, false, 2);
        }
        if (which == 1) {
            REFUSE_SHAPE(badNumbers[i].error, &good, wrong, SIDE, 0.5, false, 2);
            REFUSE_SHAPE(badNumbers[i].error, &good, ORIGIN, SIDE, wrong.x, false, 2);
        }
    }
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions no = badOptions(g, i);
        badBegin(g, SHAPE_NAMES[which]);
        int found = askSeeing(g->world, which, &good, ORIGIN, SIDE, 0.5, no.options, false, 2);
        badEndAsk(g, no.error, found == -(int)no.error, __LINE__);
    }
    REFUSE_SHAPE(CAROM_ERROR_COUNT, &good, ORIGIN, SIDE, 0.5, false, -1);
    REFUSE_SHAPE(CAROM_ERROR_NULL, &good, ORIGIN, SIDE, 0.5, true, 1);
    ck_assert_int_gt(askWith(g->world, which, &good, ORIGIN, SIDE, 0.5, false, 2), 0);
}

void bad_caromWorldCastShape(BadGame *g)
{
    refuseShapes(g, 0);
}

void bad_caromWorldCastTurning(BadGame *g)
{
    refuseShapes(g, 1);
    CaromGeometry good = caromGeometry(CAROM_SHAPE_POLYGON, CORNERS, 4, 0.0);
    int which = 1;
    REFUSE_SHAPE(CAROM_ERROR_OUT_OF_RANGE, &good, ORIGIN, SIDE, 1001.0, false, 2);
}

void bad_caromWorldOverlapShape(BadGame *g)
{
    refuseShapes(g, 2);
}

#define REFUSE_RAYS(error, origins, ways, count, options, hits)                                    \
    BAD_QUERY(error, caromWorldCastRays(g->world, origins, ways, count, options, hits))

void bad_caromWorldCastRays(BadGame *g)
{
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 from[2] = {{0, 0}, {0, 0}}, way[2] = {{1, 1}, {1, 1}};
    CaromHit hits[2];
    hits[0].feature = 77;
    BAD_NO_WORLD(caromWorldCastRays(NULL, from, way, 2, options, hits) == -CAROM_ERROR_NULL);
    REFUSE_RAYS(CAROM_ERROR_NULL, NULL, way, 2, options, hits);
    REFUSE_RAYS(CAROM_ERROR_NULL, from, NULL, 2, options, hits);
    REFUSE_RAYS(CAROM_ERROR_NULL, from, way, 2, options, NULL);
    REFUSE_RAYS(CAROM_ERROR_COUNT, from, way, -1, options, hits);
    for (int i = 0; i < BAD_OPTIONS; i++) {
        BadOptions bad = badOptions(g, i);
        REFUSE_RAYS(bad.error, from, way, 2, bad.options, hits);
    }
    for (int i = 0; i < BAD_NUMBERS; i++) {
        CaromVec2 bad[2] = {{0, 0}, {0, badNumbers[i].value}};
        REFUSE_RAYS(badNumbers[i].error, bad, way, 2, options, hits);
        REFUSE_RAYS(badNumbers[i].error, from, bad, 2, options, hits);
    }
    ck_assert_int_eq(hits[0].feature, 77); // nothing was written
    ck_assert_int_eq(caromWorldCastRays(g->world, NULL, NULL, 0, options, NULL), 0);
    ck_assert_int_gt(caromWorldCastRays(g->world, from, way, 2, options, hits), 0);
}
