// SPDX-License-Identifier: MIT
// Steering: at fixed points of world time, whatever the frames. Oracles: closed forms, sums over
// the legs that must have been, and brute force.
#include "../../../world/flight/acceleration.h"

#include <math.h>

#include "../../../world/core/lattice.h"
#include "../../../world/response/steering.h"
#include "../../support/builder.h"
#include "../../support/random.h"

#define P (1.0 / 64.0)

static CaromWorld *makeWorld(double gravity, double interval)
{
    CaromWorldDef def = caromWorldDef();
    def.gravity = caromVec2(0.0, -gravity);
    def.steerInterval = interval;
    return caromWorldCreate(&def, NULL);
}

static CaromShapeId addFloor(CaromWorld *world, double y)
{
    return newSegment(world, newRest(world), caromVec2(-100.0, y), caromVec2(100.0, y));
}

static void expectVec(CaromVec2 v, double x, double y, double tolerance)
{
    ck_assert_msg(fabs(v.x - x) <= tolerance && fabs(v.y - y) <= tolerance,
                  "(%.17g, %.17g) instead of (%.17g, %.17g)", v.x, v.y, x, y);
}

// ---- the lattice

static double anyInterval(TestRandom *random)
{
    static const double some[4] = {1.0 / 64.0, 0.01, 1.0 / 3.0, 1e-6};
    return testRandomInt(random, 0, 1) ? some[testRandomInt(random, 0, 3)]
                                       : pow(10.0, testRandomRange(random, -6.0, 6.0));
}

// Brute force: of the products kP around a time, the last not after it and the first after it.
TEST_SEEDS(neighbours_in_the_lattice, 20)
{
    for (int round = 0; round < 2000; round++) {
        double interval = anyInterval(&random), time = pow(10.0, testRandomRange(&random, -9, 9));
        if (testRandomInt(&random, 0, 1)) {
            time = floor(time / interval) * interval; // on the lattice, and a hair beside it
            time *= 1.0 + testRandomInt(&random, -1, 1) * 0x1p-52;
        }
        double k = floor(time / interval), before = -1.0, after = INFINITY;
        for (double j = fmax(k - 3.0, 0.0); j <= k + 4.0; j++) {
            before = j * interval <= time ? fmax(before, j * interval) : before;
            after = j * interval > time ? fmin(after, j * interval) : after;
        }
        ck_assert_msg(crSteerBefore(interval, time) == before, "seed %d: %a %a", _i, interval,
                      time);
        ck_assert_msg(crSteerAfter(interval, time) == after, "seed %d: %a %a", _i, interval, time);
    }
}

// Finer than doubles are: still later, and no farther than one of their steps.
TEST_LOOP(lattice_finer_than_doubles, 4)
{
    static const double times[] = {1e11, 1e12, 0x1.fffffffffffffp36, 0x1p36};
    double next = crSteerAfter(1e-6, times[_i]);
    ck_assert(next > times[_i]);
    ck_assert(next <= nextafter(nextafter(times[_i], 1e300), 1e300));
}

// ---- drag

/// What acceleration.h says, interval by interval, for a fall along y.
static void fall(const CrDrag *drag, double g, double until, double *y, double *v)
{
    for (double t = 0.0; t < until;) {
        double next = fmin(crSteerAfter(P, t), until), whole = crSteerAfter(P, t) - t;
        CaromVec2 a = crDragAcceleration(drag, caromVec2(0.0, *v), caromVec2(0.0, -g), whole);
        *y += (*v + 0.5 * a.y * (next - t)) * (next - t);
        *v += a.y * (next - t);
        t = next;
    }
}

TEST_LOOP(falls_through_air, 4)
{
    CrDrag drag = {_i & 1 ? 0.7 : 0.0, _i & 2 ? 0.05 : 0.0};
    CaromWorld *world = makeWorld(10.0, P);
    CaromProjectileDef def = caromProjectileDef();
    def.linearDrag = drag.linear;
    def.quadraticDrag = drag.quadratic;
    def.velocity = caromVec2(0.0, 30.0);
    CaromProjectileId id = caromProjectileFire(world, &def);
    double y = 0.0, v = 30.0;
    fall(&drag, 10.0, 3.3, &y, &v);
    for (int k = 1; k <= 33; k++) {
        caromWorldStepTo(world, k / 10.0);
    }
    expectVec(caromProjectilePosition(world, id), 0.0, y, 1e-12);
    expectVec(caromProjectileVelocity(world, id), 0.0, v, 1e-12);
    caromWorldDestroy(world);
}

