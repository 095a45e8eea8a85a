// SPDX-License-Identifier: MIT
// The end of a bounce series: when and where it rests, on floors, slopes, round things and in
// corners, and what wakes it.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <fenv.h>
#include <math.h>

static CaromBodyId makeBody(CaromWorld *world, CaromBodyType type)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    return caromBodyCreate(world, &def);
}

/// Steps at 60 Hz until it rests, at most so long; when it rests, or -1.
static double settlesAt(CaromWorld *world, double longest, bool orSlides, CaromVec2 *where)
{
    for (double t = caromWorldTime(world), end = t + longest; t < end;) {
        t += 1.0 / 60.0;
        CaromEvents events = eventsUntil(world, t);
        for (int k = 0; k < events.modeCount; k++) {
            bool slides = events.modes[k].mode == CAROM_PROJECTILE_SLIDING && orSlides;
            if (events.modes[k].mode == CAROM_PROJECTILE_RESTING || slides) {
                *where = events.modes[k].position;
                return events.modes[k].time;
            }
        }
    }
    return -1.0;
}

static double restsAt(CaromWorld *world, double longest, CaromVec2 *where)
{
    return settlesAt(world, longest, false, where);
}

static CaromProjectileDef ball(TestRandom *random)
{
    CaromProjectileDef def = caromProjectileDef();
    def.position = caromVec2(testRandomRange(random, -1.0, 1.0), testRandomRange(random, 1.0, 3.0));
    def.velocity =
        caromVec2(testRandomRange(random, -2.0, 2.0), testRandomRange(random, -2.0, 2.0));
    def.restitution = testRandomRange(random, 0.1, 0.9);
    def.radius = testRandomInt(random, 0, 1) ? 0.25 : 0.0;
    return def;
}

/// The sum of all bounces one by one, in long double: time and way along a plane. Gravity is (ax,
/// -g).
typedef struct Sum {
    long double time, way;
} Sum;

static Sum sumOfBounces(long double u, long double v, long double e, long double mu, long double ax,
                        long double g)
{
    Sum sum = {0, 0};
    for (int k = 0; k < 10000 && u > 1e-18L; k++) { // u, v: just after a bounce
        long double t = 2 * u / g, landing = v + ax * t, grip = mu * (1 + e) * u;
        sum.time += t;
        sum.way += v * t + ax * t * t / 2;
        v = landing > 0 ? fmaxl(landing - grip, 0) : fminl(landing + grip, 0);
        u *= e;
    }
    return sum;
}

// The slope falls by an angle; all is seen in its own axes. First flight by the quadratic, then the
// sum.
TEST_WORLD_SEEDS(rests_at_the_limit_of_its_series, 200, newWorldUnder(10.0))
{
    double slope = _i % 2 ? 0.0 : testRandomRange(&random, -0.6, 0.6);
    CaromRotation r = caromRotation(slope);
    newSegment(world, makeBody(world, CAROM_BODY_STATIC), caromVec2(-900 * r.c, -900 * r.s),
               caromVec2(900 * r.c, 900 * r.s));
    CaromProjectileDef def = ball(&random);
    def.friction = _i % 3 ? 0.0 : testRandomUnit(&random);
    caromProjectileFire(world, &def);
    CaromVec2 p = def.position, v = def.velocity, where = p;
    long double along = r.c * p.x + r.s * p.y, above = r.c * p.y - r.s * p.x - def.radius;
    long double va = r.c * v.x + r.s * v.y, vn = r.c * v.y - r.s * v.x, g = 10 * r.c,
                ax = -10 * r.s;
    long double first = (vn + sqrtl(vn * vn + 2 * g * above)) / g, closing = g * first - vn;
    long double landing = va + ax * first, e = def.restitution,
                grip = def.friction * (1 + e) * closing;
    long double after = landing > 0 ? fmaxl(landing - grip, 0) : fminl(landing + grip, 0);
    Sum sum = sumOfBounces(e * closing, after, e, def.friction, ax, g);
    along += va * first + ax * first * first / 2 + sum.way;
    double time = settlesAt(world, 60.0, true, &where);
    ck_assert_msg(fabsl(time - (first + sum.time)) < 1e-8L, "rests at %.12g, not %.12Lg", time,
                  first + sum.time);
    ck_assert_msg(fabsl(r.c * where.x + r.s * where.y - along) < 1e-7L, "rests off its limit");
    // What slides keeps a hair's breadth above: 2^-44 of its coordinates and 2^-49 of the edge's.
    double hair = 1e-12 + (fabs(where.x) + fabs(where.y) + 1.0) * 0x1p-43;
    ck_assert_double_le(fabs(r.c * where.y - r.s * where.x - def.radius), fmax(hair, 1e-11));
}

