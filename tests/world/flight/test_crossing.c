// SPDX-License-Identifier: MIT
// Sensors: which flights come in and go out, when and where. Oracle: insideness by long double
// geometry at many times, which the events so far must agree with.
#include "../../../world/flight/def_table.h"
#include "../../../world/geometry/shape_storage.h"
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/snapshot_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../world/index/filter.h"

// ---- the oracle: how deep a disc is inside of a shape

typedef struct Place {
    long double x, y;
} Place;

static long double distanceToEdge(Place p, CaromVec2 a, CaromVec2 b)
{
    long double ex = (long double)b.x - a.x, ey = (long double)b.y - a.y;
    long double qx = p.x - a.x, qy = p.y - a.y, length = ex * ex + ey * ey;
    long double u = length > 0 ? (ex * qx + ey * qy) / length : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return hypotl(qx - u * ex, qy - u * ey);
}

/// Even-odd, by crossings of a ray to the right.
static bool isInPolygon(Place p, const CaromVec2 *v, int count)
{
    bool in = false;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        if ((v[i].y > p.y) != (v[j].y > p.y)) {
            long double t = (p.y - v[i].y) / ((long double)v[j].y - v[i].y);
            in ^= p.x < v[i].x + t * ((long double)v[j].x - v[i].x);
        }
    }
    return in;
}

/// < 0: inside. p in the frame of the baked points.
static double gapOf(const CaromGeometry *g, CaromVec2 p, double radius)
{
    Place q = {p.x, p.y};
    long double gap = 1e300L;
    for (int i = 0; i < g->count; i++) {
        gap = fminl(gap, distanceToEdge(q, g->points[i], g->points[(i + 1) % g->count]));
    }
    bool in = g->type == CAROM_SHAPE_POLYGON && isInPolygon(q, g->points, g->count);
    return (double)((in ? -gap : gap) - g->radius - radius);
}

// ---- what the events say so far

typedef struct Watch {
    FlightField field;
    bool inside[FLIGHT_SHOTS][FLIGHT_SHAPES];
    int entered, left, started, checked;
    int seed;
} Watch;

static int shotOf(const Watch *watch, CaromProjectileId id)
{
    for (int s = 0; s < watch->field.shotCount; s++) {
        if (memcmp(&watch->field.shots[s], &id, sizeof id) == 0) {
            return s;
        }
    }
    return -1;
}

static int shapeOf(const Watch *watch, CaromShapeId id)
{
    for (int s = 0; s < watch->field.shapeCount; s++) {
        if (memcmp(&watch->field.shapes[s], &id, sizeof id) == 0) {
            return s;
        }
    }
    return -1;
}

static const CrShape *innerShape(const Watch *watch, int shape)
{
    return &watch->field.world->shapes[watch->field.shapes[shape].index - 1];
}

/// Takes one event: in and out by turns, and on the border unless the event is an exception.
static void take(Watch *watch, const CaromCrossEvent *e)
{
    CaromWorld *world = watch->field.world;
    int shot = shotOf(watch, e->projectile), shape = shapeOf(watch, e->shape);
    ck_assert_msg(shot >= 0 && shape >= 0, "seed %d: an event of nobody", watch->seed);
    ck_assert_msg(watch->inside[shot][shape] != e->entered, "seed %d: %s twice at %.17g",
                  watch->seed, e->entered ? "entered" : "left", e->time);
    watch->inside[shot][shape] = e->entered;
    watch->entered += e->entered;
    watch->left += !e->entered;
    watch->started += e->startedInside;
    ck_assert(e->sensor && (e->entered || !e->startedInside));
    if (!caromShapeIsValid(world, e->shape)) {
        ck_assert(!e->entered && e->body.index == 0);
    } else {
        ck_assert_ptr_eq(e->shapeData, (void *)(uintptr_t)(1000 + shape));
    }
}

/// The radius of one that is there, or -1.
static double radiusNow(const Watch *watch, int shot)
{
    const CaromWorld *world = watch->field.world;
    CaromProjectileId id = watch->field.shots[shot];
    bool is = caromProjectileIsValid(world, id) &&
              caromProjectileMode(world, id) != CAROM_PROJECTILE_PENDING &&
              caromProjectileMode(world, id) != CAROM_PROJECTILE_STUCK;
    return is ? caromProjectileRadius(world, id) : -1.0;
}