// A bounce within an interval ends the leg on its chord, which lies above the true velocity, and
// begins one with the drag of what is left of the interval. With bounces without end drag would be
// k·(1 − k·r/2 + …) where r of P is left: in an interval (k·P)²/4 of the speed is not lost.
TEST_WORLD(bounces_in_the_middle_of_an_interval, makeWorld(0.0, P))
{
    addFloor(world, 0.0);
    addFloor(world, 0.1);
    CaromProjectileDef def = newShot(caromVec2(0.0, 0.05), caromVec2(0.0, 40.0));
    def.linearDrag = 2.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    int hits = 0;
    for (int k = 1; k <= 64; k++) {
        caromWorldStepTo(world, k * P);
        hits += caromWorldEvents(world).hitCount;
        CaromVec2 v = caromProjectileVelocity(world, id);
        double ratio = fabs(v.y) / (40.0 * exp(-2.0 * k * P));
        ck_assert_double_ge(ratio, 1.0 - 1e-12);
        ck_assert_double_le(ratio, 1.0 + 1.01 * k * (2.0 * P) * (2.0 * P) / 4.0);
    }
    ck_assert_int_gt(hits, 150);
}

// ---- homing

/// What homing must do, leg by leg, without any world.
typedef struct Missile {
    CaromVec2 place, velocity;
} Missile;

static void chase(Missile *m, CaromVec2 target, double angle)
{
    double wanted = atan2(target.y - m->place.y, target.x - m->place.x);
    double now = atan2(m->velocity.y, m->velocity.x), speed = hypot(m->velocity.x, m->velocity.y);
    double turn = remainder(wanted - now, 2.0 * acos(-1.0));
    now += fmax(-angle, fmin(turn, angle));
    m->velocity = caromVec2(speed * cos(now), speed * sin(now));
}

TEST_SEEDS(follows_a_body_that_moves, 20)
{
    CaromVec2 at = {testRandomRange(&random, -20.0, 20.0), testRandomRange(&random, -20.0, 20.0)};
    CaromVec2 by = {testRandomRange(&random, -3.0, 3.0), testRandomRange(&random, -3.0, 3.0)};
    CaromVec2 local = {testRandomRange(&random, -1.0, 1.0), 0.25};
    Missile m = {{1.0, 2.0}, {testRandomRange(&random, 2.0, 20.0), 0.0}};
    double rate = testRandomRange(&random, 0.1, 4.0);
    CaromWorld *world = makeWorld(0.0, P);
    CaromBodyId body = newMoving(world, at, by);
    CaromProjectileDef def = newShot(m.place, m.velocity);
    def.turnRate = rate;
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_ok(caromProjectileSetTarget(world, id, body, local));
    for (int k = 1; k <= 128; k++) {
        CaromVec2 target = {at.x + local.x + by.x * k * P, at.y + local.y + by.y * k * P}, told;
        m.place = caromVec2(m.place.x + m.velocity.x * P, m.place.y + m.velocity.y * P);
        chase(&m, target, rate * P);
        caromWorldStepTo(world, k * P);
        ck_assert(caromProjectileTarget(world, id, &told));
        expectVec(told, target.x, target.y, 1e-12);
        expectVec(caromProjectilePosition(world, id), m.place.x, m.place.y, 1e-9);
        expectVec(caromProjectileVelocity(world, id), m.velocity.x, m.velocity.y, 1e-9);
    }
    caromWorldDestroy(world);
}

// Faster than its target and with time to turn, it hits; without a target the same shot misses.
TEST_WORLD_LOOP(hits_what_flees, 4, makeWorld(_i % 2 ? 9.8 : 0.0, P))
{
    CaromBodyId body = newMoving(world, caromVec2(30.0, 10.0), caromVec2(5.0, -8.0));
    newCircle(world, body, caromVec2(0.0, 0.0), 0.5);
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(0.0, 30.0));
    def.turnRate = 6.0;
    def.onHit = CAROM_HIT_DIE;
    def.lifetime = 20.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    if (_i < 2) {
        caromProjectileSetTarget(world, id, body, caromVec2(0.0, 0.0));
    }
    for (int k = 1; caromProjectileIsValid(world, id); k++) {
        caromWorldStepTo(world, k / 60.0);
    }
    CaromEvents events = caromWorldEvents(world);
    ck_assert_int_eq(events.hitCount, _i < 2);
    ck_assert_int_eq(events.ends[0].reason, _i < 2 ? CAROM_END_HIT : CAROM_END_LIFETIME);
}

