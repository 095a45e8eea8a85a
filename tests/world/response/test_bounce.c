// SPDX-License-Identifier: MIT
// Bounces against closed forms: the geometric series of a falling ball, the energy of an elastic
// one, friction. The long flights are in test_forms.c.
#include "../../support/builder.h"
#include "../../support/flight_field.h"

#include <math.h>

/// A room [0, w] x [0, h] of one-sided walls.
static CaromWorld *makeRoom(double w, double h, double gravity)
{
    CaromWorld *world = newWorldUnder(gravity);
    CaromBodyId body = newRest(world);
    CaromVec2 corners[4] = {{0, 0}, {0, h}, {w, h}, {w, 0}};
    for (int i = 0; i < 4; i++) {
        newOneSided(world, body, corners[i], corners[(i + 1) % 4]);
    }
    return world;
}

/// Discs that drift, which half of the bullets do not see: those fly through, the others bounce.
TEST_WORLD(drifting_discs_are_met_by_those_who_see_them, newWorld())
{
    CaromBodyDef bodyDef = caromBodyDef();
    CaromShapeDef shape = caromShapeDef();
    CaromProjectileDef def = caromProjectileDef();
    CaromProjectileId ids[8];
    bodyDef.type = CAROM_BODY_KINEMATIC;
    bodyDef.velocity = caromVec2(-1.0, 0.0);
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    bodyDef.type = CAROM_BODY_STATIC;
    bodyDef.velocity = caromVec2(0.0, 0.0);
    caromShapeCreateSegment(world, caromBodyCreate(world, &bodyDef), &shape, caromVec2(0, -50),
                            caromVec2(9, -50));
    shape.filter.category = 2;
    for (int k = 0; k < 8; k++) {
        caromShapeCreateCircle(world, body, &shape, caromVec2(k % 2 ? 9.0 : 15.0, 10.0 * k), 1.0);
        def.position = caromVec2(0.0, 10.0 * k);
        def.velocity = caromVec2(1.0, 0.0);
        def.filter.mask = k % 2 ? 2 : ~(uint64_t)2;
        ids[k] = caromProjectileFire(world, &def);
    }
    for (int step = 1; step <= 64; step++) {
        caromWorldStepTo(world, step / 8.0);
    }
    for (int k = 0; k < 8; k++) { // at 4 m after 4 s, and back at 3 m/s
        double x = caromProjectilePosition(world, ids[k]).x;
        ck_assert_msg(fabs(x - (k % 2 ? -8.0 : 8.0)) < 1e-9, "bullet %d is at %g", k, x);
    }
}

/// A ball dropped from height h with restitution e; hit k is due at t0 (1 + 2 (e + … + e^k)), with
/// speed e^k v.
TEST_SEEDS(dropped_ball_follows_the_geometric_series, 64)
{
    double e = testRandomRange(&random, 0.1, 0.95), g = testRandomRange(&random, 1.0, 20.0);
    double height = testRandomRange(&random, 0.5, 10.0), radius = _i % 2 ? 0.0 : 0.25;
    CaromWorld *world = makeRoom(20.0, 20.0, g);
    CaromProjectileDef def = newShot(caromVec2(10.0, radius + height), caromVec2(0, 0));
    def.radius = radius;
    def.restitution = e;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double speed = sqrt(2.0 * g * height), due = speed / g, end = speed / g * (1.0 + e) / (1.0 - e),
           rest = 0.0;
    for (double t = 0.01; t < end + 0.1; t += 0.01) {
        CaromEvents events = eventsUntil(world, t);
        for (int k = 0; k < events.hitCount; k++) {
            ck_assert_double_le(fabs(events.hits[k].time - due), 1e-9);
            ck_assert_double_le(fabs(events.hits[k].velocityBefore.y + speed), 1e-9);
            ck_assert_double_le(fabs(events.hits[k].center.y - radius), 1e-12);
            speed *= e;
            due += 2.0 * speed / g;
            CaromVec2 top, still; // h e^(2k), where the speed is 0
            if (due - speed / g < end - 0.06) {
                ck_assert_ok(caromProjectileAt(world, id, due - speed / g, &top, &still));
                ck_assert(k + 1 < events.hitCount ||
                          fabs(top.y - radius - speed * speed / (2.0 * g)) <= 1e-9);
            }
        }
        rest = events.modeCount > 0 ? events.modes[events.modeCount - 1].time : rest;
    }
    ck_assert_msg(fabs(rest - end) <= 1e-9, "rests at %.17g, not at %.17g", rest, end);
    ck_assert_int_eq(caromProjectileMode(world, id), CAROM_PROJECTILE_RESTING);
    caromWorldDestroy(world);
}

TEST_WORLD_SEEDS(elastic_ball_keeps_its_energy, 16, makeRoom(5.0, 50.0, 10.0))
{
    double height = testRandomRange(&random, 1.0, 20.0);
    CaromProjectileDef def =
        newShot(caromVec2(2.0, height), caromVec2(testRandomRange(&random, -9.0, 9.0), 0.0));
    def.radius = _i % 2 ? 0.0 : 0.5;
    CaromProjectileId id = caromProjectileFire(world, &def);
    double energy = 0.5 * def.velocity.x * def.velocity.x + 10.0 * def.position.y;
    for (int k = 1; k <= 100; k++) {
        caromWorldStepTo(world, k);
        CaromVec2 p = caromProjectilePosition(world, id), v = caromProjectileVelocity(world, id);
        double now = 0.5 * (v.x * v.x + v.y * v.y) + 10.0 * p.y;
        ck_assert_double_le(fabs(now - energy), 1e-9 * energy);
    }
}

