// SPDX-License-Identifier: MIT
// The short way of rays against the general one, to the bit, in worlds of some hundred shapes of
// all kinds: closest hits, whether there is any, and batches. And that it is taken.
#include "../../support/builder.h"
#include "../../support/random.h"

#include <math.h>
#include <string.h>

#include "../../../world/query/first_hit.h"
#include "../../support/rounded.h"

#define SHAPES 300
#define RAYS 600

typedef struct Town {
    CaromWorld *world;
    TestRandom random;
    double half;   // [m] of its square
    double most;   // [m] of a shape
    bool lattice;  // coordinates are halves
    bool rounded;  // polygons and chains, some of them
    bool overlaps; // shapes may be anywhere, otherwise each keeps to its square
} Town;

static double snap(const Town *town, double x)
{
    return town->lattice ? floor(x * 2.0) * 0.5 : x;
}

static CaromVec2 place(Town *town)
{
    double x = testRandomRange(&town->random, -town->half, town->half);
    return caromVec2(snap(town, x),
                     snap(town, testRandomRange(&town->random, -town->half, town->half)));
}

static CaromVec2 near(Town *town, CaromVec2 p, double angle, double size)
{
    return caromVec2(snap(town, p.x + size * cos(angle)), snap(town, p.y + size * sin(angle)));
}

/// Refused where the lattice makes it degenerate, which is as well.
static void addShape(Town *town, CaromBodyId body, int kind, CaromVec2 at)
{
    CaromShapeDef def = caromShapeDef();
    TestRandom *random = &town->random;
    CaromVec2 points[8];
    double size = testRandomRange(random, 0.2, 1.0) * town->most;
    double first = testRandomRange(random, 0.0, 6.28);
    int count = kind == 1 ? 2 : testRandomInt(random, 3, 8);
    for (int i = 0; i < count; i++) {
        double reach = kind == 3 ? size * testRandomRange(random, 0.4, 1.0) : size;
        points[i] = near(town, at, first + 6.283185307179586 * i / count, reach);
    }
    bool isRounded = town->rounded && testRandomInt(random, 0, 2) == 0;
    double radius = isRounded ? 0.1 * town->most : 0.0;
    def.filter.category = testRandomInt(random, 0, 3) ? 1 : 2;
    if (kind == 0) {
        caromShapeCreateCircle(town->world, body, &def, at, snap(town, size) + 0.01);
    } else if (kind == 1) {
        roundedSegment(town->world, body, &def, points[0], points[1], radius);
    } else if (kind <= 3) {
        roundedPolygon(town->world, body, &def, points, count, radius);
    } else if (kind == 4) {
        caromShapeCreateCapsule(town->world, body, &def, points[0], points[1], 0.2 * size);
    } else {
        uint32_t flags = (uint32_t)testRandomInt(random, 0, 3);
        roundedChain(town->world, body, &def, points, count, flags, radius);
    }
}

static void townInit(Town *town, int seed)
{
    town->random = testRandomSeed((uint64_t)seed);
    town->half = seed % 3 == 0 ? 15.0 : 60.0;
    town->most = seed % 5 == 4 ? 30.0 : 2.0;
    town->lattice = seed % 4 == 3;
    town->rounded = seed % 2 == 1;
    town->overlaps = seed % 7 < 4;
    town->world = newWorld();
    CaromBodyId body = newRest(town->world);
    int kinds = seed % 6; // the first so many; 0: walls only
    for (int i = 0; i < SHAPES; i++) {
        CaromVec2 at = place(town);
        if (!town->overlaps) {
            at = caromVec2((i % 17 - 8) * 2.2 * town->most, (i / 17 - 8) * 2.2 * town->most);
        }
        addShape(town, body, kinds == 0 ? 1 : testRandomInt(&town->random, 0, kinds), at);
    }
    ck_assert_ptr_nonnull(town->world);
}

/// Bodies that move and turn among the rest, with the layer of what moves filled by a step, and a
/// few that were placed since.
static void addMovers(Town *town, int count)
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    for (int i = 0; i < count; i++) {
        if (i == count - count / 16) {
            caromWorldStep(town->world, 0.25);
        }
        def.position = place(town);
        def.velocity = caromVec2(testRandomRange(&town->random, -9.0, 9.0),
                                 testRandomRange(&town->random, -9.0, 9.0));
        def.angularVelocity = testRandomRange(&town->random, -2.0, 2.0);
        CaromBodyId body = caromBodyCreate(town->world, &def);
        for (int k = testRandomInt(&town->random, 0, 2); k >= 0; k--) {
            addShape(town, body, testRandomInt(&town->random, 0, 5), caromVec2(0.0, 0.0));
        }
    }
}

static CaromQueryOptions anyOptions(Town *town)
{
    CaromQueryOptions options = caromQueryOptions();
    options.inside = (CaromInside)testRandomInt(&town->random, 0, 2);
    options.filter.mask = testRandomInt(&town->random, 0, 2) ? UINT64_MAX : 1;
    return options;
}

static void anyRay(Town *town, CaromVec2 *origin, CaromVec2 *way)
{
    static const double LENGTHS[] = {0.5, 4.0, 16.0, 200.0};
    double length = LENGTHS[testRandomInt(&town->random, 0, 3)];
    *origin = place(town);
    *way = near(town, caromVec2(0.0, 0.0), testRandomRange(&town->random, 0.0, 6.28), length);
    if (testRandomInt(&town->random, 0, 9) == 0) {
        *way = caromVec2Sub(place(town), *origin);
    }
}