static void check(Watch *watch, int shot, int shape)
{
    const CaromWorld *world = watch->field.world;
    double radius = radiusNow(watch, shot);
    CaromShapeId id = watch->field.shapes[shape];
    if (radius < 0.0 || !caromShapeIsValid(world, id)) {
        return;
    }
    const CrShape *inner = innerShape(watch, shape);
    const CaromProjectileDef *def =
        &world->flightDefs[world->flights.hot[watch->field.shots[shot].index - 1].flightDef].def;
    if (!inner->sensor || !crFiltersMeet(&def->filter, &crShapeTraitsOf(world, inner)->filter)) {
        ck_assert_msg(!watch->inside[shot][shape], "seed %d: inside of what it doesn't meet",
                      watch->seed);
        return;
    }
    if (inner->type == CAROM_SHAPE_SEGMENT && inner->oneSided) {
        return; // from behind it is no sensor: tested by itself
    }
    CaromGeometry geometry;
    CaromTransform placement;
    caromShapeGeometry(world, id, &geometry, &placement);
    CaromVec2 p = caromTransformPointInverse(
        placement, caromProjectilePosition(world, watch->field.shots[shot]));
    double gap = gapOf(&geometry, p, radius);
    bool thin = geometry.type == CAROM_SHAPE_SEGMENT && radius == 0.0;
    if (fabs(gap) > 1e-9 || thin) {
        ck_assert_msg(watch->inside[shot][shape] == (gap < 0.0 && !thin),
                      "seed %d: shot %d, shape %d, type %d, at %.17g: gap %g, told %s", watch->seed,
                      shot, shape, (int)geometry.type, caromWorldTime(world), gap,
                      watch->inside[shot][shape] ? "inside" : "outside");
        watch->checked++;
    }
}

static void watchTo(Watch *watch, double time)
{
    flightFieldStepTo(&watch->field, time);
    CaromEvents events = caromWorldEvents(watch->field.world);
    for (int k = 0; k < events.crossCount; k++) {
        if (events.crosses[k].sensor) {
            take(watch, &events.crosses[k]);
        }
    }
    for (int shot = 0; shot < watch->field.shotCount; shot++) {
        for (int shape = 0; shape < watch->field.shapeCount; shape++) {
            check(watch, shot, shape);
        }
    }
}

/// Adds to sum what was reported and compared.
static void watchWorld(int seed, int habits, int edits, Watch *sum)
{
    enum { SAMPLES = 240 };
    Watch *watch = calloc(1, sizeof *watch);
    CaromWorldDef def = newWorldDef();
    ck_assert_ptr_nonnull(watch);
    watch->seed = seed;
    habits |= FIELD_SENSORS | (seed % 4 == 3 ? FIELD_MOVES | FIELD_RIGID : 0);
    flightFieldInit(&watch->field, (uint64_t)seed, habits, &def);
    TestRandom steps = testRandomSeed((uint64_t)seed);
    double time = 0.0;
    for (int k = 1; k <= SAMPLES; k++) {
        time += testRandomRange(&steps, 1e-4, 2.0 / 60.0);
        watchTo(watch, time);
        if (edits > 0 && k % (SAMPLES / edits) == 0) {
            flightFieldEdit(&watch->field);
        }
    }
    ck_assert_msg(watch->entered >= watch->left, "seed %d: entered %d, left %d", seed,
                  watch->entered, watch->left);
    sum->checked += watch->checked;
    sum->entered += watch->entered;
    sum->left += watch->left;
    sum->started += watch->started;
    flightFieldFree(&watch->field);
    free(watch);
}

TEST_LOOP(events_agree_with_the_place_at_every_time, 8 * flightTestTimes(20))
{
    static Watch sum;
    for (int seed = 12 * _i; seed < 12 * _i + 12; seed++) {
        watchWorld(seed, seed % 32 & ~FIELD_GRID, 0, &sum);
    }
    ck_assert_msg(sum.checked > 1000 && sum.entered > 20 && sum.left > 20,
                  "%d places, %d entered, %d left, %d started inside", sum.checked, sum.entered,
                  sum.left, sum.started);
}

