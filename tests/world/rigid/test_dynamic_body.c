// SPDX-License-Identifier: MIT
// Calls of dynamic bodies: mass, pushes, forces, sleep, types, and how all of it is saved.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/builder.h"
#include "../../support/random_vec.h"

#define PI 3.14159265358979323846

static CaromBodyId newDynamic(CaromWorld *world, CaromVec2 position)
{
    return newBody(world, CAROM_BODY_DYNAMIC, position, caromVec2(0.0, 0.0));
}

static void isNear(CaromVec2 a, CaromVec2 b, double within)
{
    ck_assert_msg(fabs(a.x - b.x) <= within && fabs(a.y - b.y) <= within,
                  "(%.17g, %.17g) instead of (%.17g, %.17g)", a.x, a.y, b.x, b.y);
}

static void isAbout(double x, double wanted, double within)
{
    ck_assert_msg(fabs(x - wanted) <= within, "%.17g instead of %.17g", x, wanted);
}

// ---- mass

/// A rod of two boxes and a disc, under a scale that mirrors: by the parallel axes.
TEST_WORLD(mass_is_the_sum_of_all_shapes, newWorld())
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.position = caromVec2(5.0, -3.0);
    def.angle = 0.7;
    def.scale = caromVec2(-2.0, 2.0);
    CaromBodyId body = newBodyOf(world, &def);
    CaromShapeDef heavy = caromShapeDef(), zone = caromShapeDef();
    heavy.density = 3.0;
    zone.sensor = true;
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.25)); // 2 x 1 m: 2 kg
    CaromShapeId disc =
        caromShapeCreateCircle(world, body, &heavy, caromVec2(1.0, 0.0), 0.5); // r 1 m: 3π kg
    caromShapeCreateCircle(world, body, &zone, caromVec2(9.0, 9.0), 5.0);
    caromShapeCreateSegment(world, body, &heavy, caromVec2(9.0, 9.0), caromVec2(8.0, 9.0));
    double m = 2.0 + 3.0 * PI, x = 3.0 * PI * 1.0 / m; // in local units of 2 m
    isAbout(caromBodyMass(world, body), m, 1e-14);
    isNear(caromBodyCenterOfMass(world, body), caromVec2(x, 0.0), 1e-14);
    double inertia = 2.0 * (4.0 + 1.0) / 12.0 + 2.0 * 4.0 * x * x + 0.5 * 3.0 * PI +
                     3.0 * PI * 4.0 * (1.0 - x) * (1.0 - x);
    isAbout(caromBodyInertia(world, body), inertia, 1e-13);
    ck_assert_ok(caromShapeSetDensity(world, disc, 0.0));
    isAbout(caromBodyMass(world, body), 2.0, 1e-15);
    ck_assert_ok(caromShapeSetDensity(world, disc, 3.0));
    isAbout(caromBodyInertia(world, body), inertia, 1e-13);
    ck_assert(caromShapeDensity(world, disc) == 3.0);
    ck_assert_ok(caromShapeDestroy(world, disc));
    isAbout(caromBodyMass(world, body), 2.0, 1e-15);
    CaromTransform t = caromBodyTransform(world, body);
    t.scale = caromVec2(1.0, 3.0);
    ck_assert_ok(caromBodySetTransform(world, body, t));
    isAbout(caromBodyMass(world, body), 1.5, 1e-14);
}

/// A region and a tile map have the mass of what is solid of them.
TEST_WORLD(holes_and_free_tiles_have_no_mass, newWorld())
{
    static const CaromVec2 ring[8] = {{0, 0}, {4, 0}, {4, 4}, {0, 4},
                                      {1, 1}, {1, 3}, {3, 3}, {3, 1}};
    static const int ends[2] = {4, 8};
    static const uint16_t tiles[6] = {1, 0, 0, 1, 1, 1};
    CaromBodyId body = newDynamic(world, caromVec2(100.0, 0.0));
    CaromShapeDef def = caromShapeDef();
    ck_assert_uint_ne(caromShapeCreateRegion(world, body, &def, ring, ends, 2).index, 0);
    isAbout(caromBodyMass(world, body), 12.0, 1e-12);
    isNear(caromBodyCenterOfMass(world, body), caromVec2(2.0, 2.0), 1e-12);
    isAbout(caromBodyInertia(world, body), 16.0 * 32.0 / 12.0 - 4.0 * 8.0 / 12.0, 1e-11);
    CaromBodyId map = newDynamic(world, caromVec2(0.0, 0.0));
    CaromTileMap tileMap = {3, 2, 0.5, {0.0, 0.0}, tiles, 0.0};
    CaromShapeId shape = caromShapeCreateTiles(world, map, &def, &tileMap);
    ck_assert_uint_ne(shape.index, 0);
    isAbout(caromBodyMass(world, map), 1.0, 1e-15);
    isNear(caromBodyCenterOfMass(world, map), caromVec2(0.625, 0.625), 1e-15);
    ck_assert_ok(caromShapeSetTile(world, shape, 0, 0, 0));
    isAbout(caromBodyMass(world, map), 0.75, 1e-15);
}

