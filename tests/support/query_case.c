// SPDX-License-Identifier: MIT
#include "query_case.h"

#include "builder.h"

#include <stdlib.h>

#include "random_vec.h"
#include "rounded.h"

// ---- hashing: FNV-1a over fields, since structs have holes

static uint64_t hashBytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ p[i]) * 1099511628211u;
    }
    return hash;
}

static uint64_t hashNumbers(uint64_t hash, const double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        double number = numbers[i] + 0.0; // −0 is 0
        hash = hashBytes(hash, &number, sizeof number);
    }
    return hash;
}

static QueryItem itemOfHit(const CaromHit *hit)
{
    double numbers[] = {hit->fraction,     hit->time,         hit->distance,     hit->point.x,
                        hit->point.y,      hit->normal.x,     hit->normal.y,     hit->feature,
                        hit->vertex,       hit->leaves,       hit->exitPoint.x,  hit->exitPoint.y,
                        hit->exitNormal.x, hit->exitNormal.y, hit->exitFraction, hit->startsInside};
    QueryItem item = {hit->shape, hashNumbers(hit->body.index, numbers, 16)};
    item.hash = hashBytes(item.hash, &hit->userData, sizeof hit->userData);
    return item;
}

// ---- the queries: each writes up to `capacity` items and returns the full number

typedef int Asker(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity);

static int takeHits(const CaromHit *hits, int count, QueryItem *items, int capacity)
{
    for (int i = 0; i < count && i < capacity; i++) {
        items[i] = itemOfHit(&hits[i]);
    }
    return count;
}

static int takeIds(const CaromShapeId *ids, int count, QueryItem *items, int capacity)
{
    for (int i = 0; i < count && i < capacity; i++) {
        QueryItem item = {ids[i], 0};
        items[i] = item;
    }
    return count;
}

static int askRay(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromHit hits[QUERY_MOST];
    int count = caromWorldCastRay(world, q->at, q->way, q->options, hits, capacity);
    return takeHits(hits, count, items, capacity);
}

static int askCircle(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromHit hits[QUERY_MOST];
    int count = caromWorldCastCircle(world, q->at, q->radius, q->way, q->options, hits, capacity);
    return takeHits(hits, count, items, capacity);
}

static int askArc(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromHit hits[QUERY_MOST];
    int count = caromWorldCastArc(world, q->at, q->radius, q->way, q->acceleration, q->duration,
                                  q->options, hits, capacity);
    return takeHits(hits, count, items, capacity);
}

static int askPoint(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromShapeId ids[QUERY_MOST];
    return takeIds(ids, caromWorldOverlapPoint(world, q->at, q->options, ids, capacity), items,
                   capacity);
}

static int askBox(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromShapeId ids[QUERY_MOST];
    CaromVec2 h = caromVec2(q->radius, 2.0 * q->radius);
    CaromBox box = {caromVec2Sub(q->at, h), caromVec2Add(q->at, h)};
    return takeIds(ids, caromWorldOverlapBox(world, box, q->options, ids, capacity), items,
                   capacity);
}

static int askDisc(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromShapeId ids[QUERY_MOST];
    return takeIds(ids, caromWorldOverlapCircle(world, q->at, q->radius, q->options, ids, capacity),
                   items, capacity);
}

static int askNearest(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromNear near[QUERY_MOST];
    CaromNearestQuery query = caromNearestQuery();
    query.point = q->at;
    query.within = 4.0 * q->radius;
    query.options = q->options;
    int count = caromWorldNearest(world, &query, near, capacity);
    for (int i = 0; i < count && i < capacity; i++) {
        double numbers[] = {near[i].distance, near[i].point.x, near[i].point.y};
        QueryItem item = {near[i].shape, hashNumbers(near[i].body.index, numbers, 3)};
        items[i] = item;
    }
    return count;
}

/// A box about the place, upright; without a radius it is a point.
static CaromGeometry boxOf(const QueryCase *q, CaromVec2 corners[4])
{
    CaromVec2 h = caromVec2(q->radius, 0.5 * q->radius);
    for (int i = 0; i < 4; i++) {
        corners[i] =
            caromVec2(q->at.x + (i == 0 || i == 3 ? -h.x : h.x), q->at.y + (i < 2 ? -h.y : h.y));
    }
    return q->radius > 0.0 ? caromGeometry(CAROM_SHAPE_POLYGON, corners, 4, 0.0)
                           : caromGeometry(CAROM_SHAPE_CIRCLE, corners, 1, 0.0);
}

