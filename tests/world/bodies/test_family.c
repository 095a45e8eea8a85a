// SPDX-License-Identifier: MIT
// Bodies that hang from bodies. Oracles: a world in which all shapes are put on one body, their
// points taken through the base transforms by hand; and the transforms of a line of bodies at the
// clock, applied one after the other.

#include <math.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"
#include "../../support/random_vec.h"

static CaromWorld *makeWorld(void)
{
    CaromWorldDef def = newWorldDef();
    def.tag = 3;
    return caromWorldCreate(&def, NULL);
}

static double sign(TestRandom *random)
{
    return testRandomInt(random, 0, 2) == 0 ? -1.0 : 1.0;
}

/// equal: by axis, in size.
static CaromTransform anyTransform(TestRandom *random, bool equal)
{
    double x = testRandomRange(random, 0.5, 1.6);
    double y = equal ? x : testRandomRange(random, 0.5, 1.6);
    CaromVec2 scale = {x * sign(random), y * sign(random)};
    return caromTransform(randomVec(random, 1.5), testRandomRange(random, -4.0, 4.0), scale);
}

static CaromBodyId hang(CaromWorld *world, CaromBodyId parent, CaromBodyType type,
                        CaromTransform transform)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.parent = parent;
    CaromBodyId body = caromBodyCreate(world, &def);
    ck_assert_uint_ne(body.index, 0);
    ck_assert_ok(caromBodySetTransform(world, body, transform));
    return body;
}

static bool mirrors(CaromTransform t)
{
    return (t.scale.x < 0.0) != (t.scale.y < 0.0);
}

// ---- a family, and all of it put on one body by hand

enum { LINE = 4, EACH = 3, SHOTS = 24 };

typedef struct Twins {
    CaromWorld *family, *single;
    CaromBodyId line[LINE], body; ///< line[0] and body move alike
    int hits;
} Twins;

/// A shape on body `depth` of the line, and the same on the single body.
static void addShape(Twins *twins, TestRandom *random, int depth, const CaromTransform *base)
{
    CaromVec2 points[7], byHand[7];
    int kind = testRandomInt(random, 0, 3), count = testRandomInt(random, 3, 7);
    flightStar(random, points, count, testRandomRange(random, 0.3, 1.0), false);
    double radius = testRandomRange(random, 0.1, 0.5), scaled = radius;
    for (int i = 0; i < count; i++) {
        byHand[i] = points[i];
        for (int k = depth; k > 0; k--) {
            byHand[i] = caromTransformPoint(base[k], byHand[i]);
        }
    }
    for (int k = depth; k > 0; k--) {
        scaled = caromTransformRadius(base[k], scaled);
    }
    CaromBodyId on = twins->line[depth];
    CaromWorld *f = twins->family, *s = twins->single;
    CaromShapeId a, b;
    if (kind == 0) {
        a = newPolygon(f, on, points, count);
        b = newPolygon(s, twins->body, byHand, count);
    } else if (kind == 1) {
        a = newChain(f, on, points, count, 0);
        b = newChain(s, twins->body, byHand, count, 0);
    } else if (kind == 2) {
        a = newCapsule(f, on, points[0], points[1], radius);
        b = newCapsule(s, twins->body, byHand[0], byHand[1], scaled);
    } else {
        a = newCircle(f, on, points[0], radius);
        b = newCircle(s, twins->body, byHand[0], scaled);
    }
    ck_assert(a.index != 0 && a.index == b.index);
}

static void makeTwins(Twins *twins, TestRandom *random, CaromBodyType type)
{
    CaromTransform base[LINE];
    CaromBodyId none = {0, 0, 0};
    memset(twins, 0, sizeof *twins);
    twins->family = makeWorld();
    twins->single = makeWorld();
    for (int k = 0; k < LINE; k++) { // circles: what hangs lowest may scale as it likes
        base[k] = anyTransform(random, k > 0 && k < LINE - 1);
        twins->line[k] = hang(twins->family, k > 0 ? twins->line[k - 1] : none, type, base[k]);
    }
    twins->body = hang(twins->single, none, type, base[0]);
    for (int i = 0; i < LINE * EACH; i++) {
        addShape(twins, random, i % LINE, base);
    }
}