// A target out of reach within its circle: it flies around it. The legs are chords of v·P that turn
// by w·P, corners on a circle of radius v·P / (2·sin(w·P/2)), which is v/w·(1 + (w·P)²/24 + …).
TEST_LOOP(turning_circle_has_the_stated_radius, 20)
{
    double rate = 0.5 * (1 + _i), v = 7.0, chord = v * P, half = 0.5 * rate * P;
    double radius = chord / (2.0 * sin(half)), smallest = INFINITY, largest = 0.0;
    CaromWorld *world = makeWorld(0.0, P);
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(v, 0.0));
    def.turnRate = rate;
    CaromProjectileId id = caromProjectileFire(world, &def);
    // The first turn is at P: the centre lies left of the middle of the leg before.
    CaromVec2 center = {0.5 * chord, radius * cos(half)};
    caromProjectileSetTargetPoint(world, id, center);
    for (int k = 1; k <= 4000; k++) {
        caromWorldStepTo(world, k * P);
        CaromVec2 p = caromProjectilePosition(world, id);
        double distance = hypot(p.x - center.x, p.y - center.y);
        smallest = fmin(smallest, distance);
        largest = fmax(largest, distance);
    }
    ck_assert_double_le(largest - radius, 1e-10 * radius);
    ck_assert_double_le(radius - smallest, 1e-10 * radius);
    ck_assert_double_le(fabs(radius / (v / rate) - 1.0), half * half / 6.0 * 1.01);
    CaromVec2 after = caromProjectileVelocity(world, id);
    ck_assert_double_le(fabs(hypot(after.x, after.y) - v), 1e-12 * v); // speed unchanged
    caromWorldDestroy(world);
}

// Oracle: atan2. Straight behind it turns counter-clockwise; at rest, or at the target, not at all.
TEST_SEEDS(turns_by_no_more_than_it_may, 10)
{
    for (int round = 0; round < 100; round++) {
        double angle = pow(10.0, testRandomRange(&random, -6.0, 0.7));
        Missile m = {{0.0, 0.0}, {testRandomRange(&random, -9.0, 9.0), 3.0}};
        CaromVec2 way = {testRandomRange(&random, -9.0, 9.0), testRandomRange(&random, -9.0, 9.0)};
        CaromVec2 v = crSteerTowards(m.velocity, way, angle), none = {0.0, 0.0};
        chase(&m, way, angle);
        expectVec(v, m.velocity.x, m.velocity.y, 1e-13);
        CaromVec2 left = crSteerTowards(caromVec2(2.0, 0.0), caromVec2(-1.0, 0.0), 0.5);
        expectVec(left, 2.0 * cos(0.5), 2.0 * sin(0.5), 1e-15);
        expectVec(crSteerTowards(none, way, angle), 0.0, 0.0, 0.0);
        expectVec(crSteerTowards(way, none, angle), way.x, way.y, 0.0);
    }
}

TEST_WORLD(target_that_is_destroyed_is_none, makeWorld(0.0, P))
{
    CaromBodyId body = newMoving(world, caromVec2(0.0, 10.0), caromVec2(0.0, 0.0));
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(5.0, 0.0));
    def.turnRate = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetTarget(world, id, body, caromVec2(0.0, 0.0));
    caromWorldStepTo(world, 0.5);
    caromBodyDestroy(world, body);
    newMoving(world, caromVec2(0.0, -10.0), caromVec2(0.0, 0.0)); // in its slot
    ck_assert(!caromProjectileTarget(world, id, NULL));
    CaromVec2 v = caromProjectileVelocity(world, id);
    caromWorldStepTo(world, 1.0);
    expectVec(caromProjectileVelocity(world, id), v.x, v.y, 0.0);
    caromWorldStepTo(world, 2.0);
    ck_assert_int_eq(caromWorldCounters(world).steered, 0);
}

// A command at kP comes after the steering of that time, so a target acts from the next on.
TEST_WORLD_LOOP(target_acts_from_the_next_point_of_time_on, 2, makeWorld(0.0, 0.5))
{
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(1.0, 0.0));
    def.turnRate = 100.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, _i ? 0.5 : 0.6);
    caromProjectileSetTargetPoint(world, id, caromVec2(1.0, 10.0));
    caromWorldStepTo(world, 0.99);
    expectVec(caromProjectileVelocity(world, id), 1.0, 0.0, 0.0);
    caromWorldStepTo(world, 1.0);
    expectVec(caromProjectileVelocity(world, id), 0.0, 1.0, 1e-15);
}