static int askShape(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromHit hits[QUERY_MOST];
    CaromVec2 corners[4];
    CaromGeometry box = boxOf(q, corners);
    int count = caromWorldCastShape(world, &box, q->way, q->options, hits, capacity);
    return takeHits(hits, count, items, capacity);
}

static int askTurning(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromHit hits[QUERY_MOST];
    CaromVec2 corners[4];
    CaromGeometry box = boxOf(q, corners);
    int count =
        caromWorldCastTurning(world, &box, q->at, q->way, q->duration, q->options, hits, capacity);
    return takeHits(hits, count, items, capacity);
}

static int askOverlap(const CaromWorld *world, const QueryCase *q, QueryItem *items, int capacity)
{
    static CaromShapeOverlap found[QUERY_MOST];
    CaromVec2 corners[4];
    CaromGeometry box = boxOf(q, corners);
    int count = caromWorldOverlapShape(world, &box, q->options, found, capacity);
    for (int i = 0; i < count && i < capacity; i++) {
        double numbers[] = {found[i].depth, found[i].normal.x, found[i].normal.y};
        QueryItem item = {found[i].shape, hashNumbers(found[i].body.index, numbers, 3)};
        items[i] = item;
    }
    return count;
}

static const struct {
    const char *name;
    Asker *ask;
    bool closest;      ///< with room for one it finds one, and does not count the rest
    bool tellsWritten; ///< it returns how many it wrote
} queries[] = {
    {"ray", askRay, true, false},         {"circle", askCircle, true, false},
    {"arc", askArc, true, false},         {"point", askPoint, false, false},
    {"box", askBox, false, false},        {"disc", askDisc, false, false},
    {"nearest", askNearest, false, true}, {"shape", askShape, true, false},
    {"turning", askTurning, true, false}, {"overlap", askOverlap, false, false},
};

int queryKinds(void)
{
    return (int)(sizeof queries / sizeof queries[0]);
}

const char *queryName(int kind)
{
    return queries[kind].name;
}

bool queryItemsAreEqual(const QueryItem *a, const QueryItem *b)
{
    return a->shape.index == b->shape.index && a->shape.age == b->shape.age && a->hash == b->hash;
}

static void checkShort(const CaromWorld *world, const QueryCase *q, const QueryItem *items,
                       int count, int capacity)
{
    QueryItem some[8];
    int told = queries[q->kind].ask(world, q, some, capacity);
    int written = count < capacity ? count : capacity;
    int expected = queries[q->kind].tellsWritten || (queries[q->kind].closest && capacity == 1)
                       ? written
                       : count;
    ck_assert_msg(told == expected, "%s into %d: %d instead of %d", queryName(q->kind), capacity,
                  told, expected);
    for (int i = 0; i < capacity && i < count; i++) {
        ck_assert_msg(queryItemsAreEqual(&some[i], &items[i]), "%s into %d: %d differs",
                      queryName(q->kind), capacity, i);
    }
}

int queryAsk(const CaromWorld *world, const QueryCase *q, QueryItem items[QUERY_MOST])
{
    int count = queries[q->kind].ask(world, q, items, QUERY_MOST);
    ck_assert_int_le(count, QUERY_MOST);
    for (int capacity = 0; capacity < 4; capacity++) {
        checkShort(world, q, items, count, capacity);
    }
    return count;
}

static CaromVec2 rounded(CaromVec2 p)
{
    return caromVec2((double)(int)p.x, (double)(int)p.y);
}

QueryCase queryAny(TestRandom *random, int kind, double extent)
{
    QueryCase q = {kind,
                   randomVec(random, extent),
                   randomVec(random, extent),
                   randomVec(random, extent),
                   testRandomRange(random, 0.1, 1.5),
                   testRandomRange(random, 0.1, 2.0),
                   caromQueryOptions()};
    if (testRandomInt(random, 0, 2) == 0) {
        q.at = rounded(q.at);
        q.way = rounded(q.way);
        q.acceleration = rounded(q.acceleration);
        q.radius = testRandomInt(random, 0, 2);
        q.duration = 1.0;
    }
    q.radius = testRandomInt(random, 0, 3) ? q.radius : 0.0;
    q.options.inside = (CaromInside)testRandomInt(random, 0, CAROM_INSIDE_EXIT);
    q.options.sensors = (CaromSensorPolicy)testRandomInt(random, 0, CAROM_SENSORS_COUNT - 1);
    q.options.exits = testRandomInt(random, 0, 1);
    q.options.reentries = testRandomInt(random, 0, 3) == 0;
    return q;
}

// ---- the crowd