static void fireBoth(Twins *twins, TestRandom *random)
{
    for (int i = 0; i < SHOTS; i++) {
        CaromProjectileDef def = newShot(randomVec(random, 12.0), caromVec2(0, 0));
        def.velocity = caromVec2Sub(randomVec(random, 2.0), def.position); // there within a second
        def.radius = i % 2 ? 0.0 : 0.15;
        CaromProjectileId a = caromProjectileFire(twins->family, &def),
                          b = caromProjectileFire(twins->single, &def);
        ck_assert(a.index != 0 && a.index == b.index);
    }
}

static void compareEvents(Twins *twins, int seed)
{
    CaromEvents p = caromWorldEvents(twins->family), q = caromWorldEvents(twins->single);
    ck_assert_msg(p.hitCount == q.hitCount && p.endCount == q.endCount,
                  "seed %d: %d hits, by hand %d", seed, p.hitCount, q.hitCount);
    for (int i = 0; i < p.hitCount; i++) {
        const CaromHitEvent *h = &p.hits[i], *k = &q.hits[i];
        ck_assert_msg(h->time == k->time && h->projectile.index == k->projectile.index &&
                          h->shape.index == k->shape.index &&
                          memcmp(&h->center, &k->center, sizeof h->center) == 0 &&
                          memcmp(&h->velocityAfter, &k->velocityAfter, sizeof h->center) == 0 &&
                          memcmp(&h->normal, &k->normal, sizeof h->normal) == 0,
                      "seed %d: hit %d at %.17g, by hand %.17g", seed, i, h->time, k->time);
    }
    for (int i = 0; i < p.endCount; i++) {
        ck_assert(p.ends[i].time == q.ends[i].time && p.ends[i].reason == q.ends[i].reason);
    }
    twins->hits += p.hitCount;
}

static void compareRays(const Twins *twins, TestRandom *random, int seed)
{
    CaromHit p[3], q[3];
    for (int r = 0; r < 20; r++) {
        CaromVec2 from = randomVec(random, 8.0), way = randomVec(random, 16.0);
        double radius = r % 2 ? 0.0 : 0.3;
        CaromQueryOptions options = caromQueryOptions();
        int n = caromWorldCastCircle(twins->family, from, radius, way, options, p, 3);
        ck_assert_int_eq(n, caromWorldCastCircle(twins->single, from, radius, way, options, q, 3));
        for (int i = 0; i < n && i < 3; i++) {
            ck_assert_msg(p[i].fraction == q[i].fraction && p[i].shape.index == q[i].shape.index &&
                              p[i].normal.x == q[i].normal.x && p[i].feature == q[i].feature,
                          "seed %d ray %d hit %d", seed, r, i);
        }
    }
}

/// The same edit of what moves both.
static void moveBoth(Twins *twins, TestRandom *random)
{
    CaromVec2 v = randomVec(random, 2.0);
    double spin = testRandomRange(random, -2.0, 2.0);
    CaromTransform t = anyTransform(random, false);
    CaromError a, b;
    switch (testRandomInt(random, 0, 3)) {
    case 0:
        a = caromBodySetTransform(twins->family, twins->line[0], t);
        b = caromBodySetTransform(twins->single, twins->body, t);
        break;
    case 1:
        a = caromBodySetAngularVelocity(twins->family, twins->line[0], spin);
        b = caromBodySetAngularVelocity(twins->single, twins->body, spin);
        break;
    default:
        a = caromBodySetVelocity(twins->family, twins->line[0], v);
        b = caromBodySetVelocity(twins->single, twins->body, v);
        break;
    }
    ck_assert(a == b && (a == CAROM_OK || a == CAROM_ERROR_STATIC));
}

