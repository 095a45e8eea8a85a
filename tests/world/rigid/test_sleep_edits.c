// SPDX-License-Identifier: MIT
// Edits of sleepers and of what they lean on, slow lifts and wheels on axles: who wakes, who does
// not fall asleep, and what bodies keep when their type changes.
#include <math.h>

#include "../../support/builder.h"

static CaromBodyId newCrate(CaromWorld *world, double x, double y)
{
    CaromBodyId body = newBody(world, CAROM_BODY_DYNAMIC, caromVec2(x, y), caromVec2(0.0, 0.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    return body;
}

/// A floor with its top at 0, where bodies fall asleep.
static CaromWorld *newBed(CaromShapeId *floor)
{
    CaromWorld *world = newWorldUnder(10.0);
    ck_assert_ok(caromWorldSetSleepEnabled(world, true));
    *floor = newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(50.0, 1.0));
    return world;
}

static void ticks(CaromWorld *world, int count)
{
    double from = round(caromWorldTime(world) * 60.0);
    for (int k = 1; k <= count; k++) {
        caromWorldStepTo(world, (from + k) / 60.0);
    }
}

static CaromBodyId newSleeper(CaromWorld *world, double x, double y)
{
    CaromBodyId crate = newCrate(world, x, y);
    ticks(world, 120);
    ck_assert(!caromBodyIsAwake(world, crate));
    return crate;
}

/// A floor under a sleeper becomes a belt: it wakes, and is carried.
TEST(a_belt_that_starts_wakes_what_lies_on_it)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    CaromBodyId crate = newSleeper(world, 0.0, 0.5);
    CaromShapeMaterial belt = caromShapeMaterial(world, floor);
    belt.surfaceSpeed = 2.0;
    ck_assert_ok(caromShapeSetMaterial(world, floor, &belt));
    ticks(world, 120);
    ck_assert(caromBodyIsAwake(world, crate));
    ck_assert_double_eq_tol(fabs(caromBodyVelocity(world, crate).x), 2.0, 0.01);
    endWorld(world);
}

/// A sleeper gets a shape more: it wakes, and leans over to that side.
TEST(a_shape_more_wakes_a_sleeper)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    CaromBodyId crate = newSleeper(world, 0.0, 0.5);
    newBox(world, crate, caromVec2(2.0, 0.3), caromVec2(1.5, 0.2));
    ticks(world, 2);
    ck_assert(caromBodyIsAwake(world, crate));
    ticks(world, 58);
    ck_assert_double_lt(caromBodyTransform(world, crate).rotation.s, -0.1);
    endWorld(world);
}

/// A lift that moves or turns more slowly than bodies fall asleep takes along what stands on it,
/// for as long as it moves.
TEST_LOOP(on_a_slow_lift_nobody_falls_asleep, 3)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    CaromVec2 velocity = {_i == 0 ? 0.01 : 0.0, _i == 1 ? 0.01 : 0.0};
    CaromBodyId lift = newSpinning(world, caromVec2(0.0, 3.0), 0.0, velocity, _i == 2 ? 0.01 : 0);
    newBox(world, lift, caromVec2(0.0, 0.0), caromVec2(2.0, 0.5));
    CaromBodyId crate = newCrate(world, 0.0, 4.0);
    ticks(world, 300);
    ck_assert(caromBodyIsAwake(world, crate));
    CaromTransform t = caromBodyTransform(world, crate);
    ck_assert_double_eq_tol(t.position.x, _i == 0 ? 0.05 : _i == 2 ? -0.05 : 0.0, 0.01);
    ck_assert_double_eq_tol(t.position.y, _i == 1 ? 4.05 : 4.0, 0.01);
    ck_assert_double_eq_tol(t.rotation.s, _i == 2 ? 0.05 : 0.0, 0.002);
    ck_assert_ok(caromBodySetVelocity(world, lift, caromVec2(0.0, 0.0)));
    ck_assert_ok(caromBodySetAngularVelocity(world, lift, 0.0));
    ticks(world, 120);
    ck_assert(!caromBodyIsAwake(world, crate));
    endWorld(world);
}

/// What sinks more slowly than bodies fall asleep, but touches nothing, goes on.
TEST_LOOP(what_sinks_does_not_fall_asleep, 2)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    CaromVec2 pull = _i == 0 ? caromVec2(10.0, 0.0) : caromVec2(0.0, -10.0);
    ck_assert_ok(caromWorldSetGravity(world, pull));
    CaromBodyId crate = newCrate(world, 0.0, 5.0);
    ck_assert_ok(caromBodySetMaxSpeed(world, crate, 0.02));
    ticks(world, 600);
    ck_assert(caromBodyIsAwake(world, crate));
    CaromVec2 place = caromBodyTransform(world, crate).position;
    ck_assert_double_eq_tol(_i == 0 ? place.x : 5.0 - place.y, 0.2, 0.01);
    endWorld(world);
}

static CaromContactAction ignore(void *context, const CaromWorld *world,
                                 const CaromContactQuestion *question)
{
    (void)context, (void)world, (void)question;
    return CAROM_CONTACT_IGNORE;
}

