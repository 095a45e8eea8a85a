// SPDX-License-Identifier: MIT
// Shapes that change in their place: worlds with such changes against worlds with new shapes
// instead, and the effect on flights that touch the shapes.

#include <math.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/random.h"
#include "../../support/random_vec.h"
#include "../../support/rounded.h"

enum { SHAPES = 12, SHOTS = 24, MOST = 12 };

// ---- random shapes, as data

typedef struct Plan {
    CaromShapeType type;
    CaromVec2 points[MOST];
    int count;
    double radius;
    uint32_t flags;
    int ringEnds[2]; ///< of a region: a triangle with a triangular hole
} Plan;

static Plan anyPlan(TestRandom *random)
{
    static const int least[] = {1, 2, 2, 3, 2, 3, 6};
    Plan plan = {.type = (CaromShapeType)testRandomInt(random, 0, CAROM_SHAPE_REGION)};
    bool isFixed = plan.type <= CAROM_SHAPE_SEGMENT || plan.type == CAROM_SHAPE_REGION;
    CaromVec2 center = randomVec(random, 8.0);
    plan.count = isFixed ? least[plan.type] : testRandomInt(random, least[plan.type], MOST);
    flightStar(random, plan.points, plan.count < 3 ? 3 : plan.count,
               testRandomRange(random, 0.3, 2.0), false);
    if (plan.type == CAROM_SHAPE_REGION) { // no less than a fifth of its radius is inside
        plan.ringEnds[0] = 3;
        plan.ringEnds[1] = 6;
        flightStar(random, plan.points, 3, 2.0, true);
        flightStar(random, plan.points + 3, 3, 0.3, true);
    }
    for (int i = 0; i < plan.count; i++) {
        plan.points[i] = caromVec2Add(plan.points[i], center);
    }
    bool isRound = plan.type <= CAROM_SHAPE_CAPSULE;
    plan.radius =
        isRound || testRandomInt(random, 0, 3) == 0 ? testRandomRange(random, 0.1, 0.6) : 0.0;
    bool isWall = !isRound && plan.type != CAROM_SHAPE_POLYGON && plan.type != CAROM_SHAPE_REGION;
    plan.flags = isWall ? (uint32_t)testRandomInt(random, 0, 1) * CAROM_CHAIN_ONE_SIDED : 0;
    return plan;
}

static CaromGeometry geometryOf(const Plan *plan)
{
    CaromGeometry geometry = caromGeometry(plan->type, plan->points, plan->count, plan->radius);
    geometry.oneSided = plan->flags != 0;
    if (plan->type == CAROM_SHAPE_REGION) {
        geometry.ringEnds = plan->ringEnds;
        geometry.ringCount = 2;
    }
    return geometry;
}

/// By the creator of its kind.
static CaromShapeId create(CaromWorld *world, CaromBodyId body, const Plan *plan)
{
    CaromShapeDef def = caromShapeDef();
    const CaromVec2 *p = plan->points;
    uint32_t closed = plan->type == CAROM_SHAPE_LOOP ? CAROM_CHAIN_CLOSED : 0;
    double r = plan->radius;
    switch (plan->type) {
    case CAROM_SHAPE_CIRCLE:
        return caromShapeCreateCircle(world, body, &def, p[0], plan->radius);
    case CAROM_SHAPE_CAPSULE:
        return caromShapeCreateCapsule(world, body, &def, p[0], p[1], plan->radius);
    case CAROM_SHAPE_SEGMENT:
        return plan->flags ? roundedOneSided(world, body, &def, p[0], p[1], r)
                           : roundedSegment(world, body, &def, p[0], p[1], r);
    case CAROM_SHAPE_POLYGON:
        return roundedPolygon(world, body, &def, p, plan->count, r);
    case CAROM_SHAPE_REGION:
        return roundedRegion(world, body, &def, p, plan->ringEnds, 2, r);
    default:
        return roundedChain(world, body, &def, p, plan->count, plan->flags | closed, r);
    }
}