TEST_WORLD_SEEDS(rests_in_a_corner, 100, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC);
    double left = testRandomRange(&random, 0.2, 2.0), right = testRandomRange(&random, 0.2, 2.0);
    newSegment(world, body, caromVec2(-20.0, 20.0 * left), caromVec2(0.0, 0.0));
    newSegment(world, body, caromVec2(0.0, 0.0), caromVec2(20.0, 20.0 * right));
    CaromProjectileDef def = ball(&random);
    def.restitution = testRandomRange(&random, 0.0, 0.7);
    def.position.y += 3.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromVec2 where;
    double time = restsAt(world, 60.0, &where);
    ck_assert_msg(time > 0.0, "seed %d: never rests, mode %d", _i,
                  (int)caromProjectileMode(world, id));
}

// Many short pieces: the seams are no obstacles.
TEST_WORLD_SEEDS(rests_on_tiles, 50, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC);
    for (int i = -60; i < 60; i++) {
        newBox(world, body, caromVec2(0.25 * i, -0.125), caromVec2(0.125, 0.125));
    }
    CaromProjectileDef def = ball(&random);
    def.restitution = testRandomRange(&random, 0.0, 0.6);
    def.friction = 0.5;
    caromProjectileFire(world, &def);
    CaromVec2 where;
    ck_assert_double_gt(restsAt(world, 20.0, &where), 0.0);
    ck_assert_double_le(fabs(where.y - def.radius), 1e-10);
}

TEST_WORLD_SEEDS(rests_on_something_round, 20, newWorldUnder(10.0))
{
    newCircle(world, makeBody(world, CAROM_BODY_STATIC), caromVec2(0.0, -2.0), 2.0);
    CaromProjectileDef def = ball(&random);
    def.position.x = 0.0;
    def.velocity.x = 0.0;
    def.restitution = testRandomRange(&random, 0.0, 0.8);
    caromProjectileFire(world, &def);
    CaromVec2 where;
    ck_assert_double_gt(restsAt(world, 20.0, &where), 0.0);
    ck_assert_double_le(fabs(where.y - def.radius), 1e-10);
}

/// What is left of a series is 9 ms and 0.9 mm. It is glided over at once on top of a disc so large
/// that it passes for straight there, and bounced over on a small one.
TEST_WORLD_LOOP(bounces_on_where_a_small_disc_curves, 2, newWorldUnder(10.0))
{
    double radius = _i ? 0.25 : 4.0;
    newCircle(world, makeBody(world, CAROM_BODY_STATIC), caromVec2(0.0, -radius), radius);
    CaromProjectileDef def = newShot(caromVec2(0.0, 1e-4), caromVec2(0.1, 0.0));
    def.restitution = 0.5;
    def.friction = 0.0;
    caromProjectileFire(world, &def);
    caromWorldStepTo(world, 0.05);
    int hits = caromWorldEvents(world).hitCount;
    ck_assert_msg(_i ? hits >= 3 : hits == 1, "%d hits on a disc of %g m", hits, radius);
}

static CaromProjectileId restOn(CaromWorld *world, CaromHitAction onHit)
{
    CaromVec2 where;
    CaromProjectileDef def = newShot(caromVec2(0.0, 1.0), caromVec2(0, 0));
    def.radius = 0.25;
    def.restitution = 0.3;
    def.onHit = onHit;
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_double_gt(restsAt(world, 5.0, &where), 0.0);
    return id;
}

