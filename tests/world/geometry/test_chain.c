// SPDX-License-Identifier: MIT
// Chains, capsules and shapes rounded by a radius. Oracles: the same edges made one by one; the
// polygon that has them as outline, to the bit; distances in long double. Joints let nothing
// through.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/random_vec.h"
#include "../../support/rounded.h"

enum { POINTS = 9, SHOTS = 24 };

// ---- two worlds, the same shots

typedef struct Pair {
    CaromWorld *worlds[2];
    CaromBodyId bodies[2];
    CaromShapeDef def;
    double radius; ///< [m] rounds what is compared
    TestRandom random;
} Pair;

static Pair makePair(int seed, CaromTransform transform)
{
    Pair pair;
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, seed % 2 ? -9.0 : 0.0);
    pair.random = testRandomSeed((uint64_t)seed);
    pair.def = caromShapeDef();
    pair.radius = seed / 2 % 2 ? testRandomRange(&pair.random, 0.01, 0.5) : 0.0;
    for (int w = 0; w < 2; w++) {
        pair.worlds[w] = caromWorldCreate(&def, NULL);
        pair.bodies[w] = newRest(pair.worlds[w]);
        ck_assert_ok(caromBodySetTransform(pair.worlds[w], pair.bodies[w], transform));
    }
    return pair;
}

static void freePair(Pair *pair)
{
    for (int w = 0; w < 2; w++) {
        endWorld(pair->worlds[w]);
    }
}

/// Compares what happens to the same shots in both worlds; returns the number of hits. part: the
/// edge of a hit in the second world. outside: no shot starts within its points, or null.
static int compareFlights(Pair *pair, double radius, int (*part)(const CaromHitEvent *),
                          const CaromGeometry *outside, int seed)
{
    int hits = 0;
    for (int i = 0; i < SHOTS; i++) {
        CaromProjectileDef shot = caromProjectileDef();
        do {
            shot.position = randomVec(&pair->random, 6.0);
        } while (outside && caromPointInPolygon(shot.position, outside->points, outside->count));
        shot.velocity = randomVec(&pair->random, 20.0);
        shot.radius = radius;
        shot.restitution = testRandomRange(&pair->random, 0.3, 1.0);
        shot.friction = testRandomUnit(&pair->random);
        caromProjectileFire(pair->worlds[0], &shot);
        caromProjectileFire(pair->worlds[1], &shot);
    }
    for (int step = 1; step <= 30; step++) {
        caromWorldStepTo(pair->worlds[0], step / 15.0);
        caromWorldStepTo(pair->worlds[1], step / 15.0);
        CaromEvents a = caromWorldEvents(pair->worlds[0]), b = caromWorldEvents(pair->worlds[1]);
        ck_assert_msg(a.hitCount == b.hitCount && a.endCount == b.endCount &&
                          a.modeCount == b.modeCount,
                      "seed %d: other events in step %d", seed, step);
        for (int k = 0; k < a.hitCount; k++) {
            const CaromHitEvent *p = &a.hits[k], *q = &b.hits[k];
            ck_assert_msg(
                p->time == q->time && p->projectile.index == q->projectile.index &&
                    memcmp(&p->center, &q->center, sizeof p->center) == 0 &&
                    memcmp(&p->normal, &q->normal, sizeof p->normal) == 0 &&
                    memcmp(&p->velocityAfter, &q->velocityAfter, sizeof p->velocityAfter) == 0 &&
                    p->feature == part(q) && p->corner == q->corner,
                "seed %d: shot %u hits otherwise in step %d", seed, p->projectile.index, step);
        }
        hits += a.hitCount;
    }
    return hits;
}

static int featureOf(const CaromHitEvent *hit)
{
    return hit->feature;
}

static int orderOf(const CaromHitEvent *hit)
{
    return (int)hit->shape.index - 1;
}

/// Oracle: each edge a shape of its own, made in order.
TEST_LOOP(chains_are_as_their_edges_one_by_one, 32)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 500);
    CaromTransform transform = caromTransform(
        randomVec(&random, 1.0), testRandomRange(&random, -4.0, 4.0), caromVec2(0.8, 1.4));
    Pair pair = makePair(_i, transform);
    CaromVec2 points[POINTS];
    uint32_t flags = (uint32_t)_i % 4;
    bool oneSided = flags & CAROM_CHAIN_ONE_SIDED;
    int count = testRandomInt(&pair.random, 3, POINTS);
    for (int i = 0; i < count; i++) {
        points[i] = randomVec(&pair.random, 4.0);
    }
    CaromShapeId chain =
        roundedChain(pair.worlds[0], pair.bodies[0], &pair.def, points, count, flags, pair.radius);
    ck_assert_uint_ne(chain.index, 0);
    for (int i = 0; i < (flags & CAROM_CHAIN_CLOSED ? count : count - 1); i++) {
        CaromVec2 a = points[i], b = points[(i + 1) % count];
        oneSided ? roundedOneSided(pair.worlds[1], pair.bodies[1], &pair.def, a, b, pair.radius)
                 : roundedSegment(pair.worlds[1], pair.bodies[1], &pair.def, a, b, pair.radius);
    }
    double radius = _i / 4 % 2 ? testRandomRange(&pair.random, 0.05, 0.5) : 0.0;
    ck_assert_int_gt(compareFlights(&pair, radius, orderOf, NULL, _i), 0);
    freePair(&pair);
}