TEST_WORLD(a_given_mass_stays, newWorld())
{
    CaromBodyId body = newDynamic(world, caromVec2(1.0, 1.0));
    CaromMassData data = {7.0, {0.5, 0.0}, 2.0};
    ck_assert_ok(caromBodySetMassData(world, body, data));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    ck_assert(caromBodyMass(world, body) == 7.0 && caromBodyInertia(world, body) == 2.0 &&
              caromBodyCenterOfMass(world, body).x == 0.5);
    ck_assert_ok(caromBodyResetMassData(world, body));
    isAbout(caromBodyMass(world, body), 1.0, 1e-15);
    isAbout(caromBodyCenterOfMass(world, body).x, 0.0, 1e-15);
}

/// Shapes that come and go move the centre, not the body.
TEST_WORLD(a_new_centre_leaves_the_body_where_it_is, newWorld())
{
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_DYNAMIC;
    def.velocity = caromVec2(1.0, 2.0);
    def.angularVelocity = 3.0;
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    caromWorldStepTo(world, 0.4);
    CaromTransform before = caromBodyTransform(world, body);
    CaromVec2 place = {3.0, 1.0}, velocity = caromBodyVelocityAt(world, body, place);
    newBox(world, body, caromVec2(2.0, 1.0), caromVec2(0.5, 0.5));
    CaromTransform after = caromBodyTransform(world, body);
    isNear(after.position, before.position, 1e-15);
    ck_assert(after.rotation.c == before.rotation.c && after.rotation.s == before.rotation.s);
    isNear(caromBodyVelocityAt(world, body, place), velocity, 1e-14);
}

// ---- pushes