TEST_WORLD_LOOP(wakes_when_its_support_goes, 6, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC);
    CaromShapeId floorId = newSegment(world, body, caromVec2(-5, 0), caromVec2(5, 0));
    CaromProjectileId id = restOn(world, _i % 2 ? CAROM_HIT_STOP : CAROM_HIT_BOUNCE);
    double t = caromWorldTime(world);
    if (_i < 2) {
        ck_assert_ok(caromShapeDestroy(world, floorId));
    } else if (_i < 4) {
        CaromTransform away = caromTransform(caromVec2(0, -3), 0.0, caromVec2(1, 1));
        ck_assert_ok(caromBodySetTransform(world, body, away));
    } else {
        ck_assert_ok(caromBodyDestroy(world, body));
    }
    CaromEvents events = eventsUntil(world, t + 0.5);
    ck_assert_int_eq(events.modeCount, 1);
    ck_assert_int_eq(events.modes[0].mode, CAROM_PROJECTILE_FLYING);
    ck_assert_double_eq(events.modes[0].time, t);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).y - (0.25 - 1.25)), 1e-12);
}

// A shape that comes and goes beside it does not concern it; one that is made around it crushes it.
TEST_WORLD(stays_where_nothing_concerns_it, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC);
    newSegment(world, body, caromVec2(-5, 0), caromVec2(5, 0));
    CaromProjectileId id = restOn(world, CAROM_HIT_BOUNCE);
    CaromVec2 before = caromProjectilePosition(world, id);
    CaromShapeId box = newBox(world, body, caromVec2(0.6, 0.5), caromVec2(0.25, 0.25));
    caromWorldStep(world, 0.1);
    ck_assert_ok(caromShapeDestroy(world, box));
    caromWorldStep(world, 0.1);
    CaromVec2 after = caromProjectilePosition(world, id);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    ck_assert(before.x == after.x && before.y == after.y);
    newBox(world, body, after, caromVec2(0.5, 0.5));
    caromWorldStep(world, 0.1);
    ck_assert_int_eq(caromWorldEvents(world).endCount, 1);
    ck_assert_int_eq(caromWorldEvents(world).ends[0].reason, CAROM_END_CRUSHED);
}

// What was stopped there is glued to it.
TEST_WORLD(rides_on_a_platform, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_KINEMATIC);
    newSegment(world, body, caromVec2(-5, 0), caromVec2(5, 0));
    CaromProjectileId id = restOn(world, CAROM_HIT_STOP);
    CaromVec2 before = caromProjectilePosition(world, id);
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(2.0, 1.0)));
    caromWorldStep(world, 3.0);
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(-1.0, -4.0)));
    for (int k = 0; k < 100; k++) {
        caromWorldStep(world, 0.01);
    }
    CaromVec2 after = caromProjectilePosition(world, id);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    ck_assert_double_le(fabs(after.x - before.x - 5.0) + fabs(after.y - before.y + 1.0), 1e-12);
}

/// A gate rises, or a door passes, beside what lies against it on a slope: as long as the gate is
/// there, it lies; then it goes on.
TEST_WORLD_LOOP(goes_on_when_what_passes_by_is_gone, 8, newWorldUnder(10.0))
{
    newSegment(world, makeBody(world, CAROM_BODY_STATIC), caromVec2(-5.0, 2.5),
               caromVec2(5.0, -2.5));
    CaromBodyId gate = newMoving(world, caromVec2(0.0, 0.0), caromVec2(0.0, _i % 2 ? 1.0 : 0.0));
    newSegment(world, gate, caromVec2(0.0, -3.0), caromVec2(0.0, 1.5));
    CaromProjectileDef def = caromProjectileDef();
    def.radius = _i / 2 % 2 ? 0.125 : 0.0;
    def.rolls = _i / 4 % 2 != 0;
    def.restitution = 0.25;
    def.position = caromVec2(-0.5, 0.75);
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 2.0);
    ck_assert_ok(caromBodySetVelocity(world, gate, caromVec2(0.0, 1.0)));
    caromWorldStepTo(world, 2.75);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x + def.radius), 1e-9);
    caromWorldStepTo(world, 6.5); // its foot is above the slope from 5.25 s on, at the latest
    ck_assert_double_gt(caromProjectilePosition(world, id).x, 1.0);
}