// ---- a world, and the same with new shapes

typedef struct Room {
    CaromWorld *world;
    CaromBodyId bodies[3]; ///< resting, moving, turning
    CaromShapeId shapes[SHAPES];
    Plan plans[SHAPES];
} Room;

static void openRoom(Room *room, uint64_t seed)
{
    TestRandom random = testRandomSeed(seed);
    CaromWorldDef def = newWorldDef();
    def.tag = 5;
    room->world = caromWorldCreate(&def, NULL);
    for (int b = 0; b < 3; b++) {
        CaromBodyDef body = caromBodyDef();
        body.type = b > 0 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC;
        body.position = randomVec(&random, 1.0);
        body.angle = testRandomRange(&random, -3.0, 3.0);
        body.scale = caromVec2(testRandomRange(&random, 0.5, 1.5), seed % 2 ? -1.0 : 1.25);
        body.velocity = b > 0 ? randomVec(&random, 0.5) : caromVec2(0.0, 0.0);
        body.angularVelocity = b == 2 ? 0.5 : 0.0;
        room->bodies[b] = caromBodyCreate(room->world, &body);
    }
    for (int k = 0; k < SHAPES; k++) {
        room->plans[k] = anyPlan(&random);
        room->shapes[k] = create(room->world, room->bodies[k % 3], &room->plans[k]);
        ck_assert_uint_ne(room->shapes[k].index, 0);
    }
}

static void fire(Room *room, uint64_t seed)
{
    TestRandom random = testRandomSeed(seed);
    for (int i = 0; i < SHOTS; i++) {
        CaromVec2 position = randomVec(&random, 10.0);
        CaromProjectileDef def = newShot(position, randomVec(&random, 15.0));
        def.radius = i % 2 ? 0.0 : 0.1;
        fireShot(room->world, &def);
    }
}

/// Compares everything but ages: those of new shapes are higher.
static void compareSteps(const Room *a, const Room *b, int seed, int *hits)
{
    CaromEvents p = caromWorldEvents(a->world), q = caromWorldEvents(b->world);
    ck_assert_msg(p.hitCount == q.hitCount && p.endCount == q.endCount, "seed %d: %d, %d hits",
                  seed, p.hitCount, q.hitCount);
    for (int i = 0; i < p.hitCount; i++) {
        const CaromHitEvent *h = &p.hits[i], *k = &q.hits[i];
        ck_assert_msg(h->time == k->time && h->projectile.index == k->projectile.index &&
                          h->shape.index == k->shape.index && h->feature == k->feature &&
                          memcmp(&h->center, &k->center, sizeof h->center) == 0 &&
                          memcmp(&h->velocityAfter, &k->velocityAfter, sizeof h->center) == 0,
                      "seed %d: hit %d at %.17g or %.17g", seed, i, h->time, k->time);
    }
    for (int i = 0; i < p.endCount; i++) {
        ck_assert_int_eq(p.ends[i].reason, q.ends[i].reason);
        ck_assert(p.ends[i].time == q.ends[i].time);
    }
    *hits += p.hitCount;
}

static void change(Room *room, int k, bool inPlace)
{
    if (inPlace) {
        CaromGeometry geometry = geometryOf(&room->plans[k]);
        ck_assert_ok(caromShapeSetGeometry(room->world, room->shapes[k], &geometry));
    } else {
        caromShapeDestroy(room->world, room->shapes[k]);
        room->shapes[k] = create(room->world, room->bodies[k % 3], &room->plans[k]);
    }
}