TEST_LOOP(edits_are_told_at_once, 8 * flightTestTimes(20))
{
    static Watch sum;
    for (int seed = 12 * _i; seed < 12 * _i + 12; seed++) {
        watchWorld(seed, seed % 32 & ~FIELD_GRID, 40, &sum);
    }
    ck_assert_msg(sum.checked > 1000 && sum.entered > 20 && sum.left > 20 && sum.started > 0,
                  "%d places, %d entered, %d left, %d started inside", sum.checked, sum.entered,
                  sum.left, sum.started);
}

// ---- a sensor changes nothing

static uint64_t mixBits(uint64_t hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (hash ^ bits) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

static uint64_t mixPlace(uint64_t hash, CaromVec2 v)
{
    return mixBits(mixBits(hash, v.x), v.y);
}

/// Of all that physics did, without ids of shapes and without numbers.
static uint64_t deedsOf(const CaromWorld *world, uint64_t hash)
{
    CaromEvents e = caromWorldEvents(world);
    for (int k = 0; k < e.hitCount; k++) {
        hash = mixBits(hash, e.hits[k].time) + e.hits[k].projectile.index;
        hash = mixPlace(mixPlace(hash, e.hits[k].center), e.hits[k].normal);
        hash = mixPlace(hash, e.hits[k].velocityAfter);
    }
    for (int k = 0; k < e.endCount; k++) {
        hash = mixPlace(mixBits(hash, e.ends[k].time), e.ends[k].position) + e.ends[k].reason;
    }
    for (int k = 0; k < e.modeCount; k++) {
        hash = mixPlace(mixBits(hash, e.modes[k].time), e.modes[k].position) + e.modes[k].mode;
    }
    CaromVec2 places[FLIGHT_SHOTS];
    int count = caromWorldPositions(world, places, NULL, FLIGHT_SHOTS);
    for (int k = 0; k < count; k++) {
        hash = mixPlace(hash, places[k]);
    }
    return hash;
}

/// Sensors all over the field, on a body that rests and one that moves, and all sorts of edits.
static void strewSensors(FlightField *field, TestRandom *random, CaromBodyId *bodies)
{
    CaromShapeDef def = caromShapeDef();
    def.sensor = true;
    CaromBodyDef body = caromBodyDef();
    bodies[0] = caromBodyCreate(field->world, &body);
    body.type = CAROM_BODY_KINEMATIC;
    body.velocity = caromVec2(1.0, 0.5);
    bodies[1] = caromBodyCreate(field->world, &body);
    for (int k = 0; k < 40; k++) {
        CaromVec2 a = caromVec2(testRandomRange(random, -6.0, 6.0), testRandomRange(random, -6, 6));
        if (k % 3 == 0) {
            caromShapeCreateBox(field->world, bodies[k % 2], &def, a, caromVec2(1.0, 0.5));
        } else if (k % 3 == 1) {
            caromShapeCreateCircle(field->world, bodies[k % 2], &def, a, 0.7);
        } else {
            caromShapeCreateSegment(field->world, bodies[k % 2], &def, a, caromVec2(0.0, 0.0));
        }
    }
    // in the very place of a wall, on its own body: the floor of the room
    caromShapeCreateOneSided(field->world, field->bodies[0], &def,
                             caromVec2(field->half.x, -field->half.y),
                             caromVec2(-field->half.x, -field->half.y));
    ck_assert(caromWorldValidate(field->world));
}

static uint64_t flyWith(int seed, bool sensors, int *crossings)
{
    FlightField field;
    CaromWorldDef def = newWorldDef();
    CaromBodyId bodies[2];
    TestRandom random = testRandomSeed(77);
    uint64_t hash = 1;
    flightFieldInit(&field, (uint64_t)seed, seed % 64, &def);
    if (sensors) {
        strewSensors(&field, &random, bodies);
    }
    for (int k = 1; k <= 120; k++) {
        flightFieldStepTo(&field, k / 30.0);
        hash = deedsOf(field.world, hash);
        CaromTransform turned = caromTransform(caromVec2(0.1 * k, 0.0), k, caromVec2(1.0, -1.0));
        if (sensors && k % 10 == 0) {
            caromBodySetTransform(field.world, bodies[k / 10 % 2], turned);
            caromBodySetVelocity(field.world, bodies[1], caromVec2(-0.1 * k, 1.0));
        }
    }
    *crossings += field.log.crosses;
    flightFieldFree(&field);
    return hash;
}

TEST_LOOP(a_sensor_changes_no_bit_of_any_flight, 8 * flightTestTimes(20))
{
    int crossings = 0;
    for (int seed = 8 * _i; seed < 8 * _i + 8; seed++) {
        ck_assert_msg(flyWith(seed, false, &crossings) == flyWith(seed, true, &crossings),
                      "seed %d", seed);
    }
    ck_assert_int_gt(crossings, 100);
}

// ---- single cases

typedef struct Case {
    CaromWorld *world;
    CaromBodyId body;
    CaromShapeDef shape;
    CaromProjectileDef shot;
    CaromCrossEvent crosses[32];
    int count;
} Case;

static Case setUp(CaromVec2 bodyVelocity)
{
    Case c;
    memset(&c, 0, sizeof c);
    c.world = newWorld();
    c.body = newMoving(c.world, caromVec2(0.0, 0.0), bodyVelocity);
    c.shape = caromShapeDef();
    c.shape.sensor = true;
    c.shot = caromProjectileDef();
    return c;
}

static void run(Case *c, double until, double dt)
{
    while (caromWorldTime(c->world) < until) {
        caromWorldStepTo(c->world, fmin(caromWorldTime(c->world) + dt, until));
        CaromEvents events = caromWorldEvents(c->world);
        for (int k = 0; k < events.crossCount; k++) {
            ck_assert_int_lt(c->count, 32);
            c->crosses[c->count++] = events.crosses[k];
        }
    }
}

/// The next event is this one, at this place.
static void expect(Case *c, int k, double time, bool entered, CaromVec2 point)
{
    ck_assert_int_lt(k, c->count);
    const CaromCrossEvent *e = &c->crosses[k];
    ck_assert_msg(fabs(e->time - time) < 1e-12 && e->entered == entered, "event %d: %.17g %d", k,
                  e->time, e->entered);
    ck_assert(fabs(e->point.x - point.x) < 1e-12 && fabs(e->point.y - point.y) < 1e-12);
}

static void tearDown(Case *c, int events)
{
    ck_assert_int_eq(c->count, events);
    ck_assert(caromWorldValidate(c->world));
    ck_assert_ok(caromWorldDestroy(c->world));
}

static const double PACES[3] = {10.0, 1.0 / 60.0, 0.01};

/// A box from 2 to 4: a point at 1 m/s is inside from 2 s to 4 s, a disc of 0.5 from 1.5 s to 4.5
/// s.
TEST_LOOP(a_disc_is_in_from_first_to_last_touch, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(3.0, 0.0), caromVec2(1.0, 1.0));
    c.shot.velocity = caromVec2(1.0, 0.0);
    caromProjectileFire(c.world, &c.shot);
    c.shot.radius = 0.5;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 6.0, PACES[_i]);
    expect(&c, 0, 1.5, true, caromVec2(1.5, 0.0));
    expect(&c, 1, 2.0, true, caromVec2(2.0, 0.0));
    expect(&c, 2, 4.0, false, caromVec2(4.0, 0.0));
    expect(&c, 3, 4.5, false, caromVec2(4.5, 0.0));
    tearDown(&c, 4);
}

