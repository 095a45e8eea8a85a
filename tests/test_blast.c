// SPDX-License-Identifier: MIT
// Explosions: impulses against closed form, shielding against all edges one by one, fuses and
// chains to the bit.
#include "flight_field.h"
#include "meter.h"
#include "snapshot_bytes.h"
#include "yard.h"

#include <math.h>
#include <string.h>

#include "assertions.h"

static CaromWorld *makeWorld(double gravity)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -gravity);
    def.eventLimit = 20;
    return caromWorldCreate(&def, NULL);
}

static CaromShapeId makeWall(CaromWorld *world, CaromBodyId body, CaromVec2 a, CaromVec2 b,
                             bool oneSided)
{
    CaromShapeDef def = caromShapeDef();
    return oneSided ? caromShapeCreateOneSided(world, body, &def, a, b)
                    : caromShapeCreateSegment(world, body, &def, a, b);
}

static CaromBlast makeBlast(double radius, double impulse, CaromFalloff falloff)
{
    CaromBlast blast = caromBlast();
    blast.radius = radius;
    blast.impulse = impulse;
    blast.falloff = falloff;
    return blast;
}

static CaromProjectileDef shot(double x, double y, double vx, double vy)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(x, y);
    def.velocity = caromVec2(vx, vy);
    return def;
}

static CaromProjectileId fire(CaromWorld *world, CaromProjectileDef def)
{
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_uint_ne(id.index, 0);
    return id;
}

static CaromProjectileId fireBomb(CaromWorld *world, double x, double y, double fuse,
                                  CaromBlast blast)
{
    CaromProjectileDef def = shot(x, y, 0.0, 0.0);
    def.fuse = fuse;
    def.blast = blast;
    return fire(world, def);
}

static const CaromPushEvent *pushOf(const CaromEvents *events, CaromProjectileId id)
{
    for (int k = 0; k < events->pushCount; k++) {
        if (events->pushes[k].projectile.index == id.index) {
            return &events->pushes[k];
        }
    }
    return NULL;
}

static const CaromPushEvent *pushOfShape(const CaromEvents *events, CaromShapeId id)
{
    for (int k = 0; k < events->pushCount; k++) {
        if (events->pushes[k].shape.index == id.index) {
            return &events->pushes[k];
        }
    }
    return NULL;
}

/// Explodes at once; the events of the step that follows.
static CaromEvents explodeAt(CaromWorld *world, double x, double y, CaromBlast blast)
{
    ck_assert_int_eq(caromWorldExplode(world, caromVec2(x, y), &blast), CAROM_OK);
    ck_assert_int_eq(caromWorldStep(world, 1e-6), CAROM_STEP_OK);
    return caromWorldEvents(world);
}

// ---- the push

static double falloffOf(CaromFalloff falloff, double d, double r)
{
    double left = 1.0 - d / r;
    return falloff == CAROM_FALLOFF_CONSTANT ? 1.0
           : falloff == CAROM_FALLOFF_LINEAR ? left
                                             : left * left;
}

START_TEST(impulse_is_that_of_the_formula)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    double radius = testRandomRange(&random, 1.0, 20.0),
           impulse = testRandomRange(&random, -50, 50);
    CaromFalloff falloff = (CaromFalloff)(_i % CAROM_FALLOFF_COUNT);
    CaromWorld *world = makeWorld(0.0);
    CaromVec2 c = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
    CaromProjectileDef def =
        shot(c.x + testRandomRange(&random, -radius, radius),
             c.y + testRandomRange(&random, -radius, radius), testRandomRange(&random, -9, 9), 3.0);
    def.radius = _i % 2 ? testRandomRange(&random, 0.01, 3.0) : 0.0;
    def.mass = testRandomRange(&random, 0.1, 10.0);
    CaromProjectileId id = fire(world, def);
    CaromVec2 away = caromVec2Sub(def.position, c);
    double far = hypot(away.x, away.y), d = fmax(far - def.radius, 0.0);
    CaromEvents events = explodeAt(world, c.x, c.y, makeBlast(radius, impulse, falloff));
    CaromVec2 expected = def.velocity, after = caromProjectileVelocity(world, id);
    const CaromPushEvent *push = pushOf(&events, id);
    ck_assert(d <= radius ? push != NULL : push == NULL);
    if (push != NULL) {
        double j = impulse * falloffOf(falloff, d, radius);
        expected.x += j * away.x / far / def.mass;
        expected.y += j * away.y / far / def.mass;
        ck_assert(push->exposure == 1.0 && push->time == 0.0 && push->shape.index == 0);
        ck_assert_double_le(fabs(push->distance - d), 1e-14 * radius);
        ck_assert_double_le(
            hypot(push->point.x - c.x - d * away.x / far, push->point.y - c.y - d * away.y / far),
            1e-13);
    }
    ck_assert_msg(hypot(after.x - expected.x, after.y - expected.y) <= 1e-12, "seed %d", _i);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(at_the_very_centre_it_goes_the_way_it_flies)
{
    CaromWorld *world = makeWorld(0.0);
    CaromProjectileId flies = fire(world, shot(1, 2, 3, -4)), rests = fire(world, shot(1, 2, 0, 0));
    CaromEvents events = explodeAt(world, 1, 2, makeBlast(2, 10, CAROM_FALLOFF_LINEAR));
    CaromVec2 v = caromProjectileVelocity(world, flies);
    ck_assert_double_le(hypot(v.x - 9.0, v.y + 12.0), 1e-14);
    v = caromProjectileVelocity(world, rests);
    ck_assert(v.x == 0.0 && v.y == 0.0);
    ck_assert_int_eq(events.pushCount, 2);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(too_light_to_stay_in_range_ends)
{
    CaromWorld *world = makeWorld(0.0);
    CaromProjectileDef def = shot(1, 0, 0, 0);
    def.mass = 1e-100;
    fire(world, def);
    CaromEvents events = explodeAt(world, 0, 0, makeBlast(2, 10, CAROM_FALLOFF_CONSTANT));
    ck_assert_int_eq(events.endCount, 1);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_OVERFLOW);
    ck_assert(caromWorldValidate(world));
    caromWorldDestroy(world);
}
END_TEST