// Base transforms are applied one after the other, so the bits are those of points put there by
// hand. Circles aside: under an ancestor's unequal scale theirs is another rule (see below).
TEST_SEEDS(a_family_flies_as_one_body, flightTestRounds(300, 12))
{
    Twins twins;
    makeTwins(&twins, &random, _i % 3 == 0 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC);
    // The topmost one scales equally, or round shapes would be other ones.
    CaromTransform top = anyTransform(&random, true);
    ck_assert_ok(caromBodySetTransform(twins.family, twins.line[0], top));
    ck_assert_ok(caromBodySetTransform(twins.single, twins.body, top));
    fireBoth(&twins, &random);
    for (int step = 1; step <= 12; step++) {
        caromWorldStepTo(twins.family, step / 4.0);
        caromWorldStepTo(twins.single, step / 4.0);
        compareEvents(&twins, _i);
        compareRays(&twins, &random, _i);
        if (step % 2 == 0) {
            CaromTransform kept = caromBodyTransform(twins.family, twins.line[0]);
            moveBoth(&twins, &random);
            CaromTransform now = caromBodyTransform(twins.family, twins.line[0]);
            if (fabs(now.scale.x) != fabs(now.scale.y)) {
                caromBodySetTransform(twins.family, twins.line[0], kept);
                caromBodySetTransform(twins.single, twins.body, kept);
            }
        }
        ck_assert(caromWorldValidate(twins.family));
    }
    ck_assert_int_gt(twins.hits, 0);
    caromWorldDestroy(twins.family);
    caromWorldDestroy(twins.single);
}

// ---- any motion of any family, against transforms at the clock applied one after the other

enum { BODIES = 7 };

typedef struct Clan {
    CaromWorld *world;
    CaromBodyId bodies[BODIES];
    int count;
    double size; ///< [m] the largest coordinate so far, for the bound
} Clan;

typedef struct Long {
    long double x, y;
} Long;

static Long placeByHand(const Clan *clan, CaromBodyId body, CaromVec2 local)
{
    Long p = {local.x, local.y};
    while (body.index != 0) {
        CaromTransform t = caromBodyTransform(clan->world, body);
        long double x = p.x * t.scale.x, y = p.y * t.scale.y;
        p.x = t.rotation.c * x - t.rotation.s * y + t.position.x;
        p.y = t.rotation.s * x + t.rotation.c * y + t.position.y;
        body = caromBodyParent(clan->world, body);
    }
    return p;
}

static double farFrom(CaromVec2 p, Long q)
{
    return (double)(fabsl(p.x - q.x) + fabsl(p.y - q.y));
}

static void growClan(Clan *clan, TestRandom *random)
{
    CaromBodyDef def = caromBodyDef();
    int parent = testRandomInt(random, -1, clan->count - 1);
    CaromTransform t = anyTransform(random, testRandomInt(random, 0, 2) > 0);
    def.type = testRandomInt(random, 0, 4) == 0 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC;
    def.position = t.position;
    def.angle = caromRotationAngle(t.rotation);
    def.scale = t.scale;
    if (parent >= 0) {
        def.parent = clan->bodies[parent];
    }
    CaromBodyId body = caromBodyCreate(clan->world, &def);
    if (body.index != 0) {
        newBox(clan->world, body, randomVec(random, 1.0), caromVec2(0.3, 0.2));
        clan->bodies[clan->count++] = body;
    } else {
        ck_assert_int_eq(caromWorldLastError(clan->world), CAROM_ERROR_STATIC);
    }
}

/// Where everything is, before and after a change of motion: the same to the bit.
static void placesOf(const Clan *clan, CaromVec2 *out)
{
    for (int k = 0; k < clan->count; k++) {
        out[k] = caromBodyPoint(clan->world, clan->bodies[k], caromVec2(0.7, -0.4));
    }
}

static void changeMotion(Clan *clan, TestRandom *random, int seed)
{
    CaromVec2 before[BODIES], after[BODIES];
    CaromBodyId body = clan->bodies[testRandomInt(random, 0, clan->count - 1)];
    bool stops = testRandomInt(random, 0, 2) == 0;
    placesOf(clan, before);
    if (testRandomInt(random, 0, 1)) {
        caromBodySetVelocity(clan->world, body, stops ? caromVec2(0, 0) : randomVec(random, 2.0));
    } else {
        caromBodySetAngularVelocity(clan->world, body,
                                    stops ? 0.0 : testRandomRange(random, -3.0, 3.0));
    }
    placesOf(clan, after);
    for (int k = 0; k < clan->count; k++) {
        double moved = fabs(before[k].x - after[k].x) + fabs(before[k].y - after[k].y);
        ck_assert_msg(moved <= 1e-14 * clan->size, "seed %d: body %d jumps by %g", seed, k, moved);
    }
}