/// From outside they behave alike. Only the edge that is named may differ where a cast starts over
/// two edges' common end: of the loop it is the edge that the cast starts in front of.
TEST_LOOP(one_sided_loops_are_outlines_of_polygons, 32)
{
    TestRandom random = testRandomSeed((uint64_t)_i + 900);
    bool mirrored = _i / 8 % 2;
    CaromTransform transform =
        caromTransform(randomVec(&random, 1.0), testRandomRange(&random, -4.0, 4.0),
                       caromVec2(mirrored ? -0.8 : 0.8, 1.4));
    Pair pair = makePair(_i, transform);
    CaromVec2 points[POINTS];
    int count = testRandomInt(&pair.random, 3, POINTS);
    flightStar(&pair.random, points, count, 4.0, _i / 16 % 2);
    CaromShapeId loop = roundedChain(pair.worlds[0], pair.bodies[0], &pair.def, points, count,
                                     CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED, pair.radius);
    CaromShapeId polygon =
        roundedPolygon(pair.worlds[1], pair.bodies[1], &pair.def, points, count, pair.radius);
    CaromGeometry a, b;
    ck_assert_ok(caromShapeGeometry(pair.worlds[0], loop, &a, NULL));
    ck_assert_ok(caromShapeGeometry(pair.worlds[1], polygon, &b, NULL));
    ck_assert(a.type == CAROM_SHAPE_LOOP && a.count == count && a.radius == b.radius);
    ck_assert(memcmp(a.points, b.points, (size_t)count * sizeof a.points[0]) == 0);
    double radius = _i / 4 % 2 ? testRandomRange(&pair.random, 0.05, 0.5) : 0.0;
    int shots = 0, hits = 0;
    while (shots < 200) {
        CaromVec2 from = randomVec(&pair.random, 7.0), way = randomVec(&pair.random, 14.0);
        CaromHit p = {0}, q = {0};
        if (caromPointInPolygon(from, a.points, count)) {
            continue;
        }
        int n = caromWorldCastCircle(pair.worlds[0], from, radius, way, caromQueryOptions(), &p, 1);
        int m = caromWorldCastCircle(pair.worlds[1], from, radius, way, caromQueryOptions(), &q, 1);
        ck_assert_msg(n == m && p.fraction == q.fraction && p.startsInside == q.startsInside &&
                          (p.feature == q.feature || p.startsInside) &&
                          memcmp(&p.normal, &q.normal, sizeof p.normal) == 0,
                      "seed %d: cast %d", _i, shots);
        shots++;
        hits += n;
    }
    ck_assert_int_gt(hits, 10);
    ck_assert_int_gt(compareFlights(&pair, radius, featureOf, &a, _i), 0);
    freePair(&pair);
}

// ---- distances, in long double

typedef struct Solid {
    CaromVec2 points[POINTS];
    int count, edges;
    bool filled;
    double radius;
} Solid;

static long double distanceToEdge(CaromVec2 p, CaromVec2 a, CaromVec2 b)
{
    long double dx = (long double)b.x - a.x, dy = (long double)b.y - a.y, px = p.x - a.x,
                py = p.y - a.y, squared = dx * dx + dy * dy;
    long double u = squared > 0 ? (px * dx + py * dy) / squared : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return hypotl(px - u * dx, py - u * dy);
}

/// < 0 inside. Parity of the edges to the right of p.
static long double distanceTo(const Solid *s, CaromVec2 p)
{
    long double least = 1e30L;
    bool inside = false;
    for (int i = 0; i < s->edges; i++) {
        CaromVec2 a = s->points[i], b = s->points[(i + 1) % s->count];
        least = fminl(least, distanceToEdge(p, a, b));
        inside ^= (a.y > p.y) != (b.y > p.y) &&
                  p.x < (long double)a.x + ((long double)p.y - a.y) * ((long double)b.x - a.x) /
                                               ((long double)b.y - a.y);
    }
    return (inside && s->filled ? -least : least) - s->radius;
}

