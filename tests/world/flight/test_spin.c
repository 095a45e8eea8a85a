// SPDX-License-Identifier: MIT
// Worlds with bodies that spin: hits at the time, place and speed of the closed form. Nothing is
// ever on the wrong side of what turns, whatever is done to its spin. Queries see it as it stands.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>

#include "../../support/random_vec.h"

#define HALF 1.0 ///< [m] of the box that holds a bullet

/// A place in the body's frame, turned and moved back.
static CaromVec2 seenFrom(const CaromWorld *world, CaromBodyId body, CaromVec2 place)
{
    return caromTransformPointInverse(caromBodyTransform(world, body), place);
}

static int stepAndCount(CaromWorld *world, double time, CaromHitEvent *first)
{
    ck_assert_int_eq(caromWorldStepTo(world, time) & CAROM_STEP_REFUSED, 0);
    CaromEvents events = caromWorldEvents(world);
    if (events.hitCount > 0) {
        *first = events.hits[0];
    }
    return events.hitCount;
}

// ---- closed forms

// A bar from the pivot along x, turning at w, comes to a resting ball of radius r at distance d and
// angle f. The time is (f − asin(r/d)) / w. Its speed there is w·d·cos(asin(r/d)). The strike is
// elastic: the ball gets twice that speed along its normal.
TEST_WORLD_SEEDS(bar_strikes_what_rests, 48 * flightTestTimes(30), newWorldUnder(0.0))
{
    double spin = testRandomSize(&random, 0.01, 100.0), angle = testRandomRange(&random, 0.3, 3.0);
    double distance = testRandomRange(&random, 0.5, 3.0);
    CaromVec2 pivot = randomVec(&random, 10.0), velocity = randomVec(&random, 5.0);
    CaromBodyId body = newSpinning(world, pivot, 0.0, velocity, spin);
    newSegment(world, body, caromVec2(0, 0), caromVec2(4, 0));
    CaromProjectileDef def = caromProjectileDef();
    def.radius = _i % 2 ? 0.0 : testRandomRange(&random, 0.01, 0.1) * distance;
    CaromRotation at = caromRotation(angle);
    def.position = caromVec2(pivot.x + distance * at.c, pivot.y + distance * at.s);
    def.velocity = velocity; // it rests in the body's frame
    fireShot(world, &def);
    double ahead = asin(def.radius / distance), due = (angle - ahead) / spin;
    CaromHitEvent hit = {0};
    int hits = 0;
    for (int k = 1; k <= 400 && hits == 0; k++) {
        hits = stepAndCount(world, 1.01 * due * k / 400.0, &hit);
    }
    ck_assert_int_gt(hits, 0);
    double speed = 2.0 * spin * distance * cos(ahead);
    CaromVec2 n = caromVec2(-sin(angle - ahead), cos(angle - ahead));
    double moved = hypot(hit.velocityAfter.x - velocity.x - speed * n.x,
                         hit.velocityAfter.y - velocity.y - speed * n.y);
    ck_assert_msg(fabs(hit.time - due) <= 1e-12 * (1.0 / spin + due), "%d: %.17g, due at %.17g", _i,
                  hit.time, due);
    ck_assert_msg(moved <= 1e-11 * (1.0 + speed), "%d: %g off", _i, moved);
    ck_assert(fabs(hit.normal.x - n.x) + fabs(hit.normal.y - n.y) < 1e-12);
}