static void changeClan(Clan *clan, TestRandom *random, int seed)
{
    static const CaromBodyId none;
    CaromBodyId a = clan->bodies[testRandomInt(random, 0, clan->count - 1)];
    CaromBodyId b = clan->bodies[testRandomInt(random, 0, clan->count - 1)];
    uint64_t hash = caromWorldHash(clan->world);
    CaromError error = CAROM_OK;
    switch (testRandomInt(random, 0, 7)) {
    case 0:
        error = caromBodySetTransform(clan->world, a,
                                      anyTransform(random, testRandomInt(random, 0, 1)));
        break;
    case 1:
        error = caromBodySetParent(clan->world, a, testRandomInt(random, 0, 3) == 0 ? none : b);
        break;
    case 2:
        if (clan->count < BODIES) {
            growClan(clan, random);
        }
        return;
    default:
        changeMotion(clan, random, seed);
        return;
    }
    ck_assert(error == CAROM_OK || error == CAROM_ERROR_MOTION || error == CAROM_ERROR_CYCLE ||
              error == CAROM_ERROR_STATIC);
    ck_assert_msg(error == CAROM_OK || caromWorldHash(clan->world) == hash,
                  "seed %d: refused with %s, and something changed", seed, caromErrorName(error));
}

static void checkClan(Clan *clan, TestRandom *random, int seed)
{
    for (int k = 0; k < clan->count; k++) {
        CaromVec2 local = randomVec(random, 2.0);
        CaromVec2 place = caromBodyPoint(clan->world, clan->bodies[k], local);
        Long byHand = placeByHand(clan, clan->bodies[k], local);
        CaromMatrix m = caromBodyMatrix(clan->world, clan->bodies[k]);
        CaromVec2 back = caromBodyPointInverse(clan->world, clan->bodies[k], place);
        clan->size = fmax(clan->size, 1.0 + fabs(place.x) + fabs(place.y));
        double bound = 1e-13 * clan->size, off = farFrom(place, byHand);
        ck_assert_msg(off <= bound, "seed %d: body %d is %g off at %g", seed, k, off,
                      caromWorldTime(clan->world));
        ck_assert(farFrom(caromMatrixPoint(m, local), byHand) <= bound);
        // scales of 0.5 at least, LINE deep: back it is magnified by 2 each
        ck_assert(fabs(back.x - local.x) + fabs(back.y - local.y) <= 128.0 * bound);
    }
    ck_assert(caromWorldValidate(clan->world));
}

TEST_SEEDS(every_family_is_where_its_transforms_say, flightTestRounds(400, 12))
{
    Clan clan = {makeWorld(), {{0, 0, 0}}, 0, 1.0};
    for (int k = 0; k < 4; k++) {
        growClan(&clan, &random);
        if (clan.count == 0) {
            k--;
        }
    }
    double time = 0.0;
    for (int edit = 0; edit < 40; edit++) {
        changeClan(&clan, &random, _i);
        checkClan(&clan, &random, _i);
        time += testRandomRange(&random, 0.01, 0.3);
        caromWorldStepTo(clan.world, time);
        checkClan(&clan, &random, _i);
    }
    caromWorldDestroy(clan.world);
}

// The velocity of a body's material is how fast its places change: second order differences.
TEST_SEEDS(velocities_are_those_of_the_places, flightTestRounds(200, 12))
{
    Clan clan = {makeWorld(), {{0, 0, 0}}, 0, 1.0};
    while (clan.count < 4) {
        growClan(&clan, &random);
    }
    for (int edit = 0; edit < 12; edit++) {
        changeMotion(&clan, &random, _i);
    }
    const double h = 1.0 / 1024.0;
    CaromVec2 local = {0.5, -0.75}, at[3][BODIES], v[BODIES];
    caromWorldStepTo(clan.world, 1.0);
    for (int t = 0; t < 3; t++) {
        for (int k = 0; k < clan.count; k++) {
            at[t][k] = caromBodyPoint(clan.world, clan.bodies[k], local);
            v[k] = t == 1 ? caromBodyVelocityAt(clan.world, clan.bodies[k], at[t][k]) : v[k];
        }
        caromWorldStepTo(clan.world, 1.0 + (t + 1) * h);
    }
    for (int k = 0; k < clan.count; k++) {
        double dx = (at[2][k].x - at[0][k].x) / (2.0 * h) - v[k].x;
        double dy = (at[2][k].y - at[0][k].y) / (2.0 * h) - v[k].y;
        // the third derivative is spin³·r, at most 27·40: times h²/6
        ck_assert_msg(fabs(dx) + fabs(dy) < 1e-3, "seed %d body %d: %g %g", _i, k, dx, dy);
    }
    caromWorldDestroy(clan.world);
}