/// A wire at x = 2, met by a point: in and out at once, from either side; one-sided (solid where
/// x > 2 for a downward edge's left): from the left only. A disc of 0.5 touches it from 1.5 to 2.5.
TEST_LOOP(wires_are_crossed_at_one_time, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(2, -1), caromVec2(2, 1));
    caromShapeCreateOneSided(c.world, c.body, &c.shape, caromVec2(3, 1), caromVec2(3, -1));
    c.shot.velocity = caromVec2(1.0, 0.0);
    caromProjectileFire(c.world, &c.shot);
    c.shot.position = caromVec2(5.0, 0.0);
    c.shot.velocity = caromVec2(-1.0, 0.0);
    caromProjectileFire(c.world, &c.shot);
    run(&c, 5.5, PACES[_i]);
    expect(&c, 0, 2.0, true, caromVec2(2.0, 0.0));
    expect(&c, 1, 2.0, false, caromVec2(2.0, 0.0));
    expect(&c, 2, 3.0, true, caromVec2(3.0, 0.0));
    expect(&c, 3, 3.0, false, caromVec2(3.0, 0.0));
    expect(&c, 4, 3.0, true, caromVec2(2.0, 0.0));
    expect(&c, 5, 3.0, false, caromVec2(2.0, 0.0));
    c.shot.position = caromVec2(0.0, 0.0);
    c.shot.velocity = caromVec2(1.0, 0.0);
    c.shot.radius = 0.5;
    caromProjectileFire(c.world, &c.shot);
    run(&c, 11.0, PACES[_i]);
    expect(&c, 6, 7.0, true, caromVec2(1.5, 0.0));
    expect(&c, 7, 8.0, false, caromVec2(2.5, 0.0));
    expect(&c, 8, 8.0, true, caromVec2(2.5, 0.0));
    expect(&c, 9, 9.0, false, caromVec2(3.5, 0.0));
    tearDown(&c, 10);
}