// Where the body is at a time: its position moves, its angle grows, also past changes of both.
TEST_WORLD_SEEDS(transform_turns_with_the_clock, 8, newWorldUnder(0.0))
{
    double spin = testRandomRange(&random, -5.0, 5.0), angle = 0.5, time = 0.0;
    CaromVec2 at = randomVec(&random, 3.0), velocity = randomVec(&random, 2.0);
    CaromBodyId body = newSpinning(world, at, angle, velocity, spin);
    CaromShapeId id = newCircle(world, body, caromVec2(2, 1), 0.5);
    for (int k = 0; k < 100; k++) {
        double h = testRandomRange(&random, 0.001, 0.2);
        time += h;
        caromWorldStepTo(world, time);
        at = caromVec2Add(at, caromVec2Scale(velocity, h));
        angle += spin * h;
        CaromTransform now = caromBodyTransform(world, body);
        ck_assert(fabs(now.position.x - at.x) + fabs(now.position.y - at.y) < 1e-11);
        ck_assert(fabs(now.rotation.c - cos(angle)) + fabs(now.rotation.s - sin(angle)) < 1e-11);
        CaromVec2 center = caromTransformPoint(now, caromVec2(2, 1));
        CaromGeometry g;
        CaromTransform placement;
        ck_assert_ok(caromShapeGeometry(world, id, &g, &placement));
        CaromVec2 drawn = caromTransformPoint(placement, g.points[0]);
        ck_assert(fabs(drawn.x - center.x) + fabs(drawn.y - center.y) < 1e-11);
        CaromShapeId found;
        ck_assert_int_eq(caromWorldOverlapPoint(world, center, caromQueryOptions(), &found, 1), 1);
        if (k % 10 == 5) {
            spin = k % 20 == 5 ? 0.0 : testRandomRange(&random, -5.0, 5.0);
            velocity = randomVec(&random, 2.0);
            ck_assert_ok(caromBodySetAngularVelocity(world, body, spin));
            ck_assert_ok(caromBodySetVelocity(world, body, velocity));
            ck_assert(caromBodyAngularVelocity(world, body) == spin);
        }
    }
}

// ---- sides

/// A closed box of thin walls; or, one-sided, with its solid outside.
static void addBox(CaromWorld *world, CaromBodyId body, bool oneSided)
{
    static const CaromVec2 corners[4] = {
        {-HALF, -HALF}, {-HALF, HALF}, {HALF, HALF}, {HALF, -HALF}};
    for (int k = 0; k < 4; k++) {
        CaromVec2 a = corners[k], b = corners[(k + 1) % 4];
        CaromShapeId id = newWall(world, body, a, b, oneSided);
        ck_assert_uint_ne(id.index, 0);
    }
}

static CaromProjectileId fireInside(TestRandom *random, CaromWorld *world, CaromVec2 at,
                                    double radius)
{
    CaromProjectileDef def = caromProjectileDef();
    def.radius = radius;
    def.position = caromVec2Add(at, randomVec(random, 0.5));
    CaromRotation way = caromRotation(testRandomRange(random, -3.0, 3.0));
    double speed = testRandomSize(random, 1e-3, 1e4);
    def.velocity = caromVec2(speed * way.c, speed * way.s);
    def.acceleration = testRandomInt(random, 0, 1) ? randomVec(random, speed) : caromVec2(0.0, 0.0);
    return fireShot(world, &def);
}

/// Whether it is where it must be: within the box, to a rounding; or at an end that was reported.
static void checkInside(const CaromWorld *world, CaromBodyId body, CaromProjectileId id,
                        double radius, int seed)
{
    if (!caromProjectileIsValid(world, id)) {
        return; // crushed where it was parked
    }
    CaromVec2 place = caromProjectilePosition(world, id), seen = seenFrom(world, body, place);
    double out = fmax(fabs(seen.x), fabs(seen.y)) - HALF + radius;
    double size = 1.0 + fabs(place.x) + fabs(place.y);
    ck_assert_msg(out <= 1e-11 * size, "seed %d at %g: %g out of the box, mode %d", seed,
                  caromWorldTime(world), out, (int)caromProjectileMode(world, id));
}