/// Crates within each other that the callback lets pass are no island.
TEST(crates_that_ignore_each_other_sleep_alone)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    ck_assert_ok(caromWorldSetSleepEnabled(world, false));
    ck_assert_ok(caromWorldSetContactCallback(world, ignore, NULL));
    CaromBodyId one = newCrate(world, 0.0, 0.5),
                two = newBody(world, CAROM_BODY_DYNAMIC, caromVec2(0.3, 0.5), caromVec2(0, 0));
    CaromShapeDef asks = caromShapeDef();
    asks.askContacts = true;
    madeShape(caromShapeCreateBox(world, two, &asks, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5)));
    ticks(world, 4);
    ck_assert_ok(caromBodySetAwake(world, one, false));
    ck_assert(!caromBodyIsAwake(world, one));
    ck_assert(caromBodyIsAwake(world, two));
    ticks(world, 30);
    ck_assert(!caromBodyIsAwake(world, one));
    ck_assert_double_eq_tol(caromBodyTransform(world, one).position.x, 0.0, 1e-3);
    endWorld(world);
}

/// Of an island that is put to sleep some sleep already, and some are disabled: these stay as they
/// are.
TEST(an_island_is_put_to_sleep_as_it_is_now)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    CaromBodyId crates[3];
    for (int k = 0; k < 3; k++) {
        crates[k] = newCrate(world, 0.0, k + 0.5);
    }
    ticks(world, 180);
    for (int k = 0; k < 3; k++) {
        ck_assert(!caromBodyIsAwake(world, crates[k]));
    }
    uint64_t hash = caromWorldHash(world);
    ck_assert_ok(caromBodySetAwake(world, crates[1], false)); // it does already
    ck_assert(caromWorldHash(world) == hash);
    ck_assert_ok(caromBodySetAwake(world, crates[1], true));
    ck_assert_ok(caromBodySetAwake(world, crates[1], false));
    ticks(world, 10);
    ck_assert(!caromBodyIsAwake(world, crates[0]) && !caromBodyIsAwake(world, crates[1]));
    ck_assert_ok(caromBodySetAwake(world, crates[0], true));
    ticks(world, 2);
    ck_assert_ok(caromBodySetEnabled(world, crates[1], false));
    ck_assert_ok(caromBodySetAwake(world, crates[0], false));
    ck_assert(!caromBodyIsAwake(world, crates[0]));
    ck_assert_ok(caromBodySetEnabled(world, crates[1], true));
    ck_assert(caromBodyIsAwake(world, crates[1]));
    ticks(world, 10);
    endWorld(world);
}

/// Within one moment an island is put to sleep, one of it is woken, gets a shape more, and is put
/// to sleep again: all of it sleeps, until the tick sees the edit.
TEST(an_island_is_put_to_sleep_twice)
{
    CaromShapeId floor;
    CaromWorld *world = newBed(&floor);
    CaromBodyId crates[2] = {newCrate(world, 0.0, 0.5), newCrate(world, 0.0, 1.5)};
    ticks(world, 10);
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(caromBodySetAwake(world, crates[1], false));
        ck_assert(!caromBodyIsAwake(world, crates[0]) && !caromBodyIsAwake(world, crates[1]));
        ck_assert_ok(caromBodySetAwake(world, crates[1], true));
        ck_assert(!caromBodyIsAwake(world, crates[0]) && caromBodyIsAwake(world, crates[1]));
    }
    newCircle(world, crates[1], caromVec2(0.0, 0.0), 0.1);
    ck_assert_ok(caromBodySetAwake(world, crates[0], true));
    ck_assert_ok(caromBodySetAwake(world, crates[1], false));
    ck_assert(!caromBodyIsAwake(world, crates[0]) && !caromBodyIsAwake(world, crates[1]));
    ticks(world, 180);
    ck_assert(!caromBodyIsAwake(world, crates[0]) && !caromBodyIsAwake(world, crates[1]));
    ck_assert_double_eq_tol(caromBodyTransform(world, crates[1]).position.y, 1.5, 0.01);
    endWorld(world);
}

// ---- types

/// A body that is dynamic again has its settings again: a mass that was given, and its locks.
TEST_WORLD(a_body_that_is_dynamic_again_has_its_settings, newWorld())
{
    CaromBodyId crate = newCrate(world, 0.0, 0.0);
    CaromMassData data = {7.0, {0.0, 0.0}, 3.0};
    ck_assert_ok(caromBodySetMassData(world, crate, data));
    ck_assert_ok(caromBodySetLocks(world, crate, CAROM_LOCK_ROTATION));
    caromWorldStepTo(world, 0.1);
    ck_assert_ok(caromBodySetType(world, crate, CAROM_BODY_KINEMATIC));
    ck_assert_ok(caromBodySetVelocity(world, crate, caromVec2(1.0, 0.0)));
    ck_assert_ok(caromBodySetAngularVelocity(world, crate, 2.0));
    caromWorldStepTo(world, 0.2);
    ck_assert_ok(caromBodySetType(world, crate, CAROM_BODY_DYNAMIC));
    ck_assert(caromBodyMass(world, crate) == 7.0);
    ck_assert(caromBodyInertia(world, crate) == 3.0);
    ck_assert(caromBodyAngularVelocity(world, crate) == 0.0); // locked
    ck_assert_double_eq_tol(caromBodyVelocity(world, crate).x, 1.0, 1e-12);
    double angle = caromBodyTransform(world, crate).rotation.s;
    ck_assert_double_eq_tol(angle, sin(0.2), 1e-9);
    caromWorldStepTo(world, 0.5);
    ck_assert_double_eq_tol(caromBodyTransform(world, crate).rotation.s, angle, 1e-12);
    ck_assert_ok(caromBodyApplyLinearImpulseToCenter(world, crate, caromVec2(7.0, 0.0)));
    ck_assert_double_eq_tol(caromBodyVelocity(world, crate).x, 2.0, 1e-9);
}