static CaromShapeId makeSolid(CaromWorld *world, CaromBodyId body, TestRandom *random, int what,
                              Solid *s)
{
    CaromShapeDef def = caromShapeDef();
    s->radius = testRandomRange(random, 0.01, 1.5);
    s->count = what == 0 ? 2 : testRandomInt(random, 3, POINTS);
    s->edges = what == 0 ? 1 : what == 1 ? s->count - 1 : s->count;
    s->filled = what >= 3;
    for (int i = 0; i < s->count; i++) {
        s->points[i] = randomVec(random, 4.0);
    }
    if (what >= 3) {
        flightStar(random, s->points, s->count, 4.0, what == 4);
    }
    return what == 0
               ? caromShapeCreateCapsule(world, body, &def, s->points[0], s->points[1], s->radius)
           : what < 3 ? roundedChain(world, body, &def, s->points, s->count,
                                     what == 2 ? CAROM_CHAIN_CLOSED : 0, s->radius)
                      : roundedPolygon(world, body, &def, s->points, s->count, s->radius);
}

/// Along the cast nothing is deeper than rounding before the hit, and there it touches.
static void checkRay(const Solid *s, CaromWorld *world, CaromVec2 from, double radius,
                     CaromVec2 way, int seed)
{
    CaromHit hit;
    CaromQueryOptions options = caromQueryOptions();
    int n = caromWorldCastCircle(world, from, radius, way, options, &hit, 1);
    long double start = distanceTo(s, from) - radius;
    ck_assert_msg((start < -1e-9L) == (n == 1 && hit.startsInside), "seed %d: start", seed);
    if (start < -1e-9L) {
        ck_assert_msg(fabsl(hit.distance - start) < 1e-9L, "seed %d: depth", seed);
        CaromShapeId touched;
        ck_assert_int_eq(caromWorldOverlapCircle(world, from, radius, options, &touched, 1), 1);
        return;
    }
    double end = n == 1 ? hit.fraction : 1.0;
    for (int k = 0; k <= 100; k++) {
        CaromVec2 p = caromVec2Add(from, caromVec2Scale(way, end * k / 100.0));
        ck_assert_msg(distanceTo(s, p) - radius > -1e-9L, "seed %d: too deep", seed);
    }
    if (n == 1) {
        CaromVec2 p = caromVec2Add(from, caromVec2Scale(way, end));
        ck_assert_msg(fabsl(distanceTo(s, p) - radius) < 1e-9L &&
                          fabsl(distanceTo(s, hit.point)) < 1e-9L,
                      "seed %d: hit", seed);
    }
}

TEST_WORLD_SEEDS(rounded_shapes_are_met_where_distance_says, 100, newWorld())
{
    CaromBodyId body = newRest(world);
    Solid s;
    ck_assert_uint_ne(makeSolid(world, body, &random, _i % 5, &s).index, 0);
    for (int k = 0; k < 200; k++) {
        CaromVec2 from = randomVec(&random, 7.0), way = randomVec(&random, 14.0);
        checkRay(&s, world, from, k % 2 ? testRandomUnit(&random) : 0.0, way, _i);
    }
}

// ---- joints

/// Closed, two-sided, of small whole numbers: an L with a long needle of a corner.
static const CaromVec2 CELL[6] = {{-4, -4}, {6, -4}, {6, 1}, {1, 0}, {0, 5}, {-4, 4}};

/// Aimed at joints, and along edges into them: whatever is shot within stays within.
TEST_LOOP(joints_let_nothing_through, 32)
{
    CaromWorldDef def = caromWorldDef();
    TestRandom random = testRandomSeed((uint64_t)_i);
    def.gravity = caromVec2(0.0, _i % 2 ? -10.0 : 0.0);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromVec2 points[6];
    double radius = _i / 2 % 2 ? testRandomRange(&random, 0.01, 0.6) : 0.0;
    for (int i = 0; i < 6; i++) { // two-sided, or solid outside
        points[i] = CELL[_i / 4 % 2 ? 5 - i : i];
    }
    newChain(world, newRest(world), points, 6,
             _i / 4 % 2 ? CAROM_CHAIN_CLOSED | CAROM_CHAIN_ONE_SIDED : CAROM_CHAIN_CLOSED);
    for (int i = 0; i < SHOTS; i++) {
        CaromProjectileDef shot = caromProjectileDef();
        shot.position = caromVec2(testRandomInt(&random, -3, 0), testRandomInt(&random, -3, 0));
        shot.velocity =
            caromVec2Scale(caromVec2Sub(CELL[i % 6], shot.position), testRandomInt(&random, 1, 8));
        shot.radius = radius;
        shot.restTime = 0.0;
        shot.bounces = 40;
        fireShot(world, &shot);
    }
    int hits = 0;
    for (int step = 1; step <= 60; step++) {
        CaromEvents events = eventsUntil(world, step / 15.0);
        hits += events.hitCount;
        for (int k = 0; k < events.hitCount; k++) {
            CaromVec2 p = events.hits[k].center;
            bool within = caromPointInPolygon(p, CELL, 6);
            ck_assert_msg(within, "seed %d: shot %u is out at (%a, %a)", _i,
                          events.hits[k].projectile.index, p.x, p.y);
        }
        for (int k = 0; k < events.endCount; k++) {
            ck_assert_int_eq(events.ends[k].reason, CAROM_END_BOUNCES);
        }
    }
    ck_assert_int_gt(hits, SHOTS);
    caromWorldDestroy(world);
}