/// A wedge of two shapes, each on a body of its own, and what came to rest in it.
typedef struct Wedge {
    CaromWorld *world;
    CaromBodyId bodies[2];
    CaromShapeId shapes[2];
    CaromProjectileId ball;
    CaromVec2 place;
} Wedge;

static void makeWedge(Wedge *wedge, CaromBodyType type, bool valley, double x, double restitution)
{
    wedge->world = newWorldUnder(10.0);
    for (int k = 0; k < 2; k++) {
        double side = k ? 1.0 : -1.0;
        wedge->bodies[k] = makeBody(wedge->world, type);
        wedge->shapes[k] = valley ? newSegment(wedge->world, wedge->bodies[k], caromVec2(0.0, 0.0),
                                               caromVec2(9.0 * side, 9.0))
                                  : newBox(wedge->world, wedge->bodies[k],
                                           caromVec2(2.5 * side, -0.5), caromVec2(2.0, 0.5));
    }
    CaromProjectileDef def = newShot(caromVec2(x, 2.0), caromVec2(0, 0));
    def.radius = 0.75;
    def.restitution = restitution;
    def.friction = restitution > 0.0 ? 0.4 : 0.0; // too little to lie on one side
    wedge->ball = caromProjectileFire(wedge->world, &def);
    ck_assert_double_gt(restsAt(wedge->world, 20.0, &wedge->place), 0.0);
}

static void removeSide(Wedge *wedge, int side, int how)
{
    CaromWorld *world = wedge->world;
    CaromTransform away = caromTransform(caromVec2(0.0, -9.0), 0.0, caromVec2(1.0, 1.0));
    CaromFilter nobody = {1, 0, 0};
    CaromVec2 ends[2] = {{side ? 0.0 : -9.0, side ? 0.0 : 9.0},
                         {side ? 9.0 : 0.0, side ? 9.0 : 0.0}};
    CaromGeometry back = caromGeometry(CAROM_SHAPE_CHAIN, ends, 2, 0.0);
    CaromShapeId shape = wedge->shapes[side];
    CaromError error = CAROM_OK;
    switch (how) {
    case 0:
        error = caromShapeDestroy(world, shape);
        break;
    case 1:
        error = caromBodySetTransform(world, wedge->bodies[side], away);
        break;
    case 2:
        error = caromShapeSetFilter(world, shape, nobody);
        break;
    case 3:
        error = caromShapeSetSensor(world, shape, true);
        break;
    case 4:
        back.oneSided = true;
        error = caromShapeSetGeometry(world, shape, &back);
        break;
    default:
        error = caromBodySetVelocity(world, wedge->bodies[side], caromVec2(0.0, -9.0));
    }
    ck_assert_ok(error);
}

/// What rests between two faces reacts to both: whichever goes, however, it falls from the clock
/// on; so it does in a restored world.
TEST_LOOP(what_is_wedged_minds_both_sides, 24)
{
    static char snapshot[1 << 16];
    bool valley = _i / 6 % 2;
    double restitution = _i / 12 % 2 ? 0.3 : 0.0;
    for (int k = 0; k < 6; k++) {
        Wedge wedge;
        makeWedge(&wedge, _i % 6 == 5 ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, valley,
                  0.1 * (k / 2 - 1), restitution);
        removeSide(&wedge, k % 2, _i % 6);
        size_t size;
        CaromWorld *localIsBaked = newWorldUnder(10.0);
        ck_assert_ok(caromWorldSave(wedge.world, snapshot, sizeof snapshot, &size));
        ck_assert_ok(caromWorldRestore(localIsBaked, snapshot, size));
        double time = caromWorldTime(wedge.world);
        caromWorldStep(wedge.world, 0.5);
        caromWorldStep(localIsBaked, 0.25);
        caromWorldStep(localIsBaked, 0.25);
        ck_assert_double_lt(caromProjectilePosition(wedge.world, wedge.ball).y,
                            wedge.place.y - 0.1);
        CaromEvents events = caromWorldEvents(wedge.world);
        ck_assert_int_ge(events.modeCount, 1);
        ck_assert(events.modes[0].time == time);
        CaromVec2 here = caromProjectilePosition(wedge.world, wedge.ball),
                  there = caromProjectilePosition(localIsBaked, wedge.ball);
        ck_assert(here.x == there.x && here.y == there.y);
        caromWorldDestroy(localIsBaked);
        caromWorldDestroy(wedge.world);
    }
}