// ---- what is baked

// A square on a body turned by 45 degrees under one twice as wide as high: a rhombus, sheared. Its
// circle: the local x axis, (√½, √½) after the turn, is (√2, √½) long √2.5 after the scale.
/// The children of each body, by index, as the parents say.
static void checkChildren(CaromWorld *world, const CaromBodyId *ids, const int *parents, int count)
{
    for (int p = 0; p < count; p++) {
        CaromBodyId children[32];
        int found = caromBodyChildren(world, ids[p], children, 32), k = 0;
        for (int b = 0; b < count; b++) {
            if (parents[b] == p) {
                ck_assert(k < found && children[k++].index == ids[b].index);
            }
        }
        ck_assert(parents[p] == -2 || k == found);
    }
    ck_assert(caromWorldValidate(world));
}

// Bodies take other parents, die and come back, and the world is restored. Slots of dead bodies are
// children of none. Oracle: a list of parents. (parents: −1 none, −2 dead)
TEST_LOOP(children_are_listed_by_index_whatever_led_there, 16)
{
    enum { COUNT = 24 };
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = makeWorld();
    CaromBodyDef def = caromBodyDef();
    CaromBodyId ids[COUNT], null = {0};
    int parents[COUNT];
    def.type = CAROM_BODY_KINEMATIC;
    for (int b = 0; b < COUNT; b++) {
        ids[b] = caromBodyCreate(world, &def);
        parents[b] = -1;
    }
    for (int round = 0; round < 200; round++) {
        int b = testRandomInt(&random, 3, COUNT - 1), p = testRandomInt(&random, -1, 2);
        if (parents[b] == -2) { // the last slot that was freed is taken first
            continue;
        }
        if (testRandomInt(&random, 0, 30) == 0) {
            ck_assert_ok(caromBodyDestroy(world, ids[b]));
            parents[b] = -2;
        } else {
            ck_assert_ok(caromBodySetParent(world, ids[b], p >= 0 ? ids[p] : null));
            parents[b] = p;
        }
        if (round % 40 == 39) {
            static char bytes[1 << 16];
            ck_assert_ok(caromWorldSave(world, bytes, sizeof bytes, NULL));
            ck_assert_ok(caromWorldRestore(world, bytes, sizeof bytes));
        }
        checkChildren(world, ids, parents, COUNT);
    }
    caromWorldDestroy(world);
}

TEST_WORLD(unequal_scale_above_a_turn_shears, makeWorld())
{
    CaromBodyDef def = caromBodyDef();
    def.scale = caromVec2(2.0, 1.0);
    def.position = caromVec2(10.0, 0.0);
    CaromBodyId tank = caromBodyCreate(world, &def);
    def = caromBodyDef();
    def.angle = 0.78539816339744828;
    def.parent = tank;
    CaromBodyId turret = caromBodyCreate(world, &def);
    CaromShapeId box = newBox(world, turret, caromVec2(0, 0), caromVec2(1, 1));
    CaromShapeId disc = newCircle(world, turret, caromVec2(1.0, 0.0), 2.0);
    CaromGeometry g;
    const double corners[4][2] = {{0, -1}, {2, 0}, {0, 1}, {-2, 0}}; // times √2
    ck_assert_ok(caromShapeGeometry(world, box, &g, NULL));
    for (int i = 0; i < 4; i++) {
        ck_assert(fabs(g.points[i].x - (10.0 + sqrt(2.0) * corners[i][0])) < 1e-14);
        ck_assert(fabs(g.points[i].y - sqrt(2.0) * corners[i][1]) < 1e-14);
    }
    ck_assert_ok(caromShapeGeometry(world, disc, &g, NULL));
    ck_assert(fabs(g.radius - 2.0 * sqrt(2.5)) < 1e-14);
    ck_assert(fabs(g.points[0].x - (10.0 + sqrt(2.0))) < 1e-14);
}