// ---- single cases

TEST_LOOP(capsules_without_length_are_circles, 6)
{
    Pair pair = makePair(_i, caromTransform(caromVec2(1, 0), 0.3, caromVec2(-2.0, 0.5)));
    CaromVec2 c = caromVec2(0.5, 1.0);
    caromShapeCreateCapsule(pair.worlds[0], pair.bodies[0], &pair.def, c, c, 1.25);
    caromShapeCreateCircle(pair.worlds[1], pair.bodies[1], &pair.def, c, 1.25);
    ck_assert_int_gt(compareFlights(&pair, _i / 2 * 0.2, featureOf, NULL, _i), 0);
    freePair(&pair);
}

TEST(radius_follows_scale_as_that_of_circles)
{
    Pair pair = makePair(0, caromTransform(caromVec2(1, 0), 0.3, caromVec2(-2.0, 0.5)));
    CaromGeometry g;
    CaromShapeId box = roundedBox(pair.worlds[0], pair.bodies[0], &pair.def, caromVec2(0, 0),
                                  caromVec2(1, 1), 0.25);
    ck_assert_ok(caromShapeGeometry(pair.worlds[0], box, &g, NULL));
    ck_assert(g.type == CAROM_SHAPE_POLYGON && fabs(g.radius - 0.5) < 1e-15);
    uint64_t hash = caromWorldHash(pair.worlds[0]);
    caromShapeDestroy(pair.worlds[0], box);
    box = roundedBox(pair.worlds[1], pair.bodies[1], &pair.def, caromVec2(0, 0), caromVec2(1, 1),
                     0.125);
    ck_assert(caromWorldHash(pair.worlds[1]) != hash);
    freePair(&pair);
}

/// A shot is refused where the rim is, though that is outside of the polygon's points.
TEST_WORLD(rims_are_solid, newWorld())
{
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    roundedBox(world, newRest(world), &shape, caromVec2(0, 0), caromVec2(1, 1), 0.5);
    static const CaromVec2 in[3] = {{0, 0}, {1.4, 0.9}, {1.3, 1.3}};
    for (int i = 0; i < 3; i++) {
        shot.position = in[i];
        caromProjectileFire(world, &shot);
    }
    shot.position = caromVec2(1.4, 1.4); // off the round corner
    shot.velocity = caromVec2(-3.0, -3.0);
    caromProjectileFire(world, &shot);
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_eq(events.endCount, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(events.ends[i].reason, CAROM_END_INSIDE);
    }
    // From 0.4·√2 off the corner point to 0.5 off it, at 3·√2 m/s; straight back.
    ck_assert_int_eq(events.hitCount, 1);
    ck_assert(fabs(events.hits[0].time - (0.4 * sqrt(2.0) - 0.5) / (3.0 * sqrt(2.0))) < 1e-14);
    ck_assert(events.hits[0].corner && fabs(events.hits[0].velocityAfter.x - 3.0) < 1e-12);
}

TEST_WORLD(a_million_points_are_a_chain, newWorld())
{
    enum { MILLION = 1000000 };
    CaromVec2 *points = malloc(MILLION * sizeof *points);
    ck_assert_ptr_nonnull(points);
    for (int i = 0; i < MILLION; i++) {
        points[i] = caromVec2(i, i % 2);
    }
    CaromShapeId chain = newChain(world, newRest(world), points, MILLION, CAROM_CHAIN_ONE_SIDED);
    ck_assert_int_eq(caromWorldCounters(world).edges, MILLION - 1);
    CaromHit hit;
    ck_assert_int_eq(caromWorldCastRay(world, caromVec2(777777.25, -5.0), caromVec2(0.0, 10.0),
                                       caromQueryOptions(), &hit, 1),
                     1);
    ck_assert(hit.feature == 777777 && fabs(hit.fraction - 0.575) < 1e-15); // 0.75 up
    ck_assert_ok(caromShapeDestroy(world, chain));
    ck_assert_int_eq(caromWorldCounters(world).edges, 0);
    free(points);
}
