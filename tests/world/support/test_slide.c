// SPDX-License-Identifier: MIT
// Sliding and rolling: down slopes, over seams, round corners, off round things, on what moves.
// Oracles: school physics.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>

#include "../../support/rounded.h"

#define GRAVITY 10.0
#define PI 3.14159265358979323846

static CaromBodyId makeBody(CaromWorld *world, CaromBodyType type, double angle)
{
    CaromBodyDef def = caromBodyDef();
    def.type = type;
    def.angle = angle;
    return caromBodyCreate(world, &def);
}

/// A projectile that does not bounce, on a surface, with a speed along it; the normal leads from
/// the surface to it.
static CaromProjectileDef slider(CaromVec2 foot, CaromVec2 normal, double radius, double speed)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = radius;
    def.restitution = 0.0;
    def.position =
        caromVec2(foot.x + normal.x * (radius + 1e-12), foot.y + normal.y * (radius + 1e-12));
    def.velocity = caromVec2(normal.y * speed, -normal.x * speed);
    return def;
}

/// Steps at awkward times up to a time.
static void stepTo(CaromWorld *world, TestRandom *random, double time)
{
    while (caromWorldTime(world) < time) {
        caromWorldStepTo(world,
                         fmin(time, caromWorldTime(world) + testRandomRange(random, 1e-3, 0.3)));
    }
}

static double pathLength(CaromVec2 from, CaromVec2 to)
{
    return hypot(to.x - from.x, to.y - from.y);
}

// Up or down a slope with friction: s = v t + a t²/2 until it stops; then it stays, or turns back.
TEST_WORLD_SEEDS(obeys_friction_on_a_slope, 300, newWorldUnder(GRAVITY))
{
    double angle = testRandomRange(&random, -0.9, 0.9);
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, angle);
    newSegment(world, body, caromVec2(-1000, 0), caromVec2(1000, 0));
    CaromVec2 n = {-sin(angle), cos(angle)}, along = {n.y, -n.x};
    double speed = testRandomRange(&random, -4.0, 4.0), mu = testRandomRange(&random, 0.0, 1.2);
    CaromProjectileDef def = slider(caromVec2(0, 0), n, _i % 2 ? 0.3 : 0.0, speed);
    def.friction = _i % 3 == 2 ? 0.0 : mu;
    def.rolls = _i % 3 == 2;
    def.rollingResistance = mu;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double pull = -GRAVITY * sin(angle) * (def.rolls ? 2.0 / 3.0 : 1.0);
    double hold = mu * GRAVITY * cos(angle), end = testRandomRange(&random, 0.2, 3.0), s = 0.0;
    double v = speed, t = end;
    for (int part = 0; part < 2 && t > 0.0; part++) { // to its stop, and from there
        double way = v != 0.0 ? v : pull;
        double a = v == 0.0 && fabs(pull) <= hold ? 0.0 : pull - copysign(hold, way);
        double lasts = v * a < 0.0 ? fmin(-v / a, t) : t;
        s += v * lasts + 0.5 * a * lasts * lasts;
        v = lasts < t ? 0.0 : v + a * lasts;
        t -= lasts;
    }
    stepTo(world, &random, end);
    CaromVec2 p = caromProjectilePosition(world, id), q = caromProjectileVelocity(world, id);
    double got = (p.x - def.position.x) * along.x + (p.y - def.position.y) * along.y;
    ck_assert_msg(fabs(got - s) < 5e-5, // it falls for some 5e-7 s first
                  "seed %d: went %.9g, not %.9g", _i, got, s);
    ck_assert_msg(fabs(q.x * along.x + q.y * along.y - v) < 1e-4, "seed %d: speed", _i);
    double above = (p.x * n.x + p.y * n.y) - def.radius;
    ck_assert_msg(above > -1e-14 && above < 1e-9, "seed %d: %g above the slope", _i, above);
}