// Solid stays solid through any number of mirrors.
TEST_WORLD_SEEDS(mirrors_of_a_whole_line_keep_what_is_solid, 100, makeWorld())
{
    CaromBodyId body = {0, 0, 0};
    bool odd = false;
    for (int k = 0; k < 4; k++) {
        CaromTransform t = anyTransform(&random, false);
        odd ^= mirrors(t);
        body = hang(world, body, CAROM_BODY_STATIC, t);
    }
    CaromVec2 points[5], in = {0.0, 0.5};
    flightStar(&random, points, 5, 1.0, true);
    CaromShapeId star = newPolygon(world, body, points, 5);
    CaromShapeId wall = newOneSided(world, body, caromVec2(-1, 0), caromVec2(1, 0));
    CaromGeometry g;
    caromShapeGeometry(world, star, &g, NULL);
    ck_assert_int_eq(caromPolygonWinding(g.points, 5), 1);
    caromShapeGeometry(world, wall, &g, NULL);
    CaromVec2 solid = caromBodyPoint(world, body, in);
    ck_assert_int_eq(caromOrientation(g.points[0], g.points[1], solid), 1);
    ck_assert((g.points[0].x == caromBodyPoint(world, body, caromVec2(-1, 0)).x) == !odd);
}

// What flattens a shape far below is refused as a whole.
TEST_WORLD(all_of_a_family_changes_or_none, makeWorld())
{
    CaromTransform one = caromTransformIdentity(), far = one;
    CaromBodyId none = {0, 0, 0}, line[3];
    CaromShapeId boxes[3];
    for (int k = 0; k < 3; k++) {
        line[k] = hang(world, k > 0 ? line[k - 1] : none, CAROM_BODY_STATIC, one);
        CaromVec2 half = {k < 2 ? 1e4 : 1e-5, k < 2 ? 1e4 : 1e-5};
        boxes[k] = newBox(world, line[k], caromVec2(0, 0), half);
    }
    uint64_t hash = caromWorldHash(world);
    far.position = caromVec2(9e11, 0.0); // doubles there are 1e-4 apart
    ck_assert_int_eq(caromBodySetTransform(world, line[0], far), CAROM_ERROR_SCALE);
    ck_assert_int_eq(caromBodySetTransform(world, line[2], far), CAROM_ERROR_SCALE);
    far.position = caromVec2(9.99e11, 0.0);
    far.scale = caromVec2(1.0, 1e9);
    ck_assert_int_eq(caromBodySetTransform(world, line[1], far), CAROM_ERROR_OUT_OF_RANGE);
    ck_assert(caromWorldHash(world) == hash);
    ck_assert(caromWorldValidate(world));
    ck_assert_ok(caromBodyDestroy(world, line[1])); // and what hangs from it
    ck_assert(caromShapeIsValid(world, boxes[0]) && !caromShapeIsValid(world, boxes[1]) &&
              !caromShapeIsValid(world, boxes[2]) && !caromBodyIsValid(world, line[2]));
    ck_assert_int_eq(caromWorldCounters(world).bodies, 1);
}

TEST_WORLD(children_are_listed_by_index, makeWorld())
{
    CaromBodyId none = {0, 0, 0}, body[5], out[4];
    for (int k = 0; k < 5; k++) {
        body[k] = hang(world, none, CAROM_BODY_KINEMATIC, caromTransformIdentity());
    }
    for (int k = 4; k > 0; k--) {
        ck_assert_ok(caromBodySetParent(world, body[k], body[0]));
    }
    ck_assert_int_eq(caromBodyChildren(world, body[0], out, 2), 4);
    ck_assert(out[0].index == body[1].index && out[1].index == body[2].index);
    ck_assert_ok(caromBodySetParent(world, body[2], body[4]));
    ck_assert_int_eq(caromBodyChildren(world, body[0], out, 4), 3);
    ck_assert(out[1].index == body[3].index && out[2].index == body[4].index);
    ck_assert_int_eq(caromBodySetParent(world, body[0], body[2]), CAROM_ERROR_CYCLE);
    ck_assert_ok(caromBodySetParent(world, body[4], none));
    ck_assert_uint_eq(caromBodyParent(world, body[4]).index, 0);
    ck_assert_uint_eq(caromBodyParent(world, body[2]).index, body[4].index);
    ck_assert_ok(caromBodySetParent(world, body[0], body[2]));
}