TEST_WORLD(impulses_act_at_once, newWorld())
{
    CaromBodyId body = newDynamic(world, caromVec2(2.0, 0.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(1.0, 0.5)); // 2 kg, 2·5/12 kg·m²
    caromWorldStepTo(world, 0.1);
    ck_assert_ok(
        caromBodyApplyLinearImpulse(world, body, caromVec2(0.0, 4.0), caromVec2(3.0, 9.0)));
    isNear(caromBodyVelocity(world, body), caromVec2(0.0, 2.0), 1e-15);
    isAbout(caromBodyAngularVelocity(world, body), 4.0 / (10.0 / 12.0), 1e-14);
    ck_assert_ok(caromBodyApplyAngularImpulse(world, body, -4.0));
    isAbout(caromBodyAngularVelocity(world, body), 0.0, 1e-14);
    ck_assert_ok(caromBodyApplyLinearImpulseToCenter(world, body, caromVec2(2.0, 0.0)));
    caromWorldStepTo(world, 1.1);
    isNear(caromBodyTransform(world, body).position, caromVec2(3.0, 2.0), 1e-14);
}

/// A force that is set between two ticks: p + vt + ½at² from then on; a torque likewise.
TEST_WORLD(forces_hold_until_they_are_changed, newWorld())
{
    CaromBodyId body = newDynamic(world, caromVec2(0.0, 0.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(1.0, 0.5));
    caromWorldStepTo(world, 0.51);
    ck_assert_ok(caromBodySetForce(world, body, caromVec2(6.0, 0.0)));
    ck_assert_ok(caromBodySetTorque(world, body, 2.5)); // 3 rad/s²
    ck_assert(caromBodyForce(world, body).x == 6.0 && caromBodyTorque(world, body) == 2.5);
    caromWorldStepTo(world, 2.5);
    double t = 2.5 - 0.51;
    isNear(caromBodyTransform(world, body).position, caromVec2(1.5 * t * t, 0.0), 1e-13);
    CaromRotation turned = caromRotation(1.5 * t * t),
                  now = caromBodyTransform(world, body).rotation;
    isNear(caromVec2(now.c, now.s), caromVec2(turned.c, turned.s), 1e-13);
    isAbout(caromBodyAngularVelocity(world, body), 3.0 * t, 1e-13);
    ck_assert_ok(caromBodySetForce(world, body, caromVec2(0.0, 0.0)));
    ck_assert_ok(caromBodySetTorque(world, body, 0.0));
    CaromVec2 v = caromBodyVelocity(world, body);
    caromWorldStepTo(world, 4.0);
    isNear(caromBodyVelocity(world, body), v, 0.0);
}

TEST_WORLD(a_sleeper_stands_until_it_is_pushed, newWorldUnder(10.0))
{
    CaromBodyId body = newDynamic(world, caromVec2(0.0, 5.0));
    newBox(world, body, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    caromWorldStepTo(world, 0.5);
    ck_assert_ok(caromBodySetAwake(world, body, false));
    CaromVec2 at = caromBodyTransform(world, body).position;
    caromWorldStepTo(world, 2.0);
    isNear(caromBodyTransform(world, body).position, at, 0.0);
    ck_assert(!caromBodyIsAwake(world, body));
    ck_assert_ok(caromBodyApplyLinearImpulseToCenter(world, body, caromVec2(0.0, 1.0)));
    ck_assert(caromBodyIsAwake(world, body));
    caromWorldStepTo(world, 3.0);
    isNear(caromBodyTransform(world, body).position, caromVec2(at.x, at.y + 1.0 - 5.0), 1e-13);
}

TEST_WORLD(settings_are_what_was_set, newWorldUnder(10.0))
{
    CaromBodyId body = newDynamic(world, caromVec2(0.0, 0.0));
    ck_assert_ok(caromBodySetLinearDamping(world, body, 0.25));
    ck_assert_ok(caromBodySetAngularDamping(world, body, 0.5));
    ck_assert_ok(caromBodySetGravityScale(world, body, -2.0));
    ck_assert_ok(caromBodySetMaxSpeed(world, body, 8.0));
    ck_assert_ok(caromBodySetLocks(world, body, CAROM_LOCK_X));
    ck_assert(caromBodyLinearDamping(world, body) == 0.25 &&
              caromBodyAngularDamping(world, body) == 0.5 &&
              caromBodyGravityScale(world, body) == -2.0 && caromBodyMaxSpeed(world, body) == 8.0 &&
              caromBodyLocks(world, body) == CAROM_LOCK_X);
    ck_assert_ok(caromBodySetVelocity(world, body, caromVec2(3.0, 1.0)));
    isNear(caromBodyVelocity(world, body), caromVec2(0.0, 1.0), 0.0);
    caromWorldStepTo(world, 5.0);
    isNear(caromBodyVelocity(world, body), caromVec2(0.0, 8.0), 1e-12); // it rises
}

TEST_WORLD(poses_of_all_come_in_one_call, newWorldUnder(1.0))
{
    CaromBodyId bodies[3];
    for (int k = 0; k < 3; k++) {
        bodies[k] = newDynamic(world, caromVec2(k, 0.0));
        newMoving(world, caromVec2(0.0, k), caromVec2(1.0, 0.0));
    }
    ck_assert_ok(caromBodySetEnabled(world, bodies[1], false));
    caromWorldStepTo(world, 0.77);
    CaromBodyPose poses[3];
    CaromBodyPoseFloat floats[3];
    ck_assert_int_eq(caromWorldPoses(world, poses, 3), 2);
    ck_assert_int_eq(caromWorldPosesFloat(world, floats, 1), 2);
    CaromVec2 at = caromBodyTransform(world, bodies[2]).position;
    ck_assert(poses[1].body.index == bodies[2].index && poses[1].position.y == at.y);
    ck_assert(floats[0].x == 0.0f && floats[0].c == 1.0f && floats[0].y == (float)at.y);
}

// ---- types

/// From each type to each, moving and disabled too: nothing jumps, and what meets it still does.
TEST_WORLD_LOOP(types_change_in_place, 18, newWorld())
{
    CaromBodyType from = (CaromBodyType)(_i % 3), to = (CaromBodyType)(_i / 3 % 3);
    CaromBodyDef def = caromBodyDef();
    def.type = from;
    def.position = caromVec2(1.0, 2.0);
    def.enabled = _i < 9;
    if (from != CAROM_BODY_STATIC) {
        def.velocity = caromVec2(1.0, 0.5);
        def.angularVelocity = 2.0;
    }
    CaromBodyId body = newBodyOf(world, &def);
    newBox(world, body, caromVec2(0.5, 0.25), caromVec2(0.5, 0.25));
    CaromShapeDef zone = caromShapeDef();
    zone.sensor = true;
    caromShapeCreateCircle(world, body, &zone, caromVec2(0.0, 0.0), 1.0);
    caromWorldStepTo(world, 0.3);
    CaromTransform before = caromBodyTransform(world, body);
    CaromVec2 place = caromBodyPoint(world, body, caromVec2(0.5, 0.25));
    CaromVec2 velocity = caromBodyVelocityAt(world, body, place);
    ck_assert_ok(caromBodySetType(world, body, to));
    ck_assert_int_eq(caromBodyType(world, body), to);
    ck_assert(caromWorldValidate(world));
    isNear(caromBodyTransform(world, body).position, before.position, 1e-15);
    isNear(caromBodyPoint(world, body, caromVec2(0.5, 0.25)), place, 1e-15);
    if (to != CAROM_BODY_STATIC && def.enabled) {
        isNear(caromBodyVelocityAt(world, body, place), velocity, 1e-14);
    }
    CaromHit hit;
    int hits = caromWorldCastRay(world, caromVec2(place.x, place.y + 9.0), caromVec2(0.0, -9.0),
                                 caromQueryOptions(), &hit, 1);
    ck_assert_int_eq(hits, def.enabled);
    caromWorldStepTo(world, 1.0);
    ck_assert(caromWorldValidate(world));
    ck_assert_ok(caromBodySetType(world, body, CAROM_BODY_DYNAMIC));
    isAbout(caromBodyMass(world, body), 0.5, 1e-15);
    caromWorldStepTo(world, 1.5);
}

/// Settings are kept while a body is something else.
TEST_WORLD(a_body_that_becomes_dynamic_again_has_its_settings, newWorldUnder(10.0))
{
    CaromBodyId body = newDynamic(world, caromVec2(0.0, 0.0));
    ck_assert_ok(caromBodySetGravityScale(world, body, 0.5));
    ck_assert_ok(caromBodySetForce(world, body, caromVec2(1.0, 0.0)));
    ck_assert_ok(caromBodySetType(world, body, CAROM_BODY_STATIC));
    ck_assert(caromBodyForce(world, body).x == 0.0);
    ck_assert_ok(caromBodySetType(world, body, CAROM_BODY_DYNAMIC));
    ck_assert(caromBodyGravityScale(world, body) == 0.5);
    ck_assert(caromBodyForce(world, body).x == 0.0);
    caromWorldStepTo(world, 1.0);
    isNear(caromBodyTransform(world, body).position, caromVec2(0.0, -2.5), 1e-14);
}

/// A lamp on a crate goes where the crate goes.
TEST_WORLD(children_are_carried, newWorldUnder(10.0))
{
    CaromBodyId crate = newDynamic(world, caromVec2(0.0, 0.0));
    newBox(world, crate, caromVec2(0.0, 0.0), caromVec2(0.5, 0.5));
    CaromBodyDef def = caromBodyDef();
    def.type = CAROM_BODY_KINEMATIC;
    def.parent = crate;
    def.position = caromVec2(1.0, 0.0);
    CaromBodyId lamp = newBodyOf(world, &def);
    newCircle(world, lamp, caromVec2(0.0, 0.0), 0.125);
    isAbout(caromBodyMass(world, crate), 1.0, 1e-15);
    ck_assert_ok(caromBodySetAngularVelocity(world, crate, 1.0));
    caromWorldStepTo(world, 2.0);
    isNear(caromBodyPoint(world, lamp, caromVec2(0.0, 0.0)), caromVec2(cos(2.0), sin(2.0) - 20.0),
           1e-13);
    ck_assert_int_eq(caromBodySetVelocity(world, lamp, caromVec2(1.0, 0.0)), CAROM_ERROR_MOTION);
}

// ---- rollback over edits

static void edit(CaromWorld *world, CaromBodyId *bodies, int k)
{
    CaromBodyId body = bodies[k % 4];
    CaromVec2 push = {0.5 * k, 1.0};
    switch (k % 7) {
    case 0:
        ck_assert_ok(caromBodySetType(world, body, (CaromBodyType)(k % 3)));
        break;
    case 1:
        caromBodyApplyLinearImpulse(world, body, push, caromVec2(0.0, 0.25));
        break;
    case 2:
        caromBodySetForce(world, body, push);
        break;
    case 3:
        ck_assert_ok(caromBodyDestroy(world, body));
        bodies[k % 4] = newDynamic(world, push);
        newBox(world, bodies[k % 4], caromVec2(0.25, 0.0), caromVec2(0.5, 0.25));
        break;
    case 4:
        caromBodySetTorque(world, body, k);
        break;
    case 5:
        ck_assert_ok(caromBodySetEnabled(world, body, !caromBodyIsEnabled(world, body)));
        break;
    default:
        newCircle(world, body, push, 0.25);
    }
}

/// Whatever was made, destroyed or changed since a state was saved, it comes back, to the bit.
TEST_LOOP(states_bring_back_types_and_masses, 20)
{
    enum { EDITS = 12, CAPACITY = 1 << 18 };
    CaromWorld *world = newWorldUnder(2.0);
    CaromBodyId bodies[4];
    for (int k = 0; k < 4; k++) {
        bodies[k] =
            newBody(world, (CaromBodyType)(k % 3), caromVec2(2.0 * k, 0.0), caromVec2(0.0, 0.0));
        newBox(world, bodies[k], caromVec2(0.0, 0.0), caromVec2(0.5, 0.25));
    }
    void *state = malloc(CAPACITY);
    size_t size;
    for (int k = 0; k < 3; k++) {
        edit(world, bodies, _i + 3 * k);
        caromWorldStepTo(world, 0.1 * (k + 1));
    }
    ck_assert_ok(caromWorldSaveState(world, state, CAPACITY, &size));
    CaromBodyId saved[4];
    memcpy(saved, bodies, sizeof saved);
    uint64_t hash = caromWorldHash(world), after = 0;
    for (int again = 0; again < 3; again++) {
        memcpy(bodies, saved, sizeof saved);
        for (int k = 0; k < EDITS; k++) {
            edit(world, bodies, _i + k * (again == 0 ? 5 : 1));
            caromWorldStepTo(world, 0.3 + 0.05 * (k + 1));
            ck_assert(caromWorldValidate(world));
        }
        ck_assert(again < 2 || caromWorldHash(world) == after);
        after = caromWorldHash(world);
        ck_assert_ok(caromWorldRestoreState(world, state, size));
        ck_assert(caromWorldValidate(world));
        ck_assert_uint_eq(caromWorldHash(world), hash);
    }
    free(state);
    endWorld(world);
}

/// Contacts of what rested so far have room for its points. The sanitizers look at it.
TEST_WORLD(a_wheel_that_begins_to_move_is_near_what_reports_contacts, newWorld())
{
    CaromVec2 corners[100];
    for (int i = 0; i < 100; i++) {
        CaromRotation r = caromRotation(0.0628318530717958648 * i);
        corners[i] = caromVec2(r.c, r.s);
    }
    CaromBodyDef def = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromBodyId wheel = caromBodyCreate(world, &def);
    (void)caromShapeCreatePolygon(world, wheel, &shape, corners, 100);
    def.type = CAROM_BODY_KINEMATIC;
    def.position = caromVec2(1.5, 0.0);
    shape.contacts = true;
    CaromBodyId watcher = caromBodyCreate(world, &def);
    (void)caromShapeCreateCircle(world, watcher, &shape, caromVec2(0.0, 0.0), 0.25);
    ck_assert_ok(caromBodySetType(world, wheel, CAROM_BODY_KINEMATIC));
    ck_assert_ok(caromBodySetVelocity(world, wheel, caromVec2(1.0, 0.0)));
    (void)caromWorldStepTo(world, 1.0);
    ck_assert_int_ge(caromWorldEvents(world).contactCount, 1);
}
