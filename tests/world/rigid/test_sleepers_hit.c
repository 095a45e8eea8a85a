// SPDX-License-Identifier: MIT
// What heavy and light shots do to crates that sleep, are locked, or have changed since the last
// tick. Oracles: momentum, and the same hit on crates that are awake.
#include <math.h>

#include "../../support/builder.h"

#define TICK (1.0 / 60.0)

static CaromBodyId newCrate(CaromWorld *world, double x, double y)
{
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, caromVec2(x, y), caromVec2(0.0, 0.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    return body;
}

/// A floor with its top at 0.
static CaromWorld *newFloor(double gravity)
{
    CaromWorld *world = newWorldUnder(gravity);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(50.0, 1.0));
    return world;
}

static void ticks(CaromWorld *world, int count)
{
    double from = round(caromWorldTime(world) / TICK);
    for (int k = 1; k <= count; k++) {
        caromWorldStepTo(world, (from + k) / 60.0);
    }
}

/// Without friction and gravity.
static CaromProjectileId shoot(CaromWorld *world, CaromVec2 from, CaromVec2 velocity, double mass,
                               double restitution)
{
    CaromProjectileDef def = newShot(from, velocity);
    def.gravityScale = 0.0;
    def.mass = mass;
    def.restitution = restitution;
    def.friction = 0.0;
    return fireShot(world, &def);
}

static CaromVec2 velocityOf(const CaromWorld *world, CaromBodyId body)
{
    return caromBodyVelocity(world, body);
}

/// How many of `bodies` the last step has told to have woken; each at most once.
static int wokenOf(const CaromWorld *world, const CaromBodyId *bodies, int count)
{
    CaromEvents events = caromWorldEvents(world);
    int woken = 0;
    for (int b = 0; b < count; b++) {
        int told = 0;
        for (int k = 0; k < events.bodyCount; k++) {
            told += events.bodies[k].body.index == bodies[b].index &&
                    events.bodies[k].kind == CAROM_BODY_WOKE;
        }
        ck_assert_int_le(told, 1);
        woken += told;
    }
    return woken;
}

/// A crate that floats asleep takes its share of the momentum at the hit, and its event has the
/// time of it. Plastic: m·v = (m + M)·u.
TEST(a_shot_wakes_a_crate_that_floats)
{
    CaromWorld *world = newWorld();
    CaromBodyId crate = newCrate(world, 0.0, 0.0);
    ticks(world, 2);
    ck_assert_ok(caromBodySetAwake(world, crate, false));
    ticks(world, 2);
    shoot(world, caromVec2(-1.0, 0.0), caromVec2(60.0, 0.0), 0.25, 0.0);
    ticks(world, 1);
    ck_assert(caromBodyIsAwake(world, crate));
    ck_assert_int_eq(wokenOf(world, &crate, 1), 1);
    CaromEvents events = caromWorldEvents(world);
    ck_assert_double_eq_tol(events.bodies[0].time, 4.0 / 60.0 + 0.5 / 60.0, 1e-9);
    ck_assert_double_eq_tol(velocityOf(world, crate).x, 60.0 * 0.25 / 1.25, 1e-9);
    endWorld(world);
}

/// Three crates in a row that touch. The shot of `mass` comes from the left; what it has then.
static double hitRow(bool sleeps, double mass, double restitution, CaromVec2 after[3])
{
    CaromWorld *world = newFloor(10.0);
    CaromBodyId crates[3];
    ck_assert_ok(caromWorldSetSleepEnabled(world, sleeps));
    for (int k = 0; k < 3; k++) {
        crates[k] = newCrate(world, k * 1.0, 0.5);
    }
    ticks(world, 120);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(caromBodyIsAwake(world, crates[k]), !sleeps);
    }
    CaromProjectileId shot =
        shoot(world, caromVec2(-1.0, 0.5), caromVec2(40.0, 0.0), mass, restitution);
    ticks(world, 1);
    int woken = wokenOf(world, crates, 3); // at the hit, and what is only touched at the tick
    CaromVec2 left = caromProjectileVelocity(world, shot);
    ticks(world, 1);
    ck_assert_int_eq(woken + wokenOf(world, crates, 3), sleeps ? 3 : 0);
    for (int k = 0; k < 3; k++) {
        after[k] = velocityOf(world, crates[k]);
        ck_assert(caromBodyIsAwake(world, crates[k]));
    }
    endWorld(world);
    return left.x;
}

/// Whether the row sleeps makes no difference to what hits it, and to how it goes on; and each of
/// those that woke is told.
TEST_LOOP(a_row_that_sleeps_answers_as_one_that_is_awake, 3)
{
    static const double masses[] = {0.1, 1.0, 0.01}, restitutions[] = {0.5, 1.0, 0.5};
    CaromVec2 asleep[3], awake[3];
    double a = hitRow(true, masses[_i], restitutions[_i], asleep);
    double b = hitRow(false, masses[_i], restitutions[_i], awake);
    ck_assert_msg(fabs(a - b) < 0.02 * fabs(b), "%g %g", a, b);
    for (int k = 0; k < 3; k++) {
        double most = 0.1 * fabs(awake[0].x) + 0.05; // friction has had a tick less
        ck_assert_msg(fabs(asleep[k].x - awake[k].x) < most, "%d: %g, awake %g", k, asleep[k].x,
                      awake[k].x);
    }
}