START_TEST(filters_and_modes_decide_who_is_pushed)
{
    CaromWorld *world = makeWorld(10.0);
    CaromBodyId ground = newRest(world);
    makeWall(world, ground, caromVec2(-9, 0), caromVec2(9, 0), false);
    CaromProjectileDef def = shot(1, 0.5, 0, 0);
    def.radius = 0.25;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId rests = fire(world, def);
    def = shot(2, 0.5, 0, 0);
    def.restitution = 0.9999; // 20 hits in one window: parked
    def.restTime = 0.0;
    def.acceleration = caromVec2(0, -1e8);
    CaromProjectileId parked = fire(world, def);
    def = shot(-1, 0.5, 0, 0);
    def.filter.category = 2;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId other = fire(world, def);
    ck_assert_int_eq(caromWorldStepTo(world, 1.0), CAROM_STEP_PARKED);
    def = shot(0, 1, 0, 0);
    def.time = 2.0;
    CaromProjectileId pending = fire(world, def);
    ck_assert_int_eq(caromProjectileMode(world, rests), CAROM_PROJECTILE_RESTING);
    ck_assert_int_eq(caromProjectileMode(world, parked), CAROM_PROJECTILE_PARKED);
    CaromBlast blast = makeBlast(5, 10, CAROM_FALLOFF_CONSTANT);
    blast.filter.mask = 1;
    CaromEvents events = explodeAt(world, 0, 0.125, blast);
    ck_assert(pushOf(&events, rests) != NULL && pushOf(&events, parked) != NULL);
    ck_assert(pushOf(&events, other) == NULL && pushOf(&events, pending) == NULL);
    ck_assert_int_eq(caromProjectileMode(world, rests), CAROM_PROJECTILE_FLYING);
    ck_assert(caromProjectileVelocity(world, rests).x > 9.0);
    ck_assert_int_eq(caromProjectileMode(world, parked), CAROM_PROJECTILE_PARKED);
    ck_assert_int_eq(caromProjectileMode(world, other), CAROM_PROJECTILE_RESTING);
    caromWorldDestroy(world);
}
END_TEST

// ---- shielding

static double exposureBehind(CaromVec2 a, CaromVec2 b, double radius, bool oneSided)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    makeWall(world, body, a, b, oneSided);
    CaromProjectileDef def = shot(4, 0, 0, 0);
    def.radius = radius;
    CaromProjectileId id = fire(world, def);
    CaromEvents events = explodeAt(world, 0, 0, makeBlast(9, 10, CAROM_FALLOFF_LINEAR));
    const CaromPushEvent *push = pushOf(&events, id);
    double exposure = push != NULL ? push->exposure : 0.0;
    caromWorldDestroy(world);
    return exposure;
}

START_TEST(walls_shield)
{
    double r = _i ? 1.0 : 0.0;
    CaromVec2 low = caromVec2(2, -3), high = caromVec2(2, 3);
    ck_assert(exposureBehind(low, high, r, false) == 0.0);
    ck_assert(exposureBehind(caromVec2(2, -3), caromVec2(2, -1), r, false) == 1.0);
    ck_assert(exposureBehind(caromVec2(-2, -3), caromVec2(-2, 3), r, false) == 1.0);
    ck_assert(exposureBehind(caromVec2(6, -3), caromVec2(6, 3), r, false) == 1.0);
    ck_assert(exposureBehind(low, high, r, true) == 1.0); // from its solid side
    ck_assert(exposureBehind(high, low, r, true) == 0.0);
    ck_assert(exposureBehind(caromVec2(1, 0), caromVec2(3, 0), 0.0, false) == 1.0); // end on
}
END_TEST