/// Flights in a box that spins, with edits of its motion or without. Returns how many hits there
/// were.
static int flyInBox(int seed, bool edits)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromWorld *world = newWorldUnder(testRandomInt(&random, 0, 1) * 10.0);
    CaromVec2 at = randomVec(&random, testRandomInt(&random, 0, 2) ? 3.0 : 1e4);
    double spin = testRandomSize(&random, 0.01, 100.0), radius = seed % 2 ? 0.0 : 0.2;
    CaromBodyId body = newSpinning(world, at, 0.0, randomVec(&random, 2.0), spin);
    addBox(world, body, seed / 2 % 2 == 0);
    CaromProjectileId shots[6];
    for (int k = 0; k < 6; k++) {
        shots[k] = fireInside(&random, world, at, radius);
    }
    int hits = 0;
    double time = 0.0;
    for (int k = 0; k < 120 && hits < 60000; k++) {
        CaromHitEvent hit;
        time += testRandomInt(&random, 0, 4) ? 0.004 : 0.02 * testRandomUnit(&random);
        hits += stepAndCount(world, time, &hit);
        for (int n = 0; n < 6; n++) {
            checkInside(world, body, shots[n], radius, seed);
        }
        if (edits && k % 3 == 0) {
            double turn =
                testRandomInt(&random, 0, 3) ? testRandomRange(&random, -30.0, 30.0) : 0.0;
            ck_assert_ok(caromBodySetAngularVelocity(world, body, turn));
            ck_assert_ok(caromBodySetVelocity(world, body, randomVec(&random, 3.0)));
        }
    }
    caromWorldDestroy(world);
    return hits;
}

TEST_LOOP(box_that_spins_is_never_left, 80 * flightTestTimes(30))
{
    flyInBox(_i, false);
}

TEST_LOOP(box_that_changes_its_spin_is_never_left, 80 * flightTestTimes(30))
{
    flyInBox(1000 + _i, true);
}

// Four blades reach beyond a round room: each bullet stays between the same two.
TEST_WORLD_SEEDS(paddles_keep_their_bullets, 48 * flightTestTimes(30), newWorldUnder(0.0))
{
    CaromBodyId walls = newRest(world);
    CaromBodyId wheel = newSpinning(world, caromVec2(0, 0), 0.0, caromVec2(0, 0),
                                    testRandomSize(&random, 0.01, 50.0));
    for (int k = 0; k < 24; k++) {
        CaromRotation a = caromRotation(k * 0.2617993877991494),
                      b = caromRotation((k + 1) % 24 * 0.2617993877991494);
        newSegment(world, walls, caromVec2(a.c, a.s), caromVec2(b.c, b.s));
    }
    for (int k = 0; k < 4; k++) {
        static const CaromVec2 tips[4] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
        newSegment(world, wheel, caromVec2(0, 0), tips[k]);
    }
    CaromProjectileId shots[8];
    for (int k = 0; k < 8; k++) {
        CaromProjectileDef shot = newShot(caromVec2(k & 1 ? 0.3 : -0.3, k & 2 ? 0.3 : -0.3),
                                          randomVec(&random, testRandomSize(&random, 1e-3, 1e3)));
        shot.radius = k & 4 ? 0.0 : 0.05;
        shots[k] = caromProjectileFire(world, &shot);
    }
    for (int n = 1; n <= 200; n++) {
        caromWorldStepTo(world, n / 100.0);
        for (int k = 0; k < 8; k++) {
            if (!caromProjectileIsValid(world, shots[k])) {
                continue;
            }
            CaromVec2 p = seenFrom(world, wheel, caromProjectilePosition(world, shots[k]));
            double x = k & 1 ? p.x : -p.x, y = k & 2 ? p.y : -p.y, radius = k & 4 ? 0.0 : 0.05;
            ck_assert_msg(x >= radius - 1e-12 && y >= radius - 1e-12,
                          "seed %d: shot %d at %g passed a blade: %g, %g", _i, k, n / 100.0, x, y);
        }
    }
}

// ---- other endings