// A belt takes it along: slip is used up by friction, then both go alike, off its end.
TEST_WORLD(is_taken_along_by_a_conveyor, newWorldUnder(GRAVITY))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
    CaromShapeDef belt = caromShapeDef();
    belt.surfaceSpeed = 3.0;
    caromShapeCreateBox(world, body, &belt, caromVec2(0, -1), caromVec2(20, 1));
    CaromProjectileDef def = slider(caromVec2(0, 0), caromVec2(0, 1), 0.25, 0.0);
    def.friction = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 0.4); // v = μ g t = 2
    ck_assert_double_le(fabs(caromProjectileVelocity(world, id).x - 2.0), 1e-3);
    caromWorldStepTo(world, 1.6); // 3 from 0.6 s on: 0.9 m, then 3 m
    ck_assert_double_le(fabs(caromProjectileVelocity(world, id).x - 3.0), 1e-12);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x - 3.9), 1e-3);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_SLIDING);
    caromWorldStepTo(world, 12.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
    ck_assert_double_lt(caromProjectilePosition(world, id).y, -1.0);
}

// A floor of tiles is a floor: no hit but the first, no speed lost, at any angle.
TEST_WORLD_SEEDS(does_not_feel_seams, 60, newWorldUnder(GRAVITY))
{
    double angle = _i % 2 ? testRandomRange(&random, -0.5, 0.5) : 0.0;
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, angle);
    double size = testRandomRange(&random, 0.1, 0.7);
    for (int k = -60; k < 60; k++) {
        newBox(world, body, caromVec2(2 * k * size, -size), caromVec2(size, size));
    }
    CaromVec2 n = {-sin(angle), cos(angle)};
    double speed = testRandomRange(&random, -3.0, 3.0);
    CaromProjectileDef def =
        slider(caromVec2(0.01, 0.01 * tan(angle)), n, _i % 4 < 2 ? 0.3 : 0.0, speed);
    CaromProjectileId id = caromProjectileFire(world, &def);
    int hits = 0;
    for (double t = 0.05; t <= 1.5; t += 0.05) {
        caromWorldStepTo(world, t);
        hits += caromWorldEvents(world).hitCount;
    }
    double end = caromWorldTime(world), v = speed - GRAVITY * sin(angle) * end;
    CaromVec2 q = caromProjectileVelocity(world, id);
    ck_assert_int_eq(hits, 1);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_SLIDING);
    ck_assert_msg(fabs(hypot(q.x, q.y) - fabs(v)) < 1e-4, "seed %d: %g, not %g", _i,
                  hypot(q.x, q.y), v);
}

// From a flat roof on to its slope, round the edge: energy stays what it was.
TEST_WORLD_SEEDS(goes_round_a_corner, 60, newWorldUnder(GRAVITY))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
    double slope = testRandomRange(&random, 0.1, 0.6), radius = testRandomRange(&random, 0.1, 2.0);
    CaromVec2 roof[4] = {{-20, -30}, {30 * cos(slope), -30 * sin(slope)}, {0, 0}, {-20, 0}};
    newPolygon(world, body, roof, 4);
    double speed = testRandomRange(&random, 0.05, 0.2) * sqrt(GRAVITY * radius);
    CaromProjectileDef def = slider(caromVec2(-0.1, 0), caromVec2(0, 1), radius, speed);
    CaromProjectileId id = caromProjectileFire(world, &def);
    stepTo(world, &random, 0.1 / speed + 2.0);
    CaromVec2 p = caromProjectilePosition(world, id), q = caromProjectileVelocity(world, id);
    double energy = 0.5 * (q.x * q.x + q.y * q.y) + GRAVITY * p.y;
    double before = 0.5 * speed * speed + GRAVITY * radius;
    double above = p.x * sin(slope) + p.y * cos(slope) - radius;
    ck_assert_msg(caromProjectileMode(world, id) == CAROM_PROJECTILE_SLIDING,
                  "seed %d: it took off", _i);
    ck_assert_msg(fabs(energy - before) < 1e-7, "seed %d: energy %.12g, not %.12g", _i, energy,
                  before);
    ck_assert_msg(above > 0.0 && above < 1e-10, "seed %d: %g above the slope", _i, above);
}