START_TEST(half_covered_disc_is_half_exposed)
{
    ck_assert(exposureBehind(caromVec2(2, 0), caromVec2(2, 5), 1.0, false) == 0.5);
    ck_assert(exposureBehind(caromVec2(2, -5), caromVec2(2, 0), 1.0, false) == 0.5);
    // its edge halfway out at 4 m is seen past a tip at 0.25 m in 2 m
    ck_assert(exposureBehind(caromVec2(2, -5), caromVec2(2, 0.25), 1.0, false) == 0.25);
}
END_TEST

START_TEST(moving_walls_shield_where_they_are_at_the_time)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId door = newMoving(world, caromVec2(0, 0), caromVec2(0, 1));
    makeWall(world, door, caromVec2(2, -4), caromVec2(2, -2), false); // before the target 2 .. 4 s
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    CaromProjectileId target = fire(world, shot(4, 0, 0, 0));
    fireBomb(world, 0, 0, 1.999 + _i, blast);
    CaromEvents events;
    do {
        caromWorldStep(world, 7.0);
        events = caromWorldEvents(world);
    } while (events.blastCount == 0);
    ck_assert((pushOf(&events, target) != NULL) == (_i == 0 || _i == 3));
    caromWorldDestroy(world);
}
END_TEST

static CaromVec2 along(CaromVec2 p, CaromVec2 direction, double way)
{
    return caromVec2Add(p, caromVec2Scale(direction, way));
}