/// What a belt holds against a wall goes on along it when the wall is gone.
TEST_WORLD(what_a_belt_holds_minds_the_wall, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC);
    CaromShapeDef belt = caromShapeDef();
    belt.surfaceSpeed = 1.0;
    caromShapeCreateSegment(world, body, &belt, caromVec2(-9.0, 0.0), caromVec2(9.0, 0.0));
    CaromShapeId wall = newSegment(world, body, caromVec2(2.0, 0.0), caromVec2(2.0, 3.0));
    CaromProjectileDef def = newShot(caromVec2(0.0, 1.0), caromVec2(0, 0));
    def.radius = 0.25;
    def.restitution = 0.0;
    def.friction = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromVec2 where;
    ck_assert_double_gt(restsAt(world, 20.0, &where), 0.0);
    ck_assert_double_le(fabs(where.x - 1.75), 1e-9);
    ck_assert_ok(caromShapeDestroy(world, wall));
    caromWorldStep(world, 1.0);
    ck_assert_double_gt(caromProjectilePosition(world, id).x, 2.5);
}

/// Where a disc of the wedge's radius touches the same two faces as where it came to rest, after
/// one of them has gone by an offset.
static CaromVec2 cornerAfter(const Wedge *wedge, bool valley, int side, CaromVec2 offset)
{
    CaromVec2 at = wedge->place;
    if (valley) {                                                       // normals (±1, 1) / √2
        double down = side ? offset.y - offset.x : offset.y + offset.x; // √2 of the way across
        return caromVec2(at.x + 0.5 * (side ? -down : down), at.y + 0.5 * down);
    }
    CaromVec2 a = {-0.5 + (side ? 0.0 : offset.x), side ? 0.0 : offset.y},
              b = {0.5 + (side ? offset.x : 0.0), side ? offset.y : 0.0};
    double half = 0.5 * hypot(b.x - a.x, b.y - a.y), high = sqrt(0.75 * 0.75 - half * half);
    return caromVec2(0.5 * (a.x + b.x) - high * (b.y - a.y) / (2.0 * half),
                     0.5 * (a.y + b.y) + high * (b.x - a.x) / (2.0 * half));
}

/// Sends one side of a wedge off, or up, and expects what was in it to go on touching both, in
/// whatever steps, restored or not; when that side comes to a halt, it rests again; when it
/// vanishes, it falls.
static void sinkBetween(bool valley, double restitution, int side, CaromVec2 velocity,
                        bool vanishes)
{
    static char snapshot[1 << 16];
    Wedge wedge;
    makeWedge(&wedge, CAROM_BODY_KINEMATIC, valley, 0.1, restitution);
    CaromWorld *world = wedge.world, *localIsBaked = newWorldUnder(10.0);
    double time = caromWorldTime(world);
    int hits = 0;
    ck_assert_ok(caromBodySetVelocity(world, wedge.bodies[side], velocity));
    for (int k = 1; k <= 50; k++) {
        caromWorldStepTo(world, time + 0.01 * k);
        hits += caromWorldEvents(world).hitCount;
        size_t size;
        if (k == 30) {
            ck_assert_ok(caromWorldSave(world, snapshot, sizeof snapshot, &size));
            ck_assert_ok(caromWorldRestore(localIsBaked, snapshot, size));
        }
    }
    caromWorldStepTo(localIsBaked, time + 0.5);
    CaromVec2 p = caromProjectilePosition(world, wedge.ball),
              q = caromProjectilePosition(localIsBaked, wedge.ball),
              due =
                  cornerAfter(&wedge, valley, side, caromVec2(0.5 * velocity.x, 0.5 * velocity.y));
    ck_assert(p.x == q.x && p.y == q.y);
    ck_assert_int_ne(caromProjectileMode(world, wedge.ball), CAROM_PROJECTILE_RESTING);
    ck_assert_msg(hypot(p.x - due.x, p.y - due.y) < (valley ? 1e-9 : 1e-3),
                  "at (%.12g, %.12g), the corner at (%.12g, %.12g)", p.x, p.y, due.x, due.y);
    ck_assert_int_lt(hits, valley ? 8 : 24);
    ck_assert_ok(vanishes ? caromShapeDestroy(world, wedge.shapes[side])
                          : caromBodySetVelocity(world, wedge.bodies[side], caromVec2(0, 0)));
    caromWorldStepTo(world, time + 1.0);
    CaromVec2 then = caromProjectilePosition(world, wedge.ball);
    if (vanishes) {
        ck_assert_double_lt(then.y, p.y - 0.1);
    } else {
        ck_assert_int_eq(caromProjectileMode(world, wedge.ball), CAROM_PROJECTILE_RESTING);
        ck_assert_double_lt(hypot(then.x - due.x, then.y - due.y), valley ? 1e-9 : 1e-3);
    }
    caromWorldDestroy(localIsBaked);
    caromWorldDestroy(world);
}

