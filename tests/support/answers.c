// SPDX-License-Identifier: MIT
#include "answers.h"

#include <string.h>

static uint64_t mix(uint64_t sum, uint64_t value)
{
    sum = (sum ^ value) * 0x9e3779b97f4a7c15u;
    return sum ^ (sum >> 29);
}

static uint64_t mixNumber(uint64_t sum, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mix(sum, bits);
}

static uint64_t mixVec(uint64_t sum, CaromVec2 v)
{
    return mixNumber(mixNumber(sum, v.x), v.y);
}

static uint64_t mixHits(uint64_t sum, const CaromHit *hits, int count)
{
    sum = mix(sum, (uint64_t)count);
    for (int k = 0; k < count; k++) {
        const CaromHit *h = &hits[k];
        sum = mix(mix(sum, h->shape.index), h->shape.age);
        sum = mix(mix(sum, h->body.index), (uint64_t)h->feature);
        sum = mixVec(mixVec(mixNumber(sum, h->fraction), h->point), h->normal);
        sum = mix(mix(sum, h->startsInside), (uint64_t)(uintptr_t)h->userData);
        sum = mixVec(mixNumber(sum, h->exitFraction), h->exitPoint);
        sum = mix(mix(sum, h->material), (uint64_t)h->tile.x << 8 ^ (uint64_t)h->tile.y);
    }
    return sum;
}

enum { HITS = 64 };

static uint64_t castAll(const CaromWorld *world, TestRandom *random, CaromVec2 half, uint64_t sum)
{
    CaromHit hits[HITS];
    CaromQueryOptions options = caromQueryOptions();
    CaromVec2 from = {testRandomRange(random, -half.x, half.x),
                      testRandomRange(random, -half.y, half.y)};
    CaromVec2 way = {testRandomRange(random, -2.0 * half.x, 2.0 * half.x),
                     testRandomRange(random, -2.0 * half.y, 2.0 * half.y)};
    CaromVec2 pull = {0.0, -4.0}, bar[2] = {{-0.25, 0.0}, {0.25, 0.5}};
    CaromGeometry capsule = caromGeometry(CAROM_SHAPE_CAPSULE, bar, 2, 0.125);
    double radius = testRandomRange(random, 0.01, 0.5);
    options.exits = testRandomInt(random, 0, 1);
    bar[0] = caromVec2Add(bar[0], from);
    bar[1] = caromVec2Add(bar[1], from);
    sum = mixHits(sum, hits, caromWorldCastRay(world, from, way, options, hits, HITS));
    sum = mixHits(sum, hits, caromWorldCastRay(world, from, way, options, hits, 1));
    sum = mixHits(sum, hits, caromWorldCastCircle(world, from, radius, way, options, hits, HITS));
    sum = mixHits(sum, hits,
                  caromWorldCastArc(world, from, radius, way, pull, 1.0, options, hits, HITS));
    options.exits = false;
    sum = mixHits(sum, hits, caromWorldCastShape(world, &capsule, way, options, hits, HITS));
    return mix(sum, (uint64_t)caromWorldCastAny(world, from, 0.0, way, options));
}

static uint64_t overlapAll(const CaromWorld *world, TestRandom *random, CaromVec2 half,
                           uint64_t sum)
{
    CaromShapeId found[HITS];
    CaromNear near[8];
    CaromQueryOptions options = caromQueryOptions();
    CaromNearestQuery query = caromNearestQuery();
    CaromVec2 at = {testRandomRange(random, -half.x, half.x),
                    testRandomRange(random, -half.y, half.y)};
    int count = caromWorldOverlapCircle(world, at, 1.5, options, found, HITS);
    for (int k = 0; k < count && k < HITS; k++) {
        sum = mix(mix(sum, found[k].index), found[k].age);
    }
    query.point = at;
    count = caromWorldNearest(world, &query, near, 8);
    for (int k = 0; k < count && k < 8; k++) {
        sum = mixVec(mix(sum, near[k].shape.index), near[k].point);
        sum = mixNumber(sum, near[k].distance);
    }
    return sum;
}

uint64_t answersOf(const FlightField *field, const CaromWorld *world, uint64_t seed)
{
    TestRandom random = testRandomSeed(seed);
    uint64_t sum = mixNumber(seed, caromWorldTime(world));
    for (int k = 0; k < 12; k++) {
        sum = castAll(world, &random, field->half, sum);
        sum = overlapAll(world, &random, field->half, sum);
    }
    for (int k = 0; k < field->bodyCount; k++) {
        if (caromBodyIsValid(world, field->bodies[k])) {
            CaromTransform transform = caromBodyTransform(world, field->bodies[k]);
            bool isDynamic = caromBodyType(world, field->bodies[k]) == CAROM_BODY_DYNAMIC;
            sum = mixNumber(mixVec(sum, transform.position), transform.rotation.s);
            if (!isDynamic) { // the past has the velocities of their paths
                sum = mixVec(sum, caromBodyVelocity(world, field->bodies[k]));
            }
        }
    }
    return sum;
}