// It passes a spinning bar, with one event, and flies on. Another flight that starts inside a
// spinning shooter leaves it unhindered, and meets it when it comes back.
TEST_WORLD_LOOP(piercing_and_leaving, 8, newWorldUnder(0.0))
{
    double radius = _i % 2 ? 0.0 : 0.05;
    CaromBodyId body = newSpinning(world, caromVec2(0, 0), 0.1 * _i, caromVec2(0, 0), 1.0 + _i);
    newBox(world, body, caromVec2(0, 0), caromVec2(0.5, 0.5));
    CaromProjectileDef def = newShot(caromVec2(-3.0, 0.1), caromVec2(4.0, 0.0));
    def.radius = radius;
    def.onHit = CAROM_HIT_PIERCE;
    CaromProjectileId piercing = caromProjectileFire(world, &def);
    def.onHit = CAROM_HIT_DIE;
    def.position = caromVec2(0.1, 0.2);
    def.velocity = caromVec2(0.0, 4.0);
    def.acceleration = caromVec2(0.0, -8.0); // back at 0.2 after a second
    def.ignoreBody = body;
    CaromProjectileId thrown = caromProjectileFire(world, &def);
    int pierced = 0;
    for (int k = 1; k <= 200; k++) {
        CaromEvents events = eventsUntil(world, k / 100.0);
        for (int h = 0; h < events.hitCount; h++) {
            bool isThrown = events.hits[h].projectile.index == thrown.index;
            pierced += !isThrown;
            ck_assert(!isThrown || events.hits[h].time > 0.5); // not on its way out
        }
    }
    ck_assert_int_eq(pierced, 1);
    ck_assert(caromProjectilePosition(world, piercing).x == -3.0 + 4.0 * 2.0);
    ck_assert(!caromProjectileIsValid(world, thrown));
}

// ---- queries

typedef struct Pair {
    CaromWorld *turned, *still; ///< a body that turned, and one made at its angle
} Pair;

static void addShapes(TestRandom *random, CaromWorld *world, CaromBodyId body)
{
    CaromVec2 points[7];
    flightStar(random, points, 7, 1.5, false);
    newPolygon(world, body, points, 7);
    newCircle(world, body, randomVec(random, 2.0), 0.4);
    CaromVec2 a = randomVec(random, 2.0);
    newSegment(world, body, a, caromVec2Add(a, caromVec2(1.0, 0.5)));
}

static Pair makePair(int seed)
{
    Pair pair = {newWorldUnder(0.0), newWorldUnder(0.0)};
    TestRandom random = testRandomSeed((uint64_t)seed), again;
    double angle = testRandomRange(&random, -3.0, 3.0), spin = testRandomRange(&random, -9.0, 9.0);
    CaromVec2 at = randomVec(&random, 3.0), velocity = randomVec(&random, 2.0);
    CaromBodyId body = newSpinning(pair.turned, at, angle, velocity, spin);
    again = random;
    addShapes(&random, pair.turned, body);
    double time = testRandomRange(&random, 0.1, 3.0);
    caromWorldStepTo(pair.turned, time);
    if (seed % 2) { // it stands turned, and turns no more
        caromBodySetAngularVelocity(pair.turned, body, 0.0);
        caromBodySetVelocity(pair.turned, body, caromVec2(0, 0));
    }
    CaromBodyDef def = caromBodyDef();
    def.position = caromVec2(at.x + velocity.x * time, at.y + velocity.y * time);
    def.angle = angle + spin * time;
    addShapes(&again, pair.still, caromBodyCreate(pair.still, &def));
    return pair;
}

TEST_LOOP(queries_see_it_turned, 16 * flightTestTimes(30))
{
    Pair pair = makePair(_i);
    TestRandom random = testRandomSeed((uint64_t)(5000 + _i));
    int met = 0, differ = 0;
    for (int k = 0; k < 300; k++) {
        CaromVec2 from = randomVec(&random, 4.0), way = randomVec(&random, 9.0);
        double radius = k % 2 ? 0.0 : 0.3;
        CaromQueryOptions options = caromQueryOptions();
        options.inside = (CaromInside)(k % 3);
        CaromHit a, b;
        int first = caromWorldCastCircle(pair.turned, from, radius, way, options, &a, 1);
        int second = caromWorldCastCircle(pair.still, from, radius, way, options, &b, 1);
        if (first != second || (first && a.feature != b.feature)) {
            differ++; // grazes, or meets a corner
        } else if (first) {
            met++;
            ck_assert(a.shape.index == b.shape.index && a.startsInside == b.startsInside);
            ck_assert(fabs(a.fraction - b.fraction) < 1e-6);
            ck_assert(fabs(a.point.x - b.point.x) + fabs(a.point.y - b.point.y) < 1e-6);
            ck_assert(fabs(a.normal.x - b.normal.x) + fabs(a.normal.y - b.normal.y) < 1e-5);
        }
        CaromShapeId ids[4];
        CaromBox box = {from, caromVec2(from.x + fabs(way.x) / 4, from.y + fabs(way.y) / 4)};
        ck_assert_int_eq(caromWorldOverlapCircle(pair.turned, from, 0.5, options, ids, 4),
                         caromWorldOverlapCircle(pair.still, from, 0.5, options, ids, 4));
        ck_assert_int_eq(caromWorldOverlapBox(pair.turned, box, options, ids, 4),
                         caromWorldOverlapBox(pair.still, box, options, ids, 4));
    }
    ck_assert_int_gt(met, 5);
    ck_assert_int_le(differ, 2);
    endWorld(pair.turned);
    caromWorldDestroy(pair.still);
}