/// On the side of the wall that it hit, by exact signs, however the wall lies.
START_TEST(what_explodes_on_a_wall_does_so_before_it)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = makeWorld(0.0);
    CaromRotation r = caromRotation(testRandomRange(&random, -3, 3));
    CaromVec2 n = caromVec2(r.c, r.s), t = caromVec2(-r.s, r.c),
              middle = caromVec2(testRandomRange(&random, -50, 50), 0.0);
    CaromBodyId body = newBody(world, _i % 2 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC,
                               caromVec2(0, 0), _i % 2 ? caromVec2(0, 0) : caromVec2(0.3, -0.7));
    CaromVec2 a = along(middle, t, -7), b = along(middle, t, 7);
    CaromShapeId wall = makeWall(world, body, a, b, _i % 3 == 0);
    CaromVec2 from = along(middle, n, 3.0), behind = along(middle, n, -3.0);
    CaromProjectileDef def = shot(from.x, from.y, -10 * n.x + 3 * t.x, -10 * n.y + 3 * t.y);
    def.radius = _i % 5 == 0 ? 0.25 : 0.0;
    def.onHit = CAROM_HIT_EXPLODE;
    def.acceleration = _i % 7 == 0 ? t : caromVec2(0, 0);
    def.blast = makeBlast(9, 1, CAROM_FALLOFF_LINEAR);
    CaromProjectileId bomb = fire(world, def);
    CaromProjectileId before = fire(world, shot(from.x, from.y, 0, 0)),
                      after = fire(world, shot(behind.x, behind.y, 0, 0));
    caromWorldStepTo(world, 1.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.blastCount, 1);
    ck_assert_msg(pushOf(&events, before) != NULL, "seed %d", _i);
    ck_assert_msg(pushOf(&events, after) == NULL, "seed %d", _i);
    ck_assert_msg(pushOfShape(&events, wall) != NULL, "seed %d", _i);
    ck_assert(events.hitCount == 1 && events.hits[0].action == CAROM_HIT_EXPLODE);
    ck_assert(events.hits[0].sequence + 1 == events.blasts[0].sequence);
    ck_assert(events.ends[0].sequence == events.blasts[0].sequence + 3);
    ck_assert_int_eq(events.ends[0].reason, CAROM_END_EXPLODED);
    ck_assert(!caromProjectileIsValid(world, bomb));
    ck_assert(events.blasts[0].center.x == events.hits[0].center.x);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(deep_in_a_solid_only_the_solid_is_reached)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    CaromShapeDef def = caromShapeDef();
    CaromShapeId box = caromShapeCreateBox(world, body, &def, caromVec2(0, 0), caromVec2(1.1, 1.3));
    CaromShapeId ball = caromShapeCreateCircle(world, body, &def, caromVec2(3, 0), 0.5);
    CaromProjectileId id = fire(world, shot(2, 0, 0, 0));
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_LINEAR);
    CaromEvents events = explodeAt(world, 0.5, 0.25, blast);
    ck_assert_int_eq(events.pushCount, 1);
    ck_assert(events.pushes[0].shape.index == box.index && events.pushes[0].exposure == 1.0);
    ck_assert(events.pushes[0].distance == 0.0);
    events = explodeAt(world, 1.1, 0.25, blast); // on its border: outside
    ck_assert(pushOf(&events, id) != NULL && pushOfShape(&events, ball) != NULL);
    ck_assert(pushOfShape(&events, box)->distance == 0.0);
    ck_assert(pushOfShape(&events, box)->impulse.x < 0.0);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(shapes_are_told_what_they_would_get)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    CaromBodyId mover = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    CaromShapeDef def = caromShapeDef();
    int data = 0;
    def.userData = &data;
    CaromShapeId ball = caromShapeCreateCircle(world, mover, &def, caromVec2(0, 4), 1.0);
    CaromShapeId box = caromShapeCreateBox(world, body, &def, caromVec2(6, 0), caromVec2(2, 8));
    CaromShapeId far = caromShapeCreateBox(world, body, &def, caromVec2(-30, 0), caromVec2(1, 1));
    CaromShapeId wall =
        caromShapeCreateSegment(world, body, &def, caromVec2(2, 0), caromVec2(2, 9));
    def.sensor = true;
    CaromShapeId sensor = caromShapeCreateCircle(world, body, &def, caromVec2(-4, 0), 1.0);
    CaromEvents events = explodeAt(world, 0, 0, makeBlast(8, 2, CAROM_FALLOFF_LINEAR));
    const CaromPushEvent *push = pushOfShape(&events, ball);
    ck_assert(push->exposure == 1.0 && push->distance == 3.0 && push->data == &data);
    ck_assert_double_le(hypot(push->impulse.x, push->impulse.y - 2.0 * (1 - 3.0 / 8)), 1e-15);
    ck_assert(push->point.x == 0.0 && push->point.y == 3.0 && push->body.index == mover.index);
    push =
        pushOfShape(&events, box); // its face within reach: |y| <= sqrt(48), the upper half hidden
    ck_assert(push->exposure == 0.5 && push->distance == 4.0);
    ck_assert_double_le(hypot(push->impulse.x - 2.0 * (1 - 4.0 / 8) * 0.5, push->impulse.y), 1e-15);
    ck_assert(pushOfShape(&events, wall)->exposure == 1.0);
    ck_assert(pushOfShape(&events, far) == NULL && pushOfShape(&events, sensor) == NULL);
    for (int k = 1; k < events.pushCount; k++) {
        ck_assert(events.pushes[k].shape.index > events.pushes[k - 1].shape.index);
        ck_assert(events.pushes[k].sequence == events.pushes[k - 1].sequence + 1);
    }
    caromWorldDestroy(world);
}
END_TEST

// ---- shielding against all edges, one by one

enum { EDGES = 40, TARGETS = 12, LINES = 16 };

typedef struct Edges {
    CaromVec2 a[EDGES], b[EDGES];
    bool oneSided[EDGES];
} Edges;

static long double sideOf(CaromVec2 a, CaromVec2 b, long double x, long double y)
{
    return ((long double)b.x - a.x) * (y - a.y) - ((long double)b.y - a.y) * (x - a.x);
}

/// 1 seen, 0 hidden, -1 too close to call.
static int isSeen(const Edges *edges, CaromVec2 c, long double x, long double y)
{
    int seen = 1;
    for (int e = 0; e < EDGES && seen != 0; e++) {
        CaromVec2 a = edges->a[e], b = edges->b[e];
        long double from = sideOf(a, b, c.x, c.y), to = sideOf(a, b, x, y);
        long double atA =
            (x - c.x) * (a.y - (long double)c.y) - (y - c.y) * (a.x - (long double)c.x);
        long double atB =
            (x - c.x) * (b.y - (long double)c.y) - (y - c.y) * (b.x - (long double)c.x);
        long double least = fminl(fminl(fabsl(from), fabsl(to)), fminl(fabsl(atA), fabsl(atB)));
        if (from * to < 0 && atA * atB < 0 && (!edges->oneSided[e] || from < 0)) {
            seen = 0;
        }
        seen = least < 1e-9L ? -1 : seen;
        if (seen < 0) {
            return -1;
        }
    }
    return seen;
}