// Elastic flights, which lean on nothing, fly alike with a changed shape and with a new one.
TEST_LOOP(changed_or_made_anew_the_future_is_the_same, flightTestRounds(200, 10))
{
    Room a, b;
    int hits = 0;
    TestRandom random = testRandomSeed((uint64_t)(7000 + _i));
    openRoom(&a, (uint64_t)_i);
    openRoom(&b, (uint64_t)_i);
    fire(&a, (uint64_t)_i);
    fire(&b, (uint64_t)_i);
    for (int step = 1; step <= 12; step++) {
        caromWorldStepTo(a.world, step / 4.0);
        caromWorldStepTo(b.world, step / 4.0);
        compareSteps(&a, &b, _i, &hits);
        int k = testRandomInt(&random, 0, SHAPES - 1);
        a.plans[k] = b.plans[k] = anyPlan(&random);
        change(&a, k, true);
        change(&b, k, false);
        ck_assert(caromWorldValidate(a.world));
    }
    ck_assert_int_gt(hits, 0);
    caromWorldDestroy(a.world);
    caromWorldDestroy(b.world);
}

/// The same baked numbers in both.
static void compareBaked(const Room *a, const Room *b, int k, int seed)
{
    CaromGeometry p, q;
    ck_assert_ok(caromShapeGeometry(a->world, a->shapes[k], &p, NULL));
    ck_assert_ok(caromShapeGeometry(b->world, b->shapes[k], &q, NULL));
    ck_assert_msg(p.type == q.type && p.count == q.count && p.radius == q.radius &&
                      memcmp(p.points, q.points, (size_t)p.count * sizeof *p.points) == 0,
                  "seed %d: shape %d is baked otherwise", seed, k);
}

static void compareRays(const Room *a, const Room *b, TestRandom *random, int rays, int seed)
{
    CaromQueryOptions options = caromQueryOptions();
    options.sensors = CAROM_SENSORS_INCLUDED;
    for (int r = 0; r < rays; r++) {
        CaromVec2 from = randomVec(random, 12.0), way = randomVec(random, 24.0);
        double radius = r % 2 ? 0.0 : 0.2;
        CaromHit p[4], q[4];
        int n = radius > 0.0 ? caromWorldCastCircle(a->world, from, radius, way, options, p, 4)
                             : caromWorldCastRay(a->world, from, way, options, p, 4);
        int m = radius > 0.0 ? caromWorldCastCircle(b->world, from, radius, way, options, q, 4)
                             : caromWorldCastRay(b->world, from, way, options, q, 4);
        ck_assert_msg(n == m, "seed %d ray %d: %d hits, made anew %d", seed, r, n, m);
        for (int i = 0; i < n && i < 4; i++) {
            ck_assert_msg(p[i].fraction == q[i].fraction && p[i].shape.index == q[i].shape.index &&
                              p[i].feature == q[i].feature && p[i].normal.x == q[i].normal.x,
                          "seed %d ray %d hit %d", seed, r, i);
        }
    }
}