/// A wall of 4 m along x through a height: bare, of a chain, thickened, or a capsule; either end
/// first. @returns how thick it is
static double addLedge(CaromWorld *world, CaromBodyId body, int kind, bool back, double height)
{
    CaromVec2 a = caromVec2(back ? 2.0 : -2.0, height), b = caromVec2(-a.x, height);
    CaromVec2 chain[3] = {a, {0.0, height}, b};
    CaromShapeDef def = caromShapeDef();
    if (kind == 1) {
        caromShapeCreateChain(world, body, &def, chain, 3, 0);
    } else if (kind == 2) {
        caromShapeCreateCapsule(world, body, &def, a, b, 0.125);
    } else {
        roundedSegment(world, body, &def, a, b, kind == 3 ? 0.0625 : 0.0);
    }
    return kind == 2 ? 0.125 : kind == 3 ? 0.0625 : 0.0;
}

// Slowly over the end of a wall, which has nothing beyond but its own other side: round it, and off
// it as off a hill. Over one of both ends every disc had gone back the way it came.
TEST_WORLD_SEEDS(goes_round_the_end_of_a_wall, 32, newWorldUnder(GRAVITY))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
    double height = testRandomRange(&random, -3.0, 3.0), side = _i & 1 ? 1.0 : -1.0;
    double thick = addLedge(world, body, _i >> 1 & 3, _i >> 3 & 1, height);
    double own = testRandomRange(&random, 0.1, 1.0), r = own + thick;
    double speed = side * testRandomRange(&random, 0.1, 0.6) * sqrt(GRAVITY * r);
    CaromProjectileDef def =
        slider(caromVec2(1.8 * side, height + thick), caromVec2(0, 1), own, speed);
    CaromProjectileId id = caromProjectileFire(world, &def);
    while (caromProjectilePosition(world, id).y > height + 0.9 * r && caromWorldTime(world) < 9.0) {
        caromWorldStep(world, 0.01);
    }
    CaromVec2 p = caromProjectilePosition(world, id), q = caromProjectileVelocity(world, id);
    double energy = 0.5 * (q.x * q.x + q.y * q.y) + GRAVITY * (p.y - height);
    double away = pathLength(caromVec2(2.0 * side, height), p);
    ck_assert_msg(side * p.x > 2.0 && fabs(away - r) < 1e-3 * r, "seed %d: at %g %g", _i, p.x, p.y);
    ck_assert_msg(fabs(energy - 0.5 * speed * speed - GRAVITY * r) < 1e-2 * GRAVITY * r,
                  "seed %d: energy %g", _i, energy);
}

// Down a round hill without friction it takes off where v² = g r cos θ: from rest on top at cos θ =
// 2/3, with a start speed at 2/3 + v²/(3 g r).
TEST_WORLD_SEEDS(takes_off_from_a_round_hill, 30, newWorldUnder(GRAVITY))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
    double hill = testRandomRange(&random, 0.5, 5.0), own = _i % 2 ? 0.0 : 0.25, r = hill + own;
    newCircle(world, body, caromVec2(0, 0), hill);
    double speed = testRandomRange(&random, 0.05, 0.6) * sqrt(GRAVITY * r);
    CaromProjectileDef def = slider(caromVec2(0, hill), caromVec2(0, 1), own, speed);
    caromProjectileFire(world, &def);
    double cosine = 0.0;
    for (double t = 0.01; t <= 20.0 && cosine == 0.0; t += 0.01) {
        CaromEvents events = eventsUntil(world, t);
        for (int k = 0; k < events.modeCount; k++) {
            if (events.modes[k].mode == CAROM_PROJECTILE_FLYING) {
                cosine = events.modes[k].position.y / r;
            }
        }
    }
    double expected = 2.0 / 3.0 + speed * speed / (3.0 * GRAVITY * r);
    ck_assert_msg(fabs(cosine - expected) < 0.03, "seed %d: cos %g, not %g", _i, cosine, expected);
}