/// p = 4t − 2t², a throw straight up: 2 m high after 1 s; a wire and a bar at 1.5 m, passed at
/// t = 1 ∓ ½, up and down.
TEST_LOOP(throws_cross_twice, 3)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(0.0, 1.0), caromVec2(1.0, 0.5));
    c.shot.velocity = caromVec2(0.0, 4.0);
    c.shot.acceleration = caromVec2(0.0, -4.0);
    caromProjectileFire(c.world, &c.shot);
    run(&c, 4.0, PACES[_i]);
    double low = 1.0 - sqrt(0.75), high = 1.0 + sqrt(0.75);
    expect(&c, 0, low, true, caromVec2(0.0, 0.5));
    expect(&c, 1, 0.5, false, caromVec2(0.0, 1.5));
    expect(&c, 2, 1.5, true, caromVec2(0.0, 1.5));
    expect(&c, 3, high, false, caromVec2(0.0, 0.5));
    tearDown(&c, 4);
}

/// A box of 2 m that moves at 1 m/s over one that rests at x = 5: there from 3 s to 5 s.
TEST_LOOP(sensors_move_over_what_rests, 3)
{
    Case c = setUp(caromVec2(1.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(1.0, 0.0), caromVec2(1.0, 1.0));
    c.shot.position = caromVec2(5.0, 0.0);
    caromProjectileFire(c.world, &c.shot);
    run(&c, 4.0, PACES[_i]);
    ck_assert_int_eq(c.count, 1);
    caromBodySetVelocity(c.world, c.body, caromVec2(-1.0, 0.0)); // its front is at 6: back at 5 s
    run(&c, 8.0, PACES[_i]);
    expect(&c, 0, 3.0, true, caromVec2(5.0, 0.0));
    expect(&c, 1, 5.0, false, caromVec2(5.0, 0.0));
    tearDown(&c, 2);
}

/// A flight's partner is gone before either has looked further. Another partner comes when the
/// flight is far beyond that place: what it crossed until then has been reported already.
TEST_WORLD(who_was_alone_does_not_cross_again, newWorld())
{
    CaromShapeDef sensor = caromShapeDef();
    CaromProjectileDef shot = caromProjectileDef();
    sensor.sensor = true;
    CaromBodyId lift = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, 0.0));
    caromShapeCreateCircle(world, lift, &sensor, caromVec2(20.0, 0.0), 1.0);
    shot.meetMask = 1;
    shot.radius = 0.125;
    shot.gravityScale = 0.0;
    shot.velocity = caromVec2(10.0, 0.0);
    caromProjectileFire(world, &shot);
    shot.position = caromVec2(0.0, 50.0);
    shot.lifetime = 0x1p-10;
    caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 4.0);
    ck_assert_int_eq(caromWorldEvents(world).crossCount, 2);
    caromProjectileFire(world, &shot);
    caromWorldStepTo(world, 5.0);
    ck_assert_int_eq(caromWorldEvents(world).crossCount, 0);
}