// After any number of changes, refused ones too, the layers are those of a world made so.
TEST_LOOP(after_many_changes_queries_see_the_last_one, flightTestRounds(200, 10))
{
    Room a, b;
    TestRandom random = testRandomSeed((uint64_t)_i);
    openRoom(&a, (uint64_t)_i);
    openRoom(&b, (uint64_t)_i);
    bool sensor[SHAPES] = {false};
    for (int edit = 0; edit < 60; edit++) {
        int k = testRandomInt(&random, 0, SHAPES - 1);
        Plan plan = anyPlan(&random);
        if (testRandomInt(&random, 0, 4) == 0) {
            sensor[k] = !sensor[k];
            ck_assert_ok(caromShapeSetSensor(a.world, a.shapes[k], sensor[k]));
            ck_assert(caromShapeIsSensor(a.world, a.shapes[k]) == sensor[k]);
        } else if (testRandomInt(&random, 0, 4) == 0) {
            plan.points[plan.count - 1].y = NAN;
            CaromGeometry broken = geometryOf(&plan);
            ck_assert_int_eq(caromShapeSetGeometry(a.world, a.shapes[k], &broken),
                             CAROM_ERROR_NOT_FINITE);
        } else {
            a.plans[k] = plan;
            change(&a, k, true);
        }
        ck_assert(caromWorldValidate(a.world));
    }
    for (int k = 0; k < SHAPES; k++) {
        caromShapeDestroy(b.world, b.shapes[k]);
    }
    for (int k = SHAPES - 1; k >= 0; k--) { // slots: last in, first out
        b.plans[k] = a.plans[k];
        b.shapes[k] = create(b.world, b.bodies[k % 3], &b.plans[k]);
        ck_assert_uint_eq(b.shapes[k].index, a.shapes[k].index);
        caromShapeSetSensor(b.world, b.shapes[k], sensor[k]);
        compareBaked(&a, &b, k, _i);
        CaromGeometry local;
        ck_assert_ok(caromShapeLocalGeometry(a.world, a.shapes[k], &local));
        ck_assert_int_eq(local.ringCount, a.plans[k].type == CAROM_SHAPE_REGION ? 2 : 0);
        ck_assert(local.count == a.plans[k].count && local.oneSided == (a.plans[k].flags != 0) &&
                  local.radius == a.plans[k].radius);
        ck_assert(memcmp(local.points, a.plans[k].points,
                         (size_t)local.count * sizeof *local.points) == 0);
    }
    compareRays(&a, &b, &random, 500, _i);
    caromWorldDestroy(a.world);
    caromWorldDestroy(b.world);
}

// ---- those that touch it

typedef struct Floor {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeId floor;
    CaromProjectileId shot;
} Floor;

static CaromGeometry boxOf(CaromVec2 *points, double half, double top)
{
    points[0] = caromVec2(-half, top - 2.0);
    points[1] = caromVec2(half, top - 2.0);
    points[2] = caromVec2(half, top);
    points[3] = caromVec2(-half, top);
    return caromGeometry(CAROM_SHAPE_POLYGON, points, 4, 0.0);
}

/// A floor with its top at 0, and a disc that falls on it from half a metre.
static Floor drop(CaromHitAction onHit, double friction)
{
    Floor f;
    CaromVec2 p[4];
    boxOf(p, 5.0, 0.0);
    f.world = newWorldUnder(10.0);
    f.body = newRest(f.world);
    f.floor = newPolygon(f.world, f.body, p, 4);
    CaromProjectileDef shot = newShot(caromVec2(0.5, 0.75), caromVec2(0, 0));
    shot.radius = 0.25;
    shot.restitution = 0.0;
    shot.friction = friction;
    shot.onHit = onHit;
    f.shot = caromProjectileFire(f.world, &shot);
    caromWorldStepTo(f.world, 1.0);
    return f;
}

static void reshape(const Floor *f, double half, double top)
{
    CaromVec2 p[4];
    CaromGeometry g = boxOf(p, half, top);
    ck_assert_ok(caromShapeSetGeometry(f->world, f->floor, &g));
}

static CaromVec2 placeOf(const Floor *f)
{
    return caromProjectilePosition(f->world, f->shot);
}

TEST(what_rests_stays_where_its_edge_stays)
{
    Floor f = drop(CAROM_HIT_BOUNCE, 0.5);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_RESTING);
    reshape(&f, 9.0, 0.0); // wider
    caromWorldStepTo(f.world, 2.0);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_RESTING);
    ck_assert(fabs(placeOf(&f).y - 0.25) < 1e-12);
    reshape(&f, 9.0, -1.0); // lower: it falls down onto it
    caromWorldStepTo(f.world, 2.1);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_FLYING);
    ck_assert(fabs(placeOf(&f).y - (0.25 - 0.5 * 10.0 * 0.01)) < 1e-9);
    caromWorldStepTo(f.world, 3.0);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_RESTING);
    ck_assert(fabs(placeOf(&f).y + 0.75) < 1e-12);
    reshape(&f, 9.0, -0.5); // higher: into it
    caromWorldStepTo(f.world, 3.1);
    CaromEvents e = caromWorldEvents(f.world);
    ck_assert_int_eq(e.endCount, 1);
    ck_assert_int_eq(e.ends[0].reason, CAROM_END_CRUSHED);
    ck_assert(e.ends[0].time == 3.0);
    caromWorldDestroy(f.world);
}