TEST_LOOP(follows_faces_that_go_apart_or_together, 8)
{
    double away = _i % 2 ? 1.0 : -1.0;
    for (int k = 0; k < (_i / 4 ? 8 : 16); k++) { // together without restitution only
        double speed = (k % 2 ? 0.3 : 0.03) * (k / 8 ? -1.0 : 1.0);
        CaromVec2 velocity = {away * speed, k % 4 / 2 ? -0.5 * speed : 0.25 * speed};
        sinkBetween(_i / 2 % 2, _i / 4 ? 0.3 : 0.0, _i % 2, velocity, k % 8 / 4);
    }
}

/// A V of two moving segments from (0, 0) on, so steep, and what came to rest in it.
static void makeV(Wedge *v, double left, double right, double radius, double restitution)
{
    v->world = newWorldUnder(10.0);
    for (int k = 0; k < 2; k++) {
        double angle = k ? right : left, side = k ? 4.0 : -4.0;
        v->bodies[k] = makeBody(v->world, CAROM_BODY_KINEMATIC);
        v->shapes[k] = newSegment(v->world, v->bodies[k], caromVec2(0.0, 0.0),
                                  caromVec2(side * cos(angle), 4.0 * sin(angle)));
    }
    CaromProjectileDef def = newShot(caromVec2(0.05, 2.0), caromVec2(0, 0));
    def.radius = radius;
    def.restitution = restitution;
    def.friction = 0.0;
    v->ball = caromProjectileFire(v->world, &def);
    ck_assert_double_gt(restsAt(v->world, 20.0, &v->place), 0.0);
}

/// Sends a side off, for half a second; how many hits there are.
static int hitsAfter(Wedge *v, int side, CaromVec2 velocity)
{
    int hits = 0;
    ck_assert_ok(caromBodySetVelocity(v->world, v->bodies[side], velocity));
    for (int k = 0; k < 50; k++) {
        caromWorldStep(v->world, 0.01);
        hits += caromWorldEvents(v->world).hitCount;
    }
    return hits;
}

/// What still bounces where it catches up with a face that goes away keeps its pace along the
/// other one, so that its bounces have an end.
TEST_LOOP(sinks_without_rattling, 6)
{
    for (int side = 0; side < 2; side++) {
        Wedge v;
        makeV(&v, 0.9, 1.22, 0.1 + 0.05 * _i, 0.15);
        int hits = hitsAfter(&v, side, caromVec2(side ? 0.22 : -0.22, -0.035));
        ck_assert_msg(hits < 100, "%d hits", hits);
        ck_assert_int_eq(caromProjectileMode(v.world, v.ball), CAROM_PROJECTILE_SLIDING);
        caromWorldDestroy(v.world);
    }
}