static bool shortWay(const CaromWorld *world, CaromVec2 origin, CaromVec2 way,
                     const CaromQueryOptions *options)
{
    CrCast cast = crCastMake(world, options, origin, way, 0.0);
    CaromHit hit;
    bool met;
    return crRayClosest(&cast, &hit, &met);
}

TEST_LOOP(rays_go_alike, 56)
{
    static const int MOVERS[] = {0, 1, 40, 0, 400}; // with 84 seeds: each with each of the rest
    Town town;
    townInit(&town, _i);
    addMovers(&town, MOVERS[_i % 5]);
    int taken = 0;
    for (int i = 0; i < RAYS; i++) {
        CaromVec2 origin, way;
        CaromQueryOptions options = anyOptions(&town);
        CaromHit plain, other, batch;
        anyRay(&town, &origin, &way);
        memset(&plain, 0, sizeof plain);
        memset(&other, 0, sizeof other);
        town.world->plain = true;
        int met = caromWorldCastRay(town.world, origin, way, options, &plain, 1);
        bool any = caromWorldCastAny(town.world, origin, 0.0, way, options);
        town.world->plain = false;
        ck_assert_msg(caromWorldCastRay(town.world, origin, way, options, &other, 1) == met &&
                          memcmp(&plain, &other, sizeof plain) == 0,
                      "seed %d, ray %d", _i, i);
        ck_assert_msg(caromWorldCastAny(town.world, origin, 0.0, way, options) == any,
                      "any, seed %d, ray %d", _i, i);
        caromWorldCastRays(town.world, &origin, &way, 1, options, &batch);
        ck_assert_msg((batch.shape.index != 0) == (met > 0) &&
                          (met == 0 || memcmp(&plain, &batch, sizeof plain) == 0),
                      "batch, seed %d, ray %d", _i, i);
        taken += shortWay(town.world, origin, way, &options);
    }
    ck_assert_msg(town.lattice || town.overlaps || taken > RAYS / 2, "seed %d: %d taken", _i,
                  taken);
    caromWorldDestroy(town.world);
}

/// More than are kept in the caller's order of work: of results it is still the order.
TEST_LOOP(batches_go_alike, 2)
{
    enum { ROW = 150, MANY = 3000 };
    static CaromVec2 origins[MANY], ways[MANY];
    static CaromHit hits[MANY];
    Town town = {.random = testRandomSeed((uint64_t)_i), .half = 1.2 * ROW};
    town.world = newWorld();
    CaromBodyId body = newRest(town.world);
    for (int i = 0; i < ROW * ROW; i++) {
        CaromVec2 at = {2.0 * (i % ROW) - ROW, 2.0 * (i / ROW) - ROW};
        newCircle(town.world, body, at, 0.3);
    }
    for (int i = 0; i < MANY; i++) {
        anyRay(&town, &origins[i], &ways[i]);
    }
    CaromQueryOptions options = caromQueryOptions();
    int met = caromWorldCastRays(town.world, origins, ways, MANY, options, hits), alone = 0;
    for (int i = 0; i < MANY; i++) {
        CaromHit hit;
        if (caromWorldCastRay(town.world, origins[i], ways[i], options, &hit, 1) > 0) {
            ck_assert_msg(memcmp(&hit, &hits[i], sizeof hit) == 0, "seed %d, ray %d", _i, i);
            alone++;
        } else {
            ck_assert_msg(hits[i].shape.index == 0 && hits[i].fraction == 1.0, "seed %d, ray %d",
                          _i, i);
        }
    }
    ck_assert_int_eq(met, alone);
    caromWorldDestroy(town.world);
}

/// From where the ends of an edge are nearly the same way off: ever farther, and of ever shorter
/// edges.
TEST_WORLD_LOOP(rays_from_afar_go_alike, 35, newWorld())
{
    TestRandom random = testRandomSeed((uint64_t)_i + 900);
    double size = pow(10.0, -4 + _i % 5), far = pow(10.0, 4 + _i % 7);
    CaromBodyId body = newRest(world);
    CaromVec2 places[40];
    for (int k = 0; k < 40; k++) {
        places[k] = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
        CaromVec2 half =
            caromVec2(testRandomRange(&random, -size, size), testRandomRange(&random, -size, size));
        newSegment(world, body, caromVec2Sub(places[k], half), caromVec2Add(places[k], half));
    }
    int met = 0;
    for (int k = 0; k < 400; k++) {
        CaromVec2 origin =
            caromVec2(testRandomRange(&random, -far, far), testRandomRange(&random, -far, far));
        CaromVec2 way = caromVec2Sub(places[k % 40], origin);
        way = caromVec2Scale(way, testRandomInt(&random, 0, 1) ? 2.0 : 1.0 + 1e-6);
        CaromHit plain, usual;
        world->plain = true;
        int first = caromWorldCastRay(world, origin, way, caromQueryOptions(), &plain, 1);
        world->plain = false;
        int second = caromWorldCastRay(world, origin, way, caromQueryOptions(), &usual, 1);
        ck_assert_msg(first == second && (!first || (plain.shape.index == usual.shape.index &&
                                                     plain.fraction == usual.fraction)),
                      "seed %d, ray %d", _i, k);
        met += first;
    }
    ck_assert_int_gt(met, 200);
}