// Its edge is elsewhere, and another one is where it was: it takes off and lies down again at once.
TEST(what_rests_on_another_edge_settles_anew)
{
    Floor f = drop(CAROM_HIT_BOUNCE, 0.5);
    CaromVec2 p[4] = {{5, -2}, {5, 0}, {-5, 0}, {-5, -2}};
    CaromGeometry g = caromGeometry(CAROM_SHAPE_POLYGON, p, 4, 0.0);
    ck_assert_ok(caromShapeSetGeometry(f.world, f.floor, &g));
    caromWorldStepTo(f.world, 2.0);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_RESTING);
    ck_assert(fabs(placeOf(&f).y - 0.25) < 1e-12);
    ck_assert_int_eq(caromWorldEvents(f.world).endCount, 0);
    caromWorldDestroy(f.world);
}

// Tilted about the place where it rests: at 45 degrees without friction, a = g/√2 along the slope.
TEST(a_floor_that_tilts_lets_slide)
{
    Floor f = drop(CAROM_HIT_BOUNCE, 0.0);
    CaromVec2 p[4] = {{-6.5, -9.0}, {9.5, -9.0}, {7.5, -7.0}, {-6.5, 7.0}};
    CaromGeometry g = caromGeometry(CAROM_SHAPE_POLYGON, p, 4, 0.0);
    reshape(&f, 5.0, -10.0);
    CaromVec2 up = {0.25 * 0.70710678118654757, 0.25 * 0.70710678118654757};
    ck_assert_ok(caromShapeSetGeometry(f.world, f.floor, &g));
    caromProjectileSetPosition(f.world, f.shot, caromVec2(0.5 + up.x, up.y));
    caromWorldStepTo(f.world, 1.5); // the line x + y = 0.5 passes below it
    CaromVec2 at = placeOf(&f), v = caromProjectileVelocity(f.world, f.shot);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_SLIDING);
    ck_assert(fabs(v.x - 2.5) < 1e-6 && fabs(v.y + 2.5) < 1e-6); // 10/2·t
    ck_assert(fabs(at.x - (0.5 + up.x + 0.625)) < 1e-6);
    caromWorldDestroy(f.world);
}

TEST(what_sticks_stays_until_its_shape_is_a_sensor)
{
    Floor f = drop(CAROM_HIT_STICK, 0.0);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_STUCK);
    CaromVec2 at = placeOf(&f);
    CaromGeometry disc = caromGeometry(CAROM_SHAPE_CIRCLE, &at, 1, 3.0);
    ck_assert_ok(caromShapeSetGeometry(f.world, f.floor, &disc));
    CaromFilter nobody = {1, 0, 0};
    ck_assert_ok(caromShapeSetFilter(f.world, f.floor, nobody));
    caromWorldStepTo(f.world, 2.0);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_STUCK);
    ck_assert(placeOf(&f).x == at.x && placeOf(&f).y == at.y);
    ck_assert_ok(caromShapeSetSensor(f.world, f.floor, true));
    caromWorldStepTo(f.world, 2.5);
    ck_assert_int_eq(caromProjectileMode(f.world, f.shot), CAROM_PROJECTILE_FLYING);
    ck_assert(fabs(placeOf(&f).y - (at.y - 1.25)) < 1e-9);
    caromWorldDestroy(f.world);
}