static bool expectedExposure(const Edges *edges, CaromVec2 c, CaromVec2 at, double radius,
                             double *exposure)
{
    long double dx = at.x - (long double)c.x, dy = at.y - (long double)c.y, far = hypotl(dx, dy);
    int count = radius > 0.0 ? LINES : 1, total = 0;
    for (int k = 0; k < count; k++) {
        long double s = radius > 0.0 ? radius * ((2 * k + 1) / (long double)LINES - 1) / far : 0;
        int seen = isSeen(edges, c, at.x - dy * s, at.y + dx * s);
        if (seen < 0) {
            return false;
        }
        total += seen;
    }
    *exposure = total / (double)count;
    return true;
}

START_TEST(exposure_agrees_with_every_edge)
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId still = newRest(world), mover = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    Edges edges;
    for (int e = 0; e < EDGES; e++) {
        edges.a[e] = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
        edges.b[e] = caromVec2(edges.a[e].x + testRandomRange(&random, -2, 2),
                               edges.a[e].y + testRandomRange(&random, -2, 2));
        edges.oneSided[e] = testRandomInt(&random, 0, 1) == 1;
        makeWall(world, e % 3 ? still : mover, edges.a[e], edges.b[e], edges.oneSided[e]);
    }
    CaromProjectileDef targets[TARGETS];
    CaromProjectileId ids[TARGETS];
    for (int k = 0; k < TARGETS; k++) {
        targets[k] = shot(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9), 0, 0);
        targets[k].radius = k % 3 ? testRandomRange(&random, 0.0, 2.0) : 0.0;
        targets[k].filter.mask = 2; // fly through walls, which yet shield them
        targets[k].filter.category = 3;
        ids[k] = fire(world, targets[k]);
    }
    CaromVec2 c = caromVec2(testRandomRange(&random, -9, 9), testRandomRange(&random, -9, 9));
    CaromBlast blast = makeBlast(40, 1, CAROM_FALLOFF_CONSTANT);
    blast.filter.category = 3;
    CaromEvents events = explodeAt(world, c.x, c.y, blast);
    int told = 0;
    for (int k = 0; k < TARGETS; k++) {
        double exposure;
        const CaromPushEvent *push = pushOf(&events, ids[k]);
        if (expectedExposure(&edges, c, targets[k].position, targets[k].radius, &exposure)) {
            ck_assert_msg(exposure == (push != NULL ? push->exposure : 0.0), "seed %d target %d",
                          _i, k);
            told++;
        }
    }
    ck_assert_int_gt(told, TARGETS / 2);
    caromWorldDestroy(world);
}
END_TEST

// ---- time

static const double rates[] = {24, 30, 60, 144, 1000, 0.1};

START_TEST(fuses_are_exact_at_every_rate)
{
    double fuse = 0.1 + 1.0 / 3.0, late = 0.7, first = 0.0;
    for (int k = 0; k < 6; k++) {
        CaromWorld *world = makeWorld(9.81);
        CaromProjectileDef def = shot(1, 2, 3, 4);
        def.fuse = fuse;
        def.lifetime = fuse; // the bang comes first
        fire(world, def);
        def.time = late;
        fire(world, def);
        double times[2] = {0.0, 0.0};
        int blasts = 0;
        CaromVec2 at = caromVec2(0, 0);
        for (uint64_t frame = 1; blasts < 2; frame++) {
            caromWorldStepTo(world, (double)frame / rates[k]);
            CaromEvents events = caromWorldEvents(world);
            for (int b = 0; b < events.blastCount; b++) {
                times[blasts++] = events.blasts[b].time;
                at = events.blasts[b].center;
                ck_assert_int_eq(events.ends[b].reason, CAROM_END_EXPLODED);
            }
        }
        ck_assert(times[0] == fuse && times[1] == late + fuse);
        first = k == 0 ? at.y : first;
        ck_assert(at.y == first);
        ck_assert_double_le(fabs(at.x - 1.0 - 3.0 * fuse), 1e-15 * 8);
        caromWorldDestroy(world);
    }
}
END_TEST

/// A bounce and two explosions at one time: in order of their indices, whoever waits for whom.
START_TEST(at_one_time_the_lower_index_goes_first)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    makeWall(world, body, caromVec2(4, -9), caromVec2(4, 9), false);
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    CaromProjectileId early = fire(world, shot(0, 0, 4, 0)); // at the wall at 1 s
    CaromProjectileId a = fireBomb(world, 0, 0, 1.0, blast);
    CaromProjectileId b = fireBomb(world, 2, 0, 1.0, blast);
    CaromProjectileId late = fire(world, shot(0, 0, 4, 0));
    caromWorldStepTo(world, 1.5);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.blastCount, 2);
    ck_assert(events.blasts[0].projectile.index == a.index);
    ck_assert(events.blasts[1].projectile.index == b.index);
    ck_assert(events.blasts[1].center.x == 2.0); // though pushed at that very time
    const CaromPushEvent *p = pushOf(&events, early);
    ck_assert(p->source.index == a.index && fabs(p->point.x - 4.0) <= 1e-14);
    // -4 after the bounce, and 1 from either; 4 and 1 from either before it
    ck_assert(caromProjectileVelocity(world, early).x == -2.0);
    ck_assert(caromProjectileVelocity(world, late).x == -6.0);
    ck_assert_int_eq(events.hitCount, 2);
    ck_assert(pushOf(&events, a) == NULL && pushOf(&events, b) != NULL);
    caromWorldDestroy(world);
}
END_TEST