// ---- order at equal times

// A wall is hit at exactly kP: bounced first, then turned back to the target behind the wall, and
// so at the wall again at the same time.
TEST_WORLD(event_first_then_steering, makeWorld(0.0, 0.5))
{
    addFloor(world, 1.0);
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(0.0, 2.0));
    def.turnRate = 100.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetTargetPoint(world, id, caromVec2(10.0, 1.0 - 1e-3));
    CaromEvents events = eventsUntil(world, 0.5);
    ck_assert_int_eq(events.hitCount, 1);
    ck_assert(events.hits[0].time == 0.5);
    expectVec(events.hits[0].velocityAfter, 0.0, -2.0, 0.0);
    CaromVec2 v = caromProjectileVelocity(world, id);
    expectVec(v, 2.0, -2e-4, 1e-7);
    ck_assert_int_eq(caromWorldCounters(world).steered, 1);
}

// ---- forces

// F/m for a while: x = ½·a·t², then on at a·t.
TEST_SEEDS(force_acts_from_its_time_to_the_next, 20)
{
    double from = testRandomRange(&random, 0.0, 1.0), to = from + testRandomUnit(&random);
    CaromWorld *world = makeWorld(0.0, P);
    CaromProjectileDef def = caromProjectileDef();
    def.mass = 2.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    ck_assert_ok(caromProjectileSetForce(world, id, caromVec2(7.0, 7.0), 5.0));
    ck_assert_ok(caromProjectileSetForce(world, id, caromVec2(6.0, 0.0), from));
    caromWorldStepTo(world, fmax(from, 1e-9));
    ck_assert(caromProjectileForce(world, id).x == 6.0);
    caromProjectileSetForce(world, id, caromVec2(0.0, 0.0), to);
    caromWorldStepTo(world, 3.0);
    double t = to - from, v = 3.0 * t;
    expectVec(caromProjectilePosition(world, id), 1.5 * t * t + v * (3.0 - to), 0.0, 1e-13);
    expectVec(caromProjectileVelocity(world, id), v, 0.0, 1e-14);
    caromWorldStepTo(world, 6.0); // what was replaced never comes
    expectVec(caromProjectileVelocity(world, id), v, 0.0, 1e-14);
    caromWorldDestroy(world);
}

/// Worlds that differ only in a force to come have different futures.
TEST(a_force_that_waits_is_part_of_the_state)
{
    uint64_t hashes[4];
    for (int k = 0; k < 4; k++) {
        CaromWorld *world = makeWorld(0.0, P);
        CaromProjectileDef def = caromProjectileDef();
        CaromProjectileId id = caromProjectileFire(world, &def);
        CaromVec2 force = caromVec2(k == 1 ? 2.0 : 1.0, k == 2 ? 2.0 : 1.0);
        ck_assert_ok(caromProjectileSetForce(world, id, force, k == 3 ? 0.75 : 0.5));
        hashes[k] = caromWorldHash(world);
        for (int j = 0; j < k; j++) {
            ck_assert(hashes[k] != hashes[j]);
        }
        caromWorldDestroy(world);
    }
}

TEST_WORLD_LOOP(impulse_changes_the_velocity_at_once, 2, makeWorld(10.0, P))
{
    CaromProjectileDef def = caromProjectileDef();
    def.mass = 4.0;
    def.velocity = caromVec2(1.0, 2.0);
    def.time = _i ? 1.0 : CAROM_NOW;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 0.5);
    ck_assert_ok(caromProjectileApplyImpulse(world, id, caromVec2(8.0, -4.0)));
    expectVec(caromProjectileVelocity(world, id), 3.0, _i ? 1.0 : -4.0, 0.0);
    caromWorldStepTo(world, 2.0);
    expectVec(caromProjectileVelocity(world, id), 3.0, _i ? -9.0 : -19.0, 1e-14);
}