TEST(a_filter_lets_through_what_rested)
{
    Floor f = drop(CAROM_HIT_BOUNCE, 0.5);
    CaromFilter nobody = {1, 0, 0};
    ck_assert_ok(caromShapeSetFilter(f.world, f.floor, nobody));
    ck_assert(caromShapeFilter(f.world, f.floor).mask == 0);
    caromWorldStepTo(f.world, 1.5);
    ck_assert(fabs(placeOf(&f).y - (0.25 - 1.25)) < 1e-9);
    ck_assert_ok(caromShapeSetFilter(f.world, f.floor, caromShapeDef().filter));
    caromWorldStepTo(f.world, 2.0); // it meets what it is in the midst of
    CaromEvents e = caromWorldEvents(f.world);
    ck_assert(e.endCount == 1 && e.ends[0].reason == CAROM_END_CRUSHED && e.ends[0].time == 1.5);
    caromWorldDestroy(f.world);
}

// Edges with materials of their own keep them, given other points or made a sensor and solid again;
// those that come have the shape's.
TEST_WORLD(edges_keep_their_materials, newWorld())
{
    static const CaromVec2 points[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    static const CaromVec2 moved[5] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}};
    static const uint32_t materials[3] = {5, 6, 7};
    CaromShapeDef def = caromShapeDef();
    def.materials = materials;
    def.material = 9;
    CaromShapeId chain = caromShapeCreateChain(world, newRest(world), &def, points, 4, 0);
    for (int change = 0; change < 3; change++) {
        CaromGeometry geometry = caromGeometry(CAROM_SHAPE_CHAIN, moved, 5, 0.0);
        if (change == 1) {
            ck_assert_ok(caromShapeSetSensor(world, chain, true));
            ck_assert_ok(caromShapeSetSensor(world, chain, false));
        } else if (change == 2) {
            ck_assert_ok(caromShapeSetGeometry(world, chain, &geometry));
        }
        for (uint32_t e = 0; e < (change < 2 ? 3u : 4u); e++) {
            CaromHit hit;
            ck_assert_int_eq(caromWorldCastRay(world, caromVec2(e + 0.5, 9), caromVec2(0, -20),
                                               caromQueryOptions(), &hit, 1),
                             1);
            ck_assert_uint_eq(hit.material, e < 3 ? materials[e] : 9);
        }
    }
}

// A belt under what rests: it is carried along at the belt's speed once friction has got it there.
TEST(a_new_material_moves_what_rests)
{
    Floor f = drop(CAROM_HIT_BOUNCE, 0.5);
    CaromShapeMaterial m = caromShapeMaterial(f.world, f.floor);
    ck_assert(m.friction == 1.0 && m.restitution == 1.0 && m.material == 0);
    m.surfaceSpeed = 1.0;
    ck_assert_ok(caromShapeSetMaterial(f.world, f.floor, &m));
    ck_assert(caromShapeMaterial(f.world, f.floor).surfaceSpeed == 1.0);
    caromWorldStepTo(f.world, 2.0);
    CaromVec2 v = caromProjectileVelocity(f.world, f.shot);
    ck_assert(fabs(v.x - 1.0) < 1e-9 && fabs(v.y) < 1e-9);
    // accelerated by μg = 5 for 0.2 s, then 0.8 s at 1 m/s
    ck_assert(fabs(placeOf(&f).x - (0.5 + 0.1 + 0.8)) < 1e-9);
    caromWorldDestroy(f.world);
}