/// Grenades in a row between floor and ceiling: one that explodes on the floor pushes the next to
/// the ceiling, and so on.
START_TEST(explosions_set_off_explosions)
{
    double last = 0.0;
    for (int k = 0; k < 6; k++) {
        CaromWorld *world = makeWorld(0.0);
        CaromBodyId body = newRest(world);
        CaromBlast blast = makeBlast(2, 10, CAROM_FALLOFF_CONSTANT);
        makeWall(world, body, caromVec2(-9, -1), caromVec2(40, -1), false);
        makeWall(world, body, caromVec2(-9, 1), caromVec2(40, 1), false);
        for (int i = 0; i < 10; i++) {
            CaromProjectileDef def = shot(2 * i, 0, 0, 0);
            def.onHit = CAROM_HIT_EXPLODE;
            def.blast = blast;
            fire(world, def);
        }
        ck_assert_int_eq(caromWorldExplode(world, caromVec2(-1, -1), &blast), CAROM_OK);
        int blasts = 0;
        double time = 0.0;
        for (uint64_t frame = 1; time < 3.0; frame++) {
            time = (double)frame / rates[k];
            caromWorldStepTo(world, time);
            CaromEvents events = caromWorldEvents(world);
            for (int b = 0; b < events.blastCount; b++, blasts++) { // √2 m at 10 m/s each
                ck_assert_double_le(fabs(events.blasts[b].time - blasts * sqrt(0.02)), 1e-12);
            }
            last =
                k == 0 && events.blastCount > 0 ? events.blasts[events.blastCount - 1].time : last;
            ck_assert(k == 0 || blasts < 11 || events.blastCount == 0 ||
                      events.blasts[events.blastCount - 1].time == last);
        }
        ck_assert_int_eq(blasts, 11);
        caromWorldDestroy(world);
    }
}
END_TEST

/// A bomb that sticks to a wall that moves explodes where the wall has carried it.
START_TEST(stuck_bombs_explode_where_they_ride)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId door = newMoving(world, caromVec2(0, 0), caromVec2(0, 2));
    makeWall(world, door, caromVec2(4, -9), caromVec2(4, 9), false);
    CaromProjectileDef def = shot(0, 0, 4, 0); // strikes at 1 s at (4, 0)
    def.onHit = CAROM_HIT_STICK;
    def.fuse = 3.0;
    def.blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    fire(world, def);
    CaromProjectileId before = fire(world, shot(1, 4, 0, 0)),
                      behind = fire(world, shot(7, 4, 0, 0));
    caromWorldStepTo(world, 4.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.blastCount, 1);
    ck_assert_double_le(fabs(events.blasts[0].center.y - 4.0), 1e-14);
    ck_assert(events.ends[0].position.y == events.blasts[0].center.y);
    ck_assert(events.ends[0].velocity.y == 2.0);
    ck_assert(pushOf(&events, before) != NULL && pushOf(&events, behind) == NULL);
    caromWorldDestroy(world);
}
END_TEST

// ---- commands

START_TEST(commands_act_at_the_clock_after_edits)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    CaromShapeId wall = makeWall(world, body, caromVec2(2, -4), caromVec2(2, 4), false);
    CaromProjectileId id = fire(world, shot(4, 0, 0, 0));
    caromWorldStepTo(world, 0.25);
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    uint64_t hash = caromWorldHash(world);
    ck_assert_int_eq(caromWorldExplode(world, caromVec2(0, 0), &blast), CAROM_OK);
    ck_assert(caromWorldHash(world) != hash);
    ck_assert(caromWorldEvents(world).blastCount == 0);
    ck_assert(caromProjectileVelocity(world, id).x == 0.0);
    caromShapeDestroy(world, wall); // it is gone when the blast comes
    caromWorldStepTo(world, 3.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert(events.blastCount == 1 && events.blasts[0].time == 0.25);
    ck_assert_uint_eq(events.blasts[0].projectile.index, 0);
    ck_assert_uint_eq(events.pushes[0].source.index, 0);
    ck_assert(caromProjectilePosition(world, id).x == 4.0 + 2.75);
    caromWorldStepTo(world, 4.0);
    ck_assert_int_eq(caromWorldEvents(world).blastCount, 0);
    caromWorldDestroy(world);
}
END_TEST