static CaromVec2 place(TestRandom *random, double extent, bool lattice)
{
    CaromVec2 p = randomVec(random, extent);
    return lattice ? rounded(p) : p;
}

static CaromShapeId addTiles(Crowd *crowd, TestRandom *random, CaromBodyId body,
                             const CaromShapeDef *def, double radius)
{
    uint16_t tiles[16];
    for (int i = 0; i < 16; i++) {
        tiles[i] = (uint16_t)testRandomInt(random, 0, 2);
    }
    CaromTileMap map = {4, 4, 1.0, {-2.0, -2.0}, tiles, radius};
    return caromShapeCreateTiles(crowd->world, body, def, &map);
}

static CaromShapeId addShape(Crowd *crowd, TestRandom *random, CaromBodyId body,
                             const CaromShapeDef *def, bool lattice)
{
    CaromVec2 p[6];
    for (int i = 0; i < 6; i++) {
        p[i] = place(random, 3.0, lattice);
    }
    static const CaromVec2 ring[] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}, {-1, -1}, {1, -1}, {0, 1}};
    static const int ringEnds[] = {4, 7};
    int what = testRandomInt(random, 0, 8);
    double radius = lattice ? 1.0 : testRandomRange(random, 0.1, 1.0);
    double rounding = what > 1 && testRandomInt(random, 0, 3) == 0 ? radius : 0.0;
    switch (what) {
    case 0:
        return caromShapeCreateCircle(crowd->world, body, def, p[0], radius);
    case 1:
        return caromShapeCreateCapsule(crowd->world, body, def, p[0], p[1], radius);
    case 2:
        return roundedSegment(crowd->world, body, def, p[0], p[1], rounding);
    case 3:
        return roundedOneSided(crowd->world, body, def, p[0], p[1], rounding);
    case 4:
        return roundedBox(crowd->world, body, def, p[0], caromVec2(1.0, radius), rounding);
    case 5:
        return roundedChain(crowd->world, body, def, p, 6, (uint32_t)testRandomInt(random, 0, 3),
                            rounding);
    case 6:
        return roundedRegion(crowd->world, body, def, ring, ringEnds, 2, rounding);
    case 7:
        return addTiles(crowd, random, body, def, rounding);
    default:
        return roundedPolygon(crowd->world, body, def, p, testRandomInt(random, 3, 6), rounding);
    }
}

static CaromBodyId addBody(Crowd *crowd, TestRandom *random, double extent, bool lattice)
{
    CaromBodyDef def = caromBodyDef();
    def.position = place(random, extent, lattice);
    def.angle = lattice ? 0.0 : testRandomRange(random, -10.0, 10.0);
    def.scale.x = testRandomInt(random, 0, 2) ? 1.0 : -1.0;
    if (testRandomInt(random, 0, 5) == 0) {
        def.type = crowd->count % 2 ? CAROM_BODY_DYNAMIC : CAROM_BODY_KINEMATIC;
        def.velocity = place(random, 2.0, lattice);
        def.angularVelocity = lattice ? 0.0 : testRandomRange(random, -1.0, 1.0);
    }
    return caromBodyCreate(crowd->world, &def);
}

Crowd *crowdMake(TestRandom *random, int count, double extent, bool lattice)
{
    Crowd *crowd = calloc(1, sizeof *crowd);
    ck_assert_ptr_nonnull(crowd);
    crowd->world = newWorld();
    while (crowd->count < count) {
        int i = crowd->count;
        bool alone = i == 0 || testRandomInt(random, 0, 2) > 0;
        crowd->bodies[i] = alone ? addBody(crowd, random, extent, lattice) : crowd->bodies[i - 1];
        CaromShapeDef *shape = &crowd->defs[i];
        *shape = caromShapeDef();
        shape->filter.category = (uint64_t)1 << testRandomInt(random, 0, 2);
        shape->filter.mask =
            testRandomInt(random, 0, 3) ? UINT64_MAX : (uint64_t)testRandomInt(random, 1, 7);
        shape->filter.group = testRandomInt(random, 0, 3) ? 0 : testRandomInt(random, -2, 2);
        shape->sensor = testRandomInt(random, 0, 4) == 0;
        shape->userData = &crowd->defs[i];
        crowd->shapes[i] = addShape(crowd, random, crowd->bodies[i], shape, lattice);
        if (crowd->shapes[i].index != 0) {
            crowd->count++;
        } else if (alone) { // some polygons and chains are refused
            caromBodyDestroy(crowd->world, crowd->bodies[i]);
        }
    }
    return crowd;
}

void crowdFree(Crowd *crowd)
{
    caromWorldDestroy(crowd->world);
    free(crowd);
}