/// A wheel on an axle, that only turns: a shot that dies in it at an arm of r gives it all of its
/// angular momentum that fits, m·(v − ω·r)·r = I·ω.
TEST_WORLD(a_shot_turns_a_wheel_on_an_axle, newWorld())
{
    CaromBodyId wheel = newCrate(world, 0.0, 0.0);
    ck_assert_ok(caromBodySetLocks(world, wheel, CAROM_LOCK_X | CAROM_LOCK_Y));
    caromWorldStepTo(world, 0.1);
    CaromProjectileDef def = newShot(caromVec2(-2.0, 0.25), caromVec2(60.0, 0.0));
    def.mass = 0.5;
    def.onHit = CAROM_HIT_DIE;
    fireShot(world, &def);
    caromWorldStepTo(world, 0.2);
    double r = 0.25, ry = 0.5, m = 0.5, inertia = 1.0 / 6.0;
    // what dies takes the velocity of the place (-0.5, 0.25), both parts of it
    double spin = -m * 60.0 * r / (inertia + m * (r * r + ry * ry));
    ck_assert_double_eq_tol(caromBodyAngularVelocity(world, wheel), spin, 1e-9);
    ck_assert(caromBodyVelocity(world, wheel).x == 0.0);
    ck_assert(caromBodyTransform(world, wheel).position.x == 0.0);
}

/// What has stopped on a crate rides on, as that is pushed, turned and pushed again.
TEST_WORLD_LOOP(what_has_stopped_on_a_crate_rides_on, 2, newWorld())
{
    CaromBodyId crate = newCrate(world, 0.0, 0.0);
    CaromProjectileDef def = newShot(caromVec2(0.25, 2.0), caromVec2(0.0, -30.0));
    def.mass = 1e-6;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId shot = fireShot(world, &def);
    caromWorldStepTo(world, 0.2);
    for (int k = 1; k <= 6; k++) {
        ck_assert_ok(caromBodyApplyLinearImpulseToCenter(world, crate, caromVec2(1.0, 0.5 * k)));
        if (_i == 1) {
            ck_assert_ok(caromBodyApplyAngularImpulse(world, crate, 0.1));
        }
        caromWorldStepTo(world, 0.2 + 0.123 * k);
        CaromVec2 place = caromProjectilePosition(world, shot);
        CaromVec2 spot = caromBodyPoint(world, crate, caromVec2(0.25, 0.5));
        ck_assert_double_eq_tol(place.x, spot.x, 1e-6);
        ck_assert_double_eq_tol(place.y, spot.y, 1e-6);
    }
}

/// What has stopped on a crate that falls rides on as the crate lands, tips over an edge and
/// slides.
TEST_LOOP(what_has_stopped_on_a_crate_lands_with_it, 3)
{
    CaromWorld *world = newWorldUnder(10.0);
    newBox(world, newRest(world), caromVec2(0.0, -1.0), caromVec2(50.0, 1.0));
    CaromBodyId crate = newCrate(world, 0.0, 3.0);
    if (_i == 1) {
        newBox(world, newRest(world), caromVec2(0.7, 0.5), caromVec2(0.4, 0.5));
    }
    ck_assert_ok(caromBodySetVelocity(world, crate, caromVec2(_i == 2 ? 3.0 : 0.0, 0.0)));
    CaromProjectileDef def = newShot(caromVec2(0.25, 6.0), caromVec2(0.0, -60.0));
    def.mass = 1e-6;
    def.onHit = CAROM_HIT_STOP;
    CaromProjectileId shot = fireShot(world, &def);
    caromWorldStepTo(world, 0.1);
    CaromVec2 local = caromBodyPointInverse(world, crate, caromProjectilePosition(world, shot));
    ck_assert_double_eq_tol(local.y, 0.5, 1e-6);
    for (int k = 1; k <= 60; k++) {
        caromWorldStepTo(world, 0.1 + k * 0.037);
        CaromVec2 place = caromProjectilePosition(world, shot);
        CaromVec2 spot = caromBodyPoint(world, crate, local);
        ck_assert_msg(fabs(place.x - spot.x) < 1e-6 && fabs(place.y - spot.y) < 1e-6,
                      "after %d frames at (%g, %g), not (%g, %g)", k, place.x, place.y, spot.x,
                      spot.y);
    }
    endWorld(world);
}
