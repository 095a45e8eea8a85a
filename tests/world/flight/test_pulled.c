// SPDX-License-Identifier: MIT
// Bodies that accelerate: what falls beside them falls as if neither did, hits come at the roots of
// the relative parabola, and queries find such a body where the closed form has it.
#include "../../support/builder.h"
#include "../../support/flight_field.h"
#include "../../support/pull.h"
#include "../../support/random_vec.h"
#include "../../support/rounded.h"

#include <math.h>

/// The first hit within a time, at so many steps a second.
static bool firstHit(CaromWorld *world, double until, double hz, CaromHitEvent *hit)
{
    for (int k = 1; k <= hz * until; k++) {
        CaromEvents events = eventsUntil(world, k / hz);
        if (events.hitCount > 0) {
            *hit = events.hits[0];
            return true;
        }
    }
    return false;
}

// A wall that starts from rest at x = d and comes with acceleration -a: met at ½(a)t² + vt = d − r.
TEST_WORLD_SEEDS(wall_that_accelerates_is_met_at_the_root, 64, newWorldUnder(0.0))
{
    double a = testRandomRange(&random, -3.0, 8.0), v = testRandomRange(&random, 1.0, 30.0);
    double radius = _i % 2 ? 0.0 : 0.25, distance = 2.0 - radius, w = _i % 3 ? 0.0 : 0.5;
    CaromBodyId body = newMoving(world, caromVec2(2.0, 0.0), caromVec2(w, 0.0));
    newWall(world, body, caromVec2(0, 5), caromVec2(0, -5), _i % 4 < 2);
    ck_assert_ok(pullBody(world, body, caromVec2(-a, 3.0)));
    CaromProjectileDef def = newShot(caromVec2(0, 0), caromVec2(v + w, 0.0));
    def.radius = radius;
    def.restitution = 1.0;
    fireShot(world, &def);
    double square = v * v + 2.0 * a * distance;
    CaromHitEvent hit = {0};
    bool found = firstHit(world, 4.0, 60.0, &hit);
    double due = square >= 0.0 ? 2.0 * distance / (v + sqrt(square)) : 9.0;
    if (due >= 3.9) {
        return;
    }
    ck_assert(found);
    ck_assert_msg(fabs(hit.time - due) <= 1e-12 * (1.0 + due), "%.17g, due %.17g", hit.time, due);
    double after = 2.0 * (w - a * due) - (v + w);
    ck_assert_double_le(fabs(hit.velocityAfter.x - after), 1e-11 * (1.0 + v));
}

// ---- a lift that falls

/// Bodies of any shape, some that spin, and a shot; all of it pulled by g.
static void furnish(CaromWorld *world, int seed, CaromVec2 g)
{
    TestRandom random = testRandomSeed((uint64_t)seed);
    CaromShapeDef def = caromShapeDef();
    def.restitution = 1.0;
    for (int k = 0; k < 8; k++) {
        double spin = k % 3 ? 0.0 : testRandomRange(&random, -6.0, 6.0);
        CaromBodyId body = newSpinning(world, randomVec(&random, 6.0),
                                       k % 2 ? 0.0 : testRandomRange(&random, -3.0, 3.0),
                                       randomVec(&random, 2.0), spin);
        CaromVec2 at = randomVec(&random, 1.0), to = randomVec(&random, 2.0);
        CaromVec2 box[4] = {{-1.0, -0.5}, {1.0, -0.5}, {1.0, 0.5}, {-1.0, 0.5}};
        switch (testRandomInt(&random, 0, 3)) {
        case 0:
            caromShapeCreateCircle(world, body, &def, at, 0.7);
            break;
        case 1:
            caromShapeCreateSegment(world, body, &def, at, to);
            break;
        case 2:
            caromShapeCreateCapsule(world, body, &def, at, to, 0.3);
            break;
        default:
            roundedPolygon(world, body, &def, box, 4, k % 4 ? 0.0 : 0.2);
            break;
        }
        if (g.y != 0.0) {
            ck_assert_ok(pullBody(world, body, g));
        }
    }
    CaromProjectileDef shot = newShot(randomVec(&random, 6.0), randomVec(&random, 12.0));
    shot.radius = seed % 2 ? 0.0 : 0.2;
    fireShot(world, &shot);
}