// Coulomb: the tangential part loses μ (1 + e) u, but no more than it has.
TEST_WORLD_SEEDS(friction_takes_its_share_of_the_push, 32, makeRoom(100.0, 100.0, 0.0))
{
    CaromProjectileDef def =
        newShot(caromVec2(50.0, 1.0), caromVec2(testRandomRange(&random, -3.0, 3.0), -2.0));
    def.restitution = testRandomUnit(&random);
    def.friction = testRandomUnit(&random);
    def.mass = 2.0;
    caromProjectileFire(world, &def);
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_eq(events.hitCount, 1);
    double grip = def.friction * (1.0 + def.restitution) * 2.0,
           slide = fmax(fabs(def.velocity.x) - grip, 0.0);
    CaromVec2 after = events.hits[0].velocityAfter, impulse = events.hits[0].impulse;
    ck_assert_double_le(fabs(after.x - copysign(slide, def.velocity.x)), 1e-14);
    ck_assert_double_le(fabs(after.y - 2.0 * def.restitution), 1e-14);
    ck_assert_double_le(fabs(impulse.y + 2.0 * (2.0 + 2.0 * def.restitution)), 1e-13);
}

// The distance of a place from the middle of a wall of twenty kilometres is rounded by more than
// what counts as near. It must be kept on its side all the same: down to the wall and up again.
TEST_SEEDS(point_keeps_its_side_of_a_long_wall, 32)
{
    double tilt = _i % 2 ? testRandomRange(&random, -1.0, 1.0) : 0.0;
    CaromWorldDef def = caromWorldDef();
    CaromBodyDef bodyDef = caromBodyDef();
    CaromVec2 n = {-sin(tilt), cos(tilt)};
    def.gravity = caromVec2(-10.0 * n.x, -10.0 * n.y);
    bodyDef.angle = tilt;
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromBodyId body = caromBodyCreate(world, &bodyDef);
    newSegment(world, body, caromVec2(-1e4, 0.0), caromVec2(1e4, 0.0));
    CaromProjectileDef shot = newShot(n, caromVec2(n.y * testRandomRange(&random, -9.0, 9.0), 0.0));
    shot.velocity.y = -n.x / n.y * shot.velocity.x;
    caromProjectileFire(world, &shot);
    int hits = 0;
    for (int k = 1; k <= 40; k++) {
        CaromEvents events = eventsUntil(world, k);
        hits += events.hitCount;
        for (int h = 0; h < events.hitCount; h++) {
            CaromVec2 got = events.hits[h].normal;
            ck_assert_msg(got.x * n.x + got.y * n.y > 0.9, "seed %d: from behind", _i);
        }
    }
    ck_assert_int_eq(hits, 45); // one after 0.447 s, then one each 0.894 s
    caromWorldDestroy(world);
}

static CaromVec2 turnQuarters(CaromVec2 v, int quarters)
{
    for (int k = 0; k < quarters; k++) {
        v = caromVec2(-v.y, v.x);
    }
    return v;
}

/// Where a bullet goes on after it met a wall along an axis, through (0, 0) or beside it, all
/// turned by quarters.
static CaromVec2 placeAfterHit(uint64_t seed, int quarters, bool curved, CaromVec2 *after)
{
    TestRandom random = testRandomSeed(seed);
    CaromWorldDef def = caromWorldDef();
    CaromProjectileDef shot = caromProjectileDef();
    def.gravity = curved ? turnQuarters(caromVec2(1.5, -9.0), quarters) : caromVec2(0.0, 0.0);
    CaromWorld *world = caromWorldCreate(&def, NULL);
    CaromVec2 a = caromVec2(-8.0, 0.0), b = caromVec2(8.0, 0.0);
    newSegment(world, newRest(world), turnQuarters(a, quarters), turnQuarters(b, quarters));
    double x = testRandomRange(&random, -2.0, 2.0), y = testRandomRange(&random, 0.5, 3.0);
    shot.position = turnQuarters(caromVec2(x, y), quarters);
    x = testRandomRange(&random, -5.0, 5.0);
    y = testRandomRange(&random, -9.0, -4.0);
    shot.velocity = turnQuarters(caromVec2(x, y), quarters);
    caromProjectileFire(world, &shot);
    CaromEvents events = eventsUntil(world, 1.0);
    ck_assert_int_ge(events.hitCount, 1);
    CaromVec2 center = turnQuarters(events.hits[0].center, 4 - quarters);
    *after = turnQuarters(events.hits[0].velocityAfter, 4 - quarters);
    caromWorldDestroy(world);
    return center;
}

// A sum that took x before y gave how far a place is put off a wall. Near a wall through (0, 0) a
// quarter turn made another last digit of it.
TEST_LOOP(places_after_hits_turn_with_the_world, 2)
{
    int most = flightTestShare(512);
    for (int k = 0; k < most; k++) {
        uint64_t seed = (uint64_t)(_i * most + k);
        CaromVec2 velocity, place = placeAfterHit(seed, 0, _i == 1, &velocity);
        for (int quarters = 1; quarters < 4; quarters++) {
            CaromVec2 after, turned = placeAfterHit(seed, quarters, _i == 1, &after);
            ck_assert_msg(turned.x == place.x && turned.y == place.y && after.x == velocity.x &&
                              after.y == velocity.y,
                          "seed %d, %d quarters: (%a, %a), not (%a, %a)", (int)seed, quarters,
                          turned.x, turned.y, place.x, place.y);
        }
    }
}