/// A point at the very tip of a V of which one side goes falls past the other one's end.
TEST_SEEDS(falls_through_a_tip_that_opens, 10)
{
    for (int k = 0; k < 20; k++) {
        Wedge v;
        double left = testRandomRange(&random, 0.25, 1.3),
               right = testRandomRange(&random, 0.25, 1.3),
               speed = testRandomRange(&random, 0.2, 2.0);
        makeV(&v, left, right, 0.0, 0.0);
        int hits = hitsAfter(&v, k % 2, caromVec2(k % 2 ? speed : -speed, 0.0));
        ck_assert_msg(hits < 20, "seed %d, %d: %d hits", _i, k, hits);
        ck_assert_double_lt(caromProjectilePosition(v.world, v.ball).y, -0.2);
        caromWorldDestroy(v.world);
    }
}

/// Out of a wedge it falls where the face that goes away ends, not where the other face goes on.
TEST_WORLD(falls_where_a_face_that_goes_away_ends, newWorldUnder(10.0))
{
    CaromBodyId slope = makeBody(world, CAROM_BODY_STATIC),
                blade = makeBody(world, CAROM_BODY_KINEMATIC);
    newSegment(world, slope, caromVec2(-9.0, 9.0), caromVec2(9.0, -9.0));
    newSegment(world, blade, caromVec2(-0.25, -0.25), caromVec2(0.15, 0.15)); // through the slope
    CaromProjectileDef def = newShot(caromVec2(0.02, 1.0), caromVec2(0, 0));
    def.restitution = 0.0;
    def.friction = 0.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    CaromVec2 where;
    ck_assert_double_gt(restsAt(world, 20.0, &where), 0.0);
    double time = caromWorldTime(world);
    ck_assert_ok(caromBodySetVelocity(world, blade, caromVec2(0.5, -0.7)));
    // Its line meets the slope at (0.6 t, -0.6 t), ever farther up the blade.
    caromWorldStepTo(world, time + 1.0);
    CaromVec2 p = caromProjectilePosition(world, id);
    ck_assert_double_lt(hypot(p.x - 0.6, p.y + 0.6), 1e-9);
    caromWorldStepTo(world, time + 2.0); // at 1.5 s that has come to its end
    CaromVec2 q = caromProjectilePosition(world, id);
    ck_assert_double_gt(q.x, 1.2 + 0.1);
}

/// A belt that runs away from a wall takes along what has hit the wall. One that runs up to it
/// holds it there, even against gravity, whatever is edited near it.
TEST_WORLD_LOOP(a_belt_leads_away_from_a_wall_or_up_to_it, 4, newWorldUnder(10.0))
{
    bool away = _i % 2;
    double rise = _i / 2 ? 0.2 : 0.0;
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC);
    CaromShapeDef belt = caromShapeDef();
    belt.surfaceSpeed = away ? -1.0 : 1.0;
    caromShapeCreateSegment(world, body, &belt, caromVec2(-9.0, -9.0 * rise),
                            caromVec2(9.0, 9.0 * rise));
    newSegment(world, body, caromVec2(2.0, 2.0 * rise), caromVec2(2.0, 3.0));
    CaromProjectileDef def = newShot(caromVec2(0.0, 0.3), caromVec2(away ? 8.0 : 0.0, 0.0));
    def.radius = 0.25;
    def.restitution = 0.0;
    def.friction = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStep(world, 5.0);
    CaromVec2 p = caromProjectilePosition(world, id);
    ck_assert_int_eq(caromProjectileMode(world, id) == CAROM_PROJECTILE_RESTING, !away);
    ck_assert(away ? p.x < 1.0 : fabs(p.x - 1.75) < 1e-9);
    if (!away) {
        CaromShapeId other = newCircle(world, body, caromVec2(p.x - 0.24, p.y + 0.24), 0.0625);
        caromWorldStep(world, 0.5);
        ck_assert_int_eq(caromWorldEvents(world).modeCount, 0);
        ck_assert_ok(caromShapeDestroy(world, other));
        caromWorldStep(world, 0.5);
        ck_assert_int_eq(caromWorldEvents(world).modeCount, 0);
    }
}