// ---- what rides on them

typedef struct Tank {
    CaromWorld *world;
    CaromBodyId hull, turret;
    CaromProjectileId arrow;
} Tank;

/// A turret at (2, 0) of a hull, its gun a box, with an arrow in the gun.
static Tank makeTank(void)
{
    Tank t;
    CaromProjectileDef shot = caromProjectileDef();
    CaromBodyId none = {0, 0, 0};
    t.world = makeWorld();
    t.hull = hang(t.world, none, CAROM_BODY_KINEMATIC, caromTransformIdentity());
    t.turret = hang(t.world, t.hull, CAROM_BODY_KINEMATIC,
                    caromTransform(caromVec2(2.0, 0.0), 0.5, caromVec2(1.0, -0.5)));
    newBox(t.world, t.turret, caromVec2(1.5, 0.0), caromVec2(1.5, 0.5));
    shot.position = caromBodyPoint(t.world, t.turret, caromVec2(3.0, 4.0));
    shot.velocity =
        caromVec2Sub(caromBodyPoint(t.world, t.turret, caromVec2(2.0, 0.0)), shot.position);
    shot.onHit = CAROM_HIT_STICK;
    t.arrow = caromProjectileFire(t.world, &shot);
    caromWorldStepTo(t.world, 2.0);
    ck_assert_int_eq(caromProjectileMode(t.world, t.arrow), CAROM_PROJECTILE_STUCK);
    return t;
}

static void checkArrow(const Tank *t, CaromVec2 local)
{
    CaromVec2 at = caromProjectilePosition(t->world, t->arrow);
    CaromVec2 due = caromBodyPoint(t->world, t->turret, local);
    ck_assert(fabs(at.x - due.x) + fabs(at.y - due.y) < 1e-12);
}

TEST(what_sticks_in_a_turret_goes_with_the_tank)
{
    Tank t = makeTank();
    CaromVec2 at = caromProjectilePosition(t.world, t.arrow);
    CaromVec2 local = caromBodyPointInverse(t.world, t.turret, at);
    ck_assert(fabs(local.y - 0.5) < 1e-12);
    CaromTransform hull = caromTransform(caromVec2(-3.0, 2.0), 1.0, caromVec2(2.0, 0.7));
    ck_assert_ok(caromBodySetTransform(t.world, t.hull, hull));
    ck_assert_int_eq(caromBodySetAngularVelocity(t.world, t.turret, 1.0), CAROM_ERROR_MOTION);
    ck_assert_ok(caromBodySetVelocity(t.world, t.turret, caromVec2(1.0, 0.0)));
    ck_assert_int_eq(caromBodySetAngularVelocity(t.world, t.hull, 1.0), CAROM_ERROR_MOTION);
    ck_assert_ok(caromBodySetVelocity(t.world, t.hull, caromVec2(0.0, 3.0)));
    caromWorldStepTo(t.world, 2.5);
    checkArrow(&t, local);
    ck_assert_ok(caromBodySetVelocity(t.world, t.turret, caromVec2(0.0, 0.0)));
    ck_assert_ok(caromBodySetAngularVelocity(t.world, t.hull, -2.0));
    caromWorldStepTo(t.world, 3.5);
    checkArrow(&t, local);
    CaromBodyId none = {0, 0, 0};
    ck_assert_ok(caromBodySetParent(t.world, t.turret, none));
    caromWorldStepTo(t.world, 4.0);
    checkArrow(&t, local);
    caromBodyDestroy(t.world, t.turret);
    caromWorldStepTo(t.world, 4.5);
    ck_assert_int_eq(caromProjectileMode(t.world, t.arrow), CAROM_PROJECTILE_FLYING);
    caromWorldDestroy(t.world);
}