// A floor that changes its speed: friction decides how far things slide on it. 4/(2 μ g) = 0.2
// back, then 9/(2 μ g) = 0.45 forward.
TEST_WORLD(slides_on_a_floor_that_jerks, newWorldUnder(GRAVITY))
{
    TestRandom random = testRandomSeed(7);
    CaromBodyId body = makeBody(world, CAROM_BODY_KINEMATIC, 0.0);
    newSegment(world, body, caromVec2(-9, 0), caromVec2(9, 0));
    CaromProjectileDef def = slider(caromVec2(0, 0), caromVec2(0, 1), 0.25, 0.0);
    def.friction = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    stepTo(world, &random, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(2.0, 0.0)));
    stepTo(world, &random, 4.0);
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(-1.0, 0.0)));
    stepTo(world, &random, 5.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    ck_assert_double_le(fabs(caromProjectilePosition(world, id).x - (6.0 - 0.2 - 1.0 + 0.45)),
                        1e-9);
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(0.0, -20.0)));
    stepTo(world, &random, 5.2); // it falls away under it
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
}

// Off the end of a table, at its speed: x = v sqrt(2 h / g). A disc goes on round the corner if it
// is slow, so it is fast.
TEST_WORLD_SEEDS(falls_off_a_table, 20, newWorldUnder(GRAVITY))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
    newSegment(world, body, caromVec2(-5, 2), caromVec2(0, 2));
    newSegment(world, body, caromVec2(-50, 0), caromVec2(50, 0));
    double radius = _i % 2 ? 0.125 : 0.0, speed = testRandomRange(&random, 2.0, 6.0);
    CaromProjectileDef def = slider(caromVec2(-1, 2), caromVec2(0, 1), radius, speed);
    def.onHit = CAROM_HIT_BOUNCE;
    caromProjectileFire(world, &def);
    double x = NAN;
    for (double t = 0.03; t <= 3.0; t += 0.03) {
        CaromEvents events = eventsUntil(world, t);
        for (int k = 0; k < events.hitCount; k++) {
            x = isnan(x) && events.hits[k].point.y < 1.0 ? events.hits[k].point.x : x;
        }
    }
    ck_assert_msg(fabs(x - speed * sqrt(4.0 / GRAVITY)) < 1e-3, "seed %d: lands at %g", _i, x);
}

// Where two floors go on as one it leans on the lower shape, in whichever order they are found: the
// other one may go.
TEST(leans_on_the_lower_of_two_floors)
{
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = newWorldUnder(GRAVITY);
        CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
        CaromVec2 ends[2] = {{0, 0}, {5, 0}};
        CaromShapeId first = newSegment(world, body, caromVec2(-2, 0), caromVec2(0, 0)),
                     lower = newSegment(world, body, ends[k], ends[1 - k]),
                     upper = newSegment(world, body, ends[k], ends[1 - k]);
        CaromProjectileDef def = slider(caromVec2(-1, 0), caromVec2(0, 1), 0.0, 1.0);
        def.friction = 0.0;
        CaromProjectileId shot = caromProjectileFire(world, &def);
        caromWorldStepTo(world, 2.0);
        ck_assert_ok(caromShapeDestroy(world, first));
        ck_assert_ok(caromShapeDestroy(world, upper));
        caromWorldStepTo(world, 2.5);
        ck_assert_int_eq(caromWorldEvents(world).modeCount, 0);
        ck_assert_int_eq(caromProjectileMode(world, shot), CAROM_PROJECTILE_SLIDING);
        ck_assert_ok(caromShapeDestroy(world, lower));
        caromWorldStepTo(world, 3.0);
        ck_assert_int_eq(caromProjectileMode(world, shot), CAROM_PROJECTILE_FLYING);
        caromWorldDestroy(world);
    }
}