/// A crate that does not move along x, and does not turn, is a wall to what comes along x: an
/// elastic shot keeps its speed. What touches the crate on its other side stays where it is.
TEST_LOOP(a_locked_crate_is_a_wall, 2)
{
    CaromWorld *world = newFloor(10.0);
    CaromBodyId crate = newCrate(world, 0.0, 0.5), other = newCrate(world, 1.0, 0.5);
    ck_assert_ok(caromBodySetLocks(world, crate, CAROM_LOCK_X | CAROM_LOCK_ROTATION));
    ticks(world, 60);
    double mass = _i == 0 ? 1.0 : 0.01;
    CaromProjectileId shot = shoot(world, caromVec2(-1.0, 0.5), caromVec2(40.0, 0.0), mass, 1.0);
    ticks(world, 2);
    CaromVec2 left = caromProjectileVelocity(world, shot);
    ck_assert_double_eq_tol(left.x, -40.0, 1e-9);
    ck_assert_double_eq_tol(velocityOf(world, crate).x, 0.0, 1e-12);
    ck_assert_double_eq_tol(velocityOf(world, other).x, 0.0, 0.01);
    endWorld(world);
}

/// A crate between two that only moves along x is hit from above: what stands below it and what
/// lies on it feel nothing. Nor does a locked crate that leans on a wall pass anything on to it.
TEST_LOOP(what_is_locked_passes_nothing_on, 2)
{
    CaromWorld *world = newFloor(10.0);
    CaromBodyId below = newCrate(world, 0.0, 0.5), crate = newCrate(world, 0.0, 1.5);
    newBox(world, newRest(world), caromVec2(1.0, 1.5), caromVec2(0.5, 0.5));
    uint32_t locks = _i == 0 ? CAROM_LOCK_Y : CAROM_LOCK_X | CAROM_LOCK_Y;
    ck_assert_ok(caromBodySetLocks(world, crate, locks | CAROM_LOCK_ROTATION));
    ticks(world, 60);
    CaromProjectileId shot = shoot(world, caromVec2(0.0, 2.6), caromVec2(0.0, -40.0), 1.0, 1.0);
    ticks(world, 2);
    ck_assert_double_eq_tol(caromProjectileVelocity(world, shot).y, 40.0, 1e-9);
    ck_assert_double_eq_tol(velocityOf(world, below).y, 0.0, 0.01);
    ck_assert_double_eq_tol(caromBodyTransform(world, crate).position.y, 1.5, 1e-12);
    ck_assert_double_eq_tol(caromBodyTransform(world, crate).position.x, 0.0, 0.01);
    endWorld(world);
}

/// A crate that does not turn answers a shot at its edge with its mass alone. It stands on a floor
/// without friction, so along x: m·v = m·v' + M·u, and v' - u = -e·v.
TEST(a_crate_that_does_not_turn_answers_by_its_mass)
{
    CaromWorld *world = newWorldUnder(10.0);
    CaromShapeDef ice = caromShapeDef();
    ice.bodyFriction = 0.0;
    madeShape(caromShapeCreateBox(world, newRest(world), &ice, caromVec2(0.0, -1.0),
                                  caromVec2(50.0, 1.0)));
    CaromBodyId crate = newCrate(world, 0.0, 0.5);
    ck_assert_ok(caromBodySetLocks(world, crate, CAROM_LOCK_ROTATION));
    ticks(world, 60);
    CaromProjectileId shot = shoot(world, caromVec2(-1.0, 0.9), caromVec2(40.0, 0.0), 0.5, 0.5);
    ticks(world, 2);
    CaromVec2 left = caromProjectileVelocity(world, shot);
    double u = 1.5 * 40.0 * 0.5 / 1.5;
    ck_assert_double_eq_tol(velocityOf(world, crate).x, u, 0.01);
    ck_assert_double_eq_tol(left.x, u - 0.5 * 40.0, 0.01);
    ck_assert_double_eq_tol(caromBodyTransform(world, crate).rotation.s, 0.0, 1e-9);
    endWorld(world);
}

/// Off a bumper with a restitution of 1.5 a heavy shot slips with friction as by Coulomb: the
/// impulse along the surface is that along the normal times the friction.
TEST(a_bumper_has_friction)
{
    CaromWorld *world = newFloor(10.0);
    CaromBodyId crate = newCrate(world, 0.0, 0.5);
    ticks(world, 60);
    CaromProjectileDef def = newShot(caromVec2(-1.0, 1.0), caromVec2(40.0, -20.0));
    def.gravityScale = 0.0;
    def.mass = 0.5;
    def.restitution = 1.5;
    def.friction = 0.25;
    CaromSurface bumper = caromSurface();
    bumper.restitution = 1.5;
    bumper.friction = 0.25;
    ck_assert_ok(caromWorldSetSurface(world, 0, 0, &bumper));
    CaromProjectileId shot = fireShot(world, &def);
    ticks(world, 1);
    CaromVec2 left = caromProjectileVelocity(world, shot);
    double normal = 40.0 - left.x, along = left.y + 20.0;
    ck_assert_double_gt(normal, 40.0);
    ck_assert_double_eq_tol(along / normal, 0.25, 1e-6);
    ticks(world, 1);
    ck_assert_double_gt(velocityOf(world, crate).x, 0.0);
    endWorld(world);
}