TEST(what_has_pierced_leaves_what_shrinks_or_turns_into_a_sensor)
{
    for (int way = 0; way < 2; way++) {
        Floor f = drop(CAROM_HIT_PIERCE, 0.0);
        caromProjectileSetPosition(f.world, f.shot, caromVec2(0.0, 1.0));
        caromProjectileSetVelocity(f.world, f.shot, caromVec2(0.0, -1.0));
        caromWorldSetGravity(f.world, caromVec2(0.0, 0.0));
        caromWorldStepTo(f.world, 2.5); // 0.5 deep
        if (way == 0) {
            reshape(&f, 5.0, -5.0);
        } else {
            caromShapeSetSensor(f.world, f.floor, true);
        }
        caromWorldStepTo(f.world, 2.625);
        CaromEvents e = caromWorldEvents(f.world);
        ck_assert_int_eq(e.crossCount, 1 + way);
        ck_assert(!e.crosses[0].entered && !e.crosses[0].sensor && e.crosses[0].time == 2.5);
        ck_assert(way == 0 || (e.crosses[1].entered && e.crosses[1].sensor &&
                               e.crosses[1].startedInside && e.crosses[1].time == 2.5));
        ck_assert_int_eq(e.endCount, 0);
        caromWorldDestroy(f.world);
    }
}

TEST(sensors_tell_who_comes_and_goes_by_an_edit)
{
    Floor f = drop(CAROM_HIT_BOUNCE, 0.5);
    CaromShapeDef def = caromShapeDef();
    CaromVec2 p[4];
    boxOf(p, 1.0, 1.0);
    def.sensor = true;
    f.floor = caromShapeCreatePolygon(f.world, f.body, &def, p, 4);
    CaromFilter nobody = {1, 0, 0};
    for (int k = 1; k <= 6; k++) { // in, out, in again, out, in, and solid: crushed
        switch (k) {
        case 2:
            reshape(&f, 1.0, 9.0);
            break;
        case 3:
            reshape(&f, 2.0, 1.0);
            break;
        case 4:
            caromShapeSetFilter(f.world, f.floor, nobody);
            break;
        case 5:
            caromShapeSetFilter(f.world, f.floor, def.filter);
            break;
        case 6:
            caromShapeSetSensor(f.world, f.floor, false);
            break;
        default:
            break;
        }
        caromWorldStepTo(f.world, 1.0 + k);
        CaromEvents e = caromWorldEvents(f.world);
        ck_assert_int_eq(e.crossCount, k < 6); // an end is no exit
        if (k < 6) {
            ck_assert(e.crosses[0].entered == (k % 2 == 1) && e.crosses[0].time == k);
            ck_assert_uint_eq(e.crosses[0].body.index, f.body.index);
        }
        ck_assert_int_eq(e.endCount, k == 6);
    }
    caromWorldDestroy(f.world);
}

/// One world made of the short forms, another one by caromShapeCreate: equal to the bit.
TEST_SEEDS(every_shape_can_be_made_from_a_geometry, 20)
{
    CaromWorldDef worldDef = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef def = caromShapeDef();
    bodyDef.scale = caromVec2(-2.0, 2.0);
    worldDef.tag = 5;
    CaromWorld *worlds[2];
    CaromShapeId ids[2];
    for (int w = 0; w < 2; w++) {
        worlds[w] = caromWorldCreate(&worldDef, NULL);
        caromBodyCreate(worlds[w], &bodyDef);
    }
    for (int k = 0; k < 12; k++) {
        Plan p = anyPlan(&random);
        CaromBodyId body = {1, 1, 5};
        CaromGeometry geometry = geometryOf(&p), local;
        ck_assert_int_eq(caromWorldBodies(worlds[0], &body, 1), 1);
        ids[0] = create(worlds[0], body, &p);
        ids[1] = caromShapeCreate(worlds[1], body, &def, &geometry);
        ck_assert_uint_ne(ids[0].index, 0);
        ck_assert_int_eq(memcmp(&ids[0], &ids[1], sizeof ids[0]), 0);
        ck_assert_uint_eq(caromWorldHash(worlds[0]), caromWorldHash(worlds[1]));
        ck_assert_ok(caromShapeLocalGeometry(worlds[1], ids[1], &local));
        ck_assert(local.type == geometry.type && local.radius == geometry.radius &&
                  local.oneSided == geometry.oneSided && local.count == geometry.count);
    }
    for (int w = 0; w < 2; w++) {
        endWorld(worlds[w]);
    }
}