TEST(starts_and_edits_inside)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromShapeId first = caromShapeCreateCircle(c.world, c.body, &c.shape, caromVec2(0, 0), 1.0);
    CaromProjectileId shot = caromProjectileFire(c.world, &c.shot);
    run(&c, 1.0, 0.5);
    expect(&c, 0, 0.0, true, caromVec2(0.0, 0.0));
    ck_assert(c.crosses[0].startedInside);
    CaromShapeId second =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(0, 0), caromVec2(3.0, 3.0));
    run(&c, 2.0, 0.5);
    expect(&c, 1, 1.0, true, caromVec2(0.0, 0.0));
    ck_assert(c.crosses[1].startedInside && c.crosses[1].shape.index == second.index);
    caromShapeDestroy(c.world, first);
    run(&c, 3.0, 0.5);
    expect(&c, 2, 2.0, false, caromVec2(0.0, 0.0));
    ck_assert(c.crosses[2].shape.index == first.index && c.crosses[2].body.index == 0 &&
              c.crosses[2].shapeData == NULL);
    caromProjectileSetPosition(c.world, shot, caromVec2(7.0, 0.0));
    run(&c, 4.0, 0.5);
    expect(&c, 3, 3.0, false, caromVec2(7.0, 0.0));
    caromProjectileSetPosition(c.world, shot, caromVec2(1.0, 0.0));
    run(&c, 5.0, 0.5);
    expect(&c, 4, 4.0, true, caromVec2(1.0, 0.0));
    ck_assert(c.crosses[4].startedInside);
    caromBodySetTransform(c.world, c.body,
                          caromTransform(caromVec2(9.0, 0.0), 0.0, caromVec2(1.0, 1.0)));
    run(&c, 6.0, 0.5);
    expect(&c, 5, 5.0, false, caromVec2(1.0, 0.0));
    caromBodySetTransform(c.world, c.body, caromTransformIdentity());
    run(&c, 7.0, 0.5);
    expect(&c, 6, 6.0, true, caromVec2(1.0, 0.0));
    caromProjectileDestroy(c.world, shot); // no word of that
    run(&c, 8.0, 0.5);
    tearDown(&c, 7);
}

/// Into a wide zone at 1/1000 of a right angle's slope: in, and out at the far end.
TEST_LOOP(flat_ways_in_are_in, 2)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(0.0, -1.0), caromVec2(100.0, 1.0));
    c.shot.position = caromVec2(0.0, 1e-3);
    c.shot.velocity = caromVec2(1.0, -1e-3 * pow(10.0, -_i));
    caromProjectileFire(c.world, &c.shot);
    run(&c, 200.0, 50.0);
    double in = pow(10.0, _i);
    ck_assert_int_ge(c.count, 2);
    ck_assert(fabs(c.crosses[0].time - in) < 1e-9 && c.crosses[0].entered);
    ck_assert(fabs(c.crosses[1].time - 100.0) < 1e-9 && !c.crosses[1].entered);
    tearDown(&c, 2);
}

/// A thousand wires in one step: all are reported, in order of time, each in and out.
TEST(any_number_in_one_step)
{
    enum { WIRES = 1000 };
    Case c = setUp(caromVec2(0.0, 0.0));
    for (int k = 0; k < WIRES; k++) {
        double x = 1.0 + (k * 7 % WIRES); // the order of creation is not that of the way
        caromShapeCreateSegment(c.world, c.body, &c.shape, caromVec2(x, -1), caromVec2(x, 1));
    }
    c.shot.velocity = caromVec2(1e5, 0.0);
    caromProjectileFire(c.world, &c.shot);
    ck_assert_int_eq(caromWorldStep(c.world, 1.0), CAROM_STEP_OK);
    CaromEvents e = caromWorldEvents(c.world);
    ck_assert_int_eq(e.crossCount, 2 * WIRES);
    for (int k = 0; k < e.crossCount; k++) {
        ck_assert(fabs(e.crosses[k].point.x - (1.0 + k / 2)) < 1e-9);
        ck_assert(e.crosses[k].entered == (k % 2 == 0));
        ck_assert(e.crosses[k].sequence == (uint64_t)k + 1);
    }
    tearDown(&c, 0);
}