/// How a world came to the time at which a sensor that moves is around (8, 5). After a restore no
/// step has noted yet where that is.
enum { GATE_NEW, GATE_STEPPED, GATE_RESTORED, GATE_REWOUND, GATE_WAYS };

static void restoreGate(CaromWorld *world)
{
    SnapshotBytes snapshot = snapshotSave(world);
    ck_assert_int_eq(caromWorldRestore(world, snapshot.at, snapshot.size), CAROM_OK);
    free(snapshot.at);
}

static void rewindGate(CaromWorld *world)
{
    SnapshotBytes state = stateSave(world);
    caromWorldStep(world, 1.0);
    caromWorldStep(world, 1.0); // in which it is nowhere near
    ck_assert_int_eq(caromWorldRestoreState(world, state.at, state.size), CAROM_OK);
    free(state.at);
}

/// In memory that is never clean.
static CaromWorld *makeGate(int way, Meter *meter)
{
    CaromWorldDef worldDef = caromWorldDef();
    worldDef.allocator = meterAllocator(meter);
    CaromWorld *world = caromWorldCreate(&worldDef, NULL);
    CaromBodyId lift = newMoving(world, caromVec2(0, 0), caromVec2(0, 16));
    CaromShapeDef def = caromShapeDef();
    def.sensor = true;
    caromShapeCreateCircle(world, lift, &def, caromVec2(8, way == GATE_NEW ? 5 : -3), 1.0);
    if (way != GATE_NEW) {
        caromWorldStep(world, 0.5);
    }
    if (way == GATE_RESTORED) {
        restoreGate(world);
    } else if (way == GATE_REWOUND) {
        rewindGate(world);
    }
    return world;
}

/// A shot into the sensor is told of before the push: as it was fired, and in from its start on.
START_TEST(who_is_pushed_was_seen_by_moving_sensors)
{
    Meter meter;
    CaromWorld *world = makeGate(_i, &meter);
    double time = caromWorldTime(world);
    CaromProjectileId id = fire(world, shot(8.0, 5.0, 0.0, 3.0));
    CaromEvents events = explodeAt(world, 7.0, 5.0, makeBlast(4, 2, CAROM_FALLOFF_CONSTANT));
    ck_assert_ptr_nonnull(pushOf(&events, id));
    ck_assert_int_eq(events.crossCount, 1);
    const CaromCrossEvent *cross = &events.crosses[0];
    ck_assert(cross->entered && cross->startedInside && cross->time == time);
    ck_assert(cross->velocity.x == 0.0 && cross->velocity.y == 3.0);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(what_was_destroyed_does_not_explode)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_CONSTANT);
    CaromProjectileId bomb = fireBomb(world, 0, 0, 1.0, blast);
    CaromProjectileId id = fire(world, shot(4, 0, 0, 0));
    caromProjectileDestroy(world, bomb);
    fire(world, shot(0, 0, 0, 0)); // in its slot
    caromWorldStepTo(world, 2.0);
    ck_assert_int_eq(caromWorldEvents(world).blastCount, 0);
    ck_assert(caromProjectileVelocity(world, id).x == 0.0);
    caromWorldDestroy(world);
}
END_TEST

/// Random worlds: explosions do happen there, and push.
START_TEST(random_fields_are_full_of_blasts)
{
    CaromWorldDef def = caromWorldDef();
    int blasts = 0, pushes = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        FlightField field;
        flightFieldInit(&field, seed, FIELD_BLASTS, &def);
        flightFieldStepTo(&field, 4.0);
        blasts += field.log.blasts;
        pushes += field.log.pushes;
        flightFieldFree(&field);
    }
    ck_assert_int_gt(blasts, 50);
    ck_assert_int_gt(pushes, 200);
}
END_TEST