// Pushed by a wall that comes along the floor, it slides on before it.
TEST_WORLD(is_pushed_by_a_moving_wall, newWorldUnder(GRAVITY))
{
    TestRandom random = testRandomSeed(3);
    newSegment(world, makeBody(world, CAROM_BODY_STATIC, 0.0), caromVec2(-9, 0), caromVec2(9, 0));
    CaromBodyId wall = newMoving(world, caromVec2(0.0, 0.0), caromVec2(1.0, 0.0));
    newBox(world, wall, caromVec2(-2.0, 0.5), caromVec2(0.25, 0.4));
    CaromProjectileDef def = slider(caromVec2(0, 0), caromVec2(0, 1), 0.25, 0.0);
    def.friction = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    stepTo(world, &random, 4.0); // its face is at 2.25 then
    double x = caromProjectilePosition(world, id).x;
    ck_assert_msg(x >= 2.5 && x < 2.6, "at %g", x);
    ck_assert(caromProjectileIsValid(world, id));
    ck_assert_double_le(pathLength(caromVec2(x, 0.25), caromProjectilePosition(world, id)), 1e-4);
}

// Under a wall that leans over the floor, ending there or going on below: never through either.
TEST_SEEDS(stays_in_an_acute_corner, 12)
{
    for (int round = 0; round < 20; round++) {
        CaromWorld *world = newWorldUnder(GRAVITY);
        CaromBodyId body = makeBody(world, CAROM_BODY_STATIC, 0.0);
        double x = _i % 3 ? testRandomRange(&random, -2000.0, 2000.0) : 0.0;
        double lean = testRandomRange(&random, 0.05, 1.5), below = round % 2 ? 0.7 : 0.0;
        CaromVec2 up = {-cos(lean), sin(lean)};
        // Where the wall goes on, so does the floor: rounding would leave a gap between them.
        newSegment(world, body, caromVec2(x - 500.0, 0.0), caromVec2(x + 0.1 * below, 0.0));
        newSegment(world, body, caromVec2(x - below * up.x, -below * up.y),
                   caromVec2(x + 2.0 * up.x, 2.0 * up.y));
        double speed = testRandomRange(&random, 0.5, 4.0);
        CaromProjectileDef def = slider(caromVec2(x - 3.0, 0.0), caromVec2(0, 1), 0.0, speed);
        def.restitution = round % 4 < 2 ? 0.0 : 0.5;
        CaromProjectileId id = caromProjectileFire(world, &def);
        for (double t = 0.0; t < 6.0; t += 0.1) {
            caromWorldStepTo(world, t + 0.1);
            CaromVec2 p = caromProjectilePosition(world, id);
            double over = up.x * p.y - up.y * (p.x - x); // > 0 left of the wall
            ck_assert_msg(p.y > -1e-9 && over > -1e-9, "seed %d, %d: out at (%g, %g)", _i, round,
                          p.x - x, p.y);
        }
        caromWorldDestroy(world);
    }
}