enum { CIRCLES = 500 };

/// Circles around (4, 0) of radii from 1 to 2, which have nothing to do with the order of slots.
typedef struct Target {
    CaromShapeId ids[CIRCLES];
    double radii[CIRCLES];
    bool inside[CIRCLES]; ///< by the events
    int events;
} Target;

static void setUpTarget(Case *c, Target *target)
{
    memset(target, 0, sizeof *target);
    CaromBodyId resting = newRest(c->world);
    for (int k = 0; k < CIRCLES; k++) {
        CaromBodyId body = k % 4 == 0 ? resting : c->body;
        target->radii[k] = 1.0 + (double)(k * 7 % CIRCLES) / CIRCLES;
        target->ids[k] = caromShapeCreateCircle(c->world, body, &c->shape, caromVec2(4.0, 0.0),
                                                target->radii[k]);
    }
}

/// The step's events switch which circles hold the point, each at its time.
static void takeEvents(const Case *c, Target *target)
{
    CaromEvents events = caromWorldEvents(c->world);
    for (int k = 0; k < events.crossCount; k++) {
        const CaromCrossEvent *e = &events.crosses[k];
        int circle = (int)(e->shape.index - target->ids[0].index);
        bool destroyed = !e->entered && caromShapeBody(c->world, e->shape).index == 0;
        double radius = target->radii[circle];
        double due = destroyed ? 4.0 : e->entered ? 4.0 - radius : 4.0 + radius;
        ck_assert(target->inside[circle] == !e->entered && fabs(e->time - due) < 1e-12);
        target->inside[circle] = e->entered;
    }
    target->events += events.crossCount;
}

/// A snapshot is refused where the list of shapes that hold the point is not in order of slots.
static void expectSnapshot(const Case *c)
{
    SnapshotBytes saved = snapshotSave(c->world);
    CaromWorld *loaded = newWorld();
    ck_assert_ok(caromWorldRestore(loaded, saved.at, saved.size));
    ck_assert_uint_eq(caromWorldHash(loaded), caromWorldHash(c->world));
    caromWorldDestroy(loaded);
    free(saved.at);
}

/// All circles are entered within one step or several, each at 4 - r, and left at 4 + r; every
/// third is destroyed at 4, while it holds the point.
TEST_LOOP(sensors_at_one_place_are_kept_in_order, 3)
{
    static const double paces[3] = {4.0, 0.5, 1.0 / 16.0};
    Case c = setUp(caromVec2(0.0, 0.0));
    Target target;
    setUpTarget(&c, &target);
    c.shot.velocity = caromVec2(1.0, 0.0);
    caromProjectileFire(c.world, &c.shot);
    for (double now = paces[_i]; now <= 8.0; now += paces[_i]) {
        ck_assert_int_eq(caromWorldStepTo(c.world, now), CAROM_STEP_OK);
        takeEvents(&c, &target);
        for (int k = 0; k < CIRCLES; k++) {
            bool gone = k % 3 == 0 && now > 4.0;
            double radius = target.radii[k];
            ck_assert(target.inside[k] == (!gone && now >= 4.0 - radius && now < 4.0 + radius));
        }
        expectSnapshot(&c);
        for (int k = 0; k < CIRCLES && now == 4.0; k += 3) {
            caromShapeDestroy(c.world, target.ids[k]);
        }
    }
    ck_assert_int_eq(target.events, 2 * CIRCLES);
    tearDown(&c, 0);
}