// What was near by an edit it only found out once something else made it look again.
START_TEST(a_stuck_mine_sees_what_is_put_near_it)
{
    CaromWorld *world = newWorld();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromBodyId body = newRest(world);
    shape.filter.category = 2;
    caromShapeCreateSegment(world, body, &shape, caromVec2(5, -9), caromVec2(5, 9));
    def.velocity = caromVec2(10.0, 0.0);
    def.onHit = CAROM_HIT_STICK;
    def.proximity = 1.0;
    def.proximityFilter.mask = 1;
    CaromProjectileId mine = caromProjectileFire(world, &def);
    caromWorldStep(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, mine), CAROM_PROJECTILE_STUCK);
    shape.filter.category = 1;
    caromShapeCreateCircle(world, body, &shape, caromVec2(4.0, 1.0), 0.5);
    caromWorldStep(world, 1.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.endCount, 1);
    ck_assert(events.ends[0].time == 1.0 && events.ends[0].reason == CAROM_END_EXPLODED);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(a_blast_without_radius_pushes_nothing)
{
    CaromWorld *world = makeWorld(0.0);
    CaromProjectileId at = fire(world, shot(1.0, 2.0, 3.0, 0.0)),
                      beside = fire(world, shot(1.0, 2.5, 0.0, 0.0));
    CaromEvents events = explodeAt(world, 1.0, 2.0, makeBlast(0.0, 4.0, CAROM_FALLOFF_LINEAR));
    ck_assert_ptr_null(pushOf(&events, at));
    ck_assert_ptr_null(pushOf(&events, beside));
    ck_assert_int_eq(events.pushCount, 0);
    caromWorldDestroy(world);
}
END_TEST

START_TEST(a_map_without_solid_tiles_is_not_pushed)
{
    static const uint16_t tiles[] = {0, 0};
    CaromWorld *world = makeWorld(0.0);
    CaromShapeDef def = caromShapeDef();
    CaromTileMap map = {2, 1, 1.0, {0.0, 0.0}, tiles};
    CaromBodyId body = newRest(world);
    ck_assert_uint_ne(caromShapeCreateTiles(world, body, &def, &map).index, 0);
    CaromEvents events = explodeAt(world, 0.5, 0.5, makeBlast(9.0, 4.0, CAROM_FALLOFF_LINEAR));
    ck_assert_int_eq(events.pushCount, 0);
    caromWorldDestroy(world);
}
END_TEST

/// A centre that rounding has put just below the surface of a solid sees what is above that, and
/// nothing through the solid.
START_TEST(just_below_a_surface_it_sees_what_is_above)
{
    CaromWorld *world = makeWorld(0.0);
    CaromBodyId body = newRest(world);
    CaromShapeDef def = caromShapeDef();
    CaromShapeId wall = caromShapeCreateBox(world, body, &def, caromVec2(0, 0), caromVec2(4, 1));
    CaromProjectileId above = fire(world, shot(0.25, 3, 0, 0)),
                      below = fire(world, shot(0, -3, 0, 0));
    CaromBlast blast = makeBlast(9, 1, CAROM_FALLOFF_LINEAR);
    CaromEvents events = explodeAt(world, 0.25, 1.0 - 0x1p-46, blast);
    ck_assert(pushOf(&events, above) != NULL && pushOf(&events, below) == NULL);
    ck_assert(pushOfShape(&events, wall) != NULL);
    caromWorldDestroy(world);
}
END_TEST

Suite *testBlastSuite(void)
{
    Suite *suite = suite_create("blast");
    TCase *tc = tcase_create("blast");
    tcase_add_loop_test(tc, impulse_is_that_of_the_formula, 0, 60);
    tcase_add_test(tc, at_the_very_centre_it_goes_the_way_it_flies);
    tcase_add_test(tc, too_light_to_stay_in_range_ends);
    tcase_add_test(tc, filters_and_modes_decide_who_is_pushed);
    tcase_add_loop_test(tc, walls_shield, 0, 2);
    tcase_add_test(tc, half_covered_disc_is_half_exposed);
    tcase_add_loop_test(tc, moving_walls_shield_where_they_are_at_the_time, 0, 4);
    tcase_add_loop_test(tc, what_explodes_on_a_wall_does_so_before_it, 0, 210);
    tcase_add_test(tc, deep_in_a_solid_only_the_solid_is_reached);
    tcase_add_test(tc, shapes_are_told_what_they_would_get);
    tcase_add_loop_test(tc, exposure_agrees_with_every_edge, 0, 100);
    tcase_add_test(tc, fuses_are_exact_at_every_rate);
    tcase_add_test(tc, at_one_time_the_lower_index_goes_first);
    tcase_add_test(tc, explosions_set_off_explosions);
    tcase_add_test(tc, stuck_bombs_explode_where_they_ride);
    tcase_add_test(tc, commands_act_at_the_clock_after_edits);
    tcase_add_loop_test(tc, who_is_pushed_was_seen_by_moving_sensors, 0, GATE_WAYS);
    tcase_add_test(tc, what_was_destroyed_does_not_explode);
    tcase_add_test(tc, random_fields_are_full_of_blasts);
    tcase_add_test(tc, a_stuck_mine_sees_what_is_put_near_it);
    tcase_add_test(tc, a_blast_without_radius_pushes_nothing);
    tcase_add_test(tc, a_map_without_solid_tiles_is_not_pushed);
    tcase_add_test(tc, just_below_a_surface_it_sees_what_is_above);
    suite_add_tcase(suite, tc);
    return suite;
}