// In a lift that falls freely everything goes on as in one that hangs still: a hit has the same
// time, normal, shape and relative velocity.
TEST_LOOP(falling_lift_is_as_one_that_hangs, 400 * flightTestTimes(30))
{
    CaromVec2 g = caromVec2(0.0, -9.0);
    CaromWorld *still = newWorldUnder(0.0), *falls = newWorldUnder(9.0);
    furnish(still, _i, caromVec2(0.0, 0.0));
    furnish(falls, _i, g);
    CaromHitEvent one = {0}, other = {0};
    bool first = firstHit(still, 2.0, 60.0, &one), second = firstHit(falls, 2.0, 144.0, &other);
    ck_assert_msg(first == second, "seed %d: hit in one only", _i);
    if (first) {
        double t = one.time;
        ck_assert_msg(fabs(other.time - t) <= 1e-10, "seed %d: %.17g, %.17g", _i, other.time, t);
        ck_assert_uint_eq(one.shape.index, other.shape.index);
        ck_assert(hypot(one.normal.x - other.normal.x, one.normal.y - other.normal.y) < 1e-8);
        ck_assert(hypot(one.point.x - other.point.x,
                        one.point.y + 0.5 * g.y * t * t - other.point.y) < 1e-8);
        ck_assert(hypot(one.velocityAfter.x - other.velocityAfter.x,
                        one.velocityAfter.y + g.y * t - other.velocityAfter.y) < 1e-7);
    }
    endWorld(still);
    endWorld(falls);
}

// What lies in it lies on: a ball on a crate that falls beside it leaves with it, and keeps its
// distance.
TEST_WORLD_LOOP(what_lies_on_a_crate_falls_with_it, 8, newWorldUnder(9.0))
{
    CaromBodyId crate = newMoving(world, caromVec2(0, 0), caromVec2(0.5, 0.0));
    newBox(world, crate, caromVec2(0, -0.5), caromVec2(1.0, 0.5));
    CaromProjectileDef def = newShot(caromVec2(0.1, 0.3), caromVec2(0.5, 0.0));
    def.radius = 0.25;
    def.restitution = 0.0;
    def.friction = 1.0;
    CaromProjectileId ball = fireShot(world, &def);
    caromWorldStepTo(world, 0.5);
    ck_assert_int_eq(caromProjectileMode(world, ball), CAROM_PROJECTILE_RESTING);
    double up = _i % 2 ? 3.0 : 0.0; // an elevator: it is pressed on; or both fall
    ck_assert_ok(pullBody(world, crate, up > 0.0 ? caromVec2(0.0, up) : caromVec2(0.0, -9.0)));
    double hz = _i / 2 % 2 ? 60.0 : 7.0;
    for (int k = 1; k <= hz; k++) {
        caromWorldStepTo(world, 0.5 + k / hz);
        CaromVec2 p = caromProjectilePosition(world, ball),
                  top = caromBodyTransform(world, crate).position;
        ck_assert_msg(fabs(p.y - top.y - 0.25) <= 1e-9, "%d: %g above", _i, p.y - top.y - 0.25);
        ck_assert(fabs(p.x - top.x - 0.1) <= 1e-9);
    }
}

// A sled that brakes at b throws its load forward when b > μg.
TEST_WORLD_LOOP(load_slides_on_a_sled_that_brakes, 16, newWorldUnder(9.0))
{
    double b = 1.0 + _i, friction = 0.5;
    CaromBodyId sled = newMoving(world, caromVec2(0, 0), caromVec2(8.0, 0.0));
    newBox(world, sled, caromVec2(0, -0.5), caromVec2(50.0, 0.5));
    CaromProjectileDef def = newShot(caromVec2(0.0, 0.25), caromVec2(8.0, 0.0));
    def.radius = 0.25;
    def.restitution = 0.0;
    def.friction = friction;
    CaromProjectileId load = fireShot(world, &def);
    caromWorldStepTo(world, 0.5);
    ck_assert_ok(pullBody(world, sled, caromVec2(-b, 0.0)));
    double mu = 0.0;
    for (int k = 1; k <= 30; k++) {
        caromWorldStepTo(world, 0.5 + k / 60.0);
    }
    CaromSurface surface = caromSurface();
    (void)surface;
    CaromVec2 p = caromProjectilePosition(world, load);
    mu = friction * caromShapeDef().friction; // both surfaces' together
    double slip = fmax(b - mu * 9.0, 0.0);
    double along = p.x - caromBodyTransform(world, sled).position.x;
    ck_assert_msg(fabs(along - 0.5 * slip * 0.25) <= 1e-9, "%d: %g, not %g", _i, along,
                  0.5 * slip * 0.25);
}