/// So slowly out of a body that spins so fast that some 300 turns come before: it is not met until
/// then, and is when the bullet comes back.
TEST_WORLD(a_shooter_that_spins_fast_is_left_after_all, newWorldUnder(0.0))
{
    CaromBodyId shooter = newSpinning(world, caromVec2(0, 0), 0.0, caromVec2(0, 0), 200.0);
    newBox(world, shooter, caromVec2(0, 0), caromVec2(5, 5));
    CaromShapeId wall = newSegment(world, newRest(world), caromVec2(20, -9), caromVec2(20, 9));
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(0.125, 0.0));
    def.restitution = 1.0;
    def.ignoreBody = shooter;
    caromProjectileFire(world, &def);
    CaromHitEvent hit;
    ck_assert_int_eq(stepAndCount(world, 159.0, &hit), 0);
    ck_assert_int_eq(stepAndCount(world, 161.0, &hit), 1);
    ck_assert_uint_eq(hit.shape.index, wall.index);
    ck_assert(hit.time == 160.0);
    ck_assert_int_eq(stepAndCount(world, 160.0 + 12.0 / 0.125, &hit), 0);
    ck_assert_int_ge(stepAndCount(world, 160.0 + 15.0 / 0.125, &hit), 1); // by a corner, at 7 m
    ck_assert_uint_eq(hit.body.index, shooter.index);
    ck_assert(caromVec2Length(hit.point) <= 5.0 * sqrt(2.0) + 1e-9);
}

/// In the mouth between a slope and a gate that turns slowly, to or away from it, whichever way the
/// slope leads: it bounces there until it gets out, but not a thousand times at once.
TEST_WORLD_LOOP(who_lies_under_a_gate_that_turns_is_not_parked,
                flightTestShare(240 * flightTestTimes(30)), newWorldUnder(0.0))
{
    static const double restitutions[4] = {0.0, 0.3, 0.5, 0.8};
    TestRandom random = testRandomSeed((uint64_t)_i);
    double slope = testRandomRange(&random, -0.6, 0.6), mouth = testRandomRange(&random, 0.5, 1.3);
    double spin = testRandomSize(&random, 0.005, 3.0) * (_i % 3 ? -1.0 : 1.0);
    caromWorldSetGravity(world, caromVec2(-10.0 * sin(slope), -10.0 * cos(slope)));
    newSegment(world, newRest(world), caromVec2(-9, 0), caromVec2(60, 0));
    CaromVec2 hinge = {0.0, testRandomRange(&random, 0.0, 0.3)};
    CaromBodyId gate = newSpinning(world, hinge, mouth, caromVec2(0, 0), spin);
    newSegment(world, gate, caromVec2(0, 0), caromVec2(60, 0));
    CaromProjectileDef def = caromProjectileDef();
    def.radius = _i % 4 ? 0.1 : 0.0;
    def.restitution = restitutions[testRandomInt(&random, 0, 3)];
    def.position = caromVec2(testRandomRange(&random, 0.6, 1.5), def.radius);
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, spin < 0.0 ? fmin((0.45 - mouth) / spin, 2.0) : 1.0);
    ck_assert(caromProjectileIsValid(world, id));
    ck_assert_int_ne(caromProjectileMode(world, id), CAROM_PROJECTILE_PARKED);
}