/// A ball of friction 0.5 at rest on a slope, or on a circle.
static void makeHeld(Wedge *held, bool isRound, int k)
{
    held->world = newWorldUnder(10.0);
    held->bodies[0] = makeBody(held->world, CAROM_BODY_STATIC);
    if (isRound) {
        newCircle(held->world, held->bodies[0], caromVec2(0.0, -4.0), 4.0);
    } else {
        newSegment(held->world, held->bodies[0], caromVec2(-9.0, 3.0), caromVec2(9.0, -3.0));
    }
    CaromProjectileDef def = newShot(caromVec2(0.1 * k, 2.0), caromVec2(0, 0));
    def.radius = 0.75;
    def.restitution = 0.2;
    def.friction = 0.5;
    held->ball = caromProjectileFire(held->world, &def);
    ck_assert_double_gt(restsAt(held->world, 20.0, &held->place), 0.0);
}

/// Edits near it that take away nothing of what holds it are not its business: what rests between
/// two faces, on one by friction, or on something round goes on doing so, untold.
TEST_LOOP(what_is_held_stays_untold, 20)
{
    Wedge held;
    if (_i < 2) {
        makeWedge(&held, _i ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, false, 0.0, 0.0);
    } else {
        makeHeld(&held, _i % 2, _i / 2);
    }
    CaromVec2 before = caromProjectilePosition(held.world, held.ball);
    CaromVec2 beside = caromVec2(before.x + 0.7, before.y + 0.7); // in its box, not in the way
    CaromShapeId other = newCircle(held.world, held.bodies[0], beside, 0.0625);
    caromWorldStep(held.world, 0.5);
    ck_assert_int_eq(caromWorldEvents(held.world).modeCount, 0);
    ck_assert_ok(caromShapeDestroy(held.world, other));
    caromWorldStep(held.world, 0.5);
    ck_assert_int_eq(caromWorldEvents(held.world).modeCount, 0);
    CaromVec2 after = caromProjectilePosition(held.world, held.ball);
    ck_assert(after.x == before.x && after.y == before.y);
    ck_assert_int_eq(caromProjectileMode(held.world, held.ball), CAROM_PROJECTILE_RESTING);
    caromWorldDestroy(held.world);
}

/// What lies without friction on a floor that begins to turn slides along it, at once, and does not
/// pass it.
TEST_WORLD(slides_on_what_begins_to_turn, newWorldUnder(10.0))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_KINEMATIC);
    newSegment(world, body, caromVec2(-5, 0), caromVec2(5, 0));
    CaromProjectileId id = restOn(world, CAROM_HIT_BOUNCE);
    double time = caromWorldTime(world);
    ck_assert_ok(caromBodySetAngularVelocity(world, body, 0.5));
    caromWorldStep(world, 1.0 / 64.0);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_ge(events.modeCount, 1);
    ck_assert_int_eq(events.modes[0].mode, CAROM_PROJECTILE_SLIDING);
    ck_assert(events.modes[0].time == time);
    for (int k = 0; k < 64; k++) {
        caromWorldStep(world, 1.0 / 64.0);
        CaromVec2 at = caromTransformPointInverse(caromBodyTransform(world, body),
                                                  caromProjectilePosition(world, id));
        ck_assert(fabs(at.x) > 5.0 || at.y >= 0.25 - 1e-9);
    }
}

/// Such numbers cost a hundred times as much, and a sum of thousands of them half a millisecond.
TEST_WORLD_LOOP(sums_up_without_tiny_numbers, 18, newWorldUnder(10.0))
{
    newSegment(world, makeBody(world, CAROM_BODY_STATIC), caromVec2(-64.0, -4.0),
               caromVec2(64.0, 4.0));
    CaromProjectileDef def = newShot(caromVec2(0.0, 1.0), caromVec2(_i % 2, 0.0));
    def.restitution = 0.5 + 0.05 * (_i / 2);
    def.friction = 0.25 * (_i % 3);
    def.radius = 0.125;
    fireShot(world, &def);
    bool summed = false;
    feclearexcept(FE_UNDERFLOW);
    for (int k = 0; k < 640 && !summed; k++) {
        caromWorldStep(world, 1.0 / 64.0);
        CaromEvents events = caromWorldEvents(world);
        summed = events.modeCount > 0 && events.modes[0].mode != CAROM_PROJECTILE_PARKED;
    }
    ck_assert(summed);
    ck_assert(!fetestexcept(FE_UNDERFLOW));
}