/// Up a slope without friction into the narrow end under a ceiling, and out of it again, as fast as
/// the slope pulls: nothing holds it there; nor does it end as crushed where all of that moves.
static void slideIntoTheNarrow(int degrees, double radius, double restitution, CaromVec2 velocity)
{
    const double rise = 20.0 * PI / 180.0, lean = rise - degrees * PI / 180.0;
    CaromWorld *world = newWorldUnder(GRAVITY);
    bool moves = velocity.x != 0.0;
    CaromBodyId floor = makeBody(world, moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, 0.0),
                ceiling = makeBody(world, moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC, 0.0);
    CaromVec2 up = {cos(rise), sin(rise)}, normal = {-up.y, up.x}, tip = {0.0, 0.0};
    newSegment(world, floor, caromVec2(-10.0 * up.x, -10.0 * up.y), tip);
    newSegment(world, ceiling, caromVec2(-10.0 * cos(lean), -10.0 * sin(lean)), tip);
    if (moves) {
        ck_assert_ok(caromBodySetVelocity(world, floor, velocity));
        ck_assert_ok(caromBodySetVelocity(world, ceiling, velocity));
    }
    double end = radius / tan(0.5 * (rise - lean)), foot = end + 3.0;
    CaromProjectileDef def = slider(caromVec2(-foot * up.x, -foot * up.y), normal, radius, 6.0);
    def.velocity = caromVec2(def.velocity.x + velocity.x, def.velocity.y + velocity.y);
    def.friction = 0.0;
    def.restitution = restitution;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double pull = GRAVITY * sin(rise), there = (6.0 - sqrt(36.0 - 6.0 * pull)) / pull;
    double time = there + 0.5;
    caromWorldStepTo(world, time);
    ck_assert_msg(caromProjectileIsValid(world, id), "%d degrees, radius %g: ended", degrees,
                  radius);
    CaromVec2 p = caromProjectilePosition(world, id);
    CaromVec2 seen = {p.x - velocity.x * time, p.y - velocity.y * time};
    double way = -(seen.x * up.x + seen.y * up.y) - end, least = 0.5 * pull * 0.25;
    ck_assert_msg(restitution > 0.0 ? way > least - 1e-4 : fabs(way - least) < 1e-4,
                  "%d degrees, radius %g, restitution %g: %g m of %g", degrees, radius, restitution,
                  way, least);
    caromWorldDestroy(world);
}

TEST_LOOP(comes_out_of_the_narrow, 27)
{
    int degrees = 2 + 3 * _i;
    for (int k = 0; k < 6; k++) {
        CaromVec2 velocity = {k / 2 * 0.7, k / 2 * -0.3};
        slideIntoTheNarrow(degrees, k > 0 ? 0.1 : 0.0, 0.0, velocity);
        if (degrees >= 8) { // below that it is parked by its many bounces
            slideIntoTheNarrow(degrees, k > 0 ? 0.1 : 0.0, 0.5, velocity);
        }
    }
}

/// A point in a tip that moves, where some of the places that are tried are not free, and a later
/// one is.
TEST_LOOP(is_not_crushed_where_there_is_a_place, 8)
{
    static const int cases[8][2] = {{44, 10}, {56, 30}, {59, 14}, {62, 3},
                                    {62, 21}, {71, 4},  {71, 32}, {74, 39}};
    double turn = 0.7 * cases[_i][1];
    slideIntoTheNarrow(cases[_i][0], 0.0, 0.0, caromVec2(cos(turn), sin(turn)));
}

// What held it is gone: it flies on as fast as it went.
TEST_WORLD(keeps_its_velocity_when_its_floor_goes, newWorldUnder(GRAVITY))
{
    CaromBodyId body = makeBody(world, CAROM_BODY_KINEMATIC, 0.0);
    CaromShapeId floor = newSegment(world, body, caromVec2(-50, 0), caromVec2(50, 0));
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(1.0, 0.5)));
    CaromProjectileDef def = slider(caromVec2(0, 0), caromVec2(0, 1), 0.0, 3.0);
    def.velocity.y = 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 1.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_SLIDING);
    ck_assert_ok(caromShapeDestroy(world, floor));
    caromWorldStepTo(world, 1.5);
    CaromVec2 v = caromProjectileVelocity(world, id);
    ck_assert_double_le(fabs(v.x - 3.0) + fabs(v.y - (0.5 - 0.5 * GRAVITY)), 1e-9);
}