/// Queries leave sensors out unless their options include them.
TEST_LOOP(queries_see_sensors_where_they_are_told_to, 2)
{
    Case c = setUp(caromVec2(_i, 0.0));
    CaromHit hit;
    CaromShapeId found[4];
    CaromBodyId rest = newRest(c.world);
    CaromShapeId a =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(2, 0), caromVec2(1, 1));
    CaromShapeId b = caromShapeCreateCircle(c.world, rest, &c.shape, caromVec2(7, 0), 1.0);
    for (int look = 0; look < 2; look++) {
        CaromQueryOptions options = caromQueryOptions();
        CaromVec2 from = caromVec2(0, 0), way = caromVec2(10, 0);
        CaromBox box = {{0.0, -1.0}, {9.0, 1.0}};
        options.sensors = look == 1 ? CAROM_SENSORS_INCLUDED : CAROM_SENSORS_EXCLUDED;
        CaromHit hits[4];
        ck_assert_int_eq(caromWorldCastRay(c.world, from, way, options, hits, 4), 2 * look);
        ck_assert_int_eq(caromWorldCastCircle(c.world, from, 0.5, way, options, &hit, 1), look);
        ck_assert(caromWorldCastAny(c.world, from, 0.0, way, options) == (look == 1));
        ck_assert_int_eq(caromWorldOverlapPoint(c.world, caromVec2(2, 0), options, found, 4), look);
        ck_assert_int_eq(caromWorldOverlapCircle(c.world, from, 1.5, options, found, 4), look);
        ck_assert_int_eq(caromWorldOverlapBox(c.world, box, options, found, 4), 2 * look);
        ck_assert(look == 0 || (found[0].index == a.index && found[1].index == b.index &&
                                hits[0].shape.index == a.index && hits[0].fraction == 0.1 &&
                                hits[1].shape.index == b.index && hits[1].fraction == 0.6 &&
                                hit.fraction == 0.05));
    }
    tearDown(&c, 0);
}

// It read what a sensor had, of a slot that had none any more.
TEST_WORLD(a_sensor_that_vanishes_around_one_put_into_a_solid_is_left, newWorld())
{
    CaromShapeDef solid = caromShapeDef(), sensor = solid;
    CaromVec2 far = {20.0, 0.0};
    sensor.sensor = true;
    CaromBodyId body = newRest(world);
    CaromShapeId zone = caromShapeCreateBox(world, body, &sensor, caromVec2(0, 0), caromVec2(5, 5));
    CaromShapeId block = caromShapeCreateBox(world, body, &solid, far, caromVec2(1, 1));
    caromShapeCreateBox(world, body, &sensor, far, caromVec2(3, 3));
    CaromProjectileDef def = caromProjectileDef();
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStep(world, 0.125);
    ck_assert_int_eq(caromWorldEvents(world).crossCount, 1);
    ck_assert_ok(caromProjectileSetPosition(world, id, far));
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PENDING);
    caromShapeDestroy(world, zone);
    caromShapeDestroy(world, block);
    caromWorldStep(world, 0.125);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.crossCount, 2);
    ck_assert(!events.crosses[0].entered && events.crosses[0].shape.index == zone.index);
    ck_assert(events.crosses[1].entered && events.crosses[1].time == 0.125);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
}

/// One that has pierced a wall may be inside of solids: a sensor around it that is made one is
/// left.
TEST(a_sensor_that_is_made_solid_is_left)
{
    Case c = setUp(caromVec2(0.0, 0.0));
    CaromShapeDef wall = caromShapeDef();
    CaromShapeId zone =
        caromShapeCreateBox(c.world, c.body, &c.shape, caromVec2(4, 0), caromVec2(2.0, 2.0));
    caromShapeCreateSegment(c.world, c.body, &wall, caromVec2(1, -1), caromVec2(1, 1));
    c.shot.velocity = caromVec2(1.0, 0.0);
    c.shot.onHit = CAROM_HIT_PIERCE;
    CaromProjectileId shot = caromProjectileFire(c.world, &c.shot);
    run(&c, 3.0, 0.5);
    ck_assert(!c.crosses[0].sensor && c.crosses[0].time == 1.0); // out of the wall
    expect(&c, 1, 2.0, true, caromVec2(2.0, 0.0));
    ck_assert_ok(caromShapeSetSensor(c.world, zone, false));
    run(&c, 4.0, 0.5);
    expect(&c, 2, 3.0, false, caromVec2(3.0, 0.0));
    ck_assert(caromProjectileIsValid(c.world, shot));
    ck_assert_ok(caromShapeSetSensor(c.world, zone, true));
    run(&c, 5.0, 0.5);
    expect(&c, 3, 4.0, true, caromVec2(4.0, 0.0));
    ck_assert(c.crosses[3].startedInside);
    run(&c, 9.0, 0.5);
    expect(&c, 4, 6.0, false, caromVec2(6.0, 0.0));
    tearDown(&c, 5);
}