// ---- where it is

TEST_WORLD_SEEDS(queries_find_it_where_the_parabola_leads, 32, newWorldUnder(0.0))
{
    CaromVec2 at = randomVec(&random, 3.0), v = randomVec(&random, 4.0),
              a = randomVec(&random, 9.0);
    CaromBodyId body = newMoving(world, at, v);
    newCircle(world, body, caromVec2(0, 0), 0.5);
    ck_assert_ok(pullBody(world, body, a));
    for (int k = 1; k <= 20; k++) {
        double t = k * 0.07;
        caromWorldStepTo(world, t);
        CaromVec2 p = caromVec2(at.x + (v.x + 0.5 * a.x * t) * t, at.y + (v.y + 0.5 * a.y * t) * t);
        CaromVec2 is = caromBodyTransform(world, body).position,
                  speed = caromBodyVelocity(world, body);
        ck_assert(hypot(is.x - p.x, is.y - p.y) <= 1e-12);
        ck_assert(hypot(speed.x - v.x - a.x * t, speed.y - v.y - a.y * t) <= 1e-12);
        CaromHit hit;
        int hits = caromWorldCastRay(world, caromVec2(p.x - 3.0, p.y), caromVec2(6.0, 0.0),
                                     caromQueryOptions(), &hit, 1);
        ck_assert_int_eq(hits, 1);
        ck_assert_double_le(fabs(hit.fraction - 2.5 / 6.0), 1e-12);
        CaromShapeId found;
        ck_assert_int_eq(caromWorldOverlapPoint(world, p, caromQueryOptions(), &found, 1), 1);
        if (k == 10) { // another velocity: a new anchor, from where it is
            ck_assert_ok(caromBodySetVelocity(world, body, v));
            at = caromVec2(p.x - (v.x - 0.5 * a.x * t) * t, p.y - (v.y - 0.5 * a.y * t) * t);
            v = caromVec2(v.x - a.x * t, v.y - a.y * t);
        }
    }
}

// ---- sides

// However a closed box of thin walls is thrown about, what is inside stays inside.
TEST_WORLD_LOOP(thrown_box_keeps_what_is_in_it, 96 * flightTestTimes(10), newWorldUnder(5.0))
{
    TestRandom random = testRandomSeed((uint64_t)_i);
    CaromBodyId box = newMoving(world, caromVec2(0, 0), caromVec2(0, 0));
    CaromVec2 corners[4] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    for (int k = 0; k < 4; k++) {
        newWall(world, box, corners[k], corners[(k + 1) % 4], _i % 2);
    }
    CaromProjectileId shots[8];
    for (int k = 0; k < 8; k++) {
        CaromProjectileDef def = newShot(randomVec(&random, 0.5), randomVec(&random, 20.0));
        def.radius = k % 3 ? 0.0 : 0.1;
        def.restitution = k % 4 ? 1.0 : 0.5;
        shots[k] = fireShot(world, &def);
    }
    for (int step = 1; step <= 300; step++) {
        if (step % 7 == 0) {
            double spin = _i % 3 ? 0.0 : testRandomRange(&random, -5.0, 5.0);
            ck_assert_ok(crBodySetMotion(world, box.index - 1, randomVec(&random, 5.0),
                                         randomVec(&random, 40.0), spin));
        }
        caromWorldStepTo(world, step / 100.0);
        CaromTransform stands = caromBodyTransform(world, box);
        for (int k = 0; k < 8; k++) {
            ck_assert(caromProjectileIsValid(world, shots[k]));
            CaromVec2 p =
                caromTransformPointInverse(stands, caromProjectilePosition(world, shots[k]));
            double most = 1.0 - (k % 3 ? 0.0 : 0.1) + 1e-8;
            ck_assert_msg(fabs(p.x) <= most && fabs(p.y) <= most, "%d: shot %d at (%g, %g)", _i, k,
                          p.x, p.y);
        }
    }
}