/// Which solids of category 1 a shot overlaps by more than a hair, as bits.
static uint64_t overlapsOf(const FlightField *field, CaromProjectileId shot)
{
    CaromShapeId found[64];
    CaromQueryOptions options = caromQueryOptions();
    options.filter.mask = 1;
    CaromVec2 p = caromProjectilePosition(field->world, shot);
    double radius = caromProjectileRadius(field->world, shot) - 1e-7;
    int count = radius > 0.0 ? caromWorldOverlapCircle(field->world, p, radius, options, found, 64)
                             : caromWorldOverlapPoint(field->world, p, options, found, 64);
    uint64_t bits = 0;
    for (int k = 0; k < count && radius > 0.0; k++) {
        CaromGeometry geometry; // a one-sided wall may well be overlapped from behind
        caromShapeGeometry(field->world, found[k], &geometry, NULL);
        bool isSolid = geometry.type != CAROM_SHAPE_SEGMENT;
        bits |= isSolid ? 1ull << (found[k].index - 1) : 0;
    }
    bool inside = fabs(p.x) <= field->half.x + 1e-9 && fabs(p.y) <= field->half.y + 1e-9;
    return inside ? bits : bits | 1ull << 63;
}

// In worlds of all kinds of shapes nothing that slides gets into what it was not in, or out of the
// room.
TEST_LOOP(never_gets_in, 50 * flightTestTimes(20))
{
    for (int round = 0; round < 8; round++) {
        int seed = 8 * _i + round;
        FlightField field;
        CaromWorldDef def = caromWorldDef();
        int habits = FIELD_SLIDES | (seed % 4 ? 0 : FIELD_GRID);
        habits |= _i % 2 ? FIELD_MOVES | (_i % 4 == 3 ? FIELD_SPINS : 0) : 0;
        habits |= _i % 8 == 5 ? FIELD_RIGID : 0;
        flightFieldInit(&field, (uint64_t)seed, habits, &def);
        uint64_t before[FLIGHT_SHOTS];
        for (int k = 0; k < field.shotCount; k++) {
            before[k] = UINT64_MAX; // not fired yet, or in what it ignores
        }
        for (int step = 1; step <= 120; step++) {
            flightFieldStepTo(&field, step / 30.0);
            for (int k = 0; k < field.shotCount; k++) {
                if (!caromProjectileIsValid(field.world, field.shots[k])) {
                    continue;
                }
                CaromProjectileMode mode = caromProjectileMode(field.world, field.shots[k]);
                if (mode == CAROM_PROJECTILE_PENDING || mode == CAROM_PROJECTILE_STUCK) {
                    before[k] = UINT64_MAX; // meets nothing
                } else {
                    uint64_t now = overlapsOf(&field, field.shots[k]);
                    ck_assert_msg((now & ~before[k]) == 0, "seed %d: shot %d is in %llx at %g s",
                                  seed, k, (unsigned long long)(now & ~before[k]), step / 30.0);
                    before[k] = now;
                }
            }
        }
        flightFieldFree(&field);
    }
}

/// From a floor at rest onto one that lies flush and turns, however slowly: it slides on, and is
/// where it would be if that stood.
TEST(slides_onto_what_turns)
{
    CaromVec2 ends[2];
    for (int turns = 0; turns < 2; turns++) {
        TestRandom random = testRandomSeed(7);
        CaromWorld *world = newWorldUnder(GRAVITY);
        newSegment(world, makeBody(world, CAROM_BODY_STATIC, 0.0), caromVec2(-9, 0),
                   caromVec2(0, 0));
        CaromBodyId body = makeBody(world, CAROM_BODY_KINEMATIC, 0.0);
        newSegment(world, body, caromVec2(0, 0), caromVec2(9, 0));
        ck_assert_ok(caromBodySetAngularVelocity(world, body, turns ? 1e-16 : 0.0));
        CaromProjectileDef def = slider(caromVec2(-1, 0), caromVec2(0, 1), 0.0, 2.0);
        CaromProjectileId id = caromProjectileFire(world, &def);
        stepTo(world, &random, 0.25);
        ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_SLIDING);
        for (double t = 0.26; t < 1.0; t += 0.01) {
            caromWorldStepTo(world, t);
            ck_assert_int_eq(caromWorldEvents(world).modeCount, 0);
        }
        ends[turns] = caromProjectilePosition(world, id);
        caromWorldDestroy(world);
    }
    ck_assert_double_le(pathLength(ends[0], ends[1]), 1e-12);
}