/// A plate that bears more crates than the response has room for. The heavy shot from below throws
/// what lies on it up; nobody gains more momentum than the shot has lost.
TEST(a_plate_with_many_crates_is_hit)
{
    CaromWorld *world = newWorld();
    CaromBodyId plate =
        newBody(world, CAROM_BODY_DYNAMIC, caromVec2(0.0, -0.25), caromVec2(0.0, 0.0));
    newBox(world, plate, caromVec2(0.0, 0.0), caromVec2(20.0, 0.25));
    CaromBodyId crates[32];
    for (int k = 0; k < 32; k++) {
        crates[k] = newCrate(world, 1.1 * (k - 15.5), 0.499);
    }
    ticks(world, 3);
    double before = caromBodyMass(world, plate) * velocityOf(world, plate).y;
    for (int k = 0; k < 32; k++) {
        before += velocityOf(world, crates[k]).y;
    }
    CaromProjectileId shot = shoot(world, caromVec2(0.0, -1.0), caromVec2(0.0, 40.0), 2.0, 0.5);
    ticks(world, 3);
    CaromVec2 left = caromProjectileVelocity(world, shot);
    double after = caromBodyMass(world, plate) * velocityOf(world, plate).y;
    for (int k = 0; k < 32; k++) {
        after += velocityOf(world, crates[k]).y;
        ck_assert_double_gt(velocityOf(world, crates[k]).y, -0.5);
    }
    ck_assert_double_eq_tol(after - before, 2.0 * (40.0 - left.y), 0.05);
    ck_assert_double_lt(left.y, 0.0);
    endWorld(world);
}

/// The crate behind the one that is hit has changed since the last tick: it is static, disabled,
/// gone, gone and another one is in its slot, or elsewhere. It takes no part of the hit.
TEST_LOOP(what_has_changed_since_the_tick_takes_no_part, 5)
{
    CaromWorld *world = newFloor(10.0);
    CaromBodyId crate = newCrate(world, 0.0, 0.5), other = newCrate(world, 1.0, 0.5);
    ticks(world, 60);
    caromWorldStepTo(world, 60.25 / 60.0);
    CaromTransform away = {{20.0, 20.0}, {1.0, 0.0}, {1.0, 1.0}};
    switch (_i) {
    case 0:
        ck_assert_ok(caromBodySetType(world, other, CAROM_BODY_STATIC));
        break;
    case 1:
        ck_assert_ok(caromBodySetEnabled(world, other, false));
        break;
    case 2:
        ck_assert_ok(caromBodyDestroy(world, other));
        break;
    case 3:
        ck_assert_ok(caromBodyDestroy(world, other));
        other = newCrate(world, 20.0, 20.0);
        break;
    default:
        ck_assert_ok(caromBodySetTransform(world, other, away));
    }
    shoot(world, caromVec2(-0.6, 0.5), caromVec2(40.0, 0.0), 1.0, 0.5);
    ticks(world, 2);
    ck_assert_double_eq_tol(_i == 2 ? 0.0 : velocityOf(world, other).x, 0.0, 1e-5);
    ck_assert_int_eq(velocityOf(world, crate).x > 1.0, _i != 0);
    endWorld(world);
}

/// Two light shots at once, from both sides, at the top and at the foot: their pushes cancel, their
/// twists add up. A third one that sticks to the crate's right edge at the same tick goes along
/// with what is to come.
TEST(twists_that_wait_for_the_tick_add_up)
{
    double spins[2];
    for (int k = 0; k < 2; k++) {
        CaromWorld *world = newFloor(0.0);
        CaromBodyId crate = newCrate(world, 0.0, 0.499);
        ticks(world, 3);
        caromWorldStepTo(world, 3.25 / 60.0);
        shoot(world, caromVec2(-0.6, 0.899), caromVec2(40.0, 0.0), 0.01, 1.0);
        shoot(world, caromVec2(0.6, 0.099), caromVec2(-40.0, 0.0), 0.01, 1.0);
        if (k == 1) {
            CaromProjectileDef def = newShot(caromVec2(0.25, 1.1), caromVec2(0.0, -100.0));
            def.mass = 1e-9;
            def.onHit = CAROM_HIT_STICK;
            fireShot(world, &def);
        }
        ticks(world, 2);
        spins[k] = caromBodyAngularVelocity(world, crate);
        // each: 2·m·v at an arm of 0.4 m; I = M/6; clockwise
        ck_assert_msg(spins[k] < 0.0, "%g", spins[k]);
        endWorld(world);
    }
    ck_assert_double_eq_tol(spins[0], spins[1], 1e-5);
}