// A seeker, a prediction and the drawing see the turret where its matrix puts it.
TEST(targets_predictions_and_geometry_follow_the_parent)
{
    Tank t = makeTank();
    CaromVec2 tip = {3.0, 0.0}, place;
    CaromProjectileDef shot = newShot(caromVec2(30.0, 0.0), caromVec2(0, 0));
    shot.turnRate = 1.0;
    CaromProjectileId seeker = caromProjectileFire(t.world, &shot);
    ck_assert_ok(caromProjectileSetTarget(t.world, seeker, t.turret, tip));
    caromBodySetAngularVelocity(t.world, t.hull, 0.7);
    caromBodySetVelocity(t.world, t.hull, caromVec2(1.0, 2.0));
    CaromPrediction prediction = caromPrediction();
    CaromLeg legs[2];
    prediction.legs = legs;
    prediction.legCapacity = 2;
    ck_assert_ok(caromProjectilePredict(t.world, t.arrow, 1.0, &prediction));
    CaromVec2 sample;
    ck_assert_int_eq(caromPredictionSample(&prediction, 3.0, 1.0, &sample, 1), 1);
    caromWorldStepTo(t.world, 3.0);
    CaromVec2 at = caromProjectilePosition(t.world, t.arrow);
    ck_assert(sample.x == at.x && sample.y == at.y);
    ck_assert(caromProjectileTarget(t.world, seeker, &place));
    CaromVec2 due = caromBodyPoint(t.world, t.turret, tip);
    ck_assert(place.x == due.x && place.y == due.y);
    CaromShapeId gun;
    CaromGeometry g;
    CaromTransform placement;
    ck_assert_int_eq(caromBodyShapes(t.world, t.turret, &gun, 1), 1);
    ck_assert_ok(caromShapeGeometry(t.world, gun, &g, &placement));
    CaromVec2 corner = caromTransformPoint(placement, g.points[0]);
    due = caromBodyPoint(t.world, t.turret, caromVec2(0.0, -0.5));
    ck_assert(fabs(corner.x - due.x) + fabs(corner.y - due.y) < 1e-13);
    caromWorldDestroy(t.world);
}

TEST_WORLD(frames_that_shrink_or_grow_too_far_are_refused, newWorld())
{
    const CaromVec2 scales[] = {{1, 1e-9}, {1, 1e9}, {1e-9, 1}, {1e9, 1}};
    for (int k = 0; k < 4; k++) {
        CaromBodyDef def = caromBodyDef();
        def.type = CAROM_BODY_KINEMATIC;
        def.scale = scales[k];
        CaromBodyId body = caromBodyCreate(world, &def);
        ck_assert_uint_ne(body.index, 0);
        def.parent = body;
        ck_assert_uint_eq(caromBodyCreate(world, &def).index, 0);
        ck_assert_int_eq(caromWorldLastError(world), CAROM_ERROR_OUT_OF_RANGE);
    }
}

TEST_WORLD(what_has_turned_is_carried_around_as_it_stands, newWorld())
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    CaromBodyId parent = caromBodyCreate(world, &def);
    def.parent = parent;
    def.position = caromVec2(2.0, 0.0);
    def.angularVelocity = 1.0;
    CaromBodyId child = caromBodyCreate(world, &def);
    newCircle(world, child, caromVec2(1.0, 0.0), 0.125);
    caromWorldStep(world, 1.0);
    ck_assert_ok(caromBodySetAngularVelocity(world, child, 0.0));
    ck_assert_ok(caromBodySetAngularVelocity(world, parent, 0.5));
    caromWorldStep(world, 1.0);
    CaromVec2 at = {2.0 + cos(1.0), sin(1.0)};
    at = caromVec2(cos(0.5) * at.x - sin(0.5) * at.y, sin(0.5) * at.x + cos(0.5) * at.y);
    CaromHit hit;
    ck_assert_int_eq(caromWorldCastRay(world, caromVec2(at.x, at.y + 9.0), caromVec2(0.0, -9.0),
                                       caromQueryOptions(), &hit, 1),
                     1);
    ck_assert(fabs(hit.point.x - at.x) < 1e-9 && fabs(hit.point.y - at.y - 0.125) < 1e-9);
}