// Fired for later: neither force nor target moves it before.
TEST_WORLD(waits_for_its_launch, makeWorld(0.0, 0.5))
{
    CaromProjectileDef def = caromProjectileDef();
    def.time = 1.0;
    def.velocity = caromVec2(2.0, 0.0);
    def.turnRate = 100.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetForce(world, id, caromVec2(0.0, 8.0), 0.25);
    caromProjectileSetTargetPoint(world, id, caromVec2(0.0, 9.0));
    caromWorldStepTo(world, 0.9);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_PENDING);
    caromWorldStepTo(world, 1.25); // 2·t = 0.5 m, ½·8·t² = 0.25 m
    expectVec(caromProjectilePosition(world, id), 0.5, 0.25, 1e-15);
    caromWorldStepTo(world, 1.5); // and is turned at 1.5
    CaromVec2 v = caromProjectileVelocity(world, id);
    ck_assert_double_le(fabs(crCross(v, caromVec2(-1.0, 8.0))), 1e-13);
    ck_assert_double_le(fabs(crLength(v) - sqrt(20.0)), 1e-13);
}

// A force that waits wakes what rests, at its time.
TEST_WORLD(force_wakes_what_rests, makeWorld(10.0, P))
{
    addFloor(world, 0.0);
    CaromProjectileDef def = newShot(caromVec2(0.0, 1.0), caromVec2(0, 0));
    def.radius = 0.25;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetForce(world, id, caromVec2(0.0, 12.0), 2.0);
    caromWorldStepTo(world, 1.9);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    caromWorldStepTo(world, 3.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_FLYING);
    ck_assert_int_eq(caromWorldEvents(world).modeCount, 1);
    ck_assert(caromWorldEvents(world).modes[0].time == 2.0);
    expectVec(caromProjectilePosition(world, id), 0.0, 0.25 + 1.0, 1e-13);
}

// ---- on surfaces

// Linear drag along a floor without friction: v0·e^(−kt) at each kP. Then a force that pushes it
// on: towards F/(m·k).
TEST_WORLD(slides_against_drag_and_with_a_force, makeWorld(10.0, P))
{
    addFloor(world, 0.0);
    CaromProjectileDef def = newShot(caromVec2(0.0, 0.25), caromVec2(4.0, 0.0));
    def.radius = 0.25;
    def.restitution = 0.0;
    def.linearDrag = 0.5;
    def.mass = 2.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    for (int k = 1; k <= 240; k++) {
        caromWorldStepTo(world, k / 60.0);
    }
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_SLIDING);
    expectVec(caromProjectileVelocity(world, id), 4.0 * exp(-2.0), 0.0, 1e-3);
    caromProjectileSetForce(world, id, caromVec2(3.0, 0.0), CAROM_NOW);
    caromWorldStepTo(world, 34.0);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_SLIDING);
    expectVec(caromProjectileVelocity(world, id), 3.0, 0.0, 2e-6);
}

// ---- late

// At a billion seconds, where doubles are 1e-7 s apart, the lattice is as it was: 64 times a
// second.
TEST_WORLD(late_in_the_life_of_a_world, makeWorld(0.0, P))
{
    caromWorldStepTo(world, 1e9);
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(8.0, 0.0));
    def.linearDrag = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromWorldStepTo(world, 1e9 + 1.0);
    ck_assert_int_eq(caromWorldCounters(world).steered, 64);
    expectVec(caromProjectileVelocity(world, id), 8.0 * exp(-1.0), 0.0, 1e-12);
}

// ---- cost

TEST_WORLD_LOOP(what_needs_no_steering_pays_nothing, 2, makeWorld(10.0, 1e-3))
{
    addFloor(world, -1000.0);
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(3.0, 4.0));
    def.turnRate = _i ? 3.0 : 0.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    if (_i == 0) {
        caromProjectileSetTargetPoint(world, id, caromVec2(1.0, 1.0)); // turnRate 0
    }
    caromWorldStepTo(world, 1.0);
    CaromCounters counters = caromWorldCounters(world);
    ck_assert_int_eq(counters.steered, 0);
    ck_assert_int_eq(counters.searches, 1);
}

// What flies straight at its target goes on as it was: no leg, no rounding.
TEST_WORLD(what_is_on_course_keeps_its_leg, makeWorld(0.0, P))
{
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(3.0, 0.1));
    def.turnRate = 1.0;
    CaromProjectileId id = caromProjectileFire(world, &def);
    caromProjectileSetTargetPoint(world, id, caromVec2(300.0, 10.0));
    caromWorldStepTo(world, 5.0);
    ck_assert_int_eq(caromWorldCounters(world).steered, 320);
    ck_assert(caromProjectilePosition(world, id).x == 15.0);
    CaromVec2 start;
    caromProjectileAt(world, id, 0.0, &start, NULL);
    expectVec(start, 0.0, 0.0, 0.0);
}
